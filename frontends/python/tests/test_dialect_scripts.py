"""test_dialect_scripts.py - scripts as people write them, run by python -m weir.dialects.

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from clothes import HOMES, clothes


def run(*arguments, stdin=None, cwd=None, status=0, home=None):
    """python -m weir.dialects with these arguments: what it prints, and what it says on the other stream."""
    at_home = {} if home is None else {"HOME": str(home)}
    done = subprocess.run([sys.executable, "-m", "weir.dialects", "--shadow", *arguments], input=stdin, text=True,
                          capture_output=True, cwd=cwd, env={**os.environ, "PYTHONIOENCODING": "utf-8", **at_home})
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout, done.stderr


@pytest.fixture
def script(tmp_path):
    """Runs a text as a script, in a folder of its own, which is its home."""
    def call(text, *arguments, **how):
        (tmp_path / "script.py").write_text(textwrap.dedent(text), encoding="utf-8")
        return run("script.py", *arguments, cwd=tmp_path, home=tmp_path, **how)

    return call


# ---- The command ---------------------------------------------------------------------------------


def test_a_traceback_shows_the_script_and_nothing_that_runs_it(script):
    _, said = script("""
        import torch
        def product(x):
            return x @ torch.ones(5)
        product(torch.ones(3))
    """, status=1)
    assert said.splitlines()[:2] == ["Traceback (most recent call last):", '  File "script.py", line 5, in <module>']
    assert said.count("File ") == 2 and "weir/" not in said
    assert said.splitlines()[-1].endswith("inner dimensions 3 and 5 differ")


def test_what_is_missing_ends_the_traceback_in_the_script(script):
    _, said = script("import torch\ntorch.zeros(2).sparse_mask()", status=1)
    assert said.count("File ") == 1
    assert "dialect of torch does not provide Tensor.sparse_mask; python -m weir.dialects --coverage torch lists" in said
    _, said = script("import torch\ntorch.save(", status=1)
    assert "never closed" in said and "__main__" not in said


def test_exit_status_input_and_names_are_the_scripts(script):
    out, said = script("""
        import sys
        print(sys.argv, __name__, __file__, input())
        sys.exit(7)
    """, "a", stdin="hello\n", status=7)
    assert out == "['script.py', 'a'] __main__ script.py hello\n" and said == ""


def test_a_script_that_is_not_there(tmp_path):
    assert "can't open file" in run("nothing.py", status=2)[1]
    assert "No module named nothing" in run("-m", "nothing.at.all", status=1)[1]


def test_modules_and_what_comes_in_are_scripts_too(tmp_path):
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "__init__.py").write_text("")
    (tmp_path / "part" / "other.py").write_text("import torch\nx = torch.ones(2)")
    (tmp_path / "part" / "__main__.py").write_text("import sys\nfrom .other import x\nprint(sys.argv[1:], x)")
    assert run("-m", "part", "a", cwd=tmp_path)[0] == "['a'] tensor([1., 1.])\n"
    assert run("-", stdin="import torch; print(torch.zeros(1))")[0] == "tensor([0.])\n"


def test_classes_of_a_script_can_be_pickled(script):
    script("""
        import pickle, copy, torch
        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = torch.nn.Linear(2, 2)
            def forward(self, x):
                return self.layer(x)
        net = Net()
        torch.save(net, "net")
        x = torch.ones(1, 2)
        for other in (torch.load("net"), pickle.loads(pickle.dumps(net)), copy.deepcopy(net)):
            assert torch.equal(net(x), other(x)) and type(other.layer.weight) is torch.nn.Parameter
            other(x).sum().backward()
            other(x).sum().backward()
            assert other.layer.bias.grad.tolist() == [2, 2]
    """)


def test_copies_and_pickles_are_what_they_were(script):
    script("""
        import copy, pickle
        import paddle, tensorflow as tf, torch
        from mxnet import np
        class Wide(torch.nn.Linear):
            def __init__(self):
                super().__init__(2, 3)
                self.mark = "wide"
        things = [np.ones(3), tf.ones(2), tf.Variable([1.0]), tf.Variable(1.0, trainable=False), torch.ones(2),
                  torch.ones(2, requires_grad=True), torch.nn.Parameter(torch.ones(2)),
                  paddle.to_tensor([1.0], stop_gradient=False), paddle.create_parameter([2, 2])]
        for thing in things:
            for again in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing), copy.copy(thing)):
                assert type(again) is type(thing) and again.grad_mode == thing.grad_mode, thing
        nets = [torch.nn.Sequential(Wide(), torch.nn.Upsample(scale_factor=2)), torch.nn.ModuleList([Wide()]),
                paddle.nn.Sequential(paddle.nn.Linear(2, 2), paddle.nn.Conv2D(1, 1, 3)).eval()]
        for net in nets:
            for again in (pickle.loads(pickle.dumps(net)), copy.deepcopy(net)):
                assert [type(m) for m in again.modules()] == [type(m) for m in net.modules()]
                assert [m.training for m in again.modules()] == [m.training for m in net.modules()]
                assert list(again.state_dict()) == list(net.state_dict())
        assert pickle.loads(pickle.dumps(nets[0]))[0].mark == "wide"
        nets[0][0].bias.requires_grad = False
        for again in (pickle.loads(pickle.dumps(nets[0])), copy.deepcopy(nets[0])):
            assert [p.requires_grad for p in again.parameters()] == [True, False]
            for _ in range(2):
                again[0](torch.ones(1, 2)).sum().backward()
            assert again[0].weight.grad.tolist() == [[2, 2]] * 3          # gradients add up
    """)


@pytest.mark.forks
def test_threads_and_children_record_as_the_script_does(script):
    out, _ = script("""
        import os, threading, torch
        def work():
            x = torch.ones(3, requires_grad=True)
            (x * x).sum().backward()
            print(x.grad.tolist(), flush=True)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        child = os.fork() if hasattr(os, "fork") else 0
        if child == 0:
            work()
            os._exit(0)
        os.waitpid(child, 0)
    """)
    assert out == "[2.0, 2.0, 2.0]\n" * 2


def test_hints_name_what_is_meant(script):
    script("""
        import torch, tensorflow as tf
        def hint(ask):
            try:
                ask()
            except AttributeError as error:
                return str(error).partition("; ")[2]
        lists = "python -m weir.dialects --coverage {} lists the names that are provided"
        assert hint(lambda: torch.zeroes) == "did you mean zeros?"
        assert hint(lambda: torch.Linear) == "did you mean torch.nn.Linear?"
        assert hint(lambda: torch.nn.relu) == "did you mean ReLU?", hint(lambda: torch.nn.relu)
        assert hint(lambda: tf.tarin) == lists.format("tensorflow"), hint(lambda: tf.tarin)
        assert hint(lambda: torch.ones(2).sumn()) == "did you mean sum?", hint(lambda: torch.ones(2).sumn())
    """)


# ---- Ordinary scripts ----------------------------------------------------------------------------

SCRIPTS = Path(__file__).parent / "scripts"


@pytest.mark.parametrize("framework", ["mxnet", "torch", "paddle", "tensorflow"])
def test_ordinary_scripts_run_to_their_end(framework, tmp_path):
    """Seven for each framework, one after the other in one process, each in the folder with the data."""
    pytest.importorskip("numpy")
    paths = sorted(map(str, SCRIPTS.glob(f"{framework}_*.py")))
    assert len(paths) == 7
    clothes(tmp_path, *HOMES)
    out, _ = run("-c", "import os, runpy, sys\nhome = os.getcwd()\nfor path in sys.argv[1:]:\n    print('run', path)\n"
                       "    os.chdir(home)\n    runpy.run_path(path, run_name='__main__')\nprint('all')",
                 *paths, cwd=tmp_path, home=tmp_path)
    assert out.endswith("all\n")


def test_mxnet_layers_share_and_wait_for_values(script):
    script("""
        from mxnet import autograd, gluon, init, lr_scheduler, np, npx
        from mxnet.gluon import nn, rnn
        x = np.arange(6).reshape(3, 2)
        assert x[np.array([2, 0])].tolist() == [[4, 5], [0, 1]]     # indices are float32 here
        x[np.array([1])] = 9
        assert x[1].tolist() == [9, 9]
        try:
            nn.Dense(3)(x)
            raise SystemExit("no error")
        except RuntimeError as error:
            assert "has not been initialized" in str(error)
        net = nn.Sequential()
        shared = nn.Dense(2)
        net.add(nn.Dense(2), shared, nn.Dense(2, params=shared.params), nn.Dense(2).share_parameters(shared.params))
        net.initialize()
        net(x)
        net[1].weight.data()[0, 0] = 42
        assert net[2].weight.data()[0, 0] == 42 == net[3].weight.data()[0, 0]
        assert len(net.collect_params()) == 8 and len({id(p) for p in net.collect_params().values()}) == 4
        assert net[0].name != net[1].name
        class Square(autograd.Function):
            def forward(self, x):
                self.save_for_backward(x)
                return x * x
            def backward(self, dy):
                x, = self.saved_tensors
                return 2 * x * dy
        v = np.array([3.0])
        v.attach_grad()
        with autograd.record():
            y = Square()(v)
        y.backward()
        assert v.grad.tolist() == [6]
        for layer, states in ((rnn.LSTM(8, 2), 2), (rnn.GRU(8), 1), (rnn.RNN(8, layout="NTC"), 1)):
            layer.initialize()
            state = layer.begin_state(batch_size=3)
            out, state = layer(np.ones((3, 3, 4)), state)
            assert out.shape == (3, 3, 8) and len(state) == states == len(layer.begin_state(3))
        assert np.random.multinomial(10, [0.5, 0.5], size=4).sum(axis=1).tolist() == [10] * 4
        schedule = lr_scheduler.FactorScheduler(step=2, factor=0.5, base_lr=1.0)
        assert [schedule(t) for t in range(6)] == [1, 1, 1, 0.5, 0.5, 0.25]
        trainer = gluon.Trainer({"v": shared.weight}, "sgd", {"learning_rate": 1.0, "lr_scheduler": schedule})
        for _ in range(3):
            with autograd.record():
                l = net(x).sum()
            l.backward()
            trainer.step(1)
        assert trainer.learning_rate == 0.5
        host = np.ones(2).asnumpy()
        host[0] = 5
    """)


def test_paddle_groups_schedules_and_places(script):
    script("""
        import paddle
        from paddle import nn
        layer = nn.Linear(2, 1)
        rate = paddle.optimizer.lr.StepDecay(learning_rate=1.0, step_size=2, gamma=0.5)
        opt = paddle.optimizer.SGD(learning_rate=rate, parameters=[
            {"params": layer.weight, "weight_decay": 0.5}, {"params": layer.bias, "learning_rate": 0.1}])
        layer.weight.set_value(paddle.ones([2, 1]))
        rates = []
        for _ in range(4):
            rates.append(opt.get_lr())
            rate.step()
        assert rates == [1, 1, 0.5, 0.5]
        rate.step(0)
        layer.bias.grad = paddle.ones([1])
        layer.weight.grad = paddle.zeros([2, 1])
        opt.step()
        assert layer.weight.tolist() == [[0.5], [0.5]]
        try:
            opt.set_lr(1.0)
            raise SystemExit("no error")
        except RuntimeError as error:
            assert "controlled by a schedule" in str(error)
        for ask in (lambda: paddle.to_tensor(1.0, place=paddle.CUDAPlace(60)), lambda: paddle.set_device("gpu:60")):
            try:
                ask()
                raise SystemExit("no error")
            except RuntimeError as error:
                assert "is not available: " in str(error)
        scores, labels = paddle.ones([4, 2]), paddle.zeros([4, 1], "int64")
        assert abs(nn.CrossEntropyLoss()(scores, labels).item() - 0.6931) < 1e-3
        host = paddle.ones([2]).numpy()
        host[0] = 5
        y, (h, c) = nn.LSTM(4, 8, direction="bidirect")(paddle.ones([2, 3, 4]))
        assert y.shape == [2, 3, 16] and h.shape == [2, 2, 8]
        assert nn.SimpleRNN(4, 8, time_major=True)(paddle.ones([3, 2, 4]))[0].shape == [3, 2, 8]
        assert paddle.tensor.mm(scores, scores.t()).shape == [4, 4]
    """)


def test_tensorflow_tapes_watch_what_they_are_told(script):
    script("""
        import tensorflow as tf
        v, c = tf.Variable([1.0, 2.0, 3.0]), tf.constant(3.0)
        v[1].assign(9.0)
        v[2:].assign([7.0])
        assert v.numpy().tolist() == [1, 9, 7] and isinstance(v[0], tf.Tensor)
        with tf.GradientTape() as tape:
            tape.watch(c)
            y = c * c
        assert tape.gradient(y, c).numpy() == 6
        with tf.GradientTape() as tape:
            y = c * c
        assert tape.gradient(y, c) is None              # another tape watched it
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            y = v * v
        assert tape.gradient(y, v) is None
        with tf.GradientTape() as tape:
            y = v[:2] * v[:2]
        assert tape.jacobian(y, v).numpy().tolist() == [[2, 0, 0], [0, 18, 0]]
        @tf.custom_gradient
        def double(x):
            return 2 * x, lambda dy: 5 * dy
        with tf.GradientTape() as tape:
            y = double(v)
        assert tape.gradient(y, v).numpy().tolist() == [5, 5, 5]
        host = tf.ones(2).numpy()
        host[0] = 5
        try:
            with tf.device("/GPU:60"):
                raise SystemExit("no error")
        except RuntimeError as error:
            assert "/GPU:60" in str(error)
    """)


def test_keras_graphs_of_layers(script):
    pytest.importorskip("numpy")
    script("""
        import numpy as np
        import tensorflow as tf
        from tensorflow.keras import layers
        tf.random.set_seed(1)
        a, b = tf.keras.Input((4,)), tf.keras.Input((4,))
        shared = layers.Dense(3, activation="tanh")
        joined = layers.Concatenate()([shared(a), shared(b)])
        model = tf.keras.Model([a, b], [layers.Dense(1)(joined * 2 + 1), joined])
        assert joined.shape == (None, 6) and sum(isinstance(l, layers.Dense) for l in model.layers) == 2 and len(model.trainable_variables) == 4
        X = tf.random.normal((5, 4))
        out, both = model([X, X])
        assert out.shape == (5, 1) and np.allclose(both[:, :3].numpy(), both[:, 3:].numpy())
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model([X, X])[0])
        assert all(g is not None for g in tape.gradient(loss, model.trainable_variables))

        net = tf.keras.Sequential([tf.keras.Input((4,)), layers.Dense(2, kernel_regularizer="l2"), layers.Dense(1)])
        assert len(net.weights) == 4 and len(net.losses) == 1        # built as it is written
        seen = []
        class See(tf.keras.callbacks.Callback):
            def on_epoch_end(self, epoch, logs=None):
                seen.append(sorted(logs))
        net.compile("sgd", "mse", metrics=["mae"])
        net.fit(X, tf.ones((5, 1)), epochs=9, verbose=0, validation_split=0.4, callbacks=[
            See(), tf.keras.callbacks.EarlyStopping("loss", min_delta=1e9, patience=1)])
        assert seen == [["loss", "mae", "val_loss", "val_mae"]] * 2, seen

        class Own(tf.keras.Model):
            def __init__(self):
                super().__init__()
                self.layer = layers.Dense(2)
            def call(self, x):
                return self.layer(x)
        one, other = Own(), Own()
        want = one(X).numpy()
        one.save_weights("weights")
        other.load_weights("weights")        # before it has variables
        assert np.array_equal(other(X).numpy(), want)
    """)


def test_keras_recurrent_layers_are_keras_own(script):
    """Weights have Keras's layout: a step of GRU and LSTM by hand."""
    pytest.importorskip("numpy")
    script("""
        import numpy as np
        import tensorflow as tf
        rng = np.random.default_rng(1)
        sigmoid = lambda x: 1 / (1 + np.exp(-x))
        x = rng.normal(size=(2, 3, 4)).astype("float32")
        for name, gates in (("GRU", 3), ("LSTM", 4), ("SimpleRNN", 1)):
            layer = getattr(tf.keras.layers, name)(5, return_sequences=True)
            layer(tf.constant(x))
            w = [rng.normal(size=v.shape).astype("float32") for v in layer.get_weights()]
            assert [v.shape for v in w[:2]] == [(4, 5 * gates), (5, 5 * gates)]
            layer.set_weights(w)
            h, c, want = np.zeros((2, 5)), np.zeros((2, 5)), []
            for t in range(3):
                if name == "GRU":
                    i, r = x[:, t] @ w[0] + w[2][0], h @ w[1] + w[2][1]
                    z = sigmoid(i[:, :5] + r[:, :5])
                    n = np.tanh(i[:, 10:] + sigmoid(i[:, 5:10] + r[:, 5:10]) * r[:, 10:])
                    h = z * h + (1 - z) * n
                elif name == "LSTM":
                    i, f, g, o = np.split(x[:, t] @ w[0] + h @ w[1] + w[2], 4, axis=1)
                    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
                    h = sigmoid(o) * np.tanh(c)
                else:
                    h = np.tanh(x[:, t] @ w[0] + h @ w[1] + w[2])
                want.append(h)
            assert np.allclose(layer(tf.constant(x)).numpy(), np.stack(want, 1), atol=1e-4), name
        s = tf.keras.optimizers.schedules
        assert s.ExponentialDecay(1.0, 10, 0.5)(20) == 0.25 and s.PiecewiseConstantDecay([5], [1.0, 0.1])(5) == 1.0
        y = tf.keras.layers.Conv2DTranspose(3, 4, strides=2, padding="same")(tf.ones((1, 5, 5, 2)))
        assert y.shape == (1, 10, 10, 3)
    """)


