"""What comes from outside and cannot be right is refused with a sentence that says why, before memory or time is spent."""

import gzip
import os
import pickle
import struct
import subprocess
import sys
import zipfile

import numpy as np
import pytest
import weir
from busy import HERE, HOME, check
from weir import _core, nn

TREE = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
ATTACK = os.path.join(TREE, "tests", "attack")
sys.path.insert(0, ATTACK)
from exchange import Lender, all_given_back  # noqa: E402

ROOMY = 2**62


class Interface:
    def __init__(self, **interface):
        self.__array_interface__ = {"version": 3, **interface}


# ---- Memory of others --------------------------------------------------------------------------------


@pytest.mark.parametrize("typestr", ["<f8", ">f8", "|b1"])
@pytest.mark.parametrize("shape", [(), (3,), (10**9,), (2, 10**9)])
@pytest.mark.parametrize("copy", [None, True, False])
def test_an_interface_with_a_null_pointer_is_refused(typestr, shape, copy):
    with pytest.raises(ValueError, match="__array_interface__: the data pointer is NULL for shape"):
        weir.asarray(Interface(typestr=typestr, shape=shape, data=(0, False)), copy=copy)


def test_an_interface_without_elements_needs_no_memory():
    assert weir.asarray(Interface(typestr="<f8", shape=(0, 3), data=(0, False))).shape == (0, 3)


@pytest.mark.parametrize("typestr", ["<f8", ">f8"])
@pytest.mark.parametrize("strides", [(2**62, 2**62), (-(2**62), 2**62), (2**63 - 8, 8), (-(2**63), 8), (2**47, 2**62)])
def test_strides_beyond_the_addresses_are_refused(typestr, strides):
    memory = np.zeros(8)
    x = Interface(typestr=typestr, shape=(3, 3), strides=strides, data=(memory.ctypes.data, False))
    for copy in (None, True, False):
        with pytest.raises(ValueError, match="exceeds the address space"):
            weir.asarray(x, copy=copy)


def test_a_stride_that_leads_nowhere_may_be_anything():
    memory = np.arange(3.0)
    for stride in (2**62, -(2**62), 2**63 - 8):
        x = Interface(typestr="<f8", shape=(1, 3), strides=(stride, 8), data=(memory.ctypes.data, False))
        for copy in (None, False):
            y = weir.asarray(x, copy=copy)
            assert y.tolist() == [[0, 1, 2]] and (y + y.T).shape == (3, 3)
        lender = Lender(memory.reshape(1, 3), strides=(stride, 1))
        assert weir.from_dlpack(lender).tolist() == [[0, 1, 2]]


@pytest.mark.parametrize("versioned", [True, False])
@pytest.mark.parametrize(
    "fields, says",
    [
        ({"shape": None}, "shape is NULL"),
        ({"data": None}, "data pointer is NULL"),
        ({"data": None, "byte_offset": 64}, "data pointer is NULL"),
        ({"byte_offset": 2**64 - 8}, "byte_offset of 18446744073709551608"),
        ({"strides": (ROOMY, 1)}, "stride of 4611686018427387904 elements of float64 on axis 0"),
        ({"strides": (2**59, 2**59)}, "exceeds the address space"),
        ({"shape": (-1, 3)}, "negative"),
        ({"shape": (2**62, 2**62)}, "larger than the address space|exceeds the address space"),
        ({"ndim": -1}, "-1 dimensions"),
        ({"ndim": 33}, "33 dimensions"),
        ({"lanes": 2}, "2 lanes"),
    ],
)
def test_a_capsule_that_cannot_be_right_is_refused(versioned, fields, says):
    lender = Lender(np.ones((2, 3)), versioned, **fields)
    with pytest.raises((BufferError, ValueError), match=says):
        weir.from_dlpack(lender)
    lender.end()
    all_given_back()


def test_capsules_of_other_major_versions_are_refused():
    for version in ((0, 8), (2, 0)):
        lender = Lender(np.ones(3), version=version)
        with pytest.raises(BufferError, match=f"DLPack: version {version[0]}"):
            weir.from_dlpack(lender)
        lender.end()


def test_bools_of_others_that_are_neither_0_nor_1_are_true():
    memory = np.array([0, 1, 2, 255], "u1")
    x = weir.from_dlpack(Lender(memory, code=6))
    assert x.sum().item() == 3 and x.astype("int32").tolist() == [0, 1, 1, 1]
    with pytest.raises(ValueError, match="other than 0 and 1"):
        weir.asarray(memory.view("?"), copy=False)
    shared = weir.asarray(memory[:2].view("?"), copy=False)
    memory[0] = 1
    assert shared.tolist() == [True, True]


