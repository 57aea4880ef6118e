"""The experiments, in the order of the chapter.  Each is a function that takes a Lab and returns a Section."""
import json
import os
import subprocess
import sys
import time

from weir.chapter import _loops, _verdicts
from weir.chapter._measure import Stages, Timing, numpy
from weir.chapter._report import Section

ALL = []


def experiment(title):
    def add(function):
        function.title = title
        ALL.append(function)
        return function

    return add


def table(heads, rows):
    """Return the column headings and rows, without the NumPy column if NumPy is not installed."""
    if numpy() is None and "NumPy" in heads:
        at = heads.index("NumPy")
        heads = heads[:at] + heads[at + 1:]
        rows = [row[:at] + row[at + 1:] for row in rows]
    return heads, rows


def drawn(timeline):
    """Return a function that draws a timeline.  Source lines are omitted, because all of them are in this file."""
    for task in timeline.tasks:
        task.line = None
    timeline.waits = [(start, end, reason, None) for start, end, reason, _ in timeline.waits]
    return lambda width: timeline.svg(width, style=False)


def traced(lab, function):
    """Run function() a few times; return the timeline of the shortest run, which other processes disturbed least."""
    import weir

    runs = []
    for _ in range(2 if lab.quick else 5):
        weir.waitall()
        with weir.trace() as trace:
            function()
        weir.waitall()
        runs.append(trace.timeline)
    return min(runs, key=lambda line: line.seconds)


def _numpy_time(lab, function):
    return lab.time(function)[0] if numpy() is not None else None


# ---- The text ---------------------------------------------------------------------------------------


