"""weir.optim and weir.metrics as a user meets them: groups, schedules, bad batches, runs that are resumed.

SPDX-License-Identifier: Apache-2.0
"""
import json
import math
import sys
import threading
import time

import pytest

import weir
from weir import autograd, metrics, nn, optim
from weir.optim import lr_scheduler


def leaf(values, grad):
    p = nn.Parameter(values)
    p.grad = weir.asarray(grad, dtype=p.dtype)
    return p


def make(kind=optim.Adam, **settings):
    weir.random.seed(5)
    net = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.2), nn.Linear(8, 3))
    return net, kind(net.parameters(), **settings)


def learn(net, opt, i, label=0):
    x = weir.sin(weir.arange(24, dtype=weir.float32) * (i + 1)).reshape(6, 4)
    y = (weir.arange(6) + i) % 3 + label
    with autograd.record():
        loss = weir.cross_entropy(net(x), y)
    loss.backward()
    opt.step()
    return loss


def values(net):
    return [p.numpy().copy() for p in net.parameters()]


def equal(a, b):
    return all((x == y).all() for x, y in zip(a, b))


def test_sgd_by_hand():
    p = leaf([1.0, 2.0], [0.5, -1.0])
    opt = optim.SGD([p], lr=0.1, momentum=0.9)
    opt.step()
    assert p.numpy() == pytest.approx([0.95, 2.1])
    opt.step()
    assert p.numpy() == pytest.approx([0.95 - 0.1 * 0.95, 2.1 + 0.1 * 1.9])


def test_groups_have_settings_of_their_own():
    a, b, c = leaf([1.0], [1.0]), leaf([1.0], [1.0]), leaf([1.0], [1.0])
    opt = optim.SGD([{"params": [a]}, {"params": b, "lr": 0.5}], lr=0.1)
    opt.add_group([c], lr=0.25)
    opt.step()
    assert [float(p[0]) for p in (a, b, c)] == pytest.approx([0.9, 0.5, 0.75])
    assert [opt.settings(i)["lr"] for i in range(3)] == [0.1, 0.5, 0.25] and len(opt.parameters) == 3
    opt.set(1, lr=0.0)
    assert opt.lr == 0.1 and opt.settings(1)["lr"] == 0.0
    opt.lr = 1.0
    assert [opt.settings(i)["lr"] for i in range(3)] == [1.0] * 3


def test_what_is_refused():
    p = leaf([1.0], [1.0])
    with pytest.raises(TypeError, match="Adam got an unexpected argument 'momentum'; it accepts lr"):
        optim.Adam([p], momentum=0.9)
    with pytest.raises(TypeError, match="a list of arrays"):
        optim.SGD(p, lr=0.1)
    with pytest.raises(ValueError, match="list of parameters is empty"):
        optim.SGD([], lr=0.1)
    with pytest.raises(ValueError):
        optim.SGD([p], lr=-1.0)
    with pytest.raises((TypeError, ValueError)):
        optim.SGD([p, p], lr=0.1)
    assert optim.Adam([p], betas=(0.8, 0.9)).settings()["beta1"] == 0.8


def rates(make_schedule, steps, lr=0.8):
    opt = optim.SGD([leaf([1.0], [1.0])], lr=lr)
    schedule, seen = make_schedule(opt), []
    for _ in range(steps):
        seen.append(opt.lr)
        schedule.step()
    return seen


