"""test/fuzz/accumulate.py: loops that add to elements of arrays that some of
them alone decide: rows added up, products with their loops in any order, several
such sums in one nest, triangles.
"""
from pieces import FLOATS, Node, block


class Accumulate:
    """A further shape of a program (generate.py)."""

    def summand(self, ctype, x, i, j):
        """A value of "ctype" of the iteration."""
        e = x.element(i, j, True)
        if ctype in FLOATS:
            return self.r.choice(["%s", "%s * 0.5f", "-%s"]) % e
        return "(%s)((unsigned)%s * %du)" % (ctype, e, self.r.choice([1, 3, 5]))

    def add_to(self, target, ctype, value):
        """A statement that adds "value" to an element."""
        if ctype in FLOATS:
            return self.r.choice(["{t} += {v};", "{t} -= {v};",
                                  "{t} = {t} + {v};"]).format(t=target, v=value)
        return "%s = (%s)((unsigned)%s + (unsigned)%s);" % (
            target, ctype, target, value)

    def inner_head(self, kind):
        """The loop over j."""
        return {"full": "for (int j = 0; j < m; j++)",
                "below": "for (int j = 0; j < m && j <= i; j++)",
                "above": "for (int j = i; j < m; j++)",
                "down": "for (int j = m - 1; j >= 0; j--)"}[kind]

    def accumulate(self):
        """Sums over the outer loop, and over the inner one."""
        ctype = self.r.choice(FLOATS + ["int", "unsigned char", "long"])
        x = self.array("in", 2, ctype)
        z = self.array("inout", 1, ctype, "pointer")
        kind = self.r.choice(["full", "full", "full", "down", "below", "above"])
        at = self.r.choice(["j", "j", "j", "m - 1 - j", "j + 1", "2 * j"])
        at = at if at != "2 * j" or self.m <= 8 else "j"
        inner = [Node(self.add_to(z.element(at, None, True), ctype,
                                  self.summand(ctype, x, "i", "j")))]
        before, after = [], []
        if self.chance(0.6):
            q = self.array(self.r.choice(["out", "inout"]), 1, ctype, "pointer")
            row = q.element("i", None, True)
            before.append(Node("%s = 0;" % row))
            inner.insert(self.r.choice([0, 1]), Node(self.add_to(
                row, ctype, self.summand(ctype, x, "i", "j"))))
        if self.chance(0.4):
            y = self.array("inout", 1, ctype, "pointer")
            w = self.array("in", 1, ctype, "pointer")
            scale = w.element("i", None, True)
            if before and self.chance(0.5):
                scale = row
            after.append(block(self.inner_head("full"), [Node(self.add_to(
                y.element("j", None, True), ctype,
                scale if ctype not in FLOATS else "0.25f * %s" % scale))],
                drop=False))
        if self.chance(0.2):
            inner[0] = block("if (%s > 1)" % x.element("i", "j", True),
                             [inner[0]], drop=False)
        return block("for (int i = 0; i < n && i < 60; i++)", before + [
            block(self.inner_head(kind), inner, drop=False)] + after, drop=False)

    def in_place(self):
        """Rows made of rows that come later, or that came before."""
        ctype = self.r.choice(FLOATS + ["int", "unsigned char"])
        z = self.array("inout", 2, ctype)
        a = self.array("in", 1, ctype)
        own = z.element("i", "j", True)
        terms = []
        for _ in range(self.r.choice([1, 1, 2])):
            other = self.r.choice(["j", "j", "j", "j", "j + 1", "0"])
            near = self.r.choice(["i + 1", "i + 2", "i + 1", "i - 1"])
            low, high = self.r.choice([("i + 1", "n"), ("i + 2", "n"),
                                       ("0", "i"), ("i", "n")])
            if self.chance(0.6):
                terms.append("for (int k = %s; k < %s; k++)\n  %s" % (
                    low, high, self.add_to(own, ctype, self.summand(
                        ctype, z, "k", other))))
            else:
                terms.append(self.add_to(own, ctype, self.summand(
                    ctype, z, near, other)))
        if self.chance(0.5):
            low, high = self.r.choice([("0", "i"), ("0", "i"), ("1", "i"),
                                       ("0", "i - 1"), ("i + 1", "n")])
            terms = terms if self.chance(0.3) else []
            terms.append("for (int k = %s; k < %s; k++)\n  %s" % (
                low, high, self.add_to(z.element("k", "j", True), ctype,
                                       self.summand(ctype, self.array(
                                           "in", 2, ctype), "k", "j"))))
        if ctype in FLOATS:
            self.pragma = "#pragma loft exact"
        if self.chance(0.4):
            terms.append("%s = %s;" % (own, self.summand(ctype, z, "i", "j")))
        if self.chance(0.3):
            terms.append(self.add_to(own, ctype, a.element("j", None, True)))
        head = self.r.choice(["for (int i = 1; i < n - 2; i++)",
                              "for (int i = n - 3; i > 0; i--)"])
        return block(head, [block("for (int j = 0; j < m; j++)",
                                  [Node(t) for t in terms], drop=False)],
                     drop=False)

    def chosen(self):
        """Extrema with what goes with them, kept in memory."""
        ctype = self.r.choice(FLOATS + ["int", "short", "unsigned char"])
        x = self.array("in", 1, ctype)
        z = self.array("inout", 1, ctype, "pointer")
        at = self.r.choice(["0", "3", "n / 2", "i / 2", "2"])
        key = z.element(at, None, True)
        value = self.summand(ctype, x, "i", "0")
        test = "%s %s %s" % (value, self.r.choice(["<", ">", "<=", ">="]), key)
        sets = [Node("%s = %s;" % (key, value))]
        for _ in range(self.r.choice([0, 1, 1, 2])):
            w = self.array("inout", 1, self.r.choice(["int", "long"]), "pointer")
            sets.append(Node("%s = %s;" % (
                w.element(self.r.choice(["0", "1", "n / 2"]), None, True),
                self.r.choice(["i", "i * 3", "n - i", "7"]))))
        self.r.shuffle(sets)
        body = [block("if (%s)" % test, sets, drop=False)]
        if self.chance(0.3):
            y = self.array("out", 1, "int", "pointer")
            body.append(Node("%s = i;" % y.element("i", None, True)))
        if self.chance(0.2):
            body = [Node("if (%s == 2)\n  continue;" % x.element(
                "i", None, True))] + body
        loop = block(self.header("i", "n", {}), body, drop=False)
        if self.chance(0.2):
            return block("for (int t = 0; t < 3; t++)", [loop], drop=False)
        return loop

    def product_orders(self):
        """A product of matrices with its loops in some order."""
        ctype = self.r.choice(FLOATS + ["int"])
        a = self.array("in", 2, ctype)
        b = self.array("in", 2, ctype)
        c = self.array("inout", 2, ctype)
        # rows 0 .. p-1, columns below m of all three
        heads = {"i": "for (int i = 0; i < n; i++)",
                 "j": "for (int j = 0; j < m; j++)",
                 "k": "for (int k = 0; k < n && k < m; k++)"}
        triangle = self.r.choice(["", "", "", "j", "k"])
        if triangle:
            heads[triangle] = heads[triangle].replace(
                "; %s++" % triangle, " && %s <= i; %s++" % (triangle, triangle))
        order = self.r.choice(["ijk", "ikj"] if triangle else
                              ["ijk", "ikj", "kij", "jik", "jki", "kji"])
        value = "%s * %s" % (a.element("i", "k", True), b.element("k", "j", True))
        if ctype == "int":
            value = "(int)((unsigned)%s * (unsigned)%s)" % (
                a.element("i", "k", True), b.element("k", "j", True))
        body = Node(self.add_to(c.element("i", "j", True), ctype, value),
                    drop=False)
        if self.chance(0.3) and order[0] == "i":
            pre = block(heads["j"], [Node("%s *= 2;" % c.element(
                "i", "j", True) if ctype != "int" else "%s ^= 5;" % c.element(
                    "i", "j", True))], drop=False)
            inner = block(heads[order[1]], [block(heads[order[2]], [body],
                                                  drop=False)], drop=False)
            return block(heads["i"], [pre, inner], drop=False)
        for v in reversed(order):
            body = block(heads[v], [body], drop=False)
        return body
