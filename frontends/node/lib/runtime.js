// runtime.js - the runtime: seeds, waits, statistics, devices, traces.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const { inspect } = require('node:util');

const { native, checkOptions, deviceNumber, nanoseconds } = require('./core.js');
const { ArgumentError } = require('./errors.js');

// Block until everything issued so far is done; throws the first failure that has not been read.
function waitAll(options = {}) {
  checkOptions('waitAll', options, ['timeout']);
  native.waitAll(nanoseconds('waitAll', options.timeout));
}

module.exports = {
  waitAll,
  version: native.version(),
  // Seed the random numbers.
  seed(number) {
    if (!Number.isSafeInteger(number) || number < 0) throw new ArgumentError(`seed: a whole number from 0 is needed, not ${inspect(number)}`);
    native.seed(number);
  },
  // Counters of the engine and of this thread's arrays.
  stats: () => native.stats(),
  // Bytes in use on a device.
  memory: (device = 'cpu:0') => native.memory(deviceNumber(device)),
  // Return free memory to the system.
  trimMemory: () => native.memoryTrim(),
  // Lower the memory budget of a device.
  setMemoryBudget: (device, bytes) => native.memoryBudget(deviceNumber(device), bytes),
  devices: () => native.devices(),
  // 'threaded', or 'serial': each operation runs inside its call.
  setEngine(engine) {
    if (engine !== 'serial' && engine !== 'threaded') throw new ArgumentError(`setEngine: 'threaded' or 'serial', not ${inspect(engine)}`);
    native.engineSet(engine === 'serial');
  },
  // Cancel all operations that have not started.
  cancelAll: () => native.cancelAll(),
  // Where the program waited, longest first.
  waitProfile: () => native.waits(),
  clearWaitProfile: () => native.waitsClear(),
  // Record operations and waits; stopTrace writes Chrome's trace format.
  startTrace: (events = 0) => native.traceStart(events),
  stopTrace: (path = null) => native.traceStop(path),
  // Release unreachable arrays now, as the library asks for when memory is short.
  collect: () => native.collect(true),
};
