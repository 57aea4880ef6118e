"""The training loop whose memory is looked at: python -m weir.chapter._training HOW BATCHES ROWS COLUMNS HIDDEN

BATCHES 0 stands for as many as take some seconds.  HOW is "barrier" (waits for each batch's loss) or "free" (waits at the
end only).  Without admission control it is "free"
in a process with WEIR_ADMISSION=0.  Prints one line of JSON: times, peak and a sample of memory each few milliseconds.
"""
import json
import sys
import threading
import time

SECONDS = 5.0  # for a run of its own length


def batches(count: int, rows: int, columns: int):
    """Mock data, as the chapter makes it."""
    import weir

    for _ in range(count):
        yield weir.random.normal(size=(rows, columns)), weir.ones((rows, 1))


def network(columns: int, hidden: int):
    """Three dense layers."""
    from weir import nn

    return nn.Sequential(nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, columns), nn.ReLU(),
                         nn.Linear(columns, 1))


def step(net, x, y, rate: float = 0.01):
    """Forward, backward, update; gives the loss.  Nothing waits."""
    import weir

    with weir.autograd.record():
        loss = ((net(x) - y) ** 2).mean()
    loss.backward()
    for p in net.parameters():
        p -= rate * p.grad
    return loss


class Gauge(threading.Thread):
    """Looks at the memory every few milliseconds."""

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
    """Train for `count` batches, and say what it took."""
    import weir

    weir.random.seed(0)
    net = network(columns, hidden)
    for x, y in batches(3, rows, columns):  # memory gets its pools, and we an idea of how long a batch takes
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
