"""paddle.Model, which trains a network, and paddle.callbacks."""
import inspect
import os
import warnings

from weir._core import Array
from weir.dialects import _data, _fit
from weir.dialects._metrics import PaddleAccuracy
from weir.dialects._paddle_data import DataLoader
from weir.dialects._paddle_ops import Refused, load, save
from weir.dialects._paddle_tensor import to_tensor
from weir.dialects._tensor_class import op, quietly, size_of

_shape = Array.shape.__get__


def _listed(value):
    return [] if value is None else list(value) if isinstance(value, (list, tuple)) else [value]


def _tensors(values):
    return [v if isinstance(v, Array) else to_tensor(v) for v in _listed(values)]


def _length(data):
    """Return the number of batches of a pass, or None if it is not known."""
    try:
        return len(data)
    except TypeError:
        return None


class InputSpec:
    """The shape, the dtype and the name of an input; None and -1 are any length."""

    def __init__(self, shape, dtype="float32", name=None, stop_gradient=False):
        self.shape, self.dtype, self.name, self.stop_gradient = tuple(-1 if n is None else n for n in shape), dtype, name, stop_gradient

    def __repr__(self):
        return f"InputSpec(shape={self.shape}, dtype={self.dtype}, name={self.name}, stop_gradient={self.stop_gradient})"


def summary(net, input_size=None, dtypes=None, input=None):
    """Print the parameters of a network; return how many numbers they have, and how many of them are trained."""
    rows = [(name, list(p.shape), size_of(p), not p.stop_gradient) for name, p in net.named_parameters()]
    rows += [(name, list(b.shape), size_of(b), False) for name, b in net.named_buffers() if name.endswith(("running_mean", "running_var"))]
    for name, shape, count, _ in rows:
        print(f"{name:40} {str(shape):20} {count:>12,}")
    found = {"total_params": sum(row[2] for row in rows), "trainable_params": sum(row[2] for row in rows if row[3])}
    for name, count in found.items():
        print(f"{name:61} {count:>12,}")
    return found


