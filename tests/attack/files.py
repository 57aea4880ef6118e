"""files.py - a file is read as what it is, or refused, and takes no more memory than the budget.

Property: npy, npz, safetensors, IDX, gzip, CSV and picture files that were made whole give the values they were made from; changed in
their structure (sizes, counts, offsets, dtypes), cut, or changed in any byte, they give values or raise with a sentence.

SPDX-License-Identifier: Apache-2.0
"""
import gzip
import io
import json
import os
import struct
import tempfile
import zipfile
import zlib

import numpy as np
import weir
from attack import EDGES, REFUSALS, run

HERE = tempfile.mkdtemp(prefix="weir_attack_")
DTYPES = ["u1", "<i2", "<i4", "<i8", "<f4", "<f8", "?", "<c8", "<f2"]
WORDS = [n % 2**32 for n in EDGES]


def write(name, data):
    path = os.path.join(HERE, name)
    with open(path, "wb") as f:
        f.write(data)
    return path


def values(rng, dtypes=DTYPES):
    shape = tuple(rng.choice((1, 2, 3, 5, 0)) for _ in range(rng.randrange(4)))
    count = int(np.prod(shape, dtype=int))
    return (np.frombuffer(rng.randbytes(count), "u1") % 2).astype(rng.choice(dtypes)).reshape(shape)


def damage(rng, data):
    """Cut, longer, or with other bytes; or as it was."""
    data = bytearray(data)
    for _ in range(rng.choice((0, 1, 1, 2, 6))):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            del data[at:]
        elif kind == 1:
            data[at:at] = rng.randbytes(rng.choice((1, 2, 8, 100)))
        elif kind == 2 and at < len(data):
            data[at] = rng.choice((0, 255, 127, data[at] ^ 1 << rng.randrange(8)))
        elif kind == 3:
            data[at:at + 4] = struct.pack(rng.choice("<>") + "I", rng.choice(WORDS))[:max(0, len(data) - at)]
        elif len(data) > 8:
            other = rng.randrange(len(data))
            data[at:at + 8] = data[other:other + 8]
    return bytes(data)


def read(call, *args, **kwargs):
    """What it gives, or None if it refuses."""
    try:
        result = call(*args, **kwargs)
        weir.waitall()
        return result
    except REFUSALS + (OSError, KeyError):
        return None
    except weir.AsyncError:
        weir.clear_errors()
        return None


def all_of(x):
    if isinstance(x, weir.Array):
        x.tobytes()
    return x


# ---- Arrays ------------------------------------------------------------------------------------------


def npy_bytes(rng, array, harm):
    file = io.BytesIO()
    if not harm:
        np.save(file, array)
        return file.getvalue()
    shape = rng.choice((array.shape, tuple(rng.choice(EDGES) for _ in range(rng.randrange(1, 5))), (1,) * 40, 3, (True,), (1.0,), "(2,)"))
    descr = rng.choice((array.dtype.str, "|O", "<f16", ">f8", "<U3", "<f", "f4", "", "|b1", [("a", "<f4")], 3, None, "é"))
    text = repr({"descr": descr, "fortran_order": rng.choice((False, True, 0, "no")), "shape": shape})
    text = rng.choice((text, text, "(" * 500 + text, "[" * 10**5, text.replace("}", ", 'x': " + "9" * 5000 + "}"), "{}", "-" * 10**4 + "1"))
    version = rng.choice((1, 1, 2, 3, 0, 9))
    length = rng.choice((len(text), len(text), *WORDS))
    head = b"\x93NUMPY" + bytes([version, 0])
    head += struct.pack("<H", length % 2**16) if version < 2 else struct.pack("<I", length)
    return head + text.encode() + array.tobytes()


def npy(rng):
    array, harm = values(rng), rng.random() < 0.5
    data = npy_bytes(rng, array, harm)
    changed = damage(rng, data) if rng.random() < 0.5 else data
    path = write("x.npy", changed)
    x = read(weir.load, path if rng.random() < 0.7 else io.BytesIO(changed))
    if changed == data and not harm:
        assert x is not None
        np.testing.assert_array_equal(np.asarray(x), array)
    all_of(x)
    all_of(read(weir.load, path, mmap_mode="c"))


