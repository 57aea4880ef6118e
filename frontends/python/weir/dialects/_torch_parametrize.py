"""Parameters that are computed from others: torch.nn.utils.spectral_norm, weight_norm and parametrize; calls with other
parameters: torch.func.functional_call.

A built-in layer computes with the parameters of its block, which cannot be the results of other operations.  So a layer
with a computed parameter gets a class of its own, without the block: its forward is the function of torch.nn.functional with
the computed parameter, and its other parameters become attributes.  The original layer is kept for its settings.
"""
from collections.abc import Mapping

import weir
from weir import _core, nn
from weir.dialects import _torch_functional as functional
from weir.dialects._tensor_class import Mistake, as_kind, keep, op, quietly
from weir.nn import _module
from weir.nn._module import block_of


def _run(layer, x):
    """Return the result of a layer whose parameters are attributes."""
    block = layer.__dict__["_wr_layer"][0]._block
    kind, attrs, weight, bias = block.kind, block.attrs, getattr(layer, "weight", None), getattr(layer, "bias", None)
    if kind == "Linear":
        return functional.linear(x, weight, bias)
    if kind == "Embedding":
        return functional.embedding(x, weight, attrs.get("padding_idx"))
    if kind == "LayerNorm":
        return functional.layer_norm(x, attrs["normalized_shape"], weight, bias, attrs["eps"])
    if kind == "GroupNorm":
        return op["group_norm"](x, num_groups=attrs["num_groups"], eps=attrs["eps"], weight=weight, bias=bias)
    if kind.startswith("BatchNorm"):
        mean, var = getattr(layer, "running_mean", None), getattr(layer, "running_var", None)
        return functional.batch_norm(x, mean, var, weight, bias, layer.training or mean is None, attrs["momentum"], attrs["eps"])
    stride, padding, dilation = (attrs.get(key) or usual for key, usual in (("stride", 1), ("padding", 0), ("dilation", 1)))
    if kind.startswith("ConvTranspose"):
        return getattr(functional, f"conv_transpose{kind[-2:]}")(x, weight, bias, stride, padding, attrs["output_padding"] or 0,
                                                                 attrs["groups"], dilation)
    return getattr(functional, kind.lower())(x, weight, bias, stride, padding, dilation, attrs["groups"])


class _Computed:
    """The methods of a module with computed parameters, before those of its class."""

    def __getattr__(self, name):
        layer = self.__dict__.get("_wr_layer")
        if layer is None:
            return super().__getattr__(name)
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(layer[0], name)


class _Apart(_Computed):
    """The methods of a built-in layer with computed parameters: those of a module written in Python."""

    _wr_apart = True
    _wr_places, _wr_to_device, astype = nn.Module._wr_places, nn.Module._wr_to_device, nn.Module.astype
    compute_in, __dir__ = nn.Module.compute_in, nn.Module.__dir__
    _children = None

    def _wr_entries(self, prefix="", seen=None):
        for name, array, trained in nn.Module._wr_entries(self, prefix, seen):
            yield name, self._wr_as(array, trained), trained

    def zero_grad(self, set_to_none=True):
        nn.Module.zero_grad(self)

    def extra_repr(self):
        return self.__dict__["_wr_layer"][0].extra_repr()

    def forward(self, x):
        return _run(self, x)

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)

    def __call__(self, *inputs, **named):
        return nn.Module.__call__(self, *inputs, **named)

    def __deepcopy__(self, memo):
        import copy

        new = memo[id(self)] = object.__new__(type(self))
        for key in sorted(self.__dict__, key="_wr_layer".__eq__):  # the layer last: it takes the copies of the parameters
            new.__dict__[key] = copy.deepcopy(self.__dict__[key], memo)
        self._wr_attach_to(new)
        return new

    def __reduce__(self):
        raise TypeError(f"a {type(self).__name__} with computed parameters cannot be pickled; save its state_dict()")


def _kinds():
    names = ("Conv", "ConvTranspose", "BatchNorm")
    return {"Linear", "Embedding", "LayerNorm", "GroupNorm"} | {f"{name}{d}d" for name in names for d in (1, 2, 3)}


def _supported(layer):
    """Raise an error if the parameters of a built-in layer cannot be attributes."""
    if layer._block.kind not in _kinds() or layer.__dict__.get("_wr_apart") or layer.__dict__.get("_wr_inside"):
        raise NotImplementedError(f"{type(layer).__name__}: computed parameters are supported for {', '.join(sorted(_kinds()))} with "
                                  "zero padding, and for modules written in Python")


