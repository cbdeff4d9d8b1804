"""test/fuzz/generate.py: random C functions with loops that loft should lift.

A program is a tree of Node; text() prints it. Trees, not text, so that the
shrinker (fuzz.py) can drop parts. All arithmetic is defined C: every integer
expression carries a bound on its magnitude and is reduced before it could
overflow; divisors and shift counts are made valid; floats never go out of
range. Float reductions run on values that add exactly, so that any order
gives the same bits; everything else on arbitrary values.
"""
import random

INTS = {
    "signed char": 7, "unsigned char": 8, "short": 15, "unsigned short": 16,
    "int": 31, "unsigned": 32, "long": 63, "unsigned long": 64,
}
FLOATS = ["float", "double"]
SAFE = 1 << 28  # integer expressions stay below this magnitude


class Node:
    """A statement: head, children, tail. "drop" says whether it may go."""

    def __init__(self, head, children=(), tail="", drop=True):
        self.head, self.tail, self.drop = head, tail, drop
        self.children = list(children)

    def text(self, indent="  "):
        lines = [indent + line for line in self.head.split("\n") if line]
        for child in self.children:
            lines.append(child.text(indent + "  "))
        if self.tail:
            lines.append(indent + self.tail)
        return "\n".join(lines)


def block(head, children, drop=True):
    return Node(head + " {", children, "}", drop)


class Array:
    """An array parameter of the function. "role": in, out or inout."""

    def __init__(self, name, ctype, role, dims):
        self.name, self.ctype, self.role, self.dims = name, ctype, role, dims

    def is_float(self):
        return self.ctype in FLOATS


