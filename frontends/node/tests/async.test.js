// async.test.js - await, promises, and failures in flight.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const { test } = require('node:test');
const weir = require('libweir');
const { lineOf, script } = require('./helpers.js');

const SIDE = 400; // a product that is queued, not run inside its call

test('await gives an array that is computed and not thenable', async () => {
  const x = weir.normal([SIDE, SIDE]);
  const y = await x.matmul(x);
  assert.ok(y instanceof weir.NDArray);
  assert.ok(!(y instanceof weir.PendingArray));
  assert.strictEqual(y.then, undefined);
  assert.strictEqual(y.isReady, true);
  assert.strictEqual(await y, y);
  assert.deepStrictEqual(y.add(1).shape, [SIDE, SIDE]);
});

test('asynchronous functions may return arrays', async () => {
  const product = async () => weir.ones([SIDE, SIDE]).matmul(weir.ones([SIDE, SIDE]));
  assert.strictEqual((await product()).at(0, 0).item(), SIDE);
  const all = await Promise.all([1, 2, 3].map((n) => weir.full([SIDE, SIDE], n).add(1)));
  assert.deepStrictEqual(all.map((x) => x.at(0, 0).item()), [2, 3, 4]);
  const data = await weir.ones([4]).data();
  assert.deepStrictEqual(data, Float32Array.of(1, 1, 1, 1));
  await weir.ones([4]).finally(() => {});
});

test('an await leaves the event loop free', async () => {
  let x = weir.normal([SIDE, SIDE]);
  for (let i = 0; i < 40; i++) x = x.matmul(x).multiply(1e-3);
  let turns = 0;
  let done = false;
  const turn = () => {
    turns++;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  await x;
  done = true;
  assert.ok(turns > 1, `the event loop ran ${turns} times`);
});

test('many awaits at once', async () => {
  const x = weir.normal([100, 100]);
  const results = await Promise.all(Array.from({ length: 500 }, (_, i) => x.matmul(x).sum().multiply(0).add(i)));
  results.forEach((y, i) => assert.strictEqual(y.item(), i));
});

test('a failure in flight rejects with the line of the call', async () => {
  const table = weir.normal([300000]);
  const wrong = weir.take(table, [5, 900000], { axis: 0 }); // the failing line
  const later = wrong.add(1).sum();
  const line = lineOf(__filename, '// the failing line');
  const check = (error) => {
    assert.ok(error instanceof weir.AsyncError);
    assert.strictEqual(error.code, 'EINDEX');
    assert.strictEqual(error.operator, 'take');
    assert.strictEqual(error.line, `${__filename}:${line}`);
    assert.match(error.message, /index 900000 .*out of range/);
    return true;
  };
  await assert.rejects(async () => await wrong, check);
  await assert.rejects(async () => await later, check);
  await assert.rejects(later.data(), check);
  assert.throws(() => later.item(), check);
  assert.throws(() => wrong.toArray(), check);
  assert.throws(() => String(wrong), check);
  assert.throws(() => wrong.wait(), check);
});

test('a small operation that fails inside its call reports the same way', () => {
  const wrong = weir.take(weir.zeros([2]), [7], { axis: 0 }); // the small failing line
  const line = lineOf(__filename, '// the small failing line');
  assert.throws(() => wrong.item(), { name: 'AsyncError', operator: 'take', line: `${__filename}:${line}` });
});

test('waitAll throws a failure that nobody has seen, once', () => {
  weir.take(weir.normal([300000]), [900000], { axis: 0 });
  assert.throws(() => weir.waitAll(), { name: 'AsyncError', operator: 'take' });
  weir.waitAll();
});

test('a wait with a timeout ends', () => {
  let x = weir.normal([600, 600]);
  for (let i = 0; i < 30; i++) x = x.matmul(x).multiply(1e-3);
  assert.throws(() => x.wait({ timeout: 0.01 }), { name: 'TimeoutError', code: 'ETIMEDOUT' });
  // a deadline in the past is not "no timeout"
  assert.throws(() => x.wait({ timeout: -5 }), { name: 'TimeoutError' });
  assert.throws(() => weir.waitAll({ timeout: -5 }), { name: 'TimeoutError' });
  assert.throws(() => weir.waitAll({ timeOut: 5 }), { name: 'ArgumentError', message: /no option timeOut/ });
  for (const timeout of [NaN, '5']) {
    assert.throws(() => x.wait({ timeout }), { name: 'ArgumentError', message: /timeout must be a number of milliseconds/ });
  }
  weir.waitAll({ timeout: Number.MAX_SAFE_INTEGER });
  x.wait({ timeout: Infinity });
});

test('the serial engine throws at the call', () => {
  weir.setEngine('serial');
  try {
    assert.throws(() => weir.take(weir.zeros([2]), [7], { axis: 0 }), { name: 'AsyncError', operator: 'take' });
  } finally {
    weir.setEngine('threaded');
  }
});

test('a process lives as long as something is awaited, and no longer', async () => {
  const text = `
    const weir = require('libweir');
    let x = weir.normal([400, 400]);
    for (let i = 0; i < 10; i++) x = x.matmul(x).multiply(1e-3);
    if (process.argv[1] === 'await') x.ready().then(() => console.log('computed'));`;
  assert.deepStrictEqual(await script(text), { code: 0, signal: null, output: '' });
  const { run } = require('./helpers.js');
  const waited = await run(['-e', text, 'await']);
  assert.deepStrictEqual(waited, { code: 0, signal: null, output: 'computed\n' });
});

test('an unhandled failure ends the process as any rejection does', async () => {
  const { code, output } = await script(`
    const weir = require('libweir');
    (async () => { await weir.take(weir.normal([300000]), [900000], { axis: 0 }); })();`);
  assert.strictEqual(code, 1);
  assert.match(output, /AsyncError|out of range/);
});
