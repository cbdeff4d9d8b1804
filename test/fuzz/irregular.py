"""test/fuzz/irregular.py: regions whose writes are placed by data: histograms
and sums by key, filters and partitions, in all types and with all operators;
and ones that look like these and are none.

Integers are computed in unsigned types, so that no value can overflow.
"""
from pieces import INTS, Node, block

IRREGULAR = ["tally", "tally", "append", "append", "mark"]


class Irregular:
    """Further shapes of a program (generate.py)."""

    def place(self, i):
        """An element from 0 to n - 1 by iteration "i" of n, of another as a
        rule."""
        idx = self.index_array()
        return self.r.choice(["%s[%s]", "%s[%s]", "%s[%s] / 2", "%s[%s / 2]",
                              "n - 1 - %s[%s]", "%s[%s] & 7 & (n - 1)"]) % (
                                  idx, i)

    def comparison(self, at, op, value):
        """A condition under which "value" replaces a greater or lesser
        element."""
        equal = self.r.choice(["", "="])
        if self.chance(0.5):
            return "%s %s%s %s" % (value, op, equal, at)
        return "%s %s%s %s" % (at, {"<": ">", ">": "<"}[op], equal, value)

    def mark(self):
        """Elements that iterations store one value in."""
        ctype = self.r.choice(list(INTS) + ["float", "double"])
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short"]))
        v = "(%s)%s" % (ctype, self.r.choice(["1", "0", "n", "n - 3", "7"]))
        stmts = []
        for _ in range(self.r.choice([1, 1, 1, 2])):
            text = "%s = %s;" % (z.element(self.place("i"), None, True), v)
            if self.chance(0.4):
                text = "if (%s > 2)\n  %s" % (x.element("i", None, True), text)
            stmts.append(Node(text))
            if self.chance(0.1):
                v = "(%s)i" % ctype
        if self.chance(0.2):
            y = self.array("out", 1, "int", "pointer")
            stmts.append(Node("%s = i * 2;" % y.element("i", None, True)))
        body = [block("for (int i = 0; i < n; i++)", stmts, drop=False)]
        if self.chance(0.3):
            return block("for (int j = 0; j < m; j++)", body, drop=False)
        return body[0]

    def tally(self):
        """Elements that iterations combine values into."""
        ctype = self.r.choice(list(INTS))
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short", ctype]))
        wide = "unsigned long" if "long" in ctype else "unsigned"
        op = self.r.choice(["+", "+", "+", "-", "*", "&", "|", "^", "<", ">"])
        stmts = []
        for _ in range(self.r.choice([1, 1, 1, 2])):
            at = z.element(self.place("i"), None, True)
            v = self.r.choice(["1", "3", "i", x.element("i", None, True),
                               "%s + i" % x.element("i", None, True)])
            value = "(%s)(%s)" % (ctype, v)
            if op in "<>" and self.chance(0.5):
                text = "if (%s) %s = %s;" % (self.comparison(at, op, value),
                                             at, value)
            elif op in "<>":
                text = "%s = %s %s %s ? %s : %s;" % (at, value, op, at, value,
                                                     at)
            else:
                text = "%s = (%s)((%s)%s %s (%s)%s);" % (
                    at, ctype, wide, at, op, wide, value)
            if self.chance(0.3):
                text = "if (%s > 2)\n  %s" % (x.element("i", None, True), text)
            stmts.append(Node(text))
            if self.chance(0.1):
                op = self.r.choice("+^")
        if self.chance(0.2):
            y = self.array("out", 1, "int", "pointer")
            stmts.append(Node("%s = i * 2;" % y.element("i", None, True)))
        body = [block("for (int i = 0; i < n; i++)", stmts, drop=False)]
        if self.chance(0.3):
            return block("for (int j = 0; j < m; j++)", body, drop=False)
        return body[0]

    def append(self):
        """Elements that iterations append by a counter."""
        ctype = self.r.choice(list(INTS) + ["float", "double"])
        x = self.array("in", 1, self.r.choice(["int", "float", ctype]))
        z = self.array("inout", 1, ctype, "pointer")
        k = self.name("k")
        self.results.append((self.r.choice(["int", "long", "unsigned long",
                                            "int", "unsigned"]), k, "0"))
        v = x.element("i", None, True)
        cond = self.r.choice(["%s > 1", "%s < 0", "%s != 0 && i > 2", "%s < %s",
                              "i %% 3 == 0 || %s > 5"])
        cond = cond % ((v,) if cond.count("%s") == 1 else (v, "i"))
        value = self.r.choice(["(%s)i" % ctype,
                               z.element("i", None, True)
                               if self.chance(0.1) else "(%s)(i & 63)" % ctype])
        add = self.r.choice(["%s[%s++] = %s;"] * 4 +
                            ["%s[%s] = %s;\n%s++;", "%s[%s] = %s;"])
        text = add % ((z.name, k, value) if add.count("%s") == 3
                      else (z.name, k, value, k))
        text = "if (%s) {\n  %s\n}" % (cond, text.replace("\n", "\n  "))
        if self.chance(0.3):
            text += " else\n  %s" % self.r.choice(
                ["%s += 0;" % k, "%s[%s++] = 1;" % (z.name, k)])
        return block("for (int i = 0; i < n; i++)", [Node(text, drop=False)],
                     drop=False)
