"""growth.py CLANG LOFT-OPT FOLDER LIMIT: loops of N and 2 N statements of some
kinds, from the loop tree's IR to IR for the CPU. Fails when twice the code
takes more than LIMIT times the instructions, which callgrind counts, so that
nothing depends on the machine."""
import os
import re
import shlex
import subprocess
import sys

clang, loft_opt, folder, limit = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
KINDS = {  # N, statement number k
    "ifs": (12, lambda k: "if (x[i] > %d) y[i] = %d;" % (k, k * k)),
    "else-ifs": (12, lambda k: "else if (x[i] < %d) y[i] = %d;" % (k, k * k)),
    "ors": (12, lambda k: "|| x[i + %d] > %d" % (k, k)),
}


def source(kind, n):
    """C with one loop of "n" statements of "kind"."""
    body = "\n".join(KINDS[kind][1](k) for k in range(n))
    if kind == "else-ifs":
        body = "if (x[i] < 0) y[i] = 0;\n" + body
    if kind == "ors":
        body = "if (x[i] < 0\n%s)\ny[i] = 1;" % body
    return """void f(int n, float *restrict y, const float *restrict x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float t = 0;
    %s
    y[i] += t;
  }
}
""" % body


def instructions(kind, n):
    """How many loft-opt executes on it."""
    base = os.path.join(folder, "%s-%d" % (kind, n))
    with open(base + ".c", "w") as f:
        f.write(source(kind, n))
    subprocess.run(shlex.split(clang) + [
        "-fsyntax-only", "-fplugin-arg-loft-emit=lower",
        "-fplugin-arg-loft-emit-to=%s.loft" % base, base + ".c"], check=True)
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
         loft_opt, "--passes=soac,common,cpu", "--quiet", base + ".loft"],
        capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


for kind, (n, _) in KINDS.items():
    none, one, two = (instructions(kind, k) for k in (1, n, 2 * n))
    growth = (two - none) / (one - none)
    print("%s: %s" % (kind, "in proportion" if growth <= float(limit) else
                      "%.2f times the instructions" % growth))
