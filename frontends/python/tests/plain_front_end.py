"""plain_front_end.py - a throw-away front end, generated from the description of the library alone.

    lib = load(json.loads(text), path)      text: `python -m weir describe --json`; path: libweir.so
    status, outputs = lib.call("softmax", [lib.array("float32", (3, 4), data)], {"axis": 1})

It knows the description's format and a handful of C functions for arrays; everything about operators, blocks and
optimisers comes from the description.  generate() writes the source text of one plain function for each operator.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes
from ctypes import POINTER, byref, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_void_p

NONE = -2 ** 63
NDIM_MAX, OUT_MAX = 32, 64


class Ints(ctypes.Structure):
    _fields_ = [("data", POINTER(c_int64)), ("count", c_int64)]


FIELDS = {"int32_t": c_int32, "int64_t": c_int64, "double": c_double, "weir_i64s": Ints, "const char *": c_char_p}


def generate(description):
    """Return the source text of a module with one function for each operator."""
    lines = ["# generated from the description; do not edit", ""]
    for op in description["operators"]:
        inputs = [part["name"] + ("=None" if part["optional"] else "") for part in op["inputs"]]
        inputs = ["in_" + name for name in inputs]
        attrs = [f"{a['name']}={'REQUIRED' if a['required'] else 'DEFAULT'}" for a in op["attrs"]]
        lines += [f"def op_{op['name']}(lib{''.join(', ' + one for one in inputs)}, *{''.join(', ' + a for a in attrs)}):"
                  if attrs else f"def op_{op['name']}(lib{''.join(', ' + one for one in inputs)}):",
                  f"    '''{op['summary']}'''"]
        parts = [f"*in_{part['name']}" if part["list"] else f"in_{part['name']}" for part in op["inputs"]]
        given = ", ".join(f"'{a['name']}': {a['name']}" for a in op["attrs"])
        lines += [f"    return lib.issue('{op['name']}', [{', '.join(parts)}], {{{given}}})", ""]
    return "\n".join(lines)


class Library:
    def __init__(self, description, path):
        self.description = description
        self.ops = {op["name"]: op for op in description["operators"]}
        self.blocks = {b["name"]: b for b in description["blocks"]}
        self.optimizers = {o["name"]: o for o in description["optimizers"]}
        self.dtypes = {d["name"]: d for d in description["dtypes"]}
        self.by_value = {d["value"]: d for d in description["dtypes"]}
        self.statuses = {s["value"]: s["name"] for s in description["statuses"]}
        self.c = c = ctypes.CDLL(str(path))
        for name in ("weir_op_find", "weir_block_kind_find", "weir_optimizer_kind_find", "weir_array_shape"):
            getattr(c, name).restype = c_void_p
        c.weir_error.restype = c_char_p
        c.weir_array_count.restype = c_int64
        c.weir_op_find.argtypes = c.weir_block_kind_find.argtypes = c.weir_optimizer_kind_find.argtypes = [c_char_p]
        c.weir_op_call.argtypes = [c_void_p, c_void_p, POINTER(c_void_p), c_uint32, c_void_p, c_size_t, POINTER(c_void_p),
                                   POINTER(c_uint32)]
        c.weir_block_new.argtypes = [c_void_p, c_void_p, c_void_p, c_size_t, POINTER(c_void_p)]
        c.weir_block_forward.argtypes = [c_void_p, POINTER(c_void_p), c_uint32, POINTER(c_void_p), POINTER(c_uint32)]
        c.weir_optimizer_new.argtypes = [c_void_p, c_void_p, c_void_p, c_size_t, POINTER(c_void_p), c_uint32, POINTER(c_void_p)]
        c.weir_array_new.argtypes = [c_void_p, c_int32, POINTER(c_int64), c_int32, c_void_p, POINTER(c_void_p)]
        c.weir_array_read.argtypes = [c_void_p, c_void_p, c_size_t]
        c.weir_number_f64.argtypes = [c_void_p, c_double, POINTER(c_void_p)]
        c.weir_seed.argtypes = [c_void_p, ctypes.c_uint64]
        for name in ("weir_array_release", "weir_array_ndim", "weir_array_dtype", "weir_array_count", "weir_array_shape",
                     "weir_block_release", "weir_optimizer_free"):
            getattr(c, name).argtypes = [c_void_p]
        self.rt = c_void_p()
        self.check(c.weir_runtime_default(byref(self.rt)))
        space = {"REQUIRED": ..., "DEFAULT": ...}
        exec(compile(generate(description), "<generated>", "exec"), space)
        self.functions = {name: space[f"op_{name}"] for name in self.ops}

    def check(self, status):
        if status != 0:
            raise RuntimeError(f"{self.statuses[status]}: {self.c.weir_error().decode()}")

    # ---- Arrays

    def array(self, dtype, shape, data):
        """Return a handle of a new array with these bytes."""
        made, dims = c_void_p(), (c_int64 * max(1, len(shape)))(*shape)
        buffer = ctypes.create_string_buffer(data, max(1, len(data)))
        self.check(self.c.weir_array_new(self.rt, self.dtypes[dtype]["value"], dims, len(shape), buffer, byref(made)))
        return made.value

    def number(self, value):
        made = c_void_p()
        self.check(self.c.weir_number_f64(self.rt, value, byref(made)))
        return made.value

    def read(self, a):
        """Return (dtype, shape, bytes) of an array."""
        ndim = self.c.weir_array_ndim(a)
        shape = (c_int64 * NDIM_MAX).from_address(self.c.weir_array_shape(a)) if ndim else []
        dtype = self.by_value[self.c.weir_array_dtype(a)]
        room = ctypes.create_string_buffer(max(1, self.c.weir_array_count(a) * dtype["bytes"]))
        size = self.c.weir_array_count(a) * dtype["bytes"]
        self.check(self.c.weir_array_read(a, room, size))
        return dtype["name"], tuple(shape[:ndim]), room.raw[:size]

    def release(self, arrays):
        for a in arrays:
            if a:
                self.c.weir_array_release(a)

    # ---- Attributes

    def struct(self, owner, given, raw=None):
        """Return the filled attribute struct; raw sets fields to C values."""
        kind = type("Attr", (ctypes.Structure,), {"_fields_": [(a["name"], FIELDS[a["c_type"]]) for a in owner["attrs"]]})
        made = kind()
        made.keep = []
        for a in owner["attrs"]:
            value = given.get(a["name"], ...)
            if value is ...:
                assert not a["required"], f"{owner['name']}: {a['name']} is required"
                value = a["default"]
            setattr(made, a["name"], self.field(a, value, made.keep))
        for name, value in (raw or {}).items():
            setattr(made, name, value)
        return made

    def field(self, a, value, keep):
        if a["type"] == "ints":
            if value is None:
                return Ints(None, 0)
            room = (c_int64 * max(1, len(value)))(*[NONE if n is None else n for n in value])
            keep.append(room)
            return Ints(room, len(value))
        if value is None:
            return {"int": NONE, "float": float("nan"), "dtype": 0, "device": -1, "str": None, "bool": 0}[a["type"]]
        if a["type"] == "dtype":
            return self.dtypes[value]["value"]
        if a["type"] == "str":
            return value.encode()
        return float(value) if a["type"] == "float" else int(value)

    # ---- Calls

    def issue(self, name, inputs, given, raw=None):
        """Call an operator; returns (the name of the status, the outputs)."""
        op = self.ops[name]
        given = {key: value for key, value in given.items() if value is not ...}
        attr = self.struct(op, given, raw) if op["attrs"] else None
        handles = (c_void_p * max(1, len(inputs)))(*inputs)
        out, count = (c_void_p * OUT_MAX)(), c_uint32(OUT_MAX)
        status = self.c.weir_op_call(self.rt, self.c.weir_op_find(name.encode()), handles, len(inputs),
                                     byref(attr) if attr is not None else None,
                                     ctypes.sizeof(attr) if attr is not None else 0,
                                     out if op["outputs"] else None, byref(count) if op["outputs"] else None)
        return self.statuses[status], list(out[:count.value]) if status == 0 and op["outputs"] else []

    def call(self, name, inputs, given):
        """Call the generated function of an operator."""
        parts = self.ops[name]["inputs"]
        if parts and parts[-1]["list"]:
            inputs = list(inputs[:len(parts) - 1]) + [inputs[len(parts) - 1:]]
        return self.functions[name](self, *inputs, **given)

    def block(self, name, inputs, given, raw=None):
        """Make a block and call it; returns (status of both, outputs)."""
        kind = self.blocks[name]
        attr = self.struct(kind, given, raw) if kind["attrs"] else None
        made, out, count = c_void_p(), (c_void_p * OUT_MAX)(), c_uint32(OUT_MAX)
        status = self.c.weir_block_new(self.rt, self.c.weir_block_kind_find(name.encode()),
                                       byref(attr) if attr is not None else None,
                                       ctypes.sizeof(attr) if attr is not None else 0, byref(made))
        if status == 0:
            handles = (c_void_p * max(1, len(inputs)))(*inputs)
            status = self.c.weir_block_forward(made, handles, len(inputs), out, byref(count))
            self.c.weir_block_release(made)
        return self.statuses[status], list(out[:count.value]) if status == 0 else []

    def optimizer(self, name, params, given, raw=None):
        attr = self.struct(self.optimizers[name], given, raw)
        handles, made = (c_void_p * len(params))(*params), c_void_p()
        status = self.c.weir_optimizer_new(self.rt, self.c.weir_optimizer_kind_find(name.encode()), byref(attr),
                                           ctypes.sizeof(attr), handles, len(params), byref(made))
        if status == 0:
            self.c.weir_optimizer_free(made)
        return self.statuses[status]

    def error(self):
        return self.c.weir_error().decode()


def load(description, path):
    return Library(description, path)