CLOSED = {
    "step": (lambda o: lr_scheduler.StepLR(o, 3, 0.5), lambda t: 0.8 * 0.5 ** (t // 3)),
    "multistep": (lambda o: lr_scheduler.MultiStepLR(o, [2, 5]), lambda t: 0.8 * 0.1 ** ((t >= 2) + (t >= 5))),
    "exponential": (lambda o: lr_scheduler.ExponentialLR(o, 0.9), lambda t: 0.8 * 0.9 ** t),
    "cosine": (lambda o: lr_scheduler.CosineAnnealingLR(o, 8, 0.1),
               lambda t: 0.1 + 0.7 * (1 + math.cos(math.pi * min(t, 8) / 8)) / 2),
    "linear": (lambda o: lr_scheduler.LinearLR(o, 0.25, 1.0, 4), lambda t: 0.8 * (0.25 + 0.75 * min(t, 4) / 4)),
    "polynomial": (lambda o: lr_scheduler.PolynomialLR(o, 6, 2.0), lambda t: 0.8 * (1 - min(t, 6) / 6) ** 2),
    "warmup": (lambda o: lr_scheduler.CosineWarmup(o, 4, 10, 0.2),
               lambda t: 0.8 * t / 4 if t < 4 else 0.2 + 0.6 * (1 + math.cos(math.pi * (min(t, 10) - 4) / 6)) / 2),
    "lambda": (lambda o: lr_scheduler.LambdaLR(o, lambda t: 1 / (1 + t)), lambda t: 0.8 / (1 + t)),
}


@pytest.mark.parametrize("name", CLOSED)
def test_schedules_have_closed_forms(name):
    make_schedule, wanted = CLOSED[name]
    assert rates(make_schedule, 12) == pytest.approx([wanted(t) for t in range(12)])


def test_one_cycle_is_pytorchs():
    wanted = [0.032, 0.224, 0.608, 0.8, 0.7603877, 0.6493965, 0.4890096, 0.3109936, 0.1506067, 0.0396155, 3.2e-06]
    got = rates(lambda o: lr_scheduler.OneCycleLR(o, 0.8, total_steps=11, pct_start=4 / 11), 11, lr=0.1)
    assert got == pytest.approx(wanted, abs=1e-7)


def test_plateau_falls_when_nothing_gets_better():
    opt = optim.SGD([leaf([1.0], [1.0])], lr=1.0)
    schedule = lr_scheduler.ReduceLROnPlateau(opt, factor=0.5, patience=1)
    seen = []
    for measure in (3.0, 2.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0):
        schedule.step(measure)
        seen.append(opt.lr)
    assert seen == [1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.25]


def test_plateau_does_not_take_nan_for_the_best():
    opt = optim.SGD([leaf([1.0], [1.0])], lr=0.5)
    schedule = lr_scheduler.ReduceLROnPlateau(opt, patience=1)
    for measure in (math.nan, 3.0, 2.0, math.nan, 1.0):
        schedule.step(measure)
    assert (opt.lr, schedule.best) == (0.5, 1.0)
    with pytest.raises(ValueError, match="OneCycleLR: total_steps must be at least 1"):
        lr_scheduler.OneCycleLR(opt, 0.1, 0)


def test_a_schedule_goes_on_where_it_was():
    opt = optim.SGD([leaf([1.0], [1.0])], lr=0.8)
    schedule = lr_scheduler.StepLR(opt, 2)
    for _ in range(3):
        schedule.step()
    other = optim.SGD([leaf([1.0], [1.0])], lr=0.3)
    again = lr_scheduler.StepLR(other, 2)
    again.load_state_dict(schedule.state_dict())
    schedule.step()
    again.step()
    assert opt.lr == pytest.approx(other.lr) == pytest.approx(0.008)


def test_gradients_are_clipped():
    a, b = leaf([1.0, 1.0], [3.0, 0.0]), leaf([1.0], [4.0])
    assert float(optim.clip_grad_norm([a, b], 1.0)) == pytest.approx(5.0)
    assert a.grad.tolist() + b.grad.tolist() == pytest.approx([0.6, 0.0, 0.8], rel=1e-5)
    optim.clip_grad_value([a, b], 0.7)
    assert a.grad.tolist() + b.grad.tolist() == pytest.approx([0.6, 0.0, 0.7], rel=1e-5)
    assert float(optim.clip_grad_norm([nn.Parameter([1.0])], 1.0)) == 0.0
    assert float(optim.clip_grad_norm([], 1.0)) == 0.0
    assert float(optim.clip_grad_norm(a, 0.5)) == pytest.approx(0.6, rel=1e-5)  # one array alone
    assert a.grad.tolist() == pytest.approx([0.5, 0.0], rel=1e-4)
    with pytest.raises(ValueError, match="max_norm is -1"):
        optim.clip_grad_norm([a], -1)


def test_a_gradient_that_two_share_is_clipped_once():
    a, b = nn.Parameter([1.0, 2.0]), nn.Parameter([3.0, 4.0])
    with weir.autograd.record():
        loss = (a + b).sum()
    loss.backward()
    optim.clip_grad_norm([a, b], 1.0)
    assert a.grad.tolist() == b.grad.tolist() == pytest.approx([0.5, 0.5], rel=1e-5)


@pytest.mark.parametrize("kind", [optim.SGD, optim.Adam, optim.AdamW, optim.LAMB])
def test_a_bad_batch_does_not_cost_the_model(kind):
    net, opt = make(kind, lr=0.01)
    for i in range(3):
        learn(net, opt, i)
    before, state = values(net), {n: a.numpy().copy() for n, a in opt.state_dict().items()}
    learn(net, opt, 3, label=5)
    with pytest.raises(weir.AsyncError, match="label"):
        weir.waitall()
    with pytest.raises(weir.AsyncError, match=r"test_optim\.py"):
        learn(net, opt, 4)
    weir.clear_errors()
    opt.clear()
    assert equal(values(net), before)
    assert all((a.numpy() == state[n]).all() for n, a in opt.state_dict().items())
    learn(net, opt, 4)
    assert not equal(values(net), before)


def _cancelled_start(work):
    """Calls work() while two operations keep the workers busy, and drops what it issued."""
    busy = weir.ones((1500, 1500)).wait()
    for _ in range(4):
        busy = weir.tanh(busy @ busy)
    result = work()
    weir.cancel_all()
    return result


@pytest.mark.parametrize("kind", ["SGD", "Adam"])
def test_a_first_step_that_is_cancelled_does_not_cost_the_optimiser(kind):
    net = nn.Linear(64, 1)
    x = weir.ones((8, 64))
    opt = getattr(optim, kind)(net.parameters(), lr=0.01)

    def step():
        with autograd.record():
            loss = (net(x) ** 2).mean()
        loss.backward()
        opt.step()
        return loss

    net(x).wait()
    _cancelled_start(step)
    opt.clear()
    first = step().item()
    assert step().item() < first
    weir.clear_errors()


def test_a_network_that_was_cancelled_before_it_had_values_is_cleared():
    def make():
        net = nn.Sequential(nn.Linear(64, 64), nn.BatchNorm1d(64), nn.Linear(1))
        net(weir.ones((8, 64)))
        return net

    net = _cancelled_start(make)
    net.clear()
    assert net(weir.ones((8, 64))).shape == (8, 1)
    assert all(p.wait() is p for p in net.parameters())
    weir.waitall()
    weir.clear_errors()


def test_a_bad_batch_does_not_cost_the_running_statistics():
    net = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8))
    x = weir.random.normal(size=(64, 8))
    opt = optim.SGD(net.parameters(), lr=0.1)

    def step(rows):
        with autograd.record():
            loss = (net(weir.take(x, weir.asarray(rows), axis=0)) ** 2).mean()
        loss.backward()
        opt.step()
        return loss

    step([1, 2, 3]).wait()
    mean = net[1].running_mean.numpy().copy()
    for clear in (net.clear, lambda: step([1, 2, 3]).wait()):
        with pytest.raises(weir.AsyncError):
            step([1, 2, 999]).wait()
        opt.clear()
        clear()
        with autograd.predict_mode():
            net(x).wait()
        if clear == net.clear:
            assert (net[1].running_mean.numpy() == mean).all()
    assert net[1].num_batches_tracked.item() == 2
    weir.clear_errors()


