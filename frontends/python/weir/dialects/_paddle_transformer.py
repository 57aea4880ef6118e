"""Paddle's attention and transformer layers, built from its own layers."""
import collections

import weir
from weir._core import Array
from weir.dialects import _paddle_functional as functional
from weir.dialects._paddle_layers import LAYERS, Layer, LayerList, Linear
from weir.dialects._paddle_tensor import Refused, made
from weir.dialects._tensor_class import op

_shape = Array.shape.__get__
_Dropout = LAYERS["Dropout"]
LayerNorm = LAYERS["LayerNorm"]


def _added(mask, dtype):
    """Return a mask of booleans or integers as what is added to the scores: 0, or -1e9 where it is false."""
    return mask if mask is None or mask.dtype.kind == "f" else (op["astype"](mask, dtype) - 1.0) * 1e9


class MultiHeadAttention(Layer):
    """Attention with several heads: attention(query, key, value), where key and value are the query by default."""

    Cache = collections.namedtuple("Cache", ["k", "v"])  # keys and values of the steps so far
    StaticCache = collections.namedtuple("StaticCache", ["k", "v"])  # those of another sequence

    def __init__(self, embed_dim, num_heads, dropout=0.0, kdim=None, vdim=None, need_weights=False, weight_attr=None, bias_attr=None):
        if embed_dim < 1 or num_heads < 1 or embed_dim % num_heads:
            raise Refused(f"MultiHeadAttention: embed_dim must be a multiple of num_heads, not {embed_dim} and {num_heads}")
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.dropout, self.need_weights = dropout, need_weights
        self.q_proj = Linear(embed_dim, embed_dim, weight_attr, bias_attr)
        self.k_proj = Linear(kdim or embed_dim, embed_dim, weight_attr, bias_attr)
        self.v_proj = Linear(vdim or embed_dim, embed_dim, weight_attr, bias_attr)
        self.out_proj = Linear(embed_dim, embed_dim, weight_attr, bias_attr)

    def _heads(self, x):
        return op["swapaxes"](op["reshape"](x, (*_shape(x)[:2], self.num_heads, self.head_dim)), 1, 2)

    def compute_kv(self, key, value):
        return self._heads(self.k_proj(key)), self._heads(self.v_proj(value))

    def gen_cache(self, key, value=None, type=Cache):
        if type is MultiHeadAttention.StaticCache:
            return self.StaticCache(*self.compute_kv(key, key if value is None else value))
        if value is not None:
            return self.Cache(key, value)
        shape = _shape(key)[0], self.num_heads, 0, self.head_dim
        return self.Cache(made(op["zeros"](shape, key.dtype)), made(op["zeros"](shape, key.dtype)))

    def forward(self, query, key=None, value=None, attn_mask=None, cache=None):
        key = query if key is None else key
        value = query if value is None else value
        q = self._heads(self.q_proj(query))
        if isinstance(cache, self.StaticCache):
            k, v = cache
        else:
            k, v = self.compute_kv(key, value)
        if isinstance(cache, self.Cache):
            k, v = op["concat"]([cache.k, k], axis=2), op["concat"]([cache.v, v], axis=2)
            cache = self.Cache(k, v)
        scores = op["matmul"](q * self.head_dim ** -0.5, op["matrix_transpose"](k))
        mask = _added(attn_mask, scores.dtype)
        weights = op["softmax"](scores if mask is None else scores + mask, axis=-1)
        weights = functional.dropout(weights, self.dropout, training=self.training) if self.dropout else weights
        y = op["swapaxes"](op["matmul"](weights, v), 1, 2)
        found = [self.out_proj(op["reshape"](y, (*_shape(y)[:2], self.embed_dim)))]
        found += [weights] if self.need_weights else []
        found += [cache] if cache is not None else []
        return found[0] if len(found) == 1 else tuple(found)


def _both(attr, count):
    """Return an attribute for each part of a layer, given one or a list of several."""
    if isinstance(attr, (list, tuple)):
        if len(attr) not in (1, count):
            raise Refused(f"expected one attribute, or {count}, not {len(attr)}")
        return list(attr) * (count if len(attr) == 1 else 1)
    return [attr] * count


class _TransformerLayer(Layer):
    """What layers of encoders and decoders share: parts with a residual connection and a normalisation, and the feed-forward part."""

    def __init__(self, d_model, nhead, dim_feedforward, dropout=0.1, activation="relu", attn_dropout=None, act_dropout=None,
                 normalize_before=False, weight_attr=None, bias_attr=None, layer_norm_eps=1e-5):
        self._config = dict(d_model=d_model, nhead=nhead, dim_feedforward=dim_feedforward, dropout=dropout, activation=activation,
                            attn_dropout=attn_dropout, act_dropout=act_dropout, normalize_before=normalize_before, weight_attr=weight_attr,
                            bias_attr=bias_attr, layer_norm_eps=layer_norm_eps)
        if d_model < 1 or nhead < 1 or dim_feedforward < 1:
            raise Refused("d_model, nhead and dim_feedforward must be positive")
        if not hasattr(functional, activation) and activation not in ("relu", "gelu"):
            raise Refused(f"unknown activation {activation!r}")
        attentions = len(self._attentions)
        weights, biases = _both(weight_attr, attentions + 1), _both(bias_attr, attentions + 1)
        self.normalize_before, self.activation = normalize_before, _ACTIVATIONS.get(activation) or getattr(functional, activation)
        for name, weight, bias in zip(self._attentions, weights, biases):
            setattr(self, name, MultiHeadAttention(d_model, nhead, dropout if attn_dropout is None else attn_dropout, weight_attr=weight,
                                                   bias_attr=bias))
        self.linear1 = Linear(d_model, dim_feedforward, weights[-1], biases[-1])
        self.dropout = _Dropout(dropout if act_dropout is None else act_dropout)
        self.linear2 = Linear(dim_feedforward, d_model, weights[-1], biases[-1])
        for i in range(1, attentions + 2):
            setattr(self, f"norm{i}", LayerNorm(d_model, epsilon=layer_norm_eps))
        for i in range(1, attentions + 2):
            setattr(self, f"dropout{i}", _Dropout(dropout))

    def _around(self, number, x, part):
        """Return x plus the result of a part of the layer, normalised before or after; and what else the part returns."""
        norm, dropout = getattr(self, f"norm{number}"), getattr(self, f"dropout{number}")
        y = part(norm(x) if self.normalize_before else x)
        y, rest = (y[0], y[-1]) if isinstance(y, tuple) else (y, None)
        y = x + dropout(y)
        return (y if self.normalize_before else norm(y)), rest

    def _feed(self, x):
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


