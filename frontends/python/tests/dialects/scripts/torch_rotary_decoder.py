"""A decoder with rotary embeddings (complex numbers), RMSNorm, grouped heads, a cache; beam search and nucleus sampling."""
# tolerance: loss 2 %, best 0.02, right 0, picked 0.2
from dataclasses import dataclass
from typing import List, Optional, Tuple
import math
import numpy as np
import torch
from torch import Tensor, nn
import torch.nn.functional as F


@dataclass
class Config:
    dim: int = 32
    n_layers: int = 2
    n_heads: int = 4
    n_kv_heads: Optional[int] = 2
    vocab: int = 13
    max_len: int = 24
    norm_eps: float = 1e-5


class RMSNorm(torch.nn.Module):
    def __init__(self, dim: int, eps: float = 1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return (x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + self.eps)).type_as(x) * self.weight


def freqs_cis(dim: int, end: int, theta: float = 10000.0) -> Tensor:
    freqs = 1.0 / (theta ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))
    return torch.polar(torch.ones(end, dim // 2), torch.outer(torch.arange(end, dtype=torch.float32), freqs))


def rotate(x: Tensor, f: Tensor) -> Tensor:
    x_ = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(x_ * f.view(1, f.shape[0], 1, f.shape[1])).flatten(3).type_as(x)


class Attention(nn.Module):
    def __init__(self, c: Config):
        super().__init__()
        self.h, self.kv, self.hd = c.n_heads, c.n_kv_heads or c.n_heads, c.dim // c.n_heads
        self.wq = nn.Linear(c.dim, self.h * self.hd, bias=False)
        self.wk = nn.Linear(c.dim, self.kv * self.hd, bias=False)
        self.wv = nn.Linear(c.dim, self.kv * self.hd, bias=False)
        self.wo = nn.Linear(c.dim, c.dim, bias=False)
        self.cache = None

    def forward(self, x, start: int, f, mask: Optional[Tensor]):
        b, t, _ = x.shape
        q, k, v = self.wq(x).view(b, t, self.h, self.hd), self.wk(x).view(b, t, self.kv, self.hd), self.wv(x).view(b, t, self.kv, self.hd)
        q, k = rotate(q, f), rotate(k, f)
        if self.cache is not None:
            self.cache[0][:b, start:start + t] = k
            self.cache[1][:b, start:start + t] = v
            k, v = self.cache[0][:b, :start + t], self.cache[1][:b, :start + t]
        k, v = (torch.repeat_interleave(z, self.h // self.kv, dim=2) for z in (k, v))
        q, k, v = (z.transpose(1, 2) for z in (q, k, v))
        s = torch.matmul(q, k.transpose(2, 3)) / math.sqrt(self.hd)
        if mask is not None:
            s = s + mask
        return self.wo((F.softmax(s.float(), dim=-1).type_as(q) @ v).transpose(1, 2).contiguous().view(b, t, -1))


class Layer(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.attn, self.n1, self.n2 = Attention(c), RMSNorm(c.dim, c.norm_eps), RMSNorm(c.dim, eps=c.norm_eps)
        self.w1, self.w2, self.w3 = nn.Linear(c.dim, 48, bias=False), nn.Linear(48, c.dim, bias=False), nn.Linear(c.dim, 48, bias=False)

    def forward(self, x, start, f, mask):
        h = x + self.attn(self.n1(x), start, f, mask)
        n = self.n2(h)
        return h + self.w2(F.silu(self.w1(n)) * self.w3(n))


class Decoder(nn.Module):
    def __init__(self, c: Config):
        super().__init__()
        self.c = c
        self.tok = nn.Embedding(c.vocab, c.dim)
        self.layers = nn.ModuleList(Layer(c) for _ in range(c.n_layers))
        self.norm = RMSNorm(c.dim)
        self.out = nn.Linear(c.dim, c.vocab, bias=False)
        self.register_buffer("f", freqs_cis(c.dim // c.n_heads, c.max_len), persistent=False)

    def forward(self, ids: Tensor, start: int = 0) -> Tensor:
        t = ids.shape[1]
        h = self.tok(ids)
        mask = None
        if t > 1:
            mask = torch.full((t, t), float("-inf"), device=ids.device)
            mask = torch.triu(mask, diagonal=1)
            mask = torch.hstack([torch.zeros((t, start)), mask]).type_as(h)
        for layer in self.layers:
            h = layer(h, start, self.f[start:start + t], mask)
        return self.out(self.norm(h)).float()

    def use_cache(self, batch):
        for layer in self.layers:
            a = layer.attn
            a.cache = None if batch is None else [torch.zeros(batch, self.c.max_len, a.kv, a.hd) for _ in range(2)]


@torch.inference_mode()
def beam(model, prompt: List[int], width=3, steps=8) -> List[Tuple[float, List[int]]]:
    model.use_cache(width)
    logp = F.log_softmax(model(torch.tensor([prompt] * width))[:, -1], -1)
    scores, first = logp[0].topk(width)
    seqs = torch.cat([torch.tensor([prompt] * width), first[:, None]], 1)
    for i in range(steps - 1):
        logp = F.log_softmax(model(seqs[:, -1:], len(prompt) + i)[:, -1], dim=-1)
        best = (scores.unsqueeze(1) + logp).view(-1).topk(width)
        rows, toks = torch.div(best.indices, logp.size(1), rounding_mode="floor"), best.indices % logp.size(1)
        for layer in model.layers:
            layer.attn.cache = [z.index_select(0, rows) for z in layer.attn.cache]
        seqs, scores = torch.cat((seqs[rows], toks.unsqueeze(-1)), dim=1), best.values
    model.use_cache(None)
    return list(zip(scores.tolist(), seqs.tolist()))


def nucleus(probs: Tensor, p: float) -> Tensor:
    sorted_p, idx = torch.sort(probs, dim=-1, descending=True)
    total = torch.cumsum(sorted_p, dim=-1)
    sorted_p[total - sorted_p > p] = 0.0
    sorted_p.div_(sorted_p.sum(dim=-1, keepdim=True))
    return torch.gather(idx, -1, torch.multinomial(sorted_p, num_samples=1))


rng = np.random.RandomState(0)
model = Decoder(Config())
with torch.no_grad():
    for n, p in sorted(model.named_parameters(), key=lambda kv: kv[0]):
        if p.ndim == 2:
            p.copy_(torch.from_numpy(rng.randn(*p.shape) / math.sqrt(p.shape[1])))
opt = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01, betas=(0.9, 0.95), fused=False)
for step in range(150):
    a = rng.randint(0, 13, (32, 1))
    d = rng.randint(1, 4, (32, 1))
    ids = torch.as_tensor((a + d * np.arange(12)) % 13).long()
    loss = F.cross_entropy(model(ids[:, :-1]).view(-1, 13), ids[:, 1:].contiguous().view(-1), ignore_index=-1, reduction="mean")
    opt.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0, error_if_nonfinite=True)
    opt.step()
model.eval()
beams = beam(model, [1, 3, 5, 7], width=3, steps=6)
want = [(1 + 2 * i) % 13 for i in range(10)]
full = model(torch.tensor([want]))
model.use_cache(1)
with torch.no_grad():
    step_by_step = torch.cat([model(torch.tensor([[t]]), i) for i, t in enumerate(want)], dim=1)
print("loss", loss.item())
print("cache_error", (full - step_by_step).abs().max().item() < 1e-4)
print("best", beams[0][0])
print("second", beams[1][0])
print("right", int(beams[0][1] == want))
torch.manual_seed(0)
picked = nucleus(torch.softmax(full[0] / 0.8, -1), 0.5)
print("picked", (picked[3:-1, 0] == torch.tensor(want)[4:]).float().mean().item())
