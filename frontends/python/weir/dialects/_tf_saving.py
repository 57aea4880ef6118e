"""Model.save and load_model of Keras, and tf.saved_model: a description of the layers and their calls, and the weights, in one file.

The file is a safetensors file of Weir's, whatever its name ends with; the description is JSON in its metadata.  A layer is described by
the arguments it was created with, a class of the program by its get_config(), and found again by name or in custom_objects.  Functions
of the program cannot be described: such models are refused.
"""
import json
import os

from weir import _core
from weir._core import Array
from weir.dialects import _keras
from weir.dialects._tensor_class import as_kind
from weir.dialects._tf_attention import ATTENTION
from weir.dialects._tf_init import ACTIVATIONS, INITIALIZERS, Initializer
from weir.dialects._tf_layer import Layer
from weir.dialects._tf_layers import LAYERS
from weir.dialects._tf_losses import LOSSES, Loss
from weir.dialects._tf_models import OPTIMIZERS, Input, InputLayer, Model, Sequential
from weir.dialects._tf_recurrent import RECURRENT
from weir.dialects._tf_tensor import Refused

_CONFIGURED = (Initializer, _keras.Regularizer, _keras.Constraint, Loss)
registered = {}  # the classes and functions of register_keras_serializable


def register_keras_serializable(package="Custom", name=None):
    """Return a decorator that makes a class known to load_model."""
    def register(cls):
        registered[name or cls.__name__] = cls
        return cls

    return register


def _known():
    return {**_keras.REGULARIZERS, **_keras.CONSTRAINTS, **INITIALIZERS, **LOSSES, **LAYERS, **RECURRENT, **ATTENTION,
            "Sequential": Sequential, "Functional": Model}


class _Writer:
    """Describes a model as JSON."""

    def __init__(self, model):
        self._model, self._seen = model, {}

    def _refuse(self, what):
        raise NotImplementedError(f"Model.save: {what} cannot be saved; use save_weights, and build the model again before load_weights")

    def value(self, v):
        if v is None or isinstance(v, (bool, int, float, str)):
            return v
        if isinstance(v, (list, tuple)):
            return {"tuple" if isinstance(v, tuple) else "list": [self.value(part) for part in v]}
        if isinstance(v, dict):
            return {"dict": [[key, self.value(part)] for key, part in v.items()]}
        if isinstance(v, Layer):
            return {"layer": self.layer(v)}
        if isinstance(v, _CONFIGURED):
            return {"object": type(v).__name__, "config": self.value(v.get_config())}
        if isinstance(v, _core.DType):
            return str(v)
        if hasattr(v, "item") and getattr(v, "ndim", 1) == 0:  # a NumPy number
            return v.item()
        name = next((name for name, fn in ACTIVATIONS.items() if fn is v and name), None) or next(
            (name for name, fn in registered.items() if fn is v), None)
        if name is None:
            self._refuse(f"the argument {v!r} of a layer")
        return {"function": name}

    def layer(self, layer):
        """Return the description of a layer, or the number of one that was described before."""
        if id(layer) in self._seen:
            return {"same": self._seen[id(layer)]}
        described = self.model(layer) if isinstance(layer, Model) else self._layer(layer)
        self._seen[id(layer)] = len(self._seen)
        return described

    def _layer(self, layer):
        cls = type(layer)
        if cls.get_config is not Layer.get_config:
            return {"class": cls.__name__, "config": self.value(layer.get_config()), "name": layer.name}
        if cls.__name__ not in _known() and cls.__name__ not in registered:
            self._refuse(f"the layer {layer.name!r} of the class {cls.__name__}, which does not define get_config,")
        return {"class": cls.__name__, "args": self.value(list(layer._made.args)), "kwargs": self.value(layer._made.kwargs), "name": layer.name}

    def model(self, model):
        if isinstance(model, Sequential):
            start = model._start
            return {"sequential": [self.layer(part) for part in model._list], "name": model.name, "input": None if start is None else self.symbol(start)}
        if model._graph is None:
            self._refuse(f"the model {model.name!r}, a class of the program,")
        graph, layers, nodes = model._graph, [], []
        places = {}
        ends = {t.node for t in _keras.leaves(graph.inputs)}

        def ref(t):
            return {"ref": [places[t.node], t.index]}

        def tree(v):
            if isinstance(v, _keras.KerasTensor):
                return ref(v)
            if isinstance(v, (list, tuple)):
                return {"tuple" if isinstance(v, tuple) else "list": [tree(part) for part in v]}
            return {"dict": [[key, tree(part)] for key, part in v.items()]} if isinstance(v, dict) else self.value(v)

        for node in [*(t.node for t in _keras.leaves(graph.inputs)), *graph.nodes]:
            if node in places:
                continue
            places[node] = len(nodes)
            if node in ends or isinstance(node.layer, InputLayer):
                nodes.append({"input": self.symbol(next(t for t in _keras.leaves(graph.inputs) if t.node is node))})
                continue
            if not isinstance(node.layer, Layer):
                self._refuse("a call of a function or an operator with symbolic tensors")
            number = next((i for i, known in enumerate(layers) if known is node.layer), None)
            if number is None:
                number = len(layers)
                layers.append(node.layer)
            nodes.append({"layer": number, "inputs": tree(list(node.inputs)), "arguments": tree(node.arguments)})
        return {"functional": [self.layer(part) for part in layers], "nodes": nodes, "inputs": tree(graph.inputs), "outputs": tree(graph.outputs),
                "name": model.name}

    def symbol(self, t):
        return {"shape": list(t.shape[1:]), "dtype": str(t.dtype), "name": t.name}

    def compiled(self):
        """Return the arguments of compile, or None if they cannot be described."""
        if not self._model._compiled:
            return None
        loss, weights, metrics, weighted = self._model._given
        optimizer = self._model.optimizer
        plain = all(m is None or isinstance(m, str) for m in (*_flat(metrics), *_flat(weighted)))
        if not plain or type(optimizer).__name__ not in OPTIMIZERS or optimizer._schedule is not None or any(
                not isinstance(part, (str, Loss, type(None))) for part in _flat(loss)):
            return None
        return {"optimizer": [type(optimizer).__name__, optimizer.get_config()], "loss": self.value(loss), "loss_weights": self.value(weights),
                "metrics": self.value(metrics), "weighted_metrics": self.value(weighted)}


