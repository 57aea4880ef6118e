"""keras_calls.py - calls of Keras that are compared with the dialect's: layers, losses, metrics, optimisers (see calls.py).

SPDX-License-Identifier: Apache-2.0
"""
import numpy as np
from calls import _wave

IMAGES = "im"
TABLE = """
= keras.layers.Dense: layer(L.Dense(3), x); layer(L.Dense(2, activation="relu"), x); layer(L.Dense(2, use_bias=False), x); layer(L.Dense(3), t); layer(L.Dense(3, "tanh"), x); layer(L.Dense(4, kernel_initializer="zeros"), x); layer(L.Dense(units=2, activation=tf.nn.relu), x);
    L.Dense(3, activation="nothing"); L.Dense(3)(s); layer(L.Dense(2, activation="softmax"), x); L.Dense(-1); layer(L.Dense(3, bias_initializer="ones"), x)
= keras.layers.EinsumDense: layer(L.EinsumDense("ab,bc->ac", output_shape=3), x)
= keras.layers.Conv2D: layer(L.Conv2D(2, 3), im); layer(L.Conv2D(2, (3, 2), strides=(2, 1), padding="same"), im); layer(L.Conv2D(2, 3, activation="relu", use_bias=False), im); layer(L.Conv2D(3, 3, dilation_rate=2, padding="same"), im);
    layer(L.Conv2D(3, 3, groups=3), im); L.Conv2D(2, 3, padding="no"); L.Conv2D(2, 3)(x); layer(L.Conv2D(3, kernel_size=1, strides=2), im)
= keras.layers.Conv1D: layer(L.Conv1D(2, 3), seq); layer(L.Conv1D(2, 3, padding="same", strides=2), seq); layer(L.Conv1D(2, 2, padding="causal"), seq)
= keras.layers.Conv3D: layer(L.Conv3D(2, 2), tf.transpose(vol, [0, 2, 3, 4, 1]))
= keras.layers.Conv2DTranspose: layer(L.Conv2DTranspose(2, 3), im); layer(L.Conv2DTranspose(2, 3, strides=2, padding="same"), im); layer(L.Conv2DTranspose(2, 2, strides=2), im)
= keras.layers.DepthwiseConv2D: layer(L.DepthwiseConv2D(3), im); layer(L.DepthwiseConv2D(3, padding="same", depth_multiplier=2), im)
= keras.layers.SeparableConv2D: layer(L.SeparableConv2D(2, 3), im)
= keras.layers.MaxPool2D: layer(L.MaxPool2D(), im); layer(L.MaxPool2D(3, 2, "same"), im); layer(L.MaxPooling2D(pool_size=(2, 1)), im); layer(L.MaxPool2D(2, strides=1), im)
= keras.layers.AvgPool2D: layer(L.AvgPool2D(), im); layer(L.AvgPool2D(3, 1), im); layer(L.AveragePooling2D(2, padding="same"), im)
= keras.layers.MaxPool1D: layer(L.MaxPool1D(2), seq); layer(L.AveragePooling1D(2), seq)
= keras.layers.MaxPool3D: layer(L.MaxPool3D(2), tf.transpose(vol, [0, 2, 3, 4, 1]))
= keras.layers.GlobalAvgPool2D: layer(L.GlobalAvgPool2D(), im); layer(L.GlobalAveragePooling2D(keepdims=True), im)
= keras.layers.GlobalMaxPool2D: layer(L.GlobalMaxPool2D(), im)
= keras.layers.GlobalAveragePooling1D: layer(L.GlobalAveragePooling1D(), seq); layer(L.GlobalMaxPooling1D(), seq)
= keras.layers.Flatten: layer(L.Flatten(), t); layer(L.Flatten(), x); layer(L.Flatten(), v)
= keras.layers.Reshape: layer(L.Reshape((2, 2)), x); layer(L.Reshape((-1,)), t); layer(L.Reshape((5,)), x)
= keras.layers.Permute: layer(L.Permute((2, 1)), t)
= keras.layers.RepeatVector: layer(L.RepeatVector(3), x)
= keras.layers.ReLU: layer(L.ReLU(), x); layer(L.ReLU(max_value=1.0), x); layer(L.ReLU(negative_slope=0.1, threshold=0.2), x)
= keras.layers.LeakyReLU: layer(L.LeakyReLU(), x); layer(L.LeakyReLU(negative_slope=0.1), x)
= keras.layers.PReLU: layer(L.PReLU(), x)
= keras.layers.ELU: layer(L.ELU(), x); layer(L.ELU(0.5), x)
= keras.layers.Softmax: layer(L.Softmax(), x); layer(L.Softmax(axis=0), x)
= keras.layers.Activation: layer(L.Activation("relu"), x); layer(L.Activation("sigmoid"), x); layer(L.Activation(tf.nn.tanh), x); layer(L.Activation("gelu"), x); layer(L.Activation("swish"), x); layer(L.Activation("linear"), x); layer(L.Activation("elu"), x);
    layer(L.Activation("selu"), x); layer(L.Activation("softplus"), x); layer(L.Activation("softsign"), x); layer(L.Activation("exponential"), x); layer(L.Activation("hard_sigmoid"), x); layer(L.Activation("mish"), x); layer(L.Activation("leaky_relu"), x);
    layer(L.Activation("relu6"), x); layer(L.Activation("log_softmax"), x)
= keras.layers.BatchNormalization: layer(L.BatchNormalization(), x); trained(L.BatchNormalization(), x); trained(L.BatchNormalization(momentum=0.5, epsilon=0.1), im); layer(L.BatchNormalization(center=False), x); layer(L.BatchNormalization(scale=False), x);
    trained(L.BatchNormalization(axis=1), im); evaluated(L.BatchNormalization(), x)
= keras.layers.LayerNormalization: layer(L.LayerNormalization(), x); layer(L.LayerNormalization(epsilon=0.1), t); layer(L.LayerNormalization(axis=[1, 2]), t); layer(L.LayerNormalization(axis=1), t); layer(L.LayerNormalization(center=False, scale=False), x)
= keras.layers.GroupNormalization: layer(L.GroupNormalization(groups=3), im)
= keras.layers.UnitNormalization: layer(L.UnitNormalization(), x)
= keras.layers.Embedding: layer(L.Embedding(5, 3), ids); layer(L.Embedding(4, 2), lab); L.Embedding(5, 3)(x)
= keras.layers.Dropout: layer(L.Dropout(0.5), x); evaluated(L.Dropout(0.5), x); trained(L.Dropout(0.0), x); L.Dropout(1.5); L.Dropout(-0.1)
= ~keras.layers.Dropout: trained(L.Dropout(0.5), x); trained(L.SpatialDropout2D(0.5), im); trained(L.GaussianNoise(0.5), x); trained(L.GaussianDropout(0.5), x); trained(L.AlphaDropout(0.5), x)
= keras.layers.Lambda: layer(L.Lambda(lambda a: a * 2), x)
= keras.layers.Rescaling: layer(L.Rescaling(0.5), x); layer(L.Rescaling(2.0, offset=1.0), x); layer(L.Rescaling(1 / 255), o)
= keras.layers.Resizing: layer(L.Resizing(3, 4), im); layer(L.Resizing(12, 10, interpolation="nearest"), im)
= keras.layers.CenterCrop: layer(L.CenterCrop(4, 3), im)
= keras.layers.UpSampling2D: layer(L.UpSampling2D(), im); layer(L.UpSampling2D((2, 3)), im); layer(L.UpSampling2D(2, interpolation="bilinear"), im)
= keras.layers.UpSampling1D: layer(L.UpSampling1D(2), seq)
= keras.layers.ZeroPadding2D: layer(L.ZeroPadding2D(), im); layer(L.ZeroPadding2D((1, 2)), im); layer(L.ZeroPadding2D(((1, 0), (0, 2))), im)
= keras.layers.ZeroPadding1D: layer(L.ZeroPadding1D(2), seq)
= keras.layers.Cropping2D: layer(L.Cropping2D(1), im); layer(L.Cropping2D(((1, 0), (0, 2))), im)
= keras.layers.merge: layer(L.Add(), [x, y]); layer(L.Subtract(), [x, y]); layer(L.Multiply(), [x, y]); layer(L.Concatenate(), [x, y]); layer(L.Concatenate(axis=0), [x, y]); layer(L.Average(), [x, y]); layer(L.Maximum(), [x, y]); layer(L.Minimum(), [x, y]); layer(L.Dot(axes=1), [x, y]);
    L.add([x, y]); L.concatenate([x, y], axis=1); L.multiply([x, y]); L.Add()([x])
= keras.layers.recurrent: layer(L.LSTM(3), seq); layer(L.LSTM(3, return_sequences=True), seq); layer(L.LSTM(2, return_state=True), seq); layer(L.GRU(3), seq); layer(L.GRU(3, return_sequences=True, return_state=True), seq); layer(L.SimpleRNN(3), seq);
    layer(L.SimpleRNN(3, activation="relu", return_sequences=True), seq); layer(L.LSTM(3, use_bias=False), seq); layer(L.GRU(3, reset_after=False), seq); layer(L.GRU(3, go_backwards=True), seq); layer(L.LSTM(3, unit_forget_bias=False), seq); layer(L.Bidirectional(L.LSTM(2)), seq);
    layer(L.TimeDistributed(L.Dense(2)), seq); layer(L.RNN(L.LSTMCell(2)), seq); layer(L.RNN(L.GRUCell(2), return_sequences=True), seq); layer(L.RNN(L.SimpleRNNCell(2)), seq); layer(L.RNN([L.GRUCell(2), L.GRUCell(3)]), seq); L.LSTM(3)(x)
= keras.layers.attention: layer(L.Dot(axes=(1, 1)), [x, y]); layer(L.Attention(), [seq, seq]); layer(L.AdditiveAttention(), [seq, seq]); apply(L.MultiHeadAttention(2, 3), seq, seq)
= keras.layers.common: L.Dense(3, name="a").name; named(L.Dense(3), x); counts(L.Dense(3), x); L.Dense(3).built; after_build(L.Dense(3), (None, 4)); frozen(L.Dense(3), x); configured(L.Dense(3, activation="relu"));
    own_layer(x); nested_layer(x); weights_of(L.BatchNormalization(), x); set_wrong(L.Dense(3), x); L.Dense(3).weights; L.Dense(3).count_params(); len(layers_in(x)); regularized(x); L.Dense(3, input_shape=(4,)).built; computed(L.Dense(3), (2, 4)); computed(L.Conv2D(2, 3), (1, 6, 6, 3)); L.Dense(3)("a")
= keras.losses: losses_of("MeanSquaredError", x, y); losses_of("MeanAbsoluteError", x, y); losses_of("MeanAbsolutePercentageError", p, y); losses_of("MeanSquaredLogarithmicError", p, un); losses_of("Huber", x, y); losses_of("LogCosh", x, y); losses_of("BinaryCrossentropy", bin, un);
    losses_of("BinaryCrossentropy", bin, x, from_logits=True); losses_of("BinaryCrossentropy", bin, un, label_smoothing=0.2); losses_of("CategoricalCrossentropy", hot, pr); losses_of("CategoricalCrossentropy", hot, x, from_logits=True);
    losses_of("CategoricalCrossentropy", hot, x, from_logits=True, label_smoothing=0.1); losses_of("SparseCategoricalCrossentropy", lab, pr); losses_of("SparseCategoricalCrossentropy", lab, x, from_logits=True); losses_of("KLDivergence", pr, un); losses_of("Poisson", p, un);
    losses_of("Hinge", bin, x); losses_of("SquaredHinge", bin, x); losses_of("CategoricalHinge", hot, x); losses_of("CosineSimilarity", x, y); losses_of("Huber", x, y, delta=0.3); losses_of("BinaryFocalCrossentropy", bin, un); losses_of("CategoricalFocalCrossentropy", hot, pr)
= keras.losses.reduction: K.losses.MeanSquaredError(reduction="sum")(x, y); K.losses.MeanSquaredError(reduction="none")(x, y); K.losses.MeanSquaredError()(x, y, sample_weight=[1.0, 0.0, 2.0]); K.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")(lab, x);
    K.losses.MeanSquaredError()(x, y, [1.0, 2.0, 0.0]); K.losses.BinaryCrossentropy(from_logits=True, reduction="sum")(bin, x); K.losses.MeanSquaredError(reduction="bad"); K.losses.MeanSquaredError()(v, v * 2.0); K.losses.MeanSquaredError()(x[:, :1], v[:3]); K.losses.MeanSquaredError()([1.0, 2.0], [2.0, 4.0])
= keras.losses.functions: K.losses.mean_squared_error(x, y); K.losses.mean_absolute_error(x, y); K.losses.binary_crossentropy(bin, un); K.losses.categorical_crossentropy(hot, pr); K.losses.sparse_categorical_crossentropy(lab, pr); K.losses.sparse_categorical_crossentropy(lab, x, from_logits=True);
    K.losses.MSE(x, y); K.losses.MAE(x, y); K.losses.mse(x, y); K.losses.mae(x, y); K.losses.huber(x, y); K.losses.hinge(bin, x); K.losses.kl_divergence(pr, un); K.losses.log_cosh(x, y); K.losses.cosine_similarity(x, y); K.losses.poisson(p, un); K.losses.categorical_hinge(hot, x); K.losses.squared_hinge(bin, x);
    K.losses.mean_absolute_percentage_error(p, y); K.losses.mean_squared_logarithmic_error(p, un); K.losses.get("mse")(x, y); K.losses.get("huber")(x, y)
= keras.metrics: metric("Mean", [x, y]); metric("Sum", [x, y]); metric("Accuracy", [(lab, lab), (lab, [1, 0, 3])]); metric("SparseCategoricalAccuracy", [(lab, x), (lab, y)]); metric("CategoricalAccuracy", [(hot, x), (hot, y)]); metric("BinaryAccuracy", [(bin, un)]); metric("MeanSquaredError", [(x, y), (y, x)]);
    metric("MeanAbsoluteError", [(x, y)]); metric("RootMeanSquaredError", [(x, y)]); metric("SparseTopKCategoricalAccuracy", [(lab, x)], k=2); metric("TopKCategoricalAccuracy", [(hot, x)], k=2); metric("Precision", [(bin, un)]); metric("Recall", [(bin, un)]); metric("AUC", [(bin, un)]);
    metric("BinaryCrossentropy", [(bin, un)]); metric("CategoricalCrossentropy", [(hot, pr)]); metric("SparseCategoricalCrossentropy", [(lab, pr)]); metric("TruePositives", [(bin, un)]); metric("FalsePositives", [(bin, un)]); metric("TrueNegatives", [(bin, un)]); metric("FalseNegatives", [(bin, un)]); metric("CosineSimilarity", [(x, y)]);
    metric("KLDivergence", [(pr, un)]); metric("MeanAbsolutePercentageError", [(p, y)]); metric("LogCoshError", [(x, y)]); metric("MeanIoU", [(lab, lab)], num_classes=4); metric("F1Score", [(bin, un)]); weighted_metric("Mean", x, p); weighted_metric("Mean", [1.0, 2.0], [3.0, 1.0])
= keras.optimizers: steps(O.SGD()); steps(O.SGD(0.1)); steps(O.SGD(0.1, momentum=0.9)); steps(O.SGD(0.1, momentum=0.9, nesterov=True)); steps(O.SGD(0.1, weight_decay=0.1)); steps(O.Adam()); steps(O.Adam(0.1, beta_1=0.8, beta_2=0.9, epsilon=1e-4)); steps(O.Adam(0.1, amsgrad=True)); steps(O.AdamW(0.1)); steps(O.AdamW(0.1, weight_decay=0.1));
    steps(O.RMSprop()); steps(O.RMSprop(0.1, rho=0.8)); steps(O.RMSprop(0.1, momentum=0.5)); steps(O.RMSprop(0.1, centered=True)); steps(O.Adagrad()); steps(O.Adagrad(0.1, initial_accumulator_value=0.5)); steps(O.Adadelta()); steps(O.Adadelta(1.0, rho=0.9)); steps(O.Adamax(0.1)); steps(O.Nadam(0.1)); steps(O.Ftrl(0.1)); steps(O.Lion(0.01));
    steps(O.SGD(0.1, clipnorm=0.1)); steps(O.SGD(0.1, clipvalue=0.05)); steps(O.SGD(0.1, global_clipnorm=0.1)); steps(O.Adam(O.schedules.ExponentialDecay(0.1, 5, 0.5))); steps(O.SGD(O.schedules.PiecewiseConstantDecay([3, 6], [0.1, 0.05, 0.01]))); float(O.SGD(0.1).learning_rate); int(O.SGD(0.1).iterations); changed_rate(O.SGD(0.1));
    minimized(O.SGD(0.1)); O.SGD("a"); O.SGD(0.1, momentum=2.0); O.get("adam").__class__.__name__; O.SGD(-1.0); steps(O.Adafactor(0.1)); steps(O.Adam(0.1, weight_decay=0.1)); applied_none(O.SGD(0.1)); counted(O.Adam(0.1)); schedule_rate(O.SGD(O.schedules.ExponentialDecay(0.1, 5, 0.5)))
= keras.optimizers.schedules: rates(O.schedules.ExponentialDecay(0.1, 5, 0.5)); rates(O.schedules.ExponentialDecay(0.1, 5, 0.5, staircase=True)); rates(O.schedules.PiecewiseConstantDecay([3, 6], [0.1, 0.05, 0.01])); rates(O.schedules.PolynomialDecay(0.1, 10, 0.01)); rates(O.schedules.PolynomialDecay(0.1, 10, 0.01, power=2.0));
    rates(O.schedules.InverseTimeDecay(0.1, 5, 0.5)); rates(O.schedules.InverseTimeDecay(0.1, 5, 0.5, staircase=True)); rates(O.schedules.CosineDecay(0.1, 10)); rates(O.schedules.CosineDecay(0.1, 10, alpha=0.1)); rates(O.schedules.CosineDecay(0.0, 10, warmup_target=0.1, warmup_steps=4)); rates(O.schedules.CosineDecayRestarts(0.1, 5)); rates(O.schedules.PolynomialDecay(0.1, 5, 0.01, cycle=True))
= ~keras.initializers: I.RandomNormal()((2, 3)); I.RandomUniform()((2, 3)); I.TruncatedNormal()((2, 3)); I.GlorotUniform()((2, 3)); I.GlorotNormal()((2, 3)); I.HeUniform()((2, 3)); I.HeNormal()((2, 3)); I.LecunNormal()((2, 3)); I.LecunUniform()((2, 3)); I.VarianceScaling()((2, 3)); I.Orthogonal()((3, 3)); I.RandomNormal(0.0, 1.0)((2,));
    tf.random_normal_initializer()((2, 3)); tf.random_uniform_initializer(0.0, 1.0)((2, 3)); I.RandomNormal(mean=1.0, stddev=0.1, seed=3)((2, 2)); I.get("he_normal")((2, 2)); tf.initializers.GlorotUniform()((2, 2))
= keras.initializers: I.Zeros()((2, 3)); I.Ones()((2,)); I.Constant(3.5)((2, 2)); I.Identity()((3, 3)); tf.zeros_initializer()((2,)); tf.ones_initializer()((2,)); tf.constant_initializer(2.0)((2,)); I.get("zeros")((2,)); I.get("nothing"); I.Identity(2.0)((2, 2)); limits(I.GlorotUniform()); limits(I.HeUniform()); limits(I.LecunUniform()); limits(I.RandomUniform(-0.2, 0.2));
    I.Zeros()((2,), dtype="float64"); tf.keras.initializers.zeros()((2,)); tf.keras.initializers.ones()((2,))
== tf.keras.activations
relu elu selu gelu softplus softsign sigmoid tanh exponential linear swish silu hard_sigmoid mish leaky_relu relu6 log_softmax softmax: x; t; f
relu: x, negative_slope=0.1; x, max_value=1.0; x, threshold=0.5
softmax: x, axis=0; t, 1
elu: x, 0.5; x, alpha=2.0
get: "relu"; None; "nothing"
== tf.keras.regularizers
L1 L2 L1L2: -
= keras.regularizers: R.L1(0.1)(x); R.L2(0.1)(x); R.L1L2(0.1, 0.2)(x); R.l2(0.5)(x); R.l1(0.5)(x); R.L1L2(l1=0.1)(x); R.OrthogonalRegularizer(0.1)(x); R.get("l2")(x)
= keras.utils: K.utils.to_categorical([0, 2, 1]); K.utils.to_categorical([0, 2, 1], 4); K.utils.to_categorical(np.array([[0], [1]]), num_classes=2); K.utils.to_categorical([5], 3); K.utils.normalize(np.arange(6.0).reshape(2, 3)); K.backend.epsilon(); K.backend.floatx()
= keras.models: sequential(x); functional(x); subclassed(x); fitted(x); predicted(x); multi(x, y); evaluated_model(x); sequential_summary(x); get_layer_names(x); saved_weights(x); model_weights(x); early(x); K.Sequential([])(x); frozen_model(x); history_keys(x); compiled_by_names(x); from_dataset(x); train_step(x); Kcallback(x)
= keras.training: heads_by_list(x); heads_by_name(x); heads_one_loss(x); heads_evaluated(x); heads_predicted(x); heads_order(x); inputs_by_name(x); layer_output(x); own_train_step(x); own_metrics(x); binary_accuracy(x); one_hot_accuracy(x); ragged_batches(x); weighted(x); class_weighted(x); loss_function(x); metric_function(x); on_batch(x); best_weights(x); penalised(x); batch_logs(x); not_compiled(x); unknown_loss(x); unknown_layer(x); names_of_layers(x); sequential_ends(x); dictionary_outputs(x)
= tf.data.Dataset: D(D_slices()); D(D_slices().batch(2)); D(D_slices().batch(2, drop_remainder=True)); D(D_slices().map(lambda a, b: (a * 2, b))); D(D_slices().take(2)); D(D_slices().skip(3)); D(D_slices().repeat(2)); D(tf.data.Dataset.range(5)); D(tf.data.Dataset.range(1, 7, 2)); D(tf.data.Dataset.range(6).filter(lambda a: a % 2 == 0));
    D(tf.data.Dataset.range(3).enumerate()); D(tf.data.Dataset.zip((tf.data.Dataset.range(3), tf.data.Dataset.range(3, 6)))); D(tf.data.Dataset.range(3).concatenate(tf.data.Dataset.range(2))); D(tf.data.Dataset.from_tensors([1, 2])); D(tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": [3.0, 4.0]})); D(tf.data.Dataset.range(6).batch(2).unbatch());
    D(tf.data.Dataset.range(6).window(3).flat_map(lambda w: w.batch(3))); tf.data.Dataset.range(6).reduce(np.int64(0), lambda a, b: a + b); len(tf.data.Dataset.range(6)); int(tf.data.Dataset.range(6).cardinality()); D(tf.data.Dataset.range(6).shard(2, 0)); D(tf.data.Dataset.range(3).cache()); D(tf.data.Dataset.range(3).prefetch(1)); sorted(int(a) for a in tf.data.Dataset.range(9).shuffle(9));
    D(tf.data.Dataset.from_tensor_slices([1, 2]).interleave(lambda a: tf.data.Dataset.from_tensors(a).repeat(2))); len(list(tf.data.Dataset.range(7).batch(3))); D(tf.data.Dataset.from_generator(lambda: iter([1, 2]), output_signature=tf.TensorSpec((), tf.int32))); list(tf.data.Dataset.range(3).as_numpy_iterator()); tf.data.Dataset.from_tensor_slices(([1, 2], [1]));
    D(tf.data.Dataset.range(5).padded_batch(2)); D(tf.data.Dataset.range(5).take_while(lambda a: a < 3)); D(tf.data.Dataset.range(5).scan(np.int64(0), lambda s, a: (s + a, s + a))); len(D_slices().batch(2)); D(tf.data.Dataset.range(4).apply(lambda d: d.map(lambda a: a + 1))); next(iter(D_slices().batch(3)))
"""


