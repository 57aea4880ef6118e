#!/usr/bin/env python3
"""mkops.py - generate files from the operators' blocks: the list of operators, and a typed function for each.

    tools/mkops.py            write the files below
    tools/mkops.py --check    check that they are up to date

    src/ops/core/ops.def      OP(name) a line, in alphabetical order
    src/ops/core/expression.h wr_g_name(v, ...): calls inside gradients
    include/weir/ops.h        weir_name(...): the public functions
    src/api/ops_gen.c         the definitions of these functions
    lib/nn/block_kinds.def    KIND(name) a line: the kinds of blocks, `WR_BLOCK(name)` in lib/nn
    src/ops/core/facts.def    FACTS(name, category, version, flags): what weir_op_describe says beyond the block
    lib/nn/block_facts.def    FACTS(name, category, version): the same for kinds of blocks

The category is the folder of an operator, and the file of a block.  The version is the one in which the name appeared:
a name that the file has keeps its version, and a new one gets that of weir.h.

The source is text: blocks `WR_OP(name) = {...}` with their `#define NAME_ATTRS(X, A)` lists, and lines of
families, which declare themselves in a comment:

    family UNARY: inputs x; outputs y
    family REDUCE: inputs x; outputs y; attrs REDUCE_ATTRS

An attribute that an operator gets after a release is appended behind the comment `/* since 0.2 */` in its list; see
docs/design/c-interface.md, "Typed calls".

The tests compare these files with the descriptions of the running library (weir_op_describe).

SPDX-License-Identifier: Apache-2.0
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FAMILY = re.compile(r"family (\w+): inputs ([^;\n]*); outputs ([^;\n]*?)(?:; attrs (\w+))?(?:; flags ([\w ]+))?\.?\s*(?:\*/)?\n")
ATTRS = re.compile(r"#define (\w+)_ATTRS\(X, A\)((?:[^\n]*\\\n)*[^\n]*)")
USES = re.compile(r"\b(\w+)_ATTRS\(X, A\)")
ATTR = re.compile(r'/\*\s*since\s+([\d.]+)\s*\*/|'
                  r'X\(A,\s*(\w+),\s*(\w+),\s*((?:[^,()]|\([^()]*\))+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)'
                  r'(?:,\s*(?:"(?:[^"\\]|\\.)*"\s*)+)?\)')
BLOCK = re.compile(r"^WR_OP\((\w+)\) = \{(.*?)^\};", re.M | re.S)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
C_TYPE = {"BOOL": "int", "I64": "int64_t", "F64": "double", "DTYPE": "weir_dtype", "DEVICE": "int32_t",
          "I64S": "const int64_t *", "TEXT": "const char *"}
FIELD = {"BOOL": "int32_t", "I64": "int64_t", "F64": "double", "DTYPE": "int32_t", "DEVICE": "int32_t",
         "I64S": "weir_i64s", "TEXT": "const char *"}
SIZE = {"BOOL": 4, "I64": 8, "F64": 8, "DTYPE": 4, "DEVICE": 4, "I64S": 16, "TEXT": 8}
# Defaults whose bytes are all 0, as an option that is added after a release must have.
ZERO = {"0", "0.0", "NULL", "WEIR_NO_LIST", "WEIR_DTYPE_DEFAULT"}

# Operators whose name is that of a type: what their typed function is called.
C_NAMES = {"var": "variance"}
# Options whose name is that of a field of every struct of options.
C_FIELDS = {("interpolate", "size"): "output_size"}

# `since` is the version that added the attribute, "" for the operator's first version.
Attr = collections.namedtuple("Attr", "kind name default summary since")

# Operators that are parts of other ones, by the end of their name or by name.
INTERNAL_ENDS = ("_backward", "_grad", "_step", "_combine")
INTERNAL = {"loss_scale_update", "mask_select_sized", "matrix_square_repeat", "nonzero_sized", "quantile_positions",
            "reframe", "sum_runs", "unique_groups"}


class Op:
    def __init__(self, name, inputs, outputs, attrs, summary, flags, family, notes="", composed=False):
        self.name, self.attrs, self.summary, self.flags = name, attrs, summary, flags
        self.family = family  # the folder of src/ops that it is in
        self.notes, self.composed = notes, composed  # composed: its view issues other operators
        self.inputs = [i.strip() for i in inputs.split(",") if i.strip()]
        self.outputs = [o.strip() for o in outputs.split(",") if o.strip()]

    @property
    def variadic(self):
        return "VARIADIC" in self.flags

    @property
    def many(self):
        return bool(self.outputs) and self.outputs[0].endswith("...")

    def names(self):
        return [i.rstrip("?") for i in self.inputs]

    def input_parameters(self):
        names = self.names()
        parameters = [f"weir_array *{name}" for name in names]
        if self.variadic:
            parameters[-1:] = [f"weir_array *const *{names[-1]}", f"uint32_t {names[-1]}_count"]
        return parameters

    @property
    def c_name(self):
        return C_NAMES.get(self.name, self.name)

    @property
    def required(self):
        return [a for a in self.attrs if a.default == "WEIR_REQUIRED"]

    @property
    def optional(self):
        return [a for a in self.attrs if a.default != "WEIR_REQUIRED"]

    @property
    def shares_layout(self):
        """Are the options, behind their size, laid out like the attributes?"""
        return bool(self.optional) and not self.required and not any(a.since for a in self.attrs)

    def field(self, attr):
        """What an option is called in the struct of options."""
        return C_FIELDS.get((self.name, attr.name), attr.name)

    def options(self):
        """The fields of the struct of options behind its size: a list of (C type, name, initial value, since).

        The fields of each version end without padding, so that a later one lies behind the size that an older program
        knows.
        """
        out, at, since = [], 0, ""

        def fill():
            if at % 8:
                count = sum(name.startswith("unused") for _, name, _, _ in out)
                out.append(("int32_t", f"unused{count + 1 if count else ''}", "0", since))

        for a in self.optional:
            if a.since != since:
                fill()
                at, since = (at + 7) // 8 * 8, a.since
            size = SIZE[a.kind]
            at = (at + min(size, 8) - 1) // min(size, 8) * min(size, 8) + size
            value = {"WEIR_NO_LIST": "{NULL, 0}", "NAN": "WEIR_NAN"}.get(a.default, a.default)
            if a.kind in ("DTYPE", "DEVICE"):
                value = {"0": "WEIR_DTYPE_DEFAULT", "-1": "WEIR_DEVICE_DEFAULT"}.get(value, value)
            out.append((FIELD[a.kind], self.field(a), value, since))
        fill()
        return out

    def check(self):
        """Why the typed function cannot be generated, or None."""
        names = [self.field(a) for a in self.optional]
        if "size" in names:
            return "the option `size` needs another name in C; see C_FIELDS"
        late = [a for a in self.attrs if a.since]
        if late != self.attrs[len(self.attrs) - len(late):]:
            return "attributes since a later version come last"
        for a in late:
            if a.default not in ZERO:
                return f"{a.name} is since {a.since}, so its default must be 0, NULL or WEIR_NO_LIST, not {a.default}"
        if late and all(a.since for a in self.optional):
            return f"{late[0].name} is its first option: compiled programs call weir_{self.c_name} without `options`"
        return None

    def attr_parameters(self):
        """The parameters of a call inside a gradient."""
        out = []
        for a in self.attrs:
            c = "int32_t" if a.kind == "DTYPE" else C_TYPE[a.kind]
            out.append(f"{c}{'' if c.endswith('*') else ' '}{a.name}")
            if a.kind == "I64S":
                out.append(f"int64_t {a.name}_count")
        return out

    def typed_parameters(self):
        """The parameters of the typed function between inputs and outputs."""
        out = []
        for a in self.required:
            c = "weir_i64s" if a.kind == "I64S" else C_TYPE[a.kind]
            out.append(f"{c}{'' if c.endswith('*') else ' '}{a.name}")
        if self.optional:
            out.append(f"const weir_{self.c_name}_options *options")
        return out

    def output_parameters(self):
        if self.many:
            name = self.outputs[0].rstrip(".")
            return [f"weir_array **{name}", f"uint32_t *{name}_count"]
        return [f"weir_array **{o}" for o in self.outputs]

    def attr_struct(self):
        """The attributes of a call inside a gradient, from its parameters."""
        fields = " ".join(field_text(a) for a in self.attrs)
        values = []
        for a in self.attrs:
            cast = {"BOOL": f"{a.name} != 0", "DTYPE": f"(int32_t){a.name}",
                    "I64S": f"{{{a.name}, {a.name}_count}}"}
            values.append(cast.get(a.kind, a.name))
        return f"const struct {{ {fields} }} attr = {{{', '.join(values)}}};"

    def typed_struct(self):
        """The attributes of a typed call, from its parameters and options."""
        values = []
        for a in self.attrs:
            value = a.name if a in self.required else f"opt->{self.field(a)}"
            cast = {"BOOL": f"{value} != 0", "DTYPE": f"(int32_t){value}" if a in self.required else value}
            values.append(cast.get(a.kind, value))
        return f"const weir_{self.name}_attr attr = {{{', '.join(values)}}};"


def field_text(a):
    """The declaration of the field of an attribute."""
    return f"{FIELD[a.kind]}{'' if FIELD[a.kind].endswith('*') else ' '}{a.name};"


def unquote(text):
    return "".join(STRING.findall(text))


def field(block, name, default=""):
    match = re.search(r"\.%s =((?:\s*\"(?:[^\"\\]|\\.)*\")+)" % name, block)
    return unquote(match[1]) if match else default


def whole(name, bodies):
    """A list of attributes, with the lists of the same file that it names."""
    text = USES.sub(lambda use: whole(use[1], bodies), bodies[name])
    other = re.search(r"\b(\w+)\(X, A\)", text)
    if other:
        sys.exit(f"mkops.py: {name}_ATTRS contains {other[1]}(X, A); the name of a list of attributes ends in _ATTRS")
    return text


def attributes(body):
    """The attributes in the text of a list."""
    out, since = [], ""
    for version, kind, name, default, summary in ATTR.findall(body):
        since = version or since
        if kind:
            out.append(Attr(kind, name, default.strip(), unquote(summary), since))
    return out


def read():
    ops = []
    for path in sorted((ROOT / "src/ops").glob("*/*.[cd]*"), key=lambda path: path.name):
        if path.name in ("ops.def", "facts.def", "part_names.def", "autocast.def"):
            continue
        text = path.read_text()
        bodies = {m[1]: m[2].replace("\\\n", "\n") for m in ATTRS.finditer(text)}
        lists = {name: attributes(whole(name, bodies)) for name in bodies}
        for m in BLOCK.finditer(text):
            used = re.search(r"WEIR_USE_ATTRS\((\w+)\)", m[2])
            flags = re.search(r"\.flags = ([^,]*),", m[2])
            attrs = lists[used[1].upper()] if used else []
            ops.append(Op(m[1], field(m[2], "inputs"), field(m[2], "outputs", "y"), attrs,
                          field(m[2], "summary"), flags[1] if flags else "", path.parent.name, field(m[2], "notes"),
                          "ops/core/composite_calls.h" in text))
        for family, inputs, outputs, attrs, flags in FAMILY.findall(text):
            own = lists[attrs.replace("_ATTRS", "")] if attrs else []
            for line in re.findall(r"^%s\((.*)\)$" % family, text, re.M):
                name = line.split(",")[0].strip()
                ops.append(Op(name, inputs, outputs, own, STRING.findall(line)[-1], flags, path.parent.name))
    ops.sort(key=lambda op: op.name)
    names = [op.name for op in ops]
    empty = [op.name for op in ops if not op.summary]
    if empty:
        sys.exit(f"mkops.py: operators without a summary: {', '.join(empty)}")
    for op in ops:
        if op.check():
            sys.exit(f"mkops.py: {op.name}: {op.check()}")
    twice = {n for n in names if names.count(n) > 1}
    if twice:
        sys.exit(f"mkops.py: several operators have the same name: {', '.join(sorted(twice))}")
    return ops


HEAD = "/* %s - %s\n *\n * Generated by tools/mkops.py from the blocks in src/ops; do not edit.\n *\n" \
       " * SPDX-License-Identifier: Apache-2.0 */\n/* clang-format off */\n"


def wrap(text, width=96, indent="    "):
    """Break a prototype after commas."""
    lines, line = [], ""
    for part in re.split(r"(?<=,) ", text):
        if line and len(line) + 1 + len(part) > width:
            lines.append(line)
            line = indent + part
        else:
            line = f"{line} {part}" if line else part
    return "\n".join(lines + [line])


def filled(first, text, indent):
    """The words of a text behind `first`, as lines of a comment."""
    lines, line = [], first
    for word in text.split():
        if len(line) + 1 + len(word) > 96:
            lines.append(line)
            line = indent
        line += " " + word
    return lines + [line]


def comment(op):
    lines = filled("/*", op.summary, " *")
    if op.notes:
        lines += filled(" *", op.notes.replace('\\"', '"').replace("*/", "* /"), " *")
    optional = [name.rstrip("?") for name in op.inputs if name.endswith("?")]
    if optional:
        lines += filled(" *  ", f"{', '.join(optional)}: may be NULL", " *       ")
    for a in op.required:
        lines += filled(f" *   {a.name}:", a.summary, " *       ")
    if op.optional:
        lines.append(" * Options:")
    for a in op.optional:
        lines += filled(f" *   {op.field(a)}:", a.summary + (f" (since {a.since})" if a.since else ""), " *       ")
    how = "immediate" if "VIEW" in op.flags and not op.composed else "blocking" if "BLOCKING" in op.flags else "queued"
    fails = "EINVAL ENOMEM ECLOSED EINTR" if how != "blocking" else "EINVAL ENOMEM ECLOSED EINTR EDEADLK"
    hands = "returns +1" if op.outputs else "-"
    lines.append(f" * [{how} | any thread | {hands} | {fails}] */")
    return "\n".join(lines)


def prototype(op):
    first = [] if op.inputs else ["weir_runtime *rt"]
    parameters = first + op.input_parameters() + op.typed_parameters() + op.output_parameters()
    return f"weir_status weir_{op.c_name}({', '.join(parameters)})"


def ops_def(ops):
    return HEAD % ("ops.def", "all operators.") + "".join(f"OP({op.name})\n" for op in ops)


def public_struct(op):
    """The attributes, for weir_op_call, weir_op_call_into and weir_op_vjp."""
    if not op.attrs:
        return ""
    fields = "".join(f"    {field_text(a)}\n" for a in op.attrs)
    return f"typedef struct weir_{op.name}_attr {{\n{fields}}} weir_{op.name}_attr;\n\n"


def options_struct(op):
    """The options of the typed function, and their initialiser."""
    if not op.optional:
        return ""
    fields = "".join(f"    {c}{'' if c.endswith('*') else ' '}{name};\n" for c, name, _, _ in op.options())
    name = f"weir_{op.c_name}_options"
    values = ", ".join([f"sizeof({name})"] + [value for _, _, value, _ in op.options()])
    macro = wrap(f"#define {name.upper()} {{{values}}}", 94).replace("\n", " \\\n")
    return f"typedef struct {name} {{\n    size_t size;\n{fields}}} {name};\n{macro}\n\n"


TYPED = """\
/* Every function has one shape: the inputs (the runtime if there are none), the required
 * attributes, a pointer to the options, the outputs.  Options are the attributes that have a
 * default.  NULL means all defaults; WEIR_NAME_OPTIONS initialises a struct with the defaults:
 *
 *     weir_softmax_options o = WEIR_SOFTMAX_OPTIONS;
 *     o.axis = 1;
 *     weir_softmax(x, &o, &y);
 *
 * A struct that is made without it, such as (weir_softmax_options){.axis = 1}, has the size 0 and
 * is refused.  An operator without options has no such parameter.  A list is a weir_i64s, which is
 * read during the call: WEIR_I64S(2, 3) in C, weir_i64s_of(data, count) in C and C++.  The value
 * that means "none" is WEIR_NONE, WEIR_NAN, {NULL, 0} or NULL; the default dtype is 0, the default
 * device -1.
 *
 * weir_NAME_attr is the struct of all attributes for weir_op_call, weir_op_call_into and
 * weir_op_vjp; weir_attr_init sets it to the defaults. */

