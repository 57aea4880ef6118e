#!/usr/bin/env python3
"""What it costs not to wait: a network learns from 150 batches, once with a wait after each batch and once without.

    python memory.py            512-2048-512-1, batches of 1024: some ten seconds
    python memory.py --quick    a smaller one, for a test

Without the wait Python runs ahead of the computation.  The memory level holds it within what the same program needs in
order, so that the peak of bytes used is about the same, and the process does not grow.  Each way runs in a process of its own.
"""
import argparse
import json
import subprocess
import sys
import time


def resident(field):
    """A line of /proc/self/status, in bytes: VmRSS is now, VmHWM the most so far."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(field + ":"))


def run(barrier, batches, size, widths):
    import weir
    from weir import autograd, nn, optim

    layers = []
    for a, b in zip(widths, widths[1:]):
        layers += [nn.Linear(a, b), nn.ReLU()]
    net = nn.Sequential(*layers[:-1])
    loss_fn = nn.MSELoss()
    optimizer = optim.SGD(net.parameters(), lr=0.01)

    def batch():
        x = weir.random.normal(size=(size, widths[0]), dtype=weir.float32)
        y = weir.random.normal(size=(size, widths[-1]), dtype=weir.float32)
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()

    weir.waitall()
    before, began = resident("VmRSS"), time.perf_counter()
    for _ in range(batches):
        batch()
        if barrier:
            weir.waitall()
    issued = time.perf_counter() - began
    weir.waitall()
    return {"seconds": time.perf_counter() - began, "issued": issued, "peak": weir.memory.peak,
            "grown": resident("VmHWM") - before}


def compare(batches=150, size=1024, widths=(512, 2048, 512, 1)):
    """What run gives, with the barrier and without, each in a process of its own."""
    results = []
    for barrier in (True, False):
        settings = json.dumps([barrier, batches, size, widths])
        result = subprocess.run([sys.executable, __file__, "--run", settings], stdout=subprocess.PIPE, check=True)
        results.append(json.loads(result.stdout))
    return results


def main(**settings):
    waited, free = compare(**settings)
    print(f"{'':26}{'time':>9}{'peak of used bytes':>21}{'process grew by':>18}")
    for name, r in (("a wait after each batch", waited), ("no wait", free)):
        print(f"{name:26}{r['seconds']:7.2f} s{r['peak'] / 1e6:18.1f} MB{r['grown'] / 1e6:15.1f} MB")
    more = round((free["grown"] - waited["grown"]) / 1e6, 1)
    print(f"without a wait: {free['seconds'] / waited['seconds']:.3f} of the time, "
          f"{free['peak'] / waited['peak']:.3f} of the peak, {abs(more):.1f} MB {'more' if more >= 0 else 'less'} growth; "
          f"Python was done after {free['issued']:.2f} s")
    return waited, free


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.run:
        print(json.dumps(run(*json.loads(args.run))))
    elif args.quick:
        main(batches=40, size=1024, widths=(128, 1024, 128, 1))
    else:
        main()
