"""test/fuzz/longs.py: long double: in memory, in variables, converted to and
from all other numbers, computed with, compared, folded.
"""
from pieces import FLOATS, INTS, Node, block

LONGS = ["long_doubles", "long_sums"]

NUMBERS = FLOATS + list(INTS) + ["_Bool"]


class Longs:
    """Further shapes of a program (generate.py)."""

    def long_double(self, terms, depth):
        """An expression of type long double, or of a type it mixes with."""
        if depth == 0 or self.chance(0.15):
            return self.r.choice(terms)
        x, y = (self.long_double(terms, depth - 1) for _ in range(2))
        text = "(" + self.r.choice(["%s + %s", "%s - %s", "%s * %s",
                                    "%s / %s", "%s * %s"]) % (x, y) + ")"
        test = self.r.choice(["<", ">", "<=", ">=", "==", "!="])
        return self.r.choice([
            text, text, text, text, "-" + text, "(long double)" + text,
            "(%s)%s" % (self.r.choice(FLOATS), text),
            "%s(%s)" % (self.r.choice(["fabsl", "floorl", "ceill", "truncl",
                                       "rintl", "expl", "sinl",
                                       "log1pl", "cbrtl", "roundl"]), text),
            "sqrtl(fabsl(%s))" % text,
            "%s(%s, %s)" % (self.r.choice(["fminl", "fmaxl", "powl",
                                           "fmodl", "atan2l"]), x, y),
            "(%s %s %s ? %s : %s)" % (x, test, y, x, text),
            "(%s ? %s : %s)" % (x, text, y)])

    def long_doubles(self):
        """Elements, variables and a parameter."""
        z = self.array("inout", 1, "long double", "pointer")
        x = self.array("in", 1, self.r.choice(["long double", "double"]))
        y = self.array("in", 1, self.r.choice(NUMBERS))
        a = self.name("a")
        self.typed.append(("long double", a, self.r.choice([0, 1, -3, 1 << 62])))
        terms = [z.element("i", None, True), x.element("i", None, True),
                 x.element("i + 1", None, True), y.element("i", None, True),
                 a, a, "h", "0.1L", "1e-4940L", "(i + 1)"]
        stmts = ["long double h = %s;" % self.long_double(
            [t for t in terms if t != "h"], 2)]
        for _ in range(self.r.randint(1, 3)):
            text = "%s %s %s;" % (
                self.r.choice([terms[0]] * 3 + ["h"]),
                self.r.choice(["=", "=", "+=", "-=", "*=", "/="]),
                self.long_double(terms, self.r.randint(1, 3)))
            test = self.r.choice(["", "", "", "if (h > %s)\n  " % terms[1],
                                  "if (!%s || h)\n  " % terms[2]])
            stmts.append(test + text)
        to = self.array("out", 1, self.r.choice(NUMBERS), "pointer")
        # a number that all integers have
        bound = "1000" if to.is_float() else "100"
        stmts.append("%s = fabsl(h) < %s ? fabsl(h) : 1;" % (
            to.element("i", None, True), bound))
        return block("for (int i = 0; i < n; i++)",
                     [Node(t, drop=False) for t in stmts], drop=False)

    def long_sums(self):
        """Sums, extrema and running sums that are exact in any order."""
        x = self.array("in", 1, self.r.choice(["long double", "double", "int",
                                               "float", "unsigned char"]))
        at, s, m = x.element("i", None, True), self.name("s"), self.name("m")
        self.results += [("long double", s, "0.5L"), ("long double", m, "-3")]
        stmts = ["%s %s %s;" % (s, self.r.choice(["+=", "+=", "-="]),
                                self.r.choice([at, at + " * 0.5L", "(long double)"
                                               "%s * %s" % (at, at)]))]
        if self.chance(0.4):
            stmts.append("%s = %s > %s ? %s : %s;" % (m, at, m, at, m))
        elif self.chance(0.5):
            stmts.append("if (%s < %s)\n  %s = %s;" % (at, m, m, at))
        if self.chance(0.3):
            y = self.array("out", 1, "long double", "pointer")
            stmts.append("%s = %s;" % (y.element("i", None, True), s))
        if self.chance(0.2):
            stmts = ["if (%s > 1)\n  %s" % (at, t.replace("\n", "\n  "))
                     for t in stmts]
        return block("for (int i = 0; i < n; i++)",
                     [Node(t, drop=False) for t in stmts], drop=False)
