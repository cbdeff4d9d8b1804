"""test/fuzz/kept.py: programs in which the host uses memory between regions.

A program has a few blocks of memory, of the heap, mapped, static or of the
stack, and a list of statements in a loop: regions over random parts of them,
and what the host does between these: it writes, copies and moves elements,
frees and allocates again, maps other memory at the same place, moves it, reads
files into it, protects it, and forks. What stays on a device has to be what the
memory holds. Some functions have several regions with host code between them,
and some loops keep blocks: those only regions touch there, and the host by
their names. No statement depends on another: any may be dropped.
"""
import os
import random
import string

from functions.tree import Block, Line, Node

__all__ = ["Program", "source", "vulkan_modes"]

# Vulkan runs with everything kept, also through staging memory.
vulkan_modes = [
    ("vulkan, all kept", {"LOFT_TEST_KEEP": "1"}),
    ("vulkan, all kept, staged", {"LOFT_TEST_KEEP": "1",
                                  "LOFT_TEST_STAGING": "1"}),
]

# What the host does between two regions of a function.
BETWEEN = [
    "", "", "", "if (k == 1) continue;", "if (k == 1) return;",
    "y[n / 2] += 3;", "mix((unsigned long)x[n - 1]);",
    "for (int i = 0; i < n; i += 7) y[i] ^= 5;",
    "if (k == 1) memset(x, $B, (unsigned long)n * sizeof *x / 2);",
    "{ $X t[4] = {0}; t[k] = x[0]; y[0] = t[(k + $A) % 4]; }",
    "if (k == 1) { $X *p = y; *p++ = 1; *p = *x; }",
    "if (k < 1) memcpy(&y[n / 3], x, sizeof *x);",
    "y[n / 3] = x[n / 4];", "x[0] ^= y[n - 1]; y[0] = ($X)k;",
    "{ static $X seen[3]; seen[k % 3] ^= x[n / 2]; y[k] += seen[0]; }",
    "memcpy(&y[n / 2], &x[n / 4], (unsigned long)(n / 8) * sizeof *x);",
    "memset(&x[n / 5], k, (unsigned long)(n / 6) * sizeof *x);",
    "memmove(&y[n / 4], &y[n / 3], (unsigned long)(n / 5) * sizeof *y);",
    "if (x[n / 2] > $B) y[n / 2] = x[n / 3]; else x[n / 3] += 2;",
    "x[n - 1] = 1; x[n - 1] += y[0]; y[n / 7] = x[n - 1];",
]

