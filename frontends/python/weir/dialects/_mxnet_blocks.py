"""Gluon's blocks: registration, hooks, sharing, files, hybridize.

A block keeps its parameters in _reg_params and its child blocks in _children, both filled by assignments to attributes.
HybridBlock completes deferred parameters before forward runs: infer_shape(*inputs) sets their shapes.
"""
import json
import re
import warnings
from collections import OrderedDict

from weir import autograd
from weir._core import Array
from weir._graph import Graph
from weir.dialects._mxnet_arrays import context_of, load, made, save, weirs_dtype
from weir.dialects._mxnet_parameters import INITIALIZERS, Parameter, ParameterDict, create
from weir.dialects._tensor_class import Mistake, op


class HookHandle:
    """The result of registering a hook; detach() removes the hook."""

    _last = 0

    def __init__(self, hooks, hook):
        HookHandle._last += 1
        self._hooks, self._key = hooks, HookHandle._last
        hooks[self._key] = hook

    def detach(self):
        self._hooks.pop(self._key, None)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.detach()


def _blocks_in(data):
    """Yield the blocks in nested lists, tuples and dictionaries."""
    if isinstance(data, Block):
        yield data
    elif isinstance(data, (list, tuple, dict)):
        for part in data.values() if isinstance(data, dict) else data:
            yield from _blocks_in(part)


