"""The Paddle dialect."""
import weir
from weir import _core, autograd
from weir._core import Array
from weir.dialects import (
    _data, _draws, _gpus, _hooks, _metrics, _networks, _optim, _schedules, _table, _tensor_class, _vision)
from weir.dialects._tensor_class import (
    Mistake, as_kind, flat, keep, kind, op, place, put, quietly, size_of, text, ufuncs, wait_all)
from weir.dialects._vision import Step, by_chance

# ---- Tensors -------------------------------------------------------------------------------------


class Place:
    """A device, such as CPUPlace() or CUDAPlace(0)."""

    __slots__ = ("type", "index")

    def __init__(self, type="cpu", index=None):
        self.type, self.index = type, index

    def __repr__(self):
        return f"Place({self.type}{'' if self.index is None else f':{self.index}'})"

    def __eq__(self, other):
        return repr(self) == repr(other)

    def __hash__(self):
        return hash(repr(self))


_CPU = Place()
_shape = Array.shape.__get__


def _place_of(x):
    device = Array.device.__get__(x)
    return _place(device)


def _place(device):
    """Return Paddle's name of one of Weir's devices."""
    return _CPU if device == "cpu:0" else Place("gpu" if device.type == "cuda" else device.type, device.index)


def _set_device(device):
    """Set the thread's default device."""
    device = _tensor_class.place(device)
    if device.type == "cuda":
        _gpus.set_current(device)
    _core.set_default_device(device)
    return _place(device)


def _get_device():
    """Return the name of the thread's default device, such as "cpu" or "gpu:0"."""
    place = _place(_core.get_default_device())
    return place.type if place.index is None else f"{place.type}:{place.index}"


def _to_cpu(x):
    return x if Array.device.__get__(x).type == "cpu" else op["to_device"](x, "cpu")


@kind()
class Tensor:
    """Paddle's tensor class."""

    def __new__(cls, *args):
        if len(args) == 1 and isinstance(args[0], Array):
            return as_kind(cls, args[0])
        return to_tensor(*args)

    def __repr__(self):
        return (f"Tensor(shape={list(_shape(self))}, dtype={self.dtype}, place={_place_of(self)}, "
                f"stop_gradient={self.stop_gradient},\n"
                f"       {text(self.detach(), 8, separator=', ', prefix=' ' * 7)})")

    def __str__(self):
        return repr(self)

    __hash__ = object.__hash__
    __array_ufunc__ = ufuncs(numpys=True)

    def _stops(self):
        return not self.followed

    def _set_stop(self, stop):
        if not stop and not self.followed:
            self.attach_grad("add")
        elif stop and self.grad_mode != "null":
            self.attach_grad("null")

    shape = property(lambda self: list(_shape(self)))
    stop_gradient = property(_stops, _set_stop)
    grad = property(_hooks.get_grad, _hooks.set_grad)

    def backward(self, grad_tensor=None, retain_graph=False):
        """Compute the gradient of this tensor with respect to the leaves that it was computed from, and add it to their
        .grad.  Does not block."""
        if not self.followed:
            raise Mistake("backward: the tensor was not computed from a tensor with stop_gradient=False")
        _hooks.backward(self, grad_tensor, retain_graph, False)

    def clear_gradient(self, set_to_zero=False):
        self.grad = None

    clear_grad = clear_gradient

    def numpy(self):
        """Return the values as a new NumPy array.  Blocks until they are computed."""
        return Array.numpy(self, copy=True)

    def gradient(self):
        """Return the gradient as a NumPy array, or None if there is none.  Blocks until it is computed."""
        return None if self.grad is None else self.grad.numpy()

    def astype(self, dtype):
        return op["astype"](self, _dtype(dtype))

    def set_value(self, value):
        keep(self, value)


@kind(Tensor)
class Parameter:
    """A trainable tensor."""

    def __new__(cls, x):
        return as_kind(cls, _core.asarray(x).detach()).attach_grad("add")

    def __repr__(self):
        return "Parameter containing:\n" + Tensor.__repr__(self)


def _dtype(dtype):
    return {float: weir.float32, int: weir.int64, bool: weir.bool}.get(dtype, dtype) if dtype is not None else None


def made(x, stop_gradient=True):
    x = as_kind(Tensor, x)
    return x if stop_gradient else x.attach_grad("add")


def to_tensor(data, dtype=None, place=None, stop_gradient=True):
    """Return a new tensor with a copy of the data."""
    place = _tensor_class.place(place)
    if dtype is None and str(getattr(data, "dtype", "")) == "float64" and not hasattr(data, "shape"):
        dtype = weir.float32
    return made(_core.asarray(data, dtype=_dtype(dtype), device=place, copy=True).detach(), stop_gradient)


def arange(start=0, end=None, step=1, dtype=None):
    return made(weir.arange(*((0, start) if end is None else (start, end)), step, dtype=_dtype(dtype)))


class Multinomial:
    """The multinomial distribution: the number of times each outcome occurs in total_count draws."""

    def __init__(self, total_count, probs):
        self.total_count, self.probs = total_count, probs

    def sample(self, shape=()):
        return made(_draws.multinomial(self.total_count, self.probs, tuple(shape)))


def topk(x, k, axis=-1, largest=True, sorted=True):
    return op["topk"](x, k=k, axis=axis, largest=largest, sorted=sorted)


def split(x, num_or_sections, axis=0):
    if isinstance(num_or_sections, int):
        return list(op["split"](x, sections=num_or_sections, axis=axis))
    cuts = [sum(num_or_sections[:i]) for i in range(1, len(num_or_sections))]
    return list(op["split"](x, indices=cuts, axis=axis))


