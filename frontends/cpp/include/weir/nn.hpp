// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// clang-format off
/// \file
/// nn.hpp - layers and losses.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_NN_HPP
#define WEIR_NN_HPP

#include <weir/block.hpp>

namespace weir::nn {

/// Average pooling to a given output size.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `output_size`: output size: one number per axis, or one for all axes (\>= 1)
class AdaptiveAvgPool1d : public Block {
public:
    explicit AdaptiveAvgPool1d(const Ints &output_size, Here here = Here()) {
        Attributes c = defaults<Attributes>("AdaptiveAvgPool1d", here);
        c.output_size = output_size.c();
        make("AdaptiveAvgPool1d", &c, sizeof c, here);
    }

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s output_size;
    };
};

/// Average pooling to a given output size.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `output_size`: output size: one number per axis, or one for all axes (\>= 1)
class AdaptiveAvgPool2d : public Block {
public:
    explicit AdaptiveAvgPool2d(const Ints &output_size, Here here = Here()) {
        Attributes c = defaults<Attributes>("AdaptiveAvgPool2d", here);
        c.output_size = output_size.c();
        make("AdaptiveAvgPool2d", &c, sizeof c, here);
    }

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s output_size;
    };
};

/// Average pooling to a given output size.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `output_size`: output size: one number per axis, or one for all axes (\>= 1)
class AdaptiveAvgPool3d : public Block {
public:
    explicit AdaptiveAvgPool3d(const Ints &output_size, Here here = Here()) {
        Attributes c = defaults<Attributes>("AdaptiveAvgPool3d", here);
        c.output_size = output_size.c();
        make("AdaptiveAvgPool3d", &c, sizeof c, here);
    }

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s output_size;
    };
};

/// Max pooling to a given output size.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `output_size`: output size: one number per axis, or one for all axes (\>= 1)
class AdaptiveMaxPool1d : public Block {
public:
    explicit AdaptiveMaxPool1d(const Ints &output_size, Here here = Here()) {
        Attributes c = defaults<Attributes>("AdaptiveMaxPool1d", here);
        c.output_size = output_size.c();
        make("AdaptiveMaxPool1d", &c, sizeof c, here);
    }

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s output_size;
    };
};

/// Max pooling to a given output size.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `output_size`: output size: one number per axis, or one for all axes (\>= 1)
class AdaptiveMaxPool2d : public Block {
public:
    explicit AdaptiveMaxPool2d(const Ints &output_size, Here here = Here()) {
        Attributes c = defaults<Attributes>("AdaptiveMaxPool2d", here);
        c.output_size = output_size.c();
        make("AdaptiveMaxPool2d", &c, sizeof c, here);
    }

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s output_size;
    };
};

/// Max pooling to a given output size.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `output_size`: output size: one number per axis, or one for all axes (\>= 1)
class AdaptiveMaxPool3d : public Block {
public:
    explicit AdaptiveMaxPool3d(const Ints &output_size, Here here = Here()) {
        Attributes c = defaults<Attributes>("AdaptiveMaxPool3d", here);
        c.output_size = output_size.c();
        make("AdaptiveMaxPool3d", &c, sizeof c, here);
    }

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s output_size;
    };
};

/// The attributes of nn::AvgPool1d that have a default, by name.
struct AvgPool1dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the window; none: kernel_size (\>= 1)
    Ints stride = None;
    /// zeros added at both ends of each axis; none: 0 (\>= 0)
    Ints padding = None;
    /// round the output size up, so that a window may reach beyond the end
    bool ceil_mode = false;
    /// include padding zeros in the mean
    bool count_include_pad = true;
};

/// The mean of each window.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `kernel_size`: window size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the window; none: kernel_size (\>= 1)
/// - `padding`: zeros added at both ends of each axis; none: 0 (\>= 0)
/// - `ceil_mode`: round the output size up, so that a window may reach beyond the end
/// - `count_include_pad`: include padding zeros in the mean
class AvgPool1d : public Block {
public:
    explicit AvgPool1d(const Ints &kernel_size, const AvgPool1dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("AvgPool1d", here);
        c.kernel_size = kernel_size.c(); c.stride = options.stride.c(); c.padding = options.padding.c();
        c.ceil_mode = options.ceil_mode; c.count_include_pad = options.count_include_pad;
        make("AvgPool1d", &c, sizeof c, here);
    }
    explicit AvgPool1d(const Ints &kernel_size, const Ints &stride = None, const Ints &padding = None,
        bool ceil_mode = false, bool count_include_pad = true, Here here = Here())
        : AvgPool1d(kernel_size, AvgPool1dOptions{detail::Named(), stride, padding, ceil_mode, count_include_pad},
    here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; int32_t ceil_mode; int32_t count_include_pad;
    };
};

/// The attributes of nn::AvgPool2d that have a default, by name.
struct AvgPool2dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the window; none: kernel_size (\>= 1)
    Ints stride = None;
    /// zeros added at both ends of each axis; none: 0 (\>= 0)
    Ints padding = None;
    /// round the output size up, so that a window may reach beyond the end
    bool ceil_mode = false;
    /// include padding zeros in the mean
    bool count_include_pad = true;
};

/// The mean of each window.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `kernel_size`: window size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the window; none: kernel_size (\>= 1)
/// - `padding`: zeros added at both ends of each axis; none: 0 (\>= 0)
/// - `ceil_mode`: round the output size up, so that a window may reach beyond the end
/// - `count_include_pad`: include padding zeros in the mean
class AvgPool2d : public Block {
public:
    explicit AvgPool2d(const Ints &kernel_size, const AvgPool2dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("AvgPool2d", here);
        c.kernel_size = kernel_size.c(); c.stride = options.stride.c(); c.padding = options.padding.c();
        c.ceil_mode = options.ceil_mode; c.count_include_pad = options.count_include_pad;
        make("AvgPool2d", &c, sizeof c, here);
    }
    explicit AvgPool2d(const Ints &kernel_size, const Ints &stride = None, const Ints &padding = None,
        bool ceil_mode = false, bool count_include_pad = true, Here here = Here())
        : AvgPool2d(kernel_size, AvgPool2dOptions{detail::Named(), stride, padding, ceil_mode, count_include_pad},
    here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; int32_t ceil_mode; int32_t count_include_pad;
    };
};

/// The attributes of nn::AvgPool3d that have a default, by name.
struct AvgPool3dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the window; none: kernel_size (\>= 1)
    Ints stride = None;
    /// zeros added at both ends of each axis; none: 0 (\>= 0)
    Ints padding = None;
    /// round the output size up, so that a window may reach beyond the end
    bool ceil_mode = false;
    /// include padding zeros in the mean
    bool count_include_pad = true;
};

/// The mean of each window.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `kernel_size`: window size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the window; none: kernel_size (\>= 1)
/// - `padding`: zeros added at both ends of each axis; none: 0 (\>= 0)
/// - `ceil_mode`: round the output size up, so that a window may reach beyond the end
/// - `count_include_pad`: include padding zeros in the mean
class AvgPool3d : public Block {
public:
    explicit AvgPool3d(const Ints &kernel_size, const AvgPool3dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("AvgPool3d", here);
        c.kernel_size = kernel_size.c(); c.stride = options.stride.c(); c.padding = options.padding.c();
        c.ceil_mode = options.ceil_mode; c.count_include_pad = options.count_include_pad;
        make("AvgPool3d", &c, sizeof c, here);
    }
    explicit AvgPool3d(const Ints &kernel_size, const Ints &stride = None, const Ints &padding = None,
        bool ceil_mode = false, bool count_include_pad = true, Here here = Here())
        : AvgPool3d(kernel_size, AvgPool3dOptions{detail::Named(), stride, padding, ceil_mode, count_include_pad},
    here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; int32_t ceil_mode; int32_t count_include_pad;
    };
};

/// The attributes of nn::BatchNorm1d that have a default, by name.
struct BatchNorm1dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the variance (\>= 0.0)
    double eps = 1e-05;
    /// weight of a batch in the running statistics; none: cumulative average
    std::optional<double> momentum = 0.1;
    /// apply a trained weight and bias
    bool affine = true;
    /// keep running statistics and use them in inference mode
    bool track_running_stats = true;
};

/// Batch normalisation: normalise each channel over the batch and all spatial axes.
///
/// Training uses the statistics of the batch, inference the running statistics.
///
/// - input `x`: the input
/// - `num_features`: number of channels; none: inferred from the first input (\>= 1)
/// - `eps`: added to the variance (\>= 0.0)
/// - `momentum`: weight of a batch in the running statistics; none: cumulative average
/// - `affine`: apply a trained weight and bias
/// - `track_running_stats`: keep running statistics and use them in inference mode
class BatchNorm1d : public Block {
public:
    explicit BatchNorm1d(const std::optional<int64_t> &num_features, const BatchNorm1dOptions &options,
        Here here = Here()) {
        Attributes c = defaults<Attributes>("BatchNorm1d", here);
        c.num_features = detail::or_none(num_features); c.eps = options.eps;
        c.momentum = detail::or_none(options.momentum); c.affine = options.affine;
        c.track_running_stats = options.track_running_stats;
        make("BatchNorm1d", &c, sizeof c, here);
    }
    explicit BatchNorm1d(const BatchNorm1dOptions &options, Here here = Here())
        : BatchNorm1d(None, options, here) {}
    explicit BatchNorm1d(const std::optional<int64_t> &num_features = None, double eps = 1e-05,
        const std::optional<double> &momentum = 0.1, bool affine = true, bool track_running_stats = true,
        Here here = Here())
        : BatchNorm1d(num_features, BatchNorm1dOptions{detail::Named(), eps, momentum, affine, track_running_stats},
    here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t num_features; double eps; double momentum; int32_t affine; int32_t track_running_stats;
    };
};

/// The attributes of nn::BatchNorm2d that have a default, by name.
struct BatchNorm2dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the variance (\>= 0.0)
    double eps = 1e-05;
    /// weight of a batch in the running statistics; none: cumulative average
    std::optional<double> momentum = 0.1;
    /// apply a trained weight and bias
    bool affine = true;
    /// keep running statistics and use them in inference mode
    bool track_running_stats = true;
};

/// Batch normalisation: normalise each channel over the batch and all spatial axes.
///
/// Training uses the statistics of the batch, inference the running statistics.
///
/// - input `x`: the input
/// - `num_features`: number of channels; none: inferred from the first input (\>= 1)
/// - `eps`: added to the variance (\>= 0.0)
/// - `momentum`: weight of a batch in the running statistics; none: cumulative average
/// - `affine`: apply a trained weight and bias
/// - `track_running_stats`: keep running statistics and use them in inference mode
class BatchNorm2d : public Block {
public:
    explicit BatchNorm2d(const std::optional<int64_t> &num_features, const BatchNorm2dOptions &options,
        Here here = Here()) {
        Attributes c = defaults<Attributes>("BatchNorm2d", here);
        c.num_features = detail::or_none(num_features); c.eps = options.eps;
        c.momentum = detail::or_none(options.momentum); c.affine = options.affine;
        c.track_running_stats = options.track_running_stats;
        make("BatchNorm2d", &c, sizeof c, here);
    }
    explicit BatchNorm2d(const BatchNorm2dOptions &options, Here here = Here())
        : BatchNorm2d(None, options, here) {}
    explicit BatchNorm2d(const std::optional<int64_t> &num_features = None, double eps = 1e-05,
        const std::optional<double> &momentum = 0.1, bool affine = true, bool track_running_stats = true,
        Here here = Here())
        : BatchNorm2d(num_features, BatchNorm2dOptions{detail::Named(), eps, momentum, affine, track_running_stats},
    here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t num_features; double eps; double momentum; int32_t affine; int32_t track_running_stats;
    };
};

