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

DIFFER = {"floats that another library rounds": "CALL_SIGNGAM COMPLEX_LIBRARY",
          "what is left in a queue, and what on a stack": "FOOTPRINT_STACK"}
# What examples call that have no body to be seen.
OUTSIDE = "int g(int a) { return 3 * a; }\n"
BEHIND = "\0\n" # each call's output
SHARED = ["-w", "-O1", "-fPIC"]
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
    """What "command" with "flags" makes of "code" in the file "out", which is
    kept beside it; what went wrong, or None."""
    with open(out + ".c", "w") as source:
        source.write(code)
    done = subprocess.run(
        command + shlex.split(flags) + SHARED + [source.name, "-o", out],
        capture_output=True, text=True)
    return done.stderr if done.returncode else None


def unlifted(clang):
    """The same compiler without the plugin."""
    return [w for w in clang if not w.startswith("-fplugin")]


def check(reason, clang, link):
    """What is wrong with the example of a reason, or None."""
    e = example(reason)
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for code, command in ((e.bad, unlifted(clang)), (e.good, clang)):
            made.append(os.path.join(folder, "%d.so" % len(made)))
            wrong = build(code, e.flags, command + ["-shared"] + link, made[-1])
            if wrong:
                return "%s: %s" % (reason.name, wrong)
        done = subprocess.run([sys.executable, __file__, "--call"] + made,
                              capture_output=True, text=True,
                              env=dict(os.environ, LOFT_OFFLOAD="cpu"))
        if done.returncode:
            return "%s: %s%s" % (reason.name, done.returncode, done.stderr)
    bad, good, _ = done.stdout.split(BEHIND)
    return None if bad == good else "%s: another result" % reason.name


def calls(libraries):
    """Prints the outcome of each library in a process of its own; the exit
    status of the first that fails, or 0."""
    for library in libraries:
        child = os.fork()
        if child == 0:
            with open(library + ".c") as f:
                print(outcome(library, f.read()))
            return 0
        _, status = os.waitpid(child, 0)
        if status:
            return 1
        print(end=BEHIND, flush=True)
    return 0


def main():
    """All examples, or the calls of one."""
    if sys.argv[1] == "--call":
        return calls(sys.argv[2:])
    left = {name for names in DIFFER.values() for name in names.split()}
    clang, link = shlex.split(sys.argv[1]), sys.argv[2:]
    todo = [r for r in reasons() if r.name not in left and example(r).good]
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        outside = os.path.join(folder, "outside.o")
        wrong = build(OUTSIDE, "", unlifted(clang) + ["-c"], outside)
        wrong = [wrong] if wrong else [
            w for w in pool.map(lambda r: check(r, clang, [outside] + link),
                                todo) if w]
    print("\n".join(wrong) if wrong else "%d examples run" % len(todo))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
