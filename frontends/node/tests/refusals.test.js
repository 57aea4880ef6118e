// refusals.test.js - values of another type, or out of range, are refused before the library sees them.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const weir = require('libweir');
const { folder } = require('./helpers.js');

function refuses(call, message) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof weir.ArgumentError, `${error}`);
    assert.match(error.message, message);
    return true;
  });
}

test('weir.call checks the types of attributes', () => {
  const x = weir.array([[1, 2], [3, 4]]);
  refuses(() => weir.call('softmax', [x], { axis: 'abc' }), /softmax: axis must be an integer, not 'abc'/);
  refuses(() => weir.call('softmax', [x], { axis: 'float32' }), /axis must be an integer/);
  refuses(() => weir.call('softmax', [x], { axis: 1.5 }), /axis must be an integer/);
  refuses(() => weir.call('softmax', [x], { axis: [1] }), /axis must be an integer/);
  refuses(() => weir.call('sum', [x], { keepdims: 'abc' }), /keepdims must be true or false/);
  refuses(() => weir.call('sum', [x], { keepdims: 3 }), /keepdims must be true or false/);
  refuses(() => weir.call('einsum', [x, x], { equation: 7 }), /equation must be a string/);
  refuses(() => weir.call('sum', [x], { nothing: 1 }), /sum: there is no option nothing/);
  refuses(() => weir.call('sum', [x], 3), /sum: options must be an object, not 3/);
  assert.deepStrictEqual(weir.call('sum', [x], { axes: [1], keepdims: true }).toArray(), [[3], [7]]);
  assert.strictEqual(weir.call('astype', [x], { dtype: 'int32' }).dtype, 'int32');
});

test('the addon refuses values that JavaScript let through', () => {
  const { native, invoke, operator } = require('../lib/core.js');
  const x = weir.ones([2, 2]);
  const forged = (name, attr, type, value) => invoke(operator(name, ['x'], [], [[attr, attr, type, false]], 1), [x], null, { [attr]: value });
  refuses(() => forged('softmax', 'axis', 'str', 'abc'), /softmax: axis must be an integer, not the text "abc"/);
  refuses(() => forged('softmax', 'axis', 'float', 0.5), /softmax: axis must be an integer, not 0.5/);
  refuses(() => forged('sum', 'keepdims', 'str', 'abc'), /sum: keepdims must be true or false/);
  refuses(() => forged('sum', 'keepdims', 'ints', [1, 1]), /sum: keepdims must be true or false/);
  refuses(() => forged('einsum', 'equation', 'int', 7), /einsum: equation must be a text, not 7/);
  refuses(() => forged('einsum', 'equation', 'str', 'ij\0'), /NUL/);
  refuses(() => native.opFind(7, []), /a string was expected, not 7/);
  refuses(() => native.seed('1'), /an integer was expected, not a string/);
  refuses(() => native.seed(1.5), /an integer was expected, not 1\.5/);
  refuses(() => native.waitAll(NaN), /an integer was expected, not nan/);
  refuses(() => native.engineSet(1), /true or false was expected, not 1/);
  refuses(() => native.deviceParse(undefined), /a string was expected, not undefined/);
  refuses(() => native.deviceParse('cpu\0x'), /NUL/);
});

test('paths are strings', (t) => {
  const file = path.join(folder(t), 'x.safetensors');
  const net = weir.nn.parse('Linear(2, 1)');
  for (const bad of [undefined, null, 7, { file }]) {
    refuses(() => weir.save(bad, { x: weir.ones([2]) }), /save: the path must be a string/);
    refuses(() => weir.load(bad), /load: the path must be a string/);
    refuses(() => net.save(bad), /a string was expected/);
    refuses(() => net.load(bad), /a string was expected/);
    refuses(() => weir.Dataset.csv(bad), /csv: the path must be a string/);
  }
  refuses(() => weir.save(`${file}\0.txt`, { x: weir.ones([2]) }), /NUL/);
  refuses(() => weir.save(file, { 'a\0b': weir.ones([2]) }), /NUL/);
  refuses(() => weir.save(file, { a: weir.ones([2]) }, { metadata: { key: 'a\0b' } }), /NUL/);
  assert.ok(!fs.existsSync(file));
  weir.save(file, { x: weir.ones([2]) }, { metadata: { key: 'value' } });
  assert.deepStrictEqual(weir.loadMetadata(file), { key: 'value' });
});

