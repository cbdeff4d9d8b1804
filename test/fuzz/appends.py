"""test/fuzz/appends.py: elements that iterations append: by counters that go up
or down, by several to one array, from both of its ends; counters in memory;
pointers in memory; filters in place, and without branches; counters that stop
at a limit; and ones that meet.
"""
from pieces import INTS, Node, block

APPENDS = ["ends", "ends", "in_memory", "moved", "moved", "compact",
           "compact", "standing", "appended_rows", "appended_rows", "limited", "limited", "members",
           "left_over", "left_over", "tallied", "latest", "latest", "stops", "stops"]

# None of n iterations reaches an element below 0 or behind the last one: an
# iteration moves a counter by 2 at most.
SIZE = "(n > 0 ? n : 0)"
UP = ["0", "3", SIZE, "2 * " + SIZE, "64"]
DOWN = ["2 * " + SIZE, "2 * %s + 1" % SIZE, "3 * %s - (n & 1)" % SIZE,
        "4 * %s + 32" % SIZE]


class Appends:
    """Further shapes of a program (generate.py)."""

    def counter(self, down):
        """A counter that goes up or down, and by how it appends."""
        k = self.name("k")
        ctype = self.r.choice(["int", "int", "long", "unsigned",
                               "unsigned long", "short", "unsigned char"])
        self.results.append((ctype, k, self.r.choice(DOWN if down else UP)))
        return self.r.choice(["--%s", "--%s", "%s--"] if down
                             else ["%s++", "%s++", "++%s"]) % k

    def test_of(self, v):
        """A condition on the value "v"."""
        return self.r.choice(["%s > 1" % v, "%s < 0" % v, "%s <= i" % v,
                              "i %% 3 == 0 || %s > 5" % v])

    def ends(self):
        """Appends to one array by one or two counters."""
        ctype = self.r.choice(list(INTS) + ["float", "double"])
        x = self.array("in", 1, self.r.choice(["int", "float", "short"]))
        z = self.array("inout", 1, ctype, "pointer")
        v = x.element("i", None, True)
        downs = self.r.choice([[True], [True], [False, True], [False, True],
                               [True, False], [False, False]])
        adds = ["%s[%s] = (%s)(%s);" % (
            z.name, self.counter(down), ctype, self.r.choice(["i", "i & 63"]))
            for down in downs]
        if len(adds) == 1:
            text = "if (%s) {\n  %s%s\n}" % (
                self.test_of(v), adds[0],
                "\n  " + adds[0] if self.chance(0.2) else "")
        elif self.chance(0.7):
            text = "if (%s)\n  %s\nelse%s\n  %s" % (
                self.test_of(v), adds[0],
                " if (%s)" % self.test_of(v) if self.chance(0.3) else "",
                adds[1])
        else:
            text = "\n".join("if (%s)\n  %s" % (self.test_of(v), add)
                             for add in adds)
        head = self.r.choice(["for (int i = 0; i < n; i++)"] * 3 + [
            "for (int i = n - 1; i >= 0; i--)"])
        return block(head, [Node(text, drop=False)], drop=False)

    def in_memory(self):
        """Appends by counters in memory, and sums there."""
        ctype = self.r.choice(list(INTS) + ["float", "double"])
        x = self.array("in", 1, self.r.choice(["int", "float", "short"]))
        v = x.element("i", None, True)
        stmts, reset = [], []
        for _ in range(self.r.choice([1, 1, 2])):
            z = self.array("inout", 1, ctype, "pointer")
            k = self.array("inout", 1, self.r.choice(
                ["int", "int", "long", "unsigned", "unsigned char"]), "pointer")
            at = self.r.choice(["*%s", "*%s", "%s[1]", "%s[m]"]) % k.name
            down = self.chance(0.3)
            reset.append("%s = (%s)(%s);" % (
                at, k.ctype, self.r.choice(DOWN if down else UP)))
            if self.chance(0.2):
                z = self.r.choice([a for a in self.arrays if a.role != "in"])
            add = "%s[%s] = (%s)(i & 63);" % (z.name, (
                "--(%s)" if down else "(%s)++") % at, z.ctype)
            if self.chance(0.2):
                add = "%s = (%s)i;\n%s += 2;" % (z.element(at, None, True),
                                                z.ctype, at)
            stmts.append(Node("if (%s) {\n  %s\n}" % (
                self.test_of(v), add.replace("\n", "\n  ")), drop=False))
        self.before = "\n  ".join(reset)
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def moved(self):
        """Appends and reads by a pointer that is in memory."""
        x = self.array("in", 1, self.r.choice(["int", "float", "short"]))
        reads = self.chance(0.25)
        z = self.array("in" if reads else "inout", 1,
                       self.r.choice(list(INTS) + ["double"]), "pointer")
        t = ("const " if reads else "") + z.ctype
        number, k, c, q = self.number, self.name("k"), self.name("c"), \
            self.name("q")
        self.results.append(("long", k, "0"))
        self.extra += [
            "struct c%d {\n  %s *next;\n  int left;\n};" % (number, t),
            "static inline %s\nmove%d(%s **p, %s v)\n{\n  %s;\n}" % (
                z.ctype, number, t, z.ctype, "return (%s)(*(*p)++ + v)"
                % z.ctype if reads else "return *(*p)++ = v")]
        declare, at = self.r.choice([
            ("struct c%d %s = {%s, 9}, *%s = &%s;", "%s->next" % q),
            ("struct c%d %s = {%s, 9}, *%s = &%s;", "%s->next" % q),
            ("struct c%d %s = {%s, 9};", "%s.next" % c),
            ("%s *%s = %s, **%s = &%s;", "*%s" % q),
            ("%s *%s = %s;", c)])
        start = "%s + %s" % (z.name, self.r.choice(["0", "1", "5"]))
        names = (t if "struct" not in declare else number, c, start, q, c)
        self.before = declare % names[:declare.count("%")]
        call = "move%d(&%s, (%s)(i & 63))" % (number, at, z.ctype)
        if reads:
            y = self.array("inout", 1, z.ctype, "pointer")
            step = "%s[i] = %s;" % (y.name, self.r.choice([
                "*(%s)++" % at, call]))
        else:
            step = self.r.choice([
                "*(%s)++ = (%s)(i & 63);" % (at, z.ctype), call + ";",
                "%s *o = %s;\n*o++ = 3;\n*o++ = (%s)(i & 31);\n%s = o;" % (
                    t, at, z.ctype, at)])
        if self.chance(0.7):
            step = "if (%s) {\n  %s\n}" % (
                self.test_of(x.element("i", None, True)),
                step.replace("\n", "\n  "))
        stmts = [Node(step, drop=False)]
        if "struct" in declare and self.chance(0.4):
            stmts.append(Node("%s--;" % at.replace("next", "left")))
        self.after = "%s = (long)(%s - %s);" % (k, at, z.name)
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def compact(self):
        """Filters in place of one or more arrays, forwards or backwards, of one
        element or two at a time."""
        down, width = self.chance(0.4), self.r.choice([1, 1, 1, 2, 3])
        arrays = [self.array("inout", 1, None, "pointer")
                  for _ in range(self.r.choice([1, 1, 2, 2, 3]))]
        k = self.name("k")
        start = self.r.choice(["n", "n", "n + 1", "n + 3"] if down
                              else ["0"] * 6 + ["1", "n / 4"])
        self.results.append((self.r.choice(["int", "int", "long"]), k,
                             "n > 0 ? %s : 4" % start))
        at = lambda i, j: "%d * %s + %d" % (width, i, j) if width > 1 else i
        moves = []
        for z in arrays:
            places = list(range(width))
            if self.chance(0.2):
                self.r.shuffle(places)
            for j in places:
                moves.append("%s[%s] = %s[%s];" % (
                    z.name, at(k, j), z.name, at("i", j)))
            if self.chance(0.1):
                moves.append("%s[%s] = (%s)i;" % (z.name, at(k, 0), z.ctype))
        if self.chance(0.2):
            self.r.shuffle(moves)
        step = "%s--;" % k if down else "%s++;" % k
        moves = [step] + moves if down else moves + [step]
        v = "%s[%s]" % (self.r.choice(arrays).name, at("i", 0))
        text = "if (%s) {\n  %s\n}" % (self.test_of(v), "\n  ".join(moves))
        head = ("for (int i = n - 1; i >= 0; i--)" if down
                else "for (int i = 0; i < n; i++)")
        stmts = [Node(text, drop=False)]
        if self.chance(0.2):
            z = self.array("inout", 1, "int", "pointer")
            stmts.append(Node("%s[i] ^= i;" % z.name))
        return block(head, stmts, drop=False)

    def standing(self):
        """Stores where a counter is, in each iteration, whether it moves or
        not."""
        ctype = self.r.choice(list(INTS) + ["float", "double"])
        x = self.array("in", 1, self.r.choice(["int", "float", "short"]))
        z = self.array("inout", 1, ctype, "pointer")
        v = x.element("i", None, True)
        down = self.chance(0.3)
        self.counter(down)
        k = self.results[-1][1]
        op = "-" if down else "+"
        move = self.r.choice([
            "%s %s= %s;" % (k, op, self.test_of(v)),
            "if (%s)\n  %s %s= %d;" % (self.test_of(v), k, op,
                                      self.r.choice([1, 2])),
            "if (%s)\n  %s%s;\nelse if (%s)\n  %s %s= 2;" % (
                self.test_of(v), k, 2 * op, self.test_of(v), k, op),
            "%s %s= (i & 1) + (%s);" % (k, op, self.test_of(v))])
        text = "%s[%s] = (%s)(%s);" % (z.name, k, ctype, self.r.choice(
            ["i", "i & 63", "i ^ %s" % k] if ctype in INTS else ["i"]))
        stmts = [Node(t, drop=False) for t in [text, move]]
        if self.chance(0.15):
            self.r.shuffle(stmts)
        if self.chance(0.2):
            stmts[0] = block("if (%s)" % self.test_of(v), [stmts[0]])
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def appended_rows(self):
        """Appends rows, of lengths that data tell, and elements beside them: no
        more than three in an iteration."""
        x = self.array("in", 1, self.r.choice(["int", "short", "unsigned"]))
        z = self.array("inout", 1, None, "pointer")
        k, one = self.name("k"), self.parameter("one", self.r.choice([1, 1, 0]))
        self.results.append((self.r.choice(["int", "int", "long", "unsigned",
                                            "unsigned long"]), k,
                             self.r.choice(["2", "3", "n > 1 ? n : 2"])))
        v = x.element("i", None, True)
        length = self.r.choice(["(int)(%s & 1) * %s", "(int)(%s & 1) * %s",
                                "((int)%s & 3) / 2 * %s"]) % (v, one)
        if self.chance(0.4):  # an element; the array has what is no length, too
            y = self.array("inout", 1, self.r.choice(["int", "signed char"]),
                           "pointer")
            length = y.element("i", None, True)  # one may be -1,
            # and be added twice
            self.before = "for (int q = 0; q < n; q++)\n    %s = %s;" % (
                y.element("q", None, True), self.r.choice(
                    ["q & 1", "(q + m) % 2", "q % 3 == 1", "-(q == 7)"]))
        row = self.r.choice([
            "for (int j = 0; j < %s; j++)\n  %s[%s++] = (%s)(i & 63);" % (
                length, z.name, k, z.ctype),
            "for (int j = 0; j < %s; j++)\n  %s[%s + j] = (%s)(i & 63);\n"
            "%s += %s > 0 ? %s : 0;" % (length, z.name, k, z.ctype, k, length,
                                        length),
            "for (int j = 0; j < %s; j++)\n  %s[%s + j] = (%s)(i & 63);\n"
            "%s += %s;" % (length, z.name, k, z.ctype, k, length)])
        parts = [row, "%s[%s++] = (%s)(i & 31);" % (z.name, k, z.ctype)]
        if self.chance(0.3):
            parts.append(row)
        self.r.shuffle(parts)
        if self.chance(0.4):
            part = self.r.randrange(len(parts))
            parts[part] = "if (%s) {\n  %s\n}" % (
                self.test_of(v), parts[part].replace("\n", "\n  "))
        return block("for (int i = 0; i < n; i++)",
                     [Node("\n".join(parts), drop=False)], drop=False)

    def limit_of(self, k, down):
        """A comparison that holds up to a limit of counter "k"."""
        bound = self.r.choice([
            "n / 4", "n / 3 + 4", "m", "3", SIZE, "2 * %s - 5" % SIZE,
            "2 * " + SIZE, "3 * " + SIZE, "-1"])
        if self.chance(0.2):
            bound = "(long)(%s)" % bound
        op = self.r.choice([">", ">", ">=", "!="] if down
                           else ["<", "<", "<=", "!="])
        if self.chance(0.25):
            k = "%s %s %d" % (k, "-" if down else "+", self.r.randint(1, 3))
        if self.chance(0.2):
            return "%s %s %s" % (bound, op.translate({60: 62, 62: 60}), k)
        return "%s %s %s" % (k, op, bound)

    def limited(self):
        """Appends by a counter that stops at a limit."""
        ctype = self.r.choice(list(INTS) + ["float", "double"])
        x = self.array("in", 1, self.r.choice(["int", "float", "short"]))
        z = self.array("inout", 1, ctype, "pointer")
        v = x.element("i", None, True)
        down = self.chance(0.3)
        at = self.counter(down)
        k = self.results[-1][1]
        if self.chance(0.2):
            slot = self.array("inout", 1, "int", "pointer").name
            self.before = "*%s = (int)(%s);" % (slot, self.results.pop()[2])
            at, k = at.replace(k, "(*%s)" % slot), "*" + slot
        test, limit = self.test_of(v), self.limit_of(k, down)
        add = "%s[%s] = (%s)(%s);" % (z.name, at, ctype, self.r.choice(
            ["i", "i & 63"]))
        text = self.r.choice([
            "if ((%s) && %s)\n  %s" % (test, limit, add),
            "if (%s && (%s))\n  %s" % (limit, test, add),
            "if (%s) {\n  if (!(%s))\n    continue;\n  %s\n}" % (
                test, limit, add),
            "if (!(%s))\n  continue;\nif (%s)\n  %s" % (limit, test, add)])
        if self.chance(0.25):
            text = text.replace(add, "{\n  %s\n  %s\n}" % (add, add))
        stmts = [Node(text, drop=False)]
        if self.chance(0.3):
            y = self.array("out", 1, "int", "pointer").name
            stmts.insert(0, Node("%s[i] = (int)%s;" % (y, k)))
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def members(self):
        """Elements by one counter that differ in what is left of their
        subscripts, divided by how many there are for each count; now and then
        two that do not."""
        x = self.array("in", 1, self.r.choice(["int", "short"]))
        z = self.array("inout", 1, self.r.choice(["int", "long", "short"]),
                       "pointer")
        k, scale = self.name("k"), self.r.choice([2, 3, 4])
        self.results.append(("int", k, self.r.choice(["0", "1", "n > 0"])))
        lines = ["%s++;" % k]
        for at in self.r.sample(range(scale), self.r.randint(2, scale)):
            ahead = self.r.choice([0, 0, -1, 1])
            if self.chance(0.1):
                at = 0
            text = "%s[%d * (%s + %d) + %d] = (%s)(i + %d);" % (
                z.name, scale, k, ahead, at, z.ctype, at)
            if ahead < 0:
                text = "if (%s > 0)\n  %s" % (k, text)
            lines.insert(self.r.randint(0, len(lines)), text)
        body = block("if (%s)" % self.test_of(x.element("i", None, True)),
                     [Node(t, drop=False) for t in lines], drop=False)
        return block("for (int i = 0; i < n; i++)", [body], drop=False)

    def left_over(self):
        """Two or three counters that stop at limits of their own, one of which
        takes what the others leave."""
        x = self.array("in", 1, self.r.choice(["int", "float", "short"]))
        v = x.element("i", None, True)
        arms = []
        for _ in range(self.r.choice([2, 2, 3])):
            z = self.array("inout", 1, self.r.choice(["int", "long", "float"]),
                           "pointer")
            down = self.chance(0.2)
            at = self.counter(down)
            limit = self.limit_of(self.results[-1][1], down)
            test = "(%s)" % self.test_of(v)
            add = "%s[%s] = (%s)(i & 63);" % (z.name, at, z.ctype)
            head = self.r.choice([
                limit, "%s && %s" % (test, limit), "%s && %s" % (limit, test)])
            arms.append("if (%s)\n  %s" % (head, add) if self.chance(0.8) else
                        "if (%s) {\n  if (%s)\n    %s\n}" % (test, limit, add))
        if self.chance(0.3):
            self.results.append(("int", self.name("lost"), "0"))
            arms.append("%s++;" % self.results[-1][1])
        body = Node("\nelse ".join(arms), drop=False)
        return block("for (int i = 0; i < n; i++)", [body], drop=False)

    def tallied(self):
        """Appends, and combines into what was appended last."""
        ctype = self.r.choice(["int", "unsigned", "long", "short", "int"])
        x = self.array("in", 1, self.r.choice(["int", "short"]))
        z = self.array("inout", 1, ctype, "pointer").name
        v, k = x.element("i", None, True), self.name("k")
        last = self.chance(0.3)  # the counter is the last place, not the next
        self.results.append((self.r.choice(["int", "long"]), k,
                             "-1" if last else "0"))
        store = "%s[%s] = (%s)(%s);" % (z, k, ctype, self.r.choice(
            ["0", "1", "i & 63"]))
        lines = ["%s++;" % k, store] if last else [store, "%s++;" % k]
        if self.chance(0.4):
            y = self.array("inout", 1, "int", "pointer").name
            lines.insert(1 if last else 0, "%s[%s] = i;" % (y, k))
        tally = "%s[%s] %s" % (z, k if last else k + " - 1", self.r.choice(
            ["+= 1;", "++;", "|= (%s)(%s & 15);" % (ctype, v),
             "+= (%s)(%s & 7);" % (ctype, v)]))
        if self.chance(0.3):
            tally = "if (%s)\n  %s" % (self.test_of(v), tally)
        text = "if (i == 0 || (%s)) {\n  %s\n}" % (
            self.test_of(v), "\n  ".join(lines))
        text += self.r.choice([" else {\n  %s\n}" % tally.replace(
            "\n", "\n  "), "\n" + tally, "\n" + tally])
        return block("for (int i = 0; i < n; i++)", [Node(text, drop=False)],
                     drop=False)

    def segments(self, v, start, end):
        """Stores where a signal rises, where it falls, and perhaps while it is
        there."""
        k, inside = self.name("k"), self.name("inside")
        self.results.append((self.r.choice(["int", "long", "unsigned"]), k,
                             self.r.choice(["0", "3"])))
        self.results.append((self.r.choice(["int", "unsigned char"]), inside,
                             self.r.choice(["0", "0", "0", "n > 5"])))
        on = self.test_of(v)
        rise = "%s = 1;" % inside
        rise = ["%s = i;" % start % k, rise]
        fall = ["%s = i;" % end % k, "%s++;" % k, "%s = 0;" % inside]
        if self.chance(0.3):
            rise.reverse()
        if self.chance(0.3):
            self.r.shuffle(fall)
        rise, fall = "\n  ".join(rise), "\n  ".join(fall)
        if self.chance(0.6):
            return ("int on = %s;\nif (on && !%s) {\n  %s\n} else if (!on && "
                    "%s) {\n  %s\n}" % (on, inside, rise, inside, fall))
        within = "\n  %s = i;" % end % k if self.chance(0.5) else ""
        return ("if (%s) {\n  if (!%s) {\n    %s\n  }%s\n} else if (%s) {\n  "
                "%s\n}" % (on, inside, rise.replace("\n", "\n  "), within,
                           inside, fall))

    def latest(self):
        """Stores where a counter is, under conditions, of which the latest
        stays: before the counter moves, or behind that."""
        x = self.array("in", 1, self.r.choice(["int", "float", "short"]))
        v = x.element("i", None, True)
        z = self.array("inout", 1, self.r.choice(list(INTS) + ["float"]),
                       "pointer").name
        y = self.array("inout", 1, self.r.choice(["int", "long"]),
                       "pointer").name
        start, end = z + "[%s]", y + "[%s]"
        if self.chance(0.3):
            start, end = y + "[2 * %s]", y + "[2 * %s + 1]"
        if self.chance(0.4):
            return block("for (int i = 0; i < n; i++)", [Node(
                self.segments(v, start, end), drop=False)], drop=False)
        runs, down = self.chance(0.4), self.chance(0.2)
        self.counter(down and not runs)
        ctype, k, first = self.results[-1]
        if runs:
            self.results[-1] = (ctype, k, "0")
            add = ["%s = i;" % start % k, "%s++;" % k]
            lines = ["if (i == 0 || (%s)) {\n  %s\n}" % (
                self.test_of(v), "\n  ".join(add))]
            at = end % ("(%s - 1)" % k)
        else:
            lines = ["if (%s)\n  %s%s" % (self.test_of(v), k, self.r.choice(
                ["--;", " -= 2;"] if down else ["++;", " += 2;"]))]
            at = end % k
        store = "%s = %s;" % (at, self.r.choice(["i", "i & 63", "(int)%s" % v]))
        if self.chance(0.5):
            store = "if (%s)\n  %s" % (self.test_of(v), store)
        lines.insert(1 if runs else self.r.choice([0, 0, 1]), store)
        return block("for (int i = 0; i < n; i++)",
                     [Node(t, drop=False) for t in lines], drop=False)

    def stops(self):
        """Appends, counts and sums that end their loop, or a nest's rows."""
        ctype = self.r.choice(["int", "int", "unsigned", "long"])
        x = self.array("in", 1, self.r.choice(["int", "short", "unsigned"]))
        v = x.element("i", None, True)
        k, most = self.name("k"), self.r.choice(
            ["m", "3", "n / 2", "2 * n", "0", "-1", "m * 2 - 3"])
        self.results.append((ctype, k, self.r.choice(["0", "0", "2", "m"])))
        if self.chance(0.5):
            z = self.array("inout", 1, self.r.choice(list(INTS)), "pointer")
            self.results[-1] = (ctype, k, "0")
            step = "%s[%s++] = (%s)%s;" % (z.name, k, z.ctype, v)
        else:
            step = self.r.choice(["%s++;" % k, "%s += (%s)(%s & 7);" % (
                k, ctype, v), "%s += 2;" % k])
        own, step = step, "if (%s)\n  %s" % (self.test_of(v), step)
        bound = "(%s)(%s)" % (ctype, most)
        ends = self.r.choice(["%s >= %s", "%s == %s", "%s > %s"]) % (k, bound)
        if self.chance(0.4):
            at = self.name("at")
            self.results.append(("int", at, "-1"))
            leave = "{\n  %s = i;\n  break;\n}" % at
        else:
            leave = "break;"
        lines = [step, "if (%s)\n  %s" % (ends, leave)]
        if self.chance(0.3):
            lines.reverse()
        elif self.chance(0.4):
            lines = ["if (%s) {\n  if (%s)\n    %s\n  %s\n}" % (
                self.test_of(v), ends, leave.replace("\n", "\n    "), own)]
        head = "for (int i = 0; i < n; i++)"
        if self.chance(0.3):
            head = "for (int i = 0; i < n && %s < %s; i++)" % (k, bound)
            lines = [step]
        if self.chance(0.4):
            y = self.array("inout", 1, "int", "pointer")
            lines.append("%s[i] += i;" % y.name)
        return block(head, [Node(text) for text in lines], drop=False)
