"""The complete description of the library, from which front ends in other languages are generated.

    python -m weir describe --json        everything, as JSON
    python -m weir describe softmax       one name, as text

Names, texts, defaults and rules are those that the library itself gives (weir_op_describe and the like), in C's terms.
Dtypes, gradients and views are found by calling each operator with its samples.  The C functions are read from the
headers of the package.  docs/design/description.md explains this, and docs/reference/description.md the format.
"""
import re
from functools import cache

from weir import _core, _headers, _samples

VERSION = 1  # of the format; a change that breaks readers increases it

_FLAGS = {1: "elementwise", 4: "random", 8: "variadic", 16: "view", 32: "blocking", 64: "foreign", 256: "updates",
          512: "in_place"}
_BLOCK_FLAGS = {1: "products", 2: "children", 4: "loss", 8: "random"}
_ONCE, _VARIADIC, _VIEW, _INTERNAL = 1024, 8, 16, 2048
_KINDS = {"bool": "bool", "float": "float", "bfloat": "float", "complex": "complex", "int": "integer", "uint": "integer"}
_C_NAMES = {"var": "variance"}  # operators whose C function is called otherwise
_C_TYPES = {"bool": "int32_t", "int": "int64_t", "float": "double", "dtype": "int32_t", "device": "int32_t",
            "ints": "weir_i64s", "str": "const char *"}


def names():
    """Return {name or alias: (section, name)} of everything that is described."""
    found = {}
    for section, entries in _sections().items():
        for one in entries:
            found.setdefault(one["name"], (section, one["name"]))
    for section, entries in _sections().items():
        for one in entries:
            for alias in _words(one.get("aliases")):
                found.setdefault(alias, (section, one["name"]))
    return found


def everything():
    """Return the whole description, as values that JSON can hold."""
    import weir

    made = {"format": "weir-description", "version": VERSION, "library": weir.__version__}
    for section, entries in _sections().items():
        made[section] = [_DESCRIBE[section](one) for one in entries]
    raw = _core.description()
    made["statuses"] = [{"name": f"WEIR_{name}", "value": value, "summary": text} for name, value, text in raw["statuses"]]
    made["dtypes"] = [{"name": name, "value": value, "bytes": size, "kind": kind_of(name)} for name, value, size in raw["dtypes"]]
    made["promotion"] = {a: {b: _promote(a, b) for b in dtype_names()} for a in dtype_names()}
    made.update(_headers.read())
    return made


def one(name):
    """Return (section, description) of a name or alias; raises KeyError."""
    section, real = names()[name]
    return section, _DESCRIBE[section](next(e for e in _sections()[section] if e["name"] == real))


def _sections():
    raw = _core.description()
    return {"operators": raw["operators"], "blocks": raw["blocks"], "optimizers": raw["optimizers"],
            "components": raw["components"]}


def _words(text):
    return [word for word in re.split(r",\s*", text or "") if word]


@cache
def dtype_names():
    """Return the names of all dtypes, in the order of their numbers."""
    return tuple(name for name, _, _ in _core.description()["dtypes"])


def kind_of(dtype):
    """Return "bool", "integer", "float" or "complex"."""
    return _KINDS[dtype.rstrip("0123456789")]


def _promote(a, b):
    import weir

    try:
        return weir.result_type(_core.as_dtype(a), _core.as_dtype(b)).name
    except (TypeError, ValueError):
        return None


# ---- Attributes --------------------------------------------------------------------------------------


def rule(text):
    """Return the rule of an attribute, such as "axis", ">= 0, < 1" or "mean | sum | none", as a dictionary."""
    made = {"axis": False, "choices": None, "min": None, "max": None, "exclusive_min": False, "exclusive_max": False,
            "finite": False}
    for part in (text or "").split(", "):
        bound = re.fullmatch(r"(>=|>|<=|<) (\S+)", part)
        if bound and bound[2].endswith("inf"):
            made["finite"] = True
        elif bound:
            end = "min" if bound[1][0] == ">" else "max"
            made[end] = float(bound[2])
            made[f"exclusive_{end}"] = "=" not in bound[1]
        elif "|" in part:
            made["choices"] = [choice.strip() for choice in part.split("|")]
        elif part == "axis":
            made["axis"] = True
        elif part == "none":
            made["nullable"] = True
        elif part == "required":
            made.update(required=True, nullable=False)
        elif part:
            raise ValueError(f"{part!r} is not a rule")
    return made


def _json_number(value):
    """JSON has no infinities and no NaN: they are the texts "inf", "-inf" and "nan"."""
    if isinstance(value, float) and not abs(value) < float("inf"):
        return str(value)
    return value


