"""JavaScript and TypeScript: the generated files of frontends/node.

Each operator becomes a function and, if a call begins with an array, a method of NDArray.  Required inputs and attributes
are passed by position, everything else in an object of options.  Names are in camelCase.

SPDX-License-Identifier: Apache-2.0
"""
import json

from frontends.description import camel, wrapped

HOME = "frontends/node"
FIRST = "// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.\n"
LICENCE = "//\n// SPDX-License-Identifier: Apache-2.0\n"
WIDTH = 116

# Names that a module cannot declare.  Inside it they end in _; exported they do not.
RESERVED = {"var", "delete", "in", "new", "return", "switch", "typeof", "void", "with", "yield", "default", "function"}
# Methods of NDArray that are written by hand and have the name of an operator.
OWN_METHODS = {"slice"}
# Attributes that NumPy calls axis although they are lists; permuteDims(x, { axes }) is the array API's name.
KEEPS_AXES = {"permute_dims", "tensordot", "index", "index_put"}
# What index.js exports beside the operators.
HAND_WRITTEN = """NDArray PendingArray array autocast backward call customFunction dtypes grad pause receive record setDefaultDevice
setDefaultDtype tidy training WeirError ArgumentError MemoryError TimeoutError FileError AsyncError waitAll version seed
stats memory trimMemory setMemoryBudget devices setEngine cancelAll waitProfile clearWaitProfile startTrace stopTrace
collect Dataset Loader readImage readIdx randomFlip randomCrop save load loadMetadata Metric nn optim""".split()


def js_name(op, attr):
    """The name of an attribute in JavaScript."""
    if attr.name == "axes" and attr.type == "ints" and op.name not in KEEPS_AXES:
        return "axis"
    return camel(attr.name)


def safe(name):
    return name + "_" if name in RESERVED else name


def text_literal(value):
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def literal(value):
    """A value of the description as JavaScript."""
    if value in ("inf", "-inf"):
        return "Infinity" if value == "inf" else "-Infinity"
    if isinstance(value, str):
        return text_literal(value)
    if isinstance(value, float) and value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return json.dumps(value)


# ---- Types and comments ----------------------------------------------------------------------------------------------


def ts_type(attr):
    if attr.choices and attr.type in ("str", "dtype"):
        kind = " | ".join(text_literal(c) for c in attr.choices)
    elif attr.type == "ints" and attr.name in ("starts", "stops", "steps"):
        kind = "readonly (number | null)[]"
    else:
        kind = {"bool": "boolean", "int": "number", "float": "number", "dtype": "DType", "device": "Device", "ints": "Ints",
                "str": "string"}[attr.type]
    return kind + (" | null" if attr.nullable else "")


def default_text(attr):
    if attr.required:
        return ""
    return f"  Default: {'none' if attr.default is None else literal(attr.default).strip(chr(39))}."


def limits_text(attr):
    """The bounds of a number, as a sentence."""
    parts = []
    if attr.min is not None:
        parts.append(f"{'greater than' if attr.exclusive_min else 'at least'} {attr.min}")
    if attr.max is not None:
        parts.append(f"{'less than' if attr.exclusive_max else 'at most'} {attr.max}")
    return f"  {' and '.join(parts).capitalize()}." if parts else ""


def sentence(text):
    text = (text or "").strip().replace("*/", "* /")
    return text if not text or text.endswith(".") else text + "."


def attr_text(attr):
    text = sentence(attr.summary)
    return (text[:1].upper() + text[1:] + limits_text(attr) + default_text(attr)).strip()


def comment(lines, indent=""):
    """A documentation comment."""
    if len(lines) == 1 and len(lines[0]) < WIDTH - 8:
        return f"{indent}/** {lines[0]} */\n"
    out = [f"{indent}/**"]
    for line in lines:
        out += wrapped(line, WIDTH, f"{indent} * ") if line else [f"{indent} *"]
    return "\n".join(out) + f"\n{indent} */\n"


