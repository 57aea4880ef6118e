"""A convolutional autoencoder trained in two parts: a checkpoint is written, read again, and training resumes."""
# tolerance: loss 0.5 %
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn

rng = np.random.RandomState(31)


def waves(n):
    grid = np.linspace(0, 2 * np.pi, 16)
    a, b, c = rng.uniform(0.5, 2, (n, 1, 1)), rng.uniform(0.5, 2, (n, 1, 1)), rng.uniform(0, 6, (n, 1, 1))
    x = 0.5 + 0.5 * np.sin(a * grid[None, :, None] + b * grid[None, None, :] + c)
    return torch.tensor(x[:, None], dtype=torch.float32)


def build():
    model = nn.Sequential()
    model.add_module("encoder", nn.Sequential(
        nn.Conv2d(1, 8, 3, stride=2, padding=1), nn.ELU(), nn.Conv2d(8, 12, 3, stride=2, padding=1), nn.ELU(),
        nn.Flatten(), nn.Linear(12 * 16, 10)))
    model.add_module("decoder", nn.Sequential(
        nn.Linear(10, 12 * 16), nn.Unflatten(1, (12, 4, 4)), nn.ELU(),
        nn.ConvTranspose2d(12, 8, 4, stride=2, padding=1), nn.ELU(),
        nn.ConvTranspose2d(8, 1, 4, stride=2, padding=1), nn.Sigmoid()))
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=1e-4)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=8e-3, total_steps=96)
    return model, optimizer, scheduler


def run(model, optimizer, scheduler, epochs):
    criterion = nn.MSELoss()
    for _ in range(epochs):
        total = 0.0
        for batch in torch.split(data, 32):
            loss = criterion(model(batch), batch)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_value_(model.parameters(), 0.5)
            optimizer.step()
            scheduler.step()
            total += loss.item() * batch.size(0)
    return total / len(data)


data = waves(256)
model, optimizer, scheduler = build()
for p in model.parameters():
    with torch.no_grad():
        if p.dim() > 1:
            p.copy_(torch.from_numpy(rng.randn(*p.shape) * 0.12))
        else:
            p.zero_()
first = run(model, optimizer, scheduler, 6)

path = os.path.join(tempfile.mkdtemp(), "checkpoint.pt")
torch.save({"epoch": 6, "model_state_dict": model.state_dict(), "optimizer_state_dict": optimizer.state_dict(),
            "scheduler_state_dict": scheduler.state_dict(), "loss": first}, path)
del model, optimizer, scheduler

checkpoint = torch.load(path, map_location="cpu")
model, optimizer, scheduler = build()
model.load_state_dict(checkpoint["model_state_dict"])
optimizer.load_state_dict(checkpoint["optimizer_state_dict"])
scheduler.load_state_dict(checkpoint["scheduler_state_dict"])
second = run(model, optimizer, scheduler, 12 - checkpoint["epoch"])
assert second < checkpoint["loss"]
print(f"after 6 epochs {first:.5f}, after 12 {second:.5f}, lr {optimizer.param_groups[0]['lr']:.2e}")
with torch.no_grad():
    codes = model.encoder(data[:4])
assert codes.shape == torch.Size([4, 10])
print("loss", second)
