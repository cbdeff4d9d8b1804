"""test/fuzz/wide.py: integers of 128 bits, computed from ones of 64, summed up,
compared, divided and shifted.
"""
from pieces import INTS, Node, block

WIDE = ["wide", "wide"]

LONG = "unsigned __int128"


class Wide:
    """Further shapes of a program (generate.py)."""

    def words_of(self, x, depth):
        """An expression of 128 bits, without a sign, of elements of "x"."""
        if depth == 0 or self.chance(0.15):
            return self.r.choice([
                "(%s)%s" % (LONG, x), "(__int128)%s * 1u" % x, "w",
                "(%s)%s << 64" % (LONG, x), "(%s)i" % LONG,
                "(%s)%d" % (LONG, self.r.choice([0, 1, 59, 1 << 40]))])
        a = self.words_of(x, depth - 1)
        form = self.r.choice(["op", "op", "op", "shift", "unary", "div", "sel"])
        if form == "op":
            return "((%s) %s (%s))" % (
                a, self.r.choice(["+", "-", "*", "*", "^", "&", "|"]),
                self.words_of(x, depth - 1))
        if form == "shift":
            by = self.r.choice(["3", "64", "127", "(i & 127)", "(%s & 127)" % x])
            kind = self.r.choice([LONG, "__int128"])
            left = kind == LONG and self.chance(0.5)
            return "(%s)((%s)(%s) %s %s)" % (LONG, kind, a,
                                             "<<" if left else ">>", by)
        if form == "unary":
            return "(%s(%s))" % (self.r.choice("-~+"), a)
        if form == "div":
            return "((%s) %s ((unsigned long)%s | %d))" % (
                a, self.r.choice("/%"), x, self.r.choice([1, 7, 1 << 63]))
        return "(%s ? (%s) : (%s))" % (self.wide_test(x), a,
                                       self.words_of(x, depth - 1))

    def wide_test(self, x):
        """A condition of integers of 128 bits."""
        if self.chance(0.2):
            return self.r.choice(["%s", "!(%s)"]) % self.words_of(x, 1)
        kind = self.r.choice([LONG, "__int128"])
        return "(%s)(%s) %s (%s)(%s)" % (
            kind, self.words_of(x, 1),
            self.r.choice(["<", ">", "<=", ">=", "==", "!="]), kind,
            self.words_of(x, 1))

    def wide(self):
        """A loop that computes in 128 bits, and may add up."""
        v = self.array("in", 1, self.r.choice(["unsigned long", "long", "int",
                                               "unsigned"])).element("i", None,
                                                                     True)
        y = self.array("inout", 1, self.r.choice(list(INTS)), "pointer")
        z = self.array("out", 1, "unsigned long", "pointer")
        stmts = [Node("%s w = %s;" % (LONG, self.words_of("(%s * 0x9e3779b97f4a7c15u"
                                                          " + i)" % v, 1).replace(
                                                              "w", "1u")),
                      drop=False)]
        for _ in range(self.r.randrange(1, 4)):
            op = self.r.choice(["=", "+=", "-=", "*=", "^=", "|="])
            text = "w %s %s;" % (op, self.words_of(v, 2))
            if self.chance(0.3):
                text = "if (%s)\n  %s" % (self.wide_test(v), text)
            stmts.append(Node(text))
        if self.chance(0.3):
            stmts.append(Node(self.r.choice(["w++;", "--w;"])))
        stmts.append(Node("%s[i] = (%s)(w >> %s);" % (
            y.name, y.ctype, self.r.choice(["0", "60", "64", "100"]))))
        stmts.append(Node("%s[i] = (unsigned long)(w ^ w >> 64);" % z.name))
        if self.chance(0.5):
            k = self.name("k")
            self.results.append(("unsigned long", k, "5"))
            self.before = "%s all = (%s)-1 / 3;" % (LONG, LONG)
            self.after = "%s = (unsigned long)(all ^ all >> 64);" % k
            text = "all %s w;" % self.r.choice(["+=", "+=", "-=", "^="])
            if self.chance(0.3):
                text = "if (%s)\n  %s" % (self.wide_test(v), text)
            stmts.append(Node(text))
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)
