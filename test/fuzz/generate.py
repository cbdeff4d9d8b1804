"""test/fuzz/generate.py: random C functions with loops that loft should lift.

A program is a tree of Node; text() prints it. Trees, not text, so that the
shrinker (fuzz.py) can drop parts. All arithmetic is defined C: every integer
expression carries a bound on its magnitude and is reduced before it could
overflow; divisors and shift counts are made valid; floats never go out of
range. Float reductions run on values that add exactly, so that any order
gives the same bits; everything else on arbitrary values.
"""
import os
import random
import re

from accumulate import Accumulate
from appends import APPENDS, Appends
from bits import BITS, Bits
from bounded import BOUNDED, Bounded
from corners import CORNERS, EXACT_FLOATS, Corners
from extrema import EXTREMA, Extrema
from floods import FLOODS, Floods
from fusions import FUSIONS, Fusions
from halves import HALVES, Halves
from images import Images
from interleaved import INTERLEAVED, Interleaved
from irregular import IRREGULAR, Irregular
from keys import KEYS, Keys
from longs import LONGS, Longs
from loose import LOOSE, Loose
from merges import Merges
from order import ORDER, Order
from outside import OUTSIDE, Outside
from pieces import CELLS, FLOATS, WIDTH, Expressions, Node, Rename, block
from records import Records
from running import RUNNING, Running
from settles import SETTLES, Settles
from shapes import Shapes
from shrunk import SHRUNK, Shrunk
from states import STATES, States
from texts import TEXTS, Texts
from wide import WIDE, Wide
from words import Words
from written import WRITTEN, Written


