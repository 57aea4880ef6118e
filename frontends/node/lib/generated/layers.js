// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const { Block, Sequential, make } = require('../nn.js');

class AdaptiveAvgPool1d extends Block {
  constructor(...settings) {
    super(make('AdaptiveAvgPool1d', [['output_size', 'outputSize', 'ints', true]], settings));
  }
}

class AdaptiveAvgPool2d extends Block {
  constructor(...settings) {
    super(make('AdaptiveAvgPool2d', [['output_size', 'outputSize', 'ints', true]], settings));
  }
}

class AdaptiveAvgPool3d extends Block {
  constructor(...settings) {
    super(make('AdaptiveAvgPool3d', [['output_size', 'outputSize', 'ints', true]], settings));
  }
}

class AdaptiveMaxPool1d extends Block {
  constructor(...settings) {
    super(make('AdaptiveMaxPool1d', [['output_size', 'outputSize', 'ints', true]], settings));
  }
}

class AdaptiveMaxPool2d extends Block {
  constructor(...settings) {
    super(make('AdaptiveMaxPool2d', [['output_size', 'outputSize', 'ints', true]], settings));
  }
}

class AdaptiveMaxPool3d extends Block {
  constructor(...settings) {
    super(make('AdaptiveMaxPool3d', [['output_size', 'outputSize', 'ints', true]], settings));
  }
}

