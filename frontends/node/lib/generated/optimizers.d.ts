// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// SPDX-License-Identifier: Apache-2.0
import type { NDArray } from '../core';
import { Optimizer } from '../optim';

/** Settings of {@link SGD}. */
export interface SGDSettings {
  /** Learning rate.  At least 0.0.  Default: 0.001. */
  lr?: number;
  /** Weight decay coefficient (L2 penalty).  At least 0.0.  Default: 0. */
  weightDecay?: number;
  /** Maximum norm of all gradients together; 0: no clipping.  At least 0.0.  Default: 0. */
  maxNorm?: number;
  /** Maximum magnitude of a gradient element; 0: no clipping.  At least 0.0.  Default: 0. */
  clipValue?: number;
  /** Maximise the objective.  Default: false. */
  maximize?: boolean;
  /** Keep float32 master copies of float16 and bfloat16 parameters.  Default: true. */
  master?: boolean;
  /** Momentum factor.  At least 0.0.  Default: 0. */
  momentum?: number;
  /** Dampening of the momentum.  Default: 0. */
  dampening?: number;
  /** Use Nesterov momentum.  Default: false. */
  nesterov?: boolean;
}
/** Stochastic gradient descent, optionally with momentum. */
export class SGD extends Optimizer {
  constructor(parameters: Iterable<NDArray>, settings?: SGDSettings);
}

/** Settings of {@link Adam}. */
export interface AdamSettings {
  /** Learning rate.  At least 0.0.  Default: 0.001. */
  lr?: number;
  /** Weight decay coefficient (L2 penalty).  At least 0.0.  Default: 0. */
  weightDecay?: number;
  /** Maximum norm of all gradients together; 0: no clipping.  At least 0.0.  Default: 0. */
  maxNorm?: number;
  /** Maximum magnitude of a gradient element; 0: no clipping.  At least 0.0.  Default: 0. */
  clipValue?: number;
  /** Maximise the objective.  Default: false. */
  maximize?: boolean;
  /** Keep float32 master copies of float16 and bfloat16 parameters.  Default: true. */
  master?: boolean;
  /** Decay rate of the gradient average.  At least 0.0 and less than 1.0.  Default: 0.9. */
  beta1?: number;
  /** Decay rate of the squared gradient average.  At least 0.0 and less than 1.0.  Default: 0.999. */
  beta2?: number;
  /** Added to the denominator for numerical stability.  At least 0.0.  Default: 1e-08. */
  eps?: number;
  /** Use the maximum of the squared gradient averages (AMSGrad).  Default: false. */
  amsgrad?: boolean;
}
/** The Adam optimiser (adaptive moment estimation). */
export class Adam extends Optimizer {
  constructor(parameters: Iterable<NDArray>, settings?: AdamSettings);
}

/** Settings of {@link AdamW}. */
export interface AdamWSettings {
  /** Learning rate.  At least 0.0.  Default: 0.001. */
  lr?: number;
  /** Weight decay coefficient (L2 penalty).  At least 0.0.  Default: 0.01. */
  weightDecay?: number;
  /** Maximum norm of all gradients together; 0: no clipping.  At least 0.0.  Default: 0. */
  maxNorm?: number;
  /** Maximum magnitude of a gradient element; 0: no clipping.  At least 0.0.  Default: 0. */
  clipValue?: number;
  /** Maximise the objective.  Default: false. */
  maximize?: boolean;
  /** Keep float32 master copies of float16 and bfloat16 parameters.  Default: true. */
  master?: boolean;
  /** Decay rate of the gradient average.  At least 0.0 and less than 1.0.  Default: 0.9. */
  beta1?: number;
  /** Decay rate of the squared gradient average.  At least 0.0 and less than 1.0.  Default: 0.999. */
  beta2?: number;
  /** Added to the denominator for numerical stability.  At least 0.0.  Default: 1e-08. */
  eps?: number;
  /** Use the maximum of the squared gradient averages (AMSGrad).  Default: false. */
  amsgrad?: boolean;
}
/** Adam with decoupled weight decay. */
export class AdamW extends Optimizer {
  constructor(parameters: Iterable<NDArray>, settings?: AdamWSettings);
}

