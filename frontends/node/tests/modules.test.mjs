// modules.test.mjs - the package as an ES module.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import weir, { NDArray, array, nn, softmax, var as variance } from 'libweir';
import * as all from 'libweir';

test('both module systems share one library', () => {
  const required = createRequire(import.meta.url)('libweir');
  assert.strictEqual(required, weir);
  assert.strictEqual(required.NDArray, NDArray);
  assert.ok(softmax(array([1, 2])) instanceof NDArray);
  assert.strictEqual(typeof nn.Linear, 'function');
  assert.strictEqual(variance(array([1, 3])).item(), 1);
});

test('the ES module exports every name', () => {
  const names = Object.keys(all).filter((name) => name !== 'default').sort();
  assert.deepStrictEqual(names, Object.keys(weir).sort());
});

test('top-level await, and the line of a failure in an ES module', async () => {
  const failed = weir.take(weir.normal([300000]), [900000], { axis: 0 });
  await assert.rejects(async () => await failed, (error) => {
    assert.match(error.line, new RegExp(`^${fileURLToPath(import.meta.url)}:\\d+$`));
    return true;
  });
});
