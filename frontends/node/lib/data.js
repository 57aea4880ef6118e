// data.js - datasets, loaders, images and files.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const { inspect } = require('node:util');
const core = require('./core.js');
const { ArgumentError } = require('./errors.js');

const { native } = core;
let boxOf;

function pathOf(owner, path) {
  if (typeof path !== 'string') core.badAttr(owner, 'the path', 'a string', path);
  return path;
}

// Indices of samples; Number(...) of a text or of null would be an index too.
function samplesOf(owner, indices) {
  if (typeof indices?.[Symbol.iterator] !== 'function') core.badAttr(owner, 'the indices', 'a list of integers', indices);
  return Array.from(indices, (i) => core.integer(owner, 'an index', i));
}

// A collection of samples: rows of arrays, MNIST, a CSV file, a folder of images.
class Dataset {
  #box;

  static {
    boxOf = (data, where) => {
      if (!(#box in Object(data))) core.badAttr(where, 'the data', 'a Dataset, such as weir.Dataset.arrays([x, y])', data);
      return data.#box;
    };
  }

  constructor(box) {
    this.#box = box;
  }

  // Sample i is row i of each array; a list of arrays, or an object whose keys name the fields.
  static arrays(fields) {
    const names = Array.isArray(fields) ? null : Object.keys(fields);
    const arrays = Object.values(fields).map(core.asArray);
    core.writeSlots(arrays);
    return new Dataset(native.datasetArrays(arrays.length, names, arrays));
  }

  // MNIST, or Fashion-MNIST; without a folder, that of the Debian package dataset-fashion-mnist.
  static mnist(options = {}) {
    core.checkOptions('mnist', options, ['folder', 'part']);
    const { folder = null, part = 'train' } = options;
    if (part !== 'train' && part !== 'test') throw new ArgumentError(`mnist: part is 'train' or 'test', not '${part}'`);
    return new Dataset(native.datasetMnist(folder, part === 'train' ? 0 : 1));
  }

  static csv(path, options = {}) {
    core.checkOptions('csv', options, ['delimiter', 'header', 'target', 'columns', 'missing', 'dtype', 'targetDtype']);
    const { delimiter = ',', header = true, target = null, columns = null, missing = false, dtype = 'float32', targetDtype = 'float32' } = options;
    const names = Array.isArray(columns) ? columns.join(',') : columns;
    return new Dataset(
      native.datasetCsv(pathOf('csv', path), delimiter, header, target, names, missing, core.dtypeNumber(dtype), core.dtypeNumber(targetDtype)),
    );
  }

  // A folder of images with one folder per class.
  static folder(path, options = {}) {
    core.checkOptions('folder', options, ['height', 'width', 'channels']);
    const { height = 0, width = 0, channels = 3 } = options;
    return new Dataset(native.datasetFolder(pathOf('folder', path), height, width, channels));
  }

  static concat(parts) {
    return new Dataset(native.datasetConcat([...parts].map((part) => boxOf(part, 'concat'))));
  }

  subset(indices) {
    return new Dataset(native.datasetSubset(this.#box, samplesOf('subset', indices)));
  }

  get length() {
    return native.datasetAbout(this.#box).count;
  }
  get fields() {
    return native.datasetAbout(this.#box).fields;
  }
  get classes() {
    return native.datasetAbout(this.#box).classes;
  }

  // The samples at these indices: one array per field.
  take(indices) {
    return core.adoptMany(native.datasetTake(this.#box, samplesOf('take', indices)));
  }

  dispose() {
    native.boxRelease(this.#box);
  }
}
if (Symbol.dispose !== undefined) Dataset.prototype[Symbol.dispose] = Dataset.prototype.dispose;

// Iterates over a dataset in batches.  One iteration is one epoch; the next one is shuffled differently.
class Loader {
  #box;
  #transforms = [];
  #unfinished = false; // an iteration is under way, or was left by break

  constructor(data, options = {}) {
    core.checkOptions('Loader', options, ['batchSize', 'shuffle', 'seed', 'dropLast', 'prefetch', 'device']);
    const { batchSize = 1, shuffle = false, seed = 0, dropLast = false, prefetch = 2, device = null } = options;
    this.#box = native.loaderNew(boxOf(data, 'Loader'), batchSize, seed, shuffle, dropLast, prefetch, device === null ? null : core.deviceNumber(device));
  }

  // Apply a function to each batch: loader.map(([x, y]) => [x.astype('float32'), y]).
  map(fn) {
    this.#transforms.push(fn);
    return this;
  }

  #next() {
    const batch = core.adoptMany(native.loaderNext(this.#box));
    return batch.length === 0 ? null : this.#transforms.reduce((value, fn) => fn(value), batch);
  }

  // Start an epoch, perhaps after some of its batches, to resume an interrupted run.
  start(epoch, skip = 0) {
    native.loaderStart(this.#box, epoch, skip);
    this.#unfinished = false;
    return this;
  }

  // After an epoch that was left by break, the next iteration starts the next epoch.
  *[Symbol.iterator]() {
    if (this.#unfinished) this.start(this.epoch + 1);
    this.#unfinished = true;
    for (let batch = this.#next(); batch !== null; batch = this.#next()) yield batch;
    this.#unfinished = false;
  }

  // The same, with the event loop running between batches: each batch is computed when it is given out.
  async *[Symbol.asyncIterator]() {
    for (const batch of this) {
      if (Array.isArray(batch)) for (const field of batch) if (core.isArray(field)) await field.ready();
      yield batch;
    }
  }

  // Batches in an epoch.
  get length() {
    return native.loaderAbout(this.#box).count;
  }
  get epoch() {
    return native.loaderAbout(this.#box).epoch;
  }
  get batch() {
    return native.loaderAbout(this.#box).batch;
  }

  dispose() {
    native.boxRelease(this.#box);
  }
}
if (Symbol.dispose !== undefined) Loader.prototype[Symbol.dispose] = Loader.prototype.dispose;

// One image as uint8 (height, width, channels).
function readImage(path, { channels = 0 } = {}) {
  return core.adopt(native.imageRead(pathOf('readImage', path), channels));
}

// The array of an IDX file.
function readIdx(path) {
  return core.adopt(native.idxRead(pathOf('readIdx', path)));
}

// Flip each image of a batch left to right with probability p.
function randomFlip(x, { p = 0.5, channelsFirst = false } = {}) {
  return core.adopt(native.randomFlip(core.slotOf(core.needArray('randomFlip', x)), p, channelsFirst, x));
}

// Crop each image of a batch at a random position, after padding it.
function randomCrop(x, height, width, { padding = 0, channelsFirst = false } = {}) {
  return core.adopt(native.randomCrop(core.slotOf(core.needArray('randomCrop', x)), height, width, padding, channelsFirst, x));
}

// Write arrays to a safetensors file.  Blocks.
function save(path, arrays, { metadata = {} } = {}) {
  pathOf('save', path);
  if (core.isArray(arrays) || arrays === null || typeof arrays !== 'object' || ArrayBuffer.isView(arrays)) {
    throw new ArgumentError(`save: the arrays must be an object or a Map with their names, such as { x }, not ${inspect(arrays, { depth: 0 })}`);
  }
  const entries = arrays instanceof Map ? [...arrays] : Object.entries(arrays);
  const list = entries.map(([, value]) => core.asArray(value));
  core.writeSlots(list);
  native.filesSave(path, entries.map(([name]) => name), Object.entries(metadata).flat().map(String), list);
}

// Read the arrays of a safetensors file; with { map: true } its pages are read on first use.
function load(path, { map = false } = {}) {
  return Object.fromEntries(native.filesLoad(pathOf('load', path), map).arrays.map(({ name, slot }) => [name, core.adopt(slot)]));
}

// Read the metadata of a safetensors file.
function loadMetadata(path) {
  const { metadata, arrays } = native.filesLoad(pathOf('loadMetadata', path), true);
  arrays.forEach(({ slot }) => core.adopt(slot).dispose());
  return Object.fromEntries(Array.from({ length: metadata.length / 2 }, (_, i) => [metadata[2 * i], metadata[2 * i + 1]]));
}

module.exports = { Dataset, Loader, readImage, readIdx, randomFlip, randomCrop, save, load, loadMetadata };
