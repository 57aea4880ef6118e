/// \file
/// autograd.hpp - gradients: several heads, gradients of given arrays, functions with their own gradient, checkpointing.
///
/// Recording and Pause, the modes of a thread, are in runtime.hpp; attach_grad, grad and backward are methods of Array.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_AUTOGRAD_HPP
#define WEIR_AUTOGRAD_HPP

#include <weir/ops.hpp>

namespace weir {

namespace detail {

inline std::vector<weir_array *> handles(const std::vector<Array> &arrays) {
    std::vector<weir_array *> list;
    list.reserve(arrays.size());
    for (const Array &a : arrays) list.push_back(a.get());
    return list;
}

inline std::vector<Array> shared(weir_array *const *handles, uint32_t count) {
    std::vector<Array> list;
    list.reserve(count);
    for (uint32_t i = 0; i < count; i++) list.push_back(Array::share(handles[i]));
    return list;
}

}  // namespace detail

/// Compute the gradient of the sum of all heads for each leaf that they depend on.  `head_grads` weight the heads; an
/// Array that is not defined stands for ones.
inline void backward(const std::vector<Array> &heads, const std::vector<Array> &head_grads = {}, bool retain_graph = false,
                     Here here = Here()) {
    if (!head_grads.empty() && head_grads.size() != heads.size())
        detail::refuse("backward: there are " + std::to_string(heads.size()) + " heads and " +
                           std::to_string(head_grads.size()) + " gradients of heads",
                       here);
    auto in = detail::handles(heads), weights = detail::handles(head_grads);
    detail::At at(here);
    detail::check(weir_backward(in.data(), static_cast<uint32_t>(in.size()), weights.empty() ? nullptr : weights.data(),
                                retain_graph ? WEIR_BACKWARD_RETAIN : 0),
                  here);
}

/// The gradients of the sum of the heads with respect to these arrays, which need not be leaves.  With `create_graph` the
/// gradients are recorded too.  A result is not defined if the heads do not depend on its array.
inline std::vector<Array> grad(const std::vector<Array> &heads, const std::vector<Array> &inputs, bool create_graph = false,
                               Here here = Here()) {
    auto in = detail::handles(heads), of = detail::handles(inputs);
    std::vector<weir_array *> out(of.size());
    detail::At at(here);
    detail::check(weir_grad(in.data(), static_cast<uint32_t>(in.size()), nullptr, of.data(), static_cast<uint32_t>(of.size()),
                            create_graph ? WEIR_BACKWARD_RECORD : 0, out.data()),
                  here);
    return detail::adopt(out, static_cast<uint32_t>(out.size()));
}

/// A function with its own gradient: `forward` computes outputs from inputs, and `backward` the gradients of the inputs
/// from the gradients of the outputs.  `backward` is given the inputs, in which it may look up what it needs; a gradient
/// that is not defined is zero.
inline std::vector<Array> with_gradient(
    const char *name, const std::function<std::vector<Array>(const std::vector<Array> &)> &forward,
    std::function<std::vector<Array>(const std::vector<Array> &inputs, const std::vector<Array> &grads)> backward,
    const std::vector<Array> &inputs, Here here = Here()) {
    using Backward = decltype(backward);
    std::vector<Array> outputs;
    {
        Pause pause;
        outputs = forward(inputs);
    }
    auto in = detail::handles(inputs), out = detail::handles(outputs);
    weir_function function{};
    function.size = sizeof function;
    function.name = name;
    function.saved = in.data();
    function.saved_count = static_cast<uint32_t>(in.size());
    function.backward = [](weir_runtime *, weir_array *const *grad_out, uint32_t out_count, weir_array **grad_in,
                           uint32_t in_count, void *ctx) -> weir_status {
        try {
            std::vector<Array> saved(in_count);
            for (uint32_t i = 0; i < in_count; i++) {
                weir_array *a = nullptr;
                weir_status status = weir_function_saved(i, &a);
                if (status != WEIR_OK) return status;
                saved[i] = Array::adopt(a);
            }
            std::vector<Array> grads = (*static_cast<Backward *>(ctx))(saved, detail::shared(grad_out, out_count));
            for (size_t i = 0; i < grads.size() && i < in_count; i++) grad_in[i] = grads[i].release();
            return WEIR_OK;
        } catch (...) {
            return detail::status_of_exception();
        }
    };
    function.free = [](void *ctx) { delete static_cast<Backward *>(ctx); };
    function.ctx = new Backward(std::move(backward));
    detail::check(weir_function_record(runtime(here), &function, in.data(), static_cast<uint32_t>(in.size()), out.data(),
                                       static_cast<uint32_t>(out.size())),
                  here);
    return outputs;
}

namespace detail {

/// A function of arrays, as C calls one: weir_part_fn with a std::function as its ctx.
using Part = std::function<std::vector<Array>(const std::vector<Array> &)>;

inline weir_status call_part(weir_runtime *, weir_array *const *in, uint32_t in_count, weir_array **out,
                             uint32_t *out_count, void *ctx) {
    try {
        std::vector<Array> results = (*static_cast<Part *>(ctx))(shared(in, in_count));
        if (results.size() > *out_count) return weir_error_set(WEIR_EINVAL, "the function returned too many arrays");
        *out_count = static_cast<uint32_t>(results.size());
        for (size_t i = 0; i < results.size(); i++) out[i] = results[i].release();
        return WEIR_OK;
    } catch (...) {
        return status_of_exception();
    }
}

inline void free_part(void *ctx) { delete static_cast<Part *>(ctx); }

}  // namespace detail

/// Compute part of a network without saving anything for its gradient; the backward pass computes the part again.
inline std::vector<Array> checkpoint(detail::Part part, const std::vector<Array> &inputs, Here here = Here()) {
    auto in = detail::handles(inputs);
    std::vector<weir_array *> out(WEIR_OUT_MAX);
    auto count = static_cast<uint32_t>(out.size());
    detail::At at(here);
    detail::check(weir_checkpoint(runtime(here), detail::call_part, in.data(), static_cast<uint32_t>(in.size()), out.data(),
                                  &count, new detail::Part(std::move(part)), detail::free_part),
                  here);
    return detail::adopt(out, count);
}

}  // namespace weir

#endif