def kind_comment(kind, tags, indent=""):
    lines = [sentence(kind.summary)]
    notes = sentence(getattr(kind, "notes", None))
    if notes:
        lines += ["", notes]
    if kind.has("blocking"):
        lines += ["", "Blocks until the inputs are computed, because the shape of the result depends on their values."]
    if tags:
        lines += ["", *tags]
    return comment(lines, indent)


# ---- Operators -------------------------------------------------------------------------------------------------------


class Operator:
    """What the functions below need to know of an operator."""

    def __init__(self, op):
        self.op, self.name = op, camel(op.name)
        self.inputs, self.optional = op.required_inputs, op.optional_inputs
        self.required, self.extra = op.required_attrs, op.optional_attrs
        self.list = any(p.list for p in op.inputs)
        self.several = len(op.outputs) > 1 or any(p.list for p in op.outputs)
        self.results = 0 if any(p.list for p in op.outputs) else len(op.outputs)
        self.has_options = bool(self.optional or self.extra or not self.several)
        self.plain = not op.attrs and not self.optional and not self.list and not self.several and len(self.inputs) in (1, 2)
        self.method = bool(self.inputs) and not self.inputs[0].list and self.name not in OWN_METHODS and not op.shape_first
        others = op.dtypes["others"]
        # Lists of numbers become int64 for inputs that accept integers only, such as indices.
        accepted = {**{name: op.dtypes["accepts"] for name in op.dtypes["inputs"]}, **others}
        self.integers = [i for i, p in enumerate(self.inputs)
                         if accepted.get(p.name) and all("int" in d for d in accepted[p.name])]
        self.plain = self.plain and not self.integers
        self.options_type = camel(op.name, True) + "Options" if self.optional or self.extra else "Out"

    def parameters(self):
        return self.op.in_order([safe(camel(p.name)) for p in self.inputs], [safe(js_name(self.op, a)) for a in self.required])

    def constant(self):
        return self.op.name.upper()


def operator_js(o):
    attrs = ", ".join(f"['{a.name}', '{js_name(o.op, a)}', '{a.type}', {str(a.required).lower()}]" for a in o.op.attrs)
    inputs = ", ".join(f"'{camel(p.name)}{'...' if p.list else ''}'" for p in o.inputs)
    optional = ", ".join(f"'{camel(p.name)}'" for p in o.optional)
    integers = f", {o.integers}" if o.integers else ""
    out = f"const {o.constant()} = operator('{o.op.name}', [{inputs}], [{optional}], [{attrs}], {o.results}{integers});\n"
    names = o.parameters() + (["options"] if o.has_options else [])
    given = ", ".join(safe(camel(p.name)) for p in o.inputs)
    required = "{ " + ", ".join(
        js_name(o.op, a) if safe(js_name(o.op, a)) == js_name(o.op, a) else f"{js_name(o.op, a)}: {safe(js_name(o.op, a))}"
        for a in o.required) + " }" if o.required else "null"
    options = ", options" if o.has_options else ""
    out += f"function {safe(o.name)}({', '.join(names)}) {{\n"
    if o.plain:
        out += f"  if (options === undefined) return call{len(o.inputs)}({o.constant()}, {given});\n"
    out += f"  return invoke({o.constant()}, [{given}], {required}{options});\n}}\n"
    if o.method:
        rest = names[1:]
        out += f"methods.{o.name} = function ({', '.join(rest)}) {{\n"
        if o.plain:
            fast = ", ".join(["this", *[n for n in rest if n != "options"]])
            out += f"  if (options === undefined) return call{len(o.inputs)}({o.constant()}, {fast});\n"
        out += f"  return {safe(o.name)}({', '.join(['this', *rest])});\n}};\n"
    return out


def operators_js(operators):
    out = FIRST + LICENCE + "'use strict';\n\n"
    out += "const { NDArray, call1, call2, invoke, operator } = require('../core.js');\n\nconst methods = {};\n\n"
    out += "\n".join(operator_js(o) for o in operators)
    out += "\nfor (const [name, value] of Object.entries(methods)) {\n"
    out += "  Object.defineProperty(NDArray.prototype, name, { value, writable: true, configurable: true });\n}\n\n"
    names = [f"  {o.name}: {safe(o.name)}," if safe(o.name) != o.name else f"  {o.name}," for o in operators]
    return out + "module.exports = {\n" + "\n".join(names) + "\n};\n"


