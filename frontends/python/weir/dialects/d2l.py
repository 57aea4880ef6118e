"""The package d2l of the book Dive into Deep Learning, for each framework: from d2l import torch as d2l."""
import math
import random
import sys
import time

import weir
from weir import _core, dialects
from weir._core import Array
from weir.dialects import _d2l_classes, _gpus, _table
from weir.dialects._tensor_class import op, place, plain, quietly


# ---- Independent of the framework ----------------------------------------------------------------


class Timer:
    """Measures and collects elapsed times."""

    def __init__(self):
        self.times = []
        self.start()

    def start(self):
        self.tik = time.time()

    def stop(self):
        """Record and return the seconds since start()."""
        self.times.append(time.time() - self.tik)
        return self.times[-1]

    def sum(self):
        return sum(self.times)

    def avg(self):
        return sum(self.times) / len(self.times)

    def cumsum(self):
        import itertools

        return list(itertools.accumulate(self.times))


class Benchmark:
    """A context manager that measures and prints how long a block takes."""

    def __init__(self, description="Done"):
        self.description = description

    def __enter__(self):
        self.timer = Timer()
        return self

    def __exit__(self, *error):
        print(f"{self.description}: {self.timer.stop():.4f} sec")


class Accumulator:
    """Running sums of n quantities."""

    def __init__(self, n):
        self.data = [0.0] * n

    def add(self, *args):
        self.data = [a + float(b) for a, b in zip(self.data, args)]

    def reset(self):
        self.data = [0.0] * len(self.data)

    def __getitem__(self, i):
        return self.data[i]


class Animator:
    """Records curves during training.  Nothing is drawn; str() returns the last point of each curve as text."""

    def __init__(self, xlabel=None, ylabel=None, legend=None, xlim=None, ylim=None, xscale="linear", yscale="linear",
                 fmts=None, nrows=1, ncols=1, figsize=(3.5, 2.5)):
        self.legend, self.xlabel = legend or [], xlabel or "x"
        self.X, self.Y = [], []

    def add(self, x, y):
        y = list(y) if hasattr(y, "__len__") else [y]
        x = list(x) if hasattr(x, "__len__") else [x] * len(y)
        while len(self.X) < len(y):
            self.X.append([])
            self.Y.append([])
        for i, (a, b) in enumerate(zip(x, y)):
            if a is not None and b is not None:
                self.X[i].append(a)
                self.Y[i].append(float(b))

    def __str__(self):
        names = list(self.legend) + [f"curve {i}" for i in range(len(self.legend), len(self.Y))]
        return ", ".join(f"{n} {ys[-1]:.3f}" for n, ys in zip(names, self.Y) if ys)


def plot(X, Y=None, xlabel=None, ylabel=None, legend=(), xlim=None, ylim=None, xscale="linear", yscale="linear",
         fmts=None,
         figsize=(3.5, 2.5), axes=None):
    """Plot curves if matplotlib is installed, otherwise do nothing."""
    pyplot = _pyplot()
    if pyplot is None:
        return
    pyplot.figure(figsize=figsize)
    X, Y = (None, X) if Y is None else (X, Y)
    for curve in Y if isinstance(Y, (list, tuple)) and hasattr(Y[0], "__len__") else [Y]:
        values = _core.asarray(curve).tolist()
        pyplot.plot(range(len(values)) if X is None else _core.asarray(X[0] if isinstance(X, list) else X).tolist(),
                    values)
    if legend:
        pyplot.legend(legend)


def _pyplot():
    try:
        from matplotlib import pyplot

        return pyplot
    except ImportError:
        return None


def set_figsize(figsize=(3.5, 2.5)):
    """Set the default figure size if matplotlib is installed."""
    pyplot = _pyplot()
    if pyplot is not None:
        pyplot.rcParams["figure.figsize"] = figsize


def use_svg_display():
    """Do nothing; defined because the book's notebooks call it."""


def get_fashion_mnist_labels(labels):
    names = ["t-shirt", "trouser", "pullover", "dress", "coat", "sandal", "shirt", "sneaker", "bag", "ankle boot"]
    return [names[int(i)] for i in labels]


