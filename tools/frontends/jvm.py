"""Java and Scala: functions for operators, layers, optimisers, schedules and metrics; tests that call every sample.

Java has no named arguments: what is optional is set by a function of an options object, `Ops.sum(x, o -> o.axes(1))`.  Scala
has them; its functions call Java's.

SPDX-License-Identifier: Apache-2.0
"""
import html
import json

from frontends.description import camel, wrapped

SOURCE = "// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit."
LICENCE = "// SPDX-License-Identifier: Apache-2.0"
JAVA = "frontends/jvm/java/src/{}/java/io/weir/{}.java"
SCALA = "frontends/jvm/scala/src/{}/scala/weir/{}.scala"
WIDTH = 130

JAVA_WORDS = set("""abstract assert boolean break byte case catch char class const continue default do double else enum extends
final finally float for goto if implements import instanceof int interface long native new package private protected public return
short static strictfp super switch synchronized this throw throws transient try void volatile while true false null""".split())
SCALA_WORDS = set("""abstract case catch class def do else enum export extends final finally for given if implicit import lazy match
new null object override package private protected return sealed super then throw trait true false try type val var while with
yield""".split())

JAVA_TYPES = {"bool": "boolean", "int": "long", "float": "double", "dtype": "DType", "device": "Device", "ints": "long[]",
              "str": "String"}
SCALA_TYPES = {"bool": "Boolean", "int": "Long", "float": "Double", "dtype": "DType", "device": "Device", "ints": "Ints",
               "str": "String"}
SCALA_NULLABLE = {"bool": "Boolean", "int": "OptionalInt", "float": "OptionalFloat", "dtype": "DType | None.type",
                  "device": "Device | None.type", "ints": "OptionalInts", "str": "String | None.type"}


def java_name(name):
    name = camel(name)
    return name + "_" if name in JAVA_WORDS else name


def scala_name(name):
    name = camel(name)
    return f"`{name}`" if name in SCALA_WORDS else name


def title(name):
    """CamelCase: softmax is Softmax, and Conv2d stays."""
    return camel(name, True) if name.islower() or "_" in name else name


def layer_name(name):
    """The name of a Java function for a layer: Conv2d is conv2d, ReLU is relu, BCELoss is bceLoss, LSTM is lstm."""
    upper = 0
    while upper < len(name) and name[upper].isupper():
        upper += 1
    if upper > 1 and upper < len(name) and name[upper].islower():
        upper -= 1
    head = name[:max(upper, 1)].lower() + name[max(upper, 1):]
    return {"reLU": "relu", "reLU6": "relu6", "leakyReLU": "leakyRelu", "pReLU": "prelu", "siLU": "silu",
            "preLU": "prelu"}.get(head, head)


def from_scala(name):
    """The name of a Java function in Scala."""
    return f"`{name}`" if name in SCALA_WORDS else name


def constant(name):
    return name.upper()


# ---- Documentation ---------------------------------------------------------------------------------------------------

def accepted(a):
    """What values an attribute accepts, as text."""
    parts = []
    if a.choices and a.type != "dtype":
        parts.append("one of " + ", ".join(str(c) for c in a.choices))
    if a.min is not None:
        parts.append(f"{'more than' if a.exclusive_min else 'at least'} {a.min}")
    if a.max is not None:
        parts.append(f"{'less than' if a.exclusive_max else 'at most'} {a.max}")
    return ", ".join(parts)


def default_text(a):
    if a.required:
        return ""
    return "default: none" if a.default is None else f"default: {str(a.default).lower() if a.type == 'bool' else a.default}"


def about(a):
    more = "; ".join(t for t in (accepted(a), default_text(a)) if t)
    return f"{a.summary} ({more})" if more else a.summary


def escaped(text):
    return html.escape(text, quote=False).replace("@", "&#64;").replace("{", "&#123;").replace("}", "&#125;").replace("*/", "*&#47;")


def comment(indent, paragraphs, tags=()):
    """A Javadoc or Scaladoc comment."""
    lines = []
    for i, text in enumerate(t for t in paragraphs if t):
        if i > 0:
            lines.append("")
        lines += wrapped(("<p>" if i > 0 else "") + escaped(text), WIDTH - len(indent) - 3)
    if tags:
        lines.append("")
    for tag, text in tags:
        lines += wrapped(f"{tag} {escaped(text)}", WIDTH - len(indent) - 3)
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *[f"{indent} * {line}".rstrip() for line in lines], f"{indent} */"]


