"""test/fuzz/extrema.py: least and greatest floats, and where they are, in the
manners of C, which differ where a number is NaN.
"""
from pieces import FLOATS, Node, block

EXTREMA = ["extrema", "extrema", "extrema_by_key"]

# {m}: the extremum so far, {e}: a number, {s}: "f" of floats.
CHOICES = ["{m} = {e} < {m} ? {e} : {m};", "{m} = {m} < {e} ? {m} : {e};",
           "{m} = {m} <= {e} ? {m} : {e};", "{m} = {e} > {m} ? {e} : {m};",
           "{m} = {m} > {e} ? {m} : {e};", "{m} = {m} >= {e} ? {m} : {e};",
           "{m} = fmin{s}({m}, {e});", "{m} = fmax{s}({e}, {m});"]
TESTS = ["{e} < {m}", "{e} > {m}", "{m} >= {e}", "!({e} >= {m})",
         "!({m} < {e})", "!({e} <= {m})"]
# several comparisons in one: which of the numbers may be NaN
SEVERAL = ["{m} != {m} || {e} < {m}", "{e} > {m} || __builtin_isnan({m})",
           "{e} == {e} && !({m} < {e})", "{e} != {e} || {e} < {m}",
           "{m} == {m} && !({e} <= {m})", "!__builtin_isnan({e}) && ({m} != {m} || {e} >= {m})",
           "{e} < {m} || {e} == {m}", "!({e} > {m} || {e} != {e})"]


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
            if self.chance(0.2):  # of two numbers an iteration
                stmts.append(Node(self.extremum(m, "%s[n - 1 - i] * 2" % x,
                                                ctype, nest)))
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

    def extrema_by_key(self):
        """Extrema of floats at places that are data, of one or two numbers an
        iteration."""
        ctype = self.r.choice(FLOATS)
        self.special, self.exact_floats = True, False
        x = self.array("in", 1, ctype, "pointer").name
        z = self.array("inout", 1, ctype, "pointer")
        key = self.r.choice([self.place("i"), "%s[i] / n" % self.index_array()])
        m = z.element(key, None, True)
        forms = ["if (%s) {\n  {m} = {e};\n}" % t for t in TESTS] + CHOICES[:6]
        stmts = []
        for number in ["%s[i]" % x, "-%s[n - 1 - i]" % x][:self.r.choice([1, 1, 2])]:
            form = self.r.choice(forms[:2] + [CHOICES[0], CHOICES[3]]
                                 if self.chance(0.8) else forms)
            text = form.replace("{m}", m).replace("{e}", number)
            if self.chance(0.2):
                text = "if (%s != 3) {\n  %s\n}" % (
                    number, text.replace("\n", "\n  "))
            stmts.append(Node(text, drop=False))
        # the sign of a zero may be another: +0 of both
        self.after += "for (int k = 0; k < n; k++)\n  %s += 0;\n" % (
            z.element("k", None, True))
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
            self.r.choice(SEVERAL if self.chance(0.3) else TESTS).format(**names),
            m, number, more)
