"""Keras's callbacks."""
import math
import os
import warnings

from weir.dialects import _fit
from weir.dialects._tensor_class import Mistake

Callback = _fit.callback_class("train test predict")


class History(Callback):
    """The values of each epoch."""

    def __init__(self):
        self.history, self.epoch = {}, []

    def on_epoch_end(self, epoch, logs=None):
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)


class LearningRateScheduler(Callback):
    """Sets the learning rate of each epoch to schedule(epoch, rate), where rate is the current learning rate, or to
    schedule(epoch)."""

    def __init__(self, schedule, verbose=0):
        self.schedule, self.verbose = schedule, verbose

    def on_epoch_begin(self, epoch, logs=None):
        try:
            rate = self.schedule(epoch, float(self.model.optimizer.learning_rate))
        except TypeError:
            rate = self.schedule(epoch)
        self.model.optimizer.learning_rate = float(rate)
        if self.verbose:
            print(f"Epoch {epoch + 1}: LearningRateScheduler set the learning rate to {float(rate)}.")

    def on_epoch_end(self, epoch, logs=None):
        if logs is not None:
            logs["learning_rate"] = float(self.model.optimizer.learning_rate)


def _value(callback, logs):
    """Return the monitored value of the logs; if they do not have it, warn, as Keras does, and return None."""
    if callback.monitor not in (logs or {}):
        warnings.warn(f"{type(callback).__name__}: monitor {callback.monitor!r} is not in the logs; they contain {', '.join(logs or {})}",
                      stacklevel=3)
    return (logs or {}).get(callback.monitor)


class EarlyStopping(Callback):
    """Stops training when the monitored value has not improved for `patience` epochs."""

    def __init__(self, monitor="val_loss", min_delta=0, patience=0, verbose=0, mode="auto", baseline=None,
                 restore_best_weights=False, start_from_epoch=0):
        self.monitor, self.patience, self.restore_best_weights = monitor, patience, restore_best_weights
        self._best, self._first, self.verbose = (monitor, mode, min_delta, baseline), start_from_epoch, verbose
        self.stopped_epoch, self.best_weights, self.best_epoch = 0, None, 0

    def on_train_begin(self, logs=None):
        self._so_far, self.stopped_epoch, self.best_weights, self.best_epoch = _fit.Best(*self._best), 0, None, 0

    def on_epoch_end(self, epoch, logs=None):
        if epoch < self._first:
            return
        value = _value(self, logs)
        if value is None:
            return
        if self.restore_best_weights and self.best_weights is None:
            self.best_weights, self.best_epoch = self.model.get_weights(), epoch
        if self._so_far.improves(value):
            self.best_epoch = epoch
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
        elif self._so_far.waited >= max(self.patience, 1) and epoch > 0:
            self.stopped_epoch, self.model.stop_training = epoch, True

    def on_train_end(self, logs=None):
        if self.stopped_epoch and self.verbose:
            print(f"Epoch {self.stopped_epoch + 1}: early stopping")
        if self.best_weights is not None:
            self.model.set_weights(self.best_weights)

    best = property(lambda self: self._so_far.value)


class ModelCheckpoint(Callback):
    """Saves the model or its weights after each epoch, or after each `save_freq` batches; with save_best_only, only if the monitored
    value has improved.  The name of the file may contain values: "{epoch:02d}-{val_loss:.2f}.weights.h5"."""

    def __init__(self, filepath, monitor="val_loss", verbose=0, save_best_only=False, save_weights_only=False, mode="auto", save_freq="epoch",
                 initial_value_threshold=None):
        self.filepath, self.monitor, self.verbose = os.fspath(filepath), monitor, verbose
        self.save_best_only, self.save_weights_only, self.save_freq = save_best_only, save_weights_only, save_freq
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise Mistake(f"ModelCheckpoint: save_freq must be 'epoch' or a number of batches, not {save_freq!r}")
        self._best, self._epoch, self._batches = _fit.Best(monitor, mode, 0, initial_value_threshold), 0, 0
        if save_freq == "epoch":  # the values of the batches are not needed
            self.on_train_batch_end = Callback.on_train_batch_end.__get__(self)

    best = property(lambda self: self._best.value)

    def on_epoch_begin(self, epoch, logs=None):
        self._epoch = epoch

    def on_train_batch_end(self, batch, logs=None):
        self._batches += 1
        if self._batches % self.save_freq == 0:
            self._save(self._epoch, batch, logs)

    def on_epoch_end(self, epoch, logs=None):
        if self.save_freq == "epoch":
            self._save(epoch, None, logs)

    def _save(self, epoch, batch, logs):
        if self.save_best_only:
            last, value = self.best, _value(self, logs)
            if value is None or not self._best.improves(value):
                return
            if self.verbose:
                print(f"Epoch {epoch + 1}: {self.monitor} improved from {last:.5f} to {self.best:.5f}")
        values = {"epoch": epoch + 1, **({} if batch is None else {"batch": batch + 1}), **(logs or {})}
        try:
            path = self.filepath.format(**values)
        except KeyError as error:
            raise Mistake(f"ModelCheckpoint: the name {self.filepath!r} contains {error}, which is not in the logs: {', '.join(values)}") from None
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        if self.save_weights_only:
            self.model.save_weights(path)
        else:
            self.model.save(path)


