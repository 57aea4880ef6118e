// errors.js - the library's statuses as errors.
//
// `code` is the name of the status, as in Node's system errors.  An AsyncError happened after the call had returned; it
// knows the operator and the line of the program that issued it.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

class WeirError extends Error {
  constructor(message, { code = 'EINVAL', operator = null, line = null } = {}) {
    super(message);
    this.code = code;
    this.operator = operator;
    this.line = line;
  }

  get name() {
    return this.constructor.name;
  }

  get status() {
    return this.code;
  }
}

class ArgumentError extends WeirError {}
class MemoryError extends WeirError {}
class TimeoutError extends WeirError {}
class FileError extends WeirError {}
class AsyncError extends WeirError {}

const classes = new Map([
  ...['EINVAL', 'EINDEX', 'EAXIS', 'EDTYPE', 'ERANGE', 'EDEVICE', 'EENV'].map((code) => [code, ArgumentError]),
  ...['ENOENT', 'EACCES', 'EEXIST', 'EISDIR', 'ENOTDIR', 'ESYS'].map((code) => [code, FileError]),
  ['ENOMEM', MemoryError],
  ['ETIMEDOUT', TimeoutError],
]);

// The library names its C function at the start of some messages; the method here has the last part of that name.
function inJavaScript(message) {
  return message.replace(/^weir_([a-z0-9_]+):/, (_, name) => {
    const own = name.replace(/^(array|block|optimizer|dataset|loader|metric)_/, '').replace(/_(f64|i64|at|sized|strided)$/, '');
    return `${own.replace(/_([a-z])/g, (__, letter) => letter.toUpperCase())}:`;
  });
}

// Make the error of a status.  `operator` is given for failures in flight only.
function raise(code, message, operator, line) {
  const Kind = operator !== null ? AsyncError : (classes.get(code) ?? WeirError);
  const error = new Kind(inJavaScript(message), { code, operator, line });
  Error.captureStackTrace(error, raise);
  return error;
}

module.exports = { WeirError, ArgumentError, MemoryError, TimeoutError, FileError, AsyncError, raise };