class Model:
    """A network with an optimiser, a loss and metrics, which fit trains."""

    def __init__(self, network, inputs=None, labels=None):
        self.network, self.stop_training, self.mode = network, False, "train"
        self._optimizer, self._loss, self._metrics = None, None, []
        self._count = len(_listed(inputs)) or len(inspect.signature(network.forward).parameters)

    def prepare(self, optimizer=None, loss=None, metrics=None, amp_configs=None):
        if loss is not None and not callable(loss):
            raise TypeError(f"prepare: loss must be a layer or a function, not {loss!r}")
        if amp_configs not in (None, "O0"):
            raise NotImplementedError('prepare: amp_configs is not supported; cast the network with net.to(dtype="bfloat16")')
        wrong = [m for m in _listed(metrics) if not hasattr(m, "accumulate")]
        if wrong:
            raise TypeError(f"prepare: a metric must be a paddle.metric.Metric, not {wrong[0]!r}")
        self._optimizer, self._loss, self._metrics = optimizer, loss, _listed(metrics)

    def parameters(self, *args, **kwargs):
        return self.network.parameters(*args, **kwargs)

    # -- One batch

    def _needs(self, what, **settings):
        missing = [name for name, value in settings.items() if value is None]
        if missing:
            raise Refused(f"Model.{what}: there is no {missing[0]}; pass it to prepare")

    def _outputs(self, inputs):
        return _listed(self.network(*_tensors(inputs)))

    def _train(self, inputs, labels, update=True):
        """Train with a batch; return the losses and the outputs.  Does not block."""
        self._needs("train_batch", optimizer=self._optimizer, loss=self._loss)
        self.network.train()
        outputs = self._outputs(inputs)
        losses = _listed(self._loss(*outputs, *labels))
        sum(losses[1:], losses[0]).backward()
        if update:
            self._optimizer.step()
            self._optimizer.clear_grad()
        return losses, outputs

    def _eval(self, inputs, labels):
        self.network.eval()
        outputs = quietly(lambda: self._outputs(inputs))
        return quietly(lambda: _listed(self._loss(*outputs, *labels))) if self._loss is not None else [], outputs

    def _measure(self, outputs, labels):
        """Update the metrics.  Those of a program get NumPy arrays, as in Paddle, which blocks."""
        for metric in self._metrics:
            computed = quietly(lambda: metric.compute(*outputs, *labels))
            if getattr(type(metric), "update", None) is PaddleAccuracy.update:
                metric.add(computed)
            else:
                metric.update(*(c.numpy() if isinstance(c, Array) else c for c in _listed(computed)))

    def _answer(self, losses, outputs, labels):
        """Return the losses as NumPy arrays and, if there are metrics, their values so far."""
        self._measure(outputs, labels)
        numbers = [loss.numpy() for loss in losses]
        return (numbers, [m.accumulate() for m in self._metrics]) if self._metrics else numbers

    def train_batch(self, inputs, labels=None, update=True):
        labels = _tensors(labels)
        losses, outputs = self._train(inputs, labels, update)
        return self._answer(losses, outputs, labels)

    def eval_batch(self, inputs, labels=None):
        labels = _tensors(labels)
        losses, outputs = self._eval(inputs, labels)
        return self._answer(losses, outputs, labels)

    def predict_batch(self, inputs):
        self.network.eval()
        return [y.numpy() for y in quietly(lambda: self._outputs(inputs))]

    # -- Passes over data

    def _loader(self, data, batch_size, shuffle=False, drop_last=False):
        if isinstance(data, _data.Dataset) or hasattr(data, "__getitem__") and not isinstance(data, (list, tuple)):
            return DataLoader(data, batch_size=batch_size, shuffle=shuffle, drop_last=drop_last)
        return data

    def _split(self, batch):
        batch = _tensors(batch)
        return batch[:self._count], batch[self._count:]

    def _names(self):
        """Return the names of the values of a pass: loss, and those of the metrics."""
        return [*(["loss"] if self._loss is not None else []), *(name for m in self._metrics for name in _listed(m.name()))]

    def _logs(self, losses, number=None, batch=None):
        """Return the losses of the last batch, and the metrics of all batches so far.  Blocks."""
        logs = {"loss": [float(loss) for loss in losses]} if self._loss is not None and losses else {}
        for metric in self._metrics:
            logs.update(zip(_listed(metric.name()), _listed(metric.accumulate())))
        return logs if number is None else logs | {"step": number, "batch_size": _shape(_tensors(batch)[0])[0]}

    def _pass(self, stage, told, data, run, limit=None):
        """Run a pass of training or evaluation; return its values."""
        for metric in self._metrics:
            metric.reset()
        state = {"batches": 0}

        def step(batch):
            inputs, labels = self._split(batch)
            state["batches"] += 1
            losses, outputs = run(inputs, labels, state["batches"])
            self._measure(outputs, labels)
            state["rows"] = _shape(inputs[0])[0]
            return losses

        losses = _fit.over(data, step, told, stage, self._logs, limit)
        if losses is None:
            raise Refused(f"Model: the data of a pass ({stage}) has no batches")
        return self._logs(losses) | {"step": state["batches"] - 1, "batch_size": state["rows"]}

    def fit(self, train_data=None, eval_data=None, batch_size=1, epochs=1, eval_freq=1, log_freq=10, save_dir=None, save_freq=1,
            verbose=2, drop_last=False, shuffle=True, num_workers=0, callbacks=None, accumulate_grad_batches=1, num_iters=None):
        self._needs("fit", train_data=train_data, optimizer=self._optimizer, loss=self._loss)
        sizes = batch_size if isinstance(batch_size, (list, tuple)) else (batch_size, batch_size)
        data = self._loader(train_data, sizes[0], shuffle, drop_last)
        steps = _length(data)
        told = _fit.Callbacks(_usual(callbacks, save_dir, save_freq), self, {
            "batch_size": None, "epochs": epochs, "steps": steps, "verbose": verbose, "metrics": self._names()})
        self.stop_training, self.mode, logs, left = False, "train", {}, num_iters

        def run(inputs, labels, number):
            return self._train(inputs, labels, number % accumulate_grad_batches == 0 or number == steps)

        told.tell("train_begin", None)
        for epoch in range(epochs):
            told.tell("epoch_begin", epoch, None)
            logs = self._pass("train", told, data, run, left)
            _report(verbose, f"Epoch {epoch + 1}/{epochs}", logs)
            told.tell("epoch_end", epoch, logs)
            if eval_data is not None and epoch % eval_freq == 0:
                logs = self._evaluate(self._loader(eval_data, sizes[1]), told, verbose)
            left = None if left is None else left - (logs["step"] + 1)
            if self.stop_training or left is not None and left <= 0:
                break
        self.mode = "train"
        told.tell("train_end", logs)

    def _evaluate(self, data, told, verbose, num_iters=None):
        self.mode = "eval"
        told.tell("eval_begin", {"steps": _length(data), "metrics": self._names()})
        logs = self._pass("eval", told, data, lambda inputs, labels, number: self._eval(inputs, labels), num_iters)
        _report(verbose, "Eval", logs)
        told.tell("eval_end", logs)
        return logs

    def evaluate(self, eval_data, batch_size=1, log_freq=10, verbose=2, num_workers=0, callbacks=None, num_iters=None):
        """Return the loss of the last batch and the metrics over all batches."""
        told = _fit.Callbacks(callbacks, self, {"batch_size": None, "epochs": None, "steps": None, "verbose": verbose,
                                                "metrics": self._names()})
        logs = self._evaluate(self._loader(eval_data, batch_size), told, verbose, num_iters)
        return {name: value for name, value in logs.items() if name in self._names()}

    def predict(self, test_data, batch_size=1, num_workers=0, stack_outputs=False, verbose=1, callbacks=None):
        """Return a list: for each output, the arrays of all batches as a tuple, or one array if stack_outputs is true."""
        self.mode = "test"
        data, found = self._loader(test_data, batch_size), []
        told = _fit.Callbacks(callbacks, self, {"batch_size": None, "epochs": None, "steps": None, "verbose": verbose, "metrics": []})

        def step(batch):
            found.append(quietly(lambda: self._outputs(self._split(batch)[0])))

        told.tell("predict_begin", {"steps": _length(data)})
        self.network.eval()
        _fit.over(data, step, told, "predict", lambda _, number, batch: {"step": number, "batch_size": _shape(_tensors(batch)[0])[0]})
        told.tell("predict_end", {})
        if stack_outputs:
            return [op["concat"](list(column), axis=0).numpy() for column in zip(*found)]
        return [tuple(y.numpy() for y in column) for column in zip(*found)]

    # -- Files

    def save(self, path, training=True):
        if not training:
            raise NotImplementedError("Model.save: training=False, a network for inference, is not supported; use training=True")
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        save(self.network.state_dict(), f"{path}.pdparams")
        if self._optimizer is not None and self._optimizer.state_dict():
            save(self._optimizer.state_dict(), f"{path}.pdopt")

    def load(self, path, skip_mismatch=False, reset_optimizer=False):
        path = path[:-len(".pdparams")] if path.endswith(".pdparams") else path
        self.network.set_state_dict(load(f"{path}.pdparams"))
        if self._optimizer is not None and not reset_optimizer and os.path.exists(f"{path}.pdopt"):
            self._optimizer.set_state_dict(load(f"{path}.pdopt"))