# ---- Java: options ---------------------------------------------------------------------------------------------------

def options_class(name, attrs, indices, inputs, what):
    """A class with one method for each optional attribute, and for each optional input."""
    out = [*comment("    ", [f"The optional arguments of {what}."]),
           f"    public static final class {name} extends Options {{"]
    for position, p in inputs:
        out += comment("        ", [p.summary or p.name])
        out += [f"        public {name} {java_name(p.name)}(NDArray value) {{", f"            input({position}, value);",
                "            return this;", "        }", ""]
    for a in attrs:
        kind = "long..." if a.type == "ints" else JAVA_TYPES[a.type]
        out += comment("        ", [about(a)])
        out += [f"        public {name} {java_name(a.name)}({kind} value) {{", f"            put({indices[a.name]}, value);",
                "            return this;", "        }", ""]
    return [*out[:-1], "    }", ""]


def strings(names):
    return "".join(f', "{n}"' for n in names)


# ---- Java: operators -------------------------------------------------------------------------------------------------

class Function:
    """The parts of an operator's functions."""

    def __init__(self, op):
        self.op = op
        self.name = java_name(op.name)
        self.indices = {a.name: i for i, a in enumerate(op.attrs)}
        self.optional_inputs = [(i, p) for i, p in enumerate(op.inputs) if p.optional]
        self.plain = [p for p in op.inputs if not p.optional and not p.list]
        self.list = next((p for p in op.inputs if p.list), None)
        self.has_options = bool(self.optional_inputs or op.optional_attrs)
        self.options = title(op.name) + "Options"
        self.many = len(op.outputs) > 1
        self.result = (title(op.name) + "Result" if self.many else "NDArray[]" if op.outputs[0].list else "NDArray")

    @property
    def numbers(self):
        """Whether an operand may be written as a number."""
        return self.op.has("elementwise") and len(self.plain) == 2 and len(self.op.inputs) == 2 and not self.op.attrs

    def parameters(self, with_options):
        """(type, name, summary): arrays and required attributes, a list of arrays, options."""
        arrays = [("NDArray", java_name(p.name), p.summary or p.name) for p in self.plain]
        found = self.op.in_order(arrays, [(JAVA_TYPES[a.type], java_name(a.name), about(a)) for a in self.op.required_attrs])
        if self.list:
            found.append(("NDArray[]", java_name(self.list.name), self.list.summary or self.list.name))
        if with_options:
            found.append((f"Consumer<{self.options}>", "options", "sets the optional arguments"))
        elif found and found[-1][0].endswith("[]"):
            kind, name, summary = found[-1]
            found[-1] = (kind[:-2] + "...", name, summary)
        return found

    def call(self, with_options):
        """The statements of the body."""
        op, name = self.op, constant(self.op.name)
        lines, given = [], "null"
        if op.required_attrs or with_options:
            given = "o"
            lines.append(f"{self.options if with_options else 'Options'} o = new {self.options if with_options else 'Options.Plain'}();")
        if with_options:
            lines.append("options.accept(o);")
        lines += [f"o.put({self.indices[a.name]}, {java_name(a.name)});" for a in op.required_attrs]
        arrays = []
        for i, p in enumerate(op.inputs):
            if p.optional:
                if with_options:
                    arrays.append(f"o.input({i})")
            elif not p.list:
                arrays.append(java_name(p.name))
        simple = given == "null" and not self.list and not self.many and not op.outputs[0].list and arrays and len(arrays) <= 2
        if self.list:
            rest = java_name(self.list.name)
            arrays = [f"Operator.join({', '.join([rest, *arrays])})" if arrays else rest]
        call = (f"{name}.call({', '.join(arrays)})" if simple else
                f"{name}.{'all' if self.many or op.outputs[0].list else 'one'}({', '.join([given, *arrays])})")
        if self.many:
            lines += [f"NDArray[] out = {call};",
                      f"return new {self.result}({', '.join(f'out[{i}]' for i in range(len(op.outputs)))});"]
        else:
            lines.append(f"return {call};")
        return lines


