"""MXNet's optimisers and Gluon's Trainer.

An optimiser of MXNet is a rule for one parameter: RULES has them as functions of the weight, the gradient and the state, over
Weir's operators; a program may derive its own from Optimizer.  SGD and NAG update all parameters in one operation.  Multi-precision keeps a float32 copy of a float16 weight.
"""
import math
import pickle

import weir
from weir import _core
from weir._core import Array
from weir.dialects import _schedules
from weir.dialects._mxnet_parameters import Parameter
from weir.dialects._tensor_class import keep, op, quietly


class Optimizer:
    """Base class of optimisers; a subclass defines create_state and step."""

    opt_registry = {}

    def __init__(self, rescale_grad=1.0, param_idx2name=None, wd=0.0, clip_gradient=None, learning_rate=None, lr_scheduler=None,
                 sym=None, begin_num_update=0, multi_precision=False, param_dict=None, aggregate_num=None, use_fused_step=None,
                 **kwargs):
        if kwargs:
            raise TypeError(f"{type(self).__name__}: unexpected argument{'s' * (len(kwargs) > 1)} {', '.join(map(repr, kwargs))}")
        self.rescale_grad, self.lr_scheduler, self.wd, self.clip_gradient = rescale_grad, lr_scheduler, wd, clip_gradient
        if lr_scheduler is None:
            self.lr = 0.01 if learning_rate is None else learning_rate
        else:
            if learning_rate is not None and learning_rate != lr_scheduler.base_lr:
                lr_scheduler.base_lr = learning_rate
            self.lr = lr_scheduler.base_lr
        self.begin_num_update = self.num_update = begin_num_update
        self._all_index_update_counts = {0: {}}
        self._index_update_count = self._all_index_update_counts[0]
        self.multi_precision, self.aggregate_num = multi_precision, aggregate_num or 1
        self.use_fused_step = bool(use_fused_step)
        self.idx2name, self.param_dict = dict(param_idx2name or {}), param_dict or {}
        self.lr_mult, self.wd_mult, self.allow_np_array = {}, {}, True

    @staticmethod
    def register(cls):
        Optimizer.opt_registry[cls.__name__.lower()] = cls
        return cls

    @staticmethod
    def create_optimizer(name, **kwargs):
        if name.lower() not in Optimizer.opt_registry:
            raise ValueError(f"Cannot find optimizer {name}; the optimizers are {', '.join(sorted(Optimizer.opt_registry))}")
        return Optimizer.opt_registry[name.lower()](**kwargs)

    # -- Rates

    @property
    def learning_rate(self):
        if self.lr_scheduler is None:
            return self.lr
        return self.lr_scheduler(self.num_update) if self.num_update else self.lr_scheduler.base_lr

    def set_learning_rate(self, lr):
        if self.lr_scheduler is not None:
            raise UserWarning("set_learning_rate: the learning rate is that of the lr_scheduler; change its base_lr")
        self.lr = lr

    def set_lr_mult(self, args_lr_mult):
        self.lr_mult = dict(args_lr_mult)

    def set_wd_mult(self, args_wd_mult):
        self.wd_mult = dict(args_wd_mult)

    def _mult(self, index, name):
        if index in self.param_dict:
            return getattr(self.param_dict[index], name)
        table = getattr(self, name)
        return table.get(index, table.get(self.idx2name.get(index), 1.0))

    def _get_lr(self, index):
        return self._get_lrs([index])[0]

    def _get_lrs(self, indices):
        lr = self.lr_scheduler(self.num_update) if self.lr_scheduler is not None else self.lr
        return [lr * self._mult(i, "lr_mult") for i in indices]

    def _get_wd(self, index):
        return self._get_wds([index])[0]

    def _get_wds(self, indices):
        return [self.wd * self._mult(i, "wd_mult") for i in indices]

    def _set_current_context(self, device_id):
        self._index_update_count = self._all_index_update_counts.setdefault(device_id, {})

    def _update_count(self, index):
        for i in index if isinstance(index, (list, tuple)) else [index]:
            self._index_update_count[i] = self._index_update_count.get(i, self.begin_num_update) + 1
            self.num_update = max(self._index_update_count[i], self.num_update)

    # -- Steps

    def create_state(self, index, weight):
        """Return the state of a parameter: None, an array, or a tuple of these."""

    def create_state_multi_precision(self, index, weight):
        if self.multi_precision and weight.dtype == weir.float16:
            copy = _cast(weight, weir.float32)
            return self.create_state(index, copy), copy
        return self.create_state(index, weight)

    def step(self, indices, weights, grads, states):
        raise NotImplementedError(f"{type(self).__name__} does not define step")

    def fused_step(self, indices, weights, grads, states):
        self.step(indices, weights, grads, states)

    def update(self, indices, weights, grads, states):
        """Update parameters from their gradients; all arguments may be lists."""
        if not isinstance(indices, (list, tuple)):
            indices, weights, grads, states = [indices], [weights], [grads], [states]
        step = self.fused_step if self.use_fused_step else self.step
        quietly(lambda: step(list(indices), list(weights), list(grads), list(states)))

    def update_multi_precision(self, indices, weights, grads, states):
        if not isinstance(indices, (list, tuple)):
            indices, weights, grads, states = [indices], [weights], [grads], [states]
        if not (self.multi_precision and weights and weights[0].dtype == weir.float16):
            self.update(indices, weights, grads, states)
            return
        copies, grads = [s[1] for s in states], [_cast(g, weir.float32) for g in grads]
        self.update(indices, copies, grads, [s[0] for s in states])
        for weight, copy in zip(weights, copies):
            keep(weight, op["astype"](copy, weir.float16))

    def __getstate__(self):
        return {k: v for k, v in self.__dict__.items() if k != "param_dict"}

    def __setstate__(self, state):
        self.__dict__.update({"param_dict": {}, **state})
        self._index_update_count = self._all_index_update_counts[0]