@experiment("Queueing against computing")
def queueing(lab):
    import weir

    n = lab.size(1000, 100)

    def products(count):
        for _ in range(count):
            a = weir.random.normal(size=(n, n))
            b = weir.matmul(a, a)
        return b

    count = lab.enough(products, 10, 200)
    a = weir.full((n, n), 1.0 / n)
    draw = lab.stages(lambda y: weir.random.normal(size=(n, n)), a, 10)
    multiply = lab.stages(lambda y: y @ a, a, 10)
    both = Stages(draw.t1 + multiply.t1, draw.t2 + multiply.t2, multiply.t3)
    left = []

    def issue():
        made = []
        start = time.perf_counter()
        for _ in range(count):
            x = weir.random.normal(size=(n, n))
            made.append(weir.matmul(x, x))
        taken = time.perf_counter() - start
        left.append(sum(not m.ready for m in made))
        return taken

    issued = []
    for _ in range(lab.turns):
        weir.waitall()
        issued.append(issue())
    weir.waitall()

    def all_done():
        products(count)
        weir.waitall()

    done, = lab.time(all_done)
    theirs = None
    if numpy() is not None:
        rng = numpy().random.default_rng(0)

        def with_numpy():
            for _ in range(count):
                x = rng.standard_normal((n, n), dtype="float32")
                x @ x

        theirs = _numpy_time(lab, with_numpy)

    def ten():
        products(min(count, 10))
        weir.waitall()

    line = traced(lab, ten)
    unfinished = sorted(left)[len(left) // 2]
    heads, rows = table(["", "model", "measured", "NumPy"], [
        [f"issue {2 * count} operations", count * both.t1, Timing(issued), None],
        ["and wait until all is done", both.asynchronous(count), done, theirs]])
    return Section(
        queueing.title,
        f"A random matrix of {n} x {n} is drawn and multiplied by itself, {count} times.  The loop alone seems "
        "orders of magnitude faster than the computation can be, because it only queues the work.",
        heads, rows,
        f"When the loop ended, {unfinished} of {count} products were unfinished.  Issuing a draw and a product takes "
        f"{1e6 * both.t1:.1f} us, and computing them {1e3 * both.t2:.2f} ms: the front end is free for "
        f"{100 * (1 - both.t1 / both.t2):.1f} % of the time.",
        "for _ in range(%d):\n    a = weir.random.normal(size=(%d, %d))\n    b = a @ a          # queued: returns at once\n"
        "weir.waitall()         # computed" % (count, n, n),
        [("queue", drawn(line), f"Front end and back end over time, for {min(count, 10)} iterations.  The front end "
                                "has issued everything before the first product is complete, and then waits.  A large "
                                "product is split over all workers, but shown only in the row of the worker that "
                                "started it.")])


@experiment("The dependency graph")
def dependencies(lab):
    import weir

    x = weir.ones((1, 2))
    y = weir.ones((1, 2))
    with weir.graph() as g:  # noqa: F841 (g is used: the graph exists as long as g does)
        z = x * y + 2
    small = weir.graph(z)

    n = lab.size(1500, 200)
    names = ["x = weir.random.normal(size=...)", "y = weir.random.normal(size=...)", "z = x @ y + 2", "print(z)"]
    taken = [[] for _ in names]
    for _ in range(lab.turns):
        weir.waitall()
        clock = [time.perf_counter()]
        x = weir.random.normal(size=(n, n))
        clock.append(time.perf_counter())
        y = weir.random.normal(size=(n, n))
        clock.append(time.perf_counter())
        z = x @ y + 2
        clock.append(time.perf_counter())
        str(z)
        clock.append(time.perf_counter())
        for seconds, a, b in zip(taken, clock, clock[1:]):
            seconds.append(b - a)
    draw = lab.stages(lambda y: weir.random.normal(size=(n, n)), x, 5)
    multiply = lab.stages(lambda b: b @ y, x, 3)
    plus = lab.stages(lambda b: b + 2, z, 5)
    model = [draw.t1, draw.t1, multiply.t1 + plus.t1,
             max(0.0, 2 * draw.t2 + multiply.t2 + plus.t2 - 2 * draw.t1) + plus.t3]
    net_graph = _training_graph()
    return Section(
        dependencies.title,
        f"Each statement of a small program is timed, with matrices of {n} x {n}.  Three statements only queue work; "
        "the last one reads the values and waits for the operations that they depend on.",
        ["statement", "model", "measured"], [[name, m, Timing(t)] for name, m, t in zip(names, model, taken)],
        "The product depends on both matrices, which depend on nothing: they may be drawn in parallel, although the "
        "program does not say so.  The order follows from the arrays that the operations read and write.",
        f"x = weir.random.normal(size=({n}, {n}))\ny = weir.random.normal(size=({n}, {n}))\nz = x @ y + 2\nprint(z)",
        [("graph", lambda width: small.svg(style=False),
          "`weir.graph(z)`: the dependencies of `z = x * y + 2`, where x and y have one row and two columns."),
         ("graph-training", lambda width: net_graph.svg(style=False),
          "The graph of one training step: forward, backward, update.  Rounded boxes are inputs.  Dashed boxes are "
          "views, which compute nothing.  A dashed red arrow is an ordering without data: a weight is overwritten "
          "after it has been read.")])


def _training_graph():
    import weir

    w = weir.ones((4, 1)).attach_grad()
    x, y = weir.ones((8, 4)), weir.ones((8, 1))
    rate = 0.1
    with weir.graph() as g:
        with weir.autograd.record():
            loss = ((x @ w - y) ** 2).mean()
        loss.backward()
        w -= rate * w.grad
    return g


@experiment("Barriers and blockers")
def blockers(lab):
    import weir

    n = lab.size(1000, 150)

    def power(count, a=None):
        a = weir.ones((n, n)) if a is None else a
        b = a
        for _ in range(count):
            b = b @ a
        return b

    count = lab.enough(power, 4, 400)
    a = weir.full((n, n), 1.0 / n)
    s = lab.stages(lambda b: b @ a, a, 10)
    ways = [("weir.waitall()", lambda b: weir.waitall()), ("b.wait_to_read()", lambda b: b.wait_to_read()),
            ("b.sum().item()", lambda b: b.sum().item()), ("float(b[0, 0])", lambda b: float(b[0, 0])),
            ("if b[0, 0] > 0:", lambda b: bool(b[0, 0] > 0)), ("print(b)", str), ("b.tobytes()", lambda b: b.tobytes())]
    if numpy() is not None:
        ways.append(("b.asnumpy()", lambda b: b.asnumpy()))
    weir.waits.clear()
    timings = lab.time(*[lambda look=look: look(power(count, a)) for _, look in ways], lambda: power(count, a))
    reasons = sorted({w.reason for w in weir.waits()})
    rows = [[name, s.asynchronous(count), t] for (name, _), t in zip(ways, timings)]
    rows.append(["none of them", count * s.t1, timings[-1]])
    return Section(
        blockers.title,
        f"A chain of {count} products of {n} x {n}, followed by one statement that makes the front end wait.  Some "
        "statements wait explicitly, others implicitly, because they read the values of an array.",
        ["after the chain", "model", "measured"], rows,
        f"{_verdicts.blockers(timings[:-1])}  What matters is the number of waits, because each one empties the "
        f"pipeline.  `weir.waits()` returns a profile of waits by source line, here for the reasons "
        f"{', '.join(reasons)}; after `weir.waits(\"raise\")`, a wait raises an exception.",
        "b = a\nfor _ in range(%d):\n    b = b @ a\nb.sum().item()         # or another of these" % count)


@experiment("Synchronous against asynchronous")
def synchronous(lab):
    import weir

    n = lab.size(10_000, 2_000)
    x = weir.ones(n)

    def asynchronous(count):
        y = x
        for _ in range(count):
            y = y + 1
        y.wait_to_read()

    def waiting(count):
        y = x
        for _ in range(count):
            y = y + 1
            y.wait_to_read()

    count = lab.enough(asynchronous, 1000, 60_000)
    s = lab.stages(lambda y: y + 1, x, 200)
    sync, free = lab.time(lambda: waiting(count), lambda: asynchronous(count))
    theirs = None
    if numpy() is not None:
        ones = numpy().ones(n, "float32")

        def with_numpy():
            y = ones
            for _ in range(count):
                y = y + 1

        theirs = _numpy_time(lab, with_numpy)
    saved = 1 - free.median / sync.median
    found = f"{100 * saved:.0f} %" if saved > 0 else "nothing"
    pictures = [_loops.traced(wait, 10 * n, 12, _home()) for wait in (True, False)]
    heads, rows = table(["", "model", "measured", "NumPy"], [
        ["wait after each: N (t1 + t2 + t3)", s.synchronous(count), sync, theirs],
        ["wait at the end: t1 + N t2 + t3", s.asynchronous(count), free, None]])
    return Section(
        synchronous.title,
        f"One is added to a vector of {n:,} numbers, {count:,} times.  Here t1, t2 and t3 are {_three(s)}.",
        heads, rows,
        "In asynchronous execution, issuing overlaps with computing, and a result is returned only at the end: this "
        f"saves t1 + t3 for each operation, here {100 * (s.t1 + s.t3) / (s.t1 + s.t2 + s.t3):.0f} % of the total "
        f"according to the model and {found} according to the measurement.",
        "for _ in range(%d):\n    y = y + 1\n    y.wait_to_read()   # asynchronous: move this after the loop" % count,
        [("wait-each", drawn(pictures[0]), "Twelve operations on ten times as many numbers, with a wait after each: "
                                           "front end and back end take turns.  (Recorded with `WEIR_HELPING=0`; "
                                           "otherwise a thread that waits for a short operation computes it itself.)"),
         ("wait-once", drawn(pictures[1]), "Twelve operations with one wait at the end: the back end proceeds from "
                                           "one operation to the next without a pause.")])


def _three(s):
    from weir._pictures import duration

    return f"{duration(s.t1)}, {duration(s.t2)} and {duration(s.t3)}"


@experiment("Memory with and without a barrier")
def memory(lab):
    from weir import _pictures

    rows_of_batch, columns, hidden = (1024, 512, 2048) if not lab.quick else (64, 32, 64)
    count = lab.size(0, 8)
    runs = {}
    for name, how, admission in (("with a barrier", "barrier", "1"), ("without a barrier", "free", "1"),
                                 ("without admission control", "free", "0")):
        environment = {**os.environ, "WEIR_ADMISSION": admission}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (_home(), environment.get("PYTHONPATH"))))
        environment.pop("WEIR_REPORT", None)
        done = subprocess.run([sys.executable, "-m", "weir.chapter._training", how,
                               *map(str, (count, rows_of_batch, columns, hidden))], env=environment, capture_output=True,
                              text=True)
        if done.returncode != 0:
            raise RuntimeError(f"the training loop {name} failed: {done.stderr.strip()}")
        runs[name] = json.loads(done.stdout)
        count = runs[name]["batches"]
    barrier, free, unbounded = runs.values()
    base = barrier["samples"][0][1]
    colours = ("good", "back", "bad")
    lines = [(name, colour, [(t, used / 1e6) for t, used in run["samples"]])
             for (name, run), colour in zip(runs.items(), colours)]
    level = (free["level"] / 1e6, "the level: memory of in-order execution, plus a tenth")

    def megabytes(count):
        return f"{count / 1e6:.0f} MB"

    rows = [["with a barrier", barrier["seconds"], barrier["issued"], None, megabytes(barrier["peak"])],
            ["without a barrier", free["seconds"], free["issued"], f"at most {megabytes(free['level'])}",
             megabytes(free["peak"])],
            ["without admission control", unbounded["seconds"], unbounded["issued"],
             f"up to {megabytes(barrier['peak'] + 2 * count * unbounded['batch_bytes'])}", megabytes(unbounded["peak"])]]
    return Section(
        memory.title,
        f"A network of three dense layers ({columns}, {hidden}, {columns}, 1) is trained on {count} batches of "
        f"{rows_of_batch} random rows, three times, each time in a separate process: waiting for the loss of each "
        "batch; waiting only at the end; and waiting only at the end with `WEIR_ADMISSION=0`, which starts every "
        "operation as soon as it is ready.",
        ["training loop", "time", "front end done after", "model, peak", "peak"], rows,
        f"All batches are issued long before they are computed ({free['ahead']:,} operations were queued).  Without "
        "admission control, all batches are drawn at once, together with the copy of each batch that the gradient will "
        "need: memory grows by twice a batch in each iteration.  Weir allocates memory when an operation starts, "
        "not when it is issued, and starts operations out of order only while memory use is below the memory level.  "
        f"{_verdicts.memory(barrier['peak'], free['peak'])}  (Weights and other permanent arrays used "
        f"{megabytes(base)} from the start.)",
        "for x, y in batches:\n    with weir.autograd.record():\n        loss = ((net(x) - y) ** 2).mean()\n    loss.backward()\n"
        "    for p in net.parameters():\n        p -= rate * p.grad\n    loss.wait_to_read()    # the barrier",
        [("memory", lambda width: _pictures.curves(lines, level, width, 300 if width > 500 else 240, title="memory over time",
                                         style=False),
          "Memory used by arrays over time, for the three variants of the loop.")])