def function(f, parameters, body, where="    public static"):
    tags = [(f"@param {name}", text) for _, name, text in parameters]
    tags.append(("@return", "; ".join(p.summary or p.name for p in f.op.outputs)))
    head = ", ".join(f"{kind} {name}" for kind, name, _ in parameters)
    return [*comment("    ", [f.op.summary, f.op.notes], tags), f"{where} {f.result} {f.name}({head}) {{",
            *[f"        {line}" for line in body], "    }", ""]


def ops(description):
    out = [SOURCE, LICENCE, "package io.weir;", "", "import java.util.function.Consumer;", "",
           *comment("", ["The operators of the library, as functions.  They return at once; reading a result waits.  Most are methods of NDArray too.",
                         "What is optional is set by a function: Ops.sum(x, o -> o.axes(1).keepdims(true))."]),
           "public final class Ops {", "    private Ops() {}", ""]
    for op in description.operators:
        out.append(f'    private static final Operator {constant(op.name)} = Operator.of("{op.name}"{strings(a.name for a in op.attrs)});')
    out.append("")
    for op in description.operators:
        f = Function(op)
        if f.has_options:
            out += options_class(f.options, op.optional_attrs, f.indices, f.optional_inputs, op.name)
        if f.many:
            out += comment("    ", [f"The results of {op.name}."],
                           [(f"@param {java_name(p.name)}", p.summary or p.name) for p in op.outputs])
            out += [f"    public record {f.result}({', '.join(f'NDArray {java_name(p.name)}' for p in op.outputs)}) {{}}", ""]
        out += function(f, f.parameters(False), f.call(False))
        if f.numbers:
            (_, x1, about1), (_, x2, about2) = f.parameters(False)
            for kind in ("double", "long"):
                for first, second in (("NDArray", kind), (kind, "NDArray")):
                    out += function(f, [(first, x1, about1), (second, x2, about2)], [f"return {constant(op.name)}.call({x1}, {x2});"])
        if f.has_options:
            out += function(f, f.parameters(True), f.call(True))
        if op.shape_first:  # the value may be a number
            for with_options in (False, True) if f.has_options else (False,):
                given = f.parameters(with_options)
                names = ", ".join(f"NDArray.number({name})" if kind == "NDArray" else name for kind, name, _ in given)
                for number in ("double", "long"):
                    out += function(f, [(number if kind == "NDArray" else kind, name, text) for kind, name, text in given],
                                    [f"return {f.name}({names});"])
    return "\n".join([*out[:-1], "}", ""])


def methods(description):
    out = [SOURCE, LICENCE, "package io.weir;", "", "import io.weir.Ops.*;", "import java.util.function.Consumer;", "",
           *comment("", ["The operators of the library, as methods of NDArray."]),
           "abstract class ArrayOperations extends Handle {",
           "    ArrayOperations(long handle) {", "        super(handle, Releases.Kind.ARRAY);", "    }", "",
           "    abstract NDArray self();", ""]
    for op in description.operators:
        f = Function(op)
        if not f.plain or op.inputs[0].optional or op.shape_first:
            continue
        for with_options in (False, True) if f.has_options else (False,):
            parameters = f.parameters(with_options)
            names = ", ".join(["self()", *[name for _, name, _ in parameters[1:]]])
            out += function(f, parameters[1:], [f"return Ops.{f.name}({names});"], "    public")
            if f.numbers:
                for kind in ("double", "long"):
                    out += function(f, [(kind, *parameters[1][1:])], [f"return Ops.{f.name}({names});"], "    public")
    return "\n".join([*out[:-1], "}", ""])


# ---- Java: layers and optimisers -------------------------------------------------------------------------------------

def positional(block):
    """The attributes that a constructor takes by position: the leading ones up to the last required one, or sizes without default."""
    last = max((i for i, a in enumerate(block.attrs) if a.required), default=-1)
    if last < 0:
        while last + 1 < len(block.attrs) and block.attrs[last + 1].type in ("int", "ints") and block.attrs[last + 1].default is None:
            last += 1
    return block.attrs[:last + 1]


