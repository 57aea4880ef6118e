// arrays.test.js - making arrays, reading them, indexing, printing, releasing.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const { inspect } = require('node:util');
const { test } = require('node:test');
const weir = require('libweir');

test('lists become arrays, and arrays become lists', () => {
  const x = weir.array([[1, 2], [3, 4.5]]);
  assert.strictEqual(x.dtype, 'float32');
  assert.deepStrictEqual(x.shape, [2, 2]);
  assert.deepStrictEqual(x.strides, [2, 1]);
  assert.strictEqual(x.size, 4);
  assert.strictEqual(x.ndim, 2);
  assert.deepStrictEqual(x.toArray(), [[1, 2], [3, 4.5]]);
  assert.deepStrictEqual(JSON.parse(JSON.stringify({ x })), { x: [[1, 2], [3, 4.5]] });
  assert.strictEqual(weir.array(7).item(), 7);
  assert.deepStrictEqual(weir.array([]).shape, [0]);
  assert.deepStrictEqual(weir.array([[], []]).shape, [2, 0]);
});

test('full takes the shape first, and is no method', () => {
  assert.deepStrictEqual(weir.full([2], 7).toArray(), [7, 7]);
  assert.deepStrictEqual(weir.full([2, 2], [1, 2], { dtype: 'float64' }).toArray(), [[1, 2], [1, 2]]);
  assert.strictEqual(weir.array([7]).full, undefined);
});

test('the kind of values selects the dtype', () => {
  assert.strictEqual(weir.array([true, false]).dtype, 'bool');
  assert.deepStrictEqual(weir.array([true, false]).toArray(), [true, false]);
  assert.strictEqual(weir.array([1n, 2n]).dtype, 'int64');
  assert.strictEqual(weir.array([1, 2], { dtype: 'int32' }).dtype, 'int32');
  assert.deepStrictEqual(weir.array([1.5, 2], { dtype: 'float16' }).toTypedArray(), Float32Array.of(1.5, 2));
  assert.deepStrictEqual(weir.array([{ re: 1, im: 2 }], { dtype: 'complex64' }).toArray(), [{ re: 1, im: 2 }]);
  assert.deepStrictEqual(weir.array([{ re: 1, im: 2 }], { dtype: 'complex128' }).item(), { re: 1, im: 2 });
});

test('typed arrays keep their dtype in both directions', () => {
  const kinds = [Int8Array, Int16Array, Int32Array, Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array];
  for (const Kind of kinds) {
    const values = Kind.of(1, 2, 3);
    const x = weir.array(values);
    assert.strictEqual(x.dtype, Kind.name.replace('Array', '').toLowerCase());
    assert.deepStrictEqual(x.toTypedArray(), values);
    values[0] = 9; // a copy: the array does not change
    assert.strictEqual(x.at(0).item(), 1);
  }
  const large = BigInt64Array.of(2n ** 60n, -5n);
  assert.deepStrictEqual(weir.array(large).toTypedArray(), large);
  assert.deepStrictEqual(weir.array(BigUint64Array.of(2n ** 63n)).toTypedArray(), BigUint64Array.of(2n ** 63n));
  assert.deepStrictEqual(weir.array(Float32Array.of(1, 2, 3, 4), { shape: [2, 2] }).toArray(), [[1, 2], [3, 4]]);
  assert.deepStrictEqual(weir.array(new Float64Array([1, 2, 3, 4]).subarray(1, 3)).toArray(), [2, 3]);
  assert.strictEqual(weir.array(Float32Array.of(1, 0), { dtype: 'complex64' }).size, 1);
  // classes that extend a typed array, and those of another context
  class Samples extends Float32Array {}
  assert.strictEqual(weir.array(Samples.of(1, 2)).dtype, 'float32');
  assert.deepStrictEqual(weir.array(Buffer.from([1, 255])).toTypedArray(), Uint8Array.of(1, 255));
  const foreign = require('node:vm').runInNewContext('Int16Array.of(1, -2)');
  assert.deepStrictEqual(weir.array(foreign).toTypedArray(), Int16Array.of(1, -2));
  assert.deepStrictEqual(weir.array(foreign, { copy: false }).add(1).toArray(), [2, -1]);
  assert.throws(() => weir.array(new DataView(new ArrayBuffer(4))), { name: 'ArgumentError' });
});

test('numbers take the dtype of the array', () => {
  const x = weir.array([1, 2], { dtype: 'int32' });
  assert.strictEqual(x.add(1).dtype, 'int32');
  assert.strictEqual(x.add(1.5).dtype, 'float32');
  assert.strictEqual(x.multiply(2n).dtype, 'int32');
  assert.strictEqual(weir.array([1, 2], { dtype: 'float16' }).add(0.5).dtype, 'float16');
  assert.strictEqual(weir.array([1, 2]).add({ re: 0, im: 1 }).dtype, 'complex64');
});

