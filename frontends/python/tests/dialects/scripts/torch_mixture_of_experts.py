"""A small language model as of today: RMSNorm, rotary positions, grouped queries, SwiGLU experts, and a cache to generate."""
# tolerance: loss 0.03, exact 0.05
import math
from dataclasses import dataclass
from typing import Optional, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class ModelArgs:
    dim: int = 48
    n_layers: int = 2
    n_heads: int = 4
    n_kv_heads: Optional[int] = 2
    vocab_size: int = 16
    norm_eps: float = 1e-5
    max_seq_len: int = 32
    n_experts: int = 4
    top_k: int = 2


class RMSNorm(nn.Module):
    def __init__(self, dim: int, eps: float = 1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        return self._norm(x.float()).type_as(x) * self.weight


def precompute_freqs_cis(dim: int, end: int, theta: float = 10000.0):
    freqs = 1.0 / (theta ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))
    t = torch.arange(end, device=freqs.device)
    freqs = torch.outer(t, freqs).float()
    return torch.polar(torch.ones_like(freqs), freqs)


def apply_rotary_emb(xq, xk, freqs_cis) -> Tuple[torch.Tensor, torch.Tensor]:
    xq_ = torch.view_as_complex(xq.float().reshape(*xq.shape[:-1], -1, 2))
    xk_ = torch.view_as_complex(xk.float().reshape(*xk.shape[:-1], -1, 2))
    freqs_cis = freqs_cis.view(1, xq_.shape[1], 1, xq_.shape[-1])
    xq_out = torch.view_as_real(xq_ * freqs_cis).flatten(3)
    xk_out = torch.view_as_real(xk_ * freqs_cis).flatten(3)
    return xq_out.type_as(xq), xk_out.type_as(xk)


def repeat_kv(x: torch.Tensor, n_rep: int) -> torch.Tensor:
    bs, slen, n_kv_heads, head_dim = x.shape
    if n_rep == 1:
        return x
    return x[:, :, :, None, :].expand(bs, slen, n_kv_heads, n_rep, head_dim).reshape(bs, slen, n_kv_heads * n_rep, head_dim)


class Attention(nn.Module):
    def __init__(self, args: ModelArgs):
        super().__init__()
        self.n_kv_heads = args.n_heads if args.n_kv_heads is None else args.n_kv_heads
        self.n_heads, self.head_dim = args.n_heads, args.dim // args.n_heads
        self.n_rep = self.n_heads // self.n_kv_heads
        self.wq = nn.Linear(args.dim, args.n_heads * self.head_dim, bias=False)
        self.wk = nn.Linear(args.dim, self.n_kv_heads * self.head_dim, bias=False)
        self.wv = nn.Linear(args.dim, self.n_kv_heads * self.head_dim, bias=False)
        self.wo = nn.Linear(args.n_heads * self.head_dim, args.dim, bias=False)
        self.cache = None

    def forward(self, x, start_pos, freqs_cis, mask):
        bsz, seqlen, _ = x.shape
        xq = self.wq(x).view(bsz, seqlen, self.n_heads, self.head_dim)
        xk = self.wk(x).view(bsz, seqlen, self.n_kv_heads, self.head_dim)
        xv = self.wv(x).view(bsz, seqlen, self.n_kv_heads, self.head_dim)
        xq, xk = apply_rotary_emb(xq, xk, freqs_cis=freqs_cis)
        if self.cache is not None:
            k, v = self.cache
            k[:bsz, start_pos:start_pos + seqlen] = xk
            v[:bsz, start_pos:start_pos + seqlen] = xv
            xk, xv = k[:bsz, :start_pos + seqlen], v[:bsz, :start_pos + seqlen]
        keys, values = repeat_kv(xk, self.n_rep).transpose(1, 2), repeat_kv(xv, self.n_rep).transpose(1, 2)
        xq = xq.transpose(1, 2)
        if mask is None and self.cache is None:
            out = F.scaled_dot_product_attention(xq, keys, values, is_causal=True)
        else:
            scores = torch.matmul(xq, keys.transpose(2, 3)) / math.sqrt(self.head_dim)
            if mask is not None:
                scores = scores + mask
            out = torch.matmul(F.softmax(scores.float(), dim=-1).type_as(xq), values)
        return self.wo(out.transpose(1, 2).contiguous().view(bsz, seqlen, -1))