def constructors(block, java, kind, first=(), before=""):
    """The functions that make one layer, loss or optimiser."""
    indices = {a.name: i for i, a in enumerate(block.attrs)}
    options = title(block.name) + "Options"
    leading = positional(block) if not first else []
    out = []
    if block.attrs:
        out += options_class(options, block.attrs, indices, [], block.name)
    forms = [(leading, False)]
    if len(leading) < len(block.attrs):
        forms.append((leading, True))
    if leading:
        forms.append(([], True))
    for given, with_options in forms:
        parameters = [*first, *[(JAVA_TYPES[a.type], java_name(a.name), about(a)) for a in given]]
        if with_options:
            parameters.append((f"Consumer<{options}>", "options", "sets the other arguments" if given else "sets the arguments"))
        elif parameters and parameters[-1][0] == "long[]":
            parameters[-1] = ("long...", *parameters[-1][1:])
        head = ", ".join(f"{t} {n}" for t, n, _ in parameters)
        tags = [(f"@param {n}", text) for _, n, text in parameters] + [("@return", f"the {'optimiser' if first else 'block'}")]
        out += comment("    ", [block.summary, getattr(block, "notes", None)], tags)
        out.append(f"    public static {kind} {java}({head}) {{")
        if given or with_options:
            out.append(f"        {options} o = new {options}();")
        if with_options:
            out.append("        options.accept(o);")
        out += [f"        o.put({indices[a.name]}, {java_name(a.name)});" for a in given]
        out += [f"        return {constant(block.name)}.make({before}{'o' if given or with_options else 'null'});", "    }", ""]
    return out


def layers(description):
    blocks = [b for b in description.blocks if not b.has("children")]
    out = [SOURCE, LICENCE, "package io.weir;", "", "import java.util.function.Consumer;", "",
           *comment("", ["Constructors of layers and losses.  Names, arguments and their order follow PyTorch.",
                         "A size that depends on the input, such as inFeatures, may be left out: it is known at the first call."]),
           "public final class Layers {", "    private Layers() {}", ""]
    for b in blocks:
        out.append(f'    private static final Block.Kind {constant(b.name)} = Block.Kind.of("{b.name}"{strings(a.name for a in b.attrs)});')
    out.append("")
    for b in blocks:
        out += constructors(b, layer_name(b.name), "Block")
    return "\n".join([*out[:-1], "}", ""])


def optimizers(description):
    out = [SOURCE, LICENCE, "package io.weir;", "", "import java.util.List;", "import java.util.function.Consumer;", "",
           *comment("", ["Constructors of optimisers.  Names, settings and update rules follow PyTorch."]),
           "public final class Optimizers {", "    private Optimizers() {}", ""]
    for o in description.optimizers:
        out.append(f'    private static final Optimizer.Kind {constant(o.name)} = Optimizer.Kind.of("{o.name}"{strings(a.name for a in o.attrs)});')
    out.append("")
    first = [("List<NDArray>", "parameters", "the arrays to train, such as those of net.parameters()")]
    for o in description.optimizers:
        out += constructors(o, o.name.lower(), "Optimizer", first, "parameters, ")
        options = title(o.name) + "Options"
        out += comment("    ", [f"Add a group of parameters with settings of their own to an optimiser that {o.name.lower()} made."],
                       [("@param to", "the optimiser"), ("@param parameters", "the arrays to train"),
                        ("@param options", "sets the settings of the group")])
        out += [f"    public static void {o.name.lower()}Group(Optimizer to, List<NDArray> parameters, Consumer<{options}> options) {{",
                f"        {options} o = new {options}();", "        options.accept(o);",
                f"        {constant(o.name)}.add(to, parameters, o);", "    }", ""]
    return "\n".join([*out[:-1], "}", ""])


def schedules(description):
    out = [SOURCE, LICENCE, "package io.weir;", "",
           *comment("", ["Learning rates as functions of the step t, counted from 0.  They are PyTorch's schedules."]),
           "public final class Schedules {", "    private Schedules() {}", ""]
    for c in description.components:
        if c.family != "schedule" or c.options or c.name == "plateau":
            continue
        native = camel(c.function[len("weir_"):])
        everything = [(JAVA_TYPES[a.type], java_name(a.name), about(a)) for a in c.attrs]
        required = [(JAVA_TYPES[a.type], java_name(a.name), about(a)) for a in c.attrs if a.required]
        for parameters in [everything, required] if len(required) < len(everything) else [everything]:
            values = [java_name(a.name) if (JAVA_TYPES[a.type], java_name(a.name), about(a)) in parameters else repr(a.default) for a in c.attrs]
            tags = [(f"@param {n}", text) for _, n, text in parameters] + [("@return", "the value at step t")]
            out += comment("    ", [c.summary], tags)
            out += [f"    public static double {java_name(c.name)}({', '.join(f'{t} {n}' for t, n, _ in parameters)}) {{",
                    f"        return Native.{native}({', '.join(values)});", "    }", ""]
    return "\n".join([*out[:-1], "}", ""])


