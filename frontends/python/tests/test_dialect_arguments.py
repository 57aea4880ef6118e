"""test_dialect_arguments.py - functions of the dialects use each of their arguments, refuse it, or are in the list below.

An argument that is accepted and ignored gives a wrong result without an error.

SPDX-License-Identifier: Apache-2.0
"""
import ast
import pathlib

import weir.dialects

FOLDER = pathlib.Path(weir.dialects.__file__).parent
# Modules of functions and layers, whose arguments decide about values.
FILES = [path for part in ("ops", "functional", "nn", "linalg", "math", "indices", "signal", "numpy", "npx", "legacy", "random", "loss",
                           "losses", "layers", "modules", "images", "vision", "recurrent", "attention", "noise", "arrays", "sequences")
         for path in sorted(FOLDER.glob(f"_*{part}.py"))]
# Arguments that cannot change a result of Weir's: names, hints about speed, memory, workers and checks, and what is deprecated.
HINTS = set("""
    name prefix params self cls workspace cudnn_tune cudnn_off num_workers num_parallel_calls deterministic synchronous parallel_iterations
    back_prop swap_memory shape_invariants pin_memory pin_memory_device pin_device_id prefetch prefetch_factor buffer_size thread_pool
    timeout try_nopython persistent_workers multiprocessing_context in_order use_shared_mem non_blocking blocking jit_compile run_eagerly
    steps_per_execution auto_scale_loss validate_indices sparse sparse_grad lazy_update overwrite_input stable kind alg stateful
    summarize dtype_hint places feed_list return_list compute_mode assume_unique max_work optimize is_causal tgt_is_causal
    memory_is_causal src_is_causal numeric_stable_mode fast forward_stype num_args rerandomize_each_iteration
    tensor_array_name colocate_with_first_write_call device ctx order copy follow_links verbose expand_nested show_trainable
    layer_range line_length positions overwrite save_format infer_shape a_is_sparse b_is_sparse grad_a grad_b align
""".split())
# (file, function, argument): why the argument needs no treatment.
KNOWN = {
    **{("_paddle_ops.py", *entry): "settings of Paddle's formats of files, or of the dtype of counts" for entry in (
        ("unique_consecutive", "dtype"), ("save", "configs"), ("load", "configs"))},
    **{("_paddle_layers.py", *entry): "read by the class that is created, or by Paddle's own formats only" for entry in (
        ("_of_function", "parameters"), ("set_state_dict", "use_structured_name"), ("clear_gradients", "set_to_zero"), ("__call__", "block"))},
    **{("_tf_ops.py", *entry): "the result says it: its dtype, its number of parts" for entry in (
        ("map_fn", "dtype"), ("map_fn", "fn_output_signature"), ("split", "num"), ("call", "layout"), ("assert_shapes", "options"))},
    **{("_torch_ops.py", *entry): "the result is that of the other value, too" for entry in (
        ("unique", "sorted"), ("repeat_interleave", "output_size"))},
    ("_tf_math.py", "top_k", "sorted"): "sorted elements are in an order that sorted=False allows",
    ("_torch_functional.py", "gumbel_softmax", "eps"): "PyTorch ignores it, too",
    ("_tf_nn.py", "moments", "shift"): "TensorFlow ignores it, too",
    ("_mxnet_linalg.py", "matrix_rank", "hermitian"): "it selects an algorithm",
    **{("_mxnet_npx.py", function, name): "the shape of the weight says it" for function, names in (
        ("convolution", "kernel num_filter"), ("deconvolution", "kernel num_filter"), ("embedding", "input_dim output_dim dtype"))
       for name in names.split()},
    **{("_mxnet_npx.py", "batch_norm", name): "for quantized networks" for name in ("min_calib_range", "max_calib_range")},
    **{("_mxnet_legacy.py", *entry): "the shape or the dtype of the weight says it, or MXNet reads it for other modes" for entry in (
        ("Embedding", "dtype"), ("UpSampling", "num_filter"), ("MakeLoss", "valid_thresh"))},
    **{("_mxnet_random.py", *entry): "MXNet accepts and ignores further arguments; the caller checks" for entry in (
        ("multinomial", "kwargs"), ("npx_multinomial", "kwargs"), ("_location_scale", "check"))},
    **{("_torch_random.py", "fork_rng", name): "there is one generator for all devices" for name in ("devices", "device_type")},
    ("_tf_losses.py", "__init__", "dtype"): "losses are computed in the dtype of the predictions",
    ("_mxnet_layers.py", "__init__", "num_devices"): "statistics of one process",
    **{("_tf_layers.py", *entry): "a part of the interface that Keras calls" for entry in (
        ("_merged_mask", "inputs"), ("adapt", "batch_size"), ("adapt", "steps"), ("build", "input_shape"), ("compute_mask", "mask"),
        ("__init__", "output_shape"), ("compute_mask", "inputs"))},
    **{(f"_tf_{file}.py", function, name): "a part of the interface that Keras calls" for file, function, name in (
        ("recurrent", "compute_mask", "inputs"), ("attention", "build", "value_shape"), ("attention", "build", "key_shape"),
        ("attention", "compute_mask", "query"), ("attention", "_mask", "key"), ("attention", "build", "input_shape"),
        ("attention", "compute_mask", "inputs"))},
    ("_torch_modules.py", "embedding_bag", "norm_type"): "max_norm is refused",
    ("_tf_images.py", "converted", "saturate"): "values that do not fit are clipped in any case",
    **{("_mxnet_arrays.py", *entry): "hints about storage, or settings of a graph that was recorded already" for entry in (
        ("attach_grad", "stype"), ("backward", "train_mode"), ("astype", "subok"), ("__dlpack__", "kwargs"))},
    ("_torch_sequences.py", "_lstm", "h"): "one of several functions with the same arguments",
}


def used(function):
    """Return the names that a function reads, and whether it only raises an error or does nothing."""
    body = [part for part in function.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))]
    return {part.id for part in ast.walk(function) if isinstance(part, ast.Name)}, not body or isinstance(body[0], (ast.Pass, ast.Raise))


def only(function):
    """Return the arguments that a decorator `only(...)` checks."""
    return {word.arg for call in function.decorator_list if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "only"
            for word in call.keywords}


def ignored():
    """Yield (file, line, function, argument) for the arguments that a function does not read."""
    for path in FILES:
        tree = ast.parse(path.read_text())
        aliases = {target.id: only(ast.FunctionDef(name="", args=None, body=[], decorator_list=[node.value])) for node in tree.body
                   if isinstance(node, ast.Assign) for target in node.targets if isinstance(target, ast.Name)}
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef) or function.name.startswith("on_"):
                continue
            reads, empty = used(function)
            checked = only(function).union(*(aliases.get(getattr(d, "id", ""), set()) for d in function.decorator_list))
            given = function.args
            names = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)] + ([given.kwarg.arg] if given.kwarg else [])
            for name in () if empty else names:
                if name not in reads | checked | HINTS and not name.startswith("_"):
                    yield path.name, function.lineno, function.name, name


def test_no_argument_is_ignored():
    found = {(file, function, name): line for file, line, function, name in ignored()}
    new = [f"{file}:{line} {function}({name})" for (file, function, name), line in found.items() if (file, function, name) not in KNOWN]
    assert not new, "arguments that are accepted and ignored:\n" + "\n".join(new)
    assert not KNOWN.keys() - found.keys()
