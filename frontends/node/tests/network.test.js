// network.test.js - layers, optimisers, metrics, schedules, data and files.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const weir = require('libweir');
const { folder, home, prepared, run } = require('./helpers.js');

const { nn, optim } = weir;
const LENET =
  'Conv2d(1, 6, 5, padding=2), ReLU, MaxPool2d(2), Conv2d(6, 16, 5), ReLU, MaxPool2d(2),' +
  'Flatten, Linear(400, 120), ReLU, Linear(120, 84), ReLU, Linear(84, 10)';

test('constructors and text make the same network', () => {
  const made = new nn.Sequential(new nn.Linear(4, 8, { bias: false }), new nn.ReLU(), new nn.Linear(8, 2));
  const parsed = nn.parse('Linear(4, 8, bias=false), ReLU, Linear(8, 2)');
  assert.strictEqual(String(made), String(parsed));
  assert.strictEqual(made.parameterCount, 32 + 16 + 2);
  assert.deepStrictEqual([...made.state().keys()], ['0.weight', '2.weight', '2.bias']);
  assert.deepStrictEqual([...made.children().keys()], ['0', '1', '2']);
  assert.match(made.summary(weir.zeros([1, 4])), /Linear/);
  assert.throws(() => new nn.Linear(4, 8, { biass: false }), { message: /there is no option biass; the options are inFeatures/ });
  assert.throws(() => new nn.Conv2d(1, 6), { message: /kernelSize is required/ });
  assert.throws(() => nn.parse('Linnear(1, 2)'), { name: 'ArgumentError' });
});

test('every layer and loss can be constructed by name', () => {
  const settings = { Bilinear: [1, 2, 3], Linear: [4, 5], Conv: [1, 2, 3], Pool: [2], Embedding: [4, 5], GRU: [4, 5], LSTM: [4, 5], RNN: [4, 5], GroupNorm: [2, 4], Unflatten: [1, [2, 2]], Transformer: [4, 2], Multihead: [4, 2], Adaptive: [2] };
  for (const [name, Kind] of Object.entries(nn)) {
    if (['Block', 'Sequential', 'parse'].includes(name)) continue;
    const found = Object.entries(settings).find(([part]) => name.includes(part) && !name.startsWith('Global') && !name.endsWith('Loss'));
    assert.ok(new Kind(...(found ? found[1] : [])) instanceof nn.Block, name);
  }
});

test('layers with several outputs return them all', () => {
  const [y, h] = new nn.GRU(3, 5).forward(weir.zeros([7, 2, 3]));
  assert.deepStrictEqual([y.shape, h.shape], [[7, 2, 5], [1, 2, 5]]);
});

test('every optimiser reduces a loss', () => {
  for (const [name, Kind] of Object.entries(optim)) {
    if (!(Kind.prototype instanceof optim.Optimizer)) continue;
    weir.seed(3);
    const w = weir.array([1, -2, 3]).attachGrad('step');
    const optimizer = new Kind([w], { lr: 0.05 });
    const loss = () => weir.record(() => w.square().sum());
    const first = loss().item();
    for (let i = 0; i < 20; i++) {
      loss().backward();
      optimizer.step();
    }
    assert.ok(loss().item() < first, name);
    optimizer.dispose();
  }
});

test('settings, groups and state of an optimiser', () => {
  const w = weir.ones([2]).attachGrad('step');
  const v = weir.ones([2]).attachGrad('step');
  const adam = new optim.Adam([w], { lr: 0.1, beta1: 0.8 }).addGroup([v], { lr: 0.2 });
  assert.strictEqual(adam.groupCount, 2);
  assert.strictEqual(adam.lr, 0.1);
  weir.record(() => w.add(v).sum()).backward();
  adam.step();
  const state = adam.state();
  assert.ok(state.has('0.exp_avg') && state.has('1.exp_avg'));
  const other = new optim.Adam([w, v]);
  other.setState(state);
  assert.deepStrictEqual(other.state().get('0.exp_avg').toArray(), state.get('0.exp_avg').toArray());
  adam.lr = 0.5;
  assert.strictEqual(adam.lr, 0.5);
  assert.throws(() => new optim.Adam([w], { learningRate: 1 }), { message: /no option learningRate; the options are lr/ });
  assert.throws(() => new optim.SGD([w], { lr: 'fast' }), { message: /lr must be a number/ });
});