# (parameters after n, elements of each array that n iterations touch as (times,
# more), body); $X is the type, $A and $B small numbers.
KERNELS = {
    "map": ("const $X *x, $X *y", [(1, 0), (1, 0)],
            "for (int i = 0; i < n; i++) y[i] = ($X)(x[i] * $A + $B);"),
    "apart": ("const $X *restrict x, $X *restrict y", [(1, 0), (1, 0)],
              "for (int i = 0; i < n; i++) y[i] = ($X)(x[i] - $B);"),
    "own": ("$X *x", [(1, 0)],
            "for (int i = 0; i < n; i++) x[i] = ($X)(x[i] + i * $A);"),
    "stencil": ("const $X *x, $X *y", [(1, 2), (1, 2)],
                "for (int i = 1; i <= n; i++) "
                "y[i] = ($X)(x[i - 1] + x[i + 1] - x[i]);"),
    "some": ("const $X *x, $X *y", [(1, 0), (3, 0)],
             "for (int i = 0; i < n; i++) y[3 * i + 1] = ($X)(x[i] + $A);"),
    "where": ("const $X *x, $X *y", [(1, 0), (1, 0)],
              "for (int i = 0; i < n; i++) if (x[i] > $B) y[i] = ($X)$A;"),
    "two": ("const $X *x, $X *y, $X *z", [(1, 0)] * 3,
            "for (int i = 0; i < n; i++) { y[i] = ($X)(x[i] * $B); "
            "z[i] = ($X)(x[i] + $A); }"),
    "sum": ("const $X *x", [(1, 0)],
            "  unsigned long s = 0;\n#pragma loft\n  "
            "for (int i = 0; i < n; i++) s += (unsigned long)x[i] * "
            "(unsigned long)(i + $A);\n  mix(s);"),
    "steps": ("$X *x, $X *y", [(1, 1), (1, 1)],
              "  for (int k = 0; k < 3; k++) {\n#pragma loft\n    "
              "for (int i = 0; i < n; i++) y[i] = ($X)(x[i] * $A + x[i + 1]);\n"
              "    $H\n#pragma loft\n    "
              "for (int i = 0; i < n; i++) x[i] = ($X)(y[i] - $B);\n  }"),
    "rounds": ("$X *x, $X *y, $X *z", [(1, 0)] * 3,
               "  for (int k = 0; k < 4; k++) {\n    unsigned long s = 0;\n"
               "#pragma loft\n    for (int i = 0; i < n / 2; i++) "
               "z[2 * i] = ($X)(x[i] + y[i] + k);\n#pragma loft\n    "
               "for (int i = 0; i < n; i++) s += (unsigned long)z[i] * "
               "(unsigned long)(i + $A);\n    if (s % 5 == 0) mix(s);\n    $H\n"
               "#pragma loft\n    for (int i = 0; i < n; i++) "
               "x[i] = ($X)(z[i] ^ y[i]);\n  }"),
    "gather": ("$X *x, $X *y", [(1, 0)] * 2,
               "  static int at[200000];\n"
               "  for (int i = 0; i < n; i++) at[i] = (int)(i * 7L % (n / 2 + 1));\n"
               "  for (int k = 0; k < 3; k++) {\n#pragma loft\n    "
               "for (int i = 0; i < n; i++) x[i] = ($X)(x[i] * $A + k);\n"
               "    $H\n#pragma loft\n    "
               "for (int i = 0; i < n; i++) y[i] = x[at[i]];\n"
               "#pragma loft\n    "
               "for (int i = 0; i < n; i++) at[i] = n - 1 - at[i];\n  }"),
    "count": ("const $X *x, $X *y", [(1, 0), (0, 16)],
              "for (int i = 0; i < n; i++) y[(unsigned)x[i] % 16]++;"),
}
TYPES = {"unsigned": 4, "unsigned short": 2, "unsigned char": 1, "short": 2,
         "unsigned long": 8}
PAGE = 4096