def _cast(x, dtype):
    return quietly(lambda: op["copy"](op["astype"](Array.detach(x), dtype)))


class _Rule(Optimizer):
    """An optimiser whose step is a rule: rule(self, weight, grad, states, lr, wd, t) returns the new weight and states."""

    _before = True  # whether the weight decay is added to the gradient before the rule

    def create_state(self, index, weight):
        zeros = [op["zeros_like"](Array.detach(weight)) for _ in range(self._states())]
        return self._first(weight, zeros)

    def _first(self, weight, zeros):
        return None if not zeros else zeros[0] if len(zeros) == 1 else tuple(zeros)

    def _states(self):
        return self._count

    def step(self, indices, weights, grads, states):
        for index, weight, grad, state in zip(indices, weights, grads, states):
            self._update_count(index)
            lr, wd, t = self._get_lr(index), self._get_wd(index), self._index_update_count[index]
            mine = () if state is None else state if isinstance(state, tuple) else (state,)
            plain = Array.detach(weight)
            new, kept = self._rule(plain, self._gradient(grad, plain, wd), mine, lr, wd, t)
            for old, value in zip(mine, kept):
                if old is not None:
                    keep(old, value)
            keep(weight, new)

    def _gradient(self, grad, weight, wd):
        if self.rescale_grad != 1.0:
            grad = grad * self.rescale_grad
        if self.clip_gradient is not None:
            grad = op["clip"](grad, -self.clip_gradient, self.clip_gradient)
        return grad + wd * weight if self._before and wd else grad


# ---- Rules: w weight, g gradient, state, lr rate, wd weight decay, t number of the update --------


def _momentum(s, w, g, state, lr, wd, t):
    if not state:
        return w - lr * g, ()
    m = s.momentum * state[0] - lr * g
    return w + m, (m,)


def _nesterov(s, w, g, state, lr, wd, t):
    if not state:
        return w - lr * g, ()
    m = s.momentum * state[0] - lr * g
    return w + s.momentum * m - lr * g, (m,)


def _fused_sgd(nesterov):
    """Return fused_step of SGD and NAG: one operation for all parameters with the same rate, decay and dtype.

    MXNet's momentum is a sum of steps, -lr * g, that of sgd_step a sum of gradients: the rate is a factor of the gradient.
    """
    def fused_step(self, indices, weights, grads, states):
        groups = {}
        for index, weight, grad, state in zip(indices, weights, grads, states):
            self._update_count(index)
            key = self._get_lr(index), self._get_wd(index), weight.dtype
            groups.setdefault(key, []).append((weight, state, grad))
        for (lr, wd, _), rows in groups.items():
            weights, momenta, grads = zip(*rows)
            rate, factor = (-1.0, -lr) if self.momentum else (lr, 1.0)
            op["sgd_step"](rate, factor * self.rescale_grad, 0.0, [*weights, *(momenta if self.momentum else ()), *grads],
                           weight_decay=factor * wd, clip_value=abs(factor) * (self.clip_gradient or 0.0),
                           momentum=self.momentum, nesterov=nesterov and self.momentum != 0)
    return fused_step


