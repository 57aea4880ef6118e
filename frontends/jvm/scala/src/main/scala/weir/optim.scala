// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package weir

import io.weir.*
import scala.jdk.CollectionConverters.*

/** Constructors of optimisers.  Names, settings and update rules follow PyTorch. */
object optim:
  /**
   * Stochastic gradient descent, optionally with momentum.
   *
   * @param parameters the arrays to train, such as net.params
   * @param lr learning rate (at least 0.0; default: 0.001)
   * @param weightDecay weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0)
   * @param maxNorm maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0)
   * @param clipValue maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0)
   * @param maximize maximise the objective (default: false)
   * @param master keep float32 master copies of float16 and bfloat16 parameters (default: true)
   * @param momentum momentum factor (at least 0.0; default: 0.0)
   * @param dampening dampening of the momentum (default: 0.0)
   * @param nesterov use Nesterov momentum (default: false)
   */
  def SGD(parameters: Seq[NDArray], lr: Double = 0.001, weightDecay: Double = 0.0, maxNorm: Double = 0.0, clipValue: Double = 0.0, maximize: Boolean = false, master: Boolean = true, momentum: Double = 0.0, dampening: Double = 0.0, nesterov: Boolean = false): Optimizer =
    Optimizers.sgd(parameters.asJava, o => { o.lr(lr); o.weightDecay(weightDecay); o.maxNorm(maxNorm); o.clipValue(clipValue); o.maximize(maximize); o.master(master); o.momentum(momentum); o.dampening(dampening); o.nesterov(nesterov); () })

  /**
   * The Adam optimiser (adaptive moment estimation).
   *
   * @param parameters the arrays to train, such as net.params
   * @param lr learning rate (at least 0.0; default: 0.001)
   * @param weightDecay weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0)
   * @param maxNorm maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0)
   * @param clipValue maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0)
   * @param maximize maximise the objective (default: false)
   * @param master keep float32 master copies of float16 and bfloat16 parameters (default: true)
   * @param beta1 decay rate of the gradient average (at least 0.0, less than 1.0; default: 0.9)
   * @param beta2 decay rate of the squared gradient average (at least 0.0, less than 1.0; default: 0.999)
   * @param eps added to the denominator for numerical stability (at least 0.0; default: 1e-08)
   * @param amsgrad use the maximum of the squared gradient averages (AMSGrad) (default: false)
   */
  def Adam(parameters: Seq[NDArray], lr: Double = 0.001, weightDecay: Double = 0.0, maxNorm: Double = 0.0, clipValue: Double = 0.0, maximize: Boolean = false, master: Boolean = true, beta1: Double = 0.9, beta2: Double = 0.999, eps: Double = 1e-08, amsgrad: Boolean = false): Optimizer =
    Optimizers.adam(parameters.asJava, o => { o.lr(lr); o.weightDecay(weightDecay); o.maxNorm(maxNorm); o.clipValue(clipValue); o.maximize(maximize); o.master(master); o.beta1(beta1); o.beta2(beta2); o.eps(eps); o.amsgrad(amsgrad); () })

  /**
   * Adam with decoupled weight decay.
   *
   * @param parameters the arrays to train, such as net.params
   * @param lr learning rate (at least 0.0; default: 0.001)
   * @param weightDecay weight decay coefficient (L2 penalty) (at least 0.0; default: 0.01)
   * @param maxNorm maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0)
   * @param clipValue maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0)
   * @param maximize maximise the objective (default: false)
   * @param master keep float32 master copies of float16 and bfloat16 parameters (default: true)
   * @param beta1 decay rate of the gradient average (at least 0.0, less than 1.0; default: 0.9)
   * @param beta2 decay rate of the squared gradient average (at least 0.0, less than 1.0; default: 0.999)
   * @param eps added to the denominator for numerical stability (at least 0.0; default: 1e-08)
   * @param amsgrad use the maximum of the squared gradient averages (AMSGrad) (default: false)
   */
  def AdamW(parameters: Seq[NDArray], lr: Double = 0.001, weightDecay: Double = 0.01, maxNorm: Double = 0.0, clipValue: Double = 0.0, maximize: Boolean = false, master: Boolean = true, beta1: Double = 0.9, beta2: Double = 0.999, eps: Double = 1e-08, amsgrad: Boolean = false): Optimizer =
    Optimizers.adamw(parameters.asJava, o => { o.lr(lr); o.weightDecay(weightDecay); o.maxNorm(maxNorm); o.clipValue(clipValue); o.maximize(maximize); o.master(master); o.beta1(beta1); o.beta2(beta2); o.eps(eps); o.amsgrad(amsgrad); () })

  /**
   * The RMSprop optimiser (gradient divided by its root mean square).
   *
   * @param parameters the arrays to train, such as net.params
   * @param lr learning rate (at least 0.0; default: 0.01)
   * @param weightDecay weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0)
   * @param maxNorm maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0)
   * @param clipValue maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0)
   * @param maximize maximise the objective (default: false)
   * @param master keep float32 master copies of float16 and bfloat16 parameters (default: true)
   * @param alpha decay rate of the squared gradient average (at least 0.0; default: 0.99)
   * @param eps added to the denominator for numerical stability (at least 0.0; default: 1e-08)
   * @param momentum momentum factor (at least 0.0; default: 0.0)
   * @param centered normalise by the estimated variance of the gradient (default: false)
   */
  def RMSprop(parameters: Seq[NDArray], lr: Double = 0.01, weightDecay: Double = 0.0, maxNorm: Double = 0.0, clipValue: Double = 0.0, maximize: Boolean = false, master: Boolean = true, alpha: Double = 0.99, eps: Double = 1e-08, momentum: Double = 0.0, centered: Boolean = false): Optimizer =
    Optimizers.rmsprop(parameters.asJava, o => { o.lr(lr); o.weightDecay(weightDecay); o.maxNorm(maxNorm); o.clipValue(clipValue); o.maximize(maximize); o.master(master); o.alpha(alpha); o.eps(eps); o.momentum(momentum); o.centered(centered); () })

  /**
   * The Adagrad optimiser (gradient divided by the root of its sum of squares).
   *
   * @param parameters the arrays to train, such as net.params
   * @param lr learning rate (at least 0.0; default: 0.01)
   * @param weightDecay weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0)
   * @param maxNorm maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0)
   * @param clipValue maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0)
   * @param maximize maximise the objective (default: false)
   * @param master keep float32 master copies of float16 and bfloat16 parameters (default: true)
   * @param lrDecay learning rate decay: lr / (1 + lr_decay * previous steps) (at least 0.0; default: 0.0)
   * @param eps added to the denominator for numerical stability (at least 0.0; default: 1e-10)
   * @param initialAccumulatorValue initial value of the sums of squares (at least 0.0; default: 0.0)
   */
  def Adagrad(parameters: Seq[NDArray], lr: Double = 0.01, weightDecay: Double = 0.0, maxNorm: Double = 0.0, clipValue: Double = 0.0, maximize: Boolean = false, master: Boolean = true, lrDecay: Double = 0.0, eps: Double = 1e-10, initialAccumulatorValue: Double = 0.0): Optimizer =
    Optimizers.adagrad(parameters.asJava, o => { o.lr(lr); o.weightDecay(weightDecay); o.maxNorm(maxNorm); o.clipValue(clipValue); o.maximize(maximize); o.master(master); o.lrDecay(lrDecay); o.eps(eps); o.initialAccumulatorValue(initialAccumulatorValue); () })

  /**
   * The Adadelta optimiser (steps scaled by the root mean square of past steps).
   *
   * @param parameters the arrays to train, such as net.params
   * @param lr learning rate (at least 0.0; default: 1.0)
   * @param weightDecay weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0)
   * @param maxNorm maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0)
   * @param clipValue maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0)
   * @param maximize maximise the objective (default: false)
   * @param master keep float32 master copies of float16 and bfloat16 parameters (default: true)
   * @param rho decay rate of the running averages (at least 0.0, less than 1.0; default: 0.9)
   * @param eps added to the averages for numerical stability (at least 0.0; default: 1e-06)
   */
  def Adadelta(parameters: Seq[NDArray], lr: Double = 1.0, weightDecay: Double = 0.0, maxNorm: Double = 0.0, clipValue: Double = 0.0, maximize: Boolean = false, master: Boolean = true, rho: Double = 0.9, eps: Double = 1e-06): Optimizer =
    Optimizers.adadelta(parameters.asJava, o => { o.lr(lr); o.weightDecay(weightDecay); o.maxNorm(maxNorm); o.clipValue(clipValue); o.maximize(maximize); o.master(master); o.rho(rho); o.eps(eps); () })

  /**
   * The LAMB optimiser (layer-wise adaptive moments for batch training).
   *
   * @param parameters the arrays to train, such as net.params
   * @param lr learning rate (at least 0.0; default: 0.001)
   * @param weightDecay weight decay coefficient (L2 penalty) (at least 0.0; default: 0.0)
   * @param maxNorm maximum norm of all gradients together; 0: no clipping (at least 0.0; default: 0.0)
   * @param clipValue maximum magnitude of a gradient element; 0: no clipping (at least 0.0; default: 0.0)
   * @param maximize maximise the objective (default: false)
   * @param master keep float32 master copies of float16 and bfloat16 parameters (default: true)
   * @param beta1 decay rate of the gradient average (at least 0.0, less than 1.0; default: 0.9)
   * @param beta2 decay rate of the squared gradient average (at least 0.0, less than 1.0; default: 0.999)
   * @param eps added to the denominator for numerical stability (at least 0.0; default: 1e-06)
   */
  def LAMB(parameters: Seq[NDArray], lr: Double = 0.001, weightDecay: Double = 0.0, maxNorm: Double = 0.0, clipValue: Double = 0.0, maximize: Boolean = false, master: Boolean = true, beta1: Double = 0.9, beta2: Double = 0.999, eps: Double = 1e-06): Optimizer =
    Optimizers.lamb(parameters.asJava, o => { o.lr(lr); o.weightDecay(weightDecay); o.maxNorm(maxNorm); o.clipValue(clipValue); o.maximize(maximize); o.master(master); o.beta1(beta1); o.beta2(beta2); o.eps(eps); () })

