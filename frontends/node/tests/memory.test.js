// memory.test.js - arrays that a program drops are released, also while it computes without a pause.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const { test } = require('node:test');
const weir = require('libweir');
const { script } = require('./helpers.js');

const MiB = 2 ** 20;

test('a million small operations in one loop run in bounded memory', () => {
  const x = weir.array([1, 2]);
  let y;
  let most = 0;
  let rss = 0;
  for (let i = 0; i < 1e6; i++) {
    y = x.add(1);
    if (i % 10000 === 0) most = Math.max(most, weir.stats().liveArrays);
    if (i === 3e5) rss = process.memoryUsage().rss;
  }
  assert.deepStrictEqual(y.toArray(), [2, 3]);
  assert.ok(most < 5e5, `${most} arrays were alive at once`);
  const grown = process.memoryUsage().rss - rss;
  assert.ok(grown < 200 * MiB, `the process grew by ${Math.round(grown / MiB)} MiB after 300,000 operations`);
});

test('a loop that drops large arrays runs in bounded memory', () => {
  const x = weir.ones([MiB]); // 4 MiB each; 2 GiB in all
  let most = 0;
  let y;
  for (let i = 0; i < 500; i++) {
    y = x.add(i);
    most = Math.max(most, weir.memory().used);
  }
  y.wait();
  assert.ok(most < 1024 * MiB, `${Math.round(most / MiB)} MiB were in use`);
});

test('the collector releases unreachable arrays when the library asks', () => {
  weir.collect();
  const before = weir.stats();
  (() => {
    for (let i = 0; i < 100; i++) weir.zeros([1000]);
  })();
  weir.collect();
  const after = weir.stats();
  assert.ok(after.collections > before.collections);
  assert.ok(after.liveArrays <= before.liveArrays + 1, `${after.liveArrays} arrays are alive, ${before.liveArrays} were`);
});

test('V8 learns the bytes of arrays', () => {
  weir.collect();
  const before = weir.stats().externalBytes;
  const x = weir.zeros([8 * MiB]);
  assert.ok(weir.stats().externalBytes - before >= 30 * MiB); // it is told in steps of a mebibyte
  x.dispose();
  assert.ok(weir.stats().externalBytes - before <= 2 * MiB);
});

