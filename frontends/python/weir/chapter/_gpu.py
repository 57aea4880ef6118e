"""Experiments with a GPU: the CPU and the GPU together, and copies while the GPU computes.  They follow the others if there
is a GPU."""
from weir.chapter import _verdicts
from weir.chapter._experiments import drawn, traced
from weir.chapter._measure import Timing
from weir.chapter._report import Section

ALL = []


def why_not():
    """Return why the experiments cannot run here, or None.  They need a card, the compiler and products of matrices."""
    from weir import cuda

    reason = cuda.why_not() or next((library.problem for library in cuda.libraries() if library.name == "cuBLASLt"), None)
    command = reason and cuda._install_command()
    return f"{reason}; {command}" if command else reason


def experiment(title):
    def add(function):
        function.title = title
        ALL.append(function)
        return function

    return add


def _chain(x, count):
    """Multiply a matrix by itself `count` times, one product after another."""
    y = x
    for _ in range(count):
        y = y @ x
    return y


@experiment("The CPU and the GPU together")
def together(lab):
    import weir

    n, m = lab.size(1000, 60), lab.size(4000, 60)
    cpu, gpu = weir.full((n, n), 1.0 / n), weir.full((m, m), 1.0 / m, device="cuda:0")
    name = weir.cuda.cards()[0].name
    _chain(gpu, 1).wait()  # kernels are compiled at their first use
    on_cpu = lab.enough(lambda c: _chain(cpu, c).wait(), 1, 2000)
    on_gpu = lab.enough(lambda c: _chain(gpu, c).wait(), 1, 2000)

    def both():
        ends = _chain(gpu, on_gpu), _chain(cpu, on_cpu)
        for y in ends:
            y.wait()

    first, second, joint = lab.time(lambda: _chain(cpu, on_cpu).wait(), lambda: _chain(gpu, on_gpu).wait(), both)
    alone = Timing([first.median + second.median])

    def few():
        ends = _chain(gpu, 4), _chain(cpu, 4)
        for y in ends:
            y.wait()

    return Section(
        together.title,
        f"A chain of {on_cpu:,} product{'s' * (on_cpu != 1)} of {n} x {n} matrices runs on the CPU, and one of {on_gpu:,} "
        f"product{'s' * (on_gpu != 1)} of {m} x {m} matrices on the GPU ({name}): each alone, and both together, where both "
        "are issued before either is waited for.",
        ["", "model", "measured"],
        [["CPU alone", first.median, first], ["GPU alone", second.median, second],
         ["one after the other", first.median + second.median, alone],
         ["both together: the longer of the two", max(first.median, second.median), joint]],
        f"The two chains do not depend on each other, so the program issues both and waits.  "
        f"{_verdicts.together(alone.median, joint.median, max(first.median, second.median))}",
        'a = weir.ones((%d, %d), device="cuda:0")\nb = weir.ones((%d, %d))\ny = a @ a   # on the GPU\nz = b @ b   # on the '
        "CPU\ny.wait(); z.wait()" % (m, m, n, n),
        [("cpu-and-gpu", drawn(traced(lab, few)), "Four products on the GPU and four on the CPU.")])


@experiment("Copying while the GPU computes")
def copying(lab):
    import weir

    m, count = lab.size(2000, 60), lab.size(30, 4)
    x = weir.full((m, m), 1.0 / m, device="cuda:0")

    def compute():
        return [_chain(x, 2) for _ in range(count)]

    ready = compute()
    weir.waitall()

    def copy(results):
        return [y.to_device("cpu") for y in results]

    def apart():
        results = compute()
        weir.synchronize("cuda:0")
        copy(results)
        weir.synchronize("cuda:0")

    def overlapped():
        copied = []
        for _ in range(count):
            copied.append(_chain(x, 2).to_device("cpu"))
        weir.synchronize("cuda:0")

    def only_copy():
        copy(ready)
        weir.synchronize("cuda:0")

    def only_compute():
        compute()
        weir.synchronize("cuda:0")

    computed, copied, after, during = lab.time(only_compute, only_copy, apart, overlapped)
    return Section(
        copying.title,
        f"The GPU computes {count} results of {m} x {m} numbers, and each is copied to the CPU: after all of them have been "
        "computed, or each as soon as it is there, which is what a program gets that does not wait in between.",
        ["", "model", "measured"],
        [["compute", computed.median, computed], ["copy", copied.median, copied],
         ["compute, wait, copy", computed.median + copied.median, after],
         ["copy what is there: the longer of the two", max(computed.median, copied.median), during]],
        f"A copy is an operation like any other: it is issued at once and runs when its array is there.  "
        f"{_verdicts.copies(after.median, during.median)}",
        'for _ in range(%d):\n    y = x @ x @ x             # on the GPU\n    copies.append(y.to_device("cpu"))\n'
        'weir.synchronize("cuda:0")' % count)
