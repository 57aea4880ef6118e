"""The Paddle dialect."""
import weir
from weir import _core, autograd
from weir._core import Array
from weir.dialects import (
    _data, _draws, _gpus, _hooks, _metrics, _paddle_amp, _paddle_data, _paddle_layers, _paddle_model, _paddle_optim, _paddle_tensor,
    _paddle_transformer, _table, _tensor_class, _vision)
from weir.dialects import _paddle_functional as functional
from weir.dialects import _paddle_ops as ops
from weir.dialects import _torch_functional as torchlike
from weir.dialects._paddle_table import TABLE
from weir.dialects._tensor_class import before, flat, keep, op, put, size_of, wait_all
from weir.dialects._vision import Step, by_chance

_PARTS = (_paddle_tensor, ops, functional, _paddle_layers, _paddle_transformer, _paddle_optim, _paddle_amp, _paddle_data, _paddle_model)

_speaks = _table.speak("paddle", TABLE, _table.together(_PARTS, globals()), records=True)
_vision.classes(_speaks.modules["paddle.vision.transforms"])
