"""Every operator of the library by its name, also those that C code has registered: weir.ops.cube(x).

An operator that a C library registers with weir_op_register is here from then on, with its signature and help, and its
gradient is used by weir.autograd:

    import ctypes
    ctypes.CDLL("./libcube.so").cube_register()     # calls weir_op_register
    weir.ops.cube(x)

The C library has to be linked with the libweir that the package has, which lies beside its modules.
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
                                 + (f"; similar: {', '.join(near)}" if near else "")
                                 + "; one of your own is there once weir_op_register was called") from None
        globals()[name] = made  # found at once the next time
        return made
    raise AttributeError(f"module 'weir.ops' has no attribute {name!r}")


def __dir__():
    return sorted(one["name"] for one in _core.describe())
