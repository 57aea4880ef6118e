"""Gradients from Python: modes, leaves, functions, checkpoints."""
import gc
import sys
import threading

import pytest

import weir
from weir import _core, autograd


def leaf(*values):
    return weir.asarray([float(v) for v in values]).attach_grad()


def test_backward_leaves_gradients_with_leaves():
    x = leaf(1, 2, 3)
    with autograd.record():
        y = (x * x).sum()
    assert x.grad is None and y.followed
    y.backward()
    assert x.grad.tolist() == [2, 4, 6]
    assert not x.grad.followed


def test_modes_nest_and_are_restored_after_errors():
    assert not autograd.is_recording() and not autograd.is_training()
    with autograd.record():
        assert autograd.is_recording() and autograd.is_training()
        with autograd.pause():
            assert not autograd.is_recording() and not autograd.is_training()
        with autograd.predict_mode():
            assert autograd.is_recording() and not autograd.is_training()
        assert autograd.is_training()
    with pytest.raises(KeyError), autograd.record(train_mode=False):
        assert not autograd.is_training()
        raise KeyError
    assert not autograd.is_recording()

    @autograd.record()
    def inside():
        return autograd.is_recording()

    assert inside() and not autograd.is_recording()


def test_modes_belong_to_the_thread_and_to_the_task():
    import asyncio

    seen = []
    with autograd.record():
        thread = threading.Thread(target=lambda: seen.append(autograd.is_recording()))
        thread.start()
        thread.join()
    assert seen == [False]

    async def task(on, order):
        with autograd.record() if on else autograd.pause():
            for _ in range(3):
                await asyncio.sleep(0)
                x = leaf(1)
                order.append((on, (x * 2).followed))

    async def both():
        order = []
        await asyncio.gather(task(True, order), task(False, order))
        return order

    assert all(on == followed for on, followed in asyncio.run(both()))


def test_write_add_and_null():
    for mode, expected in (("write", [2.0]), ("add", [4.0])):
        x = weir.asarray([1.0]).attach_grad(mode)
        assert x.grad_mode == mode
        for _ in range(2):
            with autograd.record():
                y = x * 2
            y.backward()
        assert x.grad.tolist() == expected
    x.attach_grad("null")
    with autograd.record():
        assert not (x * 2).followed
    with pytest.raises(ValueError, match="mode must be 'step', 'write', 'add' or 'null', not 'wirte'"):
        x.attach_grad("wirte")
    with pytest.raises(ValueError, match="int64 .* cannot have a gradient; cast it"):
        weir.asarray([1]).attach_grad()


def test_grad_may_be_set_and_dropped():
    x = leaf(1, 2)
    x.grad = weir.ones(2)
    assert x.grad.tolist() == [1, 1]
    with pytest.raises(ValueError, match=r"the gradient is float32 \(3,\), but the array is float32 \(2,\)"):
        x.grad = weir.ones(3)
    with pytest.raises(TypeError, match="must be an array or None, not int"):
        x.grad = 3
    x.grad = None
    assert x.grad is None


def test_grad_of_arrays():
    x, y, z = leaf(1, 2), leaf(3, 4), leaf(5)
    with autograd.record():
        h = x * y
        loss = (h * h).sum()
    dh, dz = autograd.grad(loss, [h, z], retain_graph=True)
    assert dh.tolist() == [6, 16] and dz is None
    assert autograd.grad(loss, x).tolist() == [18, 64]
    assert x.grad is None
    with pytest.raises(ValueError, match="were released by an earlier backward"):
        loss.backward()


def test_grad_of_a_function():
    def f(x):
        return (x ** 3).sum()

    x = weir.asarray([1.0, 2.0])
    assert autograd.grad(f)(x).tolist() == [3, 12]
    assert autograd.grad(lambda x: autograd.grad(f)(x).sum())(x).tolist() == [6, 12]
    value, grads = autograd.value_and_grad(f)(x)
    assert float(value) == 9 and grads.tolist() == [3, 12] and not value.followed
    assert not x.followed


def test_grad_of_trees_and_several_arguments():
    def loss(p, scale, x):
        return (p["w"] * x + p["b"][0]).sum() * scale

    p = {"w": weir.asarray([1.0, 2.0]), "b": [weir.asarray(1.0)]}
    scale, x = weir.asarray(2.0), weir.asarray([3.0, 4.0])
    value, (dp, dscale) = autograd.value_and_grad(loss, argnums=(0, 1))(p, scale, x)
    assert float(value) == 26 and float(dscale) == 13
    assert dp["w"].tolist() == [6, 8] and dp["b"][0].tolist() == 4
    grads, aux = autograd.grad(lambda x: ((x * x).sum(), "more"), has_aux=True)(x)
    assert grads.tolist() == [6, 8] and aux == "more"


