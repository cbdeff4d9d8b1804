#!/usr/bin/env python3
"""scripts/run_reasons.py CLANG LINK...: runs the examples of docs/reasons. What
gets a reason, as it is without loft, and what stands behind `// -- instead`,
lifted, must give the same when they are called with the same arguments. CLANG
is a command in one word, LINK what links a shared library with the runtime.

DIFFER tells which examples are left out, and why: those of which only the
compiler's answer is meant."""
import concurrent.futures
import ctypes
import os
import re
import shlex
import subprocess
import sys
import tempfile

from update_reasons import example, reasons

DIFFER = {"floats that another library rounds": "CALL_SIGNGAM COMPLEX_LIBRARY"}
# What examples call that have no body to be seen.
OUTSIDE = "int g(int a) { return 3 * a; }\n"
LENGTH, SIZE, COUNT = 64, 8192, 23
TYPES = {"char": ctypes.c_byte, "unsigned char": ctypes.c_ubyte,
         "short": ctypes.c_short, "unsigned short": ctypes.c_ushort,
         "int": ctypes.c_int, "unsigned": ctypes.c_uint,
         "long": ctypes.c_long, "float": ctypes.c_float,
         "double": ctypes.c_double, "_Bool": ctypes.c_bool,
         "bool": ctypes.c_bool, "float _Complex": ctypes.c_float,
         "double _Complex": ctypes.c_double, "_Float16": ctypes.c_short}


def signature(code):
    """The result's type and those of the parameters of f."""
    m = re.search(r"^(?:static )?(\w[\w ]*[ *])f\((.*?)\)\s*\{", code,
                  re.M | re.S)
    words = re.compile(r"\b(const|restrict|volatile|static)\b")
    clean = lambda t: re.sub(r"\s+", " ", words.sub("", t)).strip()
    return clean(m[1]), [clean(re.sub(r"\w+((?:\[[^\]]*\])*)$", lambda k: "*" if
                                      k[1] else "", p.strip()))
                         for p in m[2].split(",") if m[2] != "void"]


def argument(ctype, k, keep):
    """A value for parameter "k"; memory is added to "keep"."""
    if not ctype.endswith("*"):
        return TYPES[ctype](COUNT if k == 0 else 3)
    to = ctype[:-1].strip()
    if to.endswith("*"):
        rows = [argument(to, k + r, keep) for r in range(LENGTH)]
        memory = (ctypes.c_void_p * LENGTH)(*[
            ctypes.cast(r, ctypes.c_void_p) for r in rows])
        return memory
    elem = TYPES.get(to, ctypes.c_int)
    memory = (elem * SIZE)(*[
        elem((i * (7 + k) + 3 * k) % 19 % COUNT)
        for i in range(SIZE)])
    keep.append(memory)
    return memory


def outcome(library, code):
    """What a call of f in "library", built from "code", gives and leaves."""
    result, params = signature(code)
    f = ctypes.CDLL(library).f
    f.restype = None if result == "void" else TYPES.get(result, ctypes.c_int)
    keep = []
    value = f(*[argument(p, k, keep) for k, p in enumerate(params)])
    return "%r %r" % (value, [bytes(m) for m in keep])


def build(code, flags, command, out):
    """The library "out" of "code"; what went wrong, or None."""
    with tempfile.NamedTemporaryFile("w", suffix=".c") as source, \
            tempfile.NamedTemporaryFile("w", suffix=".c") as other:
        for file, text in (source, code), (other, OUTSIDE):
            file.write(text)
            file.flush()
        done = subprocess.run(
            command + shlex.split(flags) + ["-w", "-O1", "-fPIC", "-shared",
                                            source.name, other.name, "-o", out],
            capture_output=True, text=True)
    return done.stderr if done.returncode else None


def check(reason, clang, link):
    """What is wrong with the example of a reason, or None."""
    e = example(reason)
    plain = [w for w in clang if not w.startswith("-fplugin")]
    with tempfile.TemporaryDirectory() as folder:
        got = []
        for code, command in ((e.bad, plain), (e.good, clang + link)):
            out = os.path.join(folder, "%d.so" % len(got))
            wrong = build(code, e.flags, command, out)
            if wrong:
                return "%s: %s" % (reason.name, wrong)
            with open(out + ".c", "w") as f:
                f.write(code)
            done = subprocess.run([sys.executable, __file__, "--call", out],
                                  capture_output=True, text=True,
                                  env=dict(os.environ, LOFT_OFFLOAD="cpu"))
            if done.returncode:
                return "%s: %s%s" % (reason.name, done.returncode, done.stderr)
            got.append(done.stdout)
    return None if got[0] == got[1] else "%s: another result" % reason.name


def main():
    """All examples, or the call of one."""
    if sys.argv[1] == "--call":
        with open(sys.argv[2] + ".c") as f:
            print(outcome(sys.argv[2], f.read()))
        return 0
    left = {name for names in DIFFER.values() for name in names.split()}
    clang, link = shlex.split(sys.argv[1]), sys.argv[2:]
    todo = [r for r in reasons() if r.name not in left and example(r).good]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        wrong = [w for w in pool.map(lambda r: check(r, clang, link), todo)
                 if w]
    print("\n".join(wrong) if wrong else "%d examples run" % len(todo))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