def squeeze(x, axis=None):
    own = _shape(x)
    axes = range(len(own)) if axis is None else (axis,) if isinstance(axis, int) else axis
    return op["squeeze"](x, axis=tuple(i for i in axes if own[i] == 1))


def expand(x, shape):
    own = (1,) * (len(shape) - x.ndim) + _shape(x)
    return op["broadcast_to"](x, tuple(m if n == -1 else n for n, m in zip(shape, own)))


def norm(x, p="fro", axis=None, keepdim=False):
    return op["vector_norm"](x, axis=axis, keepdims=keepdim, ord=2.0 if p == "fro" else float(p))


def unsqueeze(x, axis):
    return op["expand_dims"](x, axis if axis >= 0 else axis + x.ndim + 1)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=False, **kwargs):
    many = isinstance(inputs, (list, tuple))
    return list(_core.grad(outputs, inputs if many else [inputs], grad_outputs, bool(retain_graph or create_graph),
                           create_graph))


def no_grad(fn=None):
    mode = autograd._Modes(False, None)
    return mode if fn is None else mode(fn)


def save(obj, path):
    import pickle

    with open(path, "wb") as file:
        pickle.dump({k: v.numpy() for k, v in obj.items()} if isinstance(obj, dict) else obj, file)


def load(path):
    import pickle

    with open(path, "rb") as file:
        found = pickle.load(file)
    return {k: to_tensor(v) for k, v in found.items()} if isinstance(found, dict) else found


def seed(n):
    weir.random.seed(n)


# ---- Networks ------------------------------------------------------------------------------------


class ParamAttr:
    """The attributes of a parameter; only `initializer` has an effect."""

    def __init__(self, name=None, initializer=None, learning_rate=1.0, trainable=True, **kwargs):
        self.initializer, self.trainable = initializer, trainable


class Layer(_networks.Torchlike):
    """Base class of networks and layers."""

    _tensor, _parameter = Tensor, Parameter

    def sublayers(self, include_self=False):
        return self.modules()[0 if include_self else 1:]

    def named_sublayers(self, prefix="", include_self=False):
        return self.named_modules(prefix)[0 if include_self else 1:]

    def add_sublayer(self, name, sublayer):
        self.add_module(name, sublayer)
        return sublayer

    def add_parameter(self, name, parameter):
        setattr(self, name, parameter)
        return parameter

    def parameters(self, include_sublayers=True):
        return list(super().parameters(include_sublayers))

    def create_parameter(self, shape, attr=None, dtype=None, is_bias=False, default_initializer=None):
        return create_parameter(shape, dtype, attr=attr, is_bias=is_bias, default_initializer=default_initializer)

    def set_state_dict(self, state_dict, use_structured_name=True):
        return self.load_state_dict(state_dict)

    set_dict = load_dict = set_state_dict

    def full_name(self):
        return f"{type(self).__name__.lower()}_0"

    def clear_gradients(self, set_to_zero=False):
        self.zero_grad()

    @property
    def _sub_layers(self):
        return self._modules

    def to(self, device=None, dtype=None, blocking=None):
        return self._moved(_tensor_class.place(device), _dtype(dtype))


def create_parameter(shape, dtype=None, name=None, attr=None, is_bias=False, default_initializer=None):
    init = getattr(attr, "initializer", None) or default_initializer or (
        _initializers["Constant"](0.0) if is_bias else _initializers["XavierUniform"]())
    if len(shape) < 2 and type(init) is _initializers["XavierUniform"]:
        init = _initializers["Uniform"](-(limit := (6 / (2 * max(shape, default=1))) ** 0.5), limit)
    x = Parameter(op["zeros"](tuple(shape), _dtype(dtype)))
    init(x)
    return x


def _initializer(name, fill):
    def __init__(self, *args, **kwargs):
        self._args, self._named = args, {k: v for k, v in kwargs.items() if k != "name"}

    def __call__(self, x, block=None):
        quietly(lambda: fill(x, *self._args, **self._named))
        return x

    return type(name, (), {"__init__": __init__, "__call__": __call__})


_fill = weir.nn.init
_initializers = {
    "Constant": _initializer("Constant", lambda x, value=0.0: put(x, value)),
    "Assign": _initializer("Assign", lambda x, value: put(x, value)),
    "Normal": _initializer("Normal", lambda x, mean=0.0, std=1.0: _fill.normal_(x, mean, std)),
    "TruncatedNormal": _initializer("TruncatedNormal", lambda x, mean=0.0, std=1.0: _fill.trunc_normal_(x, mean, std)),
    "Uniform": _initializer("Uniform", lambda x, low=-1.0, high=1.0: _fill.uniform_(x, low, high)),
    "XavierUniform": _initializer("XavierUniform", lambda x, **kw: _fill.xavier_uniform_(x)),
    "XavierNormal": _initializer("XavierNormal", lambda x, **kw: _fill.xavier_normal_(x)),
    "KaimingUniform": _initializer("KaimingUniform", lambda x, **kw: _fill.kaiming_uniform_(x)),
    "KaimingNormal": _initializer("KaimingNormal", lambda x, **kw: _fill.kaiming_normal_(x)),
}

_ours = _networks.layers_of(Layer, {"name", "weight_attr", "data_format", "padding_mode"})
Sequential, LayerList, LayerDict, ParameterList, _ = _networks.containers(Layer)


class Linear(Layer):
    """Fully connected layer, whose weight has the shape (in_features, out_features)."""

    def __init__(self, in_features, out_features, weight_attr=None, bias_attr=None, name=None):
        self.weight = create_parameter((in_features, out_features), attr=weight_attr)
        self.bias = None if bias_attr is False else create_parameter((out_features,), attr=bias_attr, is_bias=True)

    def forward(self, x):
        return linear(x, self.weight, self.bias)

    def __repr__(self):
        return f"Linear(in_features={self.weight.shape[0]}, out_features={self.weight.shape[1]}, dtype=float32)"


