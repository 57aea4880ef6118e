"""models_protocol.py - the conversation between models.py and a program that trains one model.

A program has the name of its model as an argument and lives for that model alone, so that its memory is the
model's.  It says who it is, then reads lines and answers each with one line of JSON:

    {"who": "torch", "version": "2.15.0", "parameters": 85002}   first, with the model made
    8                                                            {"ns": [time of 8 steps], "bytes": peak}

`bytes` is how far the resident memory has been above what it was when the libraries had been imported.

SPDX-License-Identifier: Apache-2.0
"""

import gc
import json
import sys
import time

MODELS = {}  # name -> function that makes the model and returns its parameters' size and what runs n steps


def model(make):
    """Register a function by its name."""
    MODELS[make.__name__] = make
    return make


def status(field):
    """A size in bytes out of what the kernel says about this process."""
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(field + ":")) * 1024


def serve(who, version):
    """Answer until the input ends."""
    name = sys.argv[1]
    if name not in MODELS:
        print(json.dumps({"missing": True}), flush=True)
        return
    start = status("VmRSS")
    parameters, run = MODELS[name]()
    gc.collect()
    gc.disable()
    print(json.dumps({"who": who, "version": version, "parameters": parameters}), flush=True)
    for line in sys.stdin:
        count = int(line)
        try:
            begin = time.perf_counter_ns()
            run(count)
            answer = {"ns": time.perf_counter_ns() - begin, "bytes": max(0, status("VmHWM") - start)}
        except Exception as error:  # whatever it is, the bench wants to print it
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
