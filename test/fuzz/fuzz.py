#!/usr/bin/env python3
"""test/fuzz/fuzz.py: random programs, original against lifted.

    fuzz.py --build DIR [--count N] [--seed S] [--no-vulkan] [--keep DIR]

Generates N functions with annotated loops (generate.py), compiles them in
batches with the plugin, and runs each batch as the original, as lifted CPU
code with 1 and 2 threads, and on Vulkan (lavapipe): every bit of every array
and result must agree; where <math.h> is used, the lifted ones must, and be close
to the original. A difference is shrunk to a small program and kept.
Exits with 1 when there was one.
"""
import argparse
import os
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import generate  # noqa: E402

BATCH = 25
LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"


class Fuzzer:
    def __init__(self, options):
        self.build = os.path.abspath(options.build)
        self.seed = options.seed
        self.work = tempfile.mkdtemp(prefix="loft-fuzz-")
        self.keep = options.keep or os.path.join(self.build, "fuzz")
        self.level = options.level
        self.show = options.refusals
        self.modes = [
            ("original", {"LOFT_OFFLOAD": "disabled"}),
            ("cpu, 1 thread", {"LOFT_OFFLOAD": "cpu", "OMP_NUM_THREADS": "1"}),
            ("cpu, 2 threads", {"LOFT_OFFLOAD": "cpu",
                                "OMP_NUM_THREADS": "2"}),
        ]
        if not options.no_vulkan and os.path.exists(LAVAPIPE):
            self.modes.append(("vulkan", {
                "LOFT_OFFLOAD": "mandatory", "LOFT_DEVICE": "llvmpipe",
                "VK_DRIVER_FILES": LAVAPIPE, "VK_ICD_FILENAMES": LAVAPIPE,
            }))
        with open(os.path.join(self.build, "CMakeCache.txt")) as cache:
            self.llvm = re.search(r"LOFT_LLVM:\w+=(\d+)", cache.read())[1]
        self.refused = {}

    def compile(self, programs, name):
        """Compiles "programs" into one binary; (path, None) or (None, error)."""
        path = os.path.join(self.work, name)
        with open(path + ".c", "w") as f:
            f.write(generate.source(programs))
        lib = os.path.join(self.build, "lib")
        command = [
            "clang-" + self.llvm, self.level, "-ffp-contract=off",
            "-fplugin=" + os.path.join(lib, "libloft.so"),
            path + ".c", "-o", path, "-L" + lib, "-Wl,-rpath," + lib,
            "-lloftrt", "-lm",
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  timeout=300, preexec_fn=limit_memory)
        except subprocess.TimeoutExpired:
            return None, "compiling took over 300 s"
        for number in re.findall(r"\[(LOFT\d+)\]", done.stderr):
            self.refused[number] = self.refused.get(number, 0) + 1
        if self.show:
            print("\n".join(line for line in done.stderr.splitlines()
                            if "[LOFT" in line))
        if done.returncode or "internal error" in done.stderr:
            return None, done.stderr
        return path, None

    def run(self, binary, settings):
        """{program number: what it printed}, or a string on a crash."""
        env = {k: v for k, v in os.environ.items()
               if not k.startswith(("LOFT_", "OMP_"))}
        env.update(settings)
        try:
            done = subprocess.run([binary], env=env, capture_output=True,
                                  text=True, timeout=300)
        except subprocess.TimeoutExpired:
            return "took over 300 s"
        if done.returncode:
            return "exit status %d\n%s" % (done.returncode, done.stderr[-2000:])
        found = {}
        for part in done.stdout.split("program ")[1:]:
            head, _, rest = part.partition("\n")
            found[int(head.split()[0])] = rest
        return found

    def check(self, programs, name="batch"):
        """[(program, mode, what)] of all differences."""
        binary, error = self.compile(programs, name)
        if error:
            if len(programs) > 1:
                return [bad for p in programs for bad in self.check([p])]
            return [(programs[0], "compiler", error)]
        original = self.run(binary, self.modes[0][1])
        if isinstance(original, str):
            return [(p, "original", original) for p in programs[:1]]
        bad, first = [], None
        for mode, settings in self.modes[1:]:
            got = self.run(binary, settings)
            if isinstance(got, str):
                if len(programs) > 1:
                    return [b for p in programs for b in self.check([p])]
                return [(programs[0], mode, got)]
            first = first or got
            bad += [(p, mode, "different values") for p in programs
                    if not self.agree(p, original.get(p.number),
                                      first.get(p.number), got.get(p.number))]
        return bad

    def agree(self, program, original, first, got):
        """True when what "program" printed in a lifted mode is right."""
        if not program.uses_math or not got or not original:
            return got == original
        return got == first and is_close(got.split(), original.split())

    def shrink(self, program):
        """Drops statements of "program" as long as it still fails alone."""
        again = True
        while again:
            again = False
            for parent, k in list(droppable(program.body)):
                child = parent.children.pop(k)
                if self.check([program], "shrink"):
                    again = True
                    break
                parent.children.insert(k, child)
        return program

    def report(self, bad):
        """Shrinks, prints and keeps one failing program."""
        program, mode, what = bad
        print("fuzz: program %d of seed %d fails on %s: %s" % (
            program.number, self.seed, mode, what))
        alone = self.check([program], "alone")
        if alone:
            self.shrink(program)
        os.makedirs(self.keep, exist_ok=True)
        path = os.path.join(self.keep, "seed%d-%d.c" % (self.seed,
                                                        program.number))
        with open(path, "w") as f:
            f.write(generate.source([program]))
        print(program.text().split("static void\nrun")[0])
        print("fuzz: kept in %s" % path, flush=True)


