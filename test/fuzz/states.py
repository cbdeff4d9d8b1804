"""test/fuzz/states.py: loops whose iterations depend on one another in ways that
a parameter or a bound decides.
"""
from pieces import INTS, Node, block

STATES = ["switched"]


class States:
    """Further shapes of a program (generate.py)."""

    def switched(self):
        """Branches of which a parameter takes one, each with its own
        dependences."""
        ctype = self.r.choice(list(INTS))
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, ctype)
        s = self.name("s")
        self.results.append(("unsigned", s, self.r.choice(["0", "3"])))

        def statement():
            at = self.r.choice(["i", "i", "i + 1"])
            value = self.r.choice(["(unsigned)%s + 1u", "(unsigned)%s * 3u",
                                   "(unsigned)%s / 2u + (unsigned)i"])
            value = value % self.r.choice(
                [x, x, z]).element(self.r.choice(["i", "i", "i + 1"]), None,
                                   True)
            if self.chance(0.3):
                return "%s = %s;" % (s, self.r.choice(
                    ["%s + (%s)", "%s ^ (%s)", "%s / 2u + (%s)"]) % (s, value))
            return "%s = (%s)(%s);" % (z.element(at, None, True), ctype, value)

        def condition():
            return self.r.choice(["m > 5", "m & 1", "n > m", "!(m & 3)",
                                  "m == 8 || n < 10"])

        stmts = []
        for _ in range(self.r.choice([1, 1, 2])):
            text = "if (%s)\n  %s" % (condition(), statement())
            if self.chance(0.6):
                text += "\nelse\n  %s" % statement()
            stmts.append(Node(text))
        if self.chance(0.4):
            stmts.insert(self.r.randint(0, len(stmts)), Node(statement()))
        return block(self.r.choice(["for (int i = 0; i < n - 1; i++)",
                                    "for (int i = n - 2; i >= 0; i--)"]), stmts,
                     drop=False)
