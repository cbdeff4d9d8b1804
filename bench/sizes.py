#!/usr/bin/env python3
"""bench/sizes.py BUILD [--bin DIR] [--json FILE] [--rounds N] [--only PROGRAM]...:
does the runtime choose well?

Runs every example region at five sizes as the original loop, on the CPU, on
Vulkan and by the runtime's own choice, and prints the time of the choice over
that of the fastest. --bin takes programs compiled already (on another machine).
How to read it: bench/README.md.
"""
import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "examples"))
import harness  # noqa: E402

SCALES = ["0.001", "0.01", "0.1", "1", "4"]
MODES = {"original": "disabled", "cpu": "cpu", "vulkan": "mandatory",
         "chosen": "default"}


# Calls before those that are timed: as many as the runtime tries things out, and
# so many that opening Vulkan (docs/choice.md) would have paid, in seconds.
WARMUP, WARMUP_MOST, WARMUP_TIME = 12, 9999, 1.0
# Seconds that choosing may take: of a microsecond they are more than 10 %.
CHOOSING = 0.2e-6
# Timed calls, and fewer of what takes more than SLOW seconds.
REPEAT, REPEAT_SLOW, SLOW = 15, 5, 0.1


def start(binary, args, mode, scale, log, warmup, repeat):
    """What a program prints: times, and with "log" where its regions ran."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("LOFT_")}
    env.update(DEMO_SCALE=scale, DEMO_REPEAT=str(repeat),
               DEMO_WARMUP=str(warmup), LOFT_OFFLOAD=MODES[mode], LOFT_LOG=log)
    done = subprocess.run([binary] + args, env=env, capture_output=True,
                          text=True, timeout=600)
    if done.returncode:
        harness.fail("%s (%s) ended with %d:\n%s" % (
            binary, mode, done.returncode, done.stderr[-2000:]))
    return done


def slowest(done):
    """The seconds of the slowest region of a run."""
    return max(harness.times_in(done.stdout).values(), default=1)


def run(binary, args, mode, scale):
    """({region: seconds}, {region: where the last call ran}); in two runs,
    since writing the log takes time as well. A choice is warmed up by time, so
    one more run says how long a call takes."""
    warmup = 1
    if mode == "chosen":
        first = start(binary, args, mode, scale, "0", WARMUP, 5)
        warmup = int(max(WARMUP, min(WARMUP_MOST,
                                     WARMUP_TIME / slowest(first))))
    noted = start(binary, args, mode, scale, "1", warmup, 1)
    timed = start(binary, args, mode, scale, "0", warmup,
                  REPEAT_SLOW if slowest(noted) > SLOW else REPEAT)
    return harness.times_in(timed.stdout), harness.places_in(noted.stderr)


def least(binary, args, mode, scale, runs):
    """Runs once more; runs[mode] keeps the least time of each region: what else
    runs on the machine only makes things slower."""
    times, places = run(binary, args, mode, scale)
    for region, seconds in runs.get(mode, ({}, {}))[0].items():
        times[region] = min(times[region], seconds)
    runs[mode] = times, places


def measure(binary, args, scale, rounds):
    """Rows, one a region of the program; the modes take turns."""
    runs = {}
    for number in range(rounds):
        for mode in MODES:
            if number == 0 or mode == "chosen" or \
                    mode in (*runs[mode][1].values(), "original"):
                least(binary, args, mode, scale, runs)
    rows = []
    for region in runs["original"][0]:
        function = harness.function_of(region)
        row = {"region": region, "scale": float(scale),
               "place": runs["chosen"][1].get(function, "original")}
        for mode, (times, places) in runs.items():
            at = places.get(function, "original")
            row[mode] = times[region] if mode in (at, "chosen") else None
        best = min(t for m, t in row.items() if m in MODES and m != "chosen"
                   and t is not None)
        row["best"] = best
        row["over_best"] = row["chosen"] / best
        rows.append(row)
        print("%-20s %6s %s %s %s %s  %-8s %6.2f" % (
            region, scale, *(harness.milliseconds(row[m]) for m in MODES),
            row["place"], row["over_best"]), flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build")
    parser.add_argument("--bin")
    parser.add_argument("--only", action="append", metavar="PROGRAM")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    out = os.path.join(build, "demo")
    os.makedirs(out, exist_ok=True)
    print("%-20s %6s %10s %10s %10s %10s  %-8s %6s" % (
        "region", "scale", *MODES, "place", "/best"))
    rows = []
    for name, args in harness.PROGRAMS:
        if options.only and name not in options.only:
            continue
        binary = (os.path.join(options.bin, name) if options.bin else
                  harness.compile_program(build, name, out, ["-O2"])[0])
        for scale in SCALES:
            rows += measure(binary, args, scale, options.rounds)
    good = sum(row["chosen"] <= 1.1 * row["best"] + CHOOSING for row in rows)
    print("within 10 %% of the fastest, and %g us: %d of %d" % (
        CHOOSING * 1e6, good, len(rows)))
    if options.json:
        with open(options.json, "w") as f:
            json.dump(rows, f, indent=1)


if __name__ == "__main__":
    main()