def metrics(description):
    out = [SOURCE, LICENCE, "package io.weir;", "", *comment("", ["Constructors of metrics."]),
           "public final class Metrics {", "    private Metrics() {}", ""]
    for c in description.components:
        if c.family != "metric":
            continue
        parameters = [(JAVA_TYPES[a.type], java_name(a.name), about(a)) for a in c.attrs]
        out += comment("    ", [c.summary], [(f"@param {n}", t) for _, n, t in parameters] + [("@return", "the metric")])
        out += [f"    public static Metric {java_name(c.name)}({', '.join(f'{t} {n}' for t, n, _ in parameters)}) {{",
                f'        return new Metric("{c.name}", {java_name(c.attrs[0].name) if c.attrs else 0});', "    }", ""]
    return "\n".join([*out[:-1], "}", ""])


def dtypes(description):
    java = {"bool": "boolean", "int8": "byte", "int16": "short", "int32": "int", "int64": "long", "float32": "float", "float64": "double"}
    out = [SOURCE, LICENCE, "package io.weir;", "", *comment("", ["The types of elements."]), "public enum DType {"]
    for i, d in enumerate(description.dtypes):
        out += comment("    ", [f"{d['name']}, {d['bytes']} byte{'s' if d['bytes'] > 1 else ''} per element"])
        out.append(f"    {d['name'].upper()}({d['value']}, {d['bytes']}){',' if i + 1 < len(description.dtypes) else ';'}")
    out += ["", "    private static final DType[] BY_NUMBER = new DType[values().length + 1];", "",
            "    static {", "        for (DType d : values()) BY_NUMBER[d.number] = d;", "    }", "",
            "    final int number; // in C", "    private final int bytes;", "",
            "    DType(int number, int bytes) {", "        this.number = number;", "        this.bytes = bytes;", "    }", "",
            "    /** Bytes per element. */", "    public int bytes() {", "        return bytes;", "    }", "",
            "    static DType of(int number) {", "        return BY_NUMBER[number];", "    }", "",
            "    /** The dtype of a primitive type of Java. */", "    static DType ofJava(Class<?> type) {",
            *[f"        if (type == {kind}.class) return {name.upper()};" for name, kind in java.items()],
            '        throw new IllegalArgumentException("there is no dtype for " + type);', "    }", "",
            "    /** The name, such as {@code float32}. */", "    @Override", "    public String toString() {",
            "        return name().toLowerCase(java.util.Locale.ROOT);", "    }", "}", ""]
    return "\n".join(out)


def statuses(description):
    out = [SOURCE, LICENCE, "package io.weir;", "", *comment("", ["The names of statuses."]), "final class Status {", "    private Status() {}", "",
           "    static String of(int status) {", "        return switch (status) {",
           *[f'            case {s["value"]} -> "{s["name"].removeprefix("WEIR_")}";' for s in description.statuses],
           '            default -> "status " + status;', "        };", "    }", "}", ""]
    return "\n".join(out)


# ---- Samples ---------------------------------------------------------------------------------------------------------

def java_value(a, v):
    if a.type == "ints":
        return "new long[] {" + ", ".join(f"{n}L" for n in v) + "}"
    if a.type == "int":
        return f"{v}L"
    if a.type == "float":
        return {"inf": "Double.POSITIVE_INFINITY", "-inf": "Double.NEGATIVE_INFINITY"}.get(str(v), repr(float(v)))
    if a.type == "bool":
        return "true" if v else "false"
    if a.type == "dtype":
        return f"DType.{v.upper()}"
    if a.type == "device":
        return f'Device.of("cpu:{v >> 8}")'
    return json.dumps(v)


def scala_value(a, v):
    if a.type == "ints":
        return "Seq(" + ", ".join(f"{n}L" for n in v) + ")" if v else "Seq.empty[Long]"
    if a.type == "float":
        return {"inf": "Double.PositiveInfinity", "-inf": "Double.NegativeInfinity"}.get(str(v), repr(float(v)))
    return java_value(a, v)