@pytest.mark.parametrize("framework", ["mxnet", "torch", "paddle", "tensorflow"])
def test_the_books_classes_learn(framework, script):
    out, _ = script(f"""
        from d2l import {framework} as d2l
        data = d2l.SyntheticRegressionData(w=d2l.tensor([2.0, -3.4]), b=4.2)
        trainer = d2l.Trainer(max_epochs=5)
        for model in (d2l.LinearRegression(lr=0.1), d2l.LinearRegressionScratch(2, lr=0.1)):
            trainer.fit(model, data)
            w, b = model.get_w_b() if hasattr(model, "get_w_b") else (model.w, model.b)
            off = [abs(float(v) - want) for v, want in zip(d2l.reshape(w, (-1,)), (2, -3.4))]
            assert max(off) < 0.1 and abs(float(b[0]) - 4.2) < 0.1, (w, b)
            assert len(model.board.points["train_loss"]) == 5 * 32
        classes = d2l.SoftmaxRegression(3, lr=0.1)
        X, y = d2l.reshape(data.X[:60], (60, 1, 2, 1)), d2l.tensor([0, 1, 2] * 20)
        class Rows(d2l.DataModule):
            def __init__(self):
                super().__init__()
                self.batch_size = 20
            def get_dataloader(self, train):
                return self.get_tensorloader((X, y), train)
        d2l.Trainer(max_epochs=1, gradient_clip_val=1).fit(classes, Rows())
        print(len(classes.board.points["val_acc"]))
    """)
    assert out == "3\n"


