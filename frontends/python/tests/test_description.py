"""test_description.py - `weir describe --json` is complete, and what it says is true.

A throw-away front end (plain_front_end.py) is generated from the JSON alone.  It calls every operator and layer with its
samples, and the results are those of this package, bit for bit.  Through the same calls, each claim about attributes,
inputs and dtypes is tried: what is said to be accepted is, and everything else is refused at the call.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes
import json
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import plain_front_end
import pytest

import weir
from weir import _core, _description

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Operators that a GPU has no kernel for; they are refused there.
NO_KERNEL = {"eig", "eigvals"} if os.environ.get("TEST_DEVICE", "").startswith("cuda") else set()
REFUSED = {"WEIR_EINVAL", "WEIR_EAXIS", "WEIR_EDTYPE", "WEIR_ERANGE", "WEIR_EINDEX"}


@pytest.fixture(scope="module")
def description():
    done = subprocess.run([sys.executable, "-m", "weir", "describe", "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def library(description):
    package = pathlib.Path(weir.__file__).parent
    made = plain_front_end.load(description, next(package.glob("libweir.so*")))
    yield made


# ---- Completeness


def test_every_field_is_there_and_says_something(description):
    wrong = []

    def need(owner, entry, *keys):
        wrong.extend(f"{owner}: {key}" for key in keys if entry.get(key) in (None, "", []))

    def have(owner, entry, *keys):
        wrong.extend(f"{owner}: no {key}" for key in keys if key not in entry)

    for section in ("operators", "blocks", "optimizers", "components", "statuses", "dtypes", "functions", "structs"):
        assert description[section], section
    for section in ("operators", "blocks", "optimizers", "components"):
        for one in description[section]:
            name = f"{section} {one['name']}"
            need(name, one, "name", "summary", "since", "visibility")
            for part in [*one.get("inputs", []), *one.get("outputs", [])]:
                need(f"{name} {part['name']}", part, "name", "summary")
                have(name, part, "optional", "list")
            for attr in one["attrs"]:
                need(f"{name} {attr['name']}", attr, "name", "type", "summary")
                have(f"{name} {attr['name']}", attr, "required", "default", "nullable", "axis", "choices", "min", "max",
                     "exclusive_min", "exclusive_max", "finite")
    for one in description["operators"]:
        need(one["name"], one, "category", "c_function", "samples", "dtypes", "differentiable")
        have(one["name"], one, "aliases", "notes", "flags", "inputs", "outputs", "c_struct", "attr_size")
        if one["inputs"]:
            need(f"{one['name']} dtypes", one["dtypes"], "inputs", "accepts")
    for one in description["blocks"]:
        need(one["name"], one, "category")
        if one["name"] not in ("Function", "Sequential"):
            need(one["name"], one, "samples", "inputs", "outputs")
    for one in description["functions"]:
        need(one["name"], one, "header", "prototype")
        if not one["inline"]:
            need(one["name"], one, "summary", "effects")
    assert not wrong, "\n".join(wrong)


def test_it_has_all_that_the_library_has(description):
    assert len(description["operators"]) == len(_core.describe())
    assert len(description["blocks"]) == len(_core.describe_blocks())
    assert [one["name"] for one in description["optimizers"]] == [one["name"] for one in _core.describe_optimizers()]
    assert {one["since"] for one in description["operators"]} <= {"0.1.0", weir.__version__}
    categories = {path.name for path in (ROOT / "src/ops").iterdir() if path.is_dir()}
    assert {one["category"] for one in description["operators"]} <= categories


def test_every_c_function_is_described_and_no_other(description):
    hand_written = {one["name"] for one in description["functions"] if not one["inline"]}
    typed = {one["c_function"] for one in description["operators"]}
    header = (pathlib.Path(weir.__file__).parent / "include/weir/ops.h").read_text()
    assert typed == set(re.findall(r"^WEIR_API weir_status (weir_\w+)\(", header, re.M))
    structs = {one["c_struct"] for one in description["operators"] if one["c_struct"]}
    assert structs == set(re.findall(r"^typedef struct (weir_\w+_attr) \{", header, re.M))
    options = {one["c_options"] for one in description["operators"] if one["c_options"]}
    assert options == set(re.findall(r"^typedef struct (weir_\w+_options) \{", header, re.M))
    library = next(pathlib.Path(weir.__file__).parent.glob("libweir.so*"))
    listed = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("nm is not installed")
    exported = set(re.findall(r" T (weir_\w+)", listed.stdout))
    assert exported == hand_written | typed


def test_effects_use_the_words_that_they_may(description):
    statuses = {one["name"].removeprefix("WEIR_") for one in description["statuses"]}
    functions = {one["name"] for one in description["functions"]}
    for one in description["functions"]:
        effects = one["effects"]
        if effects is None:
            continue
        assert effects["when"] in ("immediate", "queued", "blocking"), one
        assert effects["thread"], one
        assert set(effects["failures"]) <= statuses, one
        assert set(effects["failures_like"]) <= functions, one
        assert effects["ownership"] or effects["ownership_note"] == "-" or "retains" in effects["ownership_note"], one


def test_texts_are_sentences_or_phrases(description):
    for section in ("operators", "blocks", "optimizers", "components"):
        for one in description[section]:
            assert one["summary"][-1] == ".", one["name"]
            for part in [*one.get("inputs", []), *one.get("outputs", []), *one["attrs"]]:
                assert part["summary"][-1] not in ".;, ", (one["name"], part)


def test_the_choices_of_a_text_are_in_its_summary_or_in_the_rule_alone(description):
    for section in ("operators", "blocks"):
        for one in description[section]:
            for attr in one["attrs"]:
                said = re.findall(r"'([\w-]+)'", attr["summary"])
                if attr["type"] == "str" and said:
                    assert set(said) == set(attr["choices"]), (one["name"], attr)


# ---- Calls


def values(sample, random):
    """Return (dtype, shape, bytes) of an input of a sample; None for one that is left out; a number for a number."""
    if sample is None:
        return None
    if "number" in sample:
        return sample["number"]
    shape, dtype, low, high = sample["shape"], sample["dtype"], sample["low"], sample["high"]
    kind = _description.kind_of(dtype)
    if kind == "bool":
        made = random.random(shape) < 0.5 if (low, high) != (1, 2) else np.ones(shape, bool)
    elif kind == "integer":
        low = max(low, 0) if dtype.startswith("u") else low
        made = random.integers(int(np.ceil(low)), max(int(np.ceil(high)), int(np.ceil(low)) + 1), shape).astype(dtype)
    else:
        made = low + (high - low) * random.random(shape)
        if kind == "complex":
            made = made + 1j * (low + (high - low) * random.random(shape))
        if sample.get("matrix") == "definite":
            made = 0.1 * (made + np.swapaxes(made.conj(), -1, -2)) + 4 * np.eye(shape[-1])
        elif "matrix" in sample:
            made = 0.1 * made + 4 * np.eye(shape[-2], shape[-1])
        made = np.asarray(made, dtype)
    return dtype, tuple(shape), np.ascontiguousarray(made).tobytes()


def as_weir(value):
    if value is None or isinstance(value, float):
        return value
    dtype, shape, data = value
    return weir.asarray(np.frombuffer(data, dtype).reshape(shape), copy=True)


def as_plain(library, value):
    if value is None:
        return None
    return library.number(value) if isinstance(value, float) else library.array(*value)


def seen(x):
    return x.dtype.name, tuple(x.shape), np.asarray(x).tobytes()


def operators_with_samples(description):
    return [(op, sample) for op in description["operators"] for sample in op["samples"] if op["name"] not in NO_KERNEL]


def test_a_generated_front_end_computes_what_this_one_computes(description, library):
    raw = {one["name"]: one for one in _core.description()["operators"]}
    called = set()
    for op, sample in operators_with_samples(description):
        given = [values(one, np.random.default_rng(i)) for i, one in enumerate(sample["inputs"])]
        ours = [as_weir(one) for one in given]
        theirs = [as_plain(library, one) for one in given]
        weir.random.seed(5)
        trial = _description._Trial(raw[op["name"]], op)
        _, wanted = trial.call_with(ours, sample)
        library.check(library.c.weir_seed(library.rt, 5))
        status, got = library.call(op["name"], theirs, sample["attrs"])
        assert status == "WEIR_OK", (op["name"], sample["text"], status, library.error())
        if "in_place" in op["flags"]:
            pairs = [(x, y) for x, y in zip(ours, theirs) if isinstance(x, weir.Array)]
            wanted, got = [x for x, _ in pairs], [y for _, y in pairs]
            theirs = [y for y in theirs if y not in got]
        assert len(got) == len(wanted), (op["name"], sample["text"])
        for ours_one, theirs_one in zip(wanted, got):
            assert library.read(theirs_one) == seen(ours_one), (op["name"], sample["text"])
        library.release([*got, *theirs])
        called.add(op["name"])
    assert called == {op["name"] for op in description["operators"]} - NO_KERNEL


def test_layers_are_made_and_called_from_the_description(description, library):
    called = set()
    for block in description["blocks"]:
        for sample in block["samples"]:
            given = [values(one, np.random.default_rng(i)) for i, one in enumerate(sample["inputs"])]
            theirs = [as_plain(library, one) for one in given]
            library.check(library.c.weir_seed(library.rt, 5))
            status, got = library.block(block["name"], theirs, sample["attrs"])
            assert status == "WEIR_OK", (block["name"], sample["text"], library.error())
            if "loss" not in block["flags"] and not (block["name"] == "LSTM" and len(given) > 1):  # takes h0 and c0 as a pair
                weir.random.seed(5)
                layer = getattr(weir.nn, block["name"])(**sample["attrs"])
                with weir.autograd.predict_mode():
                    wanted = layer(*[as_weir(one) for one in given])
                wanted = list(wanted) if isinstance(wanted, tuple) else [wanted]
                assert library.read(got[0]) == seen(wanted[0]), (block["name"], sample["text"])
            library.release([*got, *theirs])
            called.add(block["name"])
    assert called == {block["name"] for block in description["blocks"]} - {"Function", "Sequential"}


# ---- Claims


class Trials:
    """Calls of an operator or block with the samples, one thing changed."""

    def __init__(self, library, one, call):
        self.library, self.one, self._call = library, one, call

    def status(self, sample, attrs=None, inputs=None, raw=None):
        given = [values(each, np.random.default_rng(i)) for i, each in enumerate(sample["inputs"])]
        given = [as_plain(self.library, each) for each in (inputs(given) if inputs else given)]
        status, got = self._call(self.one["name"], given, {**sample["attrs"], **(attrs or {})}, raw)
        self.library.release([*got, *given])
        return status

    def samples_with(self, name):
        """The samples in which an attribute is given; all, if none has it."""
        return [s for s in self.one["samples"] if s["attrs"].get(name) is not None] or self.one["samples"]


def everything_called(description, library):
    for op in description["operators"]:
        if op["name"] not in NO_KERNEL:
            yield op, Trials(library, op, library.issue)
    for block in description["blocks"]:
        if block["samples"]:
            yield block, Trials(library, block, library.block)


def altered(attr, sample, value):
    """A value for an attribute: `value`, or the sample's list with its last element replaced by it."""
    if attr["type"] != "ints":
        return value
    return [*(sample["attrs"].get(attr["name"]) or [value])[:-1], value]


