// metric.js - measures that are accumulated over batches.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const core = require('./core.js');

const { native } = core;

// Accumulates a measure of batches without waiting.
class Metric {
  #box;

  constructor(name, number = 0) {
    this.#box = native.metricNew(name, number);
  }

  update(x, target) {
    const a = core.asArray(x);
    const b = target === undefined || target === null ? null : core.asArray(target);
    native.metricUpdate(this.#box, core.slotOf(a), b === null ? 0 : core.slotOf(b), a, b);
    return this;
  }

  // The value so far.  Blocks.
  value() {
    return native.metricValue(this.#box);
  }
  // What is accumulated: the confusion matrix, or the sum and the count.
  get array() {
    return core.adopt(native.metricArray(this.#box));
  }
  // The value without blocking the event loop.
  async read() {
    await this.array;
    return this.value();
  }
  reset() {
    native.metricReset(this.#box);
  }
  dispose() {
    native.boxRelease(this.#box);
  }
}
if (Symbol.dispose !== undefined) Metric.prototype[Symbol.dispose] = Metric.prototype.dispose;

module.exports = { Metric };