def signature(o, method):
    """Parameters and result for TypeScript."""
    parts = [f"{safe(camel(p.name))}: {'readonly Input[] | NDArray' if p.list else 'Input'}" for p in o.inputs[1 if method else 0:]]
    parts = o.op.in_order(parts, [f"{safe(js_name(o.op, a))}: {ts_type(a)}" for a in o.required])
    if o.has_options:
        parts.append(f"options?: {o.options_type}")
    if o.results == 0:
        result = "PendingArray[]"
    elif o.several:
        result = "[" + ", ".join(f"{camel(p.name)}: PendingArray" for p in o.op.outputs) + "]"
    else:
        result = "PendingArray"
    return f"({', '.join(parts)}): {result}"


def operator_tags(o, method):
    tags = [f"@param {safe(camel(p.name))} - {sentence(p.summary)}" for p in o.inputs[1 if method else 0:]]
    tags = o.op.in_order(tags, [f"@param {safe(js_name(o.op, a))} - {attr_text(a)}" for a in o.required])
    tags += [f"@returns {'; '.join(p.name + ': ' + (p.summary or '').rstrip('.') for p in o.op.outputs)}."] if o.several else []
    return tags


def options_dts(o):
    if not (o.optional or o.extra):
        return ""
    base = " extends Out" if not o.several else ""
    out = f"/** Options of {{@link {o.name}}}. */\nexport interface {o.options_type}{base} {{\n"
    for a in o.extra:
        out += comment([attr_text(a)], "  ") + f"  {js_name(o.op, a)}?: {ts_type(a)};\n"
    for p in o.optional:
        out += comment([sentence(p.summary).capitalize() or camel(p.name)], "  ") + f"  {camel(p.name)}?: Input | null;\n"
    return out + "}\n"


def operators_dts(operators):
    out = FIRST + LICENCE
    out += "import type { DType, Device, Input, Ints, NDArray, Out, PendingArray } from '../core';\n\n"
    for o in operators:
        out += options_dts(o)
        name = safe(o.name)
        export = "declare" if name != o.name else "export"
        out += kind_comment(o.op, operator_tags(o, False)) + f"{export} function {name}{signature(o, False)};\n"
        out += f"export {{ {name} as {o.name} }};\n\n" if name != o.name else "\n"
    out += "declare module '../core' {\n  interface NDArray {\n"
    for o in operators:
        if o.method:
            out += comment([sentence(o.op.summary)], "    ") + f"    {o.name}{signature(o, True)};\n"
    return out + "  }\n}\n"


# ---- Layers and losses -----------------------------------------------------------------------------------------------


def positional(block):
    """How many settings of a layer come before the options."""
    required = [i for i, a in enumerate(block.attrs) if a.required]
    if required:
        return required[-1] + 1
    if block.name == "Linear":
        return 2
    first = block.attrs[0].type if block.attrs and not block.has("loss") else None
    return 1 if first in ("int", "ints", "float") else 0


def attrs_js(kind):
    return "[" + ", ".join(f"['{a.name}', '{camel(a.name)}', '{a.type}', {str(a.required).lower()}]" for a in kind.attrs) + "]"


def layers_js(blocks):
    out = FIRST + LICENCE + "'use strict';\n\nconst { Block, Sequential, make } = require('../nn.js');\n\n"
    for b in blocks:
        out += f"class {b.name} extends Block {{\n  constructor(...settings) {{\n"
        out += f"    super(make('{b.name}', {attrs_js(b)}, settings));\n  }}\n}}\n\n"
    return out + "module.exports = {\n  Sequential,\n" + "".join(f"  {b.name},\n" for b in blocks) + "};\n"


