"""The d2l book's classes for models, data and training, over PyTorch's dialect."""
import weir
from weir.dialects import torch
from weir.dialects._kinds import op, quietly

nn = torch.nn


def classes(HyperParameters, ProgressBoard) -> dict:
    """Module, DataModule, Trainer and the book's first models."""

    class DataModule(HyperParameters):
        """Data for training and validation."""

        def __init__(self, root="../data", num_workers=4):
            self.save_hyperparameters()

        def get_dataloader(self, train):
            raise NotImplementedError(f"{type(self).__name__} has no get_dataloader")

        def train_dataloader(self):
            return self.get_dataloader(train=True)

        def val_dataloader(self):
            return self.get_dataloader(train=False)

        def get_tensorloader(self, tensors, train, indices=slice(0, None)):
            rows = torch.utils.data.TensorDataset(*(a[indices] for a in tensors))
            return torch.utils.data.DataLoader(rows, self.batch_size, shuffle=train)

    class Module(nn.Module, HyperParameters):
        """A model that knows its loss and its optimiser."""

        def __init__(self, plot_train_per_epoch=2, plot_valid_per_epoch=1):
            super().__init__()
            self.save_hyperparameters()
            self.board = ProgressBoard()

        def loss(self, y_hat, y):
            raise NotImplementedError(f"{type(self).__name__} has no loss")

        def forward(self, X):
            if not hasattr(self, "net"):
                raise NotImplementedError(f"{type(self).__name__} has neither forward nor net")
            return self.net(X)

        def plot(self, key, value, train):
            """A point of a curve.  Looking at the value waits, so it is kept as an array."""
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
            return torch.optim.SGD(self.parameters(), lr=self.lr)

        def apply_init(self, inputs, init=None):
            """Shapes come with the first inputs, then initial values."""
            quietly(lambda: self(*inputs))
            if init is not None:
                self.net.apply(init)

    class Trainer(HyperParameters):
        """Goes over the data max_epochs times."""

        def __init__(self, max_epochs, num_gpus=0, gradient_clip_val=0):
            self.save_hyperparameters()

        def prepare_data(self, data):
            self.train_dataloader, self.val_dataloader = data.train_dataloader(), data.val_dataloader()
            self.num_train_batches = len(self.train_dataloader)
            self.num_val_batches = len(self.val_dataloader) if self.val_dataloader is not None else 0

        def prepare_model(self, model):
            model.trainer = self
            self.model = model

        def prepare_batch(self, batch):
            return batch

        def fit(self, model, data):
            self.prepare_data(data)
            self.prepare_model(model)
            self._lazy(model)
            self.optim = model.configure_optimizers()
            self.epoch = self.train_batch_idx = self.val_batch_idx = 0
            for self.epoch in range(self.max_epochs):
                self.fit_epoch()

        def _lazy(self, model):
            """A model whose shapes are not known yet sees one batch first."""
            if any(array is None for _, array, _ in model._entries()):
                for batch in self.train_dataloader:
                    quietly(lambda: model(*batch[:-1]))
                    break

        def fit_epoch(self):
            self.model.train()
            for batch in self.train_dataloader:
                loss = self.model.training_step(self.prepare_batch(batch))
                self.optim.zero_grad()
                quietly(lambda: self._follow(loss))
                self.train_batch_idx += 1
            if self.val_dataloader is None:
                return
            self.model.eval()
            for batch in self.val_dataloader:
                quietly(lambda: self.model.validation_step(self.prepare_batch(batch)))
                self.val_batch_idx += 1

        def _follow(self, loss):
            """Gradients and a step, unrecorded: an optimiser of one's own may write to parameters."""
            loss.backward()
            if self.gradient_clip_val > 0:
                self.clip_gradients(self.gradient_clip_val, self.model)
            self.optim.step()

        def clip_gradients(self, grad_clip_val, model):
            nn.utils.clip_grad_norm_(model.parameters(), grad_clip_val)

    class SyntheticRegressionData(DataModule):
        """y = Xw + b and noise."""

        def __init__(self, w, b, noise=0.01, num_train=1000, num_val=1000, batch_size=32):
            self.save_hyperparameters()
            n = num_train + num_val
            self.X = torch.randn(n, len(w))
            self.y = self.X @ op["reshape"](w, (-1, 1)) + b + torch.randn(n, 1) * noise

        def get_dataloader(self, train):
            rows = slice(0, self.num_train) if train else slice(self.num_train, None)
            return self.get_tensorloader((self.X, self.y), train, rows)

    class FashionMNIST(DataModule):
        """Pictures of clothes, between 0 and 1."""

        def __init__(self, batch_size=64, resize=(28, 28)):
            self.save_hyperparameters()
            self.train, self.val = (weir.data.FashionMNIST(train=train) for train in (True, False))

        def text_labels(self, indices):
            return [self.train.classes[int(i)] for i in indices]

        def get_dataloader(self, train):
            data = self.train if train else self.val
            images = op["expand_dims"](op["astype"](data.images, torch.float32) / 255, 1)
            if tuple(self.resize) != (28, 28):
                images = op["interpolate"](images, size=tuple(self.resize), mode="bilinear")
            return self.get_tensorloader((torch.Tensor(images), torch.Tensor(data.labels)), train)

    class LinearRegression(Module):
        """One layer and the squared error."""

        def __init__(self, lr):
            super().__init__()
            self.save_hyperparameters()
            self.net = nn.LazyLinear(1)

        def loss(self, y_hat, y):
            return nn.functional.mse_loss(y_hat, y)

        def get_w_b(self):
            return self.net.weight.data, self.net.bias.data

    class Classifier(Module):
        """Cross entropy and accuracy."""

        def validation_step(self, batch):
            Y_hat = self(*batch[:-1])
            self.plot("loss", self.loss(Y_hat, batch[-1]), train=False)
            self.plot("acc", self.accuracy(Y_hat, batch[-1]), train=False)

        def accuracy(self, Y_hat, Y, averaged=True):
            scores, Y = op["reshape"](Y_hat, (-1, Y_hat.shape[-1])), op["reshape"](Y, (-1,))
            right = op["astype"](op["argmax"](scores, axis=1) == Y, torch.float32)
            return op["mean"](right) if averaged else right

        def loss(self, Y_hat, Y, averaged=True):
            return nn.functional.cross_entropy(op["reshape"](Y_hat, (-1, Y_hat.shape[-1])), op["reshape"](Y, (-1,)),
                                               reduction="mean" if averaged else "none")

        def layer_summary(self, X_shape):
            X = torch.randn(*X_shape)
            for layer in self.net:
                X = layer(X)
                print(f"{type(layer).__name__} output shape:\t{X.shape}")

    def init_cnn(module):
        """Xavier's values for layers with weights."""
        if isinstance(module, (nn.Linear, nn.Conv2d)):
            nn.init.xavier_uniform_(module.weight)

    made = (DataModule, Module, Trainer, SyntheticRegressionData, FashionMNIST, LinearRegression, Classifier, init_cnn)
    return {thing.__name__: thing for thing in made}
