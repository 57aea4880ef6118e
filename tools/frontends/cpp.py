"""What tools/mkfrontends.py writes for C++: one function for each operator, methods of Array, classes for layers, losses
and optimisers, functions for schedules, and the test that calls every sample.

A function has two overloads: attributes by position, with their defaults, and attributes by name, as a struct:

    softmax(x, 1)                C++17 and later
    softmax(x, {.axis = 1})      C++20

SPDX-License-Identifier: Apache-2.0
"""
import json

from .description import camel, wrapped

FIRST = "Written by tools/mkfrontends.py from `weir describe --json`. Do not edit."
HOME = "frontends/cpp/include/weir"
WIDTH = 120
TYPES = {"bool": "bool", "int": "int64_t", "float": "double", "dtype": "DType", "device": "Device", "ints": "Ints",
         "str": "const char *"}
DTYPES = {"bool": "Bool", "bfloat16": "BFloat16"}
KEYWORDS = {"and", "auto", "bool", "case", "class", "default", "delete", "do", "double", "else", "export", "float", "for", "if",
            "int", "long", "new", "not", "operator", "or", "register", "short", "signed", "static", "struct", "switch", "this",
            "union", "unsigned", "using", "void", "while", "xor"}


RENAMED = {"std": "stddev"}  # `using namespace weir` must not make std ambiguous


def safe(name):
    return RENAMED.get(name) or (name + "_" if name in KEYWORDS else name)


def dtype(name):
    return "DType::" + DTYPES.get(name, name.replace("uint", "UInt") if name.startswith("uint") else name.capitalize())


# ---- Attributes -------------------------------------------------------------------------------------


def optional(a):
    """Whether the C++ type is std::optional: a number that may be none."""
    return a.nullable and a.type in ("int", "float")


def value_type(a):
    return f"std::optional<{TYPES[a.type]}>" if optional(a) else TYPES[a.type]


def parameter_type(a):
    kind = value_type(a)
    return f"const {kind} &" if a.type == "ints" or optional(a) else kind if kind.endswith("*") else kind + " "


def literal(kind, value):
    """A value of the description in C++."""
    if value is None:
        return {"dtype": "DType::Default", "device": "Device()", "str": "nullptr"}.get(kind, "None")
    if kind == "bool":
        return "true" if value else "false"
    if kind == "str":
        return json.dumps(value)
    if kind == "dtype":
        return dtype(value)
    if kind == "device":
        return f"Device::of({value})"
    if kind == "ints":
        return "{" + ", ".join(str(v) for v in value) + "}" if value else "std::vector<int64_t>{}"
    if kind == "float":
        if value in ("inf", "-inf"):
            return ("-" if value[0] == "-" else "") + "std::numeric_limits<double>::infinity()"
        return repr(float(value))
    return str(int(value))


def default(a):
    return literal(a.type, a.default)


def store(a, value):
    """The value as the C interface takes it."""
    if optional(a):
        return f"detail::or_none({value})"
    return {"ints": f"{value}.c()", "device": f"{value}.number()", "bool": f"{value}",
            "dtype": f"static_cast<weir_dtype>({value})"}.get(a.type, value)


def accepted(a):
    """The accepted values, for the documentation."""
    parts = []
    if a.choices:
        parts.append("one of " + ", ".join(str(c) for c in a.choices))
    if getattr(a, "axis", False):
        parts.append("an axis" if a.type == "int" else "axes")
    if a.min is not None:
        parts.append(f"{'>' if a.exclusive_min else '>='} {a.min}")
    if a.max is not None:
        parts.append(f"{'<' if a.exclusive_max else '<='} {a.max}")
    return f" ({', '.join(parts)})" if parts else ""


# ---- Text -------------------------------------------------------------------------------------------


def plain(text):
    """Text for Doxygen, which gives \\, <, @ and # a meaning."""
    for c in "\\@#<>":
        text = text.replace(c, "\\" + c)
    return text


def comment(text, indent=""):
    return "\n".join(wrapped(" ".join(plain(text).split()), WIDTH, indent + "/// "))


