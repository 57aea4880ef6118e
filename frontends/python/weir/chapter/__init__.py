"""The chapter on asynchronous computation as live experiments: python -m weir.chapter.

A dozen experiments: queueing versus computing, the dependency graph, barriers and blocking calls, synchronous versus
asynchronous execution, memory with and without a barrier, and the exercises.  Each is compared with the prediction of a
model with three parameters: t1 to issue an operation, t2 to compute it, t3 to return its result.

    _measure.py       timings with their spread, problem sizes that take long enough, t1, t2 and t3
    _experiments.py   the experiments
    _verdicts.py      conclusions generated from the measurements
    _loops.py         two short loops whose timelines are drawn, in a process where waiting threads do not help
    _training.py      the training loop whose memory is sampled, in a separate process
    _report.py        the tables, and the HTML page
"""

__all__ = ["run"]


def run(quick: bool = False, report=None, out=None) -> list:
    """Run the experiments: print tables to `out` (standard output), write the HTML page to the path `report`.

    `quick` makes everything small; the figures then mean little.  Returns the sections.
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
        print(f"\nThis report with figures: {report}", file=out, flush=True)
    return sections
