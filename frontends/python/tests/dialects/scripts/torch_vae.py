"""A variational autoencoder; the noise comes from NumPy, so the loss is the same everywhere."""
# tolerance: loss 0.5 %, kl 2 %
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn, optim

rng = np.random.RandomState(7)


def bars(n):
    """8 x 8 pictures of bright rows and columns."""
    out = np.zeros((n, 8, 8), np.float32)
    for picture in out:
        picture[rng.rand(8) < 0.25, :] = 1
        picture[:, rng.rand(8) < 0.25] = 1
    return out.reshape(n, 64)


class VAE(nn.Module):
    def __init__(self, latent=4):
        super().__init__()
        self.fc1 = nn.Linear(64, 48)
        self.fc21 = nn.Linear(48, latent)
        self.fc22 = nn.Linear(48, latent)
        self.fc3 = nn.Linear(latent, 48)
        self.fc4 = nn.Linear(48, 64)

    def encode(self, x):
        h1 = F.relu(self.fc1(x))
        return self.fc21(h1), self.fc22(h1)

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        eps = torch.as_tensor(rng.standard_normal(tuple(std.shape)), dtype=std.dtype)
        return mu + eps * std

    def decode(self, z):
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z))))

    def forward(self, x):
        mu, logvar = self.encode(x.view(-1, 64))
        return self.decode(self.reparameterize(mu, logvar)), mu, logvar


def loss_function(recon_x, x, mu, logvar):
    bce = F.binary_cross_entropy(recon_x, x.view(-1, 64), reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return bce + kld, kld


model = VAE()
with torch.no_grad():
    for name, p in model.named_parameters():
        p.copy_(torch.from_numpy((rng.randn(*p.shape) * 0.15).astype("f")) if "weight" in name else torch.zeros(p.shape))
optimizer = optim.Adam(model.parameters(), lr=3e-3)

data = torch.from_numpy(bars(512))
for epoch in range(12):
    model.train()
    train_loss = train_kl = 0
    for i in range(0, len(data), 64):
        batch = data[i:i + 64]
        optimizer.zero_grad()
        recon, mu, logvar = model(batch)
        loss, kl = loss_function(recon, batch, mu, logvar)
        loss.backward()
        train_loss += loss.item()
        train_kl += kl.item()
        optimizer.step()
    print("====> Epoch: {} Average loss: {:.4f}".format(epoch, train_loss / len(data)))

with torch.no_grad():
    sample = model.decode(torch.zeros(2, 4))
assert sample.shape == (2, 64) and 0 <= sample.min() and sample.max() <= 1
print("kl", train_kl / len(data))
print("loss", train_loss / len(data))
