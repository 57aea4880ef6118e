// index.js - the package: const weir = require('libweir').
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const core = require('./core.js');
const { raise, ...errors } = require('./errors.js');
const operators = require('./generated/operators.js');
const layers = require('./generated/layers.js');
const optimizers = require('./generated/optimizers.js');
const data = require('./data.js');
const runtime = require('./runtime.js');
const { Block, parse } = require('./nn.js');
const { Metric } = require('./metric.js');
const { Optimizer, Plateau, clipGradNorm, clipGradValue } = require('./optim.js');
const { dtypes } = require('./generated/tables.js');

const { NDArray, PendingArray, array, autocast, backward, call, customFunction, grad, pause, receive, record, setDefaultDevice, setDefaultDtype, tidy, training } = core;

module.exports = {
  ...operators,
  NDArray,
  PendingArray,
  array,
  autocast,
  backward,
  call,
  customFunction,
  dtypes: Object.freeze(Object.keys(dtypes)),
  grad,
  pause,
  receive,
  record,
  setDefaultDevice,
  setDefaultDtype,
  tidy,
  training,
  ...errors,
  ...runtime,
  ...data,
  Metric,
  nn: { ...layers, Block, parse },
  optim: { ...optimizers, Optimizer, Plateau, clipGradNorm, clipGradValue },
};