def _flat(v):
    if isinstance(v, dict):
        v = list(v.values())
    return [x for part in v for x in _flat(part)] if isinstance(v, (list, tuple)) else [v]


class _Reader:
    """Makes a model from its description."""

    def __init__(self, custom):
        self._classes, self._made = {**_known(), **registered, **(custom or {})}, []

    def _find(self, name):
        if name not in self._classes:
            raise Refused(f"load_model: the class {name} is not known; pass it as custom_objects={{{name!r}: {name}}}")
        return self._classes[name]

    def value(self, v):
        if not isinstance(v, dict):
            return v
        if "list" in v or "tuple" in v:
            parts = [self.value(part) for part in v.get("list", v.get("tuple"))]
            return parts if "list" in v else tuple(parts)
        if "dict" in v:
            return {key: self.value(part) for key, part in v["dict"]}
        if "layer" in v:
            return self.layer(v["layer"])
        if "function" in v:
            return ACTIVATIONS[v["function"]] if v["function"] in ACTIVATIONS else self._find(v["function"])
        return self._find(v["object"]).from_config(self.value(v["config"]))

    def layer(self, v):
        if "same" in v:
            return self._made[v["same"]]
        if "class" not in v:
            made = self.model(v)
        else:
            cls = self._find(v["class"])
            made = cls.from_config(self.value(v["config"])) if "config" in v else cls(*self.value(v["args"]), **self.value(v["kwargs"]))
            made.name = v["name"]
        self._made.append(made)
        return made

    def _input(self, v):
        return Input(tuple(v["shape"]), name=v["name"], dtype=v["dtype"])

    def model(self, v):
        if "sequential" in v:
            model = Sequential(([] if v["input"] is None else [self._input(v["input"])]) + [self.layer(part) for part in v["sequential"]])
            model.name = v["name"]
            return model
        layers, found = [self.layer(part) for part in v["functional"]], []

        def tree(x):
            if isinstance(x, dict) and "ref" in x:
                place, index = x["ref"]
                return found[place] if index is None else found[place][index]
            if isinstance(x, dict) and ("list" in x or "tuple" in x):
                parts = [tree(part) for part in x.get("list", x.get("tuple"))]
                return parts if "list" in x else tuple(parts)
            return {key: tree(part) for key, part in x["dict"]} if isinstance(x, dict) and "dict" in x else self.value(x)

        for node in v["nodes"]:
            found.append(self._input(node["input"]) if "input" in node else layers[node["layer"]](*tree(node["inputs"]), **tree(node["arguments"])))
        return Model(tree(v["inputs"]), tree(v["outputs"]), name=v["name"])


def save_model(model, filepath, overwrite=True, include_optimizer=True, save_format=None):
    """Write a model to a file."""
    writer = _Writer(model)
    text = json.dumps({"model": writer.model(model), "compiled": writer.compiled() if include_optimizer else None})
    _core.save_safetensors(str(filepath), {str(i): as_kind(Array, v.detach()) for i, v in enumerate(model.weights)}, {"keras": text})


def load_model(filepath, custom_objects=None, compile=True, safe_mode=True):
    """Return the model in a file that Model.save wrote.  The state of the optimiser begins anew."""
    arrays, metadata = _core.load_safetensors(str(filepath))
    if "keras" not in (metadata or {}):
        raise Refused(f"load_model: {filepath} has no description of a model; it was written by save_weights, or by another program")
    described, reader = json.loads(metadata["keras"]), _Reader(custom_objects)
    model = reader.model(described["model"])
    if model.weights or not arrays:
        model._put(arrays)
    else:
        model._pending = arrays
    if compile and described["compiled"] is not None:
        given = {key: reader.value(value) for key, value in described["compiled"].items() if key != "optimizer"}
        name, config = described["compiled"]["optimizer"]
        model.compile(optimizer=OPTIMIZERS[name].from_config(config), **given)
    return model


def _file_in(export_dir):
    return os.path.join(os.fspath(export_dir), "saved_model.weir")


def save_to_folder(obj, export_dir, signatures=None, options=None):
    """Write a Keras model to a folder."""
    if not isinstance(obj, Model):
        raise Refused(f"saved_model.save: {type(obj).__name__} is not a Keras model; save its variables with numpy.savez")
    if signatures is not None or options is not None:
        raise Refused("saved_model.save: signatures and options are of TensorFlow's own format; leave them out")
    os.makedirs(export_dir, exist_ok=True)
    save_model(obj, _file_in(export_dir))


def contains_saved_model(export_dir):
    """Return whether saved_model.save wrote a model to this folder."""
    return os.path.exists(_file_in(export_dir))


def load_from_folder(export_dir, tags=None, options=None):
    """Return the model in a folder that saved_model.save wrote."""
    if not contains_saved_model(export_dir):
        raise OSError(f"saved_model.load: {export_dir} has no saved_model.weir; the dialect reads what it has written itself")
    return load_model(_file_in(export_dir))


Model.save = save_model
