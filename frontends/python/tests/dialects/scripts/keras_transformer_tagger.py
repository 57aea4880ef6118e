"""Keras: a transformer that tags tokens: token and position embeddings as a layer, attention with masks, a learning-rate schedule."""
# framework: tensorflow
# tolerance: loss 6 %, accuracy 0.01
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

rng = np.random.RandomState(3)
VOCAB, LENGTH, DIM = 20, 10, 16

lengths = rng.randint(4, LENGTH + 1, 300)
x = np.zeros((300, LENGTH), dtype="int32")
y = np.zeros((300, LENGTH), dtype="int32")
for i, n in enumerate(lengths):
    x[i, :n] = rng.randint(1, VOCAB, n)
    y[i, :n] = (x[i, :n] > x[i, 0]).astype("int32")  # each token is compared with the first one


class TokenAndPositionEmbedding(layers.Layer):
    def __init__(self, maxlen, vocab_size, embed_dim, **kwargs):
        super().__init__(**kwargs)
        self.token_emb = layers.Embedding(vocab_size, embed_dim, mask_zero=True)
        self.pos_emb = layers.Embedding(maxlen, embed_dim)

    def call(self, x):
        positions = tf.range(start=0, limit=tf.shape(x)[-1], delta=1)
        return self.token_emb(x) + self.pos_emb(positions)

    def compute_mask(self, inputs, mask=None):
        return self.token_emb.compute_mask(inputs)


class TransformerBlock(layers.Layer):
    def __init__(self, embed_dim, num_heads, ff_dim, rate=0.0):
        super().__init__()
        self.att = layers.MultiHeadAttention(num_heads=num_heads, key_dim=embed_dim // num_heads)
        self.ffn = keras.Sequential([layers.Dense(ff_dim, activation="relu"), layers.Dense(embed_dim)])
        self.layernorm1 = layers.LayerNormalization(epsilon=1e-6)
        self.layernorm2 = layers.LayerNormalization(epsilon=1e-6)
        self.dropout1 = layers.Dropout(rate)
        self.dropout2 = layers.Dropout(rate)

    def call(self, inputs, training=False, mask=None):
        attention_mask = None if mask is None else mask[:, tf.newaxis, :]
        attn_output = self.dropout1(self.att(inputs, inputs, attention_mask=attention_mask), training=training)
        out1 = self.layernorm1(inputs + attn_output)
        return self.layernorm2(out1 + self.dropout2(self.ffn(out1), training=training))


inputs = layers.Input(shape=(LENGTH,), dtype="int32")
h = TokenAndPositionEmbedding(LENGTH, VOCAB, DIM)(inputs)
h = TransformerBlock(DIM, 4, 32)(h)
outputs = layers.Dense(2)(h)
model = keras.Model(inputs, outputs)

weights = model.get_weights()
model.set_weights([w if w.ndim == 1 else (rng.randn(*w.shape) * 0.2).astype("float32") for w in weights])
weight = (x > 0).astype("float32")
model.compile(optimizer=keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(5e-3, 600)),
              loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
              weighted_metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")])
model.fit(x, y, sample_weight=weight, batch_size=50, epochs=25, shuffle=False, verbose=0)
loss, accuracy = model.evaluate(x, y, sample_weight=weight, batch_size=100, verbose=0)
scores = model.predict(x[:2], verbose=0)
assert scores.shape == (2, LENGTH, 2)
print("accuracy", accuracy)
print("loss", loss)
