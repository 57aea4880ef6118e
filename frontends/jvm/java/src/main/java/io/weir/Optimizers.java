// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.util.List;
import java.util.function.Consumer;

/** Constructors of optimisers.  Names, settings and update rules follow PyTorch. */
public final class Optimizers {
    private Optimizers() {}

    private static final Optimizer.Kind SGD = Optimizer.Kind.of("SGD", "lr", "weight_decay", "max_norm", "clip_value", "maximize", "master", "momentum", "dampening", "nesterov");
    private static final Optimizer.Kind ADAM = Optimizer.Kind.of("Adam", "lr", "weight_decay", "max_norm", "clip_value", "maximize", "master", "beta1", "beta2", "eps", "amsgrad");
    private static final Optimizer.Kind ADAMW = Optimizer.Kind.of("AdamW", "lr", "weight_decay", "max_norm", "clip_value", "maximize", "master", "beta1", "beta2", "eps", "amsgrad");
    private static final Optimizer.Kind RMSPROP = Optimizer.Kind.of("RMSprop", "lr", "weight_decay", "max_norm", "clip_value", "maximize", "master", "alpha", "eps", "momentum", "centered");
    private static final Optimizer.Kind ADAGRAD = Optimizer.Kind.of("Adagrad", "lr", "weight_decay", "max_norm", "clip_value", "maximize", "master", "lr_decay", "eps", "initial_accumulator_value");
    private static final Optimizer.Kind ADADELTA = Optimizer.Kind.of("Adadelta", "lr", "weight_decay", "max_norm", "clip_value", "maximize", "master", "rho", "eps");
    private static final Optimizer.Kind LAMB = Optimizer.Kind.of("LAMB", "lr", "weight_decay", "max_norm", "clip_value", "maximize", "master", "beta1", "beta2", "eps");

    /** The optional arguments of SGD. */
    public static final class SGDOptions extends Options {
        /** learning rate (at least 0.0; default: 0.001) */
        public SGDOptions lr(double value) {
            put(0, value);
            return this;
        }

        /** weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0) */
        public SGDOptions weightDecay(double value) {
            put(1, value);
            return this;
        }

        /** maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0) */
        public SGDOptions maxNorm(double value) {
            put(2, value);
            return this;
        }

        /** maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0) */
        public SGDOptions clipValue(double value) {
            put(3, value);
            return this;
        }

        /** maximise the objective (default: false) */
        public SGDOptions maximize(boolean value) {
            put(4, value);
            return this;
        }

        /** keep float32 master copies of float16 and bfloat16 parameters (default: true) */
        public SGDOptions master(boolean value) {
            put(5, value);
            return this;
        }

        /** momentum factor (at least 0.0; default: 0.0) */
        public SGDOptions momentum(double value) {
            put(6, value);
            return this;
        }

        /** dampening of the momentum (default: 0.0) */
        public SGDOptions dampening(double value) {
            put(7, value);
            return this;
        }

        /** use Nesterov momentum (default: false) */
        public SGDOptions nesterov(boolean value) {
            put(8, value);
            return this;
        }
    }

    /**
     * Stochastic gradient descent, optionally with momentum.
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @return the optimiser
     */
    public static Optimizer sgd(List<NDArray> parameters) {
        return SGD.make(parameters, null);
    }

    /**
     * Stochastic gradient descent, optionally with momentum.
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @param options sets the arguments
     * @return the optimiser
     */
    public static Optimizer sgd(List<NDArray> parameters, Consumer<SGDOptions> options) {
        SGDOptions o = new SGDOptions();
        options.accept(o);
        return SGD.make(parameters, o);
    }

    /**
     * Add a group of parameters with settings of their own to an optimiser that sgd made.
     *
     * @param to the optimiser
     * @param parameters the arrays to train
     * @param options sets the settings of the group
     */
    public static void sgdGroup(Optimizer to, List<NDArray> parameters, Consumer<SGDOptions> options) {
        SGDOptions o = new SGDOptions();
        options.accept(o);
        SGD.add(to, parameters, o);
    }

    /** The optional arguments of Adam. */
    public static final class AdamOptions extends Options {
        /** learning rate (at least 0.0; default: 0.001) */
        public AdamOptions lr(double value) {
            put(0, value);
            return this;
        }

        /** weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0) */
        public AdamOptions weightDecay(double value) {
            put(1, value);
            return this;
        }

        /** maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0) */
        public AdamOptions maxNorm(double value) {
            put(2, value);
            return this;
        }

        /** maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0) */
        public AdamOptions clipValue(double value) {
            put(3, value);
            return this;
        }

        /** maximise the objective (default: false) */
        public AdamOptions maximize(boolean value) {
            put(4, value);
            return this;
        }