def add_to_class(Class):
    """Return a decorator that adds a function to an existing class as a method."""
    def wrapper(obj):
        setattr(Class, obj.__name__, obj)
        return obj

    return wrapper


class HyperParameters:
    """Base class with a method that saves the arguments of __init__ as attributes."""

    def save_hyperparameters(self, ignore=()):
        frame = sys._getframe(1)
        names = frame.f_code.co_varnames[:frame.f_code.co_argcount + frame.f_code.co_kwonlyargcount]
        self.hparams = {n: frame.f_locals[n] for n in names if n not in {*ignore, "self"} and not n.startswith("_")}
        for name, value in self.hparams.items():
            setattr(self, name, value)


class ProgressBoard(HyperParameters):
    """Stores the points of curves during training; nothing is drawn."""

    def __init__(self, xlabel=None, ylabel=None, xlim=None, ylim=None, xscale="linear", yscale="linear", ls=None,
                 colors=None,
                 fig=None, axes=None, figsize=(3.5, 2.5), display=True):
        self.save_hyperparameters()
        self.points = {}

    def draw(self, x, y, label, every_n=1):
        self.points.setdefault(label, []).append((x, y))


# ---- Functions for each framework ----------------------------------------------------------------


class Words:
    """The properties of a framework that the functions below need.

    name     name of the framework
    made     function that converts an array to a tensor of the framework
    grads    gradient mode of its tensors, "add" or "write"
    loader   function of (arrays, batch_size, train) that returns a data loader
    """

    def __init__(self, name, made, grads, loader):
        self.name, self.made, self.grads, self.loader = name, made, grads, loader


def _common(words):
    """Return a dictionary of the book's functions for one framework."""
    made, name = words.made, words.name

    def synthetic_data(w, b, num_examples):
        """Generate random X and y = Xw + b plus noise; return both."""
        X = op["normal"]((num_examples, len(w)))
        y = X @ op["reshape"](plain(w), (-1,)) + plain(b)
        y = y + op["normal"](y.shape, 0.0, 0.01)
        return made(X), made(op["reshape"](y, (-1, 1)))

    def linreg(X, w, b):
        return X @ w + b

    def squared_loss(y_hat, y):
        return (y_hat - op["reshape"](y, _shape(y_hat))) ** 2 / 2

    def sgd(params, *args):
        """Update the parameters by a step of SGD.  Called as sgd(params, lr, batch_size) or, for TensorFlow, as
        sgd(params, grads, lr, batch_size)."""
        if name == "tensorflow":
            grads, lr, batch_size = args
            for p, g in zip(params, grads):
                p.assign_sub(lr * g / batch_size)
            return
        lr, batch_size = args

        def step():
            for p in params:
                p -= lr * p.grad / batch_size
                if words.grads == "add":
                    p.grad = None

        quietly(step)

    def data_iter(batch_size, features, labels):
        order = list(range(len(features)))
        random.shuffle(order)
        for i in range(0, len(order), batch_size):
            rows = _core.asarray(order[i:i + batch_size])
            yield features[rows], labels[rows]

    def load_array(data_arrays, batch_size, is_train=True):
        return words.loader(data_arrays, batch_size, is_train)

    def load_data_fashion_mnist(batch_size, resize=None, root=None):
        """Return data loaders of the training and test sets of Fashion-MNIST, with images scaled to [0, 1]."""
        loaders = []
        for train in (True, False):
            data = weir.data.FashionMNIST(root, train=train)
            images = op["expand_dims"](op["astype"](data.images, weir.float32) / 255, 1)
            if resize is not None:
                images = op["interpolate"](images, size=(resize, resize), mode="bilinear")
            if name == "tensorflow":  # channels last
                images = op["reshape"](images, (images.shape[0], *images.shape[2:], 1))
            loaders.append(words.loader((made(images), made(data.labels)), batch_size, train))
        return tuple(loaders)

    def accuracy(y_hat, y):
        """Return the number of correct predictions."""
        y_hat, y = plain(y_hat), plain(y)
        if y_hat.ndim > 1 and y_hat.shape[1] > 1:
            y_hat = op["argmax"](y_hat, axis=1)
        return float(op["sum"](op["astype"](op["astype"](y_hat, y.dtype) == y, weir.float32)).item())

    def evaluate_accuracy(net, data_iter, device=None):
        metric = Accumulator(2)
        was = _set_training(net, False)
        where = place(device) or _device_of(net)
        for X, y in data_iter:
            X, y = _gpus.moved(X, where), _gpus.moved(y, where)
            metric.add(quietly(lambda: accuracy(net(X), y)), plain(y).size)
        _set_training(net, was)
        return metric[0] / metric[1]

    def evaluate_loss(net, data_iter, loss):
        metric = Accumulator(2)
        for X, y in data_iter:
            losses = plain(quietly(lambda: loss(net(X), op["reshape"](y, _shape(net(X))))))
            metric.add(op["sum"](losses).item(), losses.size)
        return metric[0] / metric[1]

    def corr2d(X, K):
        """Return the two-dimensional cross-correlation of X with the kernel K."""
        X4, K4 = (op["reshape"](a, (1, 1, *_shape(a))) for a in (X, K))
        Y = op["conv"](X4, K4)
        return op["reshape"](Y, _shape(Y)[2:])

    def try_gpu(i=0):
        """Return GPU i if it exists, and the CPU otherwise."""
        return _gpu(name, i) if i < _gpus.count() else _cpu(name)

    def try_all_gpus():
        """Return a list of all GPUs or, if there is none, of the CPU."""
        return [_gpu(name, i) for i in range(_gpus.count())] or [_cpu(name)]

    def num_gpus():
        """Return the number of GPUs."""
        return _gpus.count()

    def gpu(i=0):
        """Return GPU i."""
        return _gpu(name, i)

    functions = {f.__name__: f for f in (
        synthetic_data, linreg, squared_loss, sgd, data_iter, load_array, load_data_fashion_mnist, accuracy,
        evaluate_accuracy, evaluate_loss, corr2d, try_gpu, try_all_gpus, num_gpus, gpu)}
    functions["evaluate_accuracy_gpu"] = evaluate_accuracy
    functions["cpu"] = lambda: _cpu(name)
    return functions


