// helpers.js - what several tests use.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const home = path.join(__dirname, '..');

// The line of the caller that contains this text, for tests of errors.
function lineOf(file, text) {
  return fs.readFileSync(file, 'utf8').split('\n').findIndex((line) => line.includes(text)) + 1;
}

function folder(t) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'libweir-'));
  t.after(() => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}

// Run node; resolves to { code, signal, output }.  `started` is called with the child.
function run(args, { started, env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: home, env: { ...process.env, NODE_TEST_CONTEXT: '', ...env } });
    let output = '';
    const take = (chunk) => {
      output += chunk;
      if (started) started(child, output);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, output }));
  });
}

// Run a program given as text.
function script(text, options) {
  return run(['-e', text], options);
}

const prepared = (name) => path.join(process.env.LIBWEIR_FRONTENDS, name);

module.exports = { folder, home, lineOf, prepared, run, script };