test('networks, optimisers, loaders and views are released', () => {
  const use = () => {
    const net = weir.nn.parse('Linear(8, 8), ReLU, Linear(8, 1)');
    const adam = new weir.optim.Adam(net.parameters());
    const loader = new weir.Loader(weir.Dataset.arrays([weir.zeros([32, 8])]), { batchSize: 8 });
    for (const [x] of loader) {
      weir.record(() => net.forward(x).sum()).backward();
      adam.step();
    }
    return weir.ones([64]).view()[0];
  };
  // Threads of the library may still be returning memory when a wait has ended: the least of some looks counts.
  const used = () => {
    let least = Infinity;
    for (let i = 0; i < 20; i++) {
      weir.collect();
      least = Math.min(least, weir.memory().used);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
    return least;
  };
  const round = () => {
    for (let i = 0; i < 20; i++) use();
    weir.waitAll();
  };
  round();
  const first = used();
  for (let i = 0; i < 5; i++) round();
  const grown = used() - first;
  assert.ok(grown <= 64 * 1024, `${grown} bytes are in use that were not`); // views are returned by the event loop
});

test('an array outlives the objects that it was computed from', () => {
  let y = weir.ones([1000]).add(1);
  weir.collect();
  y = y.reshape([10, 100]).at(3).multiply(2);
  weir.collect();
  assert.strictEqual(y.at(99).item(), 4);
});

test('a budget that the program would exceed makes the collector run', async () => {
  const { code, output } = await script(
    `const weir = require('libweir');
     const x = weir.ones([2 ** 20]);
     let y;
     for (let i = 0; i < 300; i++) y = x.add(i);
     console.log(y.at(0).item());`,
    { env: { WEIR_MEMORY: '512M' } },
  );
  assert.strictEqual(output.trim(), '300');
  assert.strictEqual(code, 0);
});

test('views in a loop that does not return to the event loop', async () => {
  const { code, output } = await script(
    `const weir = require('libweir');
     let sum = 0;
     for (let i = 0; i < 300; i++) sum += weir.ones([2 ** 20]).view()[i];
     console.log(sum);`,
    { env: { WEIR_MEMORY: '256M' } },
  );
  assert.strictEqual(output.trim(), '300');
  assert.strictEqual(code, 0);
});

// ---- Shared memory ----

test('copy: false shares the memory of a typed array, both ways', () => {
  const data = Float32Array.from([1, 2, 3, 4]);
  const x = weir.array(data, { copy: false, shape: [2, 2] });
  assert.strictEqual(x.dtype, 'float32');
  x.set([0], 9); // finishes in the call
  assert.deepStrictEqual(Array.from(data), [9, 9, 3, 4]);
  data[3] = 7;
  assert.deepStrictEqual(x.toArray(), [[9, 9], [3, 7]]);
  const part = weir.array(data.subarray(2), { copy: false });
  assert.deepStrictEqual(part.toArray(), [3, 7]);
  assert.deepStrictEqual(weir.array(new Uint8Array([1, 0]), { copy: false, dtype: 'bool' }).toArray(), [true, false]);
  assert.deepStrictEqual(weir.array(Buffer.from([1, 2]), { copy: false }).toArray(), [1, 2]);
  assert.deepStrictEqual(weir.array(new Float64Array(0), { copy: false }).shape, [0]);
  const shared = new Int32Array(new SharedArrayBuffer(8));
  weir.array(shared, { copy: false }).assign(5);
  assert.deepStrictEqual(Array.from(shared), [5, 5]);
});

test('copy: false refuses what cannot be shared', () => {
  assert.throws(() => weir.array([1, 2], { copy: false }), { name: 'ArgumentError', message: /copy: false/ });
  assert.throws(() => weir.array(new Float32Array(2), { copy: false, dtype: 'int64' }), { message: /layout of int64/ });
  assert.throws(() => weir.array(new Uint8Array([2]), { copy: false, dtype: 'bool' }), { message: /layout of bool/ });
  assert.throws(() => weir.array(new Float32Array(2), { copy: false, shape: [3] }), { message: /shape/ });
  assert.throws(() => weir.array(new Float32Array(2), { copy: 1 }), { message: /true or false/ });
  const resizable = new ArrayBuffer(8, { maxByteLength: 16 });
  if (resizable.resizable) {
    assert.throws(() => weir.array(new Float32Array(resizable), { copy: false }), { message: /resizable/ });
  }
});

test('shared memory lives as long as work uses it, and is not transferred', async () => {
  let x = weir.array(new Float64Array(1 << 16).fill(3), { copy: false });
  const { buffer } = new Float32Array(4);
  const y = weir.array(new Float32Array(buffer), { copy: false });
  try {
    structuredClone(buffer, { transfer: [buffer] });
  } catch (error) {
    assert.match(error.name, /DataCloneError|TypeError/); // newer versions of Node throw, older ones copy
  }
  assert.strictEqual(buffer.byteLength, 16);
  if (buffer.transfer !== undefined) assert.throws(() => buffer.transfer(), { name: 'TypeError' });
  assert.deepStrictEqual(y.toArray(), [0, 0, 0, 0]);
  const sum = x.add(1).sum();
  x.dispose();
  x = null;
  for (let i = 0; i < 3; i++) {
    weir.collect();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.strictEqual(sum.item(), 4 * (1 << 16));
});

test('shared memory is returned to the collector', async () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 200; i++) weir.array(new Float64Array(1 << 17), { copy: false }).sum(); // a mebibyte each
  for (let i = 0; i < 50 && process.memoryUsage().arrayBuffers - before > 20e6; i++) {
    weir.waitAll();
    weir.collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 20e6);
});
