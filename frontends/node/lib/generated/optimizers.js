// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const { Optimizer, schedule } = require('../optim.js');

class SGD extends Optimizer {
  constructor(parameters, settings) {
    super('SGD', [['lr', 'lr', 'float', false], ['weight_decay', 'weightDecay', 'float', false], ['max_norm', 'maxNorm', 'float', false], ['clip_value', 'clipValue', 'float', false], ['maximize', 'maximize', 'bool', false], ['master', 'master', 'bool', false], ['momentum', 'momentum', 'float', false], ['dampening', 'dampening', 'float', false], ['nesterov', 'nesterov', 'bool', false]], parameters, settings);
  }
}

class Adam extends Optimizer {
  constructor(parameters, settings) {
    super('Adam', [['lr', 'lr', 'float', false], ['weight_decay', 'weightDecay', 'float', false], ['max_norm', 'maxNorm', 'float', false], ['clip_value', 'clipValue', 'float', false], ['maximize', 'maximize', 'bool', false], ['master', 'master', 'bool', false], ['beta1', 'beta1', 'float', false], ['beta2', 'beta2', 'float', false], ['eps', 'eps', 'float', false], ['amsgrad', 'amsgrad', 'bool', false]], parameters, settings);
  }
}

class AdamW extends Optimizer {
  constructor(parameters, settings) {
    super('AdamW', [['lr', 'lr', 'float', false], ['weight_decay', 'weightDecay', 'float', false], ['max_norm', 'maxNorm', 'float', false], ['clip_value', 'clipValue', 'float', false], ['maximize', 'maximize', 'bool', false], ['master', 'master', 'bool', false], ['beta1', 'beta1', 'float', false], ['beta2', 'beta2', 'float', false], ['eps', 'eps', 'float', false], ['amsgrad', 'amsgrad', 'bool', false]], parameters, settings);
  }
}

class RMSprop extends Optimizer {
  constructor(parameters, settings) {
    super('RMSprop', [['lr', 'lr', 'float', false], ['weight_decay', 'weightDecay', 'float', false], ['max_norm', 'maxNorm', 'float', false], ['clip_value', 'clipValue', 'float', false], ['maximize', 'maximize', 'bool', false], ['master', 'master', 'bool', false], ['alpha', 'alpha', 'float', false], ['eps', 'eps', 'float', false], ['momentum', 'momentum', 'float', false], ['centered', 'centered', 'bool', false]], parameters, settings);
  }
}

class Adagrad extends Optimizer {
  constructor(parameters, settings) {
    super('Adagrad', [['lr', 'lr', 'float', false], ['weight_decay', 'weightDecay', 'float', false], ['max_norm', 'maxNorm', 'float', false], ['clip_value', 'clipValue', 'float', false], ['maximize', 'maximize', 'bool', false], ['master', 'master', 'bool', false], ['lr_decay', 'lrDecay', 'float', false], ['eps', 'eps', 'float', false], ['initial_accumulator_value', 'initialAccumulatorValue', 'float', false]], parameters, settings);
  }
}

class Adadelta extends Optimizer {
  constructor(parameters, settings) {
    super('Adadelta', [['lr', 'lr', 'float', false], ['weight_decay', 'weightDecay', 'float', false], ['max_norm', 'maxNorm', 'float', false], ['clip_value', 'clipValue', 'float', false], ['maximize', 'maximize', 'bool', false], ['master', 'master', 'bool', false], ['rho', 'rho', 'float', false], ['eps', 'eps', 'float', false]], parameters, settings);
  }
}

class LAMB extends Optimizer {
  constructor(parameters, settings) {
    super('LAMB', [['lr', 'lr', 'float', false], ['weight_decay', 'weightDecay', 'float', false], ['max_norm', 'maxNorm', 'float', false], ['clip_value', 'clipValue', 'float', false], ['maximize', 'maximize', 'bool', false], ['master', 'master', 'bool', false], ['beta1', 'beta1', 'float', false], ['beta2', 'beta2', 'float', false], ['eps', 'eps', 'float', false]], parameters, settings);
  }
}

const schedules = {
  step: (lr, t, stepSize, { gamma = 0.1 } = {}) => schedule('step', [lr, t, stepSize, gamma]),
  multistep: (lr, t, milestones, { gamma = 0.1 } = {}) => schedule('multistep', [lr, t, gamma], milestones),
  exponential: (lr, t, gamma) => schedule('exponential', [lr, t, gamma]),
  cosine: (lr, t, tMax, { etaMin = 0 } = {}) => schedule('cosine', [lr, t, tMax, etaMin]),
  linear: (lr, t, { total = 5, startFactor = 0.3333333333333333, endFactor = 1 } = {}) => schedule('linear', [lr, t, total, startFactor, endFactor]),
  polynomial: (lr, t, { total = 5, power = 1 } = {}) => schedule('polynomial', [lr, t, total, power]),
  oneCycle: (maxLr, t, total, { pctStart = 0.3, divFactor = 25, finalDivFactor = 10000 } = {}) => schedule('one_cycle', [maxLr, t, total, pctStart, divFactor, finalDivFactor]),
  momentumOneCycle: (t, total, { baseMomentum = 0.85, pctStart = 0.3, maxMomentum = 0.95 } = {}) => schedule('momentum_one_cycle', [baseMomentum, t, total, pctStart, maxMomentum]),
  cosineWarmup: (lr, t, warmup, total, { etaMin = 0 } = {}) => schedule('cosine_warmup', [lr, t, warmup, total, etaMin]),
};

module.exports = {
  SGD,
  Adam,
  AdamW,
  RMSprop,
  Adagrad,
  Adadelta,
  LAMB,
  schedules,
};
