"""A script for Paddle, as people write them who sort pictures of clothes."""

import paddle
import paddle.nn.functional as F
from paddle import nn
from paddle.vision.transforms import Compose, Normalize, RandomHorizontalFlip, Resize, ToTensor

paddle.seed(0)

train_transform = Compose([Resize(28), RandomHorizontalFlip(), ToTensor(), Normalize([0.2860], [0.3530])])
test_transform = Compose([ToTensor(), Normalize(mean=[0.2860], std=[0.3530], data_format="CHW")])
train_data = paddle.vision.datasets.FashionMNIST(mode="train", transform=train_transform)
test_data = paddle.vision.datasets.FashionMNIST(mode="test", transform=test_transform)
image, label = test_data[0]
print(len(train_data), image.shape, int(label))

train_loader = paddle.io.DataLoader(
    paddle.io.Subset(train_data, range(200)), batch_size=20, shuffle=True, num_workers=0
)
test_loader = paddle.io.DataLoader(paddle.io.Subset(test_data, range(100)), batch_size=50)


class Net(nn.Layer):

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2D(in_channels=1, out_channels=8, kernel_size=3, padding=1)
        self.pool = nn.MaxPool2D(kernel_size=4, stride=4)
        self.linear = nn.Linear(8 * 7 * 7, 10)

    def forward(self, x):
        x = self.pool(F.relu(self.conv(x)))
        return self.linear(paddle.flatten(x, start_axis=1))


model = Net()
optimizer = paddle.optimizer.Adam(learning_rate=0.01, parameters=model.parameters())

for epoch in range(2):
    model.train()
    for batch, (images, labels) in enumerate(train_loader()):
        assert labels.shape == [20, 1]
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
    model.eval()
    accuracies = [paddle.metric.accuracy(model(images), labels) for images, labels in test_loader()]
    accuracy = float(sum(accuracies) / len(accuracies))
    print(f"epoch {epoch + 1}: loss {float(loss):.3f}, accuracy {accuracy:.3f}")
assert accuracy > 0.5, accuracy

plain = paddle.vision.datasets.FashionMNIST(mode="test", backend="cv2")
print(plain[0][0].shape, plain[0][0].dtype, plain[0][1])