test('a learning rate is a number', () => {
  const opt = new weir.optim.SGD([weir.ones([2]).attachGrad()], { lr: 0.5 });
  for (const bad of ['0.05', undefined, null, 1n]) refuses(() => (opt.lr = bad), /lr must be a number/);
  refuses(() => opt.setGroupLr(0, '1'), /lr must be a number/);
  refuses(() => opt.setGroupLr('0', 1), /an integer of 32 bits was expected, not a string/);
  assert.strictEqual(opt.lr, 0.5);
});

test('indices of samples are integers', () => {
  const data = weir.Dataset.arrays([weir.arange(4)]);
  for (const bad of [NaN, 1.5, '1', null, undefined]) {
    refuses(() => data.take([bad]), /take: an index must be an integer/);
    refuses(() => data.subset([bad]), /subset: an index must be an integer/);
  }
  assert.deepStrictEqual(data.take([2, 1n])[0].toArray(), [2, 1]);
  refuses(() => new weir.Loader(data, { batchSize: '2' }), /an integer was expected/);
  refuses(() => new weir.Loader(data, { shuffle: 'yes' }), /true or false was expected/);
});

test('shapes and integers that do not fit', () => {
  const d = Float32Array.of(1, 2, 3, 4);
  refuses(() => weir.array(d, { shape: [4.9] }), /an integer was expected, not 4\.9/);
  refuses(() => weir.array(d, { shape: ['4'] }), /an integer was expected/);
  refuses(() => weir.array(d, { shape: [-2, -2] }), /does not match/);
  refuses(() => weir.array(d, { shape: [2 ** 62, 4, 4] }), /does not match/);
  refuses(() => weir.array(d, { shape: 4 }), /list of integers/);
  refuses(() => weir.array(Float32Array.of(1), { shape: Array(33).fill(1) }), /32 dimensions/);
  assert.strictEqual(weir.array(Float32Array.of(1), { shape: Array(32).fill(1) }).ndim, 32);
  refuses(() => weir.array([10n ** 30n]), /does not fit in int64/);
  refuses(() => weir.array([-1n], { dtype: 'uint64' }), /does not fit in uint64/);
  refuses(() => weir.array([1.5], { dtype: 'int64' }), /not an integer/);
  assert.strictEqual(weir.array([2n ** 63n - 1n]).toTypedArray()[0], 2n ** 63n - 1n);
});

test('a promise of an array outlives the array', async () => {
  const x = weir.ones([300, 300]).matmul(weir.ones([300, 300]));
  const ready = x.ready();
  const values = x.data();
  x.dispose();
  assert.strictEqual((await ready).at(0, 0).item(), 300);
  assert.strictEqual((await values)[5], 300);
  let inside;
  weir.tidy(() => {
    inside = weir.ones([3]).add(1).ready();
  });
  assert.deepStrictEqual((await inside).toArray(), [2, 2, 2]);
  await assert.rejects(x.ready(), { message: /disposed/ });
  refuses(() => x.add(1), /disposed/);
  refuses(() => weir.ones([2]).add(1, { out: x }), /disposed/);
});

test('messages name what to write', () => {
  refuses(() => weir.arange(0, 9), /arange: options must be an object such as \{ stop: \.\.\. \}, not 9/);
  refuses(() => weir.ones([2]) + 1, /use methods: x\.add\(1\)/);
  assert.strictEqual(weir.ones([1]) + 1, 2);
});

