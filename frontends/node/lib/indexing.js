// indexing.js - x.at(...keys) and x.set(keys, value).
//
//   number     one index; the axis is removed
//   'a:b:c'    a slice, each part optional
//   '...'      all axes not named by the other keys
//   null       a new axis of length 1
//   array      integers: elements along an axis; booleans: a mask
//
// Numbers, slices, null and '...' make a view; it is then indexed by the arrays, if there are any, which copies.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const { inspect } = require('node:util');
const { ArgumentError } = require('./errors.js');
const core = require('./core.js');

const SLICE = 0;
const INDEX = 1;
const NEW = 2;
const REST = 3;

const axes = ['axes', 'axes', 'ints', false];
const front = ['front', 'front', 'bool', false];
const place = ['kinds', 'starts', 'stops', 'steps'].map((name) => [name, name, 'ints', false]);
const ops = {
  basicIndex: core.operator('basic_index', ['x'], [], place, 1),
  basicUpdate: core.operator('basic_update', ['x', 'y'], [], place, 1),
  index: core.operator('index', ['x', 'indices...'], [], [axes, front], 1),
  maskSelect: core.operator('mask_select', ['x', 'mask'], [], [], 1),
  indexPut: core.operator('index_put', ['x', 'values', 'indices...'], [], [axes, front], 1),
  maskPut: core.operator('mask_put', ['x', 'mask', 'values'], [], [], 1),
  nonzero: core.operator('nonzero', ['x'], [], [], 0),
};

function bound(text, key) {
  if (text === '') return null;
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new ArgumentError(`${inspect(key)} is not a slice such as '1:3' or '::2'`, { code: 'EINDEX' });
  return number;
}

function parse(key) {
  if (typeof key === 'number' || typeof key === 'bigint') {
    if (!Number.isSafeInteger(Number(key))) throw new ArgumentError(`the index ${key} is not an integer`, { code: 'EINDEX' });
    return { kind: INDEX, start: Number(key) };
  }
  if (key === null) return { kind: NEW };
  if (key === '...') return { kind: REST };
  if (typeof key === 'string') {
    const parts = key.trim().split(':').map((part) => part.trim());
    if (parts.length < 2 || parts.length > 3) throw new ArgumentError(`${inspect(key)} is not a slice such as '1:3' or '::2'`, { code: 'EINDEX' });
    const [start, stop, step = null] = parts.map((part) => bound(part, key));
    return { kind: SLICE, start, stop, step };
  }
  if (Array.isArray(key) || ArrayBuffer.isView(key) || core.isArray(key)) {
    const numbers = Array.isArray(key) && key.every((one) => typeof one === 'number');
    const array = core.isArray(key) ? key : core.array(key, numbers ? { dtype: 'int64' } : {});
    return { kind: SLICE, start: null, stop: null, step: null, array };
  }
  throw new ArgumentError(`${inspect(key, { depth: 0 })} is not an index: use a number, '1:3', '...', null or an array`, { code: 'EINDEX' });
}

// A mask of several dimensions stands for as many axes.
function expand(keys) {
  return keys.map(parse).flatMap((key) => {
    const extra = key.array !== undefined && key.array.dtype === 'bool' ? key.array.ndim - 1 : 0;
    const full = { kind: SLICE, start: null, stop: null, step: null };
    return [key, ...Array.from({ length: Math.max(extra, 0) }, () => full)];
  });
}

// The parts in the form of basic_index and basic_update.
function settings(parts) {
  const list = (name) => parts.map((part) => part[name] ?? (part.kind === SLICE ? null : 0));
  return {
    kinds: parts.map((part) => part.kind),
    starts: list('start'),
    stops: list('stop'),
    steps: parts.map((part) => part.step ?? 1),
  };
}

// The view that the keys without arrays make, and for each array its axis in the view.
function split(x, keys) {
  const parts = expand(keys);
  const used = parts.filter((part) => part.kind === SLICE || part.kind === INDEX).length;
  const rest = x.ndim - used;
  const arrays = [];
  let axis = 0;
  for (const part of parts) {
    if (part.array !== undefined) arrays.push({ array: part.array, axis });
    if (part.kind === SLICE || part.kind === NEW) axis++;
    if (part.kind === REST) axis += Math.max(rest, 0);
  }
  const plain = parts.length === 0 || parts.every((part) => part.array !== undefined || (part.kind === SLICE && part.start === null && part.stop === null && part.step === null));
  if (plain && used <= x.ndim) return { view: x, arrays };
  const view = core.invoke(ops.basicIndex, [x], settings(parts));
  return { view, arrays };
}

// Index arrays and their axes, with masks converted.  That waits for the masks.
function indices(arrays) {
  const result = { arrays: [], axes: [] };
  for (const { array, axis } of arrays) {
    const parts = array.dtype === 'bool' ? core.invoke(ops.nonzero, [array], null) : [array];
    parts.forEach((part, i) => {
      result.arrays.push(part);
      result.axes.push(axis + i);
    });
  }
  return result;
}

function isLeadingMask(arrays) {
  return arrays.length === 1 && arrays[0].axis === 0 && arrays[0].array.dtype === 'bool';
}

function get(x, keys) {
  const { view, arrays } = split(x, keys);
  if (arrays.length === 0) return view === x ? core.invoke(ops.basicIndex, [x], null) : view;
  if (isLeadingMask(arrays)) return core.invoke(ops.maskSelect, [view, arrays[0].array], null);
  const found = indices(arrays);
  return core.invoke(ops.index, [view, found.arrays], { axes: found.axes });
}

// Write values.  A list takes the array's dtype, so that its numbers are checked against that.
function set(x, keys, value) {
  const values = Array.isArray(value) ? core.array(value, { dtype: x.dtype }) : core.asArray(value);
  const parts = expand(keys);
  if (parts.every((part) => part.array === undefined)) {
    // basic_update refuses numbers that the dtype cannot hold, and records the gradient, unlike a copy into the view
    core.invoke(ops.basicUpdate, [x, values], settings(parts), { out: x });
    return;
  }
  const { view, arrays } = split(x, keys);
  if (isLeadingMask(arrays)) core.invoke(ops.maskPut, [view, arrays[0].array, values], null, { out: view });
  else {
    const found = indices(arrays);
    core.invoke(ops.indexPut, [view, values, found.arrays], { axes: found.axes }, { out: view });
  }
}

module.exports = { get, set };