/// The attributes of nn::BatchNorm3d that have a default, by name.
struct BatchNorm3dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the variance (\>= 0.0)
    double eps = 1e-05;
    /// weight of a batch in the running statistics; none: cumulative average
    std::optional<double> momentum = 0.1;
    /// apply a trained weight and bias
    bool affine = true;
    /// keep running statistics and use them in inference mode
    bool track_running_stats = true;
};

/// Batch normalisation: normalise each channel over the batch and all spatial axes.
///
/// Training uses the statistics of the batch, inference the running statistics.
///
/// - input `x`: the input
/// - `num_features`: number of channels; none: inferred from the first input (\>= 1)
/// - `eps`: added to the variance (\>= 0.0)
/// - `momentum`: weight of a batch in the running statistics; none: cumulative average
/// - `affine`: apply a trained weight and bias
/// - `track_running_stats`: keep running statistics and use them in inference mode
class BatchNorm3d : public Block {
public:
    explicit BatchNorm3d(const std::optional<int64_t> &num_features, const BatchNorm3dOptions &options,
        Here here = Here()) {
        Attributes c = defaults<Attributes>("BatchNorm3d", here);
        c.num_features = detail::or_none(num_features); c.eps = options.eps;
        c.momentum = detail::or_none(options.momentum); c.affine = options.affine;
        c.track_running_stats = options.track_running_stats;
        make("BatchNorm3d", &c, sizeof c, here);
    }
    explicit BatchNorm3d(const BatchNorm3dOptions &options, Here here = Here())
        : BatchNorm3d(None, options, here) {}
    explicit BatchNorm3d(const std::optional<int64_t> &num_features = None, double eps = 1e-05,
        const std::optional<double> &momentum = 0.1, bool affine = true, bool track_running_stats = true,
        Here here = Here())
        : BatchNorm3d(num_features, BatchNorm3dOptions{detail::Named(), eps, momentum, affine, track_running_stats},
    here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t num_features; double eps; double momentum; int32_t affine; int32_t track_running_stats;
    };
};

/// The attributes of nn::Bilinear that have a default, by name.
struct BilinearOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// add a bias
    bool bias = true;
};

/// Bilinear transformation: y_k = x1^T W_k x2 + b_k.
///
/// - input `x1`: features along the last axis
/// - input `x2`: features along the last axis
/// - `in1_features`: features of x1; none: inferred from the first input (\>= 1)
/// - `in2_features`: features of x2; none: inferred from the first input (\>= 1)
/// - `out_features`: features of the output (\>= 1)
/// - `bias`: add a bias
class Bilinear : public Block {
public:
    Bilinear(const std::optional<int64_t> &in1_features, const std::optional<int64_t> &in2_features,
        int64_t out_features, const BilinearOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Bilinear", here);
        c.in1_features = detail::or_none(in1_features); c.in2_features = detail::or_none(in2_features);
        c.out_features = out_features; c.bias = options.bias;
        make("Bilinear", &c, sizeof c, here);
    }
    Bilinear(const std::optional<int64_t> &in1_features, const std::optional<int64_t> &in2_features,
        int64_t out_features, bool bias = true, Here here = Here())
        : Bilinear(in1_features, in2_features, out_features, BilinearOptions{detail::Named(), bias}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t in1_features; int64_t in2_features; int64_t out_features; int32_t bias; int32_t unused0;
    };
};

/// The attributes of nn::CELU that have a default, by name.
struct CELUOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the result tends to -alpha for large negative x (\> 0.0)
    double alpha = 1.0;
};

/// Continuously differentiable ELU: x for positive x, else alpha * (exp(x / alpha) - 1).
///
/// - input `x`: the input
/// - `alpha`: the result tends to -alpha for large negative x (\> 0.0)
class CELU : public Block {
public:
    explicit CELU(const CELUOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("CELU", here);
        c.alpha = options.alpha;
        make("CELU", &c, sizeof c, here);
    }
    explicit CELU(double alpha = 1.0, Here here = Here())
        : CELU(CELUOptions{detail::Named(), alpha}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double alpha;
    };
};

/// The attributes of nn::Conv1d that have a default, by name.
struct Conv1dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the kernel; none: 1 (\>= 1)
    Ints stride = None;
    /// zeros added to each axis: one number for both ends, or one per end; none: 0 (\>= 0)
    Ints padding = None;
    /// spacing between kernel elements; none: 1 (\>= 1)
    Ints dilation = None;
    /// independent groups of channels (\>= 1)
    int64_t groups = 1;
    /// add a bias
    bool bias = true;
};

/// 1-dimensional convolution.
///
/// The weight is (out_channels, in_channels / groups, kernel...).
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `in_channels`: channels of the input; none: inferred from the first input (\>= 1)
/// - `out_channels`: channels of the output (\>= 1)
/// - `kernel_size`: kernel size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the kernel; none: 1 (\>= 1)
/// - `padding`: zeros added to each axis: one number for both ends, or one per end; none: 0 (\>= 0)
/// - `dilation`: spacing between kernel elements; none: 1 (\>= 1)
/// - `groups`: independent groups of channels (\>= 1)
/// - `bias`: add a bias
class Conv1d : public Block {
public:
    Conv1d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const Conv1dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Conv1d", here);
        c.in_channels = detail::or_none(in_channels); c.out_channels = out_channels; c.kernel_size = kernel_size.c();
        c.stride = options.stride.c(); c.padding = options.padding.c(); c.dilation = options.dilation.c();
        c.groups = options.groups; c.bias = options.bias;
        make("Conv1d", &c, sizeof c, here);
    }
    Conv1d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const Ints &stride = None, const Ints &padding = None, const Ints &dilation = None, int64_t groups = 1,
        bool bias = true, Here here = Here())
        : Conv1d(in_channels, out_channels, kernel_size,
    Conv1dOptions{detail::Named(), stride, padding, dilation, groups, bias}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t in_channels; int64_t out_channels; weir_i64s kernel_size; weir_i64s stride; weir_i64s padding;
        weir_i64s dilation; int64_t groups; int32_t bias; int32_t unused0;
    };
};

/// The attributes of nn::Conv2d that have a default, by name.
struct Conv2dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the kernel; none: 1 (\>= 1)
    Ints stride = None;
    /// zeros added to each axis: one number for both ends, or one per end; none: 0 (\>= 0)
    Ints padding = None;
    /// spacing between kernel elements; none: 1 (\>= 1)
    Ints dilation = None;
    /// independent groups of channels (\>= 1)
    int64_t groups = 1;
    /// add a bias
    bool bias = true;
};

/// 2-dimensional convolution.
///
/// The weight is (out_channels, in_channels / groups, kernel...).
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `in_channels`: channels of the input; none: inferred from the first input (\>= 1)
/// - `out_channels`: channels of the output (\>= 1)
/// - `kernel_size`: kernel size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the kernel; none: 1 (\>= 1)
/// - `padding`: zeros added to each axis: one number for both ends, or one per end; none: 0 (\>= 0)
/// - `dilation`: spacing between kernel elements; none: 1 (\>= 1)
/// - `groups`: independent groups of channels (\>= 1)
/// - `bias`: add a bias
class Conv2d : public Block {
public:
    Conv2d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const Conv2dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Conv2d", here);
        c.in_channels = detail::or_none(in_channels); c.out_channels = out_channels; c.kernel_size = kernel_size.c();
        c.stride = options.stride.c(); c.padding = options.padding.c(); c.dilation = options.dilation.c();
        c.groups = options.groups; c.bias = options.bias;
        make("Conv2d", &c, sizeof c, here);
    }
    Conv2d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const Ints &stride = None, const Ints &padding = None, const Ints &dilation = None, int64_t groups = 1,
        bool bias = true, Here here = Here())
        : Conv2d(in_channels, out_channels, kernel_size,
    Conv2dOptions{detail::Named(), stride, padding, dilation, groups, bias}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t in_channels; int64_t out_channels; weir_i64s kernel_size; weir_i64s stride; weir_i64s padding;
        weir_i64s dilation; int64_t groups; int32_t bias; int32_t unused0;
    };
};

/// The attributes of nn::Conv3d that have a default, by name.
struct Conv3dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the kernel; none: 1 (\>= 1)
    Ints stride = None;
    /// zeros added to each axis: one number for both ends, or one per end; none: 0 (\>= 0)
    Ints padding = None;
    /// spacing between kernel elements; none: 1 (\>= 1)
    Ints dilation = None;
    /// independent groups of channels (\>= 1)
    int64_t groups = 1;
    /// add a bias
    bool bias = true;
};

/// 3-dimensional convolution.
///
/// The weight is (out_channels, in_channels / groups, kernel...).
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `in_channels`: channels of the input; none: inferred from the first input (\>= 1)
/// - `out_channels`: channels of the output (\>= 1)
/// - `kernel_size`: kernel size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the kernel; none: 1 (\>= 1)
/// - `padding`: zeros added to each axis: one number for both ends, or one per end; none: 0 (\>= 0)
/// - `dilation`: spacing between kernel elements; none: 1 (\>= 1)
/// - `groups`: independent groups of channels (\>= 1)
/// - `bias`: add a bias
class Conv3d : public Block {
public:
    Conv3d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const Conv3dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Conv3d", here);
        c.in_channels = detail::or_none(in_channels); c.out_channels = out_channels; c.kernel_size = kernel_size.c();
        c.stride = options.stride.c(); c.padding = options.padding.c(); c.dilation = options.dilation.c();
        c.groups = options.groups; c.bias = options.bias;
        make("Conv3d", &c, sizeof c, here);
    }
    Conv3d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const Ints &stride = None, const Ints &padding = None, const Ints &dilation = None, int64_t groups = 1,
        bool bias = true, Here here = Here())
        : Conv3d(in_channels, out_channels, kernel_size,
    Conv3dOptions{detail::Named(), stride, padding, dilation, groups, bias}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t in_channels; int64_t out_channels; weir_i64s kernel_size; weir_i64s stride; weir_i64s padding;
        weir_i64s dilation; int64_t groups; int32_t bias; int32_t unused0;
    };
};

/// The attributes of nn::ConvTranspose1d that have a default, by name.
struct ConvTranspose1dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the kernel; none: 1 (\>= 1)
    Ints stride = None;
    /// elements removed at both ends of each output axis; none: 0 (\>= 0)
    Ints padding = None;
    /// elements added at the end of each output axis; none: 0 (\>= 0)
    Ints output_padding = None;
    /// independent groups of channels (\>= 1)
    int64_t groups = 1;
    /// add a bias
    bool bias = true;
    /// spacing between kernel elements; none: 1 (\>= 1)
    Ints dilation = None;
};

/// 1-dimensional transposed convolution.
///
/// The weight is (in_channels, out_channels / groups, kernel...).
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `in_channels`: channels of the input; none: inferred from the first input (\>= 1)
/// - `out_channels`: channels of the output (\>= 1)
/// - `kernel_size`: kernel size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the kernel; none: 1 (\>= 1)
/// - `padding`: elements removed at both ends of each output axis; none: 0 (\>= 0)
/// - `output_padding`: elements added at the end of each output axis; none: 0 (\>= 0)
/// - `groups`: independent groups of channels (\>= 1)
/// - `bias`: add a bias
/// - `dilation`: spacing between kernel elements; none: 1 (\>= 1)
class ConvTranspose1d : public Block {
public:
    ConvTranspose1d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const ConvTranspose1dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("ConvTranspose1d", here);
        c.in_channels = detail::or_none(in_channels); c.out_channels = out_channels; c.kernel_size = kernel_size.c();
        c.stride = options.stride.c(); c.padding = options.padding.c(); c.output_padding = options.output_padding.c();
        c.groups = options.groups; c.bias = options.bias; c.dilation = options.dilation.c();
        make("ConvTranspose1d", &c, sizeof c, here);
    }
    ConvTranspose1d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const Ints &stride = None, const Ints &padding = None, const Ints &output_padding = None, int64_t groups = 1,
        bool bias = true, const Ints &dilation = None, Here here = Here())
        : ConvTranspose1d(in_channels, out_channels, kernel_size,
    ConvTranspose1dOptions{detail::Named(), stride, padding, output_padding, groups, bias, dilation}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t in_channels; int64_t out_channels; weir_i64s kernel_size; weir_i64s stride; weir_i64s padding;
        weir_i64s output_padding; int64_t groups; int32_t bias; int32_t unused0; weir_i64s dilation;
    };
};

