// types.test.js - the type declarations, checked by tsc --strict on a program that uses them, in both module systems.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const path = require('node:path');
const { test } = require('node:test');
const { home } = require('./helpers.js');

const OPTIONS = ['--strict', '--noEmit', '--module', 'node16', '--moduleResolution', 'node16', '--target', 'es2022', '--types', 'node'];

for (const file of ['types.ts', 'types.mts']) {
  test(`tsc --strict accepts ${file}`, () => {
    const tsc = path.join(home, 'node_modules/typescript/bin/tsc');
    try {
      execFileSync(process.execPath, [tsc, ...OPTIONS, path.join('tests', 'types', file)], { cwd: home, encoding: 'utf8' });
    } catch (error) {
      assert.fail(error.stdout || error.message);
    }
  });
}