/** Learning rates as functions of the step t, counted from 0. */
object schedules:
  /**
   * Multiply the learning rate by gamma every step_size steps.
   *
   * @param lr base learning rate
   * @param t step or epoch, from 0
   * @param stepSize number of steps between reductions
   * @param gamma factor of each reduction (default: 0.1)
   */
  def step(lr: Double, t: Long, stepSize: Long, gamma: Double = 0.1): Double =
    Schedules.step(lr, t, stepSize, gamma)

  /**
   * Multiply the learning rate by gamma at each milestone.
   *
   * @param lr base learning rate
   * @param t step or epoch, from 0
   * @param milestones steps at which the rate is reduced, ascending
   * @param gamma factor of each reduction (default: 0.1)
   */
  def multistep(lr: Double, t: Long, milestones: Ints, gamma: Double = 0.1): Double =
    Schedules.multistep(lr, t, longs(milestones), gamma)

  /**
   * Multiply the learning rate by gamma at each step.
   *
   * @param lr base learning rate
   * @param t step or epoch, from 0
   * @param gamma factor of each step
   */
  def exponential(lr: Double, t: Long, gamma: Double): Double =
    Schedules.exponential(lr, t, gamma)

  /**
   * Lower the learning rate along half a cosine.
   *
   * @param lr base learning rate
   * @param t step or epoch, from 0
   * @param tMax number of steps until the lowest rate
   * @param etaMin lowest learning rate (default: 0.0)
   */
  def cosine(lr: Double, t: Long, tMax: Long, etaMin: Double = 0.0): Double =
    Schedules.cosine(lr, t, tMax, etaMin)

  /**
   * Change the factor of the learning rate linearly.
   *
   * @param lr base learning rate
   * @param t step or epoch, from 0
   * @param total number of steps until the end of the schedule (default: 5)
   * @param startFactor factor at the first step (default: 0.3333333333333333)
   * @param endFactor factor at the last step (default: 1.0)
   */
  def linear(lr: Double, t: Long, total: Long = 5L, startFactor: Double = 0.3333333333333333, endFactor: Double = 1.0): Double =
    Schedules.linear(lr, t, total, startFactor, endFactor)

  /**
   * Lower the learning rate to 0 along a power of the remaining steps.
   *
   * @param lr base learning rate
   * @param t step or epoch, from 0
   * @param total number of steps until the end of the schedule (default: 5)
   * @param power exponent of the decay (default: 1.0)
   */
  def polynomial(lr: Double, t: Long, total: Long = 5L, power: Double = 1.0): Double =
    Schedules.polynomial(lr, t, total, power)

  /**
   * Raise the learning rate to max_lr, then lower it, along half cosines.
   *
   * @param maxLr highest learning rate
   * @param t step, from 0
   * @param total number of steps
   * @param pctStart fraction of the steps in which the rate rises (default: 0.3)
   * @param divFactor max_lr divided by the first rate (default: 25.0)
   * @param finalDivFactor first rate divided by the last rate (default: 10000.0)
   */
  def oneCycle(maxLr: Double, t: Long, total: Long, pctStart: Double = 0.3, divFactor: Double = 25.0, finalDivFactor: Double = 10000.0): Double =
    Schedules.oneCycle(maxLr, t, total, pctStart, divFactor, finalDivFactor)

  /**
   * The momentum that goes with one_cycle: low while the learning rate is high.
   *
   * @param baseMomentum lowest momentum (default: 0.85)
   * @param t step, from 0
   * @param total number of steps
   * @param pctStart fraction of the steps in which the rate rises (default: 0.3)
   * @param maxMomentum highest momentum (default: 0.95)
   */
  def momentumOneCycle(baseMomentum: Double = 0.85, t: Long, total: Long, pctStart: Double = 0.3, maxMomentum: Double = 0.95): Double =
    Schedules.momentumOneCycle(baseMomentum, t, total, pctStart, maxMomentum)

  /**
   * Raise the learning rate linearly from 0, then lower it along half a cosine.
   *
   * @param lr base learning rate
   * @param t step or epoch, from 0
   * @param warmup number of steps in which the rate rises from 0
   * @param total number of steps until the lowest rate
   * @param etaMin lowest learning rate (default: 0.0)
   */
  def cosineWarmup(lr: Double, t: Long, warmup: Long, total: Long, etaMin: Double = 0.0): Double =
    Schedules.cosineWarmup(lr, t, warmup, total, etaMin)

/** Constructors of metrics. */
object metrics:
  /** The fraction of samples whose label has the highest score. */
  def accuracy(): Metric =
    Metrics.accuracy()

  /**
   * The fraction of samples whose label is among the highest scores.
   *
   * @param number how many of the highest scores count (at least 1)
   */
  def topK(number: Long): Metric =
    Metrics.topK(number)

  /**
   * The counts of predicted classes for each label; its value is the accuracy.
   *
   * @param number number of classes (at least 1)
   */
  def confusion(number: Long): Metric =
    Metrics.confusion(number)

  /** The mean of all elements. */
  def mean(): Metric =
    Metrics.mean()

  /** The exponential of the mean of all elements. */
  def perplexity(): Metric =
    Metrics.perplexity()

  /** The mean squared error. */
  def mse(): Metric =
    Metrics.mse()

  /** The mean absolute error. */
  def mae(): Metric =
    Metrics.mae()