def limit_memory():
    """A compiler that runs away must not take the machine along."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def is_close(xs, ys):
    """True when two lists of floats, as hexadecimal bits, are close."""
    if len(xs) != len(ys):
        return False
    for x, y in zip(xs, ys):
        a, b = number(x), number(y)
        if a != b and not abs(a - b) <= 1e-5 * (1 + abs(a)):
            return False
    return True


def number(text):
    """The float with these bits: those of f32 need at most 8 digits."""
    if len(text) > 8:
        return struct.unpack("<d", struct.pack("<Q", int(text, 16)))[0]
    return struct.unpack("<f", struct.pack("<I", int(text, 16)))[0]


def droppable(node):
    """All (parent, index) of statements that may be dropped, outermost
    first."""
    for k, child in enumerate(node.children):
        if child.drop:
            yield node, k
        yield from droppable(child)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0,
                        help="number of the first program")
    parser.add_argument("--level", default="-O2")
    parser.add_argument("--no-vulkan", action="store_true")
    parser.add_argument("--refusals", action="store_true",
                        help="print why loops stayed")
    parser.add_argument("--keep", help="folder for failing programs")
    parser.add_argument("--print", action="store_true",
                        help="print the programs, run nothing")
    options = parser.parse_args()
    numbers = range(options.start, options.start + options.count)
    if options.print:
        print(generate.source([generate.Program(options.seed, k)
                               for k in numbers]))
        return
    fuzzer = Fuzzer(options)
    failures, done = 0, 0
    for first in range(0, len(numbers), BATCH):
        programs = [generate.Program(options.seed, k)
                    for k in numbers[first:first + BATCH]]
        done += len(programs)
        seen = set()
        for bad in fuzzer.check(programs):
            if bad[0].number in seen:
                continue
            seen.add(bad[0].number)
            failures += 1
            fuzzer.report(bad)
    shutil.rmtree(fuzzer.work, ignore_errors=True)
    refused = ", ".join("%s %d" % kv for kv in sorted(fuzzer.refused.items()))
    print("fuzz: %d programs of seed %d, %d failed; refusals: %s" % (
        done, options.seed, failures, refused or "none"))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
