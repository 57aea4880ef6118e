// optim.js - optimisers, gradient clipping and schedules.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const core = require('./core.js');

const { native } = core;
const DO = { step: 0, zeroGrad: 1, clear: 2, stateDrop: 3, groups: 4 };

class Optimizer {
  #box;
  #kind;
  #attrs;

  constructor(kind, attrs, parameters, settings = {}) {
    const { list, texts } = Optimizer.#write(kind, attrs, parameters, settings);
    this.#box = native.optimizerNew(kind, attrs.map((a) => a[0]), texts, list.length, list);
    this.#kind = kind;
    this.#attrs = attrs;
  }

  static #write(kind, attrs, parameters, settings) {
    const list = core.needArrays(kind, 'parameters', parameters);
    const texts = [];
    core.checkOptions(kind, settings, attrs.map((a) => a[1]));
    core.writeAttrs(kind, attrs, settings, list.length, texts);
    core.writeSlots(list);
    return { list, texts };
  }

  // Add parameters with settings of their own.
  addGroup(parameters, settings = {}) {
    const { list, texts } = Optimizer.#write(this.#kind, this.#attrs, parameters, settings);
    native.optimizerGroup(this.#box, this.#attrs.map((a) => a[0]), texts, list.length, list);
    return this;
  }

  // Issue one update of the parameters from their gradients.
  step() {
    native.optimizerDo(this.#box, DO.step);
  }
  zeroGrad() {
    native.optimizerDo(this.#box, DO.zeroGrad);
  }
  // After a failed batch: restore the values of the last good step.  Blocks.
  clear() {
    native.optimizerDo(this.#box, DO.clear);
  }

  get groupCount() {
    return native.optimizerDo(this.#box, DO.groups);
  }
  // The learning rate of the first group; setting it sets that of all groups.
  get lr() {
    return native.optimizerRate(this.#box, 0);
  }
  set lr(rate) {
    native.optimizerRate(this.#box, -1, this.#rate(rate));
  }
  setGroupLr(group, rate) {
    native.optimizerRate(this.#box, group, this.#rate(rate));
  }
  #rate(rate) {
    if (typeof rate !== 'number') core.badAttr(this.#kind, 'lr', 'a number', rate);
    return rate;
  }

  // Replace the parameters after block.toDevice().
  setParameters(parameters) {
    const list = core.needArrays('setParameters', 'parameters', parameters);
    core.writeSlots(list);
    native.optimizerParams(this.#box, list.length, list);
  }

  // The arrays that steps keep, by name: '0.exp_avg'.
  state() {
    return new Map(native.optimizerState(this.#box).map(({ name, slot }) => [name, core.adopt(slot)]));
  }
  setState(entries) {
    for (const [name, values] of entries) {
      const array = core.asArray(values);
      native.optimizerStateSet(this.#box, name, core.slotOf(array), array);
    }
  }

  dispose() {
    native.boxRelease(this.#box);
  }
}
if (Symbol.dispose !== undefined) Optimizer.prototype[Symbol.dispose] = Optimizer.prototype.dispose;

// Scale the gradients so that their joint norm is at most maxNorm; returns the norm before.
function clipGradNorm(parameters, maxNorm) {
  const list = core.needArrays('clipGradNorm', 'parameters', parameters);
  core.writeSlots(list);
  return core.adopt(native.clipGrad(list.length, maxNorm, true, list));
}

// Clip the elements of the gradients to -limit .. limit.
function clipGradValue(parameters, limit) {
  const list = core.needArrays('clipGradValue', 'parameters', parameters);
  core.writeSlots(list);
  native.clipGrad(list.length, limit, false, list);
}

// A schedule of the library: numbers in the order of the C function; a list comes last, after its length.
function schedule(name, numbers, list) {
  core.frameWrite(list === undefined ? numbers : [...numbers, list.length, ...list]);
  return native.schedule(name);
}

// Reduces the learning rate when a measure has stopped improving.
class Plateau {
  #settings;
  #state = [0, 0, 0, 0];

  constructor({ factor = 0.1, patience = 10, threshold = 1e-4, cooldown = 0, minLr = 0, maximize = false } = {}) {
    this.#settings = [factor, patience, threshold, cooldown, minLr, maximize ? 1 : 0];
  }

  // Record a measure; returns the new learning rate.
  next(lr, measure) {
    core.frameWrite([...this.#settings, ...this.#state, lr, measure]);
    const rate = native.plateauNext();
    this.#state = core.frameRead(10).slice(6);
    return rate;
  }
}

module.exports = { Optimizer, Plateau, clipGradNorm, clipGradValue, schedule };