def sample_inputs(op, sample, key):
    """The expression of each input, by position; None if it is left out; a list for a list of inputs."""
    found, given = [], sample["inputs"]
    for i, p in enumerate(op.inputs):
        if p.list:
            found.append([f'in("{key}.in{i}.{j}")' for j in range(len(given) - i)])
            break
        one = given[i] if i < len(given) else None
        if one is None:
            found.append(None)
        elif "number" in one:
            v = one["number"]
            found.append(f"NDArray.number({v}{'L' if isinstance(v, int) else ''})")
        else:
            found.append(f'in("{key}.in{i}")')
    return found + [None] * (len(op.inputs) - len(found))


def java_call(f, sample, key):
    inputs = sample_inputs(f.op, sample, key)
    required = {a.name: a for a in f.op.required_attrs}
    attrs = {a.name: a for a in f.op.attrs}
    arguments = [x for x, p in zip(inputs, f.op.inputs) if not p.optional and not p.list]
    arguments = f.op.in_order(arguments, [java_value(required[n], sample["attrs"][n]) for n in required])
    if f.list:
        arguments.append("new NDArray[] {" + ", ".join(inputs[-1] if isinstance(inputs[-1], list) else []) + "}")
    sets = [f".{java_name(p.name)}({x})" for x, p in zip(inputs, f.op.inputs) if p.optional and x is not None]
    sets += [f".{java_name(n)}({java_value(attrs[n], v)})" for n, v in sample["attrs"].items() if n not in required and v is not None]
    if sets:
        arguments.append("o -> o" + "".join(sets))
    return f"Ops.{f.name}({', '.join(arguments)})"


def java_samples(description):
    out = [SOURCE, LICENCE, "package io.weir.test;", "", "import io.weir.DType;", "import io.weir.Device;", "import io.weir.NDArray;",
           "import io.weir.Ops;", "import org.junit.jupiter.api.Test;", "",
           "/** Every sample of every operator, called through the generated functions, has the recorded bits. */",
           "class SamplesTest extends Samples {"]
    for op in description.operators:
        f = Function(op)
        out += ["    @Test", f"    void {f.name}() {{"]
        for i, sample in enumerate(op.samples):
            key = f"{op.name}.{i}"
            out.append(f'        if (start("{key}")) {{')
            call = java_call(f, sample, key)
            if f.many:
                out.append(f"            var r = {call};")
                out.append(f'            check("{key}", {", ".join(f"r.{java_name(p.name)}()" for p in op.outputs)});')
            else:
                out.append(f'            check("{key}", {call});')
            out.append("        }")
        out += ["    }", ""]
    return "\n".join([*out[:-1], "}", ""])


# ---- Scala -----------------------------------------------------------------------------------------------------------

def scala_default(a):
    if a.default is None:
        return "None"
    if a.type == "float" and a.nullable:
        return scala_value(a, a.default)
    if a.type == "int":
        return f"{a.default}" if a.nullable else f"{a.default}L"
    return scala_value(a, a.default)


def scala_type(a):
    return SCALA_NULLABLE[a.type] if a.nullable or (a.default is None and not a.required) else SCALA_TYPES[a.type]


def scala_set(a, target="o"):
    """The statement that sets an attribute."""
    name, value = java_name(a.name), scala_name(a.name)
    optional = a.nullable or (a.default is None and not a.required)
    if a.type == "ints":
        return (f"optionalLongs({value}).foreach(v => {target}.{name}(v*))" if optional else f"{target}.{name}(longs({value})*)")
    if not optional:
        return f"{target}.{name}({value})"
    if a.type == "int":
        return f"optionalLong({value}).foreach(v => {target}.{name}(v))"
    if a.type == "float":
        return f"optionalDouble({value}).foreach(v => {target}.{name}(v))"
    kind = SCALA_TYPES[a.type]
    return f"{value} match {{ case v: {kind} => {target}.{name}(v); case None => () }}"


def scala_argument(a):
    return f"longs({scala_name(a.name)})" if a.type == "ints" else scala_name(a.name)


