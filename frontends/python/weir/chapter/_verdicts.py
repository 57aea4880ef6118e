"""Conclusions generated from the measurements."""
from weir._pictures import duration


def alike(*timings) -> bool:
    """Return True if the ranges of all timings have a time in common."""
    return max(t.low for t in timings) <= min(t.high for t in timings)


def blockers(timings) -> str:
    if alike(*timings):
        return "They all cost the same, for they wait for the same."
    medians = sorted(t.median for t in timings)
    return (f"They wait for the same, and took from {duration(medians[0])} to {duration(medians[-1])} here: they lie apart by "
            "what else the machine did, or by what it takes to write the values out.")


def memory(barrier, free) -> str:
    """Compare the peak memory of a loop with a barrier and of one without."""
    if free <= 1.2 * barrier:
        return "So the loop without a barrier needs about what the one with a barrier needs, and nobody has to choose."
    return (f"Here the loop without a barrier needed {free / barrier:.1f} times what the one with a barrier needed, which "
            "the level allows.")


def window(each, two, free) -> str:
    """Compare waiting for each batch, a window of two, and no limit."""
    said = (f"A window of two took {two.median / each.median:.2f} of the time of waiting for each, and no bound at all "
            f"{free.median / each.median:.2f}")
    if two.median > 0.9 * each.median:
        return (f"{said}: reading and computing hardly overlapped here, which takes a processor that has time for the one while "
                "it does the other.")
    if two.median > 1.15 * free.median and not alike(two, free):
        return (f"{said}: one batch ahead hides a good part, and more of them ahead hid more, for batches did not all take as "
                "long.")
    return f"{said}: one batch ahead hides what there is to hide, and the loop cannot run away from its work."


def waits(one, everything) -> str:
    """Compare wait_to_read and waitall when there is only one array to wait for."""
    if alike(one, everything):
        return "Where there is one thing to wait for they cost the same, and that is all the chapter measures."
    return (f"Where there is one thing to wait for, which is all the chapter measures, both wait for the same; they took "
            f"{duration(one.median)} and {duration(everything.median)} here.")


def devices(whole, turns) -> str:
    """Judge the speedup of running two chains together, issued whole or interleaved, over one after the other."""
    if max(whole, turns) <= 1.1:
        return (f"Here that gained nothing (issued whole they took {1 / whole:.1f} times the time of one after the other, in "
                f"turns {1 / turns:.1f}): it takes two processors that have nothing else to do, and operations long enough to be "
                "worth the hand-overs.")
    if whole <= 1.1:
        return (f"Issued in turns they were {turns:.1f} times as quick as one after the other.  Issued whole they gained "
                "nothing: all of the second chain is younger than the first, and the memory level had no room to let it pass.")
    return (f"Two workers ran them side by side: issued whole they were {whole:.1f} times as quick as one after the other, in turns "
            f"{turns:.1f} times.")


def asynchrony(unfinished, count) -> str:
    """Judge asynchrony by how many of the largest products were unfinished at the end of the loop."""
    if unfinished > count // 2:
        return f"It is: of the largest products {unfinished:,} of {count:,} were unfinished when the loop was through."
    return (f"Hardly: of the largest products {unfinished:,} of {count:,} were unfinished when the loop was through; they are "
            "computed as fast as they are issued.")
