// site.js - the line of the program that issues an operation.
//
// The library asks when it queues an operation, not for small ones that run inside their call: reading V8's stack takes
// a few microseconds.  Frames of this package and of Node are skipped.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const path = require('node:path');
const { fileURLToPath } = require('node:url');

const SHALLOW = 4; // frames that suffice for a call from the program
const DEEP = 32;
const home = __dirname + path.sep;
const sites = new Map();
let intern;

const structured = (_, frames) => frames;

function frames(limit) {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const holder = {};
  try {
    Error.stackTraceLimit = limit;
    Error.prepareStackTrace = structured;
    Error.captureStackTrace(holder, locate);
    return holder.stack;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}

function isProgram(file) {
  return file != null && !file.startsWith('node:') && !file.startsWith(home) && !file.startsWith(`file://${home}`);
}

function locate() {
  for (const limit of [SHALLOW, DEEP]) {
    for (const frame of frames(limit)) {
      const file = frame.getFileName();
      if (!isProgram(file)) continue;
      const line = frame.getLineNumber();
      const key = `${file}:${line}`;
      let site = sites.get(key);
      if (site === undefined) {
        site = intern(file.startsWith('file://') ? fileURLToPath(file) : file, line);
        sites.set(key, site);
      }
      return site;
    }
  }
  return 0;
}

module.exports = {
  locate,
  useIntern(internSite) {
    intern = internSite;
  },
};