def joined(head, parts, tail, indent=""):
    """A declaration, broken after commas where it is too long."""
    lines, line = [], indent + head
    for i, part in enumerate(parts):
        piece = part + (", " if i < len(parts) - 1 else tail)
        if len((line + piece).rstrip()) > WIDTH and line.strip():
            lines.append(line.rstrip())
            line = indent + "    "
        line += piece
    if not parts:
        line += tail
    return "\n".join([*lines, line.rstrip()])


def filled(pieces, indent):
    """Statements, several in a line."""
    lines, line = [], indent
    for piece in pieces:
        if len(line + piece) > WIDTH and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += piece + " "
    return "\n".join([*lines, line.rstrip()])


def page(name, summary, includes, body, end=""):
    guard = f"WEIR_{name.upper().replace('.', '_')}"
    return "\n".join([f"// {FIRST}", "//", "// clang-format off", "/// \\file", f"/// {name} - {summary}", "//",
                      "// SPDX-License-Identifier: Apache-2.0", f"#ifndef {guard}", f"#define {guard}", "",
                      *[f"#include {i}" for i in includes], "", body, "", end + "#endif", ""])


# ---- Operators --------------------------------------------------------------------------------------


def input_parameter(part, with_default):
    if part.list:
        return f"const Inputs &{safe(part.name)}"
    return f"const Input &{safe(part.name)}" + (" = None" if part.optional and with_default else "")


def result_type(op):
    if len(op.outputs) == 1:
        return "std::vector<Array>" if op.outputs[0].list else "Array"
    return camel(op.name, True) + "Result"


def documentation(op, attrs):
    """The comment of a function."""
    lines = [comment(op.summary)]
    if op.notes:
        lines += ["///", comment(op.notes)]
    inputs = [(safe(p.name), f"{p.summary or 'the input'}{'; may be None' if p.optional else ''}") for p in op.inputs]
    parts = op.in_order(inputs, [(safe(a.name), f"{a.summary}{accepted(a)}") for a in attrs if a.required])
    parts += [(safe(a.name), f"{a.summary}{accepted(a)}") for a in attrs if not a.required]
    lines += ["///"] if parts or op.aliases else []
    lines += [comment(f"\0param {name} {text}").replace("\0", "\\") for name, text in parts]
    lines += [comment(f"Also called {', '.join(op.aliases)}.")] if op.aliases else []
    return "\n".join(lines)


def class_documentation(block):
    """The comment of a layer or loss: what it takes, and its attributes."""
    lines = [comment(block.summary)]
    if block.notes:
        lines += ["///", comment(block.notes)]
    parts = [f"input `{p.name}`: {p.summary or 'the input'}{'; may be left out' if p.optional else ''}" for p in block.inputs]
    parts += [f"`{a.name}`: {a.summary}{accepted(a)}" for a in block.attrs]
    return "\n".join([*lines, *(["///"] if parts else []), *[comment(f"- {part}") for part in parts]])


def result_struct(op):
    lines = [f"/// The results of {safe(op.name)}().", f"struct {result_type(op)} {{"]
    lines += [f"    Array {safe(p.name)};  ///< {plain(p.summary or 'a result')}" for p in op.outputs]
    return "\n".join([*lines, "};"])


def options_struct(name, what, attrs):
    lines = [f"/// The attributes of {what} that have a default, by name.", f"struct {name}Options {{",
             "    detail::Named named = detail::Named();  ///< allows names, and no positions, in braces"]
    for a in attrs:
        lines += [comment(f"{a.summary}{accepted(a)}", "    "),
                  f"    {value_type(a)}{'' if value_type(a).endswith('*') else ' '}{safe(a.name)} = {default(a)};"]
    return "\n".join([*lines, "};"])


def option_field(a):
    """The field of C's struct of options, whose `size` is the size of the struct."""
    return "output_size" if a.name == "size" else a.name