class Block:
    """Base class of networks and layers; its child blocks are attributes, and forward computes its output."""

    def __init__(self, prefix=None, params=None):
        self._registers()

    def _registers(self):
        """Return the dictionaries of this block, which exist even if a subclass does not call __init__."""
        mine = self.__dict__
        if "_reg_params" not in mine:
            mine.update(_reg_params={}, _children=OrderedDict(), _forward_hooks=OrderedDict(),
                        _forward_pre_hooks=OrderedDict())
        return mine

    def __getattr__(self, name):
        if name in ("_reg_params", "_children", "_forward_hooks", "_forward_pre_hooks"):
            return self._registers()[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name, value):
        mine = self._registers()
        if name in mine:
            old = mine[name]
            if isinstance(old, (Parameter, Block)) and not isinstance(value, type(old)) and not (
                    isinstance(old, Parameter) and isinstance(value, Parameter) or
                    isinstance(old, Block) and isinstance(value, Block)):
                raise TypeError(f"attribute {name} is a {type(old).__name__}, and cannot become a {type(value).__name__}")
        if isinstance(value, Block):
            self.register_child(value, name)
        elif isinstance(value, Parameter):
            assert name not in self._reg_params or not isinstance(self._reg_params[name], Block), \
                f"Overriding Parameter attribute {name} is not allowed."
            if value.name in ("weight", "const") and name != value.name:
                value._name = name
            self._reg_params[name] = value
        object.__setattr__(self, name, value)

    @property
    def params(self):
        """The parameters of this block, without those of its children."""
        return _Own(self)

    _counts = {}  # the number of names assigned so far, by lower-case class name

    @property
    def name(self):
        """The name of this block, such as dense0; blocks are numbered in the order in which names are first read."""
        if "_name" not in self.__dict__:
            alias = type(self).__name__.lower()
            self._name = f"{alias}{Block._counts.setdefault(alias, 0)}"
            Block._counts[alias] += 1
        return self._name

    def name_scope(self):
        import contextlib

        return contextlib.nullcontext(self)

    # -- Parameters

    def _unregistered(self):
        """Return whether a list, tuple or dictionary among the attributes has blocks that are not children."""
        children = set(map(id, self._children.values()))
        return [k for k, v in self.__dict__.items() if isinstance(v, (list, tuple, dict)) and
                not (k.startswith("__") or k in ("_children",)) and any(id(b) not in children for b in _blocks_in(v))]

    def _named(self, prefix=""):
        """Yield the names and parameters of this block and its children."""
        for name, p in self._reg_params.items():
            yield prefix + name, p
        for name, child in self._children.items():
            yield from child._named(f"{prefix}{name}.")

    def collect_params(self, select=None):
        """Return a ParameterDict of all parameters, or of those whose names, such as "0.weight", match `select`."""
        for name in self._unregistered():
            warnings.warn(f"{type(self).__name__}.{name} is a list, tuple or dict with Blocks, whose parameters are not trained: use "
                          "nn.Sequential, or call register_child() for each Block", stacklevel=3)
        return ParameterDict((name, p) for name, p in self._named() if select is None or re.match(select, name))

    def register_child(self, block, name=None):
        self._children[str(len(self._children)) if name is None else name] = block

    def initialize(self, init=None, ctx=None, verbose=False, force_reinit=False, device=None):
        """Initialise the parameters, either immediately or, if their shapes are not known, at the first input."""
        init = create(init) if init is not None else INITIALIZERS["Uniform"]()
        device = device if device is not None else ctx
        seen = set()
        for p in self.collect_params().values():
            if id(p) not in seen:
                seen.add(id(p))
                p.initialize(None, device, init, force_reinit=force_reinit)

    def share_parameters(self, shared):
        """Use the parameters of a dictionary, as collect_params returns it, instead of this block's own; return self."""
        if not isinstance(shared, dict):
            raise ValueError(f"Unexpected shared parameters: expected a dict, not {type(shared).__name__}")
        taken = set()
        self._take_shared(shared, "", taken)
        for name in sorted(shared.keys() - taken):
            warnings.warn(f"Parameter name {name} is not in the current parameter list", stacklevel=2)
        return self

    def _take_shared(self, shared, prefix, taken):
        for name in self._reg_params:
            if prefix + name in shared:
                setattr(self, name, shared[prefix + name])
                taken.add(prefix + name)
        for name, child in self._children.items():
            child._take_shared(shared, f"{prefix}{name}.", taken)

    def save_parameters(self, filename, deduplicate=False):
        named, kept = {}, {}
        for name, p in self.collect_params().items():
            if not (deduplicate and id(p) in kept):
                kept[id(p)] = name
                named[name] = p.data(p.list_ctx()[0])
        save(filename, named)

    def load_parameters(self, filename, device=None, allow_missing=False, ignore_extra=False, cast_dtype=False,
                        dtype_source="current", ctx=None):
        self._load(load(filename), device if device is not None else ctx, allow_missing, ignore_extra, cast_dtype,
                   dtype_source, f"file '{filename}'")

    def load_dict(self, param_dict, device=None, allow_missing=False, ignore_extra=False, cast_dtype=False,
                  dtype_source="current", ctx=None):
        self._load(param_dict, device if device is not None else ctx, allow_missing, ignore_extra, cast_dtype, dtype_source,
                   "param_dict")

    def _load(self, values, device, allow_missing, ignore_extra, cast_dtype, dtype_source, source):
        params = self.collect_params()
        if isinstance(values, list):
            if values:
                raise Mistake(f"load_parameters: {source} has no names")
            values = {}
        values = {re.sub("^(arg|aux):", "", name): value for name, value in values.items()}
        if not allow_missing:
            known = {id(params[name]) for name in values if name in params}
            for name, p in params.items():
                assert id(p) in known, f"'{source}' has no parameter '{name}', but {_brief(values)}; allow_missing=True " \
                    "keeps the present values of such parameters"
        for name, value in values.items():
            if name in params:
                params[name]._load_init(value, device, cast_dtype, dtype_source)
            elif not ignore_extra:
                raise ValueError(f"parameter '{name}' of '{source}' is not one of this Block's, {_brief(params)}; ignore_extra=True "
                                 "leaves it out")

    save_params, load_params = save_parameters, load_parameters

    def save(self, prefix):
        """Save the parameters to the file PREFIX-model.params."""
        self.save_parameters(f"{prefix}-model.params")

    def load(self, prefix):
        """Load the parameters that save() has written."""
        self.load_parameters(f"{prefix}-model.params")

    def setattr(self, name, value):
        self.collect_params().setattr(name, value)

    def reset_ctx(self, ctx=None, device=None):
        """Move the parameters to other devices."""
        self.collect_params().reset_ctx(device if device is not None else ctx)

    def reset_device(self, device):
        self.reset_ctx(device)

    def zero_grad(self):
        self.collect_params().zero_grad()

    def cast(self, dtype):
        for child in self._children.values():
            child.cast(dtype)
        for p in self._reg_params.values():
            p.cast(dtype)

    # -- Calls

    def apply(self, fn):
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    def hybridize(self, active=True, **kwargs):
        """Hybridise the child blocks.  Blocks run eagerly in any case."""
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def register_forward_hook(self, hook):
        """Call hook(block, inputs, output) after each forward; return a handle."""
        return HookHandle(self._forward_hooks, hook)

    def register_forward_pre_hook(self, hook):
        """Call hook(block, inputs) before each forward; return a handle."""
        return HookHandle(self._forward_pre_hooks, hook)

    def register_op_hook(self, callback, monitor_all=False):
        raise NotImplementedError("hooks on operators are not supported; use register_forward_hook")

    def forward(self, *args):
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def _takes_inputs(self):
        """Return whether forward needs an input.  MXNet's _children has weak references, which are called to get the block;
        here they are the blocks, so calling one without inputs returns the block."""
        import inspect

        try:
            inspect.signature(self.forward).bind()
        except TypeError:
            return True
        return type(self).forward is Block.forward

    def __call__(self, *args, **kwargs):
        if not args and not kwargs and self._takes_inputs():
            return self
        for hook in list(self._forward_pre_hooks.values()):
            hook(self, args)
        out = self.forward(*args, **kwargs)
        for hook in list(self._forward_hooks.values()):
            hook(self, args, out)
        return out

    def __repr__(self):
        inner = "".join(f"\n  ({name}): " + repr(b).replace("\n", "\n  ") for name, b in self._children.items())
        return f"{type(self).__name__}({inner}\n)"

    def summary(self, *inputs):
        """Print the shapes of outputs and the numbers of parameters of each block for given inputs."""
        rows, handles = [], []

        def watch(block):
            def hook(block, _, out):
                shapes = [list(a.shape) for a in _flat(out)]
                count = sum(_count(p) for p in block._reg_params.values())
                rows.append((type(block).__name__, str(shapes[0] if len(shapes) == 1 else shapes), count))

            handles.append(block.register_forward_hook(hook))

        self.apply(watch)
        try:
            self(*inputs)
        finally:
            for handle in handles:
                handle.detach()
        print("-" * 80)
        print(f"{'Layer (type)':>20}  {'Output Shape':>42} {'Param #':>15}")
        print("=" * 80)
        for i, (name, shape, count) in enumerate(rows, 1):
            print(f"{f'{name}-{i}':>20}  {shape:>42} {count:>15}")
        print("=" * 80)
        params = {id(p): p for p in self.collect_params().values()}.values()
        trained = sum(_count(p) for p in params if p.grad_req != "null")
        total = sum(map(_count, params))
        print(f"Parameters by layer, shared ones counted each time\n   Total params: {total}\n"
              f"   Trainable params: {trained}\n   Non-trainable params: {total - trained}")
        print("-" * 80)


