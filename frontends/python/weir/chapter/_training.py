"""The training loop whose memory is sampled: python -m weir.chapter._training HOW BATCHES ROWS COLUMNS HIDDEN

If BATCHES is 0, the number of batches is chosen so that training takes a few seconds.  HOW is "barrier" (wait for the
loss of each batch) or "free" (wait only at the end).  To measure without admission control, run "free" with
WEIR_ADMISSION=0 in the environment.  The result is one line of JSON on standard output: times, peak memory, and a
memory sample every few milliseconds.
"""
import json
import sys
import threading
import time

SECONDS = 5.0  # approximate duration of a run if BATCHES is 0


def batches(count: int, rows: int, columns: int):
    """Yield `count` batches of random data, as in the chapter."""
    import weir

    for _ in range(count):
        yield weir.random.normal(size=(rows, columns)), weir.ones((rows, 1))


def network(columns: int, hidden: int):
    """Return a network of three dense layers."""
    from weir import nn

    return nn.Sequential(nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, columns), nn.ReLU(),
                         nn.Linear(columns, 1))


def step(net, x, y, rate: float = 0.01):
    """Issue a forward pass, a backward pass and an update without blocking; return the loss."""
    import weir

    with weir.autograd.record():
        loss = ((net(x) - y) ** 2).mean()
    loss.backward()
    for p in net.parameters():
        p -= rate * p.grad
    return loss


class Gauge(threading.Thread):
    """A thread that samples the memory in use every few milliseconds."""

    def __init__(self):
        super().__init__(daemon=True)
        self.samples, self.going_on = [], True

    def run(self):
        import weir

        start = time.perf_counter()
        while self.going_on:
            self.samples.append((time.perf_counter() - start, weir.memory.used))
            time.sleep(0.002)
        self.samples.append((time.perf_counter() - start, weir.memory.used))


def train(how: str, count: int, rows: int, columns: int, hidden: int) -> dict:
    """Train on `count` batches; return a dictionary of the measurements."""
    import weir

    weir.random.seed(0)
    net = network(columns, hidden)
    for x, y in batches(3, rows, columns):  # a warm-up, which also measures how long a batch takes
        start = time.perf_counter()
        step(net, x, y)
        weir.waitall()
        batch_seconds = time.perf_counter() - start
    del x, y
    count = count or max(20, min(60, int(SECONDS / batch_seconds)))
    gauge = Gauge()
    gauge.start()
    start = time.perf_counter()
    for x, y in batches(count, rows, columns):
        loss = step(net, x, y)
        if how == "barrier":
            loss.wait_to_read()
    del x, y
    issued = time.perf_counter() - start
    ahead = weir.engine.stats()["queue_len"]
    level = weir.memory.level
    weir.waitall()
    seconds = time.perf_counter() - start
    gauge.going_on = False
    gauge.join()
    return {"how": how, "batches": count, "issued": issued, "seconds": seconds, "ahead": ahead, "level": level,
            "peak": max(used for _, used in gauge.samples), "samples": gauge.samples, "loss": loss.item(),
            "batch_bytes": rows * (columns + 1) * 4}


if __name__ == "__main__":
    json.dump(train(sys.argv[1], *map(int, sys.argv[2:])), sys.stdout)