def test_a_swapped_array_that_repeats_one_element_takes_no_more_than_the_budget():
    memory = np.zeros(1)
    x = Interface(typestr=">f8", shape=(2**40,), strides=(0,), data=(memory.ctypes.data, False))
    with pytest.raises(MemoryError, match="budget"):
        weir.asarray(x)


def test_arrays_without_elements_have_sizes_that_can_be_counted():
    for shape in ((0, ROOMY), (4, 0, ROOMY), (2**62, 2**62, 0), (1, 2**61, 0)):
        with pytest.raises(ValueError, match="larger than the address space|elements"):
            weir.zeros(shape)


@pytest.mark.parametrize("name", ["concat", "stack", "broadcast_arrays", "meshgrid", "lexsort"])
def test_the_rows_of_an_endless_array_are_no_inputs(name):
    with pytest.raises(ValueError, match=f"{name}: .* 2147483648 rows, each of which would be an input"):
        _core.ops[name](weir.zeros((2**31, 0)))


def test_lines_without_entries_take_no_time():
    for name in ("cumulative_sum", "cumulative_prod"):
        assert _core.ops[name](weir.zeros((2**40, 0)), axis=1).wait().shape == (2**40, 0)


def test_views_are_as_many_as_there_are_entries():
    x = weir.asarray(np.arange(300.0).reshape(100, 3))
    assert [row.tolist() for row in weir.unstack(x)] == np.arange(300.0).reshape(100, 3).tolist()
    x.attach_grad()
    with weir.autograd.record():
        rows = weir.unstack(x)
        y = rows[7].sum() + (rows[99] * rows[99]).sum()
    y.backward()
    want = np.zeros((100, 3))
    want[7], want[99] = 1, 2 * np.arange(297, 300)
    np.testing.assert_array_equal(x.grad.numpy(), want)
    h = weir.zeros((9, 1, 2))
    assert nn.LSTM(2, 2, num_layers=9)(weir.ones((3, 1, 2)), (h, h))[0].shape == (3, 1, 2)
    with pytest.raises(ValueError, match="unstack: would return 2147483648 arrays; at most 1048576"):
        weir.unstack(weir.zeros((2**31, 0)))


# ---- Texts of networks -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, says",
    [
        ("LSTM(3,4,num_layers=99999999999999999999992)", "LSTM: num_layers is '99999999999999999999992'; expected an integer"),
        ("LSTM(3,4611686018427387904)", "LSTM: hidden_size is 4611686018427387904; expected 1 to 1099511627776"),
        ("LSTM(3,4,num_layers=4611686018427387904,bidirectional=true)", "LSTM: num_layers is 4611686018427387904; expected 1"),
        ("LSTM(3,4,num_layers=65)", "LSTM: num_layers=65 is too large; the maximum is 64"),
        ("GRU(-3,4)", "GRU: input_size is -3"),
        ("Linear(3,-1)", "Linear: out_features is -1"),
        ("Linear(-9223372036854775808,1)", "in_features is"),
        ("Linear(1099511627776,1099511627776)", "larger than the address space"),
        ("Conv2d(-5,4,3)", "Conv2d: in_channels is -5"),
        ("Conv3d(4,4,[1099511627776,1099511627776,1099511627776])", "Conv3d: kernel_size .* too large for memory"),
        ("Conv1d(4,4,3,stride=4611686018427387904)", "Conv1d: stride contains 4611686018427387904"),
        ("MultiheadAttention(4611686018427387904,1)", "embed_dim is 4611686018427387904"),
        ("Embedding(4611686018427387904,4611686018427387904)", "num_embeddings is 4611686018427387904"),
        ("Sequential(" * 100 + ")" * 100, "nested too deeply"),
    ],
)
def test_a_network_whose_sizes_cannot_be_is_refused(text, says):
    with pytest.raises(ValueError, match=says):
        nn.parse(text)


def test_networks_of_several_layers_in_a_text():
    net = nn.parse("Linear(2, 3), act=ReLU(), Sequential(Linear(3, 1))")
    assert isinstance(net, nn.Sequential) and net(weir.ones((4, 2))).shape == (4, 1)
    assert [name for name, _ in net.named_parameters()] == ["0.weight", "0.bias", "2.0.weight", "2.0.bias"]
    assert "(act): ReLU()" in repr(net)


@pytest.mark.parametrize("layer", [nn.LayerNorm, nn.RMSNorm])
def test_a_norm_of_a_number_is_refused(layer):
    for args in ({}, {"elementwise_affine": False}):
        with pytest.raises(ValueError, match=r"the input is float32 \(\)|does not follow from the input"):
            layer(**args)(weir.asarray(1.0))


