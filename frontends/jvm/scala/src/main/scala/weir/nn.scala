// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package weir

import io.weir.*

/**
 * Constructors of layers and losses.  Names, arguments and their order follow PyTorch.
 *
 * <p>A size that depends on the input, such as inFeatures, may be None: it is known at the first call.
 */
object nn:
  /** Blocks that are called one after another. */
  def Sequential(children: Block*): Block = io.weir.Block.sequential(children*)

  /** A network from its text: kinds with positional or named attributes, separated by commas. */
  def parse(text: String): Block = io.weir.Block.parse(text)

  /**
   * Average pooling to a given output size.
   *
   * @param outputSize output size: one number per axis, or one for all axes (at least 1)
   */
  def AdaptiveAvgPool1d(outputSize: Ints): Block =
    Layers.adaptiveAvgPool1d(o => { o.outputSize(longs(outputSize)*); () })

  /**
   * Average pooling to a given output size.
   *
   * @param outputSize output size: one number per axis, or one for all axes (at least 1)
   */
  def AdaptiveAvgPool2d(outputSize: Ints): Block =
    Layers.adaptiveAvgPool2d(o => { o.outputSize(longs(outputSize)*); () })

  /**
   * Average pooling to a given output size.
   *
   * @param outputSize output size: one number per axis, or one for all axes (at least 1)
   */
  def AdaptiveAvgPool3d(outputSize: Ints): Block =
    Layers.adaptiveAvgPool3d(o => { o.outputSize(longs(outputSize)*); () })

  /**
   * Max pooling to a given output size.
   *
   * @param outputSize output size: one number per axis, or one for all axes (at least 1)
   */
  def AdaptiveMaxPool1d(outputSize: Ints): Block =
    Layers.adaptiveMaxPool1d(o => { o.outputSize(longs(outputSize)*); () })

  /**
   * Max pooling to a given output size.
   *
   * @param outputSize output size: one number per axis, or one for all axes (at least 1)
   */
  def AdaptiveMaxPool2d(outputSize: Ints): Block =
    Layers.adaptiveMaxPool2d(o => { o.outputSize(longs(outputSize)*); () })

  /**
   * Max pooling to a given output size.
   *
   * @param outputSize output size: one number per axis, or one for all axes (at least 1)
   */
  def AdaptiveMaxPool3d(outputSize: Ints): Block =
    Layers.adaptiveMaxPool3d(o => { o.outputSize(longs(outputSize)*); () })

  /**
   * The mean of each window.
   *
   * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the window; none: kernel_size (at least 1; default: none)
   * @param padding zeros added at both ends of each axis; none: 0 (at least 0; default: none)
   * @param ceilMode round the output size up, so that a window may reach beyond the end (default: false)
   * @param countIncludePad include padding zeros in the mean (default: true)
   */
  def AvgPool1d(kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, ceilMode: Boolean = false, countIncludePad: Boolean = true): Block =
    Layers.avgPool1d(o => { o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); o.ceilMode(ceilMode); o.countIncludePad(countIncludePad); () })

  /**
   * The mean of each window.
   *
   * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the window; none: kernel_size (at least 1; default: none)
   * @param padding zeros added at both ends of each axis; none: 0 (at least 0; default: none)
   * @param ceilMode round the output size up, so that a window may reach beyond the end (default: false)
   * @param countIncludePad include padding zeros in the mean (default: true)
   */
  def AvgPool2d(kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, ceilMode: Boolean = false, countIncludePad: Boolean = true): Block =
    Layers.avgPool2d(o => { o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); o.ceilMode(ceilMode); o.countIncludePad(countIncludePad); () })

  /**
   * The mean of each window.
   *
   * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the window; none: kernel_size (at least 1; default: none)
   * @param padding zeros added at both ends of each axis; none: 0 (at least 0; default: none)
   * @param ceilMode round the output size up, so that a window may reach beyond the end (default: false)
   * @param countIncludePad include padding zeros in the mean (default: true)
   */
  def AvgPool3d(kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, ceilMode: Boolean = false, countIncludePad: Boolean = true): Block =
    Layers.avgPool3d(o => { o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); o.ceilMode(ceilMode); o.countIncludePad(countIncludePad); () })

  /**
   * Binary cross-entropy of probabilities x.
   *
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def BCELoss(reduction: String = "mean"): Block =
    Layers.bceLoss(o => { o.reduction(reduction); () })

  /**
   * Binary cross-entropy of sigmoid(x), computed in a numerically stable way.
   *
   * <p>weight scales all losses, pos_weight the losses of positive targets; both broadcast to x.
   *
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def BCEWithLogitsLoss(reduction: String = "mean"): Block =
    Layers.bceWithLogitsLoss(o => { o.reduction(reduction); () })

  /**
   * Batch normalisation: normalise each channel over the batch and all spatial axes.
   *
   * <p>Training uses the statistics of the batch, inference the running statistics.
   *
   * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   * @param momentum weight of a batch in the running statistics; none: cumulative average (default: 0.1)
   * @param affine apply a trained weight and bias (default: true)
   * @param trackRunningStats keep running statistics and use them in inference mode (default: true)
   */
  def BatchNorm1d(numFeatures: OptionalInt = None, eps: Double = 1e-05, momentum: OptionalFloat = 0.1, affine: Boolean = true, trackRunningStats: Boolean = true): Block =
    Layers.batchNorm1d(o => { optionalLong(numFeatures).foreach(v => o.numFeatures(v)); o.eps(eps); optionalDouble(momentum).foreach(v => o.momentum(v)); o.affine(affine); o.trackRunningStats(trackRunningStats); () })

  /**
   * Batch normalisation: normalise each channel over the batch and all spatial axes.
   *
   * <p>Training uses the statistics of the batch, inference the running statistics.
   *
   * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   * @param momentum weight of a batch in the running statistics; none: cumulative average (default: 0.1)
   * @param affine apply a trained weight and bias (default: true)
   * @param trackRunningStats keep running statistics and use them in inference mode (default: true)
   */
  def BatchNorm2d(numFeatures: OptionalInt = None, eps: Double = 1e-05, momentum: OptionalFloat = 0.1, affine: Boolean = true, trackRunningStats: Boolean = true): Block =
    Layers.batchNorm2d(o => { optionalLong(numFeatures).foreach(v => o.numFeatures(v)); o.eps(eps); optionalDouble(momentum).foreach(v => o.momentum(v)); o.affine(affine); o.trackRunningStats(trackRunningStats); () })

  /**
   * Batch normalisation: normalise each channel over the batch and all spatial axes.
   *
   * <p>Training uses the statistics of the batch, inference the running statistics.
   *
   * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   * @param momentum weight of a batch in the running statistics; none: cumulative average (default: 0.1)
   * @param affine apply a trained weight and bias (default: true)
   * @param trackRunningStats keep running statistics and use them in inference mode (default: true)
   */
  def BatchNorm3d(numFeatures: OptionalInt = None, eps: Double = 1e-05, momentum: OptionalFloat = 0.1, affine: Boolean = true, trackRunningStats: Boolean = true): Block =
    Layers.batchNorm3d(o => { optionalLong(numFeatures).foreach(v => o.numFeatures(v)); o.eps(eps); optionalDouble(momentum).foreach(v => o.momentum(v)); o.affine(affine); o.trackRunningStats(trackRunningStats); () })

  /**
   * Bilinear transformation: y_k = x1^T W_k x2 + b_k.
   *
   * @param in1Features features of x1; none: inferred from the first input (at least 1; default: none)
   * @param in2Features features of x2; none: inferred from the first input (at least 1; default: none)
   * @param outFeatures features of the output (at least 1)
   * @param bias add a bias (default: true)
   */
  def Bilinear(in1Features: OptionalInt, in2Features: OptionalInt, outFeatures: Long, bias: Boolean = true): Block =
    Layers.bilinear(o => { optionalLong(in1Features).foreach(v => o.in1Features(v)); optionalLong(in2Features).foreach(v => o.in2Features(v)); o.outFeatures(outFeatures); o.bias(bias); () })

  /**
   * Continuously differentiable ELU: x for positive x, else alpha * (exp(x / alpha) - 1).
   *
   * @param alpha the result tends to -alpha for large negative x (more than 0.0; default: 1.0)
   */
  def CELU(alpha: Double = 1.0): Block =
    Layers.celu(o => { o.alpha(alpha); () })

  /**
   * Connectionist temporal classification loss.
   *
   * @param blank index of the blank class (at least 0; default: 0)
   * @param reduction 'mean' (each loss divided by its target length), 'sum' or 'none' (one of mean, sum, none; default: mean)
   * @param zeroInfinity set infinite losses (of targets longer than their input) to 0 (default: false)
   */
  def CTCLoss(blank: Long = 0L, reduction: String = "mean", zeroInfinity: Boolean = false): Block =
    Layers.ctcLoss(o => { o.blank(blank); o.reduction(reduction); o.zeroInfinity(zeroInfinity); () })

  /**
   * 1-dimensional convolution.
   *
   * <p>The weight is (out_channels, in_channels / groups, kernel...).
   *
   * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
   * @param outChannels channels of the output (at least 1)
   * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the kernel; none: 1 (at least 1; default: none)
   * @param padding zeros added to each axis: one number for both ends, or one per end; none: 0 (at least 0; default: none)
   * @param dilation spacing between kernel elements; none: 1 (at least 1; default: none)
   * @param groups independent groups of channels (at least 1; default: 1)
   * @param bias add a bias (default: true)
   */
  def Conv1d(inChannels: OptionalInt, outChannels: Long, kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, dilation: OptionalInts = None, groups: Long = 1L, bias: Boolean = true): Block =
    Layers.conv1d(o => { optionalLong(inChannels).foreach(v => o.inChannels(v)); o.outChannels(outChannels); o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(dilation).foreach(v => o.dilation(v*)); o.groups(groups); o.bias(bias); () })

  /**
   * 2-dimensional convolution.
   *
   * <p>The weight is (out_channels, in_channels / groups, kernel...).
   *
   * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
   * @param outChannels channels of the output (at least 1)
   * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the kernel; none: 1 (at least 1; default: none)
   * @param padding zeros added to each axis: one number for both ends, or one per end; none: 0 (at least 0; default: none)
   * @param dilation spacing between kernel elements; none: 1 (at least 1; default: none)
   * @param groups independent groups of channels (at least 1; default: 1)
   * @param bias add a bias (default: true)
   */
  def Conv2d(inChannels: OptionalInt, outChannels: Long, kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, dilation: OptionalInts = None, groups: Long = 1L, bias: Boolean = true): Block =
    Layers.conv2d(o => { optionalLong(inChannels).foreach(v => o.inChannels(v)); o.outChannels(outChannels); o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(dilation).foreach(v => o.dilation(v*)); o.groups(groups); o.bias(bias); () })

  /**
   * 3-dimensional convolution.
   *
   * <p>The weight is (out_channels, in_channels / groups, kernel...).
   *
   * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
   * @param outChannels channels of the output (at least 1)
   * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the kernel; none: 1 (at least 1; default: none)
   * @param padding zeros added to each axis: one number for both ends, or one per end; none: 0 (at least 0; default: none)
   * @param dilation spacing between kernel elements; none: 1 (at least 1; default: none)
   * @param groups independent groups of channels (at least 1; default: 1)
   * @param bias add a bias (default: true)
   */
  def Conv3d(inChannels: OptionalInt, outChannels: Long, kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, dilation: OptionalInts = None, groups: Long = 1L, bias: Boolean = true): Block =
    Layers.conv3d(o => { optionalLong(inChannels).foreach(v => o.inChannels(v)); o.outChannels(outChannels); o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(dilation).foreach(v => o.dilation(v*)); o.groups(groups); o.bias(bias); () })

  /**
   * 1-dimensional transposed convolution.
   *
   * <p>The weight is (in_channels, out_channels / groups, kernel...).
   *
   * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
   * @param outChannels channels of the output (at least 1)
   * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the kernel; none: 1 (at least 1; default: none)
   * @param padding elements removed at both ends of each output axis; none: 0 (at least 0; default: none)
   * @param outputPadding elements added at the end of each output axis; none: 0 (at least 0; default: none)
   * @param groups independent groups of channels (at least 1; default: 1)
   * @param bias add a bias (default: true)
   * @param dilation spacing between kernel elements; none: 1 (at least 1; default: none)
   */
  def ConvTranspose1d(inChannels: OptionalInt, outChannels: Long, kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, outputPadding: OptionalInts = None, groups: Long = 1L, bias: Boolean = true, dilation: OptionalInts = None): Block =
    Layers.convTranspose1d(o => { optionalLong(inChannels).foreach(v => o.inChannels(v)); o.outChannels(outChannels); o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(outputPadding).foreach(v => o.outputPadding(v*)); o.groups(groups); o.bias(bias); optionalLongs(dilation).foreach(v => o.dilation(v*)); () })

  /**
   * 2-dimensional transposed convolution.
   *
   * <p>The weight is (in_channels, out_channels / groups, kernel...).
   *
   * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
   * @param outChannels channels of the output (at least 1)
   * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the kernel; none: 1 (at least 1; default: none)
   * @param padding elements removed at both ends of each output axis; none: 0 (at least 0; default: none)
   * @param outputPadding elements added at the end of each output axis; none: 0 (at least 0; default: none)
   * @param groups independent groups of channels (at least 1; default: 1)
   * @param bias add a bias (default: true)
   * @param dilation spacing between kernel elements; none: 1 (at least 1; default: none)
   */
  def ConvTranspose2d(inChannels: OptionalInt, outChannels: Long, kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, outputPadding: OptionalInts = None, groups: Long = 1L, bias: Boolean = true, dilation: OptionalInts = None): Block =
    Layers.convTranspose2d(o => { optionalLong(inChannels).foreach(v => o.inChannels(v)); o.outChannels(outChannels); o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(outputPadding).foreach(v => o.outputPadding(v*)); o.groups(groups); o.bias(bias); optionalLongs(dilation).foreach(v => o.dilation(v*)); () })

  /**
   * 3-dimensional transposed convolution.
   *
   * <p>The weight is (in_channels, out_channels / groups, kernel...).
   *
   * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
   * @param outChannels channels of the output (at least 1)
   * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the kernel; none: 1 (at least 1; default: none)
   * @param padding elements removed at both ends of each output axis; none: 0 (at least 0; default: none)
   * @param outputPadding elements added at the end of each output axis; none: 0 (at least 0; default: none)
   * @param groups independent groups of channels (at least 1; default: 1)
   * @param bias add a bias (default: true)
   * @param dilation spacing between kernel elements; none: 1 (at least 1; default: none)
   */
  def ConvTranspose3d(inChannels: OptionalInt, outChannels: Long, kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, outputPadding: OptionalInts = None, groups: Long = 1L, bias: Boolean = true, dilation: OptionalInts = None): Block =
    Layers.convTranspose3d(o => { optionalLong(inChannels).foreach(v => o.inChannels(v)); o.outChannels(outChannels); o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(outputPadding).foreach(v => o.outputPadding(v*)); o.groups(groups); o.bias(bias); optionalLongs(dilation).foreach(v => o.dilation(v*)); () })

  /**
   * 1 - cos(x1, x2) where the target is 1, and max(0, cos(x1, x2) - margin) where it is -1.
   *
   * @param margin margin of the loss (default: 0.0)
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def CosineEmbeddingLoss(margin: Double = 0.0, reduction: String = "mean"): Block =
    Layers.cosineEmbeddingLoss(o => { o.margin(margin); o.reduction(reduction); () })

  /**
   * Cross-entropy between logits x and target classes.
   *
   * @param ignoreIndex label that is ignored (default: -100)
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   * @param labelSmoothing fraction of each target that is spread over all classes (at least 0.0, at most 1.0; default: 0.0)
   */
  def CrossEntropyLoss(ignoreIndex: Long = -100L, reduction: String = "mean", labelSmoothing: Double = 0.0): Block =
    Layers.crossEntropyLoss(o => { o.ignoreIndex(ignoreIndex); o.reduction(reduction); o.labelSmoothing(labelSmoothing); () })

  /**
   * While training, set random elements to zero and scale the others by 1 / (1 - p).
   *
   * @param p probability of being set to zero (at least 0.0, at most 1.0; default: 0.5)
   */
  def Dropout(p: Double = 0.5): Block =
    Layers.dropout(o => { o.p(p); () })

  /**
   * While training, set random channels to zero and scale the others.
   *
   * @param p probability of being set to zero (at least 0.0, at most 1.0; default: 0.5)
   */
  def Dropout1d(p: Double = 0.5): Block =
    Layers.dropout1d(o => { o.p(p); () })

  /**
   * While training, set random channels to zero and scale the others.
   *
   * @param p probability of being set to zero (at least 0.0, at most 1.0; default: 0.5)
   */
  def Dropout2d(p: Double = 0.5): Block =
    Layers.dropout2d(o => { o.p(p); () })

  /**
   * While training, set random channels to zero and scale the others.
   *
   * @param p probability of being set to zero (at least 0.0, at most 1.0; default: 0.5)
   */
  def Dropout3d(p: Double = 0.5): Block =
    Layers.dropout3d(o => { o.p(p); () })

  /**
   * Exponential linear unit: x for positive x, else alpha * (exp(x) - 1).
   *
   * @param alpha the result tends to -alpha for large negative x (default: 1.0)
   */
  def ELU(alpha: Double = 1.0): Block =
    Layers.elu(o => { o.alpha(alpha); () })

  /**
   * Look up rows of a table by index.
   *
   * @param numEmbeddings number of rows of the table (at least 1)
   * @param embeddingDim features of a row (at least 1)
   * @param paddingIdx row used for padding: it starts as zeros and gets no gradient (default: none)
   */
  def Embedding(numEmbeddings: Long, embeddingDim: Long, paddingIdx: OptionalInt = None): Block =
    Layers.embedding(o => { o.numEmbeddings(numEmbeddings); o.embeddingDim(embeddingDim); optionalLong(paddingIdx).foreach(v => o.paddingIdx(v)); () })

  /**
   * Flatten a range of axes into one.
   *
   * @param startDim first axis to flatten (default: 1)
   * @param endDim last axis to flatten (default: -1)
   */
  def Flatten(startDim: Long = 1L, endDim: Long = -1L): Block =
    Layers.flatten(o => { o.startDim(startDim); o.endDim(endDim); () })

  /**
   * Gaussian error linear unit: x times the standard normal distribution function of x.
   *
   * @param approximate 'none' (exact) or 'tanh' (one of none, tanh; default: none)
   */
  def GELU(approximate: String = "none"): Block =
    Layers.gelu(o => { o.approximate(approximate); () })

  /**
   * Gated linear unit: the first half of an axis times the sigmoid of the second half.
   *
   * @param dim axis along which to compute (default: -1)
   */
  def GLU(dim: Long = -1L): Block =
    Layers.glu(o => { o.dim(dim); () })

  /**
   * Gated recurrent unit (GRU) over a sequence.
   *
   * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
   * h0 has the shape of h_n.
   *
   * @param inputSize features of an input time step; none: inferred from the first input (at least 1; default: none)
   * @param hiddenSize features of the hidden state (at least 1)
   * @param numLayers number of stacked layers (at least 1; default: 1)
   * @param bias add bias terms (default: true)
   * @param batchFirst x and y are (batch, steps, ...), not (steps, batch, ...) (default: false)
   * @param dropout dropout probability between layers, while training (at least 0.0, at most 1.0; default: 0.0)
   * @param bidirectional also run in reverse, and concatenate the states of both directions (default: false)
   */
  def GRU(inputSize: OptionalInt, hiddenSize: Long, numLayers: Long = 1L, bias: Boolean = true, batchFirst: Boolean = false, dropout: Double = 0.0, bidirectional: Boolean = false): Block =
    Layers.gru(o => { optionalLong(inputSize).foreach(v => o.inputSize(v)); o.hiddenSize(hiddenSize); o.numLayers(numLayers); o.bias(bias); o.batchFirst(batchFirst); o.dropout(dropout); o.bidirectional(bidirectional); () })

  /**
   * Negative log-likelihood of a normal distribution with mean x and variance var.
   *
   * @param full include the constant log(2 pi) / 2 (default: false)
   * @param eps lower bound on the variance (more than 0.0; default: 1e-06)
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def GaussianNLLLoss(full: Boolean = false, eps: Double = 1e-06, reduction: String = "mean"): Block =
    Layers.gaussianNLLLoss(o => { o.full(full); o.eps(eps); o.reduction(reduction); () })

  /** The mean of each channel over all spatial axes. */
  def GlobalAvgPool(): Block =
    Layers.globalAvgPool()

  /** The maximum of each channel over all spatial axes. */
  def GlobalMaxPool(): Block =
    Layers.globalMaxPool()

  /**
   * Group normalisation: normalise groups of channels of each sample.
   *
   * @param numGroups number of groups; must divide num_channels (at least 1)
   * @param numChannels number of channels; none: inferred from the first input (at least 1; default: none)
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   * @param affine apply a trained weight and bias (default: true)
   */
  def GroupNorm(numGroups: Long, numChannels: OptionalInt = None, eps: Double = 1e-05, affine: Boolean = true): Block =
    Layers.groupNorm(o => { o.numGroups(numGroups); optionalLong(numChannels).foreach(v => o.numChannels(v)); o.eps(eps); o.affine(affine); () })

  /**
   * Hard shrinkage: x where |x| &gt; lambd, else 0.
   *
   * @param lambd the result is 0 where |x| is at most this (at least 0.0; default: 0.5)
   */
  def Hardshrink(lambd: Double = 0.5): Block =
    Layers.hardshrink(o => { o.lambd(lambd); () })

  /** Hard sigmoid: x / 6 + 1/2, clipped to 0 .. 1. */
  def Hardsigmoid(): Block =
    Layers.hardsigmoid()

  /** Hard swish: x * hardsigmoid(x). */
  def Hardswish(): Block =
    Layers.hardswish()

  /**
   * Clip x to min_val .. max_val.
   *
   * @param minVal lower bound (default: -1.0)
   * @param maxVal upper bound (default: 1.0)
   */
  def Hardtanh(minVal: Double = -1.0, maxVal: Double = 1.0): Block =
    Layers.hardtanh(o => { o.minVal(minVal); o.maxVal(maxVal); () })

  /**
   * x where the target is 1, and max(0, margin - x) where it is -1.
   *
   * @param margin margin of the loss (default: 1.0)
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def HingeEmbeddingLoss(margin: Double = 1.0, reduction: String = "mean"): Block =
    Layers.hingeEmbeddingLoss(o => { o.margin(margin); o.reduction(reduction); () })

  /**
   * Hinge loss: max(0, margin - target * x).
   *
   * @param margin margin of the loss (at least 0.0; default: 1.0)
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def HingeLoss(margin: Double = 1.0, reduction: String = "mean"): Block =
    Layers.hingeLoss(o => { o.margin(margin); o.reduction(reduction); () })

  /**
   * Huber loss: quadratic below delta, linear above.
   *
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   * @param delta difference below which the loss is quadratic, and its slope beyond (at least 0.0; default: 1.0)
   */
  def HuberLoss(reduction: String = "mean", delta: Double = 1.0): Block =
    Layers.huberLoss(o => { o.reduction(reduction); o.delta(delta); () })

  /** Return the input. */
  def Identity(): Block =
    Layers.identity()

  /**
   * Instance normalisation: normalise each channel of each sample.
   *
   * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   * @param affine apply a trained weight and bias (default: false)
   */
  def InstanceNorm1d(numFeatures: OptionalInt = None, eps: Double = 1e-05, affine: Boolean = false): Block =
    Layers.instanceNorm1d(o => { optionalLong(numFeatures).foreach(v => o.numFeatures(v)); o.eps(eps); o.affine(affine); () })

  /**
   * Instance normalisation: normalise each channel of each sample.
   *
   * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   * @param affine apply a trained weight and bias (default: false)
   */
  def InstanceNorm2d(numFeatures: OptionalInt = None, eps: Double = 1e-05, affine: Boolean = false): Block =
    Layers.instanceNorm2d(o => { optionalLong(numFeatures).foreach(v => o.numFeatures(v)); o.eps(eps); o.affine(affine); () })

  /**
   * Instance normalisation: normalise each channel of each sample.
   *
   * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   * @param affine apply a trained weight and bias (default: false)
   */
  def InstanceNorm3d(numFeatures: OptionalInt = None, eps: Double = 1e-05, affine: Boolean = false): Block =
    Layers.instanceNorm3d(o => { optionalLong(numFeatures).foreach(v => o.numFeatures(v)); o.eps(eps); o.affine(affine); () })

  /**
   * KL divergence of the target from the distribution whose log-probabilities are x.
   *
   * @param reduction 'mean', 'sum', 'none', or 'batchmean': the sum divided by the batch size (one of mean, sum, none, batchmean;
   * default: mean)
   * @param logTarget the target is given as log-probabilities (default: false)
   */
  def KLDivLoss(reduction: String = "mean", logTarget: Boolean = false): Block =
    Layers.klDivLoss(o => { o.reduction(reduction); o.logTarget(logTarget); () })

  /**
   * Mean absolute error.
   *
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def L1Loss(reduction: String = "mean"): Block =
    Layers.l1Loss(o => { o.reduction(reduction); () })

  /**
   * Long short-term memory (LSTM) over a sequence.
   *
   * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
   * h0 has the shape of h_n.
   *
   * @param inputSize features of an input time step; none: inferred from the first input (at least 1; default: none)
   * @param hiddenSize features of the hidden state (at least 1)
   * @param numLayers number of stacked layers (at least 1; default: 1)
   * @param bias add bias terms (default: true)
   * @param batchFirst x and y are (batch, steps, ...), not (steps, batch, ...) (default: false)
   * @param dropout dropout probability between layers, while training (at least 0.0, at most 1.0; default: 0.0)
   * @param bidirectional also run in reverse, and concatenate the states of both directions (default: false)
   */
  def LSTM(inputSize: OptionalInt, hiddenSize: Long, numLayers: Long = 1L, bias: Boolean = true, batchFirst: Boolean = false, dropout: Double = 0.0, bidirectional: Boolean = false): Block =
    Layers.lstm(o => { optionalLong(inputSize).foreach(v => o.inputSize(v)); o.hiddenSize(hiddenSize); o.numLayers(numLayers); o.bias(bias); o.batchFirst(batchFirst); o.dropout(dropout); o.bidirectional(bidirectional); () })

  /**
   * Layer normalisation over the last axes.
   *
   * @param normalizedShape sizes of the last axes, which are normalised; none: the last axis of the first input (at least 1;
   * default: none)
   * @param eps added to the variance (at least 0.0; default: 1e-05)
   * @param elementwiseAffine apply a trained weight (default: true)
   * @param bias apply a trained bias (default: true)
   */
  def LayerNorm(normalizedShape: OptionalInts = None, eps: OptionalFloat = 1e-05, elementwiseAffine: Boolean = true, bias: Boolean = true): Block =
    Layers.layerNorm(o => { optionalLongs(normalizedShape).foreach(v => o.normalizedShape(v*)); optionalDouble(eps).foreach(v => o.eps(v)); o.elementwiseAffine(elementwiseAffine); o.bias(bias); () })

  /**
   * Leaky rectified linear unit: x for positive x, else negative_slope * x.
   *
   * @param negativeSlope slope for negative x (default: 0.01)
   */
  def LeakyReLU(negativeSlope: Double = 0.01): Block =
    Layers.leakyRelu(o => { o.negativeSlope(negativeSlope); () })

  /**
   * Affine transformation: y = x W^T + b.
   *
   * <p>x is (..., in_features), the result (..., out_features), the weight (out_features, in_features).  If only one size is
   * given, it is out_features.
   *
   * @param inFeatures features of the input; none: inferred from the first input (at least 1; default: none)
   * @param outFeatures features of the output; none: in_features has this number (at least 1; default: none)
   * @param bias add a bias (default: true)
   */
  def Linear(inFeatures: OptionalInt = None, outFeatures: OptionalInt = None, bias: Boolean = true): Block =
    Layers.linear(o => { optionalLong(inFeatures).foreach(v => o.inFeatures(v)); optionalLong(outFeatures).foreach(v => o.outFeatures(v)); o.bias(bias); () })

  /** The logarithm of the sigmoid. */
  def LogSigmoid(): Block =
    Layers.logSigmoid()

  /**
   * The logarithm of the softmax along an axis.
   *
   * @param dim axis along which to compute (default: -1)
   */
  def LogSoftmax(dim: Long = -1L): Block =
    Layers.logSoftmax(o => { o.dim(dim); () })

  /**
   * Mean squared error.
   *
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def MSELoss(reduction: String = "mean"): Block =
    Layers.mseLoss(o => { o.reduction(reduction); () })

  /**
   * Ranking loss: max(0, -target * (x1 - x2) + margin).
   *
   * @param margin margin of the loss (default: 0.0)
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def MarginRankingLoss(margin: Double = 0.0, reduction: String = "mean"): Block =
    Layers.marginRankingLoss(o => { o.margin(margin); o.reduction(reduction); () })

  /**
   * The maximum of each window.
   *
   * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the window; none: kernel_size (at least 1; default: none)
   * @param padding elements of -inf added at both ends of each axis; none: 0 (at least 0; default: none)
   * @param dilation spacing between window elements; none: 1 (at least 1; default: none)
   * @param ceilMode round the output size up, so that a window may reach beyond the end (default: false)
   */
  def MaxPool1d(kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, dilation: OptionalInts = None, ceilMode: Boolean = false): Block =
    Layers.maxPool1d(o => { o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(dilation).foreach(v => o.dilation(v*)); o.ceilMode(ceilMode); () })

  /**
   * The maximum of each window.
   *
   * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the window; none: kernel_size (at least 1; default: none)
   * @param padding elements of -inf added at both ends of each axis; none: 0 (at least 0; default: none)
   * @param dilation spacing between window elements; none: 1 (at least 1; default: none)
   * @param ceilMode round the output size up, so that a window may reach beyond the end (default: false)
   */
  def MaxPool2d(kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, dilation: OptionalInts = None, ceilMode: Boolean = false): Block =
    Layers.maxPool2d(o => { o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(dilation).foreach(v => o.dilation(v*)); o.ceilMode(ceilMode); () })

  /**
   * The maximum of each window.
   *
   * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
   * @param stride stride of the window; none: kernel_size (at least 1; default: none)
   * @param padding elements of -inf added at both ends of each axis; none: 0 (at least 0; default: none)
   * @param dilation spacing between window elements; none: 1 (at least 1; default: none)
   * @param ceilMode round the output size up, so that a window may reach beyond the end (default: false)
   */
  def MaxPool3d(kernelSize: Ints, stride: OptionalInts = None, padding: OptionalInts = None, dilation: OptionalInts = None, ceilMode: Boolean = false): Block =
    Layers.maxPool3d(o => { o.kernelSize(longs(kernelSize)*); optionalLongs(stride).foreach(v => o.stride(v*)); optionalLongs(padding).foreach(v => o.padding(v*)); optionalLongs(dilation).foreach(v => o.dilation(v*)); o.ceilMode(ceilMode); () })

  /** Mish: x * tanh(softplus(x)). */
  def Mish(): Block =
    Layers.mish()

  /**
   * Multi-label binary cross-entropy with logits, averaged over classes.
   *
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def MultiLabelSoftMarginLoss(reduction: String = "mean"): Block =
    Layers.multiLabelSoftMarginLoss(o => { o.reduction(reduction); () })

  /**
   * Multi-class hinge loss.
   *
   * @param p exponent of the margin violations: 1 or 2 (one of 1.0, 2.0; default: 1.0)
   * @param margin margin between the score of the target and the others (default: 1.0)
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def MultiMarginLoss(p: Double = 1.0, margin: Double = 1.0, reduction: String = "mean"): Block =
    Layers.multiMarginLoss(o => { o.p(p); o.margin(margin); o.reduction(reduction); () })

  /**
   * Multi-head scaled dot-product attention.
   *
   * <p>Without key and value, the query is used for all three.  attn_mask broadcasts to (batch, heads, queries, keys): a bool
   * mask is true where a query may attend to a key, a float mask is added to the scores.  Passing any array as need_weights
   * requests the weights for this call.
   *
   * @param embedDim features of queries, keys, values and outputs (at least 1)
   * @param numHeads number of heads; must divide embed_dim (at least 1)
   * @param dropout dropout probability of attention weights, while training (at least 0.0, less than 1.0; default: 0.0)
   * @param bias add bias terms (default: true)
   * @param batchFirst (batch, steps, embed_dim), not (steps, batch, embed_dim) (default: false)
   * @param isCausal each position attends only to itself and earlier ones (default: false)
   * @param needWeights also return the weights averaged over heads: (batch, queries, keys) (default: false)
   */
  def MultiheadAttention(embedDim: Long, numHeads: Long, dropout: Double = 0.0, bias: Boolean = true, batchFirst: Boolean = false, isCausal: Boolean = false, needWeights: Boolean = false): Block =
    Layers.multiheadAttention(o => { o.embedDim(embedDim); o.numHeads(numHeads); o.dropout(dropout); o.bias(bias); o.batchFirst(batchFirst); o.isCausal(isCausal); o.needWeights(needWeights); () })

  /**
   * Negative log-likelihood of the target classes, from log-probabilities x.
   *
   * @param ignoreIndex label that is ignored (default: -100)
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def NLLLoss(ignoreIndex: Long = -100L, reduction: String = "mean"): Block =
    Layers.nllLoss(o => { o.ignoreIndex(ignoreIndex); o.reduction(reduction); () })

  /**
   * Parametric rectified linear unit: x for positive x, else a trained slope times x.
   *
   * @param numParameters 1: one slope for all channels; otherwise the number of channels (at least 1; default: 1)
   * @param init initial slope (default: 0.25)
   */
  def PReLU(numParameters: Long = 1L, init: Double = 0.25): Block =
    Layers.prelu(o => { o.numParameters(numParameters); o.init(init); () })

  /**
   * Negative log-likelihood of a Poisson distribution.
   *
   * @param logInput x is the logarithm of the rate (default: true)
   * @param full include Stirling's approximation of log(target!) (default: false)
   * @param eps added to the rate before its logarithm is taken (at least 0.0; default: 1e-08)
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def PoissonNLLLoss(logInput: Boolean = true, full: Boolean = false, eps: Double = 1e-08, reduction: String = "mean"): Block =
    Layers.poissonNLLLoss(o => { o.logInput(logInput); o.full(full); o.eps(eps); o.reduction(reduction); () })

  /**
   * Root mean square normalisation over the last axes.
   *
   * @param normalizedShape sizes of the last axes, which are normalised; none: the last axis of the first input (at least 1;
   * default: none)
   * @param eps added to the mean square; none: the machine epsilon of the dtype (at least 0.0; default: none)
   * @param elementwiseAffine apply a trained weight (default: true)
   */
  def RMSNorm(normalizedShape: OptionalInts = None, eps: OptionalFloat = None, elementwiseAffine: Boolean = true): Block =
    Layers.rmsNorm(o => { optionalLongs(normalizedShape).foreach(v => o.normalizedShape(v*)); optionalDouble(eps).foreach(v => o.eps(v)); o.elementwiseAffine(elementwiseAffine); () })

  /**
   * Elman recurrent network (RNN) over a sequence.
   *
   * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
   * h0 has the shape of h_n.
   *
   * @param inputSize features of an input time step; none: inferred from the first input (at least 1; default: none)
   * @param hiddenSize features of the hidden state (at least 1)
   * @param numLayers number of stacked layers (at least 1; default: 1)
   * @param nonlinearity 'tanh' or 'relu' (one of tanh, relu; default: tanh)
   * @param bias add bias terms (default: true)
   * @param batchFirst x and y are (batch, steps, ...), not (steps, batch, ...) (default: false)
   * @param dropout dropout probability between layers, while training (at least 0.0, at most 1.0; default: 0.0)
   * @param bidirectional also run in reverse, and concatenate the states of both directions (default: false)
   */
  def RNN(inputSize: OptionalInt, hiddenSize: Long, numLayers: Long = 1L, nonlinearity: String = "tanh", bias: Boolean = true, batchFirst: Boolean = false, dropout: Double = 0.0, bidirectional: Boolean = false): Block =
    Layers.rnn(o => { optionalLong(inputSize).foreach(v => o.inputSize(v)); o.hiddenSize(hiddenSize); o.numLayers(numLayers); o.nonlinearity(nonlinearity); o.bias(bias); o.batchFirst(batchFirst); o.dropout(dropout); o.bidirectional(bidirectional); () })

  /** Rectified linear unit: max(x, 0). */
  def ReLU(): Block =
    Layers.relu()

  /** Rectified linear unit clipped at 6: min(max(x, 0), 6). */
  def ReLU6(): Block =
    Layers.relu6()

  /** Scaled ELU, whose scale and alpha preserve mean and variance. */
  def SELU(): Block =
    Layers.selu()

  /** Sigmoid linear unit (swish): x * sigmoid(x). */
  def SiLU(): Block =
    Layers.silu()

  /** 1 / (1 + exp(-x)). */
  def Sigmoid(): Block =
    Layers.sigmoid()

  /**
   * Smooth L1 loss: quadratic below beta, linear above.
   *
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   * @param beta difference below which the loss is quadratic (at least 0.0; default: 1.0)
   */
  def SmoothL1Loss(reduction: String = "mean", beta: Double = 1.0): Block =
    Layers.smoothL1Loss(o => { o.reduction(reduction); o.beta(beta); () })

  /**
   * Logistic loss: log(1 + exp(-target * x)), targets 1 and -1.
   *
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def SoftMarginLoss(reduction: String = "mean"): Block =
    Layers.softMarginLoss(o => { o.reduction(reduction); () })

  /**
   * Scale the entries along an axis so that they are positive and sum to one.
   *
   * @param dim axis along which to compute (default: -1)
   */
  def Softmax(dim: Long = -1L): Block =
    Layers.softmax(o => { o.dim(dim); () })

  /**
   * Smooth approximation of ReLU: log(1 + exp(beta * x)) / beta.
   *
   * @param beta sharpness of the bend (default: 1.0)
   * @param threshold accepted for compatibility; where beta * x is above 20 the result equals x (default: 20.0)
   */
  def Softplus(beta: Double = 1.0, threshold: Double = 20.0): Block =
    Layers.softplus(o => { o.beta(beta); o.threshold(threshold); () })

  /**
   * Soft shrinkage: x moved towards 0 by lambd, and 0 where |x| &lt;= lambd.
   *
   * @param lambd the result is 0 where |x| is at most this (at least 0.0; default: 0.5)
   */
  def Softshrink(lambd: Double = 0.5): Block =
    Layers.softshrink(o => { o.lambd(lambd); () })

  /** x / (1 + |x|). */
  def Softsign(): Block =
    Layers.softsign()

  /** The hyperbolic tangent. */
  def Tanh(): Block =
    Layers.tanh()

  /** x - tanh(x). */
  def Tanhshrink(): Block =
    Layers.tanhshrink()

  /**
   * x where it is larger than threshold, else value.
   *
   * @param threshold x is kept where it is larger than this (default: 0.0)
   * @param value replaces the other elements (default: 0.0)
   */
  def Threshold(threshold: Double = 0.0, value: Double = 0.0): Block =
    Layers.threshold(o => { o.threshold(threshold); o.value(value); () })

  /**
   * Self-attention, then a feed-forward network, each with a residual connection.
   *
   * @param dModel features of a position (at least 1)
   * @param nhead number of attention heads (at least 1)
   * @param dimFeedforward hidden features of the feed-forward network (at least 1; default: 2048)
   * @param dropout dropout probability, while training (at least 0.0, less than 1.0; default: 0.1)
   * @param activation 'relu' or 'gelu' (one of relu, gelu; default: relu)
   * @param layerNormEps added to the variance in layer norms (at least 0.0; default: 1e-05)
   * @param batchFirst (batch, steps, d_model), not (steps, batch, d_model) (default: false)
   * @param normFirst apply layer norms before attention and feed-forward network, not after (default: false)
   * @param bias add bias terms (default: true)
   * @param isCausal each position attends only to itself and earlier ones (default: false)
   */
  def TransformerEncoderLayer(dModel: Long, nhead: Long, dimFeedforward: Long = 2048L, dropout: Double = 0.1, activation: String = "relu", layerNormEps: OptionalFloat = 1e-05, batchFirst: Boolean = false, normFirst: Boolean = false, bias: Boolean = true, isCausal: Boolean = false): Block =
    Layers.transformerEncoderLayer(o => { o.dModel(dModel); o.nhead(nhead); o.dimFeedforward(dimFeedforward); o.dropout(dropout); o.activation(activation); optionalDouble(layerNormEps).foreach(v => o.layerNormEps(v)); o.batchFirst(batchFirst); o.normFirst(normFirst); o.bias(bias); o.isCausal(isCausal); () })

  /**
   * Triplet loss: max(0, d(anchor, positive) - d(anchor, negative) + margin).
   *
   * @param margin margin between the distances of negative and positive (at least 0.0; default: 1.0)
   * @param p order of the norm; may be inf (more than 0.0; default: 2.0)
   * @param eps added to each difference (at least 0.0; default: 1e-06)
   * @param swap use the smaller of the distances from negative to anchor and to positive (default: false)
   * @param reduction 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean)
   */
  def TripletMarginLoss(margin: Double = 1.0, p: Double = 2.0, eps: Double = 1e-06, swap: Boolean = false, reduction: String = "mean"): Block =
    Layers.tripletMarginLoss(o => { o.margin(margin); o.p(p); o.eps(eps); o.swap(swap); o.reduction(reduction); () })

  /**
   * Split one axis into several.
   *
   * @param dim axis to split
   * @param unflattenedSize new sizes; one of them may be -1 (at least -1)
   */
  def Unflatten(dim: Long, unflattenedSize: Ints): Block =
    Layers.unflatten(o => { o.dim(dim); o.unflattenedSize(longs(unflattenedSize)*); () })