@pytest.mark.parametrize("kind,settings", [(optim.SGD, {"momentum": 0.9}), (optim.Adam, {}), (optim.RMSprop, {})])
def test_a_resumed_run_goes_on_bit_for_bit(tmp_path, kind, settings):
    net, opt = make(kind, lr=0.01, **settings)
    for i in range(3):
        learn(net, opt, i)
    optim.save(tmp_path / "run.safetensors", net, opt, epoch=3, name="first")
    for i in range(3, 6):
        learn(net, opt, i)

    weir.random.seed(99)
    other = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.2), nn.Linear(8, 3))
    again = kind(other.parameters(), lr=0.5)
    assert optim.load(tmp_path / "run.safetensors", other, again) == {"epoch": 3, "name": "first"}
    assert again.settings() == {**again.settings(), "lr": 0.01, **settings}
    for i in range(3, 6):
        learn(other, again, i)
    assert equal(values(net), values(other))


def test_only_what_save_wrote_is_resumed(tmp_path):
    net, opt = make(lr=0.01)
    net.save(tmp_path / "net.safetensors")
    with pytest.raises(ValueError, match="was not written by weir.optim.save"):
        optim.load(tmp_path / "net.safetensors", net, opt)


def test_metrics():
    logits = weir.asarray([[0.1, 0.9, 0.0], [0.8, 0.1, 0.1], [0.2, 0.3, 0.5], [0.5, 0.4, 0.1]])
    target = weir.asarray([1, 0, 1, 2])
    right = metrics.Accuracy()
    assert math.isnan(right.value())
    right.update(logits, target)
    assert right.value() == 0.5
    right.update(logits[:2], target[:2])
    assert right.value() == pytest.approx(4 / 6)
    right.reset()
    assert math.isnan(right.value())
    top = metrics.TopK(2)
    top.update(logits, target)
    assert top.value() == 0.75
    confusion = metrics.ConfusionMatrix(3)
    confusion.update(logits, target)
    assert confusion.array.tolist() == [[1, 0, 0], [0, 1, 1], [1, 0, 0]]
    mean, perplexity = metrics.Mean(), metrics.Perplexity()
    for m in (mean, perplexity):
        m.update(weir.asarray([1.0, 2.0]))
        m.update(weir.asarray(3.0))
    assert mean.value() == 2.0 and perplexity.value() == pytest.approx(math.exp(2))
    a, b = weir.asarray([1.0, 2.0]), weir.asarray([2.0, 4.0])
    for metric, wanted in ((metrics.MeanSquaredError(), 2.5), (metrics.MeanAbsoluteError(), 1.5)):
        metric.update(a, b)
        assert metric.value() == pytest.approx(wanted)


