// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// clang-format off
/// \file
/// optim.hpp - optimisers and learning rate schedules.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_OPTIM_HPP
#define WEIR_OPTIM_HPP

#include <weir/optimizer.hpp>

namespace weir::optim {

/// The attributes of optim::SGD that have a default, by name.
struct SGDOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// learning rate (\>= 0.0)
    double lr = 0.001;
    /// weight decay coefficient (L2 penalty) (\>= 0.0)
    double weight_decay = 0.0;
    /// maximum norm of all gradients together; 0: no clipping (\>= 0.0)
    double max_norm = 0.0;
    /// maximum magnitude of a gradient element; 0: no clipping (\>= 0.0)
    double clip_value = 0.0;
    /// maximise the objective
    bool maximize = false;
    /// keep float32 master copies of float16 and bfloat16 parameters
    bool master = true;
    /// momentum factor (\>= 0.0)
    double momentum = 0.0;
    /// dampening of the momentum
    double dampening = 0.0;
    /// use Nesterov momentum
    bool nesterov = false;
};

/// Stochastic gradient descent, optionally with momentum.
class SGD : public Optimizer {
public:
    /// An optimiser of these parameters; the options of C++20 are by name, SGD(params, {.lr = 0.1}).
    SGD(const std::vector<Array> &parameters, const SGDOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        make("SGD", &c, sizeof c, parameters, here);
    }
    /// The same with the defaults, or with another learning rate.
    explicit SGD(const std::vector<Array> &parameters, double lr = 0.001, Here here = Here())
        : SGD(parameters, with_lr(lr), here) {}
    /// Add parameters with settings of their own.
    void add_group(const std::vector<Array> &parameters, const SGDOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        group(&c, sizeof c, parameters, here);
    }

private:
    static weir_sgd settings(const SGDOptions &options, Here here) {
        auto c = defaults<weir_sgd>("SGD", here);
        c.common.lr = options.lr; c.common.weight_decay = options.weight_decay; c.common.max_norm = options.max_norm;
        c.common.clip_value = options.clip_value; c.common.maximize = options.maximize;
        c.common.master = options.master; c.momentum = options.momentum; c.dampening = options.dampening;
        c.nesterov = options.nesterov;
        return c;
    }
    static SGDOptions with_lr(double lr) {
        SGDOptions options;
        options.lr = lr;
        return options;
    }
};

/// The attributes of optim::Adam that have a default, by name.
struct AdamOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// learning rate (\>= 0.0)
    double lr = 0.001;
    /// weight decay coefficient (L2 penalty) (\>= 0.0)
    double weight_decay = 0.0;
    /// maximum norm of all gradients together; 0: no clipping (\>= 0.0)
    double max_norm = 0.0;
    /// maximum magnitude of a gradient element; 0: no clipping (\>= 0.0)
    double clip_value = 0.0;
    /// maximise the objective
    bool maximize = false;
    /// keep float32 master copies of float16 and bfloat16 parameters
    bool master = true;
    /// decay rate of the gradient average (\>= 0.0, \< 1.0)
    double beta1 = 0.9;
    /// decay rate of the squared gradient average (\>= 0.0, \< 1.0)
    double beta2 = 0.999;
    /// added to the denominator for numerical stability (\>= 0.0)
    double eps = 1e-08;
    /// use the maximum of the squared gradient averages (AMSGrad)
    bool amsgrad = false;
};

/// The Adam optimiser (adaptive moment estimation).
class Adam : public Optimizer {
public:
    /// An optimiser of these parameters; the options of C++20 are by name, Adam(params, {.lr = 0.1}).
    Adam(const std::vector<Array> &parameters, const AdamOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        make("Adam", &c, sizeof c, parameters, here);
    }
    /// The same with the defaults, or with another learning rate.
    explicit Adam(const std::vector<Array> &parameters, double lr = 0.001, Here here = Here())
        : Adam(parameters, with_lr(lr), here) {}
    /// Add parameters with settings of their own.
    void add_group(const std::vector<Array> &parameters, const AdamOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        group(&c, sizeof c, parameters, here);
    }

private:
    static weir_adam settings(const AdamOptions &options, Here here) {
        auto c = defaults<weir_adam>("Adam", here);
        c.common.lr = options.lr; c.common.weight_decay = options.weight_decay; c.common.max_norm = options.max_norm;
        c.common.clip_value = options.clip_value; c.common.maximize = options.maximize;
        c.common.master = options.master; c.beta1 = options.beta1; c.beta2 = options.beta2; c.eps = options.eps;
        c.amsgrad = options.amsgrad;
        return c;
    }
    static AdamOptions with_lr(double lr) {
        AdamOptions options;
        options.lr = lr;
        return options;
    }
};

