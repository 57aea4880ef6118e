"""The d2l book's classes for models, data and training, implemented for all frameworks.

The parts that depend on the framework (its layers, tensors, data loaders and training step) are methods of a class for
each framework; everything else is shared.
"""
import weir
from weir import _core
from weir.dialects import _gpus
from weir.dialects._tensor_class import op, plain, quietly


class _Torch:
    """The framework-dependent parts for PyTorch."""

    def __init__(self, home):
        self.home, self.Base = home, home.nn.Module

    def moves(self, model, device):
        """Move the model to one of Weir's devices."""
        model.to(device)

    def normal(self, *shape):
        return self.home._made(op["normal"](shape))

    def loader(self, tensors, batch_size, train):
        data = self.home.utils.data
        return data.DataLoader(data.TensorDataset(*tensors), batch_size, shuffle=train)

    def leaf(self, values):
        return self.home._made(values, True)

    def linear(self, outputs, flat=False):
        nn = self.home.nn
        return nn.Sequential(nn.Flatten(), nn.LazyLinear(outputs)) if flat else nn.LazyLinear(outputs)

    def weights(self, net):
        return net.weight.data, net.bias.data

    def optimizer(self, model):
        return self.home.optim.SGD(model.parameters(), lr=model.lr)

    def mse(self, y_hat, y):
        return self.home.nn.functional.mse_loss(y_hat, y)

    def cross_entropy(self, scores, labels, averaged):
        return self.home.nn.functional.cross_entropy(scores, labels, reduction="mean" if averaged else "none")

    def trains(self, model, mode):
        model.train() if mode else model.eval()

    def waits_for_shapes(self, model):
        return any(array is None for _, array, _ in model._wr_entries())

    def train(self, trainer, batch):
        """Run a training step and update the parameters.

        The update is not recorded, because the user's own optimiser may write to the parameters directly.
        """
        loss = trainer.model.training_step(batch)
        trainer.optim.zero_grad()

        def follow():
            loss.backward()
            if trainer.gradient_clip_val > 0:
                trainer.clip_gradients(trainer.gradient_clip_val, trainer.model)
            trainer.optim.step()

        quietly(follow)

    def clip(self, model, limit):
        self.home.nn.utils.clip_grad_norm_(model.parameters(), limit)

    def SGD(self, HyperParameters):
        class SGD(HyperParameters):
            """Stochastic gradient descent, written from scratch."""

            def __init__(self, params, lr):
                self.save_hyperparameters()

            def step(self):
                def steps():
                    for param in self.params:
                        param -= self.lr * param.grad

                quietly(steps)

            def zero_grad(self):
                for param in self.params:
                    param.grad = None

        return SGD

    def methods(self):
        return {}


class _Paddle(_Torch):
    """The framework-dependent parts for Paddle that differ from those for PyTorch."""

    def __init__(self, home):
        self.home, self.Base = home, home.nn.Layer

    def loader(self, tensors, batch_size, train):
        io = self.home.io
        return io.DataLoader(io.TensorDataset(tensors), batch_size=batch_size, shuffle=train)

    def leaf(self, values):
        return self.home._made(values, False)

    def linear(self, outputs, flat=False):
        """Return a linear layer that infers its input size from the first input, unlike Paddle's own layer."""
        home = self.home

        class Linear(home.nn.Layer):
            weight = bias = None

            def forward(self, x):
                x = op["flatten"](x, start=1) if flat else x
                if self.weight is None:
                    made = quietly(lambda: home.nn.Linear(plain(x).shape[-1], outputs))
                    self.weight, self.bias = made.weight, made.bias
                return home.nn.functional.linear(x, self.weight, self.bias)

        return Linear()

    def weights(self, net):
        return net.weight.detach(), net.bias.detach()

    def optimizer(self, model):
        return self.home.optimizer.SGD(learning_rate=model.lr, parameters=model.parameters())

    def waits_for_shapes(self, model):
        return not model.parameters()

    def train(self, trainer, batch):
        loss = trainer.model.training_step(batch)

        def follow():
            loss.backward()
            if trainer.gradient_clip_val > 0:
                trainer.clip_gradients(trainer.gradient_clip_val, trainer.model)
            trainer.optim.step()
            trainer.optim.clear_grad()

        quietly(follow)

    def clip(self, model, limit):
        from weir.dialects.torch import nn

        nn.utils.clip_grad_norm_(model.parameters(), limit)

    def SGD(self, HyperParameters):
        SGD = super().SGD(HyperParameters)
        SGD.clear_grad = SGD.zero_grad
        return SGD


