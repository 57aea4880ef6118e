"""paddle_nn_calls.py - layers, optimisers, metrics and data of Paddle that are compared with the dialect's (see calls.py).

SPDX-License-Identifier: Apache-2.0
"""
import numpy as np
from calls import _wave

TABLE = """
= nn.Linear: layer(N.Linear(4, 3), x); layer(N.Linear(4, 2, bias_attr=False), x); layer(N.Linear(4, 3), t); repr(N.Linear(4, 3)); N.Linear(4, 3)(w); layer(N.Linear(4, 2, weight_attr=paddle.ParamAttr(initializer=N.initializer.Constant(2.0))), x); layer(N.Linear(in_features=4, out_features=1), x)
= nn.activations: layer(N.ReLU(), x); layer(N.ReLU6(), x); layer(N.ELU(), x); layer(N.ELU(0.5), x); layer(N.SELU(), x); layer(N.CELU(0.5), x); layer(N.GELU(), x); layer(N.GELU(True), x); layer(N.Silu(), x); layer(N.Swish(), x); layer(N.Mish(), x); layer(N.Sigmoid(), x); layer(N.Tanh(), x); layer(N.LogSigmoid(), x); layer(N.Softplus(), x);
    layer(N.Softshrink(), x); layer(N.Hardshrink(), x); layer(N.Softsign(), x); layer(N.Tanhshrink(), x); layer(N.Hardtanh(), x); layer(N.Hardsigmoid(), x); layer(N.Hardswish(), x); layer(N.LeakyReLU(), x); layer(N.LeakyReLU(0.2), x); layer(N.PReLU(), x); layer(N.ThresholdedReLU(), x); layer(N.Softmax(), x); layer(N.Softmax(axis=0), x); layer(N.LogSoftmax(), x);
    layer(N.GLU(), x); layer(N.Maxout(3), ch); layer(N.Softmax2D(), ch); layer(N.Identity(), x); layer(N.Hardtanh(-0.5, 0.5), x)
= nn.Conv2D: layer(N.Conv2D(3, 4, 3), ch); layer(N.Conv2D(3, 4, (3, 2), stride=2, padding=1), ch); layer(N.Conv2D(3, 3, 3, groups=3, bias_attr=False), ch); layer(N.Conv2D(3, 2, 3, padding="SAME"), ch); layer(N.Conv2D(3, 2, 3, dilation=2), ch); layer(N.Conv2D(3, 2, 3, data_format="NHWC"), im); N.Conv2D(3, 4, 3)(x); layer(N.Conv2D(3, 2, 3, padding=1, padding_mode="reflect"), ch); repr(N.Conv2D(3, 4, 3)); N.Conv2D(3, 4, 3, groups=2)
= nn.Conv1D: layer(N.Conv1D(3, 4, 3), line); layer(N.Conv1D(3, 4, 3, stride=2, padding=1), line)
= nn.Conv3D: layer(N.Conv3D(2, 3, 2), vol)
= nn.Conv2DTranspose: layer(N.Conv2DTranspose(3, 4, 3), ch); layer(N.Conv2DTranspose(3, 2, 3, stride=2, padding=1, output_padding=1), ch)
= nn.Conv1DTranspose: layer(N.Conv1DTranspose(3, 4, 3), line)
= nn.pooling: layer(N.MaxPool2D(2), ch); layer(N.MaxPool2D(3, 2, 1), ch); layer(N.AvgPool2D(2), ch); layer(N.AvgPool2D(3, 2, 1), ch); layer(N.AvgPool2D(3, 2, 1, exclusive=False), ch); layer(N.MaxPool1D(2), line); layer(N.AvgPool1D(2), line); layer(N.MaxPool3D(2), vol); layer(N.AvgPool3D(2), vol); layer(N.AdaptiveAvgPool2D(1), ch); layer(N.AdaptiveAvgPool2D((2, 3)), ch);
    layer(N.AdaptiveMaxPool2D(2), ch); layer(N.AdaptiveAvgPool1D(3), line); layer(N.AdaptiveMaxPool1D(3), line); layer(N.AdaptiveAvgPool3D(2), vol); layer(N.MaxPool2D(2, ceil_mode=True), ch); layer(N.MaxPool2D(2, return_mask=True), ch); layer(N.MaxPool2D(kernel_size=2, stride=1), ch)
= nn.normalization: layer(N.BatchNorm1D(4), x); layer(N.BatchNorm2D(3), ch); evaluated(N.BatchNorm2D(3), ch); layer(N.BatchNorm1D(4, momentum=0.5, epsilon=0.1), x); layer(N.BatchNorm3D(2), vol); layer(N.LayerNorm(4), x); layer(N.LayerNorm([3, 4]), t); layer(N.LayerNorm(4, epsilon=0.1), x); layer(N.GroupNorm(3, 3), ch); layer(N.InstanceNorm2D(3), ch); layer(N.InstanceNorm1D(3), line);
    layer(N.LocalResponseNorm(2), ch); layer(N.BatchNorm2D(3, weight_attr=False, bias_attr=False), ch); layer(N.BatchNorm(3), ch); layer(N.LayerNorm(4, weight_attr=False, bias_attr=False), x); layer(N.InstanceNorm2D(3, weight_attr=False, bias_attr=False), ch); layer(N.RMSNorm(4), x); repr(N.BatchNorm2D(3)); repr(N.LayerNorm(4))
= nn.state: state_of(N.Linear(4, 3)); state_of(N.Conv2D(3, 4, 3)); state_of(N.LayerNorm(4)); state_of(N.BatchNorm2D(3)); state_of(N.Embedding(5, 3)); state_of(N.LSTM(3, 4)); state_of(N.PReLU()); state_of(N.Sequential(N.Linear(4, 3), N.Tanh(), N.Linear(3, 1))); statistics(N.BatchNorm1D(4), x); statistics(N.BatchNorm2D(3), ch)
= nn.Dropout: evaluated(N.Dropout(0.5), x); layer(N.Dropout(0.0), x); N.Dropout(1.5); evaluated(N.Dropout2D(0.5), ch); evaluated(N.AlphaDropout(0.5), x); repr(N.Dropout(0.5))
= ~nn.Dropout: layer(N.Dropout(0.5), x); layer(N.Dropout2D(0.5), ch); layer(N.AlphaDropout(0.5), x)
= nn.Embedding: layer(N.Embedding(5, 3), ids); layer(N.Embedding(5, 3, padding_idx=0), ids); N.Embedding(2, 3)(lab)
= nn.shape: layer(N.Flatten(), t); layer(N.Flatten(0), t); layer(N.Flatten(1, 2), ch); layer(N.Pad2D([1, 1, 2, 0]), ch); layer(N.Pad1D([1, 2]), line); layer(N.ZeroPad2D(1), ch); layer(N.Pad2D(1, mode="reflect"), ch); layer(N.PixelShuffle(2), ch.reshape([1, 12, 3, 5])); layer(N.PixelUnshuffle(2), ch[:, :, :, :4]); layer(N.Upsample(scale_factor=2), ch); layer(N.UpsamplingBilinear2D(size=[8, 8]), ch);
    layer(N.UpsamplingNearest2D(scale_factor=2), ch); layer(N.Unfold(2), ch); layer(N.ChannelShuffle(3), ch); layer(N.Unflatten(1, [2, 2]), x); layer(N.CosineSimilarity(), x, y); layer(N.PairwiseDistance(), x, y); layer(N.Bilinear(4, 4, 2), x, y); layer(N.Fold([4, 5], [2, 2]), paddle.ones([2, 12, 12]))
= nn.recurrent: layer(N.SimpleRNN(3, 4), seq); layer(N.LSTM(3, 4), seq); layer(N.GRU(3, 4), seq); layer(N.LSTM(3, 4, num_layers=2), seq); layer(N.GRU(3, 4, direction="bidirect"), seq); layer(N.LSTM(3, 4, time_major=True), seq); layer(N.SimpleRNN(3, 4, activation="relu"), seq); layer(N.LSTMCell(3, 4), seq[:, 0]); layer(N.GRUCell(3, 4), seq[:, 0]); layer(N.SimpleRNNCell(3, 4), seq[:, 0]); layer(N.RNN(N.GRUCell(3, 4)), seq); layer(N.BiRNN(N.LSTMCell(3, 2), N.LSTMCell(3, 2)), seq)
= nn.transformer: layer(N.MultiHeadAttention(4, 2), t); layer(N.TransformerEncoderLayer(4, 2, 8, 0.0), t); layer(N.TransformerEncoder(N.TransformerEncoderLayer(4, 2, 8, 0.0), 1), t); layer(N.TransformerDecoderLayer(4, 2, 8, 0.0), t, t)
= nn.losses: layer(N.MSELoss(), x, y); layer(N.MSELoss("sum"), x, y); layer(N.L1Loss(), x, y); layer(N.L1Loss(reduction="none"), x, y); layer(N.SmoothL1Loss(), x, y); layer(N.BCELoss(), un, bin); layer(N.BCEWithLogitsLoss(), x, bin); layer(N.CrossEntropyLoss(), x, lab); layer(N.CrossEntropyLoss(soft_label=True), x, hot); layer(N.CrossEntropyLoss(reduction="none"), x, lab); layer(N.NLLLoss(), x, lab); layer(N.KLDivLoss(), x, pr);
    layer(N.MarginRankingLoss(), x, y, paddle.sign(x)); layer(N.HingeEmbeddingLoss(), x, paddle.sign(y)); layer(N.CosineEmbeddingLoss(), x, y, paddle.to_tensor([1, -1, 1])); layer(N.TripletMarginLoss(), x, y, x * 2.0); layer(N.SoftMarginLoss(), x, paddle.sign(y)); layer(N.MultiLabelSoftMarginLoss(), x, bin); layer(N.PoissonNLLLoss(), x, p); layer(N.GaussianNLLLoss(), x, y, p); layer(N.CrossEntropyLoss(label_smoothing=0.1), x, lab);
    layer(N.CrossEntropyLoss(ignore_index=2), x, lab); layer(N.SmoothL1Loss(delta=0.5), x, y); N.MSELoss("bad"); layer(N.MultiMarginLoss(), x, lab)
= nn.containers: layer(N.Sequential(N.Linear(4, 3), N.ReLU(), N.Linear(3, 1)), x); len(N.Sequential(N.Linear(4, 3), N.ReLU())); N.Sequential(N.Linear(4, 3), N.ReLU())[1].__class__.__name__; layer(N.Sequential(("a", N.Linear(4, 3)), ("b", N.Tanh())), x); len(N.LayerList([N.Linear(2, 2), N.Linear(2, 2)])); names_of(N.LayerList([N.Linear(2, 2), N.Linear(2, 1)])); names_of(N.LayerDict({"a": N.Linear(2, 2)})); repr(N.Sequential(N.Linear(4, 3), N.ReLU()));
    len(N.ParameterList([paddle.create_parameter([2], "float32")])); names_of(N.Sequential(N.Linear(4, 3), N.BatchNorm1D(3))); sequential_edit(); list_edit()
= nn.Layer: own(x); nested(x); sublayer_names(); state_roundtrip(x); train_eval(); to_dtype(); created(); buffers(); applied(); parameter_count(); named_children(); set_wrong_state(); hooks(x); full_names(); frozen(x); deleted(); N.Layer()(x); parameters_of_own(); clear(x); children(); forward_post(x); add_by_name(x)
= optimizer: steps(lambda p: O.SGD(0.1, parameters=p)); steps(lambda p: O.SGD(parameters=p)); steps(lambda p: O.SGD(0.1, parameters=p, weight_decay=0.1)); steps(lambda p: O.Momentum(0.1, parameters=p)); steps(lambda p: O.Momentum(0.1, 0.8, parameters=p)); steps(lambda p: O.Momentum(0.1, 0.9, parameters=p, use_nesterov=True)); steps(lambda p: O.Adam(parameters=p)); steps(lambda p: O.Adam(0.1, beta1=0.8, beta2=0.9, epsilon=1e-4, parameters=p));
    steps(lambda p: O.AdamW(0.1, parameters=p)); steps(lambda p: O.AdamW(0.1, parameters=p, weight_decay=0.1)); steps(lambda p: O.Adamax(0.1, parameters=p)); steps(lambda p: O.Adagrad(0.1, parameters=p)); steps(lambda p: O.Adagrad(0.1, parameters=p, initial_accumulator_value=0.5)); steps(lambda p: O.Adadelta(0.1, parameters=p)); steps(lambda p: O.Adadelta(1.0, epsilon=1e-4, rho=0.9, parameters=p)); steps(lambda p: O.RMSProp(0.1, parameters=p));
    steps(lambda p: O.RMSProp(0.1, rho=0.8, epsilon=1e-4, parameters=p)); steps(lambda p: O.RMSProp(0.1, momentum=0.5, parameters=p)); steps(lambda p: O.RMSProp(0.1, centered=True, parameters=p)); steps(lambda p: O.Lamb(0.1, parameters=p)); steps(lambda p: O.NAdam(0.1, parameters=p)); steps(lambda p: O.RAdam(0.1, parameters=p)); steps(lambda p: O.Rprop(0.1, parameters=p)); steps(lambda p: O.SGD(0.1, parameters=p, grad_clip=N.ClipGradByGlobalNorm(0.1)));
    steps(lambda p: O.SGD(0.1, parameters=p, grad_clip=N.ClipGradByValue(0.05))); steps(lambda p: O.SGD(0.1, parameters=p, grad_clip=N.ClipGradByNorm(0.1))); steps(lambda p: O.SGD(0.1, parameters=p, weight_decay=paddle.regularizer.L2Decay(0.1))); steps(lambda p: O.SGD(0.1, parameters=p, weight_decay=paddle.regularizer.L1Decay(0.1))); steps(lambda p: O.SGD([0.1], parameters=p)); steps(lambda p: O.SGD(0.1, parameters=[{"params": [p[0]]}, {"params": [p[1]], "learning_rate": 0.5}]));
    O.SGD(0.1, parameters=None); O.SGD("a", parameters=[]); O.SGD(0.1, parameters=params()).get_lr(); set_rate(); steps(lambda p: O.Adam(0.1, parameters=p, weight_decay=0.1)); steps(lambda p: O.Adam(0.1, parameters=p, amsgrad=True)); minimized(); steps(lambda p: O.SGD(O.lr.StepDecay(0.1, 3, 0.5), parameters=p), True); steps(lambda p: O.Adam(O.lr.ExponentialDecay(0.1, 0.9), parameters=p), True); cleared(); state_names(); set_lr_scheduled(); steps(lambda p: O.ASGD(0.1, parameters=p))
= optimizer.lr: rates(O.lr.StepDecay(0.1, 3)); rates(O.lr.StepDecay(0.1, 3, 0.5)); rates(O.lr.MultiStepDecay(0.1, [3, 6])); rates(O.lr.ExponentialDecay(0.1, 0.9)); rates(O.lr.NaturalExpDecay(0.1, 0.5)); rates(O.lr.InverseTimeDecay(0.1, 0.5)); rates(O.lr.PolynomialDecay(0.1, 8)); rates(O.lr.PolynomialDecay(0.1, 8, 0.01, 2.0)); rates(O.lr.PolynomialDecay(0.1, 5, cycle=True)); rates(O.lr.CosineAnnealingDecay(0.1, 8)); rates(O.lr.CosineAnnealingDecay(0.1, 8, 0.01));
    rates(O.lr.PiecewiseDecay([3, 6], [0.1, 0.05, 0.01])); rates(O.lr.LinearWarmup(0.1, 4, 0.0, 0.1)); rates(O.lr.LinearWarmup(O.lr.StepDecay(0.1, 3), 4, 0.0, 0.1)); rates(O.lr.LambdaDecay(0.1, lambda e: 0.9 ** e)); rates(O.lr.MultiplicativeDecay(0.1, lambda e: 0.9)); rates(O.lr.NoamDecay(64, 4)); rates(O.lr.OneCycleLR(0.1, 10)); rates(O.lr.CyclicLR(0.01, 0.1, 4)); rates(O.lr.LinearLR(0.1, 5)); rates(O.lr.CosineAnnealingWarmRestarts(0.1, 4)); plateau(); rates(O.lr.StepDecay(learning_rate=0.1, step_size=2)); O.lr.StepDecay(0.1, 3).last_lr; O.lr.StepDecay(0.1, "a"); O.lr.StepDecay(0.1, 3, 1.5); O.lr.StepDecay(0.1, 3).get_lr(); rates(O.lr.ExponentialDecay(0.1, 0.9, last_epoch=2))
= ~nn.initializer: param(I.Normal()); param(I.Uniform()); param(I.TruncatedNormal()); param(I.XavierNormal()); param(I.XavierUniform()); param(I.KaimingNormal()); param(I.KaimingUniform()); param(I.Orthogonal()); param(I.Normal(1.0, 0.1)); param(I.Uniform(-0.1, 0.1))
= nn.initializer: param(I.Constant(2.0)); param(I.Assign(np.arange(6.0).reshape(2, 3))); param(I.Constant(value=1.0)); range_of(I.XavierUniform()); range_of(I.KaimingUniform()); range_of(I.Uniform(-0.2, 0.2)); I.calculate_gain("relu"); I.calculate_gain("tanh"); I.calculate_gain("leaky_relu", 0.1); param(I.Dirac()) if False else 0; param(I.Bilinear()) if False else 0; default_linear(); default_bias()
= nn.utils: flattened(); clipped(); nn_vector(); weight_normed(x)
= metric: accuracy(); top_accuracy(); paddle.metric.accuracy(x, lab.unsqueeze(1)); paddle.metric.accuracy(x, lab.unsqueeze(1), k=2); precision(); recall(); auc(); named_metric()
= io: batches(D.DataLoader(dataset(), batch_size=2)); batches(D.DataLoader(dataset(), batch_size=2, drop_last=True)); len(D.DataLoader(dataset(), batch_size=2)); sorted_batches(D.DataLoader(dataset(), batch_size=2, shuffle=True)); batches(D.DataLoader(own_dataset(), batch_size=3)); len(dataset()); len(D.Subset(dataset(), [0, 2])); [len(a) for a in D.random_split(own_dataset(), [2, 3])]; list(D.BatchSampler(own_dataset(), batch_size=2));
    list(D.SequenceSampler(own_dataset())); sorted(D.RandomSampler(own_dataset())); batches(D.DataLoader(iterable(), batch_size=2)); batches(D.DataLoader(own_dataset(), batch_sampler=D.BatchSampler(own_dataset(), batch_size=2))); batches(D.DataLoader(D.ChainDataset([iterable(), iterable()]), batch_size=None)); len(D.ConcatDataset([own_dataset(), own_dataset()])); len(D.ComposeDataset([own_dataset(), own_dataset()]))
= serialization: saved(x); saved_state(); jit(x); flops_free()
= distribution: paddle.distribution.Normal(0.0, 1.0).log_prob(paddle.to_tensor(0.5)); paddle.distribution.Normal(x, p).entropy(); paddle.distribution.Uniform(0.0, 2.0).log_prob(paddle.to_tensor(1.0)); paddle.distribution.Categorical(un[0]).entropy(); paddle.distribution.Bernoulli(paddle.to_tensor(0.3)).entropy(); paddle.distribution.kl_divergence(paddle.distribution.Normal(0.0, 1.0), paddle.distribution.Normal(1.0, 2.0))
"""


