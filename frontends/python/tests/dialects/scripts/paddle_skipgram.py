"""Paddle: skip-gram with negative sampling, an IterableDataset, a hapi Model with a loss and a metric of its own, nearest words."""
# framework: paddle
# tolerance: loss 2 %, near 0.05
import numpy as np
import paddle
from paddle.nn import Embedding
from paddle.static import InputSpec

rng = np.random.RandomState(3)
SENTENCES = [[4 * g + k for k in rng.permutation(4)] for g in rng.randint(0, 5, size=300)]


class Pairs(paddle.io.IterableDataset):
    def __init__(self, seed):
        super().__init__()
        self.seed = seed

    def __iter__(self):
        random = np.random.RandomState(self.seed)
        for sentence in SENTENCES:
            for i, center in enumerate(sentence):
                target = sentence[(i + 1) % 4]
                yield np.array([center], "int64"), np.array([target], "int64"), np.array([1.0], "float32")
                yield np.array([center], "int64"), random.randint(0, 20, size=1).astype("int64"), np.array([0.0], "float32")


class SkipGram(paddle.nn.Layer):
    def __init__(self, vocab_size, embedding_size):
        super().__init__()
        attr = lambda: paddle.ParamAttr(initializer=paddle.nn.initializer.Assign(rng.uniform(-0.5, 0.5, size=(vocab_size, embedding_size)).astype("float32")))
        self.embedding = Embedding(vocab_size, embedding_size, weight_attr=attr())
        self.embedding_out = Embedding(num_embeddings=vocab_size, embedding_dim=embedding_size, weight_attr=attr())

    def forward(self, center, target):
        word_sim = paddle.multiply(self.embedding(center), self.embedding_out(target))
        return paddle.sum(word_sim, axis=-1)


class Loss(paddle.nn.Layer):
    def forward(self, pred, label):
        return paddle.mean(paddle.nn.functional.binary_cross_entropy_with_logits(pred, label))


class Guess(paddle.metric.Metric):
    def __init__(self):
        super().__init__()
        self.reset()

    def compute(self, pred, label):
        return ((pred > 0) == (label > 0.5)).astype("float32")

    def update(self, right):
        self.right += float(np.sum(right))
        self.count += np.size(right)
        return self.right / self.count

    def reset(self):
        self.right, self.count = 0.0, 0

    def accumulate(self):
        return self.right / max(self.count, 1)

    def name(self):
        return "guess"


net = SkipGram(20, 6)
model = paddle.Model(net, [InputSpec([None, 1], "int64", "center"), InputSpec([None, 1], "int64", "target")], [InputSpec([None, 1], "float32", "label")])
model.prepare(paddle.optimizer.Adam(0.02, parameters=model.parameters()), Loss(), metrics=[Guess()])


class Stop(paddle.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.losses = []

    def on_train_batch_end(self, step, logs=None):
        self.losses.append(float(np.ravel(logs["loss"])[0]))

    def on_epoch_end(self, epoch, logs=None):
        assert "guess" in logs
        if epoch == 2:
            self.model.stop_training = True


stop = Stop()
model.fit(paddle.io.DataLoader(Pairs(1), batch_size=100), epochs=8, verbose=0, callbacks=[stop])
result = model.evaluate(paddle.io.DataLoader(Pairs(2), batch_size=2400), verbose=0)
assert len(stop.losses) == 3 * 24 and stop.losses[-1] < stop.losses[0]
weights = paddle.nn.functional.normalize(net.embedding.weight + net.embedding_out.weight, axis=1)
similarity = paddle.matmul(weights, weights, transpose_y=True) - 2.0 * paddle.eye(20)
value, index = paddle.topk(similarity, k=3)
near = (index.numpy() // 4 == np.arange(20)[:, None] // 4).mean()
print("near", near)
print("loss", float(np.ravel(result["loss"])[0]))
