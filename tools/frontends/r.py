"""The generated files of the R package: operators, layers, losses, optimisers, learning rates, metrics, their help pages,
and a test that calls every sample of every operator.

R counts from 1.  Axes are translated by the native code, which learns from the library which attributes are axes.  The
description does not say which arrays hold indices, so the tables below do.

SPDX-License-Identifier: Apache-2.0
"""
import re
import textwrap

HOME = "frontends/r"
FIRST = "Written by tools/mkfrontends.py from `weir describe --json`. Do not edit."
WIDTH = 110
USAGE_WIDTH = 88  # R CMD check notes longer lines in help pages

# Inputs and outputs that are indices, which count from 1 in R.  searchsorted and digitize return counts, as findInterval.
INDEX_INPUTS = {
    "ctc_loss": ["targets"], "embedding": ["indices"], "index": ["indices"], "index_put": ["indices"],
    "max_unpool": ["indices"], "multi_margin_loss": ["target"], "nll_loss": ["target"], "one_hot": ["indices"],
    "put_along_axis": ["indices"], "put_along_axis_reduce": ["indices"], "scatter": ["indices"],
    "scatter_add": ["indices"], "scatter_reduce": ["indices"], "searchsorted": ["sorter"],
    "segment_max": ["segment_ids"], "segment_mean": ["segment_ids"], "segment_min": ["segment_ids"],
    "segment_prod": ["segment_ids"], "segment_sum": ["segment_ids"], "take": ["indices"],
    "take_along_axis": ["indices"],
}
# Labels if they are integers, probabilities if they are floats.
LABEL_INPUTS = {"cross_entropy": ["target"]}
INDEX_OUTPUTS = {
    "adaptive_max_pool_indices": ["indices"], "argmax": ["y"], "argmin": ["y"], "argpartition": ["indices"],
    "argsort": ["indices"], "categorical": ["y"], "cummax": ["indices"], "cummin": ["indices"],
    "kthvalue": ["indices"], "lexsort": ["indices"], "max_pool_indices": ["indices"], "nanargmax": ["y"],
    "nanargmin": ["y"], "nonzero": ["ys"], "permutation": ["y"], "shuffle": ["order"], "topk": ["indices"],
    "unique_all": ["indices", "inverse_indices"], "unique_inverse": ["inverse_indices"],
}
# Attributes that are an index or a class; negative values keep their meaning.
INDEX_ATTRS = {"argpartition": ["kth"], "partition": ["kth"], "select": ["index"], "ctc_loss": ["blank"],
               "embedding": ["padding_idx"], "cross_entropy": ["ignore_index"], "nll_loss": ["ignore_index"],
               "CTCLoss": ["blank"], "Embedding": ["padding_idx"], "CrossEntropyLoss": ["ignore_index"],
               "NLLLoss": ["ignore_index"]}
BLOCK_INDEX_INPUTS = {"CTCLoss": [2], "CrossEntropyLoss": [2], "Embedding": [1], "MultiMarginLoss": [2], "NLLLoss": [2]}
BY_HAND = ("Sequential", "Function")  # nn_sequential, nn_module
LABEL_METRICS = ("accuracy", "top_k", "confusion")


def check_tables(d):
    """A name in the tables that the library does not have is a mistake."""
    operators = {o.name: o for o in d.operators}
    for table, part in ((INDEX_INPUTS, "inputs"), (LABEL_INPUTS, "inputs"), (INDEX_OUTPUTS, "outputs")):
        for name, parts in table.items():
            if not set(parts) <= {p.name for p in getattr(operators[name], part)}:
                raise SystemExit(f"mkfrontends: {name} has no {part} {parts}")


# ---- R text -------------------------------------------------------------------------------------------------------

def snake(name):
    """BatchNorm2d as batch_norm2d, CrossEntropyLoss as cross_entropy_loss."""
    name = re.sub("ReLU", "Relu", name).replace("PRelu", "Prelu").replace("SiLU", "Silu")
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name).lower()