class _MXNet(_Torch):
    """The framework-dependent parts for MXNet's Gluon."""

    def __init__(self, home):
        self.home, self.Base = home, home.gluon.nn.Block

    def moves(self, model, device):
        model.reset_ctx(device)

    def normal(self, *shape):
        return self.home.np._made(op["normal"](shape))

    def loader(self, tensors, batch_size, train):
        data = self.home.gluon.data
        return data.DataLoader(data.ArrayDataset(*tensors), batch_size, shuffle=train)

    def leaf(self, values):
        x = self.home.np._made(values)
        x.attach_grad()
        return x

    def linear(self, outputs, flat=True):
        net = self.home.gluon.nn.Dense(outputs)
        net.initialize(self.home.init.Normal(sigma=0.01))
        return net

    def weights(self, net):
        return net.weight.data(), net.bias.data()

    def optimizer(self, model):
        params = model.parameters()
        if isinstance(params, list):
            return model._book["SGD"](params, model.lr)
        return self.home.gluon.Trainer(params, "sgd", {"learning_rate": model.lr})

    def mse(self, y_hat, y):
        return op["mean"](self.home.gluon.loss.L2Loss()(y_hat, y))

    def cross_entropy(self, scores, labels, averaged):
        losses = self.home.gluon.loss.SoftmaxCrossEntropyLoss()(scores, labels)
        return op["mean"](losses) if averaged else losses

    def trains(self, model, mode):
        pass

    def waits_for_shapes(self, model):
        return False

    def train(self, trainer, batch):
        with self.home.autograd.record():
            loss = trainer.model.training_step(batch)
        loss.backward()
        if trainer.gradient_clip_val > 0:
            trainer.clip_gradients(trainer.gradient_clip_val, trainer.model)
        trainer.optim.step(1)

    def clip(self, model, limit):
        params = model.parameters()
        grads = [p.grad for p in params] if isinstance(params, list) else [p.grad() for p in params.values()]
        self.home.gluon.utils.clip_global_norm(grads, limit)

    def SGD(self, HyperParameters):
        class SGD(HyperParameters):
            """Stochastic gradient descent, written from scratch."""

            def __init__(self, params, lr):
                self.save_hyperparameters()

            def step(self, _):
                for param in self.params:
                    param -= self.lr * param.grad

        return SGD

    def methods(self):
        ndarray = self.home.np.ndarray

        def get_scratch_params(self):
            """Return a list of the arrays that are attributes of this module or of its submodules."""
            found = []
            for value in list(vars(self).values()):
                if isinstance(value, ndarray):
                    found.append(value)
                elif hasattr(value, "get_scratch_params"):
                    found += value.get_scratch_params()
            return found

        def parameters(self):
            """Return the Gluon parameters or, if there are none, the arrays that are attributes."""
            return self.collect_params() or self.get_scratch_params()

        def set_scratch_params_device(self, device):
            """Do nothing: there is only one device."""

        return {f.__name__: f for f in (get_scratch_params, parameters, set_scratch_params_device)}


class _TensorFlow(_Torch):
    """The framework-dependent parts for TensorFlow's Keras."""

    def __init__(self, home):
        self.home, self.Base = home, home.keras.Model

    moves = None  # models of TensorFlow are where they were created

    def loader(self, tensors, batch_size, train):
        data = self.home.data.Dataset.from_tensor_slices(tuple(tensors))
        return (data.shuffle(buffer_size=len(data)) if train else data).batch(batch_size)

    def leaf(self, values):
        return self.home.Variable(self.home._made(values))

    def linear(self, outputs, flat=False):
        keras = self.home.keras
        dense = keras.layers.Dense(outputs)
        return keras.Sequential([keras.layers.Flatten(), dense]) if flat else dense

    def weights(self, net):
        return net.get_weights()[0], net.get_weights()[1]

    def optimizer(self, model):
        return self.home.keras.optimizers.SGD(model.lr)

    def mse(self, y_hat, y):
        return self.home.keras.losses.MeanSquaredError()(y, y_hat)

    def cross_entropy(self, scores, labels, averaged):
        how = {} if averaged else {"reduction": "none"}
        return self.home.keras.losses.SparseCategoricalCrossentropy(from_logits=True, **how)(labels, scores)

    def trains(self, model, mode):
        model.training = mode

    def waits_for_shapes(self, model):
        return False

    def train(self, trainer, batch):
        last = _core.set_training(True)
        try:
            with self.home.GradientTape() as tape:
                loss = trainer.model.training_step(batch)
        finally:
            _core.set_training(last)
        variables = trainer.model.trainable_variables
        grads = tape.gradient(loss, variables)
        if trainer.gradient_clip_val > 0:
            grads = trainer.clip_gradients(trainer.gradient_clip_val, grads)
        trainer.optim.apply_gradients(zip(grads, variables))

    def clip(self, grads, limit):
        return self.home.clip_by_global_norm(grads, limit)[0]

    def SGD(self, HyperParameters):
        class SGD(HyperParameters):
            """Stochastic gradient descent, written from scratch."""

            def __init__(self, lr):
                self.save_hyperparameters()

            def apply_gradients(self, grads_and_vars):
                for grad, variable in grads_and_vars:
                    variable.assign_sub(self.lr * grad)

        return SGD

    def methods(self):
        def call(self, X, *args, training=None):
            if training is not None:
                self.training = training
            return self.forward(X, *args)

        return {"call": call, "training": None}