def _home():
    import weir

    return os.path.dirname(os.path.dirname(os.path.abspath(weir.__file__)))


# ---- The exercises ----------------------------------------------------------------------------------


@experiment("Exercise: why 10000 t2 > 9999 t1?")
def condition(lab):
    import weir

    rows = []

    def turn(y):
        sum(range(200))  # work that the front end does in Python besides issuing the operation
        return y + 1

    for n in (100, 4_000, 40_000, 100_000):
        x = weir.ones(n)
        s = lab.stages(turn, x, 200)

        def loop(count):
            y = x
            for _ in range(count):
                y = turn(y)
            y.wait_to_read()

        count = lab.enough(loop, lab.size(10_000, 400), 500_000)
        took, = lab.time(lambda: loop(count))
        chapter = s.t1 + count * s.t2 + s.t3
        rows.append([f"{n:,} numbers", f"{count:,}", s.t1, s.t2, "yes" if count * s.t2 > (count - 1) * s.t1 else "no", chapter,
                     s.asynchronous(count), took])
    return Section(
        condition.title,
        "`y = y + 1` is issued N times with one wait at the end, in a loop that also does some Python work (a sum), "
        "which is part of t1.  The chapter's t1 + N t2 + t3 holds if the back end is the slower side.  If computing "
        "takes less time than issuing, the back end waits for the front end, and the time is N t1 + t2 + t3: the "
        "larger of the two terms counts.",
        ["vector of", "N", "t1", "t2", "N t2 > (N-1) t1", "t1 + N t2 + t3", "model", "measured"], rows,
        "If the condition does not hold, the formula predicts too short a time, because operations cannot be computed "
        "before they are issued.  Issuing then hides computing instead of the reverse, and the back end is partly "
        "idle.")


