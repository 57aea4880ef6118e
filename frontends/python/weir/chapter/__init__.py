"""The chapter on asynchronous computation, live: python -m weir.chapter.

A dozen experiments: queueing against computing, the dependency graph, barriers and blockers, synchronous against
asynchronous, memory with and without a barrier, and the exercises.  Each stands beside what a model of three numbers
predicts: t1 to issue an operation, t2 to compute it, t3 to hand it over.

    _measure.py       times with their spread, sizes that take long enough, t1, t2 and t3
    _experiments.py   the experiments
    _verdicts.py      sentences that follow from what was measured
    _loops.py         two short loops to be drawn, in a process that lets nobody help
    _training.py      the training loop whose memory is looked at, in a process of its own
    _report.py        the tables, and the page
"""

__all__ = ["run"]


def run(quick: bool = False, report=None, out=None) -> list:
    """Go through the experiments: tables to `out` (standard output), the page to the path `report`.

    `quick` makes everything small: figures are there, and mean little.  Gives the sections.
    """
    from weir.chapter import _experiments, _measure, _report

    lab = _measure.Lab(quick)
    bar = _measure.Bar([e.title for e in _experiments.ALL])
    print(_report.opening(lab), file=out, flush=True)
    sections = []
    for experiment in _experiments.ALL:
        bar.show(len(sections))
        section = experiment(lab)
        sections.append(section)
        bar.clear()
        print(_report.text(section, len(sections)), file=out, flush=True)
    bar.clear()
    if report is not None:
        _report.write(report, lab, sections)
        print(f"\nThe same with pictures: {report}", file=out, flush=True)
    return sections