def test_what_grad_refuses():
    x = weir.asarray([1.0, 2.0])
    with pytest.raises(ValueError, match=r"not one of shape \(2,\); take its sum"):
        autograd.grad(lambda x: x * 2)(x)
    with pytest.raises(ValueError, match="does not depend on the selected arguments"):
        autograd.grad(lambda x: weir.sum(weir.ones(2)))(x)
    with pytest.raises(TypeError, match="not str"):
        autograd.grad(lambda x: x)("no")
    with pytest.raises(ValueError, match="argnums contains 3, but"):
        autograd.grad(lambda x: x, 3)(x)
    with pytest.raises(ValueError, match=r"backward: the loss, float32 \(2,\), does not require grad; compute it inside `with weir"):
        x.backward()
    with autograd.record():
        y = (leaf(1, 2) * 2.0).sum()
    with pytest.raises(ValueError, match=r"input 0 does not require grad; call x.attach_grad\(\) on it before"):
        _core.grad([y], [x])


def test_overwriting_names_both_lines():
    x, w = leaf(1, 2), weir.asarray([1.0, 1.0])
    with autograd.record():
        y = x * w
    w += 1
    with pytest.raises(ValueError, match=r"multiply at .*test_autograd.py:\d+ needs its input 1.*overwritten at "
                                         r".*test_autograd.py:\d+"):
        y.backward()
    with autograd.record(), pytest.raises(ValueError, match="update it inside `with weir.autograd.pause"):
        x += 1
    with autograd.record(), pytest.raises(ValueError, match=r"\(x\[i, j\] = v\), or write inside `with weir.autograd.pause"):
        part = (x * 1.0)[:1]
        part += 1


class Square(autograd.Function):
    @staticmethod
    def forward(ctx, x, times):
        ctx.save_for_backward(x)
        ctx.times = times
        return x * x * times

    @staticmethod
    def backward(ctx, dy):
        x, = ctx.saved_arrays
        return 2 * x * dy * ctx.times, None


def test_functions_of_ones_own():
    x = leaf(1, 2)
    with autograd.record():
        y = Square.apply(x * 1, 3).sum()
    y.backward()
    assert x.grad.tolist() == [6, 12]
    assert Square.apply(x, 2).tolist() == [2, 8]


