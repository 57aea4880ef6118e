"""Signatures and documentation of operators for help(), inspect and editors.

They are generated on demand from an operator's `block`, the dictionary that describes the operator.
"""
from weir import _core

_VARIADIC, _BLOCKING, _ELEMENTWISE = 8, 32, 1  # WEIR_OP_*
_LOSS = 4  # WEIR_BLOCK_LOSS


def inputs(block):
    """Return a list of tuples (name, optional, sequence), one for each input; `sequence` is true if the input is a
    sequence of arrays."""
    names = [name for name in block["inputs"].split(", ") if name]
    return [(name.rstrip("?"), name.endswith("?"), bool(block["flags"] & _VARIADIC) and name is names[-1])
            for name in names]


def _input_text(block, sequence, optional):
    if sequence:
        return "a sequence of arrays"
    if block["flags"] & _ELEMENTWISE and len(inputs(block)) > 1:
        text = "an array or a number; broadcast with the other inputs"
    else:
        text = "an array, or an object that can be converted to one"
    return text + "; optional" if optional else text


def parameters(block):
    """Return a list of tuples (name, type, default, meaning), one for each argument; a default of `...` means required.

    The type of an input is "array" or "arrays"; other arguments have the type given in the block.  As in a signature,
    the list also contains the string "/" after the positional-only arguments and "*" before the keyword-only ones.
    """
    must, may = [], []
    for name, optional, sequence in inputs(block):
        (may if optional else must).append(
            (name, "arrays" if sequence else "array", None if optional else ...,
             _input_text(block, sequence, optional)))
    parts = must + ["/"] if must else []
    rest = list(block["attrs"]) + may
    # In Python, a positional argument without a default cannot follow one with a default: make that argument and all
    # later ones keyword-only.
    late = [i for i, part in enumerate(rest) if part[2] is ... and any(p[2] is not ... for p in rest[:i])]
    if late:
        rest.insert(late[0], "*")
    parts += rest
    if block["outputs"] and not block["outputs"].endswith("...") and "," not in block["outputs"]:
        parts += [] if late else ["*"]
        parts += [("out", "out", None, "an array to write the result into; it is returned")]
    return parts


def default_text(value):
    """Return a default value as Python source text."""
    if isinstance(value, _core.DType):
        return value.name
    if isinstance(value, float) and value in (float("inf"), -float("inf")):
        return f'float("{value}")'
    return repr(value)


def signature_text(block):
    """Return the signature as text, for example "x, /, axis=None, *, out=None"."""
    return ", ".join(part if isinstance(part, str) else part[0] if part[2] is ...
                     else f"{part[0]}={default_text(part[2])}" for part in parameters(block))


def returns(block):
    """Return one or two sentences about what the operator returns and whether it blocks."""
    names = block["outputs"].split(", ")
    if not block["outputs"]:
        return "Returns None.  Does not block: the arrays are modified asynchronously."
    if block["outputs"].endswith("..."):
        what = "a tuple of arrays"
    elif len(names) > 1:
        what = f"a tuple of {len(names)} arrays: {', '.join(names)}"
    else:
        what = "an array"
    if block["flags"] & _BLOCKING:
        return (f"Returns {what}.  Blocks until the inputs are computed: the shape of the result depends on their "
                "values.")
    they = "it is" if what == "an array" else "they are"
    return f"Returns {what}.  Does not block: {they} computed asynchronously."


def signature(op):
    """Return the signature for inspect.signature."""
    import inspect

    return inspect.signature(eval(f"lambda {signature_text(op.block)}: None", vars(_core)))


def doc(op):
    """Return the documentation for help()."""
    block = op.block
    lines = [block["summary"] or ""]
    if block["notes"]:
        lines += ["", *_wrap(block["notes"])]
    said = [part for part in parameters(block) if not isinstance(part, str)]
    if said:
        width = max(len(part[0]) for part in said)
        lines += ["", "Arguments:", *(f"    {name:{width}}  {text}" for name, _, _, text in said)]
    lines += ["", *_wrap(returns(block))]
    if block["aliases"]:
        lines += ["", f"Also called {block['aliases']}."]
    return "\n".join(lines)


def _wrap(text):
    from textwrap import wrap

    return wrap(text, 96)


# ---- Layers and optimisers ---------------------------------------------------------------------------


def telling(init):
    """Decorate an __init__ method in weir.data so that the error for an unknown argument says what to write instead."""
    from functools import wraps

    names = init.__code__.co_varnames[1:init.__code__.co_argcount + init.__code__.co_kwonlyargcount]

    @wraps(init)
    def tell(self, *args, **given):
        for name in given:
            if name not in names:
                from weir._hints import argument

                raise TypeError(argument(type(self).__name__, name, ", ".join(names), " of data"))
        init(self, *args, **given)

    return tell


class KindSignature:
    """Descriptor for the __signature__ of a generated class: the parameters named in `first`, then the
    attributes in the class's `_kind`."""

    def __init__(self, *first):
        self._first = first

    def __get__(self, instance, owner):
        from inspect import Parameter, Signature

        types = {"bool": bool, "int": int, "float": float, "ints": "int | tuple | None", "str": str}
        if owner._kind is None:
            return None
        parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in self._first]
        for name, kind, default, _ in owner._kind["attrs"]:
            annotation = types.get(kind, Parameter.empty)
            if default is None and isinstance(annotation, type):
                annotation = f"{annotation.__name__} | None"
            if name == "padding" and owner._kind["name"] in ("Conv1d", "Conv2d", "Conv3d"):
                annotation = "int | tuple | str | None"
            parameters.append(Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation,
                                        default=None if default is ... else default))
        if owner._kind.get("flags", 0) & _LOSS:  # a loss takes its optional inputs, such as weights, in the constructor
            parameters += [Parameter(name[:-1], Parameter.KEYWORD_ONLY, annotation="ArrayLike | None", default=None)
                           for name in owner._kind["inputs"].split(", ") if name.endswith("?")]
        return Signature(parameters)
