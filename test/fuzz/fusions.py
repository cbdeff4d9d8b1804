"""test/fuzz/fusions.py: regions of several loops, of which each makes what the
next ones read: maps, shifts, gathers, filters, scans, sums by key, rows of
elements and sums of these.

Integers are computed in unsigned types, floats are small integers, so that
their sums do not depend on the order.
"""
from pieces import Array, Node, block

FUSIONS = ["passed_on"] * 4

LOOP = "for (int i = 0; i < n; i++)"


class Fusions:
    """Further shapes of a program (generate.py)."""

    def passed_array(self, ctype, more=0):
        """An array of the region's own, or sometimes of the caller."""
        if self.chance(0.2) and not more:
            return self.array("inout", 1, ctype, "pointer").name
        t = self.name("t")
        more = 2 if self.chance(0.2) else more
        self.made.append(Node("%s %s[n%s];" % (
            ctype, t, " + %d" % more if more else ""), drop=False))
        return t

    def read_of(self, t):
        """A read of "t" in iteration i, and a condition under which it is one
        of its elements."""
        return self.r.choice([
            ("%s[i]" % t, None), ("%s[i]" % t, None), ("%s[i]" % t, None),
            ("%s[n - 1 - i]" % t, None), ("%s[i / 2]" % t, None),
            ("%s[i - 1]" % t, "i > 0"), ("%s[i + 1]" % t, "i + 1 < n"),
            ("%s[%s[i]]" % (t, self.places), "%s[i] < n" % self.places)])

    def value_of(self, t):
        """C text for a value of the type of "t"'s elements, and its condition."""
        at, test = self.read_of(t)
        u = "" if self.ctype == "float" else "u"
        cast = "" if self.ctype == "float" else "(unsigned)"
        return self.r.choice([
            "%s" % at, "%s%s + 1%s" % (cast, at, u),
            "%s%s * 2%s" % (cast, at, u), "%s%s + i" % (cast, at),
            "%s%s - %s" % (cast, at, self.second(t))]), test

    def second(self, t):
        """Another read, of an input or of "t"."""
        return self.r.choice(["%s[i]" % t, self.input.element("i", None, True)])

    def under(self, test, text):
        """The statement "text", under "test" if there is one."""
        return "if (%s)\n  %s" % (test, text) if test else text

    def made_map(self, t):
        v, test = self.value_of(t)
        w = self.passed_array(self.ctype)
        at = self.r.choice(["i", "i", "i", "n - 1 - i"])
        store = "%s[%s] = %s;" % (w, at, v if not test else "(%s) ? (%s)(%s) : 1"
                                  % (test, self.ctype, v))
        return w, [block(LOOP, [Node(store, drop=False)], drop=False)]

    def made_scan(self, t):
        w, s = self.passed_array(self.ctype), self.name("s")
        self.made.append(Node("%s %s = 0;" % (self.ctype, s), drop=False))
        steps = ["%s += %s[i];" % (s, t), "%s[i] = %s;" % (w, s)]
        if self.ctype == "int":
            steps[0] = "%s = (unsigned)%s + (unsigned)%s[i];" % (s, s, t)
        if self.chance(0.3):
            steps.reverse()
        return w, [block(LOOP, [Node(step, drop=False) for step in steps],
                         drop=False)]

    def used_filter(self, t):
        z = self.array("inout", 1, self.r.choice([self.ctype, "int"]),
                       "pointer")
        k = self.name("k")
        self.results.append(("int", k, "0"))
        v = "i" if self.chance(0.3) else "%s[i]" % t
        loop = block(LOOP, [Node("if (%s[i] > %d)\n  %s[%s++] = (%s)(%s);" % (
            t, self.r.choice([-1, 0, 3]), z.name, k, z.ctype, v), drop=False)],
            drop=False)
        return [loop]

    def kept_counter(self):
        """A counter from 0, which sometimes lives on."""
        k = self.name("k")
        ctype = self.r.choice(["int", "int", "long", "unsigned", "unsigned long"])
        if self.chance(0.4):
            self.results.append((ctype, k, "0"))
        else:
            self.made.append(Node("%s %s = 0;" % (ctype, k), drop=False))
        return k

    def filter_of(self, t, head, w, k, stands):
        """A loop that keeps some elements of "t" in "w", storing the others
        as well, at the same place, if it "stands"; and array and counter of the
        others, if it keeps these."""
        keep = self.r.choice([
            "%s[i] > %d" % (t, self.r.choice([-1, 0, 3])),
            "((int)%s[i] & 0xff) %% 3 == 1" % t, "i % 3 != 2",
            "%s[i] > 0 && (i & 3)" % t])
        e = self.r.choice(["%s[i]" % t, "%s[i]" % t, "(%s)i" % self.ctype])
        stmt, others = "%s[%s++] = %s;" % (w, k, e), []
        if stands:
            return [block(head, [
                Node("%s[%s] = %s;" % (w, k, e), drop=False),
                Node("%s += %s;" % (k, keep), drop=False)], drop=False)], []
        text = "if (%s)\n  %s" % (keep, stmt)
        if self.chance(0.25):
            others = [(self.passed_array(self.ctype), self.kept_counter())]
            text += "\nelse\n  %s[%s++] = %s[i];" % (others[0] + (t,))
        return [block(head, [Node(text, drop=False)], drop=False)], others

    def rows_of(self, t, w, k):
        """A loop that appends rows to "w", n elements at most in all."""
        length = self.r.choice([
            "((int)%s[i] & 1)" % t, "(i & 1) * 2", "(i %% 3 == 2) * ((int)%s[i] & 3)"
            % t, "((int)%s[i] & 1) - (i & 1)" % t])
        j, e = "j < " + length, self.r.choice([
            "%s[i]" % t, "(%s)i" % self.ctype, "(%s)(i + j)" % self.ctype,
            "%s[j]" % t])
        if self.chance(0.3):
            e = e.replace("(i + j)", "(i ^ j)").replace("j]", "j - i]")
            length = "for (int j = i; j < i + %s; j++)" % length
        else:
            length = "for (int j = 0; %s; j++)" % j
        text = "%s\n  %s[%s++] = %s;" % (length, w, k, e)
        if self.chance(0.3):
            text = "if ((int)%s[i] > %d)\n  %s" % (
                t, self.r.choice([-1, 0, 3]), text.replace("\n", "\n  "))
        return [block(LOOP, [Node(text, drop=False)], drop=False)]

    def used_survivors(self, w, k, depth):
        """A loop over the "k" elements of "w" that a filter kept."""
        head = "for (%s i = 0; i < %s; i++)" % (
            self.r.choice(["int", "int", "long"]), "(int)" + k)
        u = "" if self.ctype == "float" else "(unsigned)"
        form = self.r.randrange(9 if depth else 8)
        if form < 3:
            s = self.name("s")
            self.results.append(("int", s, "0"))
            use = self.r.choice([
                "{s} += (int){w}[i] & 63;", "{s} ^= (int){w}[i];",
                "if ((int){w}[i] & 1)\n  {s}++;",
                "{s} = {w}[i] > {s} ? (int){w}[i] : {s};",
                "{s} += ((int){w}[i] & 63) * (i & 3);"])
            text = use.format(s=s, w=w)
        elif form == 3:
            h = self.array("inout", 1, self.r.choice(["int", "float"]),
                           "pointer")
            text = "%s[((int)%s[i] & 0xffff) %% (n > 8 ? 8 : 1)] += 1;" % (
                h.name, w)
        elif form == 4:
            s = self.name("s")
            self.results.append(("float", s, "0"))
            text = "%s += ((int)%s[i] & 63);" % (s, w)
        elif form == 5:
            text = "%s[i] = %s%s[i] * 2;" % (w, u, w)
        elif form < 8:
            z = self.array("inout", 1, self.ctype, "pointer").name
            text = self.r.choice([
                "{z}[i] = {u}{w}[i] + i;", "{z}[i] = {u}{w}[i] * 3 - {u}{z}[i];",
                "if ({w}[i] > 1)\n  {z}[i] = {w}[i];",
                "{z}[{k} - 1 - i] = {w}[i];"]).format(z=z, w=w, u=u, k=k)
        else:
            v, m = self.passed_array(self.ctype), self.kept_counter()
            loops, _ = self.filter_of(w, head, v, m, False)
            return loops + self.used_survivors(v, m, 0)
        return [block(head, [Node(text, drop=False)], drop=False)]

    def used_kept(self, t):
        """A filter, or appended rows, whose elements the next loops read."""
        stands = self.chance(0.15)
        w, k = self.passed_array(self.ctype, int(stands)), self.kept_counter()
        loops, others = self.filter_of(t, LOOP, w, k, stands)
        if self.chance(0.3):
            loops, others = self.rows_of(t, w, k), []
        for _ in range(self.r.choice([1, 1, 2])):
            loops += self.used_survivors(w, k, 1)
        for v, m in others:
            loops += self.used_survivors(v, m, 1)
        return loops

    def used_keys(self, t):
        h = self.array("inout", 1, self.r.choice(["int", "float"]), "pointer")
        size = "(n > 8 ? 8 : 1)"
        add = self.r.choice(["1", "1", "(int)%s[i] & 7" % t])
        return [block(LOOP, [Node("%s[((int)%s[i] & 0xffff) %% %s] += %s;" % (
            h.name, t, size, add), drop=False)], drop=False)]

    def used_map(self, t):
        v, test = self.value_of(t)
        z = self.array("inout", 1, self.ctype, "pointer")
        return [block(LOOP, [Node(self.under(test, "%s[i] = %s;" % (z.name, v)),
                                  drop=False)], drop=False)]

    def used_least(self, t):
        best, at = self.name("best"), self.name("at")
        self.results += [(self.ctype, best, "3"), ("int", at, "-1")]
        return [block(LOOP, [Node(
            "if (%s[i] > %s) {\n  %s = %s[i];\n  %s = i;\n}" % (
                t, best, best, t, at), drop=False)], drop=False)]

    def used_rows(self, t):
        """Rows of elements that one loop makes and the next one sums up."""
        ends, w = self.name("e"), self.name("t")
        y = self.array("inout", 1, self.ctype, "pointer")
        self.made += [Node("int %s[n + 1];" % ends, drop=False),
                      Node("%s %s[n * 3];" % (self.ctype, w), drop=False)]
        rows = block("for (int i = 0; i <= n; i++)", [Node(
            "%s[i] = %s;" % (ends, self.r.choice(
                ["i * 3", "2 * i", "i / 2 * 3", "i + i / 2"])), drop=False)],
            drop=False)
        inner = "for (int k = %s[i]; k < %s[i + 1]; k++)" % (ends, ends)
        cast = "" if self.ctype == "float" else "(unsigned)"
        make = block(LOOP, [block(inner, [Node("%s[k] = %s%s[i] + k;" % (
            w, cast, t), drop=False)], drop=False)], drop=False)
        use = block(LOOP, [
            Node("%s s = 0;" % self.ctype, drop=False),
            block(inner, [Node("s = %ss + %s[k];" % (cast, w), drop=False)],
                  drop=False),
            Node("%s[i] = s;" % y.name, drop=False)], drop=False)
        return [rows, make, use]

    def passed_on(self):
        """Loops that make arrays, and then some that read the last ones."""
        self.pragma = "#pragma loft region"
        self.ctype = self.r.choice(["int", "int", "float"])
        self.input = self.array("in", 1, self.r.choice(["int", "float"])
                                if self.ctype == "float" else "int", "pointer")
        index = Array(self.name("idx"), "int", "in", 1)
        self.arrays.append(index)
        self.places, self.made = index.name, []
        self.before = "if (n > 0)"
        t, stmts, made = self.input.name, [], [self.input.name]
        for _ in range(self.r.choice([1, 1, 2, 3])):
            form = self.made_scan if self.chance(0.25) else self.made_map
            t, loops = form(t)
            made.append(t)
            stmts += loops
        for _ in range(self.r.choice([1, 1, 2])):
            form = self.r.choice([
                self.used_filter, self.used_kept, self.used_keys, self.used_map,
                self.used_least, self.used_rows])
            stmts += form(t if self.chance(0.8) else self.r.choice(made[1:]))
        return Node("{", self.made + stmts, "}", drop=False)
