#!/usr/bin/env python3
"""run.py - build and run every bench, beside the peers that are installed: the engine, the operators, the models.

    bench/run.py                       five repetitions, a million tasks
    bench/run.py --quick               two repetitions, fewer tasks: to see that everything works
    bench/run.py --json results.jsonl  the same figures, one object a line
    bench/run.py --taskflow DIR        with Taskflow, from a checkout (or TASKFLOW_DIR)
    bench/run.py --only graph.random   cases that start so
    bench/run.py --only ops            the operators alone: see ops.py
    bench/run.py --only models         training steps alone: see models.py

Repetitions are interleaved: one of each program, then the next of each, so that a slow minute of the
machine falls on all of them.  A figure is the median of the repetitions; `best` is the best one.  A run
during which other processes took more than 5 % of the CPUs is repeated, at most --retry times, and the
quietest one is kept.  Repetitions that stayed disturbed count only where there is no other; such a figure
is marked with ~.

SPDX-License-Identifier: Apache-2.0
"""

import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import common
import models
import ops
from common import CPUS, FIELDS, QUIET, number, progress, verdict, wanted

SPARE = max(1, CPUS - 1)  # what the issuing thread leaves
LIMIT_S = 120  # for one run

# What we hold ourselves to: case -> (limit of our own figure, {peer: limit of Weir / peer}).
BARS = {
    "graph.random": (200, {"libgomp": 0.25, "onetbb": 0.4, "taskflow": 1.0, "taskflow-2w": 1.0}),
    "graph.random +1 worker": (None, {"spare workers": 1.5}),
    "push.awake.0r0w": (60, {}),
    "push.awake.1r1w": (60, {}),
    "push.awake.2r1w": (60, {}),
    "handover.self": (500, {}),
    "memory.resident": (160, {}),
    "memory.queue_bytes": (160, {}),
    "depth.wait.100000": (100, {}),
    "depth.wait.1000000": (100, {}),
}

SHAPES = ["independent", "chain", "random"]
GROUPS = ["memory", "push", "handover", "issuers", "ready", "parallel"]
DEPTHS = ["chain", "batches", "ready", "wait"]


# ---- Running -----------------------------------------------------------------------------------------


def cpu_times():
    """Seconds: all CPUs busy since boot, our children's share of that, the clock."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return common.busy_seconds(), used.ru_utime + used.ru_stime, time.monotonic()


def run_once(command, env):
    """Lines of one run as dicts, and the share of the CPUs that others took meanwhile, or None."""
    before = cpu_times()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, timeout=LIMIT_S)
    busy, own, wall = (b - a for a, b in zip(before, cpu_times()))
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip() or done.returncode}")
    others = common.share_of_others(busy, own, wall)
    lines = []
    for line in done.stdout.splitlines():
        words = line.split()
        row = {"case": words[0], "who": words[1], "value": float(words[2]), "unit": words[3]}
        row.update(word.split("=", 1) for word in words[4:])
        lines.append(row)
    return lines, others


class Runner:
    """Runs programs and keeps every figure, by (case, who)."""

    def __init__(self, retry, env):
        self.retry, self.env = retry, env
        self.rows = {}     # (case, who) -> list of rows
        self.failed = {}   # (case or group, who) -> complaints; after two it is not run any more
        self.others = []   # share taken by others, one per kept run that was long enough

    def run(self, command, who, case=None):
        """Run it; `who` and `case` replace the program's own words where they are given."""
        key = case or command[1], who
        if len(self.failed.get(key, [])) == 2:
            return
        try:
            kept = None
            for _ in range(1 + self.retry):
                this = run_once([str(word) for word in command], self.env)
                kept = this if kept is None or (this[1] or 0) < (kept[1] or 0) else kept
                if (kept[1] or 0) <= QUIET:
                    break
        except (RuntimeError, subprocess.TimeoutExpired, OSError) as error:
            self.failed.setdefault(key, []).append(str(error))
            return
        lines, others = kept
        if others is not None:
            self.others.append(others)
        for row in lines:
            row["quiet"] = (others or 0) <= QUIET
            self.rows.setdefault((case or row["case"], who), []).append(row)


# ---- Figures ---------------------------------------------------------------------------------------


