"""All operators by name, including those that C code has registered, e.g. weir.ops.cube(x).

Once a C library has registered an operator with weir_op_register, this module has a function with the operator's name,
signature and help, and weir.autograd uses the operator's gradient:

    import ctypes
    ctypes.CDLL("./libcube.so").cube_register()     # calls weir_op_register
    weir.ops.cube(x)

The C library must be linked with the package's own libweir, which is in the same folder as the package's modules.
"""
from weir import _core as _core


def __getattr__(name):
    if not name.startswith("_"):
        try:
            made = _core.ops.get(name) or _core.op(name)
        except AttributeError:
            from difflib import get_close_matches

            near = get_close_matches(name, __dir__())
            raise AttributeError(f"module 'weir.ops' has no operator {name!r}"
                                 + (f"; did you mean {' or '.join(near)}?" if near else "")
                                 + " (a custom operator must first be registered with weir_op_register)") from None
        globals()[name] = made  # so that __getattr__ is not called for this name again
        return made
    raise AttributeError(f"module 'weir.ops' has no attribute {name!r}")


def __dir__():
    return sorted(one["name"] for one in _core.describe())
