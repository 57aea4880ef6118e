"""python -m weir bench: time small operations and a matrix product, compared with other installed libraries.

All libraries run in this process in float32, in interleaved rounds; each figure is the median over the rounds.
"""
import sys
import time

TURNS = 9


class _Peer:
    """A library to measure, with the functions that the cases call to create arrays and to wait for an array."""

    def __init__(self, name, module, ones, total, normal, wait):
        self.name, self.module = name, module
        self.ones, self.total, self.normal, self.wait = ones, total, normal, wait


def _weir():
    import weir
    return _Peer("weir", weir, lambda *s: weir.ones(s), weir.sum,
                 lambda: weir.random.normal(size=(1000, 1000)), lambda x: x.wait())


def _numpy():
    import numpy as np
    rng = np.random.default_rng(0)
    return _Peer("numpy", np, lambda *s: np.ones(s, np.float32), np.sum,
                 lambda: rng.standard_normal((1000, 1000), dtype=np.float32), lambda x: x)


def _torch():
    import torch
    return _Peer("torch", torch, torch.ones, torch.sum, lambda: torch.randn(1000, 1000), lambda x: x)


def _jax():
    import jax
    import jax.numpy as jnp
    key = jax.random.PRNGKey(0)
    return _Peer("jax", jax, lambda *s: jnp.ones(s), jnp.sum,
                 lambda: jax.random.normal(key, (1000, 1000)), lambda x: x.block_until_ready())


def _tensorflow():
    import tensorflow as tf
    peer = _Peer("tensorflow", tf, lambda *s: tf.ones(s), tf.reduce_sum,
                 lambda: tf.random.normal((1000, 1000)), lambda x: x.numpy())
    return peer


def _paddle():
    import paddle
    return _Peer("paddle", paddle, lambda *s: paddle.ones(s), paddle.sum,
                 lambda: paddle.randn((1000, 1000)), lambda x: x.numpy())


def _mxnet():
    import mxnet as mx
    return _Peer("mxnet", mx, lambda *s: mx.nd.ones(s), mx.nd.sum,
                 lambda: mx.nd.random.normal(shape=(1000, 1000)), lambda x: x.wait_to_read())


def _value(x):
    return x.item() if hasattr(x, "item") else x.asscalar() if hasattr(x, "asscalar") else x.numpy()


def _stream(p, x, y, n):
    for _ in range(n):
        z = x + 1
    p.wait(z)


def _each(p, x, y, n):
    for _ in range(n):
        p.wait(x + 1)


def _pair(p, x, y, n):
    for _ in range(n):
        z = x * y + 2
    p.wait(z)


def _sum(p, x, y, n):
    total = p.total
    for _ in range(n):
        _value(total(x))


def _products(p, x, y, n):
    for _ in range(n):
        a = p.normal()
        z = a @ a
    p.wait(z)


CASES = [("x + 1, two elements, many in a row", _stream, 10000, 1e6, "us"),
         ("x + 1, waiting for each result", _each, 10000, 1e6, "us"),
         ("x * y + 2", _pair, 10000, 1e6, "us"),
         ("sum(x).item()", _sum, 10000, 1e6, "us"),
         ("ten draws and products, 1000 x 1000", _products, 10, 1e4, "ms")]


def _time(peer, case, scale):
    run, count = case
    x, y = peer.ones(2), peer.ones(2)
    if run is _products:
        time.sleep(0.3)  # let the threads of the previously measured library stop polling
    start = time.perf_counter()
    run(peer, x, y, count)
    return (time.perf_counter() - start) / count * scale


def _issue():
    """Return the time in ms to issue ten matrix products, without the wait for the results."""
    import weir
    weir.waitall()
    start = time.perf_counter()
    for _ in range(10):
        a = weir.random.normal(size=(1000, 1000))
        z = a @ a
    free = time.perf_counter() - start
    z.wait()
    return free * 1e3


def peers():
    """Return a list of the libraries that can be imported here, weir first."""
    found = []
    for make in (_weir, _numpy, _torch, _jax, _tensorflow, _paddle, _mxnet):
        try:
            found.append(make())
        except Exception:
            if make is _weir:
                raise
    return found


def measure(turns=TURNS, quick=False):
    """Measure all cases in interleaved rounds; return {(case, unit): {library: median time}}."""
    everyone = peers()
    made = {}
    for name, run, count, scale, unit in CASES:
        count = max(1, count // 20) if quick else count
        times = {p.name: [] for p in everyone}
        for turn in range(turns):
            for p in everyone:
                heavy = p.name in ("jax", "tensorflow", "mxnet", "paddle")
                few = max(1, count // 20) if heavy and unit == "us" else count
                times[p.name].append(_time(p, (run, few), scale))
        made[name, unit] = {k: sorted(v)[len(v) // 2] for k, v in times.items()}
    return made


def main(arguments):
    table = measure(3 if "--quick" in arguments else TURNS, "--quick" in arguments)
    names = list(next(iter(table.values())))
    width = max(len(case) for case, _ in table) + 6
    print(" " * width + "".join(f"{n:>14}" for n in names))
    for (case, unit), row in table.items():
        print(f"{case + ', ' + unit:{width}}" + "".join(f"{row[n]:14.3f}" for n in names))
        if len(names) > 1:
            print(f"{'  weir / library':{width}}" + "".join(f"{row['weir'] / row[n]:14.2f}" for n in names))
    free = sorted(_issue() for _ in range(TURNS))[TURNS // 2]
    print(f"ten products issued: control returns to Python after {free:.3f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
