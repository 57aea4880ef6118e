"""Keyword spotting: tones through torch.stft and a mel-like filter bank, a GRU, nn.CTCLoss, greedy decoding and edit distances."""
# tolerance: loss 2 %, errors 0.02
import numpy as np
import torch
import torch.nn as nn

rng = np.random.RandomState(3)
RATE, SYMBOLS = 800, 4


def clip(n_symbols):
    labels = rng.randint(1, SYMBOLS + 1, size=n_symbols)
    waves = []
    for label in labels:
        t = np.arange(rng.randint(100, 180)) / RATE
        waves += [np.sin(2 * np.pi * 60 * label * t) * np.hanning(len(t)), np.zeros(rng.randint(20, 60))]
    wave = np.concatenate(waves)
    return torch.tensor(wave + 0.05 * rng.randn(len(wave)), dtype=torch.float32), torch.as_tensor(labels)


class Spectrogram(nn.Module):
    def __init__(self, n_fft=64, hop=32, bands=12):
        super().__init__()
        self.n_fft, self.hop = n_fft, hop
        self.register_buffer("window", torch.hann_window(n_fft), persistent=False)
        freqs, centers = torch.linspace(0, 1, n_fft // 2 + 1), torch.linspace(0, 1, bands + 2)
        up = (freqs[:, None] - centers[None, :-2]) / (centers[1:-1] - centers[:-2])
        down = (centers[None, 2:] - freqs[:, None]) / (centers[2:] - centers[1:-1])
        self.register_buffer("bank", torch.clamp(torch.minimum(up, down), min=0))

    def forward(self, wave):
        spec = torch.stft(wave, self.n_fft, self.hop, window=self.window, center=True, return_complex=True)
        power = spec.abs() ** 2
        return torch.log1p(10 * torch.einsum("...ft,fb->...tb", power, self.bank))


class Net(nn.Module):
    def __init__(self, bands=12, hidden=32):
        super().__init__()
        self.spec = Spectrogram(bands=bands)
        self.conv = nn.Conv1d(bands, 24, 3, padding=1)
        self.rnn = nn.GRU(24, hidden, bidirectional=True)
        self.fc = nn.Linear(hidden * 2, SYMBOLS + 1)

    def forward(self, x):
        x = torch.relu(self.conv(self.spec(x).transpose(1, 2)))
        x, _ = self.rnn(x.permute(2, 0, 1))
        return self.fc(x).log_softmax(-1)


def batch(n):
    clips = [clip(rng.randint(2, 5)) for _ in range(n)]
    waves = nn.utils.rnn.pad_sequence([w for w, _ in clips], batch_first=True)
    frames = torch.tensor([len(w) // 32 + 1 for w, _ in clips])
    return waves, torch.cat([y for _, y in clips]), frames, torch.tensor([len(y) for _, y in clips])


def decode(log_probs, frames):
    best = log_probs.argmax(-1).transpose(0, 1)
    return [[int(k) for k in torch.unique_consecutive(row[:n]) if k != 0] for row, n in zip(best, frames.tolist())]


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]


net = Net()
for p in net.parameters():
    p.data = torch.from_numpy(rng.uniform(-0.25, 0.25, size=p.shape).astype(np.float32))
batches = [batch(16) for _ in range(6)]
criterion = nn.CTCLoss(blank=0, zero_infinity=True)
optimizer = torch.optim.AdamW(net.parameters(), lr=5e-3)
scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [
    torch.optim.lr_scheduler.LinearLR(optimizer, 0.1, total_iters=10),
    torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=110)], milestones=[10])
for epoch in range(20):
    for waves, targets, frames, lengths in batches:
        optimizer.zero_grad()
        loss = criterion(net(waves), targets, frames, lengths)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        scheduler.step()
waves, targets, frames, lengths = batch(40)
with torch.no_grad():
    out = net(waves)
    test_loss = criterion(out, targets, frames, lengths).item()
wrong = sum(edit_distance(a, b.tolist()) for a, b in zip(decode(out, frames), targets.split(lengths.tolist())))
assert set(net.state_dict()) >= {"spec.bank", "rnn.weight_hh_l0_reverse"} and "spec.window" not in net.state_dict()
print("errors", wrong / lengths.sum().item())
print("loss", loss.item())
