"""replay_modules.py - run what record_modules.py recorded with the dialect and compare.

    python replay_modules.py FILE REPORT [TEXT...]

For each module: it is constructed, has the same repr, state_dict and names, loads PyTorch's state_dict, and gives the same
results, gradients of inputs and parameters, and buffers afterwards; the same results in evaluation mode.  For each
optimiser and schedule: the same parameters and learning rates over 50 steps.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import json
import pickle
import sys
import warnings

import numpy as np
import weir
import weir.dialects
from cases import arguments, trajectory
from packing import flat, weights

weir.dialects.install("torch")

import torch  # noqa: E402


def numbers(x):
    return np.asarray(weir.Array.numpy(weir.Array.detach(x))) if isinstance(x, weir.Array) else x


def compare(what, ours, theirs):
    if theirs is None or ours is None:
        both = [x for x in (ours, theirs) if x is not None]
        assert not any(np.any(x) for x in both), f"{what}: {'none' if ours is None else 'given'}"
        return
    if not isinstance(theirs, np.ndarray):
        assert ours == theirs, f"{what}: {ours!r}, not {theirs!r}"
        return
    ours = np.asarray(ours)
    assert ours.shape == theirs.shape, f"{what}: shape {ours.shape}, not {theirs.shape}"
    assert ours.dtype == theirs.dtype, f"{what}: dtype {ours.dtype}, not {theirs.dtype}"
    assert np.allclose(ours, theirs, 1e-4, 1e-5, equal_nan=True), f"{what}: {ours.ravel()[:5]}, not {theirs.ravel()[:5]}"


def compare_all(what, ours, theirs):
    assert len(ours) == len(theirs), f"{what}: {len(ours)}, not {len(theirs)}"
    for i, pair in enumerate(zip(ours, theirs)):
        compare(f"{what} {i}", *pair)


def compare_states(ours, theirs):
    assert list(ours) == list(theirs), f"{list(ours)}, not {list(theirs)}"
    for name in theirs:
        shape, dtype = tuple(ours[name].shape), str(ours[name].dtype)
        assert (shape, dtype) == (theirs[name].shape, str(theirs[name].dtype)), \
            f"{name}: {shape} {dtype}, not {theirs[name].shape} {theirs[name].dtype}"


class Checks:
    """Counts what is checked of one case."""

    def __init__(self, key, counts, wrong):
        self.key, self.counts, self.wrong = key, counts, wrong

    def __call__(self, name, check):
        key = f"{self.key} {name}"
        self.counts[key] += 1
        try:
            check()
        except AssertionError as error:
            self.wrong[key].append(str(error))
        except Exception as error:
            self.wrong[key].append(f"{type(error).__name__}: {' '.join(str(error).split())[:300]}")
        return not self.wrong[key]


def run_module(case, check):
    made = []
    names = {"nn": torch.nn, "torch": torch, "OrderedDict": collections.OrderedDict}
    if not check("constructor", lambda: made.append(eval(case["text"], names))):
        return
    module = made[0]

    def same_repr():
        assert repr(module) == case["repr"], f"{module!r}, not {case['repr']}"

    def same_names():
        for what, ours in (("parameters", module.named_parameters()), ("modules", module.named_modules())):
            ours = [name for name, _ in ours]
            assert ours == case[what], f"{what}: {ours}, not {case[what]}"

    check("repr", same_repr)
    check("names", same_names)
    check("state_dict", lambda: compare_states(module.state_dict(), case["state"]))
    if not check("load_state_dict", lambda: module.load_state_dict(
            {name: torch.tensor(x) for name, x in case["state"].items()})) or case["inputs"] is None:
        return
    given, leaves = arguments(torch, case["inputs"])
    results = []

    def same_results():
        results.extend(flat(module(*given)))
        compare_all("result", [numbers(y) for y in results], case["results"])

    def same_gradients():
        heads = [(y, torch.tensor(weights(tuple(y.shape), i), dtype=y.dtype)) for i, y in enumerate(results)
                 if isinstance(y, torch.Tensor) and y.requires_grad]
        grads = torch.autograd.grad([y for y, _ in heads], leaves + list(module.parameters()), [w for _, w in heads],
                                    allow_unused=True) if heads else []
        compare_all("gradient", [None if g is None else numbers(g) for g in grads], case["grads"])

    def same_evaluation():
        module.eval()
        inputs, _ = arguments(torch, case["inputs"])
        compare_all("result", [numbers(y) for y in flat(module(*inputs))], case["eval"])

    if check("results", same_results):
        check("gradients", same_gradients)
        check("buffers", lambda: [compare(name, numbers(module.state_dict()[name]), x) for name, x in case["after"].items()])
        check("eval", same_evaluation)


def run_trajectory(optimiser, schedule, theirs, check):
    def same():
        ours = trajectory(torch, optimiser, schedule)
        for step, (a, b) in enumerate(zip(ours[1], theirs[1])):
            assert np.allclose(a, b, 1e-5, 1e-9), f"learning rates of step {step}: {a}, not {b}"
        for i, (a, b) in enumerate(zip(ours[0], theirs[0])):
            assert np.allclose(a, b, 1e-6, 1e-8), f"parameters after step {5 * i + 4}: {a[:4]}, not {b[:4]}"

    check("trajectory", same)


def main(file, report, *names):
    warnings.simplefilter("ignore")
    with open(file, "rb") as given:
        recorded = pickle.load(given)
    counts, wrong = collections.Counter(), collections.defaultdict(list)
    for case in recorded["modules"]:
        key = case["text"] + (f"({case['inputs']})" if case["inputs"] and "," in case["inputs"].split(")")[0] else "")
        if not names or any(name in key for name in names):
            run_module(case, Checks(key, counts, wrong))
    for optimiser, schedule, theirs in recorded["trajectories"]:
        key = schedule.replace(" ", "_") if schedule else optimiser
        if schedule and not optimiser.startswith("optim.SGD"):
            key += "/groups"
        if not names or any(name in key for name in names):
            run_trajectory(optimiser, schedule, theirs, Checks(key, counts, wrong))
    with open(report, "w") as out:
        json.dump({"version": recorded["version"], "counts": counts, "wrong": {k: v for k, v in wrong.items() if v}, "absent": [],
                   "operators": len({key.split()[0].split("(")[0] for key in counts})}, out, indent=1)


if __name__ == "__main__":
    main(*sys.argv[1:])
