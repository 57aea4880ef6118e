#!/usr/bin/env python3
"""mkstubs.py - write the type stubs of the Python package: what editors and type checkers read.

    PYTHONPATH=build/release/python tools/mkstubs.py            write the files below
    PYTHONPATH=build/release/python tools/mkstubs.py --check    say whether they are as they would be written

    frontends/python/weir/_core.pyi       the extension
    frontends/python/weir/NAME.pyi        __init__ and every public module of the package

The source is the package itself, imported.  An operator's signature comes from the registry
(_core.describe()); that of anything written by hand, in Python or C, from inspect.

SPDX-License-Identifier: Apache-2.0
"""
import enum
import importlib
import inspect
import pathlib
import pkgutil
import re
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "frontends/python/weir"
BASETYPE = 1 << 10  # Py_TPFLAGS_BASETYPE: there may be subclasses
TYPES = {"bool": "builtins.bool", "int": "int", "float": "float", "dtype": "DTypeLike", "device": "DeviceLike",
         "ints": "int | Sequence[int]", "str": "str", "array": "ArrayLike", "arrays": "Sequence[ArrayLike]",
         "out": "Array | None"}
# What the package's own functions and methods take and give where nothing is annotated: by the name of the parameter, and
# by that of the function.  Other parameters are Any, other functions of the public modules give an Array.
TAKES = {"axis": "int | Sequence[int] | None", "dtype": "DTypeLike", "device": "DeviceLike", "keepdims": "builtins.bool",
         "out": "Array | None", "copy": "builtins.bool | None", "shape": "int | Sequence[int]", "timeout": "float | None",
         "size": "int | Sequence[int] | None", "endpoint": "builtins.bool", "num": "int", "api_version": "str | None"}
GIVES = {
    "tuple[int, ...]": "shape strides broadcast_shapes",
    "int": "ndim size nbytes itemsize index __len__ __int__ __index__ __hash__",
    "builtins.bool": "__bool__ __contains__ allclose array_equal array_equiv can_cast isdtype is_contiguous ready "
                     "shares_storage",
    "float": "__float__", "complex": "__complex__", "bytes": "tobytes",
    "str": "__repr__ __str__ __format__ __name__ __qualname__ name kind type version array2string array_repr "
           "array_str",
    "DType": "dtype result_type promote as_dtype get_default_dtype set_default_dtype",
    "Device": "device cpu gpu get_default_device set_default_device",
    "None": "__setitem__ __delitem__ __init__ __setstate__ fill sort put place putmask shuffle seed waitall on_ready "
            "wait_to_read clear_error cancel set_home save savez savez_compressed "
            "set_printoptions",
    "list[Array]": "broadcast_arrays meshgrid split array_split vsplit hsplit dsplit",
    "tuple[Array, Array]": "__divmod__ __rdivmod__ unique_counts unique_inverse histogram",
    "tuple[Array, Array, Array, Array]": "unique_all", "tuple[Array, ...]": "ix_",
    "Iterator[Array]": "__iter__", "collections.abc.Generator[Any, None, Array]": "__await__", "Iterator[Any]": "flat",
    "tuple[int, int]": "__dlpack_device__",
    "Any": "item tolist asnumpy numpy __array__ __array_namespace__ __dlpack__ __reduce__ __reduce_ex__ __getstate__ "
           "load vectorize default_rng spawn describe block __get__ __signature__ __call__ op calls flags draw "
           "progress atleast_1d atleast_2d atleast_3d __array_namespace_info__ "
           "unique intersect1d get_printoptions printoptions gradient histogram2d histogramdd apply_along_axis",
}
GIVES = {name: kind for kind, names in GIVES.items() for name in names.split()}
SHARED = "ArrayLike, DTypeLike, DeviceLike"
FIRST = '"""Written by tools/mkstubs.py from the package itself."""\n'
ALIASES = """ArrayLike: TypeAlias = Any
DTypeLike: TypeAlias = DType | str | type | None
DeviceLike: TypeAlias = Device | str | None
"""


# ---- Operators -----------------------------------------------------------------------------------

def value(default):
    """A default as it is written in a stub."""
    if isinstance(default, float) and default != default:
        return 'float("nan")'
    if isinstance(default, float) and default in (float("inf"), float("-inf")):
        return f'float("{default}")'
    if default is None or isinstance(default, (bool, int, float, str)) and not isinstance(default, enum.Enum):
        return repr(default)
    return "..."


def parameters(op):
    """The parameters of an operator's callable, as text."""
    describe = importlib.import_module("weir._describe")
    texts = []
    for part in describe.parameters(op):
        if not isinstance(part, str):
            name, kind, default, _ = part
            wanted = TYPES[kind] + (" | None" if default is None and kind not in ("dtype", "device", "out") else "")
            part = f"{name}: {wanted}" + ("" if default is Ellipsis else f" = {value(default)}")
        texts.append(part)
    return ", ".join(texts)


def result(op):
    count = len(op["outputs"].split(","))
    if not op["outputs"]:
        return "None"
    if op["outputs"].endswith("..."):
        return "tuple[Array, ...]"
    return "Array" if count == 1 else "tuple[" + ", ".join(["Array"] * count) + "]"


