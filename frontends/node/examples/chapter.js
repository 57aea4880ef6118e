// chapter.js - asynchronous computation, by experiment: what a program waits for, and what it need not wait for.
//
//   node chapter.js [quick]
//
// Five parts: operations are queued; barriers wait for all or for one; some calls block without looking like it; waiting
// after each operation costs time; and a window bounds the work that is in flight, and so the memory.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const { performance } = require('node:perf_hooks');
const weir = require('libweir');

const { nn, optim } = weir;
const quick = process.argv[2] === 'quick';
const SIDE = quick ? 300 : 1000;
const BATCHES = quick ? 6 : 50;
const MiB = 2 ** 20;

function show(what, ms) {
  console.log(`  ${what.padEnd(44)} ${ms.toFixed(2).padStart(10)} ms`);
}

async function timed(what, fn) {
  const start = performance.now();
  await fn();
  const ms = performance.now() - start;
  show(what, ms);
  return ms;
}

// ---- 1. Queueing -----------------------------------------------------------------------------------------------------

async function queueing() {
  console.log('1. An operation is queued, and its call returns.');
  let product;
  const multiply = () => {
    for (let i = 0; i < 10; i++) {
      const a = weir.normal([SIDE, SIDE]);
      product = a.matmul(a);
    }
  };
  await timed('issue ten products', multiply);
  await timed('wait for the last one', () => product.ready());
  const x = weir.ones([1, 2]);
  const y = weir.ones([1, 2]);
  console.log(`  x * y + 2 = ${x.multiply(y).add(2)}`); // printing waits
}

// ---- 2. Barriers and blockers ----------------------------------------------------------------------------------------

async function barriers() {
  console.log('2. Barriers wait for everything, or for one array; await leaves the event loop free.');
  const a = weir.normal([SIDE, SIDE]).wait();
  const product = () => a.matmul(a);
  await timed('waitAll', () => {
    product();
    weir.waitAll();
  });
  await timed('wait for one array', () => product().wait());
  await timed('await one array', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await product();
    clearInterval(timer);
    console.log(`  (the event loop ran ${ticks} timers meanwhile)`);
  });
  console.log('   Calls that give out values block too.');
  await timed('toTypedArray', () => product().toTypedArray());
  await timed('sum().item()', () => product().sum().item());
}

// ---- 3. Synchronous against asynchronous -----------------------------------------------------------------------------

async function synchronous() {
  console.log('3. Waiting after each operation adds the time of a round trip to each.');
  const x = weir.ones([SIDE, 100]).wait();
  const steps = quick ? 100 : 1000;
  const waiting = await timed(`${steps} additions, each waited for`, () => {
    for (let i = 0; i < steps; i++) x.add(1).wait();
  });
  const queued = await timed(`${steps} additions, the last waited for`, () => {
    let y;
    for (let i = 0; i < steps; i++) y = x.add(1);
    y.wait();
  });
  console.log(`  ratio ${(waiting / queued).toFixed(2)}`);
}

// ---- 4. Memory -------------------------------------------------------------------------------------------------------

function* batches(count) {
  for (let i = 0; i < count; i++) yield [weir.normal([quick ? 64 : 1024, 512]), weir.ones([quick ? 64 : 1024, 1])];
}

async function memory() {
  console.log('4. A training loop that does not wait runs ahead of the computation; a window bounds how far.');
  const net = nn.parse('Linear(512, 2048), ReLU, Linear(2048, 512), ReLU, Linear(512, 1)');
  const sgd = new optim.SGD(net.parameters(), { lr: 1e-3 });
  const lossOf = new nn.MSELoss();
  const step = (x, y) =>
    weir.tidy(() => {
      const loss = weir.record(() => lossOf.forward(net.forward(x), y));
      loss.backward();
      sgd.step();
      return loss;
    });
  const run = (afterStep) => async () => {
    for (const [x, y] of batches(BATCHES)) {
      await afterStep(step(x, y));
      x.dispose();
      y.dispose();
    }
    weir.waitAll();
  };
  const peakOf = async (what, afterStep) => {
    weir.waitAll();
    weir.collect(); // release what earlier parts left
    weir.trimMemory();
    const before = weir.memory().used;
    let most = 0;
    const looking = async (loss) => {
      await afterStep(loss);
      most = Math.max(most, weir.memory().used);
    };
    await timed(what, run(looking));
    console.log(`  ${''.padEnd(44)} ${((most - before) / MiB).toFixed(1).padStart(10)} MiB more than before`);
  };
  for (const [x, y] of batches(1)) step(x, y).wait(); // creates the optimiser's state
  await peakOf('each batch awaited', (loss) => loss.ready());
  await peakOf('no waits', () => {});
  const previous = [];
  await peakOf('a window of two batches', async (loss) => {
    previous.push(loss);
    if (previous.length === 2) await previous.shift().ready();
  });
}

// ---- 5. Failures -----------------------------------------------------------------------------------------------------

async function failures() {
  console.log('5. A failure in flight is thrown where the value is read, and names the line that issued it.');
  const table = weir.normal([100000, 4]);
  const rows = weir.take(table, weir.array([3, 200000], { dtype: 'int64' }), { axis: 0 });
  const total = rows.sum();
  try {
    await total;
  } catch (error) {
    console.log(`  ${error.name} of ${error.operator}: ${error.message.split(';')[0]}`);
  }
}

async function main() {
  for (const part of [queueing, barriers, synchronous, memory, failures]) await part();
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
