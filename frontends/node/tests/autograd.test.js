// autograd.test.js - recording, backward and gradients.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const { test } = require('node:test');
const weir = require('libweir');

test('backward stores the gradients of leaves', () => {
  const x = weir.array([1, 2, 3]).attachGrad();
  assert.strictEqual(x.grad, null);
  const y = weir.record(() => x.square().sum());
  assert.strictEqual(y.requiresGrad, true);
  y.backward();
  assert.deepStrictEqual(x.grad.toArray(), [2, 4, 6]);
  x.grad = weir.zeros([3]);
  assert.deepStrictEqual(x.grad.toArray(), [0, 0, 0]);
  x.grad = null;
  assert.strictEqual(x.grad, null);
});

test('gradients add up in mode add', () => {
  const x = weir.array([1, 2]).attachGrad('add');
  for (let i = 0; i < 2; i++) weir.record(() => x.multiply(3).sum()).backward();
  assert.deepStrictEqual(x.grad.toArray(), [6, 6]);
});

test('grad returns gradients, also of gradients', () => {
  const x = weir.array([2]).attachGrad();
  const second = weir.record(() => {
    const first = weir.grad(x.pow(3).sum(), x, { createGraph: true });
    assert.deepStrictEqual(first.toArray(), [12]);
    return weir.grad(first.sum(), [x])[0];
  });
  assert.deepStrictEqual(second.toArray(), [12]);
  const [none] = weir.grad(weir.record(() => x.sum()), [weir.zeros([1]).attachGrad()]);
  assert.strictEqual(none, null);
});

test('head gradients, pause and detach', () => {
  const x = weir.array([1, 2]).attachGrad();
  const y = weir.record(() => {
    const constant = weir.pause(() => x.multiply(10));
    assert.strictEqual(constant.requiresGrad, false);
    assert.strictEqual(x.detach().requiresGrad, false);
    return x.multiply(constant);
  });
  y.backward(weir.array([1, 100]));
  assert.deepStrictEqual(x.grad.toArray(), [10, 2000]);
});

test('mistakes are named with the remedy in JavaScript', () => {
  const x = weir.array([1, 2]);
  assert.throws(() => x.sum().backward(), { name: 'ArgumentError', message: /weir\.record/ });
  assert.throws(() => weir.record(async () => {}), { message: /must not be asynchronous/ });
  assert.throws(() => x.attachGrad('sometimes'), { message: /'write', 'add', 'step'/ });
});

test('modes end when the function throws', () => {
  const x = weir.array([1]).attachGrad();
  assert.throws(() => weir.record(() => { throw new RangeError('own'); }), RangeError);
  assert.strictEqual(x.add(1).requiresGrad, false);
  assert.strictEqual(weir.autocast('bfloat16', () => weir.ones([4, 4]).matmul(weir.ones([4, 4])).dtype), 'bfloat16');
});
