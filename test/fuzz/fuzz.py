#!/usr/bin/env python3
"""test/fuzz/fuzz.py: random programs, original against lifted.

    fuzz.py --build DIR [--count N] [--seed S] [-j N] [--json FILE] ...

Generates N functions with annotated loops (generate.py; --generator functions:
several loops each, over memory that they share; kept: regions between which the
host uses their memory), compiles them in
batches with the plugin, and runs each batch as the original, as lifted CPU code
with 1, 2 and 5 threads, on Vulkan (lavapipe, or --device), and with --ranks on
ranks of MPI: every bit of every
array and result must agree; where <math.h> is used, the lifted ones must,
and be close to the original. A difference is shrunk to a small program and kept.
Loops that are lifted for nothing, with a guard that failed in every call, are
counted by shape of program (--idle shows them).
DIR needs no more than lib/libloft*.so and lib/libloftrt.so*. Where there is no
clang, binaries from elsewhere can run: --build-only FOLDER makes them there,
--run-only FOLDER compares them.

Exit status: 0 all agreed, 1 some did not or nothing was lifted here, 130
interrupted before the end.
"""
import argparse
import collections
import concurrent.futures
import glob
import importlib
import json
import multiprocessing
import os
import re
import shutil
import signal
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check  # noqa: E402

BATCH = 25
LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"


def parse():
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add = parser.add_argument
    add("--build", help="folder with lib/libloft.so")
    add("--generator", default="generate", metavar="MODULE",
        help="generate, functions or kept")
    add("--build-only", metavar="FOLDER", help="make binaries there, run none")
    add("--run-only", metavar="FOLDER", help="run the binaries made there")
    add("--count", type=int, default=300)
    add("--seed", default="1")
    add("--start", type=int, default=0, help="number of the first program")
    add("-j", dest="jobs", type=int, default=1, metavar="N",
        help="batches at a time")
    add("--batch", type=int, default=BATCH, help="programs in a binary")
    add("--seconds", type=float, help="start no batch after this long")
    add("--clang", help="default: clang-N, N from the build, or 22")
    add("--shape", help="only programs of this shape: a method of "
        "generate.Program, as map1, images; of functions, a key of shapes in "
        "regions.py")
    add("--level", default="-O2", help="-O0 to -O3, or mix: each batch another")
    add("--flags", default="", help="further flags for clang, in one word")
    add("--no-vulkan", action="store_true")
    add("--device", help="LOFT_DEVICE of the Vulkan runs; default: lavapipe")
    add("--memory", metavar="SIZE", help="a Vulkan run with LOFT_MEMORY=SIZE, "
        "in chunks; 256 bytes: 0.25K")
    add("--devices", type=int, default=0, metavar="N",
        help="a Vulkan run on N devices (lavapipe, N times), which share "
        "regions and keep their results")
    add("--ranks", type=int, metavar="N", help="a run on N ranks of MPI, each "
        "with one CPU thread")
    add("--vulkan-icd", metavar="FILE",
        help="the Vulkan driver's JSON file; default: lavapipe's, the "
        "system's drivers with --device")
    add("--no-subnormals", action="store_true",
        help="no such f32 as inputs; --device implies it: GPUs may flush them")
    add("--defined", action="store_true",
        help="only run the originals, under ASan and UBSan")
    add("--refusals", action="store_true", help="print why loops stayed")
    add("--idle", action="store_true", help="print the programs with loops that "
        "were lifted, but ran as the original in every call, and why")
    add("--keep", help="folder for failing programs; default: DIR/fuzz")
    add("--json", metavar="FILE", help="write a summary there")
    add("--print", action="store_true", help="print the programs, run nothing")
    options = parser.parse_args()
    if not options.build and not options.run_only:
        parser.error("--build or --run-only is needed")
    return options