def outside(attr):
    """Values that the bounds of an attribute exclude."""
    step = 1 if attr["type"] in ("int", "ints") else 0.25
    found = []
    for end, sign in (("min", -1), ("max", 1)):
        if attr[end] is not None:
            found += [attr[end] + sign * step] + ([attr[end]] if attr[f"exclusive_{end}"] else [])
    if attr["type"] == "float":
        found += [float("-inf"), float("inf")] if attr["finite"] else [float("-inf")] if attr["min"] is not None else []
        if not attr["nullable"] and found:
            found.append(float("nan"))
    return found


def test_each_choice_is_accepted_and_another_refused(description, library):
    tried = 0
    for one, trials in everything_called(description, library):
        for attr in one["attrs"]:
            if not attr["choices"] or attr["type"] == "dtype":
                continue
            for choice in attr["choices"]:
                assert any(trials.status(s, {attr["name"]: choice}) == "WEIR_OK" for s in one["samples"]), (one["name"], attr, choice)
            other = "no such choice" if attr["type"] == "str" else max(attr["choices"]) + 0.5
            for sample in one["samples"]:
                assert trials.status(sample, {attr["name"]: other}) in REFUSED, (one["name"], attr["name"], sample["text"])
            tried += 1
    assert tried > 50


def test_text_without_choices_is_free(description):
    free = {(op["name"], attr["name"]) for op in description["operators"] for attr in op["attrs"]
            if attr["type"] == "str" and not attr["choices"]}
    assert free == {("einsum", "equation")}