def layer_dts(b):
    leading = positional(b)
    out = f"/** Settings of {{@link {b.name}}}. */\nexport interface {b.name}Settings {{\n" if b.attrs[leading:] else ""
    for a in b.attrs[leading:]:
        out += comment([attr_text(a)], "  ") + f"  {camel(a.name)}?: {ts_type(a)};\n"
    out += "}\n" if b.attrs[leading:] else ""
    # A setting after a required one cannot be left out; null is its default.
    last = max([i for i, a in enumerate(b.attrs) if a.required], default=-1)
    parameters = []
    for i, a in enumerate(b.attrs[:leading]):
        kind = ts_type(a) if a.nullable or a.required else ts_type(a) + " | null"
        parameters.append(f"{camel(a.name)}{'?' if i > last else ''}: {kind}")
    if b.attrs[leading:]:
        parameters.append(f"settings?: {b.name}Settings")
    tags = [f"@param {camel(a.name)} - {attr_text(a)}" for a in b.attrs[:leading]]
    inputs = [f"{safe(camel(p.name))}{'?' if p.optional else ''}: Input{' | null' if p.optional else ''}" for p in b.inputs]
    outputs = [f"{camel(p.name)}: PendingArray" for p in b.outputs]
    result = "PendingArray" if len(outputs) == 1 else f"[{', '.join(outputs)}]"
    if b.name == "MultiheadAttention":
        result = "PendingArray | " + result
    out += kind_comment(b, []) + f"export class {b.name} extends Block {{\n"
    if tags:
        out += comment(tags, "  ")
    out += f"  constructor({', '.join(parameters)});\n  forward({', '.join(inputs)}): {result};\n}}\n\n"
    return out


def layers_dts(blocks):
    out = FIRST + LICENCE
    out += "import type { Input, Ints, PendingArray } from '../core';\nimport { Block, Sequential } from '../nn';\n\n"
    return out + "export { Sequential };\n\n" + "".join(layer_dts(b) for b in blocks)


# ---- Optimisers and schedules ----------------------------------------------------------------------------------------


def optimizers_js(optimizers, schedules):
    out = FIRST + LICENCE + "'use strict';\n\nconst { Optimizer, schedule } = require('../optim.js');\n\n"
    for o in optimizers:
        out += f"class {o.name} extends Optimizer {{\n  constructor(parameters, settings) {{\n"
        out += f"    super('{o.name}', {attrs_js(o)}, parameters, settings);\n  }}\n}}\n\n"
    out += "const schedules = {\n"
    for c in schedules:
        names = [camel(a.name) for a in c.required_attrs]
        extra = [f"{camel(a.name)} = {literal(a.default)}" for a in c.optional_attrs]
        if extra:
            names.append("{ " + ", ".join(extra) + " } = {}")
        numbers = ", ".join(camel(a.name) for a in c.attrs if a.type != "ints")
        lists = "".join(f", {camel(a.name)}" for a in c.attrs if a.type == "ints")
        out += f"  {camel(c.name)}: ({', '.join(names)}) => schedule('{c.name}', [{numbers}]{lists}),\n"
    out += "};\n\nmodule.exports = {\n" + "".join(f"  {o.name},\n" for o in optimizers)
    return out + "  schedules,\n};\n"


def optimizers_dts(optimizers, schedules):
    out = FIRST + LICENCE
    out += "import type { NDArray } from '../core';\nimport { Optimizer } from '../optim';\n\n"
    for o in optimizers:
        out += f"/** Settings of {{@link {o.name}}}. */\nexport interface {o.name}Settings {{\n"
        for a in o.attrs:
            out += comment([attr_text(a)], "  ") + f"  {camel(a.name)}?: {ts_type(a)};\n"
        out += "}\n" + kind_comment(o, []) + f"export class {o.name} extends Optimizer {{\n"
        out += f"  constructor(parameters: Iterable<NDArray>, settings?: {o.name}Settings);\n}}\n\n"
    out += "/** Learning rates at step (or epoch) t, counted from 0. */\nexport const schedules: {\n"
    for c in schedules:
        names = [f"{camel(a.name)}: {'readonly number[]' if a.type == 'ints' else 'number'}" for a in c.required_attrs]
        extra = [f"{camel(a.name)}?: number" for a in c.optional_attrs]
        if extra:
            names.append("options?: { " + "; ".join(extra) + " }")
        tags = [f"@param {camel(a.name)} - {attr_text(a)}" for a in c.required_attrs]
        out += kind_comment(c, tags, "  ") + f"  {camel(c.name)}({', '.join(names)}): number;\n"
    return out + "};\n"


