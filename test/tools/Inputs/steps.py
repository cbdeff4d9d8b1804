"""steps.py LOFT-OPT FOLDER: runs the tests of FOLDER with few steps.

Each as it is with --steps=1, where no rule may apply, and --steps=2, where one
may: what is left must be valid and evaluate the same. Then each pass alone on
what those before it made, until all passes that have rules ran out of steps;
but dce, which has no end of steps: it only removes."""
import glob
import os
import re
import subprocess
import sys

loft_opt, folder = sys.argv[1:]
REASON = re.compile(r"it is too large to analyse.*\[LOFT090\]")


def run(options, text=None):
    """What loft-opt prints: (stdout, stderr)."""
    done = subprocess.run([loft_opt] + options, input=text, text=True,
                          capture_output=True, timeout=120)
    if done.returncode:
        sys.exit("loft-opt %s fails:\n%s%s" % (
            " ".join(options), done.stdout, done.stderr))
    return done.stdout, done.stderr


def spent(passes, text):
    """Those of "passes", run one after the other from "text", that run out of
    one step, if they are wanted."""
    for k, name in enumerate(passes):
        if name in left:
            before = run(["--passes=" + ",".join(passes[:k]), "-"], text)[0] \
                if k else text
            if REASON.search(run(["--passes=" + name, "--steps=1", "--quiet",
                                  "--division=scan", "--vector=64", "-"],
                                 before)[1]):
                yield name


left = {line.split()[1] for line in run(["--list-rules"])[0].splitlines()}
left.remove("dce")
for file in sorted(glob.glob(os.path.join(folder, "*.loft"))):
    with open(file) as f:
        text = f.read()
    m = re.search(r"RUN: %?loft-opt .*--passes=([\w,-]+)", text)
    if not m:
        continue
    for steps in ("--steps=1", "--steps=2"):
        said = run(["--passes=" + m[1], steps, "--check-eval", "--quiet",
                    file])[1]
        if not REASON.search(said):
            break
    left -= set(spent(m[1].split(","), text))
print("never out of steps: " + ", ".join(sorted(left)) if left
      else "every pass ran out of steps")
