"""models_jax.py - the models as one writes them in JAX: a step is one function under jax.jit, gradients and update included.

SPDX-License-Identifier: Apache-2.0
"""

import jax
import jax.numpy as jnp
from jax import lax, nn, random
from models_protocol import model, serve

KEYS = iter(random.split(random.PRNGKey(7), 4096))


def normal(*shape):
    return random.normal(next(KEYS), shape)


def uniform(*shape, bound=1.0, low=None):
    return random.uniform(next(KEYS), shape, minval=-bound if low is None else low, maxval=bound)


def labels(count):
    return jnp.arange(count) % 10


def linear(inputs, outputs):
    bound = inputs ** -0.5
    return {"weight": uniform(outputs, inputs, bound=bound), "bias": uniform(outputs, bound=bound)}


def apply_linear(p, x):
    return x @ p["weight"].T + p["bias"]


def convolution(inputs, outputs, size):
    bound = (inputs * size * size) ** -0.5
    return {"weight": uniform(outputs, inputs, size, size, bound=bound), "bias": uniform(outputs, bound=bound)}


def apply_convolution(p, x, padding):
    y = lax.conv_general_dilated(x, p["weight"], (1, 1), ((padding, padding),) * 2, dimension_numbers=("NCHW", "OIHW", "NCHW"))
    return y + p["bias"][:, None, None]


def norm(width):
    return {"weight": jnp.ones(width), "bias": jnp.zeros(width)}


def apply_layer_norm(p, x):
    mean = x.mean(-1, keepdims=True)
    variance = jnp.square(x - mean).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * p["weight"] + p["bias"]


def apply_batch_norm(p, x):
    mean = x.mean((0, 2, 3), keepdims=True)
    variance = jnp.square(x - mean).mean((0, 2, 3), keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * p["weight"][:, None, None] + p["bias"][:, None, None]


def average_pool(x):
    return lax.reduce_window(x, 0.0, lax.add, (1, 1, 2, 2), (1, 1, 2, 2), "VALID") / 4


def cross_entropy(scores, y):
    return -jnp.take_along_axis(nn.log_softmax(scores), y[:, None], 1).mean()


def sgd(parameters):
    def update(parameters, gradients, state):
        return jax.tree.map(lambda p, g: p - 0.01 * g, parameters, gradients), state
    return (), update


def adam(parameters):
    def update(parameters, gradients, state):
        step, m, v = state
        step += 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, gradients)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, gradients)
        rate, root = 0.001 / (1 - 0.9 ** step), jnp.sqrt(1 - 0.999 ** step)
        return jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) / root + 1e-8), parameters, m, v), (step, m, v)
    return (jnp.float32(0), *(jax.tree.map(jnp.zeros_like, parameters) for _ in range(2))), update


def training(parameters, optimizer, loss):
    """`loss` gives the loss of a batch by the parameters and a key for its random numbers."""
    state, update = optimizer(parameters)

    def once(parameters, state, key):
        key, now = random.split(key)
        value, gradients = jax.value_and_grad(loss)(parameters, now)
        return *update(parameters, gradients, state), key, value
    step = jax.jit(once, donate_argnums=(0, 1, 2))
    kept = [parameters, state, random.PRNGKey(1)]

    def run(count):
        for _ in range(count):
            *kept[:], value = step(*kept)
        value.block_until_ready()
        jax.block_until_ready(kept)
    return sum(p.size for p in jax.tree.leaves(parameters)), run


@model
def mlp():
    net = [linear(512, 2048), linear(2048, 512), linear(512, 1)]

    def loss(net, key):
        batch, wanted = random.split(key)
        h = nn.relu(apply_linear(net[0], random.normal(batch, (1024, 512))))
        h = nn.relu(apply_linear(net[1], h))
        return jnp.square(apply_linear(net[2], h) - random.normal(wanted, (1024, 1))).mean()
    return training(net, sgd, loss)


