"""The programs of `python -m weir bench`: one process for each library, which runs rows on request.

The file is run by its path, not as a module of the package, so that the processes of other libraries do not load Weir.
The name of the library is the argument.  The process says who it is, then answers lines of JSON, each with one line:

    {"version": "2.4.6"}                                          first, or {"error": why}
    {"prepare": "add.16m", "seconds": 0.03}                       {"count": 5, "probe": 0.94}
    {"run": 5}                                                    {"seconds": time of 5 repetitions}

`prepare` creates the row's data, runs it to warm up, and says how many repetitions take about `seconds`; the probe is a
value of the result, or None.  A row that a library does not have is {"missing": true}.
"""
import ctypes
import json
import math
import os
import signal
import sys
import time

M16 = 1 << 24
MLP = (1024, (512, 2048, 512, 1))   # rows of a batch, widths of the layers
TINY = (32, (64, 64, 64, 10))


def step_flops(batch, widths):
    """Operations of a training step's matrix products: three for each layer, two for the first, whose input is data."""
    return sum(2 * batch * a * b * (2 if i == 0 else 3) for i, (a, b) in enumerate(zip(widths, widths[1:])))


class Row:
    """A row of the table: `make(library)` returns a function that runs it a number of times and returns its last result.

    `flops` and `bytes` are the least that a repetition has to compute and to move, if its arrays are far larger than
    caches or if it is a matrix product; they give the row's limit on this machine.
    """

    def __init__(self, name, title, unit, make, flops=0, bytes=0, random=False):
        self.name, self.title, self.unit, self.make = name, title, unit, make
        self.flops, self.bytes, self.random = flops, bytes, random


# ---- Rows ------------------------------------------------------------------------------------------------------------


def in_a_row(lib):
    x = lib.array(2)

    def run(count):
        for _ in range(count):
            z = x + 1
        lib.wait_all()
        return lib.wait(z)
    return run


def one_by_one(lib):
    x = lib.array(2)

    def run(count):
        for _ in range(count):
            z = lib.wait(x + 1)
        return z
    return run


def pair(lib):
    x, y = lib.array(2), lib.array(2)

    def run(count):
        for _ in range(count):
            z = x * y + 2
        lib.wait_all()
        return lib.wait(z)
    return run


def small_sum(lib):
    x = lib.array(2)

    def run(count):
        for _ in range(count):
            lib.value(lib.sum(x))
        return x
    return run


def chain(size):
    def make(lib):
        x = lib.array(size)

        def run(count):
            z = x
            for _ in range(count):
                z = z + 1
            return lib.wait(z)
        return run
    return make


def repeat(lib, call):
    """Each result is waited for while the next one is computed, so none is left over when the last one is there."""
    def run(count):
        z = call()
        for _ in range(count - 1):
            previous, z = z, call()
            lib.wait(previous)
        return lib.wait(z)
    return run


def add(lib):
    x, y = lib.array(M16), lib.array(M16)
    return repeat(lib, lambda: x + y)


def softmax(lib):
    x = lib.array(4096, 4096)
    return repeat(lib, lambda: lib.softmax(x))


def matmul(side):
    def make(lib):
        x, y = lib.array(side, side), lib.array(side, side)
        return repeat(lib, lambda: x @ y)
    return make


def normal(lib):
    return repeat(lib, lambda: lib.normal(M16))


def products(lib):
    def run(count):
        for _ in range(count):
            made = []
            for _ in range(10):
                a = lib.normal(1000, 1000)
                made.append(a @ a)
            for z in made:
                lib.wait(z)
        return z
    return run


def training(shape, loss):
    def make(lib):
        return lib.training(*shape, loss)
    return make