def _count(p):
    count = 1
    for n in p.shape:
        count *= n
    return count


def _brief(names):
    names = sorted(names)
    return ", ".join(f"'{n}'" for n in (names if len(names) < 8 else [*names[:4], "...", *names[-4:]]))


class _Own(ParameterDict):
    """The parameters of one block; get() adds to them."""

    def __init__(self, block):
        super().__init__(block._reg_params)
        self._block = block

    def __setitem__(self, name, parameter):
        super().__setitem__(name, parameter)
        self._block._reg_params[name] = parameter


def _flat(data):
    """Yield the arrays of nested lists and tuples."""
    if isinstance(data, Array):
        yield data
    elif isinstance(data, (list, tuple)):
        for part in data:
            yield from _flat(part)


def _map(fn, data):
    """Return nested lists and tuples with fn applied to what they contain; None stays None."""
    if isinstance(data, (list, tuple)):
        return type(data)(_map(fn, part) for part in data)
    return None if data is None else fn(data)


class _Sample:
    """Shape and dtype of an input, of which make() returns an array of zeros; an input of another class is kept."""

    def __init__(self, x):
        self._given = (x.shape, weirs_dtype(x.dtype)) if isinstance(x, Array) else x

    def make(self):
        return made(op["zeros"](*self._given)) if isinstance(self._given, tuple) else self._given


