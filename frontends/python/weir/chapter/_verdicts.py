"""Conclusions generated from the measurements, as sentences of the report."""
from weir._pictures import duration


def alike(*timings) -> bool:
    """Return True if the ranges of all timings, from minimum to maximum, overlap."""
    return max(t.low for t in timings) <= min(t.high for t in timings)


def blockers(timings) -> str:
    if alike(*timings):
        return "They all take the same time, because they wait for the same work."
    medians = sorted(t.median for t in timings)
    return (f"They wait for the same work, and took from {duration(medians[0])} to {duration(medians[-1])} here; the "
            "differences come from other load on the machine and from printing the values.")


def memory(barrier, free) -> str:
    """Return a comparison of the peak memory of the loops with and without a barrier."""
    if free <= 1.2 * barrier:
        return ("The loop without a barrier needs about as much memory as the loop with one, so the barrier is not "
                "needed.")
    return (f"Here the loop without a barrier needed {free / barrier:.1f} times the memory of the loop with one, "
            "which the memory level allows.")


def window(each, two, free) -> str:
    """Return a comparison of three loops: waiting for each batch, a window of two batches, and no limit."""
    said = (f"The loop with a window of two batches took {two.median / each.median:.2f} times as long as the loop that "
            f"waits for each batch, and the loop without a limit {free.median / each.median:.2f} times as long")
    if two.median > 0.9 * each.median:
        return (f"{said}: reading and computing hardly overlapped here, because this requires a CPU that is free to "
                "compute while the reader reads.")
    if two.median > 1.15 * free.median and not alike(two, free):
        return (f"{said}: reading one batch ahead hides a good part of the reading time, and reading further ahead "
                "hid more, because the batches took different times.")
    return (f"{said}: reading one batch ahead hides all of the time that can be hidden, and the front end cannot run "
            "far ahead of the back end.")


def waits(one, everything) -> str:
    """Return a comparison of wait_to_read and waitall when there is only one array to wait for."""
    if alike(one, everything):
        return "With a single array to wait for, the only case that the chapter measures, both take the same time."
    return ("With a single array to wait for, the only case that the chapter measures, both wait for the same work; "
            f"they took {duration(one.median)} and {duration(everything.median)} here.")


def devices(whole, turns) -> str:
    """Return a verdict on the speedup of running two chains of operations together over running one after the other.

    `whole` is the speedup if all of the first chain is issued before the second; `turns` is the speedup if operations
    of both chains are issued alternately.
    """
    if max(whole, turns) <= 1.1:
        return (f"Here there was no gain (issued whole, they took {1 / whole:.1f} times as long as one after the "
                f"other, and issued in turns, {1 / turns:.1f} times): a gain requires two idle CPUs, and operations "
                "that take long compared with the cost of scheduling them.")
    if whole <= 1.1:
        return (f"Issued in turns, they were {turns:.1f} times as fast as one after the other.  Issued whole, there "
                "was no gain: the second chain was issued after all of the first, and the memory level left no space "
                "to start it early.")
    return (f"Two workers ran them in parallel: issued whole, they were {whole:.1f} times as fast as one after the "
            f"other, and issued in turns, {turns:.1f} times.")


def together(alone, joint, longer) -> str:
    """Return a verdict on running on two devices at once: `alone` is the time of one after the other, `joint` that of both
    together, and `longer` that of the slower device alone."""
    if joint >= 0.95 * alone:
        return "Here there was no gain: together they took as long as one after the other."
    return (f"Together they took {joint / longer:.2f} times as long as the slower of the two alone, and were "
            f"{alone / joint:.1f} times as fast as one after the other.")


def copies(apart, overlapped) -> str:
    """Return a verdict on copying results while others are computed, compared with copying them at the end."""
    if overlapped >= 0.95 * apart:
        return "Here there was no gain: the copies took as long as at the end."
    return f"Without the wait in between, the loop was {apart / overlapped:.1f} times as fast."


def asynchrony(unfinished, count) -> str:
    """Return a verdict on asynchrony, based on how many of the largest products were unfinished when the loop that
    issued them ended."""
    if unfinished > count // 2:
        return f"Yes: {unfinished:,} of the {count:,} largest products were unfinished when the loop ended."
    return (f"Hardly: {unfinished:,} of the {count:,} largest products were unfinished when the loop ended; they are "
            "computed as fast as they are issued.")
