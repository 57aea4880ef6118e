"""A vision transformer with patches, a class token and learned positions, trained with warm-up and a cosine schedule."""
# tolerance: loss 0.1, accuracy 0.04
import copy
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(42)
np.random.seed(42)
rng = np.random.default_rng(0)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def make_images(n):
    """Blobs in one of four corners, with noise."""
    labels = rng.integers(0, 4, n)
    x = rng.normal(0, 0.25, (n, 3, 16, 16)).astype("float32")
    for i, k in enumerate(labels):
        r, c = divmod(int(k), 2)
        x[i, :, r * 8 + 1:r * 8 + 7, c * 8 + 1:c * 8 + 7] += 1.0
    return torch.from_numpy(x), torch.from_numpy(labels)


class PatchEmbed(nn.Module):
    def __init__(self, img_size=16, patch_size=4, in_chans=3, embed_dim=32):
        super().__init__()
        self.num_patches = (img_size // patch_size) ** 2
        self.proj = nn.Conv2d(in_chans, embed_dim, kernel_size=patch_size, stride=patch_size)

    def forward(self, x):
        B, C, H, W = x.shape
        return self.proj(x).flatten(2).transpose(1, 2)


class Attention(nn.Module):
    def __init__(self, dim, num_heads=4, qkv_bias=True, attn_drop=0.0):
        super().__init__()
        assert dim % num_heads == 0, "dim should be divisible by num_heads"
        self.num_heads = num_heads
        self.scale = (dim // num_heads) ** -0.5
        self.qkv = nn.Linear(dim, dim * 3, bias=qkv_bias)
        self.attn_drop = nn.Dropout(attn_drop)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        B, N, C = x.shape
        qkv = self.qkv(x).reshape(B, N, 3, self.num_heads, C // self.num_heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        attn = (q * self.scale) @ k.transpose(-2, -1)
        attn = self.attn_drop(attn.softmax(dim=-1))
        return self.proj((attn @ v).transpose(1, 2).reshape(B, N, C)), attn


class DropPath(nn.Module):
    def __init__(self, drop_prob=0.0):
        super().__init__()
        self.drop_prob = drop_prob

    def forward(self, x):
        if self.drop_prob == 0.0 or not self.training:
            return x
        keep = 1 - self.drop_prob
        mask = x.new_empty((x.shape[0],) + (1,) * (x.ndim - 1)).bernoulli_(keep)
        return x * mask.div_(keep)

    def extra_repr(self):
        return f"drop_prob={self.drop_prob:.3f}"


class Block(nn.Module):
    def __init__(self, dim, num_heads, mlp_ratio=2.0, drop_path=0.0):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(dim, eps=1e-6), nn.LayerNorm(dim, eps=1e-6)
        self.attn = Attention(dim, num_heads)
        hidden = int(dim * mlp_ratio)
        self.mlp = nn.Sequential(nn.Linear(dim, hidden), nn.GELU(approximate="tanh"), nn.Linear(hidden, dim))
        self.gamma = nn.Parameter(torch.full((dim,), 0.5))
        self.drop_path = DropPath(drop_path) if drop_path > 0 else nn.Identity()

    def forward(self, x, return_attention=False):
        y, attn = self.attn(self.norm1(x))
        if return_attention:
            return attn
        x = x + self.drop_path(self.gamma * y)
        return x + self.drop_path(self.mlp(self.norm2(x)))


class ViT(nn.Module):
    def __init__(self, num_classes=4, embed_dim=32, depth=2, num_heads=4):
        super().__init__()
        self.patch_embed = PatchEmbed(embed_dim=embed_dim)
        self.cls_token = nn.Parameter(torch.zeros(1, 1, embed_dim))
        self.pos_embed = nn.Parameter(torch.zeros(1, self.patch_embed.num_patches + 1, embed_dim))
        dpr = [x.item() for x in torch.linspace(0, 0.1, depth)]
        self.blocks = nn.ModuleList([Block(embed_dim, num_heads, drop_path=dpr[i]) for i in range(depth)])
        self.norm = nn.LayerNorm(embed_dim)
        self.head = nn.Linear(embed_dim, num_classes)
        nn.init.trunc_normal_(self.pos_embed, std=0.02)
        nn.init.trunc_normal_(self.cls_token, std=0.02)
        self.apply(self._init_weights)

    def _init_weights(self, m):
        if isinstance(m, nn.Linear):
            nn.init.trunc_normal_(m.weight, std=0.1)
            if m.bias is not None:
                nn.init.constant_(m.bias, 0)
        elif isinstance(m, nn.LayerNorm):
            nn.init.ones_(m.weight)
            nn.init.zeros_(m.bias)

    def no_weight_decay(self):
        return {"pos_embed", "cls_token"}

    def forward(self, x):
        x = self.patch_embed(x)
        x = torch.cat((self.cls_token.expand(x.shape[0], -1, -1), x), dim=1) + self.pos_embed
        for blk in self.blocks:
            x = blk(x)
        return self.head(self.norm(x)[:, 0])

    def last_attention(self, x):
        x = self.patch_embed(x)
        x = torch.cat((self.cls_token.expand(x.shape[0], -1, -1), x), dim=1) + self.pos_embed
        for i, blk in enumerate(self.blocks):
            x = blk(x, return_attention=i == len(self.blocks) - 1)
        return x


class ModelEma:
    def __init__(self, model, decay=0.95):
        self.module = copy.deepcopy(model).eval()
        for p in self.module.parameters():
            p.requires_grad_(False)
        self.decay = decay

    @torch.no_grad()
    def update(self, model):
        for e, m in zip(self.module.state_dict().values(), model.state_dict().values()):
            e.copy_(self.decay * e + (1.0 - self.decay) * m)


def param_groups(model, weight_decay):
    decay, no_decay = [], []
    for name, p in model.named_parameters():
        if not p.requires_grad:
            continue
        (no_decay if p.ndim <= 1 or name in model.no_weight_decay() or name.endswith(".bias") else decay).append(p)
    return [{"params": decay, "weight_decay": weight_decay}, {"params": no_decay, "weight_decay": 0.0}]


def mixup(x, y, alpha=0.2):
    lam = float(np.random.beta(alpha, alpha))
    index = torch.randperm(x.size(0), device=x.device)
    return lam * x + (1 - lam) * x[index], y, y[index], lam


x_train, y_train = make_images(512)
x_test, y_test = make_images(256)
loader = DataLoader(TensorDataset(x_train, y_train), batch_size=64, shuffle=True, drop_last=True)
model = ViT().to(device)
print(sum(p.numel() for p in model.parameters() if p.requires_grad), "parameters")
ema = ModelEma(model)
optimizer = torch.optim.AdamW(param_groups(model, 0.05), lr=4e-3, betas=(0.9, 0.99))
epochs = 12
total, warmup = epochs * len(loader), len(loader)
schedule = LambdaLR(optimizer, lambda s: (s + 1) / warmup if s < warmup else
                    0.5 * (1 + math.cos(math.pi * (s - warmup) / (total - warmup))))
criterion = nn.CrossEntropyLoss(label_smoothing=0.05)
for epoch in range(epochs):
    model.train()
    for images, target in loader:
        images, target = images.to(device, non_blocking=True), target.to(device, non_blocking=True)
        mixed, ya, yb, lam = mixup(images, target)
        out = model(mixed)
        loss = lam * criterion(out, ya) + (1 - lam) * criterion(out, yb)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        schedule.step()
        ema.update(model)

model.eval()
with torch.inference_mode():
    logits = model(x_test.to(device))
    print("loss", F.cross_entropy(logits, y_test).item())
    prob, pred = logits.softmax(-1).topk(2, dim=-1)
    print("accuracy", (pred[:, 0] == y_test).float().mean().item())
    agree = (ema.module(x_test).argmax(1) == y_test).float().mean()
    assert agree > 0.7, agree
    attn = model.last_attention(x_test[:2])
    assert attn.shape == (2, 4, 17, 17) and torch.allclose(attn.sum(-1), torch.ones(2, 4, 17))
print(model.blocks[1])