        /** keep float32 master copies of float16 and bfloat16 parameters (default: true) */
        public AdamOptions master(boolean value) {
            put(5, value);
            return this;
        }

        /** decay rate of the gradient average (at least 0.0, less than 1.0; default: 0.9) */
        public AdamOptions beta1(double value) {
            put(6, value);
            return this;
        }

        /** decay rate of the squared gradient average (at least 0.0, less than 1.0; default: 0.999) */
        public AdamOptions beta2(double value) {
            put(7, value);
            return this;
        }

        /** added to the denominator for numerical stability (at least 0.0; default: 1e-08) */
        public AdamOptions eps(double value) {
            put(8, value);
            return this;
        }

        /** use the maximum of the squared gradient averages (AMSGrad) (default: false) */
        public AdamOptions amsgrad(boolean value) {
            put(9, value);
            return this;
        }
    }

    /**
     * The Adam optimiser (adaptive moment estimation).
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @return the optimiser
     */
    public static Optimizer adam(List<NDArray> parameters) {
        return ADAM.make(parameters, null);
    }

    /**
     * The Adam optimiser (adaptive moment estimation).
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @param options sets the arguments
     * @return the optimiser
     */
    public static Optimizer adam(List<NDArray> parameters, Consumer<AdamOptions> options) {
        AdamOptions o = new AdamOptions();
        options.accept(o);
        return ADAM.make(parameters, o);
    }

    /**
     * Add a group of parameters with settings of their own to an optimiser that adam made.
     *
     * @param to the optimiser
     * @param parameters the arrays to train
     * @param options sets the settings of the group
     */
    public static void adamGroup(Optimizer to, List<NDArray> parameters, Consumer<AdamOptions> options) {
        AdamOptions o = new AdamOptions();
        options.accept(o);
        ADAM.add(to, parameters, o);
    }

    /** The optional arguments of AdamW. */
    public static final class AdamWOptions extends Options {
        /** learning rate (at least 0.0; default: 0.001) */
        public AdamWOptions lr(double value) {
            put(0, value);
            return this;
        }

        /** weight decay coefficient (L2 penalty) (at least 0.0; default: 0.01) */
        public AdamWOptions weightDecay(double value) {
            put(1, value);
            return this;
        }

        /** maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0) */
        public AdamWOptions maxNorm(double value) {
            put(2, value);
            return this;
        }

        /** maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0) */
        public AdamWOptions clipValue(double value) {
            put(3, value);
            return this;
        }

        /** maximise the objective (default: false) */
        public AdamWOptions maximize(boolean value) {
            put(4, value);
            return this;
        }

        /** keep float32 master copies of float16 and bfloat16 parameters (default: true) */
        public AdamWOptions master(boolean value) {
            put(5, value);
            return this;
        }

        /** decay rate of the gradient average (at least 0.0, less than 1.0; default: 0.9) */
        public AdamWOptions beta1(double value) {
            put(6, value);
            return this;
        }

        /** decay rate of the squared gradient average (at least 0.0, less than 1.0; default: 0.999) */
        public AdamWOptions beta2(double value) {
            put(7, value);
            return this;
        }

        /** added to the denominator for numerical stability (at least 0.0; default: 1e-08) */
        public AdamWOptions eps(double value) {
            put(8, value);
            return this;
        }

        /** use the maximum of the squared gradient averages (AMSGrad) (default: false) */
        public AdamWOptions amsgrad(boolean value) {
            put(9, value);
            return this;
        }
    }

    /**
     * Adam with decoupled weight decay.
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @return the optimiser
     */
    public static Optimizer adamw(List<NDArray> parameters) {
        return ADAMW.make(parameters, null);
    }

    /**
     * Adam with decoupled weight decay.
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @param options sets the arguments
     * @return the optimiser
     */
    public static Optimizer adamw(List<NDArray> parameters, Consumer<AdamWOptions> options) {
        AdamWOptions o = new AdamWOptions();
        options.accept(o);
        return ADAMW.make(parameters, o);
    }

    /**
     * Add a group of parameters with settings of their own to an optimiser that adamw made.
     *
     * @param to the optimiser
     * @param parameters the arrays to train
     * @param options sets the settings of the group
     */
    public static void adamwGroup(Optimizer to, List<NDArray> parameters, Consumer<AdamWOptions> options) {
        AdamWOptions o = new AdamWOptions();
        options.accept(o);
        ADAMW.add(to, parameters, o);
    }

    /** The optional arguments of RMSprop. */
    public static final class RMSpropOptions extends Options {
        /** learning rate (at least 0.0; default: 0.01) */
        public RMSpropOptions lr(double value) {
            put(0, value);
            return this;
        }

        /** weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0) */
        public RMSpropOptions weightDecay(double value) {
            put(1, value);
            return this;
        }