ROWS = [
    Row("small.row", "x + 1 on 2 elements, many in a row", "us", in_a_row),
    Row("small.wait", "x + 1 on 2 elements, each waited for", "us", one_by_one),
    Row("small.pair", "x * y + 2 on 2 elements, many in a row", "us", pair),
    Row("small.sum", "sum of 2 elements, read each time", "us", small_sum),
    Row("chain.64k", "z = z + 1 on 64 K elements", "us", chain(1 << 16)),
    Row("chain.1m", "z = z + 1 on 1 M elements", "us", chain(1 << 20)),
    Row("add.16m", "x + y on 16 M elements", "ms", add, bytes=12 * M16),
    Row("softmax.4096", "softmax of 4096 x 4096", "ms", softmax, bytes=8 * M16),
    *[Row(f"matmul.{n}", f"matrix product, {n} x {n}", "GFLOP/s", matmul(n), flops=2 * n**3) for n in (256, 1024, 2048)],
    Row("normal.16m", "16 M normal numbers", "ms", normal, random=True, bytes=4 * M16),
    Row("products.10", "ten normal matrices, squared, 1000 x 1000", "ms", products, random=True, flops=10 * 2 * 1000**3),
    Row("mlp", "training step, 512-2048-512-1, 1024 rows", "ms", training(MLP, "mse"), flops=step_flops(*MLP),
        random=True),
    Row("mlp.tiny", "training step, 64-64-64-10, 32 rows", "us", training(TINY, "cross entropy"), random=True),
]


# ---- Libraries -------------------------------------------------------------------------------------------------------
#
# Each has array(*shape): float32, i % 17 / 17 by index; wait(x), which returns x; number(x), its second element; sum(x);
# value(x), the number in an array of one; softmax over the last axis; normal(*shape); training(batch, widths, loss): a
# function that makes a number of steps of SGD and returns the loss.


class Library:
    def wait(self, x):
        return x

    def wait_all(self):
        """Wait for results that the program no longer holds; only Weir leaves such work queued."""

    def sum(self, x):
        return x.sum()

    def value(self, x):
        return x.item()


class Weir(Library):
    def __init__(self):
        import weir
        self.weir, self.version = weir, weir.__version__

    def array(self, *shape):
        values = self.weir.arange(math.prod(shape), dtype=self.weir.int32) % 17
        return (values.astype(self.weir.float32) / 17).reshape(shape).wait()

    def wait(self, x):
        return x.wait()

    def wait_all(self):
        self.weir.waitall()

    def number(self, x):
        return x.reshape(-1)[1].item()

    def softmax(self, x):
        return self.weir.softmax(x, axis=-1)

    def normal(self, *shape):
        return self.weir.random.normal(size=shape, dtype=self.weir.float32)

    def training(self, batch, widths, loss):
        weir, nn = self.weir, self.weir.nn
        layers = [layer for a, b in zip(widths, widths[1:]) for layer in (nn.Linear(a, b), nn.ReLU())][:-1]
        net = nn.Sequential(*layers)
        x, y = self.array(batch, widths[0]), self.array(batch, 1)
        if loss == "cross entropy":
            y = weir.arange(batch, dtype=weir.int64) % widths[-1]
        error = nn.MSELoss() if loss == "mse" else nn.CrossEntropyLoss()
        optimizer = weir.optim.SGD(net.parameters(), lr=0.01)

        def run(count):
            for _ in range(count):
                with weir.autograd.record():
                    value = error(net(x), y)
                value.backward()
                optimizer.step()
            weir.waitall()
            return value
        return run