class Expert(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.w1, self.w3 = nn.Linear(dim, hidden, bias=False), nn.Linear(dim, hidden, bias=False)
        self.w2 = nn.Linear(hidden, dim, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class SparseMoe(nn.Module):
    """Each token goes to two of four experts."""

    def __init__(self, args: ModelArgs):
        super().__init__()
        self.gate = nn.Linear(args.dim, args.n_experts, bias=False)
        self.experts = nn.ModuleList(Expert(args.dim, 2 * args.dim) for _ in range(args.n_experts))
        self.top_k, self.n_experts = args.top_k, args.n_experts

    def forward(self, x):
        shape = x.shape
        x = x.view(-1, shape[-1])
        probs = F.softmax(self.gate(x), dim=1, dtype=torch.float)
        weights, selected = torch.topk(probs, self.top_k, dim=-1)
        weights /= weights.sum(dim=-1, keepdim=True)
        out = torch.zeros_like(x)
        mask = F.one_hot(selected, num_classes=self.n_experts).permute(2, 1, 0)
        for i, expert in enumerate(self.experts):
            idx, top_x = torch.where(mask[i])
            if top_x.shape[0] == 0:
                continue
            current = x[None, top_x].reshape(-1, shape[-1])
            out.index_add_(0, top_x, (expert(current) * weights[top_x, idx, None]).to(x.dtype))
        share = torch.bincount(selected.flatten(), minlength=self.n_experts).float() / selected.numel()
        self.aux_loss = self.n_experts * (share * probs.mean(0)).sum()
        return out.view(shape)


class Block(nn.Module):
    def __init__(self, layer_id: int, args: ModelArgs):
        super().__init__()
        self.layer_id = layer_id
        self.attention, self.feed_forward = Attention(args), SparseMoe(args)
        self.attention_norm = RMSNorm(args.dim, eps=args.norm_eps)
        self.ffn_norm = RMSNorm(args.dim, eps=args.norm_eps)

    def forward(self, x, start_pos, freqs_cis, mask):
        h = x + self.attention(self.attention_norm(x), start_pos, freqs_cis, mask)
        return h + self.feed_forward(self.ffn_norm(h))


class Transformer(nn.Module):
    def __init__(self, params: ModelArgs):
        super().__init__()
        self.params = params
        self.tok_embeddings = nn.Embedding(params.vocab_size, params.dim)
        self.layers = torch.nn.ModuleList()
        for layer_id in range(params.n_layers):
            self.layers.append(Block(layer_id, params))
        self.norm = RMSNorm(params.dim, eps=params.norm_eps)
        self.output = nn.Linear(params.dim, params.vocab_size, bias=False)
        self.tok_embeddings.weight = self.output.weight
        self.register_buffer("freqs_cis", precompute_freqs_cis(params.dim // params.n_heads, params.max_seq_len), persistent=False)
        self.apply(self._init)
        for pn, p in self.named_parameters():
            if pn.endswith("w2.weight") or pn.endswith("wo.weight"):
                torch.nn.init.normal_(p, mean=0.0, std=0.1 / math.sqrt(2 * params.n_layers))

    @staticmethod
    def _init(module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.1)

    def forward(self, tokens, start_pos=0):
        _bsz, seqlen = tokens.shape
        h = self.tok_embeddings(tokens)
        freqs = self.freqs_cis[start_pos:start_pos + seqlen]
        mask = None
        if seqlen > 1 and start_pos == 0 and not self.training:
            mask = torch.full((seqlen, seqlen), float("-inf"), device=tokens.device)
            mask = torch.triu(mask, diagonal=1)
        for layer in self.layers:
            h = layer(h, start_pos, freqs, mask)
        return self.output(self.norm(h)).float()

    def use_cache(self, bsz):
        for layer in self.layers:
            a = layer.attention
            shape = (bsz, self.params.max_seq_len, a.n_kv_heads, a.head_dim)
            a.cache = (torch.zeros(shape), torch.zeros(shape))

    @torch.inference_mode()
    def generate(self, prompt, steps, temperature=0.0, top_p=0.9):
        self.eval()
        self.use_cache(len(prompt))
        tokens, logits = prompt, self(prompt, 0)[:, -1]
        for i in range(steps):
            if temperature > 0:
                probs = torch.softmax(logits / temperature, dim=-1)
                sort, idx = torch.sort(probs, dim=-1, descending=True)
                mask = torch.cumsum(sort, dim=-1) - sort > top_p
                sort[mask] = 0.0
                sort.div_(sort.sum(dim=-1, keepdim=True))
                next_token = torch.gather(idx, -1, torch.multinomial(sort, num_samples=1))
            else:
                next_token = torch.argmax(logits, dim=-1, keepdim=True)
            tokens = torch.cat([tokens, next_token], dim=1)
            logits = self(next_token, tokens.shape[1] - 1)[:, -1]
        return tokens


def task(n, generator):
    """Four symbols, a separator, and the symbols in order."""
    x = torch.randint(1, 12, (n, 4), generator=generator)
    return torch.cat([x, torch.zeros(n, 1, dtype=torch.long), x.sort(dim=1).values], dim=1)


torch.manual_seed(1337)
gen = torch.Generator()
gen.manual_seed(0)
model = Transformer(ModelArgs())
seen = {id(p): p for p in model.parameters()}
assert len(seen) == len(list(model.parameters())) and model.tok_embeddings.weight is model.output.weight
assert "freqs_cis" not in model.state_dict()
optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3, betas=(0.9, 0.95), weight_decay=0.01)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=4e-3, total_steps=320, pct_start=0.1)
model.train()
for step in range(320):
    data = task(64, gen)
    inputs, targets = data[:, :-1], data[:, 1:].clone()
    targets[:, :4] = -100  # nothing is asked of the symbols before the separator
    logits = model(inputs)
    loss = F.cross_entropy(logits.reshape(-1, logits.size(-1)), targets.reshape(-1), ignore_index=-100)
    total = loss + 0.01 * sum(layer.feed_forward.aux_loss for layer in model.layers)
    optimizer.zero_grad(set_to_none=True)
    total.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    scheduler.step()
test = task(200, gen)
out = model.generate(test[:, :5], 4)
print("loss", loss.item())
print("exact", (out[:, 5:] == test[:, 5:]).all(dim=1).float().mean().item())
sampled = model.generate(test[:8, :5], 4, temperature=0.7)
assert sampled.shape == (8, 9) and sampled.dtype == torch.int64
