#!/usr/bin/env python3
"""mkmanual.py - write the operators' part of the manual.

    PYTHONPATH=build/release/python tools/mkmanual.py            write docs/manual/*.md
    PYTHONPATH=build/release/python tools/mkmanual.py --check    say whether they are as they would be written

One page a family, one section an operator: signature, summary, notes, arguments and what comes back, from the
registry (_core.describe()) and the package; and an example, from examples.txt beside this file, that is run here, so
that what is shown is what came out.  The family of an operator is the folder of src/ops that it is in.  After the
operators of a page come the functions of the package that are made of several.

SPDX-License-Identifier: Apache-2.0
"""
import importlib
import inspect
import pathlib
import sys

import mkops
import mkstubs

FOLDER = mkstubs.ROOT / "docs/manual"
EXAMPLES = pathlib.Path(__file__).with_name("examples.txt")
ELEMENTWISE = 1  # WEIR_OP_ELEMENTWISE of weir/op.h
RETURNS = "Returns an array, at once; it is computed while the program goes on."  # which the first page says for all
FIRST = "<!-- Written by tools/mkmanual.py. -->\n"

PREFACE = """\
All operators, by family.  What is the same for all of them:

- Inputs are whatever can be made an array: arrays, numbers, lists, arrays of other libraries.
- A call checks shapes, dtypes and arguments, gives its result at once, and is computed while the program goes on.
  Those that wait say so.
- `out=` takes an array to write into, which is then the result.
- What stands in front of `/` is given by position, what stands behind `*` by keyword, the others either way.
- Methods of `Array` that have the name of an operator do the same: `x.sum(axis=0)`.
- C has a function for each in `weir/ops.h`: `weir.sum` is `weir_sum`, `weir.linalg.svd` is `weir_svd`.
- Each runs on every CPU device, `cpu(0)` to `cpu(63)`.
- "Has a gradient" says that `weir.autograd` goes back through it; where there is none, the way back ends.

Every example on these pages has been run; floats are shown to four places.
"""

# A page for each family, which is a folder of src/ops: its title and first sentences.
FAMILIES = {
    "create": ("Creating arrays", "Without a dtype floats are float32, unless `weir.set_default_dtype` says otherwise."),
    "elementwise": ("Elementwise functions", "Inputs broadcast against each other.  Many have an operator of the language: `x + y` is "
                    "`weir.add(x, y)`.  Functions such as `exp` compute integers in the default float dtype."),
    "reduce": ("Reductions and scans", "Along one axis, along several, or over all elements."),
    "shape": ("Shapes and views", "Most share the memory of their input: writing through one is seen by the other."),
    "index": ("Indexing", "`x[...]`, reading and assigning, is NumPy's; these are the functions beside it and behind it."),
    "sort": ("Sorting, searching, sets", "Operators whose result has a shape that depends on values wait for them, and say so."),
    "random": ("Random numbers", "Each call takes its numbers when it is issued, so a program that calls `weir.random.seed(n)` "
               "gives the same ones in every run, however many workers there are; without a seed they are others in each "
               "process.  `weir.random` has them under NumPy's names."),
    "matmul": ("Products", "Of vectors, matrices, and stacks of them."),
    "linalg": ("Linear algebra", "On matrices and stacks of them.  A singular matrix is a failure of the operation, which names it: "
               "the wait for the result raises it."),
    "fft": ("Fourier transforms", "Four operators; NumPy's other names are functions made of them."),
    "conv": ("Convolution", "Layouts are PyTorch's: channels behind the batch."),
    "pool": ("Pooling", "Layouts are PyTorch's: channels behind the batch."),
    "norm": ("Normalisation", "Layer, batch and group normalisation, softmax, and vectors of length 1."),
    "attention": ("Attention", "Layouts are PyTorch's: (batch, heads, length, width)."),
    "recurrent": ("Recurrent networks", "One layer and one direction; `weir.nn` stacks them."),
    "loss": ("Losses", "`reduction` is 'mean', 'sum' or 'none'."),
    "image": ("Images", "`weir.image` has crops, flips and what is random."),
    "optim": ("Optimisers", "What `weir.optim` is made of: one operation changes all parameters, in place."),
}
PLACES = {"linalg": "linalg", "fft": "fft"}  # pages whose operators are in a module of the package
# Operators behind `x[...]`: Python has no names for them, or other things of these names.
UNNAMED = ("basic_index basic_update slice slice_update select index index_put mask_select mask_put mask_select_sized nonzero_sized "
           "sum_runs reframe quantile_positions unique_groups matrix_square_repeat").split()