def test_torch_beside_the_book(script):
    """What scripts for PyTorch stumbled over."""
    pytest.importorskip("numpy")
    script("""
        import torch
        from torch import nn
        x = torch.arange(6.0).reshape(2, 3)
        assert x.cumsum(axis=0).tolist() == torch.cumsum(x, 0).tolist() == torch.cumsum(x, dim=0).tolist()
        assert x.max(axis=1, keepdims=True).values.shape == (2, 1) == x.mean(dim=1, keepdims=True).shape
        try:
            x.cumsum(0, axes=1)
            raise SystemExit("no error")
        except TypeError:
            pass
        import numpy
        assert numpy.sum(x) == 15 and numpy.mean(x) == 2.5 and numpy.argmax(x) == 5 and numpy.max(x) == 5
        w = torch.ones(2, requires_grad=True) * 2
        assert torch.autograd.grad((w * w).sum(), w)[0].tolist() == [4, 4]
        host = x.numpy()
        host[0, 0] = 7                                  # one memory, as in PyTorch
        assert x[0, 0] == 7
        x += 1
        assert host[0, 0] == 8
        lazy = nn.LazyLinear(1)
        lazy.weight.data.normal_(0, 0.01)               # means nothing yet
        assert repr(lazy.weight) == "<UninitializedParameter>"
        try:
            lazy.weight.shape
            raise SystemExit("no error")
        except RuntimeError as error:
            assert "depends on the first input" in str(error)
        lazy(x)
        assert lazy.weight.shape == (1, 3)
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.part = nn.Linear(1, 1)
                self.own = nn.Parameter(torch.ones(1))
        assert [name for name, _ in Net().named_parameters()] == ["own", "part.weight", "part.bias"]
        names = nn.Sequential()
        names.add_module("block 0", nn.Linear(3, 1))    # any name
        assert list(names.state_dict()) == ["block 0.weight", "block 0.bias"] and names(x).shape == (2, 1)
        assert nn.Upsample(scale_factor=(2, 3))(torch.ones(1, 1, 2, 2)).shape == (1, 1, 4, 6)
        assert torch.fft.fft(torch.ones(4), dim=0).abs().tolist() == [4, 0, 0, 0]
        draws = torch.distributions.Multinomial(7, torch.tensor([0.5, 0.5])).sample((3,))
        assert draws.sum(1).tolist() == [7] * 3
        written = [repr(torch.tensor(v)) for v in ([1e10, 1.0], [0.1, 1000.0], [12345.678], [1.5, float("inf")])]
        assert written == ["tensor([1.0000e+10, 1.0000e+00])", "tensor([1.0000e-01, 1.0000e+03])",
                           "tensor([12345.6777])", "tensor([1.5000,    inf])"], written
        assert repr(torch.zeros(0, 3)) == "tensor([], size=(0, 3))"
    """)


