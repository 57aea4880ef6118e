"""Classes of a program that are derived from a built-in layer and add parameters, buffers or modules to it."""
from weir import nn
from weir.nn._module import block_of


class Holding:
    """The parameters, buffers and modules that a program's class, derived from a built-in layer, adds to those of the block.

    They are attributes of a module of their own, _wr_extras, which exists once there is one.
    """

    def _wr_holder(self):
        held = self.__dict__.get("_wr_extras")
        if held is None:
            held = self.__dict__["_wr_extras"] = object.__new__(self._wr_holder_class)
        return held

    def _wr_holds(self, name, value):
        """Return whether an attribute belongs to the parts that the layer adds."""
        held = self.__dict__.get("_wr_extras")
        if held is not None and name in held.__dict__:
            return True
        if not isinstance(value, (nn.Module, self._wr_parameter)) or block_of(self) is None:
            return False
        if any(name == entry.partition(".")[0] for entry, *_ in self._block.entries()) or name in self._children():
            return False  # a part of the block
        self.__dict__.pop(name, None)
        return True

    def __delattr__(self, name):
        held = self.__dict__.get("_wr_extras")
        object.__delattr__(self if held is None or name not in held.__dict__ else held, name)

    def register_buffer(self, name, tensor, persistent=True):
        held = self.__dict__.get("_wr_extras")
        if block_of(self) is None or hasattr(self, name) and (held is None or name not in held.__dict__):
            super().register_buffer(name, tensor, persistent)  # raises an error if the name is taken
        else:
            self._wr_holder().register_buffer(name, tensor, persistent)

    def _wr_outside(self):
        held = self.__dict__.get("_wr_extras")
        return () if held is None else held._wr_parts()

    def _wr_parts(self):
        yield from super()._wr_parts()
        yield from self._wr_outside()

    def _wr_entries(self, prefix="", seen=None):
        seen = set() if seen is None else seen
        yield from super()._wr_entries(prefix, seen)
        if (held := self.__dict__.get("_wr_extras")) is not None:
            yield from held._wr_entries(prefix, seen)

    def _wr_places(self, prefix="", around=()):
        yield from super()._wr_places(prefix, around)
        if (held := self.__dict__.get("_wr_extras")) is not None:
            yield from held._wr_places(prefix, (*around, self))

    def _wr_to_extras(self, method, *args):
        result = getattr(super(), method)(*args)
        if (held := self.__dict__.get("_wr_extras")) is not None:
            getattr(held, method)(*args)
        return result

    def zero_grad(self, set_to_none=True):
        self._wr_to_extras("zero_grad", set_to_none)

    def astype(self, dtype):
        return self._wr_to_extras("astype", dtype)

    def _wr_to_device(self, device):
        self._wr_to_extras("_wr_to_device", device)
