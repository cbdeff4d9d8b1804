"""test/fuzz/extrema.py: least and greatest floats, and where they are, in the
manners of C, which differ where a number is NaN.
"""
from pieces import FLOATS, Node, block

EXTREMA = ["extrema", "extrema"]

# {m}: the extremum so far, {e}: a number, {s}: "f" of floats.
CHOICES = ["{m} = {e} < {m} ? {e} : {m};", "{m} = {m} < {e} ? {m} : {e};",
           "{m} = {m} <= {e} ? {m} : {e};", "{m} = {e} > {m} ? {e} : {m};",
           "{m} = {m} > {e} ? {m} : {e};", "{m} = {m} >= {e} ? {m} : {e};",
           "{m} = fmin{s}({m}, {e});", "{m} = fmax{s}({e}, {m});"]
TESTS = ["{e} < {m}", "{e} > {m}", "{m} >= {e}", "!({e} >= {m})",
         "!({m} < {e})", "!({e} <= {m})"]


class Extrema:
    """Further shapes of a program (generate.py)."""

    def extrema(self):
        """One or two extrema of an array, with what is done where they
        change."""
        ctype = self.r.choice(FLOATS)
        self.special, self.exact_floats = True, False
        x = self.array("in", 1, ctype, "pointer").name
        number = self.r.choice(["%s[i]", "%s[i]", "-%s[i]", "%s[n - 1 - i]"]) % x
        nest = self.chance(0.2)
        if nest:
            number = "%s[(i + j) %% n]" % x
        stmts = []
        for _ in range(self.r.choice([1, 1, 2])):
            m = self.name("m")
            # the sign of a zero may be another: +0 of both
            self.after += "%s += 0; " % m
            self.results.append((ctype, m, self.r.choice(
                ["0", "3", "-20", "HUGE_VAL", "-HUGE_VAL", "NAN"])))
            stmts.append(Node(self.extremum(m, number, ctype, nest)))
            if not nest and self.chance(0.4):
                o = self.array("out", 1, ctype, "pointer").name
                stmts.append(Node("%s[i] = %s + 0;" % (o, m)))
        if self.chance(0.2):
            c = self.name("c")
            self.results.append(("int", c, "0"))
            stmts.append(Node("%s += %s > 2;" % (c, number)))
        if nest:
            stmts = [block("for (int j = 0; j < n; j++)", stmts, drop=False)]
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def extremum(self, m, number, ctype, nest):
        """The text that takes "number" into "m"."""
        names = {"m": m, "e": number, "s": "f" if ctype == "float" else ""}
        if self.chance(0.5):
            choices = CHOICES if self.chance(0.2) else CHOICES[:6]
            text = self.r.choice(choices).format(**names)
            return text if self.chance(0.8) else \
                "if (%s != 3)\n  %s" % (number, text)
        more = ""
        if not nest and self.chance(0.6):
            k = self.name("k")
            self.results.append(("int", k, "0"))
            more = self.r.choice(["\n  %s = i;", "\n  %s++;", "append"])
            if more == "append":
                o = self.array("out", 1, ctype, "pointer").name
                more = "\n  %s[%%s++] = %s + 0;" % (o, m)
            more = more % k
        return "if (%s) {\n  %s = %s;%s\n}" % (
            self.r.choice(TESTS).format(**names), m, number, more)
