// types.test.js - the type declarations, checked by tsc --strict on a program that uses them, in both module systems; the
// reference that TypeDoc makes of them; `using` as tsc compiles it.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
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

test('TypeDoc makes the reference without a warning', () => {
  const { scripts } = require(path.join(home, 'package.json'));
  const [name, ...words] = scripts.docs.split(' ');
  const typedoc = path.join(home, 'node_modules', name, 'bin', name);
  try {
    execFileSync(process.execPath, [typedoc, ...words], { cwd: home, encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout + error.stderr);
  }
  const page = fs.readFileSync(path.join(home, 'docs', 'functions', 'softmax.html'), 'utf8');
  assert.match(page, /scaled to sum to one/);
});

test('using releases at the end of the block', (t) => {
  const source = path.join(home, 'tests', `using-${process.pid}.ts`);
  const program = source.replace(/ts$/, 'js');
  t.after(() => [source, program].forEach((file) => fs.rmSync(file, { force: true })));
  fs.writeFileSync(source, `import weir = require('libweir');
    const x = weir.ones([2]);
    let inner: weir.NDArray;
    { using y = x.add(1); inner = y; if (inner.isDisposed) throw new Error('too early'); }
    console.log(inner.isDisposed, x.isDisposed);`);
  const tsc = path.join(home, 'node_modules/typescript/bin/tsc');
  const options = OPTIONS.filter((option) => option !== '--noEmit');
  try {
    execFileSync(process.execPath, [tsc, ...options, source], { cwd: home, encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout || error.message);
  }
  assert.strictEqual(execFileSync(process.execPath, [program], { cwd: home, encoding: 'utf8' }).trim(), 'true false');
});
