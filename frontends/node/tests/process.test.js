// process.test.js - signals, exit, worker threads, and the programs of the documentation.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { Worker } = require('node:worker_threads');
const weir = require('libweir');
const { folder, home, run, script } = require('./helpers.js');

const LONG = `
  const weir = require('libweir');
  let x = weir.normal([1000, 1000]);
  for (let i = 0; i < 2000; i++) x = x.matmul(x).multiply(1e-3);
  require('node:fs').writeSync(1, 'issued');`;

test('SIGINT ends a process that waits', async () => {
  let sent = false;
  const started = (child, output) => {
    if (sent || !output.includes('issued')) return;
    sent = true;
    setTimeout(() => child.kill('SIGINT'), 100);
  };
  const { signal } = await script(`${LONG} x.wait();`, { started });
  assert.strictEqual(signal, 'SIGINT');
});

// Minutes of work for one thread without AVX.  The limit of the tests ends a process that computes it, and shows that it did.
const MINUTES = LONG.replace('1000, 1000', '2000, 2000').replace('2000;', '600;');
const WITHIN = { timeout: 120_000 };

async function exits(t, end) {
  let child = null;
  t.after(() => child?.kill('SIGKILL'));
  const env = { WEIR_CPU: 'portable', WEIR_WORKERS: '1' };
  const { code, output } = await script(`${MINUTES} ${end}`, { env, started: (c) => (child = c) });
  assert.strictEqual(output, 'issued');
  assert.strictEqual(code, 3);
}

test('process.exit does not wait for queued work', WITHIN, (t) => exits(t, 'process.exit(3);'));

test('process.exit does not wait for what is awaited', WITHIN, (t) =>
  exits(t, "x.then(() => require('node:fs').writeSync(1, 'computed')); process.exit(3);"));

test('a program ends by itself with work queued', async () => {
  assert.deepStrictEqual(await script(LONG), { code: 0, signal: null, output: 'issued' });
});

test('an exception with work queued ends the process', async () => {
  const { code, output } = await script(`${LONG} throw new RangeError('own');`);
  assert.strictEqual(code, 1);
  assert.match(output, /RangeError: own/);
});

function work(text, workerData) {
  return new Promise((resolve, reject) => {
    const source = `const { parentPort, workerData } = require('node:worker_threads');
      const weir = require('libweir');
      (async () => parentPort.postMessage(await (async () => { ${text} })()))();`;
    const file = path.join(home, 'tests', 'worker.js'); // resolves libweir as the tests do
    const worker = new Worker(`require(${JSON.stringify(file)}).evaluate(${JSON.stringify(source)})`, { eval: true, workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

test('worker threads compute at the same time', async () => {
  const text = `
    let x = weir.full([64, 64], workerData);
    for (let i = 0; i < 300; i++) x = x.add(1);
    return (await x).at(0, 0).item();`;
  const results = await Promise.all([1, 2, 3, 4].map((n) => work(text, n)));
  assert.deepStrictEqual(results, [301, 302, 303, 304]);
  assert.strictEqual(weir.ones([2]).sum().item(), 2);
});

test('an array is sent to a worker thread without a copy', async () => {
  const x = weir.arange(5);
  const ticket = x.send();
  assert.deepStrictEqual(await work('return weir.receive(workerData).add(1).toArray();', ticket), [1, 2, 3, 4, 5]);
  assert.throws(() => weir.receive(ticket), { name: 'ArgumentError', message: /received already/ });
});

test('a worker thread that ends during an await leaves the others alone', async () => {
  await new Promise((resolve, reject) => {
    const file = path.join(home, 'tests', 'worker.js');
    const source = `const weir = require('libweir');
      let x = weir.normal([500, 500]);
      for (let i = 0; i < 50; i++) x = x.matmul(x).multiply(1e-3);
      x.ready();
      require('node:worker_threads').parentPort.postMessage('awaiting');`;
    const worker = new Worker(`require(${JSON.stringify(file)}).evaluate(${JSON.stringify(source)})`, { eval: true });
    worker.once('message', () => worker.terminate().then(resolve, reject));
    worker.once('error', reject);
  });
  assert.strictEqual((await weir.ones([300, 300]).matmul(weir.ones([300, 300]))).at(0, 0).item(), 300);
  weir.waitAll();
});

test('a process whose main thread does not load the package', async () => {
  const source = "require('libweir').ones([1000, 1000]).sum().item()";
  const file = path.join(home, 'tests', 'worker.js');
  const { code, signal, output } = await script(
    `const { Worker } = require('node:worker_threads');
     const text = 'require(' + ${JSON.stringify(JSON.stringify(file))} + ').evaluate(' + ${JSON.stringify(JSON.stringify(source))} + ')';
     const start = (left) => {
       if (left > 0) new Worker(text, { eval: true }).on('exit', (rc) => { console.log(rc); start(left - 1); });
     };
     start(3);`,
  );
  assert.deepStrictEqual({ code, signal, output }, { code: 0, signal: null, output: '0\n0\n0\n' });
});

test('errors in a worker thread have their line', async () => {
  const text = "try { await weir.take(weir.normal([300000]), [900000], { axis: 0 }); } catch (error) { return error.line; }";
  assert.match(await work(text), /worker-source\.js:\d+$/);
});

test('the chapter runs', async () => {
  const { code, output } = await run(['examples/chapter.js', 'quick']);
  assert.strictEqual(code, 0, output);
  for (const part of ['1.', '2.', '3.', '4.', '5.', 'AsyncError of take']) assert.ok(output.includes(part), output);
});

test('the program that the README of the repository shows gives the result that it says', async (t) => {
  const page = path.join(home, 'tests', 'REPOSITORY.md'); // check.sh copies it
  if (!fs.existsSync(page)) return t.skip('the README of the repository is not here');
  const [, program] = /```js\n([^]*?)```/.exec(fs.readFileSync(page, 'utf8'));
  const file = path.join(home, 'tests', `fit-${process.pid}.mjs`);
  fs.writeFileSync(file, program);
  t.after(() => fs.rmSync(file));
  const { code, output } = await run([file]);
  assert.strictEqual(code, 0, output);
  assert.strictEqual(output.trim(), 'loss 0.003286');
});

test('the quick start of the README runs', async (t) => {
  const text = fs.readFileSync(path.join(home, 'README.md'), 'utf8');
  const [, program] = /## Quick start\n[^]*?```js\n([^]*?)```/.exec(text);
  const file = path.join(home, 'tests', `quick-start-${process.pid}.mjs`); // inside the package, which it imports by name
  fs.writeFileSync(file, program);
  t.after(() => fs.rmSync(file));
  const { code, output } = await run([file]);
  assert.strictEqual(code, 0, output);
  assert.match(output, /\[\[3\., 3\.\],\n \[7\., 7\.\]\]/);
  assert.match(output, /take .*quick-start.*index 7 .*out of range/);
});