@experiment("Exercise: one minibatch in flight")
def overlap(lab):
    import weir

    n = lab.size(700, 100)
    w = weir.full((n, n), 1.0 / n)
    s = lab.stages(lambda b: b @ w, w, 10)
    products = max(1, round(0.010 / max(s.t2, 1e-6))) if not lab.quick else 1

    def compute(x):
        for _ in range(products):
            x = x @ w
        return x

    batches = lab.size(20, 4)
    whole = lab.stages(compute, w, 5)
    read = whole.t2  # reading takes as long as computing, the case in which overlapping saves most

    def reader():
        for _ in range(batches):
            time.sleep(read)
            yield w

    def loop(depth):
        for x in reader() if depth is None else weir.window(depth)(reader()):
            compute(x)
        weir.waitall()

    def barrier():
        for x in reader():
            compute(x).wait_to_read()

    each, two, free = lab.time(barrier, lambda: loop(2), lambda: loop(None))
    slower = max(read, whole.t2)

    def five():
        for x in weir.window(2)(x for x, _ in zip(reader(), range(5))):
            compute(x)
        weir.waitall()

    line = traced(lab, five)
    return Section(
        overlap.title,
        f"Reading a batch takes tr = {1e3 * read:.1f} ms (the reader sleeps, as if it waited for a disk or a "
        f"network), and computing takes {1e3 * whole.t2:.1f} ms.  The exercise asks for a loop in which one batch is "
        "computed while the next is prepared: `weir.window(2)` does this.",
        ["", "model", "measured"],
        [["wait for each batch: N (tr + t2 + t3)", batches * (read + whole.t2 + whole.t3), each],
         ["weir.window(2): tr + N max(tr, t2) + t3", read + batches * slower + whole.t3, two],
         ["no limit", read + batches * slower + whole.t3, free]],
        _verdicts.window(each, two, free),
        "for x in weir.window(2)(reader()):   # at most one earlier batch is unfinished\n    compute(x)",
        [("window", drawn(line), "Five batches with `weir.window(2)`: the back end computes while the front end "
                                 "reads.")])