/// The attributes of optim::AdamW that have a default, by name.
struct AdamWOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// learning rate (\>= 0.0)
    double lr = 0.001;
    /// weight decay coefficient (L2 penalty) (\>= 0.0)
    double weight_decay = 0.01;
    /// maximum norm of all gradients together; 0: no clipping (\>= 0.0)
    double max_norm = 0.0;
    /// maximum magnitude of a gradient element; 0: no clipping (\>= 0.0)
    double clip_value = 0.0;
    /// maximise the objective
    bool maximize = false;
    /// keep float32 master copies of float16 and bfloat16 parameters
    bool master = true;
    /// decay rate of the gradient average (\>= 0.0, \< 1.0)
    double beta1 = 0.9;
    /// decay rate of the squared gradient average (\>= 0.0, \< 1.0)
    double beta2 = 0.999;
    /// added to the denominator for numerical stability (\>= 0.0)
    double eps = 1e-08;
    /// use the maximum of the squared gradient averages (AMSGrad)
    bool amsgrad = false;
};

/// Adam with decoupled weight decay.
class AdamW : public Optimizer {
public:
    /// An optimiser of these parameters; the options of C++20 are by name, AdamW(params, {.lr = 0.1}).
    AdamW(const std::vector<Array> &parameters, const AdamWOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        make("AdamW", &c, sizeof c, parameters, here);
    }
    /// The same with the defaults, or with another learning rate.
    explicit AdamW(const std::vector<Array> &parameters, double lr = 0.001, Here here = Here())
        : AdamW(parameters, with_lr(lr), here) {}
    /// Add parameters with settings of their own.
    void add_group(const std::vector<Array> &parameters, const AdamWOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        group(&c, sizeof c, parameters, here);
    }

private:
    static weir_adam settings(const AdamWOptions &options, Here here) {
        auto c = defaults<weir_adam>("AdamW", here);
        c.common.lr = options.lr; c.common.weight_decay = options.weight_decay; c.common.max_norm = options.max_norm;
        c.common.clip_value = options.clip_value; c.common.maximize = options.maximize;
        c.common.master = options.master; c.beta1 = options.beta1; c.beta2 = options.beta2; c.eps = options.eps;
        c.amsgrad = options.amsgrad;
        return c;
    }
    static AdamWOptions with_lr(double lr) {
        AdamWOptions options;
        options.lr = lr;
        return options;
    }
};

/// The attributes of optim::RMSprop that have a default, by name.
struct RMSpropOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// learning rate (\>= 0.0)
    double lr = 0.01;
    /// weight decay coefficient (L2 penalty) (\>= 0.0)
    double weight_decay = 0.0;
    /// maximum norm of all gradients together; 0: no clipping (\>= 0.0)
    double max_norm = 0.0;
    /// maximum magnitude of a gradient element; 0: no clipping (\>= 0.0)
    double clip_value = 0.0;
    /// maximise the objective
    bool maximize = false;
    /// keep float32 master copies of float16 and bfloat16 parameters
    bool master = true;
    /// decay rate of the squared gradient average (\>= 0.0)
    double alpha = 0.99;
    /// added to the denominator for numerical stability (\>= 0.0)
    double eps = 1e-08;
    /// momentum factor (\>= 0.0)
    double momentum = 0.0;
    /// normalise by the estimated variance of the gradient
    bool centered = false;
};