class Program:
    """One random function: its arrays, scalars and body."""

    def __init__(self, seed, number):
        self.seed, self.number = seed, number
        self.r = random.Random("%s/%s" % (seed, number))
        self.arrays, self.results = [], []
        self.fresh = 0
        # sums of floats must not depend on their order
        self.exact_floats = True
        self.uses_math = False
        self.n = self.r.choice([0, 1, 2, 3, 7, 16, 33, 64, 100])
        self.m = self.r.choice([1, 2, 5, 8, 17, 32])
        self.pragma = "#pragma loft"
        self.body = self.make()

    # -- names and values ----------------------------------------------------
    def name(self, prefix):
        self.fresh += 1
        return "%s%d" % (prefix, self.fresh)

    def chance(self, p):
        return self.r.random() < p

    def array(self, role, dims=None, ctype=None):
        ctype = ctype or self.r.choice(list(INTS) + FLOATS * 3)
        dims = dims or self.r.choice([1, 1, 2])
        a = Array(self.name({"in": "x", "out": "y", "inout": "z"}[role]),
                  ctype, role, dims)
        self.arrays.append(a)
        return a

    def some_input(self, dims=None):
        """An array that no loop writes."""
        have = [a for a in self.arrays if a.role == "in"
                and (dims is None or a.dims == dims)]
        if have and self.chance(0.6):
            return self.r.choice(have)
        return self.array("in", dims)

    def at(self, a, i, j=None):
        """C text for an element of "a" at row i, column j."""
        if a.dims == 1:
            return self.r.choice(["%s[%s]", "*(%s + (%s))"]) % (a.name, i)
        return "%s[(%s) * m + (%s)]" % (a.name, i, j)

    # -- expressions: (text, kind, bound); kind "i" or "f" ---------------------
    def load(self, scope):
        """A read of an array element in bounds for the loops of "scope"."""
        i = scope.get("i")
        j = scope.get("j")
        if not i:
            return self.constant()
        form = self.r.random()
        a = self.some_input(2 if j and self.chance(0.6) else 1)
        if a.dims == 2:
            text = self.at(a, i, j if j else "0")
        elif form < 0.55:
            text = self.at(a, i)
        elif form < 0.7:  # neighbours; arrays have two cells of margin
            text = self.at(a, "%s + %d" % (i, self.r.choice([1, 2])))
        elif form < 0.8:
            text = self.at(a, "n - 1 - %s" % i) if not scope.get("free") \
                else self.at(a, i)
        elif form < 0.92:  # a gather
            index = [b for b in self.arrays if b.name.startswith("idx")]
            if not index:
                index = [Array(self.name("idx"), "int", "in", 1)]
                self.arrays.append(index[0])
            text = "%s[%s[%s]]" % (a.name, index[0].name, i)
        else:
            text = self.at(a, self.r.choice(["0", "n", i]))
        return (text, "f", 16) if a.is_float() else \
            (text, "i", 16 if a.name.startswith("idx") else 120)

    def constant(self):
        if self.chance(0.5):
            return ("%d" % self.r.randint(-9, 9), "i", 9)
        value = self.r.choice([0.5, 1.0, -1.5, 2.0, 0.25, -3.0])
        return ("%s%s" % (value, self.r.choice(["f", ""])), "f", 3)

    def leaf(self, scope):
        choices = [self.load, self.load, lambda s: self.constant()]
        if scope.get("locals"):
            choices.append(lambda s: self.r.choice(s["locals"]))
        if scope.get("i"):
            # unsigned loop variables would make their whole expression so
            choices.append(lambda s: ("(int)" + s["i"], "i", 128))
        return self.r.choice(choices)(scope)

    def small(self, e, limit=SAFE):
        """An integer expression below "limit" in magnitude; floats as is."""
        if e[2] <= limit or e[1] == "f":
            return e
        return ("(%s) %% %d" % (e[0], 97), "i", 97)

    def expr(self, scope, depth=3):
        if depth == 0 or self.chance(0.15):
            return self.leaf(scope)
        a = self.expr(scope, depth - 1)
        b = self.expr(scope, depth - 1)
        form = self.r.random()
        if form < 0.12:
            c = self.condition(scope, depth - 1)
            kind = "f" if "f" in (a[1], b[1]) else "i"
            return ("(%s ? %s : %s)" % (c, a[0], b[0]), kind,
                    max(a[2], b[2]))
        if a[1] == "f" or b[1] == "f":
            return self.float_op(a, b)
        return self.int_op(self.small(a), self.small(b))

    def float_op(self, a, b):
        op = self.r.choice(["+", "-", "*", "min", "max", "abs", "neg", "/"])
        bound = a[2] + b[2]
        if op == "*":
            bound = a[2] * b[2]
            if bound > 1e6:
                op, bound = "+", a[2] + b[2]
        if op == "/":
            if self.exact_floats:
                op = "-"
            else:
                return ("(%s / (1.0f * %s * %s + 1))" % (a[0], b[0], b[0]), "f",
                        a[2])
        if op in ("min", "max"):
            return ("f%s(%s, %s)" % (op, a[0], b[0]), "f",
                    max(a[2], b[2]))
        if op == "abs":
            return ("fabs(%s)" % a[0], "f", a[2])
        if op == "neg":
            return ("-(%s)" % a[0], "f", a[2])
        return ("(%s %s %s)" % (a[0], op, b[0]), "f", bound)

    def int_op(self, a, b):
        op = self.r.choice(["+", "-", "*", "/", "%", "&", "|", "^", "<<",
                            ">>", "~", "!", "cast"])
        if op == "*":
            a, b = self.small(a, 4096), self.small(b, 4096)
            return ("(%s * %s)" % (a[0], b[0]), "i", a[2] * b[2])
        if op in "/%":
            return ("(%s %s (((%s) & 7) + 1))" % (a[0], op, b[0]), "i",
                    max(a[2], 8))
        if op == "<<":
            a = self.small(a, 4096)
            return ("(((%s) & 4095) << ((%s) & 7))" % (a[0], b[0]), "i",
                    4096 << 7)
        if op == ">>":
            return ("((%s) >> ((%s) & 7))" % (a[0], b[0]), "i", a[2] + 1)
        if op in "~!":
            return ("%s(%s)" % (op, a[0]), "i", a[2] + 1)
        if op == "cast":
            ctype = self.r.choice(list(INTS))
            bits = INTS[ctype]
            bound = min(a[2] if not ctype.startswith("unsigned")
                        else 1 << bits, 1 << bits)
            # back to int: unsigned operands would wrap around neighbours
            if bound >= SAFE:
                return ("(int)((%s)(%s) %% 97)" % (ctype, a[0]), "i", 97)
            return ("(int)(%s)(%s)" % (ctype, a[0]), "i", bound)
        if op in "&|^":
            bound = 1
            while bound <= max(a[2], b[2]):
                bound *= 2
            return ("(%s %s %s)" % (a[0], op, b[0]), "i", bound)
        return ("(%s %s %s)" % (a[0], op, b[0]), "i", a[2] + b[2])

    def condition(self, scope, depth=1):
        a, b = self.expr(scope, depth), self.expr(scope, depth)
        text = "%s %s %s" % (a[0], self.r.choice(
            ["<", "<=", ">", ">=", "==", "!="]), b[0])
        if self.chance(0.25):
            c, d = self.leaf(scope), self.leaf(scope)
            text = "(%s) %s (%s > %s)" % (text, self.r.choice(["&&", "||"]),
                                          c[0], d[0])
        return text

    def convert(self, e, ctype):
        """"e" as a value of "ctype", by a defined conversion."""
        if ctype in FLOATS:
            return e[0]
        if e[1] == "f":
            limit = 100 if INTS[ctype] < 9 else 1000
            least = 0 if ctype.startswith("unsigned") else -limit
            return "(%s)fmin(fmax(%s, %d), %d)" % (ctype, e[0], least, limit)
        return e[0]  # implicit conversion between integers: modulo

    # -- loops -------------------------------------------------------------------
    def header(self, var, bound, scope, plain=False):
        """The head of a loop over 0 <= var < bound in one of C's manners."""
        ctype = self.r.choice(["int", "int", "long", "unsigned"]
                              if not plain else ["int"])
        forms = ["for (%s %s = 0; %s < %s; %s++)" %
                 (ctype, var, var, bound, var)]
        if not plain:
            scope["free"] = True
            forms += [
                "for (int %s = 0; %s <= %s - 1; %s += 1)" %
                (var, var, bound, var),
                "for (int %s = %s - 1; %s >= 0; %s--)" %
                (var, bound, var, var),
                "for (int %s = 0; %s != %s; ++%s)" %
                (var, var, bound, var),
                "for (int %s = 0; %s < %s; %s += 2)" %
                (var, var, bound, var),
            ]
            head = self.r.choice(forms)
            scope["free"] = "- 1; " in head or "unsigned" in head
            return head
        return forms[0]

    def statements(self, scope, out, depth):
        """Some statements of a loop body that write element (i, j) of "out"."""
        stmts = []
        for _ in range(self.r.randint(0, 2)):
            stmts.append(self.local(scope))
        if depth > 0 and self.chance(0.35):
            stmts.append(self.inner_reduction(scope))
        if self.chance(0.2):
            stmts.append(self.data_loop(scope))
        if self.chance(0.15):
            stmts.append(self.switch(scope))
        if self.chance(0.1):
            stmts.append(Node("if (%s)\n  continue;" % self.condition(scope)))
        stmts.append(self.write(scope, out))
        return stmts

    def local(self, scope):
        e = self.expr(scope)
        ctype = self.r.choice(FLOATS) if e[1] == "f" else "int"
        name = self.name("t")
        if ctype == "int":
            e = self.small(e, 1 << 20)
        scope["locals"] = scope.get("locals", []) + [
            (name, "f" if ctype in FLOATS else "i", e[2])]
        return Node("%s %s = %s;" % (ctype, name, e[0]), drop=False)

    def inner_reduction(self, scope):
        """A loop that folds something into a local."""
        k, name = self.name("k"), self.name("s")
        a = self.some_input(2 if scope.get("i") else 1)
        element = self.at(a, scope["i"] if a.dims == 2 else k, k)
        ctype = a.ctype if a.is_float() else "int"
        op = self.r.choice(["+=", "max", "min"])
        step = "%s += %s;" % (name, element) if op == "+=" else \
            "if (%s %s %s)\n  %s = %s;" % (
                element, ">" if op == "max" else "<", name, name, element)
        head = "for (int %s = 0; %s < m; %s++) {" % (k, k, k)
        init = "0" if ctype == "int" else "0.5f"
        kind = "f" if a.is_float() else "i"
        scope["locals"] = scope.get("locals", []) + [
            (name, kind, 120 * 40 if kind == "i" else 16 * 40)]
        return Node("%s %s = %s;\n%s\n  %s\n}" % (
            ctype, name, init, head, step.replace("\n", "\n  ")), drop=False)

    def data_loop(self, scope):
        """A loop whose end depends on data."""
        name, w = self.name("c"), self.name("w")
        e = self.small(self.expr(scope, 1), 1 << 16)
        start = "(int)fmin(fmax(%s, -99), 99)" % e[0] if e[1] == "f" else e[0]
        scope["locals"] = scope.get("locals", []) + [(name, "i", 40)]
        body = self.r.choice([
            "while (%s > 1 && %s < 40) {\n  %s /= 2;\n  %s++;\n}",
            "do {\n  if (%s < 3 || %s > 30)\n    break;\n  %s -= 3;\n  %s++;"
            "\n} while (1);",
            "for (;;) {\n  if (%s < 2 || %s == 20)\n    break;\n  %s /= 3;"
            "\n  %s++;\n}",
        ]) % (w, name, w, name)
        return Node("int %s = %s, %s = 0;\n%s" % (w, start, name, body),
                    drop=False)

    def switch(self, scope):
        name = self.name("q")
        e = self.small(self.expr(scope, 1), 1 << 16)
        key = "(int)fmin(fmax(%s, -99), 99)" % e[0] if e[1] == "f" else e[0]
        scope["locals"] = scope.get("locals", []) + [(name, "i", 30)]
        return Node(
            "int %s = 1;\nswitch ((%s) & 3) {\ncase 0:\n  %s = 5;\n  break;\n"
            "case 1:\n  %s += 7;\ncase 2:\n  %s *= 2;\n  break;\ndefault:\n"
            "  %s = -3;\n}" % (name, key, name, name, name, name), drop=False)

    def write(self, scope, out):
        e = self.expr(scope)
        if e[1] == "i":
            e = self.small(e)
        target = self.at(out, scope["i"], scope.get("j"))
        value = self.convert(e, out.ctype)
        if out.role == "inout" and self.chance(0.4) and not out.is_float():
            text = "%s %s= %s;" % (target, self.r.choice("&|^"),
                                   self.convert(("(%s)" % value, e[1], e[2])
                                                if e[1] == "i" else e,
                                                "int"))
        elif out.role == "inout" and out.is_float() and self.chance(0.4):
            text = "%s = %s + %s;" % (target, target, value)
        else:
            text = "%s = %s;" % (target, value)
        if self.chance(0.25):
            text = "if (%s)\n  %s" % (self.condition(scope), text)
        return Node(text)

    # -- shapes of regions -----------------------------------------------------
    def map1(self):
        scope = {"i": "i"}
        out = self.array(self.r.choice(["out", "inout"]), 1)
        head = self.header("i", "n", scope)
        return block(head, self.statements(scope, out, 1), drop=False)

    def map2(self):
        scope = {"i": "i", "j": "j"}
        out = self.array(self.r.choice(["out", "inout"]), 2)
        head = self.header("i", "n", scope)
        inner = self.header("j", self.r.choice(["m", "m", "(i < m ? i : m)"]),
                            dict(scope), plain=True)
        children = [block(inner, self.statements(scope, out, 0), drop=False)]
        if self.chance(0.3):  # an imperfect nest
            other = self.array("out", 1)
            children.insert(0, self.write({"i": "i"}, other))
        return block(head, children, drop=False)

    def reduce1(self):
        scope = {"i": "i"}
        head = self.header("i", "n", scope)
        children = []
        for _ in range(self.r.randint(1, 3)):
            children.append(self.fold(scope))
        if self.chance(0.3):
            children.append(self.write(scope, self.array("out", 1)))
        return block(head, children, drop=False)

    def fold(self, scope):
        e = self.expr(scope, 2)
        if e[1] == "f":
            e = self.expr(scope, 1)  # few bits, so that sums are exact
        name = self.name("r")
        if e[1] == "f":
            ctype = self.r.choice(FLOATS)
            form = self.r.choice(["+=", "-=", "min", "max", "fmin", "?:"])
            init = "1"
        else:
            ctype = self.r.choice(["int", "long", "unsigned"])
            form = self.r.choice(["+=", "-=", "min", "max", "?:", "&=", "|=",
                                  "^=", "*="])
            e = self.small(e, 1 << 16)
            init = "3"
        self.results.append((ctype, name, init))
        value = e[0]
        if ctype == "unsigned" or form in ("min", "max", "?:"):
            value = "(%s)(%s)" % (ctype, value)
        text = {
            "+=": "%s += %s;", "-=": "%s -= %s;", "&=": "%s &= %s;",
            "|=": "%s |= %s;", "^=": "%s ^= %s;",
        }.get(form)
        if form == "*=":
            name_u = name
            self.results[-1] = ("unsigned", name, init)
            return Node("%s *= (unsigned)(%s) | 1;" % (name_u, e[0]))
        if text:
            text = text % (name, value)
        elif form == "fmin":
            text = "%s = fmin(%s, %s);" % (name, name, value)
        elif form == "?:":
            text = "%s = %s < %s ? %s : %s;" % (name, value, name, value,
                                                name)
        else:
            text = "if (%s %s %s)\n  %s = %s;" % (
                value, "<" if form == "min" else ">", name, name, value)
        if self.chance(0.2):
            text = "if (%s) {\n  %s\n}" % (
                self.condition(scope), text.replace("\n", "\n  "))
        return Node(text)

    def steps(self):
        """Time steps with two buffers, swapped by pointer."""
        ctype = self.r.choice(FLOATS)
        a = self.array("inout", 1, ctype)
        b = self.array("inout", 1, ctype)
        inner = block(
            "for (int i = 0; i < n; i++)",
            [Node("%s[i + 1] = %s[i] * 0.25f + %s[i + 2] * 0.5f - %s[i + 1];"
                  % (b.name, a.name, a.name, a.name), drop=False)],
            drop=False)
        swap = Node("%s *swap = %s;\n%s = %s;\n%s = swap;" % (
            ctype, a.name, a.name, b.name, b.name))
        return block("for (int t = 0; t < %d; t++)" % self.r.choice(
            [0, 1, 2, 5]), [inner, swap], drop=False)

    def chain(self):
        """A region of several loops over one temporary."""
        self.pragma = "#pragma loft region"
        ctype = self.r.choice(FLOATS + ["int"])
        scope = {"i": "i"}
        t = self.name("tmp")
        e = self.expr(scope, 2)
        value = self.convert(self.small(e) if e[1] == "i" else e, ctype)
        first = block("for (int i = 0; i < n; i++)",
                      [Node("%s[i] = %s;" % (t, value), drop=False)])
        out = self.array("out", 1, ctype)
        second = block("for (int i = 0; i < n; i++)",
                       [Node("%s[i] = %s[i] + %s[i];" % (out.name, t, t),
                             drop=False)])
        children = [Node("%s %s[256];" % (ctype, t), drop=False), first,
                    second]
        if self.chance(0.5):
            name = self.name("r")
            self.results.append(("double" if ctype != "int" else "long",
                                 name, "0"))
            children.append(block("for (int i = 0; i < n; i++)",
                                  [Node("%s += %s[i];" % (name, t),
                                        drop=False)]))
        return Node("{", children, "}", drop=False)

    def make(self):
        shape = self.r.choice([self.map1] * 4 + [self.map2] * 3 +
                              [self.reduce1] * 4 + [self.steps, self.chain])
        if shape in (self.map1, self.map2):
            self.exact_floats = False
        if self.chance(0.15) and self.pragma == "#pragma loft":
            self.pragma = "#pragma loft exact"
        return shape()

    # -- printing ---------------------------------------------------------------
    def text(self):
        """The function and its driver as C."""
        params = ["int n", "int m"]
        for a in self.arrays:
            const = "const " if a.role == "in" else ""
            params.append("%s%s *%s" % (const, a.ctype, a.name))
        params += ["%s *out_%s" % (t, name) for t, name, _ in self.results]
        lines = ["static void", "f%d(%s)" % (self.number, ", ".join(params)),
                 "{"]
        for ctype, name, init in self.results:
            lines.append("  %s %s = %s;" % (ctype, name, init))
        lines += [self.pragma, self.body.text()]
        for _, name, _ in self.results:
            lines.append("  *out_%s = %s;" % (name, name))
        return "\n".join(lines + ["}", "", self.driver(), ""])

    def driver(self):
        """A function that fills the arrays, calls and prints."""
        lines = ["static void", "run%d(void)" % self.number, "{",
                 "  int n = %d, m = %d;" % (self.n, self.m),
                 "  size_t cells = (size_t)(n + 4) * (m + 4) + 64;",
                 "  seed(%d);" % (self.number + 1)]
        for a in self.arrays:
            kind = "index" if a.name.startswith("idx") else \
                "exact" if self.exact_floats else "any"
            lines.append("  %s *%s = alloc(cells * sizeof *%s);" % (
                a.ctype, a.name, a.name))
            lines.append("  FILL(%s, cells, %s, n);" % (a.name, kind))
        args = ["n", "m"] + [a.name for a in self.arrays]
        for ctype, name, _ in self.results:
            lines.append("  %s %s = 0;" % (ctype, name))
            args.append("&" + name)
        lines.append("  f%d(%s);" % (self.number, ", ".join(args)))
        lines.append('  printf("program %d\\n");' % self.number)
        for ctype, name, _ in self.results:
            lines.append("  dump(&%s, 1, sizeof %s, %d);" % (
                name, name, ctype in FLOATS))
        for a in self.arrays:
            if a.role != "in":
                lines.append("  dump(%s, cells, sizeof *%s, %d);" % (
                    a.name, a.name, a.is_float()))
            lines.append("  free(%s);" % a.name)
        return "\n".join(lines + ["}"])