class Program:
    """Program "number" of "seed": "shape" is a kernel's name, or None."""
    uses_math = False

    def __init__(self, seed, number, shape=None):
        self.seed, self.number = seed, number
        self.rng = rng = random.Random("kept %s %d" % (seed, number))
        self.shape = shape or "mixed"
        self.type = rng.choice(sorted(TYPES))
        # each fork closes a GPU's device: a tenth of a second to open it again
        self.forks = rng.random() < 0.05
        self.size = TYPES[self.type]
        names = [shape] if shape else rng.sample(
            sorted(KERNELS), rng.choice([2, 3, 4, 5]))
        self.kernels = [(name, rng.randrange(1, 4), rng.randrange(0, 9),
                         rng.choice(BETWEEN)) for name in names]
        most = rng.choice([100, 3000, PAGE, 3 * PAGE, 3 * PAGE, 40000, 200000])
        self.blocks = [(rng.choice(["heap", "heap", "mapped", "mapped",
                                    "static", "stack"]),
                        max(40, rng.randrange(most // 2, most + 1) //
                            self.size))
                       for _ in range(rng.choice([1, 2, 2, 3, 4]))]
        self.body = Node(self.statements())

    # -- statements ------------------------------------------------------------
    def statements(self):
        """What the program does: a loop of some, and some after it."""
        rng, out = self.rng, []
        for _ in range(rng.choice([1, 2, 3])):
            kept = [b for b in range(len(self.blocks))
                    if rng.random() < 0.8] if rng.random() < 0.4 else []
            some = [self.statement(kept) for _ in range(rng.randrange(2, 9))]
            before = ["#pragma loft keep(%s)" % ", ".join(
                "b%d" % b for b in kept)] if kept else []
            some += [Line("(void)b%d;" % b, drop=False) for b in kept]
            out.append(Block(Line("for (int k = 0; k < %d; k++)" %
                                  rng.choice([1, 2, 3, 6, 25])), some, before))
            out += [self.statement() for _ in range(rng.randrange(4))]
        return out

    def statement(self, kept=()):
        """A call of a region, or what the host does. "kept": blocks that are
        kept."""
        rng = self.rng
        if rng.random() < (0.65 if kept else 0.55):
            return Line(self.call(kept))
        return Line(self.host(kept))

    def call(self, kept):
        """A call of a region on parts of blocks."""
        rng = self.rng
        k = rng.randrange(len(self.kernels))
        needs = KERNELS[self.kernels[k][0]][1]
        chosen = [rng.randrange(len(self.blocks)) for _ in needs]
        n = min((self.blocks[b][1] - more) // max(times, 1)
                for b, (times, more) in zip(chosen, needs))
        if rng.random() < 0.4:
            n = rng.randrange(1, n + 1)
        elif rng.random() < 0.3:
            n -= rng.choice([0, 1, 2, 5])
        n = max(n, 1)
        apart = self.kernels[k][0] == "apart"
        if apart and len(set(chosen)) < 2:
            if len(self.blocks) < 2:
                return ";"
            chosen = rng.sample(range(len(self.blocks)), 2)
            n = min(n, *(self.blocks[b][1] for b in chosen))
        args = []
        for b, (times, more) in zip(chosen, needs):
            room = self.blocks[b][1] - (n * times + more)
            at = rng.choice([0, 0, room, rng.randrange(room + 1)] +
                            [0] * 9 * (b in kept))
            args.append("b%d + %d" % (b, at))
        return "f%d_%d(%s);" % (self.number, k, ", ".join([str(n)] + args))

    def part(self, b):
        """(first, count) of some elements of block "b"."""
        rng, n = self.rng, self.blocks[b][1]
        first = rng.randrange(n)
        count = rng.choice([1, 1, 3, n, rng.randrange(1, n + 1)])
        return first, min(count, n - first)

    def host(self, kept):
        """What the host does with a block."""
        rng = self.rng
        b = rng.randrange(len(self.blocks))
        kind, n = self.blocks[b]
        first, count = self.part(b)
        at = "b%d + %d" % (b, first)
        c = rng.randrange(len(self.blocks))
        to, more = self.part(c)
        both = min(count, more) * self.size
        ways = [
            "b%d[%d] += 3;" % (b, first),
            "b%d[%d] = ($X)%d;" % (b, first, rng.randrange(100)),
            "for (int i = 0; i < %d; i++) (%s)[i] = ($X)(i * %d);" % (
                count, at, rng.randrange(9)),
            "memset(%s, %d, %d);" % (at, rng.randrange(256),
                                     count * self.size),
            "memmove(%s, b%d + %d, %d);" % (at, c, to, both),
        ]
        touches = [
            "mix((unsigned long)b%d[%d]);" % (b, first),
            "b%d[%d] ^= b%d[%d];" % (b, first, c, to),
            "if (b%d[%d] & 1) b%d[%d] = ($X)k;" % (c, to, b, first),
            "memset(%s, k, %d);" % (at, min(count, 5) * self.size),
        ]
        if b != c:
            touches.append("memcpy(%s, b%d + %d, %d);" % (
                at, c, to, min(both, 2000)))
        if b in kept and (c in kept or rng.random() < 0.5) and (
                rng.random() < 0.6):
            return rng.choice(touches).replace("$X", self.type)
        if self.forks:
            ways.append("in_child(%s, %d);" % (at, count * self.size))
        if b in kept:
            return rng.choice(ways).replace("$X", self.type)
        ways += [
            "take(%s, %d);" % (at, count * self.size),
            "show(%s, %d, %d, %d);" % (at, count, self.size, self.size),
        ]
        if self.forks:
            ways.append("from_child(%s, %d);" % (
                at, min(count, 5000) * self.size))
        if kind == "heap":
            ways += ["free(b%d); b%d = heap(%d);" % (b, b, n * self.size)] * 2
            ways += ["b%d = grow(b%d, %d, %d);" % (
                b, b, n * self.size, rng.choice([1, 2, 8, 40]) * PAGE)] * 2
        if kind == "mapped":
            size = n * self.size
            ways += ["again(b%d, %d);" % (b, size),
                     "again((char *)b%d + %d, %d);" % (
                         b, first * self.size // PAGE * PAGE, PAGE),
                     "b%d = move(b%d, %d);" % (b, b, size),
                     "drop(b%d, %d, %d);" % (
                         b, size, first * self.size // PAGE),
                     "protect(b%d, %d);" % (b, size)]
        return rng.choice(ways).replace("$X", self.type)

    # -- text ------------------------------------------------------------------
    def kernel(self, k):
        """Function k."""
        name, a, b, between = self.kernels[k]
        parameters, _, body = KERNELS[name]
        if "#pragma" not in body:
            body = "#pragma loft\n  " + body
        text = "KERNEL\nf%d_%d(int n, %s) {\n%s\n}" % (
            self.number, k, parameters, body)
        text = text.replace("$H", between)
        return string.Template(text).substitute(X=self.type, A=a, B=b)

    def block(self, b):
        """The declaration of block "b"."""
        kind, n = self.blocks[b]
        t = self.type
        return {
            "heap": "%s *b%d = heap(%d);" % (t, b, n * self.size),
            "mapped": "%s *b%d = map(%d);" % (t, b, n * self.size),
            "static": "static %s s%d[%d]; %s *b%d = s%d; scatter(s%d, "
                      "sizeof s%d);" % (t, b, n, t, b, b, b, b),
            "stack": "%s s%d[%d], *b%d = s%d; scatter(s%d, sizeof s%d);" % (
                t, b, n, b, b, b, b)}[kind]

    def driver(self):
        """The function that runs the program."""
        ends = ["show(b%d, %d, %d, %d);" % (b, n, self.size, self.size)
                for b, (_, n) in enumerate(self.blocks)]
        ends += ["free(b%d);" % b if kind == "heap" else "unmap(b%d, %d);" % (
            b, n * self.size) for b, (kind, n) in enumerate(self.blocks)
            if kind in ("heap", "mapped")]
        return "\n".join(
            ["DRIVER drive%d(void) {" % self.number,
             '  begin("%d");' % self.number,
             "  draw_state = %d;" % self.number] +
            ["  " + self.block(b) for b in range(len(self.blocks))] +
            ["  " + x for x in self.body.lines()] +
            ["  " + x for x in ends] + ['  print("all");', "}"])

    def text(self):
        """The program."""
        return "\n".join(
            ["/* program %d */" % self.number] +
            [self.kernel(k) for k in range(len(self.kernels))] +
            [self.driver(), ""])


def source(programs):
    """The text of a file with "programs" and a main that runs them."""
    here = os.path.dirname(os.path.abspath(__file__))
    out = ["#define _GNU_SOURCE"]
    for name in ("functions/prelude.h", "kept.h"):
        with open(os.path.join(here, name)) as f:
            out.append(f.read())
    return "\n".join(
        out + [p.text() for p in programs] +
        ["/* Runs all programs, or those of these numbers. */",
         "int\nmain(int count, char **words) {"] +
        ['  if (wanted("%d", count, words))\n    drive%d();' % (
            p.number, p.number) for p in programs] + ["}\n"])