/// The RMSprop optimiser (gradient divided by its root mean square).
class RMSprop : public Optimizer {
public:
    /// An optimiser of these parameters; the options of C++20 are by name, RMSprop(params, {.lr = 0.1}).
    RMSprop(const std::vector<Array> &parameters, const RMSpropOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        make("RMSprop", &c, sizeof c, parameters, here);
    }
    /// The same with the defaults, or with another learning rate.
    explicit RMSprop(const std::vector<Array> &parameters, double lr = 0.01, Here here = Here())
        : RMSprop(parameters, with_lr(lr), here) {}
    /// Add parameters with settings of their own.
    void add_group(const std::vector<Array> &parameters, const RMSpropOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        group(&c, sizeof c, parameters, here);
    }

private:
    static weir_rmsprop settings(const RMSpropOptions &options, Here here) {
        auto c = defaults<weir_rmsprop>("RMSprop", here);
        c.common.lr = options.lr; c.common.weight_decay = options.weight_decay; c.common.max_norm = options.max_norm;
        c.common.clip_value = options.clip_value; c.common.maximize = options.maximize;
        c.common.master = options.master; c.alpha = options.alpha; c.eps = options.eps; c.momentum = options.momentum;
        c.centered = options.centered;
        return c;
    }
    static RMSpropOptions with_lr(double lr) {
        RMSpropOptions options;
        options.lr = lr;
        return options;
    }
};

/// The attributes of optim::Adagrad that have a default, by name.
struct AdagradOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// learning rate (\>= 0.0)
    double lr = 0.01;
    /// weight decay coefficient (L2 penalty) (\>= 0.0)
    double weight_decay = 0.0;
    /// maximum norm of all gradients together; 0: no clipping (\>= 0.0)
    double max_norm = 0.0;
    /// maximum magnitude of a gradient element; 0: no clipping (\>= 0.0)
    double clip_value = 0.0;
    /// maximise the objective
    bool maximize = false;
    /// keep float32 master copies of float16 and bfloat16 parameters
    bool master = true;
    /// learning rate decay: lr / (1 + lr_decay * previous steps) (\>= 0.0)
    double lr_decay = 0.0;
    /// added to the denominator for numerical stability (\>= 0.0)
    double eps = 1e-10;
    /// initial value of the sums of squares (\>= 0.0)
    double initial_accumulator_value = 0.0;
};

/// The Adagrad optimiser (gradient divided by the root of its sum of squares).
class Adagrad : public Optimizer {
public:
    /// An optimiser of these parameters; the options of C++20 are by name, Adagrad(params, {.lr = 0.1}).
    Adagrad(const std::vector<Array> &parameters, const AdagradOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        make("Adagrad", &c, sizeof c, parameters, here);
    }
    /// The same with the defaults, or with another learning rate.
    explicit Adagrad(const std::vector<Array> &parameters, double lr = 0.01, Here here = Here())
        : Adagrad(parameters, with_lr(lr), here) {}
    /// Add parameters with settings of their own.
    void add_group(const std::vector<Array> &parameters, const AdagradOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        group(&c, sizeof c, parameters, here);
    }

private:
    static weir_adagrad settings(const AdagradOptions &options, Here here) {
        auto c = defaults<weir_adagrad>("Adagrad", here);
        c.common.lr = options.lr; c.common.weight_decay = options.weight_decay; c.common.max_norm = options.max_norm;
        c.common.clip_value = options.clip_value; c.common.maximize = options.maximize;
        c.common.master = options.master; c.lr_decay = options.lr_decay; c.eps = options.eps;
        c.initial_accumulator_value = options.initial_accumulator_value;
        return c;
    }
    static AdagradOptions with_lr(double lr) {
        AdagradOptions options;
        options.lr = lr;
        return options;
    }
};