test('clipping', () => {
  const w = weir.array([3, 4]).attachGrad();
  weir.record(() => w.square().sum().multiply(0.5)).backward();
  assert.strictEqual(optim.clipGradNorm([w], 1).item(), 5);
  assert.ok(Math.abs(w.grad.at(0).item() - 0.6) < 1e-5);
  optim.clipGradValue([w], 0.1);
  assert.ok(Math.abs(w.grad.at(0).item() - 0.1) < 1e-6);
});

test('schedules', () => {
  const { schedules } = optim;
  assert.strictEqual(schedules.step(1, 25, 10), 0.1 ** 2 * 1);
  assert.ok(Math.abs(schedules.multistep(1, 7, [3, 5], { gamma: 0.5 }) - 0.25) < 1e-12);
  assert.ok(Math.abs(schedules.cosine(1, 5, 10) - 0.5) < 1e-12);
  assert.strictEqual(schedules.exponential(1, 2, 0.5), 0.25);
  assert.strictEqual(schedules.cosineWarmup(1, 0, 10, 100), 0);
  assert.strictEqual(schedules.momentumOneCycle(0, 100), 0.95);
  const plateau = new optim.Plateau({ patience: 1, factor: 0.5 });
  let lr = 1;
  for (const loss of [5, 5, 5, 5]) lr = plateau.next(lr, loss);
  assert.strictEqual(lr, 0.5);
});

test('metrics', async () => {
  const accuracy = new weir.Metric('accuracy');
  accuracy.update([[1, 2], [3, 0], [0, 1]], weir.array([1n, 0n, 0n]));
  assert.ok(Math.abs(accuracy.value() - 2 / 3) < 1e-6);
  assert.ok(Math.abs((await accuracy.read()) - 2 / 3) < 1e-6);
  accuracy.reset();
  assert.ok(Number.isNaN(accuracy.value()));
  assert.throws(() => new weir.Metric('luck'), { name: 'ArgumentError' });
});

test('a loader iterates over epochs, and transforms batches', async () => {
  const data = weir.Dataset.arrays({ x: weir.arange(10), y: weir.arange(10).multiply(2) });
  assert.strictEqual(data.length, 10);
  assert.deepStrictEqual(data.fields, ['x', 'y']);
  const loader = new weir.Loader(data, { batchSize: 4 }).map(([x, y]) => [x.astype('float32'), y]);
  assert.strictEqual(loader.length, 3);
  const sizes = [];
  for (const [x, y] of loader) {
    assert.deepStrictEqual(x.multiply(2).toArray(), y.toArray());
    sizes.push(x.size);
  }
  assert.deepStrictEqual(sizes, [4, 4, 2]);
  const seen = [];
  for await (const [x] of loader) seen.push(...x.toArray());
  assert.deepStrictEqual(seen, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const [x] of loader) if (x.size > 0) break;
  assert.deepStrictEqual([...loader].map(([x]) => x.size), [4, 4, 2]); // after a break, a whole epoch
  const shuffled = (seed) => [...new weir.Loader(data, { batchSize: 10, shuffle: true, seed })][0][0].toArray();
  assert.deepStrictEqual(shuffled(1), shuffled(1));
  assert.notDeepStrictEqual(shuffled(1), shuffled(2));
  const [rows] = weir.Dataset.concat([data, data.subset([9])]).take([10, 0]);
  assert.deepStrictEqual(rows.toArray(), [9, 0]);
  loader.start(5, 2);
  assert.deepStrictEqual([loader.epoch, loader.batch], [5, 2]);
  assert.deepStrictEqual([...loader].map(([x]) => x.size), [2]);
});

test('a CSV file', (t) => {
  const file = path.join(folder(t), 'a.csv');
  fs.writeFileSync(file, 'height,width,kind\n1,2,0\n3,4,1\n');
  const data = weir.Dataset.csv(file, { target: 'kind', targetDtype: 'int64' });
  const [x, y] = data.take([0, 1]);
  assert.deepStrictEqual([x.toArray(), y.toArray()], [[[1, 2], [3, 4]], [0, 1]]);
});

