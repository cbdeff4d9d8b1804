#!/usr/bin/env python3
"""examples/harness.py: compiles the example programs, runs each region as the
original loop, as lifted CPU code and on Vulkan, and compares.

    harness.py BUILD [--out DIR] [--repeat N] [--json FILE] [--bench]
        [--only PROGRAM]...

Without --bench this is the demo: a table and the pictures in DIR. With it,
more repeats, floors beside the times, and JSON (see bench/README.md).
Exits with 1 when a lifted result is wrong.
"""
import argparse
import json
import math
import os
import re
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PHOTO = "/usr/share/glmark2/textures/nasa1.png"
MESH = "/usr/share/glmark2/models/bunny.obj"
WORDS = "/usr/share/dict/american-english-huge"
LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"

# The Debian packages of these files.
PACKAGES = {PHOTO: "glmark2-data", MESH: "glmark2-data",
            WORDS: "wamerican-huge"}

# program, arguments
PROGRAMS = [
    ("photo", [PHOTO]),
    ("mandelbrot", []),
    ("heat", []),
    ("nbody", []),
    ("blackscholes", []),
    ("linear", []),
    ("colours", [PHOTO]),
    ("stream", []),
    ("sieve", []),
    ("sparse", []),
    ("graph", []),
    ("words", [WORDS]),
    ("mesh", [MESH]),
    ("audio", []),
    ("molecules", []),
]

# The benchmarks of the Futhark paper that are none of those above.
FUTHARK = [("futhark/" + name, []) for name in (
    "backprop", "crystal", "fluid", "hotspot", "lavamd", "locvolcalib",
    "mriq", "myocyte", "nn", "optionpricing", "pathfinder", "srad", "tunnel")]

# Largest allowed difference from the original, relative to the largest value:
# 0 for maps. Sums of 4 million floats are compared with the sum in double: the
# original's own order loses more than the tree of docs/numerics.md. <math.h>: a
# unit in the last place of exp or log, as it comes out of the formula. Rounds
# end where a sum or a largest difference is small enough. Pixels: one of 255
# where a cosine is another by its last place. Steps of a length that depends on
# an error's logarithm: as close as that error is asked to be. Densities that
# fade out: GPUs flush what is too small to be normal. Rows whose lengths are data
# add up in pieces of 256 (docs/numerics.md).
TOLERANCE = {"dot": 1e-5, "sum": 1e-5, "asum": 1e-5, "black_scholes": 2e-5,
             "gradients": 1e-7, "energy": 1e-12, "simulated": 1e-36,
             "solve": 1e-36, "advect": 1e-36, "crystal": 4e-3, "tunnel": 4e-3,
             "forward": 1e-6, "adjust": 1e-6, "lavamd": 1e-14,
             "locvolcalib": 1e-13, "mriq": 1e-5, "myocyte": 5e-2,
             "optionpricing": 1e-12, "srad": 1e-3, "spmv.power": 1e-13,
             "pagerank": 1e-13, "measure": 1e-15}

# What --bench asks for: times as fast as the original. Two threads.
TARGETS = {"matmul": 40, "heat": 1.5, "matvec": 1.5, "forces": 1.8,
           "mandelbrot": 1.8, "black_scholes": 1.8}
LEAST = 0.95

# Bytes moved and arithmetic done at least, for the floor in --bench; none where
# the data tells.
N, ROWS, SIDE = 1 << 22, 2048, 512
PIXELS = 512 * 512
FLOORS = {  # region: (bytes, operations)
    "axpy": (12 * N, 2 * N),
    "triad": (12 * N, 2 * N),
    "scal": (8 * N, N),
    "dot": (8 * N, 2 * N),
    "asum": (4 * N, N),
    "sum": (4 * N, N),
    "matvec": (4 * ROWS * ROWS, 2 * ROWS * ROWS),
    "gemv": (4 * ROWS * ROWS, 2 * ROWS * ROWS),
    "matmul": (12 * SIDE * SIDE, 2 * SIDE**3),
    "blur": (8 * PIXELS, 75 * PIXELS),
    "sobel": (8 * PIXELS, 17 * PIXELS),
    "stretch": (9 * PIXELS, 7 * PIXELS),
    "heat": (500 * 8 * PIXELS, 500 * 7 * PIXELS),
    "forces": (28 * 4096, 20 * 4096**2),
    "black_scholes": (20 << 20, 60 << 20),
    "mandelbrot": (1024 * 768, 0),
    "equalise": (3 * PIXELS, 6 * PIXELS),
    "running": (16 * N, 2 * N),
    "divide": (16 * N, N),
    "tally": (8 * N, 3 * N),
}