def _form(data):
    """Return how inputs are nested, which must not change after hybridize()."""
    if isinstance(data, (list, tuple)):
        return tuple(map(_form, data))
    return None if data is None else Array


class HybridBlock(Block):
    """A block whose deferred parameters are completed by infer_shape before the first forward."""

    _active, _first_form, _first_inputs = False, None, None

    def hybridize(self, active=True, **kwargs):
        self.__dict__["_active"], self.__dict__["_first_form"] = active, None
        super().hybridize(active, **kwargs)

    def __call__(self, *args, **kwargs):
        for p in self._reg_params.values():
            if p._arrays is None and (args or kwargs):
                self._complete(args)
                break
        if not args and not kwargs:
            return super().__call__()
        if self._active:
            self._check(args)
        if not self._forward_pre_hooks and not self._forward_hooks:
            out = self.forward(*args, **kwargs)
            if type(out) is tuple and len({type(x) for x in _flat(out)}) > 1:
                raise TypeError("the outputs of a HybridBlock must be of one class, np.ndarray or NDArray")
            return out
        return super().__call__(*args, **kwargs)

    def _complete(self, args):
        """Create the arrays of deferred parameters."""
        waiting = [p for p in self._reg_params.values() if p._arrays is None]
        for p in waiting:
            if p._deferred is None:
                p._check()
        if any(not _known(p) for p in waiting):
            self.infer_shape(*args)
        for p in waiting:
            p._finish()

    def _check(self, args):
        """Check the inputs of a hybridised block: they are arrays of one device, and nested as in the first call."""
        arrays = list(_flat(args))
        while args and args[-1] is None:
            args = args[:-1]
        if len({context_of(a) for a in arrays}) > 1:
            raise ValueError("Found multiple devices in the inputs of a hybridized block")
        form = _form(args)
        if self._first_form is None:
            self.__dict__["_first_form"] = form
            self.__dict__["_first_inputs"] = _map(_Sample, args)
        elif self._first_form != form:
            raise ValueError("a hybridized block is called with nested arguments of another structure than the first time")

    def forward(self, x, *args):
        """Call hybrid_forward(F, x, **parameters), as in MXNet 1."""
        return self.hybrid_forward(_functions(), x, *args, **{n: p.like(x) for n, p in self._reg_params.items()})

    def hybrid_forward(self, F, x, *args, **kwargs):
        raise NotImplementedError(f"{type(self).__name__} defines neither forward nor hybrid_forward")

    def infer_shape(self, *args):
        raise Mistake(f"{type(self).__name__}: the shapes of some parameters are not known; define infer_shape(self, *inputs), "
                      "or give the shapes")

    def infer_type(self, *args):
        pass

    def optimize_for(self, x, *args, backend=None, clear=False, partition_if_dynamic=True, static_alloc=False,
                     static_shape=False, **kwargs):
        """Hybridise the block and call it once."""
        self.hybridize(True)
        return self(x, *args)

    def export(self, path, epoch=0, remove_amp_cast=True):
        """Write the parameters to PATH-EPOCH.params and the operations of the forward pass to PATH-symbol.json; return both
        names.  The graph has MXNet's fields and Weir's operators.  It is for reading: to load the parameters, build the
        network and call load_parameters."""
        if self._first_inputs is None:
            raise RuntimeError("export: call hybridize(), and then the block with an input, before export()")
        names = f"{path}-symbol.json", f"{path}-{epoch:04d}.params"
        with open(names[0], "w") as file:
            json.dump(self._described(), file, indent=2)
        save(names[1], {f"arg:{name}": p.data(p.list_ctx()[0]) for name, p in self.collect_params().items()})
        return names

    def _described(self):
        """Return the operations of the forward pass, as a dictionary with the fields of MXNet's symbols."""
        inputs = _map(_Sample.make, self._first_inputs)
        with autograd.pause(train_mode=False), Graph() as graph:
            out = self(*inputs)
        graph._name({f"data{i}" if i else "data": a for i, a in enumerate(_flat(inputs))})
        graph._name({name: p.data(p.list_ctx()[0]) for name, p in self.collect_params().items()})
        nodes = graph.nodes
        place = {id(n): i for i, n in enumerate(nodes)}
        heads = [graph.of(a).nodes[-1] for a in _flat(out if isinstance(out, (list, tuple)) else [out])]
        return {"nodes": [{"op": n.name if n.kind in ("op", "view") else "null",
                           "name": f"{n.name}{i}" if n.kind in ("op", "view") else n.name, "attrs": {"result": n.result},
                           "inputs": [[place[id(s)], 0, 0] for s in n.inputs]} for i, n in enumerate(nodes)],
                "arg_nodes": [i for i, n in enumerate(nodes) if n.kind in ("input", "number")],
                "heads": [[place[id(n)], 0, 0] for n in heads]}