test('functions and methods are the same operators', () => {
  const x = weir.array([[1, 2], [3, 4]]);
  assert.deepStrictEqual(weir.softmax(x, { axis: 1 }).toArray(), x.softmax({ axis: 1 }).toArray());
  assert.deepStrictEqual(x.sum({ axis: 0, keepdims: true }).toArray(), [[4, 6]]);
  assert.deepStrictEqual(weir.concat([x, [[5, 6]]]).shape, [3, 2]);
  assert.deepStrictEqual(x.var({ axis: 1 }).toArray(), [0.25, 0.25]);
  const [values, indices] = weir.topk(x, 1);
  assert.deepStrictEqual([values.toArray(), indices.toArray()], [[[2], [4]], [[1], [1]]]);
  assert.strictEqual(weir.split(x, { sections: 2 }).length, 2);
  assert.deepStrictEqual(weir.take(x, [1], { axis: 0 }).toArray(), [[3, 4]]);
  const y = weir.zeros([2, 2]);
  assert.strictEqual(x.add(1, { out: y }), y);
  assert.deepStrictEqual(y.toArray(), [[2, 3], [4, 5]]);
  assert.deepStrictEqual(weir.call('log_softmax', [x], { axis: 0 }).toArray(), x.logSoftmax({ axis: 0 }).toArray());
});

test('indexing reads views and copies', () => {
  const x = weir.arange(24).reshape([2, 3, 4]);
  assert.strictEqual(x.at(1, 2, 3).item(), 23);
  assert.strictEqual(x.at(-1, -1, -1).item(), 23);
  assert.deepStrictEqual(x.at(0, '1:').toArray(), [[4, 5, 6, 7], [8, 9, 10, 11]]);
  assert.deepStrictEqual(x.at('...', '::-2').shape, [2, 3, 2]);
  assert.deepStrictEqual(x.at(0, 0, '::-1').toArray(), [3, 2, 1, 0]);
  assert.deepStrictEqual(x.at(null, 0).shape, [1, 3, 4]);
  assert.deepStrictEqual(x.at('...', null).shape, [2, 3, 4, 1]);
  assert.deepStrictEqual(x.at([1, 0], 0, 0).toArray(), [12, 0]);
  assert.deepStrictEqual(x.at(':', [2, 0], 0).toArray(), [[8, 0], [20, 12]]);
  assert.deepStrictEqual(x.at(x.greater(21)).toArray(), [22, 23]);
  assert.deepStrictEqual(x.at(0, weir.array([true, false, true]), 1).toArray(), [1, 9]);
  assert.deepStrictEqual(x.at(0, 0).slice(1, 3).toArray(), [1, 2]);
  assert.deepStrictEqual([...x].map((row) => row.shape), [[3, 4], [3, 4]]);
  assert.throws(() => x.at(2), { name: 'ArgumentError', message: /out of bounds/ });
  assert.throws(() => x.at('1'), { code: 'EINDEX' });
  assert.throws(() => x.at({}), { code: 'EINDEX' });
});

test('assignment writes through views', () => {
  const x = weir.zeros([3, 3]);
  x.set([0], [1, 2, 3]).set(['1:', 0], 7).set(x.equal(0), -1);
  assert.deepStrictEqual(x.toArray(), [[1, 2, 3], [7, -1, -1], [7, -1, -1]]);
  x.set([[2, 0], 1], [5, 6]);
  assert.deepStrictEqual(x.at(':', 1).toArray(), [6, -1, 5]);
  x.at(1).assign(0);
  assert.deepStrictEqual(x.at(1).toArray(), [0, 0, 0]);
});

test('assignment refuses numbers that the dtype cannot hold', () => {
  const x = weir.array([1, 2, 3], { dtype: 'int8' });
  for (const keys of [0, '1:', [], x.greater(1)]) {
    assert.throws(() => x.set(keys, 300), { code: 'ERANGE' });
    assert.throws(() => x.set(keys, [300]), { code: 'ERANGE' });
    assert.throws(() => x.set(keys, 2.5), { code: 'EDTYPE' });
  }
  assert.throws(() => x.assign(-129), { code: 'ERANGE' });
  assert.deepStrictEqual(x.set('1:', [8, 9]).toArray(), [1, 8, 9]);
});

test('assignment is recorded', () => {
  const x = weir.ones([2, 2]).attachGrad();
  const y = weir.record(() => x.multiply(3).set([0, 1], 5).set('1:', x.at(0)).sum());
  y.backward();
  assert.strictEqual(y.item(), 10);
  assert.deepStrictEqual(x.grad.toArray(), [[4, 1], [0, 0]]);
});

test('a typed array is refused if the dtype cannot hold its values', () => {
  assert.throws(() => weir.array(Float64Array.of(1, NaN), { dtype: 'int32' }), { code: 'EINVAL' });
  assert.throws(() => weir.array(Float32Array.of(300), { dtype: 'uint8' }), { code: 'ERANGE' });
  assert.throws(() => weir.array(Int32Array.of(-1), { dtype: 'uint64' }), { code: 'ERANGE' });
  assert.throws(() => weir.array(BigUint64Array.of(2n ** 63n), { dtype: 'int64' }), { code: 'ERANGE' });
  assert.deepStrictEqual(weir.array(Float64Array.of(1, -2), { dtype: 'int8' }).toTypedArray(), Int8Array.of(1, -2));
  assert.deepStrictEqual(weir.array(Int32Array.of(7), { dtype: 'uint64' }).toTypedArray(), BigUint64Array.of(7n));
});