# ---- Gradients through assignments, hooks, NumPy's functions ------------------------------------------


KERNEL = """
    def corr2d(X, K):
        h, w = K.shape
        Y = {zeros}((X.shape[0] - h + 1, X.shape[1] - w + 1))
        for i in range(Y.shape[0]):
            for j in range(Y.shape[1]):
                Y[i, j] = (X[i:i + h, j:j + w] * K).sum()
        return Y
"""


@pytest.mark.parametrize("framework", ["torch", "paddle"])
def test_a_kernel_is_learnt_through_assignments(framework, script):
    """The book's corr2d writes its result element by element; a layer made of it learns."""
    base, make = {"torch": ("nn.Module", "nn.Parameter(torch.full(size, 0.1))"),
                  "paddle": ("nn.Layer", "paddle.create_parameter(size, 'float32')")}[framework]
    out, _ = script(f"""
        import {framework}
        from {framework} import nn
        {textwrap.indent(textwrap.dedent(KERNEL.format(zeros=framework + ".zeros")), " " * 8).strip()}
        class Conv2D({base}):
            def __init__(self, size):
                super().__init__()
                self.weight = {make}
                self.bias = {make.replace("size", "(1,)")}
            def forward(self, x):
                return corr2d(x, self.weight) + self.bias
        X = {framework}.ones((6, 8))
        X[:, 2:6] = 0
        Y = corr2d(X, {framework + ".tensor" if framework == "torch" else "paddle.to_tensor"}([[1.0, -1.0]]))
        net = Conv2D((1, 2))
        for i in range(80):
            l = ((net(X) - Y) ** 2).sum()
            l.backward()
            for p in net.parameters():
                with {framework}.no_grad():
                    p -= 0.01 * p.grad
                p.grad = None
        print([round(v, 1) for v in net.weight.reshape([-1]).tolist()], float(l) < 0.01)
    """)
    assert out == "[1.0, -1.0] True\n"