def complete(options):
    """Fills in what the options leave open."""
    options.build = os.path.abspath(options.build or options.run_only)
    options.lib = os.path.join(options.build, "lib")
    options.keep = os.path.abspath(options.keep or
                                   os.path.join(options.build, "fuzz"))
    options.flags = options.flags.split()
    for name in ("build_only", "run_only"):
        if getattr(options, name):
            setattr(options, name, os.path.abspath(getattr(options, name)))
            os.makedirs(getattr(options, name), exist_ok=True)
    if options.run_only:
        made = built(options.run_only)
        options.seed, options.level = made["seed"], made["level"]
        os.environ["LD_LIBRARY_PATH"] = os.path.join(options.run_only, "lib")
    options.clang = options.clang or "clang-" + llvm_of(options.build)
    if not options.vulkan_icd and not options.device:
        options.vulkan_icd = LAVAPIPE
        if not os.path.exists(LAVAPIPE):
            print("fuzz: no lavapipe: nothing runs on Vulkan")
            options.no_vulkan = True
    options.no_subnormals |= options.device is not None or \
        options.build_only is not None
    options.device = options.device or "llvmpipe"


def llvm_of(build):
    """The LLVM version that a build folder is for."""
    try:
        with open(os.path.join(build, "CMakeCache.txt")) as cache:
            return re.search(r"LOFT_LLVM:\w+=(\d+)", cache.read())[1]
    except FileNotFoundError:
        return "22"


# -- workers -------------------------------------------------------------------
class Worker:
    """What a process of the pool has for all its batches."""
    checker = None


def start_worker(options, stop):
    """In a new process of the pool; "stop": an event, set on interruption."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    parent = os.getppid()
    Worker.checker = check.Checker(
        options, lambda: stop.is_set() or os.getppid() != parent)


def work(numbers):
    """One batch, in a process of the pool; None when interrupted."""
    checker = Worker.checker
    try:
        if checker.setup.run_only:
            return checker.built(numbers)
        if checker.setup.build_only:
            return checker.build(numbers)
        return checker.batch(numbers)
    except check.Stopped:
        return None


class Run:
    """All batches, and what came of them."""

    def __init__(self, options):
        self.options = options
        self.begin = time.monotonic()
        self.done, self.failures, self.refused = 0, [], {}
        self.clangs = 0  # programs that Clang fails at without loft
        self.called, self.idle = 0, []  # regions; those that never ran lifted
        self.annotated = self.undefined = 0  # loops; programs that are no C
        self.built = []  # records of Checker.build()
        self.interrupted = threading.Event()

    def numbers(self):
        """The batches to run, each a range of program numbers, or a record of
        what was built."""
        options = self.options
        end = options.start + options.count
        todo = built(options.run_only)["batches"] if options.run_only else [
            range(first, min(first + options.batch, end))
            for first in range(options.start, end, options.batch)]
        for batch in todo:
            late = options.seconds is not None and \
                time.monotonic() - self.begin > options.seconds
            if late or self.interrupted.is_set():
                return
            yield batch

    def all(self):
        """Keeps the pool busy until the batches are through."""
        options, todo, busy = self.options, self.numbers(), {}
        stop = multiprocessing.Event()

        def interrupt(_signal, _frame):
            self.interrupted.set()
            stop.set()

        with concurrent.futures.ProcessPoolExecutor(
                options.jobs, initializer=start_worker,
                initargs=(options, stop)) as pool:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, interrupt)
            while True:
                while len(busy) < options.jobs + 1 and \
                        (batch := next(todo, None)):
                    busy[pool.submit(work, batch)] = batch
                if not busy:
                    return
                ready, _ = concurrent.futures.wait(
                    busy, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in ready:
                    self.account(busy.pop(future), future.result())

    def account(self, batch, result):
        """Adds one batch's result, and shows what failed in it."""
        if not result:
            print("fuzz: interrupted in %s" % (batch,), flush=True)
            return
        if self.options.build_only:
            self.built.append(result)
            self.done += len(result["programs"])
            return
        done, failures, refused, called, idle, annotated, undefined = result
        self.annotated += annotated
        self.undefined += undefined
        self.called += called
        self.idle += idle
        self.done += done
        self.failures += [f for f in failures if not f["clangs"]]
        self.clangs += sum(f["clangs"] for f in failures)
        for number, count in refused.items():
            self.refused[number] = self.refused.get(number, 0) + count
        for i in idle if self.options.idle else []:
            print("fuzz: program %d of seed %s (%s) never runs lifted: %s\n%s" % (
                i["program"], self.options.seed, i["shape"], i["why"],
                i["text"]), flush=True)
        for f in failures:
            print("fuzz: program %d of seed %s %s at %s on %s%s: %s\n%s\n"
                  "fuzz: kept in %s" % (
                      f["program"], self.options.seed,
                      "is Clang's failure without loft," if f["clangs"]
                      else "fails", f["level"], f["mode"],
                      "" if f["alone"] else " (not when alone)", f["what"],
                      f["text"], f["file"]), flush=True)

    def finish(self):
        """Prints and writes the summary; the exit status."""
        options = self.options
        status = 1 if self.failures else 130 if self.interrupted.is_set() else 0
        print("fuzz: %d programs of seed %s, %d failed%s; refusals: %s%s" % (
            self.done, options.seed, len(self.failures),
            ", %d Clang's without loft" % self.clangs
            if self.clangs else "",
            ", ".join("%s %d" % kv for kv in sorted(self.refused.items())) or
            "none", "; interrupted" if self.interrupted.is_set() else ""))
        shapes = collections.Counter(i["shape"] for i in self.idle)
        if self.called:
            print("fuzz: %d of %d lifted regions never ran lifted%s" % (
                len(self.idle), self.called, ": " + ", ".join(
                    "%s %d" % kv for kv in shapes.most_common())
                if shapes else ""))
        if self.undefined or self.annotated:
            print("fuzz: %d annotated loops; %d programs with undefined "
                  "behaviour left out" % (self.annotated, self.undefined))
        if options.build_only:
            keep_built(options, self.built)
        if options.json:
            with open(options.json, "w") as f:
                json.dump({
                    "seed": options.seed, "start": options.start,
                    "count": options.count, "done": self.done,
                    "failed": len(self.failures), "failures": self.failures,
                    "refusals": self.refused, "level": options.level,
                    "regions": self.called, "idle": self.idle,
                    "annotated": self.annotated, "undefined": self.undefined,
                    "device": None if options.no_vulkan else options.device,
                    "seconds": round(time.monotonic() - self.begin, 1),
                    "interrupted": self.interrupted.is_set()}, f, indent=1)
        return status


