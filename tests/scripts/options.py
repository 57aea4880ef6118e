#!/usr/bin/env python3
"""options.py - the structs of options in weir/ops.h: each initialiser compiles as C11 and as C++17 without a warning and
sets the size and the defaults that the library describes; no struct ends in padding.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(os.environ["TEST_SOURCE"])
BUILD = pathlib.Path(os.environ["TEST_BUILD"])
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wundef", "-Wconversion", "-Werror", f"-I{SOURCE}/include"]
STRUCT = re.compile(r"typedef struct weir_(\w+)_options \{(.*?)\n\}", re.S)
FIELD = re.compile(r"\b(\w+);")
NAMES = {"variance": "var"}  # functions with another name than their operator
FIELDS = {("interpolate", "output_size"): "size"}

HEAD = """#include <stdio.h>
#include <string.h>
#include <weir/weir.h>

static int wrong;

static size_t field_size(int32_t type) {
    return type == WEIR_ATTR_I64S ? sizeof(weir_i64s)
           : type == WEIR_ATTR_I64 || type == WEIR_ATTR_F64 || type == WEIR_ATTR_TEXT ? 8 : 4;
}

/* The field of the options holds what weir_attr_init sets the attribute to.  *optional counts the fields. */
static void check(const char *name, const char *attribute, const void *field, uint32_t *optional) {
    const weir_op *op = weir_op_find(name);
    const weir_op_def *def = op != NULL ? weir_op_describe(op) : NULL;
    char attr[1024];
    if (def == NULL || weir_attr_init(op, attr, def->attr_size) != WEIR_OK) {
        printf("%s: %s\\n", name, weir_error()), wrong++;
        return;
    }
    for (uint32_t i = 0; i < def->attr_count; i++) {
        const weir_attr *a = weir_attr_at(def->attrs, def->attr_stride, i);
        if (strcmp(a->name, attribute) != 0) continue;
        ++*optional;
        const char *text = NULL;
        memcpy(&text, field, sizeof text * (a->type == WEIR_ATTR_TEXT));
        if (a->required)
            printf("%s: %s is required, but an option\\n", name, attribute), wrong++;
        else if (a->type == WEIR_ATTR_TEXT ? (text == NULL) != (a->text == NULL) || (text && strcmp(text, a->text))
                 : memcmp(field, attr + a->offset, field_size(a->type)) != 0)
            printf("%s: the default of %s is not that of the description\\n", name, attribute), wrong++;
        return;
    }
    printf("%s has no attribute %s\\n", name, attribute), wrong++;
}

/* Every attribute with a default is an option. */
static void check_count(const char *name, uint32_t optional) {
    const weir_op_def *def = weir_op_describe(weir_op_find(name));
    for (uint32_t i = 0; i < def->attr_count; i++)
        optional += (uint32_t)weir_attr_at(def->attrs, def->attr_stride, i)->required;
    if (optional != def->attr_count) printf("%s: an attribute is missing\\n", name), wrong++;
}
"""


def run(command):
    """Run a command; its output only if it fails."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def program(structs):
    """A program, in the common part of C11 and C++17, that checks all structs of options."""
    lines = [HEAD]
    for name, body in structs:
        fields = FIELD.findall(body)
        op, macro = NAMES.get(name, name), f"WEIR_{name.upper()}_OPTIONS"
        lines += [f"static void check_{name}(void) {{", f"    weir_{name}_options o = {macro};", "    uint32_t n = 0;",
                  "    if (o.size != sizeof o || sizeof o != "
                  f"WEIR_SIZE_UP_TO(weir_{name}_options, {fields[-1]})) printf(\"{name}: size\\n\"), wrong++;"]
        lines += [f'    check("{op}", "{FIELDS.get((name, field), field)}", &o.{field}, &n);'
                  for field in fields[1:] if not field.startswith("unused")]
        lines += [f'    check_count("{op}", n);', "}", ""]
    lines += ["int main(void) {", *(f"    check_{name}();" for name, _ in structs), "    return wrong != 0;", "}"]
    return "\n".join(lines) + "\n"


def main():
    structs = STRUCT.findall((SOURCE / "include/weir/ops.h").read_text())
    if len(structs) < 150:
        sys.exit(f"only {len(structs)} structs of options were found in ops.h")
    cache = (BUILD / "CMakeCache.txt").read_text()
    sanitizer = re.search(r"^WEIR_SANITIZE:\w+=(.+)$", cache, re.M)
    sanitize = [f"-fsanitize={sanitizer[1]}"] if sanitizer else []
    tried = 0
    for compiler, standard, ending in (("gcc", "c11", "c"), ("clang", "c11", "c"), ("g++", "c++17", "cc"),
                                       ("clang++", "c++17", "cc")):
        if not shutil.which(compiler):
            continue
        file = pathlib.Path(f"options.{ending}")
        file.write_text(program(structs))
        if sanitize and compiler.startswith("clang"):
            run([compiler, f"-std={standard}", *STRICT, "-fsyntax-only", file])
            continue
        run([compiler, f"-std={standard}", *STRICT, *sanitize, file, "-o", "options", f"-L{BUILD}", "-lweir",
             f"-Wl,-rpath,{BUILD}"])
        run(["./options"])
        tried += 1
    if tried == 0:
        print("no compiler found")
        return 77
    print(f"{len(structs)} structs of options, {tried} compilers")
    return 0


sys.exit(main())