class AvgPool1d extends Block {
  constructor(...settings) {
    super(make('AvgPool1d', [['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['ceil_mode', 'ceilMode', 'bool', false], ['count_include_pad', 'countIncludePad', 'bool', false]], settings));
  }
}

class AvgPool2d extends Block {
  constructor(...settings) {
    super(make('AvgPool2d', [['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['ceil_mode', 'ceilMode', 'bool', false], ['count_include_pad', 'countIncludePad', 'bool', false]], settings));
  }
}

class AvgPool3d extends Block {
  constructor(...settings) {
    super(make('AvgPool3d', [['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['ceil_mode', 'ceilMode', 'bool', false], ['count_include_pad', 'countIncludePad', 'bool', false]], settings));
  }
}

class BatchNorm1d extends Block {
  constructor(...settings) {
    super(make('BatchNorm1d', [['num_features', 'numFeatures', 'int', false], ['eps', 'eps', 'float', false], ['momentum', 'momentum', 'float', false], ['affine', 'affine', 'bool', false], ['track_running_stats', 'trackRunningStats', 'bool', false]], settings));
  }
}

class BatchNorm2d extends Block {
  constructor(...settings) {
    super(make('BatchNorm2d', [['num_features', 'numFeatures', 'int', false], ['eps', 'eps', 'float', false], ['momentum', 'momentum', 'float', false], ['affine', 'affine', 'bool', false], ['track_running_stats', 'trackRunningStats', 'bool', false]], settings));
  }
}

class BatchNorm3d extends Block {
  constructor(...settings) {
    super(make('BatchNorm3d', [['num_features', 'numFeatures', 'int', false], ['eps', 'eps', 'float', false], ['momentum', 'momentum', 'float', false], ['affine', 'affine', 'bool', false], ['track_running_stats', 'trackRunningStats', 'bool', false]], settings));
  }
}

class Bilinear extends Block {
  constructor(...settings) {
    super(make('Bilinear', [['in1_features', 'in1Features', 'int', false], ['in2_features', 'in2Features', 'int', false], ['out_features', 'outFeatures', 'int', true], ['bias', 'bias', 'bool', false]], settings));
  }
}

class CELU extends Block {
  constructor(...settings) {
    super(make('CELU', [['alpha', 'alpha', 'float', false]], settings));
  }
}

class Conv1d extends Block {
  constructor(...settings) {
    super(make('Conv1d', [['in_channels', 'inChannels', 'int', false], ['out_channels', 'outChannels', 'int', true], ['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['dilation', 'dilation', 'ints', false], ['groups', 'groups', 'int', false], ['bias', 'bias', 'bool', false]], settings));
  }
}

class Conv2d extends Block {
  constructor(...settings) {
    super(make('Conv2d', [['in_channels', 'inChannels', 'int', false], ['out_channels', 'outChannels', 'int', true], ['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['dilation', 'dilation', 'ints', false], ['groups', 'groups', 'int', false], ['bias', 'bias', 'bool', false]], settings));
  }
}

class Conv3d extends Block {
  constructor(...settings) {
    super(make('Conv3d', [['in_channels', 'inChannels', 'int', false], ['out_channels', 'outChannels', 'int', true], ['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['dilation', 'dilation', 'ints', false], ['groups', 'groups', 'int', false], ['bias', 'bias', 'bool', false]], settings));
  }
}

class ConvTranspose1d extends Block {
  constructor(...settings) {
    super(make('ConvTranspose1d', [['in_channels', 'inChannels', 'int', false], ['out_channels', 'outChannels', 'int', true], ['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['output_padding', 'outputPadding', 'ints', false], ['groups', 'groups', 'int', false], ['bias', 'bias', 'bool', false], ['dilation', 'dilation', 'ints', false]], settings));
  }
}

class ConvTranspose2d extends Block {
  constructor(...settings) {
    super(make('ConvTranspose2d', [['in_channels', 'inChannels', 'int', false], ['out_channels', 'outChannels', 'int', true], ['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['output_padding', 'outputPadding', 'ints', false], ['groups', 'groups', 'int', false], ['bias', 'bias', 'bool', false], ['dilation', 'dilation', 'ints', false]], settings));
  }
}

class ConvTranspose3d extends Block {
  constructor(...settings) {
    super(make('ConvTranspose3d', [['in_channels', 'inChannels', 'int', false], ['out_channels', 'outChannels', 'int', true], ['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['output_padding', 'outputPadding', 'ints', false], ['groups', 'groups', 'int', false], ['bias', 'bias', 'bool', false], ['dilation', 'dilation', 'ints', false]], settings));
  }
}

class Dropout extends Block {
  constructor(...settings) {
    super(make('Dropout', [['p', 'p', 'float', false]], settings));
  }
}

class Dropout1d extends Block {
  constructor(...settings) {
    super(make('Dropout1d', [['p', 'p', 'float', false]], settings));
  }
}

class Dropout2d extends Block {
  constructor(...settings) {
    super(make('Dropout2d', [['p', 'p', 'float', false]], settings));
  }
}

class Dropout3d extends Block {
  constructor(...settings) {
    super(make('Dropout3d', [['p', 'p', 'float', false]], settings));
  }
}

class ELU extends Block {
  constructor(...settings) {
    super(make('ELU', [['alpha', 'alpha', 'float', false]], settings));
  }
}

class Embedding extends Block {
  constructor(...settings) {
    super(make('Embedding', [['num_embeddings', 'numEmbeddings', 'int', true], ['embedding_dim', 'embeddingDim', 'int', true], ['padding_idx', 'paddingIdx', 'int', false]], settings));
  }
}

class Flatten extends Block {
  constructor(...settings) {
    super(make('Flatten', [['start_dim', 'startDim', 'int', false], ['end_dim', 'endDim', 'int', false]], settings));
  }
}

class GELU extends Block {
  constructor(...settings) {
    super(make('GELU', [['approximate', 'approximate', 'str', false]], settings));
  }
}

class GLU extends Block {
  constructor(...settings) {
    super(make('GLU', [['dim', 'dim', 'int', false]], settings));
  }
}

class GRU extends Block {
  constructor(...settings) {
    super(make('GRU', [['input_size', 'inputSize', 'int', false], ['hidden_size', 'hiddenSize', 'int', true], ['num_layers', 'numLayers', 'int', false], ['bias', 'bias', 'bool', false], ['batch_first', 'batchFirst', 'bool', false], ['dropout', 'dropout', 'float', false], ['bidirectional', 'bidirectional', 'bool', false]], settings));
  }
}

class GlobalAvgPool extends Block {
  constructor(...settings) {
    super(make('GlobalAvgPool', [], settings));
  }
}

class GlobalMaxPool extends Block {
  constructor(...settings) {
    super(make('GlobalMaxPool', [], settings));
  }
}

class GroupNorm extends Block {
  constructor(...settings) {
    super(make('GroupNorm', [['num_groups', 'numGroups', 'int', true], ['num_channels', 'numChannels', 'int', false], ['eps', 'eps', 'float', false], ['affine', 'affine', 'bool', false]], settings));
  }
}

class Hardshrink extends Block {
  constructor(...settings) {
    super(make('Hardshrink', [['lambd', 'lambd', 'float', false]], settings));
  }
}

class Hardsigmoid extends Block {
  constructor(...settings) {
    super(make('Hardsigmoid', [], settings));
  }
}

class Hardswish extends Block {
  constructor(...settings) {
    super(make('Hardswish', [], settings));
  }
}

class Hardtanh extends Block {
  constructor(...settings) {
    super(make('Hardtanh', [['min_val', 'minVal', 'float', false], ['max_val', 'maxVal', 'float', false]], settings));
  }
}

class Identity extends Block {
  constructor(...settings) {
    super(make('Identity', [], settings));
  }
}

class InstanceNorm1d extends Block {
  constructor(...settings) {
    super(make('InstanceNorm1d', [['num_features', 'numFeatures', 'int', false], ['eps', 'eps', 'float', false], ['affine', 'affine', 'bool', false]], settings));
  }
}

class InstanceNorm2d extends Block {
  constructor(...settings) {
    super(make('InstanceNorm2d', [['num_features', 'numFeatures', 'int', false], ['eps', 'eps', 'float', false], ['affine', 'affine', 'bool', false]], settings));
  }
}

class InstanceNorm3d extends Block {
  constructor(...settings) {
    super(make('InstanceNorm3d', [['num_features', 'numFeatures', 'int', false], ['eps', 'eps', 'float', false], ['affine', 'affine', 'bool', false]], settings));
  }
}

class LSTM extends Block {
  constructor(...settings) {
    super(make('LSTM', [['input_size', 'inputSize', 'int', false], ['hidden_size', 'hiddenSize', 'int', true], ['num_layers', 'numLayers', 'int', false], ['bias', 'bias', 'bool', false], ['batch_first', 'batchFirst', 'bool', false], ['dropout', 'dropout', 'float', false], ['bidirectional', 'bidirectional', 'bool', false]], settings));
  }
}

class LayerNorm extends Block {
  constructor(...settings) {
    super(make('LayerNorm', [['normalized_shape', 'normalizedShape', 'ints', false], ['eps', 'eps', 'float', false], ['elementwise_affine', 'elementwiseAffine', 'bool', false], ['bias', 'bias', 'bool', false]], settings));
  }
}

class LeakyReLU extends Block {
  constructor(...settings) {
    super(make('LeakyReLU', [['negative_slope', 'negativeSlope', 'float', false]], settings));
  }
}

class Linear extends Block {
  constructor(...settings) {
    super(make('Linear', [['in_features', 'inFeatures', 'int', false], ['out_features', 'outFeatures', 'int', false], ['bias', 'bias', 'bool', false]], settings));
  }
}

class LogSigmoid extends Block {
  constructor(...settings) {
    super(make('LogSigmoid', [], settings));
  }
}

class LogSoftmax extends Block {
  constructor(...settings) {
    super(make('LogSoftmax', [['dim', 'dim', 'int', false]], settings));
  }
}

class MaxPool1d extends Block {
  constructor(...settings) {
    super(make('MaxPool1d', [['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['dilation', 'dilation', 'ints', false], ['ceil_mode', 'ceilMode', 'bool', false]], settings));
  }
}

class MaxPool2d extends Block {
  constructor(...settings) {
    super(make('MaxPool2d', [['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['dilation', 'dilation', 'ints', false], ['ceil_mode', 'ceilMode', 'bool', false]], settings));
  }
}

class MaxPool3d extends Block {
  constructor(...settings) {
    super(make('MaxPool3d', [['kernel_size', 'kernelSize', 'ints', true], ['stride', 'stride', 'ints', false], ['padding', 'padding', 'ints', false], ['dilation', 'dilation', 'ints', false], ['ceil_mode', 'ceilMode', 'bool', false]], settings));
  }
}

class Mish extends Block {
  constructor(...settings) {
    super(make('Mish', [], settings));
  }
}

class MultiheadAttention extends Block {
  constructor(...settings) {
    super(make('MultiheadAttention', [['embed_dim', 'embedDim', 'int', true], ['num_heads', 'numHeads', 'int', true], ['dropout', 'dropout', 'float', false], ['bias', 'bias', 'bool', false], ['batch_first', 'batchFirst', 'bool', false], ['is_causal', 'isCausal', 'bool', false], ['need_weights', 'needWeights', 'bool', false]], settings));
  }
}

class PReLU extends Block {
  constructor(...settings) {
    super(make('PReLU', [['num_parameters', 'numParameters', 'int', false], ['init', 'init', 'float', false]], settings));
  }
}

class RMSNorm extends Block {
  constructor(...settings) {
    super(make('RMSNorm', [['normalized_shape', 'normalizedShape', 'ints', false], ['eps', 'eps', 'float', false], ['elementwise_affine', 'elementwiseAffine', 'bool', false]], settings));
  }
}

class RNN extends Block {
  constructor(...settings) {
    super(make('RNN', [['input_size', 'inputSize', 'int', false], ['hidden_size', 'hiddenSize', 'int', true], ['num_layers', 'numLayers', 'int', false], ['nonlinearity', 'nonlinearity', 'str', false], ['bias', 'bias', 'bool', false], ['batch_first', 'batchFirst', 'bool', false], ['dropout', 'dropout', 'float', false], ['bidirectional', 'bidirectional', 'bool', false]], settings));
  }
}

class ReLU extends Block {
  constructor(...settings) {
    super(make('ReLU', [], settings));
  }
}

class ReLU6 extends Block {
  constructor(...settings) {
    super(make('ReLU6', [], settings));
  }
}

class SELU extends Block {
  constructor(...settings) {
    super(make('SELU', [], settings));
  }
}

class SiLU extends Block {
  constructor(...settings) {
    super(make('SiLU', [], settings));
  }
}

class Sigmoid extends Block {
  constructor(...settings) {
    super(make('Sigmoid', [], settings));
  }
}

class Softmax extends Block {
  constructor(...settings) {
    super(make('Softmax', [['dim', 'dim', 'int', false]], settings));
  }
}

class Softplus extends Block {
  constructor(...settings) {
    super(make('Softplus', [['beta', 'beta', 'float', false], ['threshold', 'threshold', 'float', false]], settings));
  }
}

class Softshrink extends Block {
  constructor(...settings) {
    super(make('Softshrink', [['lambd', 'lambd', 'float', false]], settings));
  }
}

class Softsign extends Block {
  constructor(...settings) {
    super(make('Softsign', [], settings));
  }
}

class Tanh extends Block {
  constructor(...settings) {
    super(make('Tanh', [], settings));
  }
}

class Tanhshrink extends Block {
  constructor(...settings) {
    super(make('Tanhshrink', [], settings));
  }
}

class Threshold extends Block {
  constructor(...settings) {
    super(make('Threshold', [['threshold', 'threshold', 'float', false], ['value', 'value', 'float', false]], settings));
  }
}

class TransformerEncoderLayer extends Block {
  constructor(...settings) {
    super(make('TransformerEncoderLayer', [['d_model', 'dModel', 'int', true], ['nhead', 'nhead', 'int', true], ['dim_feedforward', 'dimFeedforward', 'int', false], ['dropout', 'dropout', 'float', false], ['activation', 'activation', 'str', false], ['layer_norm_eps', 'layerNormEps', 'float', false], ['batch_first', 'batchFirst', 'bool', false], ['norm_first', 'normFirst', 'bool', false], ['bias', 'bias', 'bool', false], ['is_causal', 'isCausal', 'bool', false]], settings));
  }
}

class Unflatten extends Block {
  constructor(...settings) {
    super(make('Unflatten', [['dim', 'dim', 'int', true], ['unflattened_size', 'unflattenedSize', 'ints', true]], settings));
  }
}

class BCELoss extends Block {
  constructor(...settings) {
    super(make('BCELoss', [['reduction', 'reduction', 'str', false]], settings));
  }
}

class BCEWithLogitsLoss extends Block {
  constructor(...settings) {
    super(make('BCEWithLogitsLoss', [['reduction', 'reduction', 'str', false]], settings));
  }
}

class CTCLoss extends Block {
  constructor(...settings) {
    super(make('CTCLoss', [['blank', 'blank', 'int', false], ['reduction', 'reduction', 'str', false], ['zero_infinity', 'zeroInfinity', 'bool', false]], settings));
  }
}

class CosineEmbeddingLoss extends Block {
  constructor(...settings) {
    super(make('CosineEmbeddingLoss', [['margin', 'margin', 'float', false], ['reduction', 'reduction', 'str', false]], settings));
  }
}

class CrossEntropyLoss extends Block {
  constructor(...settings) {
    super(make('CrossEntropyLoss', [['ignore_index', 'ignoreIndex', 'int', false], ['reduction', 'reduction', 'str', false], ['label_smoothing', 'labelSmoothing', 'float', false]], settings));
  }
}

class GaussianNLLLoss extends Block {
  constructor(...settings) {
    super(make('GaussianNLLLoss', [['full', 'full', 'bool', false], ['eps', 'eps', 'float', false], ['reduction', 'reduction', 'str', false]], settings));
  }
}

class HingeEmbeddingLoss extends Block {
  constructor(...settings) {
    super(make('HingeEmbeddingLoss', [['margin', 'margin', 'float', false], ['reduction', 'reduction', 'str', false]], settings));
  }
}

class HingeLoss extends Block {
  constructor(...settings) {
    super(make('HingeLoss', [['margin', 'margin', 'float', false], ['reduction', 'reduction', 'str', false]], settings));
  }
}

class HuberLoss extends Block {
  constructor(...settings) {
    super(make('HuberLoss', [['reduction', 'reduction', 'str', false], ['delta', 'delta', 'float', false]], settings));
  }
}

class KLDivLoss extends Block {
  constructor(...settings) {
    super(make('KLDivLoss', [['reduction', 'reduction', 'str', false], ['log_target', 'logTarget', 'bool', false]], settings));
  }
}

class L1Loss extends Block {
  constructor(...settings) {
    super(make('L1Loss', [['reduction', 'reduction', 'str', false]], settings));
  }
}

class MSELoss extends Block {
  constructor(...settings) {
    super(make('MSELoss', [['reduction', 'reduction', 'str', false]], settings));
  }
}

class MarginRankingLoss extends Block {
  constructor(...settings) {
    super(make('MarginRankingLoss', [['margin', 'margin', 'float', false], ['reduction', 'reduction', 'str', false]], settings));
  }
}

class MultiLabelSoftMarginLoss extends Block {
  constructor(...settings) {
    super(make('MultiLabelSoftMarginLoss', [['reduction', 'reduction', 'str', false]], settings));
  }
}

class MultiMarginLoss extends Block {
  constructor(...settings) {
    super(make('MultiMarginLoss', [['p', 'p', 'float', false], ['margin', 'margin', 'float', false], ['reduction', 'reduction', 'str', false]], settings));
  }
}

class NLLLoss extends Block {
  constructor(...settings) {
    super(make('NLLLoss', [['ignore_index', 'ignoreIndex', 'int', false], ['reduction', 'reduction', 'str', false]], settings));
  }
}

class PoissonNLLLoss extends Block {
  constructor(...settings) {
    super(make('PoissonNLLLoss', [['log_input', 'logInput', 'bool', false], ['full', 'full', 'bool', false], ['eps', 'eps', 'float', false], ['reduction', 'reduction', 'str', false]], settings));
  }
}

class SmoothL1Loss extends Block {
  constructor(...settings) {
    super(make('SmoothL1Loss', [['reduction', 'reduction', 'str', false], ['beta', 'beta', 'float', false]], settings));
  }
}

class SoftMarginLoss extends Block {
  constructor(...settings) {
    super(make('SoftMarginLoss', [['reduction', 'reduction', 'str', false]], settings));
  }
}

class TripletMarginLoss extends Block {
  constructor(...settings) {
    super(make('TripletMarginLoss', [['margin', 'margin', 'float', false], ['p', 'p', 'float', false], ['eps', 'eps', 'float', false], ['swap', 'swap', 'bool', false], ['reduction', 'reduction', 'str', false]], settings));
  }
}

module.exports = {
  Sequential,
  AdaptiveAvgPool1d,
  AdaptiveAvgPool2d,
  AdaptiveAvgPool3d,
  AdaptiveMaxPool1d,
  AdaptiveMaxPool2d,
  AdaptiveMaxPool3d,
  AvgPool1d,
  AvgPool2d,
  AvgPool3d,
  BatchNorm1d,
  BatchNorm2d,
  BatchNorm3d,
  Bilinear,
  CELU,
  Conv1d,
  Conv2d,
  Conv3d,
  ConvTranspose1d,
  ConvTranspose2d,
  ConvTranspose3d,
  Dropout,
  Dropout1d,
  Dropout2d,
  Dropout3d,
  ELU,
  Embedding,
  Flatten,
  GELU,
  GLU,
  GRU,
  GlobalAvgPool,
  GlobalMaxPool,
  GroupNorm,
  Hardshrink,
  Hardsigmoid,
  Hardswish,
  Hardtanh,
  Identity,
  InstanceNorm1d,
  InstanceNorm2d,
  InstanceNorm3d,
  LSTM,
  LayerNorm,
  LeakyReLU,
  Linear,
  LogSigmoid,
  LogSoftmax,
  MaxPool1d,
  MaxPool2d,
  MaxPool3d,
  Mish,
  MultiheadAttention,
  PReLU,
  RMSNorm,
  RNN,
  ReLU,
  ReLU6,
  SELU,
  SiLU,
  Sigmoid,
  Softmax,
  Softplus,
  Softshrink,
  Softsign,
  Tanh,
  Tanhshrink,
  Threshold,
  TransformerEncoderLayer,
  Unflatten,
  BCELoss,
  BCEWithLogitsLoss,
  CTCLoss,
  CosineEmbeddingLoss,
  CrossEntropyLoss,
  GaussianNLLLoss,
  HingeEmbeddingLoss,
  HingeLoss,
  HuberLoss,
  KLDivLoss,
  L1Loss,
  MSELoss,
  MarginRankingLoss,
  MultiLabelSoftMarginLoss,
  MultiMarginLoss,
  NLLLoss,
  PoissonNLLLoss,
  SmoothL1Loss,
  SoftMarginLoss,
  TripletMarginLoss,
};