# ---- The samples as a test -------------------------------------------------------------------------------------------


def sample_value(value, kind):
    if value is not None and kind == "device":
        return f"'cpu:{value >> 8}'"
    if kind == "str" and value is not None:
        return text_literal(value)  # a text such as inf is no number
    return literal(value)


def sample_call(o, sample):
    """The call of a sample, with the recorded inputs `i`."""
    given, arguments, options = list(sample["inputs"]), [], []
    for at, part in enumerate(o.op.inputs):
        if part.list:
            arguments.append(f"i.list({at})")
            break
        one = given[at] if at < len(given) else None
        text = "null" if one is None else literal(one["number"]) if "number" in one else f"i.one({at})"
        if part.optional:
            if one is not None:
                options.append(f"{camel(part.name)}: {text}")
        else:
            arguments.append(text)
    attrs = {a.name: a for a in o.op.attrs}
    values = {k: sample_value(v, attrs[k].type) for k, v in sample["attrs"].items()}
    arguments = o.op.in_order(arguments, [values.get(a.name, "undefined") for a in o.required])
    options += [f"{js_name(o.op, attrs[k])}: {v}" for k, v in values.items() if not attrs[k].required]
    if options:
        arguments.append("{ " + ", ".join(options) + " }")
    return f"weir.{o.name}({', '.join(arguments)})"


def samples_test(operators):
    out = FIRST + LICENCE + "'use strict';\n\nconst weir = require('libweir');\n"
    out += "const { sample, done } = require('../samples.js');\n\n"
    for o in operators:
        for at, one in enumerate(o.op.samples):
            out += f"sample('{o.op.name}.{at}', (i) => {sample_call(o, one)});\n"
    return out + "\ndone();\n"


def index_mjs(operators):
    names = [*[o.name for o in operators], *HAND_WRITTEN]
    out = FIRST + "// The package as an ES module: import * as weir from 'libweir'.\n" + LICENCE
    out += "import weir from './index.js';\n\nexport default weir;\n\nconst {\n"
    out += "".join(f"  {n}: {safe(n)},\n" if safe(n) != n else f"  {n},\n" for n in names) + "} = weir;\n\nexport {\n"
    return out + "".join(f"  {safe(n)} as {n},\n" if safe(n) != n else f"  {n},\n" for n in names) + "};\n"


def tables_js(description):
    out = FIRST + LICENCE + "'use strict';\n\nmodule.exports = {\n  dtypes: {\n"
    return out + "".join(f"    {d['name']}: {d['value']},\n" for d in description.dtypes) + "  },\n};\n"


def files(description):
    """The text of each generated file, by path."""
    operators = [Operator(o) for o in description.operators]
    clash = {o.name for o in operators} & set(HAND_WRITTEN)
    if clash:
        raise SystemExit(f"mkfrontends: operators have the names of other exports: {', '.join(sorted(clash))}")
    blocks = [b for b in [*description.layers, *description.losses] if b.name not in ("Sequential", "Function")]
    schedules = [c for c in description.components if c.family == "schedule" and c.name != "plateau"]
    generated = f"{HOME}/lib/generated"
    return {
        f"{generated}/tables.js": tables_js(description),
        f"{generated}/operators.js": operators_js(operators),
        f"{generated}/operators.d.ts": operators_dts(operators),
        f"{generated}/layers.js": layers_js(blocks),
        f"{generated}/layers.d.ts": layers_dts(blocks),
        f"{generated}/optimizers.js": optimizers_js(description.optimizers, schedules),
        f"{generated}/optimizers.d.ts": optimizers_dts(description.optimizers, schedules),
        f"{HOME}/lib/index.mjs": index_mjs(operators),
        f"{HOME}/tests/generated/samples.test.js": samples_test(operators),
    }
