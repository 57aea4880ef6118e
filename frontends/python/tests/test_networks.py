"""What neural networks are made of, where Python does more than call an operator."""
import pytest

import weir


def arrays():
    return (weir.random.default_rng(seed).normal(size=shape).astype(weir.float32)
            for seed, shape in ((1, (2, 4, 5, 8)), (2, (2, 2, 6, 8)), (3, (2, 2, 6, 3))))


def test_attention_gives_one_array_that_is_softmax_times_values():
    q, k, v = arrays()
    y = weir.scaled_dot_product_attention(q, k, v, enable_gqa=True)
    k, v = weir.repeat(k, 2, axis=1), weir.repeat(v, 2, axis=1)
    wanted = weir.softmax(q @ weir.matrix_transpose(k) / 8 ** 0.5, axis=-1) @ v
    assert y.shape == (2, 4, 5, 3) and float(weir.max(weir.abs(y - wanted))) < 1e-5


def test_attention_sees_what_the_mask_lets_through():
    q, k, v = arrays()
    first = weir.arange(6) == 0
    y = weir.scaled_dot_product_attention(q, k, v, first, enable_gqa=True)
    wanted = weir.repeat(v, 2, axis=1)[:, :, :1, :]
    assert float(weir.max(weir.abs(y - wanted))) < 1e-6


def test_dropout_of_attention_is_drawn_anew_each_time():
    q, k, v = arrays()
    calls = [weir.scaled_dot_product_attention(q, k, v, None, 0.5, enable_gqa=True) for _ in range(2)]
    assert bool(weir.any(calls[0] != calls[1]))


def test_attention_refuses_heads_that_are_not_shared():
    q, k, v = arrays()
    with pytest.raises(ValueError, match="the leading dimensions must be equal"):
        weir.scaled_dot_product_attention(q, k, v)
