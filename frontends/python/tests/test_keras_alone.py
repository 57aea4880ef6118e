"""test_keras_alone.py - `import keras` without tensorflow is the Keras of the dialect.

SPDX-License-Identifier: Apache-2.0
"""
import subprocess
import sys
import textwrap

import pytest

pytest.importorskip("numpy")


def python(code):
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_keras_is_found_without_tensorflow():
    assert python("""
        import weir.dialects
        names = weir.dialects.install("tensorflow", shadow=True)
        assert names == ["tensorflow"], names
        import keras
        from keras import layers, ops
        from keras.models import Sequential
        import keras.optimizers as optimizers
        import tensorflow as tf
        assert keras.layers is tf.keras.layers and Sequential is tf.keras.Sequential
        model = Sequential([keras.Input((2,)), layers.Dense(1)])
        model.compile(optimizers.SGD(0.1), "mse")
        print(len(model.fit(ops.ones((4, 2)), ops.zeros((4, 1)), epochs=2, verbose=0).history["loss"]))
        weir.dialects.uninstall("tensorflow")
        import importlib.util, sys
        assert "keras" not in sys.modules
        found = importlib.util.find_spec("keras")
        assert found is None or "weir" not in repr(found.loader)
    """).split() == ["2"]


def test_a_module_that_is_missing_is_named():
    assert "tensorflow.keras.applications" in python("""
        import weir.dialects
        weir.dialects.install("tensorflow", shadow=True)
        try:
            import keras.applications
        except ImportError as error:
            print(error)
    """)