def linear(x, weight, bias=None, name=None):
    return op["linear"](x, op["permute_dims"](weight), bias=bias)


def _layer(name, base):
    """Create and return the class of one of Weir's layers with Paddle's name and arguments."""
    parent = _ours[base]

    def __init__(self, *args, bias_attr=None, weight_attr=None, epsilon=None, momentum=None, **kwargs):
        if bias_attr is False:
            kwargs["bias"] = False
        if epsilon is not None:
            kwargs["eps"] = epsilon
        if momentum is not None:
            kwargs["momentum"] = 1 - momentum
        if "axis" in kwargs:
            kwargs["dim"] = kwargs.pop("axis")
        parent.__init__(self, *args, **kwargs)
        for attr, entry in ((weight_attr, "weight"), (bias_attr, "bias")):
            if getattr(attr, "initializer", None) is not None:
                attr.initializer(getattr(self, entry))

    return type(name, (parent,), {"__init__": __init__})


def _recurrent(name, base):
    """Create and return the class of a recurrent layer with Paddle's name and arguments.

    Inputs have the shape (batch, steps, features), or (steps, batch, features) if time_major is true; the states of the
    layers are stacked along the first axis.
    """
    parent = _ours[base]

    def __init__(self, input_size, hidden_size, num_layers=1, direction="forward", time_major=False, dropout=0.0,
                 activation="tanh", **kwargs):
        more = {"nonlinearity": activation} if base == "RNN" else {}
        parent.__init__(self, input_size, hidden_size, num_layers=num_layers, batch_first=not time_major,
                        dropout=dropout, bidirectional=direction in ("bidirect", "bidirectional"), **more)

    return type(name, (parent,), {"__init__": __init__})


_layers = {}
for _base in _ours:
    _name = _base[:-1] + "D" if _base[-2:] in ("1d", "2d", "3d") else _base
    if _name.startswith("ConvTranspose"):
        _name = f"Conv{_name[-2:]}Transpose"
    if _base not in ("Function", "Linear", "Dense"):
        _layers[_name] = _layer(_name, _base)


for _name, _base in {"SimpleRNN": "RNN", "LSTM": "LSTM", "GRU": "GRU"}.items():
    _layers[_name] = _recurrent(_name, _base)
del _layers["RNN"]


def cross_entropy(input, label, weight=None, ignore_index=-100, reduction="mean", soft_label=False, axis=-1,
                  use_softmax=True, label_smoothing=0.0, name=None):
    """Return the cross entropy of logits and labels.  Labels that are class indices may have an additional axis of
    length one."""
    if not soft_label and label.ndim == input.ndim and label.dtype.kind in "iu" and _shape(label)[axis] == 1:
        label = op["squeeze"](label, axis=axis)
    if not use_softmax:
        return op["nll_loss"](op["log"](input), label, reduction=reduction, ignore_index=ignore_index)
    return op["cross_entropy"](input, label, axis=axis, reduction=reduction, ignore_index=ignore_index,
                               label_smoothing=label_smoothing, weight=weight)


class CrossEntropyLoss(Layer):
    """Cross entropy of logits and class labels."""

    def __init__(self, weight=None, ignore_index=-100, reduction="mean", soft_label=False, axis=-1, use_softmax=True,
                 label_smoothing=0.0, name=None):
        self._how = dict(weight=weight, ignore_index=ignore_index, reduction=reduction, soft_label=soft_label,
                         axis=axis,
                         use_softmax=use_softmax, label_smoothing=label_smoothing)

    def forward(self, input, label):
        return cross_entropy(input, label, **self._how)


# ---- Optimisers ----------------------------------------------------------------------------------


class Optimizer:
    """Updates parameters from their gradients."""

    _kind, _rate = "sgd", 0.001

    def __init__(self, learning_rate=None, *args, parameters=None, weight_decay=None, grad_clip=None, name=None,
                 **settings):
        settings.update(zip(self._order, args))
        self._schedule = learning_rate if hasattr(learning_rate, "get_lr") else None
        rate = self._rate if learning_rate is None else learning_rate() if self._schedule else learning_rate
        settings = {("nesterov" if k == "use_nesterov" else k): v for k, v in settings.items()}
        cls, given = _optim.ours(self._kind, {**settings, "weight_decay": getattr(weight_decay, "coeff", weight_decay)})
        groups = [g if isinstance(g, dict) else {"params": [g]} for g in parameters or ()]
        if isinstance(rate, (int, float)):
            given["lr"] = rate
        if grad_clip is not None:
            given.update(grad_clip.settings)
        self._parameters, self._optimizer = [], None
        if groups and not any(isinstance(g, dict) for g in parameters):
            groups = [{"params": [g["params"][0] for g in groups]}]
        for group in groups:
            self._add(cls, group, given)

    _order = ()

    def _add(self, cls, group, given):
        params = group["params"]
        params = [params] if isinstance(params, Array) else list(params)
        own = {_optim.SETTINGS.get(k, k): getattr(v, "coeff", v) for k, v in group.items() if k != "params"}
        if "lr" in own:
            own["lr"] *= given["lr"]  # a group's learning rate is a factor of the optimiser's learning rate
        self._parameters += params
        if self._optimizer is None:
            self._optimizer = cls(params, **{**given, **own})
        else:
            self._optimizer.add_group(params, **{**given, **own})

    def step(self):
        if self._optimizer is None:
            return
        if self._schedule is not None:
            self._optimizer.lr = self._schedule()
        _optim.step_or_nothing(self._optimizer.step)

    def clear_grad(self, set_to_zero=True):
        for p in self._parameters:
            p.grad = None

    clear_gradients = clear_grad

    def minimize(self, loss):
        loss.backward()
        self.step()

    def get_lr(self):
        return self._schedule() if self._schedule is not None else self._optimizer.lr

    def set_lr(self, value):
        if self._schedule is not None:
            raise Mistake("set_lr: the learning rate is controlled by a schedule; call the schedule's step(), or "
                          "create the optimiser with a number as learning rate")
        self._optimizer.lr = value

    def state_dict(self):
        return {k: made(v) for k, v in self._optimizer.state_dict().items()}

    def set_state_dict(self, state):
        self._optimizer.load_state_dict(state)


