"""test/fuzz/bounded.py: subscripts that are bounded before a region runs though
they are data: floats that are clamped, places of winners over what the region
writes, parts of elements, rows of lengths that are data, one behind the other or
not; rows of alignments, each element of which is bounded by the one before.
"""
from pieces import INTS, Array, Node, block

BOUNDED = ["sampled", "sampled", "won", "halves", "row_ends", "aligned",
           "aligned", "row_places"]


class Bounded:
    """Further shapes of a program (generate.py)."""

    def sampled(self):
        """Elements at places that are clamped floats, of what is written."""
        ctype = self.r.choice(["float", "float", "double"])
        z = self.array("inout", 1, ctype, "pointer")
        y = self.array("inout", 1, ctype, "pointer")
        f = "f" if ctype == "float" else ""
        at = "%s * %s[i] + i" % (self.r.choice(["1", "0.5", "-3", "1000"]),
                                 z.name)
        low = self.r.choice(["0", "0.5" + f, "0.25"])
        high = self.r.choice(["n - 1", "(%s)n - 0.5%s" % (ctype, f),
                              "n - 1 + 0.25%s" % f, "n - 0.75"])
        lower = self.r.choice([
            "at = fmax%s(at, %s);" % (f, low), "at = at > %s ? at : %s;" % (
                low, low), "if (!(at >= %s))\n  at = %s;" % (low, low)])
        upper = self.r.choice([
            "at = fmin%s(at, %s);" % (f, high),
            "at = at < %s ? at : %s;" % (high, high),
            "if (at > %s)\n  at = %s;" % (high, high)])
        place = self.r.choice(["(int)at", "(int)at", "(unsigned)at",
                               "(int)floor%s(at)" % f, "(long)at"])
        # of one element, or none, the lower limit is above the upper one
        stmts = ["%s at = (%s)(%s);" % (ctype, ctype, at), lower, upper,
                 "%s[i] = %s[%s];" % (y.name, z.name, place)]
        back = "%s[i] = %s[i] * 0.75%s - 2;" % (z.name, y.name, f)
        inner = [block("for (int i = 0; i < n; i++)",
                       [Node(t, drop=False) for t in part], drop=False)
                 for part in (stmts, [back])]
        return block("for (int t = 0; t < (n > 1 ? 3 : 0); t++)", inner,
                     drop=False)

    def won(self):
        """The place of a winner, again and again, where it is written."""
        ctype = self.r.choice(list(INTS) + ["float", "double"])
        z = self.array("inout", 1, ctype, "pointer")
        start = self.r.choice(["0", "0", "n - 1", "n / 2"])
        op = self.r.choice(["<", ">", "<=", ">="])
        test = "%s[i] %s %s[best]" % (z.name, op, z.name)
        if self.chance(0.3):
            test = "i % 3 != 1 && " + test
        value = self.r.choice(["i", "i", "i", "n - 1 - i", "i / 2"])
        stmts = [Node("int best = %s;" % start, drop=False),
                 block(self.r.choice(["for (int i = 0; i < n; i++)",
                                      "for (int i = n - 1; i > 0; i--)"]),
                       [Node("if (%s)\n  best = %s;" % (test, value),
                             drop=False)], drop=False),
                 Node("%s[best] = (%s)%s;" % (
                     z.name, ctype, self.r.choice(["0", "100", "t"])),
                     drop=False)]
        return block("for (int t = 0; t < (n > 0 ? 4 : 0); t++)", stmts,
                     drop=False)

    def halves(self):
        """Subscripts that are a part of an element."""
        k = Array(self.name("idx"), self.r.choice(["unsigned long", "long"]),
                  "in", 1)
        self.arrays.append(k)
        x = self.array("in", 1, self.r.choice(list(INTS) + ["float"]),
                       "pointer")
        z = self.array("inout", 1, x.ctype, "pointer")
        part = self.r.choice(["(unsigned)%s[i]", "(unsigned)(%s[i] >> 1)",
                              "(unsigned)(%s[i] >> 32)"]) % k.name
        text = self.r.choice(["%s[%s] = %s[i];" % (z.name, part, x.name),
                              "%s[i] = %s[%s];" % (z.name, x.name, part)])
        if self.chance(0.3):
            text = "if (%s[i] > 2)\n  %s" % (z.name, text)
        return block("for (int i = 0; i < n; i++)", [Node(text, drop=False)],
                     drop=False)

    def row_ends(self):
        """Rows that begin where data says and are as long as data says."""
        idx = self.index_array()
        x = self.array("in", 1, self.r.choice(["int", "short", "float"]),
                       "pointer")
        y = self.array("out", 1, "double", "pointer")
        start, length = "%s[i] / 2" % idx, "%s[n - 1 - i] / 2" % idx
        place = self.r.choice(["%s + k" % start, "%s + %s - 1 - k" % (
            start, length), "%s + k / 2" % start, "k + %s[i] / 3" % idx,
            "%s + (k & 3)" % start])
        inner = Node("s = s / 2 + %s[%s];" % (x.name, place), drop=False)
        if self.chance(0.3):
            inner = block("if (%s)" % self.r.choice(
                ["(k & 3) == 2", "%s[i] > 4" % idx, "k > 1"]), [inner],
                drop=False)
        stmts = [Node("double s = 0;", drop=False),
                 block("for (int k = 0; k < %s; k++)" % length, [inner],
                       drop=False),
                 Node("%s[i] = s;" % y.name, drop=False)]
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def row_places(self):
        """Rows one behind the other, which may meet, before or behind the place
        that goes on by their lengths."""
        self.n, self.m = self.r.choice([0, 1, 5, 16]), 40  # room in the arrays
        idx = self.index_array()
        ctype = self.r.choice(["int", "short", "float", "unsigned char"])
        self.keep_order(ctype)
        z = self.array("inout", 2, ctype, "pointer").name
        x = self.array("in", 1, ctype, "pointer").name
        self.calls.append({x: "%s + %d" % (z, self.r.choice([0, 100, 200]))})
        at = self.r.choice(["int", "int", "unsigned", "long", "size_t"])
        self.before = "%s k = %d;" % (at, self.r.choice([0, 1, 16]))
        length = self.r.choice(["{x}[i]", "{x}[i]", "{x}[i] / 2",
                                "{x}[n - 1 - i]", "{x}[{x}[i]]"]).format(x=idx)
        step = Node("k += %s;" % length, drop=False)
        behind = at in ("int", "long") and self.chance(0.4)
        low, high = ("-%s" % length, "0") if behind else (
            "0", length + self.r.choice(["", "", " + 1", " - 1"]))
        text = self.r.choice(["{z}[k + l] = ({t})({x}[i] + l);",
                              "{z}[k + l] = {x}[i];",
                              "{z}[k + l] = ({t})({z}[k + l] + {x}[i]);"])
        row = block("for (int l = %s; l < %s; l++)" % (low, high),
                    [Node(text.format(z=z, x=x, t=ctype), drop=False)],
                    drop=False)
        if self.chance(0.4):
            row = block("if (%s[i] > 2)" % x, [row], drop=False)
        return block("for (int i = 0; i < n; i++)",
                     [step, row] if behind else [row, step], drop=False)

    def aligned(self):
        """Rows of an alignment: an element is the best of its neighbours, or
        one of those above where letters are the same."""
        ctype = self.r.choice(["int", "int", "int", "short", "short", "long",
                               "long", "unsigned char", "signed char"])
        cur = self.array("inout", 1, ctype, "pointer").name
        prev = self.array("in", 1, ctype, "pointer").name
        a = self.index_array()
        same = self.r.choice(["%s[i] == 3", "%s[i] > %s[i - 1]", "%s[i] & 1"])
        same = same.replace("%s", a)
        best = self.r.choice(["<", ">", "<="])
        left, up = "%s[i - 1]" % cur, "%s[i]" % prev
        back = self.r.choice(["%s[i - 1] + 1", "%s[i - 1]", "%s[i] - 2"]) % prev
        other = "%s %s %s ? %s : %s" % (left, best, up, left, up)
        if self.chance(0.3):
            other = "(%s) + 1" % other
        text = self.r.choice([
            "{c}[i] = {s} ? {b} : ({o});",
            "if ({s})\n  {c}[i] = {b};\nelse\n  {c}[i] = {o};",
            "if (!({s})) {{\n  {c}[i] = {o};\n}} else {{\n  {c}[i] = {b};\n}}",
            "if ({s})\n  {c}[i] = {b};\nelse if ({l} {m} {u})\n  {c}[i] = {l};"
            "\nelse\n  {c}[i] = {u};"]).format(
                c=cur, s=same, b=back, o=other, l=left, u=up, m=best)
        if self.chance(0.3):
            text = ("{t} best = {u} + 1;\nif ({l} + 1 {m} best)\n  best = {l} + "
                    "1;\nif ({b} + ({s}) {m} best)\n  best = {b} + ({s});\n"
                    "{c}[i] = best;").format(
                        t=ctype, c=cur, s=same, b=back, l=left, u=up, m=best)
        row = block("for (int i = %s; i < n; i++)" % self.r.choice(["1", "m"]),
                    [Node(text, drop=False)], drop=False)
        if self.chance(0.3):
            return block("for (int t = 0; t < 3; t++)", [row], drop=False)
        return row
