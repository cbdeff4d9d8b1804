"""test/fuzz/halves.py: floats of 16 bits: in memory, in variables, converted,
and computed with, among other types.
"""
from pieces import INTS, Node, block

HALVES = ["half_floats"]


class Halves:
    """Further shapes of a program (generate.py)."""

    def half(self, terms, depth):
        """An expression of type _Float16, or of a type it mixes with."""
        if depth == 0 or self.chance(0.15):
            return self.r.choice(terms)
        x, y = self.half(terms, depth - 1), self.half(terms, depth - 1)
        form = self.r.choice(["%s + %s", "%s - %s", "%s * %s", "%s / %s",
                              "%s * %s", "%s + %s"])
        text = "(" + form % (x, y) + ")"
        return self.r.choice([
            text, text, text, text, "-" + text, "(_Float16)" + text,
            "(float)" + text, "(%s < %s ? %s : %s)" % (x, y, y, text),
            "(%s ? %s : %s)" % (x, text, y), "(%s, %s)" % (x, text)])

    def half_floats(self):
        """Elements, a variable and a parameter of 16 bits."""
        z = self.array("inout", 1, "_Float16", "pointer")
        x = self.array("in", 1, "_Float16")
        y = self.array(self.r.choice(["in", "inout"]), 1,
                       self.r.choice(["float", "double", "short", "_Float16"]))
        a = self.name("a")
        self.typed.append(("_Float16", a, self.r.choice([0.5, 1.25, -3.0])))
        terms = [z.element("i", None, True), x.element("i", None, True),
                 x.element("i + 1", None, True), y.element("i", None, True),
                 a, a, "h", "(_Float16)0.3", "2", "0.7f", "1.1f16"]
        start = self.half([t for t in terms if t != "h"], 2)
        stmts = ["_Float16 h = %s;" % start]
        for _ in range(self.r.randint(1, 3)):
            value = self.half(terms, self.r.randint(1, 3))
            to = self.r.choice([z.element("i", None, True)] * 3 + ["h"])
            op = self.r.choice(["=", "=", "+=", "-=", "*=", "/="])
            test = self.r.choice(["", "", "", "if (h > %s)\n  " % terms[1],
                                  "if (!%s || h)\n  " % terms[2]])
            stmts.append("%s%s %s %s;" % (test, to, op, value))
        if y.role == "inout" and y.ctype not in INTS:
            stmts.append("%s += %s * h;" % (y.element("i", None, True),
                                            terms[0]))
        return block("for (int i = 0; i < n; i++)",
                     [Node(t, drop=False) for t in stmts], drop=False)
