"""A masked language model: a Dataset, a sampler, a collate function, dynamic masking, gradient accumulation."""
# tolerance: loss 0.2, accuracy 0.08
import random
from collections import Counter, OrderedDict

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset, Sampler, WeightedRandomSampler, random_split

random.seed(0)
torch.manual_seed(0)
SPECIALS = ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]"]
NOUNS, VERBS, PLACES = "cat dog bird fish".split(), "eats sees likes hears".split(), "house garden river".split()
PARTNER = dict(zip(NOUNS, "milk bone seed worm".split()))


def sentence():
    noun = random.choice(NOUNS)
    words = ["the", noun, random.choice(VERBS), "the", PARTNER[noun]]
    if random.random() < 0.5:
        words += ["in", "the", random.choice(PLACES)]
    return " ".join(words)


class Vocab:
    def __init__(self, texts):
        counter = Counter(w for t in texts for w in t.split())
        self.itos = SPECIALS + [w for w, c in sorted(counter.items(), key=lambda wc: (-wc[1], wc[0]))]
        self.stoi = {w: i for i, w in enumerate(self.itos)}

    def __len__(self):
        return len(self.itos)

    def encode(self, text):
        return [self.stoi["[CLS]"], *(self.stoi.get(w, self.stoi["[UNK]"]) for w in text.split()), self.stoi["[SEP]"]]


class TextDataset(Dataset):
    def __init__(self, texts, vocab):
        self.samples = [torch.tensor(vocab.encode(t)) for t in texts]

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        return {"input_ids": self.samples[index], "length": len(self.samples[index])}


class Collator:
    def __init__(self, vocab, prob=0.2):
        self.vocab, self.prob = vocab, prob

    def __call__(self, samples):
        ids = pad_sequence([s["input_ids"] for s in samples], batch_first=True, padding_value=0)
        lengths = torch.as_tensor([s["length"] for s in samples])
        attention = torch.arange(ids.size(1))[None, :] < lengths[:, None]
        labels = ids.clone()
        prob = torch.full(labels.shape, self.prob)
        prob.masked_fill_(ids < len(SPECIALS), value=0.0)
        masked = torch.bernoulli(prob).bool()
        labels[~masked] = -100
        replaced = torch.bernoulli(torch.full(labels.shape, 0.8)).bool() & masked
        ids[replaced] = self.vocab.stoi["[MASK]"]
        other = torch.bernoulli(torch.full(labels.shape, 0.5)).bool() & masked & ~replaced
        words = torch.randint(len(SPECIALS), len(self.vocab), labels.shape, dtype=torch.long)
        ids[other] = words[other]
        return {"input_ids": ids, "attention_mask": attention, "labels": labels}


class LengthSampler(Sampler):
    """Sentences of like length come together."""

    def __init__(self, dataset, batch_size):
        self.lengths, self.batch_size = [s["length"] for s in dataset], batch_size

    def __iter__(self):
        order = sorted(torch.randperm(len(self.lengths)).tolist(), key=lambda i: self.lengths[i])
        batches = [order[i:i + self.batch_size] for i in range(0, len(order), self.batch_size)]
        random.shuffle(batches)
        yield from batches

    def __len__(self):
        return (len(self.lengths) + self.batch_size - 1) // self.batch_size


class Bert(nn.Module):
    def __init__(self, vocab_size, hidden=32, layers=2, heads=4, max_len=16):
        super().__init__()
        self.embeddings = nn.ModuleDict({"word": nn.Embedding(vocab_size, hidden, padding_idx=0),
                                         "position": nn.Embedding(max_len, hidden)})
        self.register_buffer("position_ids", torch.arange(max_len).expand((1, -1)))
        self.norm = nn.LayerNorm(hidden)
        layer = nn.TransformerEncoderLayer(hidden, heads, 64, 0.1, activation="gelu", batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, num_layers=layers, enable_nested_tensor=False)
        self.head = nn.Sequential(OrderedDict([("dense", nn.Linear(hidden, hidden)), ("act", nn.GELU()), ("norm", nn.LayerNorm(hidden)),
                                               ("decoder", nn.Linear(hidden, vocab_size))]))
        self.head.decoder.weight = self.embeddings["word"].weight
        self.loss = nn.CrossEntropyLoss()

    def forward(self, input_ids, attention_mask=None, labels=None):
        n = input_ids.size(1)
        x = self.embeddings["word"](input_ids) + self.embeddings["position"](self.position_ids[:, :n])
        x = self.encoder(self.norm(x), src_key_padding_mask=~attention_mask if attention_mask is not None else None)
        logits = self.head(x)
        loss = None
        if labels is not None:
            loss = self.loss(logits.view(-1, logits.shape[-1]), labels.view(-1))
        return {"loss": loss, "logits": logits}


texts = [sentence() for _ in range(900)]
vocab = Vocab(texts)
full = TextDataset(texts, vocab)
train_set, val_set = random_split(full, [800, 100], generator=torch.Generator().manual_seed(7))
collate = Collator(vocab)
train_loader = DataLoader(train_set, batch_sampler=LengthSampler(train_set, 32), collate_fn=collate)
val_loader = DataLoader(val_set, batch_size=50, shuffle=False, collate_fn=collate)
weighted = WeightedRandomSampler([1.0 / s["length"] for s in train_set], num_samples=64, replacement=True)
first = next(iter(DataLoader(train_set, sampler=weighted, batch_size=64, collate_fn=collate)))
assert set(first) == {"input_ids", "attention_mask", "labels"} and first["attention_mask"].dtype is torch.bool

model = Bert(len(vocab))
with torch.no_grad():
    for p in model.parameters():
        if p.dim() > 1:
            p.normal_(0.0, 0.1)
    model.embeddings["word"].weight[0].zero_()
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
warm = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.1, total_iters=10)
decay = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=110, eta_min=1e-4)
scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [warm, decay], milestones=[10])
accumulate = 2
for epoch in range(10):
    model.train()
    optimizer.zero_grad()
    for i, batch in enumerate(train_loader):
        loss = model(**batch)["loss"] / accumulate
        loss.backward()
        if (i + 1) % accumulate == 0 or i + 1 == len(train_loader):
            norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()

model.eval()
total, right, count = 0.0, 0, 0
with torch.no_grad():
    for _ in range(5):
        for batch in val_loader:
            out = model(**batch)
            asked = batch["labels"].ne(-100)
            total += out["loss"].item() * asked.sum().item()
            right += (out["logits"].argmax(-1)[asked] == batch["labels"][asked]).sum().item()
            count += int(asked.sum())
print("loss", total / count)
print("accuracy", right / count)
# The noun decides its partner.
ids = torch.tensor([vocab.encode("the cat sees the [MASK]")])
guess = model(ids, torch.ones_like(ids, dtype=torch.bool))["logits"][0, 5].softmax(-1)
best = guess.topk(1)
print(vocab.itos[best.indices.item()], round(best.values.item(), 2))
assert vocab.itos[best.indices.item()] == "milk"