def _optimizer(name, kind_, rate, order=()):
    return type(name, (Optimizer,), {"_kind": kind_, "_rate": rate, "_order": order})


_optimizers = {"SGD": _optimizer("SGD", "sgd", 0.001), "Momentum": _optimizer("Momentum", "momentum", 0.001,
                                                                              ("momentum",)),
               "Adam": _optimizer("Adam", "adam", 0.001, ("beta1", "beta2", "epsilon")),
               "AdamW": _optimizer("AdamW", "adamw", 0.001, ("beta1", "beta2", "epsilon")),
               "Adagrad": _optimizer("Adagrad", "adagrad", 0.001, ("epsilon",)),
               "Adadelta": _optimizer("Adadelta", "adadelta", 0.001, ("epsilon", "rho")),
               "RMSProp": _optimizer("RMSProp", "rmsprop", 0.001, ("rho", "epsilon", "momentum"))}


_rates = _schedules.PADDLE


class L2Decay:
    """L2 weight decay."""

    def __init__(self, coeff=0.0):
        self.coeff = coeff


class _Clip:
    def __init__(self, limit):
        self.settings = {self._name: limit}


ClipGradByGlobalNorm = type("ClipGradByGlobalNorm", (_Clip,), {"_name": "max_norm"})
ClipGradByValue = type("ClipGradByValue", (_Clip,), {"_name": "clip_value"})


# ---- Data ----------------------------------------------------------------------------------------


class TensorDataset(_data.TensorDataset):
    """A dataset whose sample i is row i of each tensor."""

    def __init__(self, tensors):
        super().__init__(*(t if isinstance(t, Array) else to_tensor(t) for t in tensors))


class _Stored(_vision.Stored):
    """A dataset of images in memory.  A label is a tensor with one element."""

    def __init__(self, image_path=None, label_path=None, mode="train", transform=None, download=True, backend=None):
        if mode.lower() not in ("train", "test"):
            raise Mistake(f"mode must be 'train' or 'test', not {mode!r}")
        name = type(self).__name__
        if image_path is not None and label_path is not None:
            images, labels = weir.data.read_idx(image_path), weir.data.read_idx(label_path)
        else:
            folder = "fashion-mnist" if name == "FashionMNIST" else "mnist"
            found = _vision.stored(name, [f"~/.cache/paddle/dataset/{folder}"], mode.lower() == "train")
            images, labels = found.images, found.labels
        super().__init__(made(images), made(op["astype"](labels, weir.int64)), transform)
        self.mode, self.backend = mode.lower(), backend or _backend

    images = property(lambda self: self.data)
    labels = property(lambda self: self.targets)

    def _label(self, index):
        return self.targets[index:index + 1]

    def _labels(self, index):
        return op["expand_dims"](super()._labels(index), 1)

    def __getitem__(self, index):
        if self.backend == "pil":
            return super().__getitem__(index)
        index = _vision.number(index, len(self))
        image = op["astype"](self.data[index][..., None], weir.float32).numpy()
        return (image if self.transform is None else self.transform(image)), self._label(index)

    @property
    def gathers(self):
        return self.backend == "pil" and getattr(self.transform, "alike", False)


MNIST, FashionMNIST = (type(name, (_Stored,), {"__doc__": f"Images of {what}, from the given files or from "
                                                          "~/.cache/paddle/dataset."})
                       for name, what in (("MNIST", "digits"), ("FashionMNIST", "clothes")))
_backend = "pil"


def set_image_backend(backend):
    """Set the type of the images in datasets, before transforms: Picture for 'pil', NumPy arrays for 'cv2'."""
    global _backend
    if backend not in ("pil", "cv2"):
        raise Mistake(f"backend must be 'pil' or 'cv2', not {backend!r}")
    _backend = backend


class DatasetFolder(_vision.Folder):
    """A dataset of image files in folders; each folder in root is a class."""

    def __init__(self, root, loader=None, extensions=None, transform=None, is_valid_file=None):
        super().__init__(root, transform, None, loader, is_valid_file, extensions)


class ImageFolder(_data.Dataset):
    """A dataset of the image files in a folder and its subfolders, without labels."""

    def __init__(self, root, loader=None, extensions=None, transform=None, is_valid_file=None):
        self.loader, self.transform = loader or _vision.read, transform
        self.samples = _vision.files(root, extensions, is_valid_file)
        if not self.samples:
            raise FileNotFoundError(f"{root}: the folder contains no images")

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        image = self.loader(self.samples[_vision.number(index, len(self))])
        return [image if self.transform is None else self.transform(image)]


class DataLoader(_data.loader(made)):
    """Iterates over a dataset in batches."""

    def __init__(self, dataset, feed_list=None, places=None, return_list=True, batch_sampler=None, batch_size=1,
                 shuffle=False, drop_last=False, collate_fn=None, num_workers=0, **kwargs):
        if type(dataset) is TensorDataset:
            dataset = _data.TensorDataset(*dataset.tensors)
        super().__init__(dataset, batch_size, shuffle, batch_sampler=batch_sampler, drop_last=drop_last,
                         collate_fn=collate_fn)

    def __call__(self):
        return iter(self)


