/// \file
/// custom.hpp - calling operators by name, and adding operators from lambdas.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CUSTOM_HPP
#define WEIR_CUSTOM_HPP

#include <weir/autograd.hpp>

#include <memory>
#include <mutex>
#include <unordered_map>
#include <variant>

namespace weir {

// ---- By name ----------------------------------------------------------------------------------------

/// The value of an attribute, for call().
struct Value {
    std::variant<int64_t, double, std::string, Ints> value;
    template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    Value(T number) {  // NOLINT: converts
        if constexpr (std::is_floating_point_v<T>)
            value = static_cast<double>(number);
        else
            value = detail::to_i64(number);
    }
    Value(const char *text) : value(std::string(text)) {}                            // NOLINT: converts
    Value(DType dtype) : value(static_cast<int64_t>(dtype)) {}                       // NOLINT: converts
    Value(Device device) : value(static_cast<int64_t>(device.number())) {}           // NOLINT: converts
    Value(std::initializer_list<int64_t> list) : value(Ints(list)) {}
    Value(const Ints &list) : value(list) {}  // NOLINT: converts
};

namespace detail {

/// Store a value in the struct of an operator's attributes.
inline weir_status store(const weir_attr *attr, const Value &from, std::vector<char> &to, const char *op) {
    if (const auto *integer = std::get_if<int64_t>(&from.value))
        return attr->type == WEIR_ATTR_I64S ? weir_attr_set_i64s(attr, to.data(), to.size(), integer, 1, op)
                                            : weir_attr_set_i64(attr, to.data(), to.size(), *integer, op);
    if (const auto *real = std::get_if<double>(&from.value))
        return weir_attr_set_f64(attr, to.data(), to.size(), *real, op);
    if (const auto *text = std::get_if<std::string>(&from.value))
        return weir_attr_set_text(attr, to.data(), to.size(), text->c_str(), op);
    weir_i64s list = std::get_if<Ints>(&from.value)->c();
    return weir_attr_set_i64s(attr, to.data(), to.size(), list.data, list.count, op);
}

}  // namespace detail

/// Call an operator by its name, for operators that this version of the headers does not know.
///
///     call("softmax", {x}, {{"axis", 1}})[0]
inline std::vector<Array> call(const char *name, const Inputs &inputs,
                               const std::vector<std::pair<const char *, Value>> &attributes = {}) {
    Here here = inputs.here();
    const weir_op *op = weir_op_find(name);
    if (op == nullptr) detail::raise(WEIR_EINVAL, here);
    const weir_op_def *def = weir_op_describe(op);
    std::vector<char> attr(def->attr_size);
    if (def->attr_size > 0) detail::check(weir_attr_init(op, attr.data(), attr.size()), here);
    for (const auto &given : attributes) {
        const weir_attr *found = weir_attr_find(def->attrs, def->attr_count, def->attr_stride, given.first);
        if (found == nullptr) detail::refuse(std::string(name) + ": there is no attribute " + given.first, here);
        detail::check(detail::store(found, given.second, attr, name), here);
    }
    std::vector<weir_array *> out(1024);
    auto count = static_cast<uint32_t>(out.size());
    detail::At at(here);
    detail::check(weir_op_call(runtime(here), op, inputs.data(), inputs.size(), attr.empty() ? nullptr : attr.data(),
                               attr.size(), out.data(), &count),
                  here);
    return detail::adopt(out, count);
}

// ---- New operators ----------------------------------------------------------------------------------

/// Shapes and dtypes of the results, from those of the inputs.
class Infer {
public:
    explicit Infer(weir_infer *c) noexcept : c_(c) {}
    size_t inputs() const noexcept { return c_->in_count; }
    std::vector<int64_t> shape(size_t input) const {
        const int64_t *sizes = weir_array_shape(c_->in[input]);
        return {sizes, sizes + weir_array_ndim(c_->in[input])};
    }
    DType dtype(size_t input) const { return static_cast<DType>(weir_array_dtype(c_->in[input])); }
    /// Declare a result.
    void result(size_t output, DType dtype, const Ints &shape) {
        if (output >= c_->out_count) fail("result " + std::to_string(output) + " is not declared");
        if (shape.size() > WEIR_NDIM_MAX)
            fail("a result with " + std::to_string(shape.size()) + " dimensions; an array has at most " + std::to_string(WEIR_NDIM_MAX));
        weir_meta &meta = c_->out[output];
        meta.dtype = static_cast<int32_t>(dtype);
        meta.ndim = static_cast<int32_t>(shape.size());
        std::copy(shape.begin(), shape.end(), meta.shape);
    }
    /// Refuse the call.
    [[noreturn]] void fail(const std::string &message) const {
        throw InvalidArgument(message, std::make_shared<Error::Details>());
    }

private:
    weir_infer *c_;
};

/// The memory of inputs and results, which are row-major, in a kernel.
class Kernel {
public:
    explicit Kernel(const weir_kernel *k) noexcept : k_(k) {}
    template <typename T>
    const T *in(size_t input) const noexcept {
        return static_cast<const T *>(k_->in[input].data);
    }
    template <typename T>
    T *out(size_t output) const noexcept {
        return static_cast<T *>(k_->out[output].data);
    }
    DType dtype(size_t input) const noexcept { return static_cast<DType>(k_->in[input].dtype); }
    std::vector<int64_t> shape(size_t input) const {
        return {k_->in[input].shape, k_->in[input].shape + k_->in[input].ndim};
    }
    /// The number of elements of an input or a result.
    int64_t size(size_t input) const noexcept { return count(k_->in[input]); }
    int64_t result_size(size_t output) const noexcept { return count(k_->out[output]); }
    /// Call fn(begin, end) for pieces of 0 .. count, in parallel.
    template <typename F>
    void parallel_for(int64_t count, int64_t grain, F fn) const {
        weir_status status = weir_parallel_for(
            k_->ctx, count, grain,
            [](void *arg, int64_t begin, int64_t end) -> weir_status {
                try {
                    (*static_cast<F *>(arg))(begin, end);
                    return WEIR_OK;
                } catch (...) {
                    return detail::status_of_exception();
                }
            },
            &fn);
        if (status != WEIR_OK) throw std::runtime_error(weir_error());
    }

private:
    static int64_t count(const weir_view &view) noexcept {
        int64_t n = 1;
        for (int32_t i = 0; i < view.ndim; i++) n *= view.shape[i];
        return n;
    }
    const weir_kernel *k_;
};

/// What an operator is.  `infer` and `run` are required; `gradient` returns one gradient for each input, from the inputs
/// and the gradients of the results; one that is not defined is zero.
struct OperatorDefinition {
    std::string name;
    std::string inputs = "x";   ///< names, such as "x, weight"
    std::string outputs = "y";  ///< names
    std::string summary = {};
    std::function<void(Infer &)> infer = nullptr;
    std::function<void(const Kernel &)> run = nullptr;
    std::function<std::vector<Array>(const std::vector<Array> &inputs, const std::vector<Array> &grads)> gradient = nullptr;
};

namespace detail {

/// The definitions of this program's operators, which are never freed, by the address of the operator.
class Registry {
public:
    static Registry &instance() {
        static Registry *registry = new Registry;  // tasks may run while the process exits
        return *registry;
    }
    const OperatorDefinition &find(const weir_op *op) {
        std::lock_guard<std::mutex> lock(mutex_);
        return *definitions_.at(op);
    }
    void add(const weir_op *op, std::unique_ptr<OperatorDefinition> definition) {
        std::lock_guard<std::mutex> lock(mutex_);
        definitions_[op] = definition.release();
    }

private:
    std::mutex mutex_;
    std::unordered_map<const weir_op *, OperatorDefinition *> definitions_;
};

inline weir_status custom_infer(weir_infer *c) {
    try {
        Infer infer(c);
        Registry::instance().find(c->op).infer(infer);
        return WEIR_OK;
    } catch (const std::exception &error) {
        return weir_infer_fail(c, error.what());
    } catch (...) {
        return weir_infer_fail(c, "an exception that is not a std::exception");
    }
}

inline weir_status custom_run(const weir_kernel *k) {
    try {
        Registry::instance().find(k->op).run(Kernel(k));
        return WEIR_OK;
    } catch (const std::exception &error) {
        return weir_context_fail(k->ctx, WEIR_EFAILED, error.what());
    } catch (...) {
        return weir_context_fail(k->ctx, WEIR_EFAILED, "an exception that is not a std::exception");
    }
}

/// The library runs this in a scope, which owns the arrays that are created in it.  Our handles release their arrays
/// before the scope ends, so the results are handed over as arrays that only the scope owns.
inline void custom_gradient(weir_vjp *v) {
    try {
        std::vector<Array> grads =
            Registry::instance().find(v->op).gradient(shared(v->in, v->in_count), shared(v->grad_out, v->out_count));
        for (size_t i = 0; i < grads.size() && i < v->in_count; i++) {
            if (!v->wanted[i] || !grads[i].defined()) continue;
            weir_array *made = nullptr;
            check(weir_positive(grads[i].get(), &made));
            v->grad_in[i] = made;
        }
    } catch (...) {
        v->status = status_of_exception();
    }
}

inline const char *permanent(const std::string &text) {
    char *copy = new char[text.size() + 1];
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

}  // namespace detail

/// An operator: call it like a function.
class Operator {
public:
    explicit Operator(const weir_op *op) noexcept : op_(op) {}
    const weir_op *get() const noexcept { return op_; }
    Array operator()(const Input &x) const { return first({x.get()}, x.here()); }
    Array operator()(const Input &x, const Input &y) const { return first({x.get(), y.get()}, x.here()); }
    Array operator()(const Input &x, const Input &y, const Input &z) const {
        return first({x.get(), y.get(), z.get()}, x.here());
    }
    /// All results.
    std::vector<Array> results(const Inputs &inputs) const { return call(inputs.data(), inputs.size(), inputs.here()); }

private:
    std::vector<Array> call(weir_array *const *in, uint32_t in_count, Here here) const {
        std::vector<weir_array *> out(WEIR_OUT_MAX);
        auto count = static_cast<uint32_t>(out.size());
        detail::At at(here);
        detail::check(weir_op_call(runtime(here), op_, in, in_count, nullptr, 0, out.data(), &count), here);
        return detail::adopt(out, count);
    }
    Array first(std::initializer_list<weir_array *> in, Here here) const {
        return std::move(call(in.begin(), static_cast<uint32_t>(in.size()), here).at(0));
    }
    const weir_op *op_;
};

/// Add an operator to the process.  Its name must be new.  Its kernel runs on the workers.
inline Operator register_operator(OperatorDefinition definition, Here here = Here()) {
    if (!definition.infer || !definition.run) detail::refuse("register_operator: infer and run are required", here);
    weir_op_def def{};
    def.size = sizeof def;
    def.name = detail::permanent(definition.name);
    def.summary = detail::permanent(definition.summary);
    def.inputs = detail::permanent(definition.inputs);
    def.outputs = detail::permanent(definition.outputs);
    def.attr_stride = sizeof(weir_attr);
    def.infer = detail::custom_infer;
    def.run = detail::custom_run;
    if (definition.gradient) def.vjp = detail::custom_gradient;
    const weir_op *op = nullptr;
    detail::check(weir_op_register(&def, &op), here);  // copies the struct, not what it points to
    detail::Registry::instance().add(op, std::make_unique<OperatorDefinition>(std::move(definition)));
    return Operator(op);
}

/// Add an elementwise operator of one array from a function of one number:
///
///     auto cube = elementwise("cube", [](auto x) { return x * x * x; });
///
/// The function is called with float and with double, on several threads.  `gradient`, if given, computes the
/// gradient of the input from the input and the gradient of the result, with other operators.
template <typename F>
Operator elementwise(const char *name, F fn, std::function<Array(const Array &x, const Array &dy)> gradient = nullptr,
                     Here here = Here()) {
    OperatorDefinition definition;
    definition.name = name;
    definition.infer = [](Infer &c) {
        if (c.dtype(0) != Float32 && c.dtype(0) != Float64) c.fail("the array must be float32 or float64");
        c.result(0, c.dtype(0), c.shape(0));
    };
    definition.run = [fn](const Kernel &k) {
        auto loop = [&](auto *out, const auto *in) {
            k.parallel_for(k.size(0), 1 << 14, [=](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; i++) out[i] = fn(in[i]);
            });
        };
        if (k.dtype(0) == Float32)
            loop(k.out<float>(0), k.in<float>(0));
        else
            loop(k.out<double>(0), k.in<double>(0));
    };
    if (gradient)
        definition.gradient = [gradient](const std::vector<Array> &in, const std::vector<Array> &grads) {
            return std::vector<Array>{gradient(in[0], grads[0])};
        };
    return register_operator(std::move(definition), here);
}

}  // namespace weir

#endif
