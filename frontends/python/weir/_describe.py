"""What help() and inspect see of operators: written from their blocks, when somebody asks."""
from weir import _core

# The standard puts inputs first, by position, and attributes behind them, by keyword; those without a
# default may be given either way.  These are the exceptions.
_exceptions = {
    "clip": "x, /, min=None, max=None",
    "permute_dims": "x, /, axes=None",
    "squeeze": "x, /, axis=None",
}


def _default(value):
    return value.name if isinstance(value, _core.DType) else repr(value)


def _parameters(block):
    if block["name"] in _exceptions:
        return _exceptions[block["name"]]
    inputs = [name for name in block["inputs"].split(", ") if name]
    needed = [name for name in inputs if not name.endswith("?")]
    parts = needed + ["/"] if needed else []
    parts += [name for name, _, default, _ in block["attrs"] if default is ...]
    options = [f"{name}={_default(default)}" for name, _, default, _ in block["attrs"] if default is not ...]
    options += [f"{name[:-1]}=None" for name in inputs if name.endswith("?")]
    return ", ".join(parts + ["*"] + options if options else parts)


def signature(op):
    import inspect

    return inspect.signature(eval(f"lambda {_parameters(op.block)}: None", vars(_core)))


def doc(op):
    block = op.block
    lines = [block["summary"] or ""]
    if block["notes"]:
        lines += ["", block["notes"]]
    if block["attrs"]:
        lines.append("")
        lines += [f"{name}: {summary}" for name, _, _, summary in block["attrs"]]
    if block["aliases"]:
        lines += ["", f"Also called {block['aliases']}."]
    return "\n".join(lines)
