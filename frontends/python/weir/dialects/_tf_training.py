"""Training of Keras's models: compile, fit, evaluate, predict, and the steps that a program may replace."""
import inspect
import warnings

import weir
from weir._core import Array
from weir.dialects import _fit
from weir.dialects._tensor_class import op, size_of
from weir.dialects._tf_data import Dataset
from weir.dialects._tf_gradients import GradientTape
from weir.dialects._tf_callbacks import History
from weir.dialects._tf_layer import Layer, refuse_unknown
from weir.dialects._tf_losses import LOSS_NAMES, LOSSES, Loss
from weir.dialects._tf_metrics import Mean, Metric, metric
from weir.dialects._tf_tensor import Refused, as_tensor

_shape = Array.shape.__get__


class _OfFunction(Loss):
    """A loss that a program wrote as a function of labels and predictions."""

    def __init__(self, fn):
        super().__init__(name=getattr(fn, "__name__", "loss"))
        self._function = fn

    def call(self, y_true, y_pred):
        return self._function(y_true, y_pred)


def _loss(given):
    """Return a loss for what a program passes to compile: a name, a Loss, a function or None."""
    if isinstance(given, str):
        if LOSS_NAMES.get(given, given) not in LOSSES:
            raise Refused(f"unknown loss {given!r}; the losses are {', '.join(LOSS_NAMES)}")
        loss = LOSSES[LOSS_NAMES.get(given, given)]()
        loss.name = given
        return loss
    return given if given is None or isinstance(given, Loss) or not callable(given) else _OfFunction(given)


def _listed(value, names):
    """Return the parts of labels, predictions or weights as a list, those of a dictionary in the order of `names`."""
    if isinstance(value, dict):
        return [value.get(name) for name in names]
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _spread(given, names, what):
    """Return an element for each output: of a list, of a dictionary by names, or the same for all."""
    if isinstance(given, dict):
        unknown = [name for name in given if name not in names]
        if unknown:
            raise Refused(f"compile: {what} has the key {unknown[0]!r}, but the outputs are {', '.join(map(repr, names))}")
        return [given.get(name) for name in names]
    if not isinstance(given, (list, tuple)):
        return [given] * len(names)
    if len(given) != len(names):
        raise Refused(f"compile: {what} has {len(given)} elements, but the model has {len(names)} outputs")
    return list(given)


def unpack(data):
    """Return inputs, labels and weights of a batch; what it does not have is None."""
    data = tuple(data) if isinstance(data, (tuple, list)) else (data,)
    if len(data) > 3:
        raise Refused(f"a batch must be (x,), (x, y) or (x, y, sample_weight), not a tuple of {len(data)} elements")
    return data + (None,) * (3 - len(data))


def _nested(fn, value):
    if isinstance(value, dict):
        return {key: _nested(fn, v) for key, v in value.items()}
    return tuple(_nested(fn, v) for v in value) if isinstance(value, (list, tuple)) else fn(value)


def _is_list_of_arrays(x):
    return isinstance(x, (list, tuple)) and any(isinstance(v, Array) or hasattr(v, "__array_interface__") for v in x)


def _tensors(x):
    """Return data as tensors, floats as float32."""
    if isinstance(x, dict) or _is_list_of_arrays(x):
        return _nested(_tensors, x)
    x = as_tensor(x)
    return op["astype"](x, weir.float32) if x.dtype == weir.float64 else x


def _rows(x):
    """Return the number of rows of the first tensor of nested data."""
    while isinstance(x, (dict, tuple, list)):
        x = next(iter(x.values() if isinstance(x, dict) else x))
    return _shape(x)[0]


def _numbers(results):
    """Return the values of metrics or of a step's results as floats, sorted by name.  Blocks."""
    return {name: float(results[name]) for name in sorted(results or {})}