def summary(rows):
    """Median, best and the rest of several rows of one case: of the quiet ones if there are any."""
    quiet = [row for row in rows if row["quiet"]]
    rows = quiet or rows
    more_is_better = rows[0]["unit"].endswith("/s")
    bests = [float(row.get("best", row["value"])) for row in rows]
    out = {key: rows[-1].get(key) for key in ("unit", "ran", "workers", "threads", "version")}
    out["value"] = statistics.median(row["value"] for row in rows)
    out["best"] = max(bests) if more_is_better else min(bests)
    out["repetitions"] = len(rows)
    out["quiet"] = bool(quiet)
    if "submit" in rows[0]:
        out["submit"] = statistics.median(float(row["submit"]) for row in rows)
    return out


def record(case, mine, name, peer, cpu):
    """A line of the table: our figure alone (`name` is None), or against one peer."""
    own_bar, peer_bars = BARS.get(case, (None, {}))
    out = dict.fromkeys(FIELDS)
    out.update(case=case, unit=(mine or peer)["unit"], peer=name, cpu=cpu)
    if mine:
        out.update(weir=mine["value"], weir_best=mine["best"], weir_submit=mine.get("submit"),
                   workers=int(mine["workers"]), tasks_ran=int(mine["ran"]), repetitions=mine["repetitions"],
                   quiet=mine["quiet"])
    if peer:
        out.update(peer_value=peer["value"], peer_best=peer["best"], peer_submit=peer.get("submit"),
                   peer_workers=int(peer["workers"]), peer_tasks_ran=int(peer["ran"]), peer_version=peer["version"],
                   peer_quiet=peer["quiet"])
    judged = mine and (mine["value"] / peer["value"] if peer else mine["value"])
    out["ratio"] = judged if peer else None
    out["bar"] = peer_bars.get(name) if peer else own_bar
    out["verdict"] = verdict(judged, out["bar"], strict=bool(peer) and name.startswith("taskflow"))
    return out


def compare(rows, cpu):
    """The lines of the table: for each case ours, then one for each peer."""
    figures = {key: summary(value) for key, value in rows.items()}
    spare = figures.get(("graph.random +0 workers", "weir")) or figures.get(("graph.random", "weir"))
    records = []
    for case in dict.fromkeys(case for case, _ in figures):
        mine = figures.get((case, "weir"))
        peers = [(name, figure) for (of, name), figure in figures.items() if of == case and name != "weir"]
        if case == "graph.random +1 worker" and spare:
            peers.append(("spare workers", spare))
        if mine:
            records.append(record(case, mine, None, None, cpu))
        records += [record(case, mine, name, figure, cpu) for name, figure in peers]
    return records


def print_table(records):
    head = ("case", "unit", "Weir", "best", "submit", "workers", "peer", "median", "best", "submit", "ratio", "bar", "")
    lines, last = [head], None
    for r in records:
        peer = r["peer"] or ""
        bar = "" if r["bar"] is None else f"{'<' if peer.startswith('taskflow') else '<='} {r['bar']:g}"
        ours = (r["case"], r["unit"], number(r["weir"], r["quiet"]), number(r["weir_best"]), number(r["weir_submit"]),
                "" if r["workers"] is None else str(r["workers"]))
        lines.append((ours if r["case"] != last else ("",) * len(ours))
                     + (peer, number(r["peer_value"], r["peer_quiet"]), number(r["peer_best"]),
                        number(r["peer_submit"]), "" if r["ratio"] is None else f"{r['ratio']:.3f}", bar,
                        r["verdict"] or ""))
        last = r["case"]
    common.print_columns(lines, {0, 1, 6, 11, 12})


# ---- The plan --------------------------------------------------------------------------------------


