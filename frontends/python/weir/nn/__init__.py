"""Neural networks: layers, losses and user-defined modules.

    net = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))

    class Net(nn.Module):
        def __init__(self):
            self.conv = nn.Conv2d(1, 6, 5)
            self.out = nn.Linear(10)                # 10 output features; in_features is inferred from the first input

        def forward(self, x):
            return self.out(self.conv(x).flatten())

Layers and losses are implemented as blocks of the C library and are the same in all front ends.  Their names,
arguments, parameters and layouts are those of PyTorch.  The context managers autograd.record, autograd.train_mode and
autograd.predict_mode select training or inference mode for all modules; Module.train and Module.eval override them.
"""
from weir import _core
from weir.nn._layers import Layer, Sequential, layers as _layers
from weir.nn._module import (
    Module, ModuleDict, ModuleList, Parameter, ParameterDict, ParameterList, freeze, summary, unfreeze,
)
from weir.nn import init

globals().update({name: kind for name, kind in _layers().items() if name not in globals()})

__all__ = sorted(["Layer", "Module", "ModuleDict", "ModuleList", "Parameter", "ParameterDict",
                  "ParameterList", "Sequential", "freeze", "init", "parse", "summary", "unfreeze",
                  *_layers()])


def parse(text: str) -> "Layer":
    """Return the network described by a string such as "Linear(784, 128), ReLU(), Linear(128, 10)".

    The repr of a built-in layer is such a string.
    """
    return Layer._of(_core.parse_block(text))


def __getattr__(name):
    from weir._hints import missing

    raise missing(__name__, name)