class _Compiled:
    """The losses and metrics of a model for its outputs."""

    def __init__(self, names, labelled, loss, weights, metrics, weighted):
        self.names = names
        self.losses = [_loss(part) for part in _spread(loss, names, "loss")]
        self.weights = [1.0 if part is None else part for part in _spread(weights, names, "loss_weights")]
        several = len(names) > 1
        self.means = [Mean(name=f"{name if labelled else part.name}_loss") if several and part is not None else None
                      for name, part in zip(names, self.losses)]
        self.metrics, self.weighted = (self._each(part, what) for part, what in ((metrics, "metrics"), (weighted, "weighted_metrics")))

    def _each(self, metrics, what):
        """Return a list of metrics for each output."""
        metrics = _spread(metrics, self.names, what) if len(self.names) > 1 or isinstance(metrics, dict) else [metrics]
        return [[metric(m) for m in ([] if part is None else part if isinstance(part, (list, tuple)) else [part])] for part in metrics]

    def results(self):
        """Return the metrics by name."""
        several = len(self.names) > 1
        return {f"{name}_{m.name}" if several else m.name: m for parts in (self.metrics, self.weighted) for name, part in zip(self.names, parts)
                for m in part}


class Training:
    """The part of Model that trains it."""

    optimizer, loss, stop_training, history = None, None, False, None
    _compiled, _tracker, _given, _built_for = False, None, None, None

    def compile(self, optimizer="rmsprop", loss=None, loss_weights=None, metrics=None, weighted_metrics=None, run_eagerly=False,
                steps_per_execution=1, jit_compile="auto", auto_scale_loss=True):
        """Set the optimiser, loss and metrics for fit and evaluate, which always run eagerly."""
        self.optimizer = self._optimizer_of(optimizer)
        self.loss = loss if isinstance(loss, (list, tuple, dict)) else _loss(loss)
        self._tracker, self._built_for, self._compiled = Mean(name="loss"), None, True
        self._given = loss, loss_weights, metrics, weighted_metrics

    # -- What a step consists of

    def _parts(self, y_pred):
        """Return the losses and metrics for predictions of this structure."""
        if self._built_for is None:
            labelled = isinstance(y_pred, dict) or self.output_names is not None
            names = list(y_pred) if isinstance(y_pred, dict) else self.output_names
            if names is None:
                names = [f"output_{i}" for i in range(len(y_pred) if isinstance(y_pred, (list, tuple)) else 1)]
            self._built_for = _Compiled(names, labelled, *self._given)
        return self._built_for

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        """Return the loss of a batch: the weighted losses of all outputs and the penalties of the layers."""
        total, parts = None, self._parts(y_pred)
        names = parts.names
        weights = _listed(sample_weight, names) if isinstance(sample_weight, (list, tuple, dict)) else [sample_weight] * len(names)
        labels = _listed(y, names)
        if len(labels) != len(names):
            raise Refused(f"the model has {len(names)} outputs, but there are labels for {len(labels)}")
        rows = zip(parts.losses, parts.weights, parts.means, labels, _listed(y_pred, names), weights)
        for loss, factor, mean, label, predicted, weight in rows:
            if loss is None:
                continue
            value = loss(label, predicted, sample_weight=weight)
            if mean is not None:
                mean.update_state(value)
            value = value if factor == 1 else value * factor
            total = value if total is None else total + value
        for penalty in self.losses:
            total = penalty if total is None else total + penalty
        if total is None:
            raise Refused("the model has no loss; pass loss= to compile, or define train_step")
        return total

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        """Update the metrics with a batch, weighted_metrics with the weights of the samples; return their results."""
        parts = self._parts(y_pred)
        weights = _listed(sample_weight, parts.names) if isinstance(sample_weight, (list, tuple, dict)) else [sample_weight] * len(parts.names)
        rows = zip(_listed(y, parts.names), _listed(y_pred, parts.names), weights)
        for (label, predicted, weight), plain, weighted in zip(rows, parts.metrics, parts.weighted):
            for m in plain:
                m.update_state(label, predicted)
            for m in weighted:
                m.update_state(label, predicted, *([] if weight is None else [weight]))
        return self.get_metrics_result()

    def _own_metrics(self):
        """Return the metrics that are attributes of this model or of its layers, and those of add_metric."""
        found, seen = [], {id(self._tracker)}

        def look(layer):
            for value in list(layer.__dict__.values()):
                for m in value if isinstance(value, (list, tuple)) else value.values() if isinstance(value, dict) else [value]:
                    if isinstance(m, Metric) and id(m) not in seen:
                        seen.add(id(m))
                        found.append(m)
            for part in layer._inner():
                if isinstance(part, Layer):
                    look(part)

        look(self)
        return found

    @property
    def metrics(self):
        """A list of all metrics, which are reset before each epoch: the loss first."""
        parts = self._built_for
        compiled = [] if parts is None else [*parts.results().values(), *(m for m in parts.means if m is not None)]
        return ([self._tracker] if self._compiled else []) + compiled + self._own_metrics()

    @property
    def metrics_names(self):
        return [m.name for m in self.metrics]

    def get_metrics_result(self):
        """Return the results of all metrics by name, as tensors."""
        named = {} if self._built_for is None else self._built_for.results()
        of_outputs = {id(m) for m in named.values()}
        results = {m.name: m.result() for m in self.metrics if id(m) not in of_outputs}
        return results | {name: m.result() for name, m in named.items()}

    def reset_metrics(self):
        for m in self.metrics:
            m.reset_state()

    # -- Steps

    def train_step(self, data):
        """Train with a batch; return results by name.  Does not block."""
        x, y, weight = unpack(data)
        with GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(x=x, y=y, y_pred=y_pred, sample_weight=weight)
        self._tracker.update_state(loss, sample_weight=_rows(x))
        variables = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return self.compute_metrics(x, y, y_pred, sample_weight=weight)

    def test_step(self, data):
        """Evaluate a batch; return results by name.  Does not block."""
        x, y, weight = unpack(data)
        y_pred = self(x, training=False)
        self._tracker.update_state(self.compute_loss(x=x, y=y, y_pred=y_pred, sample_weight=weight), sample_weight=_rows(x))
        return self.compute_metrics(x, y, y_pred, sample_weight=weight)

    def predict_step(self, data):
        return self(unpack(data)[0], training=False)

    def _logs(self, results):
        """Return the values for history and callbacks: those of the metrics, or those of a step that has others."""
        own = self.get_metrics_result()
        return _numbers(own if results is None or set(own) == set(results) else results)

    # -- Passes over data

    def _batches(self, x, y=None, weight=None, batch_size=None, shuffle=False, class_weight=None):
        """Return the batches of the data that a program passes to fit: arrays, a dataset, a generator or a Sequence."""
        if isinstance(x, Dataset) or hasattr(x, "__next__") or isinstance(x, Sequence) or inspect.isgeneratorfunction(x):
            if y is not None or weight is not None:
                raise Refused("labels and weights are in the batches of a dataset or generator; they cannot be given as y and sample_weight")
            source = x() if inspect.isgeneratorfunction(x) else x.batches(shuffle) if isinstance(x, Sequence) else x
            return source if isinstance(x, Dataset) and class_weight is None else _Converted(source, class_weight)
        if x is None:
            raise Refused("the data x is missing")
        if class_weight is not None:
            if weight is not None:
                raise Refused("class_weight and sample_weight cannot be given together; multiply the weights of the samples")
            weight = _class_weights(y, class_weight)
        parts = [None if part is None else _tensors(part) for part in (x, y, weight)]
        counts = {_rows(part) for part in parts if part is not None}
        if len(counts) > 1:
            raise Refused(f"x, y and sample_weight have different numbers of rows: {', '.join(map(str, sorted(counts)))}")
        last = max(i for i, part in enumerate(parts) if part is not None)
        data = Dataset.from_tensor_slices(tuple(part for part in parts[:last + 1] if part is not None))
        if y is None and weight is not None:
            raise Refused("sample_weight needs labels, y")
        return (data.shuffle(size_of(data.parts[0])) if shuffle else data).batch(batch_size or 32)

    def _callbacks(self, callbacks, **params):
        return callbacks if isinstance(callbacks, _fit.Callbacks) else _fit.Callbacks(callbacks, self, params)

    def _needs_compile(self, what):
        if not self._compiled:
            raise Refused(f"{what}: call compile() first")

    def fit(self, x=None, y=None, batch_size=None, epochs=1, verbose="auto", callbacks=None, validation_split=0.0,
            validation_data=None, shuffle=True, class_weight=None, sample_weight=None, initial_epoch=0, steps_per_epoch=None,
            validation_steps=None, validation_batch_size=None, validation_freq=1, **workers):
        self._needs_compile("fit")
        _only_workers("fit", workers)
        self.stop_training = False
        if validation_split and validation_data is None:
            data = [None if part is None else _tensors(part) for part in (x, y, sample_weight)]
            n = int(_rows(data[0]) * (1 - validation_split))
            validation_data = tuple(None if part is None else _nested(lambda v: v[n:], part) for part in data)
            x, y, sample_weight = (None if part is None else _nested(lambda v: v[:n], part) for part in data)
        history = History()
        told = self._callbacks([*_fit.listed(callbacks), history], verbose=verbose, epochs=epochs, steps=steps_per_epoch)
        told.tell("train_begin", {})
        numbers, passes = {}, _Passes(lambda: self._batches(x, y, sample_weight, batch_size, shuffle, class_weight), steps_per_epoch)
        for epoch in range(initial_epoch, epochs):
            self.reset_metrics()
            told.tell("epoch_begin", epoch, {})
            numbers = self._logs(_fit.over(passes.batches(), self.train_step, told, "train", lambda found, *_: self._logs(found), None,
                                           lambda: self.stop_training))
            if validation_data is not None and (
                    (epoch + 1) % validation_freq == 0 if isinstance(validation_freq, int) else epoch + 1 in validation_freq):
                data = validation_data if isinstance(validation_data, (tuple, list)) else (validation_data,)
                values = self.evaluate(data[0], *data[1:2], sample_weight=data[2] if len(data) > 2 else None, steps=validation_steps,
                                       batch_size=validation_batch_size or batch_size, verbose=0, callbacks=told, return_dict=True)
                numbers.update({f"val_{name}": value for name, value in values.items()})
            told.tell("epoch_end", epoch, numbers)
            if verbose:
                print(f"Epoch {epoch + 1}/{epochs} - " + " - ".join(f"{k}: {v:.4f}" for k, v in numbers.items()))
            if self.stop_training:
                break
        told.tell("train_end", numbers)
        self.history = history
        return history

    def evaluate(self, x=None, y=None, batch_size=None, verbose="auto", sample_weight=None, steps=None, callbacks=None, return_dict=False,
                 **workers):
        self._needs_compile("evaluate")
        _only_workers("evaluate", workers)
        told = self._callbacks(callbacks, verbose=verbose, steps=steps)
        self.reset_metrics()
        told.tell("test_begin", {})
        batches = self._batches(x, y, sample_weight, batch_size)
        numbers = self._logs(_fit.over(batches, self.test_step, told, "test", lambda found, *_: self._logs(found), steps))
        told.tell("test_end", numbers)
        return numbers if return_dict else self._in_order(numbers)

    def _in_order(self, numbers):
        """Return values as a list: the loss first, then in the order of the metrics; or the only value."""
        names = [name for name in dict.fromkeys(self.metrics_names) if name in numbers]
        values = [numbers[name] for name in [*names, *(name for name in sorted(numbers) if name not in names)]]
        return values if len(values) > 1 else values[0]

    def predict(self, x, batch_size=None, verbose="auto", steps=None, callbacks=None, **workers):
        """Return the outputs for all batches as NumPy arrays.  Blocks until they are computed."""
        _only_workers("predict", workers)
        told, found = self._callbacks(callbacks, verbose=verbose, steps=steps), []
        told.tell("predict_begin", {})
        _fit.over(self._batches(x, batch_size=batch_size), lambda batch: found.append(self.predict_step(batch)), told, "predict",
                  lambda *_: {"outputs": found[-1]}, steps)
        told.tell("predict_end", {})
        if not found:
            raise Refused("predict: the data has no batches")
        return _joined(found)

    def train_on_batch(self, x, y=None, sample_weight=None, class_weight=None, return_dict=False):
        self._needs_compile("train_on_batch")
        if class_weight is not None:
            own = _class_weights(y, class_weight)
            sample_weight = own if sample_weight is None else own * _tensors(sample_weight)
        return self._one(self.train_step, x, y, sample_weight, return_dict)

    def test_on_batch(self, x, y=None, sample_weight=None, return_dict=False):
        self._needs_compile("test_on_batch")
        return self._one(self.test_step, x, y, sample_weight, return_dict)

    def _one(self, step, x, y, weight, return_dict):
        self.reset_metrics()
        numbers = self._logs(step(tuple(None if part is None else _tensors(part) for part in (x, y, weight))))
        return numbers if return_dict else self._in_order(numbers)

    def predict_on_batch(self, x):
        return _joined([self.predict_step((_tensors(x),))])


