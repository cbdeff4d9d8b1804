#!/usr/bin/env python3
"""bench/expand.py BUILD [--bin DIR] [--compile] [--svg FILE]: which division of
the work of rows suits which lengths?

Compiles bench/expand.c with the plugin of BUILD for each division of
-fplugin-arg-loft-division (--compile stops then: DIR has programs for another
machine), runs each for each of the distributions of lengths, and prints the ms
on the device, relative to the unfused loops with the division that loft
chooses, as figures 5 to 11 of van Gils do. --svg writes them as a picture. How
to read it: bench/README.md.
"""
import argparse
import math
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DIVISIONS = ["auto", "lane", "1", "2", "16", "32", "64", "128", "scan",
             "shuffled"]
N_DISTRIBUTIONS = 7
LINE = re.compile(r"(.{30}) +(\d+) +(\d+) +([\d.]+) +([\d.]+) +([\d.]+) +"
                  r"([\d.]+) ?(wrong)?")


def compile_all(build, folder):
    """Programs named expand-DIVISION in "folder"."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(build, "CMakeCache.txt")) as f:
        llvm = re.search(r"^LOFT_LLVM:\w+=(\d+)", f.read(), re.M)
    lib = os.path.join(build, "lib")
    for name in DIVISIONS:
        subprocess.run(
            ["clang-" + (llvm[1] if llvm else "22"), "-O2",
             "-fplugin=" + os.path.join(lib, "libloft.so"),
             "-fplugin-arg-loft-division=" + name,
             "-I" + os.path.join(HERE, "..", "include"),
             os.path.join(HERE, "expand.c"),
             "-o", os.path.join(folder, "expand-" + name),
             "-L" + lib, "-Wl,-rpath," + lib, "-lloftrt"], check=True)


def run_all(folder):
    """{(distribution, rows): {division: (fused, unfused, fused from call to
    return, unfused)}} in ms."""
    env = dict(os.environ, LOFT_OFFLOAD="mandatory")
    times = {}
    for k in range(N_DISTRIBUTIONS):
        for name in DIVISIONS:
            done = subprocess.run(
                [os.path.join(folder, "expand-" + name), str(k)], env=env,
                capture_output=True, text=True, timeout=600)
            if done.returncode or done.stderr:
                sys.exit("expand-%s %d:\n%s" % (name, k, done.stderr[-2000:]))
            for line in done.stdout.splitlines():
                m = LINE.match(line)
                if not m or m[8]:
                    sys.exit("expand-%s: %s" % (name, line))
                times.setdefault((m[1].strip(), int(m[2])), {})[name] = \
                    tuple(float(m[n]) for n in range(4, 8))
    return times


def geomean(values):
    """The geometric mean of a list."""
    return math.exp(sum(math.log(v) for v in values) / len(values))


def print_table(times):
    """All ratios, and what they come to."""
    print("%-30s %7s" % ("lengths and places", "rows"),
          *["%8s" % d for d in DIVISIONS], "  unfused ms, all: fused, unfused")
    for (name, rows), of in times.items():
        unfused = of["auto"][1]
        print("%-30s %7d" % (name, rows),
              *["%8.3f" % (of[d][0] / unfused) for d in DIVISIONS],
              "%9.4f %9.4f %9.4f" % (unfused, of["auto"][2], of["auto"][3]))
    gains = [of["auto"][1] / of["auto"][0] for of in times.values()]
    lost = [of["auto"][0] / min(t[0] for t in of.values())
            for of in times.values()]
    print("fused against unfused: %.2f times as fast in the geometric mean, "
          "%.2f at least" % (geomean(gains), min(gains)))
    print("the choice against the best division: %.2f times its time in the "
          "geometric mean, %.2f at most; within 15 %%: %d of %d" %
          (geomean(lost), max(lost), sum(x <= 1.15 for x in lost), len(lost)))


def color(ratio):
    """Green for 0, white for 1, red for 2 and more."""
    x = min(ratio, 2.0)
    fade = int(255 * (x if x < 1 else 2 - x))
    return "#%02x%02x%02x" % ((fade, 255, fade) if x < 1 else
                              (255, fade, fade))


def write_svg(times, path):
    """The table as a picture: a cell for each ratio."""
    left, width, height = 300, 60, 18
    out = []
    rows = list(times.items())
    for c, d in enumerate(DIVISIONS):
        out.append('<text x="%d" y="14">%s</text>' % (left + c * width + 8, d))
    for r, ((name, n), of) in enumerate(rows):
        y = (r + 1) * height
        out.append('<text x="4" y="%d">%s, %d rows</text>' % (y + 13, name, n))
        for c, d in enumerate(DIVISIONS):
            ratio = of[d][0] / of["auto"][1]
            x = left + c * width
            out.append('<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>'
                       % (x, y, width - 1, height - 1, color(ratio)))
            out.append('<text x="%d" y="%d">%.2f</text>' % (x + 8, y + 13,
                                                            ratio))
    with open(path, "w") as f:
        f.write('<svg xmlns="http://www.w3.org/2000/svg" width="%d" '
                'height="%d" font-family="sans-serif" font-size="12">\n%s\n'
                '</svg>\n' % (left + len(DIVISIONS) * width,
                              (len(rows) + 1) * height, "\n".join(out)))


def main():
    """The command line."""
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("build")
    p.add_argument("--bin")
    p.add_argument("--compile", action="store_true")
    p.add_argument("--svg")
    o = p.parse_args()
    build = os.path.abspath(o.build)
    folder = o.bin or os.path.join(build, "bench-expand")
    if o.compile or not o.bin:
        compile_all(build, folder)
    if o.compile:
        return
    times = run_all(folder)
    print_table(times)
    if o.svg:
        write_svg(times, o.svg)


if __name__ == "__main__":
    main()
