// add.js - the cost of x + 1 on two elements, issued in a row; the time includes waiting for all of it.
//
//   node bench/add.js
//
// Beside it, if they are installed, @tensorflow/tfjs-node and @tensorflow/tfjs (its CPU backend).  The best of several runs is
// printed, and the CPU time of all threads per operation, which other programs on the machine disturb less.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const os = require('node:os');

const RUNS = 30;
const COUNT = 50000;

function best(run, count) {
  run(1000);
  const least = { wall: Infinity, cpu: Infinity };
  for (let i = 0; i < RUNS; i++) {
    const start = process.hrtime.bigint();
    const cpu = process.cpuUsage();
    run(count);
    const used = process.cpuUsage(cpu);
    least.wall = Math.min(least.wall, Number(process.hrtime.bigint() - start) / count);
    least.cpu = Math.min(least.cpu, ((used.user + used.system) * 1000) / count);
  }
  return least;
}

function show(name, { wall, cpu }) {
  console.log(`${name.padEnd(40)} ${wall.toFixed(0).padStart(7)} ns/operation ${cpu.toFixed(0).padStart(7)} ns of CPU`);
}

function libweir() {
  const weir = require('libweir');
  const x = weir.array([1, 2]);
  show(
    'libweir, x.add(1)',
    best((n) => {
      let y;
      for (let i = 0; i < n; i++) y = x.add(1);
      y.wait();
    }, COUNT),
  );
  show(
    'libweir, x.add(1), disposed',
    best((n) => {
      for (let i = 0; i < n; i++) x.add(1).dispose();
      weir.waitAll();
    }, COUNT),
  );
}

function tensorflow(name) {
  let tf;
  try {
    tf = require(name);
  } catch {
    console.log(`${name.padEnd(40)} not installed`);
    return;
  }
  tf.env?.().set('PROD', true);
  const x = tf.tensor([1, 2]);
  const one = tf.scalar(1);
  show(
    `${name}, tf.add(x, 1) in tidy`,
    best((n) => {
      tf.tidy(() => {
        let y;
        for (let i = 0; i < n; i++) y = tf.add(x, one);
        y.dataSync();
      });
    }, COUNT / 10),
  );
}

console.log(`${os.cpus()[0].model}, Node ${process.versions.node}`);
libweir();
tensorflow('@tensorflow/tfjs-node');
tensorflow('@tensorflow/tfjs');