# -- binaries to run elsewhere -------------------------------------------------
def keep_built(options, records):
    """Writes down the "records" of what was built, and puts the libraries
    beside it."""
    folder = options.build_only
    with open(os.path.join(folder, "built.json"), "w") as f:
        json.dump({"seed": options.seed, "level": options.level,
                   "batches": [b for b in records if b["file"]]}, f)
    os.makedirs(os.path.join(folder, "lib"), exist_ok=True)
    paths = glob.glob(os.path.join(options.lib, "libloftrt.so.?")) + \
        glob.glob("/usr/lib/*/libomp.so.5")
    for path in paths:
        shutil.copy(path, os.path.join(folder, "lib"))


def built(folder):
    """What was built in "folder"."""
    with open(os.path.join(folder, "built.json")) as f:
        return json.load(f)


def main():
    sys.stdout.reconfigure(line_buffering=True)
    options = parse()
    if options.print:
        generate = importlib.import_module(options.generator)
        print(generate.source([
            generate.Program(options.seed, k, options.shape) for k in
            range(options.start, options.start + options.count)]))
        return
    complete(options)
    with tempfile.TemporaryDirectory(
            prefix="loft-fuzz-", ignore_cleanup_errors=True) as options.work:
        error = check.Checker(options, lambda: False).probe()
        if error:
            sys.exit("fuzz: nothing to compare: " + error)
        run = Run(options)
        try:
            run.all()
        finally:
            status = run.finish()
    sys.exit(status)


if __name__ == "__main__":
    main()
