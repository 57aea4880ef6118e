// nn.js - layers, losses and networks.
//
// A Block is a layer, a loss or a network of the library.  The classes of the single kinds are generated.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const { inspect } = require('node:util');
const core = require('./core.js');
const { ArgumentError } = require('./errors.js');

const { native } = core;
const DO = { cast: 0, toDevice: 1, setGrad: 2, zeroGrad: 3, clear: 4, compute: 5, initialise: 6, elements: 7 };
let boxOf;

class Block {
  #box;

  static {
    boxOf = (block) => block.#box;
  }

  constructor(box) {
    this.#box = box;
  }

  // Issue the operations of the block.  Returns an array, or a list if the block has several outputs.
  forward(...inputs) {
    const arrays = inputs.map((x) => (x === null || x === undefined ? null : core.asArray(x)));
    core.writeSlots(arrays);
    const results = core.adoptMany(native.blockForward(this.#box, arrays.length, arrays));
    return results.length === 1 ? results[0] : results;
  }

  // The arrays that an optimiser trains.
  parameters() {
    return core.adoptMany(native.blockParameters(this.#box));
  }

  // All parameters and buffers by name, in the order of the file; null if a shape is not known yet.
  state() {
    return new Map(native.blockEntries(this.#box).map(({ name, slot }) => [name, slot === 0 ? null : core.adopt(slot)]));
  }

  get(name) {
    return core.adopt(native.blockGet(this.#box, name));
  }
  set(name, values) {
    const array = core.asArray(values);
    native.blockSet(this.#box, name, core.slotOf(array), array);
    return this;
  }

  // Make `name` another name for the parameter `other`.
  tie(name, other) {
    native.blockTie(this.#box, name, other);
    return this;
  }

  add(child, name = null) {
    if (!(child instanceof Block)) throw new ArgumentError(`add: ${inspect(child, { depth: 0 })} is not a block`);
    native.blockAdd(this.#box, name, child.#box);
    return this;
  }

  children() {
    return new Map(native.blockChildren(this.#box).map(({ name, block }) => [name, new Block(block)]));
  }

  // Write the parameters and buffers to a safetensors file.  Blocks.
  save(path) {
    native.blockSave(this.#box, path);
  }
  load(path, { matching = false } = {}) {
    native.blockLoad(this.#box, path, matching ? 1 : 0);
    return this;
  }

  cast(dtype) {
    native.blockDo(this.#box, DO.cast, core.dtypeNumber(dtype));
    return this;
  }
  toDevice(device) {
    native.blockDo(this.#box, DO.toDevice, core.deviceNumber(device));
    return this;
  }
  // The dtype in which products are computed; null: that of the parameters.
  setCompute(dtype) {
    native.blockDo(this.#box, DO.compute, dtype === null ? 0 : core.dtypeNumber(dtype));
    return this;
  }
  // Exclude the parameters from training, or include them again.
  freeze() {
    native.blockDo(this.#box, DO.setGrad, core.gradMode('none'));
    return this;
  }
  unfreeze() {
    native.blockDo(this.#box, DO.setGrad, core.gradMode('step'));
    return this;
  }
  zeroGrad() {
    native.blockDo(this.#box, DO.zeroGrad, 0);
  }
  // After a failed batch: restore the last good values.
  clear() {
    native.blockDo(this.#box, DO.clear, 0);
  }
  // Set the initial values again, from this seed.
  initialise(seed) {
    native.blockDo(this.#box, DO.initialise, seed);
    return this;
  }

  get parameterCount() {
    return native.blockDo(this.#box, DO.elements, 0);
  }

  // A table of the layers, with the shapes of their results for these inputs.
  summary(...inputs) {
    const arrays = inputs.map(core.asArray);
    core.writeSlots(arrays);
    return native.blockSummary(this.#box, arrays.length, arrays);
  }

  toString() {
    return native.blockText(this.#box);
  }
  [inspect.custom]() {
    return this.toString();
  }

  dispose() {
    native.boxRelease(this.#box);
  }
}
if (Symbol.dispose !== undefined) Block.prototype[Symbol.dispose] = Block.prototype.dispose;

// A network from text: parse('Linear(4, 8), ReLU, Linear(8, 2)').
function parse(text) {
  return new Block(native.blockParse(text));
}

// The box of a new block.  Values are given by position, and the last argument may be an object of options.
function make(kind, attrs, given) {
  const values = {};
  const last = given[given.length - 1];
  const options = typeof last === 'object' && last !== null && !Array.isArray(last) ? given.pop() : {};
  core.checkOptions(kind, options, attrs.map((a) => a[1]));
  if (given.length > attrs.length) throw new ArgumentError(`${kind}: ${given.length} values were given, and it has ${attrs.length} settings`);
  given.forEach((value, i) => {
    values[attrs[i][1]] = value;
  });
  const texts = [];
  core.writeAttrs(kind, attrs, { ...values, ...options }, 0, texts);
  return native.blockNew(kind, attrs.map((a) => a[0]), texts);
}

class Sequential extends Block {
  constructor(...layers) {
    super(make('Sequential', [], []));
    for (const layer of layers) this.add(layer);
  }
}

module.exports = { Block, Sequential, parse, make, boxOf };
