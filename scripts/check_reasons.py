#!/usr/bin/env python3
"""scripts/check_reasons.py CLANG...: compiles the examples of docs/reasons
with the given command: each gives exactly its reason, and what stands behind
`// -- instead` is lifted without a word."""
import concurrent.futures
import re
import shlex
import subprocess
import sys
import tempfile

from update_reasons import example, reasons


def output(code, flags, more=()):
    """What compiling "code" says."""
    flags = shlex.split(flags)
    if "-c" not in flags and "c-header" not in flags:
        flags.append("-fsyntax-only")
    with tempfile.NamedTemporaryFile("w", suffix=".c") as source:
        source.write(code)
        source.flush()
        return subprocess.run(
            sys.argv[1:] + flags + list(more) + [source.name, "-o",
                                                 "/dev/null"],
            capture_output=True, text=True).stderr


def check(reason):
    """What is wrong with the example of a reason, or None."""
    e = example(reason)
    said = output(e.bad, e.flags)
    found = re.findall(r"\[(LOFT\d+)\]", said)
    if set(found) != {reason.number} or " error: " in said:
        return "%s (%s): %s\n%s" % (reason.number, reason.name, found, said)
    if not e.good:
        return None
    said = output(e.good, e.flags, ["-Wall", "-fplugin-arg-loft-remarks"])
    if "warning:" in said or "error:" in said or "lifted to" not in said:
        return "%s (%s), instead: %s" % (reason.number, reason.name, said)
    return None


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    wrong = [w for w in pool.map(check, reasons()) if w]
print("\n".join(wrong) if wrong else "%d examples" % len(reasons()))
sys.exit(1 if wrong else 0)
