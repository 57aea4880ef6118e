// add.js - the cost of x + 1 on two elements, issued in a row; the time includes waiting for all of it.
//
//   node bench/add.js
//
// Beside it, if they are installed, @tensorflow/tfjs-node and @tensorflow/tfjs (its CPU backend).  The best of several runs is
// printed.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const os = require('node:os');

const RUNS = 15;
const COUNT = 100000;

function best(run, count) {
  run(1000);
  let least = Infinity;
  for (let i = 0; i < RUNS; i++) {
    const start = process.hrtime.bigint();
    run(count);
    least = Math.min(least, Number(process.hrtime.bigint() - start) / count);
  }
  return least;
}

function show(name, ns) {
  console.log(`${name.padEnd(40)} ${ns.toFixed(0).padStart(7)} ns/operation`);
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