/// The attributes of nn::ConvTranspose2d that have a default, by name.
struct ConvTranspose2dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the kernel; none: 1 (\>= 1)
    Ints stride = None;
    /// elements removed at both ends of each output axis; none: 0 (\>= 0)
    Ints padding = None;
    /// elements added at the end of each output axis; none: 0 (\>= 0)
    Ints output_padding = None;
    /// independent groups of channels (\>= 1)
    int64_t groups = 1;
    /// add a bias
    bool bias = true;
    /// spacing between kernel elements; none: 1 (\>= 1)
    Ints dilation = None;
};

/// 2-dimensional transposed convolution.
///
/// The weight is (in_channels, out_channels / groups, kernel...).
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `in_channels`: channels of the input; none: inferred from the first input (\>= 1)
/// - `out_channels`: channels of the output (\>= 1)
/// - `kernel_size`: kernel size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the kernel; none: 1 (\>= 1)
/// - `padding`: elements removed at both ends of each output axis; none: 0 (\>= 0)
/// - `output_padding`: elements added at the end of each output axis; none: 0 (\>= 0)
/// - `groups`: independent groups of channels (\>= 1)
/// - `bias`: add a bias
/// - `dilation`: spacing between kernel elements; none: 1 (\>= 1)
class ConvTranspose2d : public Block {
public:
    ConvTranspose2d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const ConvTranspose2dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("ConvTranspose2d", here);
        c.in_channels = detail::or_none(in_channels); c.out_channels = out_channels; c.kernel_size = kernel_size.c();
        c.stride = options.stride.c(); c.padding = options.padding.c(); c.output_padding = options.output_padding.c();
        c.groups = options.groups; c.bias = options.bias; c.dilation = options.dilation.c();
        make("ConvTranspose2d", &c, sizeof c, here);
    }
    ConvTranspose2d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const Ints &stride = None, const Ints &padding = None, const Ints &output_padding = None, int64_t groups = 1,
        bool bias = true, const Ints &dilation = None, Here here = Here())
        : ConvTranspose2d(in_channels, out_channels, kernel_size,
    ConvTranspose2dOptions{detail::Named(), stride, padding, output_padding, groups, bias, dilation}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t in_channels; int64_t out_channels; weir_i64s kernel_size; weir_i64s stride; weir_i64s padding;
        weir_i64s output_padding; int64_t groups; int32_t bias; int32_t unused0; weir_i64s dilation;
    };
};

/// The attributes of nn::ConvTranspose3d that have a default, by name.
struct ConvTranspose3dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the kernel; none: 1 (\>= 1)
    Ints stride = None;
    /// elements removed at both ends of each output axis; none: 0 (\>= 0)
    Ints padding = None;
    /// elements added at the end of each output axis; none: 0 (\>= 0)
    Ints output_padding = None;
    /// independent groups of channels (\>= 1)
    int64_t groups = 1;
    /// add a bias
    bool bias = true;
    /// spacing between kernel elements; none: 1 (\>= 1)
    Ints dilation = None;
};

/// 3-dimensional transposed convolution.
///
/// The weight is (in_channels, out_channels / groups, kernel...).
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `in_channels`: channels of the input; none: inferred from the first input (\>= 1)
/// - `out_channels`: channels of the output (\>= 1)
/// - `kernel_size`: kernel size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the kernel; none: 1 (\>= 1)
/// - `padding`: elements removed at both ends of each output axis; none: 0 (\>= 0)
/// - `output_padding`: elements added at the end of each output axis; none: 0 (\>= 0)
/// - `groups`: independent groups of channels (\>= 1)
/// - `bias`: add a bias
/// - `dilation`: spacing between kernel elements; none: 1 (\>= 1)
class ConvTranspose3d : public Block {
public:
    ConvTranspose3d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const ConvTranspose3dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("ConvTranspose3d", here);
        c.in_channels = detail::or_none(in_channels); c.out_channels = out_channels; c.kernel_size = kernel_size.c();
        c.stride = options.stride.c(); c.padding = options.padding.c(); c.output_padding = options.output_padding.c();
        c.groups = options.groups; c.bias = options.bias; c.dilation = options.dilation.c();
        make("ConvTranspose3d", &c, sizeof c, here);
    }
    ConvTranspose3d(const std::optional<int64_t> &in_channels, int64_t out_channels, const Ints &kernel_size,
        const Ints &stride = None, const Ints &padding = None, const Ints &output_padding = None, int64_t groups = 1,
        bool bias = true, const Ints &dilation = None, Here here = Here())
        : ConvTranspose3d(in_channels, out_channels, kernel_size,
    ConvTranspose3dOptions{detail::Named(), stride, padding, output_padding, groups, bias, dilation}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t in_channels; int64_t out_channels; weir_i64s kernel_size; weir_i64s stride; weir_i64s padding;
        weir_i64s output_padding; int64_t groups; int32_t bias; int32_t unused0; weir_i64s dilation;
    };
};

/// The attributes of nn::Dropout that have a default, by name.
struct DropoutOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// probability of being set to zero (\>= 0.0, \<= 1.0)
    double p = 0.5;
};

/// While training, set random elements to zero and scale the others by 1 / (1 - p).
///
/// - input `x`: the input
/// - `p`: probability of being set to zero (\>= 0.0, \<= 1.0)
class Dropout : public Block {
public:
    explicit Dropout(const DropoutOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Dropout", here);
        c.p = options.p;
        make("Dropout", &c, sizeof c, here);
    }
    explicit Dropout(double p = 0.5, Here here = Here())
        : Dropout(DropoutOptions{detail::Named(), p}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double p;
    };
};

/// The attributes of nn::Dropout1d that have a default, by name.
struct Dropout1dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// probability of being set to zero (\>= 0.0, \<= 1.0)
    double p = 0.5;
};

/// While training, set random channels to zero and scale the others.
///
/// - input `x`: the input
/// - `p`: probability of being set to zero (\>= 0.0, \<= 1.0)
class Dropout1d : public Block {
public:
    explicit Dropout1d(const Dropout1dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Dropout1d", here);
        c.p = options.p;
        make("Dropout1d", &c, sizeof c, here);
    }
    explicit Dropout1d(double p = 0.5, Here here = Here())
        : Dropout1d(Dropout1dOptions{detail::Named(), p}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double p;
    };
};

/// The attributes of nn::Dropout2d that have a default, by name.
struct Dropout2dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// probability of being set to zero (\>= 0.0, \<= 1.0)
    double p = 0.5;
};

/// While training, set random channels to zero and scale the others.
///
/// - input `x`: the input
/// - `p`: probability of being set to zero (\>= 0.0, \<= 1.0)
class Dropout2d : public Block {
public:
    explicit Dropout2d(const Dropout2dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Dropout2d", here);
        c.p = options.p;
        make("Dropout2d", &c, sizeof c, here);
    }
    explicit Dropout2d(double p = 0.5, Here here = Here())
        : Dropout2d(Dropout2dOptions{detail::Named(), p}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double p;
    };
};

/// The attributes of nn::Dropout3d that have a default, by name.
struct Dropout3dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// probability of being set to zero (\>= 0.0, \<= 1.0)
    double p = 0.5;
};

/// While training, set random channels to zero and scale the others.
///
/// - input `x`: the input
/// - `p`: probability of being set to zero (\>= 0.0, \<= 1.0)
class Dropout3d : public Block {
public:
    explicit Dropout3d(const Dropout3dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Dropout3d", here);
        c.p = options.p;
        make("Dropout3d", &c, sizeof c, here);
    }
    explicit Dropout3d(double p = 0.5, Here here = Here())
        : Dropout3d(Dropout3dOptions{detail::Named(), p}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double p;
    };
};

/// The attributes of nn::ELU that have a default, by name.
struct ELUOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the result tends to -alpha for large negative x
    double alpha = 1.0;
};

/// Exponential linear unit: x for positive x, else alpha * (exp(x) - 1).
///
/// - input `x`: the input
/// - `alpha`: the result tends to -alpha for large negative x
class ELU : public Block {
public:
    explicit ELU(const ELUOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("ELU", here);
        c.alpha = options.alpha;
        make("ELU", &c, sizeof c, here);
    }
    explicit ELU(double alpha = 1.0, Here here = Here())
        : ELU(ELUOptions{detail::Named(), alpha}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double alpha;
    };
};

/// The attributes of nn::Embedding that have a default, by name.
struct EmbeddingOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// row used for padding: it starts as zeros and gets no gradient
    std::optional<int64_t> padding_idx = None;
};

/// Look up rows of a table by index.
///
/// - input `indices`: rows to look up
/// - `num_embeddings`: number of rows of the table (\>= 1)
/// - `embedding_dim`: features of a row (\>= 1)
/// - `padding_idx`: row used for padding: it starts as zeros and gets no gradient
class Embedding : public Block {
public:
    Embedding(int64_t num_embeddings, int64_t embedding_dim, const EmbeddingOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Embedding", here);
        c.num_embeddings = num_embeddings; c.embedding_dim = embedding_dim;
        c.padding_idx = detail::or_none(options.padding_idx);
        make("Embedding", &c, sizeof c, here);
    }
    Embedding(int64_t num_embeddings, int64_t embedding_dim, const std::optional<int64_t> &padding_idx = None,
        Here here = Here())
        : Embedding(num_embeddings, embedding_dim, EmbeddingOptions{detail::Named(), padding_idx}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t num_embeddings; int64_t embedding_dim; int64_t padding_idx;
    };
};

/// The attributes of nn::Flatten that have a default, by name.
struct FlattenOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// first axis to flatten (an axis)
    int64_t start_dim = 1;
    /// last axis to flatten (an axis)
    int64_t end_dim = -1;
};

/// Flatten a range of axes into one.
///
/// - input `x`: the input
/// - `start_dim`: first axis to flatten (an axis)
/// - `end_dim`: last axis to flatten (an axis)
class Flatten : public Block {
public:
    explicit Flatten(const FlattenOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Flatten", here);
        c.start_dim = options.start_dim; c.end_dim = options.end_dim;
        make("Flatten", &c, sizeof c, here);
    }
    explicit Flatten(int64_t start_dim = 1, int64_t end_dim = -1, Here here = Here())
        : Flatten(FlattenOptions{detail::Named(), start_dim, end_dim}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t start_dim; int64_t end_dim;
    };
};

/// The attributes of nn::GELU that have a default, by name.
struct GELUOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'none' (exact) or 'tanh' (one of none, tanh)
    const char *approximate = "none";
};

/// Gaussian error linear unit: x times the standard normal distribution function of x.
///
/// - input `x`: the input
/// - `approximate`: 'none' (exact) or 'tanh' (one of none, tanh)
class GELU : public Block {
public:
    explicit GELU(const GELUOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("GELU", here);
        c.approximate = options.approximate;
        make("GELU", &c, sizeof c, here);
    }
    explicit GELU(const char *approximate = "none", Here here = Here())
        : GELU(GELUOptions{detail::Named(), approximate}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        const char *approximate;
    };
};

/// The attributes of nn::GLU that have a default, by name.
struct GLUOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis along which to compute (an axis)
    int64_t dim = -1;
};