def _is_one(y):
    return isinstance(y, list) and not _is_list_of_arrays(y)


class Sequence:
    """Base class of data in batches; a subclass defines __getitem__(index), which returns a batch, and __len__."""

    def __init__(self, workers=1, use_multiprocessing=False, max_queue_size=10):
        pass

    def on_epoch_end(self):
        """Called after each pass."""

    def batches(self, shuffle=False):
        """Yield the batches of a pass, in random order if shuffle is true."""
        n = len(self)
        for i in op["permutation"](n).tolist() if shuffle else range(n):
            yield self[i]
        self.on_epoch_end()


class _Converted:
    """The batches of a generator or dataset as tensors, with the weights of the classes."""

    def __init__(self, source, class_weight):
        self._source, self._weights = iter(source), class_weight

    def __iter__(self):
        return self

    def __next__(self):
        batch = next(self._source)
        batch = tuple(None if part is None else _tensors(part) for part in batch) if isinstance(batch, (tuple, list)) else _tensors(batch)
        if self._weights is None:
            return batch
        x, y, weight = unpack(batch)
        own = _class_weights(y, self._weights)
        return x, y, own if weight is None else own * weight


class _Passes:
    """The batches of each epoch: all of the data or, if the number of steps is given, the next ones."""

    def __init__(self, start, steps):
        self._start, self._steps, self._iterator = start, steps, None

    def batches(self):
        if self._steps is None:
            yield from self._start()
            return
        for _ in range(self._steps):
            if self._iterator is None:
                self._iterator = iter(self._start())
            batch = next(self._iterator, None)
            if batch is None:
                self._iterator = None
                warnings.warn("fit: the data ran out before steps_per_epoch batches; repeat the dataset, or give fewer steps", stacklevel=4)
                return
            yield batch