def test_values_outside_the_bounds_are_refused_at_the_call(description, library):
    tried = 0
    for one, trials in everything_called(description, library):
        for attr in one["attrs"]:
            for value in outside(attr):
                for sample in trials.samples_with(attr["name"]):
                    status = trials.status(sample, {attr["name"]: altered(attr, sample, value)})
                    assert status in REFUSED, (one["name"], attr["name"], value, sample["text"])
                tried += 1
    parameter = library.array("float32", (3,), bytes(12))
    for kind in description["optimizers"]:
        for attr in kind["attrs"]:
            for value in outside(attr):
                assert library.optimizer(kind["name"], [parameter], {attr["name"]: value}) in REFUSED, (kind["name"], attr)
                tried += 1
    library.release([parameter])
    assert tried > 200


def test_axes_out_of_range_are_axis_errors_and_axes_in_range_are_not(description, library):
    tried = 0
    for one, trials in everything_called(description, library):
        for attr in one["attrs"]:
            samples = trials.samples_with(attr["name"])
            if attr["type"] not in ("int", "ints") or not samples:
                continue
            # large values of other attributes, such as sizes, would be computed: only negative ones are tried
            far = [trials.status(s, {attr["name"]: altered(attr, s, value)}) for s in samples
                   for value in ((1000, -1000) if attr["axis"] else (-1000,))]
            if attr["axis"]:
                assert set(far) == {"WEIR_EAXIS"}, (one["name"], attr["name"], far)
                tried += 1
            else:
                assert "WEIR_EAXIS" not in far, (one["name"], attr["name"], "is an axis, but its rule does not say so")
    assert tried > 80


