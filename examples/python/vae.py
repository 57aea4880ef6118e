#!/usr/bin/env python3
"""A variational autoencoder learns to draw discs of any position and size.

    python vae.py               2000 steps, about ten seconds on two cores
    python vae.py --quick       fewer, for a test
"""
import argparse

import weir
from weir import autograd, data, nn, optim

SIDE = 16


def discs(count, rng):
    """Images (count, SIDE * SIDE), each with a filled disc of random centre and radius."""
    x, y, radius = (rng.uniform(low, high, size=(count, 1, 1)) for low, high in ((4, 12), (4, 12), (2, 4)))
    axis = weir.arange(SIDE, dtype=weir.float32)
    inside = (axis[:, None] - y) ** 2 + (axis - x) ** 2 < radius ** 2
    return inside.astype(weir.float32).reshape(count, -1)


class VAE(nn.Module):
    def __init__(self, hidden=128, latent=3):
        self.latent = latent
        self.encoder = nn.Sequential(nn.Linear(SIDE * SIDE, hidden), nn.ReLU(), nn.Linear(hidden, 2 * latent))
        self.decoder = nn.Sequential(nn.Linear(latent, hidden), nn.ReLU(), nn.Linear(hidden, SIDE * SIDE))

    def forward(self, image):
        mean, log_variance = weir.split(self.encoder(image), 2, axis=1)
        z = mean + weir.exp(log_variance / 2) * weir.random.normal(size=mean.shape)
        return self.decoder(z), mean, log_variance

    def sample(self, count):
        return weir.sigmoid(self.decoder(weir.random.normal(size=(count, self.latent))))


def loss_of(net, image):
    """The negative evidence lower bound: reconstruction error plus divergence from the standard normal distribution."""
    logits, mean, log_variance = net(image)
    reconstruction = weir.binary_cross_entropy_with_logits(logits, image, reduction="sum")
    divergence = -0.5 * (1 + log_variance - mean ** 2 - weir.exp(log_variance)).sum()
    return (reconstruction + divergence) / image.shape[0]


def main(steps=2000, size=64):
    weir.random.seed(0)
    rng = weir.random.default_rng(1)
    net = VAE()
    optimizer = optim.Adam(net.parameters(), lr=2e-3)
    test = discs(500, rng)
    before = float(loss_of(net, test))
    bar = data.progress(range(steps))
    for _ in bar:
        with autograd.record():
            loss = loss_of(net, discs(size, rng))
        loss.backward()
        optimizer.step()
        bar.show(loss=loss)
    after = float(loss_of(net, test))
    for row in net.sample(1).reshape(SIDE, SIDE).tolist():
        print("".join(" .:*#"[min(int(5 * value), 4)] for value in row).rstrip())
    print(f"loss {before:.1f} before training, {after:.1f} after: a ratio of {after / before:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    main(300 if parser.parse_args().quick else 2000)
