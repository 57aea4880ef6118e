"""A generative adversarial network with two optimisers that learns a ring of points."""
# tolerance: d_loss 0.15, radius 0.12
import numpy as np
import torch
import torch.nn as nn
from torch.nn.utils import spectral_norm

np.random.seed(0)
torch.manual_seed(0)
LATENT, BATCH = 8, 128


def real_batch(n):
    angle = np.random.uniform(0, 2 * np.pi, n)
    points = np.stack([np.cos(angle), np.sin(angle)], 1) + np.random.normal(0, 0.02, (n, 2))
    return torch.tensor(points, dtype=torch.float32)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(
            nn.Linear(LATENT, 64), nn.BatchNorm1d(64), nn.ReLU(True),
            nn.Linear(64, 64), nn.BatchNorm1d(64), nn.ReLU(True),
            nn.Linear(64, 2))

    def forward(self, z):
        return self.main(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(
            spectral_norm(nn.Linear(2, 64)), nn.LeakyReLU(0.2, inplace=True),
            spectral_norm(nn.Linear(64, 64)), nn.LeakyReLU(0.2, inplace=True),
            spectral_norm(nn.Linear(64, 1)))

    def forward(self, x):
        return self.main(x).view(-1)


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find("BatchNorm") != -1:
        nn.init.normal_(m.weight, 1.0, 0.02)
        nn.init.zeros_(m.bias)


netG, netD = Generator(), Discriminator()
netG.apply(weights_init)
criterion = nn.BCEWithLogitsLoss()
optD = torch.optim.Adam(netD.parameters(), lr=2e-3, betas=(0.5, 0.999))
optG = torch.optim.Adam(netG.parameters(), lr=1e-3, betas=(0.5, 0.999))
real_label, fake_label = torch.ones(BATCH), torch.zeros(BATCH)
history = []

for step in range(600):
    # Discriminator: real and generated points, without gradients for the generator.
    netD.zero_grad()
    loss_real = criterion(netD(real_batch(BATCH)), real_label)
    fake = netG(torch.randn(BATCH, LATENT))
    loss_fake = criterion(netD(fake.detach()), fake_label)
    lossD = loss_real + loss_fake
    lossD.backward()
    optD.step()

    # Generator: the discriminator should call its points real.
    netG.zero_grad()
    lossG = criterion(netD(fake), real_label)
    lossG.backward()
    optG.step()
    history.append((lossD.item(), lossG.item()))

netG.eval()
with torch.no_grad():
    radius = netG(torch.randn(1000, LATENT)).norm(dim=1)
print("radius std", f"{radius.std().item():.3f}")
print("radius", radius.mean().item())
print("d_loss", float(np.mean([d for d, _ in history[-100:]])))