def test_a_function_that_hands_its_input_through():
    class Through(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x

        @staticmethod
        def backward(ctx, dy):
            return -dy

    x = leaf(1)
    with autograd.record():
        y = Through.apply(x)
    y.backward()
    assert x.grad.tolist() == [-1]


def test_errors_of_functions_reach_the_caller():
    class Bad(Square):
        @staticmethod
        def backward(ctx, dy):
            raise KeyError("on the way back")

    class Few(Square):
        @staticmethod
        def backward(ctx, dy):
            return dy

    x = leaf(1)
    for kind, error in ((Bad, KeyError), (Few, ValueError)):
        with autograd.record():
            y = kind.apply(x, 1)
        with pytest.raises(error):
            y.backward()
        assert x.grad is None


def test_functions_are_freed():
    before = sys.getrefcount(Square)
    x = leaf(1)
    for _ in range(50):
        with autograd.record():
            y = Square.apply(x, 1)
        y.backward()
    del y
    gc.collect()
    assert sys.getrefcount(Square) <= before + 2


def test_modes_inside_a_function_that_goes_back():
    seen = []

    class Look(Square):
        @staticmethod
        def backward(ctx, dy):
            seen.append(autograd.is_recording())
            with autograd.record():
                pass
            seen.append(autograd.is_recording())
            return dy, None

    x = leaf(1)
    with autograd.record():
        Look.apply(x, 1).backward()
        assert autograd.is_recording()
    assert seen == [False, False]


def test_checkpoint_gives_the_same_bits():
    def part(x, w, *, p):
        return weir.tanh(x * w) * weir.random.uniform(size=4).astype(weir.float32) + p

    def train(through):
        weir.random.seed(5)
        x, w = leaf(1, 2, 3, 4), leaf(2, 3, 4, 5)
        with autograd.record():
            y = x
            for _ in range(3):
                y = through(y, w)
            loss = y.sum()
        loss.backward()
        return x.grad.tolist(), w.grad.tolist(), float(loss)

    plain = train(lambda x, w: part(x, w, p=1.0))
    assert train(lambda x, w: autograd.checkpoint(part, x, w, p=1.0)) == plain


def test_training_without_end_keeps_nothing():
    w = leaf(*range(1000))
    x = weir.ones(1000)

    def step():
        with autograd.record():
            loss = ((w * x - 1) ** 2).mean()
        loss.backward()
        with autograd.pause():
            w.__isub__(0.1 * w.grad)

    for _ in range(50):
        step()
    weir.waitall()
    gc.collect()
    used = weir.memory.used
    for _ in range(200):
        step()
    weir.waitall()
    assert weir.memory.used <= used + 8192


class Exp(autograd.Function):
    """Saves what it gives, by name and as an attribute."""

    @staticmethod
    def forward(ctx, x):
        y = weir.exp(x)
        ctx.save_for_backward(y, None)
        ctx.y = y
        return y

    @staticmethod
    def backward(ctx, dy):
        y, none = ctx.saved_arrays
        assert none is None
        return dy * y


def test_a_saved_output_is_freed_and_has_gradients_of_gradients():
    x = weir.zeros((1000,)).attach_grad()

    def step():
        with autograd.record():
            y = Exp.apply(x)
        y.backward()

    step()
    weir.waitall()
    before = weir.memory.used
    for _ in range(20):
        step()
    weir.waitall()
    assert weir.memory.used <= before
    with autograd.record():
        g = autograd.grad(Exp.apply(x), x, create_graph=True)
        gg = autograd.grad(g, x)
    assert gg.tolist() == [1.0] * 1000


def test_what_was_saved_and_overwritten_names_both_lines():
    for apply in (lambda x: Square.apply(x, 1), lambda x: autograd.checkpoint(lambda a: a * a, x)):
        x = weir.asarray([1.0, 2.0]).attach_grad()
        with autograd.record():
            h = x * 1.0
            y = apply(h)
        h[...] = 5.0
        with pytest.raises(ValueError, match=r"test_autograd.py:\d+ needs its saved array 0.*overwritten at .*test_autograd"):
            y.backward()


def test_a_function_that_gives_something_else_is_told():
    class Bad(autograd.Function):
        give, back = None, None

        @classmethod
        def forward(cls, ctx, x):
            return Bad.give(x)

        @classmethod
        def backward(cls, ctx, *dy):
            return Bad.back(*dy)

    x = weir.asarray([1.0, 2.0]).attach_grad()
    with autograd.record():
        Bad.give = staticmethod(lambda x: 3.0)
        with pytest.raises(TypeError, match="Bad.forward must return arrays, not float"):
            Bad.apply(x)
        Bad.give = staticmethod(lambda x: (lambda y: (y, y))(x * 2))
        one, two = Bad.apply(x)
        assert one is not two
        Bad.give, Bad.back = staticmethod(lambda x: x * 2), staticmethod(lambda dy: dy.astype(weir.float64))
        y = Bad.apply(x)
    with pytest.raises(ValueError, match="gradient 0 is float64, but the input is float32"):
        y.backward()
    assert x.grad is None


def test_a_checkpoint_may_hand_on_and_refuses_what_it_cannot_do():
    x = weir.asarray([1.0, 2.0]).attach_grad()
    with autograd.record():
        y, z = autograd.checkpoint(lambda a: (a, a), x)
    autograd.backward([y, z])
    assert x.grad.tolist() == [2.0, 2.0]
    with autograd.record():
        y = autograd.checkpoint(lambda a: a * a, x)
        with pytest.raises(ValueError, match="second derivatives through a checkpoint"):
            autograd.grad(y, x, create_graph=True)
        with pytest.raises(TypeError, match="expected an array or a sequence of arrays, not NoneType"):
            autograd.checkpoint(lambda a: None, x)


@pytest.mark.parametrize("key", [
    1, -1, slice(1, 3), slice(None, None, -2), (slice(None), 2), (0, slice(0, 2)), (Ellipsis, 1), (None, 1),
    (slice(None), None, 0), (), [0, 2], ([2, 0], [1, 3]), (slice(1, None), [3, 0]), ([0, 1], slice(None, None, 2)), "mask", "columns", (1, "few")])
def test_gradients_go_through_assignments(key):
    numpy = pytest.importorskip("numpy")
    masks = {"mask": numpy.arange(12).reshape(3, 4) % 3 == 0,
             "columns": (slice(None), numpy.array([True, False, True, False])),
             "few": numpy.array([False, True, True, False])}
    if isinstance(key, str):
        key = masks[key]
    elif isinstance(key, tuple):
        key = tuple(masks[k] if isinstance(k, str) else k for k in key)
    start = numpy.arange(12.0).reshape(3, 4) + 1
    w = numpy.cos(start)
    place = start[key]
    for shape in {(), place.shape, (1,) * bool(place.ndim) + place.shape[1:]}:
        value = numpy.linspace(0.5, 2, max(1, int(numpy.prod(shape)))).reshape(shape)
        t, v = weir.asarray(start), weir.asarray(value)
        t.attach_grad()
        v.attach_grad()
        with autograd.record():
            y = t * 2
            y[key] = v * 3
            loss = (y * y * weir.asarray(w)).sum()
        loss.backward()
        after = start * 2
        after[key] = value * 3
        down = 2 * after * w
        into = down.copy()
        into[key] = 0
        back = numpy.broadcast_to(down[key], place.shape) * 3
        lead = tuple(range(back.ndim - value.ndim))
        back = back.sum(axis=lead + tuple(len(lead) + i for i, n in enumerate(shape) if n == 1), keepdims=False)
        numpy.testing.assert_allclose(t.grad.asnumpy(), into * 2, rtol=1e-12)
        numpy.testing.assert_allclose(v.grad.asnumpy(), back.reshape(shape), rtol=1e-12)


def test_an_array_may_be_filled_piece_by_piece():
    t = weir.asarray([1.0, 2.0, 3.0])
    t.attach_grad()
    with autograd.record():
        z = weir.zeros((3,))
        for i in range(3):
            z[i] = t[i] * t[i]
        (z * z).sum().backward()
    assert t.grad.tolist() == [4.0, 32.0, 108.0]


def test_assignments_that_gradients_do_not_go_through_are_refused():
    t = weir.ones((2, 3))
    t.attach_grad()
    with autograd.record():
        y = t * 2
        row = y[0]
        with pytest.raises(ValueError, match="assign to the array itself"):
            row[1] = 5.0
        with pytest.raises(ValueError, match="pause"):
            t[0] = 1.0
        y[0] = 3.0
        with pytest.raises(ValueError, match="overwritten"):
            row * 2


# ---- Jacobians, products with them, and checks ---------------------------------------------------------


def f64(values):
    return weir.asarray(values, dtype="float64")


def test_vjp_and_jvp_multiply_by_the_jacobian():
    matrix, x, t, u = f64([[1, 2], [3, 4], [5, 6]]), f64([0.5, -1.0]), f64([2.0, 1.0]), f64([1.0, 0.5, -1.0])
    value, pull = autograd.vjp(lambda x: weir.exp(matrix @ x), x)
    wanted = weir.exp(matrix @ x)
    assert weir.allclose(value, wanted) and not value.followed
    for _ in range(2):  # as often as wanted
        assert weir.allclose(pull(u)[0], matrix.T @ (wanted * u))
    value, along = autograd.jvp(lambda x: weir.exp(matrix @ x), (x,), (t,))
    assert weir.allclose(value, wanted) and weir.allclose(along, wanted * (matrix @ t))
    assert not along.followed


def test_products_of_trees_and_of_what_does_not_depend():
    def fn(x, pair):
        return {"a": x * pair[0], "b": [pair[1] * 2, f64(7.0)]}

    x, pair = f64([1.0, 2.0]), (f64([3.0, 4.0]), f64(5.0))
    value, pull = autograd.vjp(fn, x, pair)
    dx, (da, db) = pull({"a": f64([1.0, 1.0]), "b": [f64(1.0), f64(1.0)]})
    assert dx.tolist() == [3, 4] and da.tolist() == [1, 2] and db.item() == 2
    _, along = autograd.jvp(fn, (x, pair), (f64([1.0, 0.0]), (f64([0.0, 1.0]), f64(1.0))))
    assert along["a"].tolist() == [3, 2] and [b.item() for b in along["b"]] == [2, 0]
    with pytest.raises(ValueError, match=r"vjp: a cotangent must have shapes \[\(2,\)\], not \[\(3,\)\]"):
        autograd.vjp(lambda x: x * 2, x)[1](f64([1.0, 2.0, 3.0]))
    with pytest.raises(TypeError, match="jvp: primals must be a tuple"):
        autograd.jvp(lambda x: x, x, x)


def test_jvp_of_complex_functions():
    x, t = weir.asarray([1 + 2j, -1j], dtype="complex128"), weir.asarray([1j, 2.0], dtype="complex128")
    _, along = autograd.jvp(lambda x: x * x * x, (x,), (t,))
    assert weir.allclose(along, 3 * x * x * t)


def test_jacobian_and_hessian():
    x, y = f64([1.0, 2.0, 3.0]), f64([[1.0, -1.0]])
    assert weir.allclose(autograd.jacobian(lambda x: x * x)(x), weir.diag(2 * x))
    both = autograd.jacobian(lambda x, y: x[:, None] * y, argnums=(0, 1))(x, y)
    assert [j.shape for j in both] == [(3, 2, 3), (3, 2, 1, 2)]
    assert both[1][2, :, 0].tolist() == [[3, 0], [0, 3]]
    assert autograd.jacobian(lambda x: {"s": x.sum()})(x)["s"].tolist() == [1, 1, 1]
    assert autograd.jacobian(lambda x: weir.zeros(2, dtype="float64"))(x).tolist() == [[0, 0, 0]] * 2
    cubic = autograd.hessian(lambda x: (x ** 3).sum() + x[0] * x[1])(x)
    assert weir.allclose(cubic, f64([[6, 1, 0], [1, 12, 0], [0, 0, 18]]))
    blocks = autograd.hessian(lambda x, y: (x.sum() * y).sum() ** 2, argnums=(0, 1))(x, y)
    assert [[b.shape for b in row] for row in blocks] == [[(3, 3), (3, 1, 2)], [(1, 2, 3), (1, 2, 1, 2)]]
    with pytest.raises(TypeError, match="jacobian: argument 0 must be an array, not float"):
        autograd.jacobian(lambda x: x)(1.0)


def test_jacobians_of_jacobians():
    x = f64([1.0, 2.0])
    third = autograd.jacobian(autograd.hessian(lambda x: (x ** 4).sum()))(x)
    assert third.shape == (2, 2, 2) and third[1, 1, 1].item() == 48


def test_newtons_method():
    def banana(p):
        return (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2

    p = f64([-1.0, 1.5])
    for _ in range(10):
        p = p - weir.linalg.solve(autograd.hessian(banana)(p), autograd.grad(banana)(p))
    assert weir.allclose(p, f64([1.0, 1.0]))


def test_gradcheck_accepts_what_is_right():
    assert autograd.gradcheck(lambda x, i, y: (weir.sin(x[i]) @ y, weir.exp(y)),
                              (f64([[1, 2], [3, 4]]), weir.asarray([1, 0]), f64([0.5, -0.5])))
    assert autograd.gradcheck(lambda z: weir.abs(z) * z, weir.asarray([1 + 1j, 0.5 - 2j], dtype="complex128"))


def test_gradcheck_names_what_is_wrong():
    class Wrong(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * x

        @staticmethod
        def backward(ctx, dy):
            return weir.asarray([[2.0, 4.0], [6.0, 9.0]], dtype="float64") * dy

    with pytest.raises(autograd.GradcheckError, match=r"input 1, element \(1, 1\): the gradient is .* differences"):
        autograd.gradcheck(lambda y, x: y.sum() + Wrong.apply(x), (f64([1.0]), f64([[1.0, 2.0], [3.0, 4.0]])))
    with pytest.raises(ValueError, match="input 0 is float32; central differences require float64"):
        autograd.gradcheck(lambda x: x, weir.ones(2))
    with pytest.raises(ValueError, match="does not return any floating-point array"):
        autograd.gradcheck(lambda x: x > 0, f64([1.0]))


def test_gradcheck_draws_no_random_numbers_of_the_program():
    weir.random.seed(3)
    first = weir.random.rand(2).tolist()
    weir.random.seed(3)
    autograd.gradcheck(lambda x: x * x, f64([1.0]))
    assert weir.random.rand(2).tolist() == first


@pytest.mark.parametrize("reduce", [lambda x: x.sum(), lambda x: x.mean(), lambda x: x.sum(axis=0).sum()])
def test_the_gradient_of_a_reduction_can_be_written(reduce):
    """It is the same value everywhere, but each element has its own place in memory."""
    x = weir.arange(6, dtype=weir.float32).reshape(2, 3).copy()
    x.attach_grad()
    with autograd.record():
        y = reduce(x)
    y.backward()
    value = x.grad[1, 1].item()
    x.grad[0, 0] = 7
    assert x.grad.tolist() == [[7, value, value], [value] * 3]
    x.grad[:] = 0
    assert x.grad.tolist() == [[0] * 3] * 2