# Functions made of several operators, by page: where they are, and which.  Those behind the bar have no gradient.
MADE = {
    "sort": ("weir", "unique intersect1d union1d setdiff1d setxor1d histogram_bin_edges | unique intersect1d union1d "
                "setdiff1d setxor1d histogram_bin_edges"),
    "linalg": ("weir.linalg", "lstsq pinv matrix_rank cond norm multi_dot tensorinv tensorsolve | matrix_rank"),
    "fft": ("weir.fft", "fft ifft rfft irfft hfft ihfft fft2 ifft2 rfft2 irfft2 fftfreq rfftfreq fftshift ifftshift | "
                "fftfreq rfftfreq"),
    "image": ("weir.image", "resize crop center_crop hflip vflip to_tensor normalize random_crop random_resized_crop "
               "random_hflip random_vflip |"),
}
# Operators that Python wraps, whose notes hold for the wrapping function too.
NOTED = ("topk partition argpartition median unique_counts unique_inverse unique_all isin slogdet qr svd cross vector_norm "
         "fftn ifftn rfftn irfftn").split()
TAKE_MORE = "matrix_norm histogram".split()  # Python's take more than what the operator's arguments say
RANDOM = {"student_t": "standard_t", "cauchy": "standard_cauchy"}  # where NumPy's name is another
ANY_UNARY, ANY_BINARY = "[0.25, 0.5, 2.0]", "[1.0, 5.0, 3.0], [2.0, 3.0, 3.0]"


# ---- Examples ------------------------------------------------------------------------------------

def examples():
    """operator: lines of code, from the file; the name of the operator stands before the colon."""
    found = {}
    for line in EXAMPLES.read_text().splitlines():
        name, colon, code = line.partition(":")
        if colon and not line.startswith("#"):
            found.setdefault(name.strip(), []).append(code.strip())
    return found


def rounded(result, weir):
    """A result with floats to four places: the last digits are not the same on every machine."""
    if isinstance(result, (tuple, list)):
        parts = [rounded(part, weir) for part in result]
        return type(result)(*parts) if hasattr(result, "_fields") else type(result)(parts)
    if isinstance(result, weir.Array) and result.dtype in (weir.complex64, weir.complex128):
        return rounded(weir.real(result), weir) + rounded(weir.imag(result), weir) * 1j
    if isinstance(result, weir.Array) and result.dtype in (weir.float32, weir.float64):
        return weir.around(result.astype(weir.float64), 4)
    return result


def run(lines, weir):
    """The lines as at a prompt, with what comes out."""
    scope, texts = {"weir": weir}, []
    for line in lines:
        texts.append(f">>> {line}")
        try:
            result = eval(line, scope)
        except SyntaxError:
            exec(line, scope)
            continue
        if result is not None:
            with weir.default_dtype("float64"):  # so that rounding leaves no trace
                texts.append(repr(rounded(result, weir)))
    return "```python\n" + "\n".join(texts) + "\n```\n"


def example(op, name, known, weir):
    if op["name"] in known:
        return run(known[op["name"]], weir)
    needed = [text for text in op["inputs"].split(", ") if not text.endswith("?")]
    if not op["flags"] & ELEMENTWISE or name is None or len(needed) > 2:
        return ""
    return run([f"{name}({ANY_UNARY if len(needed) == 1 else ANY_BINARY})"], weir)


# ---- Sections ------------------------------------------------------------------------------------

def python_name(op, page, weir):
    """How Python calls it, and the callable; None for what has no name."""
    place = PLACES.get(page)
    if place is not None and hasattr(getattr(weir, place), op["name"]):
        return f"weir.{place}.{op['name']}", getattr(getattr(weir, place), op["name"])
    aliases = (op["aliases"] or "").replace(",", " ").split()
    for name in [op["name"], *aliases]:
        if hasattr(weir, name) and op["name"] not in UNNAMED:
            return f"weir.{name}", getattr(weir, name)
    for name in [op["name"], RANDOM.get(op["name"], op["name"]), *aliases]:
        if hasattr(weir.random, name):
            return f"weir.random.{name}", getattr(weir.random, name)
    return None, None


def cell(text):
    return (text or "").replace("|", "\\|")


def table(op, describe, signature):
    """The arguments that need a word: inputs and out are the same everywhere."""
    rows = []
    for part in describe.parameters(op):
        if isinstance(part, str) or part[1] in ("array", "arrays", "out") or part[0] not in signature.parameters:
            continue
        name, kind, _, text = part
        default = signature.parameters[name].default
        default = "" if default is inspect.Parameter.empty else f"`{describe.default_text(default)}`"
        rows.append(f"| `{name}` | {'int or ints' if kind == 'ints' else kind} | {default} | {cell(text)} |")
    return ["| argument | type | default | |", "|---|---|---|---|", *rows, ""] if rows else []


