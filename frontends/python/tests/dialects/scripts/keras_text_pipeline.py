"""Keras: text by hand: a vocabulary, tf.data from a generator, padded and bucketed batches, Embedding with GRU and attention pooling, F1 by hand."""
# framework: tensorflow
# tolerance: loss 2 %, accuracy 0.02, f1 0.03
import collections
import random
import re

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

np.random.seed(0)
random.seed(0)
tf.random.set_seed(0)
rng = np.random.RandomState(2)
GOOD, BAD, OTHER = "great lovely superb fine".split(), "awful dull poor bad".split(), "the film was and a plot actor scene very".split()


def sentence():
    words = list(rng.choice(OTHER, size=rng.randint(4, 11)))
    label = rng.randint(2)
    for word in rng.choice(GOOD if label else BAD, size=2):
        words.insert(rng.randint(len(words)), word)
    if rng.rand() < 0.3:
        words.insert(0, "not")
        label = 1 - label
    return " ".join(words).capitalize() + "!", label


def standardize(text):
    return re.sub(r"[^a-z ]", "", text.lower()).split()


rows = [sentence() for _ in range(500)]
counter = collections.Counter(w for text, _ in rows for w in standardize(text))
vocabulary = {w: i + 2 for i, (w, n) in enumerate(sorted(counter.items(), key=lambda kv: (-kv[1], kv[0])))}


def encode(text):
    return [vocabulary.get(w, 1) for w in standardize(text)]


def generator():
    for text, label in rows[:400]:
        yield encode(text), label


AUTOTUNE = tf.data.AUTOTUNE
raw = tf.data.Dataset.from_generator(generator, output_signature=(tf.TensorSpec(shape=(None,), dtype=tf.int32), tf.TensorSpec(shape=(), dtype=tf.int32)))
train_ds = (raw.bucket_by_sequence_length(lambda x, y: tf.shape(x)[0], bucket_boundaries=[9, 11], bucket_batch_sizes=[20, 20, 20], pad_to_bucket_boundary=False)
            .cache().prefetch(AUTOTUNE))
for ids, labels in train_ds.take(1):
    assert ids.dtype == tf.int32 and labels.shape[0] == ids.shape[0] == 20
val_x = tf.keras.utils.pad_sequences([encode(t) for t, _ in rows[400:]], maxlen=14, padding="post", truncating="post")
val_y = np.array([y for _, y in rows[400:]])
val_ds = tf.data.Dataset.from_tensor_slices((val_x, val_y)).batch(32)


class AttentionPooling(layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.supports_masking = True

    def build(self, input_shape):
        self.w = self.add_weight(name="w", shape=(input_shape[-1], self.units), initializer="glorot_uniform", trainable=True)
        self.v = self.add_weight(name="v", shape=(self.units, 1), initializer="ones")

    def call(self, x, mask=None):
        score = tf.squeeze(tf.matmul(tf.tanh(tf.matmul(x, self.w)), self.v), -1)
        if mask is not None:
            score += (1.0 - tf.cast(mask, score.dtype)) * -1e9
        weights = tf.nn.softmax(score, axis=-1)
        return tf.reduce_sum(x * weights[..., tf.newaxis], axis=1)

    def compute_mask(self, inputs, mask=None):
        return None

    def get_config(self):
        return {**super().get_config(), "units": self.units}


inputs = tf.keras.Input(shape=(None,), dtype="int32")
x = layers.Embedding(len(vocabulary) + 2, 16, mask_zero=True, name="embedding")(inputs)
x = layers.SpatialDropout1D(0.0)(x)
x = layers.Bidirectional(layers.GRU(12, return_sequences=True))(x)
x = AttentionPooling(8)(x)
x = layers.Dense(16, activation="swish", kernel_regularizer=tf.keras.regularizers.L2(1e-4))(x)
outputs = layers.Dense(2)(x)
model = tf.keras.Model(inputs, outputs, name="classifier")
model.set_weights([rng.uniform(-0.25, 0.25, size=w.shape).astype("float32") if w.ndim > 1 else w for w in model.get_weights()])
model.compile(optimizer=tf.keras.optimizers.SGD(0.3, momentum=0.9, global_clipnorm=1.0),
              loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
history = model.fit(train_ds, validation_data=val_ds, epochs=8, verbose=0)
assert len(history.history["val_loss"]) == 8 and history.history["loss"][-1] < history.history["loss"][0]
loss, accuracy = model.evaluate(val_ds, verbose=0)
predicted = np.argmax(model.predict(val_x, batch_size=64, verbose=0), axis=-1)
confusion = tf.math.confusion_matrix(val_y, predicted, num_classes=2).numpy()
precision, recall = confusion[1, 1] / confusion[:, 1].sum(), confusion[1, 1] / confusion[1].sum()
config = model.get_layer("embedding").get_config()
assert config["mask_zero"] and config["output_dim"] == 16 and model.count_params() == sum(int(np.prod(w.shape)) for w in model.weights)
print("f1", 2 * precision * recall / (precision + recall))
print("accuracy", accuracy)
print("loss", loss)