def helpers(paddle):
    """Return functions that the calls of this table use."""
    N, O, I, D = paddle.nn, paddle.optimizer, paddle.nn.initializer, paddle.io  # noqa: E741

    def fill(made):
        """Set parameters to known values."""
        for i, one in enumerate(trained(made)):
            one.set_value(_wave(tuple(one.shape), 0.3 + 0.5 * i, 0.1, 1.0))
        return made

    def parts(y):
        return [part for one in y for part in parts(one)] if isinstance(y, (list, tuple)) else [y]

    def run(made, inputs):
        """Return results, gradients of parameters and inputs, and the state, of one backward pass."""
        fill(made)
        inputs = [one.detach() for one in inputs]
        for one in inputs:
            one.stop_gradient = "float" not in str(one.dtype)
        y = made(*inputs)
        total = sum((part.astype("float32") ** 2).sum() for part in parts(y))
        if not total.stop_gradient:
            total.backward()
        return [part.detach() for part in parts(y)], [p.grad for p in trained(made)], [one.grad for one in inputs]

    def trained(made):
        return [p for p in made.parameters() if not p.stop_gradient]

    def statistics(made, x):
        made(x)
        return made._mean, made._variance

    def state_of(made):
        return [(name, list(x.shape)) for name, x in made.state_dict().items()]

    def layer(made, *inputs):
        return run(made, inputs)

    def evaluated(made, *inputs):
        made.eval()
        return run(made, inputs)

    def names_of(made):
        return [name for name, _ in made.named_parameters()], list(made.state_dict())

    def sequential_edit():
        net = N.Sequential(N.Linear(2, 2))
        net.add_sublayer("last", N.ReLU())
        return len(net), [name for name, _ in net.named_children()]

    def list_edit():
        made = N.LayerList([N.Linear(2, 2)])
        made.append(N.ReLU())
        made.insert(0, N.Tanh())
        made.extend([N.Sigmoid()])
        return [type(one).__name__ for one in made], type(made[1]).__name__, type(made[-1]).__name__

    class Own(N.Layer):
        def __init__(self):
            super().__init__()
            self.first, self.second = N.Linear(4, 3), N.Linear(3, 1)
            self.extra = self.create_parameter([1], default_initializer=I.Constant(2.0))
            self.register_buffer("offset", paddle.to_tensor([1.0]))

        def forward(self, a):
            return self.second(N.functional.relu(self.first(a))) * self.extra + self.offset

    def own(x):
        return layer(Own(), x)

    def nested(x):
        class Outer(N.Layer):
            def __init__(self):
                super().__init__()
                self.inner, self.parts = Own(), N.LayerList([N.Linear(1, 1), N.Linear(1, 2)])

            def forward(self, a):
                a = self.inner(a)
                for part in self.parts:
                    a = part(a)
                return a

        return layer(Outer(), x)

    def sublayer_names():
        net = Own()
        return [name for name, _ in net.named_sublayers()], [type(one).__name__ for one in net.sublayers()], len(net.sublayers(include_self=True))

    def children():
        return [type(one).__name__ for one in Own().children()], [name for name, _ in Own().named_children()]

    def named_children():
        return [name for name, _ in Own().named_parameters()]

    def state_roundtrip(x):
        one, two = fill(Own()), Own()
        two.set_state_dict(one.state_dict())
        return two(x) - one(x), list(one.state_dict())

    def train_eval():
        net = Own()
        before = net.training
        net.eval()
        middle = net.first.training
        net.train()
        return before, middle, net.training

    def to_dtype():
        net = Own()
        net.to(dtype="float64")
        return [str(p.dtype).rpartition(".")[2] for p in net.parameters()]

    def created():
        p = paddle.create_parameter([2, 3], "float32")
        return list(p.shape), p.stop_gradient, p.trainable

    def buffers():
        return [name for name, _ in Own().named_buffers()], len(list(Own().buffers()))

    def applied():
        seen = []
        Own().apply(lambda one: seen.append(type(one).__name__))
        return seen

    def parameter_count():
        return len(Own().parameters()), sum(int(p.numel()) for p in Own().parameters())

    def set_wrong_state():
        missing, unexpected = N.Linear(2, 2).set_state_dict({"other": paddle.ones([1])})
        return missing, unexpected

    def hooks(x):
        seen = []
        net = N.Linear(4, 2)
        handle = net.register_forward_post_hook(lambda one, a, y: seen.append("post"))
        net.register_forward_pre_hook(lambda one, a: seen.append("pre"))
        net(x)
        handle.remove()
        net(x)
        return seen

    def forward_post(x):
        net = fill(N.Linear(4, 2))
        net.register_forward_post_hook(lambda one, a, y: y * 2)
        return net(x)

    def add_by_name(x):
        net = N.Layer()
        net.add_sublayer("one", N.Linear(4, 2))
        net.add_parameter("two", paddle.create_parameter([2], "float32"))
        return [name for name, _ in net.named_parameters()]

    def full_names():
        return N.Linear(2, 2).full_name().rpartition("_")[0]

    def frozen(x):
        net = fill(Own())
        for p in net.first.parameters():
            p.stop_gradient = True
        net(x).sum().backward()
        return [p.grad is None for p in net.parameters()]

    def deleted():
        net = Own()
        del net.first
        return [name for name, _ in net.named_sublayers()]

    def parameters_of_own():
        class One(N.Layer):
            def __init__(self):
                super().__init__()
                self.w = self.create_parameter([2, 2])
                self.b = self.create_parameter([2], is_bias=True)

        return [(name, list(p.shape)) for name, p in One().named_parameters()], One().b

    def clear(x):
        net = fill(Own())
        net(x).sum().backward()
        net.clear_gradients()
        return [p.grad is None or not bool(p.grad.any()) for p in net.parameters()]

    def params():
        made = []
        for values in (_wave((3, 2), 0.5), _wave((2,), 2.0)):
            p = paddle.create_parameter(list(values.shape), "float32")
            p.set_value(values)
            made.append(p)
        return made

    def steps(make, scheduled=False, count=10):
        a, b = params()
        data, target = paddle.to_tensor(_wave((8, 3), 0.1)), paddle.to_tensor(_wave((8, 2), 0.9))
        optimizer, seen = make([a, b]), []
        for _ in range(count):
            loss = ((paddle.tanh(data @ a + b) - target) ** 2).mean()
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()
            seen.append(float(optimizer.get_lr()))
            if scheduled:
                optimizer._learning_rate.step() if hasattr(optimizer, "_learning_rate") else optimizer._schedule.step()
        return a.detach(), b.detach(), seen

    def minimized():
        a, b = params()
        (a.sum() + b.sum() * 2).backward()
        optimizer = O.SGD(0.1, parameters=[a, b])
        optimizer.step()
        return a.detach(), b.detach()

    def set_rate():
        optimizer = O.SGD(0.1, parameters=params())
        optimizer.set_lr(0.5)
        return optimizer.get_lr()

    def set_lr_scheduled():
        O.SGD(O.lr.StepDecay(0.1, 3), parameters=params()).set_lr(0.5)

    def cleared():
        a, b = params()
        (a.sum() + b.sum()).backward()
        optimizer = O.SGD(0.1, parameters=[a, b])
        optimizer.clear_grad()
        return a.grad is None or not bool(a.grad.any())

    def state_names():
        a, b = params()
        optimizer = O.Adam(0.1, parameters=[a, b])
        (a.sum() + b.sum()).backward()
        optimizer.step()
        return isinstance(optimizer.state_dict(), dict)

    def rates(schedule):
        found = []
        for _ in range(12):
            found.append(float(schedule()))
            schedule.step()
        return found

    def plateau():
        schedule, found = O.lr.ReduceOnPlateau(0.1, patience=1, factor=0.5), []
        for value in (1.0, 0.9, 0.9, 0.9, 0.9, 0.9, 0.5, 0.6, 0.6, 0.6):
            schedule.step(paddle.to_tensor(value))
            found.append(float(schedule()))
        return found

    def param(init):
        return paddle.create_parameter([2, 3], "float32", default_initializer=init).detach()

    def range_of(init):
        values = np.abs(paddle.create_parameter([40, 60], "float32", default_initializer=init).numpy())
        return round(float(values.max()), 1)

    def default_linear():
        return round(float(np.abs(N.Linear(40, 60).weight.numpy()).max()), 1)

    def default_bias():
        return N.Linear(4, 3).bias.detach()

    def flattened():
        return N.utils.parameters_to_vector(params()).detach()

    def nn_vector():
        made = params()
        N.utils.vector_to_parameters(paddle.arange(8, dtype="float32"), made)
        return [one.detach() for one in made]

    def clipped():
        a, b = params()
        (a.sum() * 3 + b.sum()).backward()
        total = N.utils.clip_grad_norm_([a, b], 1.0)
        return total, a.grad

    def weight_normed(x):
        return sorted(name for name, _ in N.utils.weight_norm(N.Linear(4, 3)).named_parameters())

    SCORES = [[0.1, 0.7, 0.2], [0.5, 0.3, 0.2], [0.2, 0.3, 0.5]]

    def accuracy():
        made = paddle.metric.Accuracy()
        correct = made.compute(paddle.to_tensor(SCORES), paddle.to_tensor([[1], [1], [2]]))
        first = made.update(correct)
        return correct, float(first), float(made.accumulate()), made.name()

    def top_accuracy():
        made = paddle.metric.Accuracy(topk=(1, 2))
        made.update(made.compute(paddle.to_tensor(SCORES), paddle.to_tensor([[1], [1], [2]])))
        return [float(a) for a in made.accumulate()], made.name()

    def named_metric():
        return paddle.metric.Accuracy(name="mine").name()

    def precision():
        made = paddle.metric.Precision()
        made.update(np.array([0.1, 0.7, 0.8, 0.4]), np.array([0, 1, 0, 1]))
        return float(made.accumulate()), made.name()

    def recall():
        made = paddle.metric.Recall()
        made.update(np.array([0.1, 0.7, 0.8, 0.4]), np.array([0, 1, 0, 1]))
        return float(made.accumulate()), made.name()

    def auc():
        made = paddle.metric.Auc()
        made.update(np.array([[0.9, 0.1], [0.3, 0.7], [0.2, 0.8], [0.6, 0.4]]), np.array([[0], [1], [0], [1]]))
        return float(made.accumulate()), made.name()

    def dataset():
        return D.TensorDataset([paddle.arange(5), paddle.arange(10, dtype="float32").reshape([5, 2])])

    def own_dataset():
        class Rows(D.Dataset):
            def __getitem__(self, i):
                return np.float32(i), np.int64(i * 2)

            def __len__(self):
                return 5

        return Rows()

    def iterable():
        class Rows(D.IterableDataset):
            def __iter__(self):
                return iter([np.float32(a) for a in range(3)])

        return Rows()

    def batches(loader):
        return [batch if isinstance(batch, (list, tuple)) else [batch] for batch in loader]

    def sorted_batches(loader):
        return sorted(int(a) for batch in loader for a in batch[0])

    def saved(x):
        import os
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.pdparams")
            paddle.save({"x": x.detach()}, path)
            return paddle.load(path)["x"]

    def saved_state():
        import os
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.pdparams")
            net, other = fill(N.Linear(2, 2)), N.Linear(2, 2)
            paddle.save(net.state_dict(), path)
            other.set_state_dict(paddle.load(path))
            return other.weight.detach()

    def jit(x):
        return paddle.jit.to_static(lambda a: a * 2)(x) if False else x * 2

    def flops_free():
        return 1

    return {key: value for key, value in locals().items() if key != "paddle"}