def _norm(x):
    return op["sqrt"](op["sum"](op["square"](op["astype"](x, weir.float32))))


def _lars(s, w, g, state, lr, wd, t):
    along, across = _norm(w), _norm(g - wd * w if wd else g)
    ratio = s.eta * along / (across + wd * along + s.epsilon)
    rate = lr * op["where"]((along > 0) & (across > 0), ratio, 1.0)
    return _momentum(s, w, g, state, op["astype"](rate, Array.dtype.__get__(w)), wd, t)


def _moments(s, g, state):
    return s.beta1 * state[0] + (1 - s.beta1) * g, s.beta2 * state[1] + (1 - s.beta2) * op["square"](g)


def _adam(s, w, g, state, lr, wd, t):
    m, v = _moments(s, g, state)
    rate = lr * math.sqrt(1 - s.beta2 ** t) / (1 - s.beta1 ** t)
    return w - rate * m / (op["sqrt"](v) + s.epsilon), (m, v)


def _adamw(s, w, g, state, lr, wd, t):
    m, v = _moments(s, g, state)
    rate = lr * math.sqrt(1 - s.beta2 ** t) / (1 - s.beta1 ** t) if s.correct_bias else lr
    w = w - rate * m / (op["sqrt"](v) + s.epsilon)
    return w - rate * wd * w if wd > 0 else w, (m, v)


def _adabelief(s, w, g, state, lr, wd, t):
    m = s.beta1 * state[0] + (1 - s.beta1) * g
    v = s.beta2 * state[1] + (1 - s.beta2) * op["square"](g - m) + s.epsilon
    rate = lr * math.sqrt(1 - s.beta2 ** t) / (1 - s.beta1 ** t) if s.correct_bias else lr
    return w - rate * m / (op["sqrt"](v) + s.epsilon), (m, v)


def _adamax(s, w, g, state, lr, wd, t):
    m = s.beta1 * state[0] + (1 - s.beta1) * g
    v = op["maximum"](s.beta2 * state[1], op["abs"](g))
    return w - lr / (1 - s.beta1 ** t) * m / (v + s.epsilon), (m, v)


def _nadam(s, w, g, state, lr, wd, t):
    now, then = (s.beta1 * (1 - 0.5 * 0.96 ** (i * s.schedule_decay)) for i in (t, t + 1))
    s.m_schedule *= now
    m, v = _moments(s, g, state)
    mean = then * m / (1 - s.m_schedule * then) + (1 - now) * g / (1 - s.m_schedule)
    return w - lr * mean / (op["sqrt"](v / (1 - s.beta2 ** t)) + s.epsilon), (m, v)


def _trust(s, w, g):
    """Return the ratio of the norms of a weight and its update, or 1 if one of them is 0."""
    along, across = _norm(w), _norm(g)
    if s.lower_bound is not None:
        along = op["maximum"](along, s.lower_bound)
    if s.upper_bound is not None:
        along = op["minimum"](along, s.upper_bound)
    return op["astype"](op["where"]((along > 0) & (across > 0), along / across, 1.0), Array.dtype.__get__(w))


def _lamb(s, w, g, state, lr, wd, t):
    m, v = _moments(s, g, state)
    a, b = (m / (1 - s.beta1 ** t), v / (1 - s.beta2 ** t)) if s.bias_correction else (m, v)
    update = a / (op["sqrt"](b) + s.epsilon) + wd * w
    return w - lr * _trust(s, w, update) * update, (m, v)


def _lans(s, w, g, state, lr, wd, t):
    m, v = _moments(s, g, state)
    across = op["sqrt"](v / (1 - s.beta2 ** t)) + s.epsilon
    first = m / (1 - s.beta1 ** t) / across + wd * w
    w = w - lr * s.beta1 * _trust(s, w, first) * first
    second = g / across + wd * w
    return w - lr * (1 - s.beta1) * _trust(s, w, second) * second, (m, v)


def _sgld(s, w, g, state, lr, wd, t):
    return w - lr / 2 * g + op["normal"](w.shape, 0.0, math.sqrt(lr), Array.dtype.__get__(w)), ()


def _ftml(s, w, g, state, lr, wd, t):
    d, v, z = state
    v = s.beta2 * v + (1 - s.beta2) * op["square"](g)
    new = (op["sqrt"](v / (1 - s.beta2 ** t)) + s.epsilon) * ((1 - s.beta1 ** t) / lr)
    z = s.beta1 * z + (1 - s.beta1) * g - (new - s.beta1 * d) * w
    return -z / new, (new, v, z)


