"""A residual network trained in mixed precision: autocast to bfloat16 on the CPU, and a GradScaler."""
# tolerance: loss 0.08, accuracy 0.05
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

rng = np.random.default_rng(61)
torch.manual_seed(61)


class BasicBlock(nn.Module):
    def __init__(self, in_planes, planes, stride=1):
        super(BasicBlock, self).__init__()
        self.conv1 = nn.Conv2d(in_planes, planes, kernel_size=3, stride=stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, kernel_size=3, stride=1, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity()
        if stride != 1 or in_planes != planes:
            self.shortcut = nn.Sequential(
                nn.Conv2d(in_planes, planes, kernel_size=1, stride=stride, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        out = torch.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += self.shortcut(x)
        return torch.relu(out)


class ResNet(nn.Module):
    def __init__(self, widths=(8, 16), num_classes=3):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, widths[0], 3, 1, 1, bias=False), nn.BatchNorm2d(widths[0]), nn.ReLU(inplace=True))
        blocks, last = [], widths[0]
        for i, width in enumerate(widths):
            blocks.append(BasicBlock(last, width, stride=1 + (i > 0)))
            last = width
        self.blocks = nn.ModuleList(blocks)
        self.pool, self.fc = nn.AdaptiveAvgPool2d(1), nn.Linear(last, num_classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, nonlinearity="relu")

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.fc(torch.flatten(self.pool(x), 1))


def textures(n):
    y = rng.integers(0, 3, size=n)
    t = np.arange(12)
    waves = [np.sin(t)[:, None] * np.ones(12), np.ones((12, 1)) * np.sin(t), np.sin(t[:, None] + t)]
    x = np.stack([waves[k] for k in y])[:, None] * np.ones((1, 3, 1, 1)) + rng.normal(0, 0.8, (n, 3, 12, 12))
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y)


model = ResNet()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
scaler = torch.amp.GradScaler("cpu", enabled=False)
loader = DataLoader(TensorDataset(*textures(256)), batch_size=32, shuffle=True)
for epoch in range(4):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
            out = model(x)
            loss = nn.functional.cross_entropy(out, y)
        assert out.dtype == torch.bfloat16
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        scaler.step(optimizer)
        scaler.update()
assert all(p.dtype == torch.float32 for p in model.parameters())

model.eval()
x, y = textures(128)
with torch.no_grad():
    out = model(x)
print("accuracy", (out.argmax(1) == y).double().mean().item())
print("loss", nn.functional.cross_entropy(out, y).item())