def section(op, page, names, known, weir, describe):
    """One operator; `names` are those under which the package has it."""
    name, callable_ = python_name(op, page, weir)
    own = callable_ if name is not None else weir._core.ops[op["name"]]
    signature = inspect.signature(own)
    signature = signature.replace(parameters=[p for p in signature.parameters.values() if p.name != "others"])
    lines = [f"## {op['name']}", "", f"`{name or op['name']}{signature}`", ""]
    if isinstance(own, weir._core.Op):
        text = [op["summary"], op["notes"], "\n".join(table(op, describe, signature)).strip()]
        text += [describe.returns(op)] if describe.returns(op) != RETURNS else []
    elif name.startswith("weir.random"):  # NumPy's arguments, not the operator's
        text = [inspect.getdoc(own)]
    else:
        text = [inspect.getdoc(own), op["notes"] if op["name"] in NOTED else None,
                "\n".join(table(op, describe, signature) if op["name"] not in TAKE_MORE else []).strip()]
    text.append("Has a gradient.  Devices: CPU." if op["gradient"] else "Has no gradient.  Devices: CPU.")
    if name is not None and not isinstance(own, weir._core.Op):
        names = [other for other, thing in vars(weir).items() if thing is own]
    others = sorted({f"weir.{other}" for other in names} - {name})
    if others:
        text.append("Also called " + ", ".join(f"`{other}`" for other in others) + ".")
    for part in text:
        lines += [part, ""] if part else []
    return "\n".join([*lines, example(op, name, known, weir)]).rstrip() + "\n"


def made_section(place, name, smooth, known, weir):
    """A function that is made of several operators."""
    own = getattr(importlib.import_module(place), name)
    signature = inspect.signature(own)
    bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    signature = signature.replace(parameters=bare, return_annotation=signature.empty)
    text = [f"## {name}", f"`{place}.{name}{signature}`", inspect.getdoc(own),
            "Has a gradient.  Devices: CPU." if smooth else "Has no gradient.  Devices: CPU."]
    shown = known.get(f"{place}.{name}".removeprefix("weir."), known.get(name) if name not in weir._core.ops else None)
    if shown is not None:
        text.append(run(shown, weir))
    return "\n\n".join(text).rstrip() + "\n"


def summary(place, name):
    """The first sentences of what help() shows, up to an empty line."""
    doc = inspect.getdoc(getattr(importlib.import_module(place), name))
    return " ".join(doc.split("\n\n")[0].split())


def made_of(page):
    """(where, name, whether it has a gradient) of each function of a page that is no operator."""
    place, names = MADE.get(page, ("", "|"))
    all_, rough = (part.split() for part in names.split("|"))
    return [(place, name, name not in rough) for name in all_]


# ---- Pages ---------------------------------------------------------------------------------------

def is_behind(name):
    """Operators that users rarely call: gradients, and what `x[...]` is made of.  They come last on their page."""
    return name in UNNAMED or name.endswith(("_backward", "_grad", "_sized"))


def families(blocks):
    """(page, title, first sentences, operators) of each page, the operators by name."""
    folder = {op.name: op.family for op in mkops.read()}
    for page, (title, first) in FAMILIES.items():
        here = [op for op in blocks if folder.get(op["name"]) == page]
        yield page, title, first, sorted(here, key=lambda op: (is_behind(op["name"]), op["name"]))
    lost = {op["name"] for op in blocks if folder.get(op["name"]) not in FAMILIES}
    if lost:
        sys.exit(f"mkmanual.py: no page for {', '.join(sorted(lost))}")


def file_of(page):
    """index.md would be the first page of a folder."""
    return "indexing.md" if page == "index" else f"{page}.md"


def pages():
    core = importlib.import_module("weir._core")
    weir = importlib.import_module("weir")
    describe = importlib.import_module("weir._describe")
    weir.random.seed(0)
    names = {}
    for name, thing in vars(weir).items():
        if isinstance(thing, core.Op):
            names.setdefault(thing.__name__, []).append(name)
    known = examples()
    files, contents = {}, []
    for page, title, first, here in families(core.describe()):
        sections = [section(op, page, names.get(op["name"], []), known, weir, describe) for op in here]
        sections += [made_section(*function, known, weir) for function in made_of(page)]
        files[FOLDER / file_of(page)] = f"{FIRST}# {title}\n\n{first}\n\n" + "\n".join(sections)
        rows = [f"| [{op['name']}]({file_of(page)}#{op['name']}) | {cell(op['summary'])} | {'yes' if op['gradient'] else ''} | CPU |"
                for op in here]
        rows += [f"| [{name}]({file_of(page)}#{name}) | {cell(summary(place, name))} | {'yes' if smooth else ''} | CPU |"
                 for place, name, smooth in made_of(page)]
        contents.append(f"## [{title}]({file_of(page)})\n\n{first}\n\n| | | gradient | devices |\n|---|---|---|---|\n" +
                        "\n".join(rows) + "\n")
    head = f"{FIRST}# Operators\n\n{PREFACE}\n"
    files[FOLDER / "operators.md"] = head + "\n".join(contents)
    return files


if __name__ == "__main__":
    sys.exit(mkstubs.write(pages(), "--check" in sys.argv))
