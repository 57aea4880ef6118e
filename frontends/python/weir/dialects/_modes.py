"""Global state that changes while a dialect is active.

While a dialect is active, a ValueError for an error in the caller's code is also a RuntimeError, and messages suggest
the framework's functions instead of Weir's.  With PyTorch and Paddle, recording and training mode are on by default.

Recording and training mode are set separately for each context (a thread or an asyncio task).  Threads started while
the PyTorch or Paddle dialect is active start with both modes on.
"""
from weir import _core
from weir.dialects._tensor_class import Mistake

_before = None


def _torchlike(name, needs, tensor):
    return {
        "record": f"compute it from parameters or from tensors with {needs}, and outside `with {name}.no_grad():`",
        "attach_grad": f"it must have {needs} before it is used, outside `with {name}.no_grad():`",
        "pause": f"update it inside `with {name}.no_grad():`",
        "assign": f"assign to the tensor itself (x[i, j] = v), or write inside `with {name}.no_grad():`",
        "detach": "use x.detach(), or write to x.clone()",
        "any_all": f"use {name}.any(x) or {name}.all(x)",
        "make_array": f"convert it to a tensor with {name}.{tensor}",
        "cast_first": "cast before the first step, or create another optimizer",
        "to_device": "copy one of them: x.to(y.device)" if name == "torch" else "copy one of them: x.to(y.place)",
        "copy_there": "copy it: x.to(y.device)" if name == "torch" else "copy it: x.to(y.place)",
        "to_float32": "x.float()" if name == "torch" else "x.astype('float32')",
    }


# For each framework, the remedies that replace those in Weir's messages (see remedy.c) and name the framework's
# functions.
_REMEDIES = {
    "torch": _torchlike("torch", "requires_grad=True", "tensor"),
    "paddle": _torchlike("paddle", "stop_gradient=False", "to_tensor"),
    "mxnet": {
        "record": "compute it inside `with autograd.record():`, from parameters or from arrays on which "
                  "x.attach_grad() was called before",
        "attach_grad": "call x.attach_grad() on it before it is used inside `with autograd.record():`",
        "pause": "update it inside `with autograd.pause():`",
        "assign": "assign to the array itself (x[i, j] = v), or write inside `with autograd.pause():`",
        "any_all": "use mx.np.any(x) or mx.np.all(x)",
        "make_array": "convert it to an array with mx.np.array",
        "to_device": "copy one of them: x.to_device(y.device)",
        "to_float32": "x.astype('float32')",
    },
    "tensorflow": {
        "record": "compute it inside `with tf.GradientTape() as tape:`, from variables or from tensors on which "
                  "tape.watch(x) was called",
        "attach_grad": "it must be a tf.Variable, or tape.watch(x) must be called, before it is used",
        "retain_graph": "to compute several gradients, use tf.GradientTape(persistent=True)",
        "pause": "update it outside the tape, or inside `with tape.stop_recording():`",
        "assign": "assign to the variable itself (x[i, j].assign(v)), or write outside the tape",
        "detach": "use tf.stop_gradient(x), or write to tf.identity(x)",
        "any_all": "use tf.reduce_any(x) or tf.reduce_all(x)",
        "make_array": "convert it to a tensor with tf.constant",
        "to_device": "copy one of them to the device of the other",
        "copy_there": "copy it to that device",
        "to_float32": "tf.cast(x, tf.float32)",
    },
}
_REMEDIES["torchvision"] = _REMEDIES["torch"]


def speak(records: bool = False, name: str = "") -> None:
    """Activate the dialect of the framework `name`; if `records` is true, turn on recording and training mode."""
    global _before
    _core.set_value_error(Mistake)
    if name in _REMEDIES:
        _core.set_remedies(_REMEDIES[name])
    if records:
        before = _core.set_recording(True), _core.set_training(True)
        _core.set_first_modes(True)
        _before = before if _before is None else _before


def restore() -> None:
    """Restore the state that was in effect before the first dialect was activated."""
    global _before
    _core.set_value_error(None)
    _core.set_remedies(None)
    if _before is not None:
        _core.set_recording(_before[0])
        _core.set_training(_before[1])
        _core.set_first_modes(False)
        _before = None
