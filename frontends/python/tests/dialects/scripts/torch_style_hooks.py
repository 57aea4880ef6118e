"""Features through hooks, Gram matrices, an image that LBFGS optimises; then a SAM optimiser and ReduceLROnPlateau."""
# tolerance: style 0.02, train 0.2
import contextlib

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(5)


def gram_matrix(input):
    a, b, c, d = input.size()
    features = input.view(a * b, c * d)
    return torch.mm(features, features.t()).div(a * b * c * d)


class Normalization(nn.Module):
    def __init__(self, mean, std):
        super().__init__()
        self.mean = torch.tensor(mean).view(-1, 1, 1)
        self.std = torch.tensor(std).view(-1, 1, 1)

    def forward(self, img):
        return (img - self.mean) / self.std


cnn = nn.Sequential(
    nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(8, 8, 3, padding=1), nn.ReLU(inplace=True),
    nn.MaxPool2d(2, 2), nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(inplace=True)).eval()
filters = np.random.RandomState(0)
for p in cnn.parameters():
    p.requires_grad_(False).copy_(torch.from_numpy(filters.uniform(-0.3, 0.3, p.shape)))

# The network is made anew with names, as in the tutorials on style.
model, convs = nn.Sequential(Normalization([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])), 0
for layer in cnn.children():
    if isinstance(layer, nn.Conv2d):
        convs += 1
        name = f"conv_{convs}"
    elif isinstance(layer, nn.ReLU):
        name, layer = f"relu_{convs}", nn.ReLU(inplace=False)
    elif isinstance(layer, nn.MaxPool2d):
        name, layer = f"pool_{convs}", nn.AvgPool2d(2)
    else:
        raise RuntimeError(f"Unrecognized layer: {layer.__class__.__name__}")
    model.add_module(name, layer)

features, handles = {}, []


def keep(name):
    def hook(module, args, output):
        features[name] = output
    return hook


for name, module in model.named_children():
    if name.startswith("conv"):
        handles.append(module.register_forward_hook(keep(name)))

yy, xx = torch.meshgrid(torch.linspace(0, 6.28, 24), torch.linspace(0, 6.28, 24), indexing="ij")
style_img = torch.stack([torch.sin(3 * xx) * 0.5 + 0.5, torch.cos(3 * yy) * 0.5 + 0.5, torch.sin(2 * (xx + yy)) * 0.5 + 0.5])[None]
content_img = ((xx - 3.14) ** 2 + (yy - 3.14) ** 2 < 4).float().expand(1, 3, -1, -1).contiguous()
model(style_img)
style_targets = {k: gram_matrix(v).detach() for k, v in features.items()}
model(content_img)
content_target = features["conv_3"].detach().clone()
input_img = content_img.clone().requires_grad_(True)
optimizer = torch.optim.LBFGS([input_img], max_iter=10)
run = [0]
with torch.no_grad():
    model(input_img)
    first = sum(F.mse_loss(gram_matrix(features[k]), t) for k, t in style_targets.items()).item()
while run[0] <= 60:
    def closure():
        with torch.no_grad():
            input_img.clamp_(0, 1)
        optimizer.zero_grad()
        model(input_img)
        style_score = 0
        for k, target in style_targets.items():
            style_score += F.mse_loss(gram_matrix(features[k]), target)
        loss = 1e4 * style_score + 1e-2 * F.mse_loss(features["conv_3"], content_target)
        loss.backward()
        run[0] += 1
        return loss

    optimizer.step(closure)
with torch.no_grad():
    input_img.clamp_(0, 1)
    model(input_img)
    last = sum(F.mse_loss(gram_matrix(features[k]), t) for k, t in style_targets.items()).item()
print("style", last / first)
for h in handles:
    h.remove()
features.clear()
model(input_img)
assert not features


class SAM(torch.optim.Optimizer):
    """Sharpness-aware minimisation around another optimiser."""

    def __init__(self, params, base_optimizer, rho=0.05, **kwargs):
        assert rho >= 0.0, f"Invalid rho, should be non-negative: {rho}"
        defaults = dict(rho=rho, **kwargs)
        super().__init__(params, defaults)
        self.base_optimizer = base_optimizer(self.param_groups, **kwargs)
        self.param_groups = self.base_optimizer.param_groups
        self.defaults.update(self.base_optimizer.defaults)

    @torch.no_grad()
    def first_step(self, zero_grad=False):
        grad_norm = self._grad_norm()
        for group in self.param_groups:
            scale = group["rho"] / (grad_norm + 1e-12)
            for p in group["params"]:
                if p.grad is None:
                    continue
                self.state[p]["old_p"] = p.data.clone()
                p.add_(p.grad * scale.to(p))
        if zero_grad:
            self.zero_grad()

    @torch.no_grad()
    def second_step(self, zero_grad=False):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                p.data = self.state[p]["old_p"]
        self.base_optimizer.step()
        if zero_grad:
            self.zero_grad()

    @torch.no_grad()
    def step(self, closure=None):
        assert closure is not None, "Sharpness Aware Minimization requires closure, but it was not provided"
        closure = torch.enable_grad()(closure)
        self.first_step(zero_grad=True)
        closure()
        self.second_step()

    def _grad_norm(self):
        return torch.norm(torch.stack([p.grad.norm(p=2) for group in self.param_groups for p in group["params"]
                                       if p.grad is not None]), p=2)


@contextlib.contextmanager
def frozen_statistics(net):
    """The second pass of SAM does not move the statistics of BatchNorm."""
    norms = [m for m in net.modules() if isinstance(m, nn.modules.batchnorm._BatchNorm)]
    old = [m.momentum for m in norms]
    for m in norms:
        m.momentum = 0
    try:
        yield
    finally:
        for m, momentum in zip(norms, old):
            m.momentum = momentum


x = torch.randn(256, 6)
y = ((x[:, 0] * x[:, 1] > 0) ^ (x[:, 2] > 0.3)).long()
net = nn.Sequential(nn.Linear(6, 48), nn.BatchNorm1d(48), nn.PReLU(), nn.Linear(48, 48), nn.BatchNorm1d(48), nn.SiLU(), nn.Linear(48, 2))
optimizer = SAM(net.parameters(), torch.optim.SGD, lr=0.1, momentum=0.9, rho=0.05)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer.base_optimizer, mode="min", factor=0.5, patience=3, threshold=0.5, min_lr=1e-3)
losses = []
for epoch in range(60):
    for i in torch.randperm(256).view(-1, 64):
        loss = F.cross_entropy(net(x[i]), y[i])
        loss.backward()

        def again():
            with frozen_statistics(net):
                loss = F.cross_entropy(net(x[i]), y[i])
            loss.backward()
            return loss

        optimizer.step(again)
        optimizer.zero_grad()
    net.eval()
    with torch.no_grad():
        losses.append(F.cross_entropy(net(x), y).item())
    net.train()
    scheduler.step(losses[-1])
print("train", losses[-1])
print("learning rate", optimizer.param_groups[0]["lr"])
