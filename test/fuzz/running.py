"""test/fuzz/running.py: running folds and recurrences along the rows, or down the
columns, of a matrix: few long ones, many short ones, a constant number; and folds
over what earlier iterations stored.
"""
from pieces import FLOATS, INTS, Node, block

RUNNING = ["running"] * 4 + ["intervals"] * 2

# rows, columns: around the numbers at which code is chosen
SHAPES = [(3, 1100), (1, 2049), (2, 1024), (2, 1023), (0, 1100), (3, 0),
          (5, 17), (40, 33), (70, 5), (66, 9), (130, 70), (1100, 3),
          (1030, 65), (9, 130)]
LONG = 32768  # from here on channels are scanned one by one


class Running:
    """A further shape of a program (generate.py)."""

    def running_step(self, s, t, e):
        """A statement by which "s", of type "t", goes on with "e"."""
        forms = ["{s} += {e};", "{s} += {e};", "{s} = {e} + {s};", "{s} -= {e};",
                 "if ({e} < {s}) {s} = {e};", "{s} = {e} > {s} ? {e} : {s};",
                 "if ({e} > 3) {s} += {e};"]
        if t not in FLOATS:
            forms += ["{s} ^= {e};", "{s} |= {e};", "{s} *= {e};",
                      "{s} = 3u * {s} + {e};", "if ({e} & 1) {s} = {e};",
                      "{s} = {s} << 1 ^ {e};"]
        return self.r.choice(forms).format(s=s, t=t, e=e)

    def running(self):
        """A nest whose inner loop carries one scalar or two, or an element."""
        self.n, self.m = self.r.choice(SHAPES)
        ctype = self.r.choice(FLOATS + list(INTS))
        t = ctype if ctype in FLOATS else \
            "unsigned long" if "long" in ctype else "unsigned"
        if self.chance(0.2):
            self.pragma = "#pragma loft exact"
        down = self.chance(0.5)
        x = self.array("in", 2, ctype, "pointer")
        y = x if self.chance(0.25) else \
            self.array(self.r.choice(["out", "inout"]), 2, ctype, "pointer")
        if y is x:
            x.role = "inout"
        first = self.array("in", 1, ctype, "pointer")
        last = self.array("out", 1, ctype, "pointer")
        outer, inner = ("m", "n") if down else ("n", "m")
        if self.chance(0.3):  # a constant number of channels
            few = self.r.choice([2, 3, 8, 9])
            length = self.r.choice([7, 300, 1500] + [LONG + 5] * (few < 4))
            self.n, self.m = (length, few) if down else (few, length)
            outer = str(few)
        at = (lambda j, i: (j, i)) if down else (lambda j, i: (i, j))
        here = [a.element(*at("j", "i"), True) for a in (x, y)]
        value = "(%s)%s" % (t, here[0])
        n_scalars = self.r.choice([1, 1, 1, 2])
        names = ["s", "u"][:n_scalars]
        head = "for (int j = 0; j < %s; j++)" % inner
        if self.chance(0.2):
            head = "for (int j = %s - 1; j >= 0; j--)" % inner
        if self.chance(0.15):  # by elements alone
            before = y.element(*at("j - 1", "i"), True)
            stmts = [Node("%s = (%s)((%s)%s + (%s)%s);" % (
                here[1], ctype, t, before, t, here[0]))]
            loop = block("for (int j = 1; j < %s; j++)" % inner, stmts,
                         drop=False)
            return block("for (int i = 0; i < %s; i++)" % outer, [loop],
                         drop=False)
        stmts = [Node(self.running_step(s, t, value)) for s in names]
        there = here[1]
        if self.chance(0.15):  # stores that may meet
            d = self.parameter("d", self.r.choice([0, 1]))
            there = y.element(*at(self.r.choice(
                ["j / 2", "0", "j * " + d, "(j & 7)"]), "i"), True)
        values = [names[0], " + ".join(names), "%s + %s" % (names[-1], value)]
        if self.chance(0.15) and "= 0" in head:  # what was stored before
            head = head.replace("= 0", "= 1")
            values = ["%s + (%s)%s" % (names[0], t,
                                       y.element(*at("j - 1", "i"), True))]
        out = "%s = (%s)(%s);" % (there, ctype, self.r.choice(values))
        if self.chance(0.2):
            out = "if (%s > 1) %s" % (value, out)
        stmts.insert(self.r.randint(0, len(stmts)), Node(out))
        starts = ["(%s)%s[i]" % (t, first.name), "0", "(%s)i" % t]
        nodes = [Node("%s %s = %s;" % (t, s, self.r.choice(starts)), drop=False)
                 for s in names]
        nodes.append(block(head, stmts, drop=False))
        if self.chance(0.4):
            nodes.append(Node("%s[i] = (%s)%s;" % (last.name, ctype,
                                                   names[-1])))
        return block("for (int i = 0; i < %s; i++)" % outer, nodes, drop=False)

    def intervals(self):
        """A recurrence over intervals i to j, or over rows of a triangle."""
        self.n = self.m = self.r.choice([0, 1, 2, 3, 7, 16, 33])
        ctype = self.r.choice(["int", "unsigned", "long", "float", "double"])
        t = ctype if ctype in FLOATS else \
            "unsigned long" if ctype == "long" else "unsigned"
        z = self.array("inout", 2, ctype, "pointer")
        x = self.array("in", 2, ctype, "pointer")
        low = self.r.choice(["i", "i + 1", "i + 1"])
        if self.chance(0.3):
            low = "0"
        row = "i" if low != "0" or self.chance(0.5) else "0"
        reads = [z.element(row, self.r.choice(["k", "k", "k", "k + 1", "j"]),
                           True),
                 self.r.choice([z, z, x]).element(
                     self.r.choice(["k + 1", "k + 1", "k", "i + 1", row]),
                     self.r.choice(["j", "j", "j", "j - 1", "j + 1"]), True)]
        fold = self.r.choice(["s = {e} < s ? {e} : s;", "s = {e} > s ? {e} : s;",
                              "s += {e};", "s -= {e};"] + [
                                  "s ^= {e};"] * (t not in FLOATS))
        op = self.r.choice(["+", "+", "-", "*"] if t not in FLOATS else ["+"])
        if t in FLOATS and ("+=" in fold or "-=" in fold):
            self.pragma = "#pragma loft exact"  # sums that grow beyond all
        e = "((%s)%s %s (%s)%s)" % (t, reads[0], op, t, reads[1])
        here = z.element(row, "j", True)
        inner = block("for (int k = %s; k < j; k++)" % low,
                      [Node(fold.format(e=e))], drop=False)
        stmts = [Node("%s s = %s;" % (t, self.r.choice(
            ["1", "(%s)%s" % (t, here), "(%s)%s" % (t, x.element(
                row, "j", True))])), drop=False)]
        if self.chance(0.3):
            stmts.insert(0, Node("%s = (%s)((%s)%s + 1);" % (
                here, ctype, t, z.element(row, "j - 1", True))))
        stmts += [inner, Node("%s = (%s)(s + %s);" % (
            here, ctype, self.r.choice(["1", "(%s)j" % t])))]
        loop = block("for (int j = %s; j < n; j++)" %
                     ("i + 1" if low != "0" else "1"), stmts, drop=False)
        head = "for (int i = n - 1; i >= 0; i--)"
        if low == "0":
            head = "for (int i = 0; i < %s; i++)" % self.r.choice(["1", "2"])
        return block(head, [loop], drop=False)
