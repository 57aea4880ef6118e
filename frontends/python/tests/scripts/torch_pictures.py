"""A script for PyTorch, as people write them who sort pictures of clothes."""

import torch
import torchvision
from torch import nn
from torch.utils.data import DataLoader, Subset
from torchvision import datasets, transforms

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)

train_transform = transforms.Compose(
    [
        transforms.RandomCrop(28, padding=1),
        transforms.RandomHorizontalFlip(),
        transforms.ToTensor(),
        transforms.Normalize((0.2860,), (0.3530,)),
    ]
)
test_transform = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.2860,), (0.3530,))])

train_data = datasets.FashionMNIST(root="data", train=True, download=True, transform=train_transform)
test_data = torchvision.datasets.FashionMNIST(root="data", train=False, download=True, transform=test_transform)
print(train_data, len(test_data), train_data.classes[:3])
image, label = test_data[0]
assert image.shape == (1, 28, 28) and image.dtype == torch.float32 and isinstance(label, int)

train_loader = DataLoader(Subset(train_data, range(200)), batch_size=20, shuffle=True, num_workers=2)
test_loader = DataLoader(Subset(test_data, range(100)), batch_size=50)


class Net(nn.Module):

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 8, kernel_size=3, padding=1), nn.ReLU(), nn.MaxPool2d(4), nn.Flatten()
        )
        self.classifier = nn.Linear(8 * 7 * 7, 10)

    def forward(self, x):
        return self.classifier(self.features(x))


model = Net().to(device)
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)

for epoch in range(2):
    model.train()
    running = 0.0
    for images, labels in train_loader:
        images, labels = images.to(device), labels.to(device)
        loss = loss_fn(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item() * images.size(0)
    model.eval()
    correct = 0
    with torch.no_grad():
        for images, labels in test_loader:
            correct += (model(images.to(device)).argmax(1) == labels.to(device)).type(torch.float).sum().item()
    accuracy = correct / len(test_loader.dataset)
    print(f"epoch {epoch + 1}: loss {running / 200:.3f}, accuracy {100 * accuracy:.1f}%")
assert accuracy > 0.5, accuracy

grid = torchvision.utils.make_grid(next(iter(test_loader))[0][:8], nrow=4)
print(grid.shape, transforms.ToPILImage()(test_data.data[0]).size)