def npz(rng):
    array, harm = values(rng), rng.random() < 0.5
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        archive.writestr("a.npy", npy_bytes(rng, array, harm))
        archive.writestr(rng.choice(("b.npy", "b", "../b.npy", "/", "data.pkl")), rng.randbytes(9))
    data = file.getvalue()
    path = write("x.npz", damage(rng, data) if rng.random() < 0.6 else data)
    arrays = read(weir.load, path)
    if arrays is not None and not isinstance(arrays, weir.Array):
        for name in read(list, arrays) or ():
            all_of(read(arrays.__getitem__, name))
        arrays.close()


def safetensors(rng):
    arrays = {f"a{i}": values(rng, ["u1", "<i2", "<i4", "<i8", "<f4", "<f8", "?"]) for i in range(rng.randrange(4))}
    path = os.path.join(HERE, "x.safetensors")
    weir.save(path, {name: weir.asarray(a) for name, a in arrays.items()})
    with open(path, "rb") as f:
        data = f.read()
    length = int.from_bytes(data[:8], "little")
    table, rest = json.loads(data[8:8 + length]), data[8 + length:]
    harm = rng.choice(("none", "table", "length", "bytes"))
    if harm == "table" and arrays:
        entry = table[rng.choice(sorted(arrays))]
        field = rng.choice(("shape", "data_offsets", "dtype", "more"))
        entry[field] = rng.choice(([rng.choice(EDGES) for _ in range(rng.randrange(5))], [2] * 40, [0, 2**62, 2**62], "F32", "F8_E4M3", "", None,
                                   -1, 1.5, [[]], {"a": {}}, "é", [0, len(rest)], [True]))
        text = json.dumps(table).encode()
        text = rng.choice((text, text, text + b" " * 9, text.replace(b'"', b"'", 1), b"[" * 10**4, text[:-1] + b',"x":' + b"[" * 99 + b"}"))
        data = len(text).to_bytes(8, "little") + text + rest
    elif harm == "length":
        data = (rng.choice(EDGES) % 2**64).to_bytes(8, "little") + data[8:]
    elif harm == "bytes":
        data = damage(rng, data)
    write("x.safetensors", data)
    got = read(weir.load, path)
    if harm == "none":
        assert got is not None and got.keys() == arrays.keys()
        for name, array in arrays.items():
            np.testing.assert_array_equal(np.asarray(got[name]), array)
    for x in (got or {}).values():
        all_of(x)


def idx(rng):
    array = values(rng, ["u1", "i1", ">i2", ">i4", ">f4", ">f8"])
    if array.ndim == 0:
        array = array.reshape(1)
    code = {"u1": 8, "i1": 9, "i2": 11, "i4": 12, "f4": 13, "f8": 14}[array.dtype.str[1:]]
    shape, harm = list(array.shape), rng.random() < 0.5
    head = [0, 0, code, len(shape)]
    if harm:
        shape[rng.randrange(len(shape))] = rng.choice(WORDS)
        head[rng.randrange(4)] = rng.choice((0, 1, 8, 9, 200))
    data = bytes(head) + b"".join(struct.pack(">I", n) for n in shape) + array.tobytes()
    if rng.random() < 0.3:
        data += bytes(rng.choice((1, 100, 10**6)))
        harm = True
    if rng.random() < 0.5:
        cut = rng.randrange(len(data) + 1)
        data = gzip.compress(data[:cut], 1) + gzip.compress(data[cut:], 1) if rng.random() < 0.3 else gzip.compress(data, 1)
    changed = damage(rng, data) if rng.random() < 0.4 else data
    x = read(weir.data.read_idx, write("x.idx", changed))
    if changed == data and not harm:
        np.testing.assert_array_equal(np.asarray(x), array)
    all_of(x)