def scala_function(f):
    op = f.op
    arrays = [(f"{scala_name(p.name)}: NDArray", p.name, p.summary or p.name) for p in f.plain]
    parameters = op.in_order(arrays, [(f"{scala_name(a.name)}: {scala_type(a)}", a.name, about(a)) for a in op.required_attrs])
    if f.list:
        parameters.append((f"{scala_name(f.list.name)}: Seq[NDArray]", f.list.name, f.list.summary or f.list.name))
    parameters += [(f"{scala_name(p.name)}: NDArray = null", p.name, p.summary or p.name) for _, p in f.optional_inputs]
    parameters += [(f"{scala_name(a.name)}: {scala_type(a)} = {scala_default(a)}", a.name, about(a)) for a in op.optional_attrs]
    result = ("(" + ", ".join(["NDArray"] * len(op.outputs)) + ")" if f.many else "Seq[NDArray]" if op.outputs[0].list else "NDArray")
    tags = [(f"@param {scala_name(n).strip('`')}", text) for _, n, text in parameters]
    arguments = op.in_order([scala_name(p.name) for p in f.plain], [scala_argument(a) for a in op.required_attrs])
    if f.list:
        arguments.append(f"{scala_name(f.list.name)}.toArray" + ("" if f.has_options else "*"))
    elif not f.has_options and not op.shape_first and op.required_attrs and op.required_attrs[-1].type == "ints":
        arguments[-1] += "*"
    sets = [f"if {scala_name(p.name)} != null then o.{java_name(p.name)}({scala_name(p.name)})" for _, p in f.optional_inputs]
    sets += [scala_set(a) for a in op.optional_attrs]
    out = comment("  ", [op.summary, op.notes], tags)
    head = ", ".join(text for text, _, _ in parameters)
    out.append(f"  def {scala_name(op.name)}({head}): {result} =")
    java = from_scala(f.name)
    call = f"Ops.{java}({', '.join(arguments)})"
    if f.has_options:
        body = "; ".join([*sets, "()"])
        call = f"Ops.{java}({', '.join([*arguments, 'o => { ' + body + ' }'])})"
    if f.many:
        out += [f"    val r = {call}", "    (" + ", ".join(f"r.{java_name(p.name)}" for p in op.outputs) + ")"]
    else:
        out.append(f"    {call}" + (".toSeq" if op.outputs[0].list else ""))
    return [*out, ""]


def scala_ops(description):
    out = [SOURCE, LICENCE, "package weir", "", "import io.weir.*", "",
           *comment("", ["The operators of the library.  They return at once; reading a result waits."]), "object ops:"]
    for op in description.operators:
        out += scala_function(Function(op))
    return "\n".join([*out[:-1], ""])


def scala_constructor(b, java, holder, kind, first=(), before="", scala=None):
    leading = max((i for i, a in enumerate(b.attrs) if a.required), default=-1)
    parameters = list(first)
    for i, a in enumerate(b.attrs):
        default = f" = {scala_default(a)}" if i > leading else ""
        parameters.append((f"{scala_name(a.name)}: {scala_type(a)}{default}", a.name, about(a)))
    tags = [(f"@param {scala_name(n).strip('`')}", text) for _, n, text in parameters]
    out = comment("  ", [b.summary, getattr(b, "notes", None)], tags)
    out.append(f"  def {scala or b.name}({', '.join(text for text, _, _ in parameters)}): {kind} =")
    if b.attrs:
        out.append(f"    {holder}.{java}({before}o => {{ {'; '.join([*[scala_set(a) for a in b.attrs], '()'])} }})")
    else:
        out.append(f"    {holder}.{java}({before.rstrip(', ')})")
    return [*out, ""]


def scala_nn(description):
    out = [SOURCE, LICENCE, "package weir", "", "import io.weir.*", "",
           *comment("", ["Constructors of layers and losses.  Names, arguments and their order follow PyTorch.",
                         "A size that depends on the input, such as inFeatures, may be None: it is known at the first call."]),
           "object nn:",
           "  /** Blocks that are called one after another. */",
           "  def Sequential(children: Block*): Block = io.weir.Block.sequential(children*)", "",
           "  /** A network from its text: kinds with positional or named attributes, separated by commas. */",
           "  def parse(text: String): Block = io.weir.Block.parse(text)", ""]
    for b in description.blocks:
        if not b.has("children"):
            out += scala_constructor(b, layer_name(b.name), "Layers", "Block")
    return "\n".join([*out[:-1], ""])


