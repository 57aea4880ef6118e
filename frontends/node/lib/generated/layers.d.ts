// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// SPDX-License-Identifier: Apache-2.0
import type { Input, Ints, PendingArray } from '../core';
import { Block, Sequential } from '../nn';

export { Sequential };

/** Average pooling to a given output size. */
export class AdaptiveAvgPool1d extends Block {
  /** @param outputSize - Output size: one number per axis, or one for all axes.  At least 1. */
  constructor(outputSize: Ints);
  forward(x: Input): PendingArray;
}

/** Average pooling to a given output size. */
export class AdaptiveAvgPool2d extends Block {
  /** @param outputSize - Output size: one number per axis, or one for all axes.  At least 1. */
  constructor(outputSize: Ints);
  forward(x: Input): PendingArray;
}

/** Average pooling to a given output size. */
export class AdaptiveAvgPool3d extends Block {
  /** @param outputSize - Output size: one number per axis, or one for all axes.  At least 1. */
  constructor(outputSize: Ints);
  forward(x: Input): PendingArray;
}

/** Max pooling to a given output size. */
export class AdaptiveMaxPool1d extends Block {
  /** @param outputSize - Output size: one number per axis, or one for all axes.  At least 1. */
  constructor(outputSize: Ints);
  forward(x: Input): PendingArray;
}

/** Max pooling to a given output size. */
export class AdaptiveMaxPool2d extends Block {
  /** @param outputSize - Output size: one number per axis, or one for all axes.  At least 1. */
  constructor(outputSize: Ints);
  forward(x: Input): PendingArray;
}

/** Max pooling to a given output size. */
export class AdaptiveMaxPool3d extends Block {
  /** @param outputSize - Output size: one number per axis, or one for all axes.  At least 1. */
  constructor(outputSize: Ints);
  forward(x: Input): PendingArray;
}