def _only_workers(what, given):
    """Refuse arguments but those of Keras 2 about processes that read data, which do not change results."""
    refuse_unknown(what, [key for key in given if key not in ("workers", "use_multiprocessing", "max_queue_size")])


def _class_weights(y, weights):
    """Return the weight of the class of each label."""
    if y is None or isinstance(y, (dict, list, tuple)) and not _is_one(y):
        raise Refused("class_weight needs labels, and is not supported for models with several outputs; use sample_weight")
    labels = as_tensor(y)
    if labels.ndim > 1:
        labels = op["argmax"](labels, axis=-1) if _shape(labels)[-1] > 1 else op["squeeze"](labels, axis=-1)
    table = [float(weights.get(i, 1.0)) for i in range(max(weights) + 1)]
    return op["take"](as_tensor(table, weir.float32), op["astype"](labels, weir.int64), axis=0)


def _joined(parts):
    """Return the outputs of several batches as NumPy arrays, nested as the outputs are."""
    first = parts[0]
    if isinstance(first, dict):
        return {key: _joined([part[key] for part in parts]) for key in first}
    if isinstance(first, (list, tuple)):
        return type(first)(_joined(list(column)) for column in zip(*parts))
    return (op["concat"](parts, axis=0) if len(parts) > 1 else first).numpy()
