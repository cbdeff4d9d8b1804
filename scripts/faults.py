#!/usr/bin/env python3
"""scripts/faults.py BUILD: every Vulkan call, and every request for host
memory, of every example made to fail in turn.

Each failure is a process of its own that runs the example twice (DEMO_SCALE
0.01): with the failure, then without. All results must be the original's or
the lifted CPU code's, there must be one line about the failure (none where it
costs nothing but time), and afterwards everything runs on Vulkan again without
a word, but for regions that the driver declines anyway. Sanitized builds look
for leaks too.

    --every K --first N   only calls N, N + K, N + 2 K, ..., with one result each
    --seconds S           no new failures after that time
    --staging             arrays go through staging memory, in slots of 16 KiB
    --onwards             from the N-th request on there is no device memory
    --examples A,B        only these
    -j J                  processes at a time

Prints a line for each example, and ends with 1 when a failure did harm.
"""
import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "examples"))
import harness  # noqa: E402

DRIVER = os.path.join(ROOT, "test", "run", "Inputs", "faults_example.c")
LSAN = os.path.join(ROOT, "test", "run", "Inputs", "lsan.supp")
ORIGINAL, CPU, VULKAN = "0", "1", "2"
MOST_RESULTS = 16  # more than any call has
# DEMO_SCALE where 0.01 is more than lavapipe runs: its loops end after 65,535
# iterations.
SCALES = {"sparse": "0.0002", "graph": "0.00003", "audio": "0.004",
          "molecules": "0.001"}


def cache_value(build, name):
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        for line in cache:
            if line.startswith(name + ":"):
                return line.split("=", 1)[1].strip()
    return ""


def settings(build, staging):
    """The environment of all runs."""
    env = {k: v for k, v in os.environ.items()
           if not k.startswith(("LOFT_", "DEMO_"))}
    env.update(DEMO_SCALE="0.01", VK_DRIVER_FILES=harness.LAVAPIPE,
               VK_ICD_FILENAMES=harness.LAVAPIPE, LOFT_DEVICE="llvmpipe",
               LOFT_TEST_STAGING="16" if staging else "0")
    env.setdefault("OMP_NUM_THREADS", "2")
    if cache_value(build, "LOFT_SANITIZE") == "ON":
        asan = subprocess.run(
            ["clang-22", "-print-file-name=libclang_rt.asan-x86_64.so"],
            capture_output=True, text=True).stdout.strip()
        env.update(
            LD_PRELOAD=asan,
            ASAN_OPTIONS="detect_leaks=1:allow_user_poisoning=0",
            LSAN_OPTIONS="print_suppressions=0:suppressions=" + LSAN)
    return env


def compile_example(build, name, args, env, out):
    """Compiles the driver around an example; returns the command to run it."""
    lib = os.path.join(build, "lib")
    binary = os.path.join(out, name)
    command = [
        "clang-" + (cache_value(build, "LOFT_LLVM") or "22"), "-O2",
        "-fplugin=" + os.path.join(lib, "libloft.so"),
        "-I" + os.path.join(ROOT, "include"), "-I" + harness.HERE,
        "-DEXAMPLE=%s.c" % name, DRIVER, "-o", binary, "-L" + lib,
        "-Wl,-rpath," + lib, "-lloftrt", "-lpng", "-lm",
        "-Wl,--allow-shlib-undefined",
    ] + (["-DEXAMPLE_TAKES_FILE"] if args else [])
    quiet = dict(env, ASAN_OPTIONS="detect_leaks=0:allow_user_poisoning=0")
    done = subprocess.run(command, env=quiet, capture_output=True, text=True)
    if done.returncode:
        harness.fail("cannot compile %s:\n%s" % (name, done.stderr))
    return [binary] + args


class Pass:
    """What one run of the example printed."""

    def __init__(self):
        self.injected, self.warnings, self.ran, self.results = 0, [], [], []

    def read(self, line):
        kind, _, rest = line.partition(" ")
        if kind == "log" and rest.startswith("loft: test: "):
            self.injected += 1
        elif kind == "log":
            self.warnings.append(rest)
        elif kind == "ran":
            self.ran.append(rest.split())
        elif kind == "result":
            self.results.append(rest)

    def elsewhere(self, declined=()):
        """The regions that ran elsewhere than on Vulkan, but for those that the
        driver declines without a failure."""
        return [name for name, where in self.ran
                if where != VULKAN and name not in declined]


def run_twice(command, env, **more):
    """Runs the driver; returns (its two passes, what is wrong with the run)."""
    try:
        done = subprocess.run(command, env=dict(env, **more), text=True,
                              capture_output=True, timeout=300)
    except subprocess.TimeoutExpired:
        return [Pass(), Pass()], "it did not end in 5 minutes"
    passes = []
    for line in done.stdout.splitlines():
        if line.startswith("pass "):
            passes.append(Pass())
        elif passes:
            passes[-1].read(line)
    if done.returncode or len(passes) != 2:
        return passes, "exit status %d: %s" % (
            done.returncode, done.stderr[-3000:])
    return passes, None