def test_what_may_be_none_may_be_and_what_may_not_is_refused(description, library):
    for one, trials in everything_called(description, library):
        for attr in one["attrs"]:
            if attr["nullable"]:
                plain = [s for s in one["samples"]
                         if trials.status(s, {attr["name"]: None}) == "WEIR_OK"]
                assert plain, (one["name"], attr["name"], "none is refused in every sample")
            elif attr["type"] == "int" and (attr["axis"] or attr["required"] and attr["min"] is not None):
                for sample in one["samples"]:
                    assert trials.status(sample, raw={attr["name"]: plain_front_end.NONE}) in REFUSED, (one["name"], attr["name"])


def test_optional_inputs_are_optional_and_the_others_are_not(description, library):
    for one, trials in everything_called(description, library):
        for i, part in enumerate(one["inputs"]):
            def without(given, i=i):
                return [*given[:i], None, *given[i + 1:]]

            statuses = [trials.status(s, inputs=without) for s in one["samples"] if i < len(s["inputs"])]
            if part["optional"]:
                bare = [s for s in one["samples"] if i >= len(s["inputs"]) or s["inputs"][i] is None]
                assert "WEIR_OK" in statuses or bare, (one["name"], part["name"])
            else:
                assert set(statuses) <= REFUSED and statuses, (one["name"], part["name"], statuses)


