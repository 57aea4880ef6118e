"""Conclusions generated from the measurements."""
from weir._pictures import duration


def alike(*timings) -> bool:
    """Return True if the ranges of all timings have a time in common."""
    return max(t.low for t in timings) <= min(t.high for t in timings)


def blockers(timings) -> str:
    if alike(*timings):
        return "They all cost the same, because they wait for the same work."
    medians = sorted(t.median for t in timings)
    return (f"They wait for the same work, and took from {duration(medians[0])} to {duration(medians[-1])} here; the "
            "differences come from other load on the machine and from printing the values.")


def memory(barrier, free) -> str:
    """Compare the peak memory of a loop with a barrier and of one without."""
    if free <= 1.2 * barrier:
        return ("The loop without a barrier needs about as much memory as the loop with one, so the barrier is not "
                "needed.")
    return (f"Here the loop without a barrier needed {free / barrier:.1f} times the memory of the loop with one, "
            "which the level allows.")


def window(each, two, free) -> str:
    """Compare waiting for each batch, a window of two, and no limit."""
    said = (f"A window of two took {two.median / each.median:.2f} of the time of waiting for each batch, and no "
            f"bound at all {free.median / each.median:.2f}")
    if two.median > 0.9 * each.median:
        return (f"{said}: reading and computing hardly overlapped here; overlapping requires a CPU that is free to "
                "compute while the reader reads.")
    if two.median > 1.15 * free.median and not alike(two, free):
        return (f"{said}: one batch ahead hides a good part of the reading, and more batches ahead hid more, because "
                "the batches took different times.")
    return f"{said}: one batch ahead hides all that can be hidden, and the loop cannot run far ahead of its work."


def waits(one, everything) -> str:
    """Compare wait_to_read and waitall when there is only one array to wait for."""
    if alike(one, everything):
        return "With a single operation to wait for, both cost the same; this is all that the chapter measures."
    return ("With a single operation to wait for, which is all that the chapter measures, both wait for the same "
            f"work; they took {duration(one.median)} and {duration(everything.median)} here.")


def devices(whole, turns) -> str:
    """Judge the speedup of running two chains together, issued whole or interleaved, over one after the other."""
    if max(whole, turns) <= 1.1:
        return (f"Here this gained nothing (issued whole they took {1 / whole:.1f} times as long as one after the "
                f"other, in turns {1 / turns:.1f}): a gain requires two idle CPUs, and operations that are long "
                "compared with the cost of scheduling them.")
    if whole <= 1.1:
        return (f"Issued in turns they were {turns:.1f} times as fast as one after the other.  Issued whole they "
                "gained nothing: the whole second chain is younger than the first, and the memory level left no "
                "space to start it early.")
    return (f"Two workers ran them in parallel: issued whole they were {whole:.1f} times as fast as one after the "
            f"other, in turns {turns:.1f} times.")


def asynchrony(unfinished, count) -> str:
    """Judge asynchrony by how many of the largest products were unfinished at the end of the loop."""
    if unfinished > count // 2:
        return f"Yes: {unfinished:,} of {count:,} of the largest products were unfinished when the loop ended."
    return (f"Hardly: {unfinished:,} of {count:,} of the largest products were unfinished when the loop ended; they "
            "are computed as fast as they are issued.")