# ---- Files -------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("reads_gzip")
def test_a_packed_file_is_unpacked_no_further_than_its_header_says(tmp_path):
    bomb = tmp_path / "bomb.gz"
    with gzip.open(bomb, "wb", compresslevel=9) as f:
        f.write(bytes([0, 0, 8, 1]) + struct.pack(">I", 10))
        for _ in range(256):
            f.write(bytes(1 << 20))
    out = check("""
import sys, weir
def high():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]) >> 10
before = high()
try:
    weir.data.read_idx(sys.argv[1])
except ValueError as error:
    print(error)
print("grew", high() - before)
""", str(bomb))
    assert "longer than the 18 bytes that the header declares" in out
    if "asan" not in os.environ.get("LD_PRELOAD", ""):
        assert int(out.split("grew")[1]) < 64


@pytest.mark.usefixtures("reads_gzip")
def test_packed_files_of_any_layout_are_read(tmp_path):
    values = bytes(range(200))
    head = bytes([0, 0, 8, 2]) + struct.pack(">II", 20, 10)
    path = tmp_path / "x.gz"
    for cut in (1, 3, 12, 63, 64, 65, 150):  # in several members
        whole = head + values
        path.write_bytes(gzip.compress(whole[:cut]) + gzip.compress(whole[cut:]))
        assert weir.data.read_idx(str(path)).tobytes() == values
    path.write_bytes(gzip.compress((head + values)[:-1]))
    with pytest.raises(ValueError, match="does not match the dimensions in its header"):
        weir.data.read_idx(str(path))
    path.write_bytes(gzip.compress(b"x" * 1000))
    with pytest.raises(ValueError, match="not an IDX file"):
        weir.data.read_idx(str(path))


@pytest.mark.usefixtures("reads_gzip")
def test_a_file_that_is_larger_than_the_budget_is_not_unpacked(tmp_path):
    table, picture = tmp_path / "t.csv.gz", tmp_path / "p.ppm.gz"
    with gzip.open(table, "wb") as f:
        f.write(b"a,b\n" + b"1,2\n" * (24 << 20))
    picture.write_bytes(gzip.compress(b"P6 8000 8000 255\n" + bytes(8000 * 8000 * 3)))
    out = check("""
import sys, weir
for read, path in ((weir.data.CSVDataset, sys.argv[1]), (weir.image.read, sys.argv[2]),
                   (weir.data.CSVDataset, "/dev/zero")):
    try:
        read(path)
        print("read")
    except MemoryError as error:
        print(error)
""", str(table), str(picture), WEIR_MEMORY="64M")
    assert out.count("the memory budget") == 3 and "read" not in out.split("WEIR")[0].split(), out


def test_a_picture_that_says_to_be_huge_takes_no_memory(tmp_path):
    path = tmp_path / "p.ppm"
    path.write_bytes(b"P6 32768 32768 255\n" + bytes(100))
    with pytest.raises(ValueError, match="ends before its last pixel"):
        weir.image.read(str(path))


def test_a_file_of_torch_save_is_named_with_what_to_do(tmp_path):
    path = tmp_path / "x.pt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", pickle.dumps({}, 2))
    old = tmp_path / "y.pt"
    old.write_bytes(pickle.dumps({"weight": 1}, 2) * 3)
    for file, what in ((path, "zip file, as torch.save"), (old, "a pickle, as torch.save")):
        with pytest.raises(ValueError) as caught:
            nn.Linear(2, 2).load(file)
        text = str(caught.value)
        assert what in text and "safetensors.torch.save_file(module.state_dict()" in text and "not a safetensors file" in text
        assert "5787125" not in text
        with pytest.raises(ValueError, match="torch.save"):
            weir.load(file)


# ---- Values ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("small", [1e-307, -1e-307, 5e-324, -1e-310, 1e-200, 1e308, -1.7e308])
def test_slogdet_of_numbers_at_the_ends(small):
    a = np.array([[small, 0], [0, 1]])
    sign, log = weir.linalg.slogdet(weir.asarray(a))
    want = np.linalg.slogdet(a)
    assert sign.item() == want[0] and log.item() == pytest.approx(want[1], rel=1e-14)


def test_slogdet_of_complex_numbers_at_the_ends():
    for z in (1e-307 + 1e-307j, 1.5e308 - 1.5e308j, 3e-320j):
        sign, log = weir.linalg.slogdet(weir.asarray([[z]], dtype="complex128"))
        assert abs(sign.item()) == pytest.approx(1, rel=1e-3)
        big = max(abs(z.real), abs(z.imag))
        assert log.item() == pytest.approx(np.log(big) + np.log(abs(z / big)), rel=1e-12)


