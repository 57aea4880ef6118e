// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const { NDArray, call1, call2, invoke, operator } = require('../core.js');

const methods = {};

const ABS = operator('abs', ['x'], [], [], 1);
function abs(x, options) {
  if (options === undefined) return call1(ABS, x);
  return invoke(ABS, [x], null, options);
}
methods.abs = function (options) {
  if (options === undefined) return call1(ABS, this);
  return abs(this, options);
};

const ACOS = operator('acos', ['x'], [], [], 1);
function acos(x, options) {
  if (options === undefined) return call1(ACOS, x);
  return invoke(ACOS, [x], null, options);
}
methods.acos = function (options) {
  if (options === undefined) return call1(ACOS, this);
  return acos(this, options);
};

const ACOSH = operator('acosh', ['x'], [], [], 1);
function acosh(x, options) {
  if (options === undefined) return call1(ACOSH, x);
  return invoke(ACOSH, [x], null, options);
}
methods.acosh = function (options) {
  if (options === undefined) return call1(ACOSH, this);
  return acosh(this, options);
};

const ADAPTIVE_AVG_POOL = operator('adaptive_avg_pool', ['x'], [], [['output_size', 'outputSize', 'ints', true]], 1);
function adaptiveAvgPool(x, outputSize, options) {
  return invoke(ADAPTIVE_AVG_POOL, [x], { outputSize }, options);
}
methods.adaptiveAvgPool = function (outputSize, options) {
  return adaptiveAvgPool(this, outputSize, options);
};

const ADAPTIVE_MAX_POOL = operator('adaptive_max_pool', ['x'], [], [['output_size', 'outputSize', 'ints', true]], 1);
function adaptiveMaxPool(x, outputSize, options) {
  return invoke(ADAPTIVE_MAX_POOL, [x], { outputSize }, options);
}
methods.adaptiveMaxPool = function (outputSize, options) {
  return adaptiveMaxPool(this, outputSize, options);
};

const ADAPTIVE_MAX_POOL_INDICES = operator('adaptive_max_pool_indices', ['x'], [], [['output_size', 'outputSize', 'ints', true]], 1);
function adaptiveMaxPoolIndices(x, outputSize, options) {
  return invoke(ADAPTIVE_MAX_POOL_INDICES, [x], { outputSize }, options);
}
methods.adaptiveMaxPoolIndices = function (outputSize, options) {
  return adaptiveMaxPoolIndices(this, outputSize, options);
};

const ADD = operator('add', ['x1', 'x2'], [], [], 1);
function add(x1, x2, options) {
  if (options === undefined) return call2(ADD, x1, x2);
  return invoke(ADD, [x1, x2], null, options);
}
methods.add = function (x2, options) {
  if (options === undefined) return call2(ADD, this, x2);
  return add(this, x2, options);
};

const AFFINE_GRID = operator('affine_grid', ['theta'], [], [['size', 'size', 'ints', true], ['align_corners', 'alignCorners', 'bool', false]], 1);
function affineGrid(theta, size, options) {
  return invoke(AFFINE_GRID, [theta], { size }, options);
}
methods.affineGrid = function (size, options) {
  return affineGrid(this, size, options);
};

const AFTER = operator('after', ['x', 'arrays...'], [], [], 1);
function after(x, arrays, options) {
  return invoke(AFTER, [x, arrays], null, options);
}
methods.after = function (arrays, options) {
  return after(this, arrays, options);
};

