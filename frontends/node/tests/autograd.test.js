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

// ---- Functions with their own gradient ----

const square = weir.customFunction(
  (ctx, x) => {
    ctx.save(x);
    return x.square();
  },
  (ctx, dy) => dy.multiply(ctx.saved[0]).multiply(2),
  { name: 'square' },
);

test('a custom function has the gradient that it was given', () => {
  const x = weir.array([1, 2, 3]).attachGrad();
  const y = weir.record(() => square(x).sum());
  assert.strictEqual(y.requiresGrad, true);
  y.backward();
  assert.deepStrictEqual(x.grad.toArray(), [2, 4, 6]);
  // another gradient than the true one, so that it cannot come from the operations of forward
  const straight = weir.customFunction((ctx, v) => v.round(), (ctx, dy) => dy.multiply(7));
  weir.record(() => straight(x.multiply(1.4)).sum()).backward();
  assert.deepStrictEqual(x.grad.toArray(), [7 * 1.4, 7 * 1.4, 7 * 1.4].map(Math.fround));
});

test('without recording a custom function only computes', () => {
  const x = weir.array([3]).attachGrad();
  const y = square(x);
  assert.deepStrictEqual(y.toArray(), [9]);
  assert.strictEqual(y.requiresGrad, false);
  assert.strictEqual(weir.record(() => square(weir.array([3]))).requiresGrad, false);
});

test('custom functions take several arguments and give several results', () => {
  const both = weir.customFunction(
    (ctx, x, factor, y) => {
      assert.deepStrictEqual(ctx.needsInputGrad, [true, false, false]);
      const sum = x.multiply(factor).add(y);
      ctx.save(sum, null);
      ctx.factor = factor;
      return [sum, x.subtract(y)];
    },
    (ctx, dSum, dDifference) => {
      assert.deepStrictEqual(ctx.saved[0].toArray(), [13, 24]);
      assert.strictEqual(ctx.saved[1], null);
      assert.deepStrictEqual(dDifference.toArray(), [0, 0]); // not used: zeros
      return [dSum.multiply(ctx.factor), null, null];
    },
  );
  const x = weir.array([1, 2]).attachGrad();
  const [sum] = weir.record(() => both(x, 3, weir.array([10, 18])));
  sum.backward(weir.array([1, 100]));
  assert.deepStrictEqual(x.grad.toArray(), [3, 300]);
});

test('gradients of gradients go through a custom function', () => {
  const x = weir.array([2]).attachGrad();
  const second = weir.record(() => {
    const cube = weir.customFunction(
      (ctx, v) => (ctx.save(v), v.pow(3)),
      (ctx, dy) => dy.multiply(square(ctx.saved[0])).multiply(3),
    );
    return weir.grad(weir.grad(cube(x).sum(), x, { createGraph: true }).sum(), x);
  });
  assert.deepStrictEqual(second.toArray(), [12]);
});

test('an exception in backward arrives at the caller, and the thread goes on', () => {
  const x = weir.array([1]).attachGrad();
  const failing = weir.customFunction((ctx, v) => v.copy(), () => {
    throw new RangeError('no gradient today');
  });
  const y = weir.record(() => failing(x));
  assert.throws(() => y.backward(), { name: 'RangeError', message: 'no gradient today' });
  const short = weir.customFunction((ctx, a, b) => a.add(b), (ctx, dy) => dy, { name: 'short' });
  const z = weir.record(() => short(x, x));
  assert.throws(() => z.backward(), { message: /short: backward returned 1 gradient for 2 arguments/ });
  const wrong = weir.customFunction((ctx, v) => v.copy(), () => 5, { name: 'wrong' });
  assert.throws(() => weir.record(() => wrong(x)).backward(), { message: /wrong: backward must return arrays, not 5/ });
  assert.throws(() => weir.customFunction((ctx, v) => 7)(x), { message: /must be functions/ });
  assert.throws(() => weir.customFunction(() => 7, () => null)(x), { message: /forward must return arrays/ });
  weir.record(() => square(x).sum()).backward();
  assert.deepStrictEqual(x.grad.toArray(), [2]);
});

test('a saved array that was written since is refused', () => {
  const x = weir.array([1, 2]).attachGrad();
  const kept = weir.array([5, 6]);
  const scale = weir.customFunction((ctx, v) => (ctx.save(kept), v.multiply(kept)), (ctx, dy) => dy.multiply(ctx.saved[0]));
  const y = weir.record(() => scale(x));
  kept.assign(0);
  assert.throws(() => y.backward(), { name: 'ArgumentError', message: /written|changed|modified/ });
});

test('an operation that fails in backward has the line of the function\'s call', async () => {
  const x = weir.array([1, 2]).attachGrad();
  const bad = weir.customFunction((ctx, v) => v.copy(), (ctx, dy) => weir.take(dy, [9, 9], { axis: 0 }));
  const loss = weir.record(() => bad(x).sum()); // this line
  loss.backward();
  await assert.rejects(async () => x.grad.data(), (error) => {
    const line = require('node:fs').readFileSync(__filename, 'utf8').split('\n').findIndex((text) => text.endsWith('// this line')) + 1;
    assert.match(error.line, new RegExp(`autograd\\.test\\.js:${line}$`));
    return error instanceof weir.AsyncError;
  });
});

test('what a custom function holds is released with its results', async () => {
  const x = weir.array([1, 2]).attachGrad();
  const gone = [];
  const registry = new FinalizationRegistry((name) => gone.push(name));
  for (let i = 0; i < 20; i++) {
    const held = { i };
    registry.register(held, i);
    const f = weir.customFunction((ctx, v) => ((ctx.held = held), v.multiply(2)), (ctx, dy) => dy);
    const y = weir.record(() => f(x));
    if (i % 2 === 0) y.sum().item();
  }
  for (let i = 0; i < 20 && gone.length < 15; i++) {
    weir.collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(gone.length >= 15, `${gone.length} of 20 were released`);
});