# ---- What is written by hand ---------------------------------------------------------------------

def annotation(a):
    if a is inspect.Parameter.empty:
        return None
    text = a if isinstance(a, str) else a.__name__ if isinstance(a, type) else str(a)
    text = re.sub(r"\b(list|tuple|dict)\b(?!\[)", lambda m: {"dict": "dict[Any, Any]", "list": "list[Any]"}.get(
        m[0], "tuple[Any, ...]"), text)
    text = re.sub(r"\bos\.PathLike\b(?!\[)", "os.PathLike[str]", text)
    return re.sub(r"(?<![\w.])bool\b", "builtins.bool", text)  # weir.bool is a dtype


def signature(f, otherwise="Any"):
    """The parameters and the result of anything that can be called.  Unknown: whatever it likes, and `otherwise`."""
    gives = GIVES.get(getattr(f, "__name__", ""), otherwise)
    try:
        if not f.__doc__ and isinstance(f, (types.BuiltinFunctionType, types.MethodDescriptorType)):
            raise ValueError  # C without a signature, at which later versions of Python guess
        sig = inspect.signature(f)
    except (ValueError, TypeError):
        return "*args: Any, **kwargs: Any", gives
    kinds = inspect.Parameter
    texts, before, starred = [], None, False
    for p in sig.parameters.values():
        if p.name == "others":  # is taken to be refused in a sentence of ours
            continue
        if before is kinds.POSITIONAL_ONLY and p.kind is not before:
            texts.append("/")
        if p.kind is kinds.KEYWORD_ONLY and not starred:
            texts.append("*")
            starred = True
        starred = starred or p.kind is kinds.VAR_POSITIONAL
        star = {kinds.VAR_POSITIONAL: "*", kinds.VAR_KEYWORD: "**"}.get(p.kind, "")
        text = star + p.name
        if p.name not in ("self", "cls"):
            text += f": {annotation(p.annotation) or TAKES.get(p.name, 'Any')}"
        if p.default is not kinds.empty:
            text += f" = {value(p.default)}"
        texts.append(text)
        before = p.kind
    if before is kinds.POSITIONAL_ONLY:
        texts.append("/")
    return ", ".join(texts), annotation(sig.return_annotation) or gives


def sentence(text):
    """The first sentence of a help text, fit for a docstring of one line."""
    first = re.sub(r"\s*\n\s*", " ", (text or "").strip().split("\n\n")[0])
    return first.replace("\\", "\\\\").replace('"""', "'''")


def definition(name, head, gives, doc, indent=""):
    body = f'\n{indent}    """{sentence(doc)}"""\n' if doc and sentence(doc) else " ...\n"
    return f"{indent}def {name}({head}) -> {gives}:{body}"


# ---- Files ---------------------------------------------------------------------------------------