const ALL = operator('all', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function all(x, options) {
  return invoke(ALL, [x], null, options);
}
methods.all = function (options) {
  return all(this, options);
};

const ANGLE = operator('angle', ['x'], [], [], 1);
function angle(x, options) {
  if (options === undefined) return call1(ANGLE, x);
  return invoke(ANGLE, [x], null, options);
}
methods.angle = function (options) {
  if (options === undefined) return call1(ANGLE, this);
  return angle(this, options);
};

const ANY = operator('any', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function any(x, options) {
  return invoke(ANY, [x], null, options);
}
methods.any = function (options) {
  return any(this, options);
};

const ARANGE = operator('arange', [], [], [['start', 'start', 'float', true], ['stop', 'stop', 'float', false], ['step', 'step', 'float', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function arange(start, options) {
  return invoke(ARANGE, [], { start }, options);
}

const ARGMAX = operator('argmax', ['x'], [], [['axis', 'axis', 'int', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function argmax(x, options) {
  return invoke(ARGMAX, [x], null, options);
}
methods.argmax = function (options) {
  return argmax(this, options);
};

const ARGMIN = operator('argmin', ['x'], [], [['axis', 'axis', 'int', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function argmin(x, options) {
  return invoke(ARGMIN, [x], null, options);
}
methods.argmin = function (options) {
  return argmin(this, options);
};

const ARGPARTITION = operator('argpartition', ['x'], [], [['kth', 'kth', 'int', true], ['axis', 'axis', 'int', false]], 1);
function argpartition(x, kth, options) {
  return invoke(ARGPARTITION, [x], { kth }, options);
}
methods.argpartition = function (kth, options) {
  return argpartition(this, kth, options);
};

const ARGSORT = operator('argsort', ['x'], [], [['axis', 'axis', 'int', false], ['descending', 'descending', 'bool', false], ['stable', 'stable', 'bool', false]], 1);
function argsort(x, options) {
  return invoke(ARGSORT, [x], null, options);
}
methods.argsort = function (options) {
  return argsort(this, options);
};

const ASIN = operator('asin', ['x'], [], [], 1);
function asin(x, options) {
  if (options === undefined) return call1(ASIN, x);
  return invoke(ASIN, [x], null, options);
}
methods.asin = function (options) {
  if (options === undefined) return call1(ASIN, this);
  return asin(this, options);
};

const ASINH = operator('asinh', ['x'], [], [], 1);
function asinh(x, options) {
  if (options === undefined) return call1(ASINH, x);
  return invoke(ASINH, [x], null, options);
}
methods.asinh = function (options) {
  if (options === undefined) return call1(ASINH, this);
  return asinh(this, options);
};

const ASTYPE = operator('astype', ['x'], [], [['dtype', 'dtype', 'dtype', true]], 1);
function astype(x, dtype, options) {
  return invoke(ASTYPE, [x], { dtype }, options);
}
methods.astype = function (dtype, options) {
  return astype(this, dtype, options);
};

const ATAN = operator('atan', ['x'], [], [], 1);
function atan(x, options) {
  if (options === undefined) return call1(ATAN, x);
  return invoke(ATAN, [x], null, options);
}
methods.atan = function (options) {
  if (options === undefined) return call1(ATAN, this);
  return atan(this, options);
};

const ATAN2 = operator('atan2', ['x1', 'x2'], [], [], 1);
function atan2(x1, x2, options) {
  if (options === undefined) return call2(ATAN2, x1, x2);
  return invoke(ATAN2, [x1, x2], null, options);
}
methods.atan2 = function (x2, options) {
  if (options === undefined) return call2(ATAN2, this, x2);
  return atan2(this, x2, options);
};

const ATANH = operator('atanh', ['x'], [], [], 1);
function atanh(x, options) {
  if (options === undefined) return call1(ATANH, x);
  return invoke(ATANH, [x], null, options);
}
methods.atanh = function (options) {
  if (options === undefined) return call1(ATANH, this);
  return atanh(this, options);
};

const AVG_POOL = operator('avg_pool', ['x'], [], [['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['ceil_mode', 'ceilMode', 'bool', false], ['count_include_pad', 'countIncludePad', 'bool', false]], 1);
function avgPool(x, kernelSize, options) {
  return invoke(AVG_POOL, [x], { kernelSize }, options);
}
methods.avgPool = function (kernelSize, options) {
  return avgPool(this, kernelSize, options);
};

const BASIC_INDEX = operator('basic_index', ['x'], [], [['kinds', 'kinds', 'ints', false], ['starts', 'starts', 'ints', false], ['stops', 'stops', 'ints', false], ['steps', 'steps', 'ints', false]], 1);
function basicIndex(x, options) {
  return invoke(BASIC_INDEX, [x], null, options);
}
methods.basicIndex = function (options) {
  return basicIndex(this, options);
};

const BASIC_UPDATE = operator('basic_update', ['x', 'y'], [], [['kinds', 'kinds', 'ints', false], ['starts', 'starts', 'ints', false], ['stops', 'stops', 'ints', false], ['steps', 'steps', 'ints', false]], 1);
function basicUpdate(x, y, options) {
  return invoke(BASIC_UPDATE, [x, y], null, options);
}
methods.basicUpdate = function (y, options) {
  return basicUpdate(this, y, options);
};

const BATCH_NORM = operator('batch_norm', ['x'], ['weight', 'bias'], [['eps', 'eps', 'float', false]], 3);
function batchNorm(x, options) {
  return invoke(BATCH_NORM, [x], null, options);
}
methods.batchNorm = function (options) {
  return batchNorm(this, options);
};

const BATCH_NORM_INFERENCE = operator('batch_norm_inference', ['x', 'mean', 'variance'], ['weight', 'bias'], [['eps', 'eps', 'float', false]], 1);
function batchNormInference(x, mean, variance, options) {
  return invoke(BATCH_NORM_INFERENCE, [x, mean, variance], null, options);
}
methods.batchNormInference = function (mean, variance, options) {
  return batchNormInference(this, mean, variance, options);
};

const BERNOULLI = operator('bernoulli', ['probability'], [], [['shape', 'shape', 'ints', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function bernoulli(probability, options) {
  return invoke(BERNOULLI, [probability], null, options);
}
methods.bernoulli = function (options) {
  return bernoulli(this, options);
};

const BETA = operator('beta', ['a', 'b'], [], [['shape', 'shape', 'ints', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function beta(a, b, options) {
  return invoke(BETA, [a, b], null, options);
}
methods.beta = function (b, options) {
  return beta(this, b, options);
};

const BILINEAR = operator('bilinear', ['x1', 'x2', 'weight'], ['bias'], [], 1);
function bilinear(x1, x2, weight, options) {
  return invoke(BILINEAR, [x1, x2, weight], null, options);
}
methods.bilinear = function (x2, weight, options) {
  return bilinear(this, x2, weight, options);
};

const BINARY_CROSS_ENTROPY = operator('binary_cross_entropy', ['x', 'target'], ['weight'], [['reduction', 'reduction', 'str', false]], 1);
function binaryCrossEntropy(x, target, options) {
  return invoke(BINARY_CROSS_ENTROPY, [x, target], null, options);
}
methods.binaryCrossEntropy = function (target, options) {
  return binaryCrossEntropy(this, target, options);
};

const BINARY_CROSS_ENTROPY_WITH_LOGITS = operator('binary_cross_entropy_with_logits', ['x', 'target'], [], [['reduction', 'reduction', 'str', false]], 1);
function binaryCrossEntropyWithLogits(x, target, options) {
  return invoke(BINARY_CROSS_ENTROPY_WITH_LOGITS, [x, target], null, options);
}
methods.binaryCrossEntropyWithLogits = function (target, options) {
  return binaryCrossEntropyWithLogits(this, target, options);
};

const BINCOUNT = operator('bincount', ['x'], ['weights'], [['minlength', 'minlength', 'int', false]], 1, [0]);
function bincount(x, options) {
  return invoke(BINCOUNT, [x], null, options);
}
methods.bincount = function (options) {
  return bincount(this, options);
};

const BINCOUNT_SIZED = operator('bincount_sized', ['x'], ['weights'], [['size', 'size', 'int', true]], 1, [0]);
function bincountSized(x, size, options) {
  return invoke(BINCOUNT_SIZED, [x], { size }, options);
}
methods.bincountSized = function (size, options) {
  return bincountSized(this, size, options);
};

const BINOMIAL = operator('binomial', ['trials', 'probability'], [], [['shape', 'shape', 'ints', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function binomial(trials, probability, options) {
  return invoke(BINOMIAL, [trials, probability], null, options);
}
methods.binomial = function (probability, options) {
  return binomial(this, probability, options);
};

const BITWISE_AND = operator('bitwise_and', ['x1', 'x2'], [], [], 1);
function bitwiseAnd(x1, x2, options) {
  if (options === undefined) return call2(BITWISE_AND, x1, x2);
  return invoke(BITWISE_AND, [x1, x2], null, options);
}
methods.bitwiseAnd = function (x2, options) {
  if (options === undefined) return call2(BITWISE_AND, this, x2);
  return bitwiseAnd(this, x2, options);
};

const BITWISE_INVERT = operator('bitwise_invert', ['x'], [], [], 1);
function bitwiseInvert(x, options) {
  if (options === undefined) return call1(BITWISE_INVERT, x);
  return invoke(BITWISE_INVERT, [x], null, options);
}
methods.bitwiseInvert = function (options) {
  if (options === undefined) return call1(BITWISE_INVERT, this);
  return bitwiseInvert(this, options);
};

const BITWISE_LEFT_SHIFT = operator('bitwise_left_shift', ['x1', 'x2'], [], [], 1, [0, 1]);
function bitwiseLeftShift(x1, x2, options) {
  return invoke(BITWISE_LEFT_SHIFT, [x1, x2], null, options);
}
methods.bitwiseLeftShift = function (x2, options) {
  return bitwiseLeftShift(this, x2, options);
};

const BITWISE_OR = operator('bitwise_or', ['x1', 'x2'], [], [], 1);
function bitwiseOr(x1, x2, options) {
  if (options === undefined) return call2(BITWISE_OR, x1, x2);
  return invoke(BITWISE_OR, [x1, x2], null, options);
}
methods.bitwiseOr = function (x2, options) {
  if (options === undefined) return call2(BITWISE_OR, this, x2);
  return bitwiseOr(this, x2, options);
};

const BITWISE_RIGHT_SHIFT = operator('bitwise_right_shift', ['x1', 'x2'], [], [], 1, [0, 1]);
function bitwiseRightShift(x1, x2, options) {
  return invoke(BITWISE_RIGHT_SHIFT, [x1, x2], null, options);
}
methods.bitwiseRightShift = function (x2, options) {
  return bitwiseRightShift(this, x2, options);
};

const BITWISE_XOR = operator('bitwise_xor', ['x1', 'x2'], [], [], 1);
function bitwiseXor(x1, x2, options) {
  if (options === undefined) return call2(BITWISE_XOR, x1, x2);
  return invoke(BITWISE_XOR, [x1, x2], null, options);
}
methods.bitwiseXor = function (x2, options) {
  if (options === undefined) return call2(BITWISE_XOR, this, x2);
  return bitwiseXor(this, x2, options);
};

const BROADCAST_ARRAYS = operator('broadcast_arrays', ['arrays...'], [], [], 0);
function broadcastArrays(arrays) {
  return invoke(BROADCAST_ARRAYS, [arrays], null);
}

const BROADCAST_TO = operator('broadcast_to', ['x'], [], [['shape', 'shape', 'ints', true]], 1);
function broadcastTo(x, shape, options) {
  return invoke(BROADCAST_TO, [x], { shape }, options);
}
methods.broadcastTo = function (shape, options) {
  return broadcastTo(this, shape, options);
};

const CATEGORICAL = operator('categorical', ['weights'], [], [['count', 'count', 'int', false], ['axis', 'axis', 'int', false], ['logits', 'logits', 'bool', false], ['replacement', 'replacement', 'bool', false], ['dtype', 'dtype', 'dtype', false]], 1);
function categorical(weights, options) {
  return invoke(CATEGORICAL, [weights], null, options);
}
methods.categorical = function (options) {
  return categorical(this, options);
};

const CAUCHY = operator('cauchy', [], [], [['shape', 'shape', 'ints', true], ['loc', 'loc', 'float', false], ['scale', 'scale', 'float', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function cauchy(shape, options) {
  return invoke(CAUCHY, [], { shape }, options);
}

const CDIST = operator('cdist', ['x1', 'x2'], [], [['p', 'p', 'float', false]], 1);
function cdist(x1, x2, options) {
  return invoke(CDIST, [x1, x2], null, options);
}
methods.cdist = function (x2, options) {
  return cdist(this, x2, options);
};

const CEIL = operator('ceil', ['x'], [], [], 1);
function ceil(x, options) {
  if (options === undefined) return call1(CEIL, x);
  return invoke(CEIL, [x], null, options);
}
methods.ceil = function (options) {
  if (options === undefined) return call1(CEIL, this);
  return ceil(this, options);
};

const CELU = operator('celu', ['x'], [], [['alpha', 'alpha', 'float', false]], 1);
function celu(x, options) {
  return invoke(CELU, [x], null, options);
}
methods.celu = function (options) {
  return celu(this, options);
};

const CHANNEL_SHUFFLE = operator('channel_shuffle', ['x'], [], [['groups', 'groups', 'int', true]], 1);
function channelShuffle(x, groups, options) {
  return invoke(CHANNEL_SHUFFLE, [x], { groups }, options);
}
methods.channelShuffle = function (groups, options) {
  return channelShuffle(this, groups, options);
};

const CHECK_FINITE = operator('check_finite', ['x'], ['after'], [], 1);
function checkFinite(x, options) {
  return invoke(CHECK_FINITE, [x], null, options);
}
methods.checkFinite = function (options) {
  return checkFinite(this, options);
};

const CHI_SQUARE = operator('chi_square', ['degrees'], [], [['shape', 'shape', 'ints', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function chiSquare(degrees, options) {
  return invoke(CHI_SQUARE, [degrees], null, options);
}
methods.chiSquare = function (options) {
  return chiSquare(this, options);
};

const CHOLESKY = operator('cholesky', ['x'], [], [['upper', 'upper', 'bool', false]], 1);
function cholesky(x, options) {
  return invoke(CHOLESKY, [x], null, options);
}
methods.cholesky = function (options) {
  return cholesky(this, options);
};

const CLIP = operator('clip', ['x'], ['min', 'max'], [], 1);
function clip(x, options) {
  return invoke(CLIP, [x], null, options);
}
methods.clip = function (options) {
  return clip(this, options);
};

const CONCAT = operator('concat', ['arrays...'], [], [['axis', 'axis', 'int', false]], 1);
function concat(arrays, options) {
  return invoke(CONCAT, [arrays], null, options);
}

const CONJ = operator('conj', ['x'], [], [], 1);
function conj(x, options) {
  if (options === undefined) return call1(CONJ, x);
  return invoke(CONJ, [x], null, options);
}
methods.conj = function (options) {
  if (options === undefined) return call1(CONJ, this);
  return conj(this, options);
};

const CONV = operator('conv', ['x', 'weight'], ['bias'], [['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['dilation', 'dilation', 'ints', false], ['groups', 'groups', 'int', false]], 1);
function conv(x, weight, options) {
  return invoke(CONV, [x, weight], null, options);
}
methods.conv = function (weight, options) {
  return conv(this, weight, options);
};

const CONV_TRANSPOSE = operator('conv_transpose', ['x', 'weight'], ['bias'], [['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['output_padding', 'outputPadding', 'ints', false], ['groups', 'groups', 'int', false], ['dilation', 'dilation', 'ints', false]], 1);
function convTranspose(x, weight, options) {
  return invoke(CONV_TRANSPOSE, [x, weight], null, options);
}
methods.convTranspose = function (weight, options) {
  return convTranspose(this, weight, options);
};

const COPY = operator('copy', ['x'], [], [], 1);
function copy(x, options) {
  if (options === undefined) return call1(COPY, x);
  return invoke(COPY, [x], null, options);
}
methods.copy = function (options) {
  if (options === undefined) return call1(COPY, this);
  return copy(this, options);
};

const COPYSIGN = operator('copysign', ['x1', 'x2'], [], [], 1);
function copysign(x1, x2, options) {
  if (options === undefined) return call2(COPYSIGN, x1, x2);
  return invoke(COPYSIGN, [x1, x2], null, options);
}
methods.copysign = function (x2, options) {
  if (options === undefined) return call2(COPYSIGN, this, x2);
  return copysign(this, x2, options);
};

const COS = operator('cos', ['x'], [], [], 1);
function cos(x, options) {
  if (options === undefined) return call1(COS, x);
  return invoke(COS, [x], null, options);
}
methods.cos = function (options) {
  if (options === undefined) return call1(COS, this);
  return cos(this, options);
};

const COSH = operator('cosh', ['x'], [], [], 1);
function cosh(x, options) {
  if (options === undefined) return call1(COSH, x);
  return invoke(COSH, [x], null, options);
}
methods.cosh = function (options) {
  if (options === undefined) return call1(COSH, this);
  return cosh(this, options);
};

const COSINE_EMBEDDING_LOSS = operator('cosine_embedding_loss', ['x1', 'x2', 'target'], [], [['reduction', 'reduction', 'str', false], ['margin', 'margin', 'float', false]], 1);
function cosineEmbeddingLoss(x1, x2, target, options) {
  return invoke(COSINE_EMBEDDING_LOSS, [x1, x2, target], null, options);
}
methods.cosineEmbeddingLoss = function (x2, target, options) {
  return cosineEmbeddingLoss(this, x2, target, options);
};

const COSINE_SIMILARITY = operator('cosine_similarity', ['x1', 'x2'], [], [['axis', 'axis', 'int', false], ['eps', 'eps', 'float', false]], 1);
function cosineSimilarity(x1, x2, options) {
  return invoke(COSINE_SIMILARITY, [x1, x2], null, options);
}
methods.cosineSimilarity = function (x2, options) {
  return cosineSimilarity(this, x2, options);
};

const COUNT_NONZERO = operator('count_nonzero', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function countNonzero(x, options) {
  return invoke(COUNT_NONZERO, [x], null, options);
}
methods.countNonzero = function (options) {
  return countNonzero(this, options);
};

const CROSS = operator('cross', ['x1', 'x2'], [], [['axis', 'axis', 'int', false]], 1);
function cross(x1, x2, options) {
  return invoke(CROSS, [x1, x2], null, options);
}
methods.cross = function (x2, options) {
  return cross(this, x2, options);
};

const CROSS_ENTROPY = operator('cross_entropy', ['x', 'target'], ['weight'], [['axis', 'axis', 'int', false], ['reduction', 'reduction', 'str', false], ['ignore_index', 'ignoreIndex', 'int', false], ['label_smoothing', 'labelSmoothing', 'float', false]], 1);
function crossEntropy(x, target, options) {
  return invoke(CROSS_ENTROPY, [x, target], null, options);
}
methods.crossEntropy = function (target, options) {
  return crossEntropy(this, target, options);
};

const CTC_LOSS = operator('ctc_loss', ['logProbs', 'targets', 'inputLengths', 'targetLengths'], [], [['blank', 'blank', 'int', false], ['reduction', 'reduction', 'str', false], ['zero_infinity', 'zeroInfinity', 'bool', false]], 1, [1, 2, 3]);
function ctcLoss(logProbs, targets, inputLengths, targetLengths, options) {
  return invoke(CTC_LOSS, [logProbs, targets, inputLengths, targetLengths], null, options);
}
methods.ctcLoss = function (targets, inputLengths, targetLengths, options) {
  return ctcLoss(this, targets, inputLengths, targetLengths, options);
};

const CUMMAX = operator('cummax', ['x'], [], [['axis', 'axis', 'int', false]], 2);
function cummax(x, options) {
  return invoke(CUMMAX, [x], null, options);
}
methods.cummax = function (options) {
  return cummax(this, options);
};

const CUMMIN = operator('cummin', ['x'], [], [['axis', 'axis', 'int', false]], 2);
function cummin(x, options) {
  return invoke(CUMMIN, [x], null, options);
}
methods.cummin = function (options) {
  return cummin(this, options);
};

const CUMULATIVE_PROD = operator('cumulative_prod', ['x'], [], [['axis', 'axis', 'int', false], ['dtype', 'dtype', 'dtype', false], ['include_initial', 'includeInitial', 'bool', false], ['reverse', 'reverse', 'bool', false]], 1);
function cumulativeProd(x, options) {
  return invoke(CUMULATIVE_PROD, [x], null, options);
}
methods.cumulativeProd = function (options) {
  return cumulativeProd(this, options);
};

const CUMULATIVE_SUM = operator('cumulative_sum', ['x'], [], [['axis', 'axis', 'int', false], ['dtype', 'dtype', 'dtype', false], ['include_initial', 'includeInitial', 'bool', false], ['reverse', 'reverse', 'bool', false]], 1);
function cumulativeSum(x, options) {
  return invoke(CUMULATIVE_SUM, [x], null, options);
}
methods.cumulativeSum = function (options) {
  return cumulativeSum(this, options);
};

const DEG2RAD = operator('deg2rad', ['x'], [], [], 1);
function deg2rad(x, options) {
  if (options === undefined) return call1(DEG2RAD, x);
  return invoke(DEG2RAD, [x], null, options);
}
methods.deg2rad = function (options) {
  if (options === undefined) return call1(DEG2RAD, this);
  return deg2rad(this, options);
};

const DET = operator('det', ['x'], [], [], 1);
function det(x, options) {
  if (options === undefined) return call1(DET, x);
  return invoke(DET, [x], null, options);
}
methods.det = function (options) {
  if (options === undefined) return call1(DET, this);
  return det(this, options);
};

const DIAG = operator('diag', ['x'], [], [['k', 'k', 'int', false]], 1);
function diag(x, options) {
  return invoke(DIAG, [x], null, options);
}
methods.diag = function (options) {
  return diag(this, options);
};

const DIAG_EMBED = operator('diag_embed', ['x'], [], [['offset', 'offset', 'int', false], ['n_rows', 'nRows', 'int', false], ['n_cols', 'nCols', 'int', false]], 1);
function diagEmbed(x, options) {
  return invoke(DIAG_EMBED, [x], null, options);
}
methods.diagEmbed = function (options) {
  return diagEmbed(this, options);
};

const DIAGONAL = operator('diagonal', ['x'], [], [['offset', 'offset', 'int', false], ['axis1', 'axis1', 'int', false], ['axis2', 'axis2', 'int', false]], 1);
function diagonal(x, options) {
  return invoke(DIAGONAL, [x], null, options);
}
methods.diagonal = function (options) {
  return diagonal(this, options);
};

const DIFF = operator('diff', ['x'], ['prepend', 'append'], [['n', 'n', 'int', false], ['axis', 'axis', 'int', false]], 1);
function diff(x, options) {
  return invoke(DIFF, [x], null, options);
}
methods.diff = function (options) {
  return diff(this, options);
};

const DIGITIZE = operator('digitize', ['x', 'bins'], [], [['right', 'right', 'bool', false]], 1);
function digitize(x, bins, options) {
  return invoke(DIGITIZE, [x, bins], null, options);
}
methods.digitize = function (bins, options) {
  return digitize(this, bins, options);
};

const DIVIDE = operator('divide', ['x1', 'x2'], [], [], 1);
function divide(x1, x2, options) {
  if (options === undefined) return call2(DIVIDE, x1, x2);
  return invoke(DIVIDE, [x1, x2], null, options);
}
methods.divide = function (x2, options) {
  if (options === undefined) return call2(DIVIDE, this, x2);
  return divide(this, x2, options);
};

const DOT = operator('dot', ['x1', 'x2'], [], [], 1);
function dot(x1, x2, options) {
  if (options === undefined) return call2(DOT, x1, x2);
  return invoke(DOT, [x1, x2], null, options);
}
methods.dot = function (x2, options) {
  if (options === undefined) return call2(DOT, this, x2);
  return dot(this, x2, options);
};

const DROPOUT = operator('dropout', ['x'], [], [['p', 'p', 'float', false]], 2);
function dropout(x, options) {
  return invoke(DROPOUT, [x], null, options);
}
methods.dropout = function (options) {
  return dropout(this, options);
};

const EIG = operator('eig', ['x'], [], [], 2);
function eig(x) {
  return invoke(EIG, [x], null);
}
methods.eig = function () {
  return eig(this);
};

const EIGH = operator('eigh', ['x'], [], [], 2);
function eigh(x) {
  return invoke(EIGH, [x], null);
}
methods.eigh = function () {
  return eigh(this);
};

const EIGVALS = operator('eigvals', ['x'], [], [], 1);
function eigvals(x, options) {
  if (options === undefined) return call1(EIGVALS, x);
  return invoke(EIGVALS, [x], null, options);
}
methods.eigvals = function (options) {
  if (options === undefined) return call1(EIGVALS, this);
  return eigvals(this, options);
};

const EIGVALSH = operator('eigvalsh', ['x'], [], [], 1);
function eigvalsh(x, options) {
  if (options === undefined) return call1(EIGVALSH, x);
  return invoke(EIGVALSH, [x], null, options);
}
methods.eigvalsh = function (options) {
  if (options === undefined) return call1(EIGVALSH, this);
  return eigvalsh(this, options);
};

const EINSUM = operator('einsum', ['operands...'], [], [['equation', 'equation', 'str', true]], 1);
function einsum(operands, equation, options) {
  return invoke(EINSUM, [operands], { equation }, options);
}

const ELU = operator('elu', ['x'], [], [['alpha', 'alpha', 'float', false]], 1);
function elu(x, options) {
  return invoke(ELU, [x], null, options);
}
methods.elu = function (options) {
  return elu(this, options);
};

const EMBEDDING = operator('embedding', ['indices', 'weight'], [], [['padding_idx', 'paddingIdx', 'int', false]], 1, [0]);
function embedding(indices, weight, options) {
  return invoke(EMBEDDING, [indices, weight], null, options);
}
methods.embedding = function (weight, options) {
  return embedding(this, weight, options);
};

const EMPTY = operator('empty', [], [], [['shape', 'shape', 'ints', true], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function empty(shape, options) {
  return invoke(EMPTY, [], { shape }, options);
}

const EMPTY_LIKE = operator('empty_like', ['x'], [], [['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function emptyLike(x, options) {
  return invoke(EMPTY_LIKE, [x], null, options);
}
methods.emptyLike = function (options) {
  return emptyLike(this, options);
};

const EQUAL = operator('equal', ['x1', 'x2'], [], [], 1);
function equal(x1, x2, options) {
  if (options === undefined) return call2(EQUAL, x1, x2);
  return invoke(EQUAL, [x1, x2], null, options);
}
methods.equal = function (x2, options) {
  if (options === undefined) return call2(EQUAL, this, x2);
  return equal(this, x2, options);
};

const ERF = operator('erf', ['x'], [], [], 1);
function erf(x, options) {
  if (options === undefined) return call1(ERF, x);
  return invoke(ERF, [x], null, options);
}
methods.erf = function (options) {
  if (options === undefined) return call1(ERF, this);
  return erf(this, options);
};

const EXP = operator('exp', ['x'], [], [], 1);
function exp(x, options) {
  if (options === undefined) return call1(EXP, x);
  return invoke(EXP, [x], null, options);
}
methods.exp = function (options) {
  if (options === undefined) return call1(EXP, this);
  return exp(this, options);
};

const EXP2 = operator('exp2', ['x'], [], [], 1);
function exp2(x, options) {
  if (options === undefined) return call1(EXP2, x);
  return invoke(EXP2, [x], null, options);
}
methods.exp2 = function (options) {
  if (options === undefined) return call1(EXP2, this);
  return exp2(this, options);
};

const EXPAND_DIMS = operator('expand_dims', ['x'], [], [['axes', 'axis', 'ints', true]], 1);
function expandDims(x, axis, options) {
  return invoke(EXPAND_DIMS, [x], { axis }, options);
}
methods.expandDims = function (axis, options) {
  return expandDims(this, axis, options);
};

const EXPM = operator('expm', ['x'], [], [], 1);
function expm(x, options) {
  if (options === undefined) return call1(EXPM, x);
  return invoke(EXPM, [x], null, options);
}
methods.expm = function (options) {
  if (options === undefined) return call1(EXPM, this);
  return expm(this, options);
};

const EXPM1 = operator('expm1', ['x'], [], [], 1);
function expm1(x, options) {
  if (options === undefined) return call1(EXPM1, x);
  return invoke(EXPM1, [x], null, options);
}
methods.expm1 = function (options) {
  if (options === undefined) return call1(EXPM1, this);
  return expm1(this, options);
};

const EXPONENTIAL = operator('exponential', [], [], [['shape', 'shape', 'ints', true], ['scale', 'scale', 'float', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function exponential(shape, options) {
  return invoke(EXPONENTIAL, [], { shape }, options);
}

const EYE = operator('eye', [], [], [['n_rows', 'nRows', 'int', true], ['n_cols', 'nCols', 'int', false], ['k', 'k', 'int', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function eye(nRows, options) {
  return invoke(EYE, [], { nRows }, options);
}

const FFTN = operator('fftn', ['x'], [], [['s', 's', 'ints', false], ['axes', 'axis', 'ints', false], ['norm', 'norm', 'str', false]], 1);
function fftn(x, options) {
  return invoke(FFTN, [x], null, options);
}
methods.fftn = function (options) {
  return fftn(this, options);
};

const FLATTEN = operator('flatten', ['x'], [], [['start', 'start', 'int', false], ['end', 'end', 'int', false]], 1);
function flatten(x, options) {
  return invoke(FLATTEN, [x], null, options);
}
methods.flatten = function (options) {
  return flatten(this, options);
};

const FLIP = operator('flip', ['x'], [], [['axes', 'axis', 'ints', false]], 1);
function flip(x, options) {
  return invoke(FLIP, [x], null, options);
}
methods.flip = function (options) {
  return flip(this, options);
};

const FLOOR = operator('floor', ['x'], [], [], 1);
function floor(x, options) {
  if (options === undefined) return call1(FLOOR, x);
  return invoke(FLOOR, [x], null, options);
}
methods.floor = function (options) {
  if (options === undefined) return call1(FLOOR, this);
  return floor(this, options);
};

const FLOOR_DIVIDE = operator('floor_divide', ['x1', 'x2'], [], [], 1);
function floorDivide(x1, x2, options) {
  if (options === undefined) return call2(FLOOR_DIVIDE, x1, x2);
  return invoke(FLOOR_DIVIDE, [x1, x2], null, options);
}
methods.floorDivide = function (x2, options) {
  if (options === undefined) return call2(FLOOR_DIVIDE, this, x2);
  return floorDivide(this, x2, options);
};

const FOLD = operator('fold', ['y'], [], [['output_size', 'outputSize', 'ints', true], ['kernel_size', 'kernelSize', 'ints', true], ['dilation', 'dilation', 'ints', false], ['padding', 'padding', 'ints', false], ['stride', 'stride', 'ints', false]], 1);
function fold(y, outputSize, kernelSize, options) {
  return invoke(FOLD, [y], { outputSize, kernelSize }, options);
}
methods.fold = function (outputSize, kernelSize, options) {
  return fold(this, outputSize, kernelSize, options);
};

const FULL = operator('full', ['value'], [], [['shape', 'shape', 'ints', true], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function full(shape, value, options) {
  return invoke(FULL, [value], { shape }, options);
}

const FULL_LIKE = operator('full_like', ['x', 'value'], [], [['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function fullLike(x, value, options) {
  return invoke(FULL_LIKE, [x, value], null, options);
}
methods.fullLike = function (value, options) {
  return fullLike(this, value, options);
};

const GAMMA = operator('gamma', ['concentration'], [], [['scale', 'scale', 'float', false], ['shape', 'shape', 'ints', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function gamma(concentration, options) {
  return invoke(GAMMA, [concentration], null, options);
}
methods.gamma = function (options) {
  return gamma(this, options);
};

const GAUSSIAN_NLL_LOSS = operator('gaussian_nll_loss', ['x', 'target', 'var'], [], [['reduction', 'reduction', 'str', false], ['full', 'full', 'bool', false], ['eps', 'eps', 'float', false]], 1);
function gaussianNllLoss(x, target, var_, options) {
  return invoke(GAUSSIAN_NLL_LOSS, [x, target, var_], null, options);
}
methods.gaussianNllLoss = function (target, var_, options) {
  return gaussianNllLoss(this, target, var_, options);
};

const GELU = operator('gelu', ['x'], [], [], 1);
function gelu(x, options) {
  if (options === undefined) return call1(GELU, x);
  return invoke(GELU, [x], null, options);
}
methods.gelu = function (options) {
  if (options === undefined) return call1(GELU, this);
  return gelu(this, options);
};

const GELU_TANH = operator('gelu_tanh', ['x'], [], [], 1);
function geluTanh(x, options) {
  if (options === undefined) return call1(GELU_TANH, x);
  return invoke(GELU_TANH, [x], null, options);
}
methods.geluTanh = function (options) {
  if (options === undefined) return call1(GELU_TANH, this);
  return geluTanh(this, options);
};

const GEOMETRIC = operator('geometric', ['probability'], [], [['shape', 'shape', 'ints', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function geometric(probability, options) {
  return invoke(GEOMETRIC, [probability], null, options);
}
methods.geometric = function (options) {
  return geometric(this, options);
};

const GLOBAL_AVG_POOL = operator('global_avg_pool', ['x'], [], [], 1);
function globalAvgPool(x, options) {
  if (options === undefined) return call1(GLOBAL_AVG_POOL, x);
  return invoke(GLOBAL_AVG_POOL, [x], null, options);
}
methods.globalAvgPool = function (options) {
  if (options === undefined) return call1(GLOBAL_AVG_POOL, this);
  return globalAvgPool(this, options);
};

const GLOBAL_MAX_POOL = operator('global_max_pool', ['x'], [], [], 1);
function globalMaxPool(x, options) {
  if (options === undefined) return call1(GLOBAL_MAX_POOL, x);
  return invoke(GLOBAL_MAX_POOL, [x], null, options);
}
methods.globalMaxPool = function (options) {
  if (options === undefined) return call1(GLOBAL_MAX_POOL, this);
  return globalMaxPool(this, options);
};

const GLOBAL_NORM = operator('global_norm', ['arrays...'], [], [], 1);
function globalNorm(arrays, options) {
  return invoke(GLOBAL_NORM, [arrays], null, options);
}

const GLU = operator('glu', ['x'], [], [['axis', 'axis', 'int', false]], 1);
function glu(x, options) {
  return invoke(GLU, [x], null, options);
}
methods.glu = function (options) {
  return glu(this, options);
};

const GREATER = operator('greater', ['x1', 'x2'], [], [], 1);
function greater(x1, x2, options) {
  if (options === undefined) return call2(GREATER, x1, x2);
  return invoke(GREATER, [x1, x2], null, options);
}
methods.greater = function (x2, options) {
  if (options === undefined) return call2(GREATER, this, x2);
  return greater(this, x2, options);
};

const GREATER_EQUAL = operator('greater_equal', ['x1', 'x2'], [], [], 1);
function greaterEqual(x1, x2, options) {
  if (options === undefined) return call2(GREATER_EQUAL, x1, x2);
  return invoke(GREATER_EQUAL, [x1, x2], null, options);
}
methods.greaterEqual = function (x2, options) {
  if (options === undefined) return call2(GREATER_EQUAL, this, x2);
  return greaterEqual(this, x2, options);
};

const GRID_SAMPLE = operator('grid_sample', ['x', 'grid'], [], [['mode', 'mode', 'str', false], ['padding_mode', 'paddingMode', 'str', false], ['align_corners', 'alignCorners', 'bool', false]], 1);
function gridSample(x, grid, options) {
  return invoke(GRID_SAMPLE, [x, grid], null, options);
}
methods.gridSample = function (grid, options) {
  return gridSample(this, grid, options);
};

const GROUP_NORM = operator('group_norm', ['x'], ['weight', 'bias'], [['num_groups', 'numGroups', 'int', true], ['eps', 'eps', 'float', false]], 1);
function groupNorm(x, numGroups, options) {
  return invoke(GROUP_NORM, [x], { numGroups }, options);
}
methods.groupNorm = function (numGroups, options) {
  return groupNorm(this, numGroups, options);
};

const GRU = operator('gru', ['x', 'weightIh', 'weightHh'], ['biasIh', 'biasHh', 'h0', 'lengths'], [['reverse', 'reverse', 'bool', false]], 3);
function gru(x, weightIh, weightHh, options) {
  return invoke(GRU, [x, weightIh, weightHh], null, options);
}
methods.gru = function (weightIh, weightHh, options) {
  return gru(this, weightIh, weightHh, options);
};

const GUMBEL = operator('gumbel', [], [], [['shape', 'shape', 'ints', true], ['loc', 'loc', 'float', false], ['scale', 'scale', 'float', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function gumbel(shape, options) {
  return invoke(GUMBEL, [], { shape }, options);
}

const HARDSHRINK = operator('hardshrink', ['x'], [], [['lambd', 'lambd', 'float', false]], 1);
function hardshrink(x, options) {
  return invoke(HARDSHRINK, [x], null, options);
}
methods.hardshrink = function (options) {
  return hardshrink(this, options);
};

const HARDSIGMOID = operator('hardsigmoid', ['x'], [], [], 1);
function hardsigmoid(x, options) {
  if (options === undefined) return call1(HARDSIGMOID, x);
  return invoke(HARDSIGMOID, [x], null, options);
}
methods.hardsigmoid = function (options) {
  if (options === undefined) return call1(HARDSIGMOID, this);
  return hardsigmoid(this, options);
};

const HARDSWISH = operator('hardswish', ['x'], [], [], 1);
function hardswish(x, options) {
  if (options === undefined) return call1(HARDSWISH, x);
  return invoke(HARDSWISH, [x], null, options);
}
methods.hardswish = function (options) {
  if (options === undefined) return call1(HARDSWISH, this);
  return hardswish(this, options);
};

const HARDTANH = operator('hardtanh', ['x'], [], [['min_val', 'minVal', 'float', false], ['max_val', 'maxVal', 'float', false]], 1);
function hardtanh(x, options) {
  return invoke(HARDTANH, [x], null, options);
}
methods.hardtanh = function (options) {
  return hardtanh(this, options);
};

const HINGE_EMBEDDING_LOSS = operator('hinge_embedding_loss', ['x', 'target'], [], [['reduction', 'reduction', 'str', false], ['margin', 'margin', 'float', false]], 1);
function hingeEmbeddingLoss(x, target, options) {
  return invoke(HINGE_EMBEDDING_LOSS, [x, target], null, options);
}
methods.hingeEmbeddingLoss = function (target, options) {
  return hingeEmbeddingLoss(this, target, options);
};

const HINGE_LOSS = operator('hinge_loss', ['x', 'target'], [], [['reduction', 'reduction', 'str', false], ['margin', 'margin', 'float', false]], 1);
function hingeLoss(x, target, options) {
  return invoke(HINGE_LOSS, [x, target], null, options);
}
methods.hingeLoss = function (target, options) {
  return hingeLoss(this, target, options);
};

const HISTOGRAM = operator('histogram', ['x'], ['weights'], [['bins', 'bins', 'int', false], ['min', 'min', 'float', false], ['max', 'max', 'float', false]], 2);
function histogram(x, options) {
  return invoke(HISTOGRAM, [x], null, options);
}
methods.histogram = function (options) {
  return histogram(this, options);
};

const HUBER_LOSS = operator('huber_loss', ['x', 'target'], [], [['reduction', 'reduction', 'str', false], ['delta', 'delta', 'float', false]], 1);
function huberLoss(x, target, options) {
  return invoke(HUBER_LOSS, [x, target], null, options);
}
methods.huberLoss = function (target, options) {
  return huberLoss(this, target, options);
};

const HYPOT = operator('hypot', ['x1', 'x2'], [], [], 1);
function hypot(x1, x2, options) {
  if (options === undefined) return call2(HYPOT, x1, x2);
  return invoke(HYPOT, [x1, x2], null, options);
}
methods.hypot = function (x2, options) {
  if (options === undefined) return call2(HYPOT, this, x2);
  return hypot(this, x2, options);
};

const IFFTN = operator('ifftn', ['x'], [], [['s', 's', 'ints', false], ['axes', 'axis', 'ints', false], ['norm', 'norm', 'str', false]], 1);
function ifftn(x, options) {
  return invoke(IFFTN, [x], null, options);
}
methods.ifftn = function (options) {
  return ifftn(this, options);
};

const IMAG = operator('imag', ['x'], [], [], 1);
function imag(x, options) {
  if (options === undefined) return call1(IMAG, x);
  return invoke(IMAG, [x], null, options);
}
methods.imag = function (options) {
  if (options === undefined) return call1(IMAG, this);
  return imag(this, options);
};

const IMAGE_NORMALIZE = operator('image_normalize', ['x'], ['mean', 'std'], [['scale', 'scale', 'float', false], ['layout', 'layout', 'str', false], ['output_layout', 'outputLayout', 'str', false], ['dtype', 'dtype', 'dtype', false]], 1);
function imageNormalize(x, options) {
  return invoke(IMAGE_NORMALIZE, [x], null, options);
}
methods.imageNormalize = function (options) {
  return imageNormalize(this, options);
};

const IMAGE_RESIZE = operator('image_resize', ['x'], [], [['size', 'size', 'ints', true], ['mode', 'mode', 'str', false], ['antialias', 'antialias', 'bool', false], ['layout', 'layout', 'str', false]], 1);
function imageResize(x, size, options) {
  return invoke(IMAGE_RESIZE, [x], { size }, options);
}
methods.imageResize = function (size, options) {
  return imageResize(this, size, options);
};

const INDEX = operator('index', ['x', 'indices...'], [], [['axes', 'axes', 'ints', false], ['front', 'front', 'bool', false]], 1, [1]);
function index(x, indices, options) {
  return invoke(INDEX, [x, indices], null, options);
}
methods.index = function (indices, options) {
  return index(this, indices, options);
};

const INDEX_PUT = operator('index_put', ['x', 'values', 'indices...'], [], [['axes', 'axes', 'ints', false], ['front', 'front', 'bool', false], ['accumulate', 'accumulate', 'bool', false]], 1, [2]);
function indexPut(x, values, indices, options) {
  return invoke(INDEX_PUT, [x, values, indices], null, options);
}
methods.indexPut = function (values, indices, options) {
  return indexPut(this, values, indices, options);
};

const INNER = operator('inner', ['x1', 'x2'], [], [], 1);
function inner(x1, x2, options) {
  if (options === undefined) return call2(INNER, x1, x2);
  return invoke(INNER, [x1, x2], null, options);
}
methods.inner = function (x2, options) {
  if (options === undefined) return call2(INNER, this, x2);
  return inner(this, x2, options);
};

const INSTANCE_NORM = operator('instance_norm', ['x'], ['weight', 'bias'], [['eps', 'eps', 'float', false]], 1);
function instanceNorm(x, options) {
  return invoke(INSTANCE_NORM, [x], null, options);
}
methods.instanceNorm = function (options) {
  return instanceNorm(this, options);
};

const INTEGERS = operator('integers', [], [], [['low', 'low', 'int', true], ['high', 'high', 'int', true], ['shape', 'shape', 'ints', true], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function integers(low, high, shape, options) {
  return invoke(INTEGERS, [], { low, high, shape }, options);
}

const INTERPOLATE = operator('interpolate', ['x'], [], [['size', 'size', 'ints', false], ['scale_factor', 'scaleFactor', 'float', false], ['mode', 'mode', 'str', false], ['align_corners', 'alignCorners', 'bool', false], ['antialias', 'antialias', 'bool', false]], 1);
function interpolate(x, options) {
  return invoke(INTERPOLATE, [x], null, options);
}
methods.interpolate = function (options) {
  return interpolate(this, options);
};

const INV = operator('inv', ['x'], [], [], 1);
function inv(x, options) {
  if (options === undefined) return call1(INV, x);
  return invoke(INV, [x], null, options);
}
methods.inv = function (options) {
  if (options === undefined) return call1(INV, this);
  return inv(this, options);
};

const IRFFTN = operator('irfftn', ['x'], [], [['s', 's', 'ints', false], ['axes', 'axis', 'ints', false], ['norm', 'norm', 'str', false]], 1);
function irfftn(x, options) {
  return invoke(IRFFTN, [x], null, options);
}
methods.irfftn = function (options) {
  return irfftn(this, options);
};

const ISFINITE = operator('isfinite', ['x'], [], [], 1);
function isfinite(x, options) {
  if (options === undefined) return call1(ISFINITE, x);
  return invoke(ISFINITE, [x], null, options);
}
methods.isfinite = function (options) {
  if (options === undefined) return call1(ISFINITE, this);
  return isfinite(this, options);
};

const ISIN = operator('isin', ['x1', 'x2'], [], [['invert', 'invert', 'bool', false]], 1);
function isin(x1, x2, options) {
  return invoke(ISIN, [x1, x2], null, options);
}
methods.isin = function (x2, options) {
  return isin(this, x2, options);
};

const ISINF = operator('isinf', ['x'], [], [], 1);
function isinf(x, options) {
  if (options === undefined) return call1(ISINF, x);
  return invoke(ISINF, [x], null, options);
}
methods.isinf = function (options) {
  if (options === undefined) return call1(ISINF, this);
  return isinf(this, options);
};

const ISNAN = operator('isnan', ['x'], [], [], 1);
function isnan(x, options) {
  if (options === undefined) return call1(ISNAN, x);
  return invoke(ISNAN, [x], null, options);
}
methods.isnan = function (options) {
  if (options === undefined) return call1(ISNAN, this);
  return isnan(this, options);
};

const KL_DIV = operator('kl_div', ['x', 'target'], [], [['reduction', 'reduction', 'str', false], ['log_target', 'logTarget', 'bool', false]], 1);
function klDiv(x, target, options) {
  return invoke(KL_DIV, [x, target], null, options);
}
methods.klDiv = function (target, options) {
  return klDiv(this, target, options);
};

const KTHVALUE = operator('kthvalue', ['x'], [], [['k', 'k', 'int', false], ['axis', 'axis', 'int', false], ['keepdims', 'keepdims', 'bool', false]], 2);
function kthvalue(x, options) {
  return invoke(KTHVALUE, [x], null, options);
}
methods.kthvalue = function (options) {
  return kthvalue(this, options);
};

const L1_LOSS = operator('l1_loss', ['x', 'target'], [], [['reduction', 'reduction', 'str', false]], 1);
function l1Loss(x, target, options) {
  return invoke(L1_LOSS, [x, target], null, options);
}
methods.l1Loss = function (target, options) {
  return l1Loss(this, target, options);
};

const LAPLACE = operator('laplace', [], [], [['shape', 'shape', 'ints', true], ['loc', 'loc', 'float', false], ['scale', 'scale', 'float', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function laplace(shape, options) {
  return invoke(LAPLACE, [], { shape }, options);
}

const LAYER_NORM = operator('layer_norm', ['x'], ['weight', 'bias'], [['axes', 'axis', 'ints', false], ['eps', 'eps', 'float', false]], 1);
function layerNorm(x, options) {
  return invoke(LAYER_NORM, [x], null, options);
}
methods.layerNorm = function (options) {
  return layerNorm(this, options);
};

const LEAKY_RELU = operator('leaky_relu', ['x'], [], [['negative_slope', 'negativeSlope', 'float', false]], 1);
function leakyRelu(x, options) {
  return invoke(LEAKY_RELU, [x], null, options);
}
methods.leakyRelu = function (options) {
  return leakyRelu(this, options);
};

const LESS = operator('less', ['x1', 'x2'], [], [], 1);
function less(x1, x2, options) {
  if (options === undefined) return call2(LESS, x1, x2);
  return invoke(LESS, [x1, x2], null, options);
}
methods.less = function (x2, options) {
  if (options === undefined) return call2(LESS, this, x2);
  return less(this, x2, options);
};

const LESS_EQUAL = operator('less_equal', ['x1', 'x2'], [], [], 1);
function lessEqual(x1, x2, options) {
  if (options === undefined) return call2(LESS_EQUAL, x1, x2);
  return invoke(LESS_EQUAL, [x1, x2], null, options);
}
methods.lessEqual = function (x2, options) {
  if (options === undefined) return call2(LESS_EQUAL, this, x2);
  return lessEqual(this, x2, options);
};

const LEXSORT = operator('lexsort', ['keys...'], [], [['axis', 'axis', 'int', false]], 1);
function lexsort(keys, options) {
  return invoke(LEXSORT, [keys], null, options);
}

const LINEAR = operator('linear', ['x', 'weight'], ['bias'], [], 1);
function linear(x, weight, options) {
  return invoke(LINEAR, [x, weight], null, options);
}
methods.linear = function (weight, options) {
  return linear(this, weight, options);
};

const LINEAR_SCAN = operator('linear_scan', ['a', 'b'], [], [['axis', 'axis', 'int', false], ['reverse', 'reverse', 'bool', false]], 1);
function linearScan(a, b, options) {
  return invoke(LINEAR_SCAN, [a, b], null, options);
}
methods.linearScan = function (b, options) {
  return linearScan(this, b, options);
};

const LINSPACE = operator('linspace', [], [], [['start', 'start', 'float', true], ['stop', 'stop', 'float', true], ['num', 'num', 'int', false], ['endpoint', 'endpoint', 'bool', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function linspace(start, stop, options) {
  return invoke(LINSPACE, [], { start, stop }, options);
}

const LOCAL_RESPONSE_NORM = operator('local_response_norm', ['x'], [], [['size', 'size', 'int', true], ['alpha', 'alpha', 'float', false], ['beta', 'beta', 'float', false], ['k', 'k', 'float', false]], 1);
function localResponseNorm(x, size, options) {
  return invoke(LOCAL_RESPONSE_NORM, [x], { size }, options);
}
methods.localResponseNorm = function (size, options) {
  return localResponseNorm(this, size, options);
};

const LOG = operator('log', ['x'], [], [], 1);
function log(x, options) {
  if (options === undefined) return call1(LOG, x);
  return invoke(LOG, [x], null, options);
}
methods.log = function (options) {
  if (options === undefined) return call1(LOG, this);
  return log(this, options);
};

const LOG10 = operator('log10', ['x'], [], [], 1);
function log10(x, options) {
  if (options === undefined) return call1(LOG10, x);
  return invoke(LOG10, [x], null, options);
}
methods.log10 = function (options) {
  if (options === undefined) return call1(LOG10, this);
  return log10(this, options);
};

const LOG1P = operator('log1p', ['x'], [], [], 1);
function log1p(x, options) {
  if (options === undefined) return call1(LOG1P, x);
  return invoke(LOG1P, [x], null, options);
}
methods.log1p = function (options) {
  if (options === undefined) return call1(LOG1P, this);
  return log1p(this, options);
};

const LOG2 = operator('log2', ['x'], [], [], 1);
function log2(x, options) {
  if (options === undefined) return call1(LOG2, x);
  return invoke(LOG2, [x], null, options);
}
methods.log2 = function (options) {
  if (options === undefined) return call1(LOG2, this);
  return log2(this, options);
};

const LOG_SIGMOID = operator('log_sigmoid', ['x'], [], [], 1);
function logSigmoid(x, options) {
  if (options === undefined) return call1(LOG_SIGMOID, x);
  return invoke(LOG_SIGMOID, [x], null, options);
}
methods.logSigmoid = function (options) {
  if (options === undefined) return call1(LOG_SIGMOID, this);
  return logSigmoid(this, options);
};

const LOG_SOFTMAX = operator('log_softmax', ['x'], [], [['axis', 'axis', 'int', false]], 1);
function logSoftmax(x, options) {
  return invoke(LOG_SOFTMAX, [x], null, options);
}
methods.logSoftmax = function (options) {
  return logSoftmax(this, options);
};

const LOGADDEXP = operator('logaddexp', ['x1', 'x2'], [], [], 1);
function logaddexp(x1, x2, options) {
  if (options === undefined) return call2(LOGADDEXP, x1, x2);
  return invoke(LOGADDEXP, [x1, x2], null, options);
}
methods.logaddexp = function (x2, options) {
  if (options === undefined) return call2(LOGADDEXP, this, x2);
  return logaddexp(this, x2, options);
};

const LOGICAL_AND = operator('logical_and', ['x1', 'x2'], [], [], 1);
function logicalAnd(x1, x2, options) {
  if (options === undefined) return call2(LOGICAL_AND, x1, x2);
  return invoke(LOGICAL_AND, [x1, x2], null, options);
}
methods.logicalAnd = function (x2, options) {
  if (options === undefined) return call2(LOGICAL_AND, this, x2);
  return logicalAnd(this, x2, options);
};

const LOGICAL_NOT = operator('logical_not', ['x'], [], [], 1);
function logicalNot(x, options) {
  if (options === undefined) return call1(LOGICAL_NOT, x);
  return invoke(LOGICAL_NOT, [x], null, options);
}
methods.logicalNot = function (options) {
  if (options === undefined) return call1(LOGICAL_NOT, this);
  return logicalNot(this, options);
};

const LOGICAL_OR = operator('logical_or', ['x1', 'x2'], [], [], 1);
function logicalOr(x1, x2, options) {
  if (options === undefined) return call2(LOGICAL_OR, x1, x2);
  return invoke(LOGICAL_OR, [x1, x2], null, options);
}
methods.logicalOr = function (x2, options) {
  if (options === undefined) return call2(LOGICAL_OR, this, x2);
  return logicalOr(this, x2, options);
};

const LOGICAL_XOR = operator('logical_xor', ['x1', 'x2'], [], [], 1);
function logicalXor(x1, x2, options) {
  if (options === undefined) return call2(LOGICAL_XOR, x1, x2);
  return invoke(LOGICAL_XOR, [x1, x2], null, options);
}
methods.logicalXor = function (x2, options) {
  if (options === undefined) return call2(LOGICAL_XOR, this, x2);
  return logicalXor(this, x2, options);
};

const LOGISTIC = operator('logistic', [], [], [['shape', 'shape', 'ints', true], ['loc', 'loc', 'float', false], ['scale', 'scale', 'float', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function logistic(shape, options) {
  return invoke(LOGISTIC, [], { shape }, options);
}

const LOGIT = operator('logit', ['x'], [], [], 1);
function logit(x, options) {
  if (options === undefined) return call1(LOGIT, x);
  return invoke(LOGIT, [x], null, options);
}
methods.logit = function (options) {
  if (options === undefined) return call1(LOGIT, this);
  return logit(this, options);
};

const LOGNORMAL = operator('lognormal', [], [], [['shape', 'shape', 'ints', true], ['loc', 'loc', 'float', false], ['scale', 'scale', 'float', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function lognormal(shape, options) {
  return invoke(LOGNORMAL, [], { shape }, options);
}

const LOGSUMEXP = operator('logsumexp', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function logsumexp(x, options) {
  return invoke(LOGSUMEXP, [x], null, options);
}
methods.logsumexp = function (options) {
  return logsumexp(this, options);
};

const LP_POOL = operator('lp_pool', ['x'], [], [['norm_type', 'normType', 'float', false], ['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['ceil_mode', 'ceilMode', 'bool', false]], 1);
function lpPool(x, kernelSize, options) {
  return invoke(LP_POOL, [x], { kernelSize }, options);
}
methods.lpPool = function (kernelSize, options) {
  return lpPool(this, kernelSize, options);
};

const LSTM = operator('lstm', ['x', 'weightIh', 'weightHh'], ['biasIh', 'biasHh', 'h0', 'c0', 'lengths'], [['reverse', 'reverse', 'bool', false]], 4);
function lstm(x, weightIh, weightHh, options) {
  return invoke(LSTM, [x, weightIh, weightHh], null, options);
}
methods.lstm = function (weightIh, weightHh, options) {
  return lstm(this, weightIh, weightHh, options);
};

const MARGIN_RANKING_LOSS = operator('margin_ranking_loss', ['x1', 'x2', 'target'], [], [['reduction', 'reduction', 'str', false], ['margin', 'margin', 'float', false]], 1);
function marginRankingLoss(x1, x2, target, options) {
  return invoke(MARGIN_RANKING_LOSS, [x1, x2, target], null, options);
}
methods.marginRankingLoss = function (x2, target, options) {
  return marginRankingLoss(this, x2, target, options);
};

const MASK_PUT = operator('mask_put', ['x', 'mask', 'values'], [], [], 1);
function maskPut(x, mask, values, options) {
  return invoke(MASK_PUT, [x, mask, values], null, options);
}
methods.maskPut = function (mask, values, options) {
  return maskPut(this, mask, values, options);
};

const MASK_SELECT = operator('mask_select', ['x', 'mask'], [], [], 1);
function maskSelect(x, mask, options) {
  if (options === undefined) return call2(MASK_SELECT, x, mask);
  return invoke(MASK_SELECT, [x, mask], null, options);
}
methods.maskSelect = function (mask, options) {
  if (options === undefined) return call2(MASK_SELECT, this, mask);
  return maskSelect(this, mask, options);
};

const MATMUL = operator('matmul', ['x1', 'x2'], [], [], 1);
function matmul(x1, x2, options) {
  if (options === undefined) return call2(MATMUL, x1, x2);
  return invoke(MATMUL, [x1, x2], null, options);
}
methods.matmul = function (x2, options) {
  if (options === undefined) return call2(MATMUL, this, x2);
  return matmul(this, x2, options);
};

const MATRIX_NORM = operator('matrix_norm', ['x'], [], [['keepdims', 'keepdims', 'bool', false], ['ord', 'ord', 'str', false]], 1);
function matrixNorm(x, options) {
  return invoke(MATRIX_NORM, [x], null, options);
}
methods.matrixNorm = function (options) {
  return matrixNorm(this, options);
};

const MATRIX_POWER = operator('matrix_power', ['x'], [], [['n', 'n', 'int', true]], 1);
function matrixPower(x, n, options) {
  return invoke(MATRIX_POWER, [x], { n }, options);
}
methods.matrixPower = function (n, options) {
  return matrixPower(this, n, options);
};

const MATRIX_TRANSPOSE = operator('matrix_transpose', ['x'], [], [], 1);
function matrixTranspose(x, options) {
  if (options === undefined) return call1(MATRIX_TRANSPOSE, x);
  return invoke(MATRIX_TRANSPOSE, [x], null, options);
}
methods.matrixTranspose = function (options) {
  if (options === undefined) return call1(MATRIX_TRANSPOSE, this);
  return matrixTranspose(this, options);
};

const MAX = operator('max', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function max(x, options) {
  return invoke(MAX, [x], null, options);
}
methods.max = function (options) {
  return max(this, options);
};

const MAX_POOL = operator('max_pool', ['x'], [], [['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['dilation', 'dilation', 'ints', false], ['ceil_mode', 'ceilMode', 'bool', false]], 1);
function maxPool(x, kernelSize, options) {
  return invoke(MAX_POOL, [x], { kernelSize }, options);
}
methods.maxPool = function (kernelSize, options) {
  return maxPool(this, kernelSize, options);
};

const MAX_POOL_INDICES = operator('max_pool_indices', ['x'], [], [['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['dilation', 'dilation', 'ints', false], ['ceil_mode', 'ceilMode', 'bool', false]], 1);
function maxPoolIndices(x, kernelSize, options) {
  return invoke(MAX_POOL_INDICES, [x], { kernelSize }, options);
}
methods.maxPoolIndices = function (kernelSize, options) {
  return maxPoolIndices(this, kernelSize, options);
};

const MAX_UNPOOL = operator('max_unpool', ['x', 'indices'], [], [['output_size', 'outputSize', 'ints', true]], 1, [1]);
function maxUnpool(x, indices, outputSize, options) {
  return invoke(MAX_UNPOOL, [x, indices], { outputSize }, options);
}
methods.maxUnpool = function (indices, outputSize, options) {
  return maxUnpool(this, indices, outputSize, options);
};

const MAXIMUM = operator('maximum', ['x1', 'x2'], [], [], 1);
function maximum(x1, x2, options) {
  if (options === undefined) return call2(MAXIMUM, x1, x2);
  return invoke(MAXIMUM, [x1, x2], null, options);
}
methods.maximum = function (x2, options) {
  if (options === undefined) return call2(MAXIMUM, this, x2);
  return maximum(this, x2, options);
};

const MEAN = operator('mean', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function mean(x, options) {
  return invoke(MEAN, [x], null, options);
}
methods.mean = function (options) {
  return mean(this, options);
};

const MEDIAN = operator('median', ['x'], [], [['axis', 'axis', 'int', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function median(x, options) {
  return invoke(MEDIAN, [x], null, options);
}
methods.median = function (options) {
  return median(this, options);
};

const MESHGRID = operator('meshgrid', ['arrays...'], [], [['indexing', 'indexing', 'str', false]], 0);
function meshgrid(arrays, options) {
  return invoke(MESHGRID, [arrays], null, options);
}

const MIN = operator('min', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function min(x, options) {
  return invoke(MIN, [x], null, options);
}
methods.min = function (options) {
  return min(this, options);
};

const MINIMUM = operator('minimum', ['x1', 'x2'], [], [], 1);
function minimum(x1, x2, options) {
  if (options === undefined) return call2(MINIMUM, x1, x2);
  return invoke(MINIMUM, [x1, x2], null, options);
}
methods.minimum = function (x2, options) {
  if (options === undefined) return call2(MINIMUM, this, x2);
  return minimum(this, x2, options);
};

const MISH = operator('mish', ['x'], [], [], 1);
function mish(x, options) {
  if (options === undefined) return call1(MISH, x);
  return invoke(MISH, [x], null, options);
}
methods.mish = function (options) {
  if (options === undefined) return call1(MISH, this);
  return mish(this, options);
};

const MOVEAXIS = operator('moveaxis', ['x'], [], [['source', 'source', 'ints', true], ['destination', 'destination', 'ints', true]], 1);
function moveaxis(x, source, destination, options) {
  return invoke(MOVEAXIS, [x], { source, destination }, options);
}
methods.moveaxis = function (source, destination, options) {
  return moveaxis(this, source, destination, options);
};

const MSE_LOSS = operator('mse_loss', ['x', 'target'], [], [['reduction', 'reduction', 'str', false]], 1);
function mseLoss(x, target, options) {
  return invoke(MSE_LOSS, [x, target], null, options);
}
methods.mseLoss = function (target, options) {
  return mseLoss(this, target, options);
};

const MULTI_MARGIN_LOSS = operator('multi_margin_loss', ['x', 'target'], ['weight'], [['reduction', 'reduction', 'str', false], ['p', 'p', 'float', false], ['margin', 'margin', 'float', false]], 1, [1]);
function multiMarginLoss(x, target, options) {
  return invoke(MULTI_MARGIN_LOSS, [x, target], null, options);
}
methods.multiMarginLoss = function (target, options) {
  return multiMarginLoss(this, target, options);
};

const MULTILABEL_SOFT_MARGIN_LOSS = operator('multilabel_soft_margin_loss', ['x', 'target'], ['weight'], [['reduction', 'reduction', 'str', false]], 1);
function multilabelSoftMarginLoss(x, target, options) {
  return invoke(MULTILABEL_SOFT_MARGIN_LOSS, [x, target], null, options);
}
methods.multilabelSoftMarginLoss = function (target, options) {
  return multilabelSoftMarginLoss(this, target, options);
};

const MULTIPLY = operator('multiply', ['x1', 'x2'], [], [], 1);
function multiply(x1, x2, options) {
  if (options === undefined) return call2(MULTIPLY, x1, x2);
  return invoke(MULTIPLY, [x1, x2], null, options);
}
methods.multiply = function (x2, options) {
  if (options === undefined) return call2(MULTIPLY, this, x2);
  return multiply(this, x2, options);
};

const NANARGMAX = operator('nanargmax', ['x'], [], [['axis', 'axis', 'int', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function nanargmax(x, options) {
  return invoke(NANARGMAX, [x], null, options);
}
methods.nanargmax = function (options) {
  return nanargmax(this, options);
};

const NANARGMIN = operator('nanargmin', ['x'], [], [['axis', 'axis', 'int', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function nanargmin(x, options) {
  return invoke(NANARGMIN, [x], null, options);
}
methods.nanargmin = function (options) {
  return nanargmin(this, options);
};

const NANCUMPROD = operator('nancumprod', ['x'], [], [['axis', 'axis', 'int', false], ['dtype', 'dtype', 'dtype', false]], 1);
function nancumprod(x, options) {
  return invoke(NANCUMPROD, [x], null, options);
}
methods.nancumprod = function (options) {
  return nancumprod(this, options);
};

const NANCUMSUM = operator('nancumsum', ['x'], [], [['axis', 'axis', 'int', false], ['dtype', 'dtype', 'dtype', false]], 1);
function nancumsum(x, options) {
  return invoke(NANCUMSUM, [x], null, options);
}
methods.nancumsum = function (options) {
  return nancumsum(this, options);
};

const NANMAX = operator('nanmax', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function nanmax(x, options) {
  return invoke(NANMAX, [x], null, options);
}
methods.nanmax = function (options) {
  return nanmax(this, options);
};

const NANMEAN = operator('nanmean', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function nanmean(x, options) {
  return invoke(NANMEAN, [x], null, options);
}
methods.nanmean = function (options) {
  return nanmean(this, options);
};

const NANMEDIAN = operator('nanmedian', ['x'], [], [['axis', 'axis', 'int', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function nanmedian(x, options) {
  return invoke(NANMEDIAN, [x], null, options);
}
methods.nanmedian = function (options) {
  return nanmedian(this, options);
};

const NANMIN = operator('nanmin', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function nanmin(x, options) {
  return invoke(NANMIN, [x], null, options);
}
methods.nanmin = function (options) {
  return nanmin(this, options);
};

const NANPROD = operator('nanprod', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false], ['dtype', 'dtype', 'dtype', false]], 1);
function nanprod(x, options) {
  return invoke(NANPROD, [x], null, options);
}
methods.nanprod = function (options) {
  return nanprod(this, options);
};

const NANSTD = operator('nanstd', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false], ['correction', 'correction', 'float', false]], 1);
function nanstd(x, options) {
  return invoke(NANSTD, [x], null, options);
}
methods.nanstd = function (options) {
  return nanstd(this, options);
};

const NANSUM = operator('nansum', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false], ['dtype', 'dtype', 'dtype', false]], 1);
function nansum(x, options) {
  return invoke(NANSUM, [x], null, options);
}
methods.nansum = function (options) {
  return nansum(this, options);
};

const NANVAR = operator('nanvar', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false], ['correction', 'correction', 'float', false]], 1);
function nanvar(x, options) {
  return invoke(NANVAR, [x], null, options);
}
methods.nanvar = function (options) {
  return nanvar(this, options);
};

const NEGATIVE = operator('negative', ['x'], [], [], 1);
function negative(x, options) {
  if (options === undefined) return call1(NEGATIVE, x);
  return invoke(NEGATIVE, [x], null, options);
}
methods.negative = function (options) {
  if (options === undefined) return call1(NEGATIVE, this);
  return negative(this, options);
};

const NEXTAFTER = operator('nextafter', ['x1', 'x2'], [], [], 1);
function nextafter(x1, x2, options) {
  if (options === undefined) return call2(NEXTAFTER, x1, x2);
  return invoke(NEXTAFTER, [x1, x2], null, options);
}
methods.nextafter = function (x2, options) {
  if (options === undefined) return call2(NEXTAFTER, this, x2);
  return nextafter(this, x2, options);
};

const NLL_LOSS = operator('nll_loss', ['x', 'target'], ['weight'], [['axis', 'axis', 'int', false], ['reduction', 'reduction', 'str', false], ['ignore_index', 'ignoreIndex', 'int', false]], 1, [1]);
function nllLoss(x, target, options) {
  return invoke(NLL_LOSS, [x, target], null, options);
}
methods.nllLoss = function (target, options) {
  return nllLoss(this, target, options);
};

const NONZERO = operator('nonzero', ['x'], [], [], 0);
function nonzero(x) {
  return invoke(NONZERO, [x], null);
}
methods.nonzero = function () {
  return nonzero(this);
};

const NORMAL = operator('normal', [], [], [['shape', 'shape', 'ints', true], ['mean', 'mean', 'float', false], ['std', 'std', 'float', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function normal(shape, options) {
  return invoke(NORMAL, [], { shape }, options);
}

const NORMALIZE = operator('normalize', ['x'], [], [['p', 'p', 'float', false], ['axis', 'axis', 'int', false], ['eps', 'eps', 'float', false]], 1);
function normalize(x, options) {
  return invoke(NORMALIZE, [x], null, options);
}
methods.normalize = function (options) {
  return normalize(this, options);
};

const NOT_EQUAL = operator('not_equal', ['x1', 'x2'], [], [], 1);
function notEqual(x1, x2, options) {
  if (options === undefined) return call2(NOT_EQUAL, x1, x2);
  return invoke(NOT_EQUAL, [x1, x2], null, options);
}
methods.notEqual = function (x2, options) {
  if (options === undefined) return call2(NOT_EQUAL, this, x2);
  return notEqual(this, x2, options);
};

const ONE_HOT = operator('one_hot', ['indices'], [], [['num_classes', 'numClasses', 'int', true], ['dtype', 'dtype', 'dtype', false]], 1, [0]);
function oneHot(indices, numClasses, options) {
  return invoke(ONE_HOT, [indices], { numClasses }, options);
}
methods.oneHot = function (numClasses, options) {
  return oneHot(this, numClasses, options);
};

const ONES = operator('ones', [], [], [['shape', 'shape', 'ints', true], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function ones(shape, options) {
  return invoke(ONES, [], { shape }, options);
}

const ONES_LIKE = operator('ones_like', ['x'], [], [['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function onesLike(x, options) {
  return invoke(ONES_LIKE, [x], null, options);
}
methods.onesLike = function (options) {
  return onesLike(this, options);
};

const OUTER = operator('outer', ['x1', 'x2'], [], [], 1);
function outer(x1, x2, options) {
  if (options === undefined) return call2(OUTER, x1, x2);
  return invoke(OUTER, [x1, x2], null, options);
}
methods.outer = function (x2, options) {
  if (options === undefined) return call2(OUTER, this, x2);
  return outer(this, x2, options);
};

const PAD = operator('pad', ['x'], [], [['widths', 'widths', 'ints', true], ['mode', 'mode', 'str', false], ['value', 'value', 'float', false]], 1);
function pad(x, widths, options) {
  return invoke(PAD, [x], { widths }, options);
}
methods.pad = function (widths, options) {
  return pad(this, widths, options);
};

const PAIRWISE_DISTANCE = operator('pairwise_distance', ['x1', 'x2'], [], [['p', 'p', 'float', false], ['eps', 'eps', 'float', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function pairwiseDistance(x1, x2, options) {
  return invoke(PAIRWISE_DISTANCE, [x1, x2], null, options);
}
methods.pairwiseDistance = function (x2, options) {
  return pairwiseDistance(this, x2, options);
};

const PARTITION = operator('partition', ['x'], [], [['kth', 'kth', 'int', true], ['axis', 'axis', 'int', false]], 1);
function partition(x, kth, options) {
  return invoke(PARTITION, [x], { kth }, options);
}
methods.partition = function (kth, options) {
  return partition(this, kth, options);
};

const PERCENTILE = operator('percentile', ['x', 'q'], [], [['axis', 'axis', 'int', false], ['method', 'method', 'str', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function percentile(x, q, options) {
  return invoke(PERCENTILE, [x, q], null, options);
}
methods.percentile = function (q, options) {
  return percentile(this, q, options);
};

const PERMUTATION = operator('permutation', [], [], [['n', 'n', 'int', true], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function permutation(n, options) {
  return invoke(PERMUTATION, [], { n }, options);
}

const PERMUTE_DIMS = operator('permute_dims', ['x'], [], [['axes', 'axes', 'ints', false]], 1);
function permuteDims(x, options) {
  return invoke(PERMUTE_DIMS, [x], null, options);
}
methods.permuteDims = function (options) {
  return permuteDims(this, options);
};

const PIXEL_SHUFFLE = operator('pixel_shuffle', ['x'], [], [['upscale_factor', 'upscaleFactor', 'int', true]], 1);
function pixelShuffle(x, upscaleFactor, options) {
  return invoke(PIXEL_SHUFFLE, [x], { upscaleFactor }, options);
}
methods.pixelShuffle = function (upscaleFactor, options) {
  return pixelShuffle(this, upscaleFactor, options);
};

const PIXEL_UNSHUFFLE = operator('pixel_unshuffle', ['x'], [], [['downscale_factor', 'downscaleFactor', 'int', true]], 1);
function pixelUnshuffle(x, downscaleFactor, options) {
  return invoke(PIXEL_UNSHUFFLE, [x], { downscaleFactor }, options);
}
methods.pixelUnshuffle = function (downscaleFactor, options) {
  return pixelUnshuffle(this, downscaleFactor, options);
};

const POISSON = operator('poisson', ['rate'], [], [['shape', 'shape', 'ints', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function poisson(rate, options) {
  return invoke(POISSON, [rate], null, options);
}
methods.poisson = function (options) {
  return poisson(this, options);
};

const POISSON_NLL_LOSS = operator('poisson_nll_loss', ['x', 'target'], [], [['reduction', 'reduction', 'str', false], ['log_input', 'logInput', 'bool', false], ['full', 'full', 'bool', false], ['eps', 'eps', 'float', false]], 1);
function poissonNllLoss(x, target, options) {
  return invoke(POISSON_NLL_LOSS, [x, target], null, options);
}
methods.poissonNllLoss = function (target, options) {
  return poissonNllLoss(this, target, options);
};

const POSITIVE = operator('positive', ['x'], [], [], 1);
function positive(x, options) {
  if (options === undefined) return call1(POSITIVE, x);
  return invoke(POSITIVE, [x], null, options);
}
methods.positive = function (options) {
  if (options === undefined) return call1(POSITIVE, this);
  return positive(this, options);
};

const POW = operator('pow', ['x1', 'x2'], [], [], 1);
function pow(x1, x2, options) {
  if (options === undefined) return call2(POW, x1, x2);
  return invoke(POW, [x1, x2], null, options);
}
methods.pow = function (x2, options) {
  if (options === undefined) return call2(POW, this, x2);
  return pow(this, x2, options);
};

const PRELU = operator('prelu', ['x1', 'x2'], [], [], 1);
function prelu(x1, x2, options) {
  if (options === undefined) return call2(PRELU, x1, x2);
  return invoke(PRELU, [x1, x2], null, options);
}
methods.prelu = function (x2, options) {
  if (options === undefined) return call2(PRELU, this, x2);
  return prelu(this, x2, options);
};

const PROD = operator('prod', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false], ['dtype', 'dtype', 'dtype', false]], 1);
function prod(x, options) {
  return invoke(PROD, [x], null, options);
}
methods.prod = function (options) {
  return prod(this, options);
};

const PUT_ALONG_AXIS = operator('put_along_axis', ['x', 'indices', 'values'], [], [['axis', 'axis', 'int', false], ['accumulate', 'accumulate', 'bool', false]], 1, [1]);
function putAlongAxis(x, indices, values, options) {
  return invoke(PUT_ALONG_AXIS, [x, indices, values], null, options);
}
methods.putAlongAxis = function (indices, values, options) {
  return putAlongAxis(this, indices, values, options);
};

const PUT_ALONG_AXIS_REDUCE = operator('put_along_axis_reduce', ['x', 'indices', 'values'], [], [['axis', 'axis', 'int', false], ['reduce', 'reduce', 'str', false], ['include_self', 'includeSelf', 'bool', false]], 1, [1]);
function putAlongAxisReduce(x, indices, values, options) {
  return invoke(PUT_ALONG_AXIS_REDUCE, [x, indices, values], null, options);
}
methods.putAlongAxisReduce = function (indices, values, options) {
  return putAlongAxisReduce(this, indices, values, options);
};

const QR = operator('qr', ['x'], [], [['mode', 'mode', 'str', false]], 2);
function qr(x, options) {
  return invoke(QR, [x], null, options);
}
methods.qr = function (options) {
  return qr(this, options);
};

const QUANTILE = operator('quantile', ['x', 'q'], [], [['axis', 'axis', 'int', false], ['method', 'method', 'str', false], ['keepdims', 'keepdims', 'bool', false]], 1);
function quantile(x, q, options) {
  return invoke(QUANTILE, [x, q], null, options);
}
methods.quantile = function (q, options) {
  return quantile(this, q, options);
};

const QUICK_GELU = operator('quick_gelu', ['x'], [], [], 1);
function quickGelu(x, options) {
  if (options === undefined) return call1(QUICK_GELU, x);
  return invoke(QUICK_GELU, [x], null, options);
}
methods.quickGelu = function (options) {
  if (options === undefined) return call1(QUICK_GELU, this);
  return quickGelu(this, options);
};

const RAD2DEG = operator('rad2deg', ['x'], [], [], 1);
function rad2deg(x, options) {
  if (options === undefined) return call1(RAD2DEG, x);
  return invoke(RAD2DEG, [x], null, options);
}
methods.rad2deg = function (options) {
  if (options === undefined) return call1(RAD2DEG, this);
  return rad2deg(this, options);
};

const RAVEL = operator('ravel', ['x'], [], [], 1);
function ravel(x, options) {
  if (options === undefined) return call1(RAVEL, x);
  return invoke(RAVEL, [x], null, options);
}
methods.ravel = function (options) {
  if (options === undefined) return call1(RAVEL, this);
  return ravel(this, options);
};

const REAL = operator('real', ['x'], [], [], 1);
function real(x, options) {
  if (options === undefined) return call1(REAL, x);
  return invoke(REAL, [x], null, options);
}
methods.real = function (options) {
  if (options === undefined) return call1(REAL, this);
  return real(this, options);
};

const RECIPROCAL = operator('reciprocal', ['x'], [], [], 1);
function reciprocal(x, options) {
  if (options === undefined) return call1(RECIPROCAL, x);
  return invoke(RECIPROCAL, [x], null, options);
}
methods.reciprocal = function (options) {
  if (options === undefined) return call1(RECIPROCAL, this);
  return reciprocal(this, options);
};

const RELU = operator('relu', ['x'], [], [], 1);
function relu(x, options) {
  if (options === undefined) return call1(RELU, x);
  return invoke(RELU, [x], null, options);
}
methods.relu = function (options) {
  if (options === undefined) return call1(RELU, this);
  return relu(this, options);
};

const RELU6 = operator('relu6', ['x'], [], [], 1);
function relu6(x, options) {
  if (options === undefined) return call1(RELU6, x);
  return invoke(RELU6, [x], null, options);
}
methods.relu6 = function (options) {
  if (options === undefined) return call1(RELU6, this);
  return relu6(this, options);
};

const REMAINDER = operator('remainder', ['x1', 'x2'], [], [], 1);
function remainder(x1, x2, options) {
  if (options === undefined) return call2(REMAINDER, x1, x2);
  return invoke(REMAINDER, [x1, x2], null, options);
}
methods.remainder = function (x2, options) {
  if (options === undefined) return call2(REMAINDER, this, x2);
  return remainder(this, x2, options);
};

const REPEAT = operator('repeat', ['x'], [], [['repeats', 'repeats', 'ints', true], ['axis', 'axis', 'int', false]], 1);
function repeat(x, repeats, options) {
  return invoke(REPEAT, [x], { repeats }, options);
}
methods.repeat = function (repeats, options) {
  return repeat(this, repeats, options);
};

const RESHAPE = operator('reshape', ['x'], [], [['shape', 'shape', 'ints', true]], 1);
function reshape(x, shape, options) {
  return invoke(RESHAPE, [x], { shape }, options);
}
methods.reshape = function (shape, options) {
  return reshape(this, shape, options);
};

const RFFTN = operator('rfftn', ['x'], [], [['s', 's', 'ints', false], ['axes', 'axis', 'ints', false], ['norm', 'norm', 'str', false]], 1);
function rfftn(x, options) {
  return invoke(RFFTN, [x], null, options);
}
methods.rfftn = function (options) {
  return rfftn(this, options);
};

const RMS_NORM = operator('rms_norm', ['x'], ['weight'], [['axes', 'axis', 'ints', false], ['eps', 'eps', 'float', false]], 1);
function rmsNorm(x, options) {
  return invoke(RMS_NORM, [x], null, options);
}
methods.rmsNorm = function (options) {
  return rmsNorm(this, options);
};

const RNN = operator('rnn', ['x', 'weightIh', 'weightHh'], ['biasIh', 'biasHh', 'h0', 'lengths'], [['nonlinearity', 'nonlinearity', 'str', false], ['reverse', 'reverse', 'bool', false]], 2);
function rnn(x, weightIh, weightHh, options) {
  return invoke(RNN, [x, weightIh, weightHh], null, options);
}
methods.rnn = function (weightIh, weightHh, options) {
  return rnn(this, weightIh, weightHh, options);
};

const ROLL = operator('roll', ['x'], [], [['shift', 'shift', 'ints', true], ['axes', 'axis', 'ints', false]], 1);
function roll(x, shift, options) {
  return invoke(ROLL, [x], { shift }, options);
}
methods.roll = function (shift, options) {
  return roll(this, shift, options);
};

const ROUND = operator('round', ['x'], [], [], 1);
function round(x, options) {
  if (options === undefined) return call1(ROUND, x);
  return invoke(ROUND, [x], null, options);
}
methods.round = function (options) {
  if (options === undefined) return call1(ROUND, this);
  return round(this, options);
};

const RSQRT = operator('rsqrt', ['x'], [], [], 1);
function rsqrt(x, options) {
  if (options === undefined) return call1(RSQRT, x);
  return invoke(RSQRT, [x], null, options);
}
methods.rsqrt = function (options) {
  if (options === undefined) return call1(RSQRT, this);
  return rsqrt(this, options);
};

const SCALED_DOT_PRODUCT_ATTENTION = operator('scaled_dot_product_attention', ['query', 'key', 'value'], ['attnMask', 'dropoutSeed'], [['dropout_p', 'dropoutP', 'float', false], ['is_causal', 'isCausal', 'bool', false], ['scale', 'scale', 'float', false], ['enable_gqa', 'enableGqa', 'bool', false]], 2);
function scaledDotProductAttention(query, key, value, options) {
  return invoke(SCALED_DOT_PRODUCT_ATTENTION, [query, key, value], null, options);
}
methods.scaledDotProductAttention = function (key, value, options) {
  return scaledDotProductAttention(this, key, value, options);
};

const SCATTER = operator('scatter', ['x', 'indices', 'updates'], [], [['axis', 'axis', 'int', false]], 1, [1]);
function scatter(x, indices, updates, options) {
  return invoke(SCATTER, [x, indices, updates], null, options);
}
methods.scatter = function (indices, updates, options) {
  return scatter(this, indices, updates, options);
};

const SCATTER_ADD = operator('scatter_add', ['x', 'indices', 'updates'], [], [['axis', 'axis', 'int', false]], 1, [1]);
function scatterAdd(x, indices, updates, options) {
  return invoke(SCATTER_ADD, [x, indices, updates], null, options);
}
methods.scatterAdd = function (indices, updates, options) {
  return scatterAdd(this, indices, updates, options);
};

const SCATTER_REDUCE = operator('scatter_reduce', ['x', 'indices', 'updates'], [], [['axis', 'axis', 'int', false], ['reduce', 'reduce', 'str', false], ['include_self', 'includeSelf', 'bool', false]], 1, [1]);
function scatterReduce(x, indices, updates, options) {
  return invoke(SCATTER_REDUCE, [x, indices, updates], null, options);
}
methods.scatterReduce = function (indices, updates, options) {
  return scatterReduce(this, indices, updates, options);
};

const SEARCHSORTED = operator('searchsorted', ['x1', 'x2'], ['sorter'], [['side', 'side', 'str', false]], 1);
function searchsorted(x1, x2, options) {
  return invoke(SEARCHSORTED, [x1, x2], null, options);
}
methods.searchsorted = function (x2, options) {
  return searchsorted(this, x2, options);
};

const SEGMENT_MAX = operator('segment_max', ['data', 'segmentIds'], [], [['num_segments', 'numSegments', 'int', true]], 1, [1]);
function segmentMax(data, segmentIds, numSegments, options) {
  return invoke(SEGMENT_MAX, [data, segmentIds], { numSegments }, options);
}
methods.segmentMax = function (segmentIds, numSegments, options) {
  return segmentMax(this, segmentIds, numSegments, options);
};

const SEGMENT_MEAN = operator('segment_mean', ['data', 'segmentIds'], [], [['num_segments', 'numSegments', 'int', true]], 1, [1]);
function segmentMean(data, segmentIds, numSegments, options) {
  return invoke(SEGMENT_MEAN, [data, segmentIds], { numSegments }, options);
}
methods.segmentMean = function (segmentIds, numSegments, options) {
  return segmentMean(this, segmentIds, numSegments, options);
};

const SEGMENT_MIN = operator('segment_min', ['data', 'segmentIds'], [], [['num_segments', 'numSegments', 'int', true]], 1, [1]);
function segmentMin(data, segmentIds, numSegments, options) {
  return invoke(SEGMENT_MIN, [data, segmentIds], { numSegments }, options);
}
methods.segmentMin = function (segmentIds, numSegments, options) {
  return segmentMin(this, segmentIds, numSegments, options);
};

const SEGMENT_PROD = operator('segment_prod', ['data', 'segmentIds'], [], [['num_segments', 'numSegments', 'int', true]], 1, [1]);
function segmentProd(data, segmentIds, numSegments, options) {
  return invoke(SEGMENT_PROD, [data, segmentIds], { numSegments }, options);
}
methods.segmentProd = function (segmentIds, numSegments, options) {
  return segmentProd(this, segmentIds, numSegments, options);
};

const SEGMENT_SUM = operator('segment_sum', ['data', 'segmentIds'], [], [['num_segments', 'numSegments', 'int', true]], 1, [1]);
function segmentSum(data, segmentIds, numSegments, options) {
  return invoke(SEGMENT_SUM, [data, segmentIds], { numSegments }, options);
}
methods.segmentSum = function (segmentIds, numSegments, options) {
  return segmentSum(this, segmentIds, numSegments, options);
};

const SELECT = operator('select', ['x'], [], [['index', 'index', 'int', true], ['axis', 'axis', 'int', false]], 1);
function select(x, index, options) {
  return invoke(SELECT, [x], { index }, options);
}
methods.select = function (index, options) {
  return select(this, index, options);
};

const SELU = operator('selu', ['x'], [], [], 1);
function selu(x, options) {
  if (options === undefined) return call1(SELU, x);
  return invoke(SELU, [x], null, options);
}
methods.selu = function (options) {
  if (options === undefined) return call1(SELU, this);
  return selu(this, options);
};

const SHUFFLE = operator('shuffle', ['x'], [], [['axis', 'axis', 'int', false]], 2);
function shuffle(x, options) {
  return invoke(SHUFFLE, [x], null, options);
}
methods.shuffle = function (options) {
  return shuffle(this, options);
};

const SIGMOID = operator('sigmoid', ['x'], [], [], 1);
function sigmoid(x, options) {
  if (options === undefined) return call1(SIGMOID, x);
  return invoke(SIGMOID, [x], null, options);
}
methods.sigmoid = function (options) {
  if (options === undefined) return call1(SIGMOID, this);
  return sigmoid(this, options);
};

const SIGN = operator('sign', ['x'], [], [], 1);
function sign(x, options) {
  if (options === undefined) return call1(SIGN, x);
  return invoke(SIGN, [x], null, options);
}
methods.sign = function (options) {
  if (options === undefined) return call1(SIGN, this);
  return sign(this, options);
};

const SIGNBIT = operator('signbit', ['x'], [], [], 1);
function signbit(x, options) {
  if (options === undefined) return call1(SIGNBIT, x);
  return invoke(SIGNBIT, [x], null, options);
}
methods.signbit = function (options) {
  if (options === undefined) return call1(SIGNBIT, this);
  return signbit(this, options);
};

const SILU = operator('silu', ['x'], [], [], 1);
function silu(x, options) {
  if (options === undefined) return call1(SILU, x);
  return invoke(SILU, [x], null, options);
}
methods.silu = function (options) {
  if (options === undefined) return call1(SILU, this);
  return silu(this, options);
};

const SIN = operator('sin', ['x'], [], [], 1);
function sin(x, options) {
  if (options === undefined) return call1(SIN, x);
  return invoke(SIN, [x], null, options);
}
methods.sin = function (options) {
  if (options === undefined) return call1(SIN, this);
  return sin(this, options);
};

const SINC = operator('sinc', ['x'], [], [], 1);
function sinc(x, options) {
  if (options === undefined) return call1(SINC, x);
  return invoke(SINC, [x], null, options);
}
methods.sinc = function (options) {
  if (options === undefined) return call1(SINC, this);
  return sinc(this, options);
};

const SINH = operator('sinh', ['x'], [], [], 1);
function sinh(x, options) {
  if (options === undefined) return call1(SINH, x);
  return invoke(SINH, [x], null, options);
}
methods.sinh = function (options) {
  if (options === undefined) return call1(SINH, this);
  return sinh(this, options);
};

const SLICE = operator('slice', ['x'], [], [['starts', 'starts', 'ints', false], ['stops', 'stops', 'ints', false], ['steps', 'steps', 'ints', false]], 1);
function slice(x, options) {
  return invoke(SLICE, [x], null, options);
}

const SLICE_UPDATE = operator('slice_update', ['x', 'y'], [], [['starts', 'starts', 'ints', false], ['stops', 'stops', 'ints', false], ['steps', 'steps', 'ints', false]], 1);
function sliceUpdate(x, y, options) {
  return invoke(SLICE_UPDATE, [x, y], null, options);
}
methods.sliceUpdate = function (y, options) {
  return sliceUpdate(this, y, options);
};

const SLIDING_WINDOW_VIEW = operator('sliding_window_view', ['x'], [], [['window', 'window', 'ints', true], ['axes', 'axis', 'ints', false]], 1);
function slidingWindowView(x, window, options) {
  return invoke(SLIDING_WINDOW_VIEW, [x], { window }, options);
}
methods.slidingWindowView = function (window, options) {
  return slidingWindowView(this, window, options);
};

const SLOGDET = operator('slogdet', ['x'], [], [], 2);
function slogdet(x) {
  return invoke(SLOGDET, [x], null);
}
methods.slogdet = function () {
  return slogdet(this);
};

const SMOOTH_L1_LOSS = operator('smooth_l1_loss', ['x', 'target'], [], [['reduction', 'reduction', 'str', false], ['beta', 'beta', 'float', false]], 1);
function smoothL1Loss(x, target, options) {
  return invoke(SMOOTH_L1_LOSS, [x, target], null, options);
}
methods.smoothL1Loss = function (target, options) {
  return smoothL1Loss(this, target, options);
};

const SOFT_MARGIN_LOSS = operator('soft_margin_loss', ['x', 'target'], [], [['reduction', 'reduction', 'str', false]], 1);
function softMarginLoss(x, target, options) {
  return invoke(SOFT_MARGIN_LOSS, [x, target], null, options);
}
methods.softMarginLoss = function (target, options) {
  return softMarginLoss(this, target, options);
};

const SOFTMAX = operator('softmax', ['x'], [], [['axis', 'axis', 'int', false]], 1);
function softmax(x, options) {
  return invoke(SOFTMAX, [x], null, options);
}
methods.softmax = function (options) {
  return softmax(this, options);
};

const SOFTMIN = operator('softmin', ['x'], [], [['axis', 'axis', 'int', false]], 1);
function softmin(x, options) {
  return invoke(SOFTMIN, [x], null, options);
}
methods.softmin = function (options) {
  return softmin(this, options);
};

const SOFTPLUS = operator('softplus', ['x'], [], [], 1);
function softplus(x, options) {
  if (options === undefined) return call1(SOFTPLUS, x);
  return invoke(SOFTPLUS, [x], null, options);
}
methods.softplus = function (options) {
  if (options === undefined) return call1(SOFTPLUS, this);
  return softplus(this, options);
};

const SOFTSHRINK = operator('softshrink', ['x'], [], [['lambd', 'lambd', 'float', false]], 1);
function softshrink(x, options) {
  return invoke(SOFTSHRINK, [x], null, options);
}
methods.softshrink = function (options) {
  return softshrink(this, options);
};

const SOFTSIGN = operator('softsign', ['x'], [], [], 1);
function softsign(x, options) {
  if (options === undefined) return call1(SOFTSIGN, x);
  return invoke(SOFTSIGN, [x], null, options);
}
methods.softsign = function (options) {
  if (options === undefined) return call1(SOFTSIGN, this);
  return softsign(this, options);
};

const SOLVE = operator('solve', ['x1', 'x2'], [], [['left', 'left', 'bool', false]], 1);
function solve(x1, x2, options) {
  return invoke(SOLVE, [x1, x2], null, options);
}
methods.solve = function (x2, options) {
  return solve(this, x2, options);
};

const SOLVE_TRIANGULAR = operator('solve_triangular', ['x1', 'x2'], [], [['upper', 'upper', 'bool', false], ['unitriangular', 'unitriangular', 'bool', false], ['left', 'left', 'bool', false]], 1);
function solveTriangular(x1, x2, options) {
  return invoke(SOLVE_TRIANGULAR, [x1, x2], null, options);
}
methods.solveTriangular = function (x2, options) {
  return solveTriangular(this, x2, options);
};

const SORT = operator('sort', ['x'], [], [['axis', 'axis', 'int', false], ['descending', 'descending', 'bool', false], ['stable', 'stable', 'bool', false]], 1);
function sort(x, options) {
  return invoke(SORT, [x], null, options);
}
methods.sort = function (options) {
  return sort(this, options);
};

const SPLIT = operator('split', ['x'], [], [['sections', 'sections', 'int', false], ['indices', 'indices', 'ints', false], ['axis', 'axis', 'int', false]], 0);
function split(x, options) {
  return invoke(SPLIT, [x], null, options);
}
methods.split = function (options) {
  return split(this, options);
};

const SQRT = operator('sqrt', ['x'], [], [], 1);
function sqrt(x, options) {
  if (options === undefined) return call1(SQRT, x);
  return invoke(SQRT, [x], null, options);
}
methods.sqrt = function (options) {
  if (options === undefined) return call1(SQRT, this);
  return sqrt(this, options);
};

const SQUARE = operator('square', ['x'], [], [], 1);
function square(x, options) {
  if (options === undefined) return call1(SQUARE, x);
  return invoke(SQUARE, [x], null, options);
}
methods.square = function (options) {
  if (options === undefined) return call1(SQUARE, this);
  return square(this, options);
};

const SQUEEZE = operator('squeeze', ['x'], [], [['axes', 'axis', 'ints', false]], 1);
function squeeze(x, options) {
  return invoke(SQUEEZE, [x], null, options);
}
methods.squeeze = function (options) {
  return squeeze(this, options);
};

const STACK = operator('stack', ['arrays...'], [], [['axis', 'axis', 'int', false]], 1);
function stack(arrays, options) {
  return invoke(STACK, [arrays], null, options);
}

const STD = operator('std', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false], ['correction', 'correction', 'float', false]], 1);
function std(x, options) {
  return invoke(STD, [x], null, options);
}
methods.std = function (options) {
  return std(this, options);
};

const STUDENT_T = operator('student_t', ['degrees'], [], [['shape', 'shape', 'ints', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function studentT(degrees, options) {
  return invoke(STUDENT_T, [degrees], null, options);
}
methods.studentT = function (options) {
  return studentT(this, options);
};

const SUBTRACT = operator('subtract', ['x1', 'x2'], [], [], 1);
function subtract(x1, x2, options) {
  if (options === undefined) return call2(SUBTRACT, x1, x2);
  return invoke(SUBTRACT, [x1, x2], null, options);
}
methods.subtract = function (x2, options) {
  if (options === undefined) return call2(SUBTRACT, this, x2);
  return subtract(this, x2, options);
};

const SUM = operator('sum', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false], ['dtype', 'dtype', 'dtype', false]], 1);
function sum(x, options) {
  return invoke(SUM, [x], null, options);
}
methods.sum = function (options) {
  return sum(this, options);
};

const SVD = operator('svd', ['x'], [], [['full_matrices', 'fullMatrices', 'bool', false]], 3);
function svd(x, options) {
  return invoke(SVD, [x], null, options);
}
methods.svd = function (options) {
  return svd(this, options);
};

const SVDVALS = operator('svdvals', ['x'], [], [], 1);
function svdvals(x, options) {
  if (options === undefined) return call1(SVDVALS, x);
  return invoke(SVDVALS, [x], null, options);
}
methods.svdvals = function (options) {
  if (options === undefined) return call1(SVDVALS, this);
  return svdvals(this, options);
};

const SWAPAXES = operator('swapaxes', ['x'], [], [['axis1', 'axis1', 'int', false], ['axis2', 'axis2', 'int', false]], 1);
function swapaxes(x, options) {
  return invoke(SWAPAXES, [x], null, options);
}
methods.swapaxes = function (options) {
  return swapaxes(this, options);
};

const TAKE = operator('take', ['x', 'indices'], [], [['axis', 'axis', 'int', false]], 1, [1]);
function take(x, indices, options) {
  return invoke(TAKE, [x, indices], null, options);
}
methods.take = function (indices, options) {
  return take(this, indices, options);
};

const TAKE_ALONG_AXIS = operator('take_along_axis', ['x', 'indices'], [], [['axis', 'axis', 'int', false]], 1, [1]);
function takeAlongAxis(x, indices, options) {
  return invoke(TAKE_ALONG_AXIS, [x, indices], null, options);
}
methods.takeAlongAxis = function (indices, options) {
  return takeAlongAxis(this, indices, options);
};

const TAN = operator('tan', ['x'], [], [], 1);
function tan(x, options) {
  if (options === undefined) return call1(TAN, x);
  return invoke(TAN, [x], null, options);
}
methods.tan = function (options) {
  if (options === undefined) return call1(TAN, this);
  return tan(this, options);
};

const TANH = operator('tanh', ['x'], [], [], 1);
function tanh(x, options) {
  if (options === undefined) return call1(TANH, x);
  return invoke(TANH, [x], null, options);
}
methods.tanh = function (options) {
  if (options === undefined) return call1(TANH, this);
  return tanh(this, options);
};

const TANHSHRINK = operator('tanhshrink', ['x'], [], [], 1);
function tanhshrink(x, options) {
  if (options === undefined) return call1(TANHSHRINK, x);
  return invoke(TANHSHRINK, [x], null, options);
}
methods.tanhshrink = function (options) {
  if (options === undefined) return call1(TANHSHRINK, this);
  return tanhshrink(this, options);
};

const TENSORDOT = operator('tensordot', ['x1', 'x2'], [], [['axes', 'axes', 'int', false], ['x1_axes', 'x1Axes', 'ints', false], ['x2_axes', 'x2Axes', 'ints', false]], 1);
function tensordot(x1, x2, options) {
  return invoke(TENSORDOT, [x1, x2], null, options);
}
methods.tensordot = function (x2, options) {
  return tensordot(this, x2, options);
};

const THRESHOLD = operator('threshold', ['x'], [], [['threshold', 'threshold', 'float', false], ['value', 'value', 'float', false]], 1);
function threshold(x, options) {
  return invoke(THRESHOLD, [x], null, options);
}
methods.threshold = function (options) {
  return threshold(this, options);
};

const TILE = operator('tile', ['x'], [], [['repetitions', 'repetitions', 'ints', true]], 1);
function tile(x, repetitions, options) {
  return invoke(TILE, [x], { repetitions }, options);
}
methods.tile = function (repetitions, options) {
  return tile(this, repetitions, options);
};

const TO_DEVICE = operator('to_device', ['x'], [], [['device', 'device', 'device', true]], 1);
function toDevice(x, device, options) {
  return invoke(TO_DEVICE, [x], { device }, options);
}
methods.toDevice = function (device, options) {
  return toDevice(this, device, options);
};

const TOPK = operator('topk', ['x'], [], [['k', 'k', 'int', true], ['axis', 'axis', 'int', false], ['largest', 'largest', 'bool', false], ['sorted', 'sorted', 'bool', false]], 2);
function topk(x, k, options) {
  return invoke(TOPK, [x], { k }, options);
}
methods.topk = function (k, options) {
  return topk(this, k, options);
};

const TRACE = operator('trace', ['x'], [], [['offset', 'offset', 'int', false], ['dtype', 'dtype', 'dtype', false]], 1);
function trace(x, options) {
  return invoke(TRACE, [x], null, options);
}
methods.trace = function (options) {
  return trace(this, options);
};

const TRIL = operator('tril', ['x'], [], [['k', 'k', 'int', false]], 1);
function tril(x, options) {
  return invoke(TRIL, [x], null, options);
}
methods.tril = function (options) {
  return tril(this, options);
};

const TRIPLET_MARGIN_LOSS = operator('triplet_margin_loss', ['anchor', 'positive', 'negative'], [], [['reduction', 'reduction', 'str', false], ['margin', 'margin', 'float', false], ['p', 'p', 'float', false], ['eps', 'eps', 'float', false], ['swap', 'swap', 'bool', false]], 1);
function tripletMarginLoss(anchor, positive, negative, options) {
  return invoke(TRIPLET_MARGIN_LOSS, [anchor, positive, negative], null, options);
}
methods.tripletMarginLoss = function (positive, negative, options) {
  return tripletMarginLoss(this, positive, negative, options);
};

const TRIU = operator('triu', ['x'], [], [['k', 'k', 'int', false]], 1);
function triu(x, options) {
  return invoke(TRIU, [x], null, options);
}
methods.triu = function (options) {
  return triu(this, options);
};

const TRUNC = operator('trunc', ['x'], [], [], 1);
function trunc(x, options) {
  if (options === undefined) return call1(TRUNC, x);
  return invoke(TRUNC, [x], null, options);
}
methods.trunc = function (options) {
  if (options === undefined) return call1(TRUNC, this);
  return trunc(this, options);
};

const TRUNCATED_NORMAL = operator('truncated_normal', [], [], [['shape', 'shape', 'ints', true], ['loc', 'loc', 'float', false], ['scale', 'scale', 'float', false], ['lower', 'lower', 'float', false], ['upper', 'upper', 'float', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function truncatedNormal(shape, options) {
  return invoke(TRUNCATED_NORMAL, [], { shape }, options);
}

const UNFOLD = operator('unfold', ['x'], [], [['kernel_size', 'kernelSize', 'ints', true], ['dilation', 'dilation', 'ints', false], ['padding', 'padding', 'ints', false], ['stride', 'stride', 'ints', false]], 1);
function unfold(x, kernelSize, options) {
  return invoke(UNFOLD, [x], { kernelSize }, options);
}
methods.unfold = function (kernelSize, options) {
  return unfold(this, kernelSize, options);
};

const UNIFORM = operator('uniform', [], [], [['shape', 'shape', 'ints', true], ['low', 'low', 'float', false], ['high', 'high', 'float', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function uniform(shape, options) {
  return invoke(UNIFORM, [], { shape }, options);
}

const UNIQUE_ALL = operator('unique_all', ['x'], [], [], 4);
function uniqueAll(x) {
  return invoke(UNIQUE_ALL, [x], null);
}
methods.uniqueAll = function () {
  return uniqueAll(this);
};

const UNIQUE_COUNTS = operator('unique_counts', ['x'], [], [], 2);
function uniqueCounts(x) {
  return invoke(UNIQUE_COUNTS, [x], null);
}
methods.uniqueCounts = function () {
  return uniqueCounts(this);
};

const UNIQUE_INVERSE = operator('unique_inverse', ['x'], [], [], 2);
function uniqueInverse(x) {
  return invoke(UNIQUE_INVERSE, [x], null);
}
methods.uniqueInverse = function () {
  return uniqueInverse(this);
};

const UNIQUE_VALUES = operator('unique_values', ['x'], [], [], 1);
function uniqueValues(x, options) {
  if (options === undefined) return call1(UNIQUE_VALUES, x);
  return invoke(UNIQUE_VALUES, [x], null, options);
}
methods.uniqueValues = function (options) {
  if (options === undefined) return call1(UNIQUE_VALUES, this);
  return uniqueValues(this, options);
};

const UNSTACK = operator('unstack', ['x'], [], [['axis', 'axis', 'int', false]], 0);
function unstack(x, options) {
  return invoke(UNSTACK, [x], null, options);
}
methods.unstack = function (options) {
  return unstack(this, options);
};

const VAR = operator('var', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false], ['correction', 'correction', 'float', false]], 1);
function var_(x, options) {
  return invoke(VAR, [x], null, options);
}
methods.var = function (options) {
  return var_(this, options);
};

const VECDOT = operator('vecdot', ['x1', 'x2'], [], [['axis', 'axis', 'int', false]], 1);
function vecdot(x1, x2, options) {
  return invoke(VECDOT, [x1, x2], null, options);
}
methods.vecdot = function (x2, options) {
  return vecdot(this, x2, options);
};

const VECTOR_NORM = operator('vector_norm', ['x'], [], [['axes', 'axis', 'ints', false], ['keepdims', 'keepdims', 'bool', false], ['ord', 'ord', 'float', false]], 1);
function vectorNorm(x, options) {
  return invoke(VECTOR_NORM, [x], null, options);
}
methods.vectorNorm = function (options) {
  return vectorNorm(this, options);
};

const VON_MISES = operator('von_mises', ['mean', 'concentration'], [], [['shape', 'shape', 'ints', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function vonMises(mean, concentration, options) {
  return invoke(VON_MISES, [mean, concentration], null, options);
}
methods.vonMises = function (concentration, options) {
  return vonMises(this, concentration, options);
};

const WEIBULL = operator('weibull', ['concentration'], [], [['scale', 'scale', 'float', false], ['shape', 'shape', 'ints', false], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function weibull(concentration, options) {
  return invoke(WEIBULL, [concentration], null, options);
}
methods.weibull = function (options) {
  return weibull(this, options);
};

const WHERE = operator('where', ['condition', 'x1', 'x2'], [], [], 1);
function where(condition, x1, x2, options) {
  return invoke(WHERE, [condition, x1, x2], null, options);
}
methods.where = function (x1, x2, options) {
  return where(this, x1, x2, options);
};

const ZEROS = operator('zeros', [], [], [['shape', 'shape', 'ints', true], ['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function zeros(shape, options) {
  return invoke(ZEROS, [], { shape }, options);
}

const ZEROS_LIKE = operator('zeros_like', ['x'], [], [['dtype', 'dtype', 'dtype', false], ['device', 'device', 'device', false]], 1);
function zerosLike(x, options) {
  return invoke(ZEROS_LIKE, [x], null, options);
}
methods.zerosLike = function (options) {
  return zerosLike(this, options);
};

for (const [name, value] of Object.entries(methods)) {
  Object.defineProperty(NDArray.prototype, name, { value, writable: true, configurable: true });
}

module.exports = {
  abs,
  acos,
  acosh,
  adaptiveAvgPool,
  adaptiveMaxPool,
  adaptiveMaxPoolIndices,
  add,
  affineGrid,
  after,
  all,
  angle,
  any,
  arange,
  argmax,
  argmin,
  argpartition,
  argsort,
  asin,
  asinh,
  astype,
  atan,
  atan2,
  atanh,
  avgPool,
  basicIndex,
  basicUpdate,
  batchNorm,
  batchNormInference,
  bernoulli,
  beta,
  bilinear,
  binaryCrossEntropy,
  binaryCrossEntropyWithLogits,
  bincount,
  bincountSized,
  binomial,
  bitwiseAnd,
  bitwiseInvert,
  bitwiseLeftShift,
  bitwiseOr,
  bitwiseRightShift,
  bitwiseXor,
  broadcastArrays,
  broadcastTo,
  categorical,
  cauchy,
  cdist,
  ceil,
  celu,
  channelShuffle,
  checkFinite,
  chiSquare,
  cholesky,
  clip,
  concat,
  conj,
  conv,
  convTranspose,
  copy,
  copysign,
  cos,
  cosh,
  cosineEmbeddingLoss,
  cosineSimilarity,
  countNonzero,
  cross,
  crossEntropy,
  ctcLoss,
  cummax,
  cummin,
  cumulativeProd,
  cumulativeSum,
  deg2rad,
  det,
  diag,
  diagEmbed,
  diagonal,
  diff,
  digitize,
  divide,
  dot,
  dropout,
  eig,
  eigh,
  eigvals,
  eigvalsh,
  einsum,
  elu,
  embedding,
  empty,
  emptyLike,
  equal,
  erf,
  exp,
  exp2,
  expandDims,
  expm,
  expm1,
  exponential,
  eye,
  fftn,
  flatten,
  flip,
  floor,
  floorDivide,
  fold,
  full,
  fullLike,
  gamma,
  gaussianNllLoss,
  gelu,
  geluTanh,
  geometric,
  globalAvgPool,
  globalMaxPool,
  globalNorm,
  glu,
  greater,
  greaterEqual,
  gridSample,
  groupNorm,
  gru,
  gumbel,
  hardshrink,
  hardsigmoid,
  hardswish,
  hardtanh,
  hingeEmbeddingLoss,
  hingeLoss,
  histogram,
  huberLoss,
  hypot,
  ifftn,
  imag,
  imageNormalize,
  imageResize,
  index,
  indexPut,
  inner,
  instanceNorm,
  integers,
  interpolate,
  inv,
  irfftn,
  isfinite,
  isin,
  isinf,
  isnan,
  klDiv,
  kthvalue,
  l1Loss,
  laplace,
  layerNorm,
  leakyRelu,
  less,
  lessEqual,
  lexsort,
  linear,
  linearScan,
  linspace,
  localResponseNorm,
  log,
  log10,
  log1p,
  log2,
  logSigmoid,
  logSoftmax,
  logaddexp,
  logicalAnd,
  logicalNot,
  logicalOr,
  logicalXor,
  logistic,
  logit,
  lognormal,
  logsumexp,
  lpPool,
  lstm,
  marginRankingLoss,
  maskPut,
  maskSelect,
  matmul,
  matrixNorm,
  matrixPower,
  matrixTranspose,
  max,
  maxPool,
  maxPoolIndices,
  maxUnpool,
  maximum,
  mean,
  median,
  meshgrid,
  min,
  minimum,
  mish,
  moveaxis,
  mseLoss,
  multiMarginLoss,
  multilabelSoftMarginLoss,
  multiply,
  nanargmax,
  nanargmin,
  nancumprod,
  nancumsum,
  nanmax,
  nanmean,
  nanmedian,
  nanmin,
  nanprod,
  nanstd,
  nansum,
  nanvar,
  negative,
  nextafter,
  nllLoss,
  nonzero,
  normal,
  normalize,
  notEqual,
  oneHot,
  ones,
  onesLike,
  outer,
  pad,
  pairwiseDistance,
  partition,
  percentile,
  permutation,
  permuteDims,
  pixelShuffle,
  pixelUnshuffle,
  poisson,
  poissonNllLoss,
  positive,
  pow,
  prelu,
  prod,
  putAlongAxis,
  putAlongAxisReduce,
  qr,
  quantile,
  quickGelu,
  rad2deg,
  ravel,
  real,
  reciprocal,
  relu,
  relu6,
  remainder,
  repeat,
  reshape,
  rfftn,
  rmsNorm,
  rnn,
  roll,
  round,
  rsqrt,
  scaledDotProductAttention,
  scatter,
  scatterAdd,
  scatterReduce,
  searchsorted,
  segmentMax,
  segmentMean,
  segmentMin,
  segmentProd,
  segmentSum,
  select,
  selu,
  shuffle,
  sigmoid,
  sign,
  signbit,
  silu,
  sin,
  sinc,
  sinh,
  slice,
  sliceUpdate,
  slidingWindowView,
  slogdet,
  smoothL1Loss,
  softMarginLoss,
  softmax,
  softmin,
  softplus,
  softshrink,
  softsign,
  solve,
  solveTriangular,
  sort,
  split,
  sqrt,
  square,
  squeeze,
  stack,
  std,
  studentT,
  subtract,
  sum,
  svd,
  svdvals,
  swapaxes,
  take,
  takeAlongAxis,
  tan,
  tanh,
  tanhshrink,
  tensordot,
  threshold,
  tile,
  toDevice,
  topk,
  trace,
  tril,
  tripletMarginLoss,
  triu,
  trunc,
  truncatedNormal,
  unfold,
  uniform,
  uniqueAll,
  uniqueCounts,
  uniqueInverse,
  uniqueValues,
  unstack,
  var: var_,
  vecdot,
  vectorNorm,
  vonMises,
  weibull,
  where,
  zeros,
  zerosLike,
};