/// Gated linear unit: the first half of an axis times the sigmoid of the second half.
///
/// - input `x`: the input
/// - `dim`: axis along which to compute (an axis)
class GLU : public Block {
public:
    explicit GLU(const GLUOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("GLU", here);
        c.dim = options.dim;
        make("GLU", &c, sizeof c, here);
    }
    explicit GLU(int64_t dim = -1, Here here = Here())
        : GLU(GLUOptions{detail::Named(), dim}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t dim;
    };
};

/// The attributes of nn::GRU that have a default, by name.
struct GRUOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// number of stacked layers (\>= 1)
    int64_t num_layers = 1;
    /// add bias terms
    bool bias = true;
    /// x and y are (batch, steps, ...), not (steps, batch, ...)
    bool batch_first = false;
    /// dropout probability between layers, while training (\>= 0.0, \<= 1.0)
    double dropout = 0.0;
    /// also run in reverse, and concatenate the states of both directions
    bool bidirectional = false;
};

/// Gated recurrent unit (GRU) over a sequence.
///
/// x is (steps, batch, input_size). y has the states of all time steps, h_n the last states of all layers and
/// directions. h0 has the shape of h_n.
///
/// - input `x`: sequences, (steps, batch, features)
/// - input `h0`: initial hidden states, (layers * directions, batch, features); may be left out
/// - `input_size`: features of an input time step; none: inferred from the first input (\>= 1)
/// - `hidden_size`: features of the hidden state (\>= 1)
/// - `num_layers`: number of stacked layers (\>= 1)
/// - `bias`: add bias terms
/// - `batch_first`: x and y are (batch, steps, ...), not (steps, batch, ...)
/// - `dropout`: dropout probability between layers, while training (\>= 0.0, \<= 1.0)
/// - `bidirectional`: also run in reverse, and concatenate the states of both directions
class GRU : public Block {
public:
    GRU(const std::optional<int64_t> &input_size, int64_t hidden_size, const GRUOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("GRU", here);
        c.input_size = detail::or_none(input_size); c.hidden_size = hidden_size; c.num_layers = options.num_layers;
        c.bias = options.bias; c.batch_first = options.batch_first; c.dropout = options.dropout;
        c.bidirectional = options.bidirectional;
        make("GRU", &c, sizeof c, here);
    }
    GRU(const std::optional<int64_t> &input_size, int64_t hidden_size, int64_t num_layers = 1, bool bias = true,
        bool batch_first = false, double dropout = 0.0, bool bidirectional = false, Here here = Here())
        : GRU(input_size, hidden_size,
    GRUOptions{detail::Named(), num_layers, bias, batch_first, dropout, bidirectional}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t input_size; int64_t hidden_size; int64_t num_layers; int32_t bias; int32_t batch_first; double dropout;
        int32_t bidirectional; int32_t unused0;
    };
};

/// The mean of each channel over all spatial axes.
///
/// - input `x`: the input
class GlobalAvgPool : public Block {
public:
    explicit GlobalAvgPool(Here here = Here()) {
        make("GlobalAvgPool", nullptr, 0, here);
    }
};

/// The maximum of each channel over all spatial axes.
///
/// - input `x`: the input
class GlobalMaxPool : public Block {
public:
    explicit GlobalMaxPool(Here here = Here()) {
        make("GlobalMaxPool", nullptr, 0, here);
    }
};

/// The attributes of nn::GroupNorm that have a default, by name.
struct GroupNormOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// number of channels; none: inferred from the first input (\>= 1)
    std::optional<int64_t> num_channels = None;
    /// added to the variance (\>= 0.0)
    double eps = 1e-05;
    /// apply a trained weight and bias
    bool affine = true;
};

/// Group normalisation: normalise groups of channels of each sample.
///
/// - input `x`: the input
/// - `num_groups`: number of groups; must divide num_channels (\>= 1)
/// - `num_channels`: number of channels; none: inferred from the first input (\>= 1)
/// - `eps`: added to the variance (\>= 0.0)
/// - `affine`: apply a trained weight and bias
class GroupNorm : public Block {
public:
    explicit GroupNorm(int64_t num_groups, const GroupNormOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("GroupNorm", here);
        c.num_groups = num_groups; c.num_channels = detail::or_none(options.num_channels); c.eps = options.eps;
        c.affine = options.affine;
        make("GroupNorm", &c, sizeof c, here);
    }
    explicit GroupNorm(int64_t num_groups, const std::optional<int64_t> &num_channels = None, double eps = 1e-05,
        bool affine = true, Here here = Here())
        : GroupNorm(num_groups, GroupNormOptions{detail::Named(), num_channels, eps, affine}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t num_groups; int64_t num_channels; double eps; int32_t affine; int32_t unused0;
    };
};

/// The attributes of nn::Hardshrink that have a default, by name.
struct HardshrinkOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the result is 0 where |x| is at most this (\>= 0.0)
    double lambd = 0.5;
};

/// Hard shrinkage: x where |x| \> lambd, else 0.
///
/// - input `x`: the input
/// - `lambd`: the result is 0 where |x| is at most this (\>= 0.0)
class Hardshrink : public Block {
public:
    explicit Hardshrink(const HardshrinkOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Hardshrink", here);
        c.lambd = options.lambd;
        make("Hardshrink", &c, sizeof c, here);
    }
    explicit Hardshrink(double lambd = 0.5, Here here = Here())
        : Hardshrink(HardshrinkOptions{detail::Named(), lambd}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double lambd;
    };
};

/// Hard sigmoid: x / 6 + 1/2, clipped to 0 .. 1.
///
/// - input `x`: the input
class Hardsigmoid : public Block {
public:
    explicit Hardsigmoid(Here here = Here()) {
        make("Hardsigmoid", nullptr, 0, here);
    }
};

/// Hard swish: x * hardsigmoid(x).
///
/// - input `x`: the input
class Hardswish : public Block {
public:
    explicit Hardswish(Here here = Here()) {
        make("Hardswish", nullptr, 0, here);
    }
};

/// The attributes of nn::Hardtanh that have a default, by name.
struct HardtanhOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// lower bound
    double min_val = -1.0;
    /// upper bound
    double max_val = 1.0;
};

/// Clip x to min_val .. max_val.
///
/// - input `x`: the input
/// - `min_val`: lower bound
/// - `max_val`: upper bound
class Hardtanh : public Block {
public:
    explicit Hardtanh(const HardtanhOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Hardtanh", here);
        c.min_val = options.min_val; c.max_val = options.max_val;
        make("Hardtanh", &c, sizeof c, here);
    }
    explicit Hardtanh(double min_val = -1.0, double max_val = 1.0, Here here = Here())
        : Hardtanh(HardtanhOptions{detail::Named(), min_val, max_val}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double min_val; double max_val;
    };
};

/// Return the input.
///
/// - input `x`: the input
class Identity : public Block {
public:
    explicit Identity(Here here = Here()) {
        make("Identity", nullptr, 0, here);
    }
};

/// The attributes of nn::InstanceNorm1d that have a default, by name.
struct InstanceNorm1dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the variance (\>= 0.0)
    double eps = 1e-05;
    /// apply a trained weight and bias
    bool affine = false;
};

/// Instance normalisation: normalise each channel of each sample.
///
/// - input `x`: the input
/// - `num_features`: number of channels; none: inferred from the first input (\>= 1)
/// - `eps`: added to the variance (\>= 0.0)
/// - `affine`: apply a trained weight and bias
class InstanceNorm1d : public Block {
public:
    explicit InstanceNorm1d(const std::optional<int64_t> &num_features, const InstanceNorm1dOptions &options,
        Here here = Here()) {
        Attributes c = defaults<Attributes>("InstanceNorm1d", here);
        c.num_features = detail::or_none(num_features); c.eps = options.eps; c.affine = options.affine;
        make("InstanceNorm1d", &c, sizeof c, here);
    }
    explicit InstanceNorm1d(const InstanceNorm1dOptions &options, Here here = Here())
        : InstanceNorm1d(None, options, here) {}
    explicit InstanceNorm1d(const std::optional<int64_t> &num_features = None, double eps = 1e-05, bool affine = false,
        Here here = Here())
        : InstanceNorm1d(num_features, InstanceNorm1dOptions{detail::Named(), eps, affine}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t num_features; double eps; int32_t affine; int32_t unused0;
    };
};

/// The attributes of nn::InstanceNorm2d that have a default, by name.
struct InstanceNorm2dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the variance (\>= 0.0)
    double eps = 1e-05;
    /// apply a trained weight and bias
    bool affine = false;
};

/// Instance normalisation: normalise each channel of each sample.
///
/// - input `x`: the input
/// - `num_features`: number of channels; none: inferred from the first input (\>= 1)
/// - `eps`: added to the variance (\>= 0.0)
/// - `affine`: apply a trained weight and bias
class InstanceNorm2d : public Block {
public:
    explicit InstanceNorm2d(const std::optional<int64_t> &num_features, const InstanceNorm2dOptions &options,
        Here here = Here()) {
        Attributes c = defaults<Attributes>("InstanceNorm2d", here);
        c.num_features = detail::or_none(num_features); c.eps = options.eps; c.affine = options.affine;
        make("InstanceNorm2d", &c, sizeof c, here);
    }
    explicit InstanceNorm2d(const InstanceNorm2dOptions &options, Here here = Here())
        : InstanceNorm2d(None, options, here) {}
    explicit InstanceNorm2d(const std::optional<int64_t> &num_features = None, double eps = 1e-05, bool affine = false,
        Here here = Here())
        : InstanceNorm2d(num_features, InstanceNorm2dOptions{detail::Named(), eps, affine}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t num_features; double eps; int32_t affine; int32_t unused0;
    };
};

/// The attributes of nn::InstanceNorm3d that have a default, by name.
struct InstanceNorm3dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the variance (\>= 0.0)
    double eps = 1e-05;
    /// apply a trained weight and bias
    bool affine = false;
};

/// Instance normalisation: normalise each channel of each sample.
///
/// - input `x`: the input
/// - `num_features`: number of channels; none: inferred from the first input (\>= 1)
/// - `eps`: added to the variance (\>= 0.0)
/// - `affine`: apply a trained weight and bias
class InstanceNorm3d : public Block {
public:
    explicit InstanceNorm3d(const std::optional<int64_t> &num_features, const InstanceNorm3dOptions &options,
        Here here = Here()) {
        Attributes c = defaults<Attributes>("InstanceNorm3d", here);
        c.num_features = detail::or_none(num_features); c.eps = options.eps; c.affine = options.affine;
        make("InstanceNorm3d", &c, sizeof c, here);
    }
    explicit InstanceNorm3d(const InstanceNorm3dOptions &options, Here here = Here())
        : InstanceNorm3d(None, options, here) {}
    explicit InstanceNorm3d(const std::optional<int64_t> &num_features = None, double eps = 1e-05, bool affine = false,
        Here here = Here())
        : InstanceNorm3d(num_features, InstanceNorm3dOptions{detail::Named(), eps, affine}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t num_features; double eps; int32_t affine; int32_t unused0;
    };
};

/// The attributes of nn::LSTM that have a default, by name.
struct LSTMOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// number of stacked layers (\>= 1)
    int64_t num_layers = 1;
    /// add bias terms
    bool bias = true;
    /// x and y are (batch, steps, ...), not (steps, batch, ...)
    bool batch_first = false;
    /// dropout probability between layers, while training (\>= 0.0, \<= 1.0)
    double dropout = 0.0;
    /// also run in reverse, and concatenate the states of both directions
    bool bidirectional = false;
};