_shape = Array.shape.__get__


def _set_training(net, mode):
    """Set the training mode of a network, unless mode is None; return the previous mode, or None if the network has
    no mode."""
    if not hasattr(net, "train") or not hasattr(net, "training"):
        return None
    was = net.training
    if mode is not None:
        net.train() if mode else net.eval()
    return was


def _cpu(name):
    home = _home(name)
    if name == "torch":
        return home.device("cpu")
    if name == "mxnet":
        return home.cpu()
    return home.CPUPlace() if name == "paddle" else home.device("/CPU:0")


def _gpu(name, i):
    home = _home(name)
    if name == "torch":
        return home.device(f"cuda:{i}")
    if name == "mxnet":
        return home.gpu(i)
    return home.CUDAPlace(i) if name == "paddle" else home.device(f"/GPU:{i}")


def _device_of(net):
    """Return Weir's device of a network: that of its first parameter, or None if it has none yet."""
    find = getattr(net, "parameters", None) or getattr(net, "collect_params", None)
    found = find() if find is not None else getattr(net, "trainable_variables", ())
    for p in found.values() if isinstance(found, dict) else found:
        array = p if isinstance(p, Array) else getattr(p, "array", None)
        if array is not None:
            return Array.device.__get__(array)
    return None


def _home(name):
    return getattr(dialects, name)


# ---- The book's training functions ---------------------------------------------------------------