def _signum(s, w, g, state, lr, wd, t):
    if not state:
        return w * (1 - lr * (wd + s.wd_lh)) - lr * op["sign"](g), ()
    m = s.momentum * state[0] - (1 - s.momentum) * (g + wd * w)
    return w * (1 - lr * s.wd_lh) + lr * op["sign"](m), (m,)


def _rmsprop(s, w, g, state, lr, wd, t):
    if not s.centered:
        v = s.rho * state[0] + (1 - s.rho) * op["square"](g)
        w, kept = w - lr * g / (op["sqrt"](v) + s.epsilon), (v,)
    else:
        mean, v, m = state
        mean, v = s.rho * mean + (1 - s.rho) * g, s.rho * v + (1 - s.rho) * op["square"](g)
        m = s.momentum * m - lr * g / op["sqrt"](v - op["square"](mean) + s.epsilon)
        w, kept = w + m, (mean, v, m)
    return op["clip"](w, -s.clip_weights, s.clip_weights) if s.clip_weights else w, kept


def _ftrl(s, w, g, state, lr, wd, t):
    z, n = state
    new = n + op["square"](g)
    z = z + g - (op["sqrt"](new) - op["sqrt"](n)) / lr * w
    d = op["sign"](z) * op["maximum"](op["abs"](z) - s.lamda1, 0.0)
    return -d / ((op["sqrt"](new) + s.beta) / lr + wd), (z, new)


def _adagrad(s, w, g, state, lr, wd, t):
    h = state[0] + op["square"](g)
    return w - lr * g / (op["sqrt"](h) + s.epsilon), (h,)


def _adadelta(s, w, g, state, lr, wd, t):
    a, d = state
    a = s.rho * a + (1 - s.rho) * op["square"](g)
    step = op["sqrt"](d + s.epsilon) / op["sqrt"](a + s.epsilon) * g
    return w - lr * step, (a, s.rho * d + (1 - s.rho) * op["square"](step))


def _dcasgd(s, w, g, state, lr, wd, t):
    m, last = state
    step = -lr * (g + s.lamda * op["square"](g) * (w - last))
    step = step if m is None else s.momentum * m + step
    return w + step, (step, w)


