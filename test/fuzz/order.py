"""test/fuzz/order.py: bodies that jump forwards by goto, bodies whose statements
depend on those of other iterations, each in its own way, and subscripts that
are put together of quotients and remainders.

Integers are computed in unsigned types, so that no value can overflow.
"""
from pieces import Node, block

ORDER = ["joined", "jumps", "jumps", "parted", "parted", "parted",
         "trailing", "probes"]


class Order:
    """Further shapes of a program (generate.py)."""

    def jump_test(self, x):
        """A condition on what the iteration knows."""
        return self.r.choice(["%s > 9" % x, "%s & 1" % x, "t > 3", "t & 2",
                              "i %% %d == 1" % self.r.choice([2, 3])])

    def jump_list(self, labels, x, targets, depth, inside):
        """Statements with gotos to "labels", further down, or to labels of
        their own."""
        own = [self.name("L") for _ in range(self.r.randint(0, 3))]
        lines = []
        for k in range(len(own) + 1):
            ahead = own[k:] + labels
            for _ in range(self.r.randint(1, 3)):
                lines += self.jump_statement(ahead, x, targets, depth, inside)
            if k < len(own):
                lines.append("%s:;" % own[k])
        return lines

    def jump_statement(self, ahead, x, targets, depth, inside):
        form = self.r.random()
        test = self.jump_test(x)
        if ahead and form < 0.35:
            return ["if (%s)" % test, "  goto %s;" % self.r.choice(ahead)]
        if ahead and form < 0.45:
            return ["if (%s)" % test, "  goto %s;" % self.r.choice(ahead),
                    "else", "  goto %s;" % self.r.choice(ahead)]
        if ahead and form < 0.5:
            return ["switch (t & 3) {", "case 0:", "  t++;", "case 1:",
                    "  goto %s;" % self.r.choice(ahead), "case 2:", "  t += 5;",
                    "}"]
        if depth and form < 0.65:
            body = self.jump_list(ahead, x, targets, depth - 1, inside)
            head = self.r.choice([
                "if (%s) {" % test, "{",
                "for (int k%d = 0; k%d < 3; k%d++) {" % ((depth,) * 3)])
            if head.startswith("for"):
                body = self.jump_list(ahead, x, targets, depth - 1, True)
            return [head] + ["  " + line for line in body] + ["}"]
        if inside and form < 0.7:
            return ["if (%s)" % test, "  " + self.r.choice(["break;",
                                                           "continue;"])]
        target = self.r.choice(targets + ["t"])
        return ["%s %s (unsigned)%s;" % (
            target, self.r.choice(["=", "+=", "^="]),
            self.r.choice(["t", x, "i", "3", "(t + 1)"]))]

    def jumps(self):
        """A map, or a search, whose body jumps forwards."""
        x = self.array("in", 1, self.r.choice(["int", "short"])).element(
            "i", None, True)
        targets = [self.array("inout", 1, self.r.choice(["unsigned", "short"]),
                              "pointer").element("i", None, True)
                   for _ in range(2)]
        lines = ["unsigned t = (unsigned)%s;" % x]
        leave = []
        if self.chance(0.15):
            leave = [self.name("L")]
            self.after = "%s:;" % leave[0]
        lines += self.jump_list(leave, x, targets, 2, False)
        if self.chance(0.5):
            self.results.append(("unsigned", self.name("s"), "1"))
            lines.insert(1, "%s += t;" % self.results[-1][1])
        return block("for (int i = 0; i < n; i++)", [Node("\n".join(lines))],
                     drop=False)

    def parted(self):
        """Statements, some of which read what others write in other
        iterations."""
        ctype = self.r.choice(["unsigned", "unsigned long", "float"])
        if ctype == "float":
            self.exact_floats = True
        arrays = [self.array("inout", 1, ctype, "pointer").name
                  for _ in range(self.r.choice([2, 2, 3]))]
        x = self.array("in", 1, ctype, "pointer").name
        stmts = []
        for _ in range(self.r.choice([2, 2, 3, 4])):
            to = self.r.choice(arrays)
            terms = []
            for _ in range(self.r.choice([1, 2, 2])):
                at = self.r.choice(["i", "i", "i - 1", "i + 1", "i + 1", "i - 2"])
                terms.append("%s[%s]" % (self.r.choice(arrays + [x]), at))
            value = self.r.choice([" + ", " - "]).join(terms)
            if ctype == "float":  # so that values stay small and exact
                value = "(float)((int)(%s) & 63)" % value
            text = "%s[%s] = %s;" % (to, self.r.choice(["i", "i", "i", "i",
                                                      "i + 1", "i - 1"]), value)
            if self.chance(0.2):
                text = "if (%s[i] > 3)\n  %s" % (self.r.choice(arrays + [x]),
                                                 text)
            stmts.append(Node(text))
        if self.chance(0.25):
            self.results.append((ctype, self.name("s"), "1"))
            stmts.append(Node("%s += %s[%s];" % (
                self.results[-1][1], self.r.choice(arrays),
                self.r.choice(["i", "i - 1"]))))
        head = self.r.choice(["for (int i = 2; i < n; i++)",
                              "for (int i = 2; i < n; i += 2)",
                              "for (int i = n - 1; i >= 2; i--)"])
        return block(head, stmts, drop=False)

    def probes(self):
        """Searches through a table whose length is a power of two."""
        keys = self.array("in", 1, "unsigned", "pointer").name
        table = self.array(self.r.choice(["in", "in", "inout"]), 1, "unsigned",
                           "pointer").name
        z = self.array("inout", 1, "unsigned", "pointer").name
        mask = self.name("w")
        self.ints.append((mask, self.r.choice([0, 1, 3, 7, 15, 31, 21])))
        ctype = self.r.choice(["unsigned", "unsigned", "size_t",
                               "unsigned short"])
        at = self.r.choice(["k & (%s)%s" % (ctype, mask), "%s & k" % mask,
                            "k & (unsigned)(%s | 1)" % mask,
                            "k & ((unsigned)%s >> 1)" % mask])
        lines = ["%s k = (%s)(%s[i] * %du);" % (ctype, ctype, keys,
                                                self.r.choice([1, 7, 40503])),
                 "for (int t = 0; t < %s && %s[%s] != %s[i]; t++)\n  k += %s;" % (
                     self.r.choice(["9", "m", "33"]), table, at, keys,
                     self.r.choice(["1", "3", "%s[%s] + 1" % (table, at)])),
                 "%s[i] %s (unsigned)(%s);" % (
                     z, self.r.choice(["=", "^="]),
                     self.r.choice(["k", at, "k + " + table + "[" + at + "]"]))]
        if self.chance(0.2):
            lines.append("%s[%s] = k;" % (z, at))
        return block("for (int i = 0; i < n; i++)",
                     [Node("\n".join(lines[:2]), drop=False), Node(lines[2])] +
                     [Node(line) for line in lines[3:]], drop=False)

    def trailing(self):
        """A second variable that the step sets to the first one, before or
        behind it."""
        x = self.array("in", 1, "unsigned", "pointer").name
        z = self.array("inout", 1, "unsigned", "pointer").name
        step = self.r.choice(["i++", "++i", "i += 2", "i = i + 1"])
        plain = self.r.choice(["j = i++", "j = ++i", "j = i, " + step,
                               step + ", j = i", step + ", j = i / 2",
                               "k = j, j = i++", "k = i, i++, j = i",
                               "i++, k = i, j = k - 1"])
        uses = ["i", "j", "j", "k"] if "k" in plain else ["i", "j", "j"]
        ctype = self.r.choice(["int", "int", "unsigned", "long"])
        lines = ["%s[i] %s %s[%s] + (unsigned)%s;" % (
            z, self.r.choice(["=", "+=", "^="]), x, self.r.choice(uses),
            self.r.choice(uses))]
        if self.chance(0.3):
            lines.insert(0, "if (%s[i] %% 5 == 1)\n  continue;" % x)
        if self.chance(0.15):
            lines.append("if (%s[i] == 7)\n  break;" % x)
        last = self.name("j")
        head = "for (%s i = 0, j = (%s)(n > 0 ? n : 1) - 1, k = j; i < (%s)n; %s)" % (
            ctype, ctype, ctype, plain)
        if ctype == "unsigned":
            head = head.replace("(unsigned)n;", "(unsigned)(n > 0 ? n : 0);")
        if self.chance(0.4):
            self.results.append((ctype, last, "1"))
            lines.append("%s = j;" % last)
        return block(head, [Node(text) for text in lines], drop=False)

    def joined(self):
        """Elements at quotients and remainders, of one number as a rule."""
        ctype = self.r.choice(["int", "long", "unsigned", "unsigned long"])
        z = self.array("inout", 1, "unsigned", "pointer").name
        x = self.array("in", 1, "int", "pointer").name
        w, v = self.name("w"), self.name("w")
        for name in (w, v):
            self.ints.append((name, self.r.choice([1, 2, 3, 7, 8])))
        by = self.r.choice([w, w, w, v, "4"])
        i = self.r.choice(["i", "i", "i", "i + 2", "2 * i", "n - 1 - i"])
        if ctype.startswith("unsigned") and "-" in i:
            i = "i"
        at = self.r.choice(["{i} / {w} * {w} + {i} % {b}",
                            "{i} % {b} + {w} * ({i} / {w})",
                            "2 * ({i} / {w} * {w} + {i} % {b}) + 1"]).format(
                                i="(%s)" % i, w=w, b=by)
        text = "%s[%s] %s (unsigned)(%s[i] + %s %% %s);" % (
            z, at, self.r.choice(["=", "+="]), x, "(int)i", w)
        head = "for (%s i = 0; i < (%s)(n > 0 ? n / 2 : 0); i++)" % (ctype, ctype)
        return block(head, [Node(text)], drop=False)
