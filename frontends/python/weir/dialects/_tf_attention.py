"""Keras's attention layers."""
import weir
from weir._core import Array
from weir.dialects._tensor_class import Spoken, op
from weir.dialects._tf_init import activation_of
from weir.dialects._tf_layer import Layer, mask_of
from weir.dialects._tf_layers import Softmax
from weir.dialects._tf_noise import Dropout
from weir.dialects._tf_tensor import Refused

_shape = Array.shape.__get__
_einsum = Spoken(weir).einsum


class EinsumDense(Layer):
    """A product of the input with a kernel, given by an equation, such as "abc,cde->abde"."""

    _weights = {"kernel": "glorot_uniform", "bias": "zeros"}

    def __init__(self, equation, output_shape, activation=None, bias_axes=None, **kwargs):
        super().__init__(**kwargs)
        self.equation, self.bias_axes, self.activation = equation.replace(" ", ""), bias_axes, activation_of(activation)
        self.partial_output_shape = (output_shape,) if isinstance(output_shape, int) or output_shape is None else tuple(output_shape)
        if self.equation.count("->") != 1 or self.equation.count(",") != 1:
            raise Refused(f"EinsumDense: the equation must be like 'ab,bc->ac', not {equation!r}")

    def build(self, input_shape):
        inputs, rest = self.equation.split(",")
        kernel, output = rest.split("->")
        tail = len(output.replace("...", "")) - len(self.partial_output_shape)
        sizes = dict(zip(reversed(inputs.replace("...", "")), reversed(tuple(input_shape))))
        sizes.update({letter: n for letter, n in zip(output.replace("...", "")[tail:], self.partial_output_shape) if n is not None})
        missing = [letter for letter in kernel if letter not in sizes]
        if missing:
            raise Refused(f"EinsumDense: the length of {missing[0]!r} in {self.equation!r} is not known")
        self.kernel = self._weight("kernel", tuple(sizes[letter] for letter in kernel))
        self.bias = None
        if self.bias_axes:
            first = min(output.index(letter) for letter in self.bias_axes)
            self.bias = self._weight("bias", tuple(sizes[letter] if letter in self.bias_axes else 1 for letter in output[first:]))

    def call(self, inputs):
        y = _einsum(self.equation, inputs, self.kernel)
        y = y if self.bias is None else y + self.bias
        return y if self.activation is None else self.activation(y)


def _causal(queries, keys):
    return op["tril"](op["ones"]((queries, keys), weir.bool))


def _both(a, b):
    return b if a is None else a if b is None else op["logical_and"](a, b)


class MultiHeadAttention(Layer):
    """Attention with several heads: attention(query, value, key), where key is value by default."""

    _weights, supports_masking = {"kernel": "glorot_uniform", "bias": "zeros"}, True
    _without_effect = (*Layer._without_effect, "flash_attention")

    def __init__(self, num_heads, key_dim, value_dim=None, dropout=0.0, use_bias=True, output_shape=None, attention_axes=None, seed=None,
                 **kwargs):
        super().__init__(**kwargs)
        if attention_axes not in (None, 1, (1,), [1]):
            raise Refused("MultiHeadAttention: attention_axes is not supported; attention is along axis 1 of (batch, steps, features)")
        self.num_heads, self.key_dim, self.value_dim = num_heads, key_dim, value_dim or key_dim
        self.use_bias, self._out = use_bias, output_shape
        self._softmax, self._dropout = Softmax(), Dropout(dropout, seed=seed)

    def _dense(self, equation, shape, axes, name):
        given = {f"{w}_{part}": getattr(self, f"{w}_{part}") for w in self._weights for part in ("initializer", "regularizer", "constraint")}
        return EinsumDense(equation, shape, bias_axes=axes if self.use_bias else None, name=name, dtype=self._dtype, **given)

    def build(self, query_shape, value_shape=None, key_shape=None):
        heads, out = self.num_heads, self._out if self._out is not None else query_shape[-1]
        if not isinstance(out, int):
            if len(tuple(out)) != 1:
                raise Refused(f"MultiHeadAttention: output_shape must be a number, not {out}")
            out = tuple(out)[0]
        self._query_dense = self._dense("abc,cde->abde", (None, heads, self.key_dim), "de", "query")
        self._key_dense = self._dense("abc,cde->abde", (None, heads, self.key_dim), "de", "key")
        self._value_dense = self._dense("abc,cde->abde", (None, heads, self.value_dim), "de", "value")
        self._output_dense = self._dense("abcd,cde->abe", (None, out), "e", "attention_output")

    query_dense, key_dense = property(lambda self: self._query_dense), property(lambda self: self._key_dense)
    value_dense, output_dense = property(lambda self: self._value_dense), property(lambda self: self._output_dense)

    def compute_mask(self, query, mask=None):
        return mask[0] if isinstance(mask, (list, tuple)) else mask

    def _mask(self, query, value, key, masks, given, causal):
        """Return the mask of the scores, (batch, 1, queries, keys), or None."""
        of_query, of_value, of_key = masks
        found = None
        if of_query is not None:
            found = op["expand_dims"](of_query, 2)
        for steps in (of_value, of_key):
            if steps is not None:
                found = _both(found, op["expand_dims"](steps, 1))
        if causal:
            found = _both(found, op["expand_dims"](_causal(_shape(query)[1], _shape(value)[1]), 0))
        if given is not None:
            given = given if given.dtype == weir.bool else op["astype"](given, weir.bool)
            found = _both(found, given if given.ndim > 2 else op["expand_dims"](given, 0))
        return None if found is None else op["expand_dims"](found, 1) if found.ndim == 3 else found

    def call(self, query, value, key=None, query_mask=None, value_mask=None, key_mask=None, attention_mask=None,
             return_attention_scores=False, training=None, use_causal_mask=False):
        key_given, key = key, value if key is None else key
        masks = (query_mask if query_mask is not None else mask_of(query), value_mask if value_mask is not None else mask_of(value),
                 key_mask if key_mask is not None else None if key_given is None else mask_of(key))
        mask = self._mask(query, value, key, masks, attention_mask, use_causal_mask)
        q, k, v = (op["swapaxes"](dense(x), 1, 2) for dense, x in (
            (self._query_dense, query), (self._key_dense, key), (self._value_dense, value)))
        scores = self._softmax(op["matmul"](q * self.key_dim ** -0.5, op["matrix_transpose"](k)), mask=mask)
        y = op["swapaxes"](op["matmul"](self._dropout(scores, training=training), v), 1, 2)
        y = self._output_dense(y)
        return (y, scores) if return_attention_scores else y