_BETAS = {"beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8}
_BOUNDS = {"lower_bound": None, "upper_bound": None}
# name: rule, number of states, whether weight decay is part of the gradient, arguments
RULES = {
    "SGD": (_momentum, None, True, {"learning_rate": 0.1, "momentum": 0.0, "lazy_update": False}),
    "NAG": (_nesterov, None, True, {"learning_rate": 0.1, "momentum": 0.9}),
    "LARS": (_lars, None, True, {"learning_rate": 0.1, "momentum": 0.0, "eta": 0.001, "epsilon": 1e-8, "lazy_update": False}),
    "LAMB": (_lamb, 2, False, {"learning_rate": 0.001, **_BETAS, "epsilon": 1e-6, **_BOUNDS, "bias_correction": True}),
    "LANS": (_lans, 2, False, {"learning_rate": 0.001, **_BETAS, "epsilon": 1e-6, **_BOUNDS}),
    "SGLD": (_sgld, 0, True, {"learning_rate": 0.1}),
    "FTML": (_ftml, 3, True, {"learning_rate": 0.0025, **_BETAS, "beta1": 0.6}),
    "Adam": (_adam, 2, True, {"learning_rate": 0.001, **_BETAS, "lazy_update": False}),
    "AdamW": (_adamw, 2, False, {"learning_rate": 0.001, **_BETAS, "epsilon": 1e-6, "correct_bias": True}),
    "AdaBelief": (_adabelief, 2, True, {"learning_rate": 0.001, **_BETAS, "epsilon": 1e-6, "correct_bias": True}),
    "Adamax": (_adamax, 2, True, {"learning_rate": 0.002, **_BETAS}),
    "Nadam": (_nadam, 2, True, {"learning_rate": 0.001, **_BETAS, "schedule_decay": 0.004}),
    "Signum": (_signum, None, False, {"learning_rate": 0.01, "momentum": 0.9, "wd_lh": 0.0}),
    "RMSProp": (_rmsprop, None, True, {"learning_rate": 0.001, "rho": 0.9, "momentum": 0.9, "epsilon": 1e-8, "centered": False,
                                       "clip_weights": None}),
    "Ftrl": (_ftrl, 2, False, {"learning_rate": 0.1, "lamda1": 0.01, "beta": 1.0}),
    "AdaGrad": (_adagrad, 1, True, {"learning_rate": 0.01, "epsilon": 1e-6}),
    "AdaDelta": (_adadelta, 2, True, {"learning_rate": 1.0, "rho": 0.9, "epsilon": 1e-6}),
    "DCASGD": (_dcasgd, 2, True, {"learning_rate": 0.1, "momentum": 0.0, "lamda": 0.04}),
}


def _optimizer(name, rule, count, before, defaults):
    def __init__(self, *args, **kwargs):
        given = {**defaults, **dict(zip(defaults, args)), **{k: v for k, v in kwargs.items() if k in defaults}}
        rate = given.pop("learning_rate")
        if kwargs.get("lr_scheduler") is not None and "learning_rate" not in kwargs and not args:
            rate = None
        Optimizer.__init__(self, learning_rate=rate, **{"use_fused_step": True, **{
            k: v for k, v in kwargs.items() if k not in defaults}})
        self.__dict__.update(given, m_schedule=1.0)

    def _states(self):
        if name == "RMSProp":
            return 3 if self.centered else 1
        return count if count is not None else int(self.momentum != 0.0)

    own = {"__init__": __init__, "_states": _states, "_rule": rule, "_before": before, "__module__": __name__}
    if name in ("SGD", "NAG"):
        own["fused_step"] = _fused_sgd(name == "NAG")
    if name == "DCASGD":
        own["_first"] = lambda self, weight, zeros: (zeros[0] if self.momentum else None, op["copy"](Array.detach(weight)))
    return Optimizer.register(type(name, (_Rule,), own))


OPTIMIZERS = {name: _optimizer(name, *rule) for name, rule in RULES.items()}
globals().update(OPTIMIZERS)  # pickle looks classes up in their module


@Optimizer.register
class Test(Optimizer):
    """Subtracts the gradient; for tests."""

    def create_state(self, index, weight):
        return op["zeros_like"](Array.detach(weight))

    def step(self, indices, weights, grads, states):
        for weight, grad, state in zip(weights, grads, states):
            keep(weight, weight - self.rescale_grad * grad)
            keep(state, weight)


class Updater:
    """Applies an optimiser to parameters by index, and keeps their states."""

    def __init__(self, optimizer):
        self.optimizer, self.states, self.states_synced = optimizer, {}, {}

    def __call__(self, index, grad, weight):
        many = isinstance(index, (list, tuple))
        indices, grads, weights = (index, grad, weight) if many else ([index], [grad], [weight])
        for i, w in zip(indices, weights):
            if i not in self.states:
                self.states[i] = quietly(lambda i=i, w=w: self.optimizer.create_state_multi_precision(i, w))
        self.optimizer.update_multi_precision(list(indices), list(weights), list(grads), [self.states[i] for i in indices])

    def get_states(self, dump_optimizer=False):
        return pickle.dumps((self.states, self.optimizer) if dump_optimizer else self.states)

    def set_states(self, states):
        states = pickle.loads(states)
        if isinstance(states, tuple):
            states, self.optimizer = states
        self.states = states


def create(name, **kwargs):
    return Optimizer.create_optimizer(name, **kwargs)


OPTIMIZERS |= {"Optimizer": Optimizer, "Test": Test, "Updater": Updater, "get_updater": Updater, "create": create,
               "register": Optimizer.register}
RATES = _schedules.MXNET


# ---- Trainer -------------------------------------------------------------------------------------


class _Store:
    """What remains of a key-value store in one process: its type, and the updater."""

    def __init__(self, kind, updater):
        self.type, self._updater = kind, updater


class Trainer:
    """Applies an optimiser to parameters, including those whose shapes are inferred from the first input."""

    def __init__(self, params, optimizer, optimizer_params=None, kvstore="device", compression_params=None,
                 update_on_kvstore=None):
        if isinstance(params, dict):
            params = list(params.values())
        if not isinstance(params, (list, tuple)):
            raise ValueError(f"Trainer: params is a list or dict of Parameters, not a {type(params).__name__}")
        self._params, seen = [], set()
        for p in params:
            if not isinstance(p, Parameter):
                raise ValueError(f"Trainer: params has a {type(p).__name__} among its Parameters")
            if id(p) not in seen:
                seen.add(id(p))
                self._params.append(p)
        self._param2idx = {id(p): i for i, p in enumerate(self._params)}
        self._kv_type, self._update_on_kvstore, self._wants_store = kvstore, update_on_kvstore, update_on_kvstore
        self._kvstore, self._kv_initialized, self._updaters = None, False, None
        self._make(optimizer, dict(optimizer_params or {}))
        self._scale = self._optimizer.rescale_grad

    def _make(self, optimizer, settings):
        named = dict(enumerate(self._params))
        if isinstance(optimizer, Optimizer):
            assert not settings, "optimizer_params are for an optimizer that is given by name"
            self._optimizer, optimizer.param_dict = optimizer, named
        else:
            self._optimizer = Optimizer.create_optimizer(optimizer, param_dict=named, **settings)

    def _ready(self):
        """Create one updater for each device, once the parameters are initialised."""
        if self._updaters is None:
            count = max([len(p.list_ctx()) for p in self._params] or [1])
            self._updaters = [Updater(self._optimizer) for _ in range(count)]
            if count > 1:
                kind = self._kv_type if isinstance(self._kv_type, str) else "device"
                self._kvstore = _Store(kind, self._updaters[0])
                self._update_on_kvstore = self._wants_store if self._wants_store is not None else None
            self._kv_initialized = True

    @property
    def optimizer(self):
        return self._optimizer

    @property
    def learning_rate(self):
        return self._optimizer.learning_rate

    def set_learning_rate(self, lr):
        self._optimizer.set_learning_rate(lr)

    def step(self, batch_size, ignore_stale_grad=False):
        """Add the gradients of all devices, and update the parameters, with the gradients divided by the batch size.  Does
        not block."""
        self._ready()
        self._reduce()
        self._update(batch_size, ignore_stale_grad)

    def allreduce_grads(self):
        self._ready()
        assert not self._update_on_kvstore, "allreduce_grads: the store updates the parameters of this Trainer; make it " \
            "with update_on_kvstore=False"
        self._reduce()

    def _reduce(self):
        if len(self._updaters) == 1:
            return
        for p in self._params:
            if p.grad_req == "null":
                continue
            grads = p.list_grad()
            total = grads[0]
            for other in grads[1:]:
                total = quietly(lambda t=total, o=other: t + op["to_device"](o, Array.device.__get__(t)))
            for g in grads:
                keep(g, op["to_device"](total, Array.device.__get__(g)))

    def update(self, batch_size, ignore_stale_grad=False):
        """Update the parameters, after allreduce_grads."""
        self._ready()
        assert not self._update_on_kvstore, "update: the store updates the parameters of this Trainer; make it with " \
            "update_on_kvstore=False"
        self._update(batch_size, ignore_stale_grad)

    def _update(self, batch_size, ignore_stale_grad):
        self._optimizer.rescale_grad = self._scale / batch_size
        trained = [(i, p) for i, p in enumerate(self._params) if p.grad_req != "null"]
        for number, updater in enumerate(self._updaters):
            self._optimizer._set_current_context(number)
            arrays = [(i, p, p._check()[number]) for i, p in trained if number < len(p._check())]
            passes = [_core.grad_pass(w) for _, _, w in arrays]
            stale = [pass_ in (0, p._stepped.get(number)) for (_, p, _), pass_ in zip(arrays, passes)]
            if any(stale) and not ignore_stale_grad:
                _, p, w = arrays[stale.index(True)]
                raise UserWarning(
                    f"step: no backward pass has computed the gradient of parameter {p.name!r} on {w.ctx} since the last step; if "
                    "the network uses only some of its parameters on purpose, call step with ignore_stale_grad=True, which "
                    "updates only those")
            work = []
            for (i, p, w), old, pass_ in zip(arrays, stale, passes):
                if not old:
                    p._stepped[number] = pass_
                    work.append((i, w))
            if work:
                updater([i for i, _ in work], [w.grad for _, w in work], [w for _, w in work])

    def save_states(self, fname):
        self._ready()
        with open(fname, "wb") as file:
            file.write(self._updaters[0].get_states(dump_optimizer=True))

    def load_states(self, fname):
        self._ready()
        with open(fname, "rb") as file:
            states = file.read()
        for updater in self._updaters:
            updater.set_states(states)
            updater.optimizer = self._updaters[0].optimizer
        self._optimizer = self._updaters[0].optimizer
        self._optimizer.param_dict = dict(enumerate(self._params))