test('numbers that an integer dtype cannot hold are refused', () => {
  for (const [value, dtype] of [[300, 'uint8'], [-1, 'uint8'], [128, 'int8'], [2 ** 31, 'int32'], [2 ** 32, 'uint32'], [70000n, 'uint16']]) {
    assert.throws(() => weir.array([value], { dtype }), { name: 'ArgumentError', code: 'ERANGE', message: /does not fit/ });
  }
  for (const value of [1.5, NaN, Infinity]) {
    assert.throws(() => weir.array([value], { dtype: 'int32' }), { name: 'ArgumentError', message: /not an integer/ });
  }
  assert.deepStrictEqual(weir.array([-128, 127], { dtype: 'int8' }).toArray(), [-128, 127]);
  assert.deepStrictEqual(weir.array([0, 2 ** 32 - 1], { dtype: 'uint32' }).toArray(), [0, 2 ** 32 - 1]);
  assert.deepStrictEqual(weir.array([true, 2], { dtype: 'uint8' }).toArray(), [1, 2]);
});

test('objects of another class are refused with a message', () => {
  const net = new weir.nn.Linear(2, 2);
  refuses(() => new weir.optim.Adam(net), /Adam: parameters must be a list of arrays, such as net.parameters\(\)/);
  refuses(() => new weir.optim.Adam(weir.ones([2])), /list of arrays/);
  refuses(() => new weir.optim.Adam([1]), /list of arrays/);
  refuses(() => new weir.Loader(1), /Loader: the data must be a Dataset, such as .*, not 1/);
  refuses(() => new weir.Loader(weir.Dataset.arrays([weir.ones([2])]), { batchsize: 2 }), /there is no option batchsize/);
  refuses(() => weir.Dataset.concat([net]), /must be a Dataset/);
  refuses(() => new weir.nn.Sequential(net, 'ReLU'), /'ReLU' is not a block/);
  const x = weir.ones([2]);
  refuses(() => weir.optim.clipGradNorm([1], 1), /clipGradNorm: parameters must be a list of arrays, .*, not of 1/);
  refuses(() => weir.optim.clipGradNorm(x, 1), /clipGradNorm: parameters must be a list of arrays/);
  refuses(() => weir.optim.clipGradValue(undefined, 1), /clipGradValue: .* list of arrays, .*, not undefined/);
  const sgd = new weir.optim.SGD(net.parameters(), { lr: 1 });
  refuses(() => sgd.setParameters([1]), /list of arrays/);
  refuses(() => weir.randomFlip([[1]]), /randomFlip: an NDArray is required, not \[ \[Array\] \]/);
  refuses(() => weir.randomCrop(null, 1, 1), /randomCrop: an NDArray is required, not null/);
  refuses(() => weir.backward([1]), /backward: the losses must be a list of arrays, not of 1/);
  refuses(() => weir.grad(x, [1]), /grad: the inputs must be a list of arrays, not of 1/);
  refuses(() => weir.Dataset.arrays([x]).take(1), /take: the indices must be a list of integers, not 1/);
});

test('complex numbers have two parts', () => {
  refuses(() => weir.array(['1'], { dtype: 'complex64' }), /'1' is not a number, a boolean or a bigint, or a \{ re, im \}/);
  refuses(() => weir.array([null], { dtype: 'complex64' }), /null is not a number/);
  refuses(() => weir.array([{ re: 1 }], { dtype: 'complex64' }), /\{ re: 1 \} is not a number/);
  refuses(() => weir.array(new Float32Array(3), { dtype: 'complex64' }), /3 floats are not pairs/);
  refuses(() => weir.array(new Float32Array(3), { dtype: 'complex64', copy: false }), /3 floats are not pairs/);
  assert.strictEqual(weir.array([1, { re: 1, im: 2 }]).dtype, 'complex64');
  assert.deepStrictEqual(weir.array([1, { re: 1, im: 2 }]).toArray(), [{ re: 1, im: 0 }, { re: 1, im: 2 }]);
});