def test_unravel_index_out_of_range_is_refused():
    assert [x.item() for x in weir.unravel_index(5, (2, 3))] == [1, 2]
    for wrong in (6, -1, [0, 6], np.array([7])):
        with pytest.raises(ValueError, match=r"unravel_index: index -?\d is out of bounds for shape \(2, 3\) with 6 elements; it must be between 0 and 5"):
            weir.unravel_index(wrong, (2, 3))
    for wrong in (6, -1):
        with pytest.raises(weir.AsyncError, match="out of range"):
            weir.unravel_index(weir.asarray([0, wrong]), (2, 3))[0].wait()
        weir.clear_errors()
    assert [x.tolist() for x in weir.unravel_index(weir.asarray([0, 5]), (2, 3))] == [[0, 1], [0, 2]]
    with pytest.raises(TypeError, match="integers"):
        weir.unravel_index(1.5, (2, 3))
    with pytest.raises(ValueError, match=r"ravel_multi_index: index 3 is out of bounds for axis 1 of shape \(2, 3\)"):
        weir.ravel_multi_index(([1, 0], [2, 3]), (2, 3))


def test_arange_up_to_nan_is_refused():
    nan = float("nan")
    for args in ((0, nan), (nan,), (nan, 3), (0, 3, nan), (0, np.float32(nan)), (0, np.float64(nan))):
        with pytest.raises(ValueError, match="arange: .* nan"):
            weir.arange(*args)
    with pytest.raises(ValueError, match="arange: stop must be a number or None, not nan"):
        _core.ops["arange"](start=0, stop=nan)
    assert weir.arange(0, weir.asarray(2.5)).tolist() == [0, 1, 2]


def test_the_largest_along_an_axis_without_elements_is_refused_at_the_call():
    for name in ("max", "min", "argmax", "argmin"):
        for shape, axis in (((0, 3), 0), ((0, 0), 0), ((2, 0, 0), 2), ((0,), None)):
            with pytest.raises(ValueError, match=f"{name}: the reduced ax[ei]s of"):
                getattr(weir, name)(weir.zeros(shape), axis=axis)
        assert getattr(weir, name)(weir.zeros((2, 0)), axis=0).shape == (0,)


def test_pythons_float_and_complex_have_64_bits_a_number():
    x = weir.asarray([0.1], dtype="float64")
    assert x.astype(float).dtype == weir.float64 and x.astype(float).item() == 0.1
    assert x.astype(complex).dtype == weir.complex128 and x.astype("float").dtype == weir.float64
    assert weir.zeros(2, dtype=float).dtype == weir.float64 and weir.zeros(2).dtype == weir.float32
    assert x.astype(int).dtype == weir.int64 and x.astype(bool).dtype == weir.bool


# ---- Programs that look for more ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "program", ["exchange.py", "texts.py", "files.py", "operators.py", "differential_numpy.py"])
def test_an_attack_program_finds_nothing(program):
    done = subprocess.run(
        [sys.executable, os.path.join(ATTACK, program), "--cases", "600"], capture_output=True, text=True, timeout=300,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([HOME, HERE]), "WEIR_MEMORY": "256M",
             "WEIR_CUDA_DEVICES": "none"})  # tensors that claim to be on a GPU have addresses of the host
    assert done.returncode == 0 and "all good" in done.stdout, done.stdout[-1000:] + done.stderr[-3000:]


@pytest.mark.parametrize("call", ["weir.nn.parse('Linear(3, 4)\\0)')", "weir.einsum('ij->i\\0', weir.ones((2, 2)))",
                                  "weir.mse_loss(weir.ones(3), weir.zeros(3), reduction='sum\\0')",
                                  "weir.ones(2, device='cpu\\0')", "weir.pad(weir.ones(3), 1, mode='constant\\0')"])
def test_text_does_not_end_at_a_null_character(call):
    with pytest.raises(ValueError, match="embedded null character"):
        eval(call)


def test_bytes_are_not_text():
    with pytest.raises(TypeError, match="expected a str, not bytes"):
        weir.nn.parse(b"Linear(3, 4)")


def test_an_array_that_is_too_long_for_an_attribute_is_refused():
    for long in (weir.zeros((2**40, 0)), range(2**40)):
        with pytest.raises(ValueError, match="expected at most .* integers, got 1099511627776"):
            weir.sum(weir.ones(3), axis=long)
