"""Tables that map the names of a framework to Weir's functions.

A table is text; each line defines one or more names.  A line that starts with == lists the places in which
the names that follow are defined: modules of the framework, classes of the file that contains the table, or both (for
functions that are also methods).

    == torch, Tensor
    sum(input, dim=None, keepdim=False) = weir.sum(input, axis=dim, keepdims=keepdim)     a call with other arguments
    weir: exp log sqrt                                                                    Weir's functions, unchanged
    here: Parameter Module                                                                names defined in this file
    all: layers                                                                           a dictionary defined in this file
    == torch
    pi = weir.pi                                                                          a value
    ~ compile(model,
              **options) = model                                          accepted, but the model runs eagerly
    ~ Module.compile                                                                      the same, for a name listed under here:
    - jit: call the function itself                                                       not provided; what to use instead
    ! randn rand: a seed gives other numbers                                              provided, but differs; how
    also: dim axis, keepdim keepdims          pairs of an argument and its alias, for all calls with the argument
    scalars: input dim                        a call with both arguments accepts a dimension of an array without any
    == Tensor properties
    is_cuda = False                                                                       an expression in terms of self

The right-hand side of = is Python, evaluated with the names of the file; weir is accessed through
_tensor_class.Spoken.  A line may be continued on indented lines.  All calls of a table are compiled to plain Python
functions.
"""
import re
import sys
from types import ModuleType

import weir
from weir._core import Array
from weir.dialects import _modes
from weir.dialects._tensor_class import Spoken, op


class Missing(AttributeError, NotImplementedError):
    """Raised for a name of a framework that its dialect does not provide."""


class Names(ModuleType):
    """A module of a framework as provided by a dialect."""

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        raise Missing(self._dialect.lacks(f"{self.__name__}.{name}", vars(self)))

    def _fill(self):
        """Define the names that are created lazily."""

    def __dir__(self):
        self._fill()
        return sorted(name for name in vars(self) if not name.startswith("_"))


class Dialect:
    """The modules of one framework, built from a table."""

    def __init__(self, name, table, here):
        self.name, self.here = name, {**here, "weir": Spoken(weir)}
        self._homes = {here["__name__"], *here.get("_homes", ())}
        self.modules, self.eager, self.absent, self.differs, self.classes, self._also = {}, [], {}, {}, set(), []
        self._scalars = None
        self.count = 0
        self._source, self._waiting = [], []
        self._places, self._properties = [self.module(name)], False
        for line in _lines(table):
            self._take(line)
        self._compile()
        for name in self.classes:
            if issubclass(self.here[name], weir.Array):
                self._tell(name)

    def _tell(self, name):
        """Make access to a missing method of the array class `name` raise Missing, like access to a missing name in a
        module."""
        def __getattr__(array, method):
            if method.startswith("__"):
                raise AttributeError(f"{name!r} object has no attribute {method!r}")
            raise Missing(self.lacks(f"{name}.{method}", dir(self.here[name])))

        self.here[name].__getattr__ = __getattr__

    def module(self, name):
        """Return the module of this name, creating it and its parents if necessary."""
        if name not in self.modules:
            made = self.modules[name] = Names(name, f"{name}, implemented by Weir.")
            made._dialect, made.__path__ = self, []
            if "." in name:
                above, last = name.rsplit(".", 1)
                setattr(self.module(above), last, made)
        return self.modules[name]

    # ---- Parsing

    def _take(self, line):
        if line.startswith("=="):
            where, _, properties = line[2:].strip().partition(" properties")
            self._properties = properties is not None and line.endswith(" properties")
            self._places = [self._place(name.strip()) for name in where.split(",")]
        elif line.startswith("- "):
            names, _, hint = line[2:].partition(":")
            for name in names.split():
                self.absent[f"{self._places[0].__name__}.{name}"] = hint.strip()
        elif line.startswith("! "):
            names, _, how = line[2:].partition(":")
            for place in self._places:
                label = place.__name__ if isinstance(place, Names) else next(n for n in self.classes if self.here[n] is place)
                self.differs.update((f"{label}.{name}", how.strip()) for name in names.split())
        elif line.startswith("also:"):
            self._also = [pair.split() for pair in line[5:].split(",")]
        elif line.startswith("scalars:"):
            self._scalars = line[8:].split()
        elif same := re.match(r"([\w.]+):\s+(.*)", line):
            self._same(same[1], same[2].split())
        else:
            eager, line = line.startswith("~"), line.lstrip("~ ")
            if eager and "=" not in line:
                self.eager.append(f"{self._places[0].__name__}.{line}")
                return
            entry = re.match(r"(\w+)(\(.*?\))?\s+=\s+(.*)", line) or re.match(r"(\w+)(\(.*\))\s+=\s+(.*)", line)
            if entry is None:
                raise SyntaxError(f"table of {self.name}: invalid line: {line}")
            name, arguments, ours = entry.groups()
            if eager:
                self.eager.append(f"{self._places[0].__name__}.{name}")
            if arguments is None and not self._properties:
                self._put(name, eval(ours, self.here))
            else:
                arguments, first = _also(arguments or "(self)", self._also)
                self._source.append(f"{self._function(name, arguments, first, ours)}\n"
                                    f"_put({len(self._waiting)}, {name})")
                self._waiting.append((name, self._places, self._properties))

    def _function(self, name, arguments, first, ours):
        """Return the source of a function.  Where `scalars` applies, an AxisError is answered by scalars_too."""
        words = self._scalars or ()
        if not words or "*" in arguments.replace("*, ", "") or \
                not all(re.search(rf"\b{word}\b(=|,|\))", arguments) for word in words):
            return f"def {name}{arguments}: {first}return {ours}"
        own = f"_functions[{len(self._waiting)}]"
        return (f"def {name}{arguments}:\n {first}\n try: return {ours}\n"
                f" except _AxisError: return _scalars_too({own}, {words[0]!r}, locals())")

    def _place(self, name):
        if name.split(".")[0] == self.name:
            return self.module(name)
        self.classes.add(name)
        return self.here[name]

    def _same(self, source, names):
        if source == "all":
            for found in names:
                for name, value in self.here[found].items():
                    self._put(name, value)
            return
        if source == "here":
            find = self.here.__getitem__
        else:
            owner = eval(source, self.here)

            def find(name):
                return getattr(owner, name)
        if names == ["*"]:
            names = [name for name in owner._module.__all__ if all(name not in vars(place) for place in self._places)]
        for name in names:
            self._put(name, find(name))

    def _put(self, name, value):
        self._store(self._places, False, name, value)

    def _store(self, places, properties, name, value):
        if isinstance(value, type) and value.__module__ in self._homes and isinstance(places[0], Names):
            # Set __module__ to the module in which the framework defines the class, so that pickle finds it there.
            value.__module__ = self.here["__name__"] + places[0].__name__[len(self.name):]
            value.__qualname__ = name
        for place in places:
            setattr(place, name, property(value) if properties else value)
        self.count += len(places)

    def _compile(self):
        functions = {}

        def put(index, function):
            name, places, properties = self._waiting[index]
            functions[index] = function
            self._store(places, properties, name, function)

        # The file name is inside the package, so that frames of this code are not taken for the user's code.
        # Tracebacks get the source lines from get_source.
        self._text = "\n".join(self._source)
        code = compile(self._text, f"{weir.__path__[0]}/dialects/{self.name}.table", "exec")
        self.here.update(__loader__=self, __spec__=None, _functions=functions, _AxisError=weir.AxisError,
                         _scalars_too=scalars_too)
        exec(code, self.here, {"_put": put})
        del self._source, self._waiting

    def get_source(self, name):
        """Return the source text of the compiled calls, for tracebacks."""
        return self._text

    # ---- Missing names

    def lacks(self, name, there=()):
        """Return the message for a missing name; `there` holds the names in the same place, for suggestions."""
        owner, _, last = name.rpartition(".")
        hint = self.absent.get(name)
        if hint is None:
            near = _near(last, there) or [place for place in self._elsewhere(last) if place != name][:3]
            hint = (f"did you mean {', '.join(near)}?" if near else
                    f"python -m weir.dialects --coverage {self.name} lists the names that are provided")
        return f"Weir's dialect of {self.name} does not provide {name}; {hint}"

    def _elsewhere(self, last):
        """Return the full names under which a name is defined in any module or class, the shortest of each object, shortest first."""
        places = [*self.modules.items(), *((name, self.here[name]) for name in self.classes)]
        found = {}
        for place, owner in sorted(places, key=lambda pair: len(pair[0])):
            if last in vars(owner):
                found.setdefault(id(vars(owner)[last]), f"{place}.{last}")
        return list(found.values())


