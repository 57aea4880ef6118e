"""A radiance field in two dimensions: position encoding, rays, transmittance, and samples where the density is."""
# tolerance: mse 0.006, depth 0.06
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
torch.set_default_dtype(torch.float32)


class Embedder(nn.Module):
    def __init__(self, n_freqs=4):
        super().__init__()
        self.register_buffer("freqs", 2.0 ** torch.linspace(0.0, n_freqs - 1, n_freqs))

    def forward(self, x):
        xb = (x[..., None, :] * self.freqs[:, None]).flatten(-2)
        return torch.cat([x, torch.sin(xb), torch.cos(xb)], dim=-1)


class Field(nn.Module):
    def __init__(self, depth=3, width=48, skips=(1,)):
        super().__init__()
        self.embed = Embedder()
        size = 2 + 2 * 2 * 4
        self.skips = skips
        self.linears = nn.ModuleList([nn.Linear(size, width)] + [
            nn.Linear(width + size if i in skips else width, width) for i in range(depth - 1)])
        self.sigma, self.rgb = nn.Linear(width, 1), nn.Linear(width, 3)

    def forward(self, x):
        e = self.embed(x)
        h = e
        for i, layer in enumerate(self.linears):
            h = F.relu(layer(h), inplace=True)
            if i in self.skips:
                h = torch.cat([e, h], -1)
        return self.rgb(h).sigmoid(), F.softplus(self.sigma(h).squeeze(-1) - 1)


def composite(rgb, sigma, z, far=4.0):
    dists = torch.cat([z[..., 1:] - z[..., :-1], (far - z[..., -1:]).clamp(min=1e-3)], -1)
    alpha = 1.0 - torch.exp(-sigma * dists)
    trans = torch.cumprod(torch.cat([torch.ones_like(alpha[..., :1]), 1.0 - alpha + 1e-10], -1), -1)[..., :-1]
    weights = alpha * trans
    return (weights[..., None] * rgb).sum(-2), weights, (weights * z).sum(-1)


def sample_pdf(bins, weights, n, det=False):
    """Sample where the weights are, by the inverse of the cumulative sum."""
    weights = weights + 1e-5
    pdf = weights / torch.sum(weights, -1, keepdim=True)
    cdf = torch.cumsum(pdf, -1)
    cdf = torch.cat([torch.zeros_like(cdf[..., :1]), cdf], -1)
    if det:
        u = torch.linspace(0.0, 1.0, steps=n).expand(list(cdf.shape[:-1]) + [n])
    else:
        u = torch.rand(list(cdf.shape[:-1]) + [n])
    u = u.contiguous()
    inds = torch.searchsorted(cdf, u, right=True)
    below, above = torch.max(torch.zeros_like(inds - 1), inds - 1), torch.min((cdf.shape[-1] - 1) * torch.ones_like(inds), inds)
    inds_g = torch.stack([below, above], -1)
    matched = [inds_g.shape[0], inds_g.shape[1], cdf.shape[-1]]
    cdf_g = torch.gather(cdf.unsqueeze(1).expand(matched), 2, inds_g)
    bins_g = torch.gather(bins.unsqueeze(1).expand(matched), 2, inds_g)
    denom = cdf_g[..., 1] - cdf_g[..., 0]
    denom = torch.where(denom < 1e-5, torch.ones_like(denom), denom)
    t = (u - cdf_g[..., 0]) / denom
    return bins_g[..., 0] + t * (bins_g[..., 1] - bins_g[..., 0])


def rays(n):
    """From a circle of radius 2 to points near the middle."""
    a = torch.rand(n) * 2 * torch.pi
    o = 2.0 * torch.stack((a.cos(), a.sin()), -1)
    target = torch.rand(n, 2) * 1.2 - 0.6
    return o, F.normalize(target - o, dim=-1)


def truth(o, d):
    """A disc of radius 0.5, coloured by its normal, before a dark ground; and the distance to it."""
    b = (o * d).sum(-1)
    disc = b ** 2 - (o.norm(dim=-1) ** 2 - 0.25)
    hit = disc > 0
    t = torch.where(hit, -b - disc.clamp(min=0).sqrt(), torch.full_like(b, 4.0))
    normal = (o + t[:, None] * d) / 0.5
    colour = torch.cat([normal * 0.5 + 0.5, torch.ones(len(o), 1)], -1)
    return torch.where(hit.unsqueeze(1), colour, torch.zeros(3)), t, hit


def render(coarse, fine, o, d, n_coarse=24, n_fine=24, perturb=True):
    z = torch.linspace(0.5, 4.0, n_coarse).expand(o.shape[0], n_coarse)
    if perturb:
        mids = 0.5 * (z[..., 1:] + z[..., :-1])
        upper, lower = torch.cat([mids, z[..., -1:]], -1), torch.cat([z[..., :1], mids], -1)
        z = lower + (upper - lower) * torch.rand_like(z)
    pts = o[:, None, :] + d[:, None, :] * z[..., None]
    c0, weights, _ = composite(*coarse(pts), z)
    mids = 0.5 * (z[..., 1:] + z[..., :-1])
    extra = sample_pdf(mids, weights[..., 1:-1].detach(), n_fine, det=not perturb).detach()
    z, _ = torch.sort(torch.cat([z, extra], -1), -1)
    pts = o[:, None, :] + d[:, None, :] * z[..., :, None]
    c1, w1, depth = composite(*fine(pts), z)
    return c0, c1, depth, w1.sum(-1)


coarse, fine = Field(), Field()
params = list(coarse.parameters()) + list(fine.parameters())
optimizer = torch.optim.Adam(params, lr=5e-3, betas=(0.9, 0.999))
scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.99)
for step in range(200):
    o, d = rays(128)
    with torch.no_grad():
        colour, _, _ = truth(o, d)
    c0, c1, depth, acc = render(coarse, fine, o, d)
    loss = F.mse_loss(c1, colour) + F.mse_loss(c0, colour)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
with torch.no_grad():
    o, d = rays(512)
    colour, t, hit = truth(o, d)
    _, c1, depth, acc = render(coarse, fine, o, d, perturb=False)
mse = F.mse_loss(c1, colour)
print("mse", mse.item())
print("depth", (depth - t)[hit & (acc > 0.8)].abs().median().item())
print(f"psnr {-10.0 * torch.log10(mse):.1f} dB, lr {scheduler.get_last_lr()[0]:.5f}")
