"""test/fuzz/outside.py: calls of a function of another file (outside.h), which
may not be called where C does not.
"""
from pieces import Node, block

OUTSIDE = ["outside"]
DECLARED = "__attribute__((const)) double outside(double x, int k);\n"


class Outside:
    """Further shapes of a program (generate.py)."""

    def outside(self):
        """Maps, folds, filters and searches, under conditions."""
        self.extra.append(DECLARED)
        x = self.array("in", 1, self.r.choice(["double", "double", "float",
                                               "int"]))
        at = x.element("i", None, True)
        k = self.r.choice(["0", "1", "2", "i & 3"])
        call, no = "outside(%s, %s)" % (at, k), "%s >= 0" % at
        s = self.name("s")
        self.results.append((self.r.choice(["int", "unsigned", "long"]), s, "3"))
        z = self.array("inout", 1, self.r.choice(["double", "float"]),
                       "pointer").element("i", None, True)
        forms = [
            "if (%s)\n  %s = %s;" % (no, z, call),
            "%s += %s ? %s : 1;" % (z, no, call),
            "if (i %% 3 == 0 || (%s && %s > 0.5))\n  %s = i;" % (no, call, z),
            "if (%s && %s > 0.5)\n  %s++;" % (no, call, s),
            "%s += %s ? (int)(%s * 8) : 1;" % (s, no, call),
            "if (%s && (int)%s > %s)\n  %s = (int)%s;" % (no, call, s, s, call),
        ]
        if self.chance(0.2):
            return self.left_rows(x, s)
        stmts = [Node(t) for t in self.r.sample(forms, self.r.randint(1, 2))]
        if self.chance(0.15):
            stmts.append(Node("if (%s && %s > 3)\n  break;" % (no, call)))
        return block(self.r.choice(["for (int i = 0; i < n; i++)",
                                    "for (int i = n - 1; i >= 0; i--)"]), stmts,
                     drop=False)

    def left_rows(self, x, s):
        """Rows that are left at a hit, counted or asked for."""
        at = x.element("(i + j) % n", None, True)
        hit = self.r.choice(["%s++;" % s, "%s |= 4;" % s, "%s += j;" % s])
        inner = block(self.r.choice(
            ["for (int j = 0; j < m && %s >= 0; j++)" % at,
             "for (int j = 0; j < m; j++)"]), [
            Node("if (!(%s >= 0))\n  break;" % at, drop=False),
            Node("if (outside(%s, 2) > 0.9) {\n  %s\n  break;\n}" % (at, hit),
                 drop=False)], drop=False)
        return block("for (int i = 0; i < n; i++)", [inner], drop=False)