@experiment("Exercise: two devices together")
def devices(lab):
    import weir

    n = lab.size(40_000, 2_000)
    on = [weir.ones(n, device=weir.cpu(i)) for i in (0, 1)]
    s = lab.stages(lambda y: y + 1, on[0], 100)

    def chain(x, count):
        for _ in range(count):
            x = x + 1
        return x

    count = lab.enough(lambda c: chain(on[0], c).wait(), 1000, 30_000)

    def together():
        ends = [chain(x, count) for x in on]
        for y in ends:
            y.wait()

    def in_turns():
        a, b = on
        for _ in range(count):
            a, b = a + 1, b + 1
        a.wait()
        b.wait()

    first, second, both, turns = lab.time(lambda: chain(on[0], count).wait(), lambda: chain(on[1], count).wait(), together,
                                          in_turns)
    workers = weir.engine.workers
    large = [weir.ones(10 * n, device=weir.cpu(i)) for i in (0, 1)]

    def two_chains():
        ends = [chain(x, 12) for x in large]
        for y in ends:
            y.wait()

    line = traced(lab, two_chains)
    one = s.asynchronous(count)
    alone = first.median + second.median
    found = _verdicts.devices(alone / both.median, alone / turns.median)
    model = max(2 * count * s.t1, 2 * one / min(2, workers))
    return Section(
        devices.title,
        f"A chain of {count:,} operations runs on `cpu(0)`, and another on `cpu(1)`: each alone, and both together.  "
        "Together, both are issued before either is waited for: one chain after the other (whole), or one "
        f"operation of each alternately (in turns).  In this version both devices are this machine's CPU and share "
        f"{workers} worker{'s' * (workers != 1)}.",
        ["", "model", "measured"],
        [["cpu(0) alone", one, first], ["cpu(1) alone", one, second],
         ["one after the other", 2 * one, Timing([first.median + second.median])],
         ["both together, issued whole", model, both], ["both together, issued in turns", model, turns]],
        "The operations of one chain must run in order, but the two chains are independent, so two workers may run "
        f"them in parallel.  {found}  (The model assumes that each worker has a CPU of its own.)",
        "a = weir.ones(n, device=weir.cpu(0))\nb = weir.ones(n, device=weir.cpu(1))\nfor _ in range(%d): a = a + 1\n"
        "for _ in range(%d): b = b + 1\na.wait(); b.wait()" % (count, count),
        [("devices", drawn(line), "Two chains of twelve operations on ten times as many numbers.")])


