"""Keras: a functional model with two inputs and two outputs; the weights are set from NumPy."""
# framework: tensorflow
# tolerance: loss 1 %, price_loss 2 %
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

rng = np.random.RandomState(4)
N = 512
numbers = rng.randn(N, 6).astype("float32")
kinds = rng.randint(0, 8, size=(N, 1))
effect = rng.randn(8)
price = (numbers @ rng.randn(6) + effect[kinds[:, 0]] + 0.1 * rng.randn(N)).astype("float32")[:, None]
sold = (price[:, 0] + 0.5 * rng.randn(N) > 0).astype("float32")[:, None]

numeric_in = keras.Input(shape=(6,), name="numbers")
kind_in = keras.Input(shape=(1,), dtype="int32", name="kind")
e = layers.Flatten()(layers.Embedding(8, 4)(kind_in))
h = layers.Dense(16, activation="tanh", name="numeric")(numeric_in)
joined = layers.concatenate([h, e])
joined = layers.Dense(16, activation="relu", name="joined")(joined)
skip = layers.add([joined, layers.Dense(16, name="residual")(joined)])
price_out = layers.Dense(1, name="price")(skip)
sold_out = layers.Dense(1, activation="sigmoid", name="sold")(skip)
model = keras.Model(inputs=[numeric_in, kind_in], outputs=[price_out, sold_out])

weights = model.get_weights()
model.set_weights([(rng.randn(*w.shape) * (0.3 if w.ndim > 1 else 0)).astype("float32") for w in weights])
assert model.count_params() == sum(w.size for w in weights)
assert [layer.name for layer in model.layers].count("joined") == 1

# Not RMSprop or Adam: with those, Keras on TensorFlow adds the squares of the gradients of an embedding's row that occurs several
# times in a batch, where Keras on JAX, and Weir, square the sum.
model.compile(optimizer=keras.optimizers.SGD(0.02, momentum=0.9), loss=["mse", "binary_crossentropy"], loss_weights=[1.0, 0.5])
model.fit([numbers, kinds], [price, sold], epochs=8, batch_size=64, shuffle=False, verbose=0)
results = model.evaluate([numbers, kinds], [price, sold], batch_size=128, verbose=0)
predicted = model.predict([numbers, kinds], verbose=0)
assert predicted[0].shape == (N, 1) and predicted[1].shape == (N, 1)

features = keras.Model(model.inputs, model.get_layer("joined").output)
assert features.predict([numbers[:3], kinds[:3]], verbose=0).shape == (3, 16)
print("price_loss", float(np.mean((predicted[0] - price) ** 2)))
print("loss", float(results[0]))