def reference(command, env):
    """The results that are right: a list of sets."""
    known = []
    for mode in ["disabled", "cpu"]:
        passes, wrong = run_twice(command, env, LOFT_OFFLOAD=mode)
        if wrong:
            harness.fail("%s (%s): %s" % (command[0], mode, wrong))
        known.append(passes[0].results)
    return [set(both) for both in zip(*known)]


def find_declined(command, env):
    """The regions that do not run on Vulkan without a failure either: loops
    longer than the driver runs. That may not be all of them."""
    passes, wrong = run_twice(command, env)
    if wrong:
        harness.fail("%s: %s" % (command[0], wrong))
    names = {name for name, _ in passes[0].ran}
    declined = set(passes[0].elsewhere()) & set(passes[1].elsewhere())
    if declined == names:
        harness.fail("%s: nothing runs on Vulkan" % command[0])
    return declined


def judge(passes, right, declined, onwards):
    """What is wrong with a run with a failure; None: nothing."""
    first, second = passes
    places, after = (p.elsewhere(declined) for p in passes)
    for k, p in enumerate(passes):
        if len(p.results) != len(right) or any(
                r not in ok for r, ok in zip(p.results, right)):
            return "wrong answer in pass %d" % (k + 1)
    if len(first.warnings) > (len(set(places)) if onwards else 1):
        return "more than one line: %s" % first.warnings
    if places and not first.warnings:
        return "not a word about %s" % places
    if second.warnings:
        return "trouble afterwards: %s" % second.warnings
    if after:
        return "afterwards not on Vulkan: %s" % after
    return None


class Campaign:
    """All failures of one example."""

    def __init__(self, name, command, env, options, deadline):
        self.name, self.command, self.env = name, command, env
        self.options, self.deadline = options, deadline
        self.right = reference(command, env)
        self.declined = find_declined(command, env)
        self.done = {"": 0, "mem:": 0, "dev:": 0}
        self.quiet, self.bad, self.cut = 0, [], False

    def one(self, kind, n, result):
        """Makes one call fail; whether there was such a call."""
        what = "%s%d%s" % (kind, n, result)
        passes, wrong = run_twice(self.command, self.env, LOFT_TEST_FAULT=what)
        if not wrong and passes[0].injected == 0:
            return False
        wrong = wrong or judge(passes, self.right, self.declined,
                               result == "+")
        self.done[kind] += 1
        if wrong:
            self.bad.append((what, wrong))
            print("FAILED %s LOFT_TEST_FAULT=%s: %s"
                  % (self.name, what, wrong), flush=True)
        elif not passes[0].warnings:
            self.quiet += 1
        return True

    def call(self, kind, n):
        """All (when sampling: one) of a call's results; whether there is such
        a call."""
        if time.monotonic() > self.deadline:
            self.cut = True
            return False
        if kind == "dev:":
            return self.one(kind, n, "+")
        if kind == "mem:":
            return self.one(kind, n, "")
        if self.options.every > 1: # every call has three results but one
            return (self.one(kind, n, ":%d" % (n % 3)) or
                    self.one(kind, n, ":0"))
        for k in range(MOST_RESULTS):
            if not self.one(kind, n, ":%d" % k):
                return k > 0
        return True

    def run(self, pool):
        """Call after call, a few at a time, until there are no more."""
        o = self.options
        for kind in ["dev:"] if o.onwards else ["", "mem:"]:
            n, more = o.first, True
            while more:
                batch = [n + k * o.every for k in range(o.jobs)]
                more = all(pool.map(lambda at: self.call(kind, at), batch))
                n += o.every * o.jobs
        print("%-13s %4d calls and %3d requests failed, %d wrong; %d cost "
              "nothing but time%s%s" % (
                  self.name, self.done[""],
                  self.done["mem:"] + self.done["dev:"], len(self.bad),
                  self.quiet, "; cut short" if self.cut else "",
                  "".join("; %s declined" % d for d in sorted(self.declined))),
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--staging", action="store_true")
    parser.add_argument("--onwards", action="store_true")
    parser.add_argument("--examples", default="")
    parser.add_argument("-j", dest="jobs", type=int, default=1)
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    out = os.path.join(build, "faults")
    os.makedirs(out, exist_ok=True)
    binaries = tempfile.TemporaryDirectory(dir=out)
    env = settings(build, options.staging)
    env["XDG_CACHE_HOME"] = os.path.join(out, "cache")
    start, total, bad = time.monotonic(), 0, 0
    wanted = [p for p in harness.PROGRAMS
              if not options.examples or p[0] in options.examples.split(",")]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for k, (name, args) in enumerate(wanted):
            own = dict(env, DEMO_SCALE=SCALES.get(name, env["DEMO_SCALE"]))
            command = compile_example(build, name, args, own,
                                      binaries.name)
            share = (k + 1) / len(wanted) * options.seconds
            c = Campaign(name, command, own, options, start + share)
            c.run(pool)
            total += sum(c.done.values())
            bad += len(c.bad)
    print("%d failures in %.0f s, %d did harm" % (
        total, time.monotonic() - start, bad))
    if bad or not total:
        sys.exit(1)


if __name__ == "__main__":
    main()