class Numpy(Library):
    def __init__(self):
        import numpy
        self.np, self.version = numpy, numpy.__version__
        self.random = numpy.random.default_rng(0)

    def array(self, *shape):
        return (self.np.arange(math.prod(shape)) % 17 / 17).astype(self.np.float32).reshape(shape)

    def number(self, x):
        return float(x.reshape(-1)[1])

    def softmax(self, x):
        e = self.np.exp(x - x.max(axis=-1, keepdims=True))
        e /= e.sum(axis=-1, keepdims=True)
        return e

    def normal(self, *shape):
        return self.random.standard_normal(shape, dtype=self.np.float32)

    def training(self, batch, widths, loss):
        np = self.np
        weight = [self.normal(a, b) * np.float32(a ** -0.5) for a, b in zip(widths, widths[1:])]
        bias = [np.zeros(b, np.float32) for b in widths[1:]]
        x, y, rate = self.array(batch, widths[0]), self.array(batch, 1), np.float32(0.01)
        rows, labels = np.arange(batch), np.arange(batch) % widths[-1]

        def gradient(out):
            """The loss and its gradient by the output."""
            if loss == "mse":
                d = out - y
                return np.mean(d * d), d * np.float32(2 / d.size)
            p = self.softmax(out)
            value = -np.log(p[rows, labels]).mean()
            p[rows, labels] -= 1
            return value, p / np.float32(batch)

        def run(count):
            for _ in range(count):
                inputs = [x]
                for i, (w, b) in enumerate(zip(weight, bias)):
                    out = inputs[-1] @ w + b
                    inputs.append(np.maximum(out, 0) if i < len(weight) - 1 else out)
                value, d = gradient(inputs[-1])
                for i in range(len(weight) - 1, -1, -1):
                    dw, db = inputs[i].T @ d, d.sum(axis=0)
                    if i > 0:
                        d = (d @ weight[i].T) * (inputs[i] > 0)
                    weight[i] -= rate * dw
                    bias[i] -= rate * db
            return value
        return run


class Torch(Library):
    def __init__(self):
        import torch
        torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
        self.torch, self.version = torch, torch.__version__

    def array(self, *shape):
        return (self.torch.arange(math.prod(shape)) % 17 / 17).to(self.torch.float32).reshape(shape)

    def number(self, x):
        return x.reshape(-1)[1].item()

    def softmax(self, x):
        return self.torch.softmax(x, dim=-1)

    def normal(self, *shape):
        return self.torch.randn(shape)

    def training(self, batch, widths, loss):
        torch, nn = self.torch, self.torch.nn
        layers = [layer for a, b in zip(widths, widths[1:]) for layer in (nn.Linear(a, b), nn.ReLU())][:-1]
        net = nn.Sequential(*layers)
        x, y = self.array(batch, widths[0]), self.array(batch, 1)
        if loss == "cross entropy":
            y = torch.arange(batch) % widths[-1]
        error = nn.MSELoss() if loss == "mse" else nn.CrossEntropyLoss()
        optimizer = torch.optim.SGD(net.parameters(), lr=0.01)

        def run(count):
            for _ in range(count):
                value = error(net(x), y)
                optimizer.zero_grad()
                value.backward()
                optimizer.step()
            return value
        return run


class Jax(Library):
    """Operations one by one; the training step is compiled, as users of JAX write it."""

    def __init__(self):
        import jax
        import jax.numpy
        self.jax, self.np, self.version = jax, jax.numpy, jax.__version__
        self.key = jax.random.PRNGKey(0)

    def array(self, *shape):
        return (self.np.arange(math.prod(shape)) % 17 / 17).astype("float32").reshape(shape).block_until_ready()

    def wait(self, x):
        return x.block_until_ready()

    def number(self, x):
        return float(x.reshape(-1)[1])

    def softmax(self, x):
        return self.jax.nn.softmax(x, axis=-1)

    def normal(self, *shape):
        self.key, key = self.jax.random.split(self.key)
        return self.jax.random.normal(key, shape, "float32")

    def training(self, batch, widths, loss):
        jax, np = self.jax, self.np
        net = [(self.normal(a, b) * a ** -0.5, np.zeros(b)) for a, b in zip(widths, widths[1:])]
        x, y, labels = self.array(batch, widths[0]), self.array(batch, 1), np.arange(batch) % widths[-1]

        def error(net):
            out = x
            for i, (w, b) in enumerate(net):
                out = out @ w + b
                out = jax.nn.relu(out) if i < len(net) - 1 else out
            if loss == "mse":
                return np.mean((out - y) ** 2)
            return -np.mean(jax.nn.log_softmax(out)[np.arange(batch), labels])

        @jax.jit
        def step(net):
            value, gradient = jax.value_and_grad(error)(net)
            return value, jax.tree_util.tree_map(lambda p, g: p - 0.01 * g, net, gradient)

        def run(count):
            nonlocal net
            for _ in range(count):
                value, net = step(net)
            jax.block_until_ready(net)
            return value
        return run


