// samples.js - runs the samples of the operators (generated/samples.test.js) and compares the bits of the results with those
// that tools/record_samples.py recorded.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const weir = require('libweir');

const SEED = 7; // as in tools/record_samples.py
const recorded = weir.load(path.join(process.env.LIBWEIR_FRONTENDS, 'samples.safetensors'));
const names = new Set(Object.keys(recorded).map((key) => key.split('.').slice(0, 2).join('.')));
const operators = new Map();

// The recorded inputs of one sample.
function inputs(name) {
  return {
    one: (at) => recorded[`${name}.in${at}`],
    list: (at) => {
      const found = [];
      while (recorded[`${name}.in${at}.${found.length}`]) found.push(recorded[`${name}.in${at}.${found.length}`]);
      return found;
    },
  };
}

function sample(name, call) {
  const operator = name.split('.')[0];
  if (!operators.has(operator)) operators.set(operator, []);
  if (names.has(name)) operators.get(operator).push({ name, call }); // complex128 is not recorded
}

function compare(name, call) {
  weir.seed(SEED);
  const result = call(inputs(name));
  const results = Array.isArray(result) ? result : [result];
  const expected = Object.keys(recorded).filter((key) => key.startsWith(`${name}.out`)).length;
  assert.strictEqual(results.length, expected, `${name}: the number of results`);
  results.forEach((y, i) => {
    const wanted = recorded[`${name}.out${i}`];
    assert.strictEqual(y.dtype, wanted.dtype, `${name}: dtype of result ${i}`);
    assert.deepStrictEqual(y.shape, wanted.shape, `${name}: shape of result ${i}`);
    assert.ok(Buffer.from(y.toBytes()).equals(Buffer.from(wanted.toBytes())), `${name}: result ${i} is ${y}, recorded is ${wanted}`);
  });
}

function done() {
  for (const [operator, list] of operators) {
    test(`samples of ${operator}`, () => list.forEach(({ name, call }) => compare(name, call)));
  }
}

module.exports = { sample, done };