def plan(folder, peers, quick):
    """Every run of one repetition: (command, who, case or None)."""
    tasks = ["--tasks", 200000 if quick else 1000000]
    weir = folder / "engine_graph"
    for shape in SHAPES:
        case = f"graph.{shape}"
        yield [weir, shape, *tasks], "weir", case
        yield [weir, shape, *tasks, "--workers", 0], "weir", f"{case} default"
        if shape == "random":
            if SPARE != 1:
                yield [weir, shape, *tasks, "--workers", SPARE], "weir", f"{case} +0 workers"
            yield [weir, shape, *tasks, "--workers", SPARE + 1], "weir", f"{case} +1 worker"
        for peer in peers:
            yield [folder / f"engine_graph_{peer}", shape, *tasks], peer, case
            if peer == "taskflow":
                yield [folder / "engine_graph_taskflow", shape, *tasks, "--workers", 2], "taskflow-2w", case
    for group in GROUPS:
        yield [folder / "engine_latency", group] + (["--quick"] if quick else []), "weir", None
    for group in DEPTHS:
        yield [folder / "engine_depth", group] + (["--quick"] if quick else []), "weir", None
    yield [folder / "engine_overlap"] + (["--quick"] if quick else []), "weir", None


def find_peers(folder):
    """Names of the peers that were built, and {name: reason} of those that were not."""
    built, skipped = [], {}
    for line in (folder / "peers.txt").read_text().splitlines():
        kind, name, *reason = line.split(" ", 2)
        if kind == "built":
            built.append(name)
        else:
            skipped[name] = reason[0] if reason else ""
    return built, skipped


def run_engine(folder, steps, peers, skipped, reps, retry):
    """Measure and print; returns the records, and whether Weir failed somewhere."""
    with tempfile.TemporaryDirectory(prefix="weir-bench-") as home:
        runner = Runner(retry, {**os.environ, "STARPU_HOME": home})
        try:
            for rep in range(reps):
                for at, (command, who, case) in enumerate(steps):
                    progress(f"repetition {rep + 1} of {reps}, {at + 1} of {len(steps)}: {who} {case or command[1]}")
                    runner.run(command, who, case)
        except KeyboardInterrupt:
            print("interrupted: what follows is from fewer repetitions\n")
        progress("")

    cpu = common.cpu_model()
    records = compare(runner.rows, cpu)
    print_table(records)
    print()
    print(f"CPU      {cpu}")
    print(f"system   {platform.system()} {platform.release()}, load {os.getloadavg()[0]:.2f}")
    versions = {r["peer"]: r["peer_version"] for r in records if r["peer"] in peers}
    print(f"peers    {', '.join(f'{name} {version}' for name, version in versions.items()) or 'none'}")
    if runner.others:
        print(f"others   took {100 * statistics.median(runner.others):.1f} % of the CPUs in the median run, "
              f"{100 * max(runner.others):.1f} % in the worst that was kept (of {len(runner.others)} runs above 0.5 s)")
    for name, reason in skipped.items():
        print(f"skipped  {name}: {reason}")
    for (case, name), complaints in runner.failed.items():
        print(f"FAILED   {case} {name}, {len(complaints)} x: {complaints[0]}")
    misses = sum(r["verdict"] == "MISS" for r in records)
    print(f"bars     {sum(r['verdict'] == 'pass' for r in records)} held, {misses} missed")
    return records, any(name == "weir" for _, name in runner.failed)


def main():
    parser = common.options("Build and run the benches beside the peers that are installed.",
                            "two repetitions, fewer tasks", "repetitions", "programs that are built already", "cases")
    parser.add_argument("--taskflow", metavar="DIR", default=os.environ.get("TASKFLOW_DIR"),
                        help="a checkout of Taskflow")
    parser.add_argument("--retry", type=int, default=2, help="how often a disturbed run is repeated (2)")
    args = parser.parse_args()

    folder = args.bin or common.build(args.build, args.taskflow)
    peers, skipped = find_peers(folder)
    if args.peers is not None:
        peers = [name for name in peers if name in args.peers]
    reps = args.reps or (2 if args.quick else 5)
    steps = [step for step in plan(folder, peers, args.quick) if wanted(step[2] or step[0][1], args.only)]
    records, failed = run_engine(folder, steps, peers, skipped, reps, args.retry) if steps else ([], False)
    if ops.pick(args.only):
        print("\n" if steps else "", end="")
        more, failed_too = ops.run(folder, args.only, args.peers, reps, args.quick, args.retry, not args.no_install)
        records, failed = records + more, failed or failed_too
    if models.pick(args.only):
        print("\n" if records else "", end="")
        more, failed_too = models.run(folder, args.only, args.peers, reps, args.quick, not args.no_install)
        records, failed = records + more, failed or failed_too
    return common.finish(args, records, failed)


if __name__ == "__main__":
    sys.exit(main())