class Stub:
    """One module's stub: `names` of it, each described by what it is."""

    def __init__(self, module, described, op_type, core):
        self.module, self.described, self.op_type, self.core = module, described, op_type, core

    def home(self, cls):
        """The module whose stub has the class: the extension's are called weir.Array and lie in _core."""
        return self.core.__name__ if getattr(self.core, cls.__name__, None) is cls else cls.__module__

    def member(self, name, thing, arrays):
        """A member of a class.  `arrays`: its methods give arrays where nothing else is said."""
        if isinstance(thing, (staticmethod, classmethod)):
            head, gives = signature(thing.__func__)
            gives = GIVES.get(name, gives)
            return f"    @{type(thing).__name__}\n" + definition(name, head, gives, thing.__doc__, "    ")
        if isinstance(thing, property) or inspect.isgetsetdescriptor(thing) or inspect.ismemberdescriptor(thing):
            doc = thing.__doc__
            gives = GIVES.get(name, "Array" if name in ("T", "mT", "real", "imag") else "Any")
            return "    @property\n" + definition(name, "self", gives, doc, "    ")
        if isinstance(thing, self.op_type):
            op = self.described[thing.__name__]
            head = parameters(op)
            head = "self" + head[head.index(","):]  # in place of the first input
            return definition(name, head, result(op), op["summary"], "    ")
        if name == "__hash__" and thing is None:
            return "    __hash__: None  # type: ignore[assignment]\n"
        if callable(thing) and not isinstance(thing, type):
            head, gives = signature(thing, "Array" if arrays else "Any")
            gives = GIVES.get(name, gives)
            if name in ("__eq__", "__ne__") and not arrays:
                gives = "builtins.bool"
            if name in ("__pow__", "__rpow__"):  # there is no third argument
                head = "self, value: Any, /"
            if not head.startswith(("self", "*")):  # a function that became a method: x is self
                head = re.sub(r"^\w+(: [^,=]+)?", "self", head)
            if not head.startswith("self"):
                head = "self, " + head
            text = definition(name, head, gives, thing.__doc__, "    ")
            return text.replace(":\n", ":  # type: ignore[override]\n", 1) if name in ("__eq__", "__ne__") and arrays else text
        return f"    {name}: Any\n"

    def class_(self, name, cls):
        skip = {"__module__", "__dict__", "__weakref__", "__doc__", "__slots__", "__annotations__", "__new__",
                "__static_attributes__", "__firstlineno__", "__getattribute__", "__setattr__", "__delattr__",
                "__dictoffset__", "__vectorcalloffset__", "__init_subclass__", "__annotate_func__",
                "__buffer__", "__release_buffer__"}
        bases = [b.__name__ for b in cls.__bases__ if b is not object]
        if any(name.startswith("_") for name in bases):  # not in the stub
            bases = [next(b.__name__ for b in cls.__mro__[1:] if not b.__name__.startswith("_"))]
        final = "" if cls.__flags__ & BASETYPE else "@final\n"
        text = f"{final}class {name}{'(' + ', '.join(bases) + ')' if bases else ''}:\n"
        doc = cls.__doc__ if isinstance(cls.__doc__, str) else None  # Op has one for each of its objects
        if doc:
            text += f'    """{sentence(doc)}"""\n'
        made = inspect.getattr_static(cls, "__signature__", None) is not None and getattr(cls, "_kind", None)
        if made:  # from a description of the library's
            head, _ = signature(cls)
            return text + definition("__init__", "self" + (", " + head if head else ""), "None", None, "    ")
        members = [self.member(n, t, name in ("Array", "Generator")) for n, t in sorted(vars(cls).items())
                   if n not in skip and not (n.startswith("_") and not n.startswith("__"))]
        return text + ("".join(members) or ("" if doc else "    ...\n"))

    def line(self, name, thing):
        if isinstance(thing, self.op_type):
            op = self.described[thing.__name__]
            return definition(name, parameters(op), result(op), op["summary"])
        if isinstance(thing, types.ModuleType):
            package = thing.__name__.rpartition(".")[0]
            ours = package in (self.module.__name__, self.module.__name__.split(".")[0])
            return f"from {package} import {name} as {name}\n" if ours and not name.startswith("_") else ""
        if isinstance(thing, type):
            where = self.home(thing)
            if where == self.module.__name__:
                return self.class_(name, thing)
            return f"{name} = {where}.{thing.__name__}\n" if where == "builtins" else \
                f"from {where} import {thing.__name__} as {name}\n"
        if callable(thing) and hasattr(thing, "__name__"):
            head, gives = signature(thing, "Any" if self.module is self.core else "Array")
            return definition(name, head, gives, inspect.getdoc(thing))
        kind = type(thing)
        if kind.__module__ in ("builtins", self.core.__name__) or self.home(kind) == self.core.__name__:
            return f"{name}: {annotation({type(None): 'None'}.get(kind, kind.__name__))}\n"
        return f"from {kind.__module__} import {kind.__name__}\n{name}: {kind.__name__}\n"

    def text(self):
        names = getattr(self.module, "__all__", None) or [n for n in vars(self.module) if not n.startswith("_")]
        names = {*names, *getattr(self.module, "_modules", ())}
        if self.module.__name__ == "weir.ops":  # has every operator, also those registered later
            names = set(dir(self.module))
        lines = [self.line(name, getattr(self.module, name)) for name in sorted(names)]
        if hasattr(self.module, "__version__"):
            lines.append("__version__: str\n")
        if self.module.__name__ == "weir.ops":
            lines.append("def __getattr__(name: str) -> Any: ...\n")
        head = FIRST + "# ruff: noqa\nimport builtins\nimport collections.abc\nimport os\n" \
            "from collections.abc import Iterator, Sequence\nfrom typing import Any"
        if self.module is self.core:
            head += ", TypeAlias, final\n\n"
        else:
            used = [name for name in ("Array", "Device", "DType") if name not in names]  # others are names of its own
            head += f"\n\nfrom {self.core.__name__} import {', '.join([*used, SHARED])}\n\n"
        return head + "".join(lines) + ("\n" + ALIASES if self.module is self.core else "")


GENERATED = ("nn", "optim")  # folders with classes that no source shows; others are typed where they stand


def stubs():
    """path: text, of every stub."""
    core = importlib.import_module("weir._core")
    package = importlib.import_module("weir")
    described = {op["name"]: op for op in core.describe()}
    modules = [core, package]
    modules += [importlib.import_module(f"weir.{m.name}") for m in pkgutil.iter_modules(package.__path__)
                if not m.name.startswith("_") and (not m.ispkg or m.name in GENERATED)]
    files = {}
    for module in modules:
        name = "__init__" if module is package else module.__name__.rpartition(".")[2]
        text = Stub(module, described, core.Op, core).text()
        compile(text, f"{name}.pyi", "exec")  # a stub that is no Python is our mistake
        files[FOLDER / (f"{name}/__init__.pyi" if name in GENERATED else f"{name}.pyi")] = text
    return files


def write(files, check):
    """Write the files, or say which of those that are there are not as they should be."""
    stale = [path for path, text in files.items() if path.exists() and path.read_text() != text]
    if check:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date")
        return 1 if stale else 0
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(write(stubs(), "--check" in sys.argv))
