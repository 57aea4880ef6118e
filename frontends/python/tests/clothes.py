"""clothes.py - a small set of the form of Fashion-MNIST, for tests.

SPDX-License-Identifier: Apache-2.0
"""
HOMES = ("data/FashionMNIST/raw", ".mxnet/datasets/fashion-mnist", ".cache/paddle/dataset/fashion-mnist",
         ".keras/datasets/fashion-mnist")


def clothes(folder, *places, n=200):
    """Pictures of the form of Fashion-MNIST's, of which a bar says the class, where the frameworks look for them."""
    for place in places:
        (folder / place).mkdir(parents=True)
        for part in ("train", "t10k"):
            images = bytearray(n * 28 * 28)
            for i in range(n):
                for row in range(2 * (i * 7 % 10) + 3, 2 * (i * 7 % 10) + 6):
                    start = (i * 28 + row) * 28
                    images[start + 4:start + 24] = bytes([200 + i % 50] * 20)
            for name, dims, values in (("images-idx3", (n, 28, 28), images),
                                       ("labels-idx1", (n,), bytes(i * 7 % 10 for i in range(n)))):
                head = bytes([0, 0, 8, len(dims)]) + b"".join(d.to_bytes(4, "big") for d in dims)
                (folder / place / f"{part}-{name}-ubyte").write_bytes(head + values)
