"""test/fuzz/shapes.py: regions whose point is not what they compute but how they
reach it: dependences that forbid lifting, or would for other arguments; loops
at the ends of their types; arrays that overlap or are not aligned.

Integers are computed in unsigned types, so that no value can overflow.
"""
from pieces import FLOATS, INTS, Node, block

WIDE = {"unsigned char": 255, "short": 32767, "unsigned short": 65535,
        "int": 2147483647, "unsigned": 4294967295, "signed char": 127,
        "long": 9223372036854775807, "unsigned long": 18446744073709551615}
LEAST = {"short": -32768, "int": -2147483647 - 1, "signed char": -128,
         "long": -9223372036854775807 - 1}


class Shapes:
    """Further shapes of a program (generate.py)."""

    def parameter(self, prefix, value):
        """A further int parameter with this value; its name."""
        name = self.name(prefix)
        self.ints.append((name, value))
        return name

    def mixed(self, ctype, terms):
        """A value of "ctype" from "terms", all of that type."""
        if ctype in FLOATS:
            return " + ".join("%s * %s" % (
                t, self.r.choice(["0.5f", "0.25f", "-0.5f"])) for t in terms)
        wide = "unsigned long" if "long" in ctype else "unsigned"
        return "(%s)(%s)" % (ctype, self.r.choice([" + ", " - ", " ^ "]).join(
            "(%s)%s * %du" % (wide, t, self.r.choice([1, 3, 5, 77]))
            for t in terms))

    def subscript(self, i, positive=False):
        """Some function of "i" that stays inside of every array."""
        d = self.parameter("d", self.r.choice([0, 0, 1, 2, 3]))
        s = self.parameter("s", self.r.choice([0, 1, 1, 2, 3]))
        forms = ["%s + 1", "%s + 2", "%s", "%s + " + d, "%s * " + s,
                 "2 * %s", "2 * %s + 1", "n - 1 - %s", "%s / 2", "%s %% 3",
                 "(%s & 7)", "(%s ^ 1)", "3 - 3 + 0 * %s", "n / 2 + %s",
                 "%s * " + s + " + " + d, "(%s + " + d + ") %% (n + 1)",
                 "n - %s"]
        return self.r.choice(forms[:9] if positive else forms) % i

    # -- dependences ---------------------------------------------------------------
    def keep_order(self, ctype):
        """What may be a recurrence of floats has one order of operations."""
        if ctype in FLOATS:
            self.pragma = "#pragma loft exact"

    def dependent(self):
        """One array read and written at different places; it may or may not be
        that iterations depend on each other."""
        ctype = self.r.choice(FLOATS + list(INTS))
        self.keep_order(ctype)
        z = self.array("inout", 1, ctype)
        x = self.array("in", 1, ctype)
        places = [self.subscript("i") for _ in range(self.r.randint(2, 3))]
        terms = [z.element(p, None, True) for p in places[1:]]
        terms.append(x.element("i", None, True))
        target = z.element(places[0], None, True)
        stmts = [Node("%s = %s;" % (target, self.mixed(ctype, terms)))]
        if self.chance(0.3):
            stmts.append(Node("%s = %s;" % (
                z.element(self.subscript("i"), None, True),
                self.mixed(ctype, [x.element("i + 1", None, True), target]))))
        if self.chance(0.3):
            stmts[0].head = "if (%s > 3)\n  %s" % (
                x.element(self.subscript("i"), None, True), stmts[0].head)
        loop = block(self.header("i", "n", {}), stmts, drop=False)
        if self.chance(0.3):
            return block("for (int t = 0; t < %d; t++)" % self.r.choice(
                [0, 1, 3]), [loop], drop=False)
        return loop

    def dependent2(self):
        """The same in two dimensions: neighbours in place, triangles."""
        ctype = self.r.choice(FLOATS + ["int", "unsigned char"])
        self.keep_order(ctype)
        form = self.r.choice(["pointer", "vla", "static"])
        z = self.array("inout", 2, ctype, form)
        x = self.array("in", 2, ctype)

        def near():
            return z.element("i + %d" % self.r.choice([0, 1, 2]),
                             "j + %d" % self.r.choice([0, 0, 1, 2]), True)
        inner = self.r.choice([
            "for (int j = 0; j < m - 2; j++)",
            "for (int j = 0; j < i && j < m - 2; j++)",
            "for (int j = i; j < m - 2; j++)",
            "for (int j = i + 1; j < m - 2; j += 2)",
            "for (int j = m - 3; j >= 0; j--)",
            "for (int j = i % 2; j < m - 2; j += 2)"])
        outer = self.r.choice(["for (int i = 0; i < n; i++)",
                               "for (int i = n - 1; i >= 0; i--)",
                               "for (int i = 1; i < n; i += 2)"])
        text = "%s = %s;" % (near(), self.mixed(ctype, [
            near(), near(), x.element("i", "j", True)]))
        body = [block(inner, [Node(text, drop=False)], drop=False)]
        if self.chance(0.3):
            row = self.array("inout", 1, ctype)
            body.append(Node("%s = %s;" % (
                row.element("i", None, True), self.mixed(
                    ctype, [z.element("i", "0", True),
                            row.element("i", None, True)]))))
        return block(outer, body, drop=False)

    def carried(self):
        """Scalars that go from one iteration to the next."""
        ctype = self.r.choice(FLOATS + ["unsigned", "unsigned long"])
        self.keep_order(ctype)
        x = self.array("in", 1, ctype)
        y = self.array("out", 1, ctype)
        v = self.name("v")
        self.results.append((ctype, v, "1"))
        a = x.element("i", None, True)
        step = self.r.choice([
            "if (%s > 2)\n  %s = %s;" % (a, v, a),
            "%s = %s;" % (v, self.mixed(ctype, [v, a])),
            "%s = %s - %s;" % (v, a, v),
            "if (i == 3)\n  %s = %s;" % (v, a),
            "%s = i & 1 ? %s : %s;" % (v, v, a),
        ])
        write = "%s = %s;" % (y.element("i", None, True),
                              self.mixed(ctype, [v, a]))
        stmts = [Node(step, drop=False), Node(write)]
        if self.chance(0.4):
            stmts.reverse()
        return block(self.header("i", "n", {}), stmts, drop=False)

    def nested_fold(self):
        """Scalars that both loops of a nest change."""
        x = self.array("in", 2, self.r.choice(["int", "float", "short"]))
        a = x.element("i", "j", True)
        stmts = []
        for _ in range(self.r.randint(1, 2)):
            r, ctype = self.name("r"), self.r.choice(["int", "long"])
            self.results.append((ctype, r, "2"))
            value = self.r.choice(["i", "j", "7", "m", "i * m + j", "i + 1"])
            stmts.append(Node(self.r.choice([
                "if (%s > 5)\n  %s = %s;" % (a, r, value),
                "%s += %s > 3 ? %s : 1;" % (r, a, value),
                "%s = %s;" % (r, value),
                "if (%s < 2 && %s < %s)\n  %s = %s;" % (a, r, value, r, value),
                "%s ^= %s;" % (r, value),
                "%s = %s || %s > 4;" % (r, r, a)])))
        inner = block("for (int j = 0; j < m; j++)", stmts, drop=False)
        return block(self.header("i", "n", {}), [inner], drop=False)

    def histogram(self):
        """Elements that several iterations change."""
        ctype = self.r.choice(["int", "unsigned", "long", "unsigned char",
                               "float"])
        z = self.array("inout", 1, ctype)
        x = self.array("in", 1, ctype)
        idx = self.index_array()
        place = self.r.choice(["%s[i]" % idx, "i / 4", "i % 5", "0",
                               "i / m", "%s[i / 2]" % idx])
        target = z.element(place, None, True)
        a = x.element("i", None, True)
        text = self.r.choice([
            "%s += %s;" % (target, "1" if ctype != "float" else a),
            "if (%s > %s)\n  %s = %s;" % (a, target, target, a),
            "%s = %s;" % (target, a)])
        if text.startswith(target) and self.chance(0.4):  # in either branch
            other = text if self.chance(0.3) else z.element(
                "%s[n - 1 - i]" % idx, None, True) + text[len(target):]
            text = self.r.choice([
                "if (%s > 2)\n  %s\nelse\n  %s",
                "if (%s > 2) {\n  %s\n  continue;\n}\nif (i & 1)\n  %s",
                "if (%s < 3) {\n  if (i & 1)\n    continue;\n  %s\n} else {\n"
                "  %s\n}"]) % (a, text, other)
        return block(self.header("i", "n", {}), [Node(text, drop=False)],
                     drop=False)

    def index_array(self):
        """The name of an array of ints from 0 to n - 1."""
        have = [b for b in self.arrays if b.name.startswith("idx")]
        if have:
            return have[0].name
        a = self.array("in", 1, "int", "pointer")
        a.name = self.name("idx")
        return a.name

    def reverse(self):
        """Two ends of an array, exchanged or met in the middle."""
        ctype = self.r.choice(FLOATS + ["int", "signed char", "long"])
        z = self.array("inout", 1, ctype)
        t = self.name("t")
        a, b = z.element("i", None, True), z.element("j", None, True)
        head = self.r.choice([
            "for (int i = 0, j = n - 1; i < j; i++, j--)",
            "for (int i = 0, j = n; i < j; i++, j--)"])
        if self.chance(0.4):
            b = z.element("n - 1 - i", None, True)
            head = "for (int i = 0; i < n / 2; i++)"
        return block(head, [Node("%s %s = %s;\n%s = %s;\n%s = %s;" % (
            ctype, t, a, a, b, b, t), drop=False)], drop=False)

    # -- ways to count and to walk ---------------------------------------------
    def extreme(self):
        """A loop at the ends of its variable's type."""
        ctype = self.r.choice(list(WIDE))
        most, least = WIDE[ctype], LEAST.get(ctype, 0)
        count = self.r.choice([0, 1, 2, 5, 9, 33])
        lo, hi = self.name("lo"), self.name("hi")
        step = self.r.choice([1, 1, 1, 2, 3])
        unsigned = ctype.startswith("unsigned")
        form = self.r.choice(["up", "down", "wrap"] if unsigned and
                             ctype in ("unsigned", "unsigned long")
                             else ["up", "down"])
        if form == "up":
            first, last = most - step - count, most - step
            head = self.r.choice(["%s < %s", "%s <= %s - 1"])
            head = head % ("i", hi)
            change, at = "i += %d" % step, "i - %s" % lo
            if step == 1:
                change = self.r.choice(["i++", "++i", "i += 1"])
        elif form == "down":
            first, last = least + step + count, least + step
            head, at = "i > %s" % hi, "%s - i" % lo
            change = "i -= %d" % step if step > 1 else "i--"
        else:  # unsigned variables may wrap around
            first, last = most - 2, count
            head, change, at = "i != %s" % hi, "i++", "i - %s" % lo
        self.typed += [(ctype, lo, first), (ctype, hi, last)]
        if self.chance(0.4):  # the bounds are constants
            suffix = {"unsigned long": "ul", "long": "l",
                      "unsigned": "u"}.get(ctype, "")

            def literal(value):
                if suffix == "l" and value < -WIDE["long"]:
                    return "(-%dl - 1)" % WIDE["long"]
                if value == LEAST["int"]:
                    return "(-2147483647 - 1)"
                return "(%d%s)" % (value, suffix)
            head = head.replace(hi, literal(last))
            at = at.replace(lo, literal(first))
            first = literal(first)
        else:
            first = lo
        x = self.array("in", 1)
        y = self.array("out", 1, x.ctype)
        fold = Node("%s = %s;" % (y.element(at, None, True), self.mixed(
            x.ctype, [x.element(at, None, True),
                      x.element(at + " + 1", None, True)])), drop=False)
        stmts = [fold]
        if self.chance(0.4):
            name = self.name("r")
            self.results.append(("unsigned long", name, "0"))
            stmts.append(Node("%s += (unsigned long)i;" % name))
        return block("for (%s i = %s; %s; %s)" % (ctype, first, head, change),
                     stmts, drop=False)

    def idioms(self):
        """C's ways to go through an array."""
        self.n = max(self.n, 0)
        ctype = self.r.choice(FLOATS + list(INTS))
        x = self.array("in", 1, ctype, "pointer")
        y = self.array("out", 1, ctype, "pointer")
        p, q, k = self.name("p"), self.name("q"), self.name("k")
        value = self.mixed(ctype, ["%s[i]" % x.name])
        plain = "%s[i] = %s;" % (y.name, value)
        head, text, before = self.r.choice([
            ("for (int i = n; i-- > 0;)", plain, ""),
            ("for (int i = n - 1; i > -1; --i)", plain, ""),
            ("for (size_t i = n; i-- > 0;)", plain, ""),
            ("for (unsigned i = n; i--;)", plain, ""),
            ("for (long i = -1; i++ < n - 1;)", plain, ""),
            ("for (size_t i = (size_t)n - 1; i < (size_t)n; i--)", plain, ""),
            ("for (unsigned i = n - %du; i < (unsigned)n; i -= %d)" % (
                self.r.choice([1, 2]), self.r.choice([1, 2])), plain, ""),
            ("for (%s i = n - 1; i != (%s)-1; --i)" % (
                (self.r.choice(["unsigned", "size_t", "unsigned short"]),) * 2),
             plain, ""),
            ("for (size_t i = 0; i + 1 < (size_t)n; i++)", plain, ""),
            ("for (unsigned i = 0; i + 2 <= (unsigned)n; i += 2)", plain, ""),
            ("while (%s-- > 0)" % k, plain.replace("[i]", "[%s]" % k),
             "unsigned %s = n;" % k),
            ("for (int i = n; i; i--)", "%s[i - 1] = %s;" % (
                y.name, self.mixed(ctype, ["%s[i - 1]" % x.name])), ""),
            ("for (int i = 0; i != 2 * n; i += 2)", "%s[i / 2] = %s;" % (
                y.name, self.mixed(ctype, ["%s[i]" % x.name])), ""),
            ("for (int i = 0; i < n; i++)", "%s[i] = %s;" % (
                y.name, self.mixed(ctype, ["*%s++" % p])),
             "const %s *%s = %s;" % (ctype, p, x.name)),
            ("for (int i = 0; i < n; i++)", "*%s++ = %s;" % (q, value),
             "%s *%s = %s;" % (ctype, q, y.name)),
            ("for (int i = 0; i < n; i++, %s += 2)" % p,
             "%s[i] = %s;" % (y.name, self.mixed(ctype, [
                 "%s[0]" % p, "%s[1]" % p])),
             "const %s *%s = %s;" % (ctype, p, x.name)),
            ("for (long i = 0, k = n; i < k; ++i)", plain, ""),
            ("for (size_t i = 0; i < (size_t)n; i++)", plain, ""),
        ])
        loop = block(head, [Node(text, drop=False)], drop=False)
        self.before = before
        return loop

    def search(self):
        """Loops that end early."""
        x = self.array("in", 1)
        y = self.array("inout", 1, x.ctype)
        r, k = self.name("r"), self.name("k")
        self.results.append(("int", r, "-1"))
        a = x.element("i", None, True)
        body = self.r.choice([
            "if (%s > 5) {\n  %s = (int)i;\n  break;\n}" % (a, r),
            "if (%s < 2)\n  continue;\nif (i > 20)\n  break;\n%s = (int)i;" % (
                a, r),
            "int %s = 0;\nwhile (%s < 9 && %s > 3) {\n  if (%s == 5)\n"
            "    break;\n  %s++;\n}\n%s = %s > %s ? %s : %s;" % (
                k, k, x.element("i + %s" % k, None, True), k, k, r, k, r, k,
                r),
            "int %s = 7;\ndo {\n  if (--%s == (int)(i & 3))\n    continue;\n"
            "  if (%s < 0)\n    break;\n} while (%s > 1);\n%s ^= %s;" % (
                k, k, k, k, r, k),
            "int %s;\nfor (%s = 0; %s < 3; %s++)\n  if (%s > 4)\n    break;\n"
            "if (%s == 3) {\n  %s = (int)i;\n  break;\n}" % (
                k, k, k, k, x.element("i + %s" % k, None, True), k, r),
            "int %s = 0;\nfor (int j = 0; j <= 2; j++)\n  %s += %s > 4;\n"
            "if (%s > 2) {\n  %s = (int)i;\n  break;\n}" % (
                k, k, x.element("i + j", None, True), k, r)])
        write = Node("%s = %s;" % (y.element("i", None, True), self.mixed(
            x.ctype, [a])))
        return block(self.header("i", "n", {}), [Node(body, drop=False), write],
                     drop=False)

    # -- memory ------------------------------------------------------------------
    def overlap(self):
        """Arrays that a caller passes as parts of one another."""
        ctype = self.r.choice(FLOATS + list(INTS))
        self.keep_order(ctype)
        arrays = [self.array(role, 1, ctype, "pointer") for role in
                  self.r.choice([["inout", "in"], ["inout", "inout"],
                                 ["inout", "in", "in"]])]

        def some():
            return self.r.choice(arrays).element(
                self.r.choice(["i", "i", "i + 1", "i + 2", "0", "n - 1 - i"]),
                None, True)
        writable = [a for a in arrays if a.role == "inout"]
        stmts = [Node("%s = %s;" % (
            a.element(self.r.choice(["i", "i", "i + 1"]), None, True),
            self.mixed(ctype, [some(), some()]))) for a in writable]
        loop = block(self.header("i", "n", {}), stmts, drop=False)
        if len(arrays) == 2 and self.chance(0.4):
            loop = block("for (int i = 0; i < n; i++)", [block(
                "for (int j = 0; j < m; j++)", [Node(
                    "%s[i * m + j] = %s;" % (arrays[0].name, self.mixed(
                        ctype, ["%s[j]" % arrays[1].name,
                                "%s[i * m + j]" % arrays[0].name])),
                    drop=False)], drop=False)], drop=False)
        first = arrays[0].name
        for _ in range(3):
            self.calls.append({a.name: "%s + %s" % (first, self.r.choice(
                ["0", "1", "2", "n", "n + 2", "n / 2 + 1", "3"]))
                               for a in arrays if self.chance(0.8)})
        return loop

    def many(self):
        """More arrays than fit into one set of push constants."""
        ctype = self.r.choice(FLOATS + ["int", "unsigned char"])
        count = self.r.choice([6, 9, 12])
        stmts = []
        for _ in range(count):
            x = self.array("in", 1, ctype, "pointer")
            y = self.array("out", 1, ctype, "pointer")
            stmts.append(Node("%s = %s;" % (
                y.element("i", None, True), self.mixed(ctype, [
                    x.element("i", None, True),
                    self.some_of(ctype).element("i", None, True)]))))
        return block(self.header("i", "n", {}), stmts, drop=False)

    def some_of(self, ctype):
        """An input of this type."""
        return self.r.choice([a for a in self.arrays
                              if a.role == "in" and a.ctype == ctype])

    def unaligned(self):
        """Elements that do not lie at multiples of their size. No f32: among
        the numbers that bytes of two make, many are subnormal."""
        ctype = self.r.choice(["double", "int", "short", "unsigned long"])
        odd = self.name("odd%d_" % self.number)
        self.extra.append("typedef %s %s __attribute__((aligned(1)));" % (
            ctype, odd))
        x = self.array("in", 1, ctype, "pointer")
        y = self.array("inout", 1, ctype, "pointer")
        for a in (x, y):
            a.odd = odd
        self.calls.append({
            a.name: "(void *)((char *)%s + %d)" % (a.name,
                                                   self.r.choice([1, 2, 3, 4]))
            for a in (x, y) if self.chance(0.8)})
        value = self.mixed(ctype, [x.element("i", None, True),
                                   y.element("i", None, True)])
        return block(self.header("i", "n", {}), [Node("%s = %s;" % (
            y.element("i", None, True), value), drop=False)], drop=False)

    def cube(self):
        """Three dimensions of fixed size."""
        ctype = self.r.choice(FLOATS + ["int", "short"])
        name = "p%d_cube" % self.number
        self.extra.append("static %s g_%s[6][7][9];" % (ctype, name))
        y = self.array("out", 1, ctype, "pointer")
        a, b, c = (self.r.choice([0, 1, 2]) for _ in range(3))
        at = "g_%s[i + %d][j + %d][k + %d]" % (name, a, b, c)
        write = "g_%s[i][j][k] = %s;" % (name, self.mixed(
            ctype, [at, y.element("i * 7 + j", None, True)]))
        read = "%s = %s;" % (y.element("(i * 4 + j) * 5 + k", None, True),
                             self.mixed(ctype, [at]))
        text = self.r.choice([write, read])
        heads = ["for (int i = 0; i < 3; i++)", "for (int j = 0; j < 4; j++)",
                 "for (int k = 0; k < 5; k++)"]
        if text is write:
            self.results.append(("double" if ctype in FLOATS else ctype,
                                 "last", "0"))
        inner = [Node(text, drop=False)]
        for head in reversed(heads):
            inner = [block(head, inner, drop=False)]
        if text is write:
            self.after = "last = g_%s[2][3][4];" % name
        return inner[0]