@model
def tiny():
    net, x, y = [linear(64, 64), linear(64, 64), linear(64, 10)], uniform(32, 64, low=0.0), labels(32)

    def loss(net, key):
        h = nn.relu(apply_linear(net[1], nn.relu(apply_linear(net[0], x))))
        return cross_entropy(apply_linear(net[2], h), y)
    return training(net, sgd, loss)


@model
def lenet():
    net = [convolution(1, 6, 5), convolution(6, 16, 5), linear(400, 120), linear(120, 84), linear(84, 10)]
    x, y = uniform(256, 1, 28, 28, low=0.0), labels(256)

    def loss(net, key):
        h = average_pool(nn.sigmoid(apply_convolution(net[0], x, 2)))
        h = average_pool(nn.sigmoid(apply_convolution(net[1], h, 0))).reshape(256, 400)
        h = nn.sigmoid(apply_linear(net[3], nn.sigmoid(apply_linear(net[2], h))))
        return cross_entropy(apply_linear(net[4], h), y)
    return training(net, adam, loss)


@model
def convolutions():
    net, x = [(convolution(64, 64, 3), norm(64)) for _ in range(5)], normal(32, 64, 32, 32)

    def loss(net, key):
        h = x
        for filters, scale in net:
            h = nn.relu(apply_batch_norm(scale, apply_convolution(filters, h, 1)))
        return h.mean()
    return training(net, adam, loss)


def block(width):
    return {"norm1": norm(width), "norm2": norm(width), "qkv": linear(width, 3 * width), "proj": linear(width, width),
            "up": linear(width, 4 * width), "down": linear(4 * width, width)}


def apply_block(p, x, heads):
    rows, steps, width = x.shape
    q, k, v = jnp.moveaxis(apply_linear(p["qkv"], apply_layer_norm(p["norm1"], x)).reshape(rows, steps, 3, heads, -1), 2, 0)
    x = x + apply_linear(p["proj"], nn.dot_product_attention(q, k, v, is_causal=True).reshape(rows, steps, width))
    return x + apply_linear(p["down"], nn.gelu(apply_linear(p["up"], apply_layer_norm(p["norm2"], x)), approximate=False))


@model
def gpt():
    net = {"letter": normal(65, 128), "place": jnp.zeros((128, 128)), "blocks": [block(128) for _ in range(4)],
           "norm": norm(128), "head": linear(128, 65)}
    text = jnp.arange(16 * 128).reshape(16, 128) * 7 % 65
    following = (text.reshape(-1) + 7) % 65

    def loss(net, key):
        x = net["letter"][text] + net["place"]
        for p in net["blocks"]:
            x = apply_block(p, x, 4)
        return cross_entropy(apply_linear(net["head"], apply_layer_norm(net["norm"], x)).reshape(-1, 65), following)
    return training(net, adam, loss)


@model
def lstm():
    bound = 128 ** -0.5
    cell = {"wx": uniform(512, 128, bound=bound), "wh": uniform(512, 128, bound=bound),
            "bx": uniform(512, bound=bound), "bh": uniform(512, bound=bound)}
    net, x, y = {"cell": cell, "head": linear(128, 10)}, normal(32, 64, 128), labels(32)

    def loss(net, key):
        p = net["cell"]
        inputs = jnp.swapaxes(x @ p["wx"].T + p["bx"], 0, 1)

        def once(state, row):
            h, c = state
            i, f, g, o = jnp.split(row + h @ p["wh"].T + p["bh"], 4, axis=1)
            c = nn.sigmoid(f) * c + nn.sigmoid(i) * jnp.tanh(g)
            h = nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), None
        (h, _), _ = lax.scan(once, (jnp.zeros((32, 128)), jnp.zeros((32, 128))), inputs)
        return cross_entropy(apply_linear(net["head"], h), y)
    return training(net, adam, loss)


if __name__ == "__main__":
    serve("jax", jax.__version__)