def test_defaults_are_accepted(description, library):
    for one, trials in everything_called(description, library):
        for sample in one["samples"]:
            full = {a["name"]: a["default"] for a in one["attrs"] if a["name"] not in sample["attrs"] and not a["required"]}
            assert trials.status(sample, full) == "WEIR_OK", (one["name"], sample["text"])
        for attr in one["attrs"]:
            if attr["choices"] and attr["default"] is not None:
                assert attr["default"] in attr["choices"], (one["name"], attr)
            assert attr["default"] not in outside(attr), (one["name"], attr)


def test_dtypes_are_as_described(description, library):
    for op in description["operators"]:
        if op["name"] in NO_KERNEL:
            continue
        trials = Trials(library, op, library.issue)
        rule = op["dtypes"]
        plain = [s for s in op["samples"] if not any(a["type"] == "dtype" and a["name"] in s["attrs"] for a in op["attrs"])
                 and not any(one and "number" in one for one in s["inputs"])] or op["samples"]
        for dtype in _description.dtype_names():
            if not rule["inputs"] or dtype == "bfloat16":
                continue
            statuses = []
            for sample in plain:
                flags = _description._Trial.varied(sample)
                changed = {**sample, "inputs": [{**one, "dtype": dtype} if flag else one
                                                for one, flag in zip(sample["inputs"], flags)]}
                statuses.append(trials.status(changed))
            if dtype in rule["accepts"]:
                assert "WEIR_OK" in statuses, (op["name"], dtype, statuses)
            else:
                assert set(statuses) <= REFUSED, (op["name"], dtype, statuses)
        for name, table in rule["results"].items():
            assert set(table) == set(rule["accepts"] or [""]), (op["name"], name)


# ---- Components


def struct_of(description, name):
    """A ctypes struct, from the description of a C struct."""
    kinds = {"size_t": ctypes.c_size_t, "int32_t": ctypes.c_int32, "int64_t": ctypes.c_int64, "uint32_t": ctypes.c_uint32,
             "uint64_t": ctypes.c_uint64, "double": ctypes.c_double, "char": ctypes.c_char, "const char *": ctypes.c_char_p}
    fields = []
    for field in next(one for one in description["structs"] if one["name"] == name)["fields"]:
        array = re.fullmatch(r"(\w+)\[(\d+)\]", field["name"])
        kind = kinds[field["type"]]
        fields.append((array[1], kind * int(array[2])) if array else (field["name"], kind))
    return type(name, (ctypes.Structure,), {"_fields_": fields})


def options_of(description, library, name):
    made = struct_of(description, name)()
    init = getattr(library.c, f"{name}_init_sized")
    init.argtypes, init.restype = [ctypes.c_void_p, ctypes.c_size_t], None
    init(ctypes.byref(made), ctypes.sizeof(made))
    assert made.size == ctypes.sizeof(made)
    return made


def component(description, name):
    return next(one for one in description["components"] if one["name"] == name)


def test_components_have_the_defaults_of_the_init_functions(description, library):
    compared = 0
    for one in description["components"]:
        if one["options"]:
            made = options_of(description, library, one["options"])
            for attr in one["attrs"]:
                value = getattr(made, attr["name"])
                if attr["type"] == "dtype":
                    value = library.by_value[value]["name"]
                value = value.decode() if isinstance(value, bytes) else value
                assert value == attr["default"], (one["name"], attr, value)
                compared += 1
    assert compared > 15


def test_the_functions_of_components_exist_with_these_parameters(description):
    prototypes = {one["name"]: one["prototype"] for one in description["functions"]}
    fields = {one["name"]: {field["name"] for field in one["fields"]} for one in description["structs"]}
    for one in description["components"]:
        for attr in one["attrs"]:
            if one["options"]:
                assert attr["name"] in fields[one["options"]], (one["name"], attr["name"])
            else:
                assert re.search(rf"\b{attr['name']}\b", prototypes[one["function"]]), (one["name"], attr["name"])
        assert one["function"] in prototypes


