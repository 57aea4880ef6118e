"""Graph attention with softmax over edges by scatter, dropout of edges, link prediction; jagged bags of features."""
# tolerance: loss 0.15, accuracy 0.06, auc 0.12
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(11)


def softmax_by_target(scores, index, num_nodes):
    """Softmax over the edges that end at the same node."""
    shape = (num_nodes, *scores.shape[1:])
    expanded = index.view(-1, 1).expand_as(scores)
    highest = torch.full(shape, float("-inf")).scatter_reduce(0, expanded, scores, reduce="amax", include_self=True)
    e = (scores - highest.index_select(0, index).detach()).exp()
    total = torch.zeros(shape, dtype=scores.dtype).scatter_add_(0, expanded, e)
    return e / (total.index_select(0, index) + 1e-16)


class GATConv(nn.Module):
    def __init__(self, in_dim, out_dim, heads=2, concat=True, negative_slope=0.2, dropout=0.0):
        super().__init__()
        self.heads, self.out_dim, self.concat, self.slope, self.dropout = heads, out_dim, concat, negative_slope, dropout
        self.lin = nn.Linear(in_dim, heads * out_dim, bias=False)
        self.att_src, self.att_dst = nn.Parameter(torch.Tensor(1, heads, out_dim)), nn.Parameter(torch.Tensor(1, heads, out_dim))
        self.bias = nn.Parameter(torch.Tensor(heads * out_dim if concat else out_dim))
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.xavier_uniform_(self.lin.weight, gain=nn.init.calculate_gain("leaky_relu", self.slope))
        nn.init.xavier_uniform_(self.att_src)
        nn.init.xavier_uniform_(self.att_dst)
        nn.init.zeros_(self.bias)

    def forward(self, x, edge_index, return_attention_weights=False):
        n = x.size(0)
        src, dst = edge_index
        h = self.lin(x).view(-1, self.heads, self.out_dim)
        a_src, a_dst = (h * self.att_src).sum(-1), (h * self.att_dst).sum(-1)
        alpha = F.leaky_relu(a_src[src] + a_dst[dst], self.slope)
        alpha = softmax_by_target(alpha, dst, n)
        out_alpha = alpha
        alpha = F.dropout(alpha, p=self.dropout, training=self.training)
        messages = h[src] * alpha.unsqueeze(-1)
        out = torch.zeros(n, self.heads, self.out_dim).index_add(0, dst, messages)
        out = out.view(-1, self.heads * self.out_dim) if self.concat else out.mean(dim=1)
        out = out + self.bias
        return (out, out_alpha) if return_attention_weights else out


class Net(nn.Module):
    def __init__(self, words, classes):
        super().__init__()
        self.bag = nn.EmbeddingBag(words, 16, mode="mean", padding_idx=0)
        self.conv1 = GATConv(16, 8, heads=4, dropout=0.1)
        self.conv2 = GATConv(32, classes, heads=1, concat=False, dropout=0.1)
        self.link = nn.Bilinear(32, 32, 1)

    def encode(self, flat, offsets, edge_index):
        x = self.bag(flat, offsets)
        return F.elu(self.conv1(F.dropout(x, 0.2, self.training), edge_index))

    def forward(self, flat, offsets, edge_index):
        h = self.encode(flat, offsets, edge_index)
        return F.log_softmax(self.conv2(h, edge_index), dim=1), h


n, classes, words = 240, 3, 40
label = torch.arange(n) % classes
same = label[:, None] == label[None, :]
prob = torch.where(same, 0.06, 0.006).fill_diagonal_(0.0)
adjacency = torch.bernoulli(prob).triu(1)
edges = adjacency.nonzero().t()
perm = torch.randperm(edges.size(1))
held, kept = edges[:, perm[:60]], edges[:, perm[60:]]
loops = torch.arange(n).repeat(2, 1)
edge_index = torch.cat([kept, kept.flip(0), loops], dim=1)
lengths = torch.randint(3, 8, (n,))
offsets = torch.cat([torch.zeros(1, dtype=torch.long), lengths.cumsum(0)[:-1]])
owner = torch.repeat_interleave(torch.arange(n), lengths)
topical = torch.rand(len(owner)) < 0.35
flat = torch.where(topical, 1 + label[owner] * 13 + torch.randint(0, 13, (len(owner),)), torch.randint(1, words, (len(owner),)))
train_mask = torch.zeros(n, dtype=torch.bool).index_fill_(0, torch.randperm(n)[:90], True)

model = Net(words, classes)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)
best = 0.0
for epoch in range(80):
    model.train()
    optimizer.zero_grad()
    logp, h = model(flat, offsets, edge_index)
    pos = kept[:, torch.randint(0, kept.size(1), (128,))]
    neg = torch.randint(0, n, (2, 128))
    pairs = torch.hstack((pos, neg))
    score = model.link(h[pairs[0]], h[pairs[1]]).squeeze(1)
    target = torch.cat((torch.ones(128), torch.zeros(128)))
    loss = F.nll_loss(logp[train_mask], label[train_mask]) + 0.5 * F.binary_cross_entropy_with_logits(score, target)
    loss.backward()
    optimizer.step()

model.eval()
with torch.no_grad():
    logp, h = model(flat, offsets, edge_index)
    pred = logp.max(dim=1)[1]
    accuracy = pred[~train_mask].eq(label[~train_mask]).sum().item() / int((~train_mask).sum())
    neg = torch.randint(0, n, (2, 60))
    s_pos = model.link(h[held[0]], h[held[1]]).view(-1)
    s_neg = model.link(h[neg[0]], h[neg[1]]).view(-1)
    auc = (s_pos[:, None] > s_neg[None, :]).float().mean().item()
    _, alpha = model.conv1(model.bag(flat, offsets), edge_index, return_attention_weights=True)
    total = torch.zeros(n, 4).scatter_add_(0, edge_index[1].unsqueeze(-1).expand_as(alpha), alpha)
    assert torch.allclose(total, torch.ones_like(total), atol=1e-5)
confusion = torch.zeros(classes, classes, dtype=torch.int64)
confusion.index_put_((label, pred), torch.tensor(1), accumulate=True)
assert confusion.sum() == n
print("loss", F.nll_loss(logp[~train_mask], label[~train_mask]).item())
print("accuracy", accuracy)
print("auc", auc)