/// Long short-term memory (LSTM) over a sequence.
///
/// x is (steps, batch, input_size). y has the states of all time steps, h_n the last states of all layers and
/// directions. h0 has the shape of h_n.
///
/// - input `x`: sequences, (steps, batch, features)
/// - input `h0`: initial hidden states, (layers * directions, batch, features); may be left out
/// - input `c0`: initial cell states, in the shape of h0; may be left out
/// - `input_size`: features of an input time step; none: inferred from the first input (\>= 1)
/// - `hidden_size`: features of the hidden state (\>= 1)
/// - `num_layers`: number of stacked layers (\>= 1)
/// - `bias`: add bias terms
/// - `batch_first`: x and y are (batch, steps, ...), not (steps, batch, ...)
/// - `dropout`: dropout probability between layers, while training (\>= 0.0, \<= 1.0)
/// - `bidirectional`: also run in reverse, and concatenate the states of both directions
class LSTM : public Block {
public:
    LSTM(const std::optional<int64_t> &input_size, int64_t hidden_size, const LSTMOptions &options,
        Here here = Here()) {
        Attributes c = defaults<Attributes>("LSTM", here);
        c.input_size = detail::or_none(input_size); c.hidden_size = hidden_size; c.num_layers = options.num_layers;
        c.bias = options.bias; c.batch_first = options.batch_first; c.dropout = options.dropout;
        c.bidirectional = options.bidirectional;
        make("LSTM", &c, sizeof c, here);
    }
    LSTM(const std::optional<int64_t> &input_size, int64_t hidden_size, int64_t num_layers = 1, bool bias = true,
        bool batch_first = false, double dropout = 0.0, bool bidirectional = false, Here here = Here())
        : LSTM(input_size, hidden_size,
    LSTMOptions{detail::Named(), num_layers, bias, batch_first, dropout, bidirectional}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t input_size; int64_t hidden_size; int64_t num_layers; int32_t bias; int32_t batch_first; double dropout;
        int32_t bidirectional; int32_t unused0;
    };
};

/// The attributes of nn::LayerNorm that have a default, by name.
struct LayerNormOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the variance (\>= 0.0)
    std::optional<double> eps = 1e-05;
    /// apply a trained weight
    bool elementwise_affine = true;
    /// apply a trained bias
    bool bias = true;
};

/// Layer normalisation over the last axes.
///
/// - input `x`: the input
/// - `normalized_shape`: sizes of the last axes, which are normalised; none: the last axis of the first input (\>= 1)
/// - `eps`: added to the variance (\>= 0.0)
/// - `elementwise_affine`: apply a trained weight
/// - `bias`: apply a trained bias
class LayerNorm : public Block {
public:
    explicit LayerNorm(const Ints &normalized_shape, const LayerNormOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("LayerNorm", here);
        c.normalized_shape = normalized_shape.c(); c.eps = detail::or_none(options.eps);
        c.elementwise_affine = options.elementwise_affine; c.bias = options.bias;
        make("LayerNorm", &c, sizeof c, here);
    }
    explicit LayerNorm(const LayerNormOptions &options, Here here = Here())
        : LayerNorm(None, options, here) {}
    explicit LayerNorm(const Ints &normalized_shape = None, const std::optional<double> &eps = 1e-05,
        bool elementwise_affine = true, bool bias = true, Here here = Here())
        : LayerNorm(normalized_shape, LayerNormOptions{detail::Named(), eps, elementwise_affine, bias}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s normalized_shape; double eps; int32_t elementwise_affine; int32_t bias;
    };
};

/// The attributes of nn::LeakyReLU that have a default, by name.
struct LeakyReLUOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// slope for negative x
    double negative_slope = 0.01;
};

/// Leaky rectified linear unit: x for positive x, else negative_slope * x.
///
/// - input `x`: the input
/// - `negative_slope`: slope for negative x
class LeakyReLU : public Block {
public:
    explicit LeakyReLU(const LeakyReLUOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("LeakyReLU", here);
        c.negative_slope = options.negative_slope;
        make("LeakyReLU", &c, sizeof c, here);
    }
    explicit LeakyReLU(double negative_slope = 0.01, Here here = Here())
        : LeakyReLU(LeakyReLUOptions{detail::Named(), negative_slope}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double negative_slope;
    };
};

/// The attributes of nn::Linear that have a default, by name.
struct LinearOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// add a bias
    bool bias = true;
};

/// Affine transformation: y = x W^T + b.
///
/// x is (..., in_features), the result (..., out_features), the weight (out_features, in_features). If only one size is
/// given, it is out_features.
///
/// - input `x`: features along the last axis
/// - `in_features`: features of the input; none: inferred from the first input (\>= 1)
/// - `out_features`: features of the output; none: in_features has this number (\>= 1)
/// - `bias`: add a bias
class Linear : public Block {
public:
    Linear(const std::optional<int64_t> &in_features, const std::optional<int64_t> &out_features,
        const LinearOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Linear", here);
        c.in_features = detail::or_none(in_features); c.out_features = detail::or_none(out_features);
        c.bias = options.bias;
        make("Linear", &c, sizeof c, here);
    }
    explicit Linear(const LinearOptions &options, Here here = Here())
        : Linear(None, None, options, here) {}
    explicit Linear(const std::optional<int64_t> &in_features = None, const std::optional<int64_t> &out_features = None,
        bool bias = true, Here here = Here())
        : Linear(in_features, out_features, LinearOptions{detail::Named(), bias}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t in_features; int64_t out_features; int32_t bias; int32_t unused0;
    };
};

/// The logarithm of the sigmoid.
///
/// - input `x`: the input
class LogSigmoid : public Block {
public:
    explicit LogSigmoid(Here here = Here()) {
        make("LogSigmoid", nullptr, 0, here);
    }
};

/// The attributes of nn::LogSoftmax that have a default, by name.
struct LogSoftmaxOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis along which to compute (an axis)
    int64_t dim = -1;
};

/// The logarithm of the softmax along an axis.
///
/// - input `x`: scores
/// - `dim`: axis along which to compute (an axis)
class LogSoftmax : public Block {
public:
    explicit LogSoftmax(const LogSoftmaxOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("LogSoftmax", here);
        c.dim = options.dim;
        make("LogSoftmax", &c, sizeof c, here);
    }
    explicit LogSoftmax(int64_t dim = -1, Here here = Here())
        : LogSoftmax(LogSoftmaxOptions{detail::Named(), dim}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t dim;
    };
};

/// The attributes of nn::MaxPool1d that have a default, by name.
struct MaxPool1dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the window; none: kernel_size (\>= 1)
    Ints stride = None;
    /// elements of -inf added at both ends of each axis; none: 0 (\>= 0)
    Ints padding = None;
    /// spacing between window elements; none: 1 (\>= 1)
    Ints dilation = None;
    /// round the output size up, so that a window may reach beyond the end
    bool ceil_mode = false;
};

/// The maximum of each window.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `kernel_size`: window size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the window; none: kernel_size (\>= 1)
/// - `padding`: elements of -inf added at both ends of each axis; none: 0 (\>= 0)
/// - `dilation`: spacing between window elements; none: 1 (\>= 1)
/// - `ceil_mode`: round the output size up, so that a window may reach beyond the end
class MaxPool1d : public Block {
public:
    explicit MaxPool1d(const Ints &kernel_size, const MaxPool1dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("MaxPool1d", here);
        c.kernel_size = kernel_size.c(); c.stride = options.stride.c(); c.padding = options.padding.c();
        c.dilation = options.dilation.c(); c.ceil_mode = options.ceil_mode;
        make("MaxPool1d", &c, sizeof c, here);
    }
    explicit MaxPool1d(const Ints &kernel_size, const Ints &stride = None, const Ints &padding = None,
        const Ints &dilation = None, bool ceil_mode = false, Here here = Here())
        : MaxPool1d(kernel_size, MaxPool1dOptions{detail::Named(), stride, padding, dilation, ceil_mode}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int32_t ceil_mode;
        int32_t unused0;
    };
};

/// The attributes of nn::MaxPool2d that have a default, by name.
struct MaxPool2dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the window; none: kernel_size (\>= 1)
    Ints stride = None;
    /// elements of -inf added at both ends of each axis; none: 0 (\>= 0)
    Ints padding = None;
    /// spacing between window elements; none: 1 (\>= 1)
    Ints dilation = None;
    /// round the output size up, so that a window may reach beyond the end
    bool ceil_mode = false;
};

/// The maximum of each window.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `kernel_size`: window size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the window; none: kernel_size (\>= 1)
/// - `padding`: elements of -inf added at both ends of each axis; none: 0 (\>= 0)
/// - `dilation`: spacing between window elements; none: 1 (\>= 1)
/// - `ceil_mode`: round the output size up, so that a window may reach beyond the end
class MaxPool2d : public Block {
public:
    explicit MaxPool2d(const Ints &kernel_size, const MaxPool2dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("MaxPool2d", here);
        c.kernel_size = kernel_size.c(); c.stride = options.stride.c(); c.padding = options.padding.c();
        c.dilation = options.dilation.c(); c.ceil_mode = options.ceil_mode;
        make("MaxPool2d", &c, sizeof c, here);
    }
    explicit MaxPool2d(const Ints &kernel_size, const Ints &stride = None, const Ints &padding = None,
        const Ints &dilation = None, bool ceil_mode = false, Here here = Here())
        : MaxPool2d(kernel_size, MaxPool2dOptions{detail::Named(), stride, padding, dilation, ceil_mode}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int32_t ceil_mode;
        int32_t unused0;
    };
};

/// The attributes of nn::MaxPool3d that have a default, by name.
struct MaxPool3dOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the window; none: kernel_size (\>= 1)
    Ints stride = None;
    /// elements of -inf added at both ends of each axis; none: 0 (\>= 0)
    Ints padding = None;
    /// spacing between window elements; none: 1 (\>= 1)
    Ints dilation = None;
    /// round the output size up, so that a window may reach beyond the end
    bool ceil_mode = false;
};

/// The maximum of each window.
///
/// - input `x`: images or sequences, (batch, channels, spatial axes)
/// - `kernel_size`: window size: one number per axis, or one for all axes (\>= 1)
/// - `stride`: stride of the window; none: kernel_size (\>= 1)
/// - `padding`: elements of -inf added at both ends of each axis; none: 0 (\>= 0)
/// - `dilation`: spacing between window elements; none: 1 (\>= 1)
/// - `ceil_mode`: round the output size up, so that a window may reach beyond the end
class MaxPool3d : public Block {
public:
    explicit MaxPool3d(const Ints &kernel_size, const MaxPool3dOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("MaxPool3d", here);
        c.kernel_size = kernel_size.c(); c.stride = options.stride.c(); c.padding = options.padding.c();
        c.dilation = options.dilation.c(); c.ceil_mode = options.ceil_mode;
        make("MaxPool3d", &c, sizeof c, here);
    }
    explicit MaxPool3d(const Ints &kernel_size, const Ints &stride = None, const Ints &padding = None,
        const Ints &dilation = None, bool ceil_mode = false, Here here = Here())
        : MaxPool3d(kernel_size, MaxPool3dOptions{detail::Named(), stride, padding, dilation, ceil_mode}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s kernel_size; weir_i64s stride; weir_i64s padding; weir_i64s dilation; int32_t ceil_mode;
        int32_t unused0;
    };
};

/// Mish: x * tanh(softplus(x)).
///
/// - input `x`: the input
class Mish : public Block {
public:
    explicit Mish(Here here = Here()) {
        make("Mish", nullptr, 0, here);
    }
};

/// The attributes of nn::MultiheadAttention that have a default, by name.
struct MultiheadAttentionOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// dropout probability of attention weights, while training (\>= 0.0, \< 1.0)
    double dropout = 0.0;
    /// add bias terms
    bool bias = true;
    /// (batch, steps, embed_dim), not (steps, batch, embed_dim)
    bool batch_first = false;
    /// each position attends only to itself and earlier ones
    bool is_causal = false;
    /// also return the weights averaged over heads: (batch, queries, keys)
    bool need_weights = false;
};