def test_components_refuse_what_their_rules_exclude(description, library):
    c, none = library.c, ctypes.c_void_p()
    c.weir_metric_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64, ctypes.c_void_p]
    c.weir_random_flip.argtypes = [ctypes.c_void_p, ctypes.c_double, ctypes.c_int, ctypes.c_void_p]
    c.weir_random_crop.argtypes = [ctypes.c_void_p, *[ctypes.c_int64] * 3, ctypes.c_int, ctypes.c_void_p]
    c.weir_dataset_arrays.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p]
    c.weir_loader_new.argtypes = [ctypes.c_void_p] * 3
    c.weir_dataset_release.argtypes = [ctypes.c_void_p]
    refused = {value for value, name in library.statuses.items() if name in REFUSED}
    out = ctypes.byref(none)
    for name in ("top_k", "confusion"):
        (attr,) = component(description, name)["attrs"]
        assert all(c.weir_metric_new(library.rt, name.encode(), value, out) in refused for value in outside(attr))
    images = library.array("float32", (2, 4, 4, 1), bytes(128))
    for value in outside(component(description, "random_flip")["attrs"][0]):
        assert c.weir_random_flip(images, value, 0, out) in refused, value
    for i, attr in enumerate(component(description, "random_crop")["attrs"][:3]):
        for value in outside(attr):
            given = [2, 2, 0]
            given[i] = value
            assert c.weir_random_crop(images, *given, 0, out) in refused, (attr["name"], value)
    data, list_of_one = ctypes.c_void_p(), (ctypes.c_void_p * 1)(images)
    library.check(c.weir_dataset_arrays(list_of_one, None, 1, ctypes.byref(data)))
    for attr in component(description, "loader")["attrs"]:
        for value in outside(attr):
            if value >= 0 or attr["name"] == "batch_size":  # seed and prefetch are unsigned
                options = options_of(description, library, "weir_loader_options")
                setattr(options, attr["name"], value)
                assert c.weir_loader_new(data, ctypes.byref(options), out) in refused, (attr["name"], value)
    c.weir_dataset_release(data)
    library.release([images])


# ---- The command


def run(*arguments):
    return subprocess.run([sys.executable, "-m", "weir", "describe", *arguments], capture_output=True, text=True)


def test_the_command_describes_one_name_as_text():
    for name, said in (("softmax", "the axis whose entries sum to one"), ("Linear", "features of the output"),
                       ("Adam", "learning rate"), ("cosine", "lowest learning rate"), ("cumsum", "cumulative_sum")):
        done = run(name)
        assert done.returncode == 0 and said in done.stdout, done
    assert json.loads(run("--json", "softmax").stdout)["operators"][0]["name"] == "softmax"


def test_an_unknown_name_is_answered_with_similar_ones():
    done = run("sofmax")
    assert done.returncode == 1 and "did you mean softmax" in done.stderr and not done.stdout
    assert run("--nonsense").returncode == 2
    assert run().returncode == 2


def test_every_description_can_be_shown(description):
    from weir import _description_text

    for section in ("operators", "blocks", "optimizers", "components"):
        for one in description[section]:
            assert one["name"] in _description_text.text(section, one)


def test_the_package_installs_the_command():
    text = (ROOT / "pyproject.toml").read_text()
    assert 'weir = "weir.__main__:script"' in text
    from weir.__main__ import script

    assert callable(script)


def test_output_that_cannot_be_written_is_told():
    command = [sys.executable, "-m", "weir", "describe", "sum"]
    closed = subprocess.run(["/bin/sh", "-c", '"$@" >&-', "sh", *command], stderr=subprocess.PIPE, text=True)
    assert closed.returncode == 1 and closed.stderr == "weir describe: standard output is closed\n"
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 1 and done.stderr.startswith("weir describe: cannot write the description: ")
        assert "Traceback" not in done.stderr
