"""Image classification: a small convolutional network on synthetic pictures of four shapes."""
# tolerance: loss 0.05, accuracy 0.04
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.utils.data import DataLoader, TensorDataset

rng = np.random.default_rng(0)
torch.manual_seed(0)


def pictures(count):
    x = rng.normal(0, 0.3, size=(count, 1, 16, 16)).astype(np.float32)
    y = rng.integers(0, 4, size=count)
    for i, label in enumerate(y):
        r, c = rng.integers(2, 8, size=2)
        if label == 0:
            x[i, 0, r:r + 6, c:c + 6] += 1
        elif label == 1:
            x[i, 0, r + 3, :] += 1.5
        elif label == 2:
            x[i, 0, :, c + 3] += 1.5
        else:
            x[i, 0][np.arange(16), np.arange(16)] += 1.5
    return torch.from_numpy(x), torch.from_numpy(y)


class Net(nn.Module):
    def __init__(self, num_classes=4):
        super(Net, self).__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 8, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(8),
            nn.ReLU(True),
            nn.MaxPool2d(2),
            nn.Conv2d(8, 16, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(16),
            nn.ReLU(True),
            nn.AdaptiveAvgPool2d((2, 2)),
        )
        self.drop = nn.Dropout(0.1)
        self.fc = nn.Linear(16 * 2 * 2, num_classes)

    def forward(self, x):
        x = self.features(x)
        x = x.view(x.size(0), -1)
        return self.fc(self.drop(x))


def init_weights(m):
    if isinstance(m, nn.Conv2d):
        nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")
    elif isinstance(m, nn.BatchNorm2d):
        nn.init.constant_(m.weight, 1)
        nn.init.constant_(m.bias, 0)
    elif isinstance(m, nn.Linear):
        nn.init.normal_(m.weight, std=0.01)
        nn.init.zeros_(m.bias)


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
train_loader = DataLoader(TensorDataset(*pictures(512)), batch_size=32, shuffle=True, drop_last=True)
test_loader = DataLoader(TensorDataset(*pictures(256)), batch_size=64)

model = Net().to(device)
model.apply(init_weights)
criterion = nn.CrossEntropyLoss()
optimizer = optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=5e-4, nesterov=True)
scheduler = optim.lr_scheduler.StepLR(optimizer, step_size=4, gamma=0.3)

for epoch in range(8):
    model.train()
    running = 0.0
    for inputs, labels in train_loader:
        inputs, labels = inputs.to(device), labels.to(device)
        optimizer.zero_grad()
        loss = criterion(model(inputs), labels)
        loss.backward()
        optimizer.step()
        running += loss.item() * inputs.size(0)
    scheduler.step()
    print(f"epoch {epoch + 1}: train {running / len(train_loader.dataset):.4f} lr {scheduler.get_last_lr()[0]:.4g}")

model.eval()
test_loss, correct = 0.0, 0
with torch.no_grad():
    for inputs, labels in test_loader:
        inputs, labels = inputs.to(device), labels.to(device)
        out = model(inputs)
        test_loss += F.cross_entropy(out, labels, reduction="sum").item()
        pred = out.argmax(dim=1, keepdim=True)
        correct += pred.eq(labels.view_as(pred)).sum().item()

print("accuracy", correct / len(test_loader.dataset))
print("loss", test_loss / len(test_loader.dataset))
