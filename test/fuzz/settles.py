"""test/fuzz/settles.py: loops that run until what they compute says so, whose
iterations are maps and folds, and which numbers go through.
"""
from pieces import Node

SETTLES = ["settles", "settles"]


class Settles:
    """Further shapes of a program (generate.py)."""

    def settles(self):
        """Elements that change until none does, a sum is small, or for some
        iterations."""
        ctype = self.r.choice(["int", "int", "unsigned", "short"])
        x = self.array("inout", 1, ctype, "pointer").name
        y = self.array("inout", 1, ctype, "pointer").name
        k, s = self.name("k"), self.name("s")
        most = self.r.choice([1, 2, 5, 17, 40, 70])
        self.before = "for (int i = 0; i < n; i++)\n  %s[i] &= %d;\n" % (
            x, self.r.choice([15, 255, 1023]))
        self.results.append(("int", k, self.r.choice(["0", "0", "3"])))
        self.results.append(("int", s, self.r.choice(["1", "100", "m"])))
        by = self.r.choice(["%d" % self.r.randrange(1, 9), "%s %% 5 + 1" % k,
                            "m & 3"])
        limit = self.r.choice(["9", "m", "%s & 63" % s])
        new = self.r.choice([
            "{x}[i] > lim ? {x}[i] - by : {x}[i]", "{x}[i] - ({x}[i] >> 2)",
            "{x}[i] < {x}[n - 1 - i] ? {x}[i] : {x}[n - 1 - i]",
            "{x}[i] / (by + 2)", "{x}[i] ^ ({x}[i] & by)"]).format(x=x)
        fold, end = self.r.choice([
            ("{s} |= {y}[i] != {x}[i];", "{s}"),
            ("{s} += {y}[i] & 255;", "{s} > {l}"),
            ("{s} += {y}[i] > {l};", "{s} != 0"),
            ("{s} = {s} > {y}[i] ? {s} : {y}[i];", "{s} > {l}"),
            ("if ({y}[i] & 1)\n      {s}++;", "{s} > 1")])
        names = {"s": s, "x": x, "y": y, "l": self.r.randrange(1, 60)}
        body = [
            "int lim = %s, by = %s;" % (limit, by),
            "for (int i = 0; i < n; i++)\n  %s[i] = (%s)(%s);" % (y, ctype, new),
            "%s = 0;" % s,
            "for (int i = 0; i < n; i++) {\n  %s\n  %s[i] = %s[i];\n}" % (
                fold.format(**names), x, y),
            "%s++;" % k]
        if self.chance(0.3):
            body.insert(self.r.choice([4, 5]), "%s += %s;" % (s, k))
        if self.chance(0.3):
            body.insert(self.r.choice([4, len(body)]),
                        "for (int i = 0; i < n; i++)\n  %s[i] = (%s)(%s[i] + "
                        "(%s & 1));" % (x, ctype, x, s))
        if self.chance(0.3):
            h = self.name("h")
            self.results.append(("int", h, "5"))
            body.append("%s = (%s * 5 + 1) %% 97;" % (h, h))
            body.insert(self.r.choice([4, len(body) - 1, len(body)]),
                        "%s += %s;" % (s, h))
        text = "\n".join(body).replace("\n", "\n  ")
        end = end.format(**names)
        form = self.r.choice([
            "do {{\n  {b}\n}} while ({e} && {k} < {m});",
            "while ({e} && {k} < {m}) {{\n  {b}\n}}",
            "for (int r = 0; r < {m} && {e}; r++) {{\n  {b}\n}}",
            "for (int t = 0; t < 2; t++) {{\n  {k} = 0;\n  do {{\n  {b}\n  }} "
            "while ({e} && {k} < {m});\n}}"])
        return Node(form.format(b=text, e=end, k=k, m=most), drop=False)
