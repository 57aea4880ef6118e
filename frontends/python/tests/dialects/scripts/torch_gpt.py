"""A small GPT: tied embeddings, causal attention, parameter groups, warm-up and cosine, sampling with top-k."""
# tolerance: loss 1 %, accuracy 0.02
import math
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn as nn
from torch.nn import functional as F


@dataclass
class GPTConfig:
    vocab_size: int = 16
    block_size: int = 24
    n_layer: int = 2
    n_head: int = 2
    n_embd: int = 32
    dropout: float = 0.0


class CausalSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        assert config.n_embd % config.n_head == 0
        self.c_attn = nn.Linear(config.n_embd, 3 * config.n_embd, bias=False)
        self.c_proj = nn.Linear(config.n_embd, config.n_embd, bias=False)
        self.n_head, self.n_embd = config.n_head, config.n_embd
        self.register_buffer("mask", torch.tril(torch.ones(config.block_size, config.block_size)).view(
            1, 1, config.block_size, config.block_size), persistent=False)

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
        q, k, v = (t.view(B, T, self.n_head, C // self.n_head).transpose(1, 2) for t in (q, k, v))
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.mask[:, :, :T, :T] == 0, float("-inf"))
        y = F.softmax(att, dim=-1) @ v
        return self.c_proj(y.transpose(1, 2).contiguous().view(B, T, C))


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(config.n_embd), nn.LayerNorm(config.n_embd)
        self.attn = CausalSelfAttention(config)
        self.mlp = nn.ModuleDict(dict(c_fc=nn.Linear(config.n_embd, 4 * config.n_embd), act=nn.GELU(approximate="tanh"),
                                      c_proj=nn.Linear(4 * config.n_embd, config.n_embd), dropout=nn.Dropout(config.dropout)))

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        m = self.mlp
        return x + m.dropout(m.c_proj(m.act(m.c_fc(self.ln_2(x)))))


class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.transformer = nn.ModuleDict(dict(
            wte=nn.Embedding(config.vocab_size, config.n_embd), wpe=nn.Embedding(config.block_size, config.n_embd),
            drop=nn.Dropout(config.dropout), h=nn.ModuleList([Block(config) for _ in range(config.n_layer)]),
            ln_f=nn.LayerNorm(config.n_embd)))
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
        self.transformer.wte.weight = self.lm_head.weight

    def forward(self, idx, targets=None):
        b, t = idx.size()
        pos = torch.arange(0, t, dtype=torch.long, device=idx.device)
        x = self.transformer.drop(self.transformer.wte(idx) + self.transformer.wpe(pos))
        for block in self.transformer.h:
            x = block(x)
        x = self.transformer.ln_f(x)
        if targets is None:
            return self.lm_head(x[:, [-1], :]), None
        logits = self.lm_head(x)
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)

    @torch.no_grad()
    def generate(self, idx, n, temperature=1.0, top_k=None):
        for _ in range(n):
            logits, _ = self(idx[:, -self.config.block_size:])
            logits = logits[:, -1, :] / temperature
            if top_k is not None:
                v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < v[:, [-1]]] = -float("Inf")
            idx = torch.cat((idx, torch.multinomial(F.softmax(logits, dim=-1), num_samples=1)), dim=1)
        return idx


rng = np.random.RandomState(1)
model = GPT(GPTConfig())
for name, p in model.named_parameters():
    with torch.no_grad():
        if p.dim() >= 2:
            p.copy_(torch.from_numpy(rng.normal(0, 0.08, p.shape)))
        elif name.endswith("bias"):
            p.zero_()
assert len([n for n in model.state_dict() if "mask" in n]) == 0
decay = [p for p in model.parameters() if p.requires_grad and p.dim() >= 2]
rest = [p for p in model.parameters() if p.requires_grad and p.dim() < 2]
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}],
                              lr=1e-2, betas=(0.9, 0.95), fused=False)
text = np.array([(3 * i + (i // 5) % 4) % 16 for i in range(2000)])


def get_batch(size=16, block=24):
    ix = rng.randint(0, len(text) - block - 1, size)
    x = torch.stack([torch.from_numpy(text[i:i + block].astype(np.int64)) for i in ix])
    y = torch.stack([torch.from_numpy(text[i + 1:i + 1 + block].astype(np.int64)) for i in ix])
    return x, y


for it in range(60):
    lr = 1e-2 * (it + 1) / 10 if it < 10 else 1e-3 + 0.5 * (1 + math.cos(math.pi * (it - 10) / 50)) * 9e-3
    for group in optimizer.param_groups:
        group["lr"] = lr
    _, loss = model(*get_batch())
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
model.eval()
x, y = get_batch(32)
logits, loss = model(x, y)
out = model.generate(x[:2, :12], 6, temperature=0.8, top_k=3)
assert out.shape == (2, 18) and out.dtype == torch.long
print("accuracy", (logits.argmax(-1) == y)[:, 8:].float().mean().item())
print("loss", loss.item())
