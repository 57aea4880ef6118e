"""The samples of operators and blocks: example calls such as "(3,4), i64(2)@0:3 axis=1", as values.

docs/operators.md describes the language.
"""
import re

_PREFIXES = {"b": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16",
             "u32": "uint32", "u64": "uint64", "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64",
             "c64": "complex64", "c128": "complex128"}
_ATTR = re.compile(r"([A-Za-z_]\w*)=('[^']*'|\[[^\]]*\]|[^\s,;]+)")
_INPUT = re.compile(r"none|([a-z]+\d*)?\(([\d, ]*)\)(?:@(regular|definite|[^\s,;]+))?|-?[\d.]\S*?(?=[\s,;]|$)", re.I)


def parse(text, types):
    """Return the samples in a text, as a list of dictionaries; types maps the names of attributes to their types."""
    return [_sample(one.strip(), types) for one in (text or "").split(";") if one.strip()]


def _sample(text, types):
    attrs = {name: _value(value, types[name]) for name, value in _ATTR.findall(text)}
    inputs = [_input(match) for match in _INPUT.finditer(_ATTR.sub("", text))]
    return {"text": text, "inputs": inputs, "attrs": attrs}


def _input(match):
    if match[0].lower() == "none":
        return None
    if match[2] is None:
        return {"number": float(match[0])}
    dtype = _PREFIXES.get(match[1], match[1])
    made = {"shape": [int(n) for n in match[2].split(",") if n.strip()], "dtype": dtype or "float32",
            "any_dtype": dtype is None}
    whole = made["dtype"].startswith(("int", "uint"))
    made["low"], made["high"] = (-9, 9) if whole else (-2, 2)
    if match[3] in ("regular", "definite"):
        made["matrix"] = match[3]
    elif match[3]:
        made["low"], made["high"] = (float(n) for n in match[3].split(":"))
    return made


def _value(text, kind):
    if text.lower() == "none":
        return None
    if text.startswith("'"):
        return text[1:-1]
    if text.startswith("["):
        return [None if n.strip().lower() == "none" else int(n) for n in text[1:-1].split(",") if n.strip()]
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if kind == "bool":
        return text != "0"
    if kind == "dtype":
        return _PREFIXES.get(text, text)
    if kind == "float":
        return float(text)
    if kind == "ints":
        return [int(text)]
    if kind == "device":  # cpu(1) is WEIR_CPU(1)
        return int(text[4:-1]) << 8 if text.startswith("cpu(") else int(text)
    return int(text)
