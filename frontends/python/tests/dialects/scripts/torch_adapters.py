"""Low-rank adapters on a frozen network, an exponential moving average, merged weights."""
# tolerance: loss 1 %, ema_loss 1 %, gradnorm 3 %, steps 0
import copy
import math
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.RandomState(0)


class LoRALinear(nn.Linear):
    def __init__(self, in_features, out_features, r=0, lora_alpha=1, **kwargs):
        nn.Linear.__init__(self, in_features, out_features, **kwargs)
        self.r, self.scaling, self.merged = r, lora_alpha / max(r, 1), False
        if r > 0:
            self.lora_A = nn.Parameter(self.weight.new_zeros((r, in_features)))
            self.lora_B = nn.Parameter(self.weight.new_zeros((out_features, r)))
            self.weight.requires_grad = False
        self.reset_parameters()

    def reset_parameters(self):
        nn.Linear.reset_parameters(self)
        if hasattr(self, "lora_A"):
            nn.init.kaiming_uniform_(self.lora_A, a=math.sqrt(5))
            nn.init.zeros_(self.lora_B)

    def train(self, mode: bool = True):
        nn.Linear.train(self, mode)
        if self.r and mode == self.merged:
            sign = -1 if mode else 1
            self.weight.data += sign * (self.lora_B @ self.lora_A) * self.scaling
            self.merged = not mode
        return self

    def forward(self, x):
        if self.r > 0 and not self.merged:
            result = F.linear(x, self.weight, bias=self.bias)
            return result + (x @ self.lora_A.transpose(0, 1) @ self.lora_B.transpose(0, 1)) * self.scaling
        return F.linear(x, self.weight, bias=self.bias)


class Block(nn.Module):
    def __init__(self, dim, heads, r):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.qkv = LoRALinear(dim, 3 * dim, r=r, lora_alpha=4)
        self.out = LoRALinear(dim, dim, r=r, lora_alpha=4)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU("tanh"), nn.Linear(2 * dim, dim))
        self.register_buffer("steps", torch.zeros((), dtype=torch.long), persistent=False)

    def forward(self, x):
        b, t, c = x.size()
        q, k, v = self.qkv(self.norm1(x)).view(b, t, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(a.transpose(1, 2).contiguous().view(b, t, c))
        self.steps += 1
        return x + self.mlp(self.norm2(x))


class Net(nn.Module):
    def __init__(self, dim=16, r=2):
        super().__init__()
        self.embed = nn.Embedding(11, dim)
        self.blocks = nn.ModuleList([Block(dim, 4, r) for _ in range(2)])
        self.head = nn.Linear(dim, 11, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, ids):
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


net = Net()
for name, p in sorted(net.named_parameters()):
    scale = 0 if "lora_B" in name else (1 if "norm" in name and "weight" in name else 0.3 / math.sqrt(p.shape[-1]) * 2)
    with torch.no_grad():
        p.copy_(torch.from_numpy(rng.randn(*p.shape) * (0.0 if scale in (0, 1) else scale) + (1.0 if scale == 1 else 0.0)))
for n, p in net.named_parameters():
    p.requires_grad = "lora_" in n or n.startswith("head")
trainable = [n for n, p in net.named_parameters() if p.requires_grad]
print("trainable", sum(p.numel() for p in net.parameters() if p.requires_grad), "of", sum(p.numel() for p in net.parameters()))
print("names", len(trainable))
print("entries", len(net.state_dict()))
ema = copy.deepcopy(net).eval().requires_grad_(False)
groups = [{"params": [p for n, p in net.named_parameters() if "lora_A" in n and p.requires_grad], "lr": 5e-3},
          {"params": [p for n, p in net.named_parameters() if "lora_B" in n and p.requires_grad], "weight_decay": 0.1}]
opt = torch.optim.AdamW(groups, lr=1e-2)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lr_lambda=[lambda s: min(1.0, (s + 1) / 10), lambda s: 0.98 ** s])
frozen_before = net.blocks[0].mlp[0].weight.clone()
for step in range(120):
    start = rng.randint(0, 11, (16, 1))
    ids = torch.from_numpy((start + np.arange(9) * (1 + start % 3)) % 11)
    x, y = ids[:, :-1], ids[:, 1:]
    loss = F.cross_entropy(net(x).flatten(0, 1), y.reshape(-1), label_smoothing=0.05)
    opt.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_((p for p in net.parameters() if p.grad is not None), 1.0)
    opt.step()
    sched.step()
    with torch.no_grad():
        for e, p in zip(ema.parameters(), net.parameters()):
            e.lerp_(p, 0.1)
net.train()
a = net(x)
net.eval()
b = net(x)
net.train()
c = net(x)
print("merge_error", (a - b).abs().max().item() + (a - c).abs().max().item() < 1e-4)
print("moved", torch.equal(frozen_before, net.blocks[0].mlp[0].weight))
print("loss", loss.item())
print("gradnorm", norm.item())
print("ema_loss", F.cross_entropy(ema(x).transpose(1, 2), y).item())
print("steps", net.blocks[1].steps.item())
print("rates", *["%.5f" % r for r in sched.get_last_lr()])