def test_assignments_in_mxnet_and_tensorflow(script):
    """MXNet refuses to write under record what it follows: here gradients go through.  TensorFlow's variables stop them."""
    out, _ = script(f"""
        from mxnet import autograd, np
        import tensorflow as tf
        {textwrap.indent(textwrap.dedent(KERNEL.format(zeros="np.zeros")), " " * 8).strip()}
        K = np.array([[1.0, -1.0]])
        K.attach_grad()
        with autograd.record():
            l = corr2d(np.ones((3, 4)), K).sum()
        l.backward()
        print(K.grad.tolist())
        K = tf.Variable([[1.0, -1.0]])
        with tf.GradientTape() as tape:
            Y = tf.Variable(tf.zeros((3, 3)))
            for i in range(3):
                Y[i, i].assign(tf.reduce_sum(K * K))
            l = tf.reduce_sum(Y)
        print(Y.numpy().trace(), tape.gradient(l, K))
    """)
    assert out == "[[9.0, 9.0]]\n6.0 None\n"


def test_hooks_and_gradients_of_computed_tensors(script):
    script("""
        import gc, paddle, torch
        from torch import nn
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        y = x * x
        y.retain_grad()
        seen = []
        handle = y.register_hook(lambda g: seen.append(g.tolist()))
        (3 * y).sum().backward(retain_graph=True)
        assert y.grad.tolist() == [3, 3] and x.grad.tolist() == [6, 12] and seen == [[3, 3]]
        handle.remove()
        (y * torch.ones(2)).sum().backward()                       # and adds up
        assert y.grad.tolist() == [4, 4] and x.grad.tolist() == [8, 16] and len(seen) == 1
        del y, handle
        gc.collect()
        from weir.dialects import _hooks
        assert not _hooks._kept
        net = nn.Linear(2, 1)
        handle = net.weight.register_hook(lambda g: g.clamp(-1, 1))   # clips before it is added
        for _ in range(2):
            net(torch.full((1, 2), 100.0)).sum().backward()
        assert net.weight.grad.tolist() == [[2, 2]] and net.bias.grad.tolist() == [2]
        handle.remove()
        net(torch.full((1, 2), 100.0)).sum().backward()
        assert net.weight.grad.tolist() == [[102, 102]] and not _hooks._kept
        z = x * 2
        z.register_hook(lambda g: g * 2)
        try:
            z.sum().backward()
            raise SystemExit("no error")
        except NotImplementedError as error:
            assert "use a torch.autograd.Function" in str(error)
        del z
        try:
            torch.ones(2).register_hook(print)
            raise SystemExit("no error")
        except RuntimeError as error:
            assert "does not require grad" in str(error)
        p = paddle.to_tensor([2.0], stop_gradient=False)
        q = p * p
        q.retain_grads()
        p.register_hook(lambda g: g + 1)
        (q * 5).backward()
        assert q.grad.tolist() == [5] and p.grad.tolist() == [21]
    """)