/** Settings of {@link RMSprop}. */
export interface RMSpropSettings {
  /** Learning rate.  At least 0.0.  Default: 0.01. */
  lr?: number;
  /** Weight decay coefficient (L2 penalty).  At least 0.0.  Default: 0. */
  weightDecay?: number;
  /** Maximum norm of all gradients together; 0: no clipping.  At least 0.0.  Default: 0. */
  maxNorm?: number;
  /** Maximum magnitude of a gradient element; 0: no clipping.  At least 0.0.  Default: 0. */
  clipValue?: number;
  /** Maximise the objective.  Default: false. */
  maximize?: boolean;
  /** Keep float32 master copies of float16 and bfloat16 parameters.  Default: true. */
  master?: boolean;
  /** Decay rate of the squared gradient average.  At least 0.0.  Default: 0.99. */
  alpha?: number;
  /** Added to the denominator for numerical stability.  At least 0.0.  Default: 1e-08. */
  eps?: number;
  /** Momentum factor.  At least 0.0.  Default: 0. */
  momentum?: number;
  /** Normalise by the estimated variance of the gradient.  Default: false. */
  centered?: boolean;
}
/** The RMSprop optimiser (gradient divided by its root mean square). */
export class RMSprop extends Optimizer {
  constructor(parameters: Iterable<NDArray>, settings?: RMSpropSettings);
}

/** Settings of {@link Adagrad}. */
export interface AdagradSettings {
  /** Learning rate.  At least 0.0.  Default: 0.01. */
  lr?: number;
  /** Weight decay coefficient (L2 penalty).  At least 0.0.  Default: 0. */
  weightDecay?: number;
  /** Maximum norm of all gradients together; 0: no clipping.  At least 0.0.  Default: 0. */
  maxNorm?: number;
  /** Maximum magnitude of a gradient element; 0: no clipping.  At least 0.0.  Default: 0. */
  clipValue?: number;
  /** Maximise the objective.  Default: false. */
  maximize?: boolean;
  /** Keep float32 master copies of float16 and bfloat16 parameters.  Default: true. */
  master?: boolean;
  /** Learning rate decay: lr / (1 + lr_decay * previous steps).  At least 0.0.  Default: 0. */
  lrDecay?: number;
  /** Added to the denominator for numerical stability.  At least 0.0.  Default: 1e-10. */
  eps?: number;
  /** Initial value of the sums of squares.  At least 0.0.  Default: 0. */
  initialAccumulatorValue?: number;
}
/** The Adagrad optimiser (gradient divided by the root of its sum of squares). */
export class Adagrad extends Optimizer {
  constructor(parameters: Iterable<NDArray>, settings?: AdagradSettings);
}

/** Settings of {@link Adadelta}. */
export interface AdadeltaSettings {
  /** Learning rate.  At least 0.0.  Default: 1. */
  lr?: number;
  /** Weight decay coefficient (L2 penalty).  At least 0.0.  Default: 0. */
  weightDecay?: number;
  /** Maximum norm of all gradients together; 0: no clipping.  At least 0.0.  Default: 0. */
  maxNorm?: number;
  /** Maximum magnitude of a gradient element; 0: no clipping.  At least 0.0.  Default: 0. */
  clipValue?: number;
  /** Maximise the objective.  Default: false. */
  maximize?: boolean;
  /** Keep float32 master copies of float16 and bfloat16 parameters.  Default: true. */
  master?: boolean;
  /** Decay rate of the running averages.  At least 0.0 and less than 1.0.  Default: 0.9. */
  rho?: number;
  /** Added to the averages for numerical stability.  At least 0.0.  Default: 1e-06. */
  eps?: number;
}
/** The Adadelta optimiser (steps scaled by the root mean square of past steps). */
export class Adadelta extends Optimizer {
  constructor(parameters: Iterable<NDArray>, settings?: AdadeltaSettings);
}

