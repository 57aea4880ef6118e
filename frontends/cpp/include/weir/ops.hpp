// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// clang-format off
/// \file
/// ops.hpp - one function for each operator.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_OPS_HPP
#define WEIR_OPS_HPP

#include <weir/operators.hpp>

namespace weir {

namespace detail {
/// The most arrays that an operator can make of this one: a row each, or one for each axis.
inline size_t parts_of(const Input &x) {
    if (x.get() == nullptr) return 1;
    int64_t most = WEIR_NDIM_MAX;
    for (int32_t i = 0; i < weir_array_ndim(x.get()); i++) most = std::max(most, weir_array_shape(x.get())[i]);
    return static_cast<size_t>(most);
}
inline std::vector<Array> adopt(const std::vector<weir_array *> &handles, uint32_t count) {
    std::vector<Array> list;
    list.reserve(count);
    for (uint32_t i = 0; i < count; i++) list.push_back(Array::adopt(handles[i]));
    return list;
}
}  // namespace detail

/// Absolute value; for complex numbers, the magnitude.
///
/// \param x the input
/// Also called absolute.
inline Array abs(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_abs(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Inverse cosine, in radians.
///
/// \param x the input
/// Also called arccos.
inline Array acos(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_acos(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Inverse hyperbolic cosine.
///
/// \param x the input
/// Also called arccosh.
inline Array acosh(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_acosh(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Average pooling to a given output size.
///
/// \param x images or sequences, (batch, channels, spatial axes)
/// \param output_size output sizes, one entry per axis or one for all (\>= 1)
/// Also called adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d.
inline Array adaptive_avg_pool(const Input &x, const Ints &output_size) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_adaptive_avg_pool(x.get(), output_size.c(), &out), x.here());
    return Array::adopt(out);
}

/// Max pooling to a given output size.
///
/// \param x images or sequences, (batch, channels, spatial axes)
/// \param output_size output sizes, one entry per axis or one for all (\>= 1)
/// Also called adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d.
inline Array adaptive_max_pool(const Input &x, const Ints &output_size) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_adaptive_max_pool(x.get(), output_size.c(), &out), x.here());
    return Array::adopt(out);
}

/// The indices of the maxima of adaptive_max_pool, flattened over the spatial axes.
///
/// \param x images or sequences, (batch, channels, spatial axes)
/// \param output_size output sizes, one entry per axis or one for all (\>= 1)
inline Array adaptive_max_pool_indices(const Input &x, const Ints &output_size) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_adaptive_max_pool_indices(x.get(), output_size.c(), &out), x.here());
    return Array::adopt(out);
}

/// Element-wise sum.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array add(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_add(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of affine_grid() that have a default, by name.
struct AffineGridOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// -1 and 1 are the centres of the corner pixels, not their edges
    bool align_corners = false;
};

/// Compute sampling grids for grid_sample from affine matrices. Attributes by name.
inline Array affine_grid(const Input &theta, const Ints &size, const AffineGridOptions &options) {
    weir_affine_grid_options c = WEIR_AFFINE_GRID_OPTIONS;
    c.align_corners = options.align_corners;
    detail::At at(theta.here());
    weir_array *out = nullptr;
    detail::check(weir_affine_grid(theta.get(), size.c(), &c, &out), theta.here());
    return Array::adopt(out);
}
/// Compute sampling grids for grid_sample from affine matrices.
///
/// The coordinates of every pixel, from -1 to 1, are multiplied by theta, which has shape (batch, axes, axes + 1), for
/// two or three axes. Coordinates start with the last axis.
///
/// \param theta affine matrices, (batch, axes, axes + 1)
/// \param size shape of the images: batch, channels, and two or three axes (\>= 1)
/// \param align_corners -1 and 1 are the centres of the corner pixels, not their edges
inline Array affine_grid(const Input &theta, const Ints &size, bool align_corners = false) {
    return weir::affine_grid(theta, size, AffineGridOptions{detail::Named(), align_corners});
}

