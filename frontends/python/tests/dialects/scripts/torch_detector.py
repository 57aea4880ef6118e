"""A one-stage detector on drawn squares: anchors, IoU matching, focal and smooth L1 losses, decoding with NMS."""
# tolerance: loss 2 %, recall 0.05
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.RandomState(4)
SIZE, GRID = 32, 8


def draw(n):
    images, boxes = np.zeros((n, 1, SIZE, SIZE), np.float32), []
    for i in range(n):
        found = []
        for _ in range(rng.randint(1, 3)):
            w, h = rng.randint(6, 12, 2)
            x, y = rng.randint(0, SIZE - w), rng.randint(0, SIZE - h)
            images[i, 0, y:y + h, x:x + w] += 1.0
            found.append([x, y, x + w, y + h])
        boxes.append(torch.tensor(found, dtype=torch.float32))
    return torch.from_numpy(images + 0.05 * rng.randn(*images.shape).astype(np.float32)), boxes


def box_iou(a, b):
    area = lambda x: (x[:, 2] - x[:, 0]).clamp(min=0) * (x[:, 3] - x[:, 1]).clamp(min=0)  # noqa: E731
    lt = torch.max(a[:, None, :2], b[None, :, :2])
    rb = torch.min(a[:, None, 2:], b[None, :, 2:])
    inter = (rb - lt).clamp(min=0).prod(dim=2)
    return inter / (area(a)[:, None] + area(b) - inter + 1e-9)


def nms(boxes, scores, threshold=0.5):
    order, keep = scores.argsort(descending=True), []
    while order.numel() > 0:
        i = order[0]
        keep.append(i.item())
        if order.numel() == 1:
            break
        iou = box_iou(boxes[i].unsqueeze(0), boxes[order[1:]]).squeeze(0)
        order = order[1:][iou <= threshold]
    return torch.as_tensor(keep, dtype=torch.long)


ys, xs = torch.meshgrid(torch.arange(GRID), torch.arange(GRID), indexing="ij")
centers = torch.stack((xs, ys), dim=-1).reshape(-1, 2).float() * (SIZE // GRID) + SIZE / GRID / 2
anchors = torch.cat([centers - 4.5, centers + 4.5], dim=1)


def encode(boxes):
    c, s = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    return torch.cat([(c - centers) / 9.0, torch.log(s / 9.0)], 1)


def decode(deltas):
    c, s = deltas[..., :2] * 9.0 + centers, deltas[..., 2:].clamp(max=2).exp() * 9.0
    return torch.cat([c - s / 2, c + s / 2], -1)


def assign(boxes):
    best, index = box_iou(anchors, boxes).max(dim=1)
    positive = best > 0.35
    positive[box_iou(anchors, boxes).argmax(dim=0)] = True
    return positive, encode(boxes[index])


net = nn.Sequential(nn.Conv2d(1, 12, 3, 2, 1), nn.GroupNorm(3, 12), nn.ReLU(), nn.Conv2d(12, 24, 3, 2, 1), nn.GroupNorm(4, 24),
                    nn.ReLU(), nn.Conv2d(24, 24, 3, 1, 1), nn.ReLU(), nn.Conv2d(24, 5, 1))
with torch.no_grad():
    for m in net:
        if hasattr(m, "kernel_size"):
            m.weight.copy_(torch.from_numpy(rng.randn(*m.weight.shape) / np.sqrt(m.weight[0].numel())))
            m.bias.zero_()
    net[-1].bias[0] = -2.0


def focal(logits, target, gamma=2.0, alpha=0.5):
    ce = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    p = torch.sigmoid(logits)
    pt = torch.where(target > 0.5, p, 1 - p)
    weight = target * alpha + (1 - target) * (1 - alpha)
    return (weight * (1 - pt) ** gamma * ce).sum() / target.sum().clamp_min(1.0)


images, boxes = draw(48)
matched = [assign(b) for b in boxes]
positive, targets = torch.stack([m[0] for m in matched]), torch.stack([m[1] for m in matched])
opt = torch.optim.AdamW(net.parameters(), lr=1e-2, weight_decay=1e-3)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=1e-2, total_steps=60)
for step in range(60):
    i = torch.arange(step * 16, step * 16 + 16) % 48
    out = net(images[i]).permute(0, 2, 3, 1).reshape(16, -1, 5)
    cls = focal(out[..., 0], positive[i].float())
    reg = F.smooth_l1_loss(out[..., 1:][positive[i]], targets[i][positive[i]], beta=0.5)
    loss = cls + reg
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
found = total = 0
net.eval()
with torch.no_grad():
    out = net(images).permute(0, 2, 3, 1).flatten(1, 2)
    for o, b in zip(out, boxes):
        score, pred = o[:, 0].sigmoid(), decode(o[:, 1:])
        sure = score > 0.3
        pred, score = pred[sure], score[sure]
        kept = nms(pred, score)
        total += len(b)
        if len(kept):
            found += (box_iou(b, pred[kept]).amax(1) > 0.4).sum().item()
print("recall", found / total)
print("loss", loss.item())
