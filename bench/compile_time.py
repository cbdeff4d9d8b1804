#!/usr/bin/env python3
"""bench/compile_time.py: what loft adds to compiling the examples at -O2.

    compile_time.py BUILD [--repeat N] [--json FILE]

CPU time (user and system) of one compiler process, the least of N: a file
without pragmas with the plugin and without it; then each region alone, all
other pragmas blanked, with the plugin and with the plugin switched off.
"""
import argparse
import json
import os
import re
import statistics
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "examples"))
import harness  # noqa: E402

PLAIN_TARGET, REGION_TARGET = 10.0, 100.0  # milliseconds
PRAGMA = re.compile(r"^\s*#pragma loft.*$", re.M)


class Compiler:
    """Compiles texts that stand for files of examples/."""

    def __init__(self, build, repeat, folder):
        self.repeat, self.folder = repeat, folder
        with open(os.path.join(build, "CMakeCache.txt")) as cache:
            llvm = re.search(r"LOFT_LLVM:\w+=(\d+)", cache.read())[1]
        self.command = ["clang-" + llvm, "-O2", "-c", "-w",
                        "-I" + harness.HERE,
                        "-I" + os.path.join(ROOT, "include")]
        self.plugin = "-fplugin=" + os.path.join(build, "lib", "libloft.so")

    def once(self, path, options):
        """Milliseconds of CPU time to compile "path"."""
        command = self.command + options + [path, "-o", path + ".o"]
        child = os.posix_spawnp(command[0], command, os.environ)
        _, status, used = os.wait4(child, 0)
        if status:
            sys.exit("compile_time: failed: " + " ".join(command))
        return 1000 * (used.ru_utime + used.ru_stime)

    def added(self, text, without, options):
        """Milliseconds by which "options" are slower than "without"; both in
        turn, so that both see the same machine."""
        path = os.path.join(self.folder, "program.c")
        with open(path, "w") as f:
            f.write(text)
        pairs = [(self.once(path, without), self.once(path, options))
                 for _ in range(self.repeat)]
        return min(p[1] for p in pairs) - min(p[0] for p in pairs)


def regions_alone(text):
    """[(line of the pragma, the text with that pragma alone)]"""
    found = list(PRAGMA.finditer(text))
    for keep in found:
        rest = text
        for m in reversed(found):
            if m is not keep:
                rest = rest[:m.start()] + rest[m.end():]
        yield text.count("\n", 0, keep.end()) + 1, rest


def measure(compiler):
    """{"plain": [...], "regions": [...]}, rows with file, line and ms."""
    rows = {"plain": [], "regions": []}
    off = [compiler.plugin, "-fplugin-arg-loft-off"]
    for name, _ in harness.PROGRAMS:
        with open(os.path.join(harness.HERE, name + ".c")) as f:
            text = f.read()
        rows["plain"].append({
            "file": name + ".c", "ms": compiler.added(
                PRAGMA.sub("", text), [], [compiler.plugin])})
        for line, alone in regions_alone(text):
            ms = compiler.added(alone, off, [compiler.plugin])
            rows["regions"].append(
                {"file": name + ".c", "line": line, "ms": ms})
            print("%-22s %8.1f ms" % ("%s:%d" % (name + ".c", line), ms),
                  flush=True)
    return rows


def summary(what, rows, target):
    """One line: median and largest, and whether the target is met."""
    times = [row["ms"] for row in rows]
    print("%-22s %8.1f ms median, %.1f ms at most; target %.0f ms: %s" % (
        what, statistics.median(times), max(times), target,
        "met" if max(times) < target else "MISSED"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build")
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--json")
    options = parser.parse_args()
    print("\ntime to compile, added by loft (CPU time, -O2)")
    with tempfile.TemporaryDirectory(prefix="loft-bench-") as folder:
        rows = measure(Compiler(os.path.abspath(options.build),
                                options.repeat, folder))
    summary("file without pragmas", rows["plain"], PLAIN_TARGET)
    summary("a region", rows["regions"], REGION_TARGET)
    if options.json:
        with open(options.json, "w") as f:
            json.dump(rows, f, indent=1)


if __name__ == "__main__":
    main()
