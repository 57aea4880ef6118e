"""record_modules.py - run the layers, optimisers and schedules of cases.py with PyTorch and write the results to a file.

    python record_modules.py FILE

SPDX-License-Identifier: Apache-2.0
"""
import pickle
import sys
import warnings
from collections import OrderedDict

import torch
from cases import MODULES, OPTIMISERS, SCHEDULES, arguments, trajectory
from packing import flat, weights
from torch import nn


def values(x):
    return x.detach().numpy().copy() if isinstance(x, torch.Tensor) else x


def state_of(module):
    return OrderedDict((name, values(x)) for name, x in module.state_dict().items())


def run(text, inputs):
    """Return what PyTorch makes of one module."""
    torch.manual_seed(0)
    module = eval(text, {"nn": nn, "torch": torch, "OrderedDict": OrderedDict})
    found = {"text": text, "inputs": inputs, "repr": repr(module), "state": state_of(module),
             "parameters": [name for name, _ in module.named_parameters()], "modules": [name for name, _ in module.named_modules()]}
    if inputs is None:
        return found
    given, leaves = arguments(torch, inputs)
    results = flat(module(*given))
    heads = [(y, torch.from_numpy(weights(tuple(y.shape), i)).to(y.dtype)) for i, y in enumerate(results)
             if isinstance(y, torch.Tensor) and y.requires_grad]
    parameters = list(module.parameters())
    grads = torch.autograd.grad([y for y, _ in heads], leaves + parameters, [w for _, w in heads], allow_unused=True) if heads else []
    found |= {"results": [values(y) for y in results], "grads": [None if g is None else values(g) for g in grads],
              "after": state_of(module)}
    module.eval()
    given, _ = arguments(torch, inputs)
    found["eval"] = [values(y) for y in flat(module(*given))]
    return found


def main(file):
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    modules = [run(*case) for case in MODULES]
    paths = [(*case, trajectory(torch, *case)) for case in [(o, None) for o in OPTIMISERS] + SCHEDULES]
    with open(file, "wb") as out:
        pickle.dump({"version": str(torch.__version__), "modules": modules, "trajectories": paths}, out)
    print(f"PyTorch {torch.__version__}: {len(modules)} modules, {len(paths)} trajectories")


if __name__ == "__main__":
    main(*sys.argv[1:])