def helpers(tf):
    """Return functions that the calls of this table use."""
    K = tf.keras
    L, O, I, R = K.layers, K.optimizers, K.initializers, K.regularizers  # noqa: E741

    def fill(made):
        """Set the weights of a layer to known values."""
        made.set_weights([(_wave(a.shape, 0.3 + 0.5 * i, 0.1, 1.0) if a.ndim and a.size else a).astype(a.dtype) for i, a in enumerate(made.get_weights())])
        return made

    def run(made, inputs, **more):
        made(inputs, **more)
        fill(made)
        with tf.GradientTape() as tape:
            y = made(inputs, **more)
            total = tf.add_n([tf.reduce_sum(part * part) for part in (y if isinstance(y, (list, tuple)) else [y])])
        grads = [tf.stop_gradient(tf.convert_to_tensor(g)) for g in tape.gradient(total, list(made.trainable_weights))]
        return y, grads, [tf.stop_gradient(w) for w in made.weights]

    def layer(made, inputs):
        return run(made, inputs)

    def apply(made, *inputs):
        made(*inputs)
        fill(made)
        return made(*inputs)

    def trained(made, inputs):
        return run(made, inputs, training=True)

    def evaluated(made, inputs):
        return run(made, inputs, training=False)

    def named(made, inputs):
        made(inputs)
        return [w.name.rpartition("/")[2].partition(":")[0] for w in made.weights]

    def counts(made, inputs):
        made(inputs)
        return made.count_params(), len(made.weights), len(made.trainable_weights), len(made.non_trainable_weights)

    def after_build(made, shape):
        made.build(shape)
        return made.built, [tuple(w.shape) for w in made.weights]

    def frozen(made, inputs):
        made.trainable = False
        made(inputs)
        return len(made.trainable_weights), len(made.non_trainable_weights), len(made.weights)

    def configured(made):
        config = made.get_config()
        return config["units"], config["use_bias"]

    def computed(made, shape):
        return tuple(made.compute_output_shape(shape))

    def own_layer(inputs):
        class Own(L.Layer):
            def __init__(self, units):
                super().__init__()
                self.units = units

            def build(self, input_shape):
                self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer="ones")
                self.b = self.add_weight(shape=(self.units,), initializer="zeros", trainable=False)

            def call(self, a):
                return a @ self.w + self.b

        made = Own(2)
        y = made(inputs)
        return y, len(made.weights), len(made.trainable_variables), made.built

    def nested_layer(inputs):
        class Own(L.Layer):
            def __init__(self):
                super().__init__()
                self.a, self.parts = L.Dense(3, kernel_initializer="ones"), [L.Dense(2, kernel_initializer="ones"), L.Dense(1, kernel_initializer="ones")]

            def call(self, a, training=None):
                a = self.a(a)
                for part in self.parts:
                    a = part(a)
                return a

        made = Own()
        return made(inputs), len(made.weights), made.count_params()

    def weights_of(made, inputs):
        made(inputs)
        return made.get_weights()

    def set_wrong(made, inputs):
        made(inputs)
        made.set_weights([np.zeros(3)])

    def layers_in(inputs):
        model = K.Sequential([L.Dense(2), L.ReLU()])
        model(inputs)
        return model.layers

    def regularized(inputs):
        made = L.Dense(2, kernel_initializer="ones", kernel_regularizer=R.L2(0.1))
        made(inputs)
        return made.losses

    def losses_of(name, y_true, y_pred, **more):
        return getattr(K.losses, name)(**more)(y_true, y_pred)

    def metric(name, updates, **more):
        made, found = getattr(K.metrics, name)(**more), []
        for one in updates:
            made.update_state(*one) if isinstance(one, tuple) else made.update_state(one)
            found.append(tf.convert_to_tensor(made.result()))
        made.reset_state()
        return found, tf.convert_to_tensor(made(*updates[0]) if isinstance(updates[0], tuple) else made(updates[0])), made.name

    def weighted_metric(name, values, weight):
        made = getattr(K.metrics, name)()
        made.update_state(values, sample_weight=weight)
        return tf.convert_to_tensor(made.result())

    def problem():
        return tf.Variable(_wave((3, 2), 0.5)), tf.Variable(_wave((2,), 2.0)), tf.constant(_wave((8, 3), 0.1)), tf.constant(_wave((8, 2), 0.9))

    def steps(optimizer, count=10):
        a, b, data, target = problem()
        for _ in range(count):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((tf.tanh(data @ a + b) - target) ** 2)
            optimizer.apply_gradients(zip(tape.gradient(loss, [a, b]), [a, b]))
        return tf.identity(a), tf.identity(b), int(optimizer.iterations)

    def minimized(optimizer):
        a, b, data, target = problem()
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((data @ a + b - target) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, [a, b]), [a, b]))
        return tf.identity(a)

    def applied_none(optimizer):
        a, b, _, _ = problem()
        optimizer.apply_gradients([(tf.ones_like(a), a), (None, b)])
        return tf.identity(a), tf.identity(b)

    def counted(optimizer):
        a, _, _, _ = problem()
        optimizer.apply_gradients([(tf.ones_like(a), a)])
        optimizer.apply_gradients([(tf.ones_like(a), a)])
        return int(optimizer.iterations)

    def changed_rate(optimizer):
        a, b, _, _ = problem()
        optimizer.apply_gradients([(tf.ones_like(a), a)])
        optimizer.learning_rate = 1.0
        optimizer.apply_gradients([(tf.ones_like(a), a)])
        optimizer.learning_rate.assign(0.5)
        optimizer.apply_gradients([(tf.ones_like(a), a)])
        return tf.identity(a), float(optimizer.learning_rate)

    def schedule_rate(optimizer):
        a, _, _, _ = problem()
        for _ in range(3):
            optimizer.apply_gradients([(tf.ones_like(a), a)])
        return float(optimizer.learning_rate)

    def rates(schedule):
        return [float(schedule(step)) for step in range(14)]

    def limits(init):
        values = np.abs(np.asarray(init((40, 60))))
        return bool(values.max() < 0.39), round(float(values.max()), 1)

    def net():
        return K.Sequential([L.Dense(3, activation="tanh", kernel_initializer="ones"), L.Dense(1, kernel_initializer="ones")])

    def sequential(inputs):
        return net()(inputs)

    def functional(inputs):
        first = K.Input(shape=(4,))
        model = K.Model(inputs=first, outputs=L.Dense(2, kernel_initializer="ones")(L.Dense(3, kernel_initializer="ones")(first)))
        return model(inputs), len(model.weights), len(model.layers)

    def multi(a, b):
        one, two = K.Input((4,)), K.Input((4,))
        both = L.Concatenate()([one, two])
        model = K.Model([one, two], [L.Dense(1, kernel_initializer="ones")(both), one * 2.0])
        return model([a, b])

    class Subclassed(K.Model):
        def __init__(self):
            super().__init__()
            self.hidden, self.out = L.Dense(3, activation="relu", kernel_initializer="ones"), L.Dense(1, kernel_initializer="ones")

        def call(self, a, training=None):
            return self.out(self.hidden(a))

    def subclassed(inputs):
        model = Subclassed()
        return model(inputs), len(model.trainable_variables), len(model.layers)

    def data():
        return _wave((8, 4), 0.1), _wave((8, 1), 0.9)

    def fitted(inputs):
        model = net()
        model.compile(optimizer=O.SGD(0.1), loss="mse")
        history = model.fit(*data(), epochs=3, batch_size=8, verbose=0)
        return model(inputs), history.history["loss"]

    def compiled_by_names(inputs):
        model = net()
        model.compile(optimizer="sgd", loss="mse", metrics=["mae"])
        model.fit(*data(), epochs=2, batch_size=8, verbose=0)
        return model(inputs), model.evaluate(*data(), verbose=0)

    def from_dataset(inputs):
        model = net()
        model.compile(optimizer=O.SGD(0.1), loss=K.losses.MeanSquaredError())
        model.fit(tf.data.Dataset.from_tensor_slices(data()).batch(4), epochs=2, verbose=0)
        return model(inputs)

    def train_step(inputs):
        model, optimizer, loss_fn = net(), O.Adam(0.01), K.losses.MeanSquaredError()
        a, b = map(tf.constant, data())
        for _ in range(3):
            with tf.GradientTape() as tape:
                loss = loss_fn(b, model(a, training=True))
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss, model(inputs)

    def history_keys(inputs):
        model = net()
        model.compile("sgd", "mse", metrics=["mae"])
        found = model.fit(*data(), epochs=2, validation_data=data(), verbose=0)
        return sorted(found.history), found.epoch

    def evaluated_model(inputs):
        model = net()
        model.compile("sgd", "mse")
        return model.evaluate(*data(), verbose=0)

    def predicted(inputs):
        model = net()
        return model.predict(inputs, verbose=0)

    def sequential_summary(inputs):
        model = net()
        model(inputs)
        return model.count_params(), [type(part).__name__ for part in model.layers], model.built

    def get_layer_names(inputs):
        model = K.Sequential([L.Dense(2, name="a"), L.Dense(1, name="b")])
        model(inputs)
        return model.get_layer("b").name, model.get_layer(index=0).name, [part.name for part in model.layers]

    def model_weights(inputs):
        model = net()
        model(inputs)
        model.set_weights([w * 0.5 for w in model.get_weights()])
        return [tuple(w.shape) for w in model.get_weights()], model(inputs)

    def frozen_model(inputs):
        model = net()
        model(inputs)
        model.layers[0].trainable = False
        return len(model.trainable_weights), len(model.non_trainable_weights)

    def saved_weights(inputs):
        import os
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "net.weights.h5")
            one, two = net(), net()
            one(inputs), two(inputs)
            fill(one)
            one.save_weights(path)
            two.load_weights(path)
        return two(inputs) - one(inputs)

    def early(inputs):
        model = net()
        model.compile(O.SGD(0.0), "mse")
        found = model.fit(*data(), epochs=9, verbose=0, callbacks=[K.callbacks.EarlyStopping(monitor="loss", patience=2)])
        return len(found.epoch)

    def Kcallback(inputs):
        seen = []

        class Own(K.callbacks.Callback):
            def on_epoch_end(self, epoch, logs=None):
                seen.append((epoch, sorted(logs)))

        model = net()
        model.compile("sgd", "mse")
        model.fit(*data(), epochs=2, verbose=0, callbacks=[Own()])
        return seen

    def heads():
        """A model with two inputs and two outputs."""
        one, two = K.Input((4,), name="one"), K.Input((2,), name="two")
        joined = L.Concatenate(name="joined")([L.Dense(3, activation="tanh", name="left")(one), two])
        made = K.Model([one, two], [L.Dense(1, name="price")(joined), L.Dense(1, activation="sigmoid", name="sold")(joined)])
        return fill(made)

    def headed():
        return [_wave((10, 4), 0.1), _wave((10, 2), 0.4)], [_wave((10, 1), 0.9), (_wave((10, 1), 2.0) > 0).astype("float32")]

    def trained_heads(loss, **how):
        made = heads()
        made.compile(O.SGD(0.1), loss, **how)
        found = made.fit(*headed(), epochs=2, batch_size=4, shuffle=False, verbose=0).history
        return sorted(found), [found[key] for key in sorted(found)], made.predict(headed()[0], verbose=0)

    def heads_by_list(inputs):
        return trained_heads(["mse", "binary_crossentropy"], loss_weights=[1.0, 0.5], metrics=[["mae"], ["accuracy"]])

    def heads_by_name(inputs):
        made = heads()
        made.compile(O.SGD(0.1), {"price": "mse", "sold": "binary_crossentropy"}, metrics={"sold": ["accuracy"]})
        values, (price, sold) = headed()
        found = made.fit({"one": values[0], "two": values[1]}, {"price": price, "sold": sold}, epochs=2, shuffle=False, verbose=0).history
        return sorted(found), [found[key] for key in sorted(found)]

    def heads_one_loss(inputs):
        return trained_heads("mse")

    def heads_evaluated(inputs):
        made = heads()
        made.compile("sgd", ["mse", "binary_crossentropy"], metrics=[["mae"], ["accuracy"]])
        return made.evaluate(*headed(), batch_size=4, verbose=0), made.evaluate(*headed(), verbose=0, return_dict=True)["sold_loss"]

    def heads_predicted(inputs):
        return heads().predict(headed()[0], batch_size=3, verbose=0)

    def heads_order(inputs):
        made = heads()
        return [part.name for part in made.layers], [tuple(w.shape) for w in made.weights], made.output_names

    def inputs_by_name(inputs):
        return heads()({"two": tf.constant(headed()[0][1]), "one": tf.constant(headed()[0][0])})

    def layer_output(inputs):
        made = heads()
        return K.Model(made.inputs, made.get_layer("joined").output).predict(headed()[0], verbose=0)

    def own_train_step(inputs):
        class Own(K.Sequential):
            def train_step(self, given):
                a, b = given
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(tf.abs(self(a, training=True) - b))
                variables = self.trainable_variables
                self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
                return {"distance": loss}

        made = Own([L.Dense(1, kernel_initializer="ones")])
        made.compile(O.SGD(0.1), run_eagerly=True)
        return made.fit(*data(), epochs=2, batch_size=8, verbose=0).history["distance"]

    def own_metrics(inputs):
        class Own(K.Sequential):
            def __init__(self, parts):
                super().__init__(parts)
                self.tracker = K.metrics.Mean(name="far")

            def train_step(self, given):
                a, b = given
                self.tracker.update_state(tf.abs(self(a) - b))
                return {"far": self.tracker.result()}

            @property
            def metrics(self):
                return [self.tracker]

        made = Own([L.Dense(1, kernel_initializer="ones")])
        made.compile(O.SGD(0.1))
        found = made.fit(*data(), epochs=2, batch_size=3, verbose=0, shuffle=False).history
        return sorted(found), found["far"]

    def labelled(classes, labels, loss, metrics):
        made = K.Sequential([L.Dense(classes, kernel_initializer="ones", activation="sigmoid" if classes == 1 else "softmax")])
        made.compile("sgd", loss, metrics=metrics)
        return made.evaluate(_wave((8, 4), 0.1), labels, verbose=0)

    def binary_accuracy(inputs):
        labels = (_wave((8,), 2.0) > 0).astype("int32")
        return labelled(1, labels, "binary_crossentropy", ["accuracy"]), labelled(1, labels[:, None], "mse", ["acc", "mae"])

    def one_hot_accuracy(inputs):
        labels = np.arange(8) % 3
        return labelled(3, labels, "sparse_categorical_crossentropy", ["accuracy"]), labelled(
            3, np.eye(3, dtype="float32")[labels], "categorical_crossentropy", ["accuracy"])

    def ragged_batches(inputs):
        made = net()
        made.compile("sgd", "mse", metrics=["mae"])
        return made.evaluate(*data(), batch_size=3, verbose=0), made.fit(*data(), batch_size=5, verbose=0, shuffle=False).history["loss"]

    def weighted(inputs):
        made = net()
        made.compile(O.SGD(0.1), "mse")
        found = made.fit(*data(), sample_weight=np.linspace(0.0, 2.0, 8), batch_size=8, epochs=2, verbose=0)
        return found.history["loss"], made(inputs)

    def class_weighted(inputs):
        made = K.Sequential([L.Dense(2, kernel_initializer="ones")])
        made.compile(O.SGD(0.1), K.losses.SparseCategoricalCrossentropy(from_logits=True))
        made.fit(data()[0], np.arange(8) % 2, class_weight={0: 1.0, 1: 3.0}, batch_size=8, verbose=0)
        return made(inputs)

    def loss_function(inputs):
        made = net()
        made.compile(O.SGD(0.1), lambda a, b: tf.abs(a - b) ** 3)
        return made.fit(*data(), batch_size=8, epochs=2, verbose=0).history["loss"]

    def metric_function(inputs):
        def cubes(a, b):
            return tf.reduce_mean(tf.abs(a - b) ** 3, -1)

        made = net()
        made.compile("sgd", "mse", metrics=[cubes])
        return made.evaluate(*data(), verbose=0, return_dict=True)["cubes"]

    def on_batch(inputs):
        made = net()
        made.compile(O.SGD(0.1), "mse", metrics=["mae"])
        first = made.train_on_batch(*data())
        return first, made.test_on_batch(*data(), return_dict=True)["loss"], made.predict_on_batch(data()[0])

    def best_weights(inputs):
        made = net()
        made.compile(O.SGD(1.5), "mse")
        stop = K.callbacks.EarlyStopping(monitor="loss", patience=1, restore_best_weights=True)
        return len(made.fit(*data(), batch_size=8, epochs=6, verbose=0, callbacks=[stop]).epoch), made(inputs)

    def penalised(inputs):
        made = K.Sequential([L.Dense(1, kernel_initializer="ones", kernel_regularizer=K.regularizers.L2(0.1))])
        made.compile("sgd", "mse")
        return made.evaluate(*data(), verbose=0)

    def batch_logs(inputs):
        seen = []

        class Own(K.callbacks.Callback):
            def on_train_batch_end(self, batch, logs=None):
                seen.append((batch, sorted(logs), logs["loss"]))

            def on_test_end(self, logs=None):
                seen.append(sorted(logs))

        made = net()
        made.compile("sgd", "mse")
        made.fit(*data(), batch_size=4, verbose=0, shuffle=False, callbacks=[Own()], validation_data=data())
        return seen

    def not_compiled(inputs):
        return net().fit(*data(), verbose=0)

    def unknown_loss(inputs):
        made = net()
        made.compile("sgd", "nothing")
        return made.fit(*data(), verbose=0)

    def unknown_layer(inputs):
        return heads().get_layer("nothing")

    def names_of_layers(inputs):
        K.backend.clear_session()
        return [made.name for made in (L.Dense(1), L.Dense(1), L.BatchNormalization(), L.Conv2DTranspose(1, 1), L.ReLU(), L.LSTM(1), L.MaxPooling2D())]

    def sequential_ends(inputs):
        made = K.Sequential([K.Input((4,)), L.Dense(3, kernel_initializer="ones"), L.Dense(2, kernel_initializer="ones")])
        return K.Model(made.inputs, made.layers[0].output)(inputs), K.Model(made.inputs, made.outputs)(inputs)

    def dictionary_outputs(inputs):
        start = K.Input((4,))
        made = K.Model(start, {"a": L.Dense(1, kernel_initializer="ones")(start), "b": start * 2.0})
        made.compile("sgd", {"a": "mse"})
        return made.predict(inputs, verbose=0)["b"], made(inputs)["a"]

    def D(dataset):
        return list(dataset)

    def D_slices():
        return tf.data.Dataset.from_tensor_slices((np.arange(5), np.arange(10.0).reshape(5, 2)))

    return {key: value for key, value in locals().items() if key != "tf"}