def scala_optim(description):
    out = [SOURCE, LICENCE, "package weir", "", "import io.weir.*", "import scala.jdk.CollectionConverters.*", "",
           *comment("", ["Constructors of optimisers.  Names, settings and update rules follow PyTorch."]), "object optim:"]
    first = [("parameters: Seq[NDArray]", "parameters", "the arrays to train, such as net.params")]
    for o in description.optimizers:
        out += scala_constructor(o, o.name.lower(), "Optimizers", "Optimizer", first, "parameters.asJava, ")
    out += [*comment("", ["Learning rates as functions of the step t, counted from 0."]), "object schedules:"]
    for c in description.components:
        if c.family != "schedule" or c.options or c.name == "plateau":
            continue
        parameters = [(f"{scala_name(a.name)}: {scala_type(a)}" + ("" if a.required else f" = {scala_default(a)}"), a.name, about(a)) for a in c.attrs]
        out += comment("  ", [c.summary], [(f"@param {scala_name(n).strip('`')}", text) for _, n, text in parameters])
        out += [f"  def {scala_name(c.name)}({', '.join(text for text, _, _ in parameters)}): Double =",
                f"    Schedules.{java_name(c.name)}({', '.join(scala_argument(a) for a in c.attrs)})", ""]
    out += [*comment("", ["Constructors of metrics."]), "object metrics:"]
    for c in description.components:
        if c.family != "metric":
            continue
        parameters = [(f"{scala_name(a.name)}: {scala_type(a)}", a.name, about(a)) for a in c.attrs]
        out += comment("  ", [c.summary], [(f"@param {scala_name(n).strip('`')}", text) for _, n, text in parameters])
        out += [f"  def {scala_name(c.name)}({', '.join(text for text, _, _ in parameters)}): Metric =",
                f"    Metrics.{java_name(c.name)}({', '.join(scala_name(a.name) for a in c.attrs)})", ""]
    return "\n".join([*out[:-1], ""])


def scala_call(f, sample, key):
    inputs = sample_inputs(f.op, sample, key)
    attrs = {a.name: a for a in f.op.attrs}
    arguments = [x for x, p in zip(inputs, f.op.inputs) if not p.optional and not p.list]
    if f.list:
        arguments.append(f"{scala_name(f.list.name)} = Seq({', '.join(inputs[-1] if isinstance(inputs[-1], list) else [])})")
    arguments += [f"{scala_name(p.name)} = {x}" for x, p in zip(inputs, f.op.inputs) if p.optional and x is not None]
    given = {n: scala_value(attrs[n], v) for n, v in sample["attrs"].items() if v is not None}
    if f.op.shape_first:  # by place, like the inputs
        arguments = f.op.in_order(arguments, [given.pop(a.name) for a in f.op.required_attrs])
    arguments += [f"{scala_name(n)} = {v}" for n, v in given.items()]
    return f"ops.{scala_name(f.op.name)}({', '.join(arguments)})"


def scala_samples(description):
    out = [SOURCE, LICENCE, "package weir.test", "", "import io.weir.*", "import io.weir.test.Samples", "import org.junit.jupiter.api.Test", "import weir.*", "",
           "/** Every sample of every operator, called through Scala's functions, has the recorded bits. */",
           "class ScalaSamplesTest extends Samples:"]
    for op in description.operators:
        f = Function(op)
        out.append(f"  @Test def {scala_name(op.name)}(): Unit =")
        for i, sample in enumerate(op.samples):
            key = f"{op.name}.{i}"
            call = scala_call(f, sample, key)
            if f.many:
                call += ".toList*"
            elif op.outputs[0].list:
                call += "*"
            out.append(f'    if start("{key}") then check("{key}", {call})')
        if not op.samples:
            out.append("    ()")
        out.append("")
    return "\n".join(out)


def files(description):
    return {
        JAVA.format("main", "Ops"): ops(description),
        JAVA.format("main", "ArrayOperations"): methods(description),
        JAVA.format("main", "Layers"): layers(description),
        JAVA.format("main", "Optimizers"): optimizers(description),
        JAVA.format("main", "Schedules"): schedules(description),
        JAVA.format("main", "Metrics"): metrics(description),
        JAVA.format("main", "DType"): dtypes(description),
        JAVA.format("main", "Status"): statuses(description),
        JAVA.format("test", "test/SamplesTest"): java_samples(description),
        SCALA.format("main", "ops"): scala_ops(description),
        SCALA.format("main", "nn"): scala_nn(description),
        SCALA.format("main", "optim"): scala_optim(description),
        SCALA.format("test", "test/ScalaSamplesTest"): scala_samples(description),
    }
