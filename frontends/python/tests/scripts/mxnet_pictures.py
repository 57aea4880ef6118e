"""A script for MXNet, as people write them who sort pictures of clothes."""

from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
from mxnet.gluon.data.vision import transforms

npx.set_np()
np.random.seed(0)

mnist_train = gluon.data.vision.FashionMNIST(train=True)
mnist_test = gluon.data.vision.FashionMNIST(train=False)
print(len(mnist_train), mnist_train[0][0].shape, mnist_train[0][1])
X, y = mnist_train[:18]
assert X.shape == (18, 28, 28, 1) and y.shape == (18,) and X.dtype == np.uint8

to_tensor = transforms.ToTensor()
augment = transforms.Compose(
    [transforms.RandomFlipLeftRight(), transforms.ToTensor(), transforms.Normalize(0.2860, 0.3530)]
)
plain = transforms.Compose([transforms.Resize(28), transforms.ToTensor(), transforms.Normalize(0.2860, 0.3530)])
assert to_tensor(mnist_train[0][0]).shape == (1, 28, 28)

train_iter = gluon.data.DataLoader(
    mnist_train.take(200).transform_first(augment), batch_size=20, shuffle=True, num_workers=4
)
test_iter = gluon.data.DataLoader(mnist_test.take(100).transform_first(plain), batch_size=50, shuffle=False)

net = nn.Sequential()
net.add(nn.Conv2D(8, kernel_size=3, padding=1, activation="relu"), nn.MaxPool2D(4), nn.Dense(10))
net.initialize(init.Xavier())
loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})

for epoch in range(2):
    total = 0.0
    for X, y in train_iter:
        with autograd.record():
            l = loss_fn(net(X), y)
        l.backward()
        trainer.step(X.shape[0])
        total += float(l.sum())
    correct = sum(int((net(X).argmax(axis=1).astype("int64") == y.astype("int64")).sum()) for X, y in test_iter)
    print(f"epoch {epoch + 1}: loss {total / 200:.3f}, accuracy {correct / 100:.3f}")
assert correct > 50, correct

with_function = gluon.data.vision.FashionMNIST(
    train=False, transform=lambda data, label: (data.astype("float32") / 255, label)
)
print(with_function[0][0].max())