def _training(words, common):
    def train_epoch_ch3(net, train_iter, loss, updater):
        """Train for one epoch; return the training loss and the training accuracy."""
        _set_training(net, True)
        metric = Accumulator(3)
        for X, y in train_iter:
            where = _device_of(net)
            X, y = _gpus.moved(X, where), _gpus.moved(y, where)
            y_hat, l = _step(words, net, X, y, loss, updater)
            metric.add(op["sum"](plain(l)).item() * (plain(y).size if plain(l).ndim == 0 else 1),
                       common["accuracy"](y_hat, y), plain(y).size)
        return metric[0] / metric[2], metric[1] / metric[2]

    def train_ch3(net, train_iter, test_iter, loss, num_epochs, updater):
        """Train for num_epochs epochs; print the last training loss, training accuracy and test accuracy."""
        animator = Animator(xlabel="epoch", legend=["train loss", "train acc", "test acc"])
        for epoch in range(num_epochs):
            metrics = train_epoch_ch3(net, train_iter, loss, updater)
            animator.add(epoch + 1, (*metrics, common["evaluate_accuracy"](net, test_iter)))
        print(animator)

    def train_ch6(net, train_iter, test_iter, num_epochs, lr, device=None):
        """Train a convolutional network with SGD; print the last training loss, training accuracy and test accuracy."""
        if words.name == "tensorflow" and not hasattr(net, "trainable_variables"):
            net = net()  # in TensorFlow, net is a function that returns a network
        if device is not None and hasattr(net, "to"):
            net.to(device)
        loss, updater = _ch6(words, net, lr, device)
        train_ch3(net, train_iter, test_iter, loss, num_epochs, updater)

    return {f.__name__: f for f in (train_epoch_ch3, train_ch3, train_ch6)}


def _step(words, net, X, y, loss, updater):
    """Run a training step; return the predictions and the loss.  The updater is an optimiser or a function of the
    batch size."""
    n = _shape(X)[0]
    if words.name == "mxnet":
        with weir.autograd.record():
            y_hat = net(X)
            l = loss(y_hat, y)
        l.backward()
        (updater.step if hasattr(updater, "step") else updater)(n)
        return y_hat, l
    if words.name == "tensorflow":
        return _tensorflow_step(net, X, y, loss, updater)
    y_hat = net(X)
    l = loss(y_hat, y)
    if hasattr(updater, "step"):
        updater.zero_grad() if hasattr(updater, "zero_grad") else updater.clear_grad()
        op["mean"](l).backward()
        updater.step()
    else:
        op["sum"](l).backward()
        updater(n)
    return y_hat, l


def _tensorflow_step(net, X, y, loss, updater):
    """Run a training step in TensorFlow, where losses take the labels first and optimisers take the gradients; return
    the predictions and the loss."""
    tf = _home("tensorflow")
    with tf.GradientTape() as tape:
        y_hat = net(X, training=True) if isinstance(net, tf.keras.Model) else net(X)
        l = loss(y, y_hat) if isinstance(loss, tf.keras.losses.Loss) else loss(y_hat, y)
    if hasattr(updater, "apply_gradients"):
        params = net.trainable_variables
        updater.apply_gradients(zip(tape.gradient(l, params), params))
    else:
        updater(_shape(X)[0], tape.gradient(l, updater.params))
    return y_hat, l


def _ch6(words, net, lr, device):
    home = _home(words.name)
    if words.name == "tensorflow":
        return (home.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
                home.keras.optimizers.SGD(learning_rate=lr))
    if words.name == "mxnet":
        net.initialize(init=home.init.Xavier(), ctx=device, force_reinit=True)
        return home.gluon.loss.SoftmaxCrossEntropyLoss(), home.gluon.Trainer(net.collect_params(), "sgd",
                                                                             {"learning_rate": lr})
    if words.name == "torch":
        net.apply(lambda m: home.nn.init.xavier_uniform_(m.weight) if type(m) in (home.nn.Linear,
                                                                                  home.nn.Conv2d) else None)
        return home.nn.CrossEntropyLoss(), home.optim.SGD(net.parameters(), lr=lr)
    return home.nn.CrossEntropyLoss(), home.optimizer.SGD(learning_rate=lr, parameters=net.parameters())


# ---- The four modules ----------------------------------------------------------------------------

_PLAIN = """Timer Benchmark Accumulator Animator plot set_figsize use_svg_display get_fashion_mnist_labels add_to_class
HyperParameters ProgressBoard""".split()
_MISSING = "- download DATA_HUB DATA_URL: nothing is downloaded; read local files"
TABLE = "\n".join(f"== d2l.{name}\nhere: {' '.join(_PLAIN)}\n{_MISSING}" for name in ("mxnet", "torch", "paddle",
                                                                                      "tensorflow"))