def _attr(raw):
    default = None if raw["default"] is ... else raw["default"]
    if isinstance(default, _core.DType):
        default = default.name
    made = {"name": raw["name"], "type": raw["type"], "c_type": _C_TYPES[raw["type"]], "offset": raw["offset"],
            "summary": raw["summary"], "required": raw["required"], "default": _json_number(default),
            "nullable": default is None and not raw["required"]}
    limits = rule(raw["rule"])
    if limits["choices"] and raw["type"] in ("int", "float"):
        limits["choices"] = [float(choice) if raw["type"] == "float" else int(choice) for choice in limits["choices"]]
    if raw["type"] in ("int", "ints"):
        limits.update({end: int(limits[end]) for end in ("min", "max") if limits[end] is not None})
    made.update(limits)
    return made


def _attrs(raw):
    return [_attr(a) for a in raw["attrs"]]


def _parts(raw, which, last_is_list=False):
    made = [{"name": name.rstrip("?."), "summary": text, "optional": name.endswith("?"), "list": name.endswith("...")}
            for name, text in raw[which]]
    if last_is_list:
        made[-1]["list"] = True
    return made


def _flag_names(flags, known):
    return [name for bit, name in known.items() if flags & bit]


def _own_samples(raw):
    found = _samples.parse(raw["samples"], {a["name"]: a["type"] for a in raw["attrs"]})
    for sample in found:
        sample["attrs"] = {name: _json_number(value) for name, value in sample["attrs"].items()}
    return found


# ---- Operators, by calling them ----------------------------------------------------------------------


def _options_struct(name):
    struct = f"weir_{name}_options"
    return struct if struct in _headers.option_structs() else None


def _operator(raw):
    made = {"name": raw["name"], "aliases": _words(raw["aliases"]), "summary": raw["summary"], "notes": raw["notes"],
            "category": raw["category"], "since": raw["since"],
            "visibility": "internal" if raw["flags"] & _INTERNAL else "public",
            "flags": _flag_names(raw["flags"], _FLAGS),
            "c_function": f"weir_{_C_NAMES.get(raw['name'], raw['name'])}",
            "c_struct": f"weir_{raw['name']}_attr" if raw["attrs"] else None, "attr_size": raw["attr_size"],
            "c_options": _options_struct(_C_NAMES.get(raw["name"], raw["name"])),
            "inputs": _parts(raw, "inputs", bool(raw["flags"] & _VARIADIC)), "outputs": _parts(raw, "outputs"),
            "attrs": _attrs(raw), "samples": _own_samples(raw)}
    trial = _Trial(raw, made)
    made["dtypes"] = trial.dtypes()
    made["differentiable"] = trial.differentiable()
    for attr in made["attrs"]:
        if attr["type"] == "dtype":
            attr["choices"] = trial.attr_dtypes(attr["name"])
        if attr["nullable"] and not trial.accepts_none(attr["name"]):
            attr.update(required=True, nullable=False)
    if raw["flags"] & _VIEW and not trial.is_view():
        made["flags"].remove("view")
    return made