        /** maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0) */
        public RMSpropOptions maxNorm(double value) {
            put(2, value);
            return this;
        }

        /** maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0) */
        public RMSpropOptions clipValue(double value) {
            put(3, value);
            return this;
        }

        /** maximise the objective (default: false) */
        public RMSpropOptions maximize(boolean value) {
            put(4, value);
            return this;
        }

        /** keep float32 master copies of float16 and bfloat16 parameters (default: true) */
        public RMSpropOptions master(boolean value) {
            put(5, value);
            return this;
        }

        /** decay rate of the squared gradient average (at least 0.0; default: 0.99) */
        public RMSpropOptions alpha(double value) {
            put(6, value);
            return this;
        }

        /** added to the denominator for numerical stability (at least 0.0; default: 1e-08) */
        public RMSpropOptions eps(double value) {
            put(7, value);
            return this;
        }

        /** momentum factor (at least 0.0; default: 0.0) */
        public RMSpropOptions momentum(double value) {
            put(8, value);
            return this;
        }

        /** normalise by the estimated variance of the gradient (default: false) */
        public RMSpropOptions centered(boolean value) {
            put(9, value);
            return this;
        }
    }

    /**
     * The RMSprop optimiser (gradient divided by its root mean square).
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @return the optimiser
     */
    public static Optimizer rmsprop(List<NDArray> parameters) {
        return RMSPROP.make(parameters, null);
    }

    /**
     * The RMSprop optimiser (gradient divided by its root mean square).
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @param options sets the arguments
     * @return the optimiser
     */
    public static Optimizer rmsprop(List<NDArray> parameters, Consumer<RMSpropOptions> options) {
        RMSpropOptions o = new RMSpropOptions();
        options.accept(o);
        return RMSPROP.make(parameters, o);
    }

    /**
     * Add a group of parameters with settings of their own to an optimiser that rmsprop made.
     *
     * @param to the optimiser
     * @param parameters the arrays to train
     * @param options sets the settings of the group
     */
    public static void rmspropGroup(Optimizer to, List<NDArray> parameters, Consumer<RMSpropOptions> options) {
        RMSpropOptions o = new RMSpropOptions();
        options.accept(o);
        RMSPROP.add(to, parameters, o);
    }

    /** The optional arguments of Adagrad. */
    public static final class AdagradOptions extends Options {
        /** learning rate (at least 0.0; default: 0.01) */
        public AdagradOptions lr(double value) {
            put(0, value);
            return this;
        }

        /** weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0) */
        public AdagradOptions weightDecay(double value) {
            put(1, value);
            return this;
        }

        /** maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0) */
        public AdagradOptions maxNorm(double value) {
            put(2, value);
            return this;
        }

        /** maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0) */
        public AdagradOptions clipValue(double value) {
            put(3, value);
            return this;
        }

        /** maximise the objective (default: false) */
        public AdagradOptions maximize(boolean value) {
            put(4, value);
            return this;
        }

        /** keep float32 master copies of float16 and bfloat16 parameters (default: true) */
        public AdagradOptions master(boolean value) {
            put(5, value);
            return this;
        }

        /** learning rate decay: lr / (1 + lr_decay * previous steps) (at least 0.0; default: 0.0) */
        public AdagradOptions lrDecay(double value) {
            put(6, value);
            return this;
        }

        /** added to the denominator for numerical stability (at least 0.0; default: 1e-10) */
        public AdagradOptions eps(double value) {
            put(7, value);
            return this;
        }

        /** initial value of the sums of squares (at least 0.0; default: 0.0) */
        public AdagradOptions initialAccumulatorValue(double value) {
            put(8, value);
            return this;
        }
    }

    /**
     * The Adagrad optimiser (gradient divided by the root of its sum of squares).
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @return the optimiser
     */
    public static Optimizer adagrad(List<NDArray> parameters) {
        return ADAGRAD.make(parameters, null);
    }

    /**
     * The Adagrad optimiser (gradient divided by the root of its sum of squares).
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @param options sets the arguments
     * @return the optimiser
     */
    public static Optimizer adagrad(List<NDArray> parameters, Consumer<AdagradOptions> options) {
        AdagradOptions o = new AdagradOptions();
        options.accept(o);
        return ADAGRAD.make(parameters, o);
    }

    /**
     * Add a group of parameters with settings of their own to an optimiser that adagrad made.
     *
     * @param to the optimiser
     * @param parameters the arrays to train
     * @param options sets the settings of the group
     */
    public static void adagradGroup(Optimizer to, List<NDArray> parameters, Consumer<AdagradOptions> options) {
        AdagradOptions o = new AdagradOptions();
        options.accept(o);
        ADAGRAD.add(to, parameters, o);
    }