/// Multi-head scaled dot-product attention.
///
/// Without key and value, the query is used for all three. attn_mask broadcasts to (batch, heads, queries, keys): a
/// bool mask is true where a query may attend to a key, a float mask is added to the scores. Passing any array as
/// need_weights requests the weights for this call.
///
/// - input `query`: queries, or all three inputs if the others are left out
/// - input `key`: keys; may be left out
/// - input `value`: values; may be left out
/// - input `attn_mask`: true where a key is used, or numbers that are added to the scores; may be left out
/// - input `need_weights`: any array, if the weights should be returned too; may be left out
/// - `embed_dim`: features of queries, keys, values and outputs (\>= 1)
/// - `num_heads`: number of heads; must divide embed_dim (\>= 1)
/// - `dropout`: dropout probability of attention weights, while training (\>= 0.0, \< 1.0)
/// - `bias`: add bias terms
/// - `batch_first`: (batch, steps, embed_dim), not (steps, batch, embed_dim)
/// - `is_causal`: each position attends only to itself and earlier ones
/// - `need_weights`: also return the weights averaged over heads: (batch, queries, keys)
class MultiheadAttention : public Block {
public:
    MultiheadAttention(int64_t embed_dim, int64_t num_heads, const MultiheadAttentionOptions &options,
        Here here = Here()) {
        Attributes c = defaults<Attributes>("MultiheadAttention", here);
        c.embed_dim = embed_dim; c.num_heads = num_heads; c.dropout = options.dropout; c.bias = options.bias;
        c.batch_first = options.batch_first; c.is_causal = options.is_causal; c.need_weights = options.need_weights;
        make("MultiheadAttention", &c, sizeof c, here);
    }
    MultiheadAttention(int64_t embed_dim, int64_t num_heads, double dropout = 0.0, bool bias = true,
        bool batch_first = false, bool is_causal = false, bool need_weights = false, Here here = Here())
        : MultiheadAttention(embed_dim, num_heads,
    MultiheadAttentionOptions{detail::Named(), dropout, bias, batch_first, is_causal, need_weights}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t embed_dim; int64_t num_heads; double dropout; int32_t bias; int32_t batch_first; int32_t is_causal;
        int32_t need_weights;
    };
};

/// The attributes of nn::PReLU that have a default, by name.
struct PReLUOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 1: one slope for all channels; otherwise the number of channels (\>= 1)
    int64_t num_parameters = 1;
    /// initial slope
    double init = 0.25;
};

/// Parametric rectified linear unit: x for positive x, else a trained slope times x.
///
/// - input `x`: the input
/// - `num_parameters`: 1: one slope for all channels; otherwise the number of channels (\>= 1)
/// - `init`: initial slope
class PReLU : public Block {
public:
    explicit PReLU(const PReLUOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("PReLU", here);
        c.num_parameters = options.num_parameters; c.init = options.init;
        make("PReLU", &c, sizeof c, here);
    }
    explicit PReLU(int64_t num_parameters = 1, double init = 0.25, Here here = Here())
        : PReLU(PReLUOptions{detail::Named(), num_parameters, init}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t num_parameters; double init;
    };
};

/// The attributes of nn::RMSNorm that have a default, by name.
struct RMSNormOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the mean square; none: the machine epsilon of the dtype (\>= 0.0)
    std::optional<double> eps = None;
    /// apply a trained weight
    bool elementwise_affine = true;
};

/// Root mean square normalisation over the last axes.
///
/// - input `x`: the input
/// - `normalized_shape`: sizes of the last axes, which are normalised; none: the last axis of the first input (\>= 1)
/// - `eps`: added to the mean square; none: the machine epsilon of the dtype (\>= 0.0)
/// - `elementwise_affine`: apply a trained weight
class RMSNorm : public Block {
public:
    explicit RMSNorm(const Ints &normalized_shape, const RMSNormOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("RMSNorm", here);
        c.normalized_shape = normalized_shape.c(); c.eps = detail::or_none(options.eps);
        c.elementwise_affine = options.elementwise_affine;
        make("RMSNorm", &c, sizeof c, here);
    }
    explicit RMSNorm(const RMSNormOptions &options, Here here = Here())
        : RMSNorm(None, options, here) {}
    explicit RMSNorm(const Ints &normalized_shape = None, const std::optional<double> &eps = None,
        bool elementwise_affine = true, Here here = Here())
        : RMSNorm(normalized_shape, RMSNormOptions{detail::Named(), eps, elementwise_affine}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        weir_i64s normalized_shape; double eps; int32_t elementwise_affine; int32_t unused0;
    };
};

/// The attributes of nn::RNN that have a default, by name.
struct RNNOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// number of stacked layers (\>= 1)
    int64_t num_layers = 1;
    /// 'tanh' or 'relu' (one of tanh, relu)
    const char *nonlinearity = "tanh";
    /// add bias terms
    bool bias = true;
    /// x and y are (batch, steps, ...), not (steps, batch, ...)
    bool batch_first = false;
    /// dropout probability between layers, while training (\>= 0.0, \<= 1.0)
    double dropout = 0.0;
    /// also run in reverse, and concatenate the states of both directions
    bool bidirectional = false;
};

/// Elman recurrent network (RNN) over a sequence.
///
/// x is (steps, batch, input_size). y has the states of all time steps, h_n the last states of all layers and
/// directions. h0 has the shape of h_n.
///
/// - input `x`: sequences, (steps, batch, features)
/// - input `h0`: initial hidden states, (layers * directions, batch, features); may be left out
/// - `input_size`: features of an input time step; none: inferred from the first input (\>= 1)
/// - `hidden_size`: features of the hidden state (\>= 1)
/// - `num_layers`: number of stacked layers (\>= 1)
/// - `nonlinearity`: 'tanh' or 'relu' (one of tanh, relu)
/// - `bias`: add bias terms
/// - `batch_first`: x and y are (batch, steps, ...), not (steps, batch, ...)
/// - `dropout`: dropout probability between layers, while training (\>= 0.0, \<= 1.0)
/// - `bidirectional`: also run in reverse, and concatenate the states of both directions
class RNN : public Block {
public:
    RNN(const std::optional<int64_t> &input_size, int64_t hidden_size, const RNNOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("RNN", here);
        c.input_size = detail::or_none(input_size); c.hidden_size = hidden_size; c.num_layers = options.num_layers;
        c.nonlinearity = options.nonlinearity; c.bias = options.bias; c.batch_first = options.batch_first;
        c.dropout = options.dropout; c.bidirectional = options.bidirectional;
        make("RNN", &c, sizeof c, here);
    }
    RNN(const std::optional<int64_t> &input_size, int64_t hidden_size, int64_t num_layers = 1,
        const char *nonlinearity = "tanh", bool bias = true, bool batch_first = false, double dropout = 0.0,
        bool bidirectional = false, Here here = Here())
        : RNN(input_size, hidden_size,
    RNNOptions{detail::Named(), num_layers, nonlinearity, bias, batch_first, dropout, bidirectional}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t input_size; int64_t hidden_size; int64_t num_layers; const char *nonlinearity; int32_t bias;
        int32_t batch_first; double dropout; int32_t bidirectional; int32_t unused0;
    };
};

/// Rectified linear unit: max(x, 0).
///
/// - input `x`: the input
class ReLU : public Block {
public:
    explicit ReLU(Here here = Here()) {
        make("ReLU", nullptr, 0, here);
    }
};

/// Rectified linear unit clipped at 6: min(max(x, 0), 6).
///
/// - input `x`: the input
class ReLU6 : public Block {
public:
    explicit ReLU6(Here here = Here()) {
        make("ReLU6", nullptr, 0, here);
    }
};

/// Scaled ELU, whose scale and alpha preserve mean and variance.
///
/// - input `x`: the input
class SELU : public Block {
public:
    explicit SELU(Here here = Here()) {
        make("SELU", nullptr, 0, here);
    }
};

/// Sigmoid linear unit (swish): x * sigmoid(x).
///
/// - input `x`: the input
class SiLU : public Block {
public:
    explicit SiLU(Here here = Here()) {
        make("SiLU", nullptr, 0, here);
    }
};

/// 1 / (1 + exp(-x)).
///
/// - input `x`: the input
class Sigmoid : public Block {
public:
    explicit Sigmoid(Here here = Here()) {
        make("Sigmoid", nullptr, 0, here);
    }
};

/// The attributes of nn::Softmax that have a default, by name.
struct SoftmaxOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis along which to compute (an axis)
    int64_t dim = -1;
};

/// Scale the entries along an axis so that they are positive and sum to one.
///
/// - input `x`: scores
/// - `dim`: axis along which to compute (an axis)
class Softmax : public Block {
public:
    explicit Softmax(const SoftmaxOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Softmax", here);
        c.dim = options.dim;
        make("Softmax", &c, sizeof c, here);
    }
    explicit Softmax(int64_t dim = -1, Here here = Here())
        : Softmax(SoftmaxOptions{detail::Named(), dim}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t dim;
    };
};

/// The attributes of nn::Softplus that have a default, by name.
struct SoftplusOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// sharpness of the bend
    double beta = 1.0;
    /// accepted for compatibility; where beta * x is above 20 the result equals x
    double threshold = 20.0;
};

/// Smooth approximation of ReLU: log(1 + exp(beta * x)) / beta.
///
/// - input `x`: the input
/// - `beta`: sharpness of the bend
/// - `threshold`: accepted for compatibility; where beta * x is above 20 the result equals x
class Softplus : public Block {
public:
    explicit Softplus(const SoftplusOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Softplus", here);
        c.beta = options.beta; c.threshold = options.threshold;
        make("Softplus", &c, sizeof c, here);
    }
    explicit Softplus(double beta = 1.0, double threshold = 20.0, Here here = Here())
        : Softplus(SoftplusOptions{detail::Named(), beta, threshold}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double beta; double threshold;
    };
};

/// The attributes of nn::Softshrink that have a default, by name.
struct SoftshrinkOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the result is 0 where |x| is at most this (\>= 0.0)
    double lambd = 0.5;
};

/// Soft shrinkage: x moved towards 0 by lambd, and 0 where |x| \<= lambd.
///
/// - input `x`: the input
/// - `lambd`: the result is 0 where |x| is at most this (\>= 0.0)
class Softshrink : public Block {
public:
    explicit Softshrink(const SoftshrinkOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Softshrink", here);
        c.lambd = options.lambd;
        make("Softshrink", &c, sizeof c, here);
    }
    explicit Softshrink(double lambd = 0.5, Here here = Here())
        : Softshrink(SoftshrinkOptions{detail::Named(), lambd}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double lambd;
    };
};

/// x / (1 + |x|).
///
/// - input `x`: the input
class Softsign : public Block {
public:
    explicit Softsign(Here here = Here()) {
        make("Softsign", nullptr, 0, here);
    }
};

/// The hyperbolic tangent.
///
/// - input `x`: the input
class Tanh : public Block {
public:
    explicit Tanh(Here here = Here()) {
        make("Tanh", nullptr, 0, here);
    }
};

/// x - tanh(x).
///
/// - input `x`: the input
class Tanhshrink : public Block {
public:
    explicit Tanhshrink(Here here = Here()) {
        make("Tanhshrink", nullptr, 0, here);
    }
};

/// The attributes of nn::Threshold that have a default, by name.
struct ThresholdOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// x is kept where it is larger than this
    double threshold = 0.0;
    /// replaces the other elements
    double value = 0.0;
};

/// x where it is larger than threshold, else value.
///
/// - input `x`: the input
/// - `threshold`: x is kept where it is larger than this
/// - `value`: replaces the other elements
class Threshold : public Block {
public:
    explicit Threshold(const ThresholdOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("Threshold", here);
        c.threshold = options.threshold; c.value = options.value;
        make("Threshold", &c, sizeof c, here);
    }
    explicit Threshold(double threshold = 0.0, double value = 0.0, Here here = Here())
        : Threshold(ThresholdOptions{detail::Named(), threshold, value}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double threshold; double value;
    };
};

