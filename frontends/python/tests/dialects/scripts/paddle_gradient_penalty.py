"""Paddle: a Wasserstein GAN with a gradient penalty (double gradients), a PyLayer, and an average of weights."""
# framework: paddle
# tolerance: critic 4 %, generator 4 %, distance 4 %
import copy

import numpy as np
import paddle
import paddle.nn as nn
from paddle.autograd import PyLayer

rng = np.random.RandomState(9)
real = (rng.randn(512, 2) * 0.3 + [1.0, -0.5]).astype("float32")
noise = rng.randn(512, 3).astype("float32")
mix = rng.rand(512, 1).astype("float32")


class Softsign(PyLayer):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return scale * x / (1 + paddle.abs(x))

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensor()
        return grad * ctx.scale / (1 + paddle.abs(x)) ** 2


class Generator(nn.Layer):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(("fc1", nn.Linear(3, 16)), ("act", nn.LeakyReLU(0.2)), ("fc2", nn.Linear(16, 2)))
        self.register_buffer("steps", paddle.zeros([1]))

    def forward(self, z):
        self.steps += 1
        return Softsign.apply(self.body(z), 3.0)


def fill(net):
    for p in net.parameters():
        p.set_value(rng.randn(*p.shape).astype("float32") * 0.4 if p.ndim > 1 else np.zeros(p.shape, "float32"))
    return net


generator = fill(Generator())
critic = fill(nn.Sequential(nn.Linear(2, 24), nn.Tanh(), nn.Linear(24, 1)))
average = copy.deepcopy(generator)
g_opt = paddle.optimizer.Adam(learning_rate=1e-2, beta1=0.5, beta2=0.9, parameters=generator.parameters())
c_opt = paddle.optimizer.Adam(learning_rate=1e-2, beta1=0.5, beta2=0.9, parameters=critic.parameters())


def penalty(x, fake, alpha):
    between = alpha * x + (1 - alpha) * fake
    between.stop_gradient = False
    grad = paddle.grad(critic(between).sum(), between, create_graph=True, retain_graph=True)[0]
    return ((paddle.linalg.norm(grad, p=2, axis=1) - 1) ** 2).mean()


for epoch in range(12):
    for i in range(0, 512, 64):
        x, z, alpha = (paddle.to_tensor(a[i:i + 64]) for a in (real, noise, mix))
        with paddle.no_grad():
            fake = generator(z)
        c_loss = critic(fake).mean() - critic(x).mean() + 10 * penalty(x, fake, alpha)
        c_opt.clear_grad()
        c_loss.backward()
        c_opt.step()
        if (i // 64) % 2 == 1:
            g_loss = -critic(generator(z)).mean()
            g_opt.clear_grad()
            g_loss.backward()
            g_opt.step()
            with paddle.no_grad():
                for a, p in zip(average.parameters(), generator.parameters()):
                    a.set_value(0.9 * a + 0.1 * p)

assert generator.steps.item() == 12 * 12 and "steps" in generator.state_dict()
sample = average(paddle.to_tensor(noise))
print("critic", float(c_loss))
print("generator", float(g_loss))
print("distance", float(paddle.linalg.norm(sample.mean(axis=0) - paddle.to_tensor(real).mean(axis=0))) + 1)