PRELUDE = r"""
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static void
seed(unsigned s)
{
  state = 88172645463325252u ^ ((uint64_t)s << 20);
}

static uint64_t
next(void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 8;
}

static void *
alloc(size_t bytes)
{
  void *p = malloc(bytes);
  if (!p)
    exit(3);
  return p;
}

// Values: index 0..n-1; exact: multiples of 1/4 up to 4; any: up to 16.
#define FILL(a, cells, kind, n)                                                \
  for (size_t c = 0; c < (cells); c++)                                         \
  a[c] = fill_##kind((__typeof__(a[0]))0.5 != 0, n)

static double
fill_index(int is_float, int n)
{
  (void)is_float;
  return n > 0 ? (double)(next() % (unsigned)n) : 0;
}

static double
fill_exact(int is_float, int n)
{
  (void)n;
  uint64_t r = next();
  return is_float ? (double)(int)(r % 33) / 4 - 4 : (double)(r % 100);
}

static double
fill_any(int is_float, int n)
{
  (void)n;
  uint64_t r = next();
  if (!is_float)
    return (double)(r % 120);
  if (r % 61 == 0)
    return r % 2 ? -0.0 : 0.0;
  return (double)(r % 1000003) / 1000003 * 32 - 16;
}

// Prints the bits of an array, NaNs alike.
static void
dump(const void *data, size_t count, size_t size, int is_float)
{
  const unsigned char *p = data;
  for (size_t c = 0; c < count; c++, p += size) {
    uint64_t bits = 0;
    memcpy(&bits, p, size);
    if (is_float && size == 4 && (bits & 0x7fffffff) > 0x7f800000)
      bits = 0x7fc00000;
    if (is_float && size == 8 &&
        (bits & 0x7fffffffffffffff) > 0x7ff0000000000000)
      bits = 0x7ff8000000000000;
    printf("%llx%c", (unsigned long long)bits, c % 16 == 15 ? '\n' : ' ');
  }
  printf("\n");
}
"""


def source(programs):
    """One C file that runs all "programs" in turn."""
    parts = [PRELUDE] + [p.text() for p in programs]
    calls = "\n".join("  run%d();\n  fflush(stdout);" % p.number
                      for p in programs)
    return "\n".join(parts) + "\nint\nmain(void)\n{\n%s\n  return 0;\n}\n" % \
        calls