/// The attributes of optim::Adadelta that have a default, by name.
struct AdadeltaOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// learning rate (\>= 0.0)
    double lr = 1.0;
    /// weight decay coefficient (L2 penalty) (\>= 0.0)
    double weight_decay = 0.0;
    /// maximum norm of all gradients together; 0: no clipping (\>= 0.0)
    double max_norm = 0.0;
    /// maximum magnitude of a gradient element; 0: no clipping (\>= 0.0)
    double clip_value = 0.0;
    /// maximise the objective
    bool maximize = false;
    /// keep float32 master copies of float16 and bfloat16 parameters
    bool master = true;
    /// decay rate of the running averages (\>= 0.0, \< 1.0)
    double rho = 0.9;
    /// added to the averages for numerical stability (\>= 0.0)
    double eps = 1e-06;
};

/// The Adadelta optimiser (steps scaled by the root mean square of past steps).
class Adadelta : public Optimizer {
public:
    /// An optimiser of these parameters; the options of C++20 are by name, Adadelta(params, {.lr = 0.1}).
    Adadelta(const std::vector<Array> &parameters, const AdadeltaOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        make("Adadelta", &c, sizeof c, parameters, here);
    }
    /// The same with the defaults, or with another learning rate.
    explicit Adadelta(const std::vector<Array> &parameters, double lr = 1.0, Here here = Here())
        : Adadelta(parameters, with_lr(lr), here) {}
    /// Add parameters with settings of their own.
    void add_group(const std::vector<Array> &parameters, const AdadeltaOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        group(&c, sizeof c, parameters, here);
    }

private:
    static weir_adadelta settings(const AdadeltaOptions &options, Here here) {
        auto c = defaults<weir_adadelta>("Adadelta", here);
        c.common.lr = options.lr; c.common.weight_decay = options.weight_decay; c.common.max_norm = options.max_norm;
        c.common.clip_value = options.clip_value; c.common.maximize = options.maximize;
        c.common.master = options.master; c.rho = options.rho; c.eps = options.eps;
        return c;
    }
    static AdadeltaOptions with_lr(double lr) {
        AdadeltaOptions options;
        options.lr = lr;
        return options;
    }
};

/// The attributes of optim::LAMB that have a default, by name.
struct LAMBOptions {
    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces
    /// learning rate (\>= 0.0)
    double lr = 0.001;
    /// weight decay coefficient (L2 penalty) (\>= 0.0)
    double weight_decay = 0.0;
    /// maximum norm of all gradients together; 0: no clipping (\>= 0.0)
    double max_norm = 0.0;
    /// maximum magnitude of a gradient element; 0: no clipping (\>= 0.0)
    double clip_value = 0.0;
    /// maximise the objective
    bool maximize = false;
    /// keep float32 master copies of float16 and bfloat16 parameters
    bool master = true;
    /// decay rate of the gradient average (\>= 0.0, \< 1.0)
    double beta1 = 0.9;
    /// decay rate of the squared gradient average (\>= 0.0, \< 1.0)
    double beta2 = 0.999;
    /// added to the denominator for numerical stability (\>= 0.0)
    double eps = 1e-06;
};

/// The LAMB optimiser (layer-wise adaptive moments for batch training).
class LAMB : public Optimizer {
public:
    /// An optimiser of these parameters; the options of C++20 are by name, LAMB(params, {.lr = 0.1}).
    LAMB(const std::vector<Array> &parameters, const LAMBOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        make("LAMB", &c, sizeof c, parameters, here);
    }
    /// The same with the defaults, or with another learning rate.
    explicit LAMB(const std::vector<Array> &parameters, double lr = 0.001, Here here = Here())
        : LAMB(parameters, with_lr(lr), here) {}
    /// Add parameters with settings of their own.
    void add_group(const std::vector<Array> &parameters, const LAMBOptions &options, Here here = Here()) {
        auto c = settings(options, here);
        group(&c, sizeof c, parameters, here);
    }

private:
    static weir_adam settings(const LAMBOptions &options, Here here) {
        auto c = defaults<weir_adam>("LAMB", here);
        c.common.lr = options.lr; c.common.weight_decay = options.weight_decay; c.common.max_norm = options.max_norm;
        c.common.clip_value = options.clip_value; c.common.maximize = options.maximize;
        c.common.master = options.master; c.beta1 = options.beta1; c.beta2 = options.beta2; c.eps = options.eps;
        return c;
    }
    static LAMBOptions with_lr(double lr) {
        LAMBOptions options;
        options.lr = lr;
        return options;
    }
};

}  // namespace weir::optim