class Tensorflow(Library):
    """Operations one by one; the training step is a tf.function, as users of TensorFlow write it."""

    def __init__(self):
        import tensorflow
        threads = int(os.environ["OMP_NUM_THREADS"])
        tensorflow.config.threading.set_intra_op_parallelism_threads(threads)
        self.tf, self.version = tensorflow, tensorflow.__version__

    def array(self, *shape):
        return self.tf.reshape(self.tf.cast(self.tf.range(math.prod(shape)) % 17, "float32") / 17, shape)

    def wait(self, x):
        x.numpy()
        return x

    def number(self, x):
        return float(self.tf.reshape(x, [-1])[1])

    def sum(self, x):
        return self.tf.reduce_sum(x)

    def value(self, x):
        return x.numpy()

    def softmax(self, x):
        return self.tf.nn.softmax(x, axis=-1)

    def normal(self, *shape):
        return self.tf.random.normal(shape)

    def training(self, batch, widths, loss):
        tf = self.tf
        net = [(tf.Variable(tf.random.normal((a, b)) * a ** -0.5), tf.Variable(tf.zeros(b)))
               for a, b in zip(widths, widths[1:])]
        parameters = [p for layer in net for p in layer]
        x, y, labels = self.array(batch, widths[0]), self.array(batch, 1), tf.range(batch) % widths[-1]

        @tf.function
        def step():
            with tf.GradientTape() as tape:
                out = x
                for i, (w, b) in enumerate(net):
                    out = out @ w + b
                    out = tf.nn.relu(out) if i < len(net) - 1 else out
                if loss == "mse":
                    value = tf.reduce_mean((out - y) ** 2)
                else:
                    value = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=out))
            for p, g in zip(parameters, tape.gradient(value, parameters)):
                p.assign_sub(0.01 * g)
            return value

        def run(count):
            for _ in range(count):
                value = step()
            return self.wait(value)
        return run


LIBRARIES = {"weir": Weir, "numpy": Numpy, "torch": Torch, "jax": Jax, "tensorflow": Tensorflow}


# ---- The process -----------------------------------------------------------------------------------------------------


def die_with_parent():
    """Let the kernel kill this process when its parent ends, for example while this process is stopped."""
    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (AttributeError, OSError):
        pass


def timed(run, count):
    start = time.perf_counter()
    result = run(count)
    return time.perf_counter() - start, result


def prepare(lib, name, seconds):
    """Create a row; return the function that runs it, the number of repetitions that take `seconds`, and the probe."""
    row = next(row for row in ROWS if row.name == name)
    run = row.make(lib)
    took, result = timed(run, 1)
    probe = None if row.random else lib.number(result)
    if name.startswith("chain"):
        probe -= 1  # of the first repetition, without what was added
    del result
    took, count = timed(run, 1)[0], 1
    while took < seconds / 4 and count < 1 << 20:
        count *= 2
        took = timed(run, count)[0]
    return run, max(1, round(count * seconds / max(took, 1e-9))), probe


def serve(name):
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not be mistaken for an answer

    def answer(**fields):
        answers.write(json.dumps(fields) + "\n")
        answers.flush()
    try:
        lib = LIBRARIES[name]()
    except Exception as error:
        return answer(error=f"{type(error).__name__}: {error}")
    answer(version=lib.version)
    run = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if "prepare" in request:
                run = None  # frees the arrays of the previous row
                run, count, probe = prepare(lib, request["prepare"], request["seconds"])
                answer(count=count, probe=probe)
            else:
                answer(seconds=timed(run, request["run"])[0])
        except Exception as error:
            answer(error=f"{type(error).__name__}: {error}")
    return None


if __name__ == "__main__":
    die_with_parent()
    serve(sys.argv[-1])
