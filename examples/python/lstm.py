#!/usr/bin/env python3
"""An LSTM learns to add: it reads "27+915" a character at a time and says "942".

    python lstm.py              3000 steps, a minute or two on two cores; nearly every new sum comes out right
    python lstm.py --quick      fewer, with numbers of one digit, for a test

The problem is read backwards and answered backwards, units first, as sums are written by hand.
"""
import argparse

import weir
from weir import autograd, data, nn, optim

ALPHABET = "0123456789+ "


class Adder(nn.Module):
    """One LSTM reads the problem; another starts with what it remembers, and answers."""

    def __init__(self, units=128):
        self.embedding = nn.Embedding(len(ALPHABET), 32)
        self.reader = nn.LSTM(32, units, batch_first=True)
        self.writer = nn.LSTM(units, units, batch_first=True)
        self.out = nn.Linear(units, len(ALPHABET))

    def forward(self, problem, length):
        _, state = self.reader(self.embedding(problem))
        seen = state[0][-1]                                             # (n, units)
        y, _ = self.writer(weir.repeat(seen.reshape(-1, 1, seen.shape[-1]), length, axis=1), state)
        return self.out(y)                                              # (n, length, characters)


def digits(number, count):
    """The last `count` digits of numbers (n,), units first; blanks beyond the first digit."""
    places = 10 ** weir.arange(count)
    shown = (number.reshape(-1, 1) >= places) | (places == 1)
    return weir.where(shown, number.reshape(-1, 1) // places % 10, ALPHABET.index(" "))


def sums(size, most, rng):
    """Problems (size, 2 * most + 1) and answers (size, most + 1), as places in the alphabet."""
    a, b = (rng.integers(0, 10 ** most, size=size) for _ in range(2))
    plus = weir.full((size, 1), ALPHABET.index("+"), dtype=weir.int64)
    return weir.concat([digits(a, most), plus, digits(b, most)], axis=1), digits(a + b, most + 1)


def text(characters):
    return "".join(ALPHABET[i] for i in characters.tolist())[::-1].strip()


def main(steps=3000, most=3, size=128, lr=3e-3, seed=1, tests=1000):
    weir.random.seed(seed)
    rng = weir.random.default_rng(seed)
    net = Adder()
    loss_fn = nn.CrossEntropyLoss()
    optimizer = optim.Adam(net.parameters(), lr=lr, max_norm=1.0)
    schedule = optim.lr_scheduler.CosineAnnealingLR(optimizer, steps, eta_min=lr / 30)

    bar = data.progress(range(steps))
    for _ in bar:
        problem, answer = sums(size, most, rng)
        with autograd.record():
            scores = net(problem, most + 1)
            loss = loss_fn(scores.reshape(-1, len(ALPHABET)), answer.reshape(-1))
        loss.backward()
        optimizer.step()
        schedule.step()
        bar.show(loss=loss)

    problem, answer = sums(tests, most, rng)
    said = net(problem, most + 1).argmax(axis=-1)
    right = float((said == answer).all(axis=1).astype(weir.float32).mean())
    for i in range(5):
        a, b = text(problem[i, :most]), text(problem[i, most + 1:])
        print(f"{a} + {b} = {text(said[i])}")
    print(f"loss {float(loss):.4f}; {right:.1%} of {tests} new sums are right")
    return right


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    parser.add_argument("--steps", type=int, default=3000)
    args = parser.parse_args()
    if args.quick:
        main(steps=300, most=1, tests=100)
    else:
        main(args.steps)