class Attention(Layer):
    """Attention by products of queries and keys: attention([query, value]) or attention([query, value, key])."""

    supports_masking = True

    def __init__(self, use_scale=False, score_mode="dot", dropout=0.0, seed=None, **kwargs):
        super().__init__(**kwargs)
        if score_mode not in ("dot", "concat"):
            raise Refused(f"Attention: score_mode must be 'dot' or 'concat', not {score_mode!r}")
        self.use_scale, self.score_mode, self._dropout = use_scale, score_mode, Dropout(dropout, seed=seed)

    def build(self, input_shape):
        self.scale = self.add_weight("scale", (), initializer="ones") if self.use_scale else None
        if self.score_mode == "concat":
            self.concat_score_weight = self.add_weight("concat_score_weight", (), initializer="ones")

    def _scores(self, query, key):
        if self.score_mode == "concat":
            both = op["expand_dims"](query, 2) + op["expand_dims"](key, 1)
            both = both if self.scale is None else self.scale * both
            return self.concat_score_weight * op["sum"](op["tanh"](both), axis=-1)
        scores = op["matmul"](query, op["matrix_transpose"](key))
        return scores if self.scale is None else scores * self.scale

    def compute_mask(self, inputs, mask=None):
        return mask[0] if isinstance(mask, (list, tuple)) else None

    def call(self, inputs, mask=None, return_attention_scores=False, training=None, use_causal_mask=False):
        if not isinstance(inputs, (list, tuple)) or len(inputs) not in (2, 3):
            raise Refused(f"{type(self).__name__}: expected [query, value] or [query, value, key]")
        query, value = inputs[:2]
        key = inputs[2] if len(inputs) > 2 else value
        of_query, of_value = (list(mask) + [None, None])[:2] if isinstance(mask, (list, tuple)) else (None, None)
        scores = self._scores(query, key)
        keep = None if of_value is None else op["expand_dims"](of_value, -2)
        if use_causal_mask:
            keep = _both(keep, op["expand_dims"](_causal(_shape(query)[1], _shape(value)[1]), 0))
        if keep is not None:
            scores = scores - (1 - op["astype"](keep, scores.dtype)) * (1e9 if scores.dtype != weir.float16 else 65504.0)
        weights = self._dropout(op["softmax"](scores, axis=-1), training=training)
        y = op["matmul"](weights, value)
        if of_query is not None:
            y = y * op["expand_dims"](op["astype"](of_query, y.dtype), -1)
        return (y, weights) if return_attention_scores else y


class AdditiveAttention(Attention):
    """Attention by the sum of tanh(query + key), scaled for each feature."""

    def __init__(self, use_scale=True, dropout=0.0, **kwargs):
        super().__init__(use_scale, "dot", dropout, **kwargs)

    def build(self, input_shape):
        self.scale = self.add_weight("scale", (input_shape[0][-1],), initializer="glorot_uniform") if self.use_scale else None

    def _scores(self, query, key):
        both = op["tanh"](op["expand_dims"](query, 2) + op["expand_dims"](key, 1))
        return op["sum"](both if self.scale is None else self.scale * both, axis=-1)


ATTENTION = {cls.__name__: cls for cls in (EinsumDense, MultiHeadAttention, Attention, AdditiveAttention)}
