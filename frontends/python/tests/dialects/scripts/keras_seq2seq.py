"""Keras: an encoder and a decoder of LSTMs with teacher forcing, masks, and models for inference that share their layers."""
# framework: tensorflow
# tolerance: loss 3 %, hits 0.05, accuracy 0.01
import numpy as np
from tensorflow import keras
from tensorflow.keras.layers import LSTM, Dense, Embedding, Input

rng = np.random.RandomState(5)
TOKENS, LATENT, START, END = 8, 32, 6, 7

lengths = rng.randint(2, 6, 400)
source = np.zeros((400, 5), "int32")
target_in = np.zeros((400, 7), "int32")
target_out = np.zeros((400, 7), "int32")
for i, n in enumerate(lengths):
    source[i, :n] = rng.randint(1, 6, n)
    reverse = source[i, :n][::-1]
    target_in[i, 0], target_in[i, 1:n + 1] = START, reverse
    target_out[i, :n], target_out[i, n] = reverse, END

encoder_inputs = Input(shape=(None,))
enc_emb = Embedding(TOKENS, 16, mask_zero=True)
encoder_lstm = LSTM(LATENT, return_state=True)
encoder_outputs, state_h, state_c = encoder_lstm(enc_emb(encoder_inputs))
encoder_states = [state_h, state_c]

decoder_inputs = Input(shape=(None,))
dec_emb = Embedding(TOKENS, 16, mask_zero=True)
decoder_lstm = LSTM(LATENT, return_sequences=True, return_state=True)
decoder_outputs, _, _ = decoder_lstm(dec_emb(decoder_inputs), initial_state=encoder_states)
decoder_dense = Dense(TOKENS, activation="softmax")
decoder_outputs = decoder_dense(decoder_outputs)

model = keras.Model([encoder_inputs, decoder_inputs], decoder_outputs)
for layer in (enc_emb, encoder_lstm, dec_emb, decoder_lstm, decoder_dense):
    layer.set_weights([(rng.randn(*w.shape) * 0.25).astype("float32") if w.ndim > 1 else w for w in layer.get_weights()])
model.compile(optimizer=keras.optimizers.SGD(0.3, momentum=0.9), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
history = model.fit([source, target_in], target_out, batch_size=80, epochs=40, shuffle=False, verbose=0, validation_split=0.1)

encoder_model = keras.Model(encoder_inputs, encoder_states)
state_inputs = [Input(shape=(LATENT,)), Input(shape=(LATENT,))]
outputs, h, c = decoder_lstm(dec_emb(decoder_inputs), initial_state=state_inputs)
decoder_model = keras.Model([decoder_inputs] + state_inputs, [decoder_dense(outputs), h, c])


def decode(sequence):
    states = encoder_model.predict(sequence, verbose=0)
    token, result = np.full((len(sequence), 1), START), []
    for _ in range(6):
        scores, *states = decoder_model.predict([token, *states], verbose=0)
        token = scores[:, -1].argmax(-1)[:, None]
        result.append(token[:, 0])
    return np.stack(result, 1)


found = decode(source[360:])
hits = np.mean([(found[i, :n] == target_out[360 + i, :n]).all() for i, n in enumerate(lengths[360:])])
print("accuracy", history.history["val_accuracy"][-1])
print("hits", hits)
print("loss", history.history["loss"][-1])
