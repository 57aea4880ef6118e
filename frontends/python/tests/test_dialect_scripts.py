"""test_dialect_scripts.py - scripts as people write them, run by python -m weir.dialects.

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import textwrap

import pytest


def run(*arguments, stdin=None, cwd=None, status=0):
    """python -m weir.dialects with these arguments: what it prints, and what it says on the other stream."""
    done = subprocess.run([sys.executable, "-m", "weir.dialects", "--shadow", *arguments], input=stdin, text=True,
                          capture_output=True, cwd=cwd, env={**os.environ, "PYTHONIOENCODING": "utf-8"})
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout, done.stderr


@pytest.fixture
def script(tmp_path):
    """Runs a text as a script, in a folder of its own."""
    def call(text, *arguments, **how):
        (tmp_path / "script.py").write_text(textwrap.dedent(text), encoding="utf-8")
        return run("script.py", *arguments, cwd=tmp_path, **how)

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
    assert "dialect of torch has no Tensor.sparse_mask; python -m weir.dialects --coverage torch lists" in said
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
        lists = "python -m weir.dialects --coverage {} lists what is"
        assert hint(lambda: torch.zeroes) == "there is zeros"
        assert hint(lambda: torch.Linear) == "there is torch.nn.Linear"
        assert hint(lambda: torch.nn.relu) == "there is ReLU", hint(lambda: torch.nn.relu)
        assert hint(lambda: tf.tarin) == lists.format("tensorflow"), hint(lambda: tf.tarin)
        assert hint(lambda: torch.ones(2).sumn()) == "there is sum", hint(lambda: torch.ones(2).sumn())
    """)