def body(op, prefix):
    """The statements that call the C function.  `prefix` is where the options are: "options." """
    here = "here" if not op.inputs else f"{safe(op.inputs[0].name)}.here()"
    options = op.optional_attrs
    lines = []
    if options:
        upper = op.c_options[:-len("_options")].upper() + "_OPTIONS"
        lines.append(f"    {op.c_options} c = {upper};")
        lines.append(filled([f"c.{option_field(a)} = {store(a, prefix + safe(a.name))};" for a in options], "    "))
    lines.append(f"    detail::At at({here});")
    arguments = ["runtime(here)"] if not op.inputs else []
    for part in op.inputs:
        arguments += ([f"{safe(part.name)}.data()", f"{safe(part.name)}.size()"] if part.list
                      else [f"{safe(part.name)}.get()"])
    arguments += [store(a, safe(a.name)) for a in op.required_attrs] + (["&c"] if options else [])
    if len(op.outputs) == 1 and op.outputs[0].list:
        bound = {"broadcast_arrays": "arrays.size()", "meshgrid": "arrays.size()"}.get(op.name)
        room = bound or f"detail::parts_of({safe(op.inputs[0].name)})"
        lines.append(f"    std::vector<weir_array *> out({room});")
        lines.append("    auto count = static_cast<uint32_t>(out.size());")
        arguments += ["out.data()", "&count"]
    else:
        names = [f"out{i}" if len(op.outputs) > 1 else "out" for i in range(len(op.outputs))]
        lines.append("    weir_array " + ", ".join(f"*{n} = nullptr" for n in names) + ";")
        arguments += [f"&{n}" for n in names]
    lines.append(joined(f"    detail::check({op.c_function}(", arguments, f"), {here});"))
    if len(op.outputs) == 1:
        lines.append("    return detail::adopt(out, count);" if op.outputs[0].list else "    return Array::adopt(out);")
    else:
        lines.append("    return {" + ", ".join(f"Array::adopt({n})" for n in names) + "};")
    return "\n".join(lines)


def function(op):
    inputs = op.inputs
    here = [] if op.inputs else ["Here here = Here()"]
    required, options = op.required_attrs, op.optional_attrs
    result, name, text = result_type(op), safe(op.name), []
    in_parts = [input_parameter(p, True) for p in inputs]
    must = [f"{parameter_type(a)}{safe(a.name)}" for a in required]
    if required and any(p.optional for p in inputs):  # a required parameter cannot follow one with a default
        in_parts = [input_parameter(p, False) for p in inputs]
    if len(op.outputs) != 1:
        text.append(result_struct(op))
    if not options:
        text += [documentation(op, op.attrs), joined(f"inline {result} {name}(", [*op.in_order(in_parts, must), *here], ") {"),
                 body(op, ""), "}"]
        return "\n".join(text)
    kind = camel(op.name, True) + "Options"
    text += [options_struct(camel(op.name, True), name + "()", options), "",
             comment(f"{op.summary}  Attributes by name."),
             joined(f"inline {result} {name}(", [*op.in_order([input_parameter(p, False) for p in inputs], must),
                                                 f"const {kind} &options", *here], ") {"),
             body(op, "options."), "}"]
    arguments = op.in_order([safe(p.name) for p in inputs], [safe(a.name) for a in required])
    tail = ["here"] if here else []
    if any(p.optional for p in inputs):
        short = [safe(p.name) if not p.optional else f"Input(None, {first_here(op)}.file, {first_here(op)}.line)" for p in inputs]
        given = op.in_order([input_parameter(p, False) for p in inputs if not p.optional], must)
        text += [comment(f"{op.summary}  Attributes by name, without the optional inputs."),
                 joined(f"inline {result} {name}(", [*given, f"const {kind} &options", *here], ") {"),
                 joined(f"    return weir::{name}(", [*op.in_order(short, [safe(a.name) for a in required]), "options", *tail], ");"),
                 "}"]
    by_position = [f"{parameter_type(a)}{safe(a.name)} = {default(a)}" for a in options]
    text += [documentation(op, required + options),
             joined(f"inline {result} {name}(", [*op.in_order(in_parts, must), *by_position, *here], ") {"),
             joined(f"    return weir::{name}(", [*arguments, joined(f"{kind}{{", ["detail::Named()", *[safe(a.name) for a in options]],
                                                               "}"), *tail], ");"), "}"]
    return "\n".join(text)


def first_here(op):
    return f"{safe(op.inputs[0].name)}.here()"


def is_method(op):
    return (bool(op.inputs) and op.inputs[0].name in ("x", "x1") and not op.inputs[0].list and len(op.outputs) == 1
            and not op.shape_first)


