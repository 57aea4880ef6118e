"""SimCLR: two augmented views, the NT-Xent loss over a similarity matrix, then a linear probe on frozen features."""
# tolerance: loss 1 %, accuracy 0.03
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader, Dataset

rng = np.random.RandomState(11)


class Views(Dataset):
    def __init__(self, images, labels):
        self.images, self.labels = images, labels

    def augment(self, image):
        image = np.roll(image, rng.randint(-1, 2), axis=rng.randint(1, 3))
        if rng.rand() < 0.5:
            image = image[:, :, ::-1]
        return torch.tensor(image + 0.1 * rng.randn(*image.shape), dtype=torch.float32)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        return self.augment(self.images[i]), self.augment(self.images[i]), int(self.labels[i])


labels = np.arange(96) % 4
proto = rng.randn(4, 1, 8, 8)
proto = proto + proto[:, :, :, ::-1]
images = (proto[labels] + 0.3 * rng.randn(96, 1, 8, 8)).astype(np.float32)


class Encoder(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(inplace=True),
                                  nn.Conv2d(8, 16, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(inplace=True),
                                  nn.AdaptiveAvgPool2d((2, 2)))
        self.projector = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, dim))

    def forward(self, x):
        h = torch.flatten(self.conv(x), start_dim=1)
        return h, F.normalize(self.projector(h), dim=1)


def nt_xent(z1, z2, temperature=0.5):
    n = z1.size(0)
    z = torch.cat([z1, z2], dim=0)
    sim = F.cosine_similarity(z.unsqueeze(1), z.unsqueeze(0), dim=2) / temperature
    sim.fill_diagonal_(-9e15)
    target = torch.arange(n, device=z.device).roll(0)
    target = torch.cat([target + n, target])
    return F.cross_entropy(sim, target)


model = Encoder()
for m in model.modules():
    if isinstance(m, (nn.Conv2d, nn.Linear)):
        m.weight.data = torch.tensor(rng.randn(*m.weight.shape) * 0.2, dtype=torch.float32)
        if m.bias is not None:
            nn.init.zeros_(m.bias)
optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.9, weight_decay=1e-4, nesterov=True)
scheduler = LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 6))
loader = DataLoader(Views(images, labels), batch_size=32, shuffle=False, num_workers=0, drop_last=True, pin_memory=False)
for epoch in range(6):
    model.train()
    running = 0.0
    for step, (v1, v2, _) in enumerate(loader):
        (_, z1), (_, z2) = model(v1), model(v2)
        loss = nt_xent(z1, z2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        running += loss.item() * v1.size(0)
print("loss", running / 96)

model.eval()
for p in model.parameters():
    p.requires_grad_(False)
with torch.no_grad():
    features = model(torch.from_numpy(images))[0]
assert not features.requires_grad
probe = nn.Linear(features.shape[1], 4)
nn.init.constant_(probe.weight, 0.01)
nn.init.constant_(probe.bias, 0)
mean, std = features.mean(0, keepdim=True), features.std(0, unbiased=False, keepdim=True) + 1e-5
x, y = (features - mean) / std, torch.as_tensor(labels)
opt = torch.optim.Adam(probe.parameters(), lr=0.05)
for _ in range(60):
    opt.zero_grad(set_to_none=False)
    F.cross_entropy(probe(x), y).backward()
    opt.step()
print("accuracy", probe(x).argmax(1).eq(y).float().mean().item())