@experiment("Exercise: waitall against wait_to_read")
def waiting(lab):
    import weir

    n = lab.size(1000, 150)
    b = weir.zeros(n * n)
    x = weir.ones(1000)

    def busy(count):
        for _ in range(count):
            weir.tanh(b, out=b)  # in place, so that no memory is allocated and the memory limit delays no operation
        return b

    count = lab.enough(busy, 4, 4000)
    s, small = lab.stages(lambda y: weir.tanh(y, out=y), b, 10), lab.stages(lambda y: y + 1, x, 50)

    def for_one():
        busy(count)
        (x + 1).wait_to_read()

    def for_all():
        busy(count)
        (x + 1)
        weir.waitall()

    def alone_one():
        busy(count).wait_to_read()

    def alone_all():
        busy(count)
        weir.waitall()

    one, everything, single, single_all = lab.time(for_one, for_all, alone_one, alone_all)
    issue = count * s.t1
    return Section(
        waiting.title,
        f"The hyperbolic tangent of {n * n:,} numbers is computed {count} times in place, followed by `y = x + 1` "
        "for a thousand numbers, which does not depend on it.  The last two rows are the case that the chapter "
        "measures: a single array to wait for.",
        ["", "model", "measured"],
        [["y.wait_to_read(), others queued", issue + small.t1 + small.t2 + small.t3, one],
         ["weir.waitall(), others queued", s.asynchronous(count), everything],
         ["b.wait_to_read(), nothing else", s.asynchronous(count), single],
         ["weir.waitall(), nothing else", s.asynchronous(count), single_all]],
        f"{_verdicts.waits(single, single_all)}  With other operations in the queue, the difference is the time that "
        "they take: a wait on an array waits only for that array.  (If the other operations allocated more memory than "
        "the memory level allows, only operations that need less than a twentieth of the level could overtake them.)",
        "for _ in range(%d):\n    weir.tanh(b, out=b)\ny = x + 1\ny.wait_to_read()       # or weir.waitall()" % count)


@experiment("Exercise: asynchrony on the CPU")
def on_the_cpu(lab):
    import weir

    rows = []
    np = numpy()
    rng = np.random.default_rng(0) if np is not None else None
    for n in (100, 300, 1000) if not lab.quick else (50, 100):
        def products(count):
            for _ in range(count):
                a = weir.random.normal(size=(n, n))
                b = a @ a
            return b

        count = lab.enough(products, 10, 5000)
        left, issued = [], []
        for _ in range(lab.turns):
            weir.waitall()
            made = []
            start = time.perf_counter()
            for _ in range(count):
                a = weir.random.normal(size=(n, n))
                made.append(a @ a)
            issued.append(time.perf_counter() - start)
            left.append(sum(not m.ready for m in made))
            del made
        def all_done():
            products(count)
            weir.waitall()

        done, = lab.time(all_done)
        theirs = None
        if np is not None:
            def with_numpy():
                for _ in range(count):
                    a = rng.standard_normal((n, n), dtype="float32")
                    a @ a

            theirs = _numpy_time(lab, with_numpy)
        a = weir.full((n, n), 1.0 / n)
        draw = lab.stages(lambda y: weir.random.normal(size=(n, n)), a, 20)
        multiply = lab.stages(lambda y: y @ a, a, 20)
        both = Stages(draw.t1 + multiply.t1, draw.t2 + multiply.t2, multiply.t3)
        unfinished = sorted(left)[len(left) // 2]
        rows.append([f"{count:,} of {n} x {n}", Timing(issued), f"{unfinished:,} of {count:,}", both.asynchronous(count),
                     done, theirs])
    heads, rows = table(["draws and products", "issued in", "unfinished then", "model", "measured", "NumPy"], rows)
    return Section(
        on_the_cpu.title,
        "The chapter's exercise for PyTorch: is the back end still asynchronous if the same products are computed on "
        "the CPU?  PyTorch computes on the CPU inside the call; in Weir every device uses the same queue.",
        heads, rows,
        f"{_verdicts.asynchrony(unfinished, count)}  This can be observed without a clock: `sum(not b.ready for b in "
        "made)`.  (Small products may run in parallel on several workers, which the model, with its single back end, "
        "does not take into account.)")
