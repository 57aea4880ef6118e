// worker.js - runs a program in a worker thread as if it were a file beside the tests, so that it can require the package by
// its name.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const Module = require('node:module');
const path = require('node:path');

module.exports.evaluate = function evaluate(source) {
  const file = path.join(__dirname, 'worker-source.js');
  const program = new Module(file, module);
  program.filename = file;
  program.paths = module.paths;
  program._compile(source, file);
};