    /** The optional arguments of Adadelta. */
    public static final class AdadeltaOptions extends Options {
        /** learning rate (at least 0.0; default: 1.0) */
        public AdadeltaOptions lr(double value) {
            put(0, value);
            return this;
        }

        /** weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0) */
        public AdadeltaOptions weightDecay(double value) {
            put(1, value);
            return this;
        }

        /** maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0) */
        public AdadeltaOptions maxNorm(double value) {
            put(2, value);
            return this;
        }

        /** maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0) */
        public AdadeltaOptions clipValue(double value) {
            put(3, value);
            return this;
        }

        /** maximise the objective (default: false) */
        public AdadeltaOptions maximize(boolean value) {
            put(4, value);
            return this;
        }

        /** keep float32 master copies of float16 and bfloat16 parameters (default: true) */
        public AdadeltaOptions master(boolean value) {
            put(5, value);
            return this;
        }

        /** decay rate of the running averages (at least 0.0, less than 1.0; default: 0.9) */
        public AdadeltaOptions rho(double value) {
            put(6, value);
            return this;
        }

        /** added to the averages for numerical stability (at least 0.0; default: 1e-06) */
        public AdadeltaOptions eps(double value) {
            put(7, value);
            return this;
        }
    }

    /**
     * The Adadelta optimiser (steps scaled by the root mean square of past steps).
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @return the optimiser
     */
    public static Optimizer adadelta(List<NDArray> parameters) {
        return ADADELTA.make(parameters, null);
    }

    /**
     * The Adadelta optimiser (steps scaled by the root mean square of past steps).
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @param options sets the arguments
     * @return the optimiser
     */
    public static Optimizer adadelta(List<NDArray> parameters, Consumer<AdadeltaOptions> options) {
        AdadeltaOptions o = new AdadeltaOptions();
        options.accept(o);
        return ADADELTA.make(parameters, o);
    }

    /**
     * Add a group of parameters with settings of their own to an optimiser that adadelta made.
     *
     * @param to the optimiser
     * @param parameters the arrays to train
     * @param options sets the settings of the group
     */
    public static void adadeltaGroup(Optimizer to, List<NDArray> parameters, Consumer<AdadeltaOptions> options) {
        AdadeltaOptions o = new AdadeltaOptions();
        options.accept(o);
        ADADELTA.add(to, parameters, o);
    }

    /** The optional arguments of LAMB. */
    public static final class LAMBOptions extends Options {
        /** learning rate (at least 0.0; default: 0.001) */
        public LAMBOptions lr(double value) {
            put(0, value);
            return this;
        }

        /** weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0) */
        public LAMBOptions weightDecay(double value) {
            put(1, value);
            return this;
        }

        /** maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0) */
        public LAMBOptions maxNorm(double value) {
            put(2, value);
            return this;
        }

        /** maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0) */
        public LAMBOptions clipValue(double value) {
            put(3, value);
            return this;
        }

        /** maximise the objective (default: false) */
        public LAMBOptions maximize(boolean value) {
            put(4, value);
            return this;
        }

        /** keep float32 master copies of float16 and bfloat16 parameters (default: true) */
        public LAMBOptions master(boolean value) {
            put(5, value);
            return this;
        }

        /** decay rate of the gradient average (at least 0.0, less than 1.0; default: 0.9) */
        public LAMBOptions beta1(double value) {
            put(6, value);
            return this;
        }

        /** decay rate of the squared gradient average (at least 0.0, less than 1.0; default: 0.999) */
        public LAMBOptions beta2(double value) {
            put(7, value);
            return this;
        }

        /** added to the denominator for numerical stability (at least 0.0; default: 1e-06) */
        public LAMBOptions eps(double value) {
            put(8, value);
            return this;
        }
    }

    /**
     * The LAMB optimiser (layer-wise adaptive moments for batch training).
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @return the optimiser
     */
    public static Optimizer lamb(List<NDArray> parameters) {
        return LAMB.make(parameters, null);
    }

    /**
     * The LAMB optimiser (layer-wise adaptive moments for batch training).
     *
     * @param parameters the arrays to train, such as those of net.parameters()
     * @param options sets the arguments
     * @return the optimiser
     */
    public static Optimizer lamb(List<NDArray> parameters, Consumer<LAMBOptions> options) {
        LAMBOptions o = new LAMBOptions();
        options.accept(o);
        return LAMB.make(parameters, o);
    }

    /**
     * Add a group of parameters with settings of their own to an optimiser that lamb made.
     *
     * @param to the optimiser
     * @param parameters the arrays to train
     * @param options sets the settings of the group
     */
    public static void lambGroup(Optimizer to, List<NDArray> parameters, Consumer<LAMBOptions> options) {
        LAMBOptions o = new LAMBOptions();
        options.accept(o);
        LAMB.add(to, parameters, o);
    }
}