/** Settings of {@link AvgPool1d}. */
export interface AvgPool1dSettings {
  /** Stride of the window; none: kernel_size.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Zeros added at both ends of each axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Round the output size up, so that a window may reach beyond the end.  Default: false. */
  ceilMode?: boolean;
  /** Include padding zeros in the mean.  Default: true. */
  countIncludePad?: boolean;
}
/** The mean of each window. */
export class AvgPool1d extends Block {
  /** @param kernelSize - Window size: one number per axis, or one for all axes.  At least 1. */
  constructor(kernelSize: Ints, settings?: AvgPool1dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link AvgPool2d}. */
export interface AvgPool2dSettings {
  /** Stride of the window; none: kernel_size.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Zeros added at both ends of each axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Round the output size up, so that a window may reach beyond the end.  Default: false. */
  ceilMode?: boolean;
  /** Include padding zeros in the mean.  Default: true. */
  countIncludePad?: boolean;
}
/** The mean of each window. */
export class AvgPool2d extends Block {
  /** @param kernelSize - Window size: one number per axis, or one for all axes.  At least 1. */
  constructor(kernelSize: Ints, settings?: AvgPool2dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link AvgPool3d}. */
export interface AvgPool3dSettings {
  /** Stride of the window; none: kernel_size.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Zeros added at both ends of each axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Round the output size up, so that a window may reach beyond the end.  Default: false. */
  ceilMode?: boolean;
  /** Include padding zeros in the mean.  Default: true. */
  countIncludePad?: boolean;
}
/** The mean of each window. */
export class AvgPool3d extends Block {
  /** @param kernelSize - Window size: one number per axis, or one for all axes.  At least 1. */
  constructor(kernelSize: Ints, settings?: AvgPool3dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link BatchNorm1d}. */
export interface BatchNorm1dSettings {
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number;
  /** Weight of a batch in the running statistics; none: cumulative average.  Default: 0.1. */
  momentum?: number | null;
  /** Apply a trained weight and bias.  Default: true. */
  affine?: boolean;
  /** Keep running statistics and use them in inference mode.  Default: true. */
  trackRunningStats?: boolean;
}
/**
 * Batch normalisation: normalise each channel over the batch and all spatial axes.
 *
 * Training uses the statistics of the batch, inference the running statistics.
 */
export class BatchNorm1d extends Block {
  /** @param numFeatures - Number of channels; none: inferred from the first input.  At least 1.  Default: none. */
  constructor(numFeatures?: number | null, settings?: BatchNorm1dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link BatchNorm2d}. */
export interface BatchNorm2dSettings {
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number;
  /** Weight of a batch in the running statistics; none: cumulative average.  Default: 0.1. */
  momentum?: number | null;
  /** Apply a trained weight and bias.  Default: true. */
  affine?: boolean;
  /** Keep running statistics and use them in inference mode.  Default: true. */
  trackRunningStats?: boolean;
}
/**
 * Batch normalisation: normalise each channel over the batch and all spatial axes.
 *
 * Training uses the statistics of the batch, inference the running statistics.
 */
export class BatchNorm2d extends Block {
  /** @param numFeatures - Number of channels; none: inferred from the first input.  At least 1.  Default: none. */
  constructor(numFeatures?: number | null, settings?: BatchNorm2dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link BatchNorm3d}. */
export interface BatchNorm3dSettings {
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number;
  /** Weight of a batch in the running statistics; none: cumulative average.  Default: 0.1. */
  momentum?: number | null;
  /** Apply a trained weight and bias.  Default: true. */
  affine?: boolean;
  /** Keep running statistics and use them in inference mode.  Default: true. */
  trackRunningStats?: boolean;
}
/**
 * Batch normalisation: normalise each channel over the batch and all spatial axes.
 *
 * Training uses the statistics of the batch, inference the running statistics.
 */
export class BatchNorm3d extends Block {
  /** @param numFeatures - Number of channels; none: inferred from the first input.  At least 1.  Default: none. */
  constructor(numFeatures?: number | null, settings?: BatchNorm3dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link Bilinear}. */
export interface BilinearSettings {
  /** Add a bias.  Default: true. */
  bias?: boolean;
}
/** Bilinear transformation: y_k = x1^T W_k x2 + b_k. */
export class Bilinear extends Block {
  /**
   * @param in1Features - Features of x1; none: inferred from the first input.  At least 1.  Default: none.
   * @param in2Features - Features of x2; none: inferred from the first input.  At least 1.  Default: none.
   * @param outFeatures - Features of the output.  At least 1.
   */
  constructor(in1Features: number | null, in2Features: number | null, outFeatures: number, settings?: BilinearSettings);
  forward(x1: Input, x2: Input): PendingArray;
}

/** Continuously differentiable ELU: x for positive x, else alpha * (exp(x / alpha) - 1). */
export class CELU extends Block {
  /** @param alpha - The result tends to -alpha for large negative x.  Greater than 0.0.  Default: 1. */
  constructor(alpha?: number | null);
  forward(x: Input): PendingArray;
}

/** Settings of {@link Conv1d}. */
export interface Conv1dSettings {
  /** Stride of the kernel; none: 1.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Zeros added to each axis: one number for both ends, or one per end; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Spacing between kernel elements; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** Independent groups of channels.  At least 1.  Default: 1. */
  groups?: number;
  /** Add a bias.  Default: true. */
  bias?: boolean;
}
/**
 * 1-dimensional convolution.
 *
 * The weight is (out_channels, in_channels / groups, kernel...).
 */
export class Conv1d extends Block {
  /**
   * @param inChannels - Channels of the input; none: inferred from the first input.  At least 1.  Default: none.
   * @param outChannels - Channels of the output.  At least 1.
   * @param kernelSize - Kernel size: one number per axis, or one for all axes.  At least 1.
   */
  constructor(inChannels: number | null, outChannels: number, kernelSize: Ints, settings?: Conv1dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link Conv2d}. */
export interface Conv2dSettings {
  /** Stride of the kernel; none: 1.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Zeros added to each axis: one number for both ends, or one per end; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Spacing between kernel elements; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** Independent groups of channels.  At least 1.  Default: 1. */
  groups?: number;
  /** Add a bias.  Default: true. */
  bias?: boolean;
}
/**
 * 2-dimensional convolution.
 *
 * The weight is (out_channels, in_channels / groups, kernel...).
 */
export class Conv2d extends Block {
  /**
   * @param inChannels - Channels of the input; none: inferred from the first input.  At least 1.  Default: none.
   * @param outChannels - Channels of the output.  At least 1.
   * @param kernelSize - Kernel size: one number per axis, or one for all axes.  At least 1.
   */
  constructor(inChannels: number | null, outChannels: number, kernelSize: Ints, settings?: Conv2dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link Conv3d}. */
export interface Conv3dSettings {
  /** Stride of the kernel; none: 1.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Zeros added to each axis: one number for both ends, or one per end; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Spacing between kernel elements; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** Independent groups of channels.  At least 1.  Default: 1. */
  groups?: number;
  /** Add a bias.  Default: true. */
  bias?: boolean;
}
/**
 * 3-dimensional convolution.
 *
 * The weight is (out_channels, in_channels / groups, kernel...).
 */
export class Conv3d extends Block {
  /**
   * @param inChannels - Channels of the input; none: inferred from the first input.  At least 1.  Default: none.
   * @param outChannels - Channels of the output.  At least 1.
   * @param kernelSize - Kernel size: one number per axis, or one for all axes.  At least 1.
   */
  constructor(inChannels: number | null, outChannels: number, kernelSize: Ints, settings?: Conv3dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link ConvTranspose1d}. */
export interface ConvTranspose1dSettings {
  /** Stride of the kernel; none: 1.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Elements removed at both ends of each output axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Elements added at the end of each output axis; none: 0.  At least 0.  Default: none. */
  outputPadding?: Ints | null;
  /** Independent groups of channels.  At least 1.  Default: 1. */
  groups?: number;
  /** Add a bias.  Default: true. */
  bias?: boolean;
  /** Spacing between kernel elements; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
}
/**
 * 1-dimensional transposed convolution.
 *
 * The weight is (in_channels, out_channels / groups, kernel...).
 */
export class ConvTranspose1d extends Block {
  /**
   * @param inChannels - Channels of the input; none: inferred from the first input.  At least 1.  Default: none.
   * @param outChannels - Channels of the output.  At least 1.
   * @param kernelSize - Kernel size: one number per axis, or one for all axes.  At least 1.
   */
  constructor(inChannels: number | null, outChannels: number, kernelSize: Ints, settings?: ConvTranspose1dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link ConvTranspose2d}. */
export interface ConvTranspose2dSettings {
  /** Stride of the kernel; none: 1.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Elements removed at both ends of each output axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Elements added at the end of each output axis; none: 0.  At least 0.  Default: none. */
  outputPadding?: Ints | null;
  /** Independent groups of channels.  At least 1.  Default: 1. */
  groups?: number;
  /** Add a bias.  Default: true. */
  bias?: boolean;
  /** Spacing between kernel elements; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
}
/**
 * 2-dimensional transposed convolution.
 *
 * The weight is (in_channels, out_channels / groups, kernel...).
 */
export class ConvTranspose2d extends Block {
  /**
   * @param inChannels - Channels of the input; none: inferred from the first input.  At least 1.  Default: none.
   * @param outChannels - Channels of the output.  At least 1.
   * @param kernelSize - Kernel size: one number per axis, or one for all axes.  At least 1.
   */
  constructor(inChannels: number | null, outChannels: number, kernelSize: Ints, settings?: ConvTranspose2dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link ConvTranspose3d}. */
export interface ConvTranspose3dSettings {
  /** Stride of the kernel; none: 1.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Elements removed at both ends of each output axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Elements added at the end of each output axis; none: 0.  At least 0.  Default: none. */
  outputPadding?: Ints | null;
  /** Independent groups of channels.  At least 1.  Default: 1. */
  groups?: number;
  /** Add a bias.  Default: true. */
  bias?: boolean;
  /** Spacing between kernel elements; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
}
/**
 * 3-dimensional transposed convolution.
 *
 * The weight is (in_channels, out_channels / groups, kernel...).
 */
export class ConvTranspose3d extends Block {
  /**
   * @param inChannels - Channels of the input; none: inferred from the first input.  At least 1.  Default: none.
   * @param outChannels - Channels of the output.  At least 1.
   * @param kernelSize - Kernel size: one number per axis, or one for all axes.  At least 1.
   */
  constructor(inChannels: number | null, outChannels: number, kernelSize: Ints, settings?: ConvTranspose3dSettings);
  forward(x: Input): PendingArray;
}

/** While training, set random elements to zero and scale the others by 1 / (1 - p). */
export class Dropout extends Block {
  /** @param p - Probability of being set to zero.  At least 0.0 and at most 1.0.  Default: 0.5. */
  constructor(p?: number | null);
  forward(x: Input): PendingArray;
}

/** While training, set random channels to zero and scale the others. */
export class Dropout1d extends Block {
  /** @param p - Probability of being set to zero.  At least 0.0 and at most 1.0.  Default: 0.5. */
  constructor(p?: number | null);
  forward(x: Input): PendingArray;
}

/** While training, set random channels to zero and scale the others. */
export class Dropout2d extends Block {
  /** @param p - Probability of being set to zero.  At least 0.0 and at most 1.0.  Default: 0.5. */
  constructor(p?: number | null);
  forward(x: Input): PendingArray;
}

/** While training, set random channels to zero and scale the others. */
export class Dropout3d extends Block {
  /** @param p - Probability of being set to zero.  At least 0.0 and at most 1.0.  Default: 0.5. */
  constructor(p?: number | null);
  forward(x: Input): PendingArray;
}

/** Exponential linear unit: x for positive x, else alpha * (exp(x) - 1). */
export class ELU extends Block {
  /** @param alpha - The result tends to -alpha for large negative x.  Default: 1. */
  constructor(alpha?: number | null);
  forward(x: Input): PendingArray;
}

/** Settings of {@link Embedding}. */
export interface EmbeddingSettings {
  /** Row used for padding: it starts as zeros and gets no gradient.  Default: none. */
  paddingIdx?: number | null;
}
/** Look up rows of a table by index. */
export class Embedding extends Block {
  /**
   * @param numEmbeddings - Number of rows of the table.  At least 1.
   * @param embeddingDim - Features of a row.  At least 1.
   */
  constructor(numEmbeddings: number, embeddingDim: number, settings?: EmbeddingSettings);
  forward(indices: Input): PendingArray;
}

/** Settings of {@link Flatten}. */
export interface FlattenSettings {
  /** Last axis to flatten.  Default: -1. */
  endDim?: number;
}
/** Flatten a range of axes into one. */
export class Flatten extends Block {
  /** @param startDim - First axis to flatten.  Default: 1. */
  constructor(startDim?: number | null, settings?: FlattenSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link GELU}. */
export interface GELUSettings {
  /** 'none' (exact) or 'tanh'.  Default: none. */
  approximate?: 'none' | 'tanh';
}
/** Gaussian error linear unit: x times the standard normal distribution function of x. */
export class GELU extends Block {
  constructor(settings?: GELUSettings);
  forward(x: Input): PendingArray;
}

/** Gated linear unit: the first half of an axis times the sigmoid of the second half. */
export class GLU extends Block {
  /** @param dim - Axis along which to compute.  Default: -1. */
  constructor(dim?: number | null);
  forward(x: Input): PendingArray;
}

/** Settings of {@link GRU}. */
export interface GRUSettings {
  /** Number of stacked layers.  At least 1.  Default: 1. */
  numLayers?: number;
  /** Add bias terms.  Default: true. */
  bias?: boolean;
  /** X and y are (batch, steps, ...), not (steps, batch, ...).  Default: false. */
  batchFirst?: boolean;
  /** Dropout probability between layers, while training.  At least 0.0 and at most 1.0.  Default: 0. */
  dropout?: number;
  /** Also run in reverse, and concatenate the states of both directions.  Default: false. */
  bidirectional?: boolean;
}
/**
 * Gated recurrent unit (GRU) over a sequence.
 *
 * x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and
 * directions.  h0 has the shape of h_n.
 */
export class GRU extends Block {
  /**
   * @param inputSize - Features of an input time step; none: inferred from the first input.  At least 1.  Default:
   * none.
   * @param hiddenSize - Features of the hidden state.  At least 1.
   */
  constructor(inputSize: number | null, hiddenSize: number, settings?: GRUSettings);
  forward(x: Input, h0?: Input | null): [y: PendingArray, hN: PendingArray];
}

/** The mean of each channel over all spatial axes. */
export class GlobalAvgPool extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** The maximum of each channel over all spatial axes. */
export class GlobalMaxPool extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** Settings of {@link GroupNorm}. */
export interface GroupNormSettings {
  /** Number of channels; none: inferred from the first input.  At least 1.  Default: none. */
  numChannels?: number | null;
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number;
  /** Apply a trained weight and bias.  Default: true. */
  affine?: boolean;
}
/** Group normalisation: normalise groups of channels of each sample. */
export class GroupNorm extends Block {
  /** @param numGroups - Number of groups; must divide num_channels.  At least 1. */
  constructor(numGroups: number, settings?: GroupNormSettings);
  forward(x: Input): PendingArray;
}

/** Hard shrinkage: x where |x| > lambd, else 0. */
export class Hardshrink extends Block {
  /** @param lambd - The result is 0 where |x| is at most this.  At least 0.0.  Default: 0.5. */
  constructor(lambd?: number | null);
  forward(x: Input): PendingArray;
}

/** Hard sigmoid: x / 6 + 1/2, clipped to 0 .. 1. */
export class Hardsigmoid extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** Hard swish: x * hardsigmoid(x). */
export class Hardswish extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** Settings of {@link Hardtanh}. */
export interface HardtanhSettings {
  /** Upper bound.  Default: 1. */
  maxVal?: number;
}
/** Clip x to min_val .. max_val. */
export class Hardtanh extends Block {
  /** @param minVal - Lower bound.  Default: -1. */
  constructor(minVal?: number | null, settings?: HardtanhSettings);
  forward(x: Input): PendingArray;
}

/** Return the input. */
export class Identity extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** Settings of {@link InstanceNorm1d}. */
export interface InstanceNorm1dSettings {
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number;
  /** Apply a trained weight and bias.  Default: false. */
  affine?: boolean;
}
/** Instance normalisation: normalise each channel of each sample. */
export class InstanceNorm1d extends Block {
  /** @param numFeatures - Number of channels; none: inferred from the first input.  At least 1.  Default: none. */
  constructor(numFeatures?: number | null, settings?: InstanceNorm1dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link InstanceNorm2d}. */
export interface InstanceNorm2dSettings {
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number;
  /** Apply a trained weight and bias.  Default: false. */
  affine?: boolean;
}
/** Instance normalisation: normalise each channel of each sample. */
export class InstanceNorm2d extends Block {
  /** @param numFeatures - Number of channels; none: inferred from the first input.  At least 1.  Default: none. */
  constructor(numFeatures?: number | null, settings?: InstanceNorm2dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link InstanceNorm3d}. */
export interface InstanceNorm3dSettings {
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number;
  /** Apply a trained weight and bias.  Default: false. */
  affine?: boolean;
}
/** Instance normalisation: normalise each channel of each sample. */
export class InstanceNorm3d extends Block {
  /** @param numFeatures - Number of channels; none: inferred from the first input.  At least 1.  Default: none. */
  constructor(numFeatures?: number | null, settings?: InstanceNorm3dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link LSTM}. */
export interface LSTMSettings {
  /** Number of stacked layers.  At least 1.  Default: 1. */
  numLayers?: number;
  /** Add bias terms.  Default: true. */
  bias?: boolean;
  /** X and y are (batch, steps, ...), not (steps, batch, ...).  Default: false. */
  batchFirst?: boolean;
  /** Dropout probability between layers, while training.  At least 0.0 and at most 1.0.  Default: 0. */
  dropout?: number;
  /** Also run in reverse, and concatenate the states of both directions.  Default: false. */
  bidirectional?: boolean;
}
/**
 * Long short-term memory (LSTM) over a sequence.
 *
 * x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and
 * directions.  h0 has the shape of h_n.
 */
export class LSTM extends Block {
  /**
   * @param inputSize - Features of an input time step; none: inferred from the first input.  At least 1.  Default:
   * none.
   * @param hiddenSize - Features of the hidden state.  At least 1.
   */
  constructor(inputSize: number | null, hiddenSize: number, settings?: LSTMSettings);
  forward(x: Input, h0?: Input | null, c0?: Input | null): [y: PendingArray, hN: PendingArray, cN: PendingArray];
}

/** Settings of {@link LayerNorm}. */
export interface LayerNormSettings {
  /** Added to the variance.  At least 0.0.  Default: 1e-05. */
  eps?: number | null;
  /** Apply a trained weight.  Default: true. */
  elementwiseAffine?: boolean;
  /** Apply a trained bias.  Default: true. */
  bias?: boolean;
}
/** Layer normalisation over the last axes. */
export class LayerNorm extends Block {
  /**
   * @param normalizedShape - Sizes of the last axes, which are normalised; none: the last axis of the first input.
   * At least 1.  Default: none.
   */
  constructor(normalizedShape?: Ints | null, settings?: LayerNormSettings);
  forward(x: Input): PendingArray;
}

/** Leaky rectified linear unit: x for positive x, else negative_slope * x. */
export class LeakyReLU extends Block {
  /** @param negativeSlope - Slope for negative x.  Default: 0.01. */
  constructor(negativeSlope?: number | null);
  forward(x: Input): PendingArray;
}

/** Settings of {@link Linear}. */
export interface LinearSettings {
  /** Add a bias.  Default: true. */
  bias?: boolean;
}
/**
 * Affine transformation: y = x W^T + b.
 *
 * x is (..., in_features), the result (..., out_features), the weight (out_features, in_features).  If only one
 * size is given, it is out_features.
 */
export class Linear extends Block {
  /**
   * @param inFeatures - Features of the input; none: inferred from the first input.  At least 1.  Default: none.
   * @param outFeatures - Features of the output; none: in_features has this number.  At least 1.  Default: none.
   */
  constructor(inFeatures?: number | null, outFeatures?: number | null, settings?: LinearSettings);
  forward(x: Input): PendingArray;
}

/** The logarithm of the sigmoid. */
export class LogSigmoid extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** The logarithm of the softmax along an axis. */
export class LogSoftmax extends Block {
  /** @param dim - Axis along which to compute.  Default: -1. */
  constructor(dim?: number | null);
  forward(x: Input): PendingArray;
}

/** Settings of {@link MaxPool1d}. */
export interface MaxPool1dSettings {
  /** Stride of the window; none: kernel_size.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Elements of -inf added at both ends of each axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Spacing between window elements; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** Round the output size up, so that a window may reach beyond the end.  Default: false. */
  ceilMode?: boolean;
}
/** The maximum of each window. */
export class MaxPool1d extends Block {
  /** @param kernelSize - Window size: one number per axis, or one for all axes.  At least 1. */
  constructor(kernelSize: Ints, settings?: MaxPool1dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link MaxPool2d}. */
export interface MaxPool2dSettings {
  /** Stride of the window; none: kernel_size.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Elements of -inf added at both ends of each axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Spacing between window elements; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** Round the output size up, so that a window may reach beyond the end.  Default: false. */
  ceilMode?: boolean;
}
/** The maximum of each window. */
export class MaxPool2d extends Block {
  /** @param kernelSize - Window size: one number per axis, or one for all axes.  At least 1. */
  constructor(kernelSize: Ints, settings?: MaxPool2dSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link MaxPool3d}. */
export interface MaxPool3dSettings {
  /** Stride of the window; none: kernel_size.  At least 1.  Default: none. */
  stride?: Ints | null;
  /** Elements of -inf added at both ends of each axis; none: 0.  At least 0.  Default: none. */
  padding?: Ints | null;
  /** Spacing between window elements; none: 1.  At least 1.  Default: none. */
  dilation?: Ints | null;
  /** Round the output size up, so that a window may reach beyond the end.  Default: false. */
  ceilMode?: boolean;
}
/** The maximum of each window. */
export class MaxPool3d extends Block {
  /** @param kernelSize - Window size: one number per axis, or one for all axes.  At least 1. */
  constructor(kernelSize: Ints, settings?: MaxPool3dSettings);
  forward(x: Input): PendingArray;
}

/** Mish: x * tanh(softplus(x)). */
export class Mish extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** Settings of {@link MultiheadAttention}. */
export interface MultiheadAttentionSettings {
  /** Dropout probability of attention weights, while training.  At least 0.0 and less than 1.0.  Default: 0. */
  dropout?: number;
  /** Add bias terms.  Default: true. */
  bias?: boolean;
  /** (batch, steps, embed_dim), not (steps, batch, embed_dim).  Default: false. */
  batchFirst?: boolean;
  /** Each position attends only to itself and earlier ones.  Default: false. */
  isCausal?: boolean;
  /** Also return the weights averaged over heads: (batch, queries, keys).  Default: false. */
  needWeights?: boolean;
}
/**
 * Multi-head scaled dot-product attention.
 *
 * Without key and value, the query is used for all three.  attn_mask broadcasts to (batch, heads, queries, keys): a
 * bool mask is true where a query may attend to a key, a float mask is added to the scores.  Passing any array as
 * need_weights requests the weights for this call.
 */
export class MultiheadAttention extends Block {
  /**
   * @param embedDim - Features of queries, keys, values and outputs.  At least 1.
   * @param numHeads - Number of heads; must divide embed_dim.  At least 1.
   */
  constructor(embedDim: number, numHeads: number, settings?: MultiheadAttentionSettings);
  forward(query: Input, key?: Input | null, value?: Input | null, attnMask?: Input | null, needWeights?: Input | null): PendingArray | [y: PendingArray, weights: PendingArray];
}

/** Settings of {@link PReLU}. */
export interface PReLUSettings {
  /** Initial slope.  Default: 0.25. */
  init?: number;
}
/** Parametric rectified linear unit: x for positive x, else a trained slope times x. */
export class PReLU extends Block {
  /**
   * @param numParameters - 1: one slope for all channels; otherwise the number of channels.  At least 1.  Default:
   * 1.
   */
  constructor(numParameters?: number | null, settings?: PReLUSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link RMSNorm}. */
export interface RMSNormSettings {
  /** Added to the mean square; none: the machine epsilon of the dtype.  At least 0.0.  Default: none. */
  eps?: number | null;
  /** Apply a trained weight.  Default: true. */
  elementwiseAffine?: boolean;
}
/** Root mean square normalisation over the last axes. */
export class RMSNorm extends Block {
  /**
   * @param normalizedShape - Sizes of the last axes, which are normalised; none: the last axis of the first input.
   * At least 1.  Default: none.
   */
  constructor(normalizedShape?: Ints | null, settings?: RMSNormSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link RNN}. */
export interface RNNSettings {
  /** Number of stacked layers.  At least 1.  Default: 1. */
  numLayers?: number;
  /** 'tanh' or 'relu'.  Default: tanh. */
  nonlinearity?: 'tanh' | 'relu';
  /** Add bias terms.  Default: true. */
  bias?: boolean;
  /** X and y are (batch, steps, ...), not (steps, batch, ...).  Default: false. */
  batchFirst?: boolean;
  /** Dropout probability between layers, while training.  At least 0.0 and at most 1.0.  Default: 0. */
  dropout?: number;
  /** Also run in reverse, and concatenate the states of both directions.  Default: false. */
  bidirectional?: boolean;
}
/**
 * Elman recurrent network (RNN) over a sequence.
 *
 * x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and
 * directions.  h0 has the shape of h_n.
 */
export class RNN extends Block {
  /**
   * @param inputSize - Features of an input time step; none: inferred from the first input.  At least 1.  Default:
   * none.
   * @param hiddenSize - Features of the hidden state.  At least 1.
   */
  constructor(inputSize: number | null, hiddenSize: number, settings?: RNNSettings);
  forward(x: Input, h0?: Input | null): [y: PendingArray, hN: PendingArray];
}

/** Rectified linear unit: max(x, 0). */
export class ReLU extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** Rectified linear unit clipped at 6: min(max(x, 0), 6). */
export class ReLU6 extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** Scaled ELU, whose scale and alpha preserve mean and variance. */
export class SELU extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** Sigmoid linear unit (swish): x * sigmoid(x). */
export class SiLU extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** 1 / (1 + exp(-x)). */
export class Sigmoid extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** Scale the entries along an axis so that they are positive and sum to one. */
export class Softmax extends Block {
  /** @param dim - Axis along which to compute.  Default: -1. */
  constructor(dim?: number | null);
  forward(x: Input): PendingArray;
}

/** Settings of {@link Softplus}. */
export interface SoftplusSettings {
  /** Accepted for compatibility; where beta * x is above 20 the result equals x.  Default: 20. */
  threshold?: number;
}
/** Smooth approximation of ReLU: log(1 + exp(beta * x)) / beta. */
export class Softplus extends Block {
  /** @param beta - Sharpness of the bend.  Default: 1. */
  constructor(beta?: number | null, settings?: SoftplusSettings);
  forward(x: Input): PendingArray;
}

/** Soft shrinkage: x moved towards 0 by lambd, and 0 where |x| <= lambd. */
export class Softshrink extends Block {
  /** @param lambd - The result is 0 where |x| is at most this.  At least 0.0.  Default: 0.5. */
  constructor(lambd?: number | null);
  forward(x: Input): PendingArray;
}

/** x / (1 + |x|). */
export class Softsign extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** The hyperbolic tangent. */
export class Tanh extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** x - tanh(x). */
export class Tanhshrink extends Block {
  constructor();
  forward(x: Input): PendingArray;
}

/** Settings of {@link Threshold}. */
export interface ThresholdSettings {
  /** Replaces the other elements.  Default: 0. */
  value?: number;
}
/** x where it is larger than threshold, else value. */
export class Threshold extends Block {
  /** @param threshold - X is kept where it is larger than this.  Default: 0. */
  constructor(threshold?: number | null, settings?: ThresholdSettings);
  forward(x: Input): PendingArray;
}

/** Settings of {@link TransformerEncoderLayer}. */
export interface TransformerEncoderLayerSettings {
  /** Hidden features of the feed-forward network.  At least 1.  Default: 2048. */
  dimFeedforward?: number;
  /** Dropout probability, while training.  At least 0.0 and less than 1.0.  Default: 0.1. */
  dropout?: number;
  /** 'relu' or 'gelu'.  Default: relu. */
  activation?: 'relu' | 'gelu';
  /** Added to the variance in layer norms.  At least 0.0.  Default: 1e-05. */
  layerNormEps?: number | null;
  /** (batch, steps, d_model), not (steps, batch, d_model).  Default: false. */
  batchFirst?: boolean;
  /** Apply layer norms before attention and feed-forward network, not after.  Default: false. */
  normFirst?: boolean;
  /** Add bias terms.  Default: true. */
  bias?: boolean;
  /** Each position attends only to itself and earlier ones.  Default: false. */
  isCausal?: boolean;
}
/** Self-attention, then a feed-forward network, each with a residual connection. */
export class TransformerEncoderLayer extends Block {
  /**
   * @param dModel - Features of a position.  At least 1.
   * @param nhead - Number of attention heads.  At least 1.
   */
  constructor(dModel: number, nhead: number, settings?: TransformerEncoderLayerSettings);
  forward(x: Input, attnMask?: Input | null): PendingArray;
}

/** Split one axis into several. */
export class Unflatten extends Block {
  /**
   * @param dim - Axis to split.
   * @param unflattenedSize - New sizes; one of them may be -1.  At least -1.
   */
  constructor(dim: number, unflattenedSize: Ints);
  forward(x: Input): PendingArray;
}

/** Settings of {@link BCELoss}. */
export interface BCELossSettings {
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Binary cross-entropy of probabilities x. */
export class BCELoss extends Block {
  constructor(settings?: BCELossSettings);
  forward(x: Input, target: Input, weight?: Input | null): PendingArray;
}

/** Settings of {@link BCEWithLogitsLoss}. */
export interface BCEWithLogitsLossSettings {
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/**
 * Binary cross-entropy of sigmoid(x), computed in a numerically stable way.
 *
 * weight scales all losses, pos_weight the losses of positive targets; both broadcast to x.
 */
export class BCEWithLogitsLoss extends Block {
  constructor(settings?: BCEWithLogitsLossSettings);
  forward(x: Input, target: Input, weight?: Input | null, posWeight?: Input | null): PendingArray;
}

/** Settings of {@link CTCLoss}. */
export interface CTCLossSettings {
  /** Index of the blank class.  At least 0.  Default: 0. */
  blank?: number;
  /** 'mean' (each loss divided by its target length), 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Set infinite losses (of targets longer than their input) to 0.  Default: false. */
  zeroInfinity?: boolean;
}
/** Connectionist temporal classification loss. */
export class CTCLoss extends Block {
  constructor(settings?: CTCLossSettings);
  forward(logProbs: Input, targets: Input, inputLengths: Input, targetLengths: Input): PendingArray;
}

/** Settings of {@link CosineEmbeddingLoss}. */
export interface CosineEmbeddingLossSettings {
  /** Margin of the loss.  Default: 0. */
  margin?: number;
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** 1 - cos(x1, x2) where the target is 1, and max(0, cos(x1, x2) - margin) where it is -1. */
export class CosineEmbeddingLoss extends Block {
  constructor(settings?: CosineEmbeddingLossSettings);
  forward(x1: Input, x2: Input, target: Input): PendingArray;
}

/** Settings of {@link CrossEntropyLoss}. */
export interface CrossEntropyLossSettings {
  /** Label that is ignored.  Default: -100. */
  ignoreIndex?: number;
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Fraction of each target that is spread over all classes.  At least 0.0 and at most 1.0.  Default: 0. */
  labelSmoothing?: number;
}
/** Cross-entropy between logits x and target classes. */
export class CrossEntropyLoss extends Block {
  constructor(settings?: CrossEntropyLossSettings);
  forward(x: Input, target: Input, weight?: Input | null): PendingArray;
}

/** Settings of {@link GaussianNLLLoss}. */
export interface GaussianNLLLossSettings {
  /** Include the constant log(2 pi) / 2.  Default: false. */
  full?: boolean;
  /** Lower bound on the variance.  Greater than 0.0.  Default: 1e-06. */
  eps?: number;
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Negative log-likelihood of a normal distribution with mean x and variance var. */
export class GaussianNLLLoss extends Block {
  constructor(settings?: GaussianNLLLossSettings);
  forward(x: Input, target: Input, var_: Input): PendingArray;
}

/** Settings of {@link HingeEmbeddingLoss}. */
export interface HingeEmbeddingLossSettings {
  /** Margin of the loss.  Default: 1. */
  margin?: number;
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** x where the target is 1, and max(0, margin - x) where it is -1. */
export class HingeEmbeddingLoss extends Block {
  constructor(settings?: HingeEmbeddingLossSettings);
  forward(x: Input, target: Input): PendingArray;
}

/** Settings of {@link HingeLoss}. */
export interface HingeLossSettings {
  /** Margin of the loss.  At least 0.0.  Default: 1. */
  margin?: number;
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Hinge loss: max(0, margin - target * x). */
export class HingeLoss extends Block {
  constructor(settings?: HingeLossSettings);
  forward(x: Input, target: Input): PendingArray;
}

/** Settings of {@link HuberLoss}. */
export interface HuberLossSettings {
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Difference below which the loss is quadratic, and its slope beyond.  At least 0.0.  Default: 1. */
  delta?: number;
}
/** Huber loss: quadratic below delta, linear above. */
export class HuberLoss extends Block {
  constructor(settings?: HuberLossSettings);
  forward(x: Input, target: Input): PendingArray;
}

/** Settings of {@link KLDivLoss}. */
export interface KLDivLossSettings {
  /** 'mean', 'sum', 'none', or 'batchmean': the sum divided by the batch size.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none' | 'batchmean';
  /** The target is given as log-probabilities.  Default: false. */
  logTarget?: boolean;
}
/** KL divergence of the target from the distribution whose log-probabilities are x. */
export class KLDivLoss extends Block {
  constructor(settings?: KLDivLossSettings);
  forward(x: Input, target: Input): PendingArray;
}

/** Settings of {@link L1Loss}. */
export interface L1LossSettings {
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Mean absolute error. */
export class L1Loss extends Block {
  constructor(settings?: L1LossSettings);
  forward(x: Input, target: Input): PendingArray;
}

/** Settings of {@link MSELoss}. */
export interface MSELossSettings {
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Mean squared error. */
export class MSELoss extends Block {
  constructor(settings?: MSELossSettings);
  forward(x: Input, target: Input): PendingArray;
}

/** Settings of {@link MarginRankingLoss}. */
export interface MarginRankingLossSettings {
  /** Margin of the loss.  Default: 0. */
  margin?: number;
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Ranking loss: max(0, -target * (x1 - x2) + margin). */
export class MarginRankingLoss extends Block {
  constructor(settings?: MarginRankingLossSettings);
  forward(x1: Input, x2: Input, target: Input): PendingArray;
}

/** Settings of {@link MultiLabelSoftMarginLoss}. */
export interface MultiLabelSoftMarginLossSettings {
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Multi-label binary cross-entropy with logits, averaged over classes. */
export class MultiLabelSoftMarginLoss extends Block {
  constructor(settings?: MultiLabelSoftMarginLossSettings);
  forward(x: Input, target: Input, weight?: Input | null): PendingArray;
}

/** Settings of {@link MultiMarginLoss}. */
export interface MultiMarginLossSettings {
  /** Exponent of the margin violations: 1 or 2.  Default: 1. */
  p?: number;
  /** Margin between the score of the target and the others.  Default: 1. */
  margin?: number;
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Multi-class hinge loss. */
export class MultiMarginLoss extends Block {
  constructor(settings?: MultiMarginLossSettings);
  forward(x: Input, target: Input, weight?: Input | null): PendingArray;
}

/** Settings of {@link NLLLoss}. */
export interface NLLLossSettings {
  /** Label that is ignored.  Default: -100. */
  ignoreIndex?: number;
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Negative log-likelihood of the target classes, from log-probabilities x. */
export class NLLLoss extends Block {
  constructor(settings?: NLLLossSettings);
  forward(x: Input, target: Input, weight?: Input | null): PendingArray;
}

/** Settings of {@link PoissonNLLLoss}. */
export interface PoissonNLLLossSettings {
  /** X is the logarithm of the rate.  Default: true. */
  logInput?: boolean;
  /** Include Stirling's approximation of log(target!).  Default: false. */
  full?: boolean;
  /** Added to the rate before its logarithm is taken.  At least 0.0.  Default: 1e-08. */
  eps?: number;
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Negative log-likelihood of a Poisson distribution. */
export class PoissonNLLLoss extends Block {
  constructor(settings?: PoissonNLLLossSettings);
  forward(x: Input, target: Input): PendingArray;
}

/** Settings of {@link SmoothL1Loss}. */
export interface SmoothL1LossSettings {
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
  /** Difference below which the loss is quadratic.  At least 0.0.  Default: 1. */
  beta?: number;
}
/** Smooth L1 loss: quadratic below beta, linear above. */
export class SmoothL1Loss extends Block {
  constructor(settings?: SmoothL1LossSettings);
  forward(x: Input, target: Input): PendingArray;
}

/** Settings of {@link SoftMarginLoss}. */
export interface SoftMarginLossSettings {
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Logistic loss: log(1 + exp(-target * x)), targets 1 and -1. */
export class SoftMarginLoss extends Block {
  constructor(settings?: SoftMarginLossSettings);
  forward(x: Input, target: Input): PendingArray;
}

/** Settings of {@link TripletMarginLoss}. */
export interface TripletMarginLossSettings {
  /** Margin between the distances of negative and positive.  At least 0.0.  Default: 1. */
  margin?: number;
  /** Order of the norm; may be inf.  Greater than 0.0.  Default: 2. */
  p?: number;
  /** Added to each difference.  At least 0.0.  Default: 1e-06. */
  eps?: number;
  /** Use the smaller of the distances from negative to anchor and to positive.  Default: false. */
  swap?: boolean;
  /** 'mean', 'sum' or 'none'.  Default: mean. */
  reduction?: 'mean' | 'sum' | 'none';
}
/** Triplet loss: max(0, d(anchor, positive) - d(anchor, negative) + margin). */
export class TripletMarginLoss extends Block {
  constructor(settings?: TripletMarginLossSettings);
  forward(anchor: Input, positive: Input, negative: Input): PendingArray;
}