def test_a_schedule_of_no_steps_is_refused():
    opt = optim.SGD([nn.Parameter([1.0])], lr=0.8)
    with pytest.raises(ValueError, match="step: the number of steps must be .*, not 0.0"):
        lr_scheduler.StepLR(opt, 0)
    with pytest.raises(ValueError, match="cosine: the number of steps must be .*, not 2.5"):
        lr_scheduler.CosineAnnealingLR(opt, 2.5)


def test_state_that_is_not_in_the_file_starts_anew(tmp_path):
    def run(steps, path=None):
        net = nn.Linear(2, 1)
        net.load_state_dict({"weight": [[1.0, 2.0]], "bias": [0.5]})
        opt = optim.Adagrad(net.parameters(), lr=0.1, initial_accumulator_value=0.25)
        if path:
            optim.save(path, net, opt)  # before its first step it has no state
            go(net, opt, 3)
            optim.load(path, net, opt)
        go(net, opt, steps)
        return net.weight.tobytes(), {name: a.tobytes() for name, a in opt.state_dict().items()}

    def go(net, opt, steps):
        for _ in range(steps):
            with weir.autograd.record():
                loss = (net(weir.ones((3, 2))) ** 2).mean()
            loss.backward()
            opt.step()

    assert run(4, tmp_path / "run") == run(4)


def test_state_that_does_not_fit_changes_nothing(tmp_path):
    p = leaf([1.0, 2.0], [1.0, 1.0])
    opt = optim.Adam([p], lr=0.1)
    opt.step()
    before = {name: a.tobytes() for name, a in opt.state_dict().items()}
    for wrong in ({"0.exp_avg": weir.ones(2), "0.exp_avg_sq": weir.ones(3)}, {"0.exp_avg": weir.zeros(2), "1.step": [1.0]}):
        with pytest.raises(ValueError):
            opt.load_state_dict(wrong)
        assert {name: a.tobytes() for name, a in opt.state_dict().items()} == before
    net = nn.Linear(2, 1)
    optim.save(tmp_path / "run", net, optim.SGD([{"params": [net.weight]}, {"params": [net.bias]}], lr=0.1))
    with pytest.raises(ValueError, match="2 parameter groups, but the optimiser has 1"):
        optim.load(tmp_path / "run", net, optim.SGD(net.parameters(), lr=0.1))


def test_two_threads_in_one_step_are_told():
    program = """
        import threading, weir
        from weir import nn, optim
        params = [nn.Parameter(weir.ones((64,))) for _ in range(40)]
        for p in params:
            p.grad = weir.ones((64,))
        opt, words = optim.Adam([{"params": [p]} for p in params], lr=1e-3), []
        def work():
            try:
                for _ in range(200):
                    opt.step()
            except RuntimeError as error:
                words.append(str(error))
        threads = [threading.Thread(target=work) for _ in range(4)]
        for t in threads: t.start()
        for t in threads: t.join()
        weir.waitall()
        print("one thread at a time" in words[0] if words else True)
    """
    import os
    import subprocess
    import sys
    import textwrap

    env = dict(os.environ, WEIR_QUEUE_TASKS="2", PYTHONPATH=os.pathsep.join(path for path in sys.path if path))
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


