"""A variational autoencoder, a schedule with a warm-up, gradient clipping, saving, a target network that follows slowly."""
# framework: paddle
# tolerance: recon 15 %, cluster 0.05, seen 0, rate 0.1 %, soft 1 %
import os
import tempfile
import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F
from paddle.io import Dataset, DataLoader, BatchSampler, random_split

paddle.seed(7)
rng = np.random.RandomState(0)


class Blobs(Dataset):
    def __init__(self, n):
        super().__init__()
        c = rng.randint(0, 3, n)
        self.x = (np.eye(3)[c].repeat(5, 1) + 0.1 * rng.randn(n, 15)).astype("float32")
        self.c = c.astype("int64")

    def __getitem__(self, i):
        return self.x[i], self.c[i]

    def __len__(self):
        return len(self.x)


class VAE(nn.Layer):
    def __init__(self, d=15, h=32, z=2):
        super(VAE, self).__init__()
        self.enc = nn.Sequential(("fc", nn.Linear(d, h)), ("act", nn.Tanh()))
        self.mu, self.logvar = nn.Linear(h, z), nn.Linear(h, z, weight_attr=paddle.ParamAttr(initializer=nn.initializer.Constant(0.0)), bias_attr=nn.initializer.Constant(-1.0))
        self.dec = nn.Sequential(nn.Linear(z, h), nn.LeakyReLU(0.1), nn.Linear(h, d))
        self.scale = self.create_parameter([1], default_initializer=nn.initializer.Constant(1.0))
        self.add_parameter("shift", paddle.create_parameter([1], "float32", default_initializer=nn.initializer.Constant(0.0)))
        self.register_buffer("seen", paddle.zeros([1], dtype="int64"))

    def forward(self, x):
        h = self.enc(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + paddle.randn(mu.shape) * paddle.exp(0.5 * logvar)
        if self.training:
            self.seen += x.shape[0]
        return self.dec(z) * self.scale + self.shift, mu, logvar


model = VAE()
for p in model.parameters():
    if p.ndim == 2:
        p.set_value((rng.randn(*p.shape) / np.sqrt(p.shape[0])).astype("float32"))
print(len(model.parameters()), len(model.state_dict()), [n for n, _ in model.named_parameters()][:3], [n for n, _ in model.named_sublayers()][:3])
sched = paddle.optimizer.lr.LinearWarmup(paddle.optimizer.lr.CosineAnnealingDecay(0.01, T_max=200), warmup_steps=20, start_lr=0.0, end_lr=0.01)
opt = paddle.optimizer.AdamW(learning_rate=sched, parameters=model.parameters(), weight_decay=0.01, grad_clip=nn.ClipGradByGlobalNorm(1.0), apply_decay_param_fun=lambda n: "w" in n)
train, val = random_split(Blobs(300), [240, 60])
loader = DataLoader(train, batch_sampler=BatchSampler(train, batch_size=48, shuffle=True, drop_last=True), num_workers=0, return_list=True)
rates = []
for epoch in range(40):
    model.train()
    for step, (x, c) in enumerate(loader()):
        recon, mu, logvar = model(x)
        rec = F.mse_loss(recon, x, reduction="sum") / x.shape[0]
        kl = -0.5 * paddle.mean(paddle.sum(1 + logvar - mu.pow(2) - logvar.exp(), axis=1))
        loss = rec * 5 + 0.1 * kl
        loss.backward()
        opt.step()
        opt.clear_grad()
        sched.step()
        rates.append(opt.get_lr())
model.eval()
with paddle.no_grad():
    xs = paddle.to_tensor(np.stack([val[i][0] for i in range(len(val))]))
    cs = paddle.to_tensor([int(val[i][1]) for i in range(len(val))])
    recon, mu, logvar = model(xs)
    centre = paddle.stack([paddle.mean(paddle.masked_select(mu, (cs == k).unsqueeze(-1).expand([-1, 2])).reshape([-1, 2]), axis=0) for k in range(3)])
    near = paddle.argmin(paddle.cdist(mu, centre), axis=1) if hasattr(paddle, "cdist") else paddle.argmin(((mu.unsqueeze(1) - centre) ** 2).sum(-1), axis=1)
print("recon", float(F.mse_loss(recon, xs)))
print("cluster", float((near == cs).astype("float32").mean()))
print("seen", int(model.seen.item()))
print("rate", rates[-1])
path = os.path.join(tempfile.mkdtemp(), "m")
paddle.save(model.state_dict(), path + ".pdparams")
paddle.save(opt.state_dict(), path + ".pdopt")
other = VAE()
other.set_state_dict(paddle.load(path + ".pdparams"))
other.eval()
print("same", bool(paddle.allclose(other.enc(xs), model.enc(xs))), int(other.seen.item()) == int(model.seen.item()))
opt.set_state_dict(paddle.load(path + ".pdopt"))
target = VAE()
tau = 0.25
before = float(paddle.abs(target.mu.weight - model.mu.weight).sum())
for a, b in zip(target.parameters(), model.parameters()):
    a.set_value(tau * b + (1 - tau) * a)
print("soft", round(float(paddle.abs(target.mu.weight - model.mu.weight).sum()) / before, 4))
