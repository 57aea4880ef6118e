"""ops_tensorflow.py - the operator cases as one writes them in TensorFlow, eager.

SPDX-License-Identifier: Apache-2.0
"""

import tensorflow as tf
from ops_protocol import M16, SIDE, case, matmul_cases, ramp, serve

tf.config.threading.set_intra_op_parallelism_threads(2)
tf.config.threading.set_inter_op_parallelism_threads(2)
tf.random.set_seed(7)


def tensor(*args, **named):
    return tf.constant(ramp(*args, **named))


# ---- Element by element ------------------------------------------------------------------------------


@case("add.16m")
def add():
    a, b = tensor(M16, 1), tensor(M16, 2)
    return lambda: a + b


@case("exp.16m")
def exp():
    x = tensor(M16, 1, -4, 4)
    return lambda: tf.exp(x)


@case("tanh.16m")
def tanh():
    x = tensor(M16, 1, -4, 4)
    return lambda: tf.tanh(x)


@case("transpose_add.4096")
def transpose_add():
    x = tensor((SIDE, SIDE), 1)
    return lambda: tf.transpose(x) + 1


@case("relu_muladd.16m")
def relu_muladd_large():
    a, b, c = (tensor(M16, seed, -1, 1) for seed in (1, 2, 3))
    return lambda: tf.nn.relu(a * b + c)


@case("relu_muladd.64k")
def relu_muladd_small():
    a, b, c = (tensor(1 << 16, seed, -1, 1) for seed in (1, 2, 3))
    return lambda: tf.nn.relu(a * b + c)


@case("cast_f16.16m")
def cast_f16():
    x = tensor(M16, 1)
    return lambda: tf.cast(x, tf.float16)


# ---- Along axes ---------------------------------------------------------------------------------------


@case("sum.16m")
def sum_all():
    x = tensor(M16, 1)
    return lambda: tf.reduce_sum(x)


@case("max.16m")
def max_all():
    x = tensor(M16, 1)
    return lambda: tf.reduce_max(x)


@case("mean.16m")
def mean_all():
    x = tensor(M16, 1)
    return lambda: tf.reduce_mean(x)


@case("var.16m")
def var_all():
    x = tensor(M16, 1)
    return lambda: tf.math.reduce_variance(x)


@case("sum_axis0.4096")
def sum_axis0():
    x = tensor((SIDE, SIDE), 1)
    return lambda: tf.reduce_sum(x, axis=0)


@case("sum_axis1.4096")
def sum_axis1():
    x = tensor((SIDE, SIDE), 1)
    return lambda: tf.reduce_sum(x, axis=1)


@case("softmax.4096")
def softmax():
    x = tensor((SIDE, SIDE), 1, -4, 4)
    return lambda: tf.nn.softmax(x)


# ---- Products -------------------------------------------------------------------------------------------


def matmul(left, right, dtype):
    a, b = tensor(left, 1, dtype=dtype), tensor(right, 2, dtype=dtype)
    return lambda: a @ b


for name, *about in matmul_cases():
    case(name)(lambda about=about: matmul(*about))


# ---- Random, moving, mixed ------------------------------------------------------------------------------


@case("normal.16m", random=True)
def normal():
    return lambda: tf.random.normal((M16,))


@case("normal_dot.1000", random=True)
def normal_dot():
    def run():
        for _ in range(10):
            a = tf.random.normal((1000, 1000))
            b = a @ a
        return b
    return run


@case("take.1m")
def take():
    x = tensor(M16, 1)
    index = tf.range(1 << 20, dtype=tf.int64) * 7919 % M16
    return lambda: tf.gather(x, index)


@case("concat.16m")
def concat():
    a, b = tensor(M16 // 2, 1), tensor(M16 // 2, 2)
    return lambda: tf.concat((a, b), axis=0)


@case("products_and_chain")
def products_and_chain():
    factors = [(tensor((512, 512), 2 * k), tensor((512, 512), 2 * k + 1)) for k in range(8)]
    start = tensor(1000, 99)

    def run():
        products = [a @ b for a, b in factors]
        x = start
        for _ in range(2000):
            x = x + 1
        return products + [x]
    return run


# A tiny operation takes some 30 us here; a hundred thousand of them tell nothing more.
serve("tensorflow", tf.__version__)
