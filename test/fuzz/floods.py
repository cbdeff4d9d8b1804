"""test/fuzz/floods.py: floods of a grid by a queue, whose neighbours are left by
conditions or by continue.
"""
from pieces import Node, block

FLOODS = ["turned", "turned"]


class Floods:
    """Further shapes of a program (generate.py)."""

    def turned(self):
        """A flood of 3, or m, columns, of cells that were not seen."""
        seen = self.array("inout", 1, self.r.choice(["int", "short"]),
                          "pointer").name
        q = self.array("inout", 1, "int", "pointer").name
        wall = self.array("in", 1, "short", "pointer").name
        idx = self.index_array()
        head, tail = self.name("head"), self.name("tail")
        w, h = self.name("w"), self.name("h")
        self.extra.append("static const int dx[4] = {1, -1, 0, 0}, "
                          "dy[4] = {0, 0, 1, -1};")
        self.before = ("int %s = 3, %s = n / 3, %s = 0;\nif (n >= 3) {\n"
                       "  %s[0] = %s[0] / 3;\n  %s = 1;\n}\n"
                       "for (int i = 0; i < n; i++)\n  %s[i] = %s;" % (
                           w, h, tail, q, idx, tail, seen, self.r.choice(
                               ["0", "-1", "%s[i] & 1" % idx])))
        self.results.append(("int", head, "0"))
        count = self.name("count")
        self.results.append(("int", count, "0"))
        free = self.r.choice(["{s}[p] == 0", "!{s}[p]", "{s}[p] < 0"])
        mark = "1" if "<" not in free else self.r.choice(["1", "d"])
        tests = ["nx >= 0 && ny >= 0 && nx < {w} && ny < {h}"]
        open_ = self.r.choice([None, "{x}[p] < 4", "{x}[p] != 2"])
        names = {"s": seen, "w": w, "h": h, "x": wall}
        take = "%s[p] = %s;\n%s[%s++] = p;" % (seen, mark, q, tail)
        if self.chance(0.3):
            take += "\n%s++;" % count
        inside, cell = tests[0].format(**names), free.format(**names)
        if open_ and self.chance(0.5):
            cell = "%s && %s" % (open_.format(**names), cell)
        elif open_:
            cell = "%s && %s" % (cell, open_.format(**names))
        form = self.r.choice(["if", "continue", "both", "one"])
        place = "int p = ny * %s + nx;" % w
        text = {
            "if": "if (%s) {\n  %s\n  if (%s) {\n    %s\n  }\n}" % (
                inside, place, cell, take.replace("\n", "\n    ")),
            "continue": "if (!(%s))\n  continue;\n%s\nif (!(%s))\n  continue;\n"
                        "%s" % (inside, place, cell, take),
            "both": "if (!(%s))\n  continue;\n%s\nif (%s) {\n  %s\n}" % (
                inside, place, cell, take.replace("\n", "\n  ")),
            "one": "%s\nif (!(%s) || !(%s))\n  continue;\n%s" % (
                place, inside, cell, take),
        }[form]
        stmts = [Node("int c = %s[%s++], x = c %% %s, y = c / %s;" % (
            q, head, w, w), drop=False),
                 block("for (int d = 0; d < 4; d++)", [
                     Node("int nx = x + dx[d], ny = y + dy[d];\n" + text,
                          drop=False)], drop=False)]
        return block("while (%s %s %s)" % (head, self.r.choice(
            ["<", "<", "!="]), tail), stmts, drop=False)