test('save refuses an array without a name', () => {
  assert.throws(() => weir.save('no.safetensors', weir.ones([2])), { name: 'ArgumentError', message: /names/ });
  assert.throws(() => weir.save('no.safetensors', Float32Array.of(1)), { name: 'ArgumentError', message: /names/ });
});

test('wait takes its timeout by name', () => {
  assert.throws(() => weir.ones([2]).wait(5), { name: 'ArgumentError', message: /timeout/ });
});

test('arrays print', () => {
  assert.strictEqual(String(weir.array([[1, 2], [3, 4]])), '[[1., 2.],\n [3., 4.]]');
  assert.strictEqual(inspect(weir.array([1, 2])), 'NDArray float32 (2) [1., 2.]');
  assert.match(inspect(weir.take(weir.zeros([2]), [9], { axis: 0 })), /NDArray float32 \(1\) <take.*out of range/);
});

test('a view shares memory', () => {
  const x = weir.array([1, 2, 3]).add(0);
  const view = x.view({ write: true });
  view[0] = 9;
  assert.strictEqual(x.at(0).item(), 9);
  x.set([1], 8);
  assert.strictEqual(view[1], 8);
  assert.deepStrictEqual(weir.arange(4).reshape([2, 2]).permuteDims().view(), BigInt64Array.of(0n, 2n, 1n, 3n)); // a copy
  assert.throws(() => weir.zeros([2, 3]).permuteDims().view({ write: true }), { code: 'EINVAL' });
});

test('dispose releases at once, and only once', () => {
  const before = weir.stats().liveArrays;
  const x = weir.zeros([1000]);
  assert.strictEqual(weir.stats().liveArrays, before + 1);
  const y = x.add(1);
  x.dispose();
  x.dispose();
  assert.strictEqual(x.isDisposed, true);
  assert.strictEqual(inspect(x), 'NDArray (disposed)');
  assert.strictEqual(y.at(0).item(), 1);
  assert.throws(() => x.add(1), { name: 'ArgumentError', message: /disposed/ });
  if (Symbol.dispose) y[Symbol.dispose]();
  else y.dispose();
  assert.strictEqual(y.isDisposed, true);
});

test('tidy keeps what is returned', () => {
  let inner;
  const kept = weir.tidy(() => {
    inner = weir.zeros([4]);
    const other = weir.tidy(() => ({ y: inner.add(1), n: 1 })).y;
    return [other, inner.add(2)];
  });
  assert.strictEqual(inner.isDisposed, true);
  assert.deepStrictEqual(kept.map((x) => x.at(0).item()), [1, 2]);
  assert.throws(() => weir.tidy(async () => {}), { name: 'ArgumentError' });
  assert.throws(() => weir.tidy(() => { inner = weir.zeros([1]); throw new RangeError('own'); }), RangeError);
  assert.strictEqual(inner.isDisposed, true);
});

test('wrong calls are refused at the call', () => {
  const x = weir.zeros([2, 3]);
  assert.throws(() => x.matmul(x), { name: 'ArgumentError', code: 'EINVAL', message: /matmul: .*inner dimensions/ });
  assert.throws(() => x.softmax({ axis: 5 }), { name: 'ArgumentError', code: 'EAXIS' });
  assert.throws(() => x.softmax({ dim: 1 }), { message: /there is no option dim; the options are axis, out/ });
  assert.throws(() => x.softmax(1), { message: /options must be an object/ });
  assert.throws(() => x.softmax({ axis: 1.5 }), { message: /axis must be an integer/ });
  assert.throws(() => x.reshape('x'), { message: /shape must be/ });
  assert.throws(() => x.astype('float31'), { code: 'EDTYPE' });
  assert.throws(() => x.add(), { message: /the input x2 is missing/ });
  assert.throws(() => x.add('1'), { message: /is not an array, a number/ });
  assert.throws(() => weir.array([[1], [1, 2]]), { message: /rectangle/ });
  assert.throws(() => weir.array(['1']), { message: /is not a number/ });
  assert.throws(() => weir.array([1], { shape: [2] }), { message: /shape/ });
  assert.throws(() => new weir.NDArray(), { message: /make arrays with/ });
  assert.throws(() => weir.zeros([2]).item(), { name: 'ArgumentError', message: /^item: / });
  assert.throws(() => weir.load('/nonexistent'), { name: 'FileError', code: 'ENOENT' });
  assert.throws(() => weir.call('no_such_operator', []), { name: 'WeirError' });
});

test('an error of a call has the stack of the program', () => {
  try {
    weir.zeros([2]).matmul(weir.zeros([3]));
    assert.fail();
  } catch (error) {
    assert.ok(error instanceof weir.WeirError);
    assert.match(error.stack, /arrays\.test\.js/);
  }
});