def method(op):
    """The declaration in the class, and the definition."""
    rest = op.inputs[1:]
    defaults = not (any(p.optional for p in rest) and op.required_attrs)

    def parameters(given):
        parts = [input_parameter(p, given and defaults) for p in rest]
        parts += [f"{parameter_type(a)}{safe(a.name)}" for a in op.required_attrs]
        parts += [f"{parameter_type(a)}{safe(a.name)}" + (f" = {default(a)}" if given else "") for a in op.optional_attrs]
        return [*parts, "Here here" + (" = Here()" if given else "")]

    result, name = result_type(op), safe(op.name)
    declaration = comment(op.summary, "    ") + "\n" + joined(f"{result} {name}(", parameters(True), ") const;", "    ")
    arguments = ["Input(*this, here.file, here.line)", *[safe(p.name) for p in rest],
                 *[safe(a.name) for a in op.required_attrs + op.optional_attrs]]
    definition = (joined(f"inline {result} Array::{name}(", parameters(False), ") const {") + "\n"
                  + joined(f"    return weir::{name}(", arguments, ");") + "\n}")
    return declaration, definition


def ops(description):
    functions = [function(op) for op in description.operators]
    methods = [method(op) for op in description.operators if is_method(op)]
    helpers = """namespace detail {
/// The most arrays that an operator can make of this one: a row each, or one for each axis.
inline size_t parts_of(const Input &x) {
    if (x.get() == nullptr) return 1;
    int64_t most = WEIR_NDIM_MAX;
    for (int32_t i = 0; i < weir_array_ndim(x.get()); i++) most = std::max(most, weir_array_shape(x.get())[i]);
    return static_cast<size_t>(most);
}
inline std::vector<Array> adopt(const std::vector<weir_array *> &handles, uint32_t count) {
    std::vector<Array> list;
    list.reserve(count);
    for (uint32_t i = 0; i < count; i++) list.push_back(Array::adopt(handles[i]));
    return list;
}
}  // namespace detail"""
    text = "\n\n".join(["namespace weir {", helpers, *functions,
                        "// ---- Methods " + "-" * 87 + "\n/// \\cond the comments are in methods.inc", *[d for _, d in methods], "/// \\endcond",
                        "}  // namespace weir"])
    inside = "\n\n".join(d for d, _ in methods)
    return {f"{HOME}/ops.hpp": page("ops.hpp", "one function for each operator.", ["<weir/operators.hpp>"],
                                    text),
            f"{HOME}/methods.inc": f"// {FIRST}\n//\n// clang-format off\n// methods.inc - operators as methods; "
                                   "array.hpp includes this inside the class.\n//\n// SPDX-License-Identifier: Apache-2.0\n\n"
                                   "    // ---- Operators as methods " + "-" * 70 + "\n\n" + inside + "\n"}


# ---- Layers and losses ------------------------------------------------------------------------------


def leading(block):
    """The attributes by position: up to the last required one or, without any, the sizes that may be left to the first
    input."""
    required = [i for i, a in enumerate(block.attrs) if a.required]
    if required:
        return required[-1] + 1
    count = 0
    while count < len(block.attrs) and block.attrs[count].nullable and block.attrs[count].default is None \
            and block.attrs[count].type in ("int", "ints"):
        count += 1
    return count


def c_struct(block):
    """The attributes in C's layout, and checks of it."""
    fields, at, pad = [], 0, 0
    for a in sorted(block.attrs, key=lambda a: a.offset):
        size = {"int32_t": 4, "weir_i64s": 16}.get(a.c_type, 8)
        if a.offset > at:
            fields.append(f"int32_t unused{pad};")
            pad += 1
        fields.append(f"{a.c_type}{'' if a.c_type.endswith('*') else ' '}{safe(a.name)};")
        at = a.offset + size
    if block.attr_size > at:
        fields.append(f"int32_t unused{pad};")
    return fields


