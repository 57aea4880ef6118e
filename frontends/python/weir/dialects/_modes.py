"""Process state while a dialect is active.

Caller mistakes are RuntimeErrors too, advice in messages names the framework's functions, and in PyTorch and Paddle
recording and training mode are on by default.

These modes belong to the context; threads started while such a dialect is active start with them.
"""
from weir import _core
from weir.dialects._tensor_class import Mistake

_before = None

# Phrases in messages of the library and of Weir's Python (the table in wait.c); a dialect replaces them by the
# framework's terms.
_NOT_FOLLOWED = "does not require grad: it was not computed, while recording, from an array with a gradient attached"
_INPUT = ("does not require grad; attach a gradient to it, or pass an array that was computed from such an array while "
          "recording")
_UPDATE = "pause recording around the update"
_VIEW = "(x[i, j] = v, or basic_update), or pause recording"
_COPY = "detach it, or write to a copy"
_LEAF = "is a leaf that requires grad"
_TRUTH = "weir.any(x) or weir.all(x)"
_MAKE = "wants arrays, not"
_ASARRAY = "make one with weir.asarray"
_TO_FLOAT32 = "x.astype(weir.float32)"
_AFTER_A_CAST = "make the optimiser after astype, half, double or to"
_RETAIN = "pass WEIR_BACKWARD_RETAIN to the earlier one"


def _torchlike(name, needs, tensor, copy):
    return {
        _NOT_FOLLOWED: f"does not require a gradient: compute it from parameters, or from tensors with {needs}, and not "
                       f"inside `with {name}.no_grad():`",
        _INPUT: f"does not require a gradient: it is to have {needs} before it is used, outside `with {name}.no_grad():`",
        _UPDATE: f"update it inside `with {name}.no_grad():`",
        _VIEW: f"(x[i, j] = v), or write inside `with {name}.no_grad():`",
        _COPY: f"use x.detach(), or write to x.{copy}()",
        _LEAF: f"is a tensor with {needs}",
        _TRUTH: f"{name}.any(x) or {name}.all(x)",
        _MAKE: "wants tensors, not",
        _ASARRAY: f"make one with {name}.{tensor}",
        _AFTER_A_CAST: "cast before the first step, or make another optimiser",
        _TO_FLOAT32: "x.float()" if name == "torch" else "x.astype('float32')",
    }


_WORDS = {
    "torch": _torchlike("torch", "requires_grad=True", "tensor", "clone"),
    "paddle": _torchlike("paddle", "stop_gradient=False", "to_tensor", "clone"),
    "mxnet": {
        _NOT_FOLLOWED: "was not recorded: compute it inside `with autograd.record():`, from parameters, or from arrays on "
                       "which x.attach_grad() was called before",
        _INPUT: "was not recorded: call x.attach_grad() on it before it is used inside `with autograd.record():`",
        _UPDATE: "update it inside `with autograd.pause():`",
        _VIEW: "(x[i, j] = v), or write inside `with autograd.pause():`",
        _TRUTH: "mx.np.any(x) or mx.np.all(x)",
        _ASARRAY: "make one with mx.np.array",
        _TO_FLOAT32: "x.astype('float32')",
    },
    "tensorflow": {
        _NOT_FOLLOWED: "was not recorded: compute it inside `with tf.GradientTape() as tape:`, from variables, or from "
                       "tensors that tape.watch(x) was called on",
        _INPUT: "was not recorded: it is a tf.Variable, or tape.watch(x) is called on it, before it is used",
        _RETAIN: "for several gradients use tf.GradientTape(persistent=True)",
        _UPDATE: "update it outside the tape, or inside `with tape.stop_recording():`",
        _VIEW: "(x[i, j].assign(v)), or write outside the tape",
        _COPY: "use tf.stop_gradient(x), or write to tf.identity(x)",
        _TRUTH: "tf.reduce_any(x) or tf.reduce_all(x)",
        _MAKE: "wants tensors, not",
        _ASARRAY: "make one with tf.constant",
        _TO_FLOAT32: "tf.cast(x, tf.float32)",
    },
}
_WORDS["torchvision"] = _WORDS["torch"]


def speak(records: bool = False, name: str = "") -> None:
    """Activate a dialect; `records`: turn on recording and training mode; `name`: name of the framework."""
    global _before
    _core.set_value_error(Mistake)
    if name in _WORDS:
        _core.set_words(tuple(text for pair in _WORDS[name].items() for text in pair))
    if records:
        before = _core.set_recording(True), _core.set_training(True)
        _core.set_first_modes(True)
        _before = before if _before is None else _before


def restore() -> None:
    """Restore the state before the first dialect was activated."""
    global _before
    _core.set_value_error(None)
    _core.set_words(None)
    if _before is not None:
        _core.set_recording(_before[0])
        _core.set_training(_before[1])
        _core.set_first_modes(False)
        _before = None