def scalars_too(fn, name, given):
    """Call fn with the argument `name`, an array without dimensions, as one with a single element, inside the handler of
    an AxisError; return the results without that dimension."""
    x = given[name]
    if not isinstance(x, weir.Array) or x.ndim:
        raise
    given[name] = op["reshape"](x, (1,))
    return without_dimension(fn(**given))


def without_dimension(x):
    """Return arrays of shape (1,) with the shape (); x may be a tuple of arrays."""
    if isinstance(x, weir.Array):
        return op["reshape"](x, ()) if Array.shape.__get__(x) == (1,) else x
    if isinstance(x, tuple):
        parts = map(without_dimension, x)
        return type(x)(*parts) if hasattr(x, "_fields") else tuple(parts)
    return x


def _also(arguments, pairs):
    """Return the signature with aliases added for its arguments, and statements that copy aliases to arguments."""
    first = ""
    for name, other in pairs:
        if not re.search(rf"\b{name}\b(=|, \*|\))", arguments) or re.search(rf"\b{other}\b", arguments):
            continue
        arguments = re.sub(rf"\b{name}(?=, \*|\))", f"{name}=None", arguments)
        mark = "" if "*" in arguments else "*, "
        arguments = f"{arguments[:-1]}, {mark}{other}=None)"
        first += f"{name} = {name} if {other} is None else {other}; "
    return arguments, first


def _near(name, there):
    """Return the names in `there` that differ from `name` only in capitalisation or, failing that, by a few letters."""
    import difflib

    there = [n for n in there if not n.startswith("_")]
    same = [n for n in there if n.lower() == name.lower()]
    return same or difflib.get_close_matches(name, there, 3, 0.85)


def _lines(text):
    """Yield the logical lines of a table, without comments."""
    whole = ""
    for line in text.splitlines():
        line = re.sub(r"(^|\s\s)#.*", "", line).rstrip()
        if line.startswith(" "):
            whole += " " + line.strip()
            continue
        if whole:
            yield whole
        whole = line
    if whole:
        yield whole


def together(parts, own):
    """Return the names of a table: those of the modules that a dialect consists of, and `own`, those of its main module."""
    names = {}
    for part in parts:
        names.update((name, value) for name, value in vars(part).items() if not name.startswith("__"))
    return names | own | {"_homes": [part.__name__ for part in parts]}


def speak(name, table, here, records=False):
    """Create the modules of a framework and register them in place of the module that contains the table; return the
    Dialect.

    If `records` is true, operations are recorded by default.
    """
    dialect = Dialect(name, table, here)
    dialect.records = records
    _modes.speak(records, name)
    home = here["__name__"]
    for full, module in dialect.modules.items():
        sys.modules[home + full[len(name):]] = module
    return dialect