/// The values of x, once the other arrays are ready; fails if one of them failed.
///
/// The values of the other arrays are not read, and they receive no gradient.
///
/// \param x the input
/// \param arrays arrays that are waited for
inline Array after(const Input &x, const Inputs &arrays) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_after(x.get(), arrays.data(), arrays.size(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of all() that have a default, by name.
struct AllOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
};

/// Test whether all elements over the axes are true (nonzero). Attributes by name.
inline Array all(const Input &x, const AllOptions &options) {
    weir_all_options c = WEIR_ALL_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_all(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Test whether all elements over the axes are true (nonzero).
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
inline Array all(const Input &x, const Ints &axes = None, bool keepdims = false) {
    return weir::all(x, AllOptions{detail::Named(), axes, keepdims});
}

/// Angle of a complex number in radians; 0 or pi for real numbers.
///
/// \param x the input
inline Array angle(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_angle(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of any() that have a default, by name.
struct AnyOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
};

/// Test whether any element over the axes is true (nonzero). Attributes by name.
inline Array any(const Input &x, const AnyOptions &options) {
    weir_any_options c = WEIR_ANY_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_any(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Test whether any element over the axes is true (nonzero).
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
inline Array any(const Input &x, const Ints &axes = None, bool keepdims = false) {
    return weir::any(x, AnyOptions{detail::Named(), axes, keepdims});
}

/// The attributes of arange() that have a default, by name.
struct ArangeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// end of the range, exclusive; none: count from 0 to start
    std::optional<double> stop = None;
    /// difference between consecutive numbers
    double step = 1.0;
    /// dtype of the result; default: int64 for integers, else the default float (one of int8, int16, int32, int64,
    /// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Evenly spaced numbers from start up to, but not including, stop. Attributes by name.
inline Array arange(double start, const ArangeOptions &options, Here here = Here()) {
    weir_arange_options c = WEIR_ARANGE_OPTIONS;
    c.stop = detail::or_none(options.stop); c.step = options.step; c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_arange(runtime(here), start, &c, &out), here);
    return Array::adopt(out);
}
/// Evenly spaced numbers from start up to, but not including, stop.
///
/// Integers are exact up to 2^53. Numbers outside the range of the dtype are refused.
///
/// \param start first number
/// \param stop end of the range, exclusive; none: count from 0 to start
/// \param step difference between consecutive numbers
/// \param dtype dtype of the result; default: int64 for integers, else the default float (one of int8, int16, int32,
/// int64, uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array arange(double start, const std::optional<double> &stop = None, double step = 1.0,
    DType dtype = DType::Default, Device device = Device(), Here here = Here()) {
    return weir::arange(start, ArangeOptions{detail::Named(), stop, step, dtype, device}, here);
}

/// The attributes of argmax() that have a default, by name.
struct ArgmaxOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to search; none: all elements, in row-major order (an axis)
    std::optional<int64_t> axis = None;
    /// keep the reduced axis with size one
    bool keepdims = false;
};

/// Index of the largest element along an axis: the first of equal elements, or the first NaN. Attributes by name.
inline Array argmax(const Input &x, const ArgmaxOptions &options) {
    weir_argmax_options c = WEIR_ARGMAX_OPTIONS;
    c.axis = detail::or_none(options.axis); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_argmax(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Index of the largest element along an axis: the first of equal elements, or the first NaN.
///
/// \param x the input
/// \param axis axis to search; none: all elements, in row-major order (an axis)
/// \param keepdims keep the reduced axis with size one
inline Array argmax(const Input &x, const std::optional<int64_t> &axis = None, bool keepdims = false) {
    return weir::argmax(x, ArgmaxOptions{detail::Named(), axis, keepdims});
}

/// The attributes of argmin() that have a default, by name.
struct ArgminOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to search; none: all elements, in row-major order (an axis)
    std::optional<int64_t> axis = None;
    /// keep the reduced axis with size one
    bool keepdims = false;
};

/// Index of the smallest element along an axis: the first of equal elements, or the first NaN. Attributes by name.
inline Array argmin(const Input &x, const ArgminOptions &options) {
    weir_argmin_options c = WEIR_ARGMIN_OPTIONS;
    c.axis = detail::or_none(options.axis); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_argmin(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Index of the smallest element along an axis: the first of equal elements, or the first NaN.
///
/// \param x the input
/// \param axis axis to search; none: all elements, in row-major order (an axis)
/// \param keepdims keep the reduced axis with size one
inline Array argmin(const Input &x, const std::optional<int64_t> &axis = None, bool keepdims = false) {
    return weir::argmin(x, ArgminOptions{detail::Named(), axis, keepdims});
}

/// The attributes of argpartition() that have a default, by name.
struct ArgpartitionOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to partition along (an axis)
    int64_t axis = -1;
};

/// Indices that partition along an axis: the kth element where sorting would put it. Attributes by name.
inline Array argpartition(const Input &x, int64_t kth, const ArgpartitionOptions &options) {
    weir_argpartition_options c = WEIR_ARGPARTITION_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_argpartition(x.get(), kth, &c, &out), x.here());
    return Array::adopt(out);
}
/// Indices that partition along an axis: the kth element where sorting would put it.
///
/// All elements are sorted, which is fast; use topk for a few of them.
///
/// \param x the input
/// \param kth index that is put in its sorted position
/// \param axis axis to partition along (an axis)
inline Array argpartition(const Input &x, int64_t kth, int64_t axis = -1) {
    return weir::argpartition(x, kth, ArgpartitionOptions{detail::Named(), axis});
}

/// The attributes of argsort() that have a default, by name.
struct ArgsortOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to sort along (an axis)
    int64_t axis = -1;
    /// largest first
    bool descending = false;
    /// keep the order of equal elements; always the case
    bool stable = true;
};

/// Indices that sort along an axis. Attributes by name.
inline Array argsort(const Input &x, const ArgsortOptions &options) {
    weir_argsort_options c = WEIR_ARGSORT_OPTIONS;
    c.axis = options.axis; c.descending = options.descending; c.stable = options.stable;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_argsort(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Indices that sort along an axis.
///
/// The sort is stable. NaN comes last, ascending and descending.
///
/// \param x the input
/// \param axis axis to sort along (an axis)
/// \param descending largest first
/// \param stable keep the order of equal elements; always the case
inline Array argsort(const Input &x, int64_t axis = -1, bool descending = false, bool stable = true) {
    return weir::argsort(x, ArgsortOptions{detail::Named(), axis, descending, stable});
}

/// Inverse sine, in radians.
///
/// \param x the input
/// Also called arcsin.
inline Array asin(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_asin(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Inverse hyperbolic sine.
///
/// \param x the input
/// Also called arcsinh.
inline Array asinh(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_asinh(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Convert x to a dtype.
///
/// Floats are truncated to integers, integers wrap around, and every nonzero value is true.
///
/// \param x the input
/// \param dtype dtype of the result (one of bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16,
/// bfloat16, float32, float64, complex64, complex128)
inline Array astype(const Input &x, DType dtype) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_astype(x.get(), static_cast<weir_dtype>(dtype), &out), x.here());
    return Array::adopt(out);
}

/// Inverse tangent, in radians.
///
/// \param x the input
/// Also called arctan.
inline Array atan(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_atan(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Angle of the point (x2, x1) in radians, from -pi to pi.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called arctan2.
inline Array atan2(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_atan2(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Inverse hyperbolic tangent.
///
/// \param x the input
/// Also called arctanh.
inline Array atanh(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_atanh(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of avg_pool() that have a default, by name.
struct AvgPoolOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// distance between windows; none: kernel_size (\>= 1)
    Ints stride = None;
    /// zero padding at both ends of each axis; none: 0 (\>= 0)
    Ints padding = None;
    /// round output sizes up: include windows that extend past the end
    bool ceil_mode = false;
    /// include the padding zeros in the mean
    bool count_include_pad = true;
};

/// Average pooling over one, two or three spatial axes. Attributes by name.
inline Array avg_pool(const Input &x, const Ints &kernel_size, const AvgPoolOptions &options) {
    weir_avg_pool_options c = WEIR_AVG_POOL_OPTIONS;
    c.stride = options.stride.c(); c.padding = options.padding.c(); c.ceil_mode = options.ceil_mode;
    c.count_include_pad = options.count_include_pad;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_avg_pool(x.get(), kernel_size.c(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Average pooling over one, two or three spatial axes.
///
/// x has shape (batch, channels, spatial axes).
///
/// \param x images or sequences, (batch, channels, spatial axes)
/// \param kernel_size size of a window, one entry per axis or one for all (\>= 1)
/// \param stride distance between windows; none: kernel_size (\>= 1)
/// \param padding zero padding at both ends of each axis; none: 0 (\>= 0)
/// \param ceil_mode round output sizes up: include windows that extend past the end
/// \param count_include_pad include the padding zeros in the mean
/// Also called avg_pool1d, avg_pool2d, avg_pool3d.
inline Array avg_pool(const Input &x, const Ints &kernel_size, const Ints &stride = None, const Ints &padding = None,
    bool ceil_mode = false, bool count_include_pad = true) {
    return weir::avg_pool(x, kernel_size,
    AvgPoolOptions{detail::Named(), stride, padding, ceil_mode, count_include_pad});
}

/// The attributes of basic_index() that have a default, by name.
struct BasicIndexOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis (\>= 0, \<= 3)
    Ints kinds = None;
    /// start of each slice; or the index
    Ints starts = None;
    /// end of each slice, exclusive
    Ints stops = None;
    /// step of each slice; may be negative
    Ints steps = None;
};

/// Index x with slices, integers and new axes; returns a view. Attributes by name.
inline Array basic_index(const Input &x, const BasicIndexOptions &options) {
    weir_basic_index_options c = WEIR_BASIC_INDEX_OPTIONS;
    c.kinds = options.kinds.c(); c.starts = options.starts.c(); c.stops = options.stops.c();
    c.steps = options.steps.c();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_basic_index(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Index x with slices, integers and new axes; returns a view.
///
/// Equivalent to x[4, ::2, None, ...] in Python; WEIR_NONE stands for an omitted part of a slice. The kinds are
/// WEIR_KEY_SLICE, _INDEX, _NEW and _REST. Axes beyond the key are unchanged.
///
/// \param x the input
/// \param kinds 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis (\>= 0, \<= 3)
/// \param starts start of each slice; or the index
/// \param stops end of each slice, exclusive
/// \param steps step of each slice; may be negative
inline Array basic_index(const Input &x, const Ints &kinds = None, const Ints &starts = None, const Ints &stops = None,
    const Ints &steps = None) {
    return weir::basic_index(x, BasicIndexOptions{detail::Named(), kinds, starts, stops, steps});
}

/// The attributes of basic_update() that have a default, by name.
struct BasicUpdateOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis (\>= 0, \<= 3)
    Ints kinds = None;
    /// start of each slice; or the index
    Ints starts = None;
    /// end of each slice, exclusive
    Ints stops = None;
    /// step of each slice; may be negative
    Ints steps = None;
};

/// A copy of x in which the elements selected by slices, integers and new axes are replaced by y. Attributes by name.
inline Array basic_update(const Input &x, const Input &y, const BasicUpdateOptions &options) {
    weir_basic_update_options c = WEIR_BASIC_UPDATE_OPTIONS;
    c.kinds = options.kinds.c(); c.starts = options.starts.c(); c.stops = options.stops.c();
    c.steps = options.steps.c();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_basic_update(x.get(), y.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// A copy of x in which the elements selected by slices, integers and new axes are replaced by y.
///
/// Equivalent to x[4, ::2, None, ...] = y in Python; the key is that of basic_index. y is broadcast to the selection.
/// If x is also the output, only the selection is written, and gradients are recorded.
///
/// \param x the array to update
/// \param y new values, broadcast to the selection
/// \param kinds 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis (\>= 0, \<= 3)
/// \param starts start of each slice; or the index
/// \param stops end of each slice, exclusive
/// \param steps step of each slice; may be negative
inline Array basic_update(const Input &x, const Input &y, const Ints &kinds = None, const Ints &starts = None,
    const Ints &stops = None, const Ints &steps = None) {
    return weir::basic_update(x, y, BasicUpdateOptions{detail::Named(), kinds, starts, stops, steps});
}

/// The results of batch_norm().
struct BatchNormResult {
    Array y;  ///< the result
    Array mean;  ///< mean of each channel
    Array variance;  ///< variance of each channel
};
/// The attributes of batch_norm() that have a default, by name.
struct BatchNormOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the variance (\>= 0.0)
    double eps = 1e-05;
};

/// Batch normalisation: normalise each channel over the batch and the spatial axes. Attributes by name.
inline BatchNormResult batch_norm(const Input &x, const Input &weight, const Input &bias,
    const BatchNormOptions &options) {
    weir_batch_norm_options c = WEIR_BATCH_NORM_OPTIONS;
    c.eps = options.eps;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr, *out2 = nullptr;
    detail::check(weir_batch_norm(x.get(), weight.get(), bias.get(), &c, &out0, &out1, &out2), x.here());
    return {Array::adopt(out0), Array::adopt(out1), Array::adopt(out2)};
}
/// Batch normalisation: normalise each channel over the batch and the spatial axes. Attributes by name, without the
/// optional inputs.
inline BatchNormResult batch_norm(const Input &x, const BatchNormOptions &options) {
    return weir::batch_norm(x, Input(None, x.here().file, x.here().line), Input(None, x.here().file, x.here().line),
    options);
}
/// Batch normalisation: normalise each channel over the batch and the spatial axes.
///
/// x has shape (batch, channels, ...). weight and bias have one element per channel. The mean and the variance (with
/// correction 0) of each channel are returned too.
///
/// \param x the input
/// \param weight scale of each channel; may be None
/// \param bias offset of each channel; may be None
/// \param eps added to the variance (\>= 0.0)
inline BatchNormResult batch_norm(const Input &x, const Input &weight = None, const Input &bias = None,
    double eps = 1e-05) {
    return weir::batch_norm(x, weight, bias, BatchNormOptions{detail::Named(), eps});
}

/// The attributes of batch_norm_inference() that have a default, by name.
struct BatchNormInferenceOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the variance (\>= 0.0)
    double eps = 1e-05;
};

/// Batch normalisation with a given mean and variance. Attributes by name.
inline Array batch_norm_inference(const Input &x, const Input &mean, const Input &variance, const Input &weight,
    const Input &bias, const BatchNormInferenceOptions &options) {
    weir_batch_norm_inference_options c = WEIR_BATCH_NORM_INFERENCE_OPTIONS;
    c.eps = options.eps;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_batch_norm_inference(x.get(), mean.get(), variance.get(), weight.get(), bias.get(), &c,
    &out), x.here());
    return Array::adopt(out);
}
/// Batch normalisation with a given mean and variance. Attributes by name, without the optional inputs.
inline Array batch_norm_inference(const Input &x, const Input &mean, const Input &variance,
    const BatchNormInferenceOptions &options) {
    return weir::batch_norm_inference(x, mean, variance, Input(None, x.here().file, x.here().line),
    Input(None, x.here().file, x.here().line), options);
}
/// Batch normalisation with a given mean and variance.
///
/// x has shape (batch, channels, ...). The other inputs have one element per channel.
///
/// \param x the input
/// \param mean mean of each channel
/// \param variance variance of each channel
/// \param weight scale of each channel; may be None
/// \param bias offset of each channel; may be None
/// \param eps added to the variance (\>= 0.0)
inline Array batch_norm_inference(const Input &x, const Input &mean, const Input &variance, const Input &weight = None,
    const Input &bias = None, double eps = 1e-05) {
    return weir::batch_norm_inference(x, mean, variance, weight, bias, BatchNormInferenceOptions{detail::Named(), eps});
}

/// The attributes of bernoulli() that have a default, by name.
struct BernoulliOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// shape of the result; none: that of the parameters (\>= 0)
    Ints shape = None;
    /// dtype of the result; default: the default float dtype, int64 for counts (one of bool, int8, int16, int32, int64,
    /// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a Bernoulli distribution: true with the given probability. Attributes by name.
inline Array bernoulli(const Input &probability, const BernoulliOptions &options) {
    weir_bernoulli_options c = WEIR_BERNOULLI_OPTIONS;
    c.shape = options.shape.c(); c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(probability.here());
    weir_array *out = nullptr;
    detail::check(weir_bernoulli(probability.get(), &c, &out), probability.here());
    return Array::adopt(out);
}
/// Samples from a Bernoulli distribution: true with the given probability.
///
/// Probabilities have a resolution of 2^-32.
///
/// \param probability probability of success, 0 to 1
/// \param shape shape of the result; none: that of the parameters (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype, int64 for counts (one of bool, int8, int16,
/// int32, int64, uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array bernoulli(const Input &probability, const Ints &shape = None, DType dtype = DType::Default,
    Device device = Device()) {
    return weir::bernoulli(probability, BernoulliOptions{detail::Named(), shape, dtype, device});
}

/// The attributes of beta() that have a default, by name.
struct BetaOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// shape of the result; none: that of the parameters (\>= 0)
    Ints shape = None;
    /// dtype of the result; default: the default float dtype, int64 for counts (one of float16, bfloat16, float32,
    /// float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a beta distribution. Attributes by name.
inline Array beta(const Input &a, const Input &b, const BetaOptions &options) {
    weir_beta_options c = WEIR_BETA_OPTIONS;
    c.shape = options.shape.c(); c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(a.here());
    weir_array *out = nullptr;
    detail::check(weir_beta(a.get(), b.get(), &c, &out), a.here());
    return Array::adopt(out);
}
/// Samples from a beta distribution.
///
/// \param a first shape parameter
/// \param b second shape parameter
/// \param shape shape of the result; none: that of the parameters (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype, int64 for counts (one of float16, bfloat16,
/// float32, float64)
/// \param device device of the result
inline Array beta(const Input &a, const Input &b, const Ints &shape = None, DType dtype = DType::Default,
    Device device = Device()) {
    return weir::beta(a, b, BetaOptions{detail::Named(), shape, dtype, device});
}

/// The bilinear transformation x1^T W x2 + b, for each W of the weight.
///
/// x1 has shape (..., i), x2 (..., j), the weight (out, i, j), the result (..., out).
///
/// \param x1 features along the last axis
/// \param x2 features along the last axis
/// \param weight (output features, features of x1, features of x2)
/// \param bias one number per output feature; may be None
inline Array bilinear(const Input &x1, const Input &x2, const Input &weight, const Input &bias = None) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_bilinear(x1.get(), x2.get(), weight.get(), bias.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of binary_cross_entropy() that have a default, by name.
struct BinaryCrossEntropyOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
};

/// The binary cross entropy between probabilities x and the target. Attributes by name.
inline Array binary_cross_entropy(const Input &x, const Input &target, const Input &weight,
    const BinaryCrossEntropyOptions &options) {
    weir_binary_cross_entropy_options c = WEIR_BINARY_CROSS_ENTROPY_OPTIONS;
    c.reduction = options.reduction;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_binary_cross_entropy(x.get(), target.get(), weight.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The binary cross entropy between probabilities x and the target. Attributes by name, without the optional inputs.
inline Array binary_cross_entropy(const Input &x, const Input &target, const BinaryCrossEntropyOptions &options) {
    return weir::binary_cross_entropy(x, target, Input(None, x.here().file, x.here().line), options);
}
/// The binary cross entropy between probabilities x and the target.
///
/// Logarithms are clamped to at least -100. For logits, binary_cross_entropy_with_logits is more accurate.
///
/// \param x probabilities from 0 to 1
/// \param target probabilities from 0 to 1
/// \param weight factor of each element's loss; may be None
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
inline Array binary_cross_entropy(const Input &x, const Input &target, const Input &weight = None,
    const char *reduction = "mean") {
    return weir::binary_cross_entropy(x, target, weight, BinaryCrossEntropyOptions{detail::Named(), reduction});
}

/// The attributes of binary_cross_entropy_with_logits() that have a default, by name.
struct BinaryCrossEntropyWithLogitsOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
};

/// The binary cross entropy between sigmoid(x) and the target. Attributes by name.
inline Array binary_cross_entropy_with_logits(const Input &x, const Input &target,
    const BinaryCrossEntropyWithLogitsOptions &options) {
    weir_binary_cross_entropy_with_logits_options c = WEIR_BINARY_CROSS_ENTROPY_WITH_LOGITS_OPTIONS;
    c.reduction = options.reduction;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_binary_cross_entropy_with_logits(x.get(), target.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The binary cross entropy between sigmoid(x) and the target.
///
/// Targets lie between 0 and 1. The computation is stable for large |x|.
///
/// \param x logits
/// \param target probabilities from 0 to 1
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
inline Array binary_cross_entropy_with_logits(const Input &x, const Input &target, const char *reduction = "mean") {
    return weir::binary_cross_entropy_with_logits(x, target,
    BinaryCrossEntropyWithLogitsOptions{detail::Named(), reduction});
}

/// The attributes of bincount() that have a default, by name.
struct BincountOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// minimum length of the result (\>= 0)
    int64_t minlength = 0;
};

/// Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x. Attributes by name.
inline Array bincount(const Input &x, const Input &weights, const BincountOptions &options) {
    weir_bincount_options c = WEIR_BINCOUNT_OPTIONS;
    c.minlength = options.minlength;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_bincount(x.get(), weights.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x. Attributes by name, without
/// the optional inputs.
inline Array bincount(const Input &x, const BincountOptions &options) {
    return weir::bincount(x, Input(None, x.here().file, x.here().line), options);
}
/// Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x.
///
/// The length of the result depends on the values, so this operator waits for x; bincount_sized does not. The task
/// fails if an integer is negative.
///
/// \param x integers from 0
/// \param weights weight of each integer; may be None
/// \param minlength minimum length of the result (\>= 0)
inline Array bincount(const Input &x, const Input &weights = None, int64_t minlength = 0) {
    return weir::bincount(x, weights, BincountOptions{detail::Named(), minlength});
}

/// Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x.
///
/// The task fails if an integer is outside the range. Unlike bincount, this operator does not wait for x.
///
/// \param x integers from 0
/// \param weights weight of each integer; may be None
/// \param size integers from 0 to size - 1 are counted (\>= 0)
inline Array bincount_sized(const Input &x, const Input &weights, int64_t size) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_bincount_sized(x.get(), weights.get(), size, &out), x.here());
    return Array::adopt(out);
}

/// The attributes of binomial() that have a default, by name.
struct BinomialOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// shape of the result; none: that of the parameters (\>= 0)
    Ints shape = None;
    /// dtype of the result; default: the default float dtype, int64 for counts (one of int8, int16, int32, int64,
    /// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a binomial distribution: the number of successes in independent trials. Attributes by name.
inline Array binomial(const Input &trials, const Input &probability, const BinomialOptions &options) {
    weir_binomial_options c = WEIR_BINOMIAL_OPTIONS;
    c.shape = options.shape.c(); c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(trials.here());
    weir_array *out = nullptr;
    detail::check(weir_binomial(trials.get(), probability.get(), &c, &out), trials.here());
    return Array::adopt(out);
}
/// Samples from a binomial distribution: the number of successes in independent trials.
///
/// \param trials number of trials
/// \param probability probability of success, 0 to 1
/// \param shape shape of the result; none: that of the parameters (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype, int64 for counts (one of int8, int16, int32,
/// int64, uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array binomial(const Input &trials, const Input &probability, const Ints &shape = None,
    DType dtype = DType::Default, Device device = Device()) {
    return weir::binomial(trials, probability, BinomialOptions{detail::Named(), shape, dtype, device});
}

/// Bitwise AND.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array bitwise_and(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_bitwise_and(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Bitwise NOT; logical NOT for bools.
///
/// \param x the input
/// Also called invert, bitwise_not.
inline Array bitwise_invert(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_bitwise_invert(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Shift the bits of x1 left by x2.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called left_shift.
inline Array bitwise_left_shift(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_bitwise_left_shift(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Bitwise OR.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array bitwise_or(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_bitwise_or(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Shift the bits of x1 right by x2, preserving the sign.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called right_shift.
inline Array bitwise_right_shift(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_bitwise_right_shift(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Bitwise exclusive OR.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array bitwise_xor(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_bitwise_xor(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Broadcast arrays to their common shape; returns views.
///
/// \param arrays the input arrays
inline std::vector<Array> broadcast_arrays(const Inputs &arrays) {
    detail::At at(arrays.here());
    std::vector<weir_array *> out(arrays.size());
    auto count = static_cast<uint32_t>(out.size());
    detail::check(weir_broadcast_arrays(arrays.data(), arrays.size(), out.data(), &count), arrays.here());
    return detail::adopt(out, count);
}

/// Broadcast x to a shape; returns a view.
///
/// New dimensions are added in front; dimensions of size one are repeated.
///
/// \param x the input
/// \param shape shape of the result (\>= 0)
inline Array broadcast_to(const Input &x, const Ints &shape) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_broadcast_to(x.get(), shape.c(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of categorical() that have a default, by name.
struct CategoricalOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// number of samples per row, as a new last axis; none: one sample, no new axis (\>= 0)
    std::optional<int64_t> count = None;
    /// axis of the classes (an axis)
    int64_t axis = -1;
    /// the input holds unnormalised log-probabilities instead of weights
    bool logits = false;
    /// a class may be drawn more than once per row
    bool replacement = true;
    /// an integer dtype (one of int8, int16, int32, int64, uint8, uint16, uint32, uint64)
    DType dtype = DType::Int64;
};

/// Sample classes with probabilities proportional to their weights. Attributes by name.
inline Array categorical(const Input &weights, const CategoricalOptions &options) {
    weir_categorical_options c = WEIR_CATEGORICAL_OPTIONS;
    c.count = detail::or_none(options.count); c.axis = options.axis; c.logits = options.logits;
    c.replacement = options.replacement; c.dtype = static_cast<weir_dtype>(options.dtype);
    detail::At at(weights.here());
    weir_array *out = nullptr;
    detail::check(weir_categorical(weights.get(), &c, &out), weights.here());
    return Array::adopt(out);
}
/// Sample classes with probabilities proportional to their weights.
///
/// The weights need not sum to one. The task fails if a weight is negative or not finite, or if a row has too few
/// positive weights.
///
/// \param weights weights or log-probabilities of the classes
/// \param count number of samples per row, as a new last axis; none: one sample, no new axis (\>= 0)
/// \param axis axis of the classes (an axis)
/// \param logits the input holds unnormalised log-probabilities instead of weights
/// \param replacement a class may be drawn more than once per row
/// \param dtype an integer dtype (one of int8, int16, int32, int64, uint8, uint16, uint32, uint64)
inline Array categorical(const Input &weights, const std::optional<int64_t> &count = None, int64_t axis = -1,
    bool logits = false, bool replacement = true, DType dtype = DType::Int64) {
    return weir::categorical(weights, CategoricalOptions{detail::Named(), count, axis, logits, replacement, dtype});
}

/// The attributes of cauchy() that have a default, by name.
struct CauchyOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// location: added to each sample
    double loc = 0.0;
    /// scale: multiplies each sample (\>= 0.0)
    double scale = 1.0;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a Cauchy distribution with median loc. Attributes by name.
inline Array cauchy(const Ints &shape, const CauchyOptions &options, Here here = Here()) {
    weir_cauchy_options c = WEIR_CAUCHY_OPTIONS;
    c.loc = options.loc; c.scale = options.scale; c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_cauchy(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// Samples from a Cauchy distribution with median loc.
///
/// \param shape shape of the result (\>= 0)
/// \param loc location: added to each sample
/// \param scale scale: multiplies each sample (\>= 0.0)
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array cauchy(const Ints &shape, double loc = 0.0, double scale = 1.0, DType dtype = DType::Default,
    Device device = Device(), Here here = Here()) {
    return weir::cauchy(shape, CauchyOptions{detail::Named(), loc, scale, dtype, device}, here);
}

/// The attributes of cdist() that have a default, by name.
struct CdistOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// order of the norm; may be inf (\> 0.0)
    double p = 2.0;
};

/// The p-norm distances between each pair of vectors of x1 and x2. Attributes by name.
inline Array cdist(const Input &x1, const Input &x2, const CdistOptions &options) {
    weir_cdist_options c = WEIR_CDIST_OPTIONS;
    c.p = options.p;
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_cdist(x1.get(), x2.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// The p-norm distances between each pair of vectors of x1 and x2.
///
/// x1 has shape (..., m, d), x2 (..., n, d), the result (..., m, n). All m * n * d differences are in memory at the
/// same time.
///
/// \param x1 vectors, (..., m, features)
/// \param x2 vectors, (..., n, features)
/// \param p order of the norm; may be inf (\> 0.0)
inline Array cdist(const Input &x1, const Input &x2, double p = 2.0) {
    return weir::cdist(x1, x2, CdistOptions{detail::Named(), p});
}

/// Round up to the nearest integer.
///
/// \param x the input
inline Array ceil(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_ceil(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of celu() that have a default, by name.
struct CeluOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// limit for large negative x is -alpha (\> 0.0)
    double alpha = 1.0;
};

/// Continuously differentiable ELU: x where x \> 0, alpha (exp(x / alpha) - 1) elsewhere. Attributes by name.
inline Array celu(const Input &x, const CeluOptions &options) {
    weir_celu_options c = WEIR_CELU_OPTIONS;
    c.alpha = options.alpha;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_celu(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Continuously differentiable ELU: x where x \> 0, alpha (exp(x / alpha) - 1) elsewhere.
///
/// \param x the input
/// \param alpha limit for large negative x is -alpha (\> 0.0)
inline Array celu(const Input &x, double alpha = 1.0) {
    return weir::celu(x, CeluOptions{detail::Named(), alpha});
}

/// Interleave the channels of the groups (ShuffleNet).
///
/// x has shape (batch, channels, spatial axes).
///
/// \param x images or sequences, (batch, channels, spatial axes)
/// \param groups number of groups that the channels are divided into (\>= 1)
inline Array channel_shuffle(const Input &x, int64_t groups) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_channel_shuffle(x.get(), groups, &out), x.here());
    return Array::adopt(out);
}

/// The values of x unchanged; the operation fails if one of them is NaN or infinite.
///
/// Applied to a loss, it protects the model from a bad batch: the gradient is checked too and fails if the loss failed,
/// and an optimiser step whose gradients failed does not run. `after` is only waited for; its values are not read.
///
/// \param x the input
/// \param after an array that is waited for; may be None
inline Array check_finite(const Input &x, const Input &after = None) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_check_finite(x.get(), after.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of chi_square() that have a default, by name.
struct ChiSquareOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// shape of the result; none: that of the parameters (\>= 0)
    Ints shape = None;
    /// dtype of the result; default: the default float dtype, int64 for counts (one of float16, bfloat16, float32,
    /// float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a chi-squared distribution. Attributes by name.
inline Array chi_square(const Input &degrees, const ChiSquareOptions &options) {
    weir_chi_square_options c = WEIR_CHI_SQUARE_OPTIONS;
    c.shape = options.shape.c(); c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(degrees.here());
    weir_array *out = nullptr;
    detail::check(weir_chi_square(degrees.get(), &c, &out), degrees.here());
    return Array::adopt(out);
}
/// Samples from a chi-squared distribution.
///
/// \param degrees degrees of freedom
/// \param shape shape of the result; none: that of the parameters (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype, int64 for counts (one of float16, bfloat16,
/// float32, float64)
/// \param device device of the result
/// Also called chisquare.
inline Array chi_square(const Input &degrees, const Ints &shape = None, DType dtype = DType::Default,
    Device device = Device()) {
    return weir::chi_square(degrees, ChiSquareOptions{detail::Named(), shape, dtype, device});
}

/// The attributes of cholesky() that have a default, by name.
struct CholeskyOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// return the upper factor U, with x = U^H U
    bool upper = false;
};

/// The Cholesky factorisation x = L L^H of positive definite matrices. Attributes by name.
inline Array cholesky(const Input &x, const CholeskyOptions &options) {
    weir_cholesky_options c = WEIR_CHOLESKY_OPTIONS;
    c.upper = options.upper;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_cholesky(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The Cholesky factorisation x = L L^H of positive definite matrices.
///
/// x is taken to be Hermitian: (x + x^H) / 2 is factored. The task fails if a matrix is not positive definite.
///
/// \param x positive definite matrices
/// \param upper return the upper factor U, with x = U^H U
inline Array cholesky(const Input &x, bool upper = false) {
    return weir::cholesky(x, CholeskyOptions{detail::Named(), upper});
}

/// Clamp x to the range from min to max.
///
/// Either bound may be omitted. Where min \> max, the result is max. Where x equals a bound that is an array, x and the
/// bound share the gradient; where the bound is a number, the gradient is 0.
///
/// \param x the input
/// \param min lower bound; may be None
/// \param max upper bound; may be None
/// Also called clamp.
inline Array clip(const Input &x, const Input &min = None, const Input &max = None) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_clip(x.get(), min.get(), max.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of concat() that have a default, by name.
struct ConcatOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to join along; none: flatten the arrays first (an axis)
    std::optional<int64_t> axis = 0;
};

/// Concatenate arrays along an existing axis. Attributes by name.
inline Array concat(const Inputs &arrays, const ConcatOptions &options) {
    weir_concat_options c = WEIR_CONCAT_OPTIONS;
    c.axis = detail::or_none(options.axis);
    detail::At at(arrays.here());
    weir_array *out = nullptr;
    detail::check(weir_concat(arrays.data(), arrays.size(), &c, &out), arrays.here());
    return Array::adopt(out);
}
/// Concatenate arrays along an existing axis.
///
/// \param arrays the arrays to join
/// \param axis axis to join along; none: flatten the arrays first (an axis)
/// Also called concatenate, cat.
inline Array concat(const Inputs &arrays, const std::optional<int64_t> &axis = 0) {
    return weir::concat(arrays, ConcatOptions{detail::Named(), axis});
}

/// Complex conjugate.
///
/// \param x the input
/// Also called conjugate.
inline Array conj(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_conj(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of conv() that have a default, by name.
struct ConvOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// stride of the kernel, one per axis or one for all; none: 1 (\>= 1)
    Ints stride = None;
    /// zero padding of each axis, or before and after each axis; none: 0 (\>= 0)
    Ints padding = None;
    /// spacing between kernel elements; none: 1 (\>= 1)
    Ints dilation = None;
    /// number of groups that the channels are divided into (\>= 1)
    int64_t groups = 1;
};

/// Convolution over one, two or three spatial axes. Attributes by name.
inline Array conv(const Input &x, const Input &weight, const Input &bias, const ConvOptions &options) {
    weir_conv_options c = WEIR_CONV_OPTIONS;
    c.stride = options.stride.c(); c.padding = options.padding.c(); c.dilation = options.dilation.c();
    c.groups = options.groups;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_conv(x.get(), weight.get(), bias.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Convolution over one, two or three spatial axes. Attributes by name, without the optional inputs.
inline Array conv(const Input &x, const Input &weight, const ConvOptions &options) {
    return weir::conv(x, weight, Input(None, x.here().file, x.here().line), options);
}
/// Convolution over one, two or three spatial axes.
///
/// x has shape (batch, channels, spatial axes), the weight (output channels, input channels / groups, spatial axes). As
/// usual in neural networks, this is a cross-correlation: the kernel is not flipped. A list of one number applies to
/// all axes. A padding of two numbers per axis gives the padding before and after each axis.
///
/// \param x images or sequences, (batch, channels, spatial axes)
/// \param weight kernels, (output channels, input channels / groups, spatial axes)
/// \param bias one number per output channel; may be None
/// \param stride stride of the kernel, one per axis or one for all; none: 1 (\>= 1)
/// \param padding zero padding of each axis, or before and after each axis; none: 0 (\>= 0)
/// \param dilation spacing between kernel elements; none: 1 (\>= 1)
/// \param groups number of groups that the channels are divided into (\>= 1)
/// Also called conv1d, conv2d, conv3d.
inline Array conv(const Input &x, const Input &weight, const Input &bias = None, const Ints &stride = None,
    const Ints &padding = None, const Ints &dilation = None, int64_t groups = 1) {
    return weir::conv(x, weight, bias, ConvOptions{detail::Named(), stride, padding, dilation, groups});
}

/// The attributes of conv_transpose() that have a default, by name.
struct ConvTransposeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// spacing of the elements of x in the result; none: 1 (\>= 1)
    Ints stride = None;
    /// elements removed from both ends of each axis, or before and after each axis; none: 0 (\>= 0)
    Ints padding = None;
    /// elements added at the end of each axis; none: 0 (\>= 0)
    Ints output_padding = None;
    /// number of groups that the channels are divided into (\>= 1)
    int64_t groups = 1;
    /// spacing between kernel elements; none: 1 (\>= 1)
    Ints dilation = None;
};

/// Transposed convolution, the gradient of conv with respect to its input. Attributes by name.
inline Array conv_transpose(const Input &x, const Input &weight, const Input &bias,
    const ConvTransposeOptions &options) {
    weir_conv_transpose_options c = WEIR_CONV_TRANSPOSE_OPTIONS;
    c.stride = options.stride.c(); c.padding = options.padding.c(); c.output_padding = options.output_padding.c();
    c.groups = options.groups; c.dilation = options.dilation.c();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_conv_transpose(x.get(), weight.get(), bias.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Transposed convolution, the gradient of conv with respect to its input. Attributes by name, without the optional
/// inputs.
inline Array conv_transpose(const Input &x, const Input &weight, const ConvTransposeOptions &options) {
    return weir::conv_transpose(x, weight, Input(None, x.here().file, x.here().line), options);
}
/// Transposed convolution, the gradient of conv with respect to its input.
///
/// x has shape (batch, channels, spatial axes), the weight (input channels, output channels / groups, spatial axes). An
/// axis of n elements becomes one of (n - 1) stride - 2 padding + dilation (kernel - 1) + 1 + output_padding elements.
///
/// \param x images or sequences, (batch, channels, spatial axes)
/// \param weight kernels, (input channels, output channels / groups, spatial axes)
/// \param bias one number per output channel; may be None
/// \param stride spacing of the elements of x in the result; none: 1 (\>= 1)
/// \param padding elements removed from both ends of each axis, or before and after each axis; none: 0 (\>= 0)
/// \param output_padding elements added at the end of each axis; none: 0 (\>= 0)
/// \param groups number of groups that the channels are divided into (\>= 1)
/// \param dilation spacing between kernel elements; none: 1 (\>= 1)
/// Also called conv_transpose1d, conv_transpose2d, conv_transpose3d.
inline Array conv_transpose(const Input &x, const Input &weight, const Input &bias = None, const Ints &stride = None,
    const Ints &padding = None, const Ints &output_padding = None, int64_t groups = 1, const Ints &dilation = None) {
    return weir::conv_transpose(x, weight, bias,
    ConvTransposeOptions{detail::Named(), stride, padding, output_padding, groups, dilation});
}

/// Copy x to new storage.
///
/// \param x the input
/// Also called clone.
inline Array copy(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_copy(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Magnitude of x1 with the sign of x2.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array copysign(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_copysign(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Cosine of each element, in radians.
///
/// \param x the input
inline Array cos(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_cos(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Hyperbolic cosine.
///
/// \param x the input
inline Array cosh(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_cosh(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of cosine_embedding_loss() that have a default, by name.
struct CosineEmbeddingLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// margin of the comparison
    double margin = 0.0;
};

/// The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) for targets -1. Attributes by
/// name.
inline Array cosine_embedding_loss(const Input &x1, const Input &x2, const Input &target,
    const CosineEmbeddingLossOptions &options) {
    weir_cosine_embedding_loss_options c = WEIR_COSINE_EMBEDDING_LOSS_OPTIONS;
    c.reduction = options.reduction; c.margin = options.margin;
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_cosine_embedding_loss(x1.get(), x2.get(), target.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) for targets -1.
///
/// \param x1 vectors
/// \param x2 vectors
/// \param target 1 for similar pairs, -1 for others
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param margin margin of the comparison
inline Array cosine_embedding_loss(const Input &x1, const Input &x2, const Input &target,
    const char *reduction = "mean", double margin = 0.0) {
    return weir::cosine_embedding_loss(x1, x2, target, CosineEmbeddingLossOptions{detail::Named(), reduction, margin});
}

/// The attributes of cosine_similarity() that have a default, by name.
struct CosineSimilarityOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the axis of the vectors (an axis)
    int64_t axis = -1;
    /// lower bound of each norm in the divisor (\>= 0.0)
    double eps = 1e-08;
};

/// The cosine similarity of vectors along an axis. Attributes by name.
inline Array cosine_similarity(const Input &x1, const Input &x2, const CosineSimilarityOptions &options) {
    weir_cosine_similarity_options c = WEIR_COSINE_SIMILARITY_OPTIONS;
    c.axis = options.axis; c.eps = options.eps;
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_cosine_similarity(x1.get(), x2.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// The cosine similarity of vectors along an axis.
///
/// \param x1 vectors
/// \param x2 vectors
/// \param axis the axis of the vectors (an axis)
/// \param eps lower bound of each norm in the divisor (\>= 0.0)
inline Array cosine_similarity(const Input &x1, const Input &x2, int64_t axis = -1, double eps = 1e-08) {
    return weir::cosine_similarity(x1, x2, CosineSimilarityOptions{detail::Named(), axis, eps});
}

/// The attributes of count_nonzero() that have a default, by name.
struct CountNonzeroOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
};

/// Number of nonzero elements over axes. Attributes by name.
inline Array count_nonzero(const Input &x, const CountNonzeroOptions &options) {
    weir_count_nonzero_options c = WEIR_COUNT_NONZERO_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_count_nonzero(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Number of nonzero elements over axes.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
inline Array count_nonzero(const Input &x, const Ints &axes = None, bool keepdims = false) {
    return weir::count_nonzero(x, CountNonzeroOptions{detail::Named(), axes, keepdims});
}

/// The attributes of cross() that have a default, by name.
struct CrossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the axis of the vectors (an axis)
    int64_t axis = -1;
};

/// The cross products of three-element vectors along an axis. Attributes by name.
inline Array cross(const Input &x1, const Input &x2, const CrossOptions &options) {
    weir_cross_options c = WEIR_CROSS_OPTIONS;
    c.axis = options.axis;
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_cross(x1.get(), x2.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// The cross products of three-element vectors along an axis.
///
/// The other axes broadcast. Complex numbers are not conjugated.
///
/// \param x1 vectors
/// \param x2 vectors
/// \param axis the axis of the vectors (an axis)
inline Array cross(const Input &x1, const Input &x2, int64_t axis = -1) {
    return weir::cross(x1, x2, CrossOptions{detail::Named(), axis});
}

/// The attributes of cross_entropy() that have a default, by name.
struct CrossEntropyOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the class axis; none: 1, or 0 if x is a vector (an axis)
    std::optional<int64_t> axis = None;
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// targets with this label do not contribute
    int64_t ignore_index = -100;
    /// fraction of each target that is spread evenly over all classes (\>= 0.0, \<= 1.0)
    double label_smoothing = 0.0;
};

/// The cross entropy between softmax(x) and the targets. Attributes by name.
inline Array cross_entropy(const Input &x, const Input &target, const Input &weight,
    const CrossEntropyOptions &options) {
    weir_cross_entropy_options c = WEIR_CROSS_ENTROPY_OPTIONS;
    c.axis = detail::or_none(options.axis); c.reduction = options.reduction; c.ignore_index = options.ignore_index;
    c.label_smoothing = options.label_smoothing;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_cross_entropy(x.get(), target.get(), weight.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The cross entropy between softmax(x) and the targets. Attributes by name, without the optional inputs.
inline Array cross_entropy(const Input &x, const Input &target, const CrossEntropyOptions &options) {
    return weir::cross_entropy(x, target, Input(None, x.here().file, x.here().line), options);
}
/// The cross entropy between softmax(x) and the targets.
///
/// x holds logits, with the classes along axis. Targets are labels, in the shape of x without that axis, or
/// probabilities in the shape of x. weight has one factor per class; a mean over labels divides by the sum of their
/// weights. A label that is out of range is an error, unless it is ignore_index.
///
/// \param x logits
/// \param target labels, or probabilities in the shape of x
/// \param weight factor of each class; may be None
/// \param axis the class axis; none: 1, or 0 if x is a vector (an axis)
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param ignore_index targets with this label do not contribute
/// \param label_smoothing fraction of each target that is spread evenly over all classes (\>= 0.0, \<= 1.0)
inline Array cross_entropy(const Input &x, const Input &target, const Input &weight = None,
    const std::optional<int64_t> &axis = None, const char *reduction = "mean", int64_t ignore_index = -100,
    double label_smoothing = 0.0) {
    return weir::cross_entropy(x, target, weight,
    CrossEntropyOptions{detail::Named(), axis, reduction, ignore_index, label_smoothing});
}

/// The attributes of ctc_loss() that have a default, by name.
struct CtcLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the class of the blank symbol (\>= 0)
    int64_t blank = 0;
    /// 'mean' (of each loss over its target length), 'sum' or 'none' (one of mean, sum, none)
    const char *reduction = "mean";
    /// a target too long for its input gives 0 instead of infinity
    bool zero_infinity = false;
};

/// The connectionist temporal classification (CTC) loss. Attributes by name.
inline Array ctc_loss(const Input &log_probs, const Input &targets, const Input &input_lengths,
    const Input &target_lengths, const CtcLossOptions &options) {
    weir_ctc_loss_options c = WEIR_CTC_LOSS_OPTIONS;
    c.blank = options.blank; c.reduction = options.reduction; c.zero_infinity = options.zero_infinity;
    detail::At at(log_probs.here());
    weir_array *out = nullptr;
    detail::check(weir_ctc_loss(log_probs.get(), targets.get(), input_lengths.get(), target_lengths.get(), &c,
    &out), log_probs.here());
    return Array::adopt(out);
}
/// The connectionist temporal classification (CTC) loss.
///
/// The negative log-likelihood of a target, summed over all its alignments with the input. log_probs has shape (time,
/// batch, classes) and holds log-probabilities. targets has shape (batch, labels), of which sample i uses the first
/// target_lengths[i], or one dimension with the concatenated labels of all samples. A mean divides each loss by the
/// target's length, then by the number of samples. A label that is out of range or equal to blank is an error, and so
/// is a length that is out of range.
///
/// \param log_probs log-probabilities of the classes at each time step
/// \param targets labels of each sample
/// \param input_lengths number of time steps of each sample
/// \param target_lengths number of labels of each sample
/// \param blank the class of the blank symbol (\>= 0)
/// \param reduction 'mean' (of each loss over its target length), 'sum' or 'none' (one of mean, sum, none)
/// \param zero_infinity a target too long for its input gives 0 instead of infinity
inline Array ctc_loss(const Input &log_probs, const Input &targets, const Input &input_lengths,
    const Input &target_lengths, int64_t blank = 0, const char *reduction = "mean", bool zero_infinity = false) {
    return weir::ctc_loss(log_probs, targets, input_lengths, target_lengths,
    CtcLossOptions{detail::Named(), blank, reduction, zero_infinity});
}

/// The results of cummax().
struct CummaxResult {
    Array values;  ///< the largest or smallest element so far
    Array indices;  ///< the index of that element
};
/// The attributes of cummax() that have a default, by name.
struct CummaxOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to accumulate along (an axis)
    int64_t axis = -1;
};

/// Cumulative maximum along an axis, and the index of each maximum. Attributes by name.
inline CummaxResult cummax(const Input &x, const CummaxOptions &options) {
    weir_cummax_options c = WEIR_CUMMAX_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_cummax(x.get(), &c, &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}
/// Cumulative maximum along an axis, and the index of each maximum.
///
/// Among equal elements the index is that of the last. Once a NaN occurs, the results after it are NaN.
///
/// \param x the input
/// \param axis axis to accumulate along (an axis)
inline CummaxResult cummax(const Input &x, int64_t axis = -1) {
    return weir::cummax(x, CummaxOptions{detail::Named(), axis});
}

/// The results of cummin().
struct CumminResult {
    Array values;  ///< the largest or smallest element so far
    Array indices;  ///< the index of that element
};
/// The attributes of cummin() that have a default, by name.
struct CumminOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to accumulate along (an axis)
    int64_t axis = -1;
};

/// Cumulative minimum along an axis, and the index of each minimum. Attributes by name.
inline CumminResult cummin(const Input &x, const CumminOptions &options) {
    weir_cummin_options c = WEIR_CUMMIN_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_cummin(x.get(), &c, &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}
/// Cumulative minimum along an axis, and the index of each minimum.
///
/// Among equal elements the index is that of the last. Once a NaN occurs, the results after it are NaN.
///
/// \param x the input
/// \param axis axis to accumulate along (an axis)
inline CumminResult cummin(const Input &x, int64_t axis = -1) {
    return weir::cummin(x, CumminOptions{detail::Named(), axis});
}

/// The attributes of cumulative_prod() that have a default, by name.
struct CumulativeProdOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to accumulate along; may be omitted for a 1-d array (an axis)
    std::optional<int64_t> axis = None;
    /// dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64, uint8,
    /// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
    /// prepend the initial value, 0 or 1
    bool include_initial = false;
    /// accumulate from the end
    bool reverse = false;
};

/// Cumulative product along an axis. Attributes by name.
inline Array cumulative_prod(const Input &x, const CumulativeProdOptions &options) {
    weir_cumulative_prod_options c = WEIR_CUMULATIVE_PROD_OPTIONS;
    c.axis = detail::or_none(options.axis); c.dtype = static_cast<weir_dtype>(options.dtype);
    c.include_initial = options.include_initial; c.reverse = options.reverse;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_cumulative_prod(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Cumulative product along an axis.
///
/// \param x the input
/// \param axis axis to accumulate along; may be omitted for a 1-d array (an axis)
/// \param dtype dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64,
/// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
/// \param include_initial prepend the initial value, 0 or 1
/// \param reverse accumulate from the end
/// Also called cumprod.
inline Array cumulative_prod(const Input &x, const std::optional<int64_t> &axis = None, DType dtype = DType::Default,
    bool include_initial = false, bool reverse = false) {
    return weir::cumulative_prod(x, CumulativeProdOptions{detail::Named(), axis, dtype, include_initial, reverse});
}

/// The attributes of cumulative_sum() that have a default, by name.
struct CumulativeSumOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to accumulate along; may be omitted for a 1-d array (an axis)
    std::optional<int64_t> axis = None;
    /// dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64, uint8,
    /// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
    /// prepend the initial value, 0 or 1
    bool include_initial = false;
    /// accumulate from the end
    bool reverse = false;
};

/// Cumulative sum along an axis. Attributes by name.
inline Array cumulative_sum(const Input &x, const CumulativeSumOptions &options) {
    weir_cumulative_sum_options c = WEIR_CUMULATIVE_SUM_OPTIONS;
    c.axis = detail::or_none(options.axis); c.dtype = static_cast<weir_dtype>(options.dtype);
    c.include_initial = options.include_initial; c.reverse = options.reverse;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_cumulative_sum(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Cumulative sum along an axis.
///
/// \param x the input
/// \param axis axis to accumulate along; may be omitted for a 1-d array (an axis)
/// \param dtype dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64,
/// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
/// \param include_initial prepend the initial value, 0 or 1
/// \param reverse accumulate from the end
/// Also called cumsum.
inline Array cumulative_sum(const Input &x, const std::optional<int64_t> &axis = None, DType dtype = DType::Default,
    bool include_initial = false, bool reverse = false) {
    return weir::cumulative_sum(x, CumulativeSumOptions{detail::Named(), axis, dtype, include_initial, reverse});
}

/// Convert degrees to radians.
///
/// \param x the input
/// Also called radians.
inline Array deg2rad(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_deg2rad(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The determinants of square matrices.
///
/// The gradient needs the inverse, so it fails for a singular matrix.
///
/// \param x square matrices
inline Array det(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_det(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of diag() that have a default, by name.
struct DiagOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// which diagonal
    int64_t k = 0;
};

/// For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal. Attributes by name.
inline Array diag(const Input &x, const DiagOptions &options) {
    weir_diag_options c = WEIR_DIAG_OPTIONS;
    c.k = options.k;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_diag(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal.
///
/// \param x the input
/// \param k which diagonal
inline Array diag(const Input &x, int64_t k = 0) {
    return weir::diag(x, DiagOptions{detail::Named(), k});
}

/// The attributes of diag_embed() that have a default, by name.
struct DiagEmbedOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// which diagonal receives x
    int64_t offset = 0;
    /// number of rows; none: those of the smallest square matrix (\>= 0)
    std::optional<int64_t> n_rows = None;
    /// number of columns; none: those of the smallest square matrix (\>= 0)
    std::optional<int64_t> n_cols = None;
};

/// Matrices with the last dimension of x on a diagonal and zeros elsewhere. Attributes by name.
inline Array diag_embed(const Input &x, const DiagEmbedOptions &options) {
    weir_diag_embed_options c = WEIR_DIAG_EMBED_OPTIONS;
    c.offset = options.offset; c.n_rows = detail::or_none(options.n_rows); c.n_cols = detail::or_none(options.n_cols);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_diag_embed(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Matrices with the last dimension of x on a diagonal and zeros elsewhere.
///
/// \param x the input
/// \param offset which diagonal receives x
/// \param n_rows number of rows; none: those of the smallest square matrix (\>= 0)
/// \param n_cols number of columns; none: those of the smallest square matrix (\>= 0)
inline Array diag_embed(const Input &x, int64_t offset = 0, const std::optional<int64_t> &n_rows = None,
    const std::optional<int64_t> &n_cols = None) {
    return weir::diag_embed(x, DiagEmbedOptions{detail::Named(), offset, n_rows, n_cols});
}

/// The attributes of diagonal() that have a default, by name.
struct DiagonalOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// which diagonal; positive: above the main one, negative: below
    int64_t offset = 0;
    /// axis of the rows (an axis)
    int64_t axis1 = -2;
    /// axis of the columns (an axis)
    int64_t axis2 = -1;
};

/// A diagonal of matrices; returns a view. Attributes by name.
inline Array diagonal(const Input &x, const DiagonalOptions &options) {
    weir_diagonal_options c = WEIR_DIAGONAL_OPTIONS;
    c.offset = options.offset; c.axis1 = options.axis1; c.axis2 = options.axis2;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_diagonal(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// A diagonal of matrices; returns a view.
///
/// The diagonal becomes the last dimension, after the axes other than rows and columns.
///
/// \param x the input
/// \param offset which diagonal; positive: above the main one, negative: below
/// \param axis1 axis of the rows (an axis)
/// \param axis2 axis of the columns (an axis)
inline Array diagonal(const Input &x, int64_t offset = 0, int64_t axis1 = -2, int64_t axis2 = -1) {
    return weir::diagonal(x, DiagonalOptions{detail::Named(), offset, axis1, axis2});
}

/// The attributes of diff() that have a default, by name.
struct DiffOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// how many times differences are taken (\>= 0)
    int64_t n = 1;
    /// axis along which differences are taken (an axis)
    int64_t axis = -1;
};

/// Differences between consecutive elements along an axis. Attributes by name.
inline Array diff(const Input &x, const Input &prepend, const Input &append, const DiffOptions &options) {
    weir_diff_options c = WEIR_DIFF_OPTIONS;
    c.n = options.n; c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_diff(x.get(), prepend.get(), append.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Differences between consecutive elements along an axis. Attributes by name, without the optional inputs.
inline Array diff(const Input &x, const DiffOptions &options) {
    return weir::diff(x, Input(None, x.here().file, x.here().line), Input(None, x.here().file, x.here().line), options);
}
/// Differences between consecutive elements along an axis.
///
/// The axis becomes shorter by n; prepend and append lengthen it first.
///
/// \param x the input
/// \param prepend elements to put before x; may be None
/// \param append elements to put after x; may be None
/// \param n how many times differences are taken (\>= 0)
/// \param axis axis along which differences are taken (an axis)
inline Array diff(const Input &x, const Input &prepend = None, const Input &append = None, int64_t n = 1,
    int64_t axis = -1) {
    return weir::diff(x, prepend, append, DiffOptions{detail::Named(), n, axis});
}

/// The attributes of digitize() that have a default, by name.
struct DigitizeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// bins include their upper edge instead of the lower one
    bool right = false;
};

/// Index of the bin that each element falls into, for ascending bin edges. Attributes by name.
inline Array digitize(const Input &x, const Input &bins, const DigitizeOptions &options) {
    weir_digitize_options c = WEIR_DIGITIZE_OPTIONS;
    c.right = options.right;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_digitize(x.get(), bins.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Index of the bin that each element falls into, for ascending bin edges.
///
/// Index 0 means below the first edge, and the number of edges means above the last. A bin includes its lower edge.
///
/// \param x the input
/// \param bins edges of the bins, ascending
/// \param right bins include their upper edge instead of the lower one
inline Array digitize(const Input &x, const Input &bins, bool right = false) {
    return weir::digitize(x, bins, DigitizeOptions{detail::Named(), right});
}

/// Element-wise quotient, x1 / x2.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called true_divide, div.
inline Array divide(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_divide(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The dot product: sum over the last axis of x1 and the second-to-last axis of x2.
///
/// For two vectors this is the inner product, for two matrices the matrix product, and for a scalar and any array an
/// elementwise multiplication.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array dot(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_dot(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The results of dropout().
struct DropoutResult {
    Array y;  ///< the result
    Array mask;  ///< true where an element was kept
};
/// The attributes of dropout() that have a default, by name.
struct DropoutOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// probability of dropping an element (\>= 0.0, \<= 1.0)
    double p = 0.5;
};

/// Set random elements to zero and scale the others so that the mean is preserved. Attributes by name.
inline DropoutResult dropout(const Input &x, const DropoutOptions &options) {
    weir_dropout_options c = WEIR_DROPOUT_OPTIONS;
    c.p = options.p;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_dropout(x.get(), &c, &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}
/// Set random elements to zero and scale the others so that the mean is preserved.
///
/// Elements where the mask is true are kept and divided by 1 - p; the others become 0.
///
/// \param x the input
/// \param p probability of dropping an element (\>= 0.0, \<= 1.0)
inline DropoutResult dropout(const Input &x, double p = 0.5) {
    return weir::dropout(x, DropoutOptions{detail::Named(), p});
}

/// The results of eig().
struct EigResult {
    Array eigenvalues;  ///< eigenvalues of each matrix
    Array eigenvectors;  ///< eigenvectors, as columns
};
/// The eigenvalues and eigenvectors of general square matrices, as complex numbers.
///
/// The eigenvalues are sorted by real part, then by imaginary part; those of a real matrix are real or conjugate pairs.
/// Column i of the eigenvectors belongs to eigenvalue i and has length 1; its phase makes its first entry of at least
/// nine tenths of the largest absolute value real and positive. The gradient through the eigenvectors is defined where
/// the eigenvalues are distinct; it is infinite or NaN where they are equal.
///
/// \param x square matrices
inline EigResult eig(const Input &x) {
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_eig(x.get(), &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}

/// The results of eigh().
struct EighResult {
    Array eigenvalues;  ///< eigenvalues of each matrix, ascending
    Array eigenvectors;  ///< eigenvectors, as columns
};
/// The eigenvalues, in ascending order, and eigenvectors of Hermitian matrices.
///
/// Only the lower triangle of each matrix is used, and the real part of its diagonal. Column i of the eigenvectors
/// belongs to eigenvalue i. Its sign or phase is chosen so that the first entry whose absolute value is at least nine
/// tenths of the largest one is real and positive. The gradient through the eigenvectors is defined where the
/// eigenvalues are distinct; it is infinite or NaN where they are equal.
///
/// \param x Hermitian matrices
inline EighResult eigh(const Input &x) {
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_eigh(x.get(), &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}

/// The eigenvalues of general square matrices, as complex numbers.
///
/// They are sorted by real part, then by imaginary part.
///
/// \param x square matrices
inline Array eigvals(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_eigvals(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The eigenvalues of Hermitian matrices, in ascending order.
///
/// Only the lower triangle of each matrix is used, and the real part of its diagonal.
///
/// \param x Hermitian matrices
inline Array eigvalsh(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_eigvalsh(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Sums of products in Einstein summation notation.
///
/// The subscripts of the operands are separated by commas; those after -\> are the subscripts of the result, and the
/// others are summed over. A letter that is repeated in one operand selects the diagonal. An ellipsis stands for the
/// dimensions that are not named; they broadcast. Without -\>, the result has the letters that occur once, in
/// alphabetical order. Several operands are contracted two at a time, in an order that keeps intermediate results
/// small.
///
/// \param operands the arrays to multiply
/// \param equation subscripts of the operands and of the result, as in 'ij,jk-\>ik'
inline Array einsum(const Inputs &operands, const char *equation) {
    detail::At at(operands.here());
    weir_array *out = nullptr;
    detail::check(weir_einsum(operands.data(), operands.size(), equation, &out), operands.here());
    return Array::adopt(out);
}

/// The attributes of elu() that have a default, by name.
struct EluOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// limit for large negative x is -alpha
    double alpha = 1.0;
};

/// Exponential linear unit: x where x \> 0, alpha (exp(x) - 1) elsewhere. Attributes by name.
inline Array elu(const Input &x, const EluOptions &options) {
    weir_elu_options c = WEIR_ELU_OPTIONS;
    c.alpha = options.alpha;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_elu(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Exponential linear unit: x where x \> 0, alpha (exp(x) - 1) elsewhere.
///
/// \param x the input
/// \param alpha limit for large negative x is -alpha
inline Array elu(const Input &x, double alpha = 1.0) {
    return weir::elu(x, EluOptions{detail::Named(), alpha});
}

/// The attributes of embedding() that have a default, by name.
struct EmbeddingOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// row that is excluded from the gradient; none: no such row
    std::optional<int64_t> padding_idx = None;
};

/// Look up the rows of an embedding table by index. Attributes by name.
inline Array embedding(const Input &indices, const Input &weight, const EmbeddingOptions &options) {
    weir_embedding_options c = WEIR_EMBEDDING_OPTIONS;
    c.padding_idx = detail::or_none(options.padding_idx);
    detail::At at(indices.here());
    weir_array *out = nullptr;
    detail::check(weir_embedding(indices.get(), weight.get(), &c, &out), indices.here());
    return Array::adopt(out);
}
/// Look up the rows of an embedding table by index.
///
/// An index that is negative or beyond the last row makes the operation fail.
///
/// \param indices rows to look up
/// \param weight the table, (rows, features)
/// \param padding_idx row that is excluded from the gradient; none: no such row
inline Array embedding(const Input &indices, const Input &weight, const std::optional<int64_t> &padding_idx = None) {
    return weir::embedding(indices, weight, EmbeddingOptions{detail::Named(), padding_idx});
}

/// The attributes of empty() that have a default, by name.
struct EmptyOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8, uint16,
    /// uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// An array to be filled later. Attributes by name.
inline Array empty(const Ints &shape, const EmptyOptions &options, Here here = Here()) {
    weir_empty_options c = WEIR_EMPTY_OPTIONS;
    c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_empty(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// An array to be filled later.
///
/// It holds zeros, so that results never depend on the previous contents of memory.
///
/// \param shape shape of the result (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8,
/// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
/// \param device device of the result
inline Array empty(const Ints &shape, DType dtype = DType::Default, Device device = Device(), Here here = Here()) {
    return weir::empty(shape, EmptyOptions{detail::Named(), dtype, device}, here);
}

/// The attributes of empty_like() that have a default, by name.
struct EmptyLikeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// dtype of the result; default: that of x (one of bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64,
    /// float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
    /// device of the result; default: that of x
    Device device = Device();
};

/// An array with the shape and dtype of x, to be filled later; it holds zeros. Attributes by name.
inline Array empty_like(const Input &x, const EmptyLikeOptions &options) {
    weir_empty_like_options c = WEIR_EMPTY_LIKE_OPTIONS;
    c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_empty_like(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// An array with the shape and dtype of x, to be filled later; it holds zeros.
///
/// \param x an array whose shape and dtype are used
/// \param dtype dtype of the result; default: that of x (one of bool, int8, int16, int32, int64, uint8, uint16, uint32,
/// uint64, float16, bfloat16, float32, float64, complex64, complex128)
/// \param device device of the result; default: that of x
inline Array empty_like(const Input &x, DType dtype = DType::Default, Device device = Device()) {
    return weir::empty_like(x, EmptyLikeOptions{detail::Named(), dtype, device});
}

/// Test whether x1 == x2, element-wise.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called eq.
inline Array equal(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_equal(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Error function.
///
/// \param x the input
inline Array erf(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_erf(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Exponential of each element.
///
/// \param x the input
inline Array exp(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_exp(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// 2 to the power of each element.
///
/// \param x the input
inline Array exp2(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_exp2(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Insert axes of size one; returns a view.
///
/// \param x the input
/// \param axes positions of the new axes in the result (axes)
/// Also called unsqueeze.
inline Array expand_dims(const Input &x, const Ints &axes) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_expand_dims(x.get(), axes.c(), &out), x.here());
    return Array::adopt(out);
}

/// The exponential of square matrices, 1 + x + x^2 / 2! + ...
///
/// By scaling and squaring, computed in double. A matrix with NaN or an infinity gives only NaN. The gradient is the
/// exponential of a matrix of twice the size, about eight times the work.
///
/// \param x square matrices
inline Array expm(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_expm(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// exp(x) - 1, accurate near zero.
///
/// \param x the input
inline Array expm1(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_expm1(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of exponential() that have a default, by name.
struct ExponentialOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// mean (\>= 0.0)
    double scale = 1.0;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from an exponential distribution. Attributes by name.
inline Array exponential(const Ints &shape, const ExponentialOptions &options, Here here = Here()) {
    weir_exponential_options c = WEIR_EXPONENTIAL_OPTIONS;
    c.scale = options.scale; c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_exponential(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// Samples from an exponential distribution.
///
/// \param shape shape of the result (\>= 0)
/// \param scale mean (\>= 0.0)
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array exponential(const Ints &shape, double scale = 1.0, DType dtype = DType::Default, Device device = Device(),
    Here here = Here()) {
    return weir::exponential(shape, ExponentialOptions{detail::Named(), scale, dtype, device}, here);
}

/// The attributes of eye() that have a default, by name.
struct EyeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// number of columns; none: as many as rows (\>= 0)
    std::optional<int64_t> n_cols = None;
    /// which diagonal has the ones
    int64_t k = 0;
    /// dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8, uint16,
    /// uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// A matrix with ones on a diagonal and zeros elsewhere. Attributes by name.
inline Array eye(int64_t n_rows, const EyeOptions &options, Here here = Here()) {
    weir_eye_options c = WEIR_EYE_OPTIONS;
    c.n_cols = detail::or_none(options.n_cols); c.k = options.k; c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_eye(runtime(here), n_rows, &c, &out), here);
    return Array::adopt(out);
}
/// A matrix with ones on a diagonal and zeros elsewhere.
///
/// \param n_rows number of rows; required (\>= 0)
/// \param n_cols number of columns; none: as many as rows (\>= 0)
/// \param k which diagonal has the ones
/// \param dtype dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8,
/// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
/// \param device device of the result
inline Array eye(int64_t n_rows, const std::optional<int64_t> &n_cols = None, int64_t k = 0,
    DType dtype = DType::Default, Device device = Device(), Here here = Here()) {
    return weir::eye(n_rows, EyeOptions{detail::Named(), n_cols, k, dtype, device}, here);
}

/// The attributes of fftn() that have a default, by name.
struct FftnOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// lengths to which x is cropped or zero-padded; none: those of x (\>= 1)
    Ints s = None;
    /// axes to transform; none: all, or the last len(s) axes (axes)
    Ints axes = None;
    /// 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward,
    /// forward, ortho)
    const char *norm = "backward";
};

/// The discrete Fourier transform over the given axes. Attributes by name.
inline Array fftn(const Input &x, const FftnOptions &options) {
    weir_fftn_options c = WEIR_FFTN_OPTIONS;
    c.s = options.s.c(); c.axes = options.axes.c(); c.norm = options.norm;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_fftn(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The discrete Fourier transform over the given axes.
///
/// The result is complex. All results that depend on an infinity or NaN are NaN.
///
/// \param x the input
/// \param s lengths to which x is cropped or zero-padded; none: those of x (\>= 1)
/// \param axes axes to transform; none: all, or the last len(s) axes (axes)
/// \param norm 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward,
/// forward, ortho)
inline Array fftn(const Input &x, const Ints &s = None, const Ints &axes = None, const char *norm = "backward") {
    return weir::fftn(x, FftnOptions{detail::Named(), s, axes, norm});
}

/// The attributes of flatten() that have a default, by name.
struct FlattenOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// first axis to flatten (an axis)
    int64_t start = 0;
    /// last axis to flatten (an axis)
    int64_t end = -1;
};

/// Flatten consecutive axes into one; by default all of them. Attributes by name.
inline Array flatten(const Input &x, const FlattenOptions &options) {
    weir_flatten_options c = WEIR_FLATTEN_OPTIONS;
    c.start = options.start; c.end = options.end;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_flatten(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Flatten consecutive axes into one; by default all of them.
///
/// A view of x if its strides allow, otherwise a copy.
///
/// \param x the input
/// \param start first axis to flatten (an axis)
/// \param end last axis to flatten (an axis)
inline Array flatten(const Input &x, int64_t start = 0, int64_t end = -1) {
    return weir::flatten(x, FlattenOptions{detail::Named(), start, end});
}

/// The attributes of flip() that have a default, by name.
struct FlipOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reverse; none: all (axes)
    Ints axes = None;
};

/// Reverse the order of elements along axes; returns a view. Attributes by name.
inline Array flip(const Input &x, const FlipOptions &options) {
    weir_flip_options c = WEIR_FLIP_OPTIONS;
    c.axes = options.axes.c();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_flip(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Reverse the order of elements along axes; returns a view.
///
/// \param x the input
/// \param axes axes to reverse; none: all (axes)
inline Array flip(const Input &x, const Ints &axes = None) {
    return weir::flip(x, FlipOptions{detail::Named(), axes});
}

/// Round down to the nearest integer.
///
/// \param x the input
inline Array floor(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_floor(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Quotient rounded towards negative infinity. Integer division by 0 gives 0.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array floor_divide(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_floor_divide(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of fold() that have a default, by name.
struct FoldOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// spacing between the elements of a patch; none: 1 (\>= 1)
    Ints dilation = None;
    /// zero padding at both ends of each axis; none: 0 (\>= 0)
    Ints padding = None;
    /// distance between patches; none: 1 (\>= 1)
    Ints stride = None;
};

/// Sum columns of patches into images (col2im), the adjoint of unfold. Attributes by name.
inline Array fold(const Input &y, const Ints &output_size, const Ints &kernel_size, const FoldOptions &options) {
    weir_fold_options c = WEIR_FOLD_OPTIONS;
    c.dilation = options.dilation.c(); c.padding = options.padding.c(); c.stride = options.stride.c();
    detail::At at(y.here());
    weir_array *out = nullptr;
    detail::check(weir_fold(y.get(), output_size.c(), kernel_size.c(), &c, &out), y.here());
    return Array::adopt(out);
}
/// Sum columns of patches into images (col2im), the adjoint of unfold.
///
/// y has shape (batch, channels * elements of a patch, patches). Overlapping patches are summed.
///
/// \param y patches, as unfold returns them
/// \param output_size spatial sizes of the result, one number per axis (\>= 1)
/// \param kernel_size size of a patch, one entry per axis or one for all (\>= 1)
/// \param dilation spacing between the elements of a patch; none: 1 (\>= 1)
/// \param padding zero padding at both ends of each axis; none: 0 (\>= 0)
/// \param stride distance between patches; none: 1 (\>= 1)
/// Also called col2im.
inline Array fold(const Input &y, const Ints &output_size, const Ints &kernel_size, const Ints &dilation = None,
    const Ints &padding = None, const Ints &stride = None) {
    return weir::fold(y, output_size, kernel_size, FoldOptions{detail::Named(), dilation, padding, stride});
}

/// The attributes of full() that have a default, by name.
struct FullOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8, uint16,
    /// uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// An array filled with a value. Attributes by name.
inline Array full(const Ints &shape, const Input &value, const FullOptions &options) {
    weir_full_options c = WEIR_FULL_OPTIONS;
    c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(value.here());
    weir_array *out = nullptr;
    detail::check(weir_full(value.get(), shape.c(), &c, &out), value.here());
    return Array::adopt(out);
}
/// An array filled with a value.
///
/// The value may be an array that broadcasts to the shape. The default dtype is that of the value.
///
/// \param shape shape of the result (\>= 0)
/// \param value the number to fill with, or an array that broadcasts
/// \param dtype dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8,
/// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
/// \param device device of the result
inline Array full(const Ints &shape, const Input &value, DType dtype = DType::Default, Device device = Device()) {
    return weir::full(shape, value, FullOptions{detail::Named(), dtype, device});
}

/// The attributes of full_like() that have a default, by name.
struct FullLikeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// dtype of the result; default: that of x (one of bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64,
    /// float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
    /// device of the result; default: that of x
    Device device = Device();
};

/// An array filled with a value, with the shape and dtype of x. Attributes by name.
inline Array full_like(const Input &x, const Input &value, const FullLikeOptions &options) {
    weir_full_like_options c = WEIR_FULL_LIKE_OPTIONS;
    c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_full_like(x.get(), value.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// An array filled with a value, with the shape and dtype of x.
///
/// \param x an array whose shape and dtype are used
/// \param value the number to fill with, or an array that broadcasts
/// \param dtype dtype of the result; default: that of x (one of bool, int8, int16, int32, int64, uint8, uint16, uint32,
/// uint64, float16, bfloat16, float32, float64, complex64, complex128)
/// \param device device of the result; default: that of x
inline Array full_like(const Input &x, const Input &value, DType dtype = DType::Default, Device device = Device()) {
    return weir::full_like(x, value, FullLikeOptions{detail::Named(), dtype, device});
}

/// The attributes of gamma() that have a default, by name.
struct GammaOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// scale: multiplies each sample (\>= 0.0)
    double scale = 1.0;
    /// shape of the result; none: that of the parameter (\>= 0)
    Ints shape = None;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a gamma distribution. Attributes by name.
inline Array gamma(const Input &concentration, const GammaOptions &options) {
    weir_gamma_options c = WEIR_GAMMA_OPTIONS;
    c.scale = options.scale; c.shape = options.shape.c(); c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(concentration.here());
    weir_array *out = nullptr;
    detail::check(weir_gamma(concentration.get(), &c, &out), concentration.here());
    return Array::adopt(out);
}
/// Samples from a gamma distribution.
///
/// \param concentration shape parameter
/// \param scale scale: multiplies each sample (\>= 0.0)
/// \param shape shape of the result; none: that of the parameter (\>= 0)
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array gamma(const Input &concentration, double scale = 1.0, const Ints &shape = None,
    DType dtype = DType::Default, Device device = Device()) {
    return weir::gamma(concentration, GammaOptions{detail::Named(), scale, shape, dtype, device});
}

/// The attributes of gaussian_nll_loss() that have a default, by name.
struct GaussianNllLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// include the constant log(2 pi) / 2
    bool full = false;
    /// lower bound on the variance (\> 0.0)
    double eps = 1e-06;
};

/// The Gaussian negative log-likelihood of the target, with mean x and variance var. Attributes by name.
inline Array gaussian_nll_loss(const Input &x, const Input &target, const Input &var,
    const GaussianNllLossOptions &options) {
    weir_gaussian_nll_loss_options c = WEIR_GAUSSIAN_NLL_LOSS_OPTIONS;
    c.reduction = options.reduction; c.full = options.full; c.eps = options.eps;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_gaussian_nll_loss(x.get(), target.get(), var.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The Gaussian negative log-likelihood of the target, with mean x and variance var.
///
/// \param x predicted means
/// \param target the values to predict
/// \param var predicted variances
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param full include the constant log(2 pi) / 2
/// \param eps lower bound on the variance (\> 0.0)
inline Array gaussian_nll_loss(const Input &x, const Input &target, const Input &var, const char *reduction = "mean",
    bool full = false, double eps = 1e-06) {
    return weir::gaussian_nll_loss(x, target, var, GaussianNllLossOptions{detail::Named(), reduction, full, eps});
}

/// Gaussian error linear unit: x times the standard normal distribution function of x.
///
/// \param x the input
inline Array gelu(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_gelu(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Gaussian error linear unit, by its tanh approximation.
///
/// \param x the input
inline Array gelu_tanh(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_gelu_tanh(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of geometric() that have a default, by name.
struct GeometricOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// shape of the result; none: that of the parameters (\>= 0)
    Ints shape = None;
    /// dtype of the result; default: the default float dtype, int64 for counts (one of int8, int16, int32, int64,
    /// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a geometric distribution: the number of trials up to the first success. Attributes by name.
inline Array geometric(const Input &probability, const GeometricOptions &options) {
    weir_geometric_options c = WEIR_GEOMETRIC_OPTIONS;
    c.shape = options.shape.c(); c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(probability.here());
    weir_array *out = nullptr;
    detail::check(weir_geometric(probability.get(), &c, &out), probability.here());
    return Array::adopt(out);
}
/// Samples from a geometric distribution: the number of trials up to the first success.
///
/// \param probability probability of success, 0 to 1
/// \param shape shape of the result; none: that of the parameters (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype, int64 for counts (one of int8, int16, int32,
/// int64, uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array geometric(const Input &probability, const Ints &shape = None, DType dtype = DType::Default,
    Device device = Device()) {
    return weir::geometric(probability, GeometricOptions{detail::Named(), shape, dtype, device});
}

/// The mean over the spatial axes, which are kept with size one.
///
/// \param x images or sequences, (batch, channels, spatial axes)
inline Array global_avg_pool(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_global_avg_pool(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The maximum over the spatial axes, which are kept with size one.
///
/// \param x images or sequences, (batch, channels, spatial axes)
inline Array global_max_pool(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_global_max_pool(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The Euclidean norm of all elements of all arrays.
///
/// \param arrays arrays of any shapes
inline Array global_norm(const Inputs &arrays) {
    detail::At at(arrays.here());
    weir_array *out = nullptr;
    detail::check(weir_global_norm(arrays.data(), arrays.size(), &out), arrays.here());
    return Array::adopt(out);
}

/// The attributes of glu() that have a default, by name.
struct GluOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis that is split into two halves (an axis)
    int64_t axis = -1;
};

/// Gated linear unit: the first half of x along an axis times the sigmoid of the second half. Attributes by name.
inline Array glu(const Input &x, const GluOptions &options) {
    weir_glu_options c = WEIR_GLU_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_glu(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Gated linear unit: the first half of x along an axis times the sigmoid of the second half.
///
/// \param x the input
/// \param axis axis that is split into two halves (an axis)
inline Array glu(const Input &x, int64_t axis = -1) {
    return weir::glu(x, GluOptions{detail::Named(), axis});
}

/// Test whether x1 \> x2, element-wise.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called gt.
inline Array greater(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_greater(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Test whether x1 \>= x2, element-wise.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called ge.
inline Array greater_equal(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_greater_equal(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of grid_sample() that have a default, by name.
struct GridSampleOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'bilinear' or 'nearest' (one of bilinear, nearest)
    const char *mode = "bilinear";
    /// values outside x: 'zeros', 'border' or 'reflection' (one of zeros, border, reflection)
    const char *padding_mode = "zeros";
    /// -1 and 1 are the centres of the corner pixels, not their edges
    bool align_corners = false;
};

/// Sample images at the positions of a grid, with coordinates from -1 to 1. Attributes by name.
inline Array grid_sample(const Input &x, const Input &grid, const GridSampleOptions &options) {
    weir_grid_sample_options c = WEIR_GRID_SAMPLE_OPTIONS;
    c.mode = options.mode; c.padding_mode = options.padding_mode; c.align_corners = options.align_corners;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_grid_sample(x.get(), grid.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Sample images at the positions of a grid, with coordinates from -1 to 1.
///
/// x has shape (batch, channels, height, width), the grid (batch, rows, columns, 2) with x before y coordinates. The
/// result has shape (batch, channels, rows, columns). A NaN coordinate stands for pixel -1, just before the first
/// pixel.
///
/// \param x images, (batch, channels, height, width)
/// \param grid coordinates from -1 to 1, (batch, rows, columns, 2)
/// \param mode 'bilinear' or 'nearest' (one of bilinear, nearest)
/// \param padding_mode values outside x: 'zeros', 'border' or 'reflection' (one of zeros, border, reflection)
/// \param align_corners -1 and 1 are the centres of the corner pixels, not their edges
inline Array grid_sample(const Input &x, const Input &grid, const char *mode = "bilinear",
    const char *padding_mode = "zeros", bool align_corners = false) {
    return weir::grid_sample(x, grid, GridSampleOptions{detail::Named(), mode, padding_mode, align_corners});
}

/// The attributes of group_norm() that have a default, by name.
struct GroupNormOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the variance (\>= 0.0)
    double eps = 1e-05;
};

/// Group normalisation: normalise each group of channels of each sample. Attributes by name.
inline Array group_norm(const Input &x, const Input &weight, const Input &bias, int64_t num_groups,
    const GroupNormOptions &options) {
    weir_group_norm_options c = WEIR_GROUP_NORM_OPTIONS;
    c.eps = options.eps;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_group_norm(x.get(), weight.get(), bias.get(), num_groups, &c, &out), x.here());
    return Array::adopt(out);
}
/// Group normalisation: normalise each group of channels of each sample. Attributes by name, without the optional
/// inputs.
inline Array group_norm(const Input &x, int64_t num_groups, const GroupNormOptions &options) {
    return weir::group_norm(x, Input(None, x.here().file, x.here().line), Input(None, x.here().file, x.here().line),
    num_groups, options);
}
/// Group normalisation: normalise each group of channels of each sample.
///
/// x has shape (batch, channels, ...). weight and bias have one element per channel.
///
/// \param x the input
/// \param weight scale of each channel; may be None
/// \param bias offset of each channel; may be None
/// \param num_groups number of groups; required, must divide the channels (\>= 1)
/// \param eps added to the variance (\>= 0.0)
inline Array group_norm(const Input &x, const Input &weight, const Input &bias, int64_t num_groups,
    double eps = 1e-05) {
    return weir::group_norm(x, weight, bias, num_groups, GroupNormOptions{detail::Named(), eps});
}

/// The results of gru().
struct GruResult {
    Array y;  ///< hidden states of all time steps
    Array h_n;  ///< last hidden state
    Array saved;  ///< intermediate values for the gradient
};
/// The attributes of gru() that have a default, by name.
struct GruOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// process the sequence from the last time step to the first
    bool reverse = false;
};

/// A gated recurrent unit (GRU) layer. Attributes by name.
inline GruResult gru(const Input &x, const Input &weight_ih, const Input &weight_hh, const Input &bias_ih,
    const Input &bias_hh, const Input &h0, const Input &lengths, const GruOptions &options) {
    weir_gru_options c = WEIR_GRU_OPTIONS;
    c.reverse = options.reverse;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr, *out2 = nullptr;
    detail::check(weir_gru(x.get(), weight_ih.get(), weight_hh.get(), bias_ih.get(), bias_hh.get(), h0.get(),
    lengths.get(), &c, &out0, &out1, &out2), x.here());
    return {Array::adopt(out0), Array::adopt(out1), Array::adopt(out2)};
}
/// A gated recurrent unit (GRU) layer. Attributes by name, without the optional inputs.
inline GruResult gru(const Input &x, const Input &weight_ih, const Input &weight_hh, const GruOptions &options) {
    return weir::gru(x, weight_ih, weight_hh, Input(None, x.here().file, x.here().line),
    Input(None, x.here().file, x.here().line), Input(None, x.here().file, x.here().line),
    Input(None, x.here().file, x.here().line), options);
}
/// A gated recurrent unit (GRU) layer.
///
/// x has shape (time, batch, inputs), weight_ih (3 * units, inputs), weight_hh (3 * units, units), with the gates in
/// the order r, z, n; r multiplies W_hn h + b_hn. y holds the states of all time steps, h_n the last one; saved is for
/// the gradient. lengths has the number of time steps of each sample, after which y is 0 and the state does not change.
///
/// \param x sequences, (time, batch, inputs)
/// \param weight_ih weights of the input
/// \param weight_hh weights of the hidden state
/// \param bias_ih bias of the input; may be None
/// \param bias_hh bias of the hidden state; may be None
/// \param h0 initial hidden state; may be None
/// \param lengths number of time steps of each sample; may be None
/// \param reverse process the sequence from the last time step to the first
inline GruResult gru(const Input &x, const Input &weight_ih, const Input &weight_hh, const Input &bias_ih = None,
    const Input &bias_hh = None, const Input &h0 = None, const Input &lengths = None, bool reverse = false) {
    return weir::gru(x, weight_ih, weight_hh, bias_ih, bias_hh, h0, lengths, GruOptions{detail::Named(), reverse});
}

/// The attributes of gumbel() that have a default, by name.
struct GumbelOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// location: added to each sample
    double loc = 0.0;
    /// scale: multiplies each sample (\>= 0.0)
    double scale = 1.0;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a Gumbel distribution with mode loc. Attributes by name.
inline Array gumbel(const Ints &shape, const GumbelOptions &options, Here here = Here()) {
    weir_gumbel_options c = WEIR_GUMBEL_OPTIONS;
    c.loc = options.loc; c.scale = options.scale; c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_gumbel(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// Samples from a Gumbel distribution with mode loc.
///
/// \param shape shape of the result (\>= 0)
/// \param loc location: added to each sample
/// \param scale scale: multiplies each sample (\>= 0.0)
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array gumbel(const Ints &shape, double loc = 0.0, double scale = 1.0, DType dtype = DType::Default,
    Device device = Device(), Here here = Here()) {
    return weir::gumbel(shape, GumbelOptions{detail::Named(), loc, scale, dtype, device}, here);
}

/// The attributes of hardshrink() that have a default, by name.
struct HardshrinkOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// elements with |x| \<= lambd become 0 (\>= 0.0)
    double lambd = 0.5;
};

/// Hard shrinkage: x where |x| \> lambd, 0 elsewhere. Attributes by name.
inline Array hardshrink(const Input &x, const HardshrinkOptions &options) {
    weir_hardshrink_options c = WEIR_HARDSHRINK_OPTIONS;
    c.lambd = options.lambd;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_hardshrink(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Hard shrinkage: x where |x| \> lambd, 0 elsewhere.
///
/// \param x the input
/// \param lambd elements with |x| \<= lambd become 0 (\>= 0.0)
inline Array hardshrink(const Input &x, double lambd = 0.5) {
    return weir::hardshrink(x, HardshrinkOptions{detail::Named(), lambd});
}

/// Hard sigmoid: x / 6 + 1/2, clamped to the range from 0 to 1.
///
/// \param x the input
inline Array hardsigmoid(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_hardsigmoid(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Hard swish: x hardsigmoid(x).
///
/// \param x the input
inline Array hardswish(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_hardswish(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of hardtanh() that have a default, by name.
struct HardtanhOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// lower bound of the result
    double min_val = -1.0;
    /// upper bound of the result
    double max_val = 1.0;
};

/// Clamp x to the range from min_val to max_val. Attributes by name.
inline Array hardtanh(const Input &x, const HardtanhOptions &options) {
    weir_hardtanh_options c = WEIR_HARDTANH_OPTIONS;
    c.min_val = options.min_val; c.max_val = options.max_val;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_hardtanh(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Clamp x to the range from min_val to max_val.
///
/// \param x the input
/// \param min_val lower bound of the result
/// \param max_val upper bound of the result
inline Array hardtanh(const Input &x, double min_val = -1.0, double max_val = 1.0) {
    return weir::hardtanh(x, HardtanhOptions{detail::Named(), min_val, max_val});
}

/// The attributes of hinge_embedding_loss() that have a default, by name.
struct HingeEmbeddingLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// margin for targets of -1
    double margin = 1.0;
};

/// The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1. Attributes by name.
inline Array hinge_embedding_loss(const Input &x, const Input &target, const HingeEmbeddingLossOptions &options) {
    weir_hinge_embedding_loss_options c = WEIR_HINGE_EMBEDDING_LOSS_OPTIONS;
    c.reduction = options.reduction; c.margin = options.margin;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_hinge_embedding_loss(x.get(), target.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1.
///
/// \param x scores
/// \param target 1 or -1
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param margin margin for targets of -1
inline Array hinge_embedding_loss(const Input &x, const Input &target, const char *reduction = "mean",
    double margin = 1.0) {
    return weir::hinge_embedding_loss(x, target, HingeEmbeddingLossOptions{detail::Named(), reduction, margin});
}

/// The attributes of hinge_loss() that have a default, by name.
struct HingeLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// the loss is 0 if target * x is at least this value (\>= 0.0)
    double margin = 1.0;
};

/// The hinge loss, max(0, margin - target * x), for targets 1 and -1. Attributes by name.
inline Array hinge_loss(const Input &x, const Input &target, const HingeLossOptions &options) {
    weir_hinge_loss_options c = WEIR_HINGE_LOSS_OPTIONS;
    c.reduction = options.reduction; c.margin = options.margin;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_hinge_loss(x.get(), target.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The hinge loss, max(0, margin - target * x), for targets 1 and -1.
///
/// \param x scores
/// \param target 1 or -1
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param margin the loss is 0 if target * x is at least this value (\>= 0.0)
inline Array hinge_loss(const Input &x, const Input &target, const char *reduction = "mean", double margin = 1.0) {
    return weir::hinge_loss(x, target, HingeLossOptions{detail::Named(), reduction, margin});
}

/// The results of histogram().
struct HistogramResult {
    Array counts;  ///< count or sum of weights of each bin
    Array edges;  ///< edges of the bins
};
/// The attributes of histogram() that have a default, by name.
struct HistogramOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// number of bins (\>= 1)
    int64_t bins = 10;
    /// lowest edge
    double min = 0.0;
    /// highest edge; if equal to min, the range of the data is used
    double max = 0.0;
};

/// Count the elements (or sum their weights) in bins of equal width; also return the bin edges. Attributes by name.
inline HistogramResult histogram(const Input &x, const Input &weights, const HistogramOptions &options) {
    weir_histogram_options c = WEIR_HISTOGRAM_OPTIONS;
    c.bins = options.bins; c.min = options.min; c.max = options.max;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_histogram(x.get(), weights.get(), &c, &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}
/// Count the elements (or sum their weights) in bins of equal width; also return the bin edges. Attributes by name,
/// without the optional inputs.
inline HistogramResult histogram(const Input &x, const HistogramOptions &options) {
    return weir::histogram(x, Input(None, x.here().file, x.here().line), options);
}
/// Count the elements (or sum their weights) in bins of equal width; also return the bin edges.
///
/// Each bin includes its lower edge; the last bin includes both edges. NaN and elements outside the range are not
/// counted. If the range is taken from data that contain NaN or an infinity, the task fails.
///
/// \param x the input
/// \param weights weight of each element; may be None
/// \param bins number of bins (\>= 1)
/// \param min lowest edge
/// \param max highest edge; if equal to min, the range of the data is used
inline HistogramResult histogram(const Input &x, const Input &weights = None, int64_t bins = 10, double min = 0.0,
    double max = 0.0) {
    return weir::histogram(x, weights, HistogramOptions{detail::Named(), bins, min, max});
}

/// The attributes of huber_loss() that have a default, by name.
struct HuberLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// distance up to which the loss is quadratic, and its slope beyond (\>= 0.0)
    double delta = 1.0;
};

/// The Huber loss: quadratic near 0, linear elsewhere. Attributes by name.
inline Array huber_loss(const Input &x, const Input &target, const HuberLossOptions &options) {
    weir_huber_loss_options c = WEIR_HUBER_LOSS_OPTIONS;
    c.reduction = options.reduction; c.delta = options.delta;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_huber_loss(x.get(), target.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The Huber loss: quadratic near 0, linear elsewhere.
///
/// With d = |x - target|: d^2 / 2 up to delta, delta (d - delta / 2) above.
///
/// \param x predictions
/// \param target the values to predict
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param delta distance up to which the loss is quadratic, and its slope beyond (\>= 0.0)
inline Array huber_loss(const Input &x, const Input &target, const char *reduction = "mean", double delta = 1.0) {
    return weir::huber_loss(x, target, HuberLossOptions{detail::Named(), reduction, delta});
}

/// Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array hypot(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_hypot(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of ifftn() that have a default, by name.
struct IfftnOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// lengths to which x is cropped or zero-padded; none: those of x (\>= 1)
    Ints s = None;
    /// axes to transform; none: all, or the last len(s) axes (axes)
    Ints axes = None;
    /// 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward,
    /// forward, ortho)
    const char *norm = "backward";
};

/// The inverse discrete Fourier transform over the given axes. Attributes by name.
inline Array ifftn(const Input &x, const IfftnOptions &options) {
    weir_ifftn_options c = WEIR_IFFTN_OPTIONS;
    c.s = options.s.c(); c.axes = options.axes.c(); c.norm = options.norm;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_ifftn(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The inverse discrete Fourier transform over the given axes.
///
/// The result is complex. All results that depend on an infinity or NaN are NaN.
///
/// \param x the input
/// \param s lengths to which x is cropped or zero-padded; none: those of x (\>= 1)
/// \param axes axes to transform; none: all, or the last len(s) axes (axes)
/// \param norm 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward,
/// forward, ortho)
inline Array ifftn(const Input &x, const Ints &s = None, const Ints &axes = None, const char *norm = "backward") {
    return weir::ifftn(x, IfftnOptions{detail::Named(), s, axes, norm});
}

/// Imaginary part.
///
/// \param x the input
inline Array imag(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_imag(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of image_normalize() that have a default, by name.
struct ImageNormalizeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// multiplies x before mean and std are applied; none: 1/255 for integers, 1 for floats
    std::optional<double> scale = None;
    /// layout of x: 'HWC' (channels last) or 'CHW' (channels first) (one of HWC, CHW)
    const char *layout = "HWC";
    /// layout of the result: 'HWC' or 'CHW' (one of HWC, CHW)
    const char *output_layout = "CHW";
    /// dtype of the result; default: the dtype of x if it is a float, else float32 (one of float16, bfloat16, float32,
    /// float64)
    DType dtype = DType::Default;
};

/// Normalise images per channel, (scale x - mean) / std, and convert their layout. Attributes by name.
inline Array image_normalize(const Input &x, const Input &mean, const Input &stddev,
    const ImageNormalizeOptions &options) {
    weir_image_normalize_options c = WEIR_IMAGE_NORMALIZE_OPTIONS;
    c.scale = detail::or_none(options.scale); c.layout = options.layout; c.output_layout = options.output_layout;
    c.dtype = static_cast<weir_dtype>(options.dtype);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_image_normalize(x.get(), mean.get(), stddev.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Normalise images per channel, (scale x - mean) / std, and convert their layout. Attributes by name, without the
/// optional inputs.
inline Array image_normalize(const Input &x, const ImageNormalizeOptions &options) {
    return weir::image_normalize(x, Input(None, x.here().file, x.here().line),
    Input(None, x.here().file, x.here().line), options);
}
/// Normalise images per channel, (scale x - mean) / std, and convert their layout.
///
/// x has shape (..., height, width, channels), or (..., channels, height, width) with layout 'CHW'. Without mean and
/// std, uint8 pixels become floats from 0 to 1. A std of 0 is an error.
///
/// \param x images
/// \param mean mean of each channel; may be None
/// \param stddev standard deviation of each channel; may be None
/// \param scale multiplies x before mean and std are applied; none: 1/255 for integers, 1 for floats
/// \param layout layout of x: 'HWC' (channels last) or 'CHW' (channels first) (one of HWC, CHW)
/// \param output_layout layout of the result: 'HWC' or 'CHW' (one of HWC, CHW)
/// \param dtype dtype of the result; default: the dtype of x if it is a float, else float32 (one of float16, bfloat16,
/// float32, float64)
inline Array image_normalize(const Input &x, const Input &mean = None, const Input &stddev = None,
    const std::optional<double> &scale = None, const char *layout = "HWC", const char *output_layout = "CHW",
    DType dtype = DType::Default) {
    return weir::image_normalize(x, mean, stddev,
    ImageNormalizeOptions{detail::Named(), scale, layout, output_layout, dtype});
}

/// The attributes of image_resize() that have a default, by name.
struct ImageResizeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'nearest', 'nearest-exact', 'bilinear', 'bicubic' or 'area' (one of nearest, nearest-exact, bilinear, bicubic,
    /// area)
    const char *mode = "bilinear";
    /// when downscaling, average all pixels of x that a pixel of the result covers
    bool antialias = true;
    /// 'HWC' (channels last) or 'CHW' (channels first, or no channels) (one of HWC, CHW)
    const char *layout = "HWC";
};

/// Resize images of uint8 or float pixels. Attributes by name.
inline Array image_resize(const Input &x, const Ints &size, const ImageResizeOptions &options) {
    weir_image_resize_options c = WEIR_IMAGE_RESIZE_OPTIONS;
    c.mode = options.mode; c.antialias = options.antialias; c.layout = options.layout;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_image_resize(x.get(), size.c(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Resize images of uint8 or float pixels.
///
/// x has shape (..., height, width, channels), or (..., height, width) with layout 'CHW'. uint8 pixels are rounded
/// once, at the end.
///
/// \param x images
/// \param size height and width of the result (\>= 1)
/// \param mode 'nearest', 'nearest-exact', 'bilinear', 'bicubic' or 'area' (one of nearest, nearest-exact, bilinear,
/// bicubic, area)
/// \param antialias when downscaling, average all pixels of x that a pixel of the result covers
/// \param layout 'HWC' (channels last) or 'CHW' (channels first, or no channels) (one of HWC, CHW)
inline Array image_resize(const Input &x, const Ints &size, const char *mode = "bilinear", bool antialias = true,
    const char *layout = "HWC") {
    return weir::image_resize(x, size, ImageResizeOptions{detail::Named(), mode, antialias, layout});
}

/// The attributes of index() that have a default, by name.
struct IndexOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis that each index array applies to; none: the leading axes (axes)
    Ints axes = None;
    /// put the dimensions of the index arrays first, wherever the axes are
    bool front = false;
};

/// Index several axes of x with integer arrays, as in x[i, :, j]. Attributes by name.
inline Array index(const Input &x, const Inputs &indices, const IndexOptions &options) {
    weir_index_options c = WEIR_INDEX_OPTIONS;
    c.axes = options.axes.c(); c.front = options.front;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_index(x.get(), indices.data(), indices.size(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Index several axes of x with integer arrays, as in x[i, :, j].
///
/// The index arrays are broadcast together. Their dimensions replace the indexed axes if those are adjacent, and come
/// first otherwise. Negative indices count from the end.
///
/// \param x the input
/// \param indices integer arrays, one for each indexed axis
/// \param axes axis that each index array applies to; none: the leading axes (axes)
/// \param front put the dimensions of the index arrays first, wherever the axes are
inline Array index(const Input &x, const Inputs &indices, const Ints &axes = None, bool front = false) {
    return weir::index(x, indices, IndexOptions{detail::Named(), axes, front});
}

/// The attributes of index_put() that have a default, by name.
struct IndexPutOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis that each index array applies to; none: the leading axes (axes)
    Ints axes = None;
    /// put the dimensions of the index arrays first, wherever the axes are
    bool front = false;
    /// add to the elements instead of replacing them
    bool accumulate = false;
};

/// A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = values. Attributes by name.
inline Array index_put(const Input &x, const Input &values, const Inputs &indices, const IndexPutOptions &options) {
    weir_index_put_options c = WEIR_INDEX_PUT_OPTIONS;
    c.axes = options.axes.c(); c.front = options.front; c.accumulate = options.accumulate;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_index_put(x.get(), values.get(), indices.data(), indices.size(), &c, &out), x.here());
    return Array::adopt(out);
}
/// A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = values.
///
/// Values are broadcast to the shape of index(x, indices). If an element is indexed several times, the last value is
/// stored, or with accumulate all are added in order. If x is also the output, only the indexed elements are written.
///
/// \param x the input
/// \param values new values of the selected elements
/// \param indices integer arrays, one for each indexed axis
/// \param axes axis that each index array applies to; none: the leading axes (axes)
/// \param front put the dimensions of the index arrays first, wherever the axes are
/// \param accumulate add to the elements instead of replacing them
inline Array index_put(const Input &x, const Input &values, const Inputs &indices, const Ints &axes = None,
    bool front = false, bool accumulate = false) {
    return weir::index_put(x, values, indices, IndexPutOptions{detail::Named(), axes, front, accumulate});
}

/// The inner product: sum over the last axes of x1 and x2.
///
/// Complex numbers are not conjugated; vecdot conjugates x1.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array inner(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_inner(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of instance_norm() that have a default, by name.
struct InstanceNormOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// added to the variance (\>= 0.0)
    double eps = 1e-05;
};

/// Instance normalisation: normalise each channel of each sample. Attributes by name.
inline Array instance_norm(const Input &x, const Input &weight, const Input &bias, const InstanceNormOptions &options) {
    weir_instance_norm_options c = WEIR_INSTANCE_NORM_OPTIONS;
    c.eps = options.eps;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_instance_norm(x.get(), weight.get(), bias.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Instance normalisation: normalise each channel of each sample. Attributes by name, without the optional inputs.
inline Array instance_norm(const Input &x, const InstanceNormOptions &options) {
    return weir::instance_norm(x, Input(None, x.here().file, x.here().line), Input(None, x.here().file, x.here().line),
    options);
}
/// Instance normalisation: normalise each channel of each sample.
///
/// x has shape (batch, channels, ...). weight and bias have one element per channel.
///
/// \param x the input
/// \param weight scale of each channel; may be None
/// \param bias offset of each channel; may be None
/// \param eps added to the variance (\>= 0.0)
inline Array instance_norm(const Input &x, const Input &weight = None, const Input &bias = None, double eps = 1e-05) {
    return weir::instance_norm(x, weight, bias, InstanceNormOptions{detail::Named(), eps});
}

/// The attributes of integers() that have a default, by name.
struct IntegersOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// an integer dtype (one of int8, int16, int32, int64, uint8, uint16, uint32, uint64)
    DType dtype = DType::Int64;
    /// device of the result
    Device device = Device();
};

/// Random integers from low (inclusive) to high (exclusive), uniformly distributed. Attributes by name.
inline Array integers(int64_t low, int64_t high, const Ints &shape, const IntegersOptions &options,
    Here here = Here()) {
    weir_integers_options c = WEIR_INTEGERS_OPTIONS;
    c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_integers(runtime(here), low, high, shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// Random integers from low (inclusive) to high (exclusive), uniformly distributed.
///
/// \param low lower bound, inclusive
/// \param high upper bound, exclusive; required
/// \param shape shape of the result (\>= 0)
/// \param dtype an integer dtype (one of int8, int16, int32, int64, uint8, uint16, uint32, uint64)
/// \param device device of the result
/// Also called randint.
inline Array integers(int64_t low, int64_t high, const Ints &shape, DType dtype = DType::Int64,
    Device device = Device(), Here here = Here()) {
    return weir::integers(low, high, shape, IntegersOptions{detail::Named(), dtype, device}, here);
}

/// The attributes of interpolate() that have a default, by name.
struct InterpolateOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// spatial sizes of the result, one per axis or one for all (\>= 1)
    Ints size = None;
    /// ratio of the result's size to the size of x, instead of size (\> 0.0)
    std::optional<double> scale_factor = None;
    /// 'nearest', 'nearest-exact', 'linear', 'bilinear', 'trilinear', 'bicubic' or 'area' (one of nearest, nearest-
    /// exact, linear, bilinear, trilinear, bicubic, area)
    const char *mode = "nearest";
    /// align the centres of the corner elements, not their edges
    bool align_corners = false;
    /// when downscaling, average all elements of x that an element of the result covers
    bool antialias = false;
};

/// Resize an array along its one to three spatial axes. Attributes by name.
inline Array interpolate(const Input &x, const InterpolateOptions &options) {
    weir_interpolate_options c = WEIR_INTERPOLATE_OPTIONS;
    c.output_size = options.size.c(); c.scale_factor = detail::or_none(options.scale_factor); c.mode = options.mode;
    c.align_corners = options.align_corners; c.antialias = options.antialias;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_interpolate(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Resize an array along its one to three spatial axes.
///
/// x has shape (batch, channels, spatial axes). 'area' averages; 'nearest' copies and accepts any dtype. With
/// scale_factor, sizes are rounded down, and positions are computed from the exact factor.
///
/// \param x images, (batch, channels, spatial axes)
/// \param size spatial sizes of the result, one per axis or one for all (\>= 1)
/// \param scale_factor ratio of the result's size to the size of x, instead of size (\> 0.0)
/// \param mode 'nearest', 'nearest-exact', 'linear', 'bilinear', 'trilinear', 'bicubic' or 'area' (one of nearest,
/// nearest-exact, linear, bilinear, trilinear, bicubic, area)
/// \param align_corners align the centres of the corner elements, not their edges
/// \param antialias when downscaling, average all elements of x that an element of the result covers
/// Also called upsample.
inline Array interpolate(const Input &x, const Ints &size = None, const std::optional<double> &scale_factor = None,
    const char *mode = "nearest", bool align_corners = false, bool antialias = false) {
    return weir::interpolate(x,
    InterpolateOptions{detail::Named(), size, scale_factor, mode, align_corners, antialias});
}

/// The inverses of square matrices.
///
/// The task fails if a matrix is singular, that is if a pivot is 0. A matrix with an element that is not finite gives
/// NaN.
///
/// \param x square matrices
inline Array inv(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_inv(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of irfftn() that have a default, by name.
struct IrfftnOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// lengths to which x is cropped or zero-padded; none: those of x (\>= 1)
    Ints s = None;
    /// axes to transform; none: all, or the last len(s) axes (axes)
    Ints axes = None;
    /// 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward,
    /// forward, ortho)
    const char *norm = "backward";
};

/// The inverse of rfftn: real output from the non-redundant half of a transform. Attributes by name.
inline Array irfftn(const Input &x, const IrfftnOptions &options) {
    weir_irfftn_options c = WEIR_IRFFTN_OPTIONS;
    c.s = options.s.c(); c.axes = options.axes.c(); c.norm = options.norm;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_irfftn(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The inverse of rfftn: real output from the non-redundant half of a transform.
///
/// Without s, the last transformed axis has 2 (m - 1) elements in the result, where m is its size in x.
///
/// \param x the input
/// \param s lengths to which x is cropped or zero-padded; none: those of x (\>= 1)
/// \param axes axes to transform; none: all, or the last len(s) axes (axes)
/// \param norm 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward,
/// forward, ortho)
inline Array irfftn(const Input &x, const Ints &s = None, const Ints &axes = None, const char *norm = "backward") {
    return weir::irfftn(x, IrfftnOptions{detail::Named(), s, axes, norm});
}

/// Test that each element is neither infinite nor NaN.
///
/// \param x the input
inline Array isfinite(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_isfinite(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of isin() that have a default, by name.
struct IsinOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// test that the element is not in x2
    bool invert = false;
};

/// Test whether each element of x1 is in x2. Attributes by name.
inline Array isin(const Input &x1, const Input &x2, const IsinOptions &options) {
    weir_isin_options c = WEIR_ISIN_OPTIONS;
    c.invert = options.invert;
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_isin(x1.get(), x2.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// Test whether each element of x1 is in x2.
///
/// NaN equals nothing, so it is never in x2.
///
/// \param x1 the elements to look for
/// \param x2 the elements to look among
/// \param invert test that the element is not in x2
inline Array isin(const Input &x1, const Input &x2, bool invert = false) {
    return weir::isin(x1, x2, IsinOptions{detail::Named(), invert});
}

/// Test each element for positive or negative infinity.
///
/// \param x the input
inline Array isinf(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_isinf(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Test each element for NaN.
///
/// \param x the input
inline Array isnan(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_isnan(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of kl_div() that have a default, by name.
struct KlDivOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum', 'none' or 'batchmean' (the sum divided by the batch size) (one of mean, sum, none, batchmean)
    const char *reduction = "mean";
    /// the target holds log-probabilities too
    bool log_target = false;
};

/// KL divergence of the target from the distribution whose log-probabilities are x. Attributes by name.
inline Array kl_div(const Input &x, const Input &target, const KlDivOptions &options) {
    weir_kl_div_options c = WEIR_KL_DIV_OPTIONS;
    c.reduction = options.reduction; c.log_target = options.log_target;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_kl_div(x.get(), target.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// KL divergence of the target from the distribution whose log-probabilities are x.
///
/// The elementwise loss is target * (log(target) - x). Targets are probabilities, or log-probabilities with log_target.
/// A target of 0 contributes 0.
///
/// \param x log-probabilities
/// \param target probabilities, or their logarithms with log_target
/// \param reduction 'mean', 'sum', 'none' or 'batchmean' (the sum divided by the batch size) (one of mean, sum, none,
/// batchmean)
/// \param log_target the target holds log-probabilities too
inline Array kl_div(const Input &x, const Input &target, const char *reduction = "mean", bool log_target = false) {
    return weir::kl_div(x, target, KlDivOptions{detail::Named(), reduction, log_target});
}

/// The results of kthvalue().
struct KthvalueResult {
    Array values;  ///< the element of that rank
    Array indices;  ///< its index along the axis
};
/// The attributes of kthvalue() that have a default, by name.
struct KthvalueOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// rank of the element; 1 is the smallest (\>= 1)
    int64_t k = 1;
    /// axis to search along (an axis)
    int64_t axis = -1;
    /// keep the reduced axis with size one
    bool keepdims = false;
};

/// The k-th smallest element along an axis, counted from 1, and its index. Attributes by name.
inline KthvalueResult kthvalue(const Input &x, const KthvalueOptions &options) {
    weir_kthvalue_options c = WEIR_KTHVALUE_OPTIONS;
    c.k = options.k; c.axis = options.axis; c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_kthvalue(x.get(), &c, &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}
/// The k-th smallest element along an axis, counted from 1, and its index.
///
/// \param x the input
/// \param k rank of the element; 1 is the smallest (\>= 1)
/// \param axis axis to search along (an axis)
/// \param keepdims keep the reduced axis with size one
inline KthvalueResult kthvalue(const Input &x, int64_t k = 1, int64_t axis = -1, bool keepdims = false) {
    return weir::kthvalue(x, KthvalueOptions{detail::Named(), k, axis, keepdims});
}

/// The attributes of l1_loss() that have a default, by name.
struct L1LossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
};

/// The mean absolute error, |x - target|. Attributes by name.
inline Array l1_loss(const Input &x, const Input &target, const L1LossOptions &options) {
    weir_l1_loss_options c = WEIR_L1_LOSS_OPTIONS;
    c.reduction = options.reduction;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_l1_loss(x.get(), target.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The mean absolute error, |x - target|.
///
/// \param x predictions
/// \param target the values to predict
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
inline Array l1_loss(const Input &x, const Input &target, const char *reduction = "mean") {
    return weir::l1_loss(x, target, L1LossOptions{detail::Named(), reduction});
}

/// The attributes of laplace() that have a default, by name.
struct LaplaceOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// location: added to each sample
    double loc = 0.0;
    /// scale: multiplies each sample (\>= 0.0)
    double scale = 1.0;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a Laplace distribution with mean loc. Attributes by name.
inline Array laplace(const Ints &shape, const LaplaceOptions &options, Here here = Here()) {
    weir_laplace_options c = WEIR_LAPLACE_OPTIONS;
    c.loc = options.loc; c.scale = options.scale; c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_laplace(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// Samples from a Laplace distribution with mean loc.
///
/// \param shape shape of the result (\>= 0)
/// \param loc location: added to each sample
/// \param scale scale: multiplies each sample (\>= 0.0)
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array laplace(const Ints &shape, double loc = 0.0, double scale = 1.0, DType dtype = DType::Default,
    Device device = Device(), Here here = Here()) {
    return weir::laplace(shape, LaplaceOptions{detail::Named(), loc, scale, dtype, device}, here);
}

/// The attributes of layer_norm() that have a default, by name.
struct LayerNormOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the last axes, which are normalised; none: as many as weight has axes, or one (axes)
    Ints axes = None;
    /// added to the variance (\>= 0.0)
    std::optional<double> eps = 1e-05;
};

/// Layer normalisation: subtract the mean and divide by the standard deviation over the last axes. Attributes by name.
inline Array layer_norm(const Input &x, const Input &weight, const Input &bias, const LayerNormOptions &options) {
    weir_layer_norm_options c = WEIR_LAYER_NORM_OPTIONS;
    c.axes = options.axes.c(); c.eps = detail::or_none(options.eps);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_layer_norm(x.get(), weight.get(), bias.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Layer normalisation: subtract the mean and divide by the standard deviation over the last axes. Attributes by name,
/// without the optional inputs.
inline Array layer_norm(const Input &x, const LayerNormOptions &options) {
    return weir::layer_norm(x, Input(None, x.here().file, x.here().line), Input(None, x.here().file, x.here().line),
    options);
}
/// Layer normalisation: subtract the mean and divide by the standard deviation over the last axes.
///
/// weight and bias have the shape of those axes. The variance has correction 0.
///
/// \param x the input
/// \param weight scale of each element of the normalised axes; may be None
/// \param bias offset of each of these elements; may be None
/// \param axes the last axes, which are normalised; none: as many as weight has axes, or one (axes)
/// \param eps added to the variance (\>= 0.0)
inline Array layer_norm(const Input &x, const Input &weight = None, const Input &bias = None, const Ints &axes = None,
    const std::optional<double> &eps = 1e-05) {
    return weir::layer_norm(x, weight, bias, LayerNormOptions{detail::Named(), axes, eps});
}

/// The attributes of leaky_relu() that have a default, by name.
struct LeakyReluOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// slope for negative x
    double negative_slope = 0.01;
};

/// Leaky ReLU: x where x \> 0, negative_slope x elsewhere. Attributes by name.
inline Array leaky_relu(const Input &x, const LeakyReluOptions &options) {
    weir_leaky_relu_options c = WEIR_LEAKY_RELU_OPTIONS;
    c.negative_slope = options.negative_slope;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_leaky_relu(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Leaky ReLU: x where x \> 0, negative_slope x elsewhere.
///
/// \param x the input
/// \param negative_slope slope for negative x
inline Array leaky_relu(const Input &x, double negative_slope = 0.01) {
    return weir::leaky_relu(x, LeakyReluOptions{detail::Named(), negative_slope});
}

/// Test whether x1 \< x2, element-wise.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called lt.
inline Array less(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_less(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Test whether x1 \<= x2, element-wise.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called le.
inline Array less_equal(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_less_equal(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of lexsort() that have a default, by name.
struct LexsortOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to sort along (an axis)
    int64_t axis = -1;
};

/// Indices that sort by several keys: by the last key, then, where it is equal, by the one before it, and so on.
/// Attributes by name.
inline Array lexsort(const Inputs &keys, const LexsortOptions &options) {
    weir_lexsort_options c = WEIR_LEXSORT_OPTIONS;
    c.axis = options.axis;
    detail::At at(keys.here());
    weir_array *out = nullptr;
    detail::check(weir_lexsort(keys.data(), keys.size(), &c, &out), keys.here());
    return Array::adopt(out);
}
/// Indices that sort by several keys: by the last key, then, where it is equal, by the one before it, and so on.
///
/// \param keys keys of the elements, the last one first in importance
/// \param axis axis to sort along (an axis)
inline Array lexsort(const Inputs &keys, int64_t axis = -1) {
    return weir::lexsort(keys, LexsortOptions{detail::Named(), axis});
}

/// The linear transformation y = x weight^T + bias.
///
/// x has shape (..., in), the weight (out, in), the bias (out,), the result (..., out).
///
/// \param x features along the last axis
/// \param weight (output features, input features)
/// \param bias one number per output feature; may be None
inline Array linear(const Input &x, const Input &weight, const Input &bias = None) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_linear(x.get(), weight.get(), bias.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of linear_scan() that have a default, by name.
struct LinearScanOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to scan along (an axis)
    int64_t axis = -1;
    /// scan from the end
    bool reverse = false;
};

/// Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0. Attributes by name.
inline Array linear_scan(const Input &a, const Input &b, const LinearScanOptions &options) {
    weir_linear_scan_options c = WEIR_LINEAR_SCAN_OPTIONS;
    c.axis = options.axis; c.reverse = options.reverse;
    detail::At at(a.here());
    weir_array *out = nullptr;
    detail::check(weir_linear_scan(a.get(), b.get(), &c, &out), a.here());
    return Array::adopt(out);
}
/// Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0.
///
/// \param a factor of the previous result
/// \param b the number that is added
/// \param axis axis to scan along (an axis)
/// \param reverse scan from the end
inline Array linear_scan(const Input &a, const Input &b, int64_t axis = -1, bool reverse = false) {
    return weir::linear_scan(a, b, LinearScanOptions{detail::Named(), axis, reverse});
}

/// The attributes of linspace() that have a default, by name.
struct LinspaceOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// number of elements (\>= 0)
    int64_t num = 50;
    /// include stop as the last number
    bool endpoint = true;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// A given number of evenly spaced numbers from start to stop. Attributes by name.
inline Array linspace(double start, double stop, const LinspaceOptions &options, Here here = Here()) {
    weir_linspace_options c = WEIR_LINSPACE_OPTIONS;
    c.num = options.num; c.endpoint = options.endpoint; c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_linspace(runtime(here), start, stop, &c, &out), here);
    return Array::adopt(out);
}
/// A given number of evenly spaced numbers from start to stop.
///
/// \param start first number
/// \param stop last number, or the end of the range
/// \param num number of elements (\>= 0)
/// \param endpoint include stop as the last number
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array linspace(double start, double stop, int64_t num = 50, bool endpoint = true, DType dtype = DType::Default,
    Device device = Device(), Here here = Here()) {
    return weir::linspace(start, stop, LinspaceOptions{detail::Named(), num, endpoint, dtype, device}, here);
}

/// The attributes of local_response_norm() that have a default, by name.
struct LocalResponseNormOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// multiplies the mean of the squares
    double alpha = 0.0001;
    /// exponent of the divisor
    double beta = 0.75;
    /// added to the divisor
    double k = 1.0;
};

/// Local response normalisation across neighbouring channels. Attributes by name.
inline Array local_response_norm(const Input &x, int64_t size, const LocalResponseNormOptions &options) {
    weir_local_response_norm_options c = WEIR_LOCAL_RESPONSE_NORM_OPTIONS;
    c.alpha = options.alpha; c.beta = options.beta; c.k = options.k;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_local_response_norm(x.get(), size, &c, &out), x.here());
    return Array::adopt(out);
}
/// Local response normalisation across neighbouring channels.
///
/// \param x images or sequences, (batch, channels, spatial axes)
/// \param size number of neighbouring channels that are summed; required (\>= 1)
/// \param alpha multiplies the mean of the squares
/// \param beta exponent of the divisor
/// \param k added to the divisor
inline Array local_response_norm(const Input &x, int64_t size, double alpha = 0.0001, double beta = 0.75,
    double k = 1.0) {
    return weir::local_response_norm(x, size, LocalResponseNormOptions{detail::Named(), alpha, beta, k});
}

/// Natural logarithm of each element.
///
/// \param x the input
inline Array log(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_log(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Base-10 logarithm.
///
/// \param x the input
inline Array log10(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_log10(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// log(1 + x), accurate near zero.
///
/// \param x the input
inline Array log1p(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_log1p(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Base-2 logarithm.
///
/// \param x the input
inline Array log2(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_log2(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Logarithm of the sigmoid.
///
/// \param x the input
/// Also called logsigmoid.
inline Array log_sigmoid(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_log_sigmoid(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of log_softmax() that have a default, by name.
struct LogSoftmaxOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the axis whose entries sum to one (an axis)
    int64_t axis = -1;
};

/// The logarithm of softmax along an axis, computed without loss of precision. Attributes by name.
inline Array log_softmax(const Input &x, const LogSoftmaxOptions &options) {
    weir_log_softmax_options c = WEIR_LOG_SOFTMAX_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_log_softmax(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The logarithm of softmax along an axis, computed without loss of precision.
///
/// \param x scores
/// \param axis the axis whose entries sum to one (an axis)
inline Array log_softmax(const Input &x, int64_t axis = -1) {
    return weir::log_softmax(x, LogSoftmaxOptions{detail::Named(), axis});
}

/// log(exp(x1) + exp(x2)), without overflow.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array logaddexp(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_logaddexp(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Logical AND. Nonzero numbers are true.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array logical_and(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_logical_and(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Logical NOT. Nonzero numbers are true.
///
/// \param x the input
inline Array logical_not(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_logical_not(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Logical OR. Nonzero numbers are true.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array logical_or(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_logical_or(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Logical exclusive OR. Nonzero numbers are true.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array logical_xor(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_logical_xor(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of logistic() that have a default, by name.
struct LogisticOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// location: added to each sample
    double loc = 0.0;
    /// scale: multiplies each sample (\>= 0.0)
    double scale = 1.0;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a logistic distribution with mean loc. Attributes by name.
inline Array logistic(const Ints &shape, const LogisticOptions &options, Here here = Here()) {
    weir_logistic_options c = WEIR_LOGISTIC_OPTIONS;
    c.loc = options.loc; c.scale = options.scale; c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_logistic(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// Samples from a logistic distribution with mean loc.
///
/// \param shape shape of the result (\>= 0)
/// \param loc location: added to each sample
/// \param scale scale: multiplies each sample (\>= 0.0)
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array logistic(const Ints &shape, double loc = 0.0, double scale = 1.0, DType dtype = DType::Default,
    Device device = Device(), Here here = Here()) {
    return weir::logistic(shape, LogisticOptions{detail::Named(), loc, scale, dtype, device}, here);
}

/// log(x / (1 - x)), the inverse of sigmoid.
///
/// \param x the input
inline Array logit(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_logit(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of lognormal() that have a default, by name.
struct LognormalOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// location: added to each sample
    double loc = 0.0;
    /// scale: multiplies each sample (\>= 0.0)
    double scale = 1.0;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a log-normal distribution; loc and scale are the mean and standard deviation of the logarithm.
/// Attributes by name.
inline Array lognormal(const Ints &shape, const LognormalOptions &options, Here here = Here()) {
    weir_lognormal_options c = WEIR_LOGNORMAL_OPTIONS;
    c.loc = options.loc; c.scale = options.scale; c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_lognormal(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// Samples from a log-normal distribution; loc and scale are the mean and standard deviation of the logarithm.
///
/// \param shape shape of the result (\>= 0)
/// \param loc location: added to each sample
/// \param scale scale: multiplies each sample (\>= 0.0)
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array lognormal(const Ints &shape, double loc = 0.0, double scale = 1.0, DType dtype = DType::Default,
    Device device = Device(), Here here = Here()) {
    return weir::lognormal(shape, LognormalOptions{detail::Named(), loc, scale, dtype, device}, here);
}

/// The attributes of logsumexp() that have a default, by name.
struct LogsumexpOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
};

/// log(sum(exp(x))) over axes, without overflow. Attributes by name.
inline Array logsumexp(const Input &x, const LogsumexpOptions &options) {
    weir_logsumexp_options c = WEIR_LOGSUMEXP_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_logsumexp(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// log(sum(exp(x))) over axes, without overflow.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
inline Array logsumexp(const Input &x, const Ints &axes = None, bool keepdims = false) {
    return weir::logsumexp(x, LogsumexpOptions{detail::Named(), axes, keepdims});
}

/// The attributes of lp_pool() that have a default, by name.
struct LpPoolOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the exponent (\> 0.0)
    double norm_type = 2.0;
    /// distance between windows; none: kernel_size (\>= 1)
    Ints stride = None;
    /// round output sizes up: include windows that extend past the end
    bool ceil_mode = false;
};

/// Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type. Attributes by name.
inline Array lp_pool(const Input &x, const Ints &kernel_size, const LpPoolOptions &options) {
    weir_lp_pool_options c = WEIR_LP_POOL_OPTIONS;
    c.norm_type = options.norm_type; c.stride = options.stride.c(); c.ceil_mode = options.ceil_mode;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_lp_pool(x.get(), kernel_size.c(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type.
///
/// \param x images or sequences, (batch, channels, spatial axes)
/// \param kernel_size size of a window, one entry per axis or one for all (\>= 1)
/// \param norm_type the exponent (\> 0.0)
/// \param stride distance between windows; none: kernel_size (\>= 1)
/// \param ceil_mode round output sizes up: include windows that extend past the end
/// Also called lp_pool1d, lp_pool2d, lp_pool3d.
inline Array lp_pool(const Input &x, const Ints &kernel_size, double norm_type = 2.0, const Ints &stride = None,
    bool ceil_mode = false) {
    return weir::lp_pool(x, kernel_size, LpPoolOptions{detail::Named(), norm_type, stride, ceil_mode});
}

/// The results of lstm().
struct LstmResult {
    Array y;  ///< hidden states of all time steps
    Array h_n;  ///< last hidden state
    Array c_n;  ///< last cell state
    Array saved;  ///< intermediate values for the gradient
};
/// The attributes of lstm() that have a default, by name.
struct LstmOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// process the sequence from the last time step to the first
    bool reverse = false;
};

/// A long short-term memory (LSTM) layer. Attributes by name.
inline LstmResult lstm(const Input &x, const Input &weight_ih, const Input &weight_hh, const Input &bias_ih,
    const Input &bias_hh, const Input &h0, const Input &c0, const Input &lengths, const LstmOptions &options) {
    weir_lstm_options c = WEIR_LSTM_OPTIONS;
    c.reverse = options.reverse;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr, *out2 = nullptr, *out3 = nullptr;
    detail::check(weir_lstm(x.get(), weight_ih.get(), weight_hh.get(), bias_ih.get(), bias_hh.get(), h0.get(), c0.get(),
    lengths.get(), &c, &out0, &out1, &out2, &out3), x.here());
    return {Array::adopt(out0), Array::adopt(out1), Array::adopt(out2), Array::adopt(out3)};
}
/// A long short-term memory (LSTM) layer. Attributes by name, without the optional inputs.
inline LstmResult lstm(const Input &x, const Input &weight_ih, const Input &weight_hh, const LstmOptions &options) {
    return weir::lstm(x, weight_ih, weight_hh, Input(None, x.here().file, x.here().line),
    Input(None, x.here().file, x.here().line), Input(None, x.here().file, x.here().line),
    Input(None, x.here().file, x.here().line), Input(None, x.here().file, x.here().line), options);
}
/// A long short-term memory (LSTM) layer.
///
/// x has shape (time, batch, inputs), weight_ih (4 * units, inputs), weight_hh (4 * units, units), with the gates in
/// the order i, f, g, o. y holds the states of all time steps, h_n and c_n the last states; saved is for the gradient.
/// lengths has the number of time steps of each sample, after which y is 0 and the state does not change.
///
/// \param x sequences, (time, batch, inputs)
/// \param weight_ih weights of the input
/// \param weight_hh weights of the hidden state
/// \param bias_ih bias of the input; may be None
/// \param bias_hh bias of the hidden state; may be None
/// \param h0 initial hidden state; may be None
/// \param c0 initial cell state; may be None
/// \param lengths number of time steps of each sample; may be None
/// \param reverse process the sequence from the last time step to the first
inline LstmResult lstm(const Input &x, const Input &weight_ih, const Input &weight_hh, const Input &bias_ih = None,
    const Input &bias_hh = None, const Input &h0 = None, const Input &c0 = None, const Input &lengths = None,
    bool reverse = false) {
    return weir::lstm(x, weight_ih, weight_hh, bias_ih, bias_hh, h0, c0, lengths,
    LstmOptions{detail::Named(), reverse});
}

/// The attributes of margin_ranking_loss() that have a default, by name.
struct MarginRankingLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// margin of the comparison
    double margin = 0.0;
};

/// The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1. Attributes by name.
inline Array margin_ranking_loss(const Input &x1, const Input &x2, const Input &target,
    const MarginRankingLossOptions &options) {
    weir_margin_ranking_loss_options c = WEIR_MARGIN_RANKING_LOSS_OPTIONS;
    c.reduction = options.reduction; c.margin = options.margin;
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_margin_ranking_loss(x1.get(), x2.get(), target.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1.
///
/// \param x1 scores
/// \param x2 scores
/// \param target 1 if x1 should be ranked higher, else -1
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param margin margin of the comparison
inline Array margin_ranking_loss(const Input &x1, const Input &x2, const Input &target, const char *reduction = "mean",
    double margin = 0.0) {
    return weir::margin_ranking_loss(x1, x2, target, MarginRankingLossOptions{detail::Named(), reduction, margin});
}

/// A copy of x with the elements replaced where the mask is true, as in x[mask] = values.
///
/// Values are one row for all true elements, or one row for each in row-major order; any other number of rows makes the
/// operation fail. If x is also the output, only the selected elements are written.
///
/// \param x the input
/// \param mask bools, in the shape of x or of its leading axes
/// \param values new values, in order
inline Array mask_put(const Input &x, const Input &mask, const Input &values) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_mask_put(x.get(), mask.get(), values.get(), &out), x.here());
    return Array::adopt(out);
}

/// Elements (or rows) of x where the mask is true, as in x[mask].
///
/// The size of the result depends on the mask, so this waits for the mask (not for x). The mask has the shape of x or
/// of its leading dimensions.
///
/// \param x the input
/// \param mask bools, in the shape of x or of its leading axes
/// Also called masked_select.
inline Array mask_select(const Input &x, const Input &mask) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_mask_select(x.get(), mask.get(), &out), x.here());
    return Array::adopt(out);
}

/// The matrix product of two arrays.
///
/// Dimensions before the last two broadcast. A vector is treated as a row on the left and as a column on the right, and
/// this dimension is dropped from the result.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array matmul(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_matmul(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of matrix_norm() that have a default, by name.
struct MatrixNormOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// keep both axes, with size one
    bool keepdims = false;
    /// order of the norm: 'fro', '1', '-1', 'inf' or '-inf' (one of fro, 1, -1, inf, -inf)
    const char *ord = "fro";
};

/// The matrix norms that need no singular values. Attributes by name.
inline Array matrix_norm(const Input &x, const MatrixNormOptions &options) {
    weir_matrix_norm_options c = WEIR_MATRIX_NORM_OPTIONS;
    c.keepdims = options.keepdims; c.ord = options.ord;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_matrix_norm(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The matrix norms that need no singular values.
///
/// 'fro' is the square root of the sum of squares. '1' and '-1' are the largest and smallest column sum of |x|, 'inf'
/// and '-inf' the largest and smallest row sum.
///
/// \param x matrices
/// \param keepdims keep both axes, with size one
/// \param ord order of the norm: 'fro', '1', '-1', 'inf' or '-inf' (one of fro, 1, -1, inf, -inf)
inline Array matrix_norm(const Input &x, bool keepdims = false, const char *ord = "fro") {
    return weir::matrix_norm(x, MatrixNormOptions{detail::Named(), keepdims, ord});
}

/// Raise square matrices to an integer power.
///
/// \param x square matrices
/// \param n the exponent; if negative, x is inverted first
inline Array matrix_power(const Input &x, int64_t n) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_matrix_power(x.get(), n, &out), x.here());
    return Array::adopt(out);
}

/// Exchange the last two axes; returns a view.
///
/// \param x the input
inline Array matrix_transpose(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_matrix_transpose(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of max() that have a default, by name.
struct MaxOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
};

/// Maximum over axes; NaN if any element is NaN. Attributes by name.
inline Array max(const Input &x, const MaxOptions &options) {
    weir_max_options c = WEIR_MAX_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_max(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Maximum over axes; NaN if any element is NaN.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
/// Also called amax.
inline Array max(const Input &x, const Ints &axes = None, bool keepdims = false) {
    return weir::max(x, MaxOptions{detail::Named(), axes, keepdims});
}

/// The attributes of max_pool() that have a default, by name.
struct MaxPoolOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// distance between windows; none: kernel_size (\>= 1)
    Ints stride = None;
    /// padding at both ends of each axis, less than any element; none: 0 (\>= 0)
    Ints padding = None;
    /// spacing between the elements of a window; none: 1 (\>= 1)
    Ints dilation = None;
    /// round output sizes up: include windows that extend past the end
    bool ceil_mode = false;
};

/// Max pooling over one, two or three spatial axes. Attributes by name.
inline Array max_pool(const Input &x, const Ints &kernel_size, const MaxPoolOptions &options) {
    weir_max_pool_options c = WEIR_MAX_POOL_OPTIONS;
    c.stride = options.stride.c(); c.padding = options.padding.c(); c.dilation = options.dilation.c();
    c.ceil_mode = options.ceil_mode;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_max_pool(x.get(), kernel_size.c(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Max pooling over one, two or three spatial axes.
///
/// x has shape (batch, channels, spatial axes). A window that contains NaN gives NaN.
///
/// \param x images or sequences, (batch, channels, spatial axes)
/// \param kernel_size size of a window, one entry per axis or one for all (\>= 1)
/// \param stride distance between windows; none: kernel_size (\>= 1)
/// \param padding padding at both ends of each axis, less than any element; none: 0 (\>= 0)
/// \param dilation spacing between the elements of a window; none: 1 (\>= 1)
/// \param ceil_mode round output sizes up: include windows that extend past the end
/// Also called max_pool1d, max_pool2d, max_pool3d.
inline Array max_pool(const Input &x, const Ints &kernel_size, const Ints &stride = None, const Ints &padding = None,
    const Ints &dilation = None, bool ceil_mode = false) {
    return weir::max_pool(x, kernel_size, MaxPoolOptions{detail::Named(), stride, padding, dilation, ceil_mode});
}

/// The attributes of max_pool_indices() that have a default, by name.
struct MaxPoolIndicesOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// distance between windows; none: kernel_size (\>= 1)
    Ints stride = None;
    /// padding at both ends of each axis, less than any element; none: 0 (\>= 0)
    Ints padding = None;
    /// spacing between the elements of a window; none: 1 (\>= 1)
    Ints dilation = None;
    /// round output sizes up: include windows that extend past the end
    bool ceil_mode = false;
};

/// The indices of the maxima of max_pool, flattened over the spatial axes. Attributes by name.
inline Array max_pool_indices(const Input &x, const Ints &kernel_size, const MaxPoolIndicesOptions &options) {
    weir_max_pool_indices_options c = WEIR_MAX_POOL_INDICES_OPTIONS;
    c.stride = options.stride.c(); c.padding = options.padding.c(); c.dilation = options.dilation.c();
    c.ceil_mode = options.ceil_mode;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_max_pool_indices(x.get(), kernel_size.c(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The indices of the maxima of max_pool, flattened over the spatial axes.
///
/// Among equal elements the first is chosen.
///
/// \param x images or sequences, (batch, channels, spatial axes)
/// \param kernel_size size of a window, one entry per axis or one for all (\>= 1)
/// \param stride distance between windows; none: kernel_size (\>= 1)
/// \param padding padding at both ends of each axis, less than any element; none: 0 (\>= 0)
/// \param dilation spacing between the elements of a window; none: 1 (\>= 1)
/// \param ceil_mode round output sizes up: include windows that extend past the end
inline Array max_pool_indices(const Input &x, const Ints &kernel_size, const Ints &stride = None,
    const Ints &padding = None, const Ints &dilation = None, bool ceil_mode = false) {
    return weir::max_pool_indices(x, kernel_size,
    MaxPoolIndicesOptions{detail::Named(), stride, padding, dilation, ceil_mode});
}

/// The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices.
///
/// The task fails if an index is out of range.
///
/// \param x maxima, as max_pool returns them
/// \param indices positions, as max_pool_indices returns them
/// \param output_size spatial sizes of the result, one entry per axis (\>= 1)
/// Also called max_unpool1d, max_unpool2d, max_unpool3d.
inline Array max_unpool(const Input &x, const Input &indices, const Ints &output_size) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_max_unpool(x.get(), indices.get(), output_size.c(), &out), x.here());
    return Array::adopt(out);
}

/// Element-wise maximum; NaN if either element is NaN. Equal elements share the gradient.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array maximum(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_maximum(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of mean() that have a default, by name.
struct MeanOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
};

/// Arithmetic mean over axes. Attributes by name.
inline Array mean(const Input &x, const MeanOptions &options) {
    weir_mean_options c = WEIR_MEAN_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_mean(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Arithmetic mean over axes.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
inline Array mean(const Input &x, const Ints &axes = None, bool keepdims = false) {
    return weir::mean(x, MeanOptions{detail::Named(), axes, keepdims});
}

/// The attributes of median() that have a default, by name.
struct MedianOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to reduce; none: all elements (an axis)
    std::optional<int64_t> axis = None;
    /// keep the reduced axis with size one
    bool keepdims = false;
};

/// Median along an axis; for an even number of elements, the mean of the two middle ones. Attributes by name.
inline Array median(const Input &x, const MedianOptions &options) {
    weir_median_options c = WEIR_MEDIAN_OPTIONS;
    c.axis = detail::or_none(options.axis); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_median(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Median along an axis; for an even number of elements, the mean of the two middle ones.
///
/// If an element is NaN, the result is NaN.
///
/// \param x the input
/// \param axis axis to reduce; none: all elements (an axis)
/// \param keepdims keep the reduced axis with size one
inline Array median(const Input &x, const std::optional<int64_t> &axis = None, bool keepdims = false) {
    return weir::median(x, MedianOptions{detail::Named(), axis, keepdims});
}

/// The attributes of meshgrid() that have a default, by name.
struct MeshgridOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'xy': the first array varies along the second axis; 'ij': along the first (one of xy, ij)
    const char *indexing = "xy";
};

/// Coordinates of every point of a grid, one array for each axis; returns views. Attributes by name.
inline std::vector<Array> meshgrid(const Inputs &arrays, const MeshgridOptions &options) {
    weir_meshgrid_options c = WEIR_MESHGRID_OPTIONS;
    c.indexing = options.indexing;
    detail::At at(arrays.here());
    std::vector<weir_array *> out(arrays.size());
    auto count = static_cast<uint32_t>(out.size());
    detail::check(weir_meshgrid(arrays.data(), arrays.size(), &c, out.data(), &count), arrays.here());
    return detail::adopt(out, count);
}
/// Coordinates of every point of a grid, one array for each axis; returns views.
///
/// \param arrays coordinates, one-dimensional
/// \param indexing 'xy': the first array varies along the second axis; 'ij': along the first (one of xy, ij)
inline std::vector<Array> meshgrid(const Inputs &arrays, const char *indexing = "xy") {
    return weir::meshgrid(arrays, MeshgridOptions{detail::Named(), indexing});
}

/// The attributes of min() that have a default, by name.
struct MinOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
};

/// Minimum over axes; NaN if any element is NaN. Attributes by name.
inline Array min(const Input &x, const MinOptions &options) {
    weir_min_options c = WEIR_MIN_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_min(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Minimum over axes; NaN if any element is NaN.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
/// Also called amin.
inline Array min(const Input &x, const Ints &axes = None, bool keepdims = false) {
    return weir::min(x, MinOptions{detail::Named(), axes, keepdims});
}

/// Element-wise minimum; NaN if either element is NaN. Equal elements share the gradient.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array minimum(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_minimum(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Mish: x tanh(softplus(x)).
///
/// \param x the input
inline Array mish(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_mish(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Move axes to new positions; the others keep their order. Returns a view.
///
/// \param x the input
/// \param source axes to move (axes)
/// \param destination their positions in the result (axes)
/// Also called movedim.
inline Array moveaxis(const Input &x, const Ints &source, const Ints &destination) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_moveaxis(x.get(), source.c(), destination.c(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of mse_loss() that have a default, by name.
struct MseLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
};

/// The mean squared error, (x - target)^2. Attributes by name.
inline Array mse_loss(const Input &x, const Input &target, const MseLossOptions &options) {
    weir_mse_loss_options c = WEIR_MSE_LOSS_OPTIONS;
    c.reduction = options.reduction;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_mse_loss(x.get(), target.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The mean squared error, (x - target)^2.
///
/// \param x predictions
/// \param target the values to predict
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
inline Array mse_loss(const Input &x, const Input &target, const char *reduction = "mean") {
    return weir::mse_loss(x, target, MseLossOptions{detail::Named(), reduction});
}

/// The attributes of multi_margin_loss() that have a default, by name.
struct MultiMarginLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// power of each class's loss: 1 or 2 (one of 1.0, 2.0)
    double p = 1.0;
    /// by how much the label's score should exceed the other scores
    double margin = 1.0;
};

/// The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes. Attributes by name.
inline Array multi_margin_loss(const Input &x, const Input &target, const Input &weight,
    const MultiMarginLossOptions &options) {
    weir_multi_margin_loss_options c = WEIR_MULTI_MARGIN_LOSS_OPTIONS;
    c.reduction = options.reduction; c.p = options.p; c.margin = options.margin;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_multi_margin_loss(x.get(), target.get(), weight.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes. Attributes by name,
/// without the optional inputs.
inline Array multi_margin_loss(const Input &x, const Input &target, const MultiMarginLossOptions &options) {
    return weir::multi_margin_loss(x, target, Input(None, x.here().file, x.here().line), options);
}
/// The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes.
///
/// x has shape (batch, classes). The class of the label does not contribute. weight has one factor per class. A label
/// out of range is an error.
///
/// \param x scores of the classes
/// \param target labels
/// \param weight factor of each class; may be None
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param p power of each class's loss: 1 or 2 (one of 1.0, 2.0)
/// \param margin by how much the label's score should exceed the other scores
inline Array multi_margin_loss(const Input &x, const Input &target, const Input &weight = None,
    const char *reduction = "mean", double p = 1.0, double margin = 1.0) {
    return weir::multi_margin_loss(x, target, weight, MultiMarginLossOptions{detail::Named(), reduction, p, margin});
}

/// The attributes of multilabel_soft_margin_loss() that have a default, by name.
struct MultilabelSoftMarginLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
};

/// The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets. Attributes by name.
inline Array multilabel_soft_margin_loss(const Input &x, const Input &target, const Input &weight,
    const MultilabelSoftMarginLossOptions &options) {
    weir_multilabel_soft_margin_loss_options c = WEIR_MULTILABEL_SOFT_MARGIN_LOSS_OPTIONS;
    c.reduction = options.reduction;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_multilabel_soft_margin_loss(x.get(), target.get(), weight.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets. Attributes by name, without
/// the optional inputs.
inline Array multilabel_soft_margin_loss(const Input &x, const Input &target,
    const MultilabelSoftMarginLossOptions &options) {
    return weir::multilabel_soft_margin_loss(x, target, Input(None, x.here().file, x.here().line), options);
}
/// The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets.
///
/// Classes lie along the last axis.
///
/// \param x logits of the classes
/// \param target 0 or 1 for each class
/// \param weight factor of each class; may be None
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
inline Array multilabel_soft_margin_loss(const Input &x, const Input &target, const Input &weight = None,
    const char *reduction = "mean") {
    return weir::multilabel_soft_margin_loss(x, target, weight,
    MultilabelSoftMarginLossOptions{detail::Named(), reduction});
}

/// Element-wise product.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called mul.
inline Array multiply(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_multiply(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of nanargmax() that have a default, by name.
struct NanargmaxOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to reduce; none: all elements, in row-major order (an axis)
    std::optional<int64_t> axis = None;
    /// keep the reduced axis with size one
    bool keepdims = false;
};

/// Index of the largest element that is not NaN along an axis; the first of equal elements. Attributes by name.
inline Array nanargmax(const Input &x, const NanargmaxOptions &options) {
    weir_nanargmax_options c = WEIR_NANARGMAX_OPTIONS;
    c.axis = detail::or_none(options.axis); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nanargmax(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Index of the largest element that is not NaN along an axis; the first of equal elements.
///
/// Where all elements are NaN, the operation fails.
///
/// \param x the input
/// \param axis axis to reduce; none: all elements, in row-major order (an axis)
/// \param keepdims keep the reduced axis with size one
inline Array nanargmax(const Input &x, const std::optional<int64_t> &axis = None, bool keepdims = false) {
    return weir::nanargmax(x, NanargmaxOptions{detail::Named(), axis, keepdims});
}

/// The attributes of nanargmin() that have a default, by name.
struct NanargminOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to reduce; none: all elements, in row-major order (an axis)
    std::optional<int64_t> axis = None;
    /// keep the reduced axis with size one
    bool keepdims = false;
};

/// Index of the smallest element that is not NaN along an axis; the first of equal elements. Attributes by name.
inline Array nanargmin(const Input &x, const NanargminOptions &options) {
    weir_nanargmin_options c = WEIR_NANARGMIN_OPTIONS;
    c.axis = detail::or_none(options.axis); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nanargmin(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Index of the smallest element that is not NaN along an axis; the first of equal elements.
///
/// Where all elements are NaN, the operation fails.
///
/// \param x the input
/// \param axis axis to reduce; none: all elements, in row-major order (an axis)
/// \param keepdims keep the reduced axis with size one
inline Array nanargmin(const Input &x, const std::optional<int64_t> &axis = None, bool keepdims = false) {
    return weir::nanargmin(x, NanargminOptions{detail::Named(), axis, keepdims});
}

/// The attributes of nancumprod() that have a default, by name.
struct NancumprodOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to accumulate along; may be omitted for a 1-d array (an axis)
    std::optional<int64_t> axis = None;
    /// dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64, uint8,
    /// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
};

/// Cumulative product along an axis, with NaN as 1. Attributes by name.
inline Array nancumprod(const Input &x, const NancumprodOptions &options) {
    weir_nancumprod_options c = WEIR_NANCUMPROD_OPTIONS;
    c.axis = detail::or_none(options.axis); c.dtype = static_cast<weir_dtype>(options.dtype);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nancumprod(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Cumulative product along an axis, with NaN as 1.
///
/// \param x the input
/// \param axis axis to accumulate along; may be omitted for a 1-d array (an axis)
/// \param dtype dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64,
/// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
inline Array nancumprod(const Input &x, const std::optional<int64_t> &axis = None, DType dtype = DType::Default) {
    return weir::nancumprod(x, NancumprodOptions{detail::Named(), axis, dtype});
}

/// The attributes of nancumsum() that have a default, by name.
struct NancumsumOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to accumulate along; may be omitted for a 1-d array (an axis)
    std::optional<int64_t> axis = None;
    /// dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64, uint8,
    /// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
};

/// Cumulative sum along an axis, with NaN as 0. Attributes by name.
inline Array nancumsum(const Input &x, const NancumsumOptions &options) {
    weir_nancumsum_options c = WEIR_NANCUMSUM_OPTIONS;
    c.axis = detail::or_none(options.axis); c.dtype = static_cast<weir_dtype>(options.dtype);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nancumsum(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Cumulative sum along an axis, with NaN as 0.
///
/// \param x the input
/// \param axis axis to accumulate along; may be omitted for a 1-d array (an axis)
/// \param dtype dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64,
/// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
inline Array nancumsum(const Input &x, const std::optional<int64_t> &axis = None, DType dtype = DType::Default) {
    return weir::nancumsum(x, NancumsumOptions{detail::Named(), axis, dtype});
}

/// The attributes of nanmax() that have a default, by name.
struct NanmaxOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
};

/// Maximum over axes of the elements that are not NaN. Attributes by name.
inline Array nanmax(const Input &x, const NanmaxOptions &options) {
    weir_nanmax_options c = WEIR_NANMAX_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nanmax(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Maximum over axes of the elements that are not NaN.
///
/// NaN where all are NaN.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
inline Array nanmax(const Input &x, const Ints &axes = None, bool keepdims = false) {
    return weir::nanmax(x, NanmaxOptions{detail::Named(), axes, keepdims});
}

/// The attributes of nanmean() that have a default, by name.
struct NanmeanOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
};

/// Arithmetic mean over axes of the elements that are not NaN. Attributes by name.
inline Array nanmean(const Input &x, const NanmeanOptions &options) {
    weir_nanmean_options c = WEIR_NANMEAN_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nanmean(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Arithmetic mean over axes of the elements that are not NaN.
///
/// Without any, the mean is NaN.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
inline Array nanmean(const Input &x, const Ints &axes = None, bool keepdims = false) {
    return weir::nanmean(x, NanmeanOptions{detail::Named(), axes, keepdims});
}

/// The attributes of nanmedian() that have a default, by name.
struct NanmedianOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to reduce; none: all elements, in row-major order (an axis)
    std::optional<int64_t> axis = None;
    /// keep the reduced axis with size one
    bool keepdims = false;
};

/// Median along an axis of the elements that are not NaN. Attributes by name.
inline Array nanmedian(const Input &x, const NanmedianOptions &options) {
    weir_nanmedian_options c = WEIR_NANMEDIAN_OPTIONS;
    c.axis = detail::or_none(options.axis); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nanmedian(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Median along an axis of the elements that are not NaN.
///
/// NaN where all are NaN.
///
/// \param x the input
/// \param axis axis to reduce; none: all elements, in row-major order (an axis)
/// \param keepdims keep the reduced axis with size one
inline Array nanmedian(const Input &x, const std::optional<int64_t> &axis = None, bool keepdims = false) {
    return weir::nanmedian(x, NanmedianOptions{detail::Named(), axis, keepdims});
}

/// The attributes of nanmin() that have a default, by name.
struct NanminOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
};

/// Minimum over axes of the elements that are not NaN. Attributes by name.
inline Array nanmin(const Input &x, const NanminOptions &options) {
    weir_nanmin_options c = WEIR_NANMIN_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nanmin(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Minimum over axes of the elements that are not NaN.
///
/// NaN where all are NaN.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
inline Array nanmin(const Input &x, const Ints &axes = None, bool keepdims = false) {
    return weir::nanmin(x, NanminOptions{detail::Named(), axes, keepdims});
}

/// The attributes of nanprod() that have a default, by name.
struct NanprodOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
    /// dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64, uint8,
    /// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
};

/// Product over axes of the elements that are not NaN. Attributes by name.
inline Array nanprod(const Input &x, const NanprodOptions &options) {
    weir_nanprod_options c = WEIR_NANPROD_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims; c.dtype = static_cast<weir_dtype>(options.dtype);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nanprod(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Product over axes of the elements that are not NaN.
///
/// Without any, the product is 1.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
/// \param dtype dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64,
/// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
inline Array nanprod(const Input &x, const Ints &axes = None, bool keepdims = false, DType dtype = DType::Default) {
    return weir::nanprod(x, NanprodOptions{detail::Named(), axes, keepdims, dtype});
}

/// The attributes of nanstd() that have a default, by name.
struct NanstdOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
    /// the divisor is the number of elements minus this
    double correction = 0.0;
};

/// Standard deviation over axes of the elements that are not NaN. Attributes by name.
inline Array nanstd(const Input &x, const NanstdOptions &options) {
    weir_nanstd_options c = WEIR_NANSTD_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims; c.correction = options.correction;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nanstd(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Standard deviation over axes of the elements that are not NaN.
///
/// NaN where there are no more of them than the correction.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
/// \param correction the divisor is the number of elements minus this
inline Array nanstd(const Input &x, const Ints &axes = None, bool keepdims = false, double correction = 0.0) {
    return weir::nanstd(x, NanstdOptions{detail::Named(), axes, keepdims, correction});
}

/// The attributes of nansum() that have a default, by name.
struct NansumOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
    /// dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64, uint8,
    /// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
};

/// Sum over axes of the elements that are not NaN. Attributes by name.
inline Array nansum(const Input &x, const NansumOptions &options) {
    weir_nansum_options c = WEIR_NANSUM_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims; c.dtype = static_cast<weir_dtype>(options.dtype);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nansum(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Sum over axes of the elements that are not NaN.
///
/// Without any, the sum is 0.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
/// \param dtype dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64,
/// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
inline Array nansum(const Input &x, const Ints &axes = None, bool keepdims = false, DType dtype = DType::Default) {
    return weir::nansum(x, NansumOptions{detail::Named(), axes, keepdims, dtype});
}

/// The attributes of nanvar() that have a default, by name.
struct NanvarOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
    /// the divisor is the number of elements minus this
    double correction = 0.0;
};

/// Variance over axes of the elements that are not NaN. Attributes by name.
inline Array nanvar(const Input &x, const NanvarOptions &options) {
    weir_nanvar_options c = WEIR_NANVAR_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims; c.correction = options.correction;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nanvar(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Variance over axes of the elements that are not NaN.
///
/// NaN where there are no more of them than the correction.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
/// \param correction the divisor is the number of elements minus this
inline Array nanvar(const Input &x, const Ints &axes = None, bool keepdims = false, double correction = 0.0) {
    return weir::nanvar(x, NanvarOptions{detail::Named(), axes, keepdims, correction});
}

/// Negate each element.
///
/// \param x the input
/// Also called neg.
inline Array negative(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_negative(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Next representable number after x1 in the direction of x2.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array nextafter(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_nextafter(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of nll_loss() that have a default, by name.
struct NllLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the class axis; none: 1, or 0 if x is a vector (an axis)
    std::optional<int64_t> axis = None;
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// targets with this label do not contribute
    int64_t ignore_index = -100;
};

/// The negative log-likelihood of labels under log-probabilities x. Attributes by name.
inline Array nll_loss(const Input &x, const Input &target, const Input &weight, const NllLossOptions &options) {
    weir_nll_loss_options c = WEIR_NLL_LOSS_OPTIONS;
    c.axis = detail::or_none(options.axis); c.reduction = options.reduction; c.ignore_index = options.ignore_index;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_nll_loss(x.get(), target.get(), weight.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The negative log-likelihood of labels under log-probabilities x. Attributes by name, without the optional inputs.
inline Array nll_loss(const Input &x, const Input &target, const NllLossOptions &options) {
    return weir::nll_loss(x, target, Input(None, x.here().file, x.here().line), options);
}
/// The negative log-likelihood of labels under log-probabilities x.
///
/// x holds log-probabilities, with the classes along axis. weight has one factor per class; a mean divides by the sum
/// of the weights of the labels. A label that is out of range is an error, unless it is ignore_index.
///
/// \param x log-probabilities
/// \param target labels
/// \param weight factor of each class; may be None
/// \param axis the class axis; none: 1, or 0 if x is a vector (an axis)
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param ignore_index targets with this label do not contribute
inline Array nll_loss(const Input &x, const Input &target, const Input &weight = None,
    const std::optional<int64_t> &axis = None, const char *reduction = "mean", int64_t ignore_index = -100) {
    return weir::nll_loss(x, target, weight, NllLossOptions{detail::Named(), axis, reduction, ignore_index});
}

/// Indices of the nonzero elements: one array for each axis.
///
/// The size of the result depends on the values, so this waits for x. The indices are in row-major order of the
/// elements.
///
/// \param x the input
inline std::vector<Array> nonzero(const Input &x) {
    detail::At at(x.here());
    std::vector<weir_array *> out(detail::parts_of(x));
    auto count = static_cast<uint32_t>(out.size());
    detail::check(weir_nonzero(x.get(), out.data(), &count), x.here());
    return detail::adopt(out, count);
}

/// The attributes of normal() that have a default, by name.
struct NormalOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// mean
    double mean = 0.0;
    /// standard deviation (\>= 0.0)
    double stddev = 1.0;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a normal distribution. Attributes by name.
inline Array normal(const Ints &shape, const NormalOptions &options, Here here = Here()) {
    weir_normal_options c = WEIR_NORMAL_OPTIONS;
    c.mean = options.mean; c.std = options.stddev; c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_normal(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// Samples from a normal distribution.
///
/// \param shape shape of the result (\>= 0)
/// \param mean mean
/// \param stddev standard deviation (\>= 0.0)
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array normal(const Ints &shape, double mean = 0.0, double stddev = 1.0, DType dtype = DType::Default,
    Device device = Device(), Here here = Here()) {
    return weir::normal(shape, NormalOptions{detail::Named(), mean, stddev, dtype, device}, here);
}

/// The attributes of normalize() that have a default, by name.
struct NormalizeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// order of the norm; may be inf (\> 0.0)
    double p = 2.0;
    /// the axis of the vectors (an axis)
    int64_t axis = -1;
    /// lower bound of the divisor (\>= 0.0)
    double eps = 1e-12;
};

/// Divide the vectors along an axis by their p-norm. Attributes by name.
inline Array normalize(const Input &x, const NormalizeOptions &options) {
    weir_normalize_options c = WEIR_NORMALIZE_OPTIONS;
    c.p = options.p; c.axis = options.axis; c.eps = options.eps;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_normalize(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Divide the vectors along an axis by their p-norm.
///
/// \param x the input
/// \param p order of the norm; may be inf (\> 0.0)
/// \param axis the axis of the vectors (an axis)
/// \param eps lower bound of the divisor (\>= 0.0)
inline Array normalize(const Input &x, double p = 2.0, int64_t axis = -1, double eps = 1e-12) {
    return weir::normalize(x, NormalizeOptions{detail::Named(), p, axis, eps});
}

/// Test whether x1 != x2, element-wise.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called ne.
inline Array not_equal(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_not_equal(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of one_hot() that have a default, by name.
struct OneHotOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8, uint16,
    /// uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
};

/// One-hot vectors: 1 at each index, 0 elsewhere. Attributes by name.
inline Array one_hot(const Input &indices, int64_t num_classes, const OneHotOptions &options) {
    weir_one_hot_options c = WEIR_ONE_HOT_OPTIONS;
    c.dtype = static_cast<weir_dtype>(options.dtype);
    detail::At at(indices.here());
    weir_array *out = nullptr;
    detail::check(weir_one_hot(indices.get(), num_classes, &c, &out), indices.here());
    return Array::adopt(out);
}
/// One-hot vectors: 1 at each index, 0 elsewhere.
///
/// An index outside 0 to num_classes - 1 makes the operation fail.
///
/// \param indices classes
/// \param num_classes size of the new last dimension; required (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8,
/// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
inline Array one_hot(const Input &indices, int64_t num_classes, DType dtype = DType::Default) {
    return weir::one_hot(indices, num_classes, OneHotOptions{detail::Named(), dtype});
}

/// The attributes of ones() that have a default, by name.
struct OnesOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8, uint16,
    /// uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// An array of ones. Attributes by name.
inline Array ones(const Ints &shape, const OnesOptions &options, Here here = Here()) {
    weir_ones_options c = WEIR_ONES_OPTIONS;
    c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_ones(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// An array of ones.
///
/// \param shape shape of the result (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8,
/// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
/// \param device device of the result
inline Array ones(const Ints &shape, DType dtype = DType::Default, Device device = Device(), Here here = Here()) {
    return weir::ones(shape, OnesOptions{detail::Named(), dtype, device}, here);
}

/// The attributes of ones_like() that have a default, by name.
struct OnesLikeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// dtype of the result; default: that of x (one of bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64,
    /// float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
    /// device of the result; default: that of x
    Device device = Device();
};

/// Ones with the shape and dtype of x. Attributes by name.
inline Array ones_like(const Input &x, const OnesLikeOptions &options) {
    weir_ones_like_options c = WEIR_ONES_LIKE_OPTIONS;
    c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_ones_like(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Ones with the shape and dtype of x.
///
/// \param x an array whose shape and dtype are used
/// \param dtype dtype of the result; default: that of x (one of bool, int8, int16, int32, int64, uint8, uint16, uint32,
/// uint64, float16, bfloat16, float32, float64, complex64, complex128)
/// \param device device of the result; default: that of x
inline Array ones_like(const Input &x, DType dtype = DType::Default, Device device = Device()) {
    return weir::ones_like(x, OnesLikeOptions{detail::Named(), dtype, device});
}

/// The outer product: each element of x1 times each element of x2.
///
/// Inputs of several dimensions are flattened.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array outer(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_outer(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of pad() that have a default, by name.
struct PadOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'constant', 'edge', 'reflect', 'symmetric' or 'wrap' (one of constant, edge, reflect, symmetric, wrap)
    const char *mode = "constant";
    /// fill value for mode 'constant'
    double value = 0.0;
};

/// Pad an array. Attributes by name.
inline Array pad(const Input &x, const Ints &widths, const PadOptions &options) {
    weir_pad_options c = WEIR_PAD_OPTIONS;
    c.mode = options.mode; c.value = options.value;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_pad(x.get(), widths.c(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Pad an array.
///
/// The padding is a constant, the nearest edge element ('edge' or 'replicate'), a reflection at the edge ('reflect';
/// 'symmetric' repeats the edge element), or the elements of the opposite end ('wrap' or 'circular').
///
/// \param x the input
/// \param widths padding before and after the first axis, then before and after the next, and so on (\>= 0)
/// \param mode 'constant', 'edge', 'reflect', 'symmetric' or 'wrap' (one of constant, edge, reflect, symmetric, wrap)
/// \param value fill value for mode 'constant'
inline Array pad(const Input &x, const Ints &widths, const char *mode = "constant", double value = 0.0) {
    return weir::pad(x, widths, PadOptions{detail::Named(), mode, value});
}

/// The attributes of pairwise_distance() that have a default, by name.
struct PairwiseDistanceOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// order of the norm; may be inf (\> 0.0)
    double p = 2.0;
    /// added to each difference
    double eps = 1e-06;
    /// keep the last axis, with size one
    bool keepdims = false;
};

/// The p-norm distances between corresponding vectors along the last axes of x1 and x2. Attributes by name.
inline Array pairwise_distance(const Input &x1, const Input &x2, const PairwiseDistanceOptions &options) {
    weir_pairwise_distance_options c = WEIR_PAIRWISE_DISTANCE_OPTIONS;
    c.p = options.p; c.eps = options.eps; c.keepdims = options.keepdims;
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_pairwise_distance(x1.get(), x2.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// The p-norm distances between corresponding vectors along the last axes of x1 and x2.
///
/// \param x1 vectors
/// \param x2 vectors
/// \param p order of the norm; may be inf (\> 0.0)
/// \param eps added to each difference
/// \param keepdims keep the last axis, with size one
inline Array pairwise_distance(const Input &x1, const Input &x2, double p = 2.0, double eps = 1e-06,
    bool keepdims = false) {
    return weir::pairwise_distance(x1, x2, PairwiseDistanceOptions{detail::Named(), p, eps, keepdims});
}

/// The attributes of partition() that have a default, by name.
struct PartitionOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to partition along (an axis)
    int64_t axis = -1;
};

/// Partition along an axis: the kth element is where sorting would put it, smaller ones before it. Attributes by name.
inline Array partition(const Input &x, int64_t kth, const PartitionOptions &options) {
    weir_partition_options c = WEIR_PARTITION_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_partition(x.get(), kth, &c, &out), x.here());
    return Array::adopt(out);
}
/// Partition along an axis: the kth element is where sorting would put it, smaller ones before it.
///
/// All elements are sorted, which is fast; use topk for a few of them.
///
/// \param x the input
/// \param kth index that is put in its sorted position
/// \param axis axis to partition along (an axis)
inline Array partition(const Input &x, int64_t kth, int64_t axis = -1) {
    return weir::partition(x, kth, PartitionOptions{detail::Named(), axis});
}

/// The attributes of percentile() that have a default, by name.
struct PercentileOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to reduce; none: all elements (an axis)
    std::optional<int64_t> axis = None;
    /// interpolation method, as in NumPy (one of linear, lower, higher, nearest, midpoint, inverted_cdf,
    /// averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, median_unbiased,
    /// normal_unbiased)
    const char *method = "linear";
    /// keep the reduced axis with size one
    bool keepdims = false;
};

/// Percentiles of the elements along an axis, for q from 0 to 100. Attributes by name.
inline Array percentile(const Input &x, const Input &q, const PercentileOptions &options) {
    weir_percentile_options c = WEIR_PERCENTILE_OPTIONS;
    c.axis = detail::or_none(options.axis); c.method = options.method; c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_percentile(x.get(), q.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Percentiles of the elements along an axis, for q from 0 to 100.
///
/// Like quantile, with q from 0 to 100.
///
/// \param x the input
/// \param q which quantiles, as fractions or percentages
/// \param axis axis to reduce; none: all elements (an axis)
/// \param method interpolation method, as in NumPy (one of linear, lower, higher, nearest, midpoint, inverted_cdf,
/// averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, median_unbiased,
/// normal_unbiased)
/// \param keepdims keep the reduced axis with size one
inline Array percentile(const Input &x, const Input &q, const std::optional<int64_t> &axis = None,
    const char *method = "linear", bool keepdims = false) {
    return weir::percentile(x, q, PercentileOptions{detail::Named(), axis, method, keepdims});
}

/// The attributes of permutation() that have a default, by name.
struct PermutationOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// an integer dtype (one of int8, int16, int32, int64, uint8, uint16, uint32, uint64)
    DType dtype = DType::Int64;
    /// device of the result
    Device device = Device();
};

/// Random permutation of the integers from 0 to n - 1. Attributes by name.
inline Array permutation(int64_t n, const PermutationOptions &options, Here here = Here()) {
    weir_permutation_options c = WEIR_PERMUTATION_OPTIONS;
    c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_permutation(runtime(here), n, &c, &out), here);
    return Array::adopt(out);
}
/// Random permutation of the integers from 0 to n - 1.
///
/// \param n number of integers; required (\>= 0)
/// \param dtype an integer dtype (one of int8, int16, int32, int64, uint8, uint16, uint32, uint64)
/// \param device device of the result
/// Also called randperm.
inline Array permutation(int64_t n, DType dtype = DType::Int64, Device device = Device(), Here here = Here()) {
    return weir::permutation(n, PermutationOptions{detail::Named(), dtype, device}, here);
}

/// The attributes of permute_dims() that have a default, by name.
struct PermuteDimsOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// source axis of each axis of the result; none: reverse the axes (axes)
    Ints axes = None;
};

/// Permute the axes; returns a view. Attributes by name.
inline Array permute_dims(const Input &x, const PermuteDimsOptions &options) {
    weir_permute_dims_options c = WEIR_PERMUTE_DIMS_OPTIONS;
    c.axes = options.axes.c();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_permute_dims(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Permute the axes; returns a view.
///
/// \param x the input
/// \param axes source axis of each axis of the result; none: reverse the axes (axes)
/// Also called transpose, permute.
inline Array permute_dims(const Input &x, const Ints &axes = None) {
    return weir::permute_dims(x, PermuteDimsOptions{detail::Named(), axes});
}

/// Rearrange groups of channels into blocks of pixels (sub-pixel convolution).
///
/// x has shape (..., channels * upscale_factor^2, height, width); the result has shape (..., channels, height *
/// upscale_factor, width * upscale_factor).
///
/// \param x images, (batch, channels, spatial axes)
/// \param upscale_factor factor by which height and width grow (\>= 1)
inline Array pixel_shuffle(const Input &x, int64_t upscale_factor) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_pixel_shuffle(x.get(), upscale_factor, &out), x.here());
    return Array::adopt(out);
}

/// Rearrange blocks of pixels into groups of channels, the inverse of pixel_shuffle.
///
/// x has shape (..., channels, height, width).
///
/// \param x images, (batch, channels, spatial axes)
/// \param downscale_factor factor by which height and width shrink (\>= 1)
inline Array pixel_unshuffle(const Input &x, int64_t downscale_factor) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_pixel_unshuffle(x.get(), downscale_factor, &out), x.here());
    return Array::adopt(out);
}

/// The attributes of poisson() that have a default, by name.
struct PoissonOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// shape of the result; none: that of the parameters (\>= 0)
    Ints shape = None;
    /// dtype of the result; default: the default float dtype, int64 for counts (one of int8, int16, int32, int64,
    /// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a Poisson distribution. Attributes by name.
inline Array poisson(const Input &rate, const PoissonOptions &options) {
    weir_poisson_options c = WEIR_POISSON_OPTIONS;
    c.shape = options.shape.c(); c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(rate.here());
    weir_array *out = nullptr;
    detail::check(weir_poisson(rate.get(), &c, &out), rate.here());
    return Array::adopt(out);
}
/// Samples from a Poisson distribution.
///
/// \param rate expected value
/// \param shape shape of the result; none: that of the parameters (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype, int64 for counts (one of int8, int16, int32,
/// int64, uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array poisson(const Input &rate, const Ints &shape = None, DType dtype = DType::Default,
    Device device = Device()) {
    return weir::poisson(rate, PoissonOptions{detail::Named(), shape, dtype, device});
}

/// The attributes of poisson_nll_loss() that have a default, by name.
struct PoissonNllLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// x is the logarithm of the rate
    bool log_input = true;
    /// include Stirling's approximation of log(target!)
    bool full = false;
    /// added to the rate before taking the logarithm, if log_input is false (\>= 0.0)
    double eps = 1e-08;
};

/// The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input. Attributes by name.
inline Array poisson_nll_loss(const Input &x, const Input &target, const PoissonNllLossOptions &options) {
    weir_poisson_nll_loss_options c = WEIR_POISSON_NLL_LOSS_OPTIONS;
    c.reduction = options.reduction; c.log_input = options.log_input; c.full = options.full; c.eps = options.eps;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_poisson_nll_loss(x.get(), target.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input.
///
/// \param x predicted rates, or their logarithms
/// \param target counts
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param log_input x is the logarithm of the rate
/// \param full include Stirling's approximation of log(target!)
/// \param eps added to the rate before taking the logarithm, if log_input is false (\>= 0.0)
inline Array poisson_nll_loss(const Input &x, const Input &target, const char *reduction = "mean",
    bool log_input = true, bool full = false, double eps = 1e-08) {
    return weir::poisson_nll_loss(x, target, PoissonNllLossOptions{detail::Named(), reduction, log_input, full, eps});
}

/// Each element unchanged.
///
/// \param x the input
inline Array positive(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_positive(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// x1 raised to the power x2. Integer powers must not be negative.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called power.
inline Array pow(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_pow(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// Parametric ReLU: x1 where x1 \> 0, x2 x1 elsewhere.
///
/// \param x1 the first operand
/// \param x2 the second operand
inline Array prelu(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_prelu(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of prod() that have a default, by name.
struct ProdOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
    /// dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64, uint8,
    /// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
};

/// Product over axes. Attributes by name.
inline Array prod(const Input &x, const ProdOptions &options) {
    weir_prod_options c = WEIR_PROD_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims; c.dtype = static_cast<weir_dtype>(options.dtype);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_prod(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Product over axes.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
/// \param dtype dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64,
/// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
inline Array prod(const Input &x, const Ints &axes = None, bool keepdims = false, DType dtype = DType::Default) {
    return weir::prod(x, ProdOptions{detail::Named(), axes, keepdims, dtype});
}

/// The attributes of put_along_axis() that have a default, by name.
struct PutAlongAxisOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis that the indices count along (an axis)
    int64_t axis = -1;
    /// add to the elements instead of replacing them
    bool accumulate = false;
};

/// A copy of x with the elements at per-position indices along an axis replaced by values. Attributes by name.
inline Array put_along_axis(const Input &x, const Input &indices, const Input &values,
    const PutAlongAxisOptions &options) {
    weir_put_along_axis_options c = WEIR_PUT_ALONG_AXIS_OPTIONS;
    c.axis = options.axis; c.accumulate = options.accumulate;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_put_along_axis(x.get(), indices.get(), values.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// A copy of x with the elements at per-position indices along an axis replaced by values.
///
/// If an element is indexed several times, the last value is stored, or with accumulate all are added in order. If x is
/// also the output, only the indexed elements are written.
///
/// \param x the input
/// \param indices index of each value along the axis
/// \param values the values to store or combine
/// \param axis axis that the indices count along (an axis)
/// \param accumulate add to the elements instead of replacing them
inline Array put_along_axis(const Input &x, const Input &indices, const Input &values, int64_t axis = -1,
    bool accumulate = false) {
    return weir::put_along_axis(x, indices, values, PutAlongAxisOptions{detail::Named(), axis, accumulate});
}

/// The attributes of put_along_axis_reduce() that have a default, by name.
struct PutAlongAxisReduceOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis that the indices count along (an axis)
    int64_t axis = -1;
    /// 'sum', 'prod', 'max', 'min' or 'mean' (one of sum, prod, max, min, mean)
    const char *reduce = "sum";
    /// x takes part; otherwise it is replaced where it is indexed
    bool include_self = true;
};

/// A copy of x with the elements at per-position indices along an axis reduced with values: their sum, product,
/// maximum, minimum or mean. Attributes by name.
inline Array put_along_axis_reduce(const Input &x, const Input &indices, const Input &values,
    const PutAlongAxisReduceOptions &options) {
    weir_put_along_axis_reduce_options c = WEIR_PUT_ALONG_AXIS_REDUCE_OPTIONS;
    c.axis = options.axis; c.reduce = options.reduce; c.include_self = options.include_self;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_put_along_axis_reduce(x.get(), indices.get(), values.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// A copy of x with the elements at per-position indices along an axis reduced with values: their sum, product,
/// maximum, minimum or mean.
///
/// Elements that are not indexed keep their values. Without include_self the indexed elements are the reduction of the
/// values alone. This is PyTorch's scatter_reduce, with the same gradient: equal maxima share it.
///
/// \param x the input
/// \param indices index of each value along the axis
/// \param values the values to store or combine
/// \param axis axis that the indices count along (an axis)
/// \param reduce 'sum', 'prod', 'max', 'min' or 'mean' (one of sum, prod, max, min, mean)
/// \param include_self x takes part; otherwise it is replaced where it is indexed
inline Array put_along_axis_reduce(const Input &x, const Input &indices, const Input &values, int64_t axis = -1,
    const char *reduce = "sum", bool include_self = true) {
    return weir::put_along_axis_reduce(x, indices, values,
    PutAlongAxisReduceOptions{detail::Named(), axis, reduce, include_self});
}

/// The results of qr().
struct QrResult {
    Array q;  ///< orthonormal columns
    Array r;  ///< upper triangular factor
};
/// The attributes of qr() that have a default, by name.
struct QrOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'reduced': Q has min(m, n) columns; 'complete': Q is square (one of reduced, complete)
    const char *mode = "reduced";
};

/// The QR factorisation: orthonormal columns q times an upper triangular r. Attributes by name.
inline QrResult qr(const Input &x, const QrOptions &options) {
    weir_qr_options c = WEIR_QR_OPTIONS;
    c.mode = options.mode;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_qr(x.get(), &c, &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}
/// The QR factorisation: orthonormal columns q times an upper triangular r.
///
/// For an m x n matrix with k = min(m, n), q is m x k and r is k x n. In mode 'complete' q is m x m and r is m x n;
/// there is no gradient in that mode if k \< m.
///
/// \param x matrices
/// \param mode 'reduced': Q has min(m, n) columns; 'complete': Q is square (one of reduced, complete)
inline QrResult qr(const Input &x, const char *mode = "reduced") {
    return weir::qr(x, QrOptions{detail::Named(), mode});
}

/// The attributes of quantile() that have a default, by name.
struct QuantileOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to reduce; none: all elements (an axis)
    std::optional<int64_t> axis = None;
    /// interpolation method, as in NumPy (one of linear, lower, higher, nearest, midpoint, inverted_cdf,
    /// averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, median_unbiased,
    /// normal_unbiased)
    const char *method = "linear";
    /// keep the reduced axis with size one
    bool keepdims = false;
};

/// Quantiles of the elements along an axis, for q from 0 to 1. Attributes by name.
inline Array quantile(const Input &x, const Input &q, const QuantileOptions &options) {
    weir_quantile_options c = WEIR_QUANTILE_OPTIONS;
    c.axis = detail::or_none(options.axis); c.method = options.method; c.keepdims = options.keepdims;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_quantile(x.get(), q.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Quantiles of the elements along an axis, for q from 0 to 1.
///
/// The dimensions of q come first in the result. If an element is NaN, the result is NaN. The task fails if an element
/// of q is out of range. The methods are NumPy's: 'linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf',
/// 'averaged_inverted_cdf', 'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased',
/// 'normal_unbiased'.
///
/// \param x the input
/// \param q which quantiles, as fractions or percentages
/// \param axis axis to reduce; none: all elements (an axis)
/// \param method interpolation method, as in NumPy (one of linear, lower, higher, nearest, midpoint, inverted_cdf,
/// averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, median_unbiased,
/// normal_unbiased)
/// \param keepdims keep the reduced axis with size one
inline Array quantile(const Input &x, const Input &q, const std::optional<int64_t> &axis = None,
    const char *method = "linear", bool keepdims = false) {
    return weir::quantile(x, q, QuantileOptions{detail::Named(), axis, method, keepdims});
}

/// Gaussian error linear unit, by its sigmoid approximation: x sigmoid(1.702 x).
///
/// \param x the input
inline Array quick_gelu(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_quick_gelu(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Convert radians to degrees.
///
/// \param x the input
/// Also called degrees.
inline Array rad2deg(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_rad2deg(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Flatten x to one dimension.
///
/// A view of x if its strides allow, otherwise a copy.
///
/// \param x the input
inline Array ravel(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_ravel(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Real part.
///
/// \param x the input
inline Array real(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_real(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Reciprocal of each element, 1 / x.
///
/// \param x the input
inline Array reciprocal(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_reciprocal(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Rectified linear unit: max(x, 0).
///
/// \param x the input
inline Array relu(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_relu(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// ReLU capped at 6: min(max(x, 0), 6).
///
/// \param x the input
inline Array relu6(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_relu6(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Remainder of floor_divide, with the sign of x2. Integer remainder by 0 is 0.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called mod.
inline Array remainder(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_remainder(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of repeat() that have a default, by name.
struct RepeatOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to repeat along; none: flatten x first (an axis)
    std::optional<int64_t> axis = None;
};

/// Repeat each element along an axis. Attributes by name.
inline Array repeat(const Input &x, const Ints &repeats, const RepeatOptions &options) {
    weir_repeat_options c = WEIR_REPEAT_OPTIONS;
    c.axis = detail::or_none(options.axis);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_repeat(x.get(), repeats.c(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Repeat each element along an axis.
///
/// \param x the input
/// \param repeats number of repeats: one for all elements, or one for each (\>= 0)
/// \param axis axis to repeat along; none: flatten x first (an axis)
/// Also called repeat_interleave.
inline Array repeat(const Input &x, const Ints &repeats, const std::optional<int64_t> &axis = None) {
    return weir::repeat(x, repeats, RepeatOptions{detail::Named(), axis});
}

/// Give x a new shape with the same elements.
///
/// A view of x if its strides allow, otherwise a copy.
///
/// \param x the input
/// \param shape the new shape; one dimension may be -1 (\>= -1)
inline Array reshape(const Input &x, const Ints &shape) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_reshape(x.get(), shape.c(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of rfftn() that have a default, by name.
struct RfftnOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// lengths to which x is cropped or zero-padded; none: those of x (\>= 1)
    Ints s = None;
    /// axes to transform; none: all, or the last len(s) axes (axes)
    Ints axes = None;
    /// 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward,
    /// forward, ortho)
    const char *norm = "backward";
};

/// The discrete Fourier transform of real input, without the redundant half. Attributes by name.
inline Array rfftn(const Input &x, const RfftnOptions &options) {
    weir_rfftn_options c = WEIR_RFFTN_OPTIONS;
    c.s = options.s.c(); c.axes = options.axes.c(); c.norm = options.norm;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_rfftn(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The discrete Fourier transform of real input, without the redundant half.
///
/// Along the last transformed axis the result has the frequencies 0 to n/2; the others are complex conjugates of these.
///
/// \param x the input
/// \param s lengths to which x is cropped or zero-padded; none: those of x (\>= 1)
/// \param axes axes to transform; none: all, or the last len(s) axes (axes)
/// \param norm 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward,
/// forward, ortho)
inline Array rfftn(const Input &x, const Ints &s = None, const Ints &axes = None, const char *norm = "backward") {
    return weir::rfftn(x, RfftnOptions{detail::Named(), s, axes, norm});
}

/// The attributes of rms_norm() that have a default, by name.
struct RmsNormOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the last axes, which are normalised; none: as many as weight has axes, or one (axes)
    Ints axes = None;
    /// added to the mean square; none: the machine epsilon of the dtype (\>= 0.0)
    std::optional<double> eps = None;
};

/// Root mean square normalisation: divide by the root mean square over the last axes. Attributes by name.
inline Array rms_norm(const Input &x, const Input &weight, const RmsNormOptions &options) {
    weir_rms_norm_options c = WEIR_RMS_NORM_OPTIONS;
    c.axes = options.axes.c(); c.eps = detail::or_none(options.eps);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_rms_norm(x.get(), weight.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Root mean square normalisation: divide by the root mean square over the last axes. Attributes by name, without the
/// optional inputs.
inline Array rms_norm(const Input &x, const RmsNormOptions &options) {
    return weir::rms_norm(x, Input(None, x.here().file, x.here().line), options);
}
/// Root mean square normalisation: divide by the root mean square over the last axes.
///
/// weight has the shape of those axes.
///
/// \param x the input
/// \param weight scale of each element of the normalised axes; may be None
/// \param axes the last axes, which are normalised; none: as many as weight has axes, or one (axes)
/// \param eps added to the mean square; none: the machine epsilon of the dtype (\>= 0.0)
inline Array rms_norm(const Input &x, const Input &weight = None, const Ints &axes = None,
    const std::optional<double> &eps = None) {
    return weir::rms_norm(x, weight, RmsNormOptions{detail::Named(), axes, eps});
}

/// The results of rnn().
struct RnnResult {
    Array y;  ///< hidden states of all time steps
    Array h_n;  ///< last hidden state
};
/// The attributes of rnn() that have a default, by name.
struct RnnOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'tanh' or 'relu' (one of tanh, relu)
    const char *nonlinearity = "tanh";
    /// process the sequence from the last time step to the first
    bool reverse = false;
};

/// A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh). Attributes by name.
inline RnnResult rnn(const Input &x, const Input &weight_ih, const Input &weight_hh, const Input &bias_ih,
    const Input &bias_hh, const Input &h0, const Input &lengths, const RnnOptions &options) {
    weir_rnn_options c = WEIR_RNN_OPTIONS;
    c.nonlinearity = options.nonlinearity; c.reverse = options.reverse;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_rnn(x.get(), weight_ih.get(), weight_hh.get(), bias_ih.get(), bias_hh.get(), h0.get(),
    lengths.get(), &c, &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}
/// A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh). Attributes by name, without the optional
/// inputs.
inline RnnResult rnn(const Input &x, const Input &weight_ih, const Input &weight_hh, const RnnOptions &options) {
    return weir::rnn(x, weight_ih, weight_hh, Input(None, x.here().file, x.here().line),
    Input(None, x.here().file, x.here().line), Input(None, x.here().file, x.here().line),
    Input(None, x.here().file, x.here().line), options);
}
/// A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh).
///
/// x has shape (time, batch, inputs), weight_ih (units, inputs), weight_hh (units, units). y holds the states of all
/// time steps, h_n the last one. lengths has the number of time steps of each sample, after which y is 0 and the state
/// does not change.
///
/// \param x sequences, (time, batch, inputs)
/// \param weight_ih weights of the input
/// \param weight_hh weights of the hidden state
/// \param bias_ih bias of the input; may be None
/// \param bias_hh bias of the hidden state; may be None
/// \param h0 initial hidden state; may be None
/// \param lengths number of time steps of each sample; may be None
/// \param nonlinearity 'tanh' or 'relu' (one of tanh, relu)
/// \param reverse process the sequence from the last time step to the first
inline RnnResult rnn(const Input &x, const Input &weight_ih, const Input &weight_hh, const Input &bias_ih = None,
    const Input &bias_hh = None, const Input &h0 = None, const Input &lengths = None, const char *nonlinearity = "tanh",
    bool reverse = false) {
    return weir::rnn(x, weight_ih, weight_hh, bias_ih, bias_hh, h0, lengths,
    RnnOptions{detail::Named(), nonlinearity, reverse});
}

/// The attributes of roll() that have a default, by name.
struct RollOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to roll along; none: roll the flattened array (axes)
    Ints axes = None;
};

/// Roll elements along axes; elements shifted out at one end re-enter at the other. Attributes by name.
inline Array roll(const Input &x, const Ints &shift, const RollOptions &options) {
    weir_roll_options c = WEIR_ROLL_OPTIONS;
    c.axes = options.axes.c();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_roll(x.get(), shift.c(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Roll elements along axes; elements shifted out at one end re-enter at the other.
///
/// \param x the input
/// \param shift number of positions to shift by; positive: towards higher indices
/// \param axes axes to roll along; none: roll the flattened array (axes)
inline Array roll(const Input &x, const Ints &shift, const Ints &axes = None) {
    return weir::roll(x, shift, RollOptions{detail::Named(), axes});
}

/// Round to the nearest integer; halves are rounded to even.
///
/// \param x the input
/// Also called rint, around.
inline Array round(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_round(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Reciprocal of the square root.
///
/// \param x the input
inline Array rsqrt(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_rsqrt(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The results of scaled_dot_product_attention().
struct ScaledDotProductAttentionResult {
    Array y;  ///< weighted sums of the values
    Array lse;  ///< logarithm of the sum of exponentials of the scores
};
/// The attributes of scaled_dot_product_attention() that have a default, by name.
struct ScaledDotProductAttentionOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// dropout probability of the attention weights; requires dropout_seed (\>= 0.0, \<= 1.0)
    double dropout_p = 0.0;
    /// causal mask: query i attends to keys 0 to i only
    bool is_causal = false;
    /// multiplies the scores; none: 1 / sqrt(E)
    std::optional<double> scale = None;
    /// grouped-query attention: several query heads share a key head
    bool enable_gqa = false;
};

/// Scaled dot-product attention: softmax(scale query key^T + mask) value. Attributes by name.
inline ScaledDotProductAttentionResult scaled_dot_product_attention(const Input &query, const Input &key,
    const Input &value, const Input &attn_mask, const Input &dropout_seed,
    const ScaledDotProductAttentionOptions &options) {
    weir_scaled_dot_product_attention_options c = WEIR_SCALED_DOT_PRODUCT_ATTENTION_OPTIONS;
    c.dropout_p = options.dropout_p; c.is_causal = options.is_causal; c.scale = detail::or_none(options.scale);
    c.enable_gqa = options.enable_gqa;
    detail::At at(query.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_scaled_dot_product_attention(query.get(), key.get(), value.get(), attn_mask.get(),
    dropout_seed.get(), &c, &out0, &out1), query.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}
/// Scaled dot-product attention: softmax(scale query key^T + mask) value. Attributes by name, without the optional
/// inputs.
inline ScaledDotProductAttentionResult scaled_dot_product_attention(const Input &query, const Input &key,
    const Input &value, const ScaledDotProductAttentionOptions &options) {
    return weir::scaled_dot_product_attention(query, key, value, Input(None, query.here().file, query.here().line),
    Input(None, query.here().file, query.here().line), options);
}
/// Scaled dot-product attention: softmax(scale query key^T + mask) value.
///
/// query has shape (..., heads, L, E), key (..., heads, S, E) and value (..., heads, S, V). The result y has shape
/// (..., heads, L, V); lse is the logarithm of the sum of exponentials of each row of scores. attn_mask broadcasts to
/// (..., heads, L, S): a bool mask is true where a query may attend to a key, a float mask is added to the scores.
/// Masked keys and values do not contribute, even if they are NaN, and a query whose keys are all masked gives zeros.
/// Memory use is proportional to L + S. dropout_seed, an integer, determines which weights are dropped.
///
/// \param query queries, (..., heads, length, features)
/// \param key keys
/// \param value values
/// \param attn_mask true where a key is used, or numbers that are added to the scores; may be None
/// \param dropout_seed seed of the dropout of weights; may be None
/// \param dropout_p dropout probability of the attention weights; requires dropout_seed (\>= 0.0, \<= 1.0)
/// \param is_causal causal mask: query i attends to keys 0 to i only
/// \param scale multiplies the scores; none: 1 / sqrt(E)
/// \param enable_gqa grouped-query attention: several query heads share a key head
inline ScaledDotProductAttentionResult scaled_dot_product_attention(const Input &query, const Input &key,
    const Input &value, const Input &attn_mask = None, const Input &dropout_seed = None, double dropout_p = 0.0,
    bool is_causal = false, const std::optional<double> &scale = None, bool enable_gqa = false) {
    return weir::scaled_dot_product_attention(query, key, value, attn_mask, dropout_seed,
    ScaledDotProductAttentionOptions{detail::Named(), dropout_p, is_causal, scale, enable_gqa});
}

/// The attributes of scatter() that have a default, by name.
struct ScatterOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis that the indices count along; none: x is flattened (an axis)
    std::optional<int64_t> axis = None;
};

/// A copy of x with the rows (along an axis) at the given indices replaced by updates. Attributes by name.
inline Array scatter(const Input &x, const Input &indices, const Input &updates, const ScatterOptions &options) {
    weir_scatter_options c = WEIR_SCATTER_OPTIONS;
    c.axis = detail::or_none(options.axis);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_scatter(x.get(), indices.get(), updates.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// A copy of x with the rows (along an axis) at the given indices replaced by updates.
///
/// Updates are broadcast to the shape of take(x, indices, axis). If an index occurs several times, the last update is
/// stored. If x is also the output, only the indexed rows are written.
///
/// \param x the input
/// \param indices row of each update along the axis
/// \param updates the rows to store or combine
/// \param axis axis that the indices count along; none: x is flattened (an axis)
inline Array scatter(const Input &x, const Input &indices, const Input &updates,
    const std::optional<int64_t> &axis = None) {
    return weir::scatter(x, indices, updates, ScatterOptions{detail::Named(), axis});
}

/// The attributes of scatter_add() that have a default, by name.
struct ScatterAddOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis that the indices count along; none: x is flattened (an axis)
    std::optional<int64_t> axis = None;
};

/// A copy of x with updates added to the rows (along an axis) at the given indices. Attributes by name.
inline Array scatter_add(const Input &x, const Input &indices, const Input &updates, const ScatterAddOptions &options) {
    weir_scatter_add_options c = WEIR_SCATTER_ADD_OPTIONS;
    c.axis = detail::or_none(options.axis);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_scatter_add(x.get(), indices.get(), updates.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// A copy of x with updates added to the rows (along an axis) at the given indices.
///
/// Updates are broadcast to the shape of take(x, indices, axis). Updates with the same index are added in order, for
/// any number of workers. If x is also the output, only the indexed rows are written.
///
/// \param x the input
/// \param indices row of each update along the axis
/// \param updates the rows to store or combine
/// \param axis axis that the indices count along; none: x is flattened (an axis)
inline Array scatter_add(const Input &x, const Input &indices, const Input &updates,
    const std::optional<int64_t> &axis = None) {
    return weir::scatter_add(x, indices, updates, ScatterAddOptions{detail::Named(), axis});
}

/// The attributes of scatter_reduce() that have a default, by name.
struct ScatterReduceOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis that the indices count along; none: x is flattened (an axis)
    std::optional<int64_t> axis = None;
    /// 'sum', 'prod', 'max', 'min' or 'mean' (one of sum, prod, max, min, mean)
    const char *reduce = "sum";
    /// x takes part; otherwise it is replaced where it is indexed
    bool include_self = true;
};

/// A copy of x with the rows (along an axis) at the given indices reduced with updates: their sum, product, maximum,
/// minimum or mean. Attributes by name.
inline Array scatter_reduce(const Input &x, const Input &indices, const Input &updates,
    const ScatterReduceOptions &options) {
    weir_scatter_reduce_options c = WEIR_SCATTER_REDUCE_OPTIONS;
    c.axis = detail::or_none(options.axis); c.reduce = options.reduce; c.include_self = options.include_self;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_scatter_reduce(x.get(), indices.get(), updates.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// A copy of x with the rows (along an axis) at the given indices reduced with updates: their sum, product, maximum,
/// minimum or mean.
///
/// Updates are broadcast to the shape of take(x, indices, axis). Rows that are not indexed keep their values. Without
/// include_self the indexed rows are the reduction of the updates alone. The gradient is that of PyTorch's
/// scatter_reduce: equal maxima share it.
///
/// \param x the input
/// \param indices row of each update along the axis
/// \param updates the rows to store or combine
/// \param axis axis that the indices count along; none: x is flattened (an axis)
/// \param reduce 'sum', 'prod', 'max', 'min' or 'mean' (one of sum, prod, max, min, mean)
/// \param include_self x takes part; otherwise it is replaced where it is indexed
inline Array scatter_reduce(const Input &x, const Input &indices, const Input &updates,
    const std::optional<int64_t> &axis = None, const char *reduce = "sum", bool include_self = true) {
    return weir::scatter_reduce(x, indices, updates, ScatterReduceOptions{detail::Named(), axis, reduce, include_self});
}

/// The attributes of searchsorted() that have a default, by name.
struct SearchsortedOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'left': before equal elements; 'right': after them (one of left, right)
    const char *side = "left";
};

/// Indices at which the values would be inserted into a sorted array to keep it sorted. Attributes by name.
inline Array searchsorted(const Input &x1, const Input &x2, const Input &sorter, const SearchsortedOptions &options) {
    weir_searchsorted_options c = WEIR_SEARCHSORTED_OPTIONS;
    c.side = options.side;
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_searchsorted(x1.get(), x2.get(), sorter.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// Indices at which the values would be inserted into a sorted array to keep it sorted. Attributes by name, without the
/// optional inputs.
inline Array searchsorted(const Input &x1, const Input &x2, const SearchsortedOptions &options) {
    return weir::searchsorted(x1, x2, Input(None, x1.here().file, x1.here().line), options);
}
/// Indices at which the values would be inserted into a sorted array to keep it sorted.
///
/// If x1 is not sorted, sorter holds indices that sort it. NaN sorts after all other values.
///
/// \param x1 a sorted array
/// \param x2 the values to find
/// \param sorter indices that sort x1; may be None
/// \param side 'left': before equal elements; 'right': after them (one of left, right)
inline Array searchsorted(const Input &x1, const Input &x2, const Input &sorter = None, const char *side = "left") {
    return weir::searchsorted(x1, x2, sorter, SearchsortedOptions{detail::Named(), side});
}

/// Maximum of the rows of each segment.
///
/// Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end. A
/// segment without rows is -infinity, or the lowest value of an integer dtype.
///
/// \param data rows
/// \param segment_ids segment of each row
/// \param num_segments number of segments, the length of the result; required (\>= 0)
inline Array segment_max(const Input &data, const Input &segment_ids, int64_t num_segments) {
    detail::At at(data.here());
    weir_array *out = nullptr;
    detail::check(weir_segment_max(data.get(), segment_ids.get(), num_segments, &out), data.here());
    return Array::adopt(out);
}

/// Mean of the rows of each segment.
///
/// Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end. A
/// segment without rows is 0.
///
/// \param data rows
/// \param segment_ids segment of each row
/// \param num_segments number of segments, the length of the result; required (\>= 0)
inline Array segment_mean(const Input &data, const Input &segment_ids, int64_t num_segments) {
    detail::At at(data.here());
    weir_array *out = nullptr;
    detail::check(weir_segment_mean(data.get(), segment_ids.get(), num_segments, &out), data.here());
    return Array::adopt(out);
}

/// Minimum of the rows of each segment.
///
/// Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end. A
/// segment without rows is infinity, or the highest value of an integer dtype.
///
/// \param data rows
/// \param segment_ids segment of each row
/// \param num_segments number of segments, the length of the result; required (\>= 0)
inline Array segment_min(const Input &data, const Input &segment_ids, int64_t num_segments) {
    detail::At at(data.here());
    weir_array *out = nullptr;
    detail::check(weir_segment_min(data.get(), segment_ids.get(), num_segments, &out), data.here());
    return Array::adopt(out);
}

/// Product of the rows of each segment.
///
/// Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end. A
/// segment without rows is 1.
///
/// \param data rows
/// \param segment_ids segment of each row
/// \param num_segments number of segments, the length of the result; required (\>= 0)
inline Array segment_prod(const Input &data, const Input &segment_ids, int64_t num_segments) {
    detail::At at(data.here());
    weir_array *out = nullptr;
    detail::check(weir_segment_prod(data.get(), segment_ids.get(), num_segments, &out), data.here());
    return Array::adopt(out);
}

/// Sum of the rows of each segment.
///
/// Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end. A
/// segment without rows is 0.
///
/// \param data rows
/// \param segment_ids segment of each row
/// \param num_segments number of segments, the length of the result; required (\>= 0)
inline Array segment_sum(const Input &data, const Input &segment_ids, int64_t num_segments) {
    detail::At at(data.here());
    weir_array *out = nullptr;
    detail::check(weir_segment_sum(data.get(), segment_ids.get(), num_segments, &out), data.here());
    return Array::adopt(out);
}

/// The attributes of select() that have a default, by name.
struct SelectOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to index (an axis)
    int64_t axis = 0;
};

/// One element along an axis, which is removed; returns a view. Attributes by name.
inline Array select(const Input &x, int64_t index, const SelectOptions &options) {
    weir_select_options c = WEIR_SELECT_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_select(x.get(), index, &c, &out), x.here());
    return Array::adopt(out);
}
/// One element along an axis, which is removed; returns a view.
///
/// \param x the input
/// \param index index along the axis; negative: from the end
/// \param axis axis to index (an axis)
inline Array select(const Input &x, int64_t index, int64_t axis = 0) {
    return weir::select(x, index, SelectOptions{detail::Named(), axis});
}

/// Scaled exponential linear unit: elu with the scale and alpha of self-normalising networks.
///
/// \param x the input
inline Array selu(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_selu(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The results of shuffle().
struct ShuffleResult {
    Array y;  ///< x in random order
    Array order;  ///< index in x of each entry along the axis
};
/// The attributes of shuffle() that have a default, by name.
struct ShuffleOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to shuffle (an axis)
    int64_t axis = 0;
};

/// Shuffle the elements along an axis; also return the permutation. Attributes by name.
inline ShuffleResult shuffle(const Input &x, const ShuffleOptions &options) {
    weir_shuffle_options c = WEIR_SHUFFLE_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_shuffle(x.get(), &c, &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}
/// Shuffle the elements along an axis; also return the permutation.
///
/// Element i of y along the axis is element order[i] of x; all elements at the same index along the axis move together.
///
/// \param x the input
/// \param axis axis to shuffle (an axis)
inline ShuffleResult shuffle(const Input &x, int64_t axis = 0) {
    return weir::shuffle(x, ShuffleOptions{detail::Named(), axis});
}

/// Logistic sigmoid: 1 / (1 + exp(-x)).
///
/// \param x the input
/// Also called expit.
inline Array sigmoid(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_sigmoid(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Sign of each element, -1, 0 or 1; for complex numbers, x / |x|.
///
/// \param x the input
/// Also called sgn.
inline Array sign(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_sign(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Test whether the sign bit is set; true for -0.0.
///
/// \param x the input
inline Array signbit(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_signbit(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// SiLU, also called swish: x sigmoid(x).
///
/// \param x the input
/// Also called swish.
inline Array silu(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_silu(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Sine of each element, in radians.
///
/// \param x the input
inline Array sin(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_sin(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Normalised sinc: sin(pi x) / (pi x), and 1 at 0.
///
/// \param x the input
inline Array sinc(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_sinc(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Hyperbolic sine.
///
/// \param x the input
inline Array sinh(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_sinh(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of slice() that have a default, by name.
struct SliceOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// start of each slice, one for each leading axis
    Ints starts = None;
    /// end of each slice, exclusive
    Ints stops = None;
    /// step of each slice; may be negative
    Ints steps = None;
};

/// Slice the leading axes; returns a view. Attributes by name.
inline Array slice(const Input &x, const SliceOptions &options) {
    weir_slice_options c = WEIR_SLICE_OPTIONS;
    c.starts = options.starts.c(); c.stops = options.stops.c(); c.steps = options.steps.c();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_slice(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Slice the leading axes; returns a view.
///
/// Equivalent to x[start:stop:step, ...] in Python; WEIR_NONE stands for an omitted part.
///
/// \param x the input
/// \param starts start of each slice, one for each leading axis
/// \param stops end of each slice, exclusive
/// \param steps step of each slice; may be negative
inline Array slice(const Input &x, const Ints &starts = None, const Ints &stops = None, const Ints &steps = None) {
    return weir::slice(x, SliceOptions{detail::Named(), starts, stops, steps});
}

/// The attributes of slice_update() that have a default, by name.
struct SliceUpdateOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// start of each slice, one for each leading axis
    Ints starts = None;
    /// end of each slice, exclusive
    Ints stops = None;
    /// step of each slice; may be negative
    Ints steps = None;
};

/// A copy of x with a slice replaced by y. Attributes by name.
inline Array slice_update(const Input &x, const Input &y, const SliceUpdateOptions &options) {
    weir_slice_update_options c = WEIR_SLICE_UPDATE_OPTIONS;
    c.starts = options.starts.c(); c.stops = options.stops.c(); c.steps = options.steps.c();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_slice_update(x.get(), y.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// A copy of x with a slice replaced by y.
///
/// y is broadcast to the slice. To change part of an existing array, write to a view of it.
///
/// \param x the array to update
/// \param y new values, broadcast to the selection
/// \param starts start of each slice, one for each leading axis
/// \param stops end of each slice, exclusive
/// \param steps step of each slice; may be negative
inline Array slice_update(const Input &x, const Input &y, const Ints &starts = None, const Ints &stops = None,
    const Ints &steps = None) {
    return weir::slice_update(x, y, SliceUpdateOptions{detail::Named(), starts, stops, steps});
}

/// The attributes of sliding_window_view() that have a default, by name.
struct SlidingWindowViewOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes that the window slides along; none: all (axes)
    Ints axes = None;
};

/// Sliding windows over an array; returns a view. Attributes by name.
inline Array sliding_window_view(const Input &x, const Ints &window, const SlidingWindowViewOptions &options) {
    weir_sliding_window_view_options c = WEIR_SLIDING_WINDOW_VIEW_OPTIONS;
    c.axes = options.axes.c();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_sliding_window_view(x.get(), window.c(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Sliding windows over an array; returns a view.
///
/// The leading dimensions give the position of the window; the dimensions of the window come last.
///
/// \param x the input
/// \param window window size along each axis (\>= 1)
/// \param axes axes that the window slides along; none: all (axes)
inline Array sliding_window_view(const Input &x, const Ints &window, const Ints &axes = None) {
    return weir::sliding_window_view(x, window, SlidingWindowViewOptions{detail::Named(), axes});
}

/// The results of slogdet().
struct SlogdetResult {
    Array sign;  ///< sign or phase of each determinant
    Array logabsdet;  ///< logarithm of its absolute value
};
/// The sign of the determinant, and the logarithm of its absolute value.
///
/// det(x) = sign * exp(logabsdet); the pair does not overflow where det would. A singular matrix has sign 0 and
/// logabsdet -inf.
///
/// \param x square matrices
inline SlogdetResult slogdet(const Input &x) {
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_slogdet(x.get(), &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}

/// The attributes of smooth_l1_loss() that have a default, by name.
struct SmoothL1LossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// distance below which the loss is quadratic (\>= 0.0)
    double beta = 1.0;
};

/// The smooth L1 loss: quadratic near 0, absolute error elsewhere. Attributes by name.
inline Array smooth_l1_loss(const Input &x, const Input &target, const SmoothL1LossOptions &options) {
    weir_smooth_l1_loss_options c = WEIR_SMOOTH_L1_LOSS_OPTIONS;
    c.reduction = options.reduction; c.beta = options.beta;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_smooth_l1_loss(x.get(), target.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The smooth L1 loss: quadratic near 0, absolute error elsewhere.
///
/// With d = |x - target|: d^2 / (2 beta) below beta, d - beta / 2 above.
///
/// \param x predictions
/// \param target the values to predict
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param beta distance below which the loss is quadratic (\>= 0.0)
inline Array smooth_l1_loss(const Input &x, const Input &target, const char *reduction = "mean", double beta = 1.0) {
    return weir::smooth_l1_loss(x, target, SmoothL1LossOptions{detail::Named(), reduction, beta});
}

/// The attributes of soft_margin_loss() that have a default, by name.
struct SoftMarginLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
};

/// The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1. Attributes by name.
inline Array soft_margin_loss(const Input &x, const Input &target, const SoftMarginLossOptions &options) {
    weir_soft_margin_loss_options c = WEIR_SOFT_MARGIN_LOSS_OPTIONS;
    c.reduction = options.reduction;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_soft_margin_loss(x.get(), target.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1.
///
/// \param x scores
/// \param target 1 or -1
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
inline Array soft_margin_loss(const Input &x, const Input &target, const char *reduction = "mean") {
    return weir::soft_margin_loss(x, target, SoftMarginLossOptions{detail::Named(), reduction});
}

/// The attributes of softmax() that have a default, by name.
struct SoftmaxOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the axis whose entries sum to one (an axis)
    int64_t axis = -1;
};

/// Exponentials of the entries along an axis, scaled to sum to one. Attributes by name.
inline Array softmax(const Input &x, const SoftmaxOptions &options) {
    weir_softmax_options c = WEIR_SOFTMAX_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_softmax(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Exponentials of the entries along an axis, scaled to sum to one.
///
/// \param x scores
/// \param axis the axis whose entries sum to one (an axis)
inline Array softmax(const Input &x, int64_t axis = -1) {
    return weir::softmax(x, SoftmaxOptions{detail::Named(), axis});
}

/// The attributes of softmin() that have a default, by name.
struct SoftminOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the axis whose entries sum to one (an axis)
    int64_t axis = -1;
};

/// The softmax of -x: the smallest entry gets the largest weight. Attributes by name.
inline Array softmin(const Input &x, const SoftminOptions &options) {
    weir_softmin_options c = WEIR_SOFTMIN_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_softmin(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The softmax of -x: the smallest entry gets the largest weight.
///
/// \param x scores
/// \param axis the axis whose entries sum to one (an axis)
inline Array softmin(const Input &x, int64_t axis = -1) {
    return weir::softmin(x, SoftminOptions{detail::Named(), axis});
}

/// Softplus: log(1 + exp(x)).
///
/// \param x the input
inline Array softplus(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_softplus(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of softshrink() that have a default, by name.
struct SoftshrinkOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// elements with |x| \<= lambd become 0 (\>= 0.0)
    double lambd = 0.5;
};

/// Soft shrinkage: move x towards 0 by lambd; 0 where |x| \<= lambd. Attributes by name.
inline Array softshrink(const Input &x, const SoftshrinkOptions &options) {
    weir_softshrink_options c = WEIR_SOFTSHRINK_OPTIONS;
    c.lambd = options.lambd;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_softshrink(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Soft shrinkage: move x towards 0 by lambd; 0 where |x| \<= lambd.
///
/// \param x the input
/// \param lambd elements with |x| \<= lambd become 0 (\>= 0.0)
inline Array softshrink(const Input &x, double lambd = 0.5) {
    return weir::softshrink(x, SoftshrinkOptions{detail::Named(), lambd});
}

/// Softsign: x / (1 + |x|).
///
/// \param x the input
inline Array softsign(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_softsign(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of solve() that have a default, by name.
struct SolveOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// solve x1 X = x2; false: solve X x1 = x2
    bool left = true;
};

/// Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1. Attributes by name.
inline Array solve(const Input &x1, const Input &x2, const SolveOptions &options) {
    weir_solve_options c = WEIR_SOLVE_OPTIONS;
    c.left = options.left;
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_solve(x1.get(), x2.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1.
///
/// x2 is a vector if it has one dimension; otherwise its columns (rows if left is false) are the right-hand sides. The
/// other dimensions broadcast. The task fails if a matrix is singular, that is if a pivot is 0. Results that depend on
/// a value that is not finite are NaN.
///
/// \param x1 square matrices
/// \param x2 right-hand sides
/// \param left solve x1 X = x2; false: solve X x1 = x2
inline Array solve(const Input &x1, const Input &x2, bool left = true) {
    return weir::solve(x1, x2, SolveOptions{detail::Named(), left});
}

/// The attributes of solve_triangular() that have a default, by name.
struct SolveTriangularOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// x1 is upper triangular, not lower triangular
    bool upper = false;
    /// the diagonal is taken to be 1 and is not read
    bool unitriangular = false;
    /// solve x1 X = x2; false: solve X x1 = x2
    bool left = true;
};

/// Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1. Attributes by name.
inline Array solve_triangular(const Input &x1, const Input &x2, const SolveTriangularOptions &options) {
    weir_solve_triangular_options c = WEIR_SOLVE_TRIANGULAR_OPTIONS;
    c.upper = options.upper; c.unitriangular = options.unitriangular; c.left = options.left;
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_solve_triangular(x1.get(), x2.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1.
///
/// The other triangle of x1 is not read. x2 is a vector if it has one dimension; the other dimensions broadcast. The
/// task fails if the diagonal has a 0.
///
/// \param x1 triangular matrices
/// \param x2 right-hand sides
/// \param upper x1 is upper triangular, not lower triangular
/// \param unitriangular the diagonal is taken to be 1 and is not read
/// \param left solve x1 X = x2; false: solve X x1 = x2
inline Array solve_triangular(const Input &x1, const Input &x2, bool upper = false, bool unitriangular = false,
    bool left = true) {
    return weir::solve_triangular(x1, x2, SolveTriangularOptions{detail::Named(), upper, unitriangular, left});
}

/// The attributes of sort() that have a default, by name.
struct SortOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to sort along (an axis)
    int64_t axis = -1;
    /// largest first
    bool descending = false;
    /// keep the order of equal elements; always the case
    bool stable = true;
};

/// Sort along an axis. Attributes by name.
inline Array sort(const Input &x, const SortOptions &options) {
    weir_sort_options c = WEIR_SORT_OPTIONS;
    c.axis = options.axis; c.descending = options.descending; c.stable = options.stable;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_sort(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Sort along an axis.
///
/// The sort is stable. NaN comes last, ascending and descending.
///
/// \param x the input
/// \param axis axis to sort along (an axis)
/// \param descending largest first
/// \param stable keep the order of equal elements; always the case
inline Array sort(const Input &x, int64_t axis = -1, bool descending = false, bool stable = true) {
    return weir::sort(x, SortOptions{detail::Named(), axis, descending, stable});
}

/// The attributes of split() that have a default, by name.
struct SplitOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// number of equal parts (\>= 1)
    std::optional<int64_t> sections = None;
    /// positions to split before
    Ints indices = None;
    /// axis to split (an axis)
    int64_t axis = 0;
};

/// Split an array along an axis; returns views. Attributes by name.
inline std::vector<Array> split(const Input &x, const SplitOptions &options) {
    weir_split_options c = WEIR_SPLIT_OPTIONS;
    c.sections = detail::or_none(options.sections); c.indices = options.indices.c(); c.axis = options.axis;
    detail::At at(x.here());
    std::vector<weir_array *> out(detail::parts_of(x));
    auto count = static_cast<uint32_t>(out.size());
    detail::check(weir_split(x.get(), &c, out.data(), &count), x.here());
    return detail::adopt(out, count);
}
/// Split an array along an axis; returns views.
///
/// Into equal parts, or before the given indices, which may be negative or out of range, as in slices.
///
/// \param x the input
/// \param sections number of equal parts (\>= 1)
/// \param indices positions to split before
/// \param axis axis to split (an axis)
inline std::vector<Array> split(const Input &x, const std::optional<int64_t> &sections = None,
    const Ints &indices = None, int64_t axis = 0) {
    return weir::split(x, SplitOptions{detail::Named(), sections, indices, axis});
}

/// Square root of each element.
///
/// \param x the input
inline Array sqrt(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_sqrt(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Square of each element.
///
/// \param x the input
inline Array square(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_square(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of squeeze() that have a default, by name.
struct SqueezeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to remove; none: all of size one (axes)
    Ints axes = None;
};

/// Remove axes of size one; returns a view. Attributes by name.
inline Array squeeze(const Input &x, const SqueezeOptions &options) {
    weir_squeeze_options c = WEIR_SQUEEZE_OPTIONS;
    c.axes = options.axes.c();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_squeeze(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Remove axes of size one; returns a view.
///
/// \param x the input
/// \param axes axes to remove; none: all of size one (axes)
inline Array squeeze(const Input &x, const Ints &axes = None) {
    return weir::squeeze(x, SqueezeOptions{detail::Named(), axes});
}

/// The attributes of stack() that have a default, by name.
struct StackOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// position of the new axis in the result (an axis)
    int64_t axis = 0;
};

/// Stack arrays of the same shape along a new axis. Attributes by name.
inline Array stack(const Inputs &arrays, const StackOptions &options) {
    weir_stack_options c = WEIR_STACK_OPTIONS;
    c.axis = options.axis;
    detail::At at(arrays.here());
    weir_array *out = nullptr;
    detail::check(weir_stack(arrays.data(), arrays.size(), &c, &out), arrays.here());
    return Array::adopt(out);
}
/// Stack arrays of the same shape along a new axis.
///
/// \param arrays the arrays to join
/// \param axis position of the new axis in the result (an axis)
inline Array stack(const Inputs &arrays, int64_t axis = 0) {
    return weir::stack(arrays, StackOptions{detail::Named(), axis});
}

/// The attributes of stddev() that have a default, by name.
struct StdOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
    /// the divisor is the number of elements minus this
    double correction = 0.0;
};

/// Standard deviation over axes. Attributes by name.
inline Array stddev(const Input &x, const StdOptions &options) {
    weir_std_options c = WEIR_STD_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims; c.correction = options.correction;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_std(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Standard deviation over axes.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
/// \param correction the divisor is the number of elements minus this
inline Array stddev(const Input &x, const Ints &axes = None, bool keepdims = false, double correction = 0.0) {
    return weir::stddev(x, StdOptions{detail::Named(), axes, keepdims, correction});
}

/// The attributes of student_t() that have a default, by name.
struct StudentTOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// shape of the result; none: that of the parameters (\>= 0)
    Ints shape = None;
    /// dtype of the result; default: the default float dtype, int64 for counts (one of float16, bfloat16, float32,
    /// float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from Student's t distribution. Attributes by name.
inline Array student_t(const Input &degrees, const StudentTOptions &options) {
    weir_student_t_options c = WEIR_STUDENT_T_OPTIONS;
    c.shape = options.shape.c(); c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(degrees.here());
    weir_array *out = nullptr;
    detail::check(weir_student_t(degrees.get(), &c, &out), degrees.here());
    return Array::adopt(out);
}
/// Samples from Student's t distribution.
///
/// \param degrees degrees of freedom
/// \param shape shape of the result; none: that of the parameters (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype, int64 for counts (one of float16, bfloat16,
/// float32, float64)
/// \param device device of the result
/// Also called standard_t.
inline Array student_t(const Input &degrees, const Ints &shape = None, DType dtype = DType::Default,
    Device device = Device()) {
    return weir::student_t(degrees, StudentTOptions{detail::Named(), shape, dtype, device});
}

/// Element-wise difference, x1 - x2.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// Also called sub.
inline Array subtract(const Input &x1, const Input &x2) {
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_subtract(x1.get(), x2.get(), &out), x1.here());
    return Array::adopt(out);
}

/// The attributes of sum() that have a default, by name.
struct SumOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
    /// dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64, uint8,
    /// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
};

/// Sum over axes. Attributes by name.
inline Array sum(const Input &x, const SumOptions &options) {
    weir_sum_options c = WEIR_SUM_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims; c.dtype = static_cast<weir_dtype>(options.dtype);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_sum(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Sum over axes.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
/// \param dtype dtype of the result; default: that of x, 64-bit for integers (one of bool, int8, int16, int32, int64,
/// uint8, uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
inline Array sum(const Input &x, const Ints &axes = None, bool keepdims = false, DType dtype = DType::Default) {
    return weir::sum(x, SumOptions{detail::Named(), axes, keepdims, dtype});
}

/// The results of svd().
struct SvdResult {
    Array U;  ///< left singular vectors, as columns
    Array S;  ///< singular values, descending
    Array Vh;  ///< right singular vectors, as rows
};
/// The attributes of svd() that have a default, by name.
struct SvdOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// U and Vh are square; false: only the first min(m, n) vectors
    bool full_matrices = true;
};

/// The singular value decomposition x = U diag(S) Vh, with S in descending order. Attributes by name.
inline SvdResult svd(const Input &x, const SvdOptions &options) {
    weir_svd_options c = WEIR_SVD_OPTIONS;
    c.full_matrices = options.full_matrices;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr, *out2 = nullptr;
    detail::check(weir_svd(x.get(), &c, &out0, &out1, &out2), x.here());
    return {Array::adopt(out0), Array::adopt(out1), Array::adopt(out2)};
}
/// The singular value decomposition x = U diag(S) Vh, with S in descending order.
///
/// Column i of U and row i of Vh belong to singular value i; with full_matrices, further vectors complete U and Vh to
/// square matrices. In each column of U, the first entry whose absolute value is at least nine tenths of the largest
/// one is real and positive. The gradient through U and Vh is defined where the singular values are distinct and,
/// unless x is square, not 0; the vectors that complete a square matrix have no gradient.
///
/// \param x matrices
/// \param full_matrices U and Vh are square; false: only the first min(m, n) vectors
inline SvdResult svd(const Input &x, bool full_matrices = true) {
    return weir::svd(x, SvdOptions{detail::Named(), full_matrices});
}

/// The singular values of matrices, in descending order.
///
/// \param x matrices
inline Array svdvals(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_svdvals(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of swapaxes() that have a default, by name.
struct SwapaxesOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// first axis (an axis)
    int64_t axis1 = 0;
    /// second axis (an axis)
    int64_t axis2 = 1;
};

/// Exchange two axes; returns a view. Attributes by name.
inline Array swapaxes(const Input &x, const SwapaxesOptions &options) {
    weir_swapaxes_options c = WEIR_SWAPAXES_OPTIONS;
    c.axis1 = options.axis1; c.axis2 = options.axis2;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_swapaxes(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Exchange two axes; returns a view.
///
/// \param x the input
/// \param axis1 first axis (an axis)
/// \param axis2 second axis (an axis)
/// Also called swapdims.
inline Array swapaxes(const Input &x, int64_t axis1 = 0, int64_t axis2 = 1) {
    return weir::swapaxes(x, SwapaxesOptions{detail::Named(), axis1, axis2});
}

/// The attributes of take() that have a default, by name.
struct TakeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to take along; none: all elements, in row-major order (an axis)
    std::optional<int64_t> axis = None;
};

/// Elements of x at the given indices along an axis. Attributes by name.
inline Array take(const Input &x, const Input &indices, const TakeOptions &options) {
    weir_take_options c = WEIR_TAKE_OPTIONS;
    c.axis = detail::or_none(options.axis);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_take(x.get(), indices.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Elements of x at the given indices along an axis.
///
/// The dimensions of indices replace the axis. Negative indices count from the end. An index out of range makes the
/// operation fail.
///
/// \param x the input
/// \param indices indices along the axis
/// \param axis axis to take along; none: all elements, in row-major order (an axis)
inline Array take(const Input &x, const Input &indices, const std::optional<int64_t> &axis = None) {
    return weir::take(x, indices, TakeOptions{detail::Named(), axis});
}

/// The attributes of take_along_axis() that have a default, by name.
struct TakeAlongAxisOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis that the indices count along (an axis)
    int64_t axis = -1;
};

/// Elements of x at per-position indices along an axis. Attributes by name.
inline Array take_along_axis(const Input &x, const Input &indices, const TakeAlongAxisOptions &options) {
    weir_take_along_axis_options c = WEIR_TAKE_ALONG_AXIS_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_take_along_axis(x.get(), indices.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Elements of x at per-position indices along an axis.
///
/// x and indices have the same number of dimensions and broadcast together, except along the axis, where indices may
/// have any size.
///
/// \param x the input
/// \param indices indices along the axis
/// \param axis axis that the indices count along (an axis)
/// Also called take_along_dim.
inline Array take_along_axis(const Input &x, const Input &indices, int64_t axis = -1) {
    return weir::take_along_axis(x, indices, TakeAlongAxisOptions{detail::Named(), axis});
}

/// Tangent of each element, in radians.
///
/// \param x the input
inline Array tan(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_tan(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Hyperbolic tangent.
///
/// \param x the input
inline Array tanh(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_tanh(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// Tanh shrinkage: x - tanh(x).
///
/// \param x the input
inline Array tanhshrink(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_tanhshrink(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of tensordot() that have a default, by name.
struct TensordotOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// number of trailing axes of x1 to contract with leading axes of x2 (\>= 0)
    int64_t axes = 2;
    /// axes of x1 to contract, instead of axes (axes)
    Ints x1_axes = None;
    /// axes of x2 to contract, in the order of x1_axes (axes)
    Ints x2_axes = None;
};

/// Tensor contraction: sum over pairs of axes of x1 and x2. Attributes by name.
inline Array tensordot(const Input &x1, const Input &x2, const TensordotOptions &options) {
    weir_tensordot_options c = WEIR_TENSORDOT_OPTIONS;
    c.axes = options.axes; c.x1_axes = options.x1_axes.c(); c.x2_axes = options.x2_axes.c();
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_tensordot(x1.get(), x2.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// Tensor contraction: sum over pairs of axes of x1 and x2.
///
/// The result has the remaining axes of x1, then those of x2.
///
/// \param x1 the first operand
/// \param x2 the second operand
/// \param axes number of trailing axes of x1 to contract with leading axes of x2 (\>= 0)
/// \param x1_axes axes of x1 to contract, instead of axes (axes)
/// \param x2_axes axes of x2 to contract, in the order of x1_axes (axes)
inline Array tensordot(const Input &x1, const Input &x2, int64_t axes = 2, const Ints &x1_axes = None,
    const Ints &x2_axes = None) {
    return weir::tensordot(x1, x2, TensordotOptions{detail::Named(), axes, x1_axes, x2_axes});
}

/// The attributes of threshold() that have a default, by name.
struct ThresholdOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// elements above this are unchanged
    double threshold = 0.0;
    /// replaces elements at or below the threshold
    double value = 0.0;
};

/// x where x \> threshold, value elsewhere. Attributes by name.
inline Array threshold(const Input &x, const ThresholdOptions &options) {
    weir_threshold_options c = WEIR_THRESHOLD_OPTIONS;
    c.threshold = options.threshold; c.value = options.value;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_threshold(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// x where x \> threshold, value elsewhere.
///
/// \param x the input
/// \param threshold elements above this are unchanged
/// \param value replaces elements at or below the threshold
inline Array threshold(const Input &x, double threshold = 0.0, double value = 0.0) {
    return weir::threshold(x, ThresholdOptions{detail::Named(), threshold, value});
}

/// Tile an array a number of times along each axis.
///
/// \param x the input
/// \param repetitions number of repetitions along each of the last axes (\>= 0)
inline Array tile(const Input &x, const Ints &repetitions) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_tile(x.get(), repetitions.c(), &out), x.here());
    return Array::adopt(out);
}

/// Copy x to a device.
///
/// \param x the input
/// \param device device of the result
inline Array to_device(const Input &x, Device device) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_to_device(x.get(), device.number(), &out), x.here());
    return Array::adopt(out);
}

/// The results of topk().
struct TopkResult {
    Array values;  ///< the largest elements
    Array indices;  ///< their indices along the axis
};
/// The attributes of topk() that have a default, by name.
struct TopkOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to search along (an axis)
    int64_t axis = -1;
    /// largest elements; otherwise the smallest
    bool largest = true;
    /// return them in order; always the case
    bool sorted = true;
};

/// The k largest (or smallest) elements along an axis, in order, and their indices. Attributes by name.
inline TopkResult topk(const Input &x, int64_t k, const TopkOptions &options) {
    weir_topk_options c = WEIR_TOPK_OPTIONS;
    c.axis = options.axis; c.largest = options.largest; c.sorted = options.sorted;
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_topk(x.get(), k, &c, &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}
/// The k largest (or smallest) elements along an axis, in order, and their indices.
///
/// These are the first k elements of sort: the first of equal elements come first, and NaN only if there are fewer than
/// k other elements.
///
/// \param x the input
/// \param k number of elements (\>= 0)
/// \param axis axis to search along (an axis)
/// \param largest largest elements; otherwise the smallest
/// \param sorted return them in order; always the case
inline TopkResult topk(const Input &x, int64_t k, int64_t axis = -1, bool largest = true, bool sorted = true) {
    return weir::topk(x, k, TopkOptions{detail::Named(), axis, largest, sorted});
}

/// The attributes of trace() that have a default, by name.
struct TraceOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// which diagonal: 0 is the main one, positive ones are above it
    int64_t offset = 0;
    /// dtype of the result; none: that of sum (one of int8, int16, int32, int64, uint8, uint16, uint32, uint64,
    /// float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
};

/// The sums of the diagonals of matrices. Attributes by name.
inline Array trace(const Input &x, const TraceOptions &options) {
    weir_trace_options c = WEIR_TRACE_OPTIONS;
    c.offset = options.offset; c.dtype = static_cast<weir_dtype>(options.dtype);
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_trace(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The sums of the diagonals of matrices.
///
/// \param x square matrices
/// \param offset which diagonal: 0 is the main one, positive ones are above it
/// \param dtype dtype of the result; none: that of sum (one of int8, int16, int32, int64, uint8, uint16, uint32,
/// uint64, float16, bfloat16, float32, float64, complex64, complex128)
inline Array trace(const Input &x, int64_t offset = 0, DType dtype = DType::Default) {
    return weir::trace(x, TraceOptions{detail::Named(), offset, dtype});
}

/// The attributes of tril() that have a default, by name.
struct TrilOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// diagonal that bounds the triangle; positive: above the main one
    int64_t k = 0;
};

/// Lower triangle of matrices: zeros above diagonal k. Attributes by name.
inline Array tril(const Input &x, const TrilOptions &options) {
    weir_tril_options c = WEIR_TRIL_OPTIONS;
    c.k = options.k;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_tril(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Lower triangle of matrices: zeros above diagonal k.
///
/// \param x the input
/// \param k diagonal that bounds the triangle; positive: above the main one
inline Array tril(const Input &x, int64_t k = 0) {
    return weir::tril(x, TrilOptions{detail::Named(), k});
}

/// The attributes of triplet_margin_loss() that have a default, by name.
struct TripletMarginLossOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
    const char *reduction = "mean";
    /// by how much the negative should be farther away than the positive (\>= 0.0)
    double margin = 1.0;
    /// order of the norm of the distances; may be inf (\> 0.0)
    double p = 2.0;
    /// added to each difference (\>= 0.0)
    double eps = 1e-06;
    /// use the smaller of the negative's distances to anchor and positive
    bool swap = false;
};

/// The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin). Attributes by name.
inline Array triplet_margin_loss(const Input &anchor, const Input &positive, const Input &negative,
    const TripletMarginLossOptions &options) {
    weir_triplet_margin_loss_options c = WEIR_TRIPLET_MARGIN_LOSS_OPTIONS;
    c.reduction = options.reduction; c.margin = options.margin; c.p = options.p; c.eps = options.eps;
    c.swap = options.swap;
    detail::At at(anchor.here());
    weir_array *out = nullptr;
    detail::check(weir_triplet_margin_loss(anchor.get(), positive.get(), negative.get(), &c, &out), anchor.here());
    return Array::adopt(out);
}
/// The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin).
///
/// \param anchor vectors
/// \param positive vectors that should be near
/// \param negative vectors that should be far
/// \param reduction 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none)
/// \param margin by how much the negative should be farther away than the positive (\>= 0.0)
/// \param p order of the norm of the distances; may be inf (\> 0.0)
/// \param eps added to each difference (\>= 0.0)
/// \param swap use the smaller of the negative's distances to anchor and positive
inline Array triplet_margin_loss(const Input &anchor, const Input &positive, const Input &negative,
    const char *reduction = "mean", double margin = 1.0, double p = 2.0, double eps = 1e-06, bool swap = false) {
    return weir::triplet_margin_loss(anchor, positive, negative,
    TripletMarginLossOptions{detail::Named(), reduction, margin, p, eps, swap});
}

/// The attributes of triu() that have a default, by name.
struct TriuOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// diagonal that bounds the triangle; positive: above the main one
    int64_t k = 0;
};

/// Upper triangle of matrices: zeros below diagonal k. Attributes by name.
inline Array triu(const Input &x, const TriuOptions &options) {
    weir_triu_options c = WEIR_TRIU_OPTIONS;
    c.k = options.k;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_triu(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Upper triangle of matrices: zeros below diagonal k.
///
/// \param x the input
/// \param k diagonal that bounds the triangle; positive: above the main one
inline Array triu(const Input &x, int64_t k = 0) {
    return weir::triu(x, TriuOptions{detail::Named(), k});
}

/// Round towards zero to an integer.
///
/// \param x the input
/// Also called fix.
inline Array trunc(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_trunc(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of truncated_normal() that have a default, by name.
struct TruncatedNormalOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// mean before truncation
    double loc = 0.0;
    /// standard deviation before truncation (\> 0.0)
    double scale = 1.0;
    /// lower bound; may be infinite
    double lower = -2.0;
    /// upper bound; may be infinite
    double upper = 2.0;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a normal distribution truncated to the range from lower to upper. Attributes by name.
inline Array truncated_normal(const Ints &shape, const TruncatedNormalOptions &options, Here here = Here()) {
    weir_truncated_normal_options c = WEIR_TRUNCATED_NORMAL_OPTIONS;
    c.loc = options.loc; c.scale = options.scale; c.lower = options.lower; c.upper = options.upper;
    c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_truncated_normal(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// Samples from a normal distribution truncated to the range from lower to upper.
///
/// \param shape shape of the result (\>= 0)
/// \param loc mean before truncation
/// \param scale standard deviation before truncation (\> 0.0)
/// \param lower lower bound; may be infinite
/// \param upper upper bound; may be infinite
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array truncated_normal(const Ints &shape, double loc = 0.0, double scale = 1.0, double lower = -2.0,
    double upper = 2.0, DType dtype = DType::Default, Device device = Device(), Here here = Here()) {
    return weir::truncated_normal(shape,
    TruncatedNormalOptions{detail::Named(), loc, scale, lower, upper, dtype, device}, here);
}

/// The attributes of unfold() that have a default, by name.
struct UnfoldOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// spacing between the elements of a patch; none: 1 (\>= 1)
    Ints dilation = None;
    /// zero padding at both ends of each axis; none: 0 (\>= 0)
    Ints padding = None;
    /// distance between patches; none: 1 (\>= 1)
    Ints stride = None;
};

/// Extract the patches of images as columns (im2col). Attributes by name.
inline Array unfold(const Input &x, const Ints &kernel_size, const UnfoldOptions &options) {
    weir_unfold_options c = WEIR_UNFOLD_OPTIONS;
    c.dilation = options.dilation.c(); c.padding = options.padding.c(); c.stride = options.stride.c();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_unfold(x.get(), kernel_size.c(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Extract the patches of images as columns (im2col).
///
/// x has shape (batch, channels, one to three spatial axes); the result has shape (batch, channels * elements of a
/// patch, patches).
///
/// \param x images, (batch, channels, height, width)
/// \param kernel_size size of a patch, one entry per axis or one for all (\>= 1)
/// \param dilation spacing between the elements of a patch; none: 1 (\>= 1)
/// \param padding zero padding at both ends of each axis; none: 0 (\>= 0)
/// \param stride distance between patches; none: 1 (\>= 1)
/// Also called im2col.
inline Array unfold(const Input &x, const Ints &kernel_size, const Ints &dilation = None, const Ints &padding = None,
    const Ints &stride = None) {
    return weir::unfold(x, kernel_size, UnfoldOptions{detail::Named(), dilation, padding, stride});
}

/// The attributes of uniform() that have a default, by name.
struct UniformOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// lower bound, inclusive
    double low = 0.0;
    /// upper bound, exclusive
    double high = 1.0;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a uniform distribution over the range from low to high. Attributes by name.
inline Array uniform(const Ints &shape, const UniformOptions &options, Here here = Here()) {
    weir_uniform_options c = WEIR_UNIFORM_OPTIONS;
    c.low = options.low; c.high = options.high; c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_uniform(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// Samples from a uniform distribution over the range from low to high.
///
/// \param shape shape of the result (\>= 0)
/// \param low lower bound, inclusive
/// \param high upper bound, exclusive
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array uniform(const Ints &shape, double low = 0.0, double high = 1.0, DType dtype = DType::Default,
    Device device = Device(), Here here = Here()) {
    return weir::uniform(shape, UniformOptions{detail::Named(), low, high, dtype, device}, here);
}

/// The results of unique_all().
struct UniqueAllResult {
    Array values;  ///< the distinct elements
    Array indices;  ///< index of the first occurrence of each
    Array inverse_indices;  ///< position of each element of x among the values
    Array counts;  ///< number of occurrences of each
};
/// Unique values of x, the index of the first occurrence of each, the indices that rebuild x, and the counts.
///
/// The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct. The size of
/// the result depends on the values, so this waits for x.
///
/// \param x the input
inline UniqueAllResult unique_all(const Input &x) {
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr, *out2 = nullptr, *out3 = nullptr;
    detail::check(weir_unique_all(x.get(), &out0, &out1, &out2, &out3), x.here());
    return {Array::adopt(out0), Array::adopt(out1), Array::adopt(out2), Array::adopt(out3)};
}

/// The results of unique_counts().
struct UniqueCountsResult {
    Array values;  ///< the distinct elements
    Array counts;  ///< number of occurrences of each
};
/// Unique values of x and their counts.
///
/// The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct. The size of
/// the result depends on the values, so this waits for x.
///
/// \param x the input
inline UniqueCountsResult unique_counts(const Input &x) {
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_unique_counts(x.get(), &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}

/// The results of unique_inverse().
struct UniqueInverseResult {
    Array values;  ///< the distinct elements
    Array inverse_indices;  ///< position of each element of x among the values
};
/// Unique values of x and the indices that rebuild x from them.
///
/// The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct. The size of
/// the result depends on the values, so this waits for x.
///
/// \param x the input
inline UniqueInverseResult unique_inverse(const Input &x) {
    detail::At at(x.here());
    weir_array *out0 = nullptr, *out1 = nullptr;
    detail::check(weir_unique_inverse(x.get(), &out0, &out1), x.here());
    return {Array::adopt(out0), Array::adopt(out1)};
}

/// Unique values of x.
///
/// The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct. The size of
/// the result depends on the values, so this waits for x.
///
/// \param x the input
inline Array unique_values(const Input &x) {
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_unique_values(x.get(), &out), x.here());
    return Array::adopt(out);
}

/// The attributes of unstack() that have a default, by name.
struct UnstackOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axis to remove (an axis)
    int64_t axis = 0;
};

/// Split an array into its elements along an axis; returns views without that axis. Attributes by name.
inline std::vector<Array> unstack(const Input &x, const UnstackOptions &options) {
    weir_unstack_options c = WEIR_UNSTACK_OPTIONS;
    c.axis = options.axis;
    detail::At at(x.here());
    std::vector<weir_array *> out(detail::parts_of(x));
    auto count = static_cast<uint32_t>(out.size());
    detail::check(weir_unstack(x.get(), &c, out.data(), &count), x.here());
    return detail::adopt(out, count);
}
/// Split an array into its elements along an axis; returns views without that axis.
///
/// \param x the input
/// \param axis axis to remove (an axis)
/// Also called unbind.
inline std::vector<Array> unstack(const Input &x, int64_t axis = 0) {
    return weir::unstack(x, UnstackOptions{detail::Named(), axis});
}

/// The attributes of var() that have a default, by name.
struct VarOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes to reduce; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes with size one
    bool keepdims = false;
    /// the divisor is the number of elements minus this
    double correction = 0.0;
};

/// Variance over axes. Attributes by name.
inline Array var(const Input &x, const VarOptions &options) {
    weir_variance_options c = WEIR_VARIANCE_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims; c.correction = options.correction;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_variance(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Variance over axes.
///
/// \param x the input
/// \param axes axes to reduce; none: all (axes)
/// \param keepdims keep the reduced axes with size one
/// \param correction the divisor is the number of elements minus this
/// Also called variance.
inline Array var(const Input &x, const Ints &axes = None, bool keepdims = false, double correction = 0.0) {
    return weir::var(x, VarOptions{detail::Named(), axes, keepdims, correction});
}

/// The attributes of vecdot() that have a default, by name.
struct VecdotOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// the axis of the vectors (an axis)
    int64_t axis = -1;
};

/// The inner products of vectors along an axis. Attributes by name.
inline Array vecdot(const Input &x1, const Input &x2, const VecdotOptions &options) {
    weir_vecdot_options c = WEIR_VECDOT_OPTIONS;
    c.axis = options.axis;
    detail::At at(x1.here());
    weir_array *out = nullptr;
    detail::check(weir_vecdot(x1.get(), x2.get(), &c, &out), x1.here());
    return Array::adopt(out);
}
/// The inner products of vectors along an axis.
///
/// The other axes broadcast. x1 is conjugated.
///
/// \param x1 vectors
/// \param x2 vectors
/// \param axis the axis of the vectors (an axis)
inline Array vecdot(const Input &x1, const Input &x2, int64_t axis = -1) {
    return weir::vecdot(x1, x2, VecdotOptions{detail::Named(), axis});
}

/// The attributes of vector_norm() that have a default, by name.
struct VectorNormOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// axes of the vectors; none: all (axes)
    Ints axes = None;
    /// keep the reduced axes, with size one
    bool keepdims = false;
    /// order of the norm; may be 0, inf or -inf
    double ord = 2.0;
};

/// The vector norm over one or more axes. Attributes by name.
inline Array vector_norm(const Input &x, const VectorNormOptions &options) {
    weir_vector_norm_options c = WEIR_VECTOR_NORM_OPTIONS;
    c.axes = options.axes.c(); c.keepdims = options.keepdims; c.ord = options.ord;
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_vector_norm(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// The vector norm over one or more axes.
///
/// (sum |x|^ord)^(1/ord). Order 0 counts the elements that are not 0; inf and -inf give the largest and smallest |x|.
///
/// \param x the input
/// \param axes axes of the vectors; none: all (axes)
/// \param keepdims keep the reduced axes, with size one
/// \param ord order of the norm; may be 0, inf or -inf
inline Array vector_norm(const Input &x, const Ints &axes = None, bool keepdims = false, double ord = 2.0) {
    return weir::vector_norm(x, VectorNormOptions{detail::Named(), axes, keepdims, ord});
}

/// The attributes of von_mises() that have a default, by name.
struct VonMisesOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// shape of the result; none: that of the parameters (\>= 0)
    Ints shape = None;
    /// dtype of the result; default: the default float dtype, int64 for counts (one of float16, bfloat16, float32,
    /// float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a von Mises distribution: angles between -pi and pi around a mean. Attributes by name.
inline Array von_mises(const Input &mean, const Input &concentration, const VonMisesOptions &options) {
    weir_von_mises_options c = WEIR_VON_MISES_OPTIONS;
    c.shape = options.shape.c(); c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(mean.here());
    weir_array *out = nullptr;
    detail::check(weir_von_mises(mean.get(), concentration.get(), &c, &out), mean.here());
    return Array::adopt(out);
}
/// Samples from a von Mises distribution: angles between -pi and pi around a mean.
///
/// \param mean mean direction in radians
/// \param concentration how narrow the distribution is
/// \param shape shape of the result; none: that of the parameters (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype, int64 for counts (one of float16, bfloat16,
/// float32, float64)
/// \param device device of the result
/// Also called vonmises.
inline Array von_mises(const Input &mean, const Input &concentration, const Ints &shape = None,
    DType dtype = DType::Default, Device device = Device()) {
    return weir::von_mises(mean, concentration, VonMisesOptions{detail::Named(), shape, dtype, device});
}

/// The attributes of weibull() that have a default, by name.
struct WeibullOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// scale: multiplies each sample (\>= 0.0)
    double scale = 1.0;
    /// shape of the result; none: that of the parameter (\>= 0)
    Ints shape = None;
    /// a float dtype (one of float16, bfloat16, float32, float64)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// Samples from a Weibull distribution. Attributes by name.
inline Array weibull(const Input &concentration, const WeibullOptions &options) {
    weir_weibull_options c = WEIR_WEIBULL_OPTIONS;
    c.scale = options.scale; c.shape = options.shape.c(); c.dtype = static_cast<weir_dtype>(options.dtype);
    c.device = options.device.number();
    detail::At at(concentration.here());
    weir_array *out = nullptr;
    detail::check(weir_weibull(concentration.get(), &c, &out), concentration.here());
    return Array::adopt(out);
}
/// Samples from a Weibull distribution.
///
/// \param concentration shape parameter
/// \param scale scale: multiplies each sample (\>= 0.0)
/// \param shape shape of the result; none: that of the parameter (\>= 0)
/// \param dtype a float dtype (one of float16, bfloat16, float32, float64)
/// \param device device of the result
inline Array weibull(const Input &concentration, double scale = 1.0, const Ints &shape = None,
    DType dtype = DType::Default, Device device = Device()) {
    return weir::weibull(concentration, WeibullOptions{detail::Named(), scale, shape, dtype, device});
}

/// Elements of x1 where the condition is true, of x2 elsewhere.
///
/// \param condition bools, or numbers that are nonzero where x1 is taken
/// \param x1 values where the condition is true
/// \param x2 values elsewhere
inline Array where(const Input &condition, const Input &x1, const Input &x2) {
    detail::At at(condition.here());
    weir_array *out = nullptr;
    detail::check(weir_where(condition.get(), x1.get(), x2.get(), &out), condition.here());
    return Array::adopt(out);
}

/// The attributes of zeros() that have a default, by name.
struct ZerosOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8, uint16,
    /// uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
    /// device of the result
    Device device = Device();
};

/// An array of zeros. Attributes by name.
inline Array zeros(const Ints &shape, const ZerosOptions &options, Here here = Here()) {
    weir_zeros_options c = WEIR_ZEROS_OPTIONS;
    c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(here);
    weir_array *out = nullptr;
    detail::check(weir_zeros(runtime(here), shape.c(), &c, &out), here);
    return Array::adopt(out);
}
/// An array of zeros.
///
/// \param shape shape of the result (\>= 0)
/// \param dtype dtype of the result; default: the default float dtype (one of bool, int8, int16, int32, int64, uint8,
/// uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128)
/// \param device device of the result
inline Array zeros(const Ints &shape, DType dtype = DType::Default, Device device = Device(), Here here = Here()) {
    return weir::zeros(shape, ZerosOptions{detail::Named(), dtype, device}, here);
}

/// The attributes of zeros_like() that have a default, by name.
struct ZerosLikeOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// dtype of the result; default: that of x (one of bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64,
    /// float16, bfloat16, float32, float64, complex64, complex128)
    DType dtype = DType::Default;
    /// device of the result; default: that of x
    Device device = Device();
};

/// Zeros with the shape and dtype of x. Attributes by name.
inline Array zeros_like(const Input &x, const ZerosLikeOptions &options) {
    weir_zeros_like_options c = WEIR_ZEROS_LIKE_OPTIONS;
    c.dtype = static_cast<weir_dtype>(options.dtype); c.device = options.device.number();
    detail::At at(x.here());
    weir_array *out = nullptr;
    detail::check(weir_zeros_like(x.get(), &c, &out), x.here());
    return Array::adopt(out);
}
/// Zeros with the shape and dtype of x.
///
/// \param x an array whose shape and dtype are used
/// \param dtype dtype of the result; default: that of x (one of bool, int8, int16, int32, int64, uint8, uint16, uint32,
/// uint64, float16, bfloat16, float32, float64, complex64, complex128)
/// \param device device of the result; default: that of x
inline Array zeros_like(const Input &x, DType dtype = DType::Default, Device device = Device()) {
    return weir::zeros_like(x, ZerosLikeOptions{detail::Named(), dtype, device});
}

// ---- Methods ---------------------------------------------------------------------------------------
/// \cond the comments are in methods.inc

inline Array Array::abs(Here here) const {
    return weir::abs(Input(*this, here.file, here.line));
}

inline Array Array::acos(Here here) const {
    return weir::acos(Input(*this, here.file, here.line));
}

inline Array Array::acosh(Here here) const {
    return weir::acosh(Input(*this, here.file, here.line));
}

inline Array Array::adaptive_avg_pool(const Ints &output_size, Here here) const {
    return weir::adaptive_avg_pool(Input(*this, here.file, here.line), output_size);
}

inline Array Array::adaptive_max_pool(const Ints &output_size, Here here) const {
    return weir::adaptive_max_pool(Input(*this, here.file, here.line), output_size);
}

inline Array Array::adaptive_max_pool_indices(const Ints &output_size, Here here) const {
    return weir::adaptive_max_pool_indices(Input(*this, here.file, here.line), output_size);
}

inline Array Array::add(const Input &x2, Here here) const {
    return weir::add(Input(*this, here.file, here.line), x2);
}

inline Array Array::after(const Inputs &arrays, Here here) const {
    return weir::after(Input(*this, here.file, here.line), arrays);
}

inline Array Array::all(const Ints &axes, bool keepdims, Here here) const {
    return weir::all(Input(*this, here.file, here.line), axes, keepdims);
}

inline Array Array::angle(Here here) const {
    return weir::angle(Input(*this, here.file, here.line));
}

inline Array Array::any(const Ints &axes, bool keepdims, Here here) const {
    return weir::any(Input(*this, here.file, here.line), axes, keepdims);
}

inline Array Array::argmax(const std::optional<int64_t> &axis, bool keepdims, Here here) const {
    return weir::argmax(Input(*this, here.file, here.line), axis, keepdims);
}

inline Array Array::argmin(const std::optional<int64_t> &axis, bool keepdims, Here here) const {
    return weir::argmin(Input(*this, here.file, here.line), axis, keepdims);
}

inline Array Array::argpartition(int64_t kth, int64_t axis, Here here) const {
    return weir::argpartition(Input(*this, here.file, here.line), kth, axis);
}

inline Array Array::argsort(int64_t axis, bool descending, bool stable, Here here) const {
    return weir::argsort(Input(*this, here.file, here.line), axis, descending, stable);
}

inline Array Array::asin(Here here) const {
    return weir::asin(Input(*this, here.file, here.line));
}

inline Array Array::asinh(Here here) const {
    return weir::asinh(Input(*this, here.file, here.line));
}

inline Array Array::astype(DType dtype, Here here) const {
    return weir::astype(Input(*this, here.file, here.line), dtype);
}

inline Array Array::atan(Here here) const {
    return weir::atan(Input(*this, here.file, here.line));
}

inline Array Array::atan2(const Input &x2, Here here) const {
    return weir::atan2(Input(*this, here.file, here.line), x2);
}

inline Array Array::atanh(Here here) const {
    return weir::atanh(Input(*this, here.file, here.line));
}

inline Array Array::avg_pool(const Ints &kernel_size, const Ints &stride, const Ints &padding, bool ceil_mode,
    bool count_include_pad, Here here) const {
    return weir::avg_pool(Input(*this, here.file, here.line), kernel_size, stride, padding, ceil_mode,
    count_include_pad);
}

inline Array Array::basic_index(const Ints &kinds, const Ints &starts, const Ints &stops, const Ints &steps,
    Here here) const {
    return weir::basic_index(Input(*this, here.file, here.line), kinds, starts, stops, steps);
}

inline Array Array::basic_update(const Input &y, const Ints &kinds, const Ints &starts, const Ints &stops,
    const Ints &steps, Here here) const {
    return weir::basic_update(Input(*this, here.file, here.line), y, kinds, starts, stops, steps);
}

inline Array Array::batch_norm_inference(const Input &mean, const Input &variance, const Input &weight,
    const Input &bias, double eps, Here here) const {
    return weir::batch_norm_inference(Input(*this, here.file, here.line), mean, variance, weight, bias, eps);
}

inline Array Array::bilinear(const Input &x2, const Input &weight, const Input &bias, Here here) const {
    return weir::bilinear(Input(*this, here.file, here.line), x2, weight, bias);
}

inline Array Array::binary_cross_entropy(const Input &target, const Input &weight, const char *reduction,
    Here here) const {
    return weir::binary_cross_entropy(Input(*this, here.file, here.line), target, weight, reduction);
}

inline Array Array::binary_cross_entropy_with_logits(const Input &target, const char *reduction, Here here) const {
    return weir::binary_cross_entropy_with_logits(Input(*this, here.file, here.line), target, reduction);
}

inline Array Array::bincount(const Input &weights, int64_t minlength, Here here) const {
    return weir::bincount(Input(*this, here.file, here.line), weights, minlength);
}

inline Array Array::bincount_sized(const Input &weights, int64_t size, Here here) const {
    return weir::bincount_sized(Input(*this, here.file, here.line), weights, size);
}

inline Array Array::bitwise_and(const Input &x2, Here here) const {
    return weir::bitwise_and(Input(*this, here.file, here.line), x2);
}

inline Array Array::bitwise_invert(Here here) const {
    return weir::bitwise_invert(Input(*this, here.file, here.line));
}

inline Array Array::bitwise_left_shift(const Input &x2, Here here) const {
    return weir::bitwise_left_shift(Input(*this, here.file, here.line), x2);
}

inline Array Array::bitwise_or(const Input &x2, Here here) const {
    return weir::bitwise_or(Input(*this, here.file, here.line), x2);
}

inline Array Array::bitwise_right_shift(const Input &x2, Here here) const {
    return weir::bitwise_right_shift(Input(*this, here.file, here.line), x2);
}

inline Array Array::bitwise_xor(const Input &x2, Here here) const {
    return weir::bitwise_xor(Input(*this, here.file, here.line), x2);
}

inline Array Array::broadcast_to(const Ints &shape, Here here) const {
    return weir::broadcast_to(Input(*this, here.file, here.line), shape);
}

inline Array Array::cdist(const Input &x2, double p, Here here) const {
    return weir::cdist(Input(*this, here.file, here.line), x2, p);
}

inline Array Array::ceil(Here here) const {
    return weir::ceil(Input(*this, here.file, here.line));
}

inline Array Array::celu(double alpha, Here here) const {
    return weir::celu(Input(*this, here.file, here.line), alpha);
}

inline Array Array::channel_shuffle(int64_t groups, Here here) const {
    return weir::channel_shuffle(Input(*this, here.file, here.line), groups);
}

inline Array Array::check_finite(const Input &after, Here here) const {
    return weir::check_finite(Input(*this, here.file, here.line), after);
}

inline Array Array::cholesky(bool upper, Here here) const {
    return weir::cholesky(Input(*this, here.file, here.line), upper);
}

inline Array Array::clip(const Input &min, const Input &max, Here here) const {
    return weir::clip(Input(*this, here.file, here.line), min, max);
}

inline Array Array::conj(Here here) const {
    return weir::conj(Input(*this, here.file, here.line));
}

inline Array Array::conv(const Input &weight, const Input &bias, const Ints &stride, const Ints &padding,
    const Ints &dilation, int64_t groups, Here here) const {
    return weir::conv(Input(*this, here.file, here.line), weight, bias, stride, padding, dilation, groups);
}

inline Array Array::conv_transpose(const Input &weight, const Input &bias, const Ints &stride, const Ints &padding,
    const Ints &output_padding, int64_t groups, const Ints &dilation, Here here) const {
    return weir::conv_transpose(Input(*this, here.file, here.line), weight, bias, stride, padding, output_padding,
    groups, dilation);
}

inline Array Array::copy(Here here) const {
    return weir::copy(Input(*this, here.file, here.line));
}

inline Array Array::copysign(const Input &x2, Here here) const {
    return weir::copysign(Input(*this, here.file, here.line), x2);
}

inline Array Array::cos(Here here) const {
    return weir::cos(Input(*this, here.file, here.line));
}

inline Array Array::cosh(Here here) const {
    return weir::cosh(Input(*this, here.file, here.line));
}

inline Array Array::cosine_embedding_loss(const Input &x2, const Input &target, const char *reduction, double margin,
    Here here) const {
    return weir::cosine_embedding_loss(Input(*this, here.file, here.line), x2, target, reduction, margin);
}

inline Array Array::cosine_similarity(const Input &x2, int64_t axis, double eps, Here here) const {
    return weir::cosine_similarity(Input(*this, here.file, here.line), x2, axis, eps);
}

inline Array Array::count_nonzero(const Ints &axes, bool keepdims, Here here) const {
    return weir::count_nonzero(Input(*this, here.file, here.line), axes, keepdims);
}

inline Array Array::cross(const Input &x2, int64_t axis, Here here) const {
    return weir::cross(Input(*this, here.file, here.line), x2, axis);
}

inline Array Array::cross_entropy(const Input &target, const Input &weight, const std::optional<int64_t> &axis,
    const char *reduction, int64_t ignore_index, double label_smoothing, Here here) const {
    return weir::cross_entropy(Input(*this, here.file, here.line), target, weight, axis, reduction, ignore_index,
    label_smoothing);
}

inline Array Array::cumulative_prod(const std::optional<int64_t> &axis, DType dtype, bool include_initial, bool reverse,
    Here here) const {
    return weir::cumulative_prod(Input(*this, here.file, here.line), axis, dtype, include_initial, reverse);
}

inline Array Array::cumulative_sum(const std::optional<int64_t> &axis, DType dtype, bool include_initial, bool reverse,
    Here here) const {
    return weir::cumulative_sum(Input(*this, here.file, here.line), axis, dtype, include_initial, reverse);
}

inline Array Array::deg2rad(Here here) const {
    return weir::deg2rad(Input(*this, here.file, here.line));
}

inline Array Array::det(Here here) const {
    return weir::det(Input(*this, here.file, here.line));
}

inline Array Array::diag(int64_t k, Here here) const {
    return weir::diag(Input(*this, here.file, here.line), k);
}

inline Array Array::diag_embed(int64_t offset, const std::optional<int64_t> &n_rows,
    const std::optional<int64_t> &n_cols, Here here) const {
    return weir::diag_embed(Input(*this, here.file, here.line), offset, n_rows, n_cols);
}

inline Array Array::diagonal(int64_t offset, int64_t axis1, int64_t axis2, Here here) const {
    return weir::diagonal(Input(*this, here.file, here.line), offset, axis1, axis2);
}

inline Array Array::diff(const Input &prepend, const Input &append, int64_t n, int64_t axis, Here here) const {
    return weir::diff(Input(*this, here.file, here.line), prepend, append, n, axis);
}

inline Array Array::digitize(const Input &bins, bool right, Here here) const {
    return weir::digitize(Input(*this, here.file, here.line), bins, right);
}

inline Array Array::divide(const Input &x2, Here here) const {
    return weir::divide(Input(*this, here.file, here.line), x2);
}

inline Array Array::dot(const Input &x2, Here here) const {
    return weir::dot(Input(*this, here.file, here.line), x2);
}

inline Array Array::eigvals(Here here) const {
    return weir::eigvals(Input(*this, here.file, here.line));
}

inline Array Array::eigvalsh(Here here) const {
    return weir::eigvalsh(Input(*this, here.file, here.line));
}

inline Array Array::elu(double alpha, Here here) const {
    return weir::elu(Input(*this, here.file, here.line), alpha);
}

inline Array Array::empty_like(DType dtype, Device device, Here here) const {
    return weir::empty_like(Input(*this, here.file, here.line), dtype, device);
}

inline Array Array::equal(const Input &x2, Here here) const {
    return weir::equal(Input(*this, here.file, here.line), x2);
}

inline Array Array::erf(Here here) const {
    return weir::erf(Input(*this, here.file, here.line));
}

inline Array Array::exp(Here here) const {
    return weir::exp(Input(*this, here.file, here.line));
}

inline Array Array::exp2(Here here) const {
    return weir::exp2(Input(*this, here.file, here.line));
}

inline Array Array::expand_dims(const Ints &axes, Here here) const {
    return weir::expand_dims(Input(*this, here.file, here.line), axes);
}

inline Array Array::expm(Here here) const {
    return weir::expm(Input(*this, here.file, here.line));
}

inline Array Array::expm1(Here here) const {
    return weir::expm1(Input(*this, here.file, here.line));
}

inline Array Array::fftn(const Ints &s, const Ints &axes, const char *norm, Here here) const {
    return weir::fftn(Input(*this, here.file, here.line), s, axes, norm);
}

inline Array Array::flatten(int64_t start, int64_t end, Here here) const {
    return weir::flatten(Input(*this, here.file, here.line), start, end);
}

inline Array Array::flip(const Ints &axes, Here here) const {
    return weir::flip(Input(*this, here.file, here.line), axes);
}

inline Array Array::floor(Here here) const {
    return weir::floor(Input(*this, here.file, here.line));
}

inline Array Array::floor_divide(const Input &x2, Here here) const {
    return weir::floor_divide(Input(*this, here.file, here.line), x2);
}

inline Array Array::full_like(const Input &value, DType dtype, Device device, Here here) const {
    return weir::full_like(Input(*this, here.file, here.line), value, dtype, device);
}

inline Array Array::gaussian_nll_loss(const Input &target, const Input &var, const char *reduction, bool full,
    double eps, Here here) const {
    return weir::gaussian_nll_loss(Input(*this, here.file, here.line), target, var, reduction, full, eps);
}

inline Array Array::gelu(Here here) const {
    return weir::gelu(Input(*this, here.file, here.line));
}

inline Array Array::gelu_tanh(Here here) const {
    return weir::gelu_tanh(Input(*this, here.file, here.line));
}

inline Array Array::global_avg_pool(Here here) const {
    return weir::global_avg_pool(Input(*this, here.file, here.line));
}

inline Array Array::global_max_pool(Here here) const {
    return weir::global_max_pool(Input(*this, here.file, here.line));
}

inline Array Array::glu(int64_t axis, Here here) const {
    return weir::glu(Input(*this, here.file, here.line), axis);
}

inline Array Array::greater(const Input &x2, Here here) const {
    return weir::greater(Input(*this, here.file, here.line), x2);
}

inline Array Array::greater_equal(const Input &x2, Here here) const {
    return weir::greater_equal(Input(*this, here.file, here.line), x2);
}

inline Array Array::grid_sample(const Input &grid, const char *mode, const char *padding_mode, bool align_corners,
    Here here) const {
    return weir::grid_sample(Input(*this, here.file, here.line), grid, mode, padding_mode, align_corners);
}

inline Array Array::group_norm(const Input &weight, const Input &bias, int64_t num_groups, double eps,
    Here here) const {
    return weir::group_norm(Input(*this, here.file, here.line), weight, bias, num_groups, eps);
}

inline Array Array::hardshrink(double lambd, Here here) const {
    return weir::hardshrink(Input(*this, here.file, here.line), lambd);
}

inline Array Array::hardsigmoid(Here here) const {
    return weir::hardsigmoid(Input(*this, here.file, here.line));
}

inline Array Array::hardswish(Here here) const {
    return weir::hardswish(Input(*this, here.file, here.line));
}

inline Array Array::hardtanh(double min_val, double max_val, Here here) const {
    return weir::hardtanh(Input(*this, here.file, here.line), min_val, max_val);
}

inline Array Array::hinge_embedding_loss(const Input &target, const char *reduction, double margin, Here here) const {
    return weir::hinge_embedding_loss(Input(*this, here.file, here.line), target, reduction, margin);
}

inline Array Array::hinge_loss(const Input &target, const char *reduction, double margin, Here here) const {
    return weir::hinge_loss(Input(*this, here.file, here.line), target, reduction, margin);
}

inline Array Array::huber_loss(const Input &target, const char *reduction, double delta, Here here) const {
    return weir::huber_loss(Input(*this, here.file, here.line), target, reduction, delta);
}

inline Array Array::hypot(const Input &x2, Here here) const {
    return weir::hypot(Input(*this, here.file, here.line), x2);
}

inline Array Array::ifftn(const Ints &s, const Ints &axes, const char *norm, Here here) const {
    return weir::ifftn(Input(*this, here.file, here.line), s, axes, norm);
}

inline Array Array::imag(Here here) const {
    return weir::imag(Input(*this, here.file, here.line));
}

inline Array Array::image_normalize(const Input &mean, const Input &stddev, const std::optional<double> &scale,
    const char *layout, const char *output_layout, DType dtype, Here here) const {
    return weir::image_normalize(Input(*this, here.file, here.line), mean, stddev, scale, layout, output_layout, dtype);
}

inline Array Array::image_resize(const Ints &size, const char *mode, bool antialias, const char *layout,
    Here here) const {
    return weir::image_resize(Input(*this, here.file, here.line), size, mode, antialias, layout);
}

inline Array Array::index(const Inputs &indices, const Ints &axes, bool front, Here here) const {
    return weir::index(Input(*this, here.file, here.line), indices, axes, front);
}

inline Array Array::index_put(const Input &values, const Inputs &indices, const Ints &axes, bool front, bool accumulate,
    Here here) const {
    return weir::index_put(Input(*this, here.file, here.line), values, indices, axes, front, accumulate);
}

inline Array Array::inner(const Input &x2, Here here) const {
    return weir::inner(Input(*this, here.file, here.line), x2);
}

inline Array Array::instance_norm(const Input &weight, const Input &bias, double eps, Here here) const {
    return weir::instance_norm(Input(*this, here.file, here.line), weight, bias, eps);
}

inline Array Array::interpolate(const Ints &size, const std::optional<double> &scale_factor, const char *mode,
    bool align_corners, bool antialias, Here here) const {
    return weir::interpolate(Input(*this, here.file, here.line), size, scale_factor, mode, align_corners, antialias);
}

inline Array Array::inv(Here here) const {
    return weir::inv(Input(*this, here.file, here.line));
}

inline Array Array::irfftn(const Ints &s, const Ints &axes, const char *norm, Here here) const {
    return weir::irfftn(Input(*this, here.file, here.line), s, axes, norm);
}

inline Array Array::isfinite(Here here) const {
    return weir::isfinite(Input(*this, here.file, here.line));
}

inline Array Array::isin(const Input &x2, bool invert, Here here) const {
    return weir::isin(Input(*this, here.file, here.line), x2, invert);
}

inline Array Array::isinf(Here here) const {
    return weir::isinf(Input(*this, here.file, here.line));
}

inline Array Array::isnan(Here here) const {
    return weir::isnan(Input(*this, here.file, here.line));
}

inline Array Array::kl_div(const Input &target, const char *reduction, bool log_target, Here here) const {
    return weir::kl_div(Input(*this, here.file, here.line), target, reduction, log_target);
}

inline Array Array::l1_loss(const Input &target, const char *reduction, Here here) const {
    return weir::l1_loss(Input(*this, here.file, here.line), target, reduction);
}

inline Array Array::layer_norm(const Input &weight, const Input &bias, const Ints &axes,
    const std::optional<double> &eps, Here here) const {
    return weir::layer_norm(Input(*this, here.file, here.line), weight, bias, axes, eps);
}

inline Array Array::leaky_relu(double negative_slope, Here here) const {
    return weir::leaky_relu(Input(*this, here.file, here.line), negative_slope);
}

inline Array Array::less(const Input &x2, Here here) const {
    return weir::less(Input(*this, here.file, here.line), x2);
}

inline Array Array::less_equal(const Input &x2, Here here) const {
    return weir::less_equal(Input(*this, here.file, here.line), x2);
}

inline Array Array::linear(const Input &weight, const Input &bias, Here here) const {
    return weir::linear(Input(*this, here.file, here.line), weight, bias);
}

inline Array Array::local_response_norm(int64_t size, double alpha, double beta, double k, Here here) const {
    return weir::local_response_norm(Input(*this, here.file, here.line), size, alpha, beta, k);
}

inline Array Array::log(Here here) const {
    return weir::log(Input(*this, here.file, here.line));
}

inline Array Array::log10(Here here) const {
    return weir::log10(Input(*this, here.file, here.line));
}

inline Array Array::log1p(Here here) const {
    return weir::log1p(Input(*this, here.file, here.line));
}

inline Array Array::log2(Here here) const {
    return weir::log2(Input(*this, here.file, here.line));
}

inline Array Array::log_sigmoid(Here here) const {
    return weir::log_sigmoid(Input(*this, here.file, here.line));
}

inline Array Array::log_softmax(int64_t axis, Here here) const {
    return weir::log_softmax(Input(*this, here.file, here.line), axis);
}

inline Array Array::logaddexp(const Input &x2, Here here) const {
    return weir::logaddexp(Input(*this, here.file, here.line), x2);
}

inline Array Array::logical_and(const Input &x2, Here here) const {
    return weir::logical_and(Input(*this, here.file, here.line), x2);
}

inline Array Array::logical_not(Here here) const {
    return weir::logical_not(Input(*this, here.file, here.line));
}

inline Array Array::logical_or(const Input &x2, Here here) const {
    return weir::logical_or(Input(*this, here.file, here.line), x2);
}

inline Array Array::logical_xor(const Input &x2, Here here) const {
    return weir::logical_xor(Input(*this, here.file, here.line), x2);
}

inline Array Array::logit(Here here) const {
    return weir::logit(Input(*this, here.file, here.line));
}

inline Array Array::logsumexp(const Ints &axes, bool keepdims, Here here) const {
    return weir::logsumexp(Input(*this, here.file, here.line), axes, keepdims);
}

inline Array Array::lp_pool(const Ints &kernel_size, double norm_type, const Ints &stride, bool ceil_mode,
    Here here) const {
    return weir::lp_pool(Input(*this, here.file, here.line), kernel_size, norm_type, stride, ceil_mode);
}

inline Array Array::margin_ranking_loss(const Input &x2, const Input &target, const char *reduction, double margin,
    Here here) const {
    return weir::margin_ranking_loss(Input(*this, here.file, here.line), x2, target, reduction, margin);
}

inline Array Array::mask_put(const Input &mask, const Input &values, Here here) const {
    return weir::mask_put(Input(*this, here.file, here.line), mask, values);
}

inline Array Array::mask_select(const Input &mask, Here here) const {
    return weir::mask_select(Input(*this, here.file, here.line), mask);
}

inline Array Array::matmul(const Input &x2, Here here) const {
    return weir::matmul(Input(*this, here.file, here.line), x2);
}

inline Array Array::matrix_norm(bool keepdims, const char *ord, Here here) const {
    return weir::matrix_norm(Input(*this, here.file, here.line), keepdims, ord);
}

inline Array Array::matrix_power(int64_t n, Here here) const {
    return weir::matrix_power(Input(*this, here.file, here.line), n);
}

inline Array Array::matrix_transpose(Here here) const {
    return weir::matrix_transpose(Input(*this, here.file, here.line));
}

inline Array Array::max(const Ints &axes, bool keepdims, Here here) const {
    return weir::max(Input(*this, here.file, here.line), axes, keepdims);
}

inline Array Array::max_pool(const Ints &kernel_size, const Ints &stride, const Ints &padding, const Ints &dilation,
    bool ceil_mode, Here here) const {
    return weir::max_pool(Input(*this, here.file, here.line), kernel_size, stride, padding, dilation, ceil_mode);
}

inline Array Array::max_pool_indices(const Ints &kernel_size, const Ints &stride, const Ints &padding,
    const Ints &dilation, bool ceil_mode, Here here) const {
    return weir::max_pool_indices(Input(*this, here.file, here.line), kernel_size, stride, padding, dilation,
    ceil_mode);
}

inline Array Array::max_unpool(const Input &indices, const Ints &output_size, Here here) const {
    return weir::max_unpool(Input(*this, here.file, here.line), indices, output_size);
}

inline Array Array::maximum(const Input &x2, Here here) const {
    return weir::maximum(Input(*this, here.file, here.line), x2);
}

inline Array Array::mean(const Ints &axes, bool keepdims, Here here) const {
    return weir::mean(Input(*this, here.file, here.line), axes, keepdims);
}

inline Array Array::median(const std::optional<int64_t> &axis, bool keepdims, Here here) const {
    return weir::median(Input(*this, here.file, here.line), axis, keepdims);
}

inline Array Array::min(const Ints &axes, bool keepdims, Here here) const {
    return weir::min(Input(*this, here.file, here.line), axes, keepdims);
}

inline Array Array::minimum(const Input &x2, Here here) const {
    return weir::minimum(Input(*this, here.file, here.line), x2);
}

inline Array Array::mish(Here here) const {
    return weir::mish(Input(*this, here.file, here.line));
}

inline Array Array::moveaxis(const Ints &source, const Ints &destination, Here here) const {
    return weir::moveaxis(Input(*this, here.file, here.line), source, destination);
}

inline Array Array::mse_loss(const Input &target, const char *reduction, Here here) const {
    return weir::mse_loss(Input(*this, here.file, here.line), target, reduction);
}

inline Array Array::multi_margin_loss(const Input &target, const Input &weight, const char *reduction, double p,
    double margin, Here here) const {
    return weir::multi_margin_loss(Input(*this, here.file, here.line), target, weight, reduction, p, margin);
}

inline Array Array::multilabel_soft_margin_loss(const Input &target, const Input &weight, const char *reduction,
    Here here) const {
    return weir::multilabel_soft_margin_loss(Input(*this, here.file, here.line), target, weight, reduction);
}

inline Array Array::multiply(const Input &x2, Here here) const {
    return weir::multiply(Input(*this, here.file, here.line), x2);
}

inline Array Array::nanargmax(const std::optional<int64_t> &axis, bool keepdims, Here here) const {
    return weir::nanargmax(Input(*this, here.file, here.line), axis, keepdims);
}

inline Array Array::nanargmin(const std::optional<int64_t> &axis, bool keepdims, Here here) const {
    return weir::nanargmin(Input(*this, here.file, here.line), axis, keepdims);
}

inline Array Array::nancumprod(const std::optional<int64_t> &axis, DType dtype, Here here) const {
    return weir::nancumprod(Input(*this, here.file, here.line), axis, dtype);
}

inline Array Array::nancumsum(const std::optional<int64_t> &axis, DType dtype, Here here) const {
    return weir::nancumsum(Input(*this, here.file, here.line), axis, dtype);
}

inline Array Array::nanmax(const Ints &axes, bool keepdims, Here here) const {
    return weir::nanmax(Input(*this, here.file, here.line), axes, keepdims);
}

inline Array Array::nanmean(const Ints &axes, bool keepdims, Here here) const {
    return weir::nanmean(Input(*this, here.file, here.line), axes, keepdims);
}

inline Array Array::nanmedian(const std::optional<int64_t> &axis, bool keepdims, Here here) const {
    return weir::nanmedian(Input(*this, here.file, here.line), axis, keepdims);
}

inline Array Array::nanmin(const Ints &axes, bool keepdims, Here here) const {
    return weir::nanmin(Input(*this, here.file, here.line), axes, keepdims);
}

inline Array Array::nanprod(const Ints &axes, bool keepdims, DType dtype, Here here) const {
    return weir::nanprod(Input(*this, here.file, here.line), axes, keepdims, dtype);
}

inline Array Array::nanstd(const Ints &axes, bool keepdims, double correction, Here here) const {
    return weir::nanstd(Input(*this, here.file, here.line), axes, keepdims, correction);
}

inline Array Array::nansum(const Ints &axes, bool keepdims, DType dtype, Here here) const {
    return weir::nansum(Input(*this, here.file, here.line), axes, keepdims, dtype);
}

inline Array Array::nanvar(const Ints &axes, bool keepdims, double correction, Here here) const {
    return weir::nanvar(Input(*this, here.file, here.line), axes, keepdims, correction);
}

inline Array Array::negative(Here here) const {
    return weir::negative(Input(*this, here.file, here.line));
}

inline Array Array::nextafter(const Input &x2, Here here) const {
    return weir::nextafter(Input(*this, here.file, here.line), x2);
}

inline Array Array::nll_loss(const Input &target, const Input &weight, const std::optional<int64_t> &axis,
    const char *reduction, int64_t ignore_index, Here here) const {
    return weir::nll_loss(Input(*this, here.file, here.line), target, weight, axis, reduction, ignore_index);
}

inline std::vector<Array> Array::nonzero(Here here) const {
    return weir::nonzero(Input(*this, here.file, here.line));
}

inline Array Array::normalize(double p, int64_t axis, double eps, Here here) const {
    return weir::normalize(Input(*this, here.file, here.line), p, axis, eps);
}

inline Array Array::not_equal(const Input &x2, Here here) const {
    return weir::not_equal(Input(*this, here.file, here.line), x2);
}

inline Array Array::ones_like(DType dtype, Device device, Here here) const {
    return weir::ones_like(Input(*this, here.file, here.line), dtype, device);
}

inline Array Array::outer(const Input &x2, Here here) const {
    return weir::outer(Input(*this, here.file, here.line), x2);
}

inline Array Array::pad(const Ints &widths, const char *mode, double value, Here here) const {
    return weir::pad(Input(*this, here.file, here.line), widths, mode, value);
}

inline Array Array::pairwise_distance(const Input &x2, double p, double eps, bool keepdims, Here here) const {
    return weir::pairwise_distance(Input(*this, here.file, here.line), x2, p, eps, keepdims);
}

inline Array Array::partition(int64_t kth, int64_t axis, Here here) const {
    return weir::partition(Input(*this, here.file, here.line), kth, axis);
}

inline Array Array::percentile(const Input &q, const std::optional<int64_t> &axis, const char *method, bool keepdims,
    Here here) const {
    return weir::percentile(Input(*this, here.file, here.line), q, axis, method, keepdims);
}

inline Array Array::permute_dims(const Ints &axes, Here here) const {
    return weir::permute_dims(Input(*this, here.file, here.line), axes);
}

inline Array Array::pixel_shuffle(int64_t upscale_factor, Here here) const {
    return weir::pixel_shuffle(Input(*this, here.file, here.line), upscale_factor);
}

inline Array Array::pixel_unshuffle(int64_t downscale_factor, Here here) const {
    return weir::pixel_unshuffle(Input(*this, here.file, here.line), downscale_factor);
}

inline Array Array::poisson_nll_loss(const Input &target, const char *reduction, bool log_input, bool full, double eps,
    Here here) const {
    return weir::poisson_nll_loss(Input(*this, here.file, here.line), target, reduction, log_input, full, eps);
}

inline Array Array::positive(Here here) const {
    return weir::positive(Input(*this, here.file, here.line));
}

inline Array Array::pow(const Input &x2, Here here) const {
    return weir::pow(Input(*this, here.file, here.line), x2);
}

inline Array Array::prelu(const Input &x2, Here here) const {
    return weir::prelu(Input(*this, here.file, here.line), x2);
}

inline Array Array::prod(const Ints &axes, bool keepdims, DType dtype, Here here) const {
    return weir::prod(Input(*this, here.file, here.line), axes, keepdims, dtype);
}

inline Array Array::put_along_axis(const Input &indices, const Input &values, int64_t axis, bool accumulate,
    Here here) const {
    return weir::put_along_axis(Input(*this, here.file, here.line), indices, values, axis, accumulate);
}

inline Array Array::put_along_axis_reduce(const Input &indices, const Input &values, int64_t axis, const char *reduce,
    bool include_self, Here here) const {
    return weir::put_along_axis_reduce(Input(*this, here.file, here.line), indices, values, axis, reduce, include_self);
}

inline Array Array::quantile(const Input &q, const std::optional<int64_t> &axis, const char *method, bool keepdims,
    Here here) const {
    return weir::quantile(Input(*this, here.file, here.line), q, axis, method, keepdims);
}

inline Array Array::quick_gelu(Here here) const {
    return weir::quick_gelu(Input(*this, here.file, here.line));
}

inline Array Array::rad2deg(Here here) const {
    return weir::rad2deg(Input(*this, here.file, here.line));
}

inline Array Array::ravel(Here here) const {
    return weir::ravel(Input(*this, here.file, here.line));
}

inline Array Array::real(Here here) const {
    return weir::real(Input(*this, here.file, here.line));
}

inline Array Array::reciprocal(Here here) const {
    return weir::reciprocal(Input(*this, here.file, here.line));
}

inline Array Array::relu(Here here) const {
    return weir::relu(Input(*this, here.file, here.line));
}

inline Array Array::relu6(Here here) const {
    return weir::relu6(Input(*this, here.file, here.line));
}

inline Array Array::remainder(const Input &x2, Here here) const {
    return weir::remainder(Input(*this, here.file, here.line), x2);
}

inline Array Array::repeat(const Ints &repeats, const std::optional<int64_t> &axis, Here here) const {
    return weir::repeat(Input(*this, here.file, here.line), repeats, axis);
}

inline Array Array::reshape(const Ints &shape, Here here) const {
    return weir::reshape(Input(*this, here.file, here.line), shape);
}

inline Array Array::rfftn(const Ints &s, const Ints &axes, const char *norm, Here here) const {
    return weir::rfftn(Input(*this, here.file, here.line), s, axes, norm);
}

inline Array Array::rms_norm(const Input &weight, const Ints &axes, const std::optional<double> &eps, Here here) const {
    return weir::rms_norm(Input(*this, here.file, here.line), weight, axes, eps);
}

inline Array Array::roll(const Ints &shift, const Ints &axes, Here here) const {
    return weir::roll(Input(*this, here.file, here.line), shift, axes);
}

inline Array Array::round(Here here) const {
    return weir::round(Input(*this, here.file, here.line));
}

inline Array Array::rsqrt(Here here) const {
    return weir::rsqrt(Input(*this, here.file, here.line));
}

inline Array Array::scatter(const Input &indices, const Input &updates, const std::optional<int64_t> &axis,
    Here here) const {
    return weir::scatter(Input(*this, here.file, here.line), indices, updates, axis);
}

inline Array Array::scatter_add(const Input &indices, const Input &updates, const std::optional<int64_t> &axis,
    Here here) const {
    return weir::scatter_add(Input(*this, here.file, here.line), indices, updates, axis);
}

inline Array Array::scatter_reduce(const Input &indices, const Input &updates, const std::optional<int64_t> &axis,
    const char *reduce, bool include_self, Here here) const {
    return weir::scatter_reduce(Input(*this, here.file, here.line), indices, updates, axis, reduce, include_self);
}

inline Array Array::searchsorted(const Input &x2, const Input &sorter, const char *side, Here here) const {
    return weir::searchsorted(Input(*this, here.file, here.line), x2, sorter, side);
}

inline Array Array::select(int64_t index, int64_t axis, Here here) const {
    return weir::select(Input(*this, here.file, here.line), index, axis);
}

inline Array Array::selu(Here here) const {
    return weir::selu(Input(*this, here.file, here.line));
}

inline Array Array::sigmoid(Here here) const {
    return weir::sigmoid(Input(*this, here.file, here.line));
}

inline Array Array::sign(Here here) const {
    return weir::sign(Input(*this, here.file, here.line));
}

inline Array Array::signbit(Here here) const {
    return weir::signbit(Input(*this, here.file, here.line));
}

inline Array Array::silu(Here here) const {
    return weir::silu(Input(*this, here.file, here.line));
}

inline Array Array::sin(Here here) const {
    return weir::sin(Input(*this, here.file, here.line));
}

inline Array Array::sinc(Here here) const {
    return weir::sinc(Input(*this, here.file, here.line));
}

inline Array Array::sinh(Here here) const {
    return weir::sinh(Input(*this, here.file, here.line));
}

inline Array Array::slice(const Ints &starts, const Ints &stops, const Ints &steps, Here here) const {
    return weir::slice(Input(*this, here.file, here.line), starts, stops, steps);
}

inline Array Array::slice_update(const Input &y, const Ints &starts, const Ints &stops, const Ints &steps,
    Here here) const {
    return weir::slice_update(Input(*this, here.file, here.line), y, starts, stops, steps);
}

inline Array Array::sliding_window_view(const Ints &window, const Ints &axes, Here here) const {
    return weir::sliding_window_view(Input(*this, here.file, here.line), window, axes);
}

inline Array Array::smooth_l1_loss(const Input &target, const char *reduction, double beta, Here here) const {
    return weir::smooth_l1_loss(Input(*this, here.file, here.line), target, reduction, beta);
}

inline Array Array::soft_margin_loss(const Input &target, const char *reduction, Here here) const {
    return weir::soft_margin_loss(Input(*this, here.file, here.line), target, reduction);
}

inline Array Array::softmax(int64_t axis, Here here) const {
    return weir::softmax(Input(*this, here.file, here.line), axis);
}

inline Array Array::softmin(int64_t axis, Here here) const {
    return weir::softmin(Input(*this, here.file, here.line), axis);
}

inline Array Array::softplus(Here here) const {
    return weir::softplus(Input(*this, here.file, here.line));
}

inline Array Array::softshrink(double lambd, Here here) const {
    return weir::softshrink(Input(*this, here.file, here.line), lambd);
}

inline Array Array::softsign(Here here) const {
    return weir::softsign(Input(*this, here.file, here.line));
}

inline Array Array::solve(const Input &x2, bool left, Here here) const {
    return weir::solve(Input(*this, here.file, here.line), x2, left);
}

inline Array Array::solve_triangular(const Input &x2, bool upper, bool unitriangular, bool left, Here here) const {
    return weir::solve_triangular(Input(*this, here.file, here.line), x2, upper, unitriangular, left);
}

inline Array Array::sort(int64_t axis, bool descending, bool stable, Here here) const {
    return weir::sort(Input(*this, here.file, here.line), axis, descending, stable);
}

inline std::vector<Array> Array::split(const std::optional<int64_t> &sections, const Ints &indices, int64_t axis,
    Here here) const {
    return weir::split(Input(*this, here.file, here.line), sections, indices, axis);
}

inline Array Array::sqrt(Here here) const {
    return weir::sqrt(Input(*this, here.file, here.line));
}

inline Array Array::square(Here here) const {
    return weir::square(Input(*this, here.file, here.line));
}

inline Array Array::squeeze(const Ints &axes, Here here) const {
    return weir::squeeze(Input(*this, here.file, here.line), axes);
}

inline Array Array::stddev(const Ints &axes, bool keepdims, double correction, Here here) const {
    return weir::stddev(Input(*this, here.file, here.line), axes, keepdims, correction);
}

inline Array Array::subtract(const Input &x2, Here here) const {
    return weir::subtract(Input(*this, here.file, here.line), x2);
}

inline Array Array::sum(const Ints &axes, bool keepdims, DType dtype, Here here) const {
    return weir::sum(Input(*this, here.file, here.line), axes, keepdims, dtype);
}

inline Array Array::svdvals(Here here) const {
    return weir::svdvals(Input(*this, here.file, here.line));
}

inline Array Array::swapaxes(int64_t axis1, int64_t axis2, Here here) const {
    return weir::swapaxes(Input(*this, here.file, here.line), axis1, axis2);
}

inline Array Array::take(const Input &indices, const std::optional<int64_t> &axis, Here here) const {
    return weir::take(Input(*this, here.file, here.line), indices, axis);
}

inline Array Array::take_along_axis(const Input &indices, int64_t axis, Here here) const {
    return weir::take_along_axis(Input(*this, here.file, here.line), indices, axis);
}

inline Array Array::tan(Here here) const {
    return weir::tan(Input(*this, here.file, here.line));
}

inline Array Array::tanh(Here here) const {
    return weir::tanh(Input(*this, here.file, here.line));
}

inline Array Array::tanhshrink(Here here) const {
    return weir::tanhshrink(Input(*this, here.file, here.line));
}

inline Array Array::tensordot(const Input &x2, int64_t axes, const Ints &x1_axes, const Ints &x2_axes,
    Here here) const {
    return weir::tensordot(Input(*this, here.file, here.line), x2, axes, x1_axes, x2_axes);
}

inline Array Array::threshold(double threshold, double value, Here here) const {
    return weir::threshold(Input(*this, here.file, here.line), threshold, value);
}

inline Array Array::tile(const Ints &repetitions, Here here) const {
    return weir::tile(Input(*this, here.file, here.line), repetitions);
}

inline Array Array::to_device(Device device, Here here) const {
    return weir::to_device(Input(*this, here.file, here.line), device);
}

inline Array Array::trace(int64_t offset, DType dtype, Here here) const {
    return weir::trace(Input(*this, here.file, here.line), offset, dtype);
}

inline Array Array::tril(int64_t k, Here here) const {
    return weir::tril(Input(*this, here.file, here.line), k);
}

inline Array Array::triu(int64_t k, Here here) const {
    return weir::triu(Input(*this, here.file, here.line), k);
}

inline Array Array::trunc(Here here) const {
    return weir::trunc(Input(*this, here.file, here.line));
}

inline Array Array::unfold(const Ints &kernel_size, const Ints &dilation, const Ints &padding, const Ints &stride,
    Here here) const {
    return weir::unfold(Input(*this, here.file, here.line), kernel_size, dilation, padding, stride);
}

inline Array Array::unique_values(Here here) const {
    return weir::unique_values(Input(*this, here.file, here.line));
}

inline std::vector<Array> Array::unstack(int64_t axis, Here here) const {
    return weir::unstack(Input(*this, here.file, here.line), axis);
}

inline Array Array::var(const Ints &axes, bool keepdims, double correction, Here here) const {
    return weir::var(Input(*this, here.file, here.line), axes, keepdims, correction);
}

inline Array Array::vecdot(const Input &x2, int64_t axis, Here here) const {
    return weir::vecdot(Input(*this, here.file, here.line), x2, axis);
}

inline Array Array::vector_norm(const Ints &axes, bool keepdims, double ord, Here here) const {
    return weir::vector_norm(Input(*this, here.file, here.line), axes, keepdims, ord);
}

inline Array Array::zeros_like(DType dtype, Device device, Here here) const {
    return weir::zeros_like(Input(*this, here.file, here.line), dtype, device);
}

/// \endcond

}  // namespace weir

#endif