/// The attributes of nn::TransformerEncoderLayer that have a default, by name.
struct TransformerEncoderLayerOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// hidden features of the feed-forward network (\>= 1)
    int64_t dim_feedforward = 2048;
    /// dropout probability, while training (\>= 0.0, \< 1.0)
    double dropout = 0.1;
    /// 'relu' or 'gelu' (one of relu, gelu)
    const char *activation = "relu";
    /// added to the variance in layer norms (\>= 0.0)
    std::optional<double> layer_norm_eps = 1e-05;
    /// (batch, steps, d_model), not (steps, batch, d_model)
    bool batch_first = false;
    /// apply layer norms before attention and feed-forward network, not after
    bool norm_first = false;
    /// add bias terms
    bool bias = true;
    /// each position attends only to itself and earlier ones
    bool is_causal = false;
};

/// Self-attention, then a feed-forward network, each with a residual connection.
///
/// - input `x`: sequences
/// - input `attn_mask`: true where a position is used, or numbers that are added to the scores; may be left out
/// - `d_model`: features of a position (\>= 1)
/// - `nhead`: number of attention heads (\>= 1)
/// - `dim_feedforward`: hidden features of the feed-forward network (\>= 1)
/// - `dropout`: dropout probability, while training (\>= 0.0, \< 1.0)
/// - `activation`: 'relu' or 'gelu' (one of relu, gelu)
/// - `layer_norm_eps`: added to the variance in layer norms (\>= 0.0)
/// - `batch_first`: (batch, steps, d_model), not (steps, batch, d_model)
/// - `norm_first`: apply layer norms before attention and feed-forward network, not after
/// - `bias`: add bias terms
/// - `is_causal`: each position attends only to itself and earlier ones
class TransformerEncoderLayer : public Block {
public:
    TransformerEncoderLayer(int64_t d_model, int64_t nhead, const TransformerEncoderLayerOptions &options,
        Here here = Here()) {
        Attributes c = defaults<Attributes>("TransformerEncoderLayer", here);
        c.d_model = d_model; c.nhead = nhead; c.dim_feedforward = options.dim_feedforward; c.dropout = options.dropout;
        c.activation = options.activation; c.layer_norm_eps = detail::or_none(options.layer_norm_eps);
        c.batch_first = options.batch_first; c.norm_first = options.norm_first; c.bias = options.bias;
        c.is_causal = options.is_causal;
        make("TransformerEncoderLayer", &c, sizeof c, here);
    }
    TransformerEncoderLayer(int64_t d_model, int64_t nhead, int64_t dim_feedforward = 2048, double dropout = 0.1,
        const char *activation = "relu", const std::optional<double> &layer_norm_eps = 1e-05, bool batch_first = false,
        bool norm_first = false, bool bias = true, bool is_causal = false, Here here = Here())
        : TransformerEncoderLayer(d_model, nhead,
    TransformerEncoderLayerOptions{detail::Named(), dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias, is_causal},
    here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t d_model; int64_t nhead; int64_t dim_feedforward; double dropout; const char *activation;
        double layer_norm_eps; int32_t batch_first; int32_t norm_first; int32_t bias; int32_t is_causal;
    };
};

/// Split one axis into several.
///
/// - input `x`: the input
/// - `dim`: axis to split (an axis)
/// - `unflattened_size`: new sizes; one of them may be -1 (\>= -1)
class Unflatten : public Block {
public:
    explicit Unflatten(int64_t dim, const Ints &unflattened_size, Here here = Here()) {
        Attributes c = defaults<Attributes>("Unflatten", here);
        c.dim = dim; c.unflattened_size = unflattened_size.c();
        make("Unflatten", &c, sizeof c, here);
    }

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t dim; weir_i64s unflattened_size;
    };
};

// ---- Losses ---------------------------------------------------------------------------------------