def test_errors_are_measured_between_equal_shapes():
    for metric in (metrics.MeanSquaredError(), metrics.MeanAbsoluteError()):
        with pytest.raises(ValueError, match="x and target must have the same shape"):
            metric.update(weir.ones((4, 1)), weir.ones((4,)))


def test_other_threads_run_while_a_file_is_written(tmp_path):
    values = {"x": weir.ones(4_000_000)}
    values["x"].wait()
    turns, over, interval = [0], threading.Event(), sys.getswitchinterval()

    def count():
        while not over.is_set():
            turns[0] += 1
            time.sleep(1e-5)

    thread = threading.Thread(target=count)
    thread.start()
    sys.setswitchinterval(1000)  # the other thread runs only where this one lets it
    try:
        for _ in range(50):
            before = turns[0]
            weir._core.save_safetensors(str(tmp_path / "x"), values)
            if turns[0] > before:
                break
        else:
            pytest.fail("nobody else ran")
    finally:
        sys.setswitchinterval(interval)
        over.set()
        thread.join()


def everything(net, opt, schedule):
    return ([p.numpy().tobytes() for p in net.parameters()], [opt.settings(i) for i in range(len(opt.param_groups))],
            {n: a.numpy().tobytes() for n, a in opt.state_dict().items()}, schedule.state_dict(), weir._core.random_place())


def steps(net, opt, schedule, count):
    for i in range(count):
        with autograd.record():
            loss = (net(weir.ones((2, 4))) ** 2).sum()
        loss.backward()
        opt.step()
        schedule.step(*[1.0 + i] * isinstance(schedule, lr_scheduler.ReduceLROnPlateau))


SCHEDULES = {
    "StepLR": lambda o: lr_scheduler.StepLR(o, 2, 0.5),
    "MultiStepLR": lambda o: lr_scheduler.MultiStepLR(o, [1, 4], 0.5),
    "ExponentialLR": lambda o: lr_scheduler.ExponentialLR(o, 0.9),
    "CosineAnnealingLR": lambda o: lr_scheduler.CosineAnnealingLR(o, 7),
    "LinearLR": lambda o: lr_scheduler.LinearLR(o),
    "PolynomialLR": lambda o: lr_scheduler.PolynomialLR(o, 9),
    "CosineWarmup": lambda o: lr_scheduler.CosineWarmup(o, 2, 9),
    "LambdaLR": lambda o: lr_scheduler.LambdaLR(o, lambda t: 1 / (1 + t)),
    "OneCycleLR": lambda o: lr_scheduler.OneCycleLR(o, 0.3, 9),
    "ReduceLROnPlateau": lambda o: lr_scheduler.ReduceLROnPlateau(o, patience=1, cooldown=1, factor=0.7),
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_a_run_with_a_schedule_is_resumed_bit_for_bit(tmp_path, name):
    net, opt = make(optim.Adam, lr=0.1)
    schedule = SCHEDULES[name](opt)
    steps(net, opt, schedule, 4)
    optim.save(tmp_path / "run", net, opt, schedule, epoch=4)
    steps(net, opt, schedule, 4)
    weir.random.seed(99)
    again = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.2), nn.Linear(8, 3))
    other = optim.Adam(again.parameters(), lr=0.1)
    resumed = SCHEDULES[name](other)
    assert optim.load(tmp_path / "run", again, other, schedule=resumed) == {"epoch": 4}
    steps(again, other, resumed, 4)
    assert everything(again, other, resumed) == everything(net, opt, schedule)


def test_all_schedules_are_tried():
    assert set(SCHEDULES) == set(lr_scheduler.__all__) - {"Schedule"}


def test_several_schedules_are_saved_in_order(tmp_path):
    net, opt = make(optim.SGD, lr=0.1)
    two = [lr_scheduler.StepLR(opt, 1, 0.5), lr_scheduler.ReduceLROnPlateau(opt, patience=0)]
    two[0].step(), two[1].step(1.0), two[1].step(2.0)
    rate = opt.lr
    optim.save(tmp_path / "run", net, opt, two)
    two[0].step(), two[1].step(0.5)
    optim.load(tmp_path / "run", net, opt, two)
    assert (opt.lr, two[0].count, two[1].best) == (rate, 1, 1.0)
    with pytest.raises(ValueError, match="saved with StepLR, ReduceLROnPlateau, not StepLR"):
        optim.load(tmp_path / "run", net, opt, two[0])
    with pytest.raises(TypeError, match="expected a learning-rate schedule, not Adam"):
        optim.save(tmp_path / "run", net, opt, optim.Adam(net.parameters()))
    optim.save(tmp_path / "run", net, opt)
    with pytest.raises(ValueError, match="no schedule"):
        optim.load(tmp_path / "run", net, opt, two[0])