/// The learning rate at step (or epoch) t, counted from 0.
namespace weir::schedule {

/// Multiply the learning rate by gamma every step_size steps.
/// \param lr base learning rate
/// \param t step or epoch, from 0
/// \param step_size number of steps between reductions
/// \param gamma factor of each reduction
inline double step(double lr, int64_t t, int64_t step_size, double gamma = 0.1) {
    return weir_lr_step(lr, t, step_size, gamma);
}

/// Multiply the learning rate by gamma at each milestone.
/// \param lr base learning rate
/// \param t step or epoch, from 0
/// \param milestones steps at which the rate is reduced, ascending
/// \param gamma factor of each reduction
inline double multistep(double lr, int64_t t, const Ints &milestones, double gamma = 0.1) {
    return weir_lr_multistep(lr, t, milestones.data(), static_cast<uint32_t>(milestones.size()), gamma);
}

/// Multiply the learning rate by gamma at each step.
/// \param lr base learning rate
/// \param t step or epoch, from 0
/// \param gamma factor of each step
inline double exponential(double lr, int64_t t, double gamma) {
    return weir_lr_exponential(lr, t, gamma);
}

/// Lower the learning rate along half a cosine.
/// \param lr base learning rate
/// \param t step or epoch, from 0
/// \param t_max number of steps until the lowest rate
/// \param eta_min lowest learning rate
inline double cosine(double lr, int64_t t, int64_t t_max, double eta_min = 0.0) {
    return weir_lr_cosine(lr, t, t_max, eta_min);
}

/// Change the factor of the learning rate linearly.
/// \param lr base learning rate
/// \param t step or epoch, from 0
/// \param total number of steps until the end of the schedule
/// \param start_factor factor at the first step
/// \param end_factor factor at the last step
inline double linear(double lr, int64_t t, int64_t total = 5, double start_factor = 0.3333333333333333,
    double end_factor = 1.0) {
    return weir_lr_linear(lr, t, total, start_factor, end_factor);
}

/// Lower the learning rate to 0 along a power of the remaining steps.
/// \param lr base learning rate
/// \param t step or epoch, from 0
/// \param total number of steps until the end of the schedule
/// \param power exponent of the decay
inline double polynomial(double lr, int64_t t, int64_t total = 5, double power = 1.0) {
    return weir_lr_polynomial(lr, t, total, power);
}

/// Raise the learning rate to max_lr, then lower it, along half cosines.
/// \param max_lr highest learning rate
/// \param t step, from 0
/// \param total number of steps
/// \param pct_start fraction of the steps in which the rate rises
/// \param div_factor max_lr divided by the first rate
/// \param final_div_factor first rate divided by the last rate
inline double one_cycle(double max_lr, int64_t t, int64_t total, double pct_start = 0.3, double div_factor = 25.0,
    double final_div_factor = 10000.0) {
    return weir_lr_one_cycle(max_lr, t, total, pct_start, div_factor, final_div_factor);
}

/// The momentum that goes with one_cycle: low while the learning rate is high.
/// \param t step, from 0
/// \param total number of steps
/// \param base_momentum lowest momentum
/// \param pct_start fraction of the steps in which the rate rises
/// \param max_momentum highest momentum
inline double momentum_one_cycle(int64_t t, int64_t total, double base_momentum = 0.85, double pct_start = 0.3,
    double max_momentum = 0.95) {
    return weir_momentum_one_cycle(base_momentum, t, total, pct_start, max_momentum);
}

/// Raise the learning rate linearly from 0, then lower it along half a cosine.
/// \param lr base learning rate
/// \param t step or epoch, from 0
/// \param warmup number of steps in which the rate rises from 0
/// \param total number of steps until the lowest rate
/// \param eta_min lowest learning rate
inline double cosine_warmup(double lr, int64_t t, int64_t warmup, int64_t total, double eta_min = 0.0) {
    return weir_lr_cosine_warmup(lr, t, warmup, total, eta_min);
}

}  // namespace weir::schedule

#endif