def _to_tensor(image, data_format="CHW"):
    x = _vision.to_tensor(image, Tensor, data_format)
    return x if data_format == "CHW" else op["moveaxis"](x, -3, -1)


def _normalize(image, mean, std, data_format="CHW"):
    """Return an image with each channel normalised to (x - mean) / std.

    Pictures become tensors of floats, channels first unless data_format is "HWC".
    """
    if not isinstance(image, Array):
        x = _vision.pixels(image)
        x = op["astype"](x if data_format == "HWC" or x.shape[-1] > 4 else op["moveaxis"](x, -1, -3), weir.float32)
        image = made(x)
    return _vision.normalize(image, mean, std, data_format)


def _transpose(image, order):
    """Return the pixels of an image as a tensor with permuted axes."""
    return made(op["permute_dims"](_vision.pixels(image), tuple(order)))


def _torch():
    """Return nn.functional of the PyTorch dialect, for functions that both frameworks have."""
    from importlib import import_module

    return import_module("weir.dialects.torch").nn.functional


def pair(n):
    return n if n is None or not isinstance(n, int) else (n, n)


TABLE = """
== paddle
here: Tensor to_tensor arange no_grad grad save load seed ParamAttr create_parameter
_made = made
__version__ = "2.6.0+weir"
weir: float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 bool complex64 complex128
dtype = _core.DType
CPUPlace() = Place()
CUDAPlace(id=0) = Place("gpu", id)
CUDAPinnedPlace() = Place()
set_grad_enabled(mode) = autograd._Modes(bool(mode), None)
is_grad_enabled() = autograd.is_recording()
is_tensor(x) = isinstance(x, Tensor)
is_compiled_with_cuda() = _gpus.count() > 0
in_dynamic_mode() = True
disable_static(place=None) = None
set_default_dtype(d) = _core.set_default_dtype(d)
get_default_dtype() = str(_core.get_default_dtype())
set_printoptions(precision=None, **kwargs) = weir.set_printoptions(precision=precision)
ones(shape, dtype=None, name=None) = made(op["ones"](shape, _dtype(dtype)))
zeros(shape, dtype=None, name=None) = made(op["zeros"](shape, _dtype(dtype)))
empty(shape, dtype=None, name=None) = made(op["empty"](shape, _dtype(dtype)))
full(shape, fill_value, dtype=None, name=None) = made(weir.full(shape, fill_value, dtype=_dtype(dtype) or weir.float32))
eye(num_rows, num_columns=None, dtype=None) = made(weir.eye(num_rows, num_columns, dtype=_dtype(dtype)))
linspace(start, stop, num, dtype=None) = made(weir.linspace(start, stop, num, dtype=_dtype(dtype)))
randn(shape, dtype=None, name=None) = made(op["normal"](shape, 0.0, 1.0, _dtype(dtype)))
standard_normal(shape, dtype=None) = made(op["normal"](shape, 0.0, 1.0, _dtype(dtype)))
rand(shape, dtype=None, name=None) = made(op["uniform"](shape, 0.0, 1.0, _dtype(dtype)))
normal(mean=0.0, std=1.0, shape=None) = made(_core.asarray(weir.random.normal(mean, std, shape)))
uniform(shape, dtype=None, min=-1.0, max=1.0, seed=0) = made(op["uniform"](shape, min, max, _dtype(dtype)))
randint(low=0, high=None, shape=(1,), dtype=None) = made(op["integers"](*((0, low) if high is None else (low, high)),
    shape=shape, dtype=_dtype(dtype) or weir.int64))
randperm(n, dtype=None) = made(op["permutation"](n))
meshgrid(*args) = list(op["meshgrid"](flat(args) if not isinstance(args[0], Array) else args, indexing="ij"))
concat(x, axis=0, name=None) = op["concat"](x, axis=axis)
stack(x, axis=0, name=None) = op["stack"](x, axis=axis)
einsum(equation, *operands) = weir.einsum(equation, *operands)
where(condition, x=None, y=None) = op["nonzero"](condition) if x is None else op["where"](condition, x, y)
zeros_like(x, dtype=None) = made(op["zeros_like"](x, dtype=_dtype(dtype)))
ones_like(x, dtype=None) = made(op["ones_like"](x, dtype=_dtype(dtype)))
full_like(x, fill_value, dtype=None) = made(op["full_like"](x, fill_value, dtype=_dtype(dtype)))
shape(input) = made(_core.asarray(_shape(input)))
numel(x) = made(_core.asarray(size_of(x)))
broadcast_shape(x_shape, y_shape) = list(weir.broadcast_shapes(x_shape, y_shape))
set_device(device) = _set_device(device)
get_device() = _get_device()
assign(x, output=None) = op["copy"](_core.asarray(x)) if output is None else put(output, x)
increment(x, value=1.0) = x.__iadd__(value)
multinomial(x, num_samples=1, replacement=False) = op["categorical"](x, count=num_samples, replacement=replacement)
bernoulli(x) = op["bernoulli"](x, dtype=x.dtype)
tensordot(x, y, axes=2) = weir.tensordot(x, y, axes=axes)
- summary: use print(net), or weir.nn.summary(net, input)
- profiler: use weir.trace()
- amp: cast the network with net.to(dtype="bfloat16")
- distributed fleet: Weir runs in one process, with worker threads
- Model hapi: write the training loop in Python
- static enable_static: remove the call; networks execute eagerly

== paddle.version
full_version = "2.6.0+weir"

== paddle.framework
here: ParamAttr seed save load

== paddle.regularizer
here: L2Decay

== paddle.distribution
here: Multinomial
- Normal Uniform Categorical Bernoulli: draw with paddle.normal, uniform, multinomial, bernoulli

== paddle.fft
fft(x, n=None, axis=-1, norm="backward") = weir.fft.fft(x, n=n, axis=axis, norm=norm)
ifft(x, n=None, axis=-1, norm="backward") = weir.fft.ifft(x, n=n, axis=axis, norm=norm)
rfft(x, n=None, axis=-1, norm="backward") = weir.fft.rfft(x, n=n, axis=axis, norm=norm)
irfft(x, n=None, axis=-1, norm="backward") = weir.fft.irfft(x, n=n, axis=axis, norm=norm)
fft2(x, s=None, axes=(-2, -1), norm="backward") = weir.fft.fftn(x, s=s, axes=axes, norm=norm)
ifft2(x, s=None, axes=(-2, -1), norm="backward") = weir.fft.ifftn(x, s=s, axes=axes, norm=norm)

== paddle, paddle.tensor, Tensor
weir: abs exp log log2 log10 log1p expm1 sqrt sin cos tan asin acos atan sinh cosh tanh floor ceil trunc sign reciprocal
    square
    isnan isinf isfinite logical_not logical_and logical_or logical_xor maximum minimum equal not_equal
    outer
here: topk split squeeze unsqueeze expand norm
sigmoid(x) = op["sigmoid"](x)
rsqrt(x) = op["rsqrt"](x)
erf(x) = op["erf"](x)
neg(x) = -x
round(x) = weir.around(x)
add(x, y, name=None) = x + y
subtract(x, y, name=None) = x - y
multiply(x, y, name=None) = x * y
divide(x, y, name=None) = x / y
floor_divide(x, y) = x // y
mod(x, y) = x % y
remainder(x, y) = x % y
pow(x, y, name=None) = x ** y
scale(x, scale=1.0, bias=0.0) = x * scale + bias
greater_than(x, y) = x > y
less_than(x, y) = x < y
greater_equal(x, y) = x >= y
less_equal(x, y) = x <= y
equal_all(x, y) = op["all"](op["equal"](x, y))
allclose(x, y, rtol=1e-05, atol=1e-08, equal_nan=False) = weir.allclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan)
mm(input, mat2, name=None) = op["matmul"](input, mat2)
bmm(x, y, name=None) = op["matmul"](x, y)
mv(x, vec, name=None) = op["matmul"](x, vec)
dot(x, y, name=None) = op["sum"](x * y, axis=-1)
matmul(x, y, transpose_x=False, transpose_y=False, name=None) = op["matmul"](op["matrix_transpose"](x) if transpose_x
    else x, op["matrix_transpose"](y) if transpose_y else y)
sum(x, axis=None, dtype=None, keepdim=False, name=None) = op["sum"](x, axis=axis, keepdims=keepdim, dtype=_dtype(dtype))
mean(x, axis=None, keepdim=False, name=None) = op["mean"](x, axis=axis, keepdims=keepdim)
prod(x, axis=None, keepdim=False, dtype=None) = op["prod"](x, axis=axis, keepdims=keepdim)
max(x, axis=None, keepdim=False) = op["max"](x, axis=axis, keepdims=keepdim)
min(x, axis=None, keepdim=False) = op["min"](x, axis=axis, keepdims=keepdim)
std(x, axis=None, unbiased=True, keepdim=False) = op["std"](x, axis=axis, keepdims=keepdim, correction=float(unbiased))
var(x, axis=None, unbiased=True, keepdim=False) = op["var"](x, axis=axis, keepdims=keepdim, correction=float(unbiased))
argmax(x, axis=None, keepdim=False, dtype="int64") = op["argmax"](x, axis=axis, keepdims=keepdim)
argmin(x, axis=None, keepdim=False, dtype="int64") = op["argmin"](x, axis=axis, keepdims=keepdim)
argsort(x, axis=-1, descending=False) = op["argsort"](x, axis=axis, descending=descending)
sort(x, axis=-1, descending=False) = op["sort"](x, axis=axis, descending=descending)
all(x, axis=None, keepdim=False) = op["all"](x, axis=axis, keepdims=keepdim)
any(x, axis=None, keepdim=False) = op["any"](x, axis=axis, keepdims=keepdim)
cumsum(x, axis=None, dtype=None) = op["cumulative_sum"](op["ravel"](x) if axis is None else x, axis=axis or 0)
logsumexp(x, axis=None, keepdim=False) = op["logsumexp"](x, axis=axis, keepdims=keepdim)
clip(x, min=None, max=None) = op["clip"](x, min, max)
reshape(x, shape, name=None) = op["reshape"](x, shape)
flatten(x, start_axis=0, stop_axis=-1) = op["flatten"](x, start=start_axis, end=stop_axis)
transpose(x, perm, name=None) = op["permute_dims"](x, perm)
t(x) = op["permute_dims"](x)
tile(x, repeat_times) = op["tile"](x, repeat_times)
flip(x, axis) = op["flip"](x, axis=axis)
roll(x, shifts, axis=None) = weir.roll(x, shifts, axis=axis)
gather(x, index, axis=0) = op["take"](x, index, axis=axis)
index_select(x, index, axis=0) = op["take"](x, index, axis=axis)
take_along_axis(arr, indices, axis) = op["take_along_axis"](arr, indices, axis=axis)
masked_select(x, mask) = x[mask]
broadcast_to(x, shape) = op["broadcast_to"](x, shape)
unbind(input, axis=0) = list(op["unstack"](input, axis=axis))
chunk(x, chunks, axis=0) = list(op["split"](x, sections=chunks, axis=axis))
cast(x, dtype) = op["astype"](x, _dtype(dtype))
clone(x) = op["copy"](x)
diag(x, offset=0) = op["diag"](x, k=offset)
trace(x) = op["trace"](x)
tril(x, diagonal=0) = op["tril"](x, k=diagonal)
triu(x, diagonal=0) = op["triu"](x, k=diagonal)
bincount(x, weights=None, minlength=0) = weir.bincount(x, weights, minlength)
unique(x) = weir.unique(x)
nonzero(x, as_tuple=False) = op["nonzero"](x) if as_tuple else op["stack"](op["nonzero"](x), axis=1)

== Tensor
item(self, *args) = Array.item(self, *args)
tolist(self) = Array.tolist(self)
detach(self) = Array.detach(self)
register_hook = _hooks.register_hook
retain_grads = _hooks.retain_grad
cpu(self) = _to_cpu(self)
cuda(self, device_id=None, blocking=True) = self if Array.device.__get__(self) == _gpus.find(device_id) else op["to_device"](
    self, _gpus.find(device_id))
pin_memory(self) = self
value(self) = self
dim(self) = self.ndim
ndimension(self) = self.ndim
numel(self) = made(_core.asarray(size_of(self)))
fill_(self, value) = keep(self, value)
zero_(self) = keep(self, 0)
add_(self, y) = self.__iadd__(y)
subtract_(self, y) = self.__isub__(y)
scale_(self, scale=1.0) = self.__imul__(scale)
normal_(self, mean=0.0, std=1.0) = keep(self, op["normal"](_shape(self), mean, std, self.dtype, Array.device.__get__(self)))
uniform_(self, min=-1.0, max=1.0) = keep(self, op["uniform"](_shape(self), min, max, self.dtype, Array.device.__get__(self)))
is_contiguous(self) = Array.is_contiguous.__get__(self)

== Tensor properties
place = _place_of(self)
is_leaf = self.grad_mode != "null" or not self.followed
size = size_of(self)

== paddle.linalg
here: norm
weir.linalg: inv det qr svd eigh cholesky solve matrix_power pinv

== paddle.autograd
backward(tensors, grad_tensors=None, retain_graph=False) = _hooks.backward(tensors, grad_tensors, retain_graph, False)

== paddle.nn
all: _layers
here: Layer Sequential LayerList LayerDict ParameterList Linear CrossEntropyLoss ClipGradByGlobalNorm ClipGradByValue
- LSTMCell GRUCell SimpleRNNCell RNN: use LSTM, GRU or SimpleRNN, which process the whole sequence

== paddle.nn.functional
weir: gelu elu selu silu leaky_relu softplus relu6 mish glu
here: linear cross_entropy
relu(x, name=None) = op["relu"](x)
sigmoid(x, name=None) = op["sigmoid"](x)
tanh(x, name=None) = op["tanh"](x)
softmax(x, axis=-1, dtype=None) = op["softmax"](x, axis=axis)
log_softmax(x, axis=-1, dtype=None) = op["log_softmax"](x, axis=axis)
mse_loss(input, label, reduction="mean") = op["mse_loss"](input, label, reduction=reduction)
l1_loss(input, label, reduction="mean") = op["l1_loss"](input, label, reduction=reduction)
binary_cross_entropy(input, label, weight=None, reduction="mean") = op["binary_cross_entropy"](input, label,
    reduction=reduction, weight=weight)
binary_cross_entropy_with_logits(logit, label, reduction="mean") = op["binary_cross_entropy_with_logits"](logit, label,
    reduction=reduction)
nll_loss(input, label, weight=None, ignore_index=-100, reduction="mean") = op["nll_loss"](input, label,
    reduction=reduction, ignore_index=ignore_index, weight=weight)
smooth_l1_loss(input, label, reduction="mean", delta=1.0) = op["huber_loss"](input, label, reduction=reduction,
    delta=delta)
kl_div(input, label, reduction="mean") = op["kl_div"](input, label, reduction=reduction)
layer_norm(x, normalized_shape, weight=None, bias=None, epsilon=1e-05) = op["layer_norm"](x, axis=(-1,) if
    isinstance(normalized_shape, int) else tuple(range(-len(normalized_shape), 0)), eps=epsilon, weight=weight,
    bias=bias)
pad(x, pad, mode="constant", value=0.0) = _torch().pad(x, pad, mode, value)
interpolate(x, size=None, scale_factor=None, mode="nearest", align_corners=False) = _torch().interpolate(x, size,
    scale_factor, mode, align_corners)
one_hot(x, num_classes) = op["one_hot"](x, num_classes=num_classes, dtype=weir.float32)
dropout(x, p=0.5, training=True) = op["dropout"](x, p=p)[0] if training else x
conv2d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) = weir.conv(x, weight, bias=bias, stride=stride,
    padding=padding, dilation=dilation, groups=groups)
max_pool2d(x, kernel_size, stride=None, padding=0) = op["max_pool"](x, pair(kernel_size), stride=pair(stride),
    padding=pair(padding))
avg_pool2d(x, kernel_size, stride=None, padding=0, exclusive=True) = op["avg_pool"](x, pair(kernel_size),
    stride=pair(stride), padding=pair(padding), count_include_pad=not exclusive)
adaptive_avg_pool2d(x, output_size) = op["adaptive_avg_pool"](x, pair(output_size))
embedding(x, weight, padding_idx=None) = op["embedding"](x, weight, padding_idx=padding_idx)
normalize(x, p=2, axis=1, epsilon=1e-12) = op["normalize"](x, p=float(p), axis=axis, eps=epsilon)

== paddle.nn.initializer
all: _initializers

== paddle.optimizer
here: Optimizer
all: _optimizers

== paddle.optimizer.lr
all: _rates

== paddle.io
here: TensorDataset DataLoader
Dataset = _data.Dataset
IterableDataset = _data.IterableDataset
Subset = _data.Subset
random_split = _data.random_split
RandomSampler = _data.RandomSampler
BatchSampler(dataset=None, sampler=None, shuffle=False, batch_size=1, drop_last=False) = _data.BatchSampler(sampler or
    (_data.RandomSampler if shuffle else _data.SequentialSampler)(dataset), batch_size, drop_last)

== paddle.vision
here: set_image_backend
get_image_backend() = _backend
image_load(path, backend=None) = _vision.read(path)
- models: write the network with paddle.nn, and load your weights with set_state_dict
- ops: use paddle.nn.functional

== paddle.vision.datasets
here: MNIST FashionMNIST DatasetFolder ImageFolder
- Cifar10 Cifar100 Flowers VOC2012: use MNIST or FashionMNIST, or DatasetFolder for your own images

== paddle.vision.transforms
Compose = _vision.Compose
ToTensor(data_format="CHW", keys=None) = Step("ToTensor", _to_tensor, data_format=data_format)
Resize(size, interpolation="bilinear", keys=None) = Step("Resize", _vision.resize, size=size,
    interpolation=interpolation)
CenterCrop(size, keys=None) = Step("CenterCrop", _vision.center_crop, size=size)
Pad(padding, fill=0, padding_mode="constant", keys=None) = Step("Pad", _vision.pad, padding=padding, fill=fill,
    padding_mode=padding_mode)
Normalize(mean=0.0, std=1.0, data_format="CHW", to_rgb=False, keys=None) = Step("Normalize", _normalize, mean=mean,
    std=std, data_format=data_format)
Transpose(order=(2, 0, 1), keys=None) = Step("Transpose", _transpose, alike=False, order=order)
Grayscale(num_output_channels=1, keys=None) = Step("Grayscale", _vision.grayscale,
    num_output_channels=num_output_channels)
RandomHorizontalFlip(prob=0.5, keys=None) = by_chance("RandomHorizontalFlip", _vision.random_hflip, p=prob)
RandomVerticalFlip(prob=0.5, keys=None) = by_chance("RandomVerticalFlip", _vision.random_vflip, p=prob)
RandomCrop(size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant", keys=None) =
    by_chance("RandomCrop", _vision.random_crop, size=size, padding=padding, pad_if_needed=pad_if_needed, fill=fill,
    padding_mode=padding_mode)
RandomResizedCrop(size, scale=(0.08, 1.0), ratio=(3 / 4, 4 / 3), interpolation="bilinear", keys=None) =
    by_chance("RandomResizedCrop", _vision.random_resized_crop, size=size, scale=scale, ratio=ratio,
    interpolation=interpolation)
ColorJitter(brightness=0, contrast=0, saturation=0, hue=0, keys=None) = by_chance("ColorJitter", _vision.jitter,
    brightness=brightness, contrast=contrast, saturation=saturation, hue=hue)
BrightnessTransform(value, keys=None) = by_chance("BrightnessTransform", _vision.jitter, brightness=value)
ContrastTransform(value, keys=None) = by_chance("ContrastTransform", _vision.jitter, contrast=value)
SaturationTransform(value, keys=None) = by_chance("SaturationTransform", _vision.jitter, saturation=value)
to_tensor(pic, data_format="CHW") = _to_tensor(pic, data_format)
resize(img, size, interpolation="bilinear") = _vision.resize(img, size, interpolation)
center_crop(img, output_size) = _vision.center_crop(img, output_size)
crop(img, top, left, height, width) = _vision.crop(img, top, left, height, width)
pad(img, padding, fill=0, padding_mode="constant") = _vision.pad(img, padding, fill, padding_mode)
normalize(img, mean, std, data_format="CHW", to_rgb=False) = _normalize(img, mean, std, data_format)
hflip(img) = _vision.hflip(img)
vflip(img) = _vision.vflip(img)
to_grayscale(img, num_output_channels=1) = _vision.grayscale(img, num_output_channels)
adjust_brightness(img, brightness_factor) = _vision.adjust(img, brightness=brightness_factor)
adjust_contrast(img, contrast_factor) = _vision.adjust(img, contrast=contrast_factor)
- RandomRotation RandomAffine RandomPerspective RandomErasing HueTransform BaseTransform rotate affine: use flips,
    crops and ColorJitter, or any function of an image

== paddle.device
set_device(device) = _set_device(device)
get_device() = _get_device()
get_all_device_type() = ["cpu", "gpu"] if _gpus.count() else ["cpu"]
get_available_device() = ["cpu", *(f"gpu:{i}" for i in range(_gpus.count()))]
is_compiled_with_cuda() = _gpus.count() > 0
synchronize(device=None) = _gpus.synchronize(device)

== paddle.device.cuda
synchronize(device=None) = _gpus.synchronize(device)
device_count() = _gpus.count()
empty_cache() = weir.memory.trim()
max_memory_allocated(device=None) = _gpus.memory(device, "peak")
memory_allocated(device=None) = _gpus.memory(device, "used")
memory_reserved(device=None) = _gpus.memory(device, "reserved")
get_device_name(device=None) = _gpus.properties(device).name
get_device_properties(device=None) = _gpus.properties(device)
get_device_capability(device=None) = _gpus.properties(device)[1:3]

== paddle.jit
~ to_static(function=None, **options) = function if function is not None else (lambda fn: fn)
- save load: use paddle.save(net.state_dict(), path)

== paddle.metric
Accuracy = _metrics.PaddleAccuracy
accuracy(input, label, k=1) = op["mean"](op["astype"](_metrics.among(input, label, k), weir.float32))
- Precision Recall Auc: compute the metric from the network's outputs
"""

_vision.classes(_table.speak("paddle", TABLE, globals(), records=True).modules["paddle.vision.transforms"])
