"""test/fuzz/written.py: loops as C programmers write them: macros of several
statements, scalars that lag behind, places of extrema.
"""
from pieces import Node, block

WRITTEN = ["once", "once"]


class Written:
    """Further shapes of a program (generate.py)."""

    def once(self):
        """Statements in do loops of one trip, which break and continue leave."""
        scope = {"i": "i"}
        out = self.array("inout", 1, self.r.choice(["int", "float", "short"]))
        ends = ["} while (0);", "} while (!1);", "} while (1 > 2);"]

        def some(depth):
            stmts = []
            for _ in range(self.r.randint(1, 3)):
                stmts.append(self.write(scope, out))
                if self.chance(0.4):
                    stmts.append(Node("if (%s)\n  %s;" % (
                        self.condition(scope),
                        self.r.choice(["break", "continue"]))))
                if depth and self.chance(0.3):
                    stmts.append(Node("do {", some(depth - 1),
                                      self.r.choice(ends)))
            return stmts

        if self.chance(0.4):
            stmts = [self.fold(scope), Node("if (%s)\n  continue;" %
                                            self.condition(scope)),
                     self.write(scope, out)]
        else:
            stmts = some(2)
        children = [Node("do {", stmts, self.r.choice(ends), drop=False)]
        if self.chance(0.5):
            children.append(self.write(scope, out))
        if self.chance(0.6):
            return block(self.header("i", "n", scope, True), children,
                         drop=False)
        self.pragma = "#pragma loft region"
        children.append(Node("do {\n  i++;\n} while (0);", drop=False))
        return Node("{", [Node("int i = 0;", drop=False),
                          block("while (i < n)", children, drop=False)], "}",
                    drop=False)