test('images are transformed', () => {
  const x = weir.arange(16).reshape([1, 4, 4, 1]).astype('float32');
  assert.deepStrictEqual(weir.randomFlip(x, { p: 1 }).at(0, 0, ':', 0).toArray(), [3, 2, 1, 0]);
  assert.deepStrictEqual(weir.randomCrop(x, 2, 2).shape, [1, 2, 2, 1]);
});

test('arrays are saved and loaded', (t) => {
  const file = path.join(folder(t), 'a.safetensors');
  const x = weir.normal([3, 4]);
  weir.save(file, { x, n: weir.array([1n, 2n]) }, { metadata: { made: 'here' } });
  const back = weir.load(file);
  assert.deepStrictEqual(back.x.toBytes(), x.toBytes());
  assert.deepStrictEqual(back.n.toTypedArray(), BigInt64Array.of(1n, 2n));
  assert.deepStrictEqual(weir.load(file, { map: true }).x.toBytes(), x.toBytes());
  assert.deepStrictEqual(weir.loadMetadata(file), { made: 'here' });
});

test('a network that C saved is loaded, and computes', () => {
  const net = nn.parse(LENET).load(prepared('lenet.safetensors'));
  const file = weir.load(prepared('lenet.safetensors'));
  for (const [name, array] of net.state()) assert.deepStrictEqual(array.toBytes(), file[name].toBytes(), name);
  assert.deepStrictEqual(net.forward(weir.zeros([2, 1, 28, 28])).shape, [2, 10]);
  assert.throws(() => nn.parse('Linear(1, 2)').load(prepared('lenet.safetensors')), { name: 'ArgumentError' });
});

test('parameters are read, set, tied, cast and frozen', () => {
  const net = nn.parse('Linear(3, 3), Linear(3, 3)');
  net.set('0.weight', weir.eye(3));
  assert.deepStrictEqual(net.get('0.weight').toArray(), weir.eye(3).toArray());
  net.tie('1.weight', '0.weight');
  assert.deepStrictEqual(net.get('1.weight').toArray(), weir.eye(3).toArray());
  net.freeze();
  assert.strictEqual(weir.record(() => net.forward(weir.zeros([1, 3]))).requiresGrad, false);
  net.unfreeze().cast('float64').initialise(5);
  assert.strictEqual(net.get('0.bias').dtype, 'float64');
});

test('LeNet has the same bytes as in C after 100 steps', async (t) => {
  const file = path.join(home, 'lenet.safetensors'); // check.sh has C and Python load it
  const args = fs.readFileSync(prepared('lenet.args'), 'utf8').trim();
  const { code, output } = await run(['examples/lenet.js', '100', file, ...(args ? [args] : [])]);
  assert.strictEqual(code, 0, output);
  assert.ok(fs.readFileSync(file).equals(fs.readFileSync(prepared('lenet.safetensors'))), 'the files differ');
});

// Node exports the functions of its own zlib, whose structs differ from those of the system's.
test('gzip files are read by the system\'s zlib', { skip: !fs.existsSync('/usr/share/datasets/fashion-mnist') }, () => {
  for (let i = 0; i < 3; i++) {
    let rows = 0;
    for (const [image] of new weir.Loader(weir.Dataset.mnist({ part: 'test' }), { batchSize: 50 })) rows += image.shape[0];
    assert.strictEqual(rows, 10000);
  }
});

test('settings that are no options are refused', () => {
  const net = new nn.Linear(2, 1);
  assert.throws(() => new optim.Adam(net.parameters(), 0.1), { message: /Adam: options must be an object such as \{ lr/ });
  assert.throws(() => weir.array([1, 2], 'int32'), { message: /array: options must be an object such as \{ dtype/ });
  assert.throws(() => weir.array([1, 2], { dtyp: 'int32' }), { message: /there is no option dtyp/ });
  assert.throws(() => weir.Dataset.mnist('/nowhere'), { message: /mnist: options must be an object/ });
  assert.throws(() => weir.setEngine('parallel'), { message: /'threaded' or 'serial'/ });
  assert.throws(() => weir.seed('abc'), { message: /a whole number/ });
});

test('an asynchronous function is refused, and its promise does no harm', async () => {
  const x = weir.ones([2]);
  assert.throws(() => weir.tidy(async () => x.add(1)), { message: /must not be asynchronous/ });
  assert.throws(() => weir.record(async () => x.add(1)), { message: /must not be asynchronous/ });
  await new Promise((resolve) => setTimeout(resolve, 10));
});
