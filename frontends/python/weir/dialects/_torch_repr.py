"""How PyTorch prints its layers: for each, the arguments in its repr.

A form is a list of words: `name=` prints the argument as name=value, `name` its value alone; `name=?1` prints it unless it is
1; *name prints a size as a tuple with an entry for each spatial dimension.  Layers without a form print no arguments.
"""
import re

_CONV = "in_channels out_channels *kernel_size= *stride= *padding=?0 *dilation=?1 *output_padding=?0 groups=?1 bias=?True " \
        "padding_mode=?'zeros'"
_NORM = "num_features eps= momentum= affine= bias= track_running_stats="
_STEPS = "input_size hidden_size num_layers=?1 bias=?True batch_first=?False dropout=?0.0 bidirectional=?False proj_size=?0"
_DROP = "p= inplace="
FORMS = {
    "Linear": "in_features= out_features= bias=", "Bilinear": "in1_features= in2_features= out_features= bias=",
    "ELU": "alpha= inplace=?False", "CELU": "alpha= inplace=?False", "GELU": "approximate=", "GLU": "dim=",
    "Softplus": "beta= threshold=", "Softshrink": "lambd", "Hardshrink": "lambd", "LeakyReLU": "negative_slope= inplace=?False",
    "Hardtanh": "min_val= max_val= inplace=?False", "PReLU": "num_parameters=", "Threshold": "threshold= value= inplace=?False",
    **{name: "inplace=?False" for name in ("ReLU", "ReLU6", "SELU", "SiLU", "Mish")},
    "Softmax": "dim=", "LogSoftmax": "dim=", "Softmin": "dim=",
    "LayerNorm": "normalized_shape eps= elementwise_affine= bias=", "RMSNorm": "normalized_shape eps= elementwise_affine=",
    "GroupNorm": "num_groups num_channels eps= affine= bias=", "LocalResponseNorm": "size alpha= beta= k=",
    "Flatten": "start_dim= end_dim=", "Unflatten": "dim= unflattened_size=",
    "Embedding": "num_embeddings embedding_dim padding_idx=?None", "EmbeddingBag": "num_embeddings embedding_dim mode= padding_idx=?None",
    **{f"{kind}{n}d": _CONV for kind in ("Conv", "ConvTranspose") for n in "123"},
    **{f"{kind}{n}d": _NORM for kind in ("BatchNorm", "InstanceNorm") for n in "123"},
    **{f"Dropout{n}": _DROP for n in ("", "1d", "2d", "3d")}, "AlphaDropout": _DROP, "FeatureAlphaDropout": _DROP,
    **{f"MaxPool{n}d": "kernel_size= stride= padding= dilation= ceil_mode=" for n in "123"},
    **{f"AvgPool{n}d": "kernel_size= stride= padding=" for n in "23"}, "AvgPool1d": "*kernel_size= *stride= *padding=",
    **{f"Adaptive{kind}Pool{n}d": "output_size=" for kind in ("Avg", "Max") for n in "123"},
    **{f"LPPool{n}d": "norm_type= kernel_size= stride= ceil_mode=" for n in "123"},
    **{name: _STEPS for name in ("RNN", "LSTM", "GRU")},
    "RNNCell": "input_size hidden_size bias=?True nonlinearity=?'tanh'", "LSTMCell": "input_size hidden_size bias=?True",
    "GRUCell": "input_size hidden_size bias=?True",
    "PixelShuffle": "upscale_factor=", "PixelUnshuffle": "downscale_factor=", "ChannelShuffle": "groups=",
    "Upsample": "scale_factor=?None size=?None mode=", "UpsamplingNearest2d": "scale_factor=?None size=?None mode=",
    "UpsamplingBilinear2d": "scale_factor=?None size=?None mode=",
    "Unfold": "kernel_size= dilation= padding= stride=", "Fold": "output_size= kernel_size= dilation= padding= stride=",
    **{f"{kind}Pad{n}d": "padding" for kind in ("Zero", "Reflection", "Replication", "Circular") for n in "123"},
    **{f"ConstantPad{n}d": "padding= value=" for n in "123"},
}
_FLOATS = {"alpha", "beta", "threshold", "value", "min_val", "max_val", "p", "lambd", "negative_slope", "dropout", "scale_factor"}
_PLAIN = {"padding", "padding_mode", "nonlinearity"}  # printed without quotes
# Arguments that Weir's layers do not have, or have another default for.
_DEFAULTS = {"inplace": False, "momentum": 0.1, "track_running_stats": False, "padding_mode": "zeros", "bias": True, "proj_size": 0,
             "approximate": "none"}


def _tuple(value, count):
    if isinstance(value, str):
        return value
    return (value,) * count if isinstance(value, int) else tuple(value) * (count if len(value) == 1 else 1)


def extra(name, settings):
    """Return the arguments in the repr of the layer `name` with these settings, as PyTorch prints them."""
    words = []
    count = int(found[1]) if (found := re.search(r"(\d)d$", name)) else 1
    for word in FORMS.get(name, "").split():
        key, equals, default = re.match(r"\*?(\w+)(=?)\??(.*)", word).groups()
        if key not in settings and key not in _DEFAULTS:
            continue
        value = settings.get(key, _DEFAULTS.get(key))
        default = eval(default) if default else ...
        if word.startswith("*"):
            same = default is not ... and value is not None and _tuple(value, count) == (default,) * count
            value = _tuple(value, count)
        else:
            same = value == default and default is not ...
            if key in _FLOATS and isinstance(value, int) and not isinstance(value, bool):
                value = float(value)
            elif isinstance(value, (list, tuple)):
                value = value[0] if len(value) == 1 and "Pool" in name else tuple(value)
        if not same and not (default is ... and value is None and key == "dim"):
            words.append(f"{key}={value if key in _PLAIN else repr(value)}" if equals else str(value))
    return ", ".join(words)


def settings_of(layer, name):
    """Return the arguments of a layer that is one of Weir's, under PyTorch's names."""
    found = {**layer._block.attrs, **layer.__dict__.get("_given", {})}
    if layer.__dict__.get("_wr_inplace"):
        found["inplace"] = True
    if "dim" in layer.__dict__:
        found["dim"] = layer.__dict__["dim"]
    if found.get("stride", 0) is None and "Conv" not in name:
        found["stride"] = found["kernel_size"]
    for key in ("stride", "dilation"):
        found[key] = 1 if key in found and found[key] is None else found.get(key)
    for key in ("padding", "output_padding"):
        found[key] = 0 if key in found and found[key] is None else found.get(key)
    if "axis" in found:
        found["dim"] = found["axis"]
    if isinstance(found.get("normalized_shape"), int):
        found["normalized_shape"] = (found["normalized_shape"],)
    affine = found.get("affine", found.get("elementwise_affine", True))
    if name.startswith(("BatchNorm", "InstanceNorm", "GroupNorm", "LayerNorm")):
        found["bias"] = bool(affine and found.get("bias", True))
    if name == "Embedding" and (found.get("padding_idx") or 0) < 0:
        found["padding_idx"] += found["num_embeddings"]
    return {key: value for key, value in found.items() if value is not None or key not in ("stride", "dilation", "padding",
                                                                                          "output_padding")}
