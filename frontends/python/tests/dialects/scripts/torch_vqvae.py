"""A VQ-VAE with a straight-through estimator and a code book that follows averages."""
# tolerance: loss 0.01, perplexity 8
import torch
import torch.nn.functional as F
from torch import nn, optim

torch.manual_seed(0)
g = torch.Generator().manual_seed(0)


class VectorQuantizerEMA(nn.Module):
    def __init__(self, num_embeddings, embedding_dim, commitment_cost=0.25, decay=0.95, epsilon=1e-5):
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.commitment_cost, self.decay, self.epsilon = commitment_cost, decay, epsilon
        embed = torch.randn(num_embeddings, embedding_dim)
        self.register_buffer("embedding", embed)
        self.register_buffer("cluster_size", torch.zeros(num_embeddings))
        self.register_buffer("embed_avg", embed.clone())
        self.register_buffer("steps", torch.tensor(0, dtype=torch.long))

    def forward(self, inputs):
        inputs = inputs.permute(0, 2, 3, 1).contiguous()
        shape = inputs.shape
        flat = inputs.view(-1, self.embedding_dim)
        distances = (flat.pow(2).sum(1, keepdim=True) + self.embedding.pow(2).sum(1)
                     - 2 * torch.matmul(flat, self.embedding.t()))
        indices = torch.argmin(distances, dim=1)
        onehot = F.one_hot(indices, self.num_embeddings).type(flat.dtype)
        quantized = F.embedding(indices, self.embedding).view(shape)
        if self.training:
            with torch.no_grad():
                self.steps += 1
                self.cluster_size.mul_(self.decay).add_(onehot.sum(0), alpha=1 - self.decay)
                self.embed_avg.mul_(self.decay).add_(onehot.t() @ flat, alpha=1 - self.decay)
                n = self.cluster_size.sum()
                size = (self.cluster_size + self.epsilon) / (n + self.num_embeddings * self.epsilon) * n
                self.embedding.copy_(self.embed_avg / size.unsqueeze(1))
                if self.steps.item() % 20 == 0:  # codes that nobody uses start again at an input
                    dead = self.cluster_size < 0.1
                    pick = flat[torch.randint(0, flat.size(0), (int(dead.sum()),))]
                    self.embedding[dead] = pick
                    self.embed_avg[dead] = pick
                    self.cluster_size[dead] = 1.0
        loss = self.commitment_cost * F.mse_loss(quantized.detach(), inputs)
        quantized = inputs + (quantized - inputs).detach()
        avg = onehot.mean(0)
        perplexity = torch.exp(-(avg * torch.log(avg + 1e-10)).sum())
        return loss, quantized.permute(0, 3, 1, 2).contiguous(), perplexity, indices.view(shape[:-1])


class Residual(nn.Module):
    def __init__(self, channels, hidden):
        super().__init__()
        self._block = nn.Sequential(
            nn.ReLU(True),
            nn.Conv2d(channels, hidden, 3, 1, 1, bias=False),
            nn.ReLU(True),
            nn.Conv2d(hidden, channels, 1, bias=False))

    def forward(self, x):
        return x + self._block(x)


class Model(nn.Module):
    def __init__(self, h=32, d=8, k=32):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(1, h // 2, 4, 2, 1), nn.ReLU(), nn.Conv2d(h // 2, h, 4, 2, 1), Residual(h, 16),
                                     nn.Conv2d(h, d, 1))
        self.vq = VectorQuantizerEMA(k, d)
        self.decoder = nn.Sequential(nn.Conv2d(d, h, 3, padding=1), Residual(h, 16), nn.ConvTranspose2d(h, h // 2, 4, 2, 1), nn.ReLU(),
                                     nn.ConvTranspose2d(h // 2, 1, 4, stride=2, padding=1), nn.Sigmoid())

    def forward(self, x):
        loss, q, perplexity, codes = self.vq(self.encoder(x))
        return loss, self.decoder(q), perplexity, codes


def images(n):
    """Discs and squares at random places."""
    yy, xx = torch.meshgrid(torch.arange(16.0), torch.arange(16.0), indexing="ij")
    c = torch.rand(n, 2, generator=g) * 8 + 4
    r = torch.rand(n, 1, 1, generator=g) * 3 + 2
    dy, dx = yy[None] - c[:, 0, None, None], xx[None] - c[:, 1, None, None]
    disc = (dy ** 2 + dx ** 2 < r ** 2).float()
    square = ((dy.abs() < r) & (dx.abs() < r)).float()
    which = torch.rand(n, generator=g) < 0.5
    return torch.where(which[:, None, None], disc, square).unsqueeze(1)


train, test = images(512), images(128)
model = Model()
optimizer = optim.Adam(model.parameters(), lr=2e-3, amsgrad=False)
scheduler = optim.lr_scheduler.MultiStepLR(optimizer, milestones=[10, 14], gamma=0.3)
for epoch in range(16):
    model.train()
    for batch in train[torch.randperm(len(train))].split(64):
        optimizer.zero_grad()
        vq_loss, recon, perplexity, _ = model(batch)
        loss = F.binary_cross_entropy(recon, batch) + vq_loss
        loss.backward()
        optimizer.step()
    scheduler.step()

model.eval()
state = model.state_dict()
assert {"vq.embedding", "vq.cluster_size", "vq.steps"} <= set(state) and state["vq.steps"] == 16 * 8
twin = Model()
twin.load_state_dict(state, strict=True)
twin.eval()
with torch.no_grad():
    vq_loss, recon, perplexity, codes = twin(test)
    assert torch.equal(codes, model(test)[3])
    # Decode from the codes alone.
    z = twin.vq.embedding[codes].permute(0, 3, 1, 2)
    torch.testing.assert_close(twin.decoder(z), recon, rtol=1e-4, atol=1e-5)
print("loss", F.mse_loss(recon, test).item())
print("perplexity", perplexity.item())
print(len(torch.unique(codes)), "codes used")