def layer(block):
    name, count = block.name, leading(block)
    first, options = block.attrs[:count], block.attrs[count:]
    text = []
    if options:
        text += [options_struct(name, "nn::" + name, options), ""]
    text += [class_documentation(block), f"class {name} : public Block {{",
             "public:"]
    free = all(not a.required for a in first)

    def positions(attrs, given):
        return [f"{parameter_type(a)}{safe(a.name)}" + (f" = {default(a)}" if given and not a.required else "") for a in attrs]

    def fill(attrs, prefix=""):
        return [f"c.{safe(a.name)} = {store(a, prefix + safe(a.name))};" for a in attrs]

    start = [] if not block.attrs else [f"        Attributes c = defaults<Attributes>(\"{name}\", here);"]

    def finish(indent):
        return [f"{indent}make(\"{name}\", {'&c, sizeof c' if block.attrs else 'nullptr, 0'}, here);"]

    if options:
        text += [joined(f"{'explicit ' if count == 0 or count == 1 else ''}{name}(",
                        [*positions(first, False), f"const {name}Options &options", "Here here = Here()"], ") {", "    "),
                 *start, filled(fill(first) + fill(options, "options."), "        "), *finish("        "), "    }"]
        if count and free:
            text += [joined(f"explicit {name}(", [f"const {name}Options &options", "Here here = Here()"], ")", "    "),
                     f"        : {name}({', '.join(default(a) for a in first)}, options, here) {{}}"]
        text += [joined(f"explicit {name}(" if free or count == 1 else f"{name}(",
                        [*positions(first, free), *positions(options, True), "Here here = Here()"], ")", "    "),
                 joined(f"        : {name}(", [*[safe(a.name) for a in first],
                                               f"{name}Options{{{', '.join(['detail::Named()', *[safe(a.name) for a in options]])}}}",
                                               "here"], ") {}")]
    else:
        text += [joined(f"explicit {name}(", [*positions(first, free), "Here here = Here()"], ") {", "    "), *start,
                 *([filled(fill(first), "        ")] if first else []), *finish("        "), "    }"]
    if block.attrs:
        text += ["", "private:", "    /// The attributes in the layout of the C interface.", "    struct Attributes {",
                 filled(c_struct(block), "        "), "    };"]
    return "\n".join([*text, "};"])


def nn(description):
    skipped = ("Sequential", "Function")  # written by hand
    layers = [layer(b) for b in description.layers if b.name not in skipped]
    losses = [layer(b) for b in description.losses]
    text = "\n\n".join(["namespace weir::nn {", *layers, "// ---- Losses " + "-" * 87, *losses, "}  // namespace weir::nn"])
    return {f"{HOME}/nn.hpp": page("nn.hpp", "layers and losses.", ["<weir/block.hpp>"], text)}


# ---- Optimisers and schedules -----------------------------------------------------------------------

SETTINGS = {"SGD": "weir_sgd", "Adam": "weir_adam", "AdamW": "weir_adam", "LAMB": "weir_adam", "RMSprop": "weir_rmsprop",
            "Adagrad": "weir_adagrad", "Adadelta": "weir_adadelta"}
COMMON = ("lr", "weight_decay", "max_norm", "clip_value", "maximize", "master")


def optimizer(kind):
    name, settings = kind.name, SETTINGS[kind.name]
    fill = [f"c.{'common.' if a.name in COMMON else ''}{a.name} = {store(a, 'options.' + a.name)};" for a in kind.attrs]
    text = [options_struct(name, "optim::" + name, kind.attrs), "", comment(kind.summary), f"class {name} : public Optimizer {{",
            "public:",
            f"    /// An optimiser of these parameters; the options of C++20 are by name, {name}(params, {{.lr = 0.1}}).",
            joined(f"{name}(", ["const std::vector<Array> &parameters", f"const {name}Options &options", "Here here = Here()"],
                   ") {", "    "),
            "        auto c = settings(options, here);", f"        make(\"{name}\", &c, sizeof c, parameters, here);", "    }",
            "    /// The same with the defaults, or with another learning rate.",
            f"    explicit {name}(const std::vector<Array> &parameters, double lr = {default(kind.attrs[0])}, Here here = Here())",
            f"        : {name}(parameters, with_lr(lr), here) {{}}",
            "    /// Add parameters with settings of their own.",
            joined("void add_group(", ["const std::vector<Array> &parameters", f"const {name}Options &options", "Here here = Here()"],
                   ") {", "    "),
            "        auto c = settings(options, here);", "        group(&c, sizeof c, parameters, here);", "    }", "", "private:",
            f"    static {settings} settings(const {name}Options &options, Here here) {{",
            f"        auto c = defaults<{settings}>(\"{name}\", here);", filled(fill, "        "), "        return c;", "    }",
            f"    static {name}Options with_lr(double lr) {{", f"        {name}Options options;", "        options.lr = lr;",
            "        return options;", "    }", "};"]
    return "\n".join(text)