/** Settings of {@link LAMB}. */
export interface LAMBSettings {
  /** Learning rate.  At least 0.0.  Default: 0.001. */
  lr?: number;
  /** Weight decay coefficient (L2 penalty).  At least 0.0.  Default: 0. */
  weightDecay?: number;
  /** Maximum norm of all gradients together; 0: no clipping.  At least 0.0.  Default: 0. */
  maxNorm?: number;
  /** Maximum magnitude of a gradient element; 0: no clipping.  At least 0.0.  Default: 0. */
  clipValue?: number;
  /** Maximise the objective.  Default: false. */
  maximize?: boolean;
  /** Keep float32 master copies of float16 and bfloat16 parameters.  Default: true. */
  master?: boolean;
  /** Decay rate of the gradient average.  At least 0.0 and less than 1.0.  Default: 0.9. */
  beta1?: number;
  /** Decay rate of the squared gradient average.  At least 0.0 and less than 1.0.  Default: 0.999. */
  beta2?: number;
  /** Added to the denominator for numerical stability.  At least 0.0.  Default: 1e-06. */
  eps?: number;
}
/** The LAMB optimiser (layer-wise adaptive moments for batch training). */
export class LAMB extends Optimizer {
  constructor(parameters: Iterable<NDArray>, settings?: LAMBSettings);
}

/** Learning rates at step (or epoch) t, counted from 0. */
export const schedules: {
  /**
   * Multiply the learning rate by gamma every step_size steps.
   *
   * @param lr - Base learning rate.
   * @param t - Step or epoch, from 0.
   * @param stepSize - Number of steps between reductions.
   */
  step(lr: number, t: number, stepSize: number, options?: { gamma?: number }): number;
  /**
   * Multiply the learning rate by gamma at each milestone.
   *
   * @param lr - Base learning rate.
   * @param t - Step or epoch, from 0.
   * @param milestones - Steps at which the rate is reduced, ascending.
   */
  multistep(lr: number, t: number, milestones: readonly number[], options?: { gamma?: number }): number;
  /**
   * Multiply the learning rate by gamma at each step.
   *
   * @param lr - Base learning rate.
   * @param t - Step or epoch, from 0.
   * @param gamma - Factor of each step.
   */
  exponential(lr: number, t: number, gamma: number): number;
  /**
   * Lower the learning rate along half a cosine.
   *
   * @param lr - Base learning rate.
   * @param t - Step or epoch, from 0.
   * @param tMax - Number of steps until the lowest rate.
   */
  cosine(lr: number, t: number, tMax: number, options?: { etaMin?: number }): number;
  /**
   * Change the factor of the learning rate linearly.
   *
   * @param lr - Base learning rate.
   * @param t - Step or epoch, from 0.
   */
  linear(lr: number, t: number, options?: { total?: number; startFactor?: number; endFactor?: number }): number;
  /**
   * Lower the learning rate to 0 along a power of the remaining steps.
   *
   * @param lr - Base learning rate.
   * @param t - Step or epoch, from 0.
   */
  polynomial(lr: number, t: number, options?: { total?: number; power?: number }): number;
  /**
   * Raise the learning rate to max_lr, then lower it, along half cosines.
   *
   * @param maxLr - Highest learning rate.
   * @param t - Step, from 0.
   * @param total - Number of steps.
   */
  oneCycle(maxLr: number, t: number, total: number, options?: { pctStart?: number; divFactor?: number; finalDivFactor?: number }): number;
  /**
   * The momentum that goes with one_cycle: low while the learning rate is high.
   *
   * @param t - Step, from 0.
   * @param total - Number of steps.
   */
  momentumOneCycle(t: number, total: number, options?: { baseMomentum?: number; pctStart?: number; maxMomentum?: number }): number;
  /**
   * Raise the learning rate linearly from 0, then lower it along half a cosine.
   *
   * @param lr - Base learning rate.
   * @param t - Step or epoch, from 0.
   * @param warmup - Number of steps in which the rate rises from 0.
   * @param total - Number of steps until the lowest rate.
   */
  cosineWarmup(lr: number, t: number, warmup: number, total: number, options?: { etaMin?: number }): number;
};