def _report(verbose, what, logs):
    if verbose:
        values = ((name, _listed(value)) for name, value in logs.items() if name not in ("step", "batch_size"))
        print(f"{what} - step {logs['step'] + 1} - " + " - ".join(f"{name}: {' '.join(f'{v:.4f}' for v in part)}" for name, part in values))


# ---- Callbacks

Callback = _fit.callback_class("train eval predict")


class LRScheduler(Callback):
    """Steps the schedule of the optimiser after each batch or each epoch.  fit adds one that does so after each batch."""

    def __init__(self, by_step=True, by_epoch=False):
        if by_step and by_epoch:
            raise Refused("LRScheduler: by_step and by_epoch cannot both be true")
        self.by_step, self.by_epoch = by_step, by_epoch

    def _step(self):
        schedule = getattr(self.model._optimizer, "_schedule", None)
        if schedule is not None:
            schedule.step()

    def on_epoch_end(self, epoch, logs=None):
        if self.by_epoch:
            self._step()

    def on_train_batch_end(self, step, logs=None):
        if self.by_step:
            self._step()

    on_train_batch_end.ignores = True  # the values of the batch


class ModelCheckpoint(Callback):
    """Saves the model each `save_freq` epochs and at the end."""

    def __init__(self, save_freq=1, save_dir=None):
        self.save_freq, self.save_dir = save_freq, save_dir

    def _save(self, name):
        if self.save_dir:
            self.model.save(os.path.join(self.save_dir, str(name)))

    def on_epoch_end(self, epoch, logs=None):
        if epoch % self.save_freq == 0:
            self._save(epoch)

    def on_train_end(self, logs=None):
        self._save("final")


class EarlyStopping(Callback):
    """Stops training when the monitored value of the evaluations has not improved for `patience` of them."""

    def __init__(self, monitor="loss", mode="auto", patience=0, verbose=1, min_delta=0, baseline=None, save_best_model=True):
        self.monitor, self.patience, self.save_best_model, self.save_dir = monitor, patience, save_best_model, None
        self._settings, self.stopped_epoch = (monitor, mode, min_delta, baseline), 0

    def on_train_begin(self, logs=None):
        self._best, self._epoch = _fit.Best(*self._settings), -1

    def on_epoch_begin(self, epoch, logs=None):
        self._epoch = epoch

    def on_eval_end(self, logs=None):
        if self.monitor not in (logs or {}):
            warnings.warn(f"EarlyStopping: monitor {self.monitor!r} is not in the logs; they contain {', '.join(logs or {})}",
                          stacklevel=2)
            return
        if self._best.improves(_listed(logs[self.monitor])[0]):
            if self.save_best_model and self.save_dir:
                self.model.save(os.path.join(self.save_dir, "best_model"))
        if self._best.waited >= self.patience:
            self.stopped_epoch, self.model.stop_training = self._epoch, True

    best_value = property(lambda self: self._best.value)


CALLBACKS = {cls.__name__: cls for cls in (Callback, LRScheduler, ModelCheckpoint, EarlyStopping)}


def _usual(callbacks, save_dir, save_freq):
    """Return the callbacks of fit, with those that Paddle adds."""
    found = _listed(callbacks)
    if not any(isinstance(c, LRScheduler) for c in found):
        found.append(LRScheduler())
    if save_dir and not any(isinstance(c, ModelCheckpoint) for c in found):
        found.append(ModelCheckpoint(save_freq, save_dir))
    for c in found:
        if isinstance(c, EarlyStopping):
            c.save_dir = save_dir
    return found