def schedule(item):
    must = [a for a in item.attrs if a.required]
    rest = [a for a in item.attrs if not a.required]
    parts = [f"{parameter_type(a)}{safe(a.name)}" for a in must]
    parts += [f"{parameter_type(a)}{safe(a.name)} = {default(a)}" for a in rest]
    arguments = []
    for a in item.attrs:
        arguments += [f"{a.name}.data()", f"static_cast<uint32_t>({a.name}.size())"] if a.type == "ints" else [safe(a.name)]
    lines = [comment(item.summary), *[comment(f"\0param {a.name} {a.summary}{accepted(a)}").replace("\0", "\\") for a in must + rest],
             joined(f"inline double {item.name}(", parts, ") {"), joined(f"    return {item.function}(", arguments, ");"), "}"]
    return "\n".join(lines)


def optim(description):
    schedules = [c for c in description.components if c.family == "schedule" and c.options is None]
    text = "\n\n".join(["namespace weir::optim {", *[optimizer(o) for o in description.optimizers], "}  // namespace weir::optim",
                        "/// The learning rate at step (or epoch) t, counted from 0.\nnamespace weir::schedule {",
                        *[schedule(s) for s in schedules], "}  // namespace weir::schedule"])
    return {f"{HOME}/optim.hpp": page("optim.hpp", "optimisers and learning rate schedules.", ["<weir/optimizer.hpp>"], text)}


# ---- The test of the samples ------------------------------------------------------------------------


def sample_call(op, index, sample):
    """A call of one sample, and its comparison."""
    name, given, arguments = f"{op.name}.{index}", list(sample["inputs"]), []
    for i, part in enumerate(op.inputs):
        if part.list:
            arguments.append(f"samples.list(\"{name}.in{i}\", {len(given) - i})")
            break
        one = given[i] if i < len(given) else None
        if one is None:
            arguments.append("None")
        elif "number" in one:
            arguments.append(literal("float" if isinstance(one["number"], float) else "int", one["number"]))
        else:
            arguments.append(f"samples.get(\"{name}.in{i}\")")
    attrs = sample["attrs"]
    arguments = op.in_order(arguments, [literal(a.type, attrs[a.name]) if a.name in attrs else default(a) for a in op.required_attrs])
    rest = op.optional_attrs
    last = max([i for i, a in enumerate(rest) if a.name in attrs], default=-1)
    by_position = arguments + [literal(a.type, attrs[a.name]) if a.name in attrs else default(a) for a in rest[:last + 1]]
    lines = [f"    samples.run(\"{name}\", [&] {{",
             joined("        return results(", [joined(f"{safe(op.name)}(", by_position, ")")], ");"), "    });"]
    return "\n".join(lines)


def samples(description):
    blocks = []
    for op in description.operators:
        calls = [sample_call(op, i, s) for i, s in enumerate(op.samples)]
        blocks.append("\n".join([f"static void {op.name}_samples(Samples &samples) {{", *calls, "}"]))
    text = [f"// {FIRST}", "//", "// clang-format off",
            "// samples_N.cpp - every sample of every public operator, called through the functions of ops.hpp.", "//",
            "// SPDX-License-Identifier: Apache-2.0"]
    files = {}
    parts = 4  # compiled side by side
    size = -(-len(blocks) // parts)
    for part in range(parts):
        chosen = slice(part * size, (part + 1) * size)
        names = [op.name for op in description.operators[chosen]]
        files[f"frontends/cpp/tests/samples_{part}.cpp"] = "\n".join([
            *[line.replace("samples_N", f"samples_{part}") for line in text], "#include \"samples.hpp\"", "", "using namespace weir;",
            "using samples::Samples;", "using samples::results;", "",
            "\n\n".join(blocks[chosen]), "",
            f"void samples_{part}(Samples &all) {{", *[f"    {n}_samples(all);" for n in names], "}", ""])
    return files


def files(description):
    """What is written: {path: text}."""
    return {**ops(description), **nn(description), **optim(description), **samples(description)}
