"""record_operators.py - run samples of PyTorch's operator database with PyTorch and write calls and results to a file.

    python record_operators.py FILE [NAME...]

Runs with real PyTorch, in a process of its own, because the dialect is called `torch` too.  For each operator of
torch.testing's database and each dtype of DTYPES that it takes, at most MOST samples, spread over all that there are.

SPDX-License-Identifier: Apache-2.0
"""
import itertools
import pickle
import sys
import types
import warnings

import torch
from packing import Call, Name, Packed, Ref, Unpackable, flat, pack, weights
from torch.testing._internal.common_methods_invocations import op_db

MOST, OF = 40, 400
DTYPES = {torch.float64: MOST, torch.float32: MOST // 4, torch.int64: MOST // 2, torch.bool: MOST // 4}
LARGEST = 200_000  # elements of a tensor
UNDEFINED = {"empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided", "multinomial",
             "bernoulli"}
TIES = {"sort", "argsort", "topk", "kthvalue", "median", "nanmedian", "mode", "cummax", "cummin"}
SIGNS = {"svd", "linalg.svd", "linalg.eig", "linalg.eigvals", "linalg.eigh", "linalg.qr", "qr", "svd_lowrank", "pca_lowrank"}
# Parts of PyTorch that are no part of a dialect: private names, sparse and masked tensors, compilation.
# Where the database's samples have another order of arguments than the function, the order of the function.
ORDER = {"einsum": (1, 0), "where": (1, 0, 2), "polygamma": (1, 0), "special.polygamma": (1, 0),
         "nn.functional.embedding": (1, 0), "nn.functional.embedding_bag": (1, 0)}
OUTSIDE = ("_", "ops.", "sparse.", "masked.", "jiterator_", "to_sparse", "torch.")


def path_of(name):
    """Return how a program calls the operator and the function, or None: torch.NAME, or a method."""
    at = torch
    for part in name.split("."):
        at = getattr(at, part, None)
    if callable(at):
        return f"torch.{name}", at
    at = getattr(torch.Tensor, name, None)
    if isinstance(at, types.GetSetDescriptorType):
        return f"Tensor.{name}", at.__get__
    return (f"Tensor.{name}", at) if callable(at) else None


def packed_tensor(x):
    if not isinstance(x, torch.Tensor):
        return None
    if x.layout is not torch.strided or x.numel() > LARGEST or x.is_quantized:
        raise Unpackable("sparse, quantised or large")
    values = x.detach().resolve_conj().resolve_neg()
    name = str(x.dtype).removeprefix("torch.")
    if name == "bfloat16":
        values = values.float()
    return Packed(values.numpy().copy(), name, x.requires_grad and x.is_leaf)


def special(x):
    if isinstance(x, (torch.dtype, torch.memory_format)):
        return Name(str(x).removeprefix("torch."))
    if isinstance(x, torch.device):
        return str(x)
    if isinstance(x, torch.Size):
        return tuple(x)
    return None


def fresh(x, memo):
    """Return the arguments with new leaves, as the receiver will create them."""
    if isinstance(x, torch.Tensor):
        if id(x) not in memo:
            memo[id(x)] = (x, x.detach().clone().requires_grad_(x.requires_grad and x.is_leaf))
        return memo[id(x)][1]
    if isinstance(x, (list, tuple)) and not isinstance(x, torch.Size):
        return type(x)(fresh(v, memo) for v in x)
    if isinstance(x, dict):
        return {k: fresh(v, memo) for k, v in x.items()}
    return x


def called(fn, args, kwargs, seed):
    torch.manual_seed(seed)
    return fn(*args, **kwargs)


def same(a, b):
    a, b = flat(a), flat(b)
    return len(a) == len(b) and all(
        x.shape == y.shape and torch.equal(torch.nan_to_num(x), torch.nan_to_num(y)) if isinstance(x, torch.Tensor) else
        x == y for x, y in zip(a, b))


def gradients(results, leaves):
    heads, given = [], []
    for i, y in enumerate(flat(results)):
        if isinstance(y, torch.Tensor) and y.requires_grad:
            w = torch.from_numpy(weights(tuple(y.shape), i))
            parts = [y.real, y.imag] if y.is_complex() else [y]
            for part in parts:
                heads.append(part)
                given.append(w.to(part.dtype))
    if not heads or not leaves:
        return None
    found = torch.autograd.grad(heads, leaves, given, allow_unused=True)
    return [None if g is None else g.detach().resolve_conj().numpy().copy() for g in found]


def record(op, path, fn, dtype, sample):
    args, kwargs = (sample.input, *sample.args), dict(sample.kwargs)
    if op.name in ORDER:
        args = (*(args[i] for i in ORDER[op.name]), *args[len(ORDER[op.name]):])
    whole = args, kwargs
    tensors, memo = [], {}
    packed = pack(list(args), tensors, memo, packed_tensor, special), pack(kwargs, tensors, memo, packed_tensor, special)
    mine = {}
    args, kwargs = fresh(args, mine), fresh(kwargs, mine)
    order = [mine[key][1] for key in memo]
    results = called(fn, args, kwargs, 1)
    how = "shapes" if op.name in UNDEFINED else "signs" if op.name in SIGNS else "values"
    if how == "values":
        again = {}
        if not same(called(fn, fresh(whole[0], again), fresh(whole[1], again), 2), results):
            how = "shapes"
    if op.name in TIES and any(t.values.size > len(set(t.values.ravel().tolist())) for t in tensors):
        how = "ties"
    leaves = [x for x in order if x.requires_grad]
    grads = gradients(results, leaves) if how == "values" else None
    found = pack(flat(results), kept := [], {}, packed_tensor, special)
    found = [kept[x.index] if isinstance(x, Ref) else x for x in found]
    return Call(op.full_name if hasattr(op, "full_name") else op.name, path, str(dtype).removeprefix("torch."),
                packed[0], packed[1], tensors, found, grads, how,
                path.startswith("torch.") and isinstance(args[0], torch.Tensor) and path.count(".") == 1 and
                callable(getattr(torch.Tensor, op.name, None)))


def main(file, *names):
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    calls, without = [], {}
    for op in op_db:
        if names and op.name not in names or op.name.startswith(OUTSIDE):
            continue
        found = path_of(op.name)
        if found is None:
            without[op.name] = "no public name"
            continue
        for dtype, most in DTYPES.items():
            if dtype not in op.dtypes:
                continue
            try:
                grad = op.supports_autograd and dtype == torch.float64
                torch.manual_seed(0)
                samples = list(itertools.islice(op.sample_inputs("cpu", dtype, requires_grad=grad), OF))
            except Exception as error:
                without[f"{op.name} {dtype}"] = f"{type(error).__name__}: {error}"
                continue
            step = max(1, -(-len(samples) // most))
            for sample in samples[::step]:
                try:
                    calls.append(record(op, *found, dtype, sample))
                except Exception as error:  # not a call that both can make
                    without.setdefault(f"{op.name} {dtype}", f"{type(error).__name__}: {str(error)[:80]}")
    with open(file, "wb") as out:
        pickle.dump({"version": str(torch.__version__), "calls": calls, "without": without}, out)
    print(f"PyTorch {torch.__version__}: {len(calls)} calls of {len({c.operator for c in calls})} operators")


if __name__ == "__main__":
    main(*sys.argv[1:])