/// The attributes of nn::BCELoss that have a default, by name.
struct BCELossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Binary cross-entropy of probabilities x.
///
/// - input `x`: probabilities from 0 to 1
/// - input `target`: probabilities from 0 to 1
/// - input `weight`: factor of each element's loss; may be left out
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class BCELoss : public Block {
public:
    explicit BCELoss(const BCELossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("BCELoss", here);
        c.reduction = options.reduction;
        make("BCELoss", &c, sizeof c, here);
    }
    explicit BCELoss(const char *reduction = "mean", Here here = Here())
        : BCELoss(BCELossOptions{detail::Named(), reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        const char *reduction;
    };
};

/// The attributes of nn::BCEWithLogitsLoss that have a default, by name.
struct BCEWithLogitsLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Binary cross-entropy of sigmoid(x), computed in a numerically stable way.
///
/// weight scales all losses, pos_weight the losses of positive targets; both broadcast to x.
///
/// - input `x`: logits
/// - input `target`: probabilities from 0 to 1
/// - input `weight`: factor of each element's loss; may be left out
/// - input `pos_weight`: factor of the loss of positive targets, for each class; may be left out
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class BCEWithLogitsLoss : public Block {
public:
    explicit BCEWithLogitsLoss(const BCEWithLogitsLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("BCEWithLogitsLoss", here);
        c.reduction = options.reduction;
        make("BCEWithLogitsLoss", &c, sizeof c, here);
    }
    explicit BCEWithLogitsLoss(const char *reduction = "mean", Here here = Here())
        : BCEWithLogitsLoss(BCEWithLogitsLossOptions{detail::Named(), reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        const char *reduction;
    };
};

/// The attributes of nn::CTCLoss that have a default, by name.
struct CTCLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// index of the blank class (\>= 0)
    int64_t blank = 0;
    /// 'mean' (each loss divided by its target length), 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
    /// set infinite losses (of targets longer than their input) to 0
    bool zero_infinity = false;
};

/// Connectionist temporal classification loss.
///
/// - input `log_probs`: log-probabilities of the classes at each time step
/// - input `targets`: labels of each sample
/// - input `input_lengths`: number of time steps of each sample
/// - input `target_lengths`: number of labels of each sample
/// - `blank`: index of the blank class (\>= 0)
/// - `reduction`: 'mean' (each loss divided by its target length), 'sum' or 'none' (one of mean, sum, none)
/// - `zero_infinity`: set infinite losses (of targets longer than their input) to 0
class CTCLoss : public Block {
public:
    explicit CTCLoss(const CTCLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("CTCLoss", here);
        c.blank = options.blank; c.reduction = options.reduction; c.zero_infinity = options.zero_infinity;
        make("CTCLoss", &c, sizeof c, here);
    }
    explicit CTCLoss(int64_t blank = 0, const char *reduction = "mean", bool zero_infinity = false, Here here = Here())
        : CTCLoss(CTCLossOptions{detail::Named(), blank, reduction, zero_infinity}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t blank; const char *reduction; int32_t zero_infinity; int32_t unused0;
    };
};

/// The attributes of nn::CosineEmbeddingLoss that have a default, by name.
struct CosineEmbeddingLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// margin of the loss
    double margin = 0.0;
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// 1 - cos(x1, x2) where the target is 1, and max(0, cos(x1, x2) - margin) where it is -1.
///
/// - input `x1`: vectors
/// - input `x2`: vectors
/// - input `target`: 1 for similar pairs, -1 for others
/// - `margin`: margin of the loss
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class CosineEmbeddingLoss : public Block {
public:
    explicit CosineEmbeddingLoss(const CosineEmbeddingLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("CosineEmbeddingLoss", here);
        c.margin = options.margin; c.reduction = options.reduction;
        make("CosineEmbeddingLoss", &c, sizeof c, here);
    }
    explicit CosineEmbeddingLoss(double margin = 0.0, const char *reduction = "mean", Here here = Here())
        : CosineEmbeddingLoss(CosineEmbeddingLossOptions{detail::Named(), margin, reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double margin; const char *reduction;
    };
};

/// The attributes of nn::CrossEntropyLoss that have a default, by name.
struct CrossEntropyLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// label that is ignored
    int64_t ignore_index = -100;
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
    /// fraction of each target that is spread over all classes (\>= 0.0, \<= 1.0)
    double label_smoothing = 0.0;
};

/// Cross-entropy between logits x and target classes.
///
/// - input `x`: logits
/// - input `target`: labels, or probabilities in the shape of x
/// - input `weight`: factor of each class; may be left out
/// - `ignore_index`: label that is ignored
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
/// - `label_smoothing`: fraction of each target that is spread over all classes (\>= 0.0, \<= 1.0)
class CrossEntropyLoss : public Block {
public:
    explicit CrossEntropyLoss(const CrossEntropyLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("CrossEntropyLoss", here);
        c.ignore_index = options.ignore_index; c.reduction = options.reduction;
        c.label_smoothing = options.label_smoothing;
        make("CrossEntropyLoss", &c, sizeof c, here);
    }
    explicit CrossEntropyLoss(int64_t ignore_index = -100, const char *reduction = "mean", double label_smoothing = 0.0,
        Here here = Here())
        : CrossEntropyLoss(CrossEntropyLossOptions{detail::Named(), ignore_index, reduction, label_smoothing}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t ignore_index; const char *reduction; double label_smoothing;
    };
};

/// The attributes of nn::GaussianNLLLoss that have a default, by name.
struct GaussianNLLLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// include the constant log(2 pi) / 2
    bool full = false;
    /// lower bound on the variance (\> 0.0)
    double eps = 1e-06;
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Negative log-likelihood of a normal distribution with mean x and variance var.
///
/// - input `x`: predicted means
/// - input `target`: the values to predict
/// - input `var`: predicted variances
/// - `full`: include the constant log(2 pi) / 2
/// - `eps`: lower bound on the variance (\> 0.0)
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class GaussianNLLLoss : public Block {
public:
    explicit GaussianNLLLoss(const GaussianNLLLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("GaussianNLLLoss", here);
        c.full = options.full; c.eps = options.eps; c.reduction = options.reduction;
        make("GaussianNLLLoss", &c, sizeof c, here);
    }
    explicit GaussianNLLLoss(bool full = false, double eps = 1e-06, const char *reduction = "mean", Here here = Here())
        : GaussianNLLLoss(GaussianNLLLossOptions{detail::Named(), full, eps, reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int32_t full; int32_t unused0; double eps; const char *reduction;
    };
};

/// The attributes of nn::HingeEmbeddingLoss that have a default, by name.
struct HingeEmbeddingLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// margin of the loss
    double margin = 1.0;
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// x where the target is 1, and max(0, margin - x) where it is -1.
///
/// - input `x`: scores
/// - input `target`: 1 or -1
/// - `margin`: margin of the loss
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class HingeEmbeddingLoss : public Block {
public:
    explicit HingeEmbeddingLoss(const HingeEmbeddingLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("HingeEmbeddingLoss", here);
        c.margin = options.margin; c.reduction = options.reduction;
        make("HingeEmbeddingLoss", &c, sizeof c, here);
    }
    explicit HingeEmbeddingLoss(double margin = 1.0, const char *reduction = "mean", Here here = Here())
        : HingeEmbeddingLoss(HingeEmbeddingLossOptions{detail::Named(), margin, reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double margin; const char *reduction;
    };
};

/// The attributes of nn::HingeLoss that have a default, by name.
struct HingeLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// margin of the loss (\>= 0.0)
    double margin = 1.0;
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Hinge loss: max(0, margin - target * x).
///
/// - input `x`: scores
/// - input `target`: 1 or -1
/// - `margin`: margin of the loss (\>= 0.0)
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class HingeLoss : public Block {
public:
    explicit HingeLoss(const HingeLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("HingeLoss", here);
        c.margin = options.margin; c.reduction = options.reduction;
        make("HingeLoss", &c, sizeof c, here);
    }
    explicit HingeLoss(double margin = 1.0, const char *reduction = "mean", Here here = Here())
        : HingeLoss(HingeLossOptions{detail::Named(), margin, reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double margin; const char *reduction;
    };
};

/// The attributes of nn::HuberLoss that have a default, by name.
struct HuberLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
    /// difference below which the loss is quadratic, and its slope beyond (\>= 0.0)
    double delta = 1.0;
};

/// Huber loss: quadratic below delta, linear above.
///
/// - input `x`: predictions
/// - input `target`: the values to predict
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
/// - `delta`: difference below which the loss is quadratic, and its slope beyond (\>= 0.0)
class HuberLoss : public Block {
public:
    explicit HuberLoss(const HuberLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("HuberLoss", here);
        c.reduction = options.reduction; c.delta = options.delta;
        make("HuberLoss", &c, sizeof c, here);
    }
    explicit HuberLoss(const char *reduction = "mean", double delta = 1.0, Here here = Here())
        : HuberLoss(HuberLossOptions{detail::Named(), reduction, delta}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        const char *reduction; double delta;
    };
};

/// The attributes of nn::KLDivLoss that have a default, by name.
struct KLDivLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum', 'none', or 'batchmean': the sum divided by the batch size (one of mean, sum, none, batchmean)
    const char *reduction = "mean";
    /// the target is given as log-probabilities
    bool log_target = false;
};

/// KL divergence of the target from the distribution whose log-probabilities are x.
///
/// - input `x`: log-probabilities
/// - input `target`: probabilities, or their logarithms with log_target
/// - `reduction`: 'mean', 'sum', 'none', or 'batchmean': the sum divided by the batch size (one of mean, sum, none,
/// batchmean)
/// - `log_target`: the target is given as log-probabilities
class KLDivLoss : public Block {
public:
    explicit KLDivLoss(const KLDivLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("KLDivLoss", here);
        c.reduction = options.reduction; c.log_target = options.log_target;
        make("KLDivLoss", &c, sizeof c, here);
    }
    explicit KLDivLoss(const char *reduction = "mean", bool log_target = false, Here here = Here())
        : KLDivLoss(KLDivLossOptions{detail::Named(), reduction, log_target}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        const char *reduction; int32_t log_target; int32_t unused0;
    };
};

/// The attributes of nn::L1Loss that have a default, by name.
struct L1LossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Mean absolute error.
///
/// - input `x`: predictions
/// - input `target`: the values to predict
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class L1Loss : public Block {
public:
    explicit L1Loss(const L1LossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("L1Loss", here);
        c.reduction = options.reduction;
        make("L1Loss", &c, sizeof c, here);
    }
    explicit L1Loss(const char *reduction = "mean", Here here = Here())
        : L1Loss(L1LossOptions{detail::Named(), reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        const char *reduction;
    };
};

/// The attributes of nn::MSELoss that have a default, by name.
struct MSELossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Mean squared error.
///
/// - input `x`: predictions
/// - input `target`: the values to predict
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class MSELoss : public Block {
public:
    explicit MSELoss(const MSELossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("MSELoss", here);
        c.reduction = options.reduction;
        make("MSELoss", &c, sizeof c, here);
    }
    explicit MSELoss(const char *reduction = "mean", Here here = Here())
        : MSELoss(MSELossOptions{detail::Named(), reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        const char *reduction;
    };
};

/// The attributes of nn::MarginRankingLoss that have a default, by name.
struct MarginRankingLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// margin of the loss
    double margin = 0.0;
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Ranking loss: max(0, -target * (x1 - x2) + margin).
///
/// - input `x1`: scores
/// - input `x2`: scores
/// - input `target`: 1 if x1 should be ranked higher, else -1
/// - `margin`: margin of the loss
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class MarginRankingLoss : public Block {
public:
    explicit MarginRankingLoss(const MarginRankingLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("MarginRankingLoss", here);
        c.margin = options.margin; c.reduction = options.reduction;
        make("MarginRankingLoss", &c, sizeof c, here);
    }
    explicit MarginRankingLoss(double margin = 0.0, const char *reduction = "mean", Here here = Here())
        : MarginRankingLoss(MarginRankingLossOptions{detail::Named(), margin, reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double margin; const char *reduction;
    };
};

/// The attributes of nn::MultiLabelSoftMarginLoss that have a default, by name.
struct MultiLabelSoftMarginLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Multi-label binary cross-entropy with logits, averaged over classes.
///
/// - input `x`: logits of the classes
/// - input `target`: 0 or 1 for each class
/// - input `weight`: factor of each class; may be left out
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class MultiLabelSoftMarginLoss : public Block {
public:
    explicit MultiLabelSoftMarginLoss(const MultiLabelSoftMarginLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("MultiLabelSoftMarginLoss", here);
        c.reduction = options.reduction;
        make("MultiLabelSoftMarginLoss", &c, sizeof c, here);
    }
    explicit MultiLabelSoftMarginLoss(const char *reduction = "mean", Here here = Here())
        : MultiLabelSoftMarginLoss(MultiLabelSoftMarginLossOptions{detail::Named(), reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        const char *reduction;
    };
};

/// The attributes of nn::MultiMarginLoss that have a default, by name.
struct MultiMarginLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// exponent of the margin violations: 1 or 2 (one of 1.0, 2.0)
    double p = 1.0;
    /// margin between the score of the target and the others
    double margin = 1.0;
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Multi-class hinge loss.
///
/// - input `x`: scores of the classes
/// - input `target`: labels
/// - input `weight`: factor of each class; may be left out
/// - `p`: exponent of the margin violations: 1 or 2 (one of 1.0, 2.0)
/// - `margin`: margin between the score of the target and the others
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class MultiMarginLoss : public Block {
public:
    explicit MultiMarginLoss(const MultiMarginLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("MultiMarginLoss", here);
        c.p = options.p; c.margin = options.margin; c.reduction = options.reduction;
        make("MultiMarginLoss", &c, sizeof c, here);
    }
    explicit MultiMarginLoss(double p = 1.0, double margin = 1.0, const char *reduction = "mean", Here here = Here())
        : MultiMarginLoss(MultiMarginLossOptions{detail::Named(), p, margin, reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double p; double margin; const char *reduction;
    };
};

/// The attributes of nn::NLLLoss that have a default, by name.
struct NLLLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// label that is ignored
    int64_t ignore_index = -100;
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Negative log-likelihood of the target classes, from log-probabilities x.
///
/// - input `x`: log-probabilities
/// - input `target`: labels
/// - input `weight`: factor of each class; may be left out
/// - `ignore_index`: label that is ignored
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class NLLLoss : public Block {
public:
    explicit NLLLoss(const NLLLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("NLLLoss", here);
        c.ignore_index = options.ignore_index; c.reduction = options.reduction;
        make("NLLLoss", &c, sizeof c, here);
    }
    explicit NLLLoss(int64_t ignore_index = -100, const char *reduction = "mean", Here here = Here())
        : NLLLoss(NLLLossOptions{detail::Named(), ignore_index, reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int64_t ignore_index; const char *reduction;
    };
};

/// The attributes of nn::PoissonNLLLoss that have a default, by name.
struct PoissonNLLLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// x is the logarithm of the rate
    bool log_input = true;
    /// include Stirling's approximation of log(target!)
    bool full = false;
    /// added to the rate before its logarithm is taken (\>= 0.0)
    double eps = 1e-08;
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Negative log-likelihood of a Poisson distribution.
///
/// - input `x`: predicted rates, or their logarithms
/// - input `target`: counts
/// - `log_input`: x is the logarithm of the rate
/// - `full`: include Stirling's approximation of log(target!)
/// - `eps`: added to the rate before its logarithm is taken (\>= 0.0)
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class PoissonNLLLoss : public Block {
public:
    explicit PoissonNLLLoss(const PoissonNLLLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("PoissonNLLLoss", here);
        c.log_input = options.log_input; c.full = options.full; c.eps = options.eps; c.reduction = options.reduction;
        make("PoissonNLLLoss", &c, sizeof c, here);
    }
    explicit PoissonNLLLoss(bool log_input = true, bool full = false, double eps = 1e-08,
        const char *reduction = "mean", Here here = Here())
        : PoissonNLLLoss(PoissonNLLLossOptions{detail::Named(), log_input, full, eps, reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        int32_t log_input; int32_t full; double eps; const char *reduction;
    };
};

/// The attributes of nn::SmoothL1Loss that have a default, by name.
struct SmoothL1LossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
    /// difference below which the loss is quadratic (\>= 0.0)
    double beta = 1.0;
};

/// Smooth L1 loss: quadratic below beta, linear above.
///
/// - input `x`: predictions
/// - input `target`: the values to predict
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
/// - `beta`: difference below which the loss is quadratic (\>= 0.0)
class SmoothL1Loss : public Block {
public:
    explicit SmoothL1Loss(const SmoothL1LossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("SmoothL1Loss", here);
        c.reduction = options.reduction; c.beta = options.beta;
        make("SmoothL1Loss", &c, sizeof c, here);
    }
    explicit SmoothL1Loss(const char *reduction = "mean", double beta = 1.0, Here here = Here())
        : SmoothL1Loss(SmoothL1LossOptions{detail::Named(), reduction, beta}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        const char *reduction; double beta;
    };
};

/// The attributes of nn::SoftMarginLoss that have a default, by name.
struct SoftMarginLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Logistic loss: log(1 + exp(-target * x)), targets 1 and -1.
///
/// - input `x`: scores
/// - input `target`: 1 or -1
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class SoftMarginLoss : public Block {
public:
    explicit SoftMarginLoss(const SoftMarginLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("SoftMarginLoss", here);
        c.reduction = options.reduction;
        make("SoftMarginLoss", &c, sizeof c, here);
    }
    explicit SoftMarginLoss(const char *reduction = "mean", Here here = Here())
        : SoftMarginLoss(SoftMarginLossOptions{detail::Named(), reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        const char *reduction;
    };
};

/// The attributes of nn::TripletMarginLoss that have a default, by name.
struct TripletMarginLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// margin between the distances of negative and positive (\>= 0.0)
    double margin = 1.0;
    /// order of the norm; may be inf (\> 0.0)
    double p = 2.0;
    /// added to each difference (\>= 0.0)
    double eps = 1e-06;
    /// use the smaller of the distances from negative to anchor and to positive
    bool swap = false;
    /// 'mean', 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
};

/// Triplet loss: max(0, d(anchor, positive) - d(anchor, negative) + margin).
///
/// - input `anchor`: vectors
/// - input `positive`: vectors that should be near
/// - input `negative`: vectors that should be far
/// - `margin`: margin between the distances of negative and positive (\>= 0.0)
/// - `p`: order of the norm; may be inf (\> 0.0)
/// - `eps`: added to each difference (\>= 0.0)
/// - `swap`: use the smaller of the distances from negative to anchor and to positive
/// - `reduction`: 'mean', 'sum' or 'none' (one of mean, sum, none)
class TripletMarginLoss : public Block {
public:
    explicit TripletMarginLoss(const TripletMarginLossOptions &options, Here here = Here()) {
        Attributes c = defaults<Attributes>("TripletMarginLoss", here);
        c.margin = options.margin; c.p = options.p; c.eps = options.eps; c.swap = options.swap;
        c.reduction = options.reduction;
        make("TripletMarginLoss", &c, sizeof c, here);
    }
    explicit TripletMarginLoss(double margin = 1.0, double p = 2.0, double eps = 1e-06, bool swap = false,
        const char *reduction = "mean", Here here = Here())
        : TripletMarginLoss(TripletMarginLossOptions{detail::Named(), margin, p, eps, swap, reduction}, here) {}

private:
    /// The attributes in the layout of the C interface.
    struct Attributes {
        double margin; double p; double eps; int32_t swap; int32_t unused0; const char *reduction;
    };
};

}  // namespace weir::nn

#endif
