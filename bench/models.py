#!/usr/bin/env python3
"""models.py - training steps: Weir, with and without fusion, beside PyTorch, eager and compiled, jax.jit, and NumPy by hand.

    bench/models.py                      every model; `make bench ARGS="--only models"` does the same
    bench/models.py --only models.gpt    models that start so
    bench/models.py --peers torch        only beside these ('' for none)
    bench/models.py --no-install         with the peers that are installed already

Each program is a process that trains one model (peers/models_protocol.py has the conversation), has two
threads, and is stopped by a signal while another one is measured.  They take turns of about a tenth of a
second, or of one step.  The figure of a model is the least time of a turn, divided by its steps: on a machine
that others use too, the least is what the program takes and the rest is what the others took.  `memory` is how
far resident memory rose above what it was after the imports, the model and its data included.

SPDX-License-Identifier: Apache-2.0
"""

import pathlib
import sys

import common
import install
import ops

HERE = pathlib.Path(__file__).resolve().parent
TURN_NS = 100e6
TURNS = 5  # short ones, of each repetition: the least of many finds a moment when nobody else was at work
COMPILED = "torch.compile"  # for information, like the next two: they have no bars
UNFUSED = "unfused"         # Weir itself with WEIR_FUSION=0
NAMES = {"numpy": "NumPy", "torch": "PyTorch", COMPILED: COMPILED, "jax": "jax.jit", UNFUSED: UNFUSED}

# What we hold ourselves to: model -> {peer: limit of Weir's time over the peer's}.
MODELS = {
    "mlp_products": {},
    "mlp": {"torch": 0.8},
    "tiny": {"torch": 0.3, "numpy": 0.75},
    "lenet": {"torch": 0.8},
    "convolutions": {"torch": 1.0},
    "gpt": {"torch": 0.85},
    "lstm": {"torch": 0.8},
}
MEMORY = {"torch": 1.0}  # of every model
OVER_PRODUCTS = 1.15     # or this much of its matrix products alone is enough for the mlp
UNITS = {"time": ("ms", 1e6), "memory": ("MB", 1e6)}


# ---- Measuring ---------------------------------------------------------------------------------------


class Program(ops.Program):
    """A process that trains one model."""

    def __init__(self, name, command, env):
        super().__init__(name, command, env=env)
        self.parameters = self.greeting.get("parameters")
        self.best, self.peak, self.turns, self.steps = None, 0, 0, 1

    def take_turn(self):
        answer = self.ask(self.steps)
        time = answer["ns"] / self.steps
        self.best = time if self.best is None else min(self.best, time)
        self.peak = max(self.peak, answer["bytes"])
        self.turns += 1

    def warm_up(self, turn_ns):
        """Two turns that do not count, and from the second how many steps a turn has."""
        for _ in range(2):
            time = self.ask(self.steps)["ns"] / self.steps
        self.steps = max(1, min(2000, round(turn_ns / time)))

    def figures(self, quiet):
        return {"time": self.best, "memory": self.peak, "turns": self.turns, "quiet": quiet,
                "version": self.version}


def command_of(name, model, folder, may_install):
    """How to start a program, and what its environment has besides ours."""
    if name in ("weir", UNFUSED):
        env = {"PYTHONPATH": folder.parent / "python", "WEIR_FUSION": int(name == "weir")}
        return [sys.executable, HERE / "models_weir.py", model], env
    package, more = ("torch", ["compiled"]) if name == COMPILED else (name, [])
    return [install.environment(package, may_install), HERE / "peers" / f"models_{package}.py", model, *more], {}


def start(model, names, folder, may_install):
    programs, absent = [], {}
    for name in names:
        common.progress(f"models: {model}, starting {name}")
        try:
            program = Program(name, *command_of(name, model, folder, may_install))
            if program.greeting.get("missing"):
                program.end()
            else:
                programs.append(program)
        except (RuntimeError, OSError, ValueError) as error:
            absent[name] = str(error)
    return programs, absent


def measure(model, names, folder, turns, turn_ns, may_install):
    """{program: figures} of one model, and {program: why not}."""
    programs, failed = start(model, names, folder, may_install)
    sizes = {program.name: program.parameters for program in programs}
    if len(set(sizes.values())) > 1:
        failed["weir"] = f"not the same model: {', '.join(f'{n} has {s} parameters' for n, s in sizes.items())}"
    clocks = ops.Clocks(programs)
    try:
        for turn in range(turns + 1):
            common.progress(f"models: {model}, turn {turn} of {turns}")
            for program in [p for p in programs if p.name not in failed]:
                try:
                    program.take_turn() if turn else program.warm_up(turn_ns)
                except (RuntimeError, OSError, ValueError) as error:
                    failed[program.name] = str(error)
        others = clocks.others()
    finally:
        for program in programs:
            program.end()
    quiet = (others or 0) <= common.QUIET
    return {p.name: p.figures(quiet) for p in programs if p.name not in failed and p.best is not None}, failed


