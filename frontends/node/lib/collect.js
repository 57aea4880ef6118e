// collect.js - runs V8's collector when the library asks for memory.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

let gc;

// V8 has the function only if it is asked for; a program need not be started with --expose-gc.
function find() {
  if (typeof globalThis.gc === 'function') return globalThis.gc;
  const v8 = require('node:v8');
  v8.setFlagsFromString('--expose-gc');
  const found = require('node:vm').runInNewContext('gc');
  v8.setFlagsFromString('--no-expose-gc');
  return found;
}

module.exports = function collect() {
  gc ??= find();
  gc();
};