def literal(value, kind=None):
    """An R constant."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if value in ("inf", "-inf") and kind != "str":
        return value.replace("inf", "Inf")
    if isinstance(value, (list, tuple)):
        return f"c({', '.join(map(literal, value))})" if len(value) > 1 else literal(value[0]) if value else "numeric()"
    if isinstance(value, str) and kind != "float":
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, float) and value == int(value) and abs(value) < 1e9:
        return str(int(value))
    return repr(value)


def one_based(value):
    """An axis or index that counts from 0, as R writes it."""
    if isinstance(value, (list, tuple)):
        return [one_based(v) for v in value]
    return value + 1 if value is not None and value >= 0 else value


def r_name(kind, attr):
    """`axes` is called axis, as in the Python package."""
    return "axis" if attr.name == "axes" and attr.axis and all(a.name != "axis" for a in kind.attrs) else attr.name


def counts_from_one(kind, attr):
    return attr.axis or attr.name in INDEX_ATTRS.get(kind.name, ())


def default(kind, attr):
    return literal(one_based(attr.default) if counts_from_one(kind, attr) else attr.default, attr.type)


def attrs_in_two(kind):
    """The attributes up to the last required one, and those after it."""
    count = max((i for i, a in enumerate(kind.attrs) if a.required), default=-1) + 1
    return kind.attrs[:count], kind.attrs[count:]


def parameters(kind, inputs):
    """The parameters of the R function: (name, default or None)."""
    found = [(p.name, None) for p in inputs if not p.optional] + [(p.name, "NULL") for p in inputs if p.optional]
    first, rest = attrs_in_two(kind)
    values = {a.name: (r_name(kind, a), None if a.required else default(kind, a)) for a in kind.attrs}
    return kind.in_order(found, [values[a.name] for a in first]) + [values[a.name] for a in rest]


def signature(name, params):
    text = f"{name}(" + ", ".join(n if v is None else f"{n}\0=\0{v}" for n, v in params) + ")"  # \0: no break here
    lines = textwrap.wrap(text, USAGE_WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ")


def definition(name, params, body):
    head = signature(f"{name} <- function", params).replace("<-\n    ", "<- ")
    short = f"{head} {body}"
    return short if len(short) <= WIDTH and "\n" not in head else f"{head} {{\n    {body}\n}}"


def attr_list(kind):
    parts = []
    for a in kind.attrs:
        value = r_name(kind, a)
        parts.append(f"{a.name} = " + (f"class_in({value})" if a.name in INDEX_ATTRS.get(kind.name, ()) else value))
    return "list(" + ", ".join(parts) + ")"


# ---- Help pages ---------------------------------------------------------------------------------------------------

def rd(text):
    return re.sub(r"([\\%{}])", r"\\\1", text)


def sentence(text):
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", ":")) else text + "."


def accepted(kind, a):
    """What an attribute accepts, in words."""
    said = []
    if a.axis:
        said.append("Axes count from 1; -1 is the last.")
    elif counts_from_one(kind, a):
        said.append("Counts from 1.")
    if a.choices and a.type != "dtype":
        said.append("One of " + ", ".join(rd(literal(c)) for c in a.choices) + ".")
    low = a.min is not None and f"{'above' if a.exclusive_min else 'at least'} {literal(a.min, 'float')}"
    high = a.max is not None and f"{'below' if a.exclusive_max else 'at most'} {literal(a.max, 'float')}"
    if low or high:
        said.append(sentence(" and ".join(x for x in (low, high) if x)))
    if a.nullable and "none:" not in a.summary:
        said.append("\\code{NULL}: none.")
    return " ".join(said)


def r_words(text):
    return text.replace("; none:", "; NULL:")


def page(name, title, usage, arguments, details, value, examples, keyword=None):
    """An Rd file."""
    lines = [f"% {FIRST}", f"\\name{{{name}}}", f"\\alias{{{name}}}", f"\\title{{{rd(title.rstrip('.'))}}}",
             "\\description{", *textwrap.wrap(rd(sentence(title)), WIDTH), "}", "\\usage{", usage.replace("%", "\\%"), "}"]
    if arguments:
        lines.append("\\arguments{")
        for item, text in arguments:
            lines += [f"\\item{{{item}}}{{" + "\n".join(textwrap.wrap(text, WIDTH)) + "}"]
        lines.append("}")
    if details:
        lines += ["\\details{", *textwrap.wrap(details, WIDTH), "}"]
    lines += ["\\value{", *textwrap.wrap(value, WIDTH), "}"]
    if examples:
        lines += ["\\examples{", examples.replace("\\", "\\\\").replace("%", "\\%"), "}"]
    return "\n".join(lines) + "\n"


def attr_items(kind, attrs):
    return [(r_name(kind, a), (rd(sentence(r_words(a.summary))) + " " + accepted(kind, a)).strip()) for a in attrs]


# ---- Operators ----------------------------------------------------------------------------------------------------

def inputs_expression(op):
    """The list of inputs in the order of the library."""
    parts, rest = [], None
    for p in op.inputs:
        text = p.name
        if p.name in LABEL_INPUTS.get(op.name, ()):
            text = f"label_in({text})"
        elif p.name in INDEX_INPUTS.get(op.name, ()):
            text = f"index_in({'array_list(' + text + ')' if p.list else text})"
        elif p.list:
            text = f"array_list({text})"
        if p.list:
            rest = text
        else:
            parts.append(text)
    if rest is None:
        return f"list({', '.join(parts)})"
    return f"c(list({', '.join(parts)}), {rest})" if parts else rest


def operator(op):
    call = f'.Call(C_call, "{op.name}", {inputs_expression(op)}, {attr_list(op)})'
    shifted = INDEX_OUTPUTS.get(op.name)
    if shifted and len(op.outputs) == 1:
        call = f"index_out({call})"
    elif shifted:
        call = "shifted(" + call + ", " + literal(shifted) + ")"
    return definition(f"weir_{op.name}", parameters(op, op.inputs), call)


def operator_page(op):
    name = f"weir_{op.name}"
    arguments, (first, rest) = [], attrs_in_two(op)
    for p in [*op.required_inputs, *op.optional_inputs]:
        text = rd(sentence(p.summary or "the input"))
        text += " A list of arrays." if p.list else " An array, or an R vector or array."
        if p.name in INDEX_INPUTS.get(op.name, ()) or p.name in LABEL_INPUTS.get(op.name, ()):
            text += " Counts from 1."
        arguments.append((p.name, text + (" \\code{NULL}: left out." if p.optional else "")))
    outputs = []
    for p in op.outputs:
        text = p.summary or "the result"
        outputs.append((p.name, text + (", from 1" if p.name in INDEX_OUTPUTS.get(op.name, ()) else "")))
    if not op.outputs:
        value = "\\code{NULL}, invisibly: the operator changes its inputs."
    elif op.outputs[0].list:
        value = "A list of arrays: " + rd(sentence(outputs[0][1]))
    elif len(outputs) == 1:
        value = "An array: " + rd(sentence(outputs[0][1]))
    else:
        value = "A list of arrays. " + " ".join(f"\\code{{{n}}}: {rd(sentence(t))}" for n, t in outputs)
    return page(name, op.summary, signature(name, parameters(op, op.inputs)),
                op.in_order(arguments, attr_items(op, first)) + attr_items(op, rest),
                rd(op.notes) if op.notes else None, value, example(op, name))


def made(one, shift):
    """R code for an input of a sample, for an example."""
    shape, kind, low, high = one["shape"], one["dtype"], one["low"], one["high"]
    dims = literal(shape) if shape else "numeric()"
    if one.get("matrix"):
        if len(shape) != 2 or shape[0] != shape[1]:
            return None
        square = f"weir_eye({shape[0]}) * 3 + weir_uniform({dims})"
        return square if one["matrix"] == "regular" else f"weir_eye({shape[0]}) * 3"
    if kind == "bool":
        return f'weir_astype(weir_integers(0, 2, {dims}), "bool")'
    if kind.startswith(("int", "uint")):
        low, high = int(low), max(int(high), int(low) + 1)
        if kind.startswith("uint"):
            low = 0
        return f'weir_integers({low + shift}, {high + shift}, {dims}, dtype = "{kind}")'
    if kind.startswith("complex"):
        return None
    more = "" if kind == "float32" else f', dtype = "{kind}"'
    return f"weir_uniform({dims}, low = {literal(low)}, high = {literal(high)}{more})"


def sample_arguments(op, sample, value):
    """The arguments of a sample's call; `value(i, j, one)` writes an input, j its place in a list, or returns None."""
    arguments, given = [], list(sample["inputs"])
    for i, p in enumerate(op.inputs):
        if p.list:
            texts = [value(i, j, one) for j, one in enumerate(given[i:])]
            if None in texts:
                return None
            arguments.append(f"{p.name} = list({', '.join(texts)})")
            break
        one = given[i] if i < len(given) else None
        if one is None:
            continue
        text = literal(one["number"]) + ("L" if isinstance(one["number"], int) else "") if "number" in one else value(i, None, one)
        if text is None:
            return None
        arguments.append(f"{p.name} = {text}" if p.optional else text)
    types, required, options = {a.name: a for a in op.attrs}, [], []
    for key, v in sample["attrs"].items():
        a = types[key]
        if a.type == "device" and v is not None:
            v = f"cpu:{v >> 8}"
        text = literal(one_based(v) if counts_from_one(op, a) else v, a.type)
        by_place = a.required and op.shape_first
        (required if a.required else options).append(text if by_place else f"{r_name(op, a)} = {text}")
    return ", ".join(op.in_order(arguments, required) + options)