def test_samplers_scatter_and_metrics(script):
    script("""
        import torch
        from torch.utils import data
        rows = data.TensorDataset(torch.arange(10))
        take = lambda sampler, **how: [b[0].tolist() for b in data.DataLoader(rows, 5, sampler=sampler, **how)]
        assert sorted(sum(take(data.SubsetRandomSampler([1, 3, 5])), [])) == [1, 3, 5]
        assert len(sum(take(data.RandomSampler(rows, num_samples=7)), [])) == 7
        drawn = sum(take(data.RandomSampler(rows, replacement=True, num_samples=40)), [])
        assert len(drawn) == 40 and len(set(drawn)) <= 10
        assert set(sum(take(data.WeightedRandomSampler([0.0] * 9 + [2.0], 6)), [])) == {9}
        assert torch.zeros(4).scatter_(0, torch.tensor(2), value=1).tolist() == [0, 0, 1, 0]
        assert torch.zeros(2, 3).scatter(1, torch.tensor([[0], [2]]), 5.0).tolist() == [[5, 0, 0], [0, 0, 5]]

        from mxnet import gluon, np
        batches = gluon.data.BatchSampler(gluon.data.SequentialSampler(7), 3, last_batch="discard")
        assert list(batches) == [[0, 1, 2], [3, 4, 5]]
        loader = gluon.data.DataLoader(gluon.data.ArrayDataset(np.arange(7)), batch_sampler=batches)
        assert [len(b) for b in loader] == [3, 3]
        metric = gluon.metric.Accuracy()
        metric.update(np.array([0, 1, 1]), np.array([[2.0, 1.0], [0.0, 1.0], [3.0, 1.0]]))
        metric.update([np.array([1])], [np.array([1])])
        assert metric.get() == ("accuracy", 0.75)
        metric.reset()
        assert metric.get()[1] != metric.get()[1]
        error = gluon.metric.RMSE()
        error.update(np.array([0.0, 0.0]), np.array([3.0, 3.0]))
        assert error.get() == ("rmse", 3.0)
        loss = gluon.metric.Loss()
        loss.update(0, np.array([1.0, 3.0]))
        assert loss.get() == ("loss", 2.0)

        import paddle
        metric = paddle.metric.Accuracy(topk=(1, 2))
        for label in (0, 2):
            correct = metric.compute(paddle.to_tensor([[3.0, 2.0, 1.0]]), paddle.to_tensor([[label]]))
            metric.update(correct)
        assert metric.accumulate() == [0.5, 0.5] and metric.name() == ["acc_top1", "acc_top2"]
    """)


