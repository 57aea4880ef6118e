"""The description of the library (docs/reference/description.md) as objects, for the generators of this folder.

SPDX-License-Identifier: Apache-2.0
"""
import textwrap


class Entry:
    """A dictionary of the description whose keys are attributes."""

    def __init__(self, values):
        self.__dict__.update(values)

    def __repr__(self):
        return f"<{self.name}>"


class Attr(Entry):
    """An attribute of an operator, layer or optimiser.  `optional` ones may be left out."""

    @property
    def optional(self):
        return not self.required


class Part(Entry):
    """An input or output: name, summary, optional, list."""


class Kind(Entry):
    """An operator, block, optimiser or component."""

    def __init__(self, values):
        super().__init__(values)
        self.attrs = [Attr(a) for a in values["attrs"]]
        self.inputs = [Part(p) for p in values.get("inputs") or []]
        self.outputs = [Part(p) for p in values.get("outputs") or []]

    def has(self, flag):
        return flag in (getattr(self, "flags", None) or [])

    @property
    def required_inputs(self):
        return [p for p in self.inputs if not p.optional]

    @property
    def optional_inputs(self):
        return [p for p in self.inputs if p.optional]

    @property
    def required_attrs(self):
        return [a for a in self.attrs if a.required]

    @property
    def optional_attrs(self):
        return [a for a in self.attrs if not a.required]

    @property
    def shape_first(self):
        """Whether a call begins with the shape, as full(shape, value) in NumPy, and not with the inputs.  Such an operator is
        no method: its input is not what it works on."""
        return (getattr(self, "category", None) == "create" and bool(self.inputs)
                and any(a.name == "shape" for a in self.required_attrs))

    def in_order(self, inputs, attrs):
        """What stands for the inputs and what stands for the required attributes, in the order of a call."""
        return [*attrs, *inputs] if self.shape_first else [*inputs, *attrs]


class Description:
    """All of it.  The lists contain what is public, in the order of the library."""

    def __init__(self, values):
        if values["format"] != "weir-description" or values["version"] != 1:
            raise SystemExit(f"mkfrontends: this is {values['format']} {values['version']}, not weir-description 1")
        self.values = values
        self.library = values["library"]
        public = {s: [Kind(v) for v in values[s] if v["visibility"] == "public"]
                  for s in ("operators", "blocks", "optimizers", "components")}
        self.operators, self.blocks = public["operators"], public["blocks"]
        self.optimizers, self.components = public["optimizers"], public["components"]
        self.losses = [b for b in self.blocks if b.has("loss")]
        self.layers = [b for b in self.blocks if not b.has("loss")]
        self.statuses, self.dtypes, self.constants = values["statuses"], values["dtypes"], values["constants"]


def camel(name, first_upper=False):
    """snake_case as camelCase, or CamelCase."""
    head, *tail = name.split("_")
    return (head.capitalize() if first_upper else head) + "".join(word.capitalize() for word in tail)


def wrapped(text, width, prefix=""):
    """The lines of a text, each with a prefix."""
    return [(prefix + line).rstrip() for line in textwrap.wrap(text, width - len(prefix))]
