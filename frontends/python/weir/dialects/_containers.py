"""Containers of modules and parameters, for PyTorch and Paddle."""
from collections import OrderedDict

from weir import nn
from weir._core import Array


def containers(module):
    """Create the container classes Sequential, ModuleList, ModuleDict, ParameterList and ParameterDict as subclasses of
    `module`, and return them."""
    class Sequential(module, nn.Sequential):
        """A sequence of modules, each applied to the output of the previous one."""

        def __getattr__(self, name):
            inner = self.__dict__.get("_inner", ())
            return inner[name] if name in inner else super().__getattr__(name)

        def __getitem__(self, index):
            if isinstance(index, slice):
                return type(self)(OrderedDict(list(self._inner.items())[index]))
            return nn.Sequential.__getitem__(self, index)

        def insert(self, index, inner):
            modules = list(self._inner.values())
            modules.insert(index, inner)
            self._inner = {str(i): m for i, m in enumerate(modules)}
            self._ready()
            return self

        def extend(self, modules):
            for inner in modules:
                self.append(inner)
            return self

        def __delitem__(self, index):
            modules = list(self._inner.values())
            del modules[index]
            self._inner = {str(i): m for i, m in enumerate(modules)}
            self._ready()

        def pop(self, index):
            inner = self[index]
            del self[index]
            return inner

        def __add__(self, other):
            return type(self)(*self, *other)

        def __mul__(self, times):
            return type(self)(*(inner for _ in range(times) for inner in self))

        __iadd__, __rmul__ = extend, __mul__

    class ModuleList(module):
        """A list of modules, registered as submodules."""

        def __init__(self, modules=()):
            self.extend(modules)

        @staticmethod
        def _held(inner):
            """Return what is kept for an element."""
            return inner

        def append(self, inner):
            setattr(self, str(len(self)), self._held(inner))
            return self

        def _fill(self, modules):
            for name in [name for name in self.__dict__ if name.isdigit()]:
                del self.__dict__[name]
            return self.extend(modules)

        def insert(self, index, inner):
            modules = self._all()
            modules.insert(index, inner)
            self._fill(modules)

        def __delitem__(self, index):
            modules = self._all()
            del modules[index]
            self._fill(modules)

        def pop(self, index=-1):
            inner = self[index]
            del self[index]
            return inner

        def __contains__(self, inner):
            return any(inner is one for one in self._all())

        def __add__(self, other):
            return type(self)([*self, *other])

        def __iadd__(self, other):
            return self.extend(list(other))

        def extend(self, modules):
            for inner in modules:
                self.append(inner)
            return self

        def _all(self):
            return [value for name, value in self.__dict__.items() if name.isdigit()]

        def __repr__(self):
            if not self._all():
                return f"{type(self).__name__}()"
            lines, same = [], []
            for i, text in enumerate([*map(repr, self._all()), None]):  # equal neighbours are printed once
                if same and same[0] != text:
                    numbers = f"({i - 1})" if len(same) == 1 else f"({i - len(same)}-{i - 1})"
                    times = "" if len(same) == 1 else f"{len(same)} x "
                    lines.append(f"  {numbers}: {times}" + same[0].replace("\n", "\n  "))
                    same = []
                same.append(text)
            return f"{type(self).__name__}(\n" + "\n".join(lines) + "\n)"

        def __len__(self):
            return len(self._all())

        def __iter__(self):
            return iter(self._all())

        def __getitem__(self, index):
            return type(self)(self._all()[index]) if isinstance(index, slice) else self._all()[index]

        def __setitem__(self, index, inner):
            setattr(self, str(range(len(self))[index]), self._held(inner))

    class ModuleDict(module):
        """A dictionary of modules, registered as submodules."""

        def __init__(self, modules=()):
            self.update(modules)

        def update(self, modules):
            for name, inner in dict(modules).items():
                self[name] = inner

        _held = staticmethod(ModuleList._held)

        def _all(self):
            return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

        def __setitem__(self, name, inner):
            setattr(self, name, self._held(inner))

        def __delitem__(self, name):
            del self._all()[name], self.__dict__[name]

        def pop(self, name):
            inner = self[name]
            del self[name]
            return inner

        def clear(self):
            for name in self._all():
                del self[name]

        def __getitem__(self, name):
            return self._all()[name]

        def __len__(self):
            return len(self._all())

        def __iter__(self):
            return iter(self._all())

        def __contains__(self, name):
            return name in self._all()

        def keys(self):
            return self._all().keys()

        def values(self):
            return self._all().values()

        def items(self):
            return self._all().items()

    def parameter(value):
        """Return a parameter with the values of a tensor; parameters and other values stay what they are."""
        plain = isinstance(value, Array) and not isinstance(value, module._wr_parameter)
        return module._wr_parameter(value) if plain else value

    parameter_list = type("ParameterList", (ModuleList,), {"__doc__": "A list of parameters.", "_held": staticmethod(parameter)})
    parameter_dict = type("ParameterDict", (ModuleDict,), {"__doc__": "A dictionary of parameters.", "_held": staticmethod(parameter)})
    made = Sequential, ModuleList, ModuleDict, parameter_list, parameter_dict
    for cls in made:
        cls.__module__ = module.__module__
    return made