def test_numpys_functions_take_tensors(script):
    pytest.importorskip("numpy")
    script("""
        import numpy as np
        import paddle, tensorflow as tf, torch
        from mxnet import np as mnp
        x = torch.tensor([1.0, 4.0], requires_grad=True)
        y = np.sqrt(x)                                   # recorded, as torch.sqrt is
        y.sum().backward()
        assert type(y) is torch.Tensor and x.grad.tolist() == [0.5, 0.25]
        d = x.detach()
        assert type(np.cbrt(d)) is torch.Tensor and np.maximum(d, 2).tolist() == [2, 4]
        try:
            np.cbrt(x)                                   # one that there is not here
            raise SystemExit("no error")
        except RuntimeError as error:
            assert "numpy.cbrt cannot be called on a tensor that requires grad; use tensor.detach()" in str(error)
        host = np.ones(2, "float32")
        assert type(host + d) is torch.Tensor
        host += d
        assert type(host) is np.ndarray and host.tolist() == [2, 5]
        assert type(np.exp(mnp.ones(2))) is type(mnp.ones(2))
        for other in (tf.ones(2), paddle.ones([2])):
            assert type(np.exp(other)) is np.ndarray and type(np.ones(2, "float32") * other) is type(other)
        # A float64 of NumPy's is a float to the frameworks.
        for one in (d, mnp.ones(2), tf.ones(2), paddle.ones([2])):
            for made in (one / np.sqrt(2), np.sqrt(2) / one, one * np.float64(2), np.float64(2) - one):
                assert str(made.dtype).endswith("float32"), made
        d *= np.float64(2)
        assert d.dtype == torch.float32
    """)