def is_index(op, i):
    name = op.inputs[min(i, len(op.inputs) - 1)].name
    return name in INDEX_INPUTS.get(op.name, ()) or name in LABEL_INPUTS.get(op.name, ())


def example(op, name):
    for sample in op.samples:
        arguments = sample_arguments(op, sample, lambda i, j, one: made(one, 1 if is_index(op, i) else 0))
        if arguments is not None:
            text = f"{name}({arguments})"
            lines = textwrap.wrap(text, 90, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
            return "\n".join(lines)
    return None


# ---- Layers, optimisers and the rest ------------------------------------------------------------------------------

def layer(block):
    body = f'new_block(.Call(C_block_new, "{block.name}", {attr_list(block)}))'
    return definition(f"nn_{snake(block.name)}", parameters(block, []), body)


def layer_page(block):
    name = f"nn_{snake(block.name)}"
    called = []
    for p in block.inputs:
        called.append(f"\\code{{{p.name}}} ({rd(p.summary or 'the input')}{', may be left out' if p.optional else ''})")
    details = (rd(block.notes) + " " if block.notes else "") + "The result is a function of " + ", ".join(called) + "."
    if block.name in BLOCK_INDEX_INPUTS:
        details += " Labels and indices count from 1."
    return page(name, block.summary, signature(name, parameters(block, [])), attr_items(block, block.attrs), details,
                f"A {'loss' if block.has('loss') else 'layer'}: a function of class \\code{{weir_block}}.", None)


def optimiser(kind):
    params = [("params", None)] + parameters(kind, [])
    return definition(f"optim_{kind.name.lower()}", params, f'new_optimizer("{kind.name}", params, {attr_list(kind)})')


def optimiser_page(kind):
    name = f"optim_{kind.name.lower()}"
    arguments = [("params", "A network, or a list of arrays with gradients.")] + attr_items(kind, kind.attrs)
    text = "net <- nn_linear(3, 1)\n" + f"opt <- {name}(net, lr = 0.01)\nprint(opt)"
    return page(name, kind.summary, signature(name, [("params", None)] + parameters(kind, [])), arguments, None,
                "An optimiser: \\code{opt$step()}, \\code{opt$zero_grad()}, \\code{opt$lr}; see \\code{\\link{optim_step}}.", text)


def schedule(kind):
    body = f'.Call(C_schedule, "{kind.name}", list({", ".join(a.name for a in kind.attrs)}))'
    return definition(f"lr_{kind.name}", parameters(kind, []), body)


def schedule_page(kind):
    name = f"lr_{kind.name}"
    return page(name, kind.summary, signature(name, parameters(kind, [])), attr_items(kind, kind.attrs),
                "Steps count from 0: \\code{t} is the number of steps, or epochs, already done.", "A number.", None)


def metric(kind):
    arguments = [f'"{kind.name}"'] + [a.name for a in kind.attrs] + (["labels = TRUE"] if kind.name in LABEL_METRICS else [])
    return definition(f"metric_{kind.name}", parameters(kind, []), f"new_metric({', '.join(arguments)})")


def metric_page(kind):
    name = f"metric_{kind.name}"
    details = "Updates issue operations and do not wait; reading the value does."
    if kind.name in LABEL_METRICS:
        details += " Labels count from 1."
    return page(name, kind.summary, signature(name, parameters(kind, [])), attr_items(kind, kind.attrs), details,
                "A metric: \\code{m$update(x, target)}, \\code{m$value}, \\code{m$reset()}; see \\code{\\link{metric_update}}.",
                None)


# ---- The test of all samples --------------------------------------------------------------------------------------

def sample_tests(d):
    lines = [f"# {FIRST}", "# samples.R - every sample of every operator, compared with what the library recorded, bit by bit.",
             'source("kit.R")', "recorded <- recorded_samples()", ""]
    for op in d.operators:
        for k, sample in enumerate(op.samples):
            def value(i, j, one, op=op, key=f"{op.name}.{k}"):
                text = f'given("{key}.in{i}' + (f'.{j}")' if j is not None else '")')
                return f"from_one({text})" if is_index(op, i) else text
            arguments = sample_arguments(op, sample, value)
            places = [i for i, p in enumerate(op.outputs) if p.name in INDEX_OUTPUTS.get(op.name, ())]
            shifted = ", shifted = " + (literal([p + 1 for p in places]) if not op.outputs[0].list else "TRUE") if places else ""
            lines.append(f'sample_call("{op.name}.{k}", weir_{op.name}({arguments}){shifted})')
    return "\n".join([*lines, "", "finish()"]) + "\n"


def source(what, parts):
    return "\n".join([f"# {FIRST}", f"# {what}", "# SPDX-License-Identifier: Apache-2.0", "", *parts]) + "\n"


def files(d):
    """{path: text} for all generated files."""
    check_tables(d)
    blocks = [b for b in d.blocks if b.name not in BY_HAND]
    schedules = [c for c in d.components if c.family == "schedule" and c.name != "plateau"]
    metrics = [c for c in d.components if c.family == "metric"]
    table = ", ".join(f"{k} = {literal(v)}L" for k, v in BLOCK_INDEX_INPUTS.items())
    found = {
        f"{HOME}/R/operators.R": source("operators.R - one function for each operator of the library.",
                                        [operator(o) for o in d.operators]),
        f"{HOME}/R/layers.R": source("layers.R - layers and losses.",
                                     [f"block_index_inputs <- list({table})", "", *map(layer, blocks)]),
        f"{HOME}/R/optimisers.R": source("optimisers.R - optimisers.", map(optimiser, d.optimizers)),
        f"{HOME}/R/learning_rates.R": source("learning_rates.R - learning rates by step.", map(schedule, schedules)),
        f"{HOME}/R/metrics.R": source("metrics.R - metrics.", map(metric, metrics)),
        f"{HOME}/tests/samples.R": sample_tests(d),
    }
    pages = [(f"weir_{o.name}", operator_page(o)) for o in d.operators]
    pages += [(f"nn_{snake(b.name)}", layer_page(b)) for b in blocks]
    pages += [(f"optim_{k.name.lower()}", optimiser_page(k)) for k in d.optimizers]
    pages += [(f"lr_{k.name}", schedule_page(k)) for k in schedules]
    pages += [(f"metric_{k.name}", metric_page(k)) for k in metrics]
    found.update({f"{HOME}/man/{name}.Rd": text for name, text in pages})
    return found
