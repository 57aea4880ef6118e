#!/usr/bin/env python3
"""A small GPT learns Weir's documentation, character by character, and then writes.

    python char_gpt.py              1500 steps, some minutes on two cores
    python char_gpt.py --quick      a smaller one and few steps, for a test
    python char_gpt.py FILE...      learns these texts instead

Nine tenths of the text are learned; the loss on the last tenth, which it never sees, says how well.
"""
import argparse
import pathlib

import weir
from weir import autograd, data, nn, optim

DOCUMENTS = pathlib.Path(__file__).resolve().parents[2] / "docs"


class Block(nn.Module):
    """Attention, then a small network for each character; both added to what came in."""

    def __init__(self, width, heads):
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x, cache=None):
        n, length, width = x.shape
        qkv = self.qkv(self.norm1(x)).reshape(n, length, 3, self.heads, width // self.heads)
        q, k, v = qkv.transpose(2, 0, 3, 1, 4)                          # each (n, heads, length, width / heads)
        if cache is not None:                                           # keys and values of the characters before x
            if cache:
                k, v = weir.concat([cache[0], k], axis=2), weir.concat([cache[1], v], axis=2)
            cache[:] = k, v
        y = weir.scaled_dot_product_attention(q, k, v, is_causal=length > 1)
        x = x + self.out(y.transpose(0, 2, 1, 3).reshape(n, length, width))
        return x + self.mlp(self.norm2(x))


class GPT(nn.Module):
    def __init__(self, characters, context=128, width=128, layers=4, heads=4):
        self.context = context
        self.token, self.position = nn.Embedding(characters, width), nn.Embedding(context, width)
        self.blocks = [Block(width, heads) for _ in range(layers)]
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, characters)

    def forward(self, text, caches=None):
        """Scores for the next character.  With caches (a list for each block), the text continues what they hold."""
        before = caches[0][0].shape[2] if caches and caches[0] else 0
        x = self.token(text) + self.position(before + weir.arange(text.shape[1]))
        for i, block in enumerate(self.blocks):
            x = block(x, caches[i] if caches else None)
        return self.head(self.norm(x))                                  # (n, length, characters): what comes next


def read(files=()):
    """The text of these files, or of Weir's design pages and guide; characters outside ASCII are left out."""
    files = files or sorted([*DOCUMENTS.glob("design/*.md"), *DOCUMENTS.glob("guide/*.md"), *DOCUMENTS.glob("python/*.md")])
    text = "\n".join(pathlib.Path(file).read_text(encoding="utf-8") for file in files)
    return text.encode("ascii", "ignore").decode()


def batch(text, size, context, rng):
    """`size` pieces of the text, and the same one character further."""
    start = rng.integers(0, text.shape[0] - context, size=(size, 1))
    pieces = weir.take(text, start + weir.arange(context + 1))
    return pieces[:, :-1], pieces[:, 1:]


def loss_of(net, loss_fn, x, y):
    scores = net(x)
    return loss_fn(scores.reshape(-1, scores.shape[-1]), y.reshape(-1))


def evaluate(net, loss_fn, text, size=64):
    """The loss over pieces that follow each other through the whole text."""
    rows = (text.shape[0] - 1) // net.context
    x, y = (text[i:i + rows * net.context].reshape(rows, net.context) for i in (0, 1))
    losses = [loss_of(net, loss_fn, x[i:i + size], y[i:i + size]) * min(size, rows - i) for i in range(0, rows, size)]
    return float(sum(losses) / rows)


def write(net, text, count, temperature=0.8):
    """Continue a text (1, length), a character at a time.

    Keys and values of earlier characters are cached, so each step computes one character only.  When the context is full,
    the cache starts again with the last half of it.
    """
    held = net.context
    for _ in range(count):
        if held == net.context:
            caches = [[] for _ in net.blocks]
            new, held = text[:, -(net.context // 2):], 0
        held += new.shape[1]
        scores = net(new, caches)[:, -1] / temperature
        new = weir.random.categorical(scores, 1, logits=True)
        text = weir.concat([text, new], axis=1)
    return text


def main(steps=1500, files=(), size=16, lr=1e-3, characters_written=400, seed=1, **shape):
    book = read(files)
    alphabet = sorted(set(book))
    number = {c: i for i, c in enumerate(alphabet)}
    text = weir.asarray([number[c] for c in book], dtype=weir.int64)
    training, testing = text[:len(book) * 9 // 10], text[len(book) * 9 // 10:]

    weir.random.seed(seed)
    rng = weir.random.default_rng(seed)
    net = GPT(len(alphabet), **shape)
    loss_fn = nn.CrossEntropyLoss()
    optimizer = optim.AdamW(net.parameters(), lr=lr, max_norm=1.0)
    schedule = optim.lr_scheduler.CosineWarmup(optimizer, warmup=steps // 20, total=steps, eta_min=lr / 10)
    print(f"{len(book):,} characters, {len(alphabet)} different; {net.num_parameters:,} parameters")

    bar = data.progress(range(steps))
    for _ in bar:
        x, y = batch(training, size, net.context, rng)
        with autograd.record():
            loss = loss_of(net, loss_fn, x, y)
        loss.backward()
        optimizer.step()
        schedule.step()
        bar.show(loss=loss)

    known, new = (evaluate(net, loss_fn, part) for part in (training, testing))
    print(f"training loss {known:.3f}, test loss {new:.3f}; a uniform guess has {weir.log(len(alphabet)):.3f}")
    begin = "A task "
    said = write(net, weir.asarray([[number[c] for c in begin]], dtype=weir.int64), characters_written)
    print("".join(alphabet[i] for i in said[0].tolist()))
    return known, new


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("files", nargs="*", help="texts to learn; Weir's documents if none is given")
    args = parser.parse_args()
    if args.quick:
        main(steps=40, files=args.files, size=8, lr=3e-3, characters_written=40, context=32, width=32, layers=2, heads=2)
    else:
        main(args.steps, args.files)