def _filled(sample, dtype=None):
    """Return an input of a sample as an array; its values are alike and inside the sample's domain."""
    if sample is None:
        return None
    if "number" in sample:
        return sample["number"]
    dtype = _core.as_dtype(dtype or sample["dtype"])
    low, high = sample["low"], sample["high"]
    kind = kind_of(dtype.name)
    if sample.get("matrix"):
        matrix = _core.ops["eye"](n_rows=sample["shape"][-2], n_cols=sample["shape"][-1], dtype=dtype)
        return _core.ops["copy"](_core.ops["broadcast_to"](matrix, shape=sample["shape"]))
    if kind in ("integer", "bool"):
        bits = 8 * int(dtype.itemsize)
        least = 0 if kind == "bool" or dtype.name.startswith("u") else -2 ** (bits - 1)
        value = max(int(-(-low // 1)), least)
    else:
        value = low + (high - low) * 0.4
    return _core.ops["full"](_core.asarray(value, dtype=dtype), shape=sample["shape"], dtype=dtype)


def _python_value(value, kind):
    if value is not None and kind == "device":
        return _core.cpu(value >> 8)
    return float(value) if value is not None and kind == "float" else value


class _Trial:
    """Calls of one operator with its samples."""

    def __init__(self, raw, made):
        self.name, self.raw, self.made = raw["name"], raw, made
        self.op = _core.op(raw["name"])
        self.samples = made["samples"]
        self.least = sum(not part["optional"] for part in made["inputs"])
        self.types = {a["name"]: a["type"] for a in raw["attrs"]}
        # Python's names of attributes, in the order of C's
        self.python = dict(zip((a["name"] for a in raw["attrs"]), (a[0] for a in self.op.block["attrs"])))

    def call(self, sample, dtypes=None, **attrs):
        """Call the operator; dtypes has a dtype for each input, or None.  Returns (inputs, outputs)."""
        dtypes = dtypes or [None] * len(sample["inputs"])
        return self.call_with([_filled(one, dtype) for one, dtype in zip(sample["inputs"], dtypes)], sample, **attrs)

    def call_with(self, inputs, sample, **attrs):
        given = {self.python[name]: _python_value(value, self.types[name])
                 for name, value in {**sample["attrs"], **attrs}.items()}
        parts = self.made["inputs"]
        if parts and parts[-1]["list"]:
            passed = inputs[:len(parts) - 1] + [inputs[len(parts) - 1:]]
        else:
            passed = inputs[:self.least]
            given.update({part["name"]: one for part, one in zip(parts[self.least:], inputs[self.least:])})
        outputs = self.op(*passed, **given)
        return inputs, list(outputs) if isinstance(outputs, tuple) else [] if outputs is None else [outputs]

    def accepts(self, sample, dtypes=None, **attrs):
        """Return the names of the dtypes of the outputs, or None if the call is refused."""
        try:
            return [y.dtype.name for y in self.call(sample, dtypes, **attrs)[1]]
        except (TypeError, ValueError, IndexError, OverflowError):
            return None

    @staticmethod
    def varied(sample):
        """Return a flag for each input: whether it stands for any dtype.  If none does, all that are arrays do."""
        arrays = [one is not None and "shape" in one for one in sample["inputs"]]
        free = [is_array and one["any_dtype"] for is_array, one in zip(arrays, sample["inputs"])]
        return free if any(free) else arrays

    def names_of(self, flags):
        """Return the names of the inputs with a flag, a list of arrays once."""
        parts, found = self.made["inputs"], []
        for i, flag in enumerate(flags):
            name = parts[min(i, len(parts) - 1)]["name"]
            if flag and name not in found:
                found.append(name)
        return found

    def dtypes(self):
        """Return the accepted dtypes, and the dtypes of the outputs for each."""
        made = {"inputs": [], "accepts": [], "results": {}, "rules": {}, "others": {}, "attr": None}
        outputs = [part["name"] for part in self.made["outputs"]]
        results = {name: {} for name in outputs}
        for sample in self.plain_samples():
            flags = self.varied(sample)
            made["inputs"] += [name for name in self.names_of(flags) if name not in made["inputs"]]
            if not any(flags):
                continue
            for dtype in dtype_names():
                if dtype in made["accepts"]:
                    continue
                given = self.accepts(sample, [dtype if flag else None for flag in flags])
                if given is not None:
                    made["accepts"].append(dtype)
                    for i, name in enumerate(outputs):
                        results[name][dtype] = given[i] if i < len(given) else None
        made["accepts"].sort(key=dtype_names().index)
        made["others"] = self.other_dtypes(made["inputs"])
        made["results"] = results if made["inputs"] else self.constant_results(outputs)
        made["rules"] = {name: _rule_of(results[name]) for name in outputs} if made["inputs"] else {}
        made["attr"] = self.dtype_attr()
        return made

    def plain_samples(self):
        """Return the samples in which the inputs alone give the dtypes: those without numbers and dtypes, if there are any."""
        dtypes = [a["name"] for a in self.raw["attrs"] if a["type"] == "dtype"]
        plain = [s for s in self.samples if not any(one and "number" in one for one in s["inputs"])
                 and not any(name in s["attrs"] for name in dtypes)]
        return plain or self.samples

    def constant_results(self, outputs):
        """Operators without inputs: the dtype of each output if no attribute says otherwise."""
        plain = self.plain_samples()
        given = self.accepts(plain[0]) if plain else None
        return {name: {"": given[i]} for i, name in enumerate(outputs) if given}

    def other_dtypes(self, varied):
        """Inputs that keep their own dtype, such as indices: the dtypes that each of them accepts."""
        found = {}
        for sample in self.samples:
            for i, one in enumerate(sample["inputs"]):
                if one is None or "shape" not in one:
                    continue
                (name,) = self.names_of([i == j for j in range(len(sample["inputs"]))])
                if name in varied:
                    continue
                for dtype in dtype_names():
                    if dtype not in found.setdefault(name, []):
                        if self.accepts(sample, [dtype if i == j else None for j in range(len(sample["inputs"]))]) is not None:
                            found[name].append(dtype)
        return {name: sorted(accepted, key=dtype_names().index) for name, accepted in found.items()}

    def dtype_attr(self):
        """Return the name of the attribute that sets the dtype of the result, or None."""
        for attr in self.made["attrs"]:
            if attr["type"] == "dtype":
                for sample in self.samples:
                    got = [self.accepts(sample, **{attr["name"]: dtype}) for dtype in ("float64", "int32", "float32")]
                    if any(one and one[0] == dtype for one, dtype in zip(got, ("float64", "int32", "float32"))):
                        return attr["name"]
        return None

    def attr_dtypes(self, name):
        """Return the dtypes that an attribute accepts, in any of the samples."""
        return [dtype for dtype in dtype_names()
                if any(self.accepts(sample, **{name: dtype}) is not None for sample in self.samples)]

    def accepts_none(self, name):
        """Return whether an attribute may be none, in any of the samples."""
        return any(self.accepts(sample, **{name: None}) is not None for sample in self.samples)

    def differentiable(self):
        """Return how gradients are computed, and the inputs that receive one."""
        if self.raw["flags"] & _ONCE:
            return {"how": "no second derivative", "inputs": []}
        if not self.raw["vjp"]:
            return {"how": "no", "inputs": []}
        found = []
        for sample in self.samples:
            found += [name for name in self.gradients_of(sample) if name not in found]
        order = [part["name"] for part in self.made["inputs"]]
        return {"how": "yes" if found else "zero", "inputs": sorted(found, key=order.index)}

    def gradients_of(self, sample):
        from weir import autograd

        inputs = [_filled(one) for one in sample["inputs"]]
        floats = [isinstance(x, _core.Array) and kind_of(x.dtype.name) in ("float", "complex") for x in inputs]
        for x, is_float in zip(inputs, floats):
            if is_float:
                x.attach_grad()
        with autograd.record():
            _, outputs = self.call_with(inputs, sample)
        heads = [y for y in outputs if kind_of(y.dtype.name) in ("float", "complex")]
        wanted = [x for x, is_float in zip(inputs, floats) if is_float]
        if not heads or not wanted:
            return []
        grads = iter(autograd.grad(heads, wanted))
        return self.names_of([is_float and next(grads) is not None for is_float in floats])

    def is_view(self):
        """Whether the result shares the storage of the first input, in one of the samples."""
        for sample in self.samples:
            inputs, outputs = self.call(sample)
            if outputs and isinstance(inputs[0], _core.Array) and _core.shares_storage(inputs[0], outputs[0]):
                return True
        return False


def _rule_of(table):
    """Return a name for {dtype of the inputs: dtype of the result}, or "table" if none fits."""
    default = _core.get_default_dtype().name
    real = {"complex64": "float32", "complex128": "float64"}
    whole = {a: a if kind_of(a) in ("float", "complex") else default for a in table}
    rules = {"same": {a: a for a in table},
             "wide": {a: {"i": "int64", "b": "int64", "u": "uint64"}.get(a[0], a) if kind_of(a) in ("bool", "integer") else a
                      for a in table},
             "complex": {a: "complex128" if a in ("float64", "complex128") else "complex64" for a in table},
             "real": {a: real.get(a, a) for a in table},
             "float": whole,
             "real float": {a: real.get(b, b) for a, b in whole.items()}}
    for name, wanted in rules.items():
        if table == wanted:
            return name
    given = set(table.values())
    return given.pop() if len(given) == 1 else "table"


# ---- Blocks, optimisers and other components ---------------------------------------------------------


def _block(raw):
    made = {"name": raw["name"], "aliases": _words(raw["aliases"]), "summary": raw["summary"], "notes": raw["notes"],
            "category": raw["category"], "since": raw["since"], "visibility": "public",
            "flags": _flag_names(raw["flags"], _BLOCK_FLAGS), "attr_size": raw["attr_size"], "operator": None,
            "inputs": _parts(raw, "inputs"), "outputs": _parts(raw, "outputs"), "attrs": _attrs(raw),
            "samples": _own_samples(raw)}
    if raw["op"]:
        made["operator"] = raw["op"].split()[0]
    return made


def _optimizer(raw):
    return {"name": raw["name"], "summary": raw["summary"], "since": raw["since"], "visibility": "public",
            "attr_size": raw["attr_size"], "attrs": _attrs(raw)}


def _component(raw):
    made = {key: raw[key] for key in ("name", "family", "summary", "since", "function", "options")}
    made["visibility"] = "public"
    made["inputs"] = _parts(raw, "inputs")
    made["attrs"] = _attrs(raw)
    for attr in made["attrs"]:  # the parameters of a function have no offsets
        del attr["offset"], attr["c_type"]
    return made


_DESCRIBE = {"operators": _operator, "blocks": _block, "optimizers": _optimizer, "components": _component}
