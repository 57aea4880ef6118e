// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.util.function.Consumer;

/**
 * Constructors of layers and losses.  Names, arguments and their order follow PyTorch.
 *
 * <p>A size that depends on the input, such as inFeatures, may be left out: it is known at the first call.
 */
public final class Layers {
    private Layers() {}

    private static final Block.Kind ADAPTIVEAVGPOOL1D = Block.Kind.of("AdaptiveAvgPool1d", "output_size");
    private static final Block.Kind ADAPTIVEAVGPOOL2D = Block.Kind.of("AdaptiveAvgPool2d", "output_size");
    private static final Block.Kind ADAPTIVEAVGPOOL3D = Block.Kind.of("AdaptiveAvgPool3d", "output_size");
    private static final Block.Kind ADAPTIVEMAXPOOL1D = Block.Kind.of("AdaptiveMaxPool1d", "output_size");
    private static final Block.Kind ADAPTIVEMAXPOOL2D = Block.Kind.of("AdaptiveMaxPool2d", "output_size");
    private static final Block.Kind ADAPTIVEMAXPOOL3D = Block.Kind.of("AdaptiveMaxPool3d", "output_size");
    private static final Block.Kind AVGPOOL1D = Block.Kind.of("AvgPool1d", "kernel_size", "stride", "padding", "ceil_mode", "count_include_pad");
    private static final Block.Kind AVGPOOL2D = Block.Kind.of("AvgPool2d", "kernel_size", "stride", "padding", "ceil_mode", "count_include_pad");
    private static final Block.Kind AVGPOOL3D = Block.Kind.of("AvgPool3d", "kernel_size", "stride", "padding", "ceil_mode", "count_include_pad");
    private static final Block.Kind BCELOSS = Block.Kind.of("BCELoss", "reduction");
    private static final Block.Kind BCEWITHLOGITSLOSS = Block.Kind.of("BCEWithLogitsLoss", "reduction");
    private static final Block.Kind BATCHNORM1D = Block.Kind.of("BatchNorm1d", "num_features", "eps", "momentum", "affine", "track_running_stats");
    private static final Block.Kind BATCHNORM2D = Block.Kind.of("BatchNorm2d", "num_features", "eps", "momentum", "affine", "track_running_stats");
    private static final Block.Kind BATCHNORM3D = Block.Kind.of("BatchNorm3d", "num_features", "eps", "momentum", "affine", "track_running_stats");
    private static final Block.Kind BILINEAR = Block.Kind.of("Bilinear", "in1_features", "in2_features", "out_features", "bias");
    private static final Block.Kind CELU = Block.Kind.of("CELU", "alpha");
    private static final Block.Kind CTCLOSS = Block.Kind.of("CTCLoss", "blank", "reduction", "zero_infinity");
    private static final Block.Kind CONV1D = Block.Kind.of("Conv1d", "in_channels", "out_channels", "kernel_size", "stride", "padding", "dilation", "groups", "bias");
    private static final Block.Kind CONV2D = Block.Kind.of("Conv2d", "in_channels", "out_channels", "kernel_size", "stride", "padding", "dilation", "groups", "bias");
    private static final Block.Kind CONV3D = Block.Kind.of("Conv3d", "in_channels", "out_channels", "kernel_size", "stride", "padding", "dilation", "groups", "bias");
    private static final Block.Kind CONVTRANSPOSE1D = Block.Kind.of("ConvTranspose1d", "in_channels", "out_channels", "kernel_size", "stride", "padding", "output_padding", "groups", "bias", "dilation");
    private static final Block.Kind CONVTRANSPOSE2D = Block.Kind.of("ConvTranspose2d", "in_channels", "out_channels", "kernel_size", "stride", "padding", "output_padding", "groups", "bias", "dilation");
    private static final Block.Kind CONVTRANSPOSE3D = Block.Kind.of("ConvTranspose3d", "in_channels", "out_channels", "kernel_size", "stride", "padding", "output_padding", "groups", "bias", "dilation");
    private static final Block.Kind COSINEEMBEDDINGLOSS = Block.Kind.of("CosineEmbeddingLoss", "margin", "reduction");
    private static final Block.Kind CROSSENTROPYLOSS = Block.Kind.of("CrossEntropyLoss", "ignore_index", "reduction", "label_smoothing");
    private static final Block.Kind DROPOUT = Block.Kind.of("Dropout", "p");
    private static final Block.Kind DROPOUT1D = Block.Kind.of("Dropout1d", "p");
    private static final Block.Kind DROPOUT2D = Block.Kind.of("Dropout2d", "p");
    private static final Block.Kind DROPOUT3D = Block.Kind.of("Dropout3d", "p");
    private static final Block.Kind ELU = Block.Kind.of("ELU", "alpha");
    private static final Block.Kind EMBEDDING = Block.Kind.of("Embedding", "num_embeddings", "embedding_dim", "padding_idx");
    private static final Block.Kind FLATTEN = Block.Kind.of("Flatten", "start_dim", "end_dim");
    private static final Block.Kind GELU = Block.Kind.of("GELU", "approximate");
    private static final Block.Kind GLU = Block.Kind.of("GLU", "dim");
    private static final Block.Kind GRU = Block.Kind.of("GRU", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional");
    private static final Block.Kind GAUSSIANNLLLOSS = Block.Kind.of("GaussianNLLLoss", "full", "eps", "reduction");
    private static final Block.Kind GLOBALAVGPOOL = Block.Kind.of("GlobalAvgPool");
    private static final Block.Kind GLOBALMAXPOOL = Block.Kind.of("GlobalMaxPool");
    private static final Block.Kind GROUPNORM = Block.Kind.of("GroupNorm", "num_groups", "num_channels", "eps", "affine");
    private static final Block.Kind HARDSHRINK = Block.Kind.of("Hardshrink", "lambd");
    private static final Block.Kind HARDSIGMOID = Block.Kind.of("Hardsigmoid");
    private static final Block.Kind HARDSWISH = Block.Kind.of("Hardswish");
    private static final Block.Kind HARDTANH = Block.Kind.of("Hardtanh", "min_val", "max_val");
    private static final Block.Kind HINGEEMBEDDINGLOSS = Block.Kind.of("HingeEmbeddingLoss", "margin", "reduction");
    private static final Block.Kind HINGELOSS = Block.Kind.of("HingeLoss", "margin", "reduction");
    private static final Block.Kind HUBERLOSS = Block.Kind.of("HuberLoss", "reduction", "delta");
    private static final Block.Kind IDENTITY = Block.Kind.of("Identity");
    private static final Block.Kind INSTANCENORM1D = Block.Kind.of("InstanceNorm1d", "num_features", "eps", "affine");
    private static final Block.Kind INSTANCENORM2D = Block.Kind.of("InstanceNorm2d", "num_features", "eps", "affine");
    private static final Block.Kind INSTANCENORM3D = Block.Kind.of("InstanceNorm3d", "num_features", "eps", "affine");
    private static final Block.Kind KLDIVLOSS = Block.Kind.of("KLDivLoss", "reduction", "log_target");
    private static final Block.Kind L1LOSS = Block.Kind.of("L1Loss", "reduction");
    private static final Block.Kind LSTM = Block.Kind.of("LSTM", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional");
    private static final Block.Kind LAYERNORM = Block.Kind.of("LayerNorm", "normalized_shape", "eps", "elementwise_affine", "bias");
    private static final Block.Kind LEAKYRELU = Block.Kind.of("LeakyReLU", "negative_slope");
    private static final Block.Kind LINEAR = Block.Kind.of("Linear", "in_features", "out_features", "bias");
    private static final Block.Kind LOGSIGMOID = Block.Kind.of("LogSigmoid");
    private static final Block.Kind LOGSOFTMAX = Block.Kind.of("LogSoftmax", "dim");
    private static final Block.Kind MSELOSS = Block.Kind.of("MSELoss", "reduction");
    private static final Block.Kind MARGINRANKINGLOSS = Block.Kind.of("MarginRankingLoss", "margin", "reduction");
    private static final Block.Kind MAXPOOL1D = Block.Kind.of("MaxPool1d", "kernel_size", "stride", "padding", "dilation", "ceil_mode");
    private static final Block.Kind MAXPOOL2D = Block.Kind.of("MaxPool2d", "kernel_size", "stride", "padding", "dilation", "ceil_mode");
    private static final Block.Kind MAXPOOL3D = Block.Kind.of("MaxPool3d", "kernel_size", "stride", "padding", "dilation", "ceil_mode");
    private static final Block.Kind MISH = Block.Kind.of("Mish");
    private static final Block.Kind MULTILABELSOFTMARGINLOSS = Block.Kind.of("MultiLabelSoftMarginLoss", "reduction");
    private static final Block.Kind MULTIMARGINLOSS = Block.Kind.of("MultiMarginLoss", "p", "margin", "reduction");
    private static final Block.Kind MULTIHEADATTENTION = Block.Kind.of("MultiheadAttention", "embed_dim", "num_heads", "dropout", "bias", "batch_first", "is_causal", "need_weights");
    private static final Block.Kind NLLLOSS = Block.Kind.of("NLLLoss", "ignore_index", "reduction");
    private static final Block.Kind PRELU = Block.Kind.of("PReLU", "num_parameters", "init");
    private static final Block.Kind POISSONNLLLOSS = Block.Kind.of("PoissonNLLLoss", "log_input", "full", "eps", "reduction");
    private static final Block.Kind RMSNORM = Block.Kind.of("RMSNorm", "normalized_shape", "eps", "elementwise_affine");
    private static final Block.Kind RNN = Block.Kind.of("RNN", "input_size", "hidden_size", "num_layers", "nonlinearity", "bias", "batch_first", "dropout", "bidirectional");
    private static final Block.Kind RELU = Block.Kind.of("ReLU");
    private static final Block.Kind RELU6 = Block.Kind.of("ReLU6");
    private static final Block.Kind SELU = Block.Kind.of("SELU");
    private static final Block.Kind SILU = Block.Kind.of("SiLU");
    private static final Block.Kind SIGMOID = Block.Kind.of("Sigmoid");
    private static final Block.Kind SMOOTHL1LOSS = Block.Kind.of("SmoothL1Loss", "reduction", "beta");
    private static final Block.Kind SOFTMARGINLOSS = Block.Kind.of("SoftMarginLoss", "reduction");
    private static final Block.Kind SOFTMAX = Block.Kind.of("Softmax", "dim");
    private static final Block.Kind SOFTPLUS = Block.Kind.of("Softplus", "beta", "threshold");
    private static final Block.Kind SOFTSHRINK = Block.Kind.of("Softshrink", "lambd");
    private static final Block.Kind SOFTSIGN = Block.Kind.of("Softsign");
    private static final Block.Kind TANH = Block.Kind.of("Tanh");
    private static final Block.Kind TANHSHRINK = Block.Kind.of("Tanhshrink");
    private static final Block.Kind THRESHOLD = Block.Kind.of("Threshold", "threshold", "value");
    private static final Block.Kind TRANSFORMERENCODERLAYER = Block.Kind.of("TransformerEncoderLayer", "d_model", "nhead", "dim_feedforward", "dropout", "activation", "layer_norm_eps", "batch_first", "norm_first", "bias", "is_causal");
    private static final Block.Kind TRIPLETMARGINLOSS = Block.Kind.of("TripletMarginLoss", "margin", "p", "eps", "swap", "reduction");
    private static final Block.Kind UNFLATTEN = Block.Kind.of("Unflatten", "dim", "unflattened_size");

    /** The optional arguments of AdaptiveAvgPool1d. */
    public static final class AdaptiveAvgPool1dOptions extends Options {
        /** output size: one number per axis, or one for all axes (at least 1) */
        public AdaptiveAvgPool1dOptions outputSize(long... value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Average pooling to a given output size.
     *
     * @param outputSize output size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block adaptiveAvgPool1d(long... outputSize) {
        AdaptiveAvgPool1dOptions o = new AdaptiveAvgPool1dOptions();
        o.put(0, outputSize);
        return ADAPTIVEAVGPOOL1D.make(o);
    }

    /**
     * Average pooling to a given output size.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block adaptiveAvgPool1d(Consumer<AdaptiveAvgPool1dOptions> options) {
        AdaptiveAvgPool1dOptions o = new AdaptiveAvgPool1dOptions();
        options.accept(o);
        return ADAPTIVEAVGPOOL1D.make(o);
    }

    /** The optional arguments of AdaptiveAvgPool2d. */
    public static final class AdaptiveAvgPool2dOptions extends Options {
        /** output size: one number per axis, or one for all axes (at least 1) */
        public AdaptiveAvgPool2dOptions outputSize(long... value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Average pooling to a given output size.
     *
     * @param outputSize output size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block adaptiveAvgPool2d(long... outputSize) {
        AdaptiveAvgPool2dOptions o = new AdaptiveAvgPool2dOptions();
        o.put(0, outputSize);
        return ADAPTIVEAVGPOOL2D.make(o);
    }

    /**
     * Average pooling to a given output size.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block adaptiveAvgPool2d(Consumer<AdaptiveAvgPool2dOptions> options) {
        AdaptiveAvgPool2dOptions o = new AdaptiveAvgPool2dOptions();
        options.accept(o);
        return ADAPTIVEAVGPOOL2D.make(o);
    }

    /** The optional arguments of AdaptiveAvgPool3d. */
    public static final class AdaptiveAvgPool3dOptions extends Options {
        /** output size: one number per axis, or one for all axes (at least 1) */
        public AdaptiveAvgPool3dOptions outputSize(long... value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Average pooling to a given output size.
     *
     * @param outputSize output size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block adaptiveAvgPool3d(long... outputSize) {
        AdaptiveAvgPool3dOptions o = new AdaptiveAvgPool3dOptions();
        o.put(0, outputSize);
        return ADAPTIVEAVGPOOL3D.make(o);
    }

    /**
     * Average pooling to a given output size.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block adaptiveAvgPool3d(Consumer<AdaptiveAvgPool3dOptions> options) {
        AdaptiveAvgPool3dOptions o = new AdaptiveAvgPool3dOptions();
        options.accept(o);
        return ADAPTIVEAVGPOOL3D.make(o);
    }

    /** The optional arguments of AdaptiveMaxPool1d. */
    public static final class AdaptiveMaxPool1dOptions extends Options {
        /** output size: one number per axis, or one for all axes (at least 1) */
        public AdaptiveMaxPool1dOptions outputSize(long... value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Max pooling to a given output size.
     *
     * @param outputSize output size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block adaptiveMaxPool1d(long... outputSize) {
        AdaptiveMaxPool1dOptions o = new AdaptiveMaxPool1dOptions();
        o.put(0, outputSize);
        return ADAPTIVEMAXPOOL1D.make(o);
    }

    /**
     * Max pooling to a given output size.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block adaptiveMaxPool1d(Consumer<AdaptiveMaxPool1dOptions> options) {
        AdaptiveMaxPool1dOptions o = new AdaptiveMaxPool1dOptions();
        options.accept(o);
        return ADAPTIVEMAXPOOL1D.make(o);
    }

    /** The optional arguments of AdaptiveMaxPool2d. */
    public static final class AdaptiveMaxPool2dOptions extends Options {
        /** output size: one number per axis, or one for all axes (at least 1) */
        public AdaptiveMaxPool2dOptions outputSize(long... value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Max pooling to a given output size.
     *
     * @param outputSize output size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block adaptiveMaxPool2d(long... outputSize) {
        AdaptiveMaxPool2dOptions o = new AdaptiveMaxPool2dOptions();
        o.put(0, outputSize);
        return ADAPTIVEMAXPOOL2D.make(o);
    }

    /**
     * Max pooling to a given output size.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block adaptiveMaxPool2d(Consumer<AdaptiveMaxPool2dOptions> options) {
        AdaptiveMaxPool2dOptions o = new AdaptiveMaxPool2dOptions();
        options.accept(o);
        return ADAPTIVEMAXPOOL2D.make(o);
    }

    /** The optional arguments of AdaptiveMaxPool3d. */
    public static final class AdaptiveMaxPool3dOptions extends Options {
        /** output size: one number per axis, or one for all axes (at least 1) */
        public AdaptiveMaxPool3dOptions outputSize(long... value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Max pooling to a given output size.
     *
     * @param outputSize output size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block adaptiveMaxPool3d(long... outputSize) {
        AdaptiveMaxPool3dOptions o = new AdaptiveMaxPool3dOptions();
        o.put(0, outputSize);
        return ADAPTIVEMAXPOOL3D.make(o);
    }

    /**
     * Max pooling to a given output size.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block adaptiveMaxPool3d(Consumer<AdaptiveMaxPool3dOptions> options) {
        AdaptiveMaxPool3dOptions o = new AdaptiveMaxPool3dOptions();
        options.accept(o);
        return ADAPTIVEMAXPOOL3D.make(o);
    }

    /** The optional arguments of AvgPool1d. */
    public static final class AvgPool1dOptions extends Options {
        /** window size: one number per axis, or one for all axes (at least 1) */
        public AvgPool1dOptions kernelSize(long... value) {
            put(0, value);
            return this;
        }

        /** stride of the window; none: kernel_size (at least 1; default: none) */
        public AvgPool1dOptions stride(long... value) {
            put(1, value);
            return this;
        }

        /** zeros added at both ends of each axis; none: 0 (at least 0; default: none) */
        public AvgPool1dOptions padding(long... value) {
            put(2, value);
            return this;
        }

        /** round the output size up, so that a window may reach beyond the end (default: false) */
        public AvgPool1dOptions ceilMode(boolean value) {
            put(3, value);
            return this;
        }

        /** include padding zeros in the mean (default: true) */
        public AvgPool1dOptions countIncludePad(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * The mean of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block avgPool1d(long... kernelSize) {
        AvgPool1dOptions o = new AvgPool1dOptions();
        o.put(0, kernelSize);
        return AVGPOOL1D.make(o);
    }

    /**
     * The mean of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block avgPool1d(long[] kernelSize, Consumer<AvgPool1dOptions> options) {
        AvgPool1dOptions o = new AvgPool1dOptions();
        options.accept(o);
        o.put(0, kernelSize);
        return AVGPOOL1D.make(o);
    }

    /**
     * The mean of each window.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block avgPool1d(Consumer<AvgPool1dOptions> options) {
        AvgPool1dOptions o = new AvgPool1dOptions();
        options.accept(o);
        return AVGPOOL1D.make(o);
    }

    /** The optional arguments of AvgPool2d. */
    public static final class AvgPool2dOptions extends Options {
        /** window size: one number per axis, or one for all axes (at least 1) */
        public AvgPool2dOptions kernelSize(long... value) {
            put(0, value);
            return this;
        }

        /** stride of the window; none: kernel_size (at least 1; default: none) */
        public AvgPool2dOptions stride(long... value) {
            put(1, value);
            return this;
        }

        /** zeros added at both ends of each axis; none: 0 (at least 0; default: none) */
        public AvgPool2dOptions padding(long... value) {
            put(2, value);
            return this;
        }

        /** round the output size up, so that a window may reach beyond the end (default: false) */
        public AvgPool2dOptions ceilMode(boolean value) {
            put(3, value);
            return this;
        }

        /** include padding zeros in the mean (default: true) */
        public AvgPool2dOptions countIncludePad(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * The mean of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block avgPool2d(long... kernelSize) {
        AvgPool2dOptions o = new AvgPool2dOptions();
        o.put(0, kernelSize);
        return AVGPOOL2D.make(o);
    }

    /**
     * The mean of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block avgPool2d(long[] kernelSize, Consumer<AvgPool2dOptions> options) {
        AvgPool2dOptions o = new AvgPool2dOptions();
        options.accept(o);
        o.put(0, kernelSize);
        return AVGPOOL2D.make(o);
    }

    /**
     * The mean of each window.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block avgPool2d(Consumer<AvgPool2dOptions> options) {
        AvgPool2dOptions o = new AvgPool2dOptions();
        options.accept(o);
        return AVGPOOL2D.make(o);
    }

    /** The optional arguments of AvgPool3d. */
    public static final class AvgPool3dOptions extends Options {
        /** window size: one number per axis, or one for all axes (at least 1) */
        public AvgPool3dOptions kernelSize(long... value) {
            put(0, value);
            return this;
        }

        /** stride of the window; none: kernel_size (at least 1; default: none) */
        public AvgPool3dOptions stride(long... value) {
            put(1, value);
            return this;
        }

        /** zeros added at both ends of each axis; none: 0 (at least 0; default: none) */
        public AvgPool3dOptions padding(long... value) {
            put(2, value);
            return this;
        }

        /** round the output size up, so that a window may reach beyond the end (default: false) */
        public AvgPool3dOptions ceilMode(boolean value) {
            put(3, value);
            return this;
        }

        /** include padding zeros in the mean (default: true) */
        public AvgPool3dOptions countIncludePad(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * The mean of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block avgPool3d(long... kernelSize) {
        AvgPool3dOptions o = new AvgPool3dOptions();
        o.put(0, kernelSize);
        return AVGPOOL3D.make(o);
    }

    /**
     * The mean of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block avgPool3d(long[] kernelSize, Consumer<AvgPool3dOptions> options) {
        AvgPool3dOptions o = new AvgPool3dOptions();
        options.accept(o);
        o.put(0, kernelSize);
        return AVGPOOL3D.make(o);
    }

    /**
     * The mean of each window.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block avgPool3d(Consumer<AvgPool3dOptions> options) {
        AvgPool3dOptions o = new AvgPool3dOptions();
        options.accept(o);
        return AVGPOOL3D.make(o);
    }

    /** The optional arguments of BCELoss. */
    public static final class BCELossOptions extends Options {
        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public BCELossOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Binary cross-entropy of probabilities x.
     *
     * @return the block
     */
    public static Block bceLoss() {
        return BCELOSS.make(null);
    }

    /**
     * Binary cross-entropy of probabilities x.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block bceLoss(Consumer<BCELossOptions> options) {
        BCELossOptions o = new BCELossOptions();
        options.accept(o);
        return BCELOSS.make(o);
    }

    /** The optional arguments of BCEWithLogitsLoss. */
    public static final class BCEWithLogitsLossOptions extends Options {
        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public BCEWithLogitsLossOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Binary cross-entropy of sigmoid(x), computed in a numerically stable way.
     *
     * <p>weight scales all losses, pos_weight the losses of positive targets; both broadcast to x.
     *
     * @return the block
     */
    public static Block bceWithLogitsLoss() {
        return BCEWITHLOGITSLOSS.make(null);
    }

    /**
     * Binary cross-entropy of sigmoid(x), computed in a numerically stable way.
     *
     * <p>weight scales all losses, pos_weight the losses of positive targets; both broadcast to x.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block bceWithLogitsLoss(Consumer<BCEWithLogitsLossOptions> options) {
        BCEWithLogitsLossOptions o = new BCEWithLogitsLossOptions();
        options.accept(o);
        return BCEWITHLOGITSLOSS.make(o);
    }

    /** The optional arguments of BatchNorm1d. */
    public static final class BatchNorm1dOptions extends Options {
        /** number of channels; none: inferred from the first input (at least 1; default: none) */
        public BatchNorm1dOptions numFeatures(long value) {
            put(0, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public BatchNorm1dOptions eps(double value) {
            put(1, value);
            return this;
        }

        /** weight of a batch in the running statistics; none: cumulative average (default: 0.1) */
        public BatchNorm1dOptions momentum(double value) {
            put(2, value);
            return this;
        }

        /** apply a trained weight and bias (default: true) */
        public BatchNorm1dOptions affine(boolean value) {
            put(3, value);
            return this;
        }

        /** keep running statistics and use them in inference mode (default: true) */
        public BatchNorm1dOptions trackRunningStats(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Batch normalisation: normalise each channel over the batch and all spatial axes.
     *
     * <p>Training uses the statistics of the batch, inference the running statistics.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @return the block
     */
    public static Block batchNorm1d(long numFeatures) {
        BatchNorm1dOptions o = new BatchNorm1dOptions();
        o.put(0, numFeatures);
        return BATCHNORM1D.make(o);
    }

    /**
     * Batch normalisation: normalise each channel over the batch and all spatial axes.
     *
     * <p>Training uses the statistics of the batch, inference the running statistics.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block batchNorm1d(long numFeatures, Consumer<BatchNorm1dOptions> options) {
        BatchNorm1dOptions o = new BatchNorm1dOptions();
        options.accept(o);
        o.put(0, numFeatures);
        return BATCHNORM1D.make(o);
    }

    /**
     * Batch normalisation: normalise each channel over the batch and all spatial axes.
     *
     * <p>Training uses the statistics of the batch, inference the running statistics.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block batchNorm1d(Consumer<BatchNorm1dOptions> options) {
        BatchNorm1dOptions o = new BatchNorm1dOptions();
        options.accept(o);
        return BATCHNORM1D.make(o);
    }

    /** The optional arguments of BatchNorm2d. */
    public static final class BatchNorm2dOptions extends Options {
        /** number of channels; none: inferred from the first input (at least 1; default: none) */
        public BatchNorm2dOptions numFeatures(long value) {
            put(0, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public BatchNorm2dOptions eps(double value) {
            put(1, value);
            return this;
        }

        /** weight of a batch in the running statistics; none: cumulative average (default: 0.1) */
        public BatchNorm2dOptions momentum(double value) {
            put(2, value);
            return this;
        }

        /** apply a trained weight and bias (default: true) */
        public BatchNorm2dOptions affine(boolean value) {
            put(3, value);
            return this;
        }

        /** keep running statistics and use them in inference mode (default: true) */
        public BatchNorm2dOptions trackRunningStats(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Batch normalisation: normalise each channel over the batch and all spatial axes.
     *
     * <p>Training uses the statistics of the batch, inference the running statistics.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @return the block
     */
    public static Block batchNorm2d(long numFeatures) {
        BatchNorm2dOptions o = new BatchNorm2dOptions();
        o.put(0, numFeatures);
        return BATCHNORM2D.make(o);
    }

    /**
     * Batch normalisation: normalise each channel over the batch and all spatial axes.
     *
     * <p>Training uses the statistics of the batch, inference the running statistics.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block batchNorm2d(long numFeatures, Consumer<BatchNorm2dOptions> options) {
        BatchNorm2dOptions o = new BatchNorm2dOptions();
        options.accept(o);
        o.put(0, numFeatures);
        return BATCHNORM2D.make(o);
    }

    /**
     * Batch normalisation: normalise each channel over the batch and all spatial axes.
     *
     * <p>Training uses the statistics of the batch, inference the running statistics.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block batchNorm2d(Consumer<BatchNorm2dOptions> options) {
        BatchNorm2dOptions o = new BatchNorm2dOptions();
        options.accept(o);
        return BATCHNORM2D.make(o);
    }

    /** The optional arguments of BatchNorm3d. */
    public static final class BatchNorm3dOptions extends Options {
        /** number of channels; none: inferred from the first input (at least 1; default: none) */
        public BatchNorm3dOptions numFeatures(long value) {
            put(0, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public BatchNorm3dOptions eps(double value) {
            put(1, value);
            return this;
        }

        /** weight of a batch in the running statistics; none: cumulative average (default: 0.1) */
        public BatchNorm3dOptions momentum(double value) {
            put(2, value);
            return this;
        }

        /** apply a trained weight and bias (default: true) */
        public BatchNorm3dOptions affine(boolean value) {
            put(3, value);
            return this;
        }

        /** keep running statistics and use them in inference mode (default: true) */
        public BatchNorm3dOptions trackRunningStats(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Batch normalisation: normalise each channel over the batch and all spatial axes.
     *
     * <p>Training uses the statistics of the batch, inference the running statistics.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @return the block
     */
    public static Block batchNorm3d(long numFeatures) {
        BatchNorm3dOptions o = new BatchNorm3dOptions();
        o.put(0, numFeatures);
        return BATCHNORM3D.make(o);
    }

    /**
     * Batch normalisation: normalise each channel over the batch and all spatial axes.
     *
     * <p>Training uses the statistics of the batch, inference the running statistics.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block batchNorm3d(long numFeatures, Consumer<BatchNorm3dOptions> options) {
        BatchNorm3dOptions o = new BatchNorm3dOptions();
        options.accept(o);
        o.put(0, numFeatures);
        return BATCHNORM3D.make(o);
    }

    /**
     * Batch normalisation: normalise each channel over the batch and all spatial axes.
     *
     * <p>Training uses the statistics of the batch, inference the running statistics.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block batchNorm3d(Consumer<BatchNorm3dOptions> options) {
        BatchNorm3dOptions o = new BatchNorm3dOptions();
        options.accept(o);
        return BATCHNORM3D.make(o);
    }

    /** The optional arguments of Bilinear. */
    public static final class BilinearOptions extends Options {
        /** features of x1; none: inferred from the first input (at least 1; default: none) */
        public BilinearOptions in1Features(long value) {
            put(0, value);
            return this;
        }

        /** features of x2; none: inferred from the first input (at least 1; default: none) */
        public BilinearOptions in2Features(long value) {
            put(1, value);
            return this;
        }

        /** features of the output (at least 1) */
        public BilinearOptions outFeatures(long value) {
            put(2, value);
            return this;
        }

        /** add a bias (default: true) */
        public BilinearOptions bias(boolean value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Bilinear transformation: y_k = x1^T W_k x2 + b_k.
     *
     * @param in1Features features of x1; none: inferred from the first input (at least 1; default: none)
     * @param in2Features features of x2; none: inferred from the first input (at least 1; default: none)
     * @param outFeatures features of the output (at least 1)
     * @return the block
     */
    public static Block bilinear(long in1Features, long in2Features, long outFeatures) {
        BilinearOptions o = new BilinearOptions();
        o.put(0, in1Features);
        o.put(1, in2Features);
        o.put(2, outFeatures);
        return BILINEAR.make(o);
    }

    /**
     * Bilinear transformation: y_k = x1^T W_k x2 + b_k.
     *
     * @param in1Features features of x1; none: inferred from the first input (at least 1; default: none)
     * @param in2Features features of x2; none: inferred from the first input (at least 1; default: none)
     * @param outFeatures features of the output (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block bilinear(long in1Features, long in2Features, long outFeatures, Consumer<BilinearOptions> options) {
        BilinearOptions o = new BilinearOptions();
        options.accept(o);
        o.put(0, in1Features);
        o.put(1, in2Features);
        o.put(2, outFeatures);
        return BILINEAR.make(o);
    }

    /**
     * Bilinear transformation: y_k = x1^T W_k x2 + b_k.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block bilinear(Consumer<BilinearOptions> options) {
        BilinearOptions o = new BilinearOptions();
        options.accept(o);
        return BILINEAR.make(o);
    }

    /** The optional arguments of CELU. */
    public static final class CELUOptions extends Options {
        /** the result tends to -alpha for large negative x (more than 0.0; default: 1.0) */
        public CELUOptions alpha(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Continuously differentiable ELU: x for positive x, else alpha * (exp(x / alpha) - 1).
     *
     * @return the block
     */
    public static Block celu() {
        return CELU.make(null);
    }

    /**
     * Continuously differentiable ELU: x for positive x, else alpha * (exp(x / alpha) - 1).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block celu(Consumer<CELUOptions> options) {
        CELUOptions o = new CELUOptions();
        options.accept(o);
        return CELU.make(o);
    }

    /** The optional arguments of CTCLoss. */
    public static final class CTCLossOptions extends Options {
        /** index of the blank class (at least 0; default: 0) */
        public CTCLossOptions blank(long value) {
            put(0, value);
            return this;
        }

        /** 'mean' (each loss divided by its target length), 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public CTCLossOptions reduction(String value) {
            put(1, value);
            return this;
        }

        /** set infinite losses (of targets longer than their input) to 0 (default: false) */
        public CTCLossOptions zeroInfinity(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Connectionist temporal classification loss.
     *
     * @return the block
     */
    public static Block ctcLoss() {
        return CTCLOSS.make(null);
    }

    /**
     * Connectionist temporal classification loss.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block ctcLoss(Consumer<CTCLossOptions> options) {
        CTCLossOptions o = new CTCLossOptions();
        options.accept(o);
        return CTCLOSS.make(o);
    }

    /** The optional arguments of Conv1d. */
    public static final class Conv1dOptions extends Options {
        /** channels of the input; none: inferred from the first input (at least 1; default: none) */
        public Conv1dOptions inChannels(long value) {
            put(0, value);
            return this;
        }

        /** channels of the output (at least 1) */
        public Conv1dOptions outChannels(long value) {
            put(1, value);
            return this;
        }

        /** kernel size: one number per axis, or one for all axes (at least 1) */
        public Conv1dOptions kernelSize(long... value) {
            put(2, value);
            return this;
        }

        /** stride of the kernel; none: 1 (at least 1; default: none) */
        public Conv1dOptions stride(long... value) {
            put(3, value);
            return this;
        }

        /** zeros added to each axis: one number for both ends, or one per end; none: 0 (at least 0; default: none) */
        public Conv1dOptions padding(long... value) {
            put(4, value);
            return this;
        }

        /** spacing between kernel elements; none: 1 (at least 1; default: none) */
        public Conv1dOptions dilation(long... value) {
            put(5, value);
            return this;
        }

        /** independent groups of channels (at least 1; default: 1) */
        public Conv1dOptions groups(long value) {
            put(6, value);
            return this;
        }

        /** add a bias (default: true) */
        public Conv1dOptions bias(boolean value) {
            put(7, value);
            return this;
        }
    }

    /**
     * 1-dimensional convolution.
     *
     * <p>The weight is (out_channels, in_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block conv1d(long inChannels, long outChannels, long... kernelSize) {
        Conv1dOptions o = new Conv1dOptions();
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONV1D.make(o);
    }

    /**
     * 1-dimensional convolution.
     *
     * <p>The weight is (out_channels, in_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block conv1d(long inChannels, long outChannels, long[] kernelSize, Consumer<Conv1dOptions> options) {
        Conv1dOptions o = new Conv1dOptions();
        options.accept(o);
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONV1D.make(o);
    }

    /**
     * 1-dimensional convolution.
     *
     * <p>The weight is (out_channels, in_channels / groups, kernel...).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block conv1d(Consumer<Conv1dOptions> options) {
        Conv1dOptions o = new Conv1dOptions();
        options.accept(o);
        return CONV1D.make(o);
    }

    /** The optional arguments of Conv2d. */
    public static final class Conv2dOptions extends Options {
        /** channels of the input; none: inferred from the first input (at least 1; default: none) */
        public Conv2dOptions inChannels(long value) {
            put(0, value);
            return this;
        }

        /** channels of the output (at least 1) */
        public Conv2dOptions outChannels(long value) {
            put(1, value);
            return this;
        }

        /** kernel size: one number per axis, or one for all axes (at least 1) */
        public Conv2dOptions kernelSize(long... value) {
            put(2, value);
            return this;
        }

        /** stride of the kernel; none: 1 (at least 1; default: none) */
        public Conv2dOptions stride(long... value) {
            put(3, value);
            return this;
        }

        /** zeros added to each axis: one number for both ends, or one per end; none: 0 (at least 0; default: none) */
        public Conv2dOptions padding(long... value) {
            put(4, value);
            return this;
        }

        /** spacing between kernel elements; none: 1 (at least 1; default: none) */
        public Conv2dOptions dilation(long... value) {
            put(5, value);
            return this;
        }

        /** independent groups of channels (at least 1; default: 1) */
        public Conv2dOptions groups(long value) {
            put(6, value);
            return this;
        }

        /** add a bias (default: true) */
        public Conv2dOptions bias(boolean value) {
            put(7, value);
            return this;
        }
    }

    /**
     * 2-dimensional convolution.
     *
     * <p>The weight is (out_channels, in_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block conv2d(long inChannels, long outChannels, long... kernelSize) {
        Conv2dOptions o = new Conv2dOptions();
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONV2D.make(o);
    }

    /**
     * 2-dimensional convolution.
     *
     * <p>The weight is (out_channels, in_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block conv2d(long inChannels, long outChannels, long[] kernelSize, Consumer<Conv2dOptions> options) {
        Conv2dOptions o = new Conv2dOptions();
        options.accept(o);
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONV2D.make(o);
    }

    /**
     * 2-dimensional convolution.
     *
     * <p>The weight is (out_channels, in_channels / groups, kernel...).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block conv2d(Consumer<Conv2dOptions> options) {
        Conv2dOptions o = new Conv2dOptions();
        options.accept(o);
        return CONV2D.make(o);
    }

    /** The optional arguments of Conv3d. */
    public static final class Conv3dOptions extends Options {
        /** channels of the input; none: inferred from the first input (at least 1; default: none) */
        public Conv3dOptions inChannels(long value) {
            put(0, value);
            return this;
        }

        /** channels of the output (at least 1) */
        public Conv3dOptions outChannels(long value) {
            put(1, value);
            return this;
        }

        /** kernel size: one number per axis, or one for all axes (at least 1) */
        public Conv3dOptions kernelSize(long... value) {
            put(2, value);
            return this;
        }

        /** stride of the kernel; none: 1 (at least 1; default: none) */
        public Conv3dOptions stride(long... value) {
            put(3, value);
            return this;
        }

        /** zeros added to each axis: one number for both ends, or one per end; none: 0 (at least 0; default: none) */
        public Conv3dOptions padding(long... value) {
            put(4, value);
            return this;
        }

        /** spacing between kernel elements; none: 1 (at least 1; default: none) */
        public Conv3dOptions dilation(long... value) {
            put(5, value);
            return this;
        }

        /** independent groups of channels (at least 1; default: 1) */
        public Conv3dOptions groups(long value) {
            put(6, value);
            return this;
        }

        /** add a bias (default: true) */
        public Conv3dOptions bias(boolean value) {
            put(7, value);
            return this;
        }
    }

    /**
     * 3-dimensional convolution.
     *
     * <p>The weight is (out_channels, in_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block conv3d(long inChannels, long outChannels, long... kernelSize) {
        Conv3dOptions o = new Conv3dOptions();
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONV3D.make(o);
    }

    /**
     * 3-dimensional convolution.
     *
     * <p>The weight is (out_channels, in_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block conv3d(long inChannels, long outChannels, long[] kernelSize, Consumer<Conv3dOptions> options) {
        Conv3dOptions o = new Conv3dOptions();
        options.accept(o);
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONV3D.make(o);
    }

    /**
     * 3-dimensional convolution.
     *
     * <p>The weight is (out_channels, in_channels / groups, kernel...).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block conv3d(Consumer<Conv3dOptions> options) {
        Conv3dOptions o = new Conv3dOptions();
        options.accept(o);
        return CONV3D.make(o);
    }

    /** The optional arguments of ConvTranspose1d. */
    public static final class ConvTranspose1dOptions extends Options {
        /** channels of the input; none: inferred from the first input (at least 1; default: none) */
        public ConvTranspose1dOptions inChannels(long value) {
            put(0, value);
            return this;
        }

        /** channels of the output (at least 1) */
        public ConvTranspose1dOptions outChannels(long value) {
            put(1, value);
            return this;
        }

        /** kernel size: one number per axis, or one for all axes (at least 1) */
        public ConvTranspose1dOptions kernelSize(long... value) {
            put(2, value);
            return this;
        }

        /** stride of the kernel; none: 1 (at least 1; default: none) */
        public ConvTranspose1dOptions stride(long... value) {
            put(3, value);
            return this;
        }

        /** elements removed at both ends of each output axis; none: 0 (at least 0; default: none) */
        public ConvTranspose1dOptions padding(long... value) {
            put(4, value);
            return this;
        }

        /** elements added at the end of each output axis; none: 0 (at least 0; default: none) */
        public ConvTranspose1dOptions outputPadding(long... value) {
            put(5, value);
            return this;
        }

        /** independent groups of channels (at least 1; default: 1) */
        public ConvTranspose1dOptions groups(long value) {
            put(6, value);
            return this;
        }

        /** add a bias (default: true) */
        public ConvTranspose1dOptions bias(boolean value) {
            put(7, value);
            return this;
        }

        /** spacing between kernel elements; none: 1 (at least 1; default: none) */
        public ConvTranspose1dOptions dilation(long... value) {
            put(8, value);
            return this;
        }
    }

    /**
     * 1-dimensional transposed convolution.
     *
     * <p>The weight is (in_channels, out_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block convTranspose1d(long inChannels, long outChannels, long... kernelSize) {
        ConvTranspose1dOptions o = new ConvTranspose1dOptions();
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONVTRANSPOSE1D.make(o);
    }

    /**
     * 1-dimensional transposed convolution.
     *
     * <p>The weight is (in_channels, out_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block convTranspose1d(long inChannels, long outChannels, long[] kernelSize, Consumer<ConvTranspose1dOptions> options) {
        ConvTranspose1dOptions o = new ConvTranspose1dOptions();
        options.accept(o);
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONVTRANSPOSE1D.make(o);
    }

    /**
     * 1-dimensional transposed convolution.
     *
     * <p>The weight is (in_channels, out_channels / groups, kernel...).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block convTranspose1d(Consumer<ConvTranspose1dOptions> options) {
        ConvTranspose1dOptions o = new ConvTranspose1dOptions();
        options.accept(o);
        return CONVTRANSPOSE1D.make(o);
    }

    /** The optional arguments of ConvTranspose2d. */
    public static final class ConvTranspose2dOptions extends Options {
        /** channels of the input; none: inferred from the first input (at least 1; default: none) */
        public ConvTranspose2dOptions inChannels(long value) {
            put(0, value);
            return this;
        }

        /** channels of the output (at least 1) */
        public ConvTranspose2dOptions outChannels(long value) {
            put(1, value);
            return this;
        }

        /** kernel size: one number per axis, or one for all axes (at least 1) */
        public ConvTranspose2dOptions kernelSize(long... value) {
            put(2, value);
            return this;
        }

        /** stride of the kernel; none: 1 (at least 1; default: none) */
        public ConvTranspose2dOptions stride(long... value) {
            put(3, value);
            return this;
        }

        /** elements removed at both ends of each output axis; none: 0 (at least 0; default: none) */
        public ConvTranspose2dOptions padding(long... value) {
            put(4, value);
            return this;
        }

        /** elements added at the end of each output axis; none: 0 (at least 0; default: none) */
        public ConvTranspose2dOptions outputPadding(long... value) {
            put(5, value);
            return this;
        }

        /** independent groups of channels (at least 1; default: 1) */
        public ConvTranspose2dOptions groups(long value) {
            put(6, value);
            return this;
        }

        /** add a bias (default: true) */
        public ConvTranspose2dOptions bias(boolean value) {
            put(7, value);
            return this;
        }

        /** spacing between kernel elements; none: 1 (at least 1; default: none) */
        public ConvTranspose2dOptions dilation(long... value) {
            put(8, value);
            return this;
        }
    }

    /**
     * 2-dimensional transposed convolution.
     *
     * <p>The weight is (in_channels, out_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block convTranspose2d(long inChannels, long outChannels, long... kernelSize) {
        ConvTranspose2dOptions o = new ConvTranspose2dOptions();
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONVTRANSPOSE2D.make(o);
    }

    /**
     * 2-dimensional transposed convolution.
     *
     * <p>The weight is (in_channels, out_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block convTranspose2d(long inChannels, long outChannels, long[] kernelSize, Consumer<ConvTranspose2dOptions> options) {
        ConvTranspose2dOptions o = new ConvTranspose2dOptions();
        options.accept(o);
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONVTRANSPOSE2D.make(o);
    }

    /**
     * 2-dimensional transposed convolution.
     *
     * <p>The weight is (in_channels, out_channels / groups, kernel...).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block convTranspose2d(Consumer<ConvTranspose2dOptions> options) {
        ConvTranspose2dOptions o = new ConvTranspose2dOptions();
        options.accept(o);
        return CONVTRANSPOSE2D.make(o);
    }

    /** The optional arguments of ConvTranspose3d. */
    public static final class ConvTranspose3dOptions extends Options {
        /** channels of the input; none: inferred from the first input (at least 1; default: none) */
        public ConvTranspose3dOptions inChannels(long value) {
            put(0, value);
            return this;
        }

        /** channels of the output (at least 1) */
        public ConvTranspose3dOptions outChannels(long value) {
            put(1, value);
            return this;
        }

        /** kernel size: one number per axis, or one for all axes (at least 1) */
        public ConvTranspose3dOptions kernelSize(long... value) {
            put(2, value);
            return this;
        }

        /** stride of the kernel; none: 1 (at least 1; default: none) */
        public ConvTranspose3dOptions stride(long... value) {
            put(3, value);
            return this;
        }

        /** elements removed at both ends of each output axis; none: 0 (at least 0; default: none) */
        public ConvTranspose3dOptions padding(long... value) {
            put(4, value);
            return this;
        }

        /** elements added at the end of each output axis; none: 0 (at least 0; default: none) */
        public ConvTranspose3dOptions outputPadding(long... value) {
            put(5, value);
            return this;
        }

        /** independent groups of channels (at least 1; default: 1) */
        public ConvTranspose3dOptions groups(long value) {
            put(6, value);
            return this;
        }

        /** add a bias (default: true) */
        public ConvTranspose3dOptions bias(boolean value) {
            put(7, value);
            return this;
        }

        /** spacing between kernel elements; none: 1 (at least 1; default: none) */
        public ConvTranspose3dOptions dilation(long... value) {
            put(8, value);
            return this;
        }
    }

    /**
     * 3-dimensional transposed convolution.
     *
     * <p>The weight is (in_channels, out_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block convTranspose3d(long inChannels, long outChannels, long... kernelSize) {
        ConvTranspose3dOptions o = new ConvTranspose3dOptions();
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONVTRANSPOSE3D.make(o);
    }

    /**
     * 3-dimensional transposed convolution.
     *
     * <p>The weight is (in_channels, out_channels / groups, kernel...).
     *
     * @param inChannels channels of the input; none: inferred from the first input (at least 1; default: none)
     * @param outChannels channels of the output (at least 1)
     * @param kernelSize kernel size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block convTranspose3d(long inChannels, long outChannels, long[] kernelSize, Consumer<ConvTranspose3dOptions> options) {
        ConvTranspose3dOptions o = new ConvTranspose3dOptions();
        options.accept(o);
        o.put(0, inChannels);
        o.put(1, outChannels);
        o.put(2, kernelSize);
        return CONVTRANSPOSE3D.make(o);
    }

    /**
     * 3-dimensional transposed convolution.
     *
     * <p>The weight is (in_channels, out_channels / groups, kernel...).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block convTranspose3d(Consumer<ConvTranspose3dOptions> options) {
        ConvTranspose3dOptions o = new ConvTranspose3dOptions();
        options.accept(o);
        return CONVTRANSPOSE3D.make(o);
    }

    /** The optional arguments of CosineEmbeddingLoss. */
    public static final class CosineEmbeddingLossOptions extends Options {
        /** margin of the loss (default: 0.0) */
        public CosineEmbeddingLossOptions margin(double value) {
            put(0, value);
            return this;
        }

        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public CosineEmbeddingLossOptions reduction(String value) {
            put(1, value);
            return this;
        }
    }

    /**
     * 1 - cos(x1, x2) where the target is 1, and max(0, cos(x1, x2) - margin) where it is -1.
     *
     * @return the block
     */
    public static Block cosineEmbeddingLoss() {
        return COSINEEMBEDDINGLOSS.make(null);
    }

    /**
     * 1 - cos(x1, x2) where the target is 1, and max(0, cos(x1, x2) - margin) where it is -1.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block cosineEmbeddingLoss(Consumer<CosineEmbeddingLossOptions> options) {
        CosineEmbeddingLossOptions o = new CosineEmbeddingLossOptions();
        options.accept(o);
        return COSINEEMBEDDINGLOSS.make(o);
    }

    /** The optional arguments of CrossEntropyLoss. */
    public static final class CrossEntropyLossOptions extends Options {
        /** label that is ignored (default: -100) */
        public CrossEntropyLossOptions ignoreIndex(long value) {
            put(0, value);
            return this;
        }

        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public CrossEntropyLossOptions reduction(String value) {
            put(1, value);
            return this;
        }

        /** fraction of each target that is spread over all classes (at least 0.0, at most 1.0; default: 0.0) */
        public CrossEntropyLossOptions labelSmoothing(double value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Cross-entropy between logits x and target classes.
     *
     * @return the block
     */
    public static Block crossEntropyLoss() {
        return CROSSENTROPYLOSS.make(null);
    }

    /**
     * Cross-entropy between logits x and target classes.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block crossEntropyLoss(Consumer<CrossEntropyLossOptions> options) {
        CrossEntropyLossOptions o = new CrossEntropyLossOptions();
        options.accept(o);
        return CROSSENTROPYLOSS.make(o);
    }

    /** The optional arguments of Dropout. */
    public static final class DropoutOptions extends Options {
        /** probability of being set to zero (at least 0.0, at most 1.0; default: 0.5) */
        public DropoutOptions p(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * While training, set random elements to zero and scale the others by 1 / (1 - p).
     *
     * @return the block
     */
    public static Block dropout() {
        return DROPOUT.make(null);
    }

    /**
     * While training, set random elements to zero and scale the others by 1 / (1 - p).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block dropout(Consumer<DropoutOptions> options) {
        DropoutOptions o = new DropoutOptions();
        options.accept(o);
        return DROPOUT.make(o);
    }

    /** The optional arguments of Dropout1d. */
    public static final class Dropout1dOptions extends Options {
        /** probability of being set to zero (at least 0.0, at most 1.0; default: 0.5) */
        public Dropout1dOptions p(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * While training, set random channels to zero and scale the others.
     *
     * @return the block
     */
    public static Block dropout1d() {
        return DROPOUT1D.make(null);
    }

    /**
     * While training, set random channels to zero and scale the others.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block dropout1d(Consumer<Dropout1dOptions> options) {
        Dropout1dOptions o = new Dropout1dOptions();
        options.accept(o);
        return DROPOUT1D.make(o);
    }

    /** The optional arguments of Dropout2d. */
    public static final class Dropout2dOptions extends Options {
        /** probability of being set to zero (at least 0.0, at most 1.0; default: 0.5) */
        public Dropout2dOptions p(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * While training, set random channels to zero and scale the others.
     *
     * @return the block
     */
    public static Block dropout2d() {
        return DROPOUT2D.make(null);
    }

    /**
     * While training, set random channels to zero and scale the others.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block dropout2d(Consumer<Dropout2dOptions> options) {
        Dropout2dOptions o = new Dropout2dOptions();
        options.accept(o);
        return DROPOUT2D.make(o);
    }

    /** The optional arguments of Dropout3d. */
    public static final class Dropout3dOptions extends Options {
        /** probability of being set to zero (at least 0.0, at most 1.0; default: 0.5) */
        public Dropout3dOptions p(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * While training, set random channels to zero and scale the others.
     *
     * @return the block
     */
    public static Block dropout3d() {
        return DROPOUT3D.make(null);
    }

    /**
     * While training, set random channels to zero and scale the others.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block dropout3d(Consumer<Dropout3dOptions> options) {
        Dropout3dOptions o = new Dropout3dOptions();
        options.accept(o);
        return DROPOUT3D.make(o);
    }

    /** The optional arguments of ELU. */
    public static final class ELUOptions extends Options {
        /** the result tends to -alpha for large negative x (default: 1.0) */
        public ELUOptions alpha(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Exponential linear unit: x for positive x, else alpha * (exp(x) - 1).
     *
     * @return the block
     */
    public static Block elu() {
        return ELU.make(null);
    }

    /**
     * Exponential linear unit: x for positive x, else alpha * (exp(x) - 1).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block elu(Consumer<ELUOptions> options) {
        ELUOptions o = new ELUOptions();
        options.accept(o);
        return ELU.make(o);
    }

    /** The optional arguments of Embedding. */
    public static final class EmbeddingOptions extends Options {
        /** number of rows of the table (at least 1) */
        public EmbeddingOptions numEmbeddings(long value) {
            put(0, value);
            return this;
        }

        /** features of a row (at least 1) */
        public EmbeddingOptions embeddingDim(long value) {
            put(1, value);
            return this;
        }

        /** row used for padding: it starts as zeros and gets no gradient (default: none) */
        public EmbeddingOptions paddingIdx(long value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Look up rows of a table by index.
     *
     * @param numEmbeddings number of rows of the table (at least 1)
     * @param embeddingDim features of a row (at least 1)
     * @return the block
     */
    public static Block embedding(long numEmbeddings, long embeddingDim) {
        EmbeddingOptions o = new EmbeddingOptions();
        o.put(0, numEmbeddings);
        o.put(1, embeddingDim);
        return EMBEDDING.make(o);
    }

    /**
     * Look up rows of a table by index.
     *
     * @param numEmbeddings number of rows of the table (at least 1)
     * @param embeddingDim features of a row (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block embedding(long numEmbeddings, long embeddingDim, Consumer<EmbeddingOptions> options) {
        EmbeddingOptions o = new EmbeddingOptions();
        options.accept(o);
        o.put(0, numEmbeddings);
        o.put(1, embeddingDim);
        return EMBEDDING.make(o);
    }

    /**
     * Look up rows of a table by index.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block embedding(Consumer<EmbeddingOptions> options) {
        EmbeddingOptions o = new EmbeddingOptions();
        options.accept(o);
        return EMBEDDING.make(o);
    }

    /** The optional arguments of Flatten. */
    public static final class FlattenOptions extends Options {
        /** first axis to flatten (default: 1) */
        public FlattenOptions startDim(long value) {
            put(0, value);
            return this;
        }

        /** last axis to flatten (default: -1) */
        public FlattenOptions endDim(long value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Flatten a range of axes into one.
     *
     * @return the block
     */
    public static Block flatten() {
        return FLATTEN.make(null);
    }

    /**
     * Flatten a range of axes into one.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block flatten(Consumer<FlattenOptions> options) {
        FlattenOptions o = new FlattenOptions();
        options.accept(o);
        return FLATTEN.make(o);
    }

    /** The optional arguments of GELU. */
    public static final class GELUOptions extends Options {
        /** 'none' (exact) or 'tanh' (one of none, tanh; default: none) */
        public GELUOptions approximate(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Gaussian error linear unit: x times the standard normal distribution function of x.
     *
     * @return the block
     */
    public static Block gelu() {
        return GELU.make(null);
    }

    /**
     * Gaussian error linear unit: x times the standard normal distribution function of x.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block gelu(Consumer<GELUOptions> options) {
        GELUOptions o = new GELUOptions();
        options.accept(o);
        return GELU.make(o);
    }

    /** The optional arguments of GLU. */
    public static final class GLUOptions extends Options {
        /** axis along which to compute (default: -1) */
        public GLUOptions dim(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Gated linear unit: the first half of an axis times the sigmoid of the second half.
     *
     * @return the block
     */
    public static Block glu() {
        return GLU.make(null);
    }

    /**
     * Gated linear unit: the first half of an axis times the sigmoid of the second half.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block glu(Consumer<GLUOptions> options) {
        GLUOptions o = new GLUOptions();
        options.accept(o);
        return GLU.make(o);
    }

    /** The optional arguments of GRU. */
    public static final class GRUOptions extends Options {
        /** features of an input time step; none: inferred from the first input (at least 1; default: none) */
        public GRUOptions inputSize(long value) {
            put(0, value);
            return this;
        }

        /** features of the hidden state (at least 1) */
        public GRUOptions hiddenSize(long value) {
            put(1, value);
            return this;
        }

        /** number of stacked layers (at least 1; default: 1) */
        public GRUOptions numLayers(long value) {
            put(2, value);
            return this;
        }

        /** add bias terms (default: true) */
        public GRUOptions bias(boolean value) {
            put(3, value);
            return this;
        }

        /** x and y are (batch, steps, ...), not (steps, batch, ...) (default: false) */
        public GRUOptions batchFirst(boolean value) {
            put(4, value);
            return this;
        }

        /** dropout probability between layers, while training (at least 0.0, at most 1.0; default: 0.0) */
        public GRUOptions dropout(double value) {
            put(5, value);
            return this;
        }

        /** also run in reverse, and concatenate the states of both directions (default: false) */
        public GRUOptions bidirectional(boolean value) {
            put(6, value);
            return this;
        }
    }

    /**
     * Gated recurrent unit (GRU) over a sequence.
     *
     * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
     * h0 has the shape of h_n.
     *
     * @param inputSize features of an input time step; none: inferred from the first input (at least 1; default: none)
     * @param hiddenSize features of the hidden state (at least 1)
     * @return the block
     */
    public static Block gru(long inputSize, long hiddenSize) {
        GRUOptions o = new GRUOptions();
        o.put(0, inputSize);
        o.put(1, hiddenSize);
        return GRU.make(o);
    }

    /**
     * Gated recurrent unit (GRU) over a sequence.
     *
     * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
     * h0 has the shape of h_n.
     *
     * @param inputSize features of an input time step; none: inferred from the first input (at least 1; default: none)
     * @param hiddenSize features of the hidden state (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block gru(long inputSize, long hiddenSize, Consumer<GRUOptions> options) {
        GRUOptions o = new GRUOptions();
        options.accept(o);
        o.put(0, inputSize);
        o.put(1, hiddenSize);
        return GRU.make(o);
    }

    /**
     * Gated recurrent unit (GRU) over a sequence.
     *
     * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
     * h0 has the shape of h_n.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block gru(Consumer<GRUOptions> options) {
        GRUOptions o = new GRUOptions();
        options.accept(o);
        return GRU.make(o);
    }

    /** The optional arguments of GaussianNLLLoss. */
    public static final class GaussianNLLLossOptions extends Options {
        /** include the constant log(2 pi) / 2 (default: false) */
        public GaussianNLLLossOptions full(boolean value) {
            put(0, value);
            return this;
        }

        /** lower bound on the variance (more than 0.0; default: 1e-06) */
        public GaussianNLLLossOptions eps(double value) {
            put(1, value);
            return this;
        }

        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public GaussianNLLLossOptions reduction(String value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Negative log-likelihood of a normal distribution with mean x and variance var.
     *
     * @return the block
     */
    public static Block gaussianNLLLoss() {
        return GAUSSIANNLLLOSS.make(null);
    }

    /**
     * Negative log-likelihood of a normal distribution with mean x and variance var.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block gaussianNLLLoss(Consumer<GaussianNLLLossOptions> options) {
        GaussianNLLLossOptions o = new GaussianNLLLossOptions();
        options.accept(o);
        return GAUSSIANNLLLOSS.make(o);
    }

    /**
     * The mean of each channel over all spatial axes.
     *
     * @return the block
     */
    public static Block globalAvgPool() {
        return GLOBALAVGPOOL.make(null);
    }

    /**
     * The maximum of each channel over all spatial axes.
     *
     * @return the block
     */
    public static Block globalMaxPool() {
        return GLOBALMAXPOOL.make(null);
    }

    /** The optional arguments of GroupNorm. */
    public static final class GroupNormOptions extends Options {
        /** number of groups; must divide num_channels (at least 1) */
        public GroupNormOptions numGroups(long value) {
            put(0, value);
            return this;
        }

        /** number of channels; none: inferred from the first input (at least 1; default: none) */
        public GroupNormOptions numChannels(long value) {
            put(1, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public GroupNormOptions eps(double value) {
            put(2, value);
            return this;
        }

        /** apply a trained weight and bias (default: true) */
        public GroupNormOptions affine(boolean value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Group normalisation: normalise groups of channels of each sample.
     *
     * @param numGroups number of groups; must divide num_channels (at least 1)
     * @return the block
     */
    public static Block groupNorm(long numGroups) {
        GroupNormOptions o = new GroupNormOptions();
        o.put(0, numGroups);
        return GROUPNORM.make(o);
    }

    /**
     * Group normalisation: normalise groups of channels of each sample.
     *
     * @param numGroups number of groups; must divide num_channels (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block groupNorm(long numGroups, Consumer<GroupNormOptions> options) {
        GroupNormOptions o = new GroupNormOptions();
        options.accept(o);
        o.put(0, numGroups);
        return GROUPNORM.make(o);
    }

    /**
     * Group normalisation: normalise groups of channels of each sample.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block groupNorm(Consumer<GroupNormOptions> options) {
        GroupNormOptions o = new GroupNormOptions();
        options.accept(o);
        return GROUPNORM.make(o);
    }

    /** The optional arguments of Hardshrink. */
    public static final class HardshrinkOptions extends Options {
        /** the result is 0 where |x| is at most this (at least 0.0; default: 0.5) */
        public HardshrinkOptions lambd(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Hard shrinkage: x where |x| &gt; lambd, else 0.
     *
     * @return the block
     */
    public static Block hardshrink() {
        return HARDSHRINK.make(null);
    }

    /**
     * Hard shrinkage: x where |x| &gt; lambd, else 0.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block hardshrink(Consumer<HardshrinkOptions> options) {
        HardshrinkOptions o = new HardshrinkOptions();
        options.accept(o);
        return HARDSHRINK.make(o);
    }

    /**
     * Hard sigmoid: x / 6 + 1/2, clipped to 0 .. 1.
     *
     * @return the block
     */
    public static Block hardsigmoid() {
        return HARDSIGMOID.make(null);
    }

    /**
     * Hard swish: x * hardsigmoid(x).
     *
     * @return the block
     */
    public static Block hardswish() {
        return HARDSWISH.make(null);
    }

    /** The optional arguments of Hardtanh. */
    public static final class HardtanhOptions extends Options {
        /** lower bound (default: -1.0) */
        public HardtanhOptions minVal(double value) {
            put(0, value);
            return this;
        }

        /** upper bound (default: 1.0) */
        public HardtanhOptions maxVal(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Clip x to min_val .. max_val.
     *
     * @return the block
     */
    public static Block hardtanh() {
        return HARDTANH.make(null);
    }

    /**
     * Clip x to min_val .. max_val.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block hardtanh(Consumer<HardtanhOptions> options) {
        HardtanhOptions o = new HardtanhOptions();
        options.accept(o);
        return HARDTANH.make(o);
    }

    /** The optional arguments of HingeEmbeddingLoss. */
    public static final class HingeEmbeddingLossOptions extends Options {
        /** margin of the loss (default: 1.0) */
        public HingeEmbeddingLossOptions margin(double value) {
            put(0, value);
            return this;
        }

        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public HingeEmbeddingLossOptions reduction(String value) {
            put(1, value);
            return this;
        }
    }

    /**
     * x where the target is 1, and max(0, margin - x) where it is -1.
     *
     * @return the block
     */
    public static Block hingeEmbeddingLoss() {
        return HINGEEMBEDDINGLOSS.make(null);
    }

    /**
     * x where the target is 1, and max(0, margin - x) where it is -1.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block hingeEmbeddingLoss(Consumer<HingeEmbeddingLossOptions> options) {
        HingeEmbeddingLossOptions o = new HingeEmbeddingLossOptions();
        options.accept(o);
        return HINGEEMBEDDINGLOSS.make(o);
    }

    /** The optional arguments of HingeLoss. */
    public static final class HingeLossOptions extends Options {
        /** margin of the loss (at least 0.0; default: 1.0) */
        public HingeLossOptions margin(double value) {
            put(0, value);
            return this;
        }

        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public HingeLossOptions reduction(String value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Hinge loss: max(0, margin - target * x).
     *
     * @return the block
     */
    public static Block hingeLoss() {
        return HINGELOSS.make(null);
    }

    /**
     * Hinge loss: max(0, margin - target * x).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block hingeLoss(Consumer<HingeLossOptions> options) {
        HingeLossOptions o = new HingeLossOptions();
        options.accept(o);
        return HINGELOSS.make(o);
    }

    /** The optional arguments of HuberLoss. */
    public static final class HuberLossOptions extends Options {
        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public HuberLossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** difference below which the loss is quadratic, and its slope beyond (at least 0.0; default: 1.0) */
        public HuberLossOptions delta(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Huber loss: quadratic below delta, linear above.
     *
     * @return the block
     */
    public static Block huberLoss() {
        return HUBERLOSS.make(null);
    }

    /**
     * Huber loss: quadratic below delta, linear above.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block huberLoss(Consumer<HuberLossOptions> options) {
        HuberLossOptions o = new HuberLossOptions();
        options.accept(o);
        return HUBERLOSS.make(o);
    }

    /**
     * Return the input.
     *
     * @return the block
     */
    public static Block identity() {
        return IDENTITY.make(null);
    }

    /** The optional arguments of InstanceNorm1d. */
    public static final class InstanceNorm1dOptions extends Options {
        /** number of channels; none: inferred from the first input (at least 1; default: none) */
        public InstanceNorm1dOptions numFeatures(long value) {
            put(0, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public InstanceNorm1dOptions eps(double value) {
            put(1, value);
            return this;
        }

        /** apply a trained weight and bias (default: false) */
        public InstanceNorm1dOptions affine(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @return the block
     */
    public static Block instanceNorm1d(long numFeatures) {
        InstanceNorm1dOptions o = new InstanceNorm1dOptions();
        o.put(0, numFeatures);
        return INSTANCENORM1D.make(o);
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block instanceNorm1d(long numFeatures, Consumer<InstanceNorm1dOptions> options) {
        InstanceNorm1dOptions o = new InstanceNorm1dOptions();
        options.accept(o);
        o.put(0, numFeatures);
        return INSTANCENORM1D.make(o);
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block instanceNorm1d(Consumer<InstanceNorm1dOptions> options) {
        InstanceNorm1dOptions o = new InstanceNorm1dOptions();
        options.accept(o);
        return INSTANCENORM1D.make(o);
    }

    /** The optional arguments of InstanceNorm2d. */
    public static final class InstanceNorm2dOptions extends Options {
        /** number of channels; none: inferred from the first input (at least 1; default: none) */
        public InstanceNorm2dOptions numFeatures(long value) {
            put(0, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public InstanceNorm2dOptions eps(double value) {
            put(1, value);
            return this;
        }

        /** apply a trained weight and bias (default: false) */
        public InstanceNorm2dOptions affine(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @return the block
     */
    public static Block instanceNorm2d(long numFeatures) {
        InstanceNorm2dOptions o = new InstanceNorm2dOptions();
        o.put(0, numFeatures);
        return INSTANCENORM2D.make(o);
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block instanceNorm2d(long numFeatures, Consumer<InstanceNorm2dOptions> options) {
        InstanceNorm2dOptions o = new InstanceNorm2dOptions();
        options.accept(o);
        o.put(0, numFeatures);
        return INSTANCENORM2D.make(o);
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block instanceNorm2d(Consumer<InstanceNorm2dOptions> options) {
        InstanceNorm2dOptions o = new InstanceNorm2dOptions();
        options.accept(o);
        return INSTANCENORM2D.make(o);
    }

    /** The optional arguments of InstanceNorm3d. */
    public static final class InstanceNorm3dOptions extends Options {
        /** number of channels; none: inferred from the first input (at least 1; default: none) */
        public InstanceNorm3dOptions numFeatures(long value) {
            put(0, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public InstanceNorm3dOptions eps(double value) {
            put(1, value);
            return this;
        }

        /** apply a trained weight and bias (default: false) */
        public InstanceNorm3dOptions affine(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @return the block
     */
    public static Block instanceNorm3d(long numFeatures) {
        InstanceNorm3dOptions o = new InstanceNorm3dOptions();
        o.put(0, numFeatures);
        return INSTANCENORM3D.make(o);
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * @param numFeatures number of channels; none: inferred from the first input (at least 1; default: none)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block instanceNorm3d(long numFeatures, Consumer<InstanceNorm3dOptions> options) {
        InstanceNorm3dOptions o = new InstanceNorm3dOptions();
        options.accept(o);
        o.put(0, numFeatures);
        return INSTANCENORM3D.make(o);
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block instanceNorm3d(Consumer<InstanceNorm3dOptions> options) {
        InstanceNorm3dOptions o = new InstanceNorm3dOptions();
        options.accept(o);
        return INSTANCENORM3D.make(o);
    }

    /** The optional arguments of KLDivLoss. */
    public static final class KLDivLossOptions extends Options {
        /**
         * 'mean', 'sum', 'none', or 'batchmean': the sum divided by the batch size (one of mean, sum, none, batchmean; default:
         * mean)
         */
        public KLDivLossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** the target is given as log-probabilities (default: false) */
        public KLDivLossOptions logTarget(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * KL divergence of the target from the distribution whose log-probabilities are x.
     *
     * @return the block
     */
    public static Block klDivLoss() {
        return KLDIVLOSS.make(null);
    }

    /**
     * KL divergence of the target from the distribution whose log-probabilities are x.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block klDivLoss(Consumer<KLDivLossOptions> options) {
        KLDivLossOptions o = new KLDivLossOptions();
        options.accept(o);
        return KLDIVLOSS.make(o);
    }

    /** The optional arguments of L1Loss. */
    public static final class L1LossOptions extends Options {
        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public L1LossOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Mean absolute error.
     *
     * @return the block
     */
    public static Block l1Loss() {
        return L1LOSS.make(null);
    }

    /**
     * Mean absolute error.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block l1Loss(Consumer<L1LossOptions> options) {
        L1LossOptions o = new L1LossOptions();
        options.accept(o);
        return L1LOSS.make(o);
    }

    /** The optional arguments of LSTM. */
    public static final class LSTMOptions extends Options {
        /** features of an input time step; none: inferred from the first input (at least 1; default: none) */
        public LSTMOptions inputSize(long value) {
            put(0, value);
            return this;
        }

        /** features of the hidden state (at least 1) */
        public LSTMOptions hiddenSize(long value) {
            put(1, value);
            return this;
        }

        /** number of stacked layers (at least 1; default: 1) */
        public LSTMOptions numLayers(long value) {
            put(2, value);
            return this;
        }

        /** add bias terms (default: true) */
        public LSTMOptions bias(boolean value) {
            put(3, value);
            return this;
        }

        /** x and y are (batch, steps, ...), not (steps, batch, ...) (default: false) */
        public LSTMOptions batchFirst(boolean value) {
            put(4, value);
            return this;
        }

        /** dropout probability between layers, while training (at least 0.0, at most 1.0; default: 0.0) */
        public LSTMOptions dropout(double value) {
            put(5, value);
            return this;
        }

        /** also run in reverse, and concatenate the states of both directions (default: false) */
        public LSTMOptions bidirectional(boolean value) {
            put(6, value);
            return this;
        }
    }

    /**
     * Long short-term memory (LSTM) over a sequence.
     *
     * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
     * h0 has the shape of h_n.
     *
     * @param inputSize features of an input time step; none: inferred from the first input (at least 1; default: none)
     * @param hiddenSize features of the hidden state (at least 1)
     * @return the block
     */
    public static Block lstm(long inputSize, long hiddenSize) {
        LSTMOptions o = new LSTMOptions();
        o.put(0, inputSize);
        o.put(1, hiddenSize);
        return LSTM.make(o);
    }

    /**
     * Long short-term memory (LSTM) over a sequence.
     *
     * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
     * h0 has the shape of h_n.
     *
     * @param inputSize features of an input time step; none: inferred from the first input (at least 1; default: none)
     * @param hiddenSize features of the hidden state (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block lstm(long inputSize, long hiddenSize, Consumer<LSTMOptions> options) {
        LSTMOptions o = new LSTMOptions();
        options.accept(o);
        o.put(0, inputSize);
        o.put(1, hiddenSize);
        return LSTM.make(o);
    }

    /**
     * Long short-term memory (LSTM) over a sequence.
     *
     * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
     * h0 has the shape of h_n.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block lstm(Consumer<LSTMOptions> options) {
        LSTMOptions o = new LSTMOptions();
        options.accept(o);
        return LSTM.make(o);
    }

    /** The optional arguments of LayerNorm. */
    public static final class LayerNormOptions extends Options {
        /** sizes of the last axes, which are normalised; none: the last axis of the first input (at least 1; default: none) */
        public LayerNormOptions normalizedShape(long... value) {
            put(0, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public LayerNormOptions eps(double value) {
            put(1, value);
            return this;
        }

        /** apply a trained weight (default: true) */
        public LayerNormOptions elementwiseAffine(boolean value) {
            put(2, value);
            return this;
        }

        /** apply a trained bias (default: true) */
        public LayerNormOptions bias(boolean value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Layer normalisation over the last axes.
     *
     * @param normalizedShape sizes of the last axes, which are normalised; none: the last axis of the first input (at least 1;
     * default: none)
     * @return the block
     */
    public static Block layerNorm(long... normalizedShape) {
        LayerNormOptions o = new LayerNormOptions();
        o.put(0, normalizedShape);
        return LAYERNORM.make(o);
    }

    /**
     * Layer normalisation over the last axes.
     *
     * @param normalizedShape sizes of the last axes, which are normalised; none: the last axis of the first input (at least 1;
     * default: none)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block layerNorm(long[] normalizedShape, Consumer<LayerNormOptions> options) {
        LayerNormOptions o = new LayerNormOptions();
        options.accept(o);
        o.put(0, normalizedShape);
        return LAYERNORM.make(o);
    }

    /**
     * Layer normalisation over the last axes.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block layerNorm(Consumer<LayerNormOptions> options) {
        LayerNormOptions o = new LayerNormOptions();
        options.accept(o);
        return LAYERNORM.make(o);
    }

    /** The optional arguments of LeakyReLU. */
    public static final class LeakyReLUOptions extends Options {
        /** slope for negative x (default: 0.01) */
        public LeakyReLUOptions negativeSlope(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Leaky rectified linear unit: x for positive x, else negative_slope * x.
     *
     * @return the block
     */
    public static Block leakyRelu() {
        return LEAKYRELU.make(null);
    }

    /**
     * Leaky rectified linear unit: x for positive x, else negative_slope * x.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block leakyRelu(Consumer<LeakyReLUOptions> options) {
        LeakyReLUOptions o = new LeakyReLUOptions();
        options.accept(o);
        return LEAKYRELU.make(o);
    }

    /** The optional arguments of Linear. */
    public static final class LinearOptions extends Options {
        /** features of the input; none: inferred from the first input (at least 1; default: none) */
        public LinearOptions inFeatures(long value) {
            put(0, value);
            return this;
        }

        /** features of the output; none: in_features has this number (at least 1; default: none) */
        public LinearOptions outFeatures(long value) {
            put(1, value);
            return this;
        }

        /** add a bias (default: true) */
        public LinearOptions bias(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Affine transformation: y = x W^T + b.
     *
     * <p>x is (..., in_features), the result (..., out_features), the weight (out_features, in_features).  If only one size is
     * given, it is out_features.
     *
     * @param inFeatures features of the input; none: inferred from the first input (at least 1; default: none)
     * @param outFeatures features of the output; none: in_features has this number (at least 1; default: none)
     * @return the block
     */
    public static Block linear(long inFeatures, long outFeatures) {
        LinearOptions o = new LinearOptions();
        o.put(0, inFeatures);
        o.put(1, outFeatures);
        return LINEAR.make(o);
    }

    /**
     * Affine transformation: y = x W^T + b.
     *
     * <p>x is (..., in_features), the result (..., out_features), the weight (out_features, in_features).  If only one size is
     * given, it is out_features.
     *
     * @param inFeatures features of the input; none: inferred from the first input (at least 1; default: none)
     * @param outFeatures features of the output; none: in_features has this number (at least 1; default: none)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block linear(long inFeatures, long outFeatures, Consumer<LinearOptions> options) {
        LinearOptions o = new LinearOptions();
        options.accept(o);
        o.put(0, inFeatures);
        o.put(1, outFeatures);
        return LINEAR.make(o);
    }

    /**
     * Affine transformation: y = x W^T + b.
     *
     * <p>x is (..., in_features), the result (..., out_features), the weight (out_features, in_features).  If only one size is
     * given, it is out_features.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block linear(Consumer<LinearOptions> options) {
        LinearOptions o = new LinearOptions();
        options.accept(o);
        return LINEAR.make(o);
    }

    /**
     * The logarithm of the sigmoid.
     *
     * @return the block
     */
    public static Block logSigmoid() {
        return LOGSIGMOID.make(null);
    }

    /** The optional arguments of LogSoftmax. */
    public static final class LogSoftmaxOptions extends Options {
        /** axis along which to compute (default: -1) */
        public LogSoftmaxOptions dim(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The logarithm of the softmax along an axis.
     *
     * @return the block
     */
    public static Block logSoftmax() {
        return LOGSOFTMAX.make(null);
    }

    /**
     * The logarithm of the softmax along an axis.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block logSoftmax(Consumer<LogSoftmaxOptions> options) {
        LogSoftmaxOptions o = new LogSoftmaxOptions();
        options.accept(o);
        return LOGSOFTMAX.make(o);
    }

    /** The optional arguments of MSELoss. */
    public static final class MSELossOptions extends Options {
        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public MSELossOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Mean squared error.
     *
     * @return the block
     */
    public static Block mseLoss() {
        return MSELOSS.make(null);
    }

    /**
     * Mean squared error.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block mseLoss(Consumer<MSELossOptions> options) {
        MSELossOptions o = new MSELossOptions();
        options.accept(o);
        return MSELOSS.make(o);
    }

    /** The optional arguments of MarginRankingLoss. */
    public static final class MarginRankingLossOptions extends Options {
        /** margin of the loss (default: 0.0) */
        public MarginRankingLossOptions margin(double value) {
            put(0, value);
            return this;
        }

        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public MarginRankingLossOptions reduction(String value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Ranking loss: max(0, -target * (x1 - x2) + margin).
     *
     * @return the block
     */
    public static Block marginRankingLoss() {
        return MARGINRANKINGLOSS.make(null);
    }

    /**
     * Ranking loss: max(0, -target * (x1 - x2) + margin).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block marginRankingLoss(Consumer<MarginRankingLossOptions> options) {
        MarginRankingLossOptions o = new MarginRankingLossOptions();
        options.accept(o);
        return MARGINRANKINGLOSS.make(o);
    }

    /** The optional arguments of MaxPool1d. */
    public static final class MaxPool1dOptions extends Options {
        /** window size: one number per axis, or one for all axes (at least 1) */
        public MaxPool1dOptions kernelSize(long... value) {
            put(0, value);
            return this;
        }

        /** stride of the window; none: kernel_size (at least 1; default: none) */
        public MaxPool1dOptions stride(long... value) {
            put(1, value);
            return this;
        }

        /** elements of -inf added at both ends of each axis; none: 0 (at least 0; default: none) */
        public MaxPool1dOptions padding(long... value) {
            put(2, value);
            return this;
        }

        /** spacing between window elements; none: 1 (at least 1; default: none) */
        public MaxPool1dOptions dilation(long... value) {
            put(3, value);
            return this;
        }

        /** round the output size up, so that a window may reach beyond the end (default: false) */
        public MaxPool1dOptions ceilMode(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * The maximum of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block maxPool1d(long... kernelSize) {
        MaxPool1dOptions o = new MaxPool1dOptions();
        o.put(0, kernelSize);
        return MAXPOOL1D.make(o);
    }

    /**
     * The maximum of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block maxPool1d(long[] kernelSize, Consumer<MaxPool1dOptions> options) {
        MaxPool1dOptions o = new MaxPool1dOptions();
        options.accept(o);
        o.put(0, kernelSize);
        return MAXPOOL1D.make(o);
    }

    /**
     * The maximum of each window.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block maxPool1d(Consumer<MaxPool1dOptions> options) {
        MaxPool1dOptions o = new MaxPool1dOptions();
        options.accept(o);
        return MAXPOOL1D.make(o);
    }

    /** The optional arguments of MaxPool2d. */
    public static final class MaxPool2dOptions extends Options {
        /** window size: one number per axis, or one for all axes (at least 1) */
        public MaxPool2dOptions kernelSize(long... value) {
            put(0, value);
            return this;
        }

        /** stride of the window; none: kernel_size (at least 1; default: none) */
        public MaxPool2dOptions stride(long... value) {
            put(1, value);
            return this;
        }

        /** elements of -inf added at both ends of each axis; none: 0 (at least 0; default: none) */
        public MaxPool2dOptions padding(long... value) {
            put(2, value);
            return this;
        }

        /** spacing between window elements; none: 1 (at least 1; default: none) */
        public MaxPool2dOptions dilation(long... value) {
            put(3, value);
            return this;
        }

        /** round the output size up, so that a window may reach beyond the end (default: false) */
        public MaxPool2dOptions ceilMode(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * The maximum of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block maxPool2d(long... kernelSize) {
        MaxPool2dOptions o = new MaxPool2dOptions();
        o.put(0, kernelSize);
        return MAXPOOL2D.make(o);
    }

    /**
     * The maximum of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block maxPool2d(long[] kernelSize, Consumer<MaxPool2dOptions> options) {
        MaxPool2dOptions o = new MaxPool2dOptions();
        options.accept(o);
        o.put(0, kernelSize);
        return MAXPOOL2D.make(o);
    }

    /**
     * The maximum of each window.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block maxPool2d(Consumer<MaxPool2dOptions> options) {
        MaxPool2dOptions o = new MaxPool2dOptions();
        options.accept(o);
        return MAXPOOL2D.make(o);
    }

    /** The optional arguments of MaxPool3d. */
    public static final class MaxPool3dOptions extends Options {
        /** window size: one number per axis, or one for all axes (at least 1) */
        public MaxPool3dOptions kernelSize(long... value) {
            put(0, value);
            return this;
        }

        /** stride of the window; none: kernel_size (at least 1; default: none) */
        public MaxPool3dOptions stride(long... value) {
            put(1, value);
            return this;
        }

        /** elements of -inf added at both ends of each axis; none: 0 (at least 0; default: none) */
        public MaxPool3dOptions padding(long... value) {
            put(2, value);
            return this;
        }

        /** spacing between window elements; none: 1 (at least 1; default: none) */
        public MaxPool3dOptions dilation(long... value) {
            put(3, value);
            return this;
        }

        /** round the output size up, so that a window may reach beyond the end (default: false) */
        public MaxPool3dOptions ceilMode(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * The maximum of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @return the block
     */
    public static Block maxPool3d(long... kernelSize) {
        MaxPool3dOptions o = new MaxPool3dOptions();
        o.put(0, kernelSize);
        return MAXPOOL3D.make(o);
    }

    /**
     * The maximum of each window.
     *
     * @param kernelSize window size: one number per axis, or one for all axes (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block maxPool3d(long[] kernelSize, Consumer<MaxPool3dOptions> options) {
        MaxPool3dOptions o = new MaxPool3dOptions();
        options.accept(o);
        o.put(0, kernelSize);
        return MAXPOOL3D.make(o);
    }

    /**
     * The maximum of each window.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block maxPool3d(Consumer<MaxPool3dOptions> options) {
        MaxPool3dOptions o = new MaxPool3dOptions();
        options.accept(o);
        return MAXPOOL3D.make(o);
    }

    /**
     * Mish: x * tanh(softplus(x)).
     *
     * @return the block
     */
    public static Block mish() {
        return MISH.make(null);
    }

    /** The optional arguments of MultiLabelSoftMarginLoss. */
    public static final class MultiLabelSoftMarginLossOptions extends Options {
        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public MultiLabelSoftMarginLossOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Multi-label binary cross-entropy with logits, averaged over classes.
     *
     * @return the block
     */
    public static Block multiLabelSoftMarginLoss() {
        return MULTILABELSOFTMARGINLOSS.make(null);
    }

    /**
     * Multi-label binary cross-entropy with logits, averaged over classes.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block multiLabelSoftMarginLoss(Consumer<MultiLabelSoftMarginLossOptions> options) {
        MultiLabelSoftMarginLossOptions o = new MultiLabelSoftMarginLossOptions();
        options.accept(o);
        return MULTILABELSOFTMARGINLOSS.make(o);
    }

    /** The optional arguments of MultiMarginLoss. */
    public static final class MultiMarginLossOptions extends Options {
        /** exponent of the margin violations: 1 or 2 (one of 1.0, 2.0; default: 1.0) */
        public MultiMarginLossOptions p(double value) {
            put(0, value);
            return this;
        }

        /** margin between the score of the target and the others (default: 1.0) */
        public MultiMarginLossOptions margin(double value) {
            put(1, value);
            return this;
        }

        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public MultiMarginLossOptions reduction(String value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Multi-class hinge loss.
     *
     * @return the block
     */
    public static Block multiMarginLoss() {
        return MULTIMARGINLOSS.make(null);
    }

    /**
     * Multi-class hinge loss.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block multiMarginLoss(Consumer<MultiMarginLossOptions> options) {
        MultiMarginLossOptions o = new MultiMarginLossOptions();
        options.accept(o);
        return MULTIMARGINLOSS.make(o);
    }

    /** The optional arguments of MultiheadAttention. */
    public static final class MultiheadAttentionOptions extends Options {
        /** features of queries, keys, values and outputs (at least 1) */
        public MultiheadAttentionOptions embedDim(long value) {
            put(0, value);
            return this;
        }

        /** number of heads; must divide embed_dim (at least 1) */
        public MultiheadAttentionOptions numHeads(long value) {
            put(1, value);
            return this;
        }

        /** dropout probability of attention weights, while training (at least 0.0, less than 1.0; default: 0.0) */
        public MultiheadAttentionOptions dropout(double value) {
            put(2, value);
            return this;
        }

        /** add bias terms (default: true) */
        public MultiheadAttentionOptions bias(boolean value) {
            put(3, value);
            return this;
        }

        /** (batch, steps, embed_dim), not (steps, batch, embed_dim) (default: false) */
        public MultiheadAttentionOptions batchFirst(boolean value) {
            put(4, value);
            return this;
        }

        /** each position attends only to itself and earlier ones (default: false) */
        public MultiheadAttentionOptions isCausal(boolean value) {
            put(5, value);
            return this;
        }

        /** also return the weights averaged over heads: (batch, queries, keys) (default: false) */
        public MultiheadAttentionOptions needWeights(boolean value) {
            put(6, value);
            return this;
        }
    }

    /**
     * Multi-head scaled dot-product attention.
     *
     * <p>Without key and value, the query is used for all three.  attn_mask broadcasts to (batch, heads, queries, keys): a bool
     * mask is true where a query may attend to a key, a float mask is added to the scores.  Passing any array as need_weights
     * requests the weights for this call.
     *
     * @param embedDim features of queries, keys, values and outputs (at least 1)
     * @param numHeads number of heads; must divide embed_dim (at least 1)
     * @return the block
     */
    public static Block multiheadAttention(long embedDim, long numHeads) {
        MultiheadAttentionOptions o = new MultiheadAttentionOptions();
        o.put(0, embedDim);
        o.put(1, numHeads);
        return MULTIHEADATTENTION.make(o);
    }

    /**
     * Multi-head scaled dot-product attention.
     *
     * <p>Without key and value, the query is used for all three.  attn_mask broadcasts to (batch, heads, queries, keys): a bool
     * mask is true where a query may attend to a key, a float mask is added to the scores.  Passing any array as need_weights
     * requests the weights for this call.
     *
     * @param embedDim features of queries, keys, values and outputs (at least 1)
     * @param numHeads number of heads; must divide embed_dim (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block multiheadAttention(long embedDim, long numHeads, Consumer<MultiheadAttentionOptions> options) {
        MultiheadAttentionOptions o = new MultiheadAttentionOptions();
        options.accept(o);
        o.put(0, embedDim);
        o.put(1, numHeads);
        return MULTIHEADATTENTION.make(o);
    }

    /**
     * Multi-head scaled dot-product attention.
     *
     * <p>Without key and value, the query is used for all three.  attn_mask broadcasts to (batch, heads, queries, keys): a bool
     * mask is true where a query may attend to a key, a float mask is added to the scores.  Passing any array as need_weights
     * requests the weights for this call.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block multiheadAttention(Consumer<MultiheadAttentionOptions> options) {
        MultiheadAttentionOptions o = new MultiheadAttentionOptions();
        options.accept(o);
        return MULTIHEADATTENTION.make(o);
    }

    /** The optional arguments of NLLLoss. */
    public static final class NLLLossOptions extends Options {
        /** label that is ignored (default: -100) */
        public NLLLossOptions ignoreIndex(long value) {
            put(0, value);
            return this;
        }

        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public NLLLossOptions reduction(String value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Negative log-likelihood of the target classes, from log-probabilities x.
     *
     * @return the block
     */
    public static Block nllLoss() {
        return NLLLOSS.make(null);
    }

    /**
     * Negative log-likelihood of the target classes, from log-probabilities x.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block nllLoss(Consumer<NLLLossOptions> options) {
        NLLLossOptions o = new NLLLossOptions();
        options.accept(o);
        return NLLLOSS.make(o);
    }

    /** The optional arguments of PReLU. */
    public static final class PReLUOptions extends Options {
        /** 1: one slope for all channels; otherwise the number of channels (at least 1; default: 1) */
        public PReLUOptions numParameters(long value) {
            put(0, value);
            return this;
        }

        /** initial slope (default: 0.25) */
        public PReLUOptions init(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Parametric rectified linear unit: x for positive x, else a trained slope times x.
     *
     * @return the block
     */
    public static Block prelu() {
        return PRELU.make(null);
    }

    /**
     * Parametric rectified linear unit: x for positive x, else a trained slope times x.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block prelu(Consumer<PReLUOptions> options) {
        PReLUOptions o = new PReLUOptions();
        options.accept(o);
        return PRELU.make(o);
    }

    /** The optional arguments of PoissonNLLLoss. */
    public static final class PoissonNLLLossOptions extends Options {
        /** x is the logarithm of the rate (default: true) */
        public PoissonNLLLossOptions logInput(boolean value) {
            put(0, value);
            return this;
        }

        /** include Stirling's approximation of log(target!) (default: false) */
        public PoissonNLLLossOptions full(boolean value) {
            put(1, value);
            return this;
        }

        /** added to the rate before its logarithm is taken (at least 0.0; default: 1e-08) */
        public PoissonNLLLossOptions eps(double value) {
            put(2, value);
            return this;
        }

        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public PoissonNLLLossOptions reduction(String value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Negative log-likelihood of a Poisson distribution.
     *
     * @return the block
     */
    public static Block poissonNLLLoss() {
        return POISSONNLLLOSS.make(null);
    }

    /**
     * Negative log-likelihood of a Poisson distribution.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block poissonNLLLoss(Consumer<PoissonNLLLossOptions> options) {
        PoissonNLLLossOptions o = new PoissonNLLLossOptions();
        options.accept(o);
        return POISSONNLLLOSS.make(o);
    }

    /** The optional arguments of RMSNorm. */
    public static final class RMSNormOptions extends Options {
        /** sizes of the last axes, which are normalised; none: the last axis of the first input (at least 1; default: none) */
        public RMSNormOptions normalizedShape(long... value) {
            put(0, value);
            return this;
        }

        /** added to the mean square; none: the machine epsilon of the dtype (at least 0.0; default: none) */
        public RMSNormOptions eps(double value) {
            put(1, value);
            return this;
        }

        /** apply a trained weight (default: true) */
        public RMSNormOptions elementwiseAffine(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Root mean square normalisation over the last axes.
     *
     * @param normalizedShape sizes of the last axes, which are normalised; none: the last axis of the first input (at least 1;
     * default: none)
     * @return the block
     */
    public static Block rmsNorm(long... normalizedShape) {
        RMSNormOptions o = new RMSNormOptions();
        o.put(0, normalizedShape);
        return RMSNORM.make(o);
    }

    /**
     * Root mean square normalisation over the last axes.
     *
     * @param normalizedShape sizes of the last axes, which are normalised; none: the last axis of the first input (at least 1;
     * default: none)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block rmsNorm(long[] normalizedShape, Consumer<RMSNormOptions> options) {
        RMSNormOptions o = new RMSNormOptions();
        options.accept(o);
        o.put(0, normalizedShape);
        return RMSNORM.make(o);
    }

    /**
     * Root mean square normalisation over the last axes.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block rmsNorm(Consumer<RMSNormOptions> options) {
        RMSNormOptions o = new RMSNormOptions();
        options.accept(o);
        return RMSNORM.make(o);
    }

    /** The optional arguments of RNN. */
    public static final class RNNOptions extends Options {
        /** features of an input time step; none: inferred from the first input (at least 1; default: none) */
        public RNNOptions inputSize(long value) {
            put(0, value);
            return this;
        }

        /** features of the hidden state (at least 1) */
        public RNNOptions hiddenSize(long value) {
            put(1, value);
            return this;
        }

        /** number of stacked layers (at least 1; default: 1) */
        public RNNOptions numLayers(long value) {
            put(2, value);
            return this;
        }

        /** 'tanh' or 'relu' (one of tanh, relu; default: tanh) */
        public RNNOptions nonlinearity(String value) {
            put(3, value);
            return this;
        }

        /** add bias terms (default: true) */
        public RNNOptions bias(boolean value) {
            put(4, value);
            return this;
        }

        /** x and y are (batch, steps, ...), not (steps, batch, ...) (default: false) */
        public RNNOptions batchFirst(boolean value) {
            put(5, value);
            return this;
        }

        /** dropout probability between layers, while training (at least 0.0, at most 1.0; default: 0.0) */
        public RNNOptions dropout(double value) {
            put(6, value);
            return this;
        }

        /** also run in reverse, and concatenate the states of both directions (default: false) */
        public RNNOptions bidirectional(boolean value) {
            put(7, value);
            return this;
        }
    }

    /**
     * Elman recurrent network (RNN) over a sequence.
     *
     * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
     * h0 has the shape of h_n.
     *
     * @param inputSize features of an input time step; none: inferred from the first input (at least 1; default: none)
     * @param hiddenSize features of the hidden state (at least 1)
     * @return the block
     */
    public static Block rnn(long inputSize, long hiddenSize) {
        RNNOptions o = new RNNOptions();
        o.put(0, inputSize);
        o.put(1, hiddenSize);
        return RNN.make(o);
    }

    /**
     * Elman recurrent network (RNN) over a sequence.
     *
     * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
     * h0 has the shape of h_n.
     *
     * @param inputSize features of an input time step; none: inferred from the first input (at least 1; default: none)
     * @param hiddenSize features of the hidden state (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block rnn(long inputSize, long hiddenSize, Consumer<RNNOptions> options) {
        RNNOptions o = new RNNOptions();
        options.accept(o);
        o.put(0, inputSize);
        o.put(1, hiddenSize);
        return RNN.make(o);
    }

    /**
     * Elman recurrent network (RNN) over a sequence.
     *
     * <p>x is (steps, batch, input_size).  y has the states of all time steps, h_n the last states of all layers and directions.
     * h0 has the shape of h_n.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block rnn(Consumer<RNNOptions> options) {
        RNNOptions o = new RNNOptions();
        options.accept(o);
        return RNN.make(o);
    }

    /**
     * Rectified linear unit: max(x, 0).
     *
     * @return the block
     */
    public static Block relu() {
        return RELU.make(null);
    }

    /**
     * Rectified linear unit clipped at 6: min(max(x, 0), 6).
     *
     * @return the block
     */
    public static Block relu6() {
        return RELU6.make(null);
    }

    /**
     * Scaled ELU, whose scale and alpha preserve mean and variance.
     *
     * @return the block
     */
    public static Block selu() {
        return SELU.make(null);
    }

    /**
     * Sigmoid linear unit (swish): x * sigmoid(x).
     *
     * @return the block
     */
    public static Block silu() {
        return SILU.make(null);
    }

    /**
     * 1 / (1 + exp(-x)).
     *
     * @return the block
     */
    public static Block sigmoid() {
        return SIGMOID.make(null);
    }

    /** The optional arguments of SmoothL1Loss. */
    public static final class SmoothL1LossOptions extends Options {
        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public SmoothL1LossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** difference below which the loss is quadratic (at least 0.0; default: 1.0) */
        public SmoothL1LossOptions beta(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Smooth L1 loss: quadratic below beta, linear above.
     *
     * @return the block
     */
    public static Block smoothL1Loss() {
        return SMOOTHL1LOSS.make(null);
    }

    /**
     * Smooth L1 loss: quadratic below beta, linear above.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block smoothL1Loss(Consumer<SmoothL1LossOptions> options) {
        SmoothL1LossOptions o = new SmoothL1LossOptions();
        options.accept(o);
        return SMOOTHL1LOSS.make(o);
    }

    /** The optional arguments of SoftMarginLoss. */
    public static final class SoftMarginLossOptions extends Options {
        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public SoftMarginLossOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Logistic loss: log(1 + exp(-target * x)), targets 1 and -1.
     *
     * @return the block
     */
    public static Block softMarginLoss() {
        return SOFTMARGINLOSS.make(null);
    }

    /**
     * Logistic loss: log(1 + exp(-target * x)), targets 1 and -1.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block softMarginLoss(Consumer<SoftMarginLossOptions> options) {
        SoftMarginLossOptions o = new SoftMarginLossOptions();
        options.accept(o);
        return SOFTMARGINLOSS.make(o);
    }

    /** The optional arguments of Softmax. */
    public static final class SoftmaxOptions extends Options {
        /** axis along which to compute (default: -1) */
        public SoftmaxOptions dim(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Scale the entries along an axis so that they are positive and sum to one.
     *
     * @return the block
     */
    public static Block softmax() {
        return SOFTMAX.make(null);
    }

    /**
     * Scale the entries along an axis so that they are positive and sum to one.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block softmax(Consumer<SoftmaxOptions> options) {
        SoftmaxOptions o = new SoftmaxOptions();
        options.accept(o);
        return SOFTMAX.make(o);
    }

    /** The optional arguments of Softplus. */
    public static final class SoftplusOptions extends Options {
        /** sharpness of the bend (default: 1.0) */
        public SoftplusOptions beta(double value) {
            put(0, value);
            return this;
        }

        /** accepted for compatibility; where beta * x is above 20 the result equals x (default: 20.0) */
        public SoftplusOptions threshold(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Smooth approximation of ReLU: log(1 + exp(beta * x)) / beta.
     *
     * @return the block
     */
    public static Block softplus() {
        return SOFTPLUS.make(null);
    }

    /**
     * Smooth approximation of ReLU: log(1 + exp(beta * x)) / beta.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block softplus(Consumer<SoftplusOptions> options) {
        SoftplusOptions o = new SoftplusOptions();
        options.accept(o);
        return SOFTPLUS.make(o);
    }

    /** The optional arguments of Softshrink. */
    public static final class SoftshrinkOptions extends Options {
        /** the result is 0 where |x| is at most this (at least 0.0; default: 0.5) */
        public SoftshrinkOptions lambd(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Soft shrinkage: x moved towards 0 by lambd, and 0 where |x| &lt;= lambd.
     *
     * @return the block
     */
    public static Block softshrink() {
        return SOFTSHRINK.make(null);
    }

    /**
     * Soft shrinkage: x moved towards 0 by lambd, and 0 where |x| &lt;= lambd.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block softshrink(Consumer<SoftshrinkOptions> options) {
        SoftshrinkOptions o = new SoftshrinkOptions();
        options.accept(o);
        return SOFTSHRINK.make(o);
    }

    /**
     * x / (1 + |x|).
     *
     * @return the block
     */
    public static Block softsign() {
        return SOFTSIGN.make(null);
    }

    /**
     * The hyperbolic tangent.
     *
     * @return the block
     */
    public static Block tanh() {
        return TANH.make(null);
    }

    /**
     * x - tanh(x).
     *
     * @return the block
     */
    public static Block tanhshrink() {
        return TANHSHRINK.make(null);
    }

    /** The optional arguments of Threshold. */
    public static final class ThresholdOptions extends Options {
        /** x is kept where it is larger than this (default: 0.0) */
        public ThresholdOptions threshold(double value) {
            put(0, value);
            return this;
        }

        /** replaces the other elements (default: 0.0) */
        public ThresholdOptions value(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * x where it is larger than threshold, else value.
     *
     * @return the block
     */
    public static Block threshold() {
        return THRESHOLD.make(null);
    }

    /**
     * x where it is larger than threshold, else value.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block threshold(Consumer<ThresholdOptions> options) {
        ThresholdOptions o = new ThresholdOptions();
        options.accept(o);
        return THRESHOLD.make(o);
    }

    /** The optional arguments of TransformerEncoderLayer. */
    public static final class TransformerEncoderLayerOptions extends Options {
        /** features of a position (at least 1) */
        public TransformerEncoderLayerOptions dModel(long value) {
            put(0, value);
            return this;
        }

        /** number of attention heads (at least 1) */
        public TransformerEncoderLayerOptions nhead(long value) {
            put(1, value);
            return this;
        }

        /** hidden features of the feed-forward network (at least 1; default: 2048) */
        public TransformerEncoderLayerOptions dimFeedforward(long value) {
            put(2, value);
            return this;
        }

        /** dropout probability, while training (at least 0.0, less than 1.0; default: 0.1) */
        public TransformerEncoderLayerOptions dropout(double value) {
            put(3, value);
            return this;
        }

        /** 'relu' or 'gelu' (one of relu, gelu; default: relu) */
        public TransformerEncoderLayerOptions activation(String value) {
            put(4, value);
            return this;
        }

        /** added to the variance in layer norms (at least 0.0; default: 1e-05) */
        public TransformerEncoderLayerOptions layerNormEps(double value) {
            put(5, value);
            return this;
        }

        /** (batch, steps, d_model), not (steps, batch, d_model) (default: false) */
        public TransformerEncoderLayerOptions batchFirst(boolean value) {
            put(6, value);
            return this;
        }

        /** apply layer norms before attention and feed-forward network, not after (default: false) */
        public TransformerEncoderLayerOptions normFirst(boolean value) {
            put(7, value);
            return this;
        }

        /** add bias terms (default: true) */
        public TransformerEncoderLayerOptions bias(boolean value) {
            put(8, value);
            return this;
        }

        /** each position attends only to itself and earlier ones (default: false) */
        public TransformerEncoderLayerOptions isCausal(boolean value) {
            put(9, value);
            return this;
        }
    }

    /**
     * Self-attention, then a feed-forward network, each with a residual connection.
     *
     * @param dModel features of a position (at least 1)
     * @param nhead number of attention heads (at least 1)
     * @return the block
     */
    public static Block transformerEncoderLayer(long dModel, long nhead) {
        TransformerEncoderLayerOptions o = new TransformerEncoderLayerOptions();
        o.put(0, dModel);
        o.put(1, nhead);
        return TRANSFORMERENCODERLAYER.make(o);
    }

    /**
     * Self-attention, then a feed-forward network, each with a residual connection.
     *
     * @param dModel features of a position (at least 1)
     * @param nhead number of attention heads (at least 1)
     * @param options sets the other arguments
     * @return the block
     */
    public static Block transformerEncoderLayer(long dModel, long nhead, Consumer<TransformerEncoderLayerOptions> options) {
        TransformerEncoderLayerOptions o = new TransformerEncoderLayerOptions();
        options.accept(o);
        o.put(0, dModel);
        o.put(1, nhead);
        return TRANSFORMERENCODERLAYER.make(o);
    }

    /**
     * Self-attention, then a feed-forward network, each with a residual connection.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block transformerEncoderLayer(Consumer<TransformerEncoderLayerOptions> options) {
        TransformerEncoderLayerOptions o = new TransformerEncoderLayerOptions();
        options.accept(o);
        return TRANSFORMERENCODERLAYER.make(o);
    }

    /** The optional arguments of TripletMarginLoss. */
    public static final class TripletMarginLossOptions extends Options {
        /** margin between the distances of negative and positive (at least 0.0; default: 1.0) */
        public TripletMarginLossOptions margin(double value) {
            put(0, value);
            return this;
        }

        /** order of the norm; may be inf (more than 0.0; default: 2.0) */
        public TripletMarginLossOptions p(double value) {
            put(1, value);
            return this;
        }

        /** added to each difference (at least 0.0; default: 1e-06) */
        public TripletMarginLossOptions eps(double value) {
            put(2, value);
            return this;
        }

        /** use the smaller of the distances from negative to anchor and to positive (default: false) */
        public TripletMarginLossOptions swap(boolean value) {
            put(3, value);
            return this;
        }

        /** 'mean', 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public TripletMarginLossOptions reduction(String value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Triplet loss: max(0, d(anchor, positive) - d(anchor, negative) + margin).
     *
     * @return the block
     */
    public static Block tripletMarginLoss() {
        return TRIPLETMARGINLOSS.make(null);
    }

    /**
     * Triplet loss: max(0, d(anchor, positive) - d(anchor, negative) + margin).
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block tripletMarginLoss(Consumer<TripletMarginLossOptions> options) {
        TripletMarginLossOptions o = new TripletMarginLossOptions();
        options.accept(o);
        return TRIPLETMARGINLOSS.make(o);
    }

    /** The optional arguments of Unflatten. */
    public static final class UnflattenOptions extends Options {
        /** axis to split */
        public UnflattenOptions dim(long value) {
            put(0, value);
            return this;
        }

        /** new sizes; one of them may be -1 (at least -1) */
        public UnflattenOptions unflattenedSize(long... value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Split one axis into several.
     *
     * @param dim axis to split
     * @param unflattenedSize new sizes; one of them may be -1 (at least -1)
     * @return the block
     */
    public static Block unflatten(long dim, long... unflattenedSize) {
        UnflattenOptions o = new UnflattenOptions();
        o.put(0, dim);
        o.put(1, unflattenedSize);
        return UNFLATTEN.make(o);
    }

    /**
     * Split one axis into several.
     *
     * @param options sets the arguments
     * @return the block
     */
    public static Block unflatten(Consumer<UnflattenOptions> options) {
        UnflattenOptions o = new UnflattenOptions();
        options.accept(o);
        return UNFLATTEN.make(o);
    }
}
