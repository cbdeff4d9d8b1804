"""test/fuzz/keys.py: sorts by counting."""
from pieces import Node, block

KEYS = ["counting_sort", "counting_sort"]
LOOP = "for (int i = 0; i < n; i++)"
DOWN = "for (int i = n - 1; i >= 0; i--)"


class Keys:
    """Further shapes of a program (generate.py)."""

    def counting_sort(self):
        """Counts of keys, their running sums, and places by these; sometimes a
        radix sort between two buffers."""
        a = self.array("inout", 1, "unsigned", "pointer").name
        b = self.array("inout", 1, "unsigned", "pointer").name
        more = self.array("out", 1, "int", "pointer").name
        count = self.name("count")
        ctype = self.r.choice(["int", "unsigned", "unsigned long", "short"])
        rounds = self.chance(0.5)
        shift = "j * 3" if rounds else "2"
        key = "%s[i] >> %s & 7" % (a, shift)
        falls = self.chance(0.4)  # places go down from the sums
        behind = not falls and self.chance(0.4)  # key k is counted at k + 1
        counted = "(%s) + 1" % key if behind else key
        stmts = [Node("%s %s[9] = {0};" % (ctype, count), drop=False)]
        if self.chance(0.2):
            stmts = [Node("%s %s[9];" % (ctype, count), drop=False),
                     Node("for (int k = 0; k < 9; k++)\n  %s[k] = 0;" % count,
                          drop=False)]
        stmts.append(Node("%s\n  %s[%s]++;" % (LOOP, count, counted),
                          drop=False))
        start = count
        if falls or behind:
            stmts.append(Node("for (int k = 1; k < %s; k++)\n"
                              "  %s[k] += %s[k - 1];" % (
                                  "9" if behind else "8", count, count),
                              drop=False))
        elif self.chance(0.4):
            start = self.name("start")
            stmts.append(Node("%s %s[9];\n%s[0] = 0;\n"
                              "for (int k = 1; k < 8; k++)\n"
                              "  %s[k] = %s[k - 1] + %s[k - 1];" % (
                                  ctype, start, start, start, start, count),
                              drop=False))
        else:
            total, s = self.name("sum"), self.name("s")
            stmts.append(Node(
                "%s %s = 0;\nfor (int k = 0; k < 8; k++) {\n"
                "  %s %s = %s[k];\n  %s[k] = %s;\n  %s += %s;\n}" % (
                    ctype, total, ctype, s, count, count, total, total, s),
                drop=False))
        at = ("--%s[%s]" if falls else "%s[%s]++") % (start, key)
        place = "%s[%s] = %s[i];" % (b, at, a)
        if self.chance(0.3):
            place = "int to = (int)%s;\n%s[to] = %s[i];\n%s[to] = i;" % (
                at, b, a, more)
        if self.chance(0.2):
            place = "if (%s[i] & 1) {\n  %s\n}" % (
                a, place.replace("\n", "\n  "))
        stmts.append(block(self.r.choice([DOWN if falls else LOOP, LOOP, DOWN]),
                           [Node(place, drop=False)], drop=False))
        if not rounds:
            self.pragma = "#pragma loft region"
            return block("", stmts, drop=False)
        stmts.append(Node("unsigned *t = %s;\n%s = %s;\n%s = t;" % (
            a, a, b, b) if self.chance(0.5) else
            "%s\n  %s[i] = %s[i];" % (LOOP, a, b), drop=False))
        return block("for (int j = 0; j < 3; j++)", stmts, drop=False)