"""

TAKE = """
/* Set `opt` to the options of a call: the caller's, the defaults for NULL, or a copy of a struct of
 * another size.  `last` is the last field of the struct in the first version that had it. */
#define TAKE(name, NAME, last)                                                                    \\
    static const weir_##name##_options defaults = WEIR_##NAME##_OPTIONS;                          \\
    weir_##name##_options own;                                                                    \\
    const weir_##name##_options *opt = options != NULL ? options : &defaults;                     \\
    if (WR_UNLIKELY(opt->size != sizeof own)) {                                                   \\
        opt = fit(&own, &defaults, opt, WEIR_SIZE_UP_TO(weir_##name##_options, last), #name);     \\
        if (opt == NULL) return WEIR_EINVAL;                                                      \\
    }

/* The attributes of an operator without required ones: they are the options behind their size. */
#define BEHIND_SIZE(op, name)                                                                     \\
    _Static_assert(sizeof(weir_##op##_attr) + sizeof(size_t) <= sizeof(weir_##name##_options),    \\
                   "the options contain the attributes");                                         \\
    const void *attr = (const char *)opt + sizeof(size_t);

/* Fill `own` from options of another size.  NULL: they are refused. */
static const void *fit(void *own, const void *defaults, const void *options, size_t first_size,
                       const char *name) {
    char type[80], macro[80];
    size_t size, own_size;
    memcpy(&size, options, sizeof size);
    memcpy(&own_size, defaults, sizeof own_size);
    memcpy(own, defaults, own_size);
    snprintf(type, sizeof type, "weir_%s_options", name);
    if (size >= first_size) {
        weir_status status = weir_struct_take(own, own_size, options, first_size, name, type);
        return status == WEIR_OK ? own : NULL;
    }
    size_t n = strlen(type);
    for (size_t i = 0; i <= n; i++) macro[i] = (char)toupper((unsigned char)type[i]);
    wr_fail(WEIR_EINVAL,
            "%s: the size of %s is %zu; expected %zu or more.  Initialise the struct with %s, which sets "
            "the size and the defaults, or pass NULL for the defaults",
            name, type, size, first_size, macro);
    return NULL;
}
"""


def ops_h(ops):
    body = "\n".join(f"{public_struct(op)}{options_struct(op)}{comment(op)}\n{wrap('WEIR_API ' + prototype(op) + ';')}\n"
                     for op in ops)
    return (HEAD % ("ops.h", "one typed function for each operator.") +
            "#ifndef WEIR_H\n#include \"weir/weir.h\" /* includes this file in turn */\n#endif\n"
            "#ifndef WEIR_OPS_H\n#define WEIR_OPS_H\n\n"
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" +
            TYPED + body +
            "\n#ifdef __cplusplus\n}\n#endif\n#endif\n")


def body(op):
    names = op.names()
    lines = []
    attr = "NULL"
    if op.optional:
        last = [name for _, name, _, since in op.options() if not since][-1]
        lines.append(f"TAKE({op.c_name}, {op.c_name.upper()}, {last})")
    if op.shares_layout:
        lines.append(f"BEHIND_SIZE({op.name}, {op.c_name})")
        attr = "attr"
    elif op.attrs:
        lines.append(op.typed_struct())
        attr = "&attr"
    if op.variadic and names[:-1]:
        first, last = names[:-1], names[-1]
        lines.append(f"weir_array *in[MANY] = {{{', '.join(first)}}};")
        lines.append(f"if (!join(WR_OP_{op.name}, in, {len(first)}, {last}, {last}_count)) return WEIR_EINVAL;")
        inputs, count, rt = "in", f"{len(first)} + {last}_count", f"weir_array_runtime({names[0]})"
    elif op.variadic:
        inputs, count = names[-1], f"{names[-1]}_count"
        rt = f"({names[-1]}_count > 0 && {inputs} != NULL ? weir_array_runtime({inputs}[0]) : NULL)"
    elif names:
        lines.append(f"weir_array *const in[] = {{{', '.join(names)}}};")
        inputs = "in"
        count = str(len(names))
        rt = f"weir_array_runtime({names[0]})"
    else:
        inputs, count, rt = "NULL", "0", "rt"
    if op.many:
        name = op.outputs[0].rstrip(".")
        lines.append(f"return call(WR_OP_{op.name}, {rt}, {inputs}, {count}, {attr}, {name}, {name}_count);")
    elif not op.outputs:
        lines.append(f"return call(WR_OP_{op.name}, {rt}, {inputs}, {count}, {attr}, NULL, NULL);")
    elif len(op.outputs) == 1:
        lines.append(f"return call(WR_OP_{op.name}, {rt}, {inputs}, {count}, {attr}, {op.outputs[0]}, NULL);")
    else:
        outs = op.outputs
        lines.append(f"weir_array *out[{len(outs)}];")
        lines.append(f"uint32_t count = {len(outs)};")
        lines.append(f"weir_status status = call(WR_OP_{op.name}, {rt}, {inputs}, {count}, {attr}, out, &count);")
        for i, o in enumerate(outs):
            lines.append(f"if (status == WEIR_OK) hand_over(out[{i}], {o});")
        lines.append("return status;")
    return "".join(f"    {wrap(line, 92, '        ')}\n" for line in lines)


def ops_c(ops):
    text = HEAD % ("ops_gen.c", "definitions of the typed functions.")
    text += '#include <ctype.h>\n#include <stdio.h>\n#include <string.h>\n\n'
    text += '#include "ops/core/op.h"\n#include "weir/ops.h"\n\n'
    text += ("static weir_status call(int id, weir_runtime *rt, weir_array *const *in, uint32_t in_count,\n"
             "                        const void *attr, weir_array **out, uint32_t *out_count) {\n"
             "    const weir_op *op = &wr_ops[id];\n"
             "    wr_ops_ready();\n"
             "    if (WR_UNLIKELY(rt == NULL)) return wr_fail(WEIR_EINVAL, \"%s: %s\", op->def.name,\n"
             "                                               in_count > 0 ? \"the first input is NULL\" : \"rt is NULL\");\n"
             "    if (WR_UNLIKELY(out == NULL && op->out_names > 0)) return wr_fail(WEIR_EINVAL, \"%s: out is NULL\", op->def.name);\n"
             "    return wr_call_recorded(rt, op, in, in_count, attr, out, out_count);\n}\n")
    if any(op.variadic and len(op.inputs) > 1 for op in ops):
        text += ("\n/* The maximum number of inputs of an operator with a list of arrays after other inputs. */\nenum { MANY = 64 };\n\n"
                 "static bool join(int id, weir_array **in, uint32_t at, weir_array *const *more, uint32_t count) {\n"
                 "    if (WR_UNLIKELY(wr_ops[id].def.name == NULL)) wr_ops_ready();\n"
                 "    if (more != NULL && count <= MANY - at) {\n"
                 "        for (uint32_t i = 0; i < count; i++) in[at + i] = more[i];\n"
                 "        return true;\n    }\n"
                 "    wr_fail(WEIR_EINVAL, \"%s: the list of arrays must not be NULL or longer than %u\", wr_ops[id].def.name,\n"
                 "            MANY - at);\n"
                 "    return false;\n}\n")
    text += ("\n/* Store an output, or release it if the caller passed NULL for it. */\n"
             "static void hand_over(weir_array *made, weir_array **out) {\n"
             "    if (out != NULL)\n        *out = made;\n    else\n        weir_array_release(made);\n}\n")
    text += TAKE
    for op in ops:
        text += f"\n{wrap(prototype(op) + ' {')}\n{body(op)}}}\n"
    return text


def build_h(ops):
    text = HEAD % ("expression.h", "operators as functions inside gradients.")
    text += '#ifndef WR_EXPRESSION_H\n#define WR_EXPRESSION_H\n\n#include "ops/core/op.h"\n'
    for op in ops:
        if len(op.outputs) != 1 or op.many:
            continue
        parameters = ["weir_vjp *v"] + op.input_parameters() + op.attr_parameters()
        text += "\n" + wrap(f"static inline weir_array *wr_g_{op.name}({', '.join(parameters)}) {{") + "\n"
        attr = "NULL"
        if op.attrs:
            text += f"    {wrap(op.attr_struct(), 92, '        ')}\n"
            attr = "&attr"
        names = op.names()
        if op.variadic and names[:-1]:
            first, last = names[:-1], names[-1]
            text += f"    weir_array *in[64] = {{{', '.join(first)}}};\n"
            text += f"    for (uint32_t i = 0; i < {last}_count && i < {64 - len(first)}; i++) in[{len(first)} + i] = {last}[i];\n"
            text += f"    return wr_build(v, WR_OP_{op.name}, {attr}, {len(first)} + {last}_count, in);\n}}\n"
        elif op.variadic:
            text += f"    return wr_build(v, WR_OP_{op.name}, {attr}, {names[-1]}_count, {names[-1]});\n}}\n"
        elif names:
            text += f"    weir_array *const in[] = {{{', '.join(names)}}};\n"
            text += f"    return wr_build(v, WR_OP_{op.name}, {attr}, {len(names)}, in);\n}}\n"
        else:
            text += f"    return wr_build(v, WR_OP_{op.name}, {attr}, 0, NULL);\n}}\n"
    return text + "\n#endif\n"


def kinds():
    """The kinds of blocks and their files: lines that start with WR_BLOCK(name) or with WR_BLOCK_SOMETHING(name."""
    return {name: path.stem for path in sorted((ROOT / "lib/nn").glob("*.c"))
            for name in re.findall(r"^WR_BLOCK\w*\((\w+)", path.read_text(), re.M)}


def kinds_def():
    head = HEAD % ("block_kinds.def", "all block kinds.")
    return head.replace("src/ops", "lib/nn") + "".join(f"KIND({name})\n" for name in sorted(kinds()))


def versions(name):
    """The versions in which names appeared, as the file says, and the present version, for names that it lacks."""
    path = ROOT / name
    known = dict(re.findall(r'^FACTS\((\w+), "\w+", "([\d.]+)"', path.read_text(), re.M)) if path.exists() else {}
    header = (ROOT / "include/weir/weir.h").read_text()
    return known, ".".join(re.search(rf"define WEIR_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))


def facts_def(ops):
    known, now = versions("src/ops/core/facts.def")
    text = HEAD % ("facts.def", "the category, the first version and more flags of each operator.")
    for op in ops:
        internal = op.name in INTERNAL or op.name.endswith(INTERNAL_ENDS)
        text += f'FACTS({op.name}, "{op.family}", "{known.get(op.name, now)}", {"WEIR_OP_INTERNAL" if internal else "0"})\n'
    return text


def block_facts_def():
    known, now = versions("lib/nn/block_facts.def")
    head = HEAD % ("block_facts.def", "the category and the first version of each block kind.")
    return head.replace("src/ops", "lib/nn") + "".join(
        f'FACTS({name}, "{file}", "{known.get(name, now)}")\n' for name, file in sorted(kinds().items()))


def main():
    ops = read()
    files = {"src/ops/core/ops.def": ops_def(ops), "include/weir/ops.h": ops_h(ops),
             "src/api/ops_gen.c": ops_c(ops), "src/ops/core/expression.h": build_h(ops),
             "lib/nn/block_kinds.def": kinds_def(), "src/ops/core/facts.def": facts_def(ops),
             "lib/nn/block_facts.def": block_facts_def()}
    stale = [name for name, text in files.items()
             if not (ROOT / name).exists() or (ROOT / name).read_text() != text]
    if "--check" in sys.argv[1:]:
        for name in stale:
            print(f"{name} is out of date; run tools/mkops.py")
        return 1 if stale else 0
    for name in stale:
        (ROOT / name).write_text(files[name])
    return 0


if __name__ == "__main__":
    sys.exit(main())