def fail(message):
    sys.exit("harness: " + message)


def clang_of(build):
    """The compiler a build folder is for."""
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        found = re.search(r"^LOFT_LLVM:\w+=(\d+)", cache.read(), re.M)
    return "clang-" + (found[1] if found else "22")


def compile_plain(build, source, flags, binary):
    """Compiles an example, or what is like one, without the plugin."""
    command = [clang_of(build), "-Wno-unknown-pragmas", "-I" + HERE, source,
               "-o", binary, "-lpng", "-lm"] + flags
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        fail("cannot compile %s:\n%s" % (source, done.stderr))
    return binary


def compile_program(build, name, out, flags):
    """Compiles one example with the plugin; returns the binary's path and
    {line: what its region became} from the remarks."""
    binary = os.path.join(out, os.path.basename(name))
    lib = os.path.join(build, "lib")
    command = [clang_of(build)] + flags + [
        "-fplugin=" + os.path.join(lib, "libloft.so"),
        "-fplugin-arg-loft-remarks",
        "-I" + os.path.join(HERE, "..", "include"),
        os.path.join(HERE, name + ".c"), "-o", binary,
        "-L" + lib, "-Wl,-rpath," + lib, "-lloftrt", "-lpng", "-lm",
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        fail("cannot compile %s:\n%s" % (name, done.stderr))
    became = {}
    for line in done.stderr.splitlines():
        m = re.match(r".*?([\w.-]+\.c):(\d+):\d+: (remark|warning): (.*)", line)
        if m and m[4].startswith("lifted to "):
            became[int(m[2])] = m[4].split(": ")[0]
        elif m and m[3] == "warning" and "LOFT" in m[4]:
            became.setdefault(int(m[2]), m[4])
    return binary, became


def region_lines(name):
    """{C function: line of the pragma in it}; regions are named after it."""
    lines, function = {}, None
    with open(os.path.join(HERE, name + ".c")) as source:
        for number, line in enumerate(source, 1):
            m = re.match(r"^(\w+)\(", line)
            if m:
                function = m[1]
            if line.startswith("#pragma loft"):
                lines[function] = number
    return lines


def function_of(region):
    """The C function of a region: one that is timed for several inputs is
    called FUNCTION.INPUT."""
    return region.partition(".")[0]


def run(binary, args, mode, out, repeat, device):
    """Runs a program in one mode; returns ({region: seconds}, {region:
    numbers}, {C function: where it ran, as LOFT_LOG says})."""
    env = dict(os.environ)
    results = os.path.join(out, "results." + mode)
    if os.path.exists(results):
        os.remove(results)
    offload = {"original": "disabled", "cpu": "cpu", "vulkan": "mandatory"}
    env.update(
        DEMO_RESULTS=results, DEMO_REPEAT=str(repeat),
        LOFT_OFFLOAD=offload[mode], LOFT_LOG="1",
        LOFT_KEEP="0",  # each call moves all that it needs
    )
    if mode == "vulkan":
        env.update(DEMO_PICTURES=out, **device)
    try:
        done = subprocess.run([binary] + args, env=env, capture_output=True,
                              text=True, timeout=600)
    except subprocess.TimeoutExpired:
        fail("%s (%s) did not end in 10 minutes" % (binary, mode))
    if done.returncode:
        fail("%s (%s) ended with %d:\n%s"
             % (binary, mode, done.returncode, done.stderr))
    return times_in(done.stdout), read_results(results), places_in(done.stderr)


def times_in(output):
    """{region: seconds} as DEMO_RUN printed them."""
    return {m[1]: float(m[2]) for m in
            re.finditer(r"^region ([\w.]+) ([\d.]+)$", output, re.M)}


def places_in(log):
    """{C function: where the last call of its region ran}, from LOFT_LOG=1."""
    return {m[1]: m[2] for m in re.finditer(
        r"^loft: (\w+) \(.*?:\d+\): (vulkan|cpu|original)", log, re.M)}


def read_results(path):
    """{name: list of numbers} as demo_result wrote them."""
    found = {}
    with open(path, "rb") as f:
        while header := f.readline():
            name, kind, count = header.decode().split()
            size = struct.calcsize(kind)
            data = f.read(int(count) * size)
            values = struct.unpack("<%d%s" % (int(count), kind), data)
            found.setdefault(name, []).extend(values)
    return found


def difference(a, b):
    """Largest difference of two equally long lists, relative to the largest
    value; infinite when one is NaN and the other is not."""
    if len(a) != len(b):
        return math.inf
    largest, scale = 0.0, max((abs(x) for x in a if x == x), default=0) or 1.0
    for x, y in zip(a, b):
        if x == y or (x != x and y != y):
            continue
        d = abs(x - y) / scale
        if not d <= largest:
            largest = d if d == d else math.inf
    return largest


def vulkan_device(build):
    """The settings that pick a Vulkan device, and its name: what loft chooses,
    else the first that can be used (lavapipe); (None, why) without one."""
    info = os.path.join(build, "bin", "loft-info")
    done = subprocess.run([info, "--json"], capture_output=True, text=True)
    try:
        devices = json.loads(done.stdout)["devices"]
    except (ValueError, KeyError):
        return None, "none (loft-info gave no list)"
    usable = [d for d in devices if not d["unusable"]]
    for d in usable:
        if d["chosen"]:
            return {}, d["name"]
    if usable:
        return {"LOFT_DEVICE": str(usable[0]["index"])}, usable[0]["name"]
    return None, "none"


def milliseconds(seconds):
    return "%10.3f" % (1000 * seconds) if seconds is not None else "         -"


def run_modes(binaries, args, out, repeat, rounds, device):
    """{mode: what run() gives}: the least times of "rounds" in turn, so that
    other work on the machine meets all modes."""
    found = {}
    for k in range(rounds):
        for mode, binary in binaries.items():
            if k and mode == "vulkan":
                continue
            times, results, places = run(binary, args, mode, out, repeat,
                                         device)
            best = found.setdefault(mode, (times, results, places))[0]
            for region in times:
                best[region] = min(best[region], times[region])
    return found


def compile_all(build, name, out, bench, vulkan):
    """Compiles a program for all modes; returns {mode: binary} and {line: what
    its region became}. The bench's original is one without the plugin."""
    flags = ["-O3", "-march=native"] if bench else ["-O2"]
    binary, became = compile_program(build, name, out, flags)
    binaries = {"original": binary, "cpu": binary}
    if bench:
        binaries["original"] = compile_plain(
            build, os.path.join(HERE, name + ".c"), flags, binary + ".plain")
    if vulkan:
        binaries["vulkan"] = binary
    return binaries, became


def measure(build, out, repeat, bench, only):
    """Runs all programs, or those in "only"; returns the rows of the table."""
    device, device_name = vulkan_device(build)
    print("Vulkan device: %s" % device_name)
    print_head()
    rows = []
    for name, args in PROGRAMS + FUTHARK:
        if only and name not in only:
            continue
        if args and not os.path.exists(args[0]):
            fail("%s is missing (package %s)" % (args[0], PACKAGES[args[0]]))
        binaries, became = compile_all(build, name, out, bench,
                                       device is not None)
        modes = run_modes(binaries, args, out, repeat, 5 if bench else 1,
                          device)
        lines = region_lines(name)
        for region in modes["original"][0]:
            line = lines[function_of(region)]  # the loop follows on the next
            row = {
                "region": region, "file": name + ".c", "line": line,
                "lifted": became.get(line + 1, "not lifted"),
                "device": device_name, "difference": 0.0, "vulkan": None,
            }
            original = modes["original"][1]
            right = original.get(region + ".exact", original[region])
            for mode, (times, results, places) in modes.items():
                row[mode] = times.get(region)
                if mode != "original":
                    d = difference(right, results[region])
                    row["difference"] = max(row["difference"], d)
                place = places.get(function_of(region), "original")
                if mode != "original" and place != mode:
                    row[mode] = None
                    row["lifted"] += "; %s: ran as %s" % (mode, place)
            row["wrong"] = row["difference"] > TOLERANCE.get(region, 0.0)
            rows.append(row)
            print_row(row)
    return rows


def print_head():
    print("%-20s %-17s %10s %10s %10s  %-9s %s" % (
        "region", "where", "original", "CPU", "Vulkan", "max diff",
        "lifted to (times in ms)"))


def print_row(row):
    print("%-20s %-17s %s %s %s  %-9s %s" % (
        row["region"], "%s:%d" % (row["file"], row["line"]),
        milliseconds(row["original"]), milliseconds(row["cpu"]),
        milliseconds(row["vulkan"]),
        ("WRONG " if row["wrong"] else "") + "%.1e" % row["difference"]
        if row["difference"] else "0",
        row["lifted"]), flush=True)


def copy_bandwidth():
    """Bytes per second of a large memory copy (read and written), best of 5."""
    import time
    source = bytearray(256 << 20)
    target = bytearray(256 << 20)
    best = 0
    for _ in range(5):
        start = time.perf_counter()
        target[:] = source
        best = max(best, 2 * len(source) / (time.perf_counter() - start))
    return best


def print_floors(rows):
    """The table of ratios and floors for --bench."""
    bandwidth = copy_bandwidth()
    print("\ncopy bandwidth of one thread: %.1f GB/s" % (bandwidth / 1e9))
    print("%-20s %9s %9s %12s %12s" % (
        "region", "orig/CPU", "orig/Vk", "floor ms", "CPU/floor"))
    for row in rows:
        nbytes, _ = FLOORS.get(row["region"], (0, 0))
        floor = nbytes / bandwidth
        row["floor"] = floor
        row["speedup_cpu"] = row["original"] / row["cpu"]
        row["speedup_vulkan"] = (row["original"] / row["vulkan"]
                                 if row["vulkan"] else None)
        print("%-20s %8.2fx %8s  %11s %12s" % (
            row["region"], row["speedup_cpu"],
            "%.2fx" % row["speedup_vulkan"] if row["vulkan"] else "-",
            "%.3f" % (1000 * floor) if floor else "-",
            "%.1f" % (row["cpu"] / floor) if floor else "-"))
    return bandwidth


def print_targets(rows):
    """The table of what --bench asks for on the CPU."""
    print("\n%-20s %9s %9s" % ("original/CPU", "measured", "target"))
    for row in rows:
        target = TARGETS.get(row["region"], LEAST)
        measured = row["original"] / row["cpu"]
        print("%-20s %8.2fx %8.2fx%s" % (
            row["region"], measured, target,
            "" if measured >= target else "  missed"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build")
    parser.add_argument("--out")
    parser.add_argument("--repeat", type=int)
    parser.add_argument("--json")
    parser.add_argument("--bench", action="store_true")
    parser.add_argument("--only", action="append", metavar="PROGRAM")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    out = os.path.abspath(options.out or os.path.join(build, "demo"))
    os.makedirs(out, exist_ok=True)
    rows = measure(build, out, options.repeat or (9 if options.bench else 3),
                   options.bench, options.only)
    bandwidth = None
    if options.bench:
        bandwidth = print_floors(rows)
        print_targets(rows)
    if options.json:
        with open(options.json, "w") as f:
            json.dump({"copy_bandwidth": bandwidth, "rows": rows}, f, indent=1)
    if not options.bench:
        print("pictures: %s" % out)
    wrong = [row["region"] for row in rows if row["wrong"]]
    if wrong:
        fail("wrong results: " + ", ".join(wrong))


if __name__ == "__main__":
    main()
