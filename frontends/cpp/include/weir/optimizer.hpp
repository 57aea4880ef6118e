/// \file
/// optimizer.hpp - what all optimisers share, gradient scaling and clipping, metrics.
///
/// The optimisers themselves, and learning rate schedules, are in optim.hpp.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_OPTIMIZER_HPP
#define WEIR_OPTIMIZER_HPP

#include <weir/autograd.hpp>

#include <string>

namespace weir::optim {

/// An optimiser: step() issues the update of its parameters and returns without waiting.
class Optimizer {
public:
    ~Optimizer() { weir_optimizer_free(handle_); }
    Optimizer(Optimizer &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Optimizer &operator=(Optimizer &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Optimizer(const Optimizer &) = delete;
    Optimizer &operator=(const Optimizer &) = delete;

    weir_optimizer *get() const noexcept { return handle_; }

    /// Update the parameters.  If an earlier step has failed, throws its failure.
    void step(Here here = Here()) {
        detail::At at(here);
        detail::check(weir_optimizer_step(handle_), here);
    }
    /// Release the gradients.  This is not needed between steps: the next backward pass replaces the gradients of a step.
    void zero_grad() { weir_optimizer_zero_grad(handle_); }
    /// After a failure: restore the parameters and the state of the last good step, and wait for that.
    void clear(Here here = Here()) {
        detail::At at(here);
        detail::check(weir_optimizer_clear(handle_), here);
    }
    /// The learning rate of the first group, or of another.
    double lr(int32_t group = 0) const { return weir_optimizer_lr(handle_, group); }
    void set_lr(double lr, int32_t group = WEIR_ALL_GROUPS, Here here = Here()) {
        detail::check(weir_optimizer_lr_set(handle_, group, lr), here);
    }
    /// Use these arrays in place of the parameters, as after Block::to.
    void set_parameters(const std::vector<Array> &parameters, Here here = Here()) {
        auto list = detail::handles(parameters);
        detail::check(weir_optimizer_params_set(handle_, list.data(), static_cast<uint32_t>(list.size())), here);
    }
    /// The state that a checkpoint needs: names such as "0.exp_avg", with their arrays.
    std::vector<std::pair<std::string, Array>> state(Here here = Here()) const {
        std::vector<std::pair<std::string, Array>> list;
        for (uint32_t i = 0; i < weir_optimizer_state_count(handle_); i++) {
            char name[WEIR_STATE_NAME_MAX];
            weir_array *a = nullptr;
            detail::check(weir_optimizer_state_at(handle_, i, name, &a), here);
            list.emplace_back(name, Array::share(a));
        }
        return list;
    }
    void set_state(const std::string &name, const Input &values) {
        detail::At at(values.here());
        detail::check(weir_optimizer_state_set(handle_, name.c_str(), values.get()), values.here());
    }

protected:
    Optimizer() = default;
    static const weir_optimizer_kind *kind(const char *name, Here here) {
        const weir_optimizer_kind *found = weir_optimizer_kind_find(name);
        if (found == nullptr) detail::raise(WEIR_EINVAL, here);
        return found;
    }
    template <typename C>
    static C defaults(const char *name, Here here) {
        C c{};
        const weir_optimizer_kind *found = kind(name, here);
        detail::check(weir_optimizer_attr_init(found, &c, std::min<size_t>(sizeof c, found->attr_size)), here);
        return c;
    }
    void make(const char *name, const void *attr, size_t attr_size, const std::vector<Array> &parameters, Here here) {
        auto list = detail::handles(parameters);
        const weir_optimizer_kind *found = kind(name, here);
        detail::check(weir_optimizer_new(runtime(here), found, attr, std::min<size_t>(attr_size, found->attr_size), list.data(),
                                         static_cast<uint32_t>(list.size()), &handle_),
                      here);
    }
    void group(const void *attr, size_t attr_size, const std::vector<Array> &parameters, Here here) {
        auto list = detail::handles(parameters);
        attr_size = std::min<size_t>(attr_size, weir_optimizer_kind_of(handle_)->attr_size);
        detail::check(weir_optimizer_group_add(handle_, attr, attr_size, list.data(), static_cast<uint32_t>(list.size())),
                      here);
    }

private:
    weir_optimizer *handle_ = nullptr;
};

/// Scales the loss for training in Float16, whose gradients underflow, and skips steps with infinite gradients.
class Scaler {
public:
    explicit Scaler(Here here = Here()) { detail::check(weir_scaler_new(runtime(here), nullptr, &handle_), here); }
    ~Scaler() { weir_scaler_free(handle_); }
    Scaler(const Scaler &) = delete;
    Scaler &operator=(const Scaler &) = delete;

    /// The loss times the scale; call backward() on it.
    Array scale(const Input &loss) {
        weir_array *y = nullptr;
        detail::At at(loss.here());
        detail::check(weir_scaler_scale(handle_, loss.get(), &y), loss.here());
        return Array::adopt(y);
    }
    void unscale(Optimizer &optimizer, Here here = Here()) {
        detail::At at(here);
        detail::check(weir_scaler_unscale(handle_, optimizer.get()), here);
    }
    void step(Optimizer &optimizer, Here here = Here()) {
        detail::At at(here);
        detail::check(weir_scaler_step(handle_, optimizer.get()), here);
    }
    void update(Here here = Here()) {
        detail::At at(here);
        detail::check(weir_scaler_update(handle_), here);
    }

private:
    weir_scaler *handle_ = nullptr;
};

/// Scale the gradients so that their joint norm is at most max_norm; returns the norm before.
inline Array clip_grad_norm(const std::vector<Array> &parameters, double max_norm, Here here = Here()) {
    auto list = detail::handles(parameters);
    weir_array *norm = nullptr;
    detail::At at(here);
    detail::check(weir_clip_grad_norm(list.data(), static_cast<uint32_t>(list.size()), max_norm, &norm), here);
    return Array::adopt(norm);
}
/// Clip the elements of all gradients to -limit .. limit.
inline void clip_grad_value(const std::vector<Array> &parameters, double limit, Here here = Here()) {
    auto list = detail::handles(parameters);
    detail::At at(here);
    detail::check(weir_clip_grad_value(list.data(), static_cast<uint32_t>(list.size()), limit), here);
}

/// Reduces the learning rate when a metric has stopped improving.
class Plateau : public weir_plateau {
public:
    Plateau() { weir_plateau_init(this); }
    /// Record a value of the metric; returns the new learning rate.
    double next(double lr, double measure) { return weir_plateau_next(this, lr, measure); }
};

}  // namespace weir::optim

namespace weir {

/// A metric: "accuracy", "top_k", "confusion", "mean", "perplexity", "mse" or "mae".  update() does not wait; value() does.
class Metric {
public:
    /// `number` is the k of "top_k", or the number of classes of "confusion".
    explicit Metric(const char *name, int64_t number = 0, Here here = Here()) {
        detail::check(weir_metric_new(runtime(here), name, number, &handle_), here);
    }
    ~Metric() { weir_metric_free(handle_); }
    Metric(Metric &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Metric &operator=(Metric &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Metric(const Metric &) = delete;
    Metric &operator=(const Metric &) = delete;

    /// Add a batch; "mean" and "perplexity" have no target.
    void update(const Input &x, const Input &target = None) {
        detail::At at(x.here());
        detail::check(weir_metric_update(handle_, x.get(), target.get()), x.here());
    }
    double value(Here here = Here()) {
        double value = 0;
        detail::At at(here);
        detail::check(weir_metric_value(handle_, &value), here);
        return value;
    }
    /// The confusion matrix, or the sum and the count.
    Array array() const { return Array::share(weir_metric_array(handle_)); }
    void reset(Here here = Here()) {
        detail::At at(here);
        detail::check(weir_metric_reset(handle_), here);
    }

private:
    weir_metric *handle_ = nullptr;
};

}  // namespace weir

#endif