class _Lazy(_table.Names):
    """A module whose framework-dependent functions are created when the first of them is accessed."""

    def __getattr__(self, name):
        if not name.startswith("_") and self._fill() and name in self.__dict__:
            return self.__dict__[name]
        return super().__getattr__(name)

    def _fill(self):
        """Create the functions; return True, or False if they already exist."""
        if self.__dict__.get("_filled"):
            return False
        framework = self.__name__.rpartition(".")[2]
        if dialects._speaks_alone(framework):
            raise ImportError(f"the installed {framework} is in use, but Weir's d2l works with Weir's tensors only; "
                              "run the whole script on Weir with python -m weir.dialects --shadow, or with "
                              f"install({framework!r}, 'd2l', shadow=True)", name=self.__name__)
        self._filled = True
        words = _words(framework)
        common = _common(words)
        book = _d2l_classes.classes(framework, _home(framework), HyperParameters, ProgressBoard)
        more = {**common, **_training(words, common), **_aliases(framework), **book}
        self.__dict__.update({**more, **self.__dict__})
        self._dialect.count += len(more)
        return True


def _words(name):
    home = _home(name)
    if name == "mxnet":
        loader = lambda arrays, n, train: home.gluon.data.DataLoader(home.gluon.data.ArrayDataset(*arrays), n,
                                                                     shuffle=train)
        return Words(name, home.np._made, "write", loader)
    if name == "torch":
        loader = lambda arrays, n, train: home.utils.data.DataLoader(home.utils.data.TensorDataset(*arrays), n,
                                                                     shuffle=train)
        return Words(name, home._made, "add", loader)
    if name == "paddle":
        loader = lambda arrays, n, train: home.io.DataLoader(home.io.TensorDataset(arrays), batch_size=n, shuffle=train)
        return Words(name, home._made, "add", loader)

    def loader(arrays, n, train):
        dataset = home.data.Dataset.from_tensor_slices(arrays)
        return (dataset.shuffle(buffer_size=1000) if train else dataset).batch(n)

    return Words(name, home._made, "write", loader)


# Functions of the framework that the book's package also provides under the same name, such as d2l.reshape.
_SAME = """ones zeros arange meshgrid sin sinh cos cosh tanh linspace exp log matmul eye abs concat stack reshape argmax
    size numpy to reduce_sum reduce_mean astype transpose""".split()


def _aliases(name):
    home = _home(name)
    names = home.np if name == "mxnet" else home
    there = {n: value for n, value in vars(names).items() if not isinstance(value, _table.Names)}
    found = {n: there[n] for n in _SAME if n in there}
    for target, sources in {"tensor": ("array", "tensor", "to_tensor", "constant"), "concat": ("concatenate", "cat",
                                                                                               "concat"),
                            "rand": ("rand",), "randn": ("randn",)}.items():
        for source in sources:
            if source in there:
                found.setdefault(target, there[source])
    found["reshape"] = lambda x, *args: op["reshape"](x, *args)
    found["numpy"] = lambda x, *args: plain(x.detach()).numpy()
    found["size"] = lambda x, *args: plain(x).size
    found["reduce_sum"] = lambda x, *args, **kwargs: op["sum"](x, *args, **kwargs)
    found["reduce_mean"] = lambda x, *args, **kwargs: op["mean"](x, *args, **kwargs)
    found["argmax"] = lambda x, *args, **kwargs: op["argmax"](x, *args, **kwargs)
    found["astype"] = lambda x, dtype: op["astype"](x, dtype)
    found["transpose"] = lambda x: x.T
    found["matmul"] = op["matmul"]
    found["inf"], found["nan"], found["pi"] = math.inf, math.nan, math.pi
    return found


_dialect = _table.speak("d2l", TABLE, globals())
for _module in _dialect.modules.values():
    if "." in _module.__name__:
        _module.__class__ = _Lazy
