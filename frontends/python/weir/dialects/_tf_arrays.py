"""TensorArray of TensorFlow: a list of tensors that are written and read by index."""
from weir._core import Array
from weir.dialects._tensor_class import op
from weir.dialects._tf_ops import zeros
from weir.dialects._tf_tensor import Refused, TensorShape, as_dtype, as_tensor

_shape = Array.shape.__get__


class TensorArray:
    """Tensors of one dtype by index.  write and unstack change the object and return it, as in TensorFlow without tf.function."""

    def __init__(self, dtype, size=None, dynamic_size=None, clear_after_read=None, tensor_array_name=None, handle=None, flow=None,
                 infer_shape=True, element_shape=None, colocate_with_first_write_call=True, name=None):
        if handle is not None or flow is not None:
            raise NotImplementedError("TensorArray: handle and flow are not supported; pass the TensorArray itself")
        self.dtype, self.dynamic_size = as_dtype(dtype), bool(dynamic_size)
        self._clears, self._same_shape = clear_after_read is not False, infer_shape
        self.element_shape = None if element_shape is None else TensorShape(element_shape)
        self._parts = [None] * (0 if size is None else int(size))

    def _index(self, index):
        i = int(index)
        if i < 0 or i >= len(self._parts):
            raise Refused(f"TensorArray: the index {i} is not in an array of size {len(self._parts)}")
        return i

    def _checked(self, value):
        x = as_tensor(value)
        if x.dtype != self.dtype:
            if isinstance(value, Array):
                raise Refused(f"TensorArray: the value is {x.dtype}, but the array is {self.dtype}; use tf.cast")
            x = as_tensor(value, self.dtype)
        if self._same_shape:
            if self.element_shape is None:
                self.element_shape = TensorShape(_shape(x))
            wanted = tuple(self.element_shape)
            if len(wanted) != x.ndim or any(n is not None and n != m for n, m in zip(wanted, _shape(x))):
                raise Refused(f"TensorArray: the value has shape {tuple(_shape(x))}, but the elements have {wanted}; pass infer_shape=False")
        return x

    def write(self, index, value, name=None):
        i, x = int(index), self._checked(value)
        if i >= len(self._parts) and self.dynamic_size:
            self._parts += [None] * (i + 1 - len(self._parts))
        self._parts[self._index(i)] = x
        return self

    def read(self, index, name=None):
        i = self._index(index)
        x = self._parts[i]
        if x is None:
            raise Refused(f"TensorArray: the element {i} has not been written, or has been read with clear_after_read=True")
        if self._clears:
            self._parts[i] = None
        return x

    def _values(self):
        shape = self.element_shape
        if any(x is None for x in self._parts) and (shape is None or any(n is None for n in shape)):
            raise Refused(f"TensorArray: the element {self._parts.index(None)} has not been written, and its shape is not known")
        found = [zeros(tuple(shape), self.dtype) if x is None else x for x in self._parts]
        if self._clears:
            self._parts = [None] * len(self._parts)
        return found

    def stack(self, name=None):
        """Return the elements as the rows of one tensor; those that have not been written are zeros."""
        if not self._parts:
            return zeros((0, *(n or 0 for n in self.element_shape or ())), self.dtype)
        return op["stack"](self._values())

    def concat(self, name=None):
        return op["concat"](self._values(), axis=0)

    def gather(self, indices, name=None):
        return op["stack"]([self.read(i) for i in (indices.numpy().tolist() if isinstance(indices, Array) else indices)])

    def unstack(self, value, name=None):
        x = as_tensor(value, None if isinstance(value, Array) else self.dtype)
        return self._filled([x[i] for i in range(_shape(x)[0])])

    def split(self, value, lengths, name=None):
        x, at, parts = as_tensor(value, None if isinstance(value, Array) else self.dtype), 0, []
        for n in lengths.numpy().tolist() if isinstance(lengths, Array) else lengths:
            parts.append(x[at:at + n])
            at += n
        self._same_shape = False
        return self._filled(parts)

    def scatter(self, indices, value, name=None):
        for row, i in enumerate(indices.numpy().tolist() if isinstance(indices, Array) else indices):
            self.write(i, value[row])
        return self

    def _filled(self, parts):
        if len(parts) > len(self._parts) and self._parts and not self.dynamic_size:
            raise Refused(f"TensorArray: {len(parts)} rows do not fit into an array of size {len(self._parts)}")
        self._parts = [self._checked(x) for x in parts]
        return self

    def size(self, name=None):
        return as_tensor(len(self._parts))

    def identity(self):
        return self

    def __len__(self):
        return len(self._parts)