# ---- Figures -----------------------------------------------------------------------------------------


def bar_of(model, what, peer, figures, products):
    """Of Weir's figure over the peer's, or None."""
    bar = (MODELS[model] if what == "time" else MEMORY if model != "mlp_products" else {}).get(peer)
    if model == "mlp" and what == "time" and bar and products:
        bar = max(bar, OVER_PRODUCTS * products / figures[peer]["time"])
    return bar


def record(model, what, figures, peer, products, cpu):
    """A line of JSON: our figure alone (`peer` is None), or against one peer."""
    unit, scale = UNITS[what]
    mine, theirs = figures.get("weir"), figures.get(peer)
    out = dict.fromkeys(common.FIELDS)
    out.update(case=f"models.{model}" + (".memory" if what == "memory" else ""), unit=unit, peer=peer, cpu=cpu)
    if mine:
        out.update(weir=mine[what] / scale, weir_best=mine[what] / scale, workers=ops.THREADS,
                   repetitions=mine["turns"], quiet=mine["quiet"])
    if theirs:
        out.update(peer_version=theirs["version"], peer_value=theirs[what] / scale, peer_best=theirs[what] / scale,
                   peer_workers=ops.THREADS, peer_quiet=theirs["quiet"])
        out["bar"] = bar_of(model, what, peer, figures, products)
        if mine and theirs[what]:
            out["ratio"] = mine[what] / theirs[what]
            out["verdict"] = common.verdict(out["ratio"], out["bar"])
    return out


def records_of(model, figures, names, products, cpu):
    return [record(model, what, figures, peer, products, cpu) for what in UNITS
            for peer in (None, *(name for name in names if name != "weir" and name in figures))
            if peer or "weir" in figures]


def print_table(records, peers):
    lines = [("case", "unit", "Weir", *(NAMES[p] for p in peers), *(f"/ {NAMES[p]}" for p in peers), "")]
    for case in dict.fromkeys(r["case"] for r in records):
        rows = {r["peer"]: r for r in records if r["case"] == case}
        mine = rows.get(None)
        theirs = [common.number(rows[p]["peer_value"], rows[p]["peer_quiet"]) if p in rows else "-" for p in peers]
        ratios = [ops.against_bar("-" if p not in rows or rows[p]["ratio"] is None else f"{rows[p]['ratio']:.2f}",
                                  rows[p]["bar"] and round(rows[p]["bar"], 2) if p in rows else None, False)
                  for p in peers]
        verdicts = [r["verdict"] for r in rows.values() if r["verdict"]]
        word = "MISSED" if "MISS" in verdicts else "held" if verdicts else ""
        if word and not mine["quiet"]:
            word = f"~{word}"
        unit = next(iter(rows.values()))["unit"]
        lines.append((case, unit, common.number(mine["weir"], mine["quiet"]) if mine else "-", *theirs, *ratios, word))
    common.print_columns(lines, {0, 1, len(lines[0]) - 1})


# ---- The plan ----------------------------------------------------------------------------------------


def pick(only):
    return [model for model in MODELS if common.wanted(f"models.{model}", only)]


def run(folder, only=None, peers=None, turns=5, quick=False, may_install=True):
    """Measure and print; returns the records, and whether Weir failed somewhere."""
    names = ["weir", *(name for name in NAMES if peers is None or name in peers)]
    cpu, records, failed, products = common.cpu_model(), [], {}, None
    try:
        for model in pick(only):
            figures, why = measure(model, names, folder, TURNS * turns, TURN_NS, may_install)
            failed.update({(model, name): reason for name, reason in why.items()})
            if model == "mlp_products" and "weir" in figures:
                products = figures["weir"]["time"]
            records += records_of(model, figures, names, products, cpu)
    except KeyboardInterrupt:
        print("interrupted: the models measured so far follow\n")
    common.progress("")
    print_table(records, names[1:])
    print()
    print(f"CPU      {cpu}")
    versions = {r["peer"]: r["peer_version"] for r in records if r["peer"]}
    print(f"peers    {', '.join(f'{name} {version}' for name, version in versions.items()) or 'none'}")
    for (model, name), reason in failed.items():
        print(f"{'FAILED  ' if name == 'weir' else 'skipped '} models.{model} {name}: {reason}")
    print(f"bars     {sum(r['verdict'] == 'pass' for r in records)} held, "
          f"{sum(r['verdict'] == 'MISS' for r in records)} missed")
    return records, any(name == "weir" for _, name in failed)


def main():
    parser = common.options("Measure training steps beside PyTorch and NumPy.", "ten turns",
                            "turns of each program, over five", "the folder `bench` of what is built already", "models")
    args = parser.parse_args()

    records, failed = run(args.bin or common.build(args.build), args.only, args.peers,
                          args.reps or (2 if args.quick else 5), args.quick, not args.no_install)
    return common.finish(args, records, failed)


if __name__ == "__main__":
    sys.exit(main())
