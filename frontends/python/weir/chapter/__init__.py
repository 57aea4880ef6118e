"""Live experiments for the guide docs/guide/asynchronous-computation.md: python -m weir.chapter.

The experiments are queueing versus computing, the dependency graph, barriers and blocking calls, synchronous versus
asynchronous execution, memory with and without a barrier, and the exercises.  Each measurement is compared with the
prediction of a model with three parameters: t1 is the time to issue an operation, t2 the time to compute it, and t3 the
time to return its result.

    _measure.py       repeated timings, choice of problem sizes, measurement of t1, t2 and t3
    _experiments.py   the experiments
    _gpu.py           further experiments, if there is a GPU
    _verdicts.py      conclusions generated from the measurements
    _loops.py         two short loops whose timelines are drawn, each in a process whose waiting threads do not compute
    _training.py      the training loop whose memory is sampled, run in a separate process
    _report.py        the tables for the terminal and the HTML page
"""

__all__ = ["run"]


def run(quick: bool = False, report=None, out=None) -> list:
    """Run the experiments and return the list of their Sections.

    The tables are printed to `out`, by default standard output, and the HTML page is written to the path `report`, if
    one is given.  `quick` uses small problem sizes, for which the measured times mean little.
    """
    from weir.chapter import _experiments, _gpu, _measure, _report

    lab = _measure.Lab(quick)
    experiments = _experiments.ALL + (_gpu.ALL if _gpu.why_not() is None else [])
    bar = _measure.Bar([e.title for e in experiments])
    print(_report.opening(lab), file=out, flush=True)
    sections = []
    for experiment in experiments:
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