_PARTS = {"torch": _Torch, "paddle": _Paddle, "mxnet": _MXNet, "tensorflow": _TensorFlow}


def classes(framework, home, HyperParameters, ProgressBoard) -> dict:
    """Return a dictionary of Module, DataModule, Trainer and the book's first models for a framework."""
    its = _PARTS[framework](home)

    class DataModule(HyperParameters):
        """Training and validation data."""

        def __init__(self, root="../data", num_workers=4):
            self.save_hyperparameters()

        def get_dataloader(self, train):
            raise NotImplementedError(f"{type(self).__name__} does not define get_dataloader")

        def train_dataloader(self):
            return self.get_dataloader(train=True)

        def val_dataloader(self):
            return self.get_dataloader(train=False)

        def get_tensorloader(self, tensors, train, indices=slice(0, None)):
            return its.loader([a[indices] for a in tensors], self.batch_size, train)

    class Module(its.Base, HyperParameters):
        """A model with its loss and its optimiser."""

        def __init__(self, plot_train_per_epoch=2, plot_valid_per_epoch=1):
            super().__init__()
            self.save_hyperparameters()
            self.board = ProgressBoard()

        def loss(self, y_hat, y):
            raise NotImplementedError(f"{type(self).__name__} does not define loss")

        def forward(self, X):
            if not hasattr(self, "net"):
                raise NotImplementedError(f"{type(self).__name__} defines neither forward nor net")
            return self.net(X)

        def plot(self, key, value, train):
            """Add a point to a curve.  The value is stored as an array, because reading it would block."""
            trainer = getattr(self, "trainer", None)
            if trainer is None:
                return
            x = trainer.train_batch_idx / max(trainer.num_train_batches, 1) if train else trainer.epoch + 1
            self.board.draw(x, value.detach(), ("train_" if train else "val_") + key)

        def training_step(self, batch):
            loss = self.loss(self(*batch[:-1]), batch[-1])
            self.plot("loss", loss, train=True)
            return loss

        def validation_step(self, batch):
            self.plot("loss", self.loss(self(*batch[:-1]), batch[-1]), train=False)

        def configure_optimizers(self):
            return its.optimizer(self)

        def apply_init(self, inputs, init=None):
            """Run one forward pass to infer the shapes, then initialise the parameters."""
            quietly(lambda: self(*inputs))
            if init is not None:
                self.net.apply(init)

    for name, method in its.methods().items():
        setattr(Module, name, method)

    class Trainer(HyperParameters):
        """Trains a model for max_epochs passes over the data."""

        def __init__(self, max_epochs, num_gpus=0, gradient_clip_val=0):
            self.save_hyperparameters()
            self.gpus = [_gpus.find(i) for i in range(min(num_gpus, _gpus.count()))] if its.moves else []

        def prepare_data(self, data):
            self.train_dataloader, self.val_dataloader = data.train_dataloader(), data.val_dataloader()
            self.num_train_batches = len(self.train_dataloader)
            self.num_val_batches = len(self.val_dataloader) if self.val_dataloader is not None else 0

        def prepare_model(self, model):
            model.trainer = self
            if self.gpus:
                its.moves(model, self.gpus[0])
            self.model = model

        def prepare_batch(self, batch):
            return _gpus.moved(batch, self.gpus[0]) if self.gpus else batch

        def fit(self, model, data):
            self.prepare_data(data)
            self.prepare_model(model)
            if its.waits_for_shapes(model):  # run one batch forward to infer the shapes
                batch = next(iter(self.train_dataloader))
                quietly(lambda: model(*self.prepare_batch(batch)[:-1]))
            self.optim = model.configure_optimizers()
            self.epoch = self.train_batch_idx = self.val_batch_idx = 0
            for epoch in range(self.max_epochs):
                self.epoch = epoch
                self.fit_epoch()

        def fit_epoch(self):
            its.trains(self.model, True)
            for batch in self.train_dataloader:
                its.train(self, self.prepare_batch(batch))
                self.train_batch_idx += 1
            if self.val_dataloader is None:
                return
            its.trains(self.model, False)
            for batch in self.val_dataloader:
                quietly(lambda: self.model.validation_step(self.prepare_batch(batch)))
                self.val_batch_idx += 1

        def clip_gradients(self, grad_clip_val, model):
            return its.clip(model, grad_clip_val)

    class SyntheticRegressionData(DataModule):
        """Synthetic data: y = Xw + b plus noise."""

        def __init__(self, w, b, noise=0.01, num_train=1000, num_val=1000, batch_size=32):
            self.save_hyperparameters()
            n = num_train + num_val
            self.X = its.normal(n, len(w))
            self.y = self.X @ op["reshape"](w, (-1, 1)) + b + its.normal(n, 1) * noise

        def get_dataloader(self, train):
            rows = slice(0, self.num_train) if train else slice(self.num_train, None)
            return self.get_tensorloader((self.X, self.y), train, rows)

    class FashionMNIST(DataModule):
        """The Fashion-MNIST images, scaled to [0, 1]."""

        def __init__(self, batch_size=64, resize=(28, 28)):
            self.save_hyperparameters()
            self.train, self.val = (weir.data.FashionMNIST(train=train) for train in (True, False))

        def text_labels(self, indices):
            return [self.train.classes[int(i)] for i in indices]

        def get_dataloader(self, train):
            data = self.train if train else self.val
            images = op["expand_dims"](op["astype"](data.images, weir.float32) / 255, 1)
            if tuple(self.resize) != (28, 28):
                images = op["interpolate"](images, size=tuple(self.resize), mode="bilinear")
            if framework == "tensorflow":  # channels last
                images = op["reshape"](images, (images.shape[0], *images.shape[2:], 1))
            made = its.home.np._made if framework == "mxnet" else its.home._made
            return self.get_tensorloader((made(images), made(data.labels)), train)

    SGD = its.SGD(HyperParameters)

    class LinearRegressionScratch(Module):
        """Linear regression written from scratch: its weights are plain tensors."""

        def __init__(self, num_inputs, lr, sigma=0.01):
            super().__init__()
            self.save_hyperparameters()
            self.w = its.leaf(op["normal"]((num_inputs, 1), 0.0, sigma))
            self.b = its.leaf(op["zeros"]((1,)))

        def forward(self, X):
            return op["matmul"](X, self.w) + self.b

        def loss(self, y_hat, y):
            return op["mean"]((y_hat - y) ** 2 / 2)

        def configure_optimizers(self):
            return SGD(self.lr) if framework == "tensorflow" else SGD([self.w, self.b], self.lr)

    class LinearRegression(Module):
        """Linear regression: a linear layer with the squared error as loss."""

        def __init__(self, lr):
            super().__init__()
            self.save_hyperparameters()
            self.net = its.linear(1)

        def loss(self, y_hat, y):
            return its.mse(y_hat, y)

        def get_w_b(self):
            return its.weights(self.net)

    class Classifier(Module):
        """Base class of classifiers, with the cross-entropy loss and the accuracy."""

        def validation_step(self, batch):
            Y_hat = self(*batch[:-1])
            self.plot("loss", self.loss(Y_hat, batch[-1]), train=False)
            self.plot("acc", self.accuracy(Y_hat, batch[-1]), train=False)

        def accuracy(self, Y_hat, Y, averaged=True):
            scores, Y = _rows(Y_hat), op["astype"](op["reshape"](Y, (-1,)), weir.int64)
            right = op["astype"](op["argmax"](scores, axis=1) == Y, weir.float32)
            return op["mean"](right) if averaged else right

        def loss(self, Y_hat, Y, averaged=True):
            return its.cross_entropy(_rows(Y_hat), op["reshape"](Y, (-1,)), averaged)

        def layer_summary(self, X_shape):
            X = its.normal(*X_shape)
            for layer in self.net.layers if framework == "tensorflow" else self.net:
                X = layer(X)
                print(f"{type(layer).__name__} output shape:\t{X.shape}")

    class SoftmaxRegression(Classifier):
        """Softmax regression: a linear layer with the cross-entropy loss."""

        def __init__(self, num_outputs, lr):
            super().__init__()
            self.save_hyperparameters()
            self.net = its.linear(num_outputs, flat=True)

    def init_cnn(module):
        """Initialise the weights of a linear or convolution layer with Xavier initialisation."""
        nn = its.home.nn
        if framework == "torch" and isinstance(module, (nn.Linear, nn.Conv2d)):
            nn.init.xavier_uniform_(module.weight)
        elif framework == "paddle" and isinstance(module, (nn.Linear, nn.Conv2D)):
            nn.initializer.XavierUniform()(module.weight)

    made = [DataModule, Module, Trainer, SyntheticRegressionData, FashionMNIST, SGD, LinearRegressionScratch,
            LinearRegression, Classifier, SoftmaxRegression]
    made += [init_cnn] if framework in ("torch", "paddle") else []
    Module._book = {thing.__name__: thing for thing in made}
    return dict(Module._book)


def _rows(scores):
    return op["reshape"](scores, (-1, plain(scores).shape[-1]))