def _known(p):
    return p._shape is not None and all(n > 0 for n in p._shape)


class _Both:
    """The argument F of hybrid_forward, which provides the functions of nd, npx and np."""

    def __getattr__(self, name):
        from weir.dialects import mxnet

        for module in (mxnet.nd, mxnet.npx, mxnet.np):
            if name in vars(module):
                return getattr(module, name)
        return getattr(mxnet, name)


def _functions(made=[]):  # noqa: B006
    if not made:
        made.append(_Both())
    return made[0]


# ---- Containers ----------------------------------------------------------------------------------


class Sequential(Block):
    """A sequence of blocks, each applied to the output of the previous one."""

    def __init__(self, prefix=None, params=None):
        super().__init__()

    def add(self, *blocks):
        for block in blocks:
            self.register_child(block)

    def forward(self, x, *args):
        for block in self._children.values():
            x = block(x, *args)
            args = []
            if isinstance(x, (tuple, list)):
                x, args = x[0], x[1:]
        return (x, *args) if args else x

    def __len__(self):
        return len(self._children)

    def __iter__(self):
        return iter(self._children.values())

    def __getitem__(self, index):
        found = list(self._children.values())[index]
        if isinstance(found, list):
            part = type(self)()
            part.add(*found)
            return part
        return found

    def hybridize(self, active=True, **kwargs):
        if self._children and all(isinstance(c, HybridBlock) for c in self._children.values()) and \
                not isinstance(self, HybridBlock):
            warnings.warn(f"hybridize() does nothing for the Sequential {self!r}: a HybridSequential of the same layers is "
                          "hybridized as one block", stacklevel=2)
        super().hybridize(active, **kwargs)


class HybridSequential(Sequential, HybridBlock):
    """A sequence of blocks, each applied to the output of the previous one."""

    def register_child(self, block, name=None):
        if not isinstance(block, HybridBlock):
            raise ValueError(f"Children of HybridBlock must also be HybridBlock, but {block!r} has type {type(block)}")
        super().register_child(block, name)