class Program(Expressions, Shapes, Corners, Words, Images, Irregular, Keys, Records,
              Merges, Order, Accumulate, States, Extrema, Appends, Written,
              Fusions, Bounded, Wide, Halves, Interleaved, Longs, Texts, Floods,
              Outside, Shrunk, Loose, Bits, Running, Settles):
    """One random function: its arrays, scalars and body."""

    def __init__(self, seed, number, shape=None):
        self.seed, self.number = seed, number
        self.r = random.Random("%s/%s" % (seed, number))
        self.arrays, self.results = [], []
        self.fresh = 0
        # sums of floats must not depend on their order
        self.exact_floats = True
        self.special = False  # infinities, NaN and subnormal numbers
        self.uses_math = False
        self.n = self.r.choice([-3, 0, 1, 2, 3, 7, 16, 33, 64, 100])
        self.m = self.r.choice([1, 2, 5, 8, 17, 32])
        self.extra = []  # functions and tables in front of the function
        self.ints = []   # further int parameters: (name, value)
        self.typed = []  # other parameters: (type, name, value)
        self.calls = []  # further calls: {array: what is passed for it}
        self.before = self.after = ""  # statements around the region
        self.pragma = "#pragma loft"
        # a structure holds sizes and some arrays
        self.has_struct = self.r.random() < 0.15
        # the structure is behind a pointer in another one
        self.is_chained = self.has_struct and self.r.random() < 0.4
        self.body = self.make(shape)
        self.calls.append(self.aliases())

    # -- loops -------------------------------------------------------------------
    def header(self, var, bound, scope, plain=False):
        """The head of a loop over 0 <= var < bound in one of C's manners."""
        text = "for (int %s = 0; %s < %s; %s++)" % (var, var, bound, var)
        if plain:
            return text
        signed = ["int", "int", "long", "short", "signed char", "long long"]
        unsigned = ["unsigned", "size_t", "unsigned short", "unsigned char"]
        forms = [
            text,
            "for (%s %s = 0; %s < %s; %s++)" % (
                self.r.choice(signed), var, var, bound, var),
            "for (int %s = 0; %s <= %s - 1; %s += 1)" % (var, var, bound, var),
            "for (int %s = %s - 1; %s >= 0; %s--)" % (var, bound, var, var),
            "for (int %s = 0; %s < %s; %s += 2)" % (var, var, bound, var),
            self.parametric(var, bound),
        ]
        if self.n >= 0:  # these would run past the end
            forms += [
                "for (%s %s = 0; %s < (unsigned)%s; %s++)" % (
                    self.r.choice(unsigned), var, var, bound, var),
                "for (int %s = 0; %s != %s; ++%s)" % (var, var, bound, var),
            ]
        head = self.r.choice(forms)
        # what runs from 0 upwards is enough for "n - 1 - i"
        scope["free"] = "- 1; " in head or "(unsigned)" in head
        if self.has_struct and self.chance(0.4):
            head = head.replace("< n;", "< p->n;")
        return head

    def parametric(self, var, bound):
        """A loop whose ends and step are parameters; it may be empty."""
        size = max(self.n if bound == "n" else self.m, 0)
        lo, hi, step = self.name("lo"), self.name("hi"), self.name("step")
        if self.chance(0.5):
            low, high = self.r.choice([(0, size), (1, size), (2, size - 1),
                                       (size, 0), (3, -5)])
            text = "for (int %s = %s; %s < %s; %s += %s)" % (
                var, lo, var, hi, var, step)
        else:
            low, high = self.r.choice([(size - 1, 0), (size - 1, 1), (-3, 0)])
            text = "for (int %s = %s; %s >= %s; %s -= %s)" % (
                var, lo, var, hi, var, step)
        self.ints += [(lo, low), (hi, high), (step, self.r.choice([1, 1, 2, 3]))]
        return text

    def local_array(self, scope):
        """A local array: filled, changed, folded."""
        name, s = self.name("w"), self.name("s")
        a = self.some_input(1)
        ctype = a.ctype if a.is_float() else "int"
        at = a.element("%s + k" % scope["i"], None, True)
        scope["locals"] = scope.get("locals", []) + [
            (s, "f" if a.is_float() else "i", 16 * 16 if a.is_float()
             else 120 * 16)]
        change = self.r.choice([
            "%s[3 - 2] = %s[0];" % (name, name),
            "for (int k = 0; k < 3; k++)\n  if (%s[k] > %s[k + 1]) {\n"
            "    %s t = %s[k];\n    %s[k] = %s[k + 1];\n    %s[k + 1] = t;"
            "\n  }" % (name, name, ctype, name, name, name, name),
            "%s[%s & 3] += 1;" % (name, scope["i"]),
        ])
        return Node("%s %s[4], %s = 0;\nfor (int k = 0; k < 4; k++)\n"
                    "  %s[k] = %s;\n%s\nfor (int k = 0; k < 4; k++)\n"
                    "  %s += %s[k];" % (ctype, name, s, name, at, change, s,
                                        name), drop=False)

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
            stmts.append(self.local_array(scope))
        if self.chance(0.15):
            stmts.append(self.flag(scope))
        if self.chance(0.1):  # written, and read back
            e = self.constant()
            target = self.at(out, scope["i"], scope.get("j"))
            stmts.append(Node("%s = %s;" % (target,
                                            self.convert(e, out.ctype))))
            scope["locals"] = scope.get("locals", []) + [
                (target, "f" if out.is_float() else "i", 9)]
        if self.chance(0.15):  # another output, at two places an iteration
            other = self.array("out", 1)
            text = "\n".join("%s = %s;" % (
                other.element("2 * %s + %d" % (scope["i"], k), None, True),
                self.convert(self.leaf(scope), other.ctype)) for k in (0, 1))
            if not scope.get("j"):
                stmts.append(Node(text))
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
        end = "}"
        form = self.r.random()
        if form < 0.15:
            head, end = "int %s = 0;\nwhile (%s < m) {" % (k, k), \
                "  %s++;\n}" % k
        elif form < 0.3:  # m >= 1
            head, end = "int %s = 0;\ndo {" % k, "} while (++%s < m);" % k
        init = "0" if ctype == "int" else "0.5f"
        kind = "f" if a.is_float() else "i"
        scope["locals"] = scope.get("locals", []) + [
            (name, kind, 120 * 40 if kind == "i" else 16 * 40)]
        return Node("%s %s = %s;\n%s\n  %s\n%s" % (
            ctype, name, init, head, step.replace("\n", "\n  "), end),
                    drop=False)

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

    def flag(self, scope):
        """A bool."""
        name = self.name("b")
        text = "_Bool %s = %s;\n%s = %s || %s;" % (
            name, self.condition(scope), name, name, self.condition(scope))
        scope["locals"] = scope.get("locals", []) + [(name, "i", 1)]
        return Node(text, drop=False)

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
            text = self.r.choice(["%s = %s + %s;" % (target, target, value),
                                  "%s += %s;" % (target, value),
                                  "%s -= %s;" % (target, value)])
        elif out.role == "inout" and e[1] == "i" and self.chance(0.3):
            text = self.r.choice(["%s += %s;" % (target, value),
                                  "%s -= %s;" % (target, value),
                                  "(%s)++;" % target, "--%s;" % target])
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

    def logical(self, scope):
        """all of, any of, found one."""
        name = self.name("r")
        form, init = self.r.choice([
            ("%s = %s && %s;", "1"), ("%s = %s || %s;", "0"),
            ("if (!(%s & 1))\n  %s ^= (%s) << 1;", "4"),
            ("if (%s)\n  %s = 7;", "3")])
        self.results.append(("int", name, init))
        c = self.condition(scope)
        if "7" in form:
            return Node(form % (c, name))
        if "<<" in form:
            return Node("%s ^= (%s) << 1;" % (name, c))
        return Node(form % (name, name, c))

    def fold(self, scope):
        if self.chance(0.15):
            return self.logical(scope)
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
            text = "%s = fmin(%s, %s + 0.0);" % (name, name, value)
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
        """Time steps with two buffers, swapped by pointer, maybe or not."""
        ctype = self.r.choice(FLOATS)
        a = self.array("inout", 1, ctype, "pointer")
        b = self.array("inout", 1, ctype, "pointer")
        inner = block(
            "for (int i = 0; i < n; i++)",
            [Node("%s[i + 1] = %s[i] * 0.25f + %s[i + 2] * 0.5f - %s[i + 1];"
                  % (b.name, a.name, a.name, a.name), drop=False)],
            drop=False)
        swap = Node("%s *swap = %s;\n%s = %s;\n%s = swap;" % (
            ctype, a.name, a.name, b.name, b.name))
        loop = block("for (int t = 0; t < %d; t++)" % self.r.choice(
            [0, 1, 2, 5]), [inner, swap], drop=False)
        if self.chance(0.6):
            return loop
        self.pragma = "#pragma loft region"
        after = block(self.plain(), [Node("%s[i] += %s[i];" % (
            a.name, b.name), drop=False)], drop=False)
        maybe = block("if (m %s 3)" % self.r.choice("<>"), [loop], drop=False)
        return Node("{", [maybe, after], "}", drop=False)

    def chain(self):
        """A region of several loops over one temporary."""
        self.pragma = "#pragma loft region"
        ctype = self.r.choice(FLOATS + ["int"])
        scope = {"i": "i"}
        t = self.name("tmp")
        e = self.expr(scope, 2)
        if e[1] == "i":  # differences of unsigned values are large
            e = ("(int)(%s)" % self.small(e)[0],) + self.small(e)[1:]
        value = self.convert(e, ctype)
        first = block("for (int i = 0; i < n; i++)",
                      [Node("%s[i] = %s;" % (t, value), drop=False)])
        out = self.array("out", 1, ctype)
        second = block("for (int i = 0; i < n; i++)",
                       [Node("%s = %s[i] + %s[i];" % (
                           out.element("i", None, True), t, t),
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

    def steps_by_index(self):
        """Time steps with two halves of one array, chosen by index."""
        ctype = self.r.choice(FLOATS + ["int"])
        u = self.array("inout", 2, ctype)
        scale = "/ 2" if ctype == "int" else "* 0.5f"
        form = self.r.choice(["cur", "parity"])
        now, then = ("cur", "1 - cur") if form == "cur" else \
            ("t % 2", "(t + 1) % 2")
        text = "%s = (%s + %s) %s;" % (
            u.element(then, "i + 1", True), u.element(now, "i", True),
            u.element(now, "i + 2", True), scale)
        inner = block("for (int i = 0; i < m - 2; i++)",
                      [Node(text, drop=False)], drop=False)
        children = [inner]
        if form == "cur":
            children.append(Node("cur = 1 - cur;", drop=False))
        loop = block("for (int t = 0; t < %d; t++)" % self.r.choice(
            [0, 1, 2, 5]), children, drop=False)
        if form == "parity":
            return loop
        self.results.append(("int", "cur", "0"))
        return loop

    def product(self):
        """A matrix product or a sum over two dimensions."""
        a, b = self.array("in", 2), self.array("in", 2)
        if self.chance(0.5):
            name = self.name("r")
            self.results.append(("double" if a.is_float() else "unsigned",
                                 name, "0"))
            inner = block("for (int j = 0; j < m; j++)", [Node(
                "%s += %s;" % (name, a.element("i", "j", True)), drop=False)],
                drop=False)
            return block(self.header("i", "n", {}), [inner], drop=False)
        ctype = "double" if a.is_float() or b.is_float() else "int"
        out = self.array("out", 2, "float" if ctype == "double" else "long")
        rows = "(n < m ? n : m)"
        fold = "s += (%s)%s * %s;" % (ctype, a.element("i", "k", True),
                                      b.element("k", "j", True))
        text = "%s s = 0;\nfor (int k = 0; k < %s; k++)\n  %s\n%s = s;" % (
            ctype, rows, fold, out.element("i", "j", True))
        inner = block("for (int j = 0; j < m; j++)", [Node(text, drop=False)],
                      drop=False)
        return block("for (int i = 0; i < %s; i++)" % rows, [inner],
                     drop=False)

    def live_out(self):
        """A loop variable and a last value that live on."""
        scope = {"i": "i", "free": True}
        i, last = self.name("i"), self.name("v")
        out = self.array("out", 1)
        e = self.small(self.expr(scope, 1), 1 << 16)
        ctype = "double" if e[1] == "f" else "int"
        self.results += [("int", i, "77"), (ctype, last, "5")]
        children = [self.write(scope, out),
                    Node("%s = %s;" % (last, e[0]), drop=False)]
        body = block("for (%s = 0; %s < n; %s++)" % (i, i, i), children,
                     drop=False)
        return Rename(body, "i", i)

    def relax(self):
        """Steps until the change is small: host code around maps and sums."""
        self.pragma = "#pragma loft region"
        ctype = self.r.choice(FLOATS)
        a = self.array("inout", 1, ctype, "pointer")
        b = self.array("inout", 1, ctype, "pointer")
        steps, change = self.name("steps"), self.name("change")
        self.results += [("int", steps, "0"), (ctype, change, "0")]
        i = "for (int i = 0; i < n; i++)"
        children = [
            block(i, [Node("%s[i + 1] = (%s[i] + %s[i + 2]) * 0.5f;" % (
                b.name, a.name, a.name), drop=False)], drop=False),
            Node("%s = 0;" % change, drop=False),
            block(i, [Node("if (fabs(%s[i] - %s[i]) > %s)\n"
                           "  %s = fabs(%s[i] - %s[i]);" % (
                               a.name, b.name, change, change, a.name, b.name),
                           drop=False)], drop=False),
            block(i, [Node("%s[i + 1] = %s[i + 1];" % (a.name, b.name),
                           drop=False)], drop=False),
            Node("%s++;" % steps, drop=False),
        ]
        head = self.r.choice([
            "while (%s < 6)" % steps, "for (int t = 0; t < 4; t++)",
            "while (%s < 9 && (%s > 1 || %s == 0))" % (steps, change, steps)])
        return Node("{", [block(head, children, drop=False)], "}", drop=False)

    def math_map(self):
        """<math.h>: the same on every device, close to the original."""
        self.uses_math = True
        scope = {"i": "i"}
        x = self.array("in", 1, self.r.choice(FLOATS))
        y = self.array("out", 1, self.r.choice(FLOATS))
        f = self.r.choice(["exp", "log", "sin", "cos", "pow"])
        suffix = self.r.choice(["", "f"])
        v = x.element("i", None, True)
        arg = {"exp": v, "log": "fabs(%s) + 0.5" % v, "sin": "3 * " + v,
               "cos": v + " - 2",
               "pow": "fabs(%s) + 0.25, %s / 8" % (v, v)}[f]
        text = "%s = 0.5 * %s%s(%s) + %s;" % (
            y.element("i", None, True), f, suffix, arg, v)
        return block(self.header("i", "n", scope), [Node(text, drop=False)],
                     drop=False)

    def several(self):
        """Two annotated loops, one after the other."""
        bodies = [self.r.choice([self.map1, self.map2, self.reduce1])()
                  for _ in range(2)]
        return Node("", [bodies[0], Node("#pragma loft", drop=False),
                         bodies[1]], drop=False)

    def make(self, only=None):
        """The region; of the shape "only", if given."""
        shape = self.r.choice(
            [self.map1] * 6 + [self.map2] * 5 + [self.reduce1] * 5 +
            [self.steps, self.chain, self.steps_by_index, self.product,
             self.live_out, self.math_map, self.several, self.relax] +
            [self.dependent] * 3 + [self.dependent2] * 2 + [self.overlap] * 2 +
            [self.carried, self.nested_fold, self.histogram, self.reverse, self.extreme,
             self.idioms, self.search, self.many, self.unaligned, self.cube] +
            [self.words] * 2 + [self.images] * 3 + [self.records] * 4 + [self.merges] * 2 +
            [self.accumulate] * 3 + [self.product_orders] * 2 +
            [self.in_place] * 2 + [self.chosen] * 2 +
            [getattr(self, name) for name in CORNERS + IRREGULAR + KEYS + ORDER +
             STATES + EXTREMA + APPENDS + WRITTEN + FUSIONS +
             BOUNDED + WIDE + HALVES + INTERLEAVED + LONGS +
             TEXTS + FLOODS + OUTSIDE + SHRUNK + LOOSE + BITS + RUNNING +
             SETTLES])
        shape = getattr(self, only) if only else shape
        self.shape = name = shape.__name__
        if shape in (self.map1, self.map2, self.live_out, self.images) or \
                hasattr(Shapes, name) and shape != self.histogram or \
                hasattr(Corners, name) and name not in EXACT_FLOATS or \
                hasattr(Halves, name) or name == "long_doubles":
            self.exact_floats = False
            self.special = self.chance(0.3)
        if self.chance(0.15) and self.pragma == "#pragma loft":
            self.pragma = "#pragma loft exact"
        return shape()

    # -- printing ---------------------------------------------------------------
    def counters(self):
        """(type, name) of the counters that old C declares at the head of the
        function: those of loops at one depth, with one type."""
        if random.Random("old %s/%s" % (self.seed, self.number)).random() > 0.3:
            return []
        found = {}
        for indent, ctype, name in re.findall(
                r"^( *)for \(([a-z_ ]+?) (\w+) = [^,;]*;", self.body.text(),
                re.MULTILINE):
            found.setdefault(name, set()).add((indent, ctype))
        taken = {name for _, name, _ in self.results}
        return [(list(at)[0][1], name) for name, at in sorted(found.items())
                if len(at) == 1 and name not in taken and
                not list(at)[0][1].startswith("const")]

    def last_values(self):
        """Results, and counters that somebody reads after the loops."""
        return self.results + [
            (ctype, name, "3") for ctype, name in self.counters()
            if random.Random("%s/%s/%s" % (self.seed, self.number, name)
                             ).random() < 0.3]

    def assumption(self):
        """A condition that C is told to assume, true or not, or none. It does not
        change the original loop."""
        r = random.Random("assume %s/%s" % (self.seed, self.number))
        if r.random() > 0.25:
            return ""
        sizes = ["n", "m"] + [name for name, _ in self.ints]
        x, y = r.choice(sizes), r.choice(sizes)
        return "#pragma loft assume(%s)" % r.choice([
            "%s %% %d == %d" % (x, r.choice([2, 3, 4]), r.choice([0, 0, 1])),
            "%s %s %d" % (x, r.choice(["<", ">", "!="]), r.choice([0, 5, 64])),
            "%s %s %s" % (x, r.choice([">=", "<=", "!="]), y),
            "%s > 0 && %s + 1 < 4 * %s" % (x, y, x)])

    def text(self):
        """The function and its driver as C."""
        results, body = self.last_values(), self.body.text()
        if self.is_chained:
            body = re.sub(r"\bp->", "o->p->", body)
        params = ["int n", "int m"]
        if self.has_struct:
            params.append("struct %s%d *%s" % (
                ("o", self.number, "o") if self.is_chained
                else ("s", self.number, "p")))
        params += ["int " + name for name, _ in self.ints]
        params += ["%s %s" % (t, name) for t, name, _ in self.typed]
        params += [a.param() for a in self.arrays if a.param()]
        params += ["%s *out_%s" % (t, name) for t, name, _ in results]
        lines = self.globals() + self.extra
        lines += ["static void", "f%d(%s)" % (self.number, ", ".join(params)),
                  "{"]
        for ctype, name, init in results:
            lines.append("  %s %s = %s;" % (ctype, name, init))
        for ctype, name in self.counters():
            body = body.replace("for (%s %s = " % (ctype, name),
                                "for (%s = " % name)
            if (ctype, name, "3") not in results:
                lines.append("  %s %s;" % (ctype, name))
        lines += [line for line in [self.assumption(),
                                    self.before and "  " + self.before,
                                    self.pragma, body,
                                    self.after and "  " + self.after] if line]
        for _, name, _ in results:
            lines.append("  *out_%s = %s;" % (name, name))
        return "\n".join(lines + ["}", "", self.driver(), ""])

    def globals(self):
        """Static arrays and the structure."""
        lines = []
        for a in self.arrays:
            if a.form == "static":
                dims = "[%d]" % CELLS if a.dims == 1 else "[%d][%d]" % (
                    CELLS // WIDTH, WIDTH)
                lines.append("static %s g_%s%s;" % (a.ctype, a.name, dims))
        if self.has_struct:
            fields = ["  %s%s *%s;" % ("const " if a.role == "in" else "",
                                       a.ctype, a.name)
                      for a in self.arrays if a.form == "field"]
            lines += ["struct s%d {" % self.number, "  int n;"] + fields + \
                ["};"]
        if self.is_chained:
            lines.append("struct o%d { long id; struct s%d *p; };" % (
                self.number, self.number))
        return lines

    def arguments(self, same):
        """What f is called with; "same": arrays passed for others."""
        args = ["n", "m"] + (
            ["&o" if self.is_chained else "&s"] if self.has_struct else [])
        args += [str(value) for _, value in self.ints]
        args += [constant(value) for _, _, value in self.typed]
        for a in self.arrays:
            name = same.get(a.name, a.name)
            if a.form == "pointer":
                args.append(name)
            elif a.form == "vla":
                args.append("(void *)" + name)
            elif a.form == "rows":
                args.append("(void *)rows_" + name)
        return args + ["&" + name for _, name, _ in self.last_values()]

    def fill(self):
        """Gives every array its first values."""
        lines = ["  seed(%d);" % (self.number + 1)]
        for a in self.arrays:
            kind = "index" if a.name.startswith(("idx", "list")) else \
                "exact" if self.exact_floats else \
                "special" if self.special else "any"
            lines.append("  FILL(%s, %s, %s, n);" % (a.stored(), cells_of(a),
                                                     kind))
        return lines

    def dump(self):
        """Prints all results."""
        lines = []
        for ctype, name, _ in self.last_values():
            lines.append("  dump(&%s, 1, sizeof %s, %d);" % (
                name, name, ctype in FLOATS + ["long double"]))
        for a in self.arrays:
            if a.role != "in":
                at = a.stored()
                lines.append("  dump(%s, %s, sizeof %s[0], %d);" % (
                    at, cells_of(a), at, a.is_float()))
        return lines

    def aliases(self):
        """Arrays to pass for others in a second call: floats alone, whose
        values need no bounds."""
        outs = [a for a in self.arrays if a.role != "in" and a.is_float() and
                a.form == "pointer"]
        if self.exact_floats or self.uses_math or not outs:
            return {}
        out = self.r.choice(outs)
        return {a.name: out.name for a in self.arrays
                if a is not out and a.ctype == out.ctype and
                a.form == "pointer" and self.chance(0.6)}

    def driver(self):
        """A function that fills the arrays, calls and prints."""
        # known sizes and arrays are seen through an optimised one
        kind = "" if self.number % 4 == 0 else "DRIVER "
        lines = [kind + "static void", "run%d(void)" % self.number, "{",
                 "  int n = %d, m = %d;" % (self.n, self.m),
                 "  size_t cells = (size_t)(n + 8) * (m + 8) + 64;"]
        for a in self.arrays:
            if a.form != "static":
                lines.append("  %s *%s = alloc(cells * sizeof *%s);" % (
                    a.ctype, a.name, a.name))
            if a.form == "rows":
                kind = "struct { int id; %s *p; } " if a.boxed else "%s *"
                lines.append("  %s*rows_%s = alloc((n + 8) * sizeof *rows_%s"
                             ");\n  for (int r = 0; r < n + 8; r++)\n"
                             "    rows_%s[r]%s = %s + %s;" % (
                                 kind % a.ctype, a.name, a.name, a.name,
                                 ".p" if a.boxed else "", a.name, a.layout))
        if self.has_struct:
            lines.append("  struct s%d s = {n%s};" % (self.number, "".join(
                ", " + a.name for a in self.arrays if a.form == "field")))
        if self.is_chained:
            lines.append("  struct o%d o = {1, &s};" % self.number)
        for ctype, name, _ in self.last_values():
            lines.append("  %s %s = 0;" % (ctype, name))
        lines += self.fill()
        lines.append('  printf("program %d%s\\n");' % (
            self.number, " math" if self.uses_math else ""))
        lines.append("  f%d(%s);" % (self.number,
                                     ", ".join(self.arguments({}))))
        lines += self.dump()
        for same in self.calls:
            if not same:
                continue
            lines += self.fill()
            lines.append("  f%d(%s);" % (self.number,
                                         ", ".join(self.arguments(same))))
            lines += self.dump()
        for a in self.arrays:
            if a.form != "static":
                lines.append("  free(%s);" % a.name)
            if a.form == "rows":
                lines.append("  free(rows_%s);" % a.name)
        return "\n".join(lines + ["}"])


def cells_of(array):
    """The number of elements of "array", in C."""
    if array.form != "static":
        return "cells"
    return "%d" % (CELLS if array.dims == 1 else CELLS // WIDTH * WIDTH)


def constant(value):
    """An integer of any size as C."""
    if value == -9223372036854775808:
        return "-9223372036854775807 - 1"
    return "%d%s" % (value, "ul" if value > 9223372036854775807 else "")


def source(programs):
    """One C file that runs all "programs" in turn."""
    texts = []
    for name in ("prelude.h", "outside.h"):
        with open(os.path.join(os.path.dirname(__file__), name)) as f:
            texts.append(f.read())
    parts = texts[:1] + [p.text() for p in programs] + texts[1:]
    calls = "\n".join("  run%d();\n  fflush(stdout);" % p.number
                      for p in programs)
    return "\n".join(parts) + "\nint\nmain(void)\n{\n%s\n  return 0;\n}\n" % \
        calls