_ACTIVATIONS = {"relu": lambda x: op["relu"](x), "gelu": lambda x: op["gelu"](x)}


class TransformerEncoderLayer(_TransformerLayer):
    """A layer of a transformer's encoder."""

    _attentions = ("self_attn",)

    def gen_cache(self, src):
        return self.self_attn.gen_cache(src, type=MultiHeadAttention.Cache)

    def forward(self, src, src_mask=None, cache=None):
        x, new = self._around(1, src, lambda y: self.self_attn(y, y, y, src_mask, cache))
        x, _ = self._around(2, x, self._feed)
        return x if cache is None else (x, new)


class TransformerDecoderLayer(_TransformerLayer):
    """A layer of a transformer's decoder."""

    _attentions = ("self_attn", "cross_attn")

    def gen_cache(self, memory):
        return (self.self_attn.gen_cache(memory, type=MultiHeadAttention.Cache),
                self.cross_attn.gen_cache(memory, memory, type=MultiHeadAttention.StaticCache))

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, cache=None):
        own, other = (None, None) if cache is None else cache
        x, own = self._around(1, tgt, lambda y: self.self_attn(y, y, y, tgt_mask, own))
        x, other = self._around(2, x, lambda y: self.cross_attn(y, memory, memory, memory_mask, other))
        x, _ = self._around(3, x, self._feed)
        return x if cache is None else (x, (own, other))


class _Stack(Layer):
    """Several layers like the given one, each with parameters of its own, and a normalisation after them."""

    def _fill(self, layer, num_layers, norm):
        self.layers = LayerList([layer if i == 0 else type(layer)(**layer._config) for i in range(num_layers)])
        self.num_layers, self.norm = num_layers, norm

    def _through(self, x, *others, cache=None):
        new = []
        for i, layer in enumerate(self.layers):
            x = layer(x, *others, **({} if cache is None else {"cache": cache[i]}))
            if cache is not None:
                x, found = x
                new.append(found)
        x = x if self.norm is None else self.norm(x)
        return x if cache is None else (x, new)


class TransformerEncoder(_Stack):
    """The encoder of a transformer."""

    def __init__(self, encoder_layer, num_layers, norm=None):
        self._fill(encoder_layer, num_layers, norm)

    def gen_cache(self, src):
        return [layer.gen_cache(src) for layer in self.layers]

    def forward(self, src, src_mask=None, cache=None):
        return self._through(src, src_mask, cache=cache)


class TransformerDecoder(_Stack):
    """The decoder of a transformer."""

    def __init__(self, decoder_layer, num_layers, norm=None):
        self._fill(decoder_layer, num_layers, norm)

    def gen_cache(self, memory, do_zip=False):
        found = [layer.gen_cache(memory) for layer in self.layers]
        return list(zip(*found)) if do_zip else found

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, cache=None):
        return self._through(tgt, memory, tgt_mask, memory_mask, cache=cache)


class Transformer(Layer):
    """An encoder and a decoder."""

    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, dropout=0.1, activation="relu",
                 attn_dropout=None, act_dropout=None, normalize_before=False, weight_attr=None, bias_attr=None, custom_encoder=None,
                 custom_decoder=None):
        each = dict(d_model=d_model, nhead=nhead, dim_feedforward=dim_feedforward, dropout=dropout, activation=activation,
                    attn_dropout=attn_dropout, act_dropout=act_dropout, normalize_before=normalize_before)
        few = {key: value[:2] if isinstance(value, (list, tuple)) and len(value) == 3 else value for key, value in (
            ("weight_attr", weight_attr), ("bias_attr", bias_attr))}
        self.encoder = custom_encoder or TransformerEncoder(TransformerEncoderLayer(**each, **few), num_encoder_layers, LayerNorm(d_model))
        self.decoder = custom_decoder or TransformerDecoder(
            TransformerDecoderLayer(**each, weight_attr=weight_attr, bias_attr=bias_attr), num_decoder_layers, LayerNorm(d_model))
        self.d_model, self.nhead = d_model, nhead

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None):
        return self.decoder(tgt, self.encoder(src, src_mask), tgt_mask, memory_mask)

    def generate_square_subsequent_mask(self, length):
        """Return what to add to the scores so that no step sees a later one."""
        return op["triu"](made(weir.full((length, length), float("-inf"))), k=1)


TRANSFORMERS = {cls.__name__: cls for cls in (
    MultiHeadAttention, TransformerEncoderLayer, TransformerEncoder, TransformerDecoderLayer, TransformerDecoder, Transformer)}
