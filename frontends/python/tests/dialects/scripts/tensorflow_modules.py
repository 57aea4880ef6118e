"""TensorFlow without Keras: tf.Module, tf.function, while_loop, scan, map_fn, second derivatives and jacobians."""
# framework: tensorflow
# tolerance: loss 1 %, norm 5 %, total 0, fibonacci 0, slope 0.01 %
import numpy as np
import tensorflow as tf

tf.random.set_seed(1)
rng = np.random.RandomState(0)


class Dense(tf.Module):
    def __init__(self, i, o, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(tf.constant(rng.randn(i, o) * 0.3, dtype=tf.float32), name="w")
        self.b = tf.Variable(tf.zeros([o]), name="b")

    @tf.function
    def __call__(self, x):
        return tf.nn.relu(x @ self.w + self.b)


class MLP(tf.Module):
    def __init__(self, sizes, name=None):
        super().__init__(name=name)
        self.layers = []
        with self.name_scope:
            for a, b in zip(sizes, sizes[1:]):
                self.layers.append(Dense(a, b))

    @tf.Module.with_name_scope
    def __call__(self, x):
        for l in self.layers:
            x = l(x)
        return x


net = MLP([3, 16, 16, 1])
print(len(net.variables), len(net.trainable_variables), len(net.submodules))
X = tf.constant(rng.randn(64, 3), tf.float32)
Y = tf.reduce_sum(tf.abs(X), axis=1, keepdims=True)
m = [tf.Variable(tf.zeros_like(v), trainable=False) for v in net.trainable_variables]


@tf.function(reduce_retracing=True)
def step(x, y, lr=0.01):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.math.squared_difference(net(x), y))
    grads = tape.gradient(loss, net.trainable_variables)
    grads, norm = tf.clip_by_global_norm(grads, 5.0)
    for v, g, s in zip(net.trainable_variables, grads, m):
        s.assign(0.9 * s + g)
        v.assign_sub(lr * s)
    return loss, norm


for i in tf.range(100):
    loss, norm = step(X, Y)
print("loss", float(loss))
print("norm", norm.numpy())

# control flow
i, total = tf.while_loop(lambda i, t: tf.less(i, 10), lambda i, t: (i + 1, t + tf.cast(i, tf.float32) ** 2), [tf.constant(0), tf.constant(0.0)])
print("total", float(total))
fib = tf.scan(lambda a, _: (a[1], a[0] + a[1]), tf.range(8), initializer=(tf.constant(0), tf.constant(1)))
print("fibonacci", int(fib[0][-1]))
print(tf.map_fn(lambda t: t[0] * t[1], (tf.constant([1., 2.]), tf.constant([3., 4.])), fn_output_signature=tf.float32).numpy())
print(tf.foldl(lambda a, x: a * 2 + x, tf.constant([1, 0, 1])).numpy(), tf.vectorized_map(lambda r: tf.reduce_sum(r), tf.ones([3, 2])).numpy())
# derivatives
v = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape(persistent=True) as t2:
    with tf.GradientTape() as t1:
        f = tf.reduce_sum(v ** 3)
    g = t1.gradient(f, v)
    q = tf.stack([v[0] * v[1], v[2] ** 2])
print(t2.gradient(g, v).numpy(), t2.jacobian(q, v).numpy().tolist())
del t2
with tf.GradientTape() as tape:
    x = tf.constant(3.0)
    tape.watch(x)
    y = tf.cond(x > 2, lambda: x ** 2, lambda: -x)
    z = tf.stop_gradient(y) * x + tf.where(x > 0, tf.math.log(x), 0.0)
print("slope", tape.gradient(z, x).numpy())
e = tf.Variable(tf.reshape(tf.range(8, dtype=tf.float32), [4, 2]))
with tf.GradientTape() as tape:
    s = tf.reduce_sum(tf.nn.embedding_lookup(e, [1, 1, 3]) * 2)
d = tape.gradient(s, e)
print(tf.convert_to_tensor(d).numpy().tolist())