def csv(rng):
    rows, columns = rng.randrange(4), rng.randrange(1, 4)

    def cell():
        return rng.choice((str(rng.randrange(9)), "1.5", "-1e5", "nan", "inf", "", "x", '"3"', '"', '""', "1e999", "9" * 70, " 7 ", "\0", "é", "0x1p3"))

    newline = rng.choice(("\n", "\r\n", "\r", "\n\n"))
    lines = [",".join(f"c{i}" for i in range(columns))]
    lines += [",".join(cell() for _ in range(columns + (rng.random() < 0.1))) for _ in range(rows)]
    data = newline.join(lines).encode()
    if rng.random() < 0.4:
        data = damage(rng, data)
    if rng.random() < 0.2:
        data = gzip.compress(data, 1)
    path = write("x.csv", data)
    more = {} if rng.random() < 0.6 else {rng.choice(("target", "columns", "delimiter")): rng.choice(("c0", "c1", ",", ";", "", "none"))}
    dataset = read(weir.data.CSVDataset, path, **more)
    if dataset is not None and len(dataset) > 0:
        read(lambda: dataset[0])


# ---- Pictures ----------------------------------------------------------------------------------------


def png(rng):
    height, width = rng.choice((1, 2, 5)), rng.choice((1, 3, 8))
    colour, bits = rng.choice(((0, 8), (2, 8), (4, 8), (6, 8), (0, 1), (0, 16), (3, 8)))
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    row = 1 + (width * channels * bits + 7) // 8
    said = (width, height) if rng.random() < 0.6 else (rng.choice(WORDS), rng.choice(WORDS))
    head = struct.pack(">II", *said) + bytes([bits if rng.random() < 0.9 else 3, colour, 0, 0, rng.choice((0, 0, 0, 1, 9))])
    palette = bytes(range(30)) if colour == 3 else b""
    body = zlib.compress(bytes(row * height * rng.choice((1, 1, 1, 3))))
    data = b"\x89PNG\r\n\x1a\n"
    for kind, content in ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", body), (b"IEND", b"")):
        if content or kind == b"IEND":
            crc = zlib.crc32(kind + content)
            data += struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc)
    return data


def ppm(rng):
    width, height = (rng.choice((1, 2, 9)) if rng.random() < 0.7 else rng.choice(EDGES) for _ in range(2))
    head = f"P{rng.choice('56')} {width}\n# c\n{height} {rng.choice((255, 255, 1, 0, 65535, 10**30))}\n".encode()
    return head + bytes(rng.choice((0, 3, 300)))


# The start of image, tables and frame of a grey picture; libjpeg is sent on with sizes that are not so.
def jpeg(rng):
    height, width = (rng.choice((1, 8, 9)) if rng.random() < 0.5 else rng.choice(WORDS) % 65536 for _ in range(2))
    data = b"\xff\xd8\xff\xdb\x00\x43\x00" + bytes([1] * 64)
    data += b"\xff\xc0\x00\x0b\x08" + struct.pack(">HH", height, width) + b"\x01\x01\x11\x00"
    data += b"\xff\xc4\x00\x14\x00" + bytes([1] + [0] * 15) + b"\x00" + b"\xff\xc4\x00\x14\x10" + bytes([1] + [0] * 15) + b"\x00"
    return data + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" + bytes(rng.choice((1, 5, 50))) + b"\xff\xd9"


def pictures(rng):
    data = rng.choice((png, ppm, jpeg))(rng)
    if rng.random() < 0.5:
        data = damage(rng, data)
    if rng.random() < 0.1:
        data = gzip.compress(data, 1)
    path = write("x.png", data)
    all_of(read(weir.image.read, path, channels=rng.choice((0, 1, 3))))
    if rng.random() < 0.2:
        os.makedirs(os.path.join(HERE, "pictures", "class"), exist_ok=True)
        write("pictures/class/a.png", data)
        options = rng.choice(({}, {"size": 4}, {"size": (3, 5)}))
        folder = read(lambda: weir.data.ImageFolder(os.path.join(HERE, "pictures"), **options))
        if folder is not None:
            read(lambda: weir.data.DataLoader(folder, batch_size=1).__iter__().__next__())


CASES = {f.__name__: f for f in (npy, npz, safetensors, idx, csv, pictures)}

if __name__ == "__main__":
    try:
        run(CASES, __doc__)
    finally:
        import shutil
        shutil.rmtree(HERE, ignore_errors=True)