class ReduceLROnPlateau(Callback):
    """Multiplies the learning rate by `factor` when the monitored value has not improved for `patience` epochs."""

    def __init__(self, monitor="val_loss", factor=0.1, patience=10, verbose=0, mode="auto", min_delta=1e-4, cooldown=0, min_lr=0.0):
        if factor >= 1.0:
            raise Mistake(f"ReduceLROnPlateau: factor must be less than 1, not {factor}")
        self.monitor, self.factor, self.patience, self.verbose, self.min_lr = monitor, factor, patience, verbose, min_lr
        self.cooldown, self._settings = cooldown, (monitor, mode, min_delta)

    def on_train_begin(self, logs=None):
        self._best, self._left = _fit.Best(*self._settings), 0

    def on_epoch_end(self, epoch, logs=None):
        value, rate = _value(self, logs), float(self.model.optimizer.learning_rate)
        if value is None:
            return
        logs["learning_rate"] = rate
        if self._left > 0:
            self._left -= 1
            self._best.waited = 0
        cooling = self._left > 0
        if self._best.improves(value) or cooling:
            self._best.waited = 0
        elif self._best.waited >= self.patience and rate > self.min_lr:
            self.model.optimizer.learning_rate = max(rate * self.factor, self.min_lr)
            self._left, self._best.waited = self.cooldown, 0
            if self.verbose:
                print(f"Epoch {epoch + 1}: ReduceLROnPlateau reduced the learning rate to {float(self.model.optimizer.learning_rate)}.")


class TerminateOnNaN(Callback):
    """Stops training when the loss is not finite."""

    def on_train_batch_end(self, batch, logs=None):
        loss = (logs or {}).get("loss")
        if loss is not None and not math.isfinite(loss):
            print(f"Batch {batch}: the loss is {loss}; training stops")
            self.model.stop_training = True


class LambdaCallback(Callback):
    """Calls functions at the stages of a run, given by name: on_epoch_end=lambda epoch, logs: ..."""

    def __init__(self, **functions):
        for name, fn in functions.items():
            if not hasattr(Callback, name):
                raise Mistake(f"LambdaCallback: there is no stage {name!r}")
            if fn is not None:
                setattr(self, name, fn)


class CSVLogger(Callback):
    """Writes the values of each epoch to a file, a line for each epoch."""

    def __init__(self, filename, separator=",", append=False):
        self.filename, self.separator, self.append, self._keys, self._file = os.fspath(filename), separator, append, None, None

    def on_train_begin(self, logs=None):
        begun = self.append and os.path.exists(self.filename) and os.path.getsize(self.filename) > 0
        self._file, self._headed = open(self.filename, "a" if self.append else "w"), begun

    def on_epoch_end(self, epoch, logs=None):
        if self._keys is None:
            self._keys = sorted(logs or {})
            if not self._headed:
                print(*["epoch", *self._keys], sep=self.separator, file=self._file)
        print(*[epoch, *((logs or {}).get(key, "NA") for key in self._keys)], sep=self.separator, file=self._file, flush=True)

    def on_train_end(self, logs=None):
        self._file.close()


CALLBACKS = {cls.__name__: cls for cls in (Callback, History, LearningRateScheduler, EarlyStopping, ModelCheckpoint, ReduceLROnPlateau,
                                           TerminateOnNaN, LambdaCallback, CSVLogger)}