def derive(module, name, get):
    """Make the attribute `name` of a module the result of get(module), and return its former value.

    get is called at each access.
    """
    value, cls = getattr(module, name), type(module)
    members = {"_derived": {**getattr(cls, "_derived", {}), name: get}, name: property(get), "_plain_class": getattr(
        cls, "_plain_class", cls), "__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__}
    if block_of(module) is not None:
        _supported(module)
        others = [(other, getattr(module, other)) for other, _, _, _ in module._block.entries() if other != name]
        layer = object.__new__(cls)
        layer.__dict__.update(module.__dict__)
        extras = getattr(layer.__dict__.get("_wr_extras"), "__dict__", {})
        if cls._own_forward:
            members["forward"] = cls.forward
        training = module.__dict__.get("_wr_training")
        module.__dict__.clear()
        module.__class__ = type(cls.__name__, (_Apart, cls), members)
        module.__dict__.update({**extras, **dict(others), "_wr_layer": (layer,)})
        if training is not None:
            module.__dict__["_wr_training"] = training
    else:
        module.__dict__.pop(name, None)
        module.__class__ = type(cls.__name__, (cls,), members)
    module.__dict__["_wr_hooked"] = True  # a Sequential that runs as one block runs its layers one by one again
    _module._mode_changes += 1
    return value


def restore(module, name, values, drop):
    """Undo derive: the attribute is a parameter with these values again, and the attributes `drop` are removed."""
    for other in drop:
        module.__dict__.pop(other, None)
        module.__dict__.get("_buffers", set()).discard(other)
    cls, layer = type(module)._plain_class, module.__dict__.pop("_wr_layer", None)
    module.__dict__.pop("_wr_hooked", None)
    if layer is None:
        module.__class__ = cls
        setattr(module, name, module._wr_parameter(values))
    else:
        module.__dict__.clear()
        module.__class__ = cls
        module.__dict__.update(layer[0].__dict__, _wr_hooked=True)  # outer Sequentials no longer run it as part of one block
        keep(getattr(module, name), values)
    return module


# ---- Calls with other parameters -------------------------------------------------------------------------


class _Exchanged:
    """A context in which modules have other parameters and buffers: {module: {name: array}}."""

    def __init__(self, arrays):
        self._arrays, self._before = arrays, []

    def __enter__(self):
        try:
            for module, arrays in self._arrays:
                self._before.append((module, type(module), dict(module.__dict__)))
                self._exchange(module, arrays)
        except BaseException:
            self.__exit__()
            raise
        _module._mode_changes += 1

    def _exchange(self, module, arrays):
        if block_of(module) is None:
            module.__dict__.update(arrays)
            return
        _supported(module)
        cls = type(module)
        layer = object.__new__(cls)
        layer.__dict__.update(module.__dict__)
        own = {name: getattr(module, name) for name, _, _, _ in module._block.entries()}
        kept = {name: value for name, value in module.__dict__.items() if name in ("_wr_training", "_wr_again")}
        module.__dict__.clear()
        module.__class__ = type(cls.__name__, (_Apart, cls), {"__module__": cls.__module__, "__qualname__": cls.__qualname__})
        module.__dict__.update(_wr_layer=(layer,), _wr_hooked=True, **kept, **own | arrays)

    def __exit__(self, *error):
        for module, cls, members in reversed(self._before):
            module.__class__ = cls
            module.__dict__.clear()
            module.__dict__.update(members)
        _module._mode_changes += 1


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """Return module(*args, **kwargs) with other parameters and buffers, given by name; the module's own do not change."""
    given = parameter_and_buffer_dicts
    given = dict(given) if isinstance(given, Mapping) else {name: array for part in given for name, array in part.items()}
    own = {name: which for name, _, _, which in module._wr_places()}
    for name, array in module.named_buffers(remove_duplicate=False):
        own.setdefault(name, _core.identity(array))  # one that is not saved
    unknown, missing = [name for name in given if name not in own], [name for name in own if name not in given]
    if strict and (unknown or missing):
        raise Mistake(f"functional_call: {type(module).__name__} has no {', '.join(map(repr, unknown))}" if unknown else
                      f"functional_call: strict=True, but {', '.join(map(repr, missing))} is not given")
    given = {name: array for name, array in given.items() if name in own}
    if tie_weights:
        tied = {}
        for name in given:
            tied.setdefault(own[name], given[name])
        given |= {name: tied[which] for name, which in own.items() if which in tied and name not in given}
    modules, arrays = dict(module.named_modules(remove_duplicate=False)), {}
    for name, array in given.items():
        path, _, last = name.rpartition(".")
        arrays.setdefault(id(modules[path]), (modules[path], {}))[1][last] = array
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    with _Exchanged(list(arrays.values())):
        return module(*args, **(kwargs or {}))


# ---- Norms ---------------------------------------------------------------------------------------------


def _matrix(weight, dim):
    """Return the weight as a matrix whose rows are the entries along a dimension."""
    if dim:
        weight = op["moveaxis"](weight, dim, 0)
    return op["reshape"](weight, (weir.Array.shape.__get__(weight)[0], -1))


def _unit(x, eps):
    return x / op["maximum"](op["vector_norm"](x), eps)


def _iterated(matrix, u, v, count, eps):
    """Write the result of `count` power iterations into u and v."""
    matrix = matrix.detach()

    def step():
        left, right = u, v
        for _ in range(count):
            right = _unit(op["matmul"](op["matrix_transpose"](matrix), left), eps)
            left = _unit(op["matmul"](matrix, right), eps)
        u[...], v[...] = left, right

    quietly(step)


def _spectral(weight, u, v, dim):
    """Return the weight divided by its largest singular value, of which u and v are the singular vectors."""
    u, v = quietly(lambda: (op["copy"](u), op["copy"](v)))  # the next iteration overwrites them
    return weight / op["sum"](u * op["matmul"](_matrix(weight, dim), v))


def _drawn(matrix, eps):
    rows, columns = weir.Array.shape.__get__(matrix)
    return quietly(lambda: tuple(_unit(op["normal"]((n,), 0.0, 1.0, matrix.dtype), eps) for n in (rows, columns)))


def _length(weight, dim):
    """Return the norms of the entries along a dimension, or of the whole if it is None, with the dimensions kept."""
    axes = None if dim is None else tuple(i for i in range(weight.ndim) if i != dim % weight.ndim)
    if axes == ():
        return op["abs"](weight)
    return op["sqrt"](op["sum"](weight * weight, axis=axes, keepdims=dim is not None))


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide a module's parameter by its largest singular value at each call; the parameter becomes weight_orig."""
    dim = dim if dim is not None else int("ConvTranspose" in type(module).__name__)
    orig, buffers = f"{name}_orig", (f"{name}_u", f"{name}_v")

    def get(self):
        return _spectral(getattr(self, orig), *(getattr(self, b) for b in buffers), dim)

    weight = derive(module, name, get)
    module.__dict__[orig] = weight
    for buffer, values in zip(buffers, _drawn(_matrix(weight.detach(), dim), eps)):
        module.register_buffer(buffer, as_kind(module._wr_tensor, values))

    def iterate(self, inputs):
        if self.training:
            _iterated(_matrix(getattr(self, orig), dim), *(getattr(self, b) for b in buffers), n_power_iterations, eps)

    handle = module.register_forward_pre_hook(iterate)
    module.__dict__["_undo"] = {**module.__dict__.get("_undo", {}), name: (handle, (orig, *buffers))}
    return module


def weight_norm(module, name="weight", dim=0):
    """Compute a module's parameter from its lengths weight_g and its directions weight_v."""
    g, v = f"{name}_g", f"{name}_v"

    def get(self):
        return getattr(self, v) * (getattr(self, g) / _length(getattr(self, v), dim))

    weight = derive(module, name, get)
    lengths = quietly(lambda: _length(weight.detach(), dim))
    module.__dict__.update({g: module._wr_parameter(lengths), v: weight})
    module.__dict__["_undo"] = {**module.__dict__.get("_undo", {}), name: (None, (g, v))}
    return module


def remove_norm(module, name="weight"):
    """Undo spectral_norm or weight_norm, with the present values."""
    handle, drop = module.__dict__.get("_undo", {}).get(name) or _refuse(module, name)
    values = quietly(lambda: getattr(module, name).detach())
    if handle is not None:
        handle.remove()
    return restore(module, name, values, (*drop, "_undo"))


def _refuse(module, name):
    raise ValueError(f"{name} of {type(module).__name__} has no spectral_norm or weight_norm")


# ---- Parametrizations ----------------------------------------------------------------------------------


def parametrizations(module_class, module_dict):
    """Return the functions of torch.nn.utils.parametrize and torch.nn.utils.parametrizations."""

    class ParametrizationList(module_class):
        """The original parameters of a computed one, and the modules that compute it."""

        def forward(self):
            values = self.__dict__["_originals"]
            first, *others = [part for _, part in self.named_children()]
            x = first(*(getattr(self, name) for name in values))
            for part in others:
                x = part(x)
            return x

    def _computed(module, tensor_name):
        """Make a parameter the result of module.parametrizations[tensor_name], and return its former value."""
        first = "parametrizations" not in module.__dict__
        former = derive(module, tensor_name, lambda self: self.parametrizations[tensor_name]())
        if first:
            type(module).__name__ = f"Parametrized{type(module).__name__}"
        return former

    def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
        """Compute a module's parameter by calling `parametrization` with the original one."""
        table = module.__dict__.get("parametrizations")
        if table is not None and tensor_name in table:
            entries = table[tensor_name]
            setattr(entries, str(len(entries.children())), parametrization)
            return module
        weight = _computed(module, tensor_name)
        entries = ParametrizationList()
        if hasattr(parametrization, "right_inverse"):
            values = quietly(lambda: parametrization.right_inverse(weight.detach()))
            several = isinstance(values, (tuple, list))
            originals = [module._wr_parameter(v) for v in (values if several else [values])]
        else:
            several, originals = False, [weight]
        names = [f"original{i}" for i in range(len(originals))] if several else ["original"]
        for key, value in zip(names, originals):
            setattr(entries, key, value)
        entries.__dict__["_originals"] = names
        setattr(entries, "0", parametrization)
        if table is None:
            module.__dict__["parametrizations"] = module_dict()
        module.__dict__["parametrizations"][tensor_name] = entries
        return module

    def is_parametrized(module, tensor_name=None):
        table = module.__dict__.get("parametrizations")
        return table is not None and (len(table) > 0 if tensor_name is None else tensor_name in table)

    def remove_parametrizations(module, tensor_name, leave_parametrized=True):
        """Make a computed parameter an ordinary one again, with its present values or the original ones."""
        entries = module.parametrizations[tensor_name]
        values = quietly(lambda: (getattr(module, tensor_name) if leave_parametrized else entries.original).detach())
        others = {name: part for name, part in module.parametrizations.items() if name != tensor_name}
        restore(module, tensor_name, values, ("parametrizations",))
        for name, part in others.items():  # restore has made them ordinary parameters, too
            if block_of(module) is None and not hasattr(module, name):
                module.__dict__[name] = None
            _computed(module, name)
            module.__dict__.setdefault("parametrizations", module_dict())[name] = part
        return module

    class _SpectralNorm(module_class):
        def __init__(self, weight, count, dim, eps):
            super().__init__()
            self.n_power_iterations, self.dim, self.eps = count, dim, eps
            matrix = _matrix(weight.detach(), dim)
            for name, values in zip(("_u", "_v"), _drawn(matrix, eps)):
                self.register_buffer(name, as_kind(self._wr_tensor, values))
            _iterated(matrix, self._u, self._v, 15, eps)

        def forward(self, weight):
            if self.training:
                _iterated(_matrix(weight, self.dim), self._u, self._v, self.n_power_iterations, self.eps)
            return _spectral(weight, self._u, self._v, self.dim)

    class _WeightNorm(module_class):
        def __init__(self, dim):
            super().__init__()
            self.dim = dim

        def forward(self, g, v):
            return v * (g / _length(v, self.dim))

        def right_inverse(self, weight):
            return _length(weight, self.dim), weight

    def spectral_norm_(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
        """Divide a module's parameter by its largest singular value, as a parametrization."""
        dim = dim if dim is not None else int("ConvTranspose" in type(module).__name__)
        return register_parametrization(module, name, _SpectralNorm(getattr(module, name), n_power_iterations, dim, eps))

    def weight_norm_(module, name="weight", dim=0):
        """Compute a module's parameter from its lengths and directions, as a parametrization."""
        return register_parametrization(module, name, _WeightNorm(dim))

    general = (register_parametrization, is_parametrized, remove_parametrizations, ParametrizationList)
    return {f.__name__: f for f in general}, {"spectral_norm": spectral_norm_, "weight_norm": weight_norm_}