def test_a_load_that_is_refused_changes_nothing(tmp_path):
    path = tmp_path / "run"
    net, opt = make(optim.SGD, lr=0.1, momentum=0.9)
    schedule = lr_scheduler.ReduceLROnPlateau(opt, patience=0)
    steps(net, opt, schedule, 3)

    def refused(net, opt, schedule, match):
        before = everything(net, opt, schedule)
        with pytest.raises((ValueError, TypeError), match=match):
            optim.load(path, net, opt, schedule)
        assert everything(net, opt, schedule) == before

    # The module does not fit, the optimiser would.
    optim.save(path, nn.Linear(2, 2), opt, schedule)
    refused(net, opt, schedule, "missing")
    # The optimiser does not, the module would.
    other = nn.Linear(4, 9)
    arrays = {**other.state_dict(), "optimizer.0.momentum_buffer": weir.ones((3, 3))}
    about = {"more": {}, "random": [1, 2], "kind": "SGD", "optimizer": [{"lr": 0.7, "momentum": 0.5}],
             "schedules": [{"kind": "ReduceLROnPlateau", "best": 7.0, "bad": 1, "cooling": 0}]}
    weir._core.save_safetensors(str(path), arrays, {"weir": json.dumps(about)})
    mine = optim.SGD(other.parameters(), lr=0.1, momentum=0.9)
    follows = lr_scheduler.ReduceLROnPlateau(mine)
    steps(other, mine, follows, 2)
    refused(other, mine, follows, "0.momentum_buffer")
    about["optimizer"] = [{"lr": -1.0}]
    weir._core.save_safetensors(str(path), {**other.state_dict()}, {"weir": json.dumps(about)})
    refused(other, mine, follows, "lr is -1")
    about["optimizer"] = [{"rate": 1.0}]
    weir._core.save_safetensors(str(path), {**other.state_dict()}, {"weir": json.dumps(about)})
    refused(other, mine, follows, "rate")
    # With its settings there is no such state any more: what was there stays.
    about["optimizer"] = [{"lr": 0.7, "momentum": 0.0}]
    weir._core.save_safetensors(str(path), arrays, {"weir": json.dumps(about)})
    refused(other, mine, follows, "momentum_buffer")


@pytest.mark.parametrize("kind, name", [(optim.SGD, "momentum"), (optim.AdamW, "beta1")])
def test_one_cycle_cycles_momentum(kind, name):
    opt = kind([weir.nn.Parameter(weir.ones(2))], lr=0.1)
    schedule = lr_scheduler.OneCycleLR(opt, 0.4, total_steps=13, pct_start=5 / 13, base_momentum=0.8, max_momentum=0.9)
    seen = [opt.settings()[name]]
    for _ in range(12):
        schedule.step()
        seen.append(opt.settings()[name])
    assert seen[0] == seen[12] == pytest.approx(0.9) and seen[4] == pytest.approx(0.8) and seen[8] == pytest.approx(0.85)
    again = kind([weir.nn.Parameter(weir.ones(2))], lr=0.1)
    resumed = lr_scheduler.OneCycleLR(again, 0.4, total_steps=13, pct_start=5 / 13, base_momentum=0.8, max_momentum=0.9)
    resumed.load_state_dict({**schedule.state_dict(), "count": 4})
    assert again.settings()[name] == pytest.approx(0.8)


def test_one_cycle_without_momentum():
    opt = optim.Adagrad([weir.nn.Parameter(weir.ones(2))], lr=0.1)
    with pytest.raises(ValueError, match="Adagrad has neither momentum nor beta1; pass cycle_momentum=False"):
        lr_scheduler.OneCycleLR(opt, 0.4, total_steps=13)
    lr_scheduler.OneCycleLR(opt, 0.4, total_steps=13, cycle_momentum=False)
    still = optim.SGD([weir.nn.Parameter(weir.ones(2))], lr=0.1)
    lr_scheduler.OneCycleLR(still, 0.4, total_steps=13, cycle_momentum=False).step()
    assert still.settings()["momentum"] == 0
