"""test/fuzz/irregular.py: regions whose writes are placed by data: histograms
and sums by key, filters and partitions, in all types and with all operators;
loops that end at the first hit; pointers that walk to one another; and ones that look like these and are none.

Integers are computed in unsigned types, so that no value can overflow.
"""
from pieces import INTS, Node, block

IRREGULAR = ["tally", "tally", "append", "append", "mark", "until", "until",
             "scatter", "scatter", "ragged", "ragged", "grid", "maybe",
             "walk", "parts", "retyped", "walk", "ended", "ahead", "look_back", "ways",
             "digits", "digits", "around", "traps", "claim", "frontier",
             "queue", "worklist", "again", "rows_out",
             "descent", "descent", "corrected", "own_lengths", "pivots",
             "keyed", "keyed", "lowered", "lowered", "kept_last", "row_sums",
             "covered"]


class Irregular:
    """Further shapes of a program (generate.py)."""

    def place(self, i):
        """An element from 0 to n - 1 by iteration "i" of n, of another as a
        rule."""
        idx = self.index_array()
        return self.r.choice(["%s[%s]", "%s[%s]", "%s[%s] / 2", "%s[%s / 2]",
                              "n - 1 - %s[%s]", "%s[%s] & 7 & (n - 1)"]) % (
                                  idx, i)

    def comparison(self, at, op, value):
        """A condition under which "value" replaces a greater or lesser
        element."""
        equal = self.r.choice(["", "="])
        if self.chance(0.5):
            return "%s %s%s %s" % (value, op, equal, at)
        return "%s %s%s %s" % (at, {"<": ">", ">": "<"}[op], equal, value)

    def strides(self, z, v):
        """A loop that stores "v" at places whose distance is data."""
        a, b = self.index_array(), self.index_array()
        head = self.r.choice([
            "for (int k = %s[i]; k < n; k += %s[i] + 1)" % (a, b),
            "for (int k = %s[i] * %s[i]; k < n; k += %s[i] + 1)" % (a, a, b),
            "for (int k = n - 1; k > %s[i]; k -= %s[i] + 1)" % (a, b),
            "for (int k = %s[i]; k <= n / 2; k += (%s[i] & 3) + 1)" % (a, b)])
        return "%s\n  %s[k] = %s;" % (head, z.name, v)

    def mark(self):
        """Elements that iterations store one value in."""
        ctype = self.r.choice(list(INTS) + ["float", "double"])
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short"]))
        v = "(%s)%s" % (ctype, self.r.choice(["1", "0", "n", "n - 3", "7"]))
        stmts = []
        for _ in range(self.r.choice([1, 1, 1, 2])):
            text = "%s = %s;" % (z.element(self.place("i"), None, True), v)
            if self.chance(0.2):
                text = self.strides(z, v)
            if self.chance(0.4):
                text = "if (%s > 2)\n  %s" % (x.element("i", None, True), text)
            stmts.append(Node(text))
            if self.chance(0.1):
                v = "(%s)i" % ctype
        if self.chance(0.2):
            y = self.array("out", 1, "int", "pointer")
            stmts.append(Node("%s = i * 2;" % y.element("i", None, True)))
        body = [block("for (int i = 0; i < n; i++)", stmts, drop=False)]
        if self.chance(0.3):
            return block("for (int j = 0; j < m; j++)", body, drop=False)
        return body[0]

    def claim(self):
        """Elements that iterations store in where they were something else, one
        value or each its own, flags that are set then, and elements that are
        compared alone, or that values are made of."""
        ctype = self.r.choice(["int", "short", "signed char", "unsigned short",
                               "unsigned char"])
        z = self.array("inout", 1, ctype, "pointer")
        any_, idx = self.name("any"), self.index_array()
        self.results.append(("int", any_, self.r.choice(["0", "5"])))
        numbers = ["0", "1", "2", "m", "m - 3", "level", "level + 1"]
        compare = lambda at: "%s[%s] %s %s" % (  # noqa: E731
            z.name, at, self.r.choice(["==", "==", "!=", "<", "<=", ">", ">="]),
            self.r.choice(numbers))
        rows = self.chance(0.5)
        there = self.r.choice(["i", "%s[i]" % idx, "%s[i / 2]" % idx])
        at = "%s[(i + k) %% n]" % idx if rows else self.place("i")
        at = "i" if self.chance(0.2) else at
        own = ["i", "i - 4", "%s[i]" % idx, "%s[%s] + 1" % (z.name, there)]
        stores = "%s[%s] = (%s)(%s);" % (
            z.name, at, ctype, self.r.choice(
                own if self.chance(0.4) else numbers))
        flag = self.r.choice(["", "%s = 1;", "%s = 1;", "%s |= 2;", "%s++;",
                              "%s = i;"])
        stores += "\n" + flag % any_ if flag else ""
        if rows and self.chance(0.3):
            stores += "\nbreak;"
        test = compare(at)
        if self.chance(0.2):
            test = "%s && %s" % tuple(self.r.sample([test, compare(there)], 2))
        stmts = ["if (%s) {\n  %s\n}" % (test, stores.replace("\n", "\n  "))]
        if self.chance(0.1):
            stmts[0] += " else {\n  %s = 9;\n}" % any_
        stmts = [Node(t, drop=False) for t in stmts]
        if rows:
            stmts = [block("for (int k = 0; k < (%s[i] & 3); k++)" % idx, stmts,
                           drop=False)]
        if self.chance(0.6):
            stmts = [block("if (%s)" % compare(there), stmts)]
        body = block("for (int i = 0; i < n; i++)", stmts, drop=False)
        head = self.r.choice(["for (int level = 0; level < 3; level++)",
                              "for (int level = m; level < m + 2; level++)",
                              "for (int level = -2; level < 2; level += 2)"])
        return block(head, [body], drop=False)

    def frontier(self):
        """The neighbours of some nodes that were not found yet get a number, or
        one more than the node's, and are appended."""
        z = self.array("inout", 1, self.r.choice(["int", "short"]), "pointer")
        q = self.array("out", 1, "int", "pointer")
        k, idx = self.name("k"), self.index_array()
        self.results.append(("int", k, self.r.choice(["0", "0", "2"])))
        none = self.r.choice(["%s < 0", "%s == -1", "%s <= 1"])
        far = "%s[%s[i]] + 1" % (z.name, idx)
        value = self.r.choice([far, far, "%s[i] + 1" % z.name, "i", "m"])
        stmts = ["%s[w] = (%s)(%s);" % (z.name, z.ctype, value),
                 "%s[%s++] = w;" % (q.name, k)]
        inner = [Node("int w = %s[(i * 2 + j) %% n];" % idx, drop=False),
                 block("if (%s)" % (none % (z.name + "[w]")),
                       [Node(t, drop=False) for t in stmts], drop=False)]
        stmts = [block("for (int j = 0; j < (%s[i] & 3); j++)" % idx, inner,
                       drop=False)]
        if self.chance(0.3):
            stmts = [block("if (%s[i] != m)" % z.name, stmts)]
        return block("for (int i = 0; i < (n - 2) / 3; i++)", stmts, drop=False)

    def again(self):
        """Elements that an inner loop updates again and again, beside some that
        later iterations update."""
        z = self.array("inout", 1, self.r.choice(["unsigned", "unsigned short"]),
                       "pointer")
        idx = self.index_array()
        ahead = "%s[i + %d]" % (z.name, self.r.choice([1, 2]))
        count = self.r.choice(["(%s & 3)" % ahead, "(%s[i] & 3)" % idx, "3"])
        value = "(%s)(%s[i] * 3u + %s + j)" % (z.ctype, z.name, ahead)
        text = "%s[i] = %s;" % (z.name, value)
        if self.chance(0.6):
            text = "if (%s[i] & 1)\n  %s\nelse\n  %s[i] += 5;" % (
                z.name, text, z.name)
        inner = block("for (int j = 0; j < %s; j++)" % count,
                      [Node(text, drop=False)], drop=False)
        return block("for (int i = 0; i < n - 2; i++)", [inner], drop=False)

    def kept_last(self):
        """Elements that are appended where they differ from the last one."""
        ctype = self.r.choice(["int", "unsigned char", "short", "float"])
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, ctype).element(self.r.choice(
            ["i", "i", "n - 1 - i"]), None, True)
        k = self.name("k")
        start = self.r.choice(["0", "0", "1", "n > 2"])
        self.results.append(("int", k, start))
        last = "%s[%s - 1]" % (z.name, k)
        ask = self.r.choice(["%s != %s", "%s != %s", "%s != %s", "%s > %s"]) % (
            x, last)
        if start != "1" or self.chance(0.4):
            ask = "%s == 0 || %s" % (k, ask)
        value = x if self.chance(0.9) else "(%s)(%s + 1)" % (ctype, x)
        text = "if (%s)\n  %s[%s++] = %s;" % (ask, z.name, k, value)
        return block("for (int i = 0; i < n - 1; i++)", [Node(text, drop=False)],
                     drop=False)

    def lowered(self):
        """Elements that are lowered by others until nothing changes."""
        ctype = self.r.choice(["int", "int", "int", "unsigned", "short"])
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, "int").element("e", None, True)
        idx = self.index_array()
        places = ["%s[e]" % idx, "%s[n - 1 - e]" % idx, "e", "n - 1 - e",
                  "%s[e] / 2" % idx]
        self.r.shuffle(places)
        other, own = ["%s[%s]" % (z.name, p) for p in places[:2]]
        values = ["{o}", "{o}", "({o} > ({x} & 63) ? {o} : ({x} & 63))"]
        if ctype == "int":
            values += ["{o} + ({x} & 15)", "{o} + ({x} & 3)", "{o} / 2 + 3"]
        asks = self.r.choice(["", "", "", "{o} != 0x7fffffff && ",
                              "{o} < 40 && ", "({x} & 1) && ", "{o} > 2 && "])
        value = self.r.choice(values).format(o=other, x=x)
        flag = self.name("changed")
        text = "if (%s%s < %s) {\n%s = %s;\n%s = 1;\n}" % (
            asks.format(o=other, x=x), value, own, own, value, flag)
        inner = block("for (int e = 0; e < n; e++)", [Node(text, drop=False)],
                      drop=False)
        self.results.append(("int", flag, "1"))
        return block("while (%s)" % flag, [Node("%s = 0;" % flag, drop=False),
                                           inner], drop=False)

    def queue(self):
        """Elements of an array that are appended to it, behind those that are
        read, or among them."""
        q = self.array("inout", 1, self.r.choice(["int", "short"]), "pointer")
        k, head = self.name("k"), self.name("head")
        self.results.append(("int", k, self.r.choice(
            ["n / 3", "n / 3", "n / 3 + 1", "n / 2", "n / 4", "0"])))
        self.results.append(("int", head, self.r.choice(["0", "1", "n / 4"])))
        first = self.r.choice([head, head, "0", "n / 5"])
        value = "(%s)(%s)" % (q.ctype, self.r.choice(["v / 2", "v ^ i", "i"]))
        inner = self.chance(0.3)
        asks = ["(v + j) & 1"] if inner else ["v & 1", "v > 2", "v != i"]
        text = "if (%s)\n  %s[%s++] = %s;" % (
            self.r.choice(asks), q.name, k, value)
        stmts = [Node("int v = %s[i];" % q.name, drop=False),
                 Node(text, drop=False)]
        if inner:
            stmts[1] = block("for (int j = 0; j < (v & 1); j++)", [stmts[1]],
                             drop=False)
        return block("for (int i = %s; i < n / 3; i++)" % first, stmts,
                     drop=False)

    def worklist(self):
        """Nodes that are taken from a list until it is empty, each of which
        appends the neighbours that were not found yet."""
        ctype, none = self.r.choice([
            ("int", "%s < 0"), ("int", "%s == -1"), ("short", "%s < 0"),
            ("unsigned char", "!%s"), ("int", "0 == %s"), ("int", "%s <= 0"),
            ("int", "%s == 3"), ("unsigned", "%s == 0"), ("unsigned", "%s == ~0u")])
        z = self.array("inout", 1, ctype, "pointer")
        q = self.array("inout", 1, "int", "pointer")
        q.name = self.name("list")
        idx = self.index_array()
        head, tail = self.name("head"), self.name("tail")
        counts = self.r.choice(["int", "long"])
        self.results.append((counts, head, "0"))
        self.results.append((counts, tail, self.r.choice(
            ["0", "n > 7", "n > 7", "(n > 7) * 3"])))
        value = self.r.choice(["1", "(%s[v] & 63) + 1" % z.name, "v + 1",
                               "(v & 31) + 1", "%s[v] + 1" % z.name, "%s[v] + 2" % z.name])
        if ctype == "unsigned char":
            value = self.r.choice(["1", "(%s[v] & 63) + 1" % z.name])
        found = ["%s[w] = (%s)(%s);" % (z.name, ctype, value),
                 "%s[%s++] = w;" % (q.name, tail)]
        self.r.shuffle(found)
        test = none % (z.name + "[w]")
        if self.chance(0.2):
            test = "%s && %s[w] %% 5 != 1" % (test, self.array("in", 1, "int", "pointer").name)
        claim = block("if (%s)" % test,
                      [Node(t, drop=False) for t in found], drop=False)
        if ctype == "int" and self.chance(0.4):
            claim = self.counted_down(z, found[0] if q.name in found[0] else found[1])
        place = self.r.choice(["v * 2 + j", "v + j", "v"])
        inner = [Node("int w = %s[%s];" % (idx, place), drop=False), claim]
        each = [block("for (int j = 0; j < %s; j++)" % self.r.choice(
            ["(%s[v] & 3)" % idx, "3"]), inner, drop=False)]
        if self.chance(0.3):
            each = self.grid_neighbours(claim)
        if self.chance(0.2):
            each = [block("if (v != m)", each)]
        take = self.r.choice(["int v = %s[%s];", "int v = %s[%s];",
                              "int v = %s[%s] & 15;"])
        if self.chance(0.5):
            return block("while (%s < %s)" % (head, tail), [
                Node(take % (q.name, head + "++"), drop=False)] + each,
                         drop=False)
        each = [Node(take % (q.name, "i"), drop=False)] + each
        return block("while (%s < %s)" % (head, tail), [
            Node("%s end = %s;" % (counts, tail), drop=False),
            block("for (%s i = %s; i < end; i++)" % (counts, head), each,
                  drop=False),
            Node("%s = end;" % head, drop=False)], drop=False)

    def counted_down(self, z, found):
        """"found" where neighbour w is counted down to a number."""
        side = self.r.choice(["0", "0", "1", "-1", "2"])
        asks = [("--%s[w] == " + side,), ("%s[w]-- == " + side,),
                ("%s[w]--;", "%s[w] == " + side), ("(%s[w] -= 2) == " + side,)]
        if side == "0":
            asks += [("!--%s[w]",), ("--%s[w];", "!%s[w]")]
        ask = [text % z.name for text in self.r.choice(asks)]
        if len(ask) == 1 and self.chance(0.2):
            ask[0] = "w != m && " + ask[0]
        taken = block("if (%s)" % ask[-1], [Node(found, drop=False)], drop=False)
        if len(ask) == 1:
            return taken
        return block("", [Node(ask[0], drop=False), taken], drop=False)

    def grid_neighbours(self, claim):
        """"claim" for each place w beside place v of a grid."""
        width = self.r.choice(["5", "8", "(m + 1)"])
        place = self.r.choice(["(ny * %s + nx)" % width, "(v + dy * %s + dx)" % width])
        inside = "nx >= 0 && nx < %s && ny >= 0 && ny < n / %s" % (width, width)
        inner = [Node("int dx = steps_x[j], dy = steps_y[j];", drop=False),
                 Node("int nx = x + dx, ny = y + dy;", drop=False),
                 block("if (%s)" % inside,
                       [Node("int w = %s;" % place, drop=False), claim], drop=False)]
        return [Node("int y = v / %s;" % width, drop=False),
                Node("int x = %s;" % self.r.choice(
                    ["v %% %s" % width, "v - y * %s" % width]), drop=False),
                block("for (int j = 0; j < 4; j++)", inner, drop=False)]

    def rows_out(self):
        """Rows of lengths that are data, appended one behind another."""
        z = self.array("inout", 1, self.r.choice(list(INTS)), "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short"]), "pointer")
        k, idx = self.name("k"), self.index_array()
        self.results.append((self.r.choice(["int", "int", "long", "unsigned"]),
                             k, "0"))
        length = self.r.choice(["(%s[i] & 3)", "%s[i] %% 4 - 1",
                                "3 - (%s[i] & 1)", "(%s[i] > i)"]) % idx
        value = "(%s)(%s)" % (z.ctype, self.r.choice(
            ["%s[i]" % x.name, "i + j", "%s[i + j]" % x.name]))
        text = "%s[%s++] = %s;" % (z.name, k, value)
        if self.chance(0.3):
            text = "if (%s[i + j] & 1)\n  %s" % (x.name, text)
        stmts = [block(self.r.choice(
            ["for (int j = 0; j < %s; j++)",
             "for (int j = 0, e = %s; j < e; j++)"]) % length,
            [Node(text, drop=False)], drop=False)]
        if self.chance(0.2):
            stmts = [block("if (%s[i] > 1)" % x.name, stmts, drop=False)]
        return block("for (int i = 0; i < n / 3; i++)", stmts, drop=False)

    def covered(self):
        """Intervals from index arrays, which meet: sums of what covers an
        element, in all types."""
        z = self.array("inout", 1, self.r.choice(list(INTS) + ["float"]),
                       "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short"]), "pointer")
        s, e = self.index_array(), self.index_array()
        if self.chance(0.2):
            s = e
        value = self.r.choice(["1", "%s[i]" % x.name, "(t & 3)"])
        if z.ctype == "float":
            value = "(float)(%s & 15)" % value
        text = self.r.choice([
            "%s[t] = (%s)((unsigned long)%s[t] + (unsigned long)%s);" % (
                z.name, z.ctype, z.name, value) if z.ctype in INTS else
            "%s[t] += %s;" % (z.name, value),
            "%s[t] = (%s)%s > %s[t] ? (%s)%s : %s[t];" % (
                z.name, z.ctype, value, z.name, z.ctype, value, z.name)])
        if self.chance(0.2):
            text = "if (%s[i] & 1)\n  %s" % (x.name, text)
        head = self.r.choice([
            "for (int t = %s[i]; t < %s[i]; t++)",
            "for (int t = %s[i]; t <= %s[i]; t++)",
            "for (int t = %s[i], e = %s[i]; t < e; t += 2)"]) % (s, e)
        if self.chance(0.2):
            head = "for (int t = %s[i]; t >= %s[i]; t--)" % (e, s)
        inner = block(head, [Node(text, drop=False)], drop=False)
        return block("for (int i = 0; i < n; i++)", [inner], drop=False)

    def row_sums(self):
        """Folds of rows whose lengths are data, some longer than a piece."""
        x = self.array("in", 1, self.r.choice(["int", "short", "float"]),
                       "pointer")
        ctype = "float" if x.ctype == "float" else "unsigned"
        y = self.array("inout", 1, ctype, "pointer")
        idx = self.index_array()
        length = self.r.choice(["%s[i]", "%s[i] * 9", "(%s[i] & 1) * 520 + 2",
                                "%s[i] * 20 - 300"]) % idx
        start = self.r.choice(["0", "%s[i]" % y.name, "m"])
        stmts = [Node("%s s = (%s)%s;" % (ctype, ctype, start), drop=False)]
        inner = ["s += (%s)%s[%s];" % (ctype, x.name, self.r.choice(
            ["(i + k) %% n", "k %% n", "%s[(i + k) %% n]" % idx]).replace(
                "%%", "%"))]
        after = "%s[i] = s;" % y.name
        if self.chance(0.3):
            stmts.append(Node("int most = 3;", drop=False))
            inner.append("if (%s[k %% n] > most)\n  most = %s[k %% n];" % (
                idx, idx))
            after = "%s[i] = s + (%s)most;" % (y.name, ctype)
        stmts += [block("for (int k = 0; k < %s; k++)" % length,
                        [Node(t, drop=False) for t in inner], drop=False),
                  Node(after, drop=False)]
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def ragged(self):
        """Rows at places that are data, in order as a rule."""
        ctype = self.r.choice(list(INTS) + ["float"])
        z = self.array("inout", 1, ctype, "pointer")
        idx = self.index_array()
        first = self.r.choice(["i * 2", "i", "%s[i] / 2" % idx, "%s[i]" % idx,
                               "(i + %s[0]) / 2" % idx, "%s[i / 4]" % idx])
        length = self.r.choice(["%s[i] & 1", "(%s[i] & 3) - 1", "%s[i] %% 3",
                                "%s[i] > i"]) % idx
        value = self.r.choice(["(%s)i" % ctype, "(%s)(%s + 1)" % (ctype, z.name + "[k]"),
                               "(%s)k" % ctype,
                               "(%s)(k > 0 ? %s[k - 1] : 0)" % (ctype, z.name)])
        text = "%s[k] = %s;" % (z.name, value)
        if self.chance(0.2):
            text = "if (k & 1)\n  %s" % text
        inner = self.r.choice([
            "for (int k = %s; k < %s + (%s); k++)" % (first, first, length),
            "for (int k = %s + (%s) - 1; k >= %s; k--)" % (first, length,
                                                           first)])
        stmts = [block(inner, [Node(text)], drop=False)]
        if self.chance(0.2):
            stmts = [block("if (%s[i] > 1)" % idx, stmts, drop=False)]
        body = [block("for (int i = 0; i + 2 < n / 2; i++)", stmts, drop=False)]
        if self.chance(0.2):
            return block("for (int j = 0; j < m; j++)", body, drop=False)
        return body[0]

    def descent(self):
        """Walks whose next place is what they read, in a scalar or in an array
        that the region writes."""
        z = self.array("inout", 1, "int", "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short", "float"]))
        idx = self.index_array()
        at = self.name("at")
        kept = self.chance(0.4)
        place = "%s[i]" % z.name if kept else at
        v = x.element(place, None, True)
        start = self.r.choice(["i", "0", "n - 1", "%s[i]" % idx, "i / 2",
                               "%s[%s[i]] / 2" % (idx, idx)])
        then = self.r.choice([
            "%s[%s]" % (idx, place), "%s[%s]" % (idx, place),
            "n - 1 - %s[%s]" % (idx, place), "%s[%s / 2]" % (idx, place),
            "%s > 1 ? %s[%s] : i" % (v, idx, place),
            "%s > 1 ? %s[%s] : %s[%s / 2]" % (v, idx, place, idx, place),
            "(%s + 1) %% n" % place, "%s[(%s + k) %% n]" % (idx, place)])
        step = "%s = %s;" % (place, then)
        if self.chance(0.3):
            step = "if (%s[%s] %s %s)\n  %s" % (
                idx, place, self.r.choice([">", "<", "!="]),
                self.r.choice(["2", "i", place]), step)
        head = self.r.choice([
            "for (int k = 0; k < m; k++)", "for (int k = 0; k < (i & 3); k++)",
            "for (int k = 0; k < 5 && %s > 1; k++)" % v])
        last = "%s[i] = %s;" % (z.name, self.r.choice(
            [place, "%s > 1 ? %s : -7" % (v, place)]))
        return block("for (int i = 0; i < n; i++)", [
            Node("%s%s = %s;" % ("" if kept else "int ", place, start),
                 drop=False),
            block(head, [Node(step, drop=False)], drop=False),
            Node(last, drop=False)], drop=False)

    def corrected(self):
        """Subscripts that are stored, corrected in memory, and then used."""
        z = self.array("inout", 2, "int", "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short", "float"]))
        y = self.array("out", 1, x.ctype, "pointer")
        cell = lambda j: "%s[i * m + %s]" % (z.name, j)  # noqa: E731
        idx = self.index_array()
        value = self.r.choice([
            "(int)fabs(i * 1.5 - j)", "%s[i] - j" % idx, "%s[i] * 2" % idx,
            "(int)sqrt(i + j * 3.0)", "%s[i] + %s[j %% n]" % (idx, idx)])
        tests = ["if (%s >= n)\n  %s = %s;" % (
            cell("j"), cell("j"), self.r.choice(["0", "n - 1", "i"]))]
        if self.chance(0.7):
            tests.append("if (%s < 0)\n  %s = %s;" % (
                cell("j"), cell("j"), self.r.choice(["0", "n - 1"])))
        self.r.shuffle(tests)
        store = "%s = %s;" % (cell("j"), value)
        if self.chance(0.2):
            store = "if (i & 1)\n  " + store
        used = cell(self.r.choice(["j", "j", "j", "0", "m - 1 - j"]))
        safe = "%s >= 0 && %s < n" % (used, used)
        use = "%s[i] += %s;" % (y.name, x.element(used, None, True))
        if store.startswith("if") or len(tests) < 2 or self.chance(0.2):
            use = "if (%s)\n  %s" % (safe, use)
        loop = "for (int j = 0; j < m; j++)"
        first = block(loop, [Node(t, drop=False) for t in [store] + tests],
                      drop=False)
        start = Node("%s[i] = 0;" % y.name, drop=False)
        last = block(loop, [Node(use, drop=False)], drop=False)
        return block("for (int i = 0; i < n; i++)", [first, start, last],
                     drop=False)

    def own_lengths(self):
        """Work arrays of a length that is known before the loop."""
        ctype = self.r.choice(["int", "unsigned", "short", "double", "float"])
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short", "float"]))
        t, s = self.name("t"), self.name("s")
        length = self.r.choice(["m + 1", "m + 1", "2 * m + 3", "m + i + 1",
                                "m + 4"])
        rows = self.chance(0.3)
        at = "%s[%%s][j & 1]" % t if rows else "%s[%%s]" % t
        value = self.r.choice(["j", "i + j", "j * 3 - i",
                               "(int)(%s > 1)" % x.element("i", None, True)])
        first = block("for (int j = 0; j < m + 1; j++)", [
            Node("%s = %s;" % (at % "j", value), drop=False)], drop=False)
        last = block("for (int j = 0; j < m + 1; j++)", [
            Node("%s += (%s)%s;" % (s, ctype, at % self.r.choice(
                ["j"] if rows else ["j", "m - j", "j / 2 * 2"])),
                drop=False)], drop=False)
        made = "int %s[%s]%s;" % (t, length, "[2]" if rows else "")
        freed = []
        if self.chance(0.5):
            made = "int %s = %s;" % (
                "(*%s)[2]" % t if rows else "*" + t, self.r.choice([
                    "malloc((%s) * sizeof *%s)", "alloc((%s) * sizeof *%s)",
                    "calloc(%s, sizeof *%s)"])
                % (length, t))
            if self.chance(0.4):
                made += "\nif (!%s)\n  continue;" % t
            freed = [Node("free(%s);" % t, drop=False)]
        body = [Node("%s\n%s %s = 0;" % (made, ctype, s), drop=False),
            first, last, *freed,
            Node("%s = %s;" % (z.element("i", None, True), s), drop=False)]
        loop = block("for (int i = 0; i < n; i++)", body, drop=False)
        if self.chance(0.3):
            return block("for (int k = 0; k < 3; k++)", [loop], drop=False)
        return loop

    def scatter(self):
        """Elements that iterations write at places that are data."""
        z = self.array("inout", 1, self.r.choice(list(INTS) + ["float"]),
                       "pointer")
        reads = self.chance(0.9)
        x = self.array("in" if reads else "inout", 1,
                       self.r.choice(["int", "short", "float"]))
        v = x.element("i", None, True)
        stmts = []
        for _ in range(self.r.choice([1, 1, 1, 2])):
            value = self.r.choice(["(%s)i" % z.ctype, "(%s)(i & 15)" % z.ctype,
                                   "(%s)(%s > 1)" % (z.ctype, v)])
            at = self.place("i")
            if self.chance(0.2):
                text = "for (int b = 0; b < 2; b++)\n  %s = %s;" % (
                    z.element("(%s) / 2 + b" % at, None, True), value)
            else:
                text = "%s = %s;" % (z.element(at, None, True), value)
            if self.chance(0.4):
                text = "if (%s > 2)\n  %s" % (v, text)
            stmts.append(Node(text))
        if self.chance(0.3):
            y = self.array("inout", 1, "int", "pointer")
            stmts.append(Node("%s %s i * 2;" % (
                y.element("i", None, True), self.r.choice(["=", "+="]))))
        if not reads:
            stmts.append(Node("%s = 1;" % x.element("i", None, True)))
        body = [block("for (int i = 0; i < n; i++)", stmts, drop=False)]
        if self.chance(0.3):
            return block("for (int j = 0; j < m; j++)", body, drop=False)
        return body[0]

    def tally(self):
        """Elements that iterations combine values into."""
        ctype = self.r.choice(list(INTS))
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short", ctype]))
        wide = "unsigned long" if "long" in ctype else "unsigned"
        op = self.r.choice(["+", "+", "+", "-", "*", "&", "|", "^", "<", ">"])
        stmts = []
        for _ in range(self.r.choice([1, 1, 1, 2])):
            at = z.element(self.place("i"), None, True)
            v = self.r.choice(["1", "3", "i", x.element("i", None, True),
                               "%s + i" % x.element("i", None, True)])
            value = "(%s)(%s)" % (ctype, v)
            if op in "<>" and self.chance(0.5):
                text = "if (%s) %s = %s;" % (self.comparison(at, op, value),
                                             at, value)
            elif op in "<>":
                text = "%s = %s %s %s ? %s : %s;" % (at, value, op, at, value,
                                                     at)
            else:
                text = "%s = (%s)((%s)%s %s (%s)%s);" % (
                    at, ctype, wide, at, op, wide, value)
            if self.chance(0.3):
                text = "if (%s > 2)\n  %s" % (x.element("i", None, True), text)
            stmts.append(Node(text))
            if self.chance(0.1):
                op = self.r.choice("+^")
        if self.chance(0.2):
            y = self.array("out", 1, "int", "pointer")
            stmts.append(Node("%s = i * 2;" % y.element("i", None, True)))
        body = [block("for (int i = 0; i < n; i++)", stmts, drop=False)]
        if self.chance(0.3):
            return block("for (int j = 0; j < m; j++)", body, drop=False)
        return body[0]

    def append(self):
        """Elements that iterations append by a counter."""
        ctype = self.r.choice(list(INTS) + ["float", "double"])
        x = self.array("in", 1, self.r.choice(["int", "float", ctype]))
        z = self.array("inout", 1, ctype, "pointer")
        k = self.name("k")
        self.results.append((self.r.choice(["int", "long", "unsigned long",
                                            "int", "unsigned",
                                            "unsigned short",
                                            "unsigned char"]), k, "0"))
        nest = self.chance(0.3)
        at = "i * m + j" if nest else "i"
        v = x.element(at, None, True)
        cond = self.r.choice(["%s > 1", "%s < 0", "%s != 0 && i > 2", "%s < %s",
                              "i %% 3 == 0 || %s > 5"])
        cond = cond % ((v,) if cond.count("%s") == 1 else (v, "i"))
        value = self.r.choice(["(%s)i" % ctype,
                               z.element(at, None, True)
                               if self.chance(0.1) else "(%s)(i & 63)" % ctype])
        add = self.r.choice(["%s[%s++] = %s;"] * 4 + ["%s[++%s] = %s;"] * 2 +
                            ["%s[%s] = %s;\n%s++;", "%s[%s] = %s;"])
        ahead = "++%s" in add
        cond = "i > 0 && (%s)" % cond if ahead else cond
        text = add % ((z.name, k, value) if add.count("%s") == 3
                      else (z.name, k, value, k))
        text = "if (%s) {\n  %s\n}" % (cond, text.replace("\n", "\n  "))
        if not ahead and self.chance(0.3):
            text += " else\n  %s" % self.r.choice(
                ["%s += 0;" % k, "%s[%s++] = 1;" % (z.name, k)])
        stmts = [Node(text, drop=False)]
        if self.chance(0.3):
            stmts = self.own_array(v, text, cond)
        body = stmts[0] if len(stmts) == 1 else None
        if nest:
            body = block("for (int j = 0; j < m; j++)", stmts, drop=False)
        return block("for (int i = 0; i < n; i++)", [body] if body else stmts,
                     drop=False)

    def own_array(self, v, text, cond):
        """"text" under a condition on an array of the iteration's own, which
        is made of "v", in place of "cond"."""
        t, q = self.name("t"), self.name("q")
        fill = self.r.choice(["%s[%s] = (int)%s + %s;" % (t, q, v, q),
                              "%s[%s] = %s - i;" % (t, q, q)])
        mix = self.r.choice([
            "%s[%s & 3] = %s[(%s + 1) & 3] ^ (%s[0] & 7);" % (t, q, t, q, t),
            "%s[%s & 1] += %s[3] & %s;" % (t, q, t, q), ";"])
        own = self.r.choice(["%s[i & 3] > 1", "%s[0] < %s[2]",
                             "(%s[2] & 1) == 0"])
        own = own.replace("%s", t)
        return [Node("int %s[4];\nfor (int %s = 0; %s < 4; %s++)\n  %s\n"
                     "for (int %s = 0; %s < 9; %s++)\n  %s\n%s" % (
                         t, q, q, q, fill, q, q, q, mix,
                         text.replace(cond, own, 1)), drop=False)]

    def payload(self, x, i):
        """What the iterations of a search do besides looking, and what its hit
        does."""
        v = x.element(i, None, True)
        kind = self.r.choice(["", "", "sum", "store", "last", "count", "most"])
        if not kind:
            return "", ""
        if kind == "store":
            z = self.array("inout", 1, self.r.choice(list(INTS)), "pointer")
            return "%s = (%s)(%s & 63);\n" % (
                z.element(i, None, True), z.ctype, i), ""
        s = self.name("s")
        self.results.append((self.r.choice(["unsigned", "unsigned long"])
                             if kind != "last" else "int", s, "0"))
        text = {"sum": "%s += (unsigned)(%s & 7);\n" % (s, i),
                "last": "%s = %s * 3;\n" % (s, i),
                "count": "%s += %s > 2;\n" % (s, v),
                "most": "if ((unsigned)%s > %s)\n  %s = (unsigned)%s;\n" % (
                    i, s, s, i)}[kind]
        hit = "%s = (unsigned)%s + 1;\n" % (s, i) if self.chance(0.3) else ""
        return text, hit

    def until(self):
        """A loop that ends at the first hit."""
        x = self.array("in", 1, self.r.choice(["int", "float"] + list(INTS)))
        i, v = "i", x.element("i", None, True)
        hit = self.r.choice(["%s == 3", "%s > 2", "%s > 95", "%s != 1",
                             "%s < 0", "%s * 2 == i", "%s == %s"])
        if hit.count("%s") == 2:
            y = self.array("in", 1, x.ctype)
            hit = hit % (v, y.element("i", None, True))
        else:
            hit = hit % v
        early, last = self.payload(x, i)
        late, _ = self.payload(x, i)
        form = self.r.choice(["break", "break", "while", "flag", "value", "do",
                              "middle", "test", "down", "endless"])
        start = self.r.choice(["0", "0", "1", "n / 2"])
        if form == "do":
            start = "0"
        if form != "break" or self.chance(0.5):
            self.results.append((self.r.choice(["int", "int", "long"]), "i",
                                 start))
        found = self.name("f")
        if form in ("flag", "value"):
            self.results.append((self.r.choice(["int", "_Bool", "unsigned"]) if
                                 form == "flag" else "int", found,
                                 "0" if form == "flag" else "-1"))

        def loop(head, *texts):
            return block(head, [Node(t.rstrip(), drop=False)
                                for t in texts if t], drop=False)

        stop = "if (%s) {\n%s  %s;\n}" % (
            hit, last and "  " + last,
            self.r.choice(["break", "break", "return"]))
        if form == "break":
            declared = any(name == "i" for _, name, _ in self.results)
            return loop("for (%s; i < n; i++)" % (
                "i = " + start if declared else "int i = " + start),
                        early, stop, late)
        if form == "while":
            return loop("while (i < n && !(%s))" % hit, early, late, "i++;")
        if form == "flag":
            return loop("for (; i < n && !%s; i++)" % found, early,
                        "%s = %s;" % (found, hit) if self.chance(0.5) else
                        "if (%s)\n  %s = 1;" % (hit, found), late)
        if form == "value":
            return loop("for (; i < n && %s < 0; i++)" % found, early,
                        "if (%s)\n  %s = (int)i;" % (hit, found), late)
        if form == "do":
            return Node("do {", [Node(t.rstrip(), drop=False)
                                 for t in [early, late] if t],
                        "} while (++i < n && !(%s));" % hit, drop=False)
        if form == "endless":
            return loop(self.r.choice(["for (;;)", "while (1)"]),
                        self.r.choice([
                            "if (i >= n)\n  break;",
                            "if (i >= n || %s) {\n  break;\n}" % hit,
                            "if (!(i < n))\n  break;"]),
                        early, stop, late, "i++;")
        if form == "middle":
            return loop("while (i < n)", early, stop, "i++;",
                        "%s" % early.replace("[i]", "[i - 1]"))
        if form == "test":
            return loop("while (++i < n && !(%s))" % hit, early, late)
        return loop("for (i = n - 1; i >= 0; i--)", early, stop, late)

    def ended(self):
        """Loops up to a zero in memory, or another mark before that."""
        if self.n < 1:
            return self.walk()
        z = self.array("inout", 1, self.r.choice(list(INTS)), "pointer")
        s = self.name("s")
        self.results.append(("unsigned", s, "0"))
        self.before = "%s[n - 1] = 0;\n  %s *q = %s;\n  (void)q;" % (
            z.name, z.ctype, z.name)
        form = self.r.choice(["for (; {}; q++)", "while ({})",
                              "for (int i = 0; {}; i++)"])
        e = "%s[i]" % z.name if "int i" in form else "*q"
        test = self.r.choice(["{0}", "{0}", "{0} != 0", "{0} && {0} != 3",
                              "{0} && {0} <= 90"]).format(e)
        stmts = [Node(self.r.choice([
            "{s} += (unsigned){e};", "{s} = {s} * 31 + (unsigned){e};",
            "if ({e} & 2)\n  {s}++;", "{e} = ({t})({e} ^ 8);",
            "if ({e} > 5)\n  {e} = ({t})({e} / 2);"]).format(
                s=s, e=e, t=z.ctype))
                 for _ in range(self.r.choice([1, 2, 2, 3]))]
        if form.startswith("while"):
            stmts.append(Node("q++;", drop=False))
        return block(form.format(test), stmts, drop=False)

    def walk(self):
        """Pointers that walk through an array to its end, or meet."""
        x = self.array("in", 1, self.r.choice(list(INTS)), "pointer")
        z = self.array("inout", 1, self.r.choice(list(INTS)), "pointer")
        s = self.name("s")
        self.results.append(("unsigned", s, "0"))
        first = self.r.choice(["", " + 1", " + n / 4"])
        self.before = (
            "const {t} *q = {x}{first};\n"
            "  const {t} *e = n > 4 ? {x} + n : q;\n"
            "  {u} *lo = {z}, *hi = n > 4 ? {z} + n - 1 : lo;\n"
            "  struct {{\n    const {t} *e;\n  }} ends = {{e}}, *in = &ends;\n"
            "  (void)q, (void)e, (void)lo, (void)hi, (void)in;").format(
                t=x.ctype, u=z.ctype, x=x.name, z=z.name, first=first)
        if self.n <= 4:
            self.before = self.before.replace(" q = %s%s" % (x.name, first),
                                              " q = %s" % x.name)
        test = self.r.choice(["q < e", "q != e", "e > q", "q < e && *q != 7",
                              "q < in->e", "ends.e > q", "q < in->e && *q != 7"])
        add = "%s = %s * 3 + (unsigned)*q" % (s, s)
        kind = self.r.choice(["sum", "copy", "fill", "meet", "length", "local",
                              "pairs", "pairs", "spent"])
        if kind == "pairs":
            stmts = [Node(add.replace("*q", "*q++") + ";", drop=False)
                     for _ in range(self.r.choice([2, 2, 3]))]
            if self.chance(0.4):
                stmts.insert(1, Node("*lo++ = (%s)*q;" % z.ctype, drop=False))
            if self.chance(0.3):
                stmts.append(Node("q += 2;", drop=False))
            if self.chance(0.4):
                return Node("do {", stmts, "} while (q < e);", drop=False)
            return block("while (q < e)", stmts, drop=False)
        if kind == "sum":
            return block("for (; %s; q++)" % test, [Node(add + ";")], drop=False)
        if kind == "copy":
            return block("while (%s)" % test, [
                Node("*lo++ = (%s)*q++;" % z.ctype, drop=False)], drop=False)
        if kind == "spent":
            return block("for (; q < e; q++, lo++)", [
                Node("*lo = (%s)(*q * 3);" % z.ctype),
                Node("%s += (unsigned)*q & 7;" % s, drop=False),
                Node("if (%s > %s)\n  break;" % (
                    s, self.r.choice(["9", "40", "n"])), drop=False)
            ], drop=False)
        if kind == "fill":
            return block("while (lo < hi)", [
                Node("*lo = (%s)(hi - lo);" % z.ctype), Node("lo++;", drop=False)
            ], drop=False)
        if kind == "meet" and self.chance(0.5):
            return Node("do {", [
                Node("%s t = *lo;" % z.ctype, drop=False),
                Node("*lo++ = *hi;", drop=False), Node("*hi-- = t;", drop=False)
            ], "} while (lo %s hi);" % self.r.choice(["<", "<="]), drop=False)
        if kind == "meet":
            return block("while (lo < hi)", [
                Node("%s t = *lo;" % z.ctype, drop=False),
                Node("*lo++ = *hi;", drop=False), Node("*hi-- = t;", drop=False)
            ], drop=False)
        if kind == "length":
            return block("for (long i = 0; i < e - q; i++)", [
                Node("%s += (unsigned)(q[i] ^ i);" % s)], drop=False)
        return block("for (const %s *r = q; r < e; r += 2)" % x.ctype, [
            Node("%s ^= (unsigned)*r;" % s)], drop=False)

    def parts(self):
        """Unions of numbers of several sizes outside the loop."""
        x = self.array("in", 1, self.r.choice(list(INTS)), "pointer")
        s, v = self.name("s"), "(unsigned)" + x.element("i", None, True)
        self.results.append(("unsigned", s, "0"))
        place = self.r.choice(["", "static "])
        behind = self.chance(0.6)
        self.before = (
            "%sunion {\n    struct {\n      int k;\n      unsigned w[300];\n"
            "      long d;\n    } a;\n    struct {\n      short k;\n"
            "      unsigned char b[1400];\n    } c;\n    unsigned short h[700];"
            "\n  } u, *way = &u;\n"
            "  for (int i = 0; i < 700; i++)\n    u.h[i] = (unsigned short)(i * n);\n"
            "  (void)way;" % place)
        self.after = ("for (int i = 0; i < 700; i++)\n"
                      "    %s = %s * 31u + u.h[i];" % (s, s))
        u = "way->" if behind else "u."
        part = self.r.choice("ac")
        lines = {"a": ["{u}a.w[i & 255] = {v};", "{u}a.w[i % 300] ^= {v};",
                       "{s} += (unsigned){u}a.k;", "{s} ^= {u}a.w[i & 255];",
                       "{u}a.k++;", "{u}a.d += (long)({v} & 7u);",
                       "if ({v} & 1)\n  {s} += (unsigned){u}a.d;"],
                 "c": ["{u}c.b[i & 1023] = (unsigned char){v};",
                       "{s} += (unsigned){u}c.k;", "{s} ^= {u}c.b[i & 1023];",
                       "{u}c.b[i % 1400]++;"]}
        stmts = [self.r.choice(lines[part]) for _ in range(2)]
        if self.chance(0.3):
            stmts.append(self.r.choice(lines["c" if part == "a" else "a"]))
        if self.chance(0.2):
            stmts.append("{s} += {u}h[i & 511];")
        return block("for (int i = 0; i < n; i++)", [
            Node(t.format(u=u, v=v, s=s)) for t in stmts], drop=False)

    def retyped(self):
        """Memory behind a pointer to void, as numbers of one type or another."""
        x = self.array("in", 1, self.r.choice(list(INTS)), "pointer")
        s, v = self.name("s"), "(unsigned)" + x.element("i", None, True)
        self.results.append(("unsigned", s, "0"))
        self.before = ("void *raw = calloc(1024, 8);\n"
                       "  struct {\n    void *p;\n  } hold = {raw}, *h = &hold;\n"
                       "  (void)h;")
        self.after = ("for (int i = 0; i < 8192; i++)\n"
                      "    %s = %s * 31u + ((unsigned char *)raw)[i];\n"
                      "  free(raw);" % (s, s))
        raw = self.r.choice(["raw", "raw", "h->p", "hold.p"])
        ways = []
        for t in self.r.sample(["unsigned", "unsigned char", "unsigned short",
                                "unsigned long", "signed char"], 2):
            e = "((%s *)%s)[%s]" % (t, raw, self.r.choice(
                ["i & 511", "i % 700", "2 * (i & 255) + 1"]))
            ways.append(self.r.choice(["%s = (%s)%s;", "%s ^= (%s)%s;"]) %
                        (e, t, v) + self.r.choice(
                            ["", "\n  %s += (unsigned)%s;" % (s, e)]))
        test = self.r.choice(["n & 1", "m > 3", "n > 40", v + " & 1"])
        return block("for (int i = 0; i < n; i++)", [
            Node("if (%s) {\n  %s\n} else {\n  %s\n}" % (
                test, ways[0], ways[1]), drop=False)], drop=False)

    def maybe(self):
        """Pointers that are null or not."""
        x = self.array("in", 1, self.r.choice(list(INTS)), "pointer")
        z = self.array("inout", 1, self.r.choice(list(INTS)), "pointer")
        v = x.element("i", None, True)
        self.before = (
            "const %s *q = %s ? %s : 0;\n  %s *w = %s ? %s : 0;\n"
            "  (void)q, (void)w;" % (
                x.ctype, self.r.choice(["n & 1", "n > 7", "n != 3"]), x.name,
                z.ctype, self.r.choice(["n & 2", "n < 9", "n != 2"]), z.name))
        test = self.r.choice(["q", "q != 0", "q != 0 && i > 1"])
        none = self.r.choice(["!w", "w == 0"])
        stmts = [self.r.choice([
            "if (%s)\n  t = (unsigned)q[i];" % test,
            "t += (%s) ? (unsigned)q[i + 1] : 7u;" % test])]
        stmts.append(self.r.choice([
            "if (%s)\n  continue;\nw[i] = (%s)t;" % (none, z.ctype),
            "if (w)\n  w[i] %s (%s)t;" % (self.r.choice(["=", "^="]), z.ctype)
        ]))
        stmts = [Node("unsigned t = (unsigned)%s;" % v, drop=False)] + [
            Node(t) for t in stmts]
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def digits(self):
        """Numbers that are copied from smaller elements or into them, or seen
        there by casts, and elements that are compared as bytes."""
        sizes = {"unsigned char": 1, "signed char": 1, "unsigned short": 2,
                 "short": 2, "unsigned": 4, "int": 4, "float": 4, "long": 8,
                 "double": 8}
        small = self.r.choice(["unsigned char", "signed char", "short",
                               "unsigned short", "unsigned"])
        wide = self.r.choice([t for t in sizes if sizes[t] >= sizes[small] and
                              t not in ("float", "double")])
        size, part = sizes[wide], sizes[small]
        x = self.array("in", 1, small, "pointer")
        z = self.array("inout", 1, small, "pointer")
        s = self.name("s")
        self.results.append(("unsigned", s, "0"))
        by = size // part
        at = self.r.choice(["%d * i" % by, "i", "%d * i + 1" % by])
        count = "n / %d" % (by * self.r.choice([1, 2]))
        copy = self.r.choice(["__builtin_memcpy", "__builtin_memmove"])
        seen = "typedef %s __attribute__((may_alias, aligned(1))) seen;" % wide
        casts = self.chance(0.4)
        place = self.r.choice(["%s + %s", "&%s[%s]"]) % (x.name, at)
        read = "%s v;\n%s(&v, %s, %d);" % (wide, copy, place, size)
        if casts:
            read = "%s\n%s v = %s;" % (seen, wide, self.r.choice(
                ["*(const seen *)(%s)", "((const seen *)(%s))[0]"]) % place)
        stmts = [read, self.r.choice(
            ["%s += (unsigned)(v %% 1000u);" % s, "%s ^= (unsigned)(v >> 3);" % s])]
        if self.chance(0.6):
            store = "%s(%s + %d * i, &v, %d);" % (copy, z.name, by, size)
            if casts:
                store = self.r.choice([
                    "((seen *)%s)[i] = v;" % z.name,
                    "*(seen *)(%s + %d * i) ^= v;" % (z.name, by)])
            stmts.append("v = (%s)((unsigned long)v * 5u + i);\n%s" % (
                wide, store))
        if self.chance(0.5):
            test = "__builtin_memcmp(%s + i, %s + %s, %d)" % (
                x.name, x.name, self.r.choice(["2 * i", "0", "1"]), 2 * part)
            sign = self.r.choice([" == 0", "", " != 0"] +
                                 [" < 0", " >= 0"] * (part == 1))
            stmts.append("if (%s%s)\n  %s += 77;" % (test, sign, s))
        return block("for (int i = 0; i < %s; i++)" % count,
                     [Node(t, drop=False) for t in stmts], drop=False)

    def around(self):
        """Subscripts that count around, most from inside of their count."""
        x = self.array("in", 1, self.r.choice(list(INTS) + ["float"]), "pointer")
        z = self.array("inout", 1, "unsigned", "pointer")
        k = self.name("k")
        ctype = self.r.choice(["int", "int", "unsigned", "long", "short",
                               "unsigned char", "unsigned long"])
        self.results.append((ctype, k, self.r.choice(
            ["0", "0", "1", "2", "3", "7"])))
        m = self.r.choice(["3", "4", "5", "8", "(%s)(m / 2 + 1)" % ctype, "n"])
        c = self.r.choice(["1", "1", "2", "3", "7"])
        texts = ["%s = (%s + %s) %% %s;" % (k, k, c, m),
                 "%s = (%s + %s) & %s;" % (k, k, c, self.r.choice(
                     ["1", "3", "7", "5", "(%s)m" % ctype,
                      "(%s)(m & 8 ? 7 : 3)" % ctype])),
                 "%s = (%s - %s) & %s;" % (k, k, c, self.r.choice(
                     ["1", "3", "7", "(%s)(m & 8 ? 7 : 3)" % ctype])),
                 "%s = (%s + %s - %s) %% %s;" % (k, k, m, c, m),
                 "if (++%s %s %s)\n  %s = 0;" % (k, self.r.choice(
                     ["==", ">=", ">"]), self.r.choice(["3", "5"]), k),
                 "%s += %s;\nif (%s >= 7)\n  %s -= 7;" % (k, c, k, k),
                 "%s = %s == %s ? 0 : %s + 1;" % (k, k, self.r.choice(
                     ["2", "3"]), k),
                 "%s = %s == 0 ? 3 : %s - 1;" % (k, k, k)]
        if "unsigned" not in ctype:
            texts += ["if (--%s < 0)\n  %s = 4;" % (k, k),
                      "if (--%s < 0)\n  %s += %s;" % (k, k, m),
                      "%s -= %s;\nif (%s < 0)\n  %s += %s;" % (k, c, k, k, m),
                      "%s = (%s - %s) %% %s;\nif (%s < 0)\n  %s += %s;" % (
                          k, k, c, m, k, k, m)]
        step = Node(self.r.choice(texts), drop=False)
        use = Node("%s[i] += (unsigned)(int)%s[%s & 7] + (unsigned)%s;" % (
            z.name, x.name, k, k), drop=False)
        stmts = [use, step] if self.chance(0.7) else [step, use]
        if self.chance(0.4):
            ring = self.array("inout", 1, self.r.choice(["unsigned", "float"]),
                              "pointer")
            value = self.r.choice(["%s[i]" % z.name, "%s[%s] * 3 + %s[i]" % (
                ring.name, k, z.name)])
            at = self.r.choice(["m", "m", "n"])
            stmts = [Node("%s[%s] = %s;" % (ring.name, k, value), drop=False),
                     Node(self.r.choice(
                         ["%s = (%s + 1) %% (%s)%s;" % (k, k, ctype, at),
                          "if (++%s >= (%s)%s)\n  %s = 0;" % (k, ctype, at, k)]),
                          drop=False)]
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def traps(self):
        """Loops that may leave the function by a call that does not return."""
        x = self.array("in", 1, self.r.choice(list(INTS)), "pointer")
        z = self.array("inout", 1, self.r.choice(list(INTS)), "pointer")
        self.before = "jmp_buf out;\n  if (!setjmp(out)) {"
        self.after = "}"
        bad = self.r.choice([1, 3, 5, 77, 200])
        v = "(unsigned)%s[i]" % x.name
        call = "if (%s)\n  longjmp(out, 1);" % self.r.choice([
            "%s %% 128 == %d" % (v, bad), "%s + m > %du" % (v, bad * 9000),
            "i == %d && %s & 1" % (bad, v)])
        if self.chance(0.3):
            call = call.replace("%s[i]" % x.name, "%s[i]" % z.name)
        write = "%s[i] %s (%s)(%s * 3u);" % (
            z.name, self.r.choice(["=", "^="]), z.ctype, v)
        stmts = [call, write]
        if self.chance(0.3):
            stmts.reverse()
        if self.chance(0.25):
            k, y = (self.array("inout", 1, "int", "pointer").name
                    for _ in range(2))
            self.before = "%s[1] = 3;\n  %s" % (k, self.before)
            append = "if (%s[1] >= %d)\n  longjmp(out, 1);\n%s[%s[1]++] = i;" % (
                k, self.r.choice([3, 9, 40, 900]), y, k)
            if self.chance(0.6):
                append = "if (%s %% 3 == 1) {\n  %s\n}" % (
                    v, append.replace("\n", "\n  "))
            stmts.insert(self.r.randint(0, 2), append)
        if self.chance(0.3):
            stmts.append("for (int j = 0; j < 3; j++)\n  %s" %
                         call.replace("[i]", "[i + j]").replace("\n", "\n  "))
        body = block("for (int i = 0; i < n; i++)",
                     [Node(t, drop=False) for t in stmts], drop=False)
        if self.chance(0.2):
            return block("for (int j = 0; j < m; j++)", [body], drop=False)
        return body

    def overtakes(self):
        """Elements that are read at a place that the writes pass, or at one
        that goes the other way or at another speed."""
        z = self.array("inout", 1, self.r.choice(list(INTS) + ["float"]),
                       "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short"]))
        at = self.r.choice(["n / 2", "0", "m", "n - 1", "n - 1 - i",
                            "n - 1 - i", "n - i", "2 * i", "i / 2", "2 * i + 1",
                            "m - i + n", "3"])
        to = self.r.choice(["i", "i", "i", "i + 1", "n - 1 - i", "2 * i"])
        value = "(%s)((int)%s[%s] %% 1000 + %s)" % (
            z.ctype, z.name, at, x.element("i", None, True))
        text = "%s[%s] = %s;" % (z.name, to, value)
        if self.chance(0.2):
            text = "if (%s > 2)\n  %s" % (x.element("i", None, True), text)
        stmts = [Node(text, drop=False)]
        if self.chance(0.3):
            s = self.name("s")
            self.results.append(("unsigned", s, "0"))
            stmts.append(Node("%s += (unsigned)%s[%s] & 7u;" % (
                s, z.name, to) if z.ctype != "float" else
                              "%s += (unsigned)i;" % s))
        head = "for (int i = 0; i < n; i++)"
        if self.chance(0.2):
            head = "for (int i = n - 1; i >= 0; i--)"
        return block(head, stmts, drop=False)

    def pivots(self):
        """Steps in which all rows and columns read row and column k, and
        change them."""
        z = self.array("inout", 2, self.r.choice(list(INTS)))
        at, row, column = (z.element(*p, True) for p in
                           (("i", "j"), ("k", "j"), ("i", "k")))
        value = "(unsigned)%s * 3u + (unsigned)%s" % (row, column)
        text = self.r.choice([
            "%s = (%s)((unsigned)%s ^ (%s));" % (at, z.ctype, at, value),
            "if ((%s) %% 64u < (unsigned)%s %% 64u)\n  %s = (%s)(%s);" % (
                value, at, at, z.ctype, value)])
        first = self.r.choice(["0", "0", "0", "k", "k + 1"])
        inner = block("for (int j = %s; j < m; j++)" % first,
                      [Node(text, drop=False)], drop=False)
        rows = block("for (int i = %s; i < n; i++)" % first, [inner],
                     drop=False)
        return block("for (int k = 0; k < (n < m ? n : m) %% %d; k++)" %
                     self.r.choice([2, 5, 9]), [rows], drop=False)

    def running(self):
        """Folds of what other folds have come to."""
        x = self.array("in", 1, self.r.choice(list(INTS)), "pointer")
        z = self.array("inout", 1, "unsigned", "pointer")
        s, t, u = self.name("s"), self.name("t"), self.name("u")
        self.results += [("unsigned", s, self.r.choice(["0", "9"])),
                         ("unsigned", t, "5"), ("unsigned", u, "0")]
        v = "(unsigned)%s[i]" % x.name
        first = self.r.choice(["%s += %s;" % (s, v), "%s ^= %s;" % (s, v),
                               "if (%s > %s)\n  %s = %s;" % (v, s, s, v),
                               "if (%s & 1)\n  %s = %s;" % (v, s, v),
                               "if (%s & 1)\n  %s = (unsigned)%s[i + 1] * 7u;"
                               % (v, s, x.name),
                               "if (%s & 2)\n  %s = (unsigned)%s[i / 2] + %s;"
                               % (v, s, x.name, self.r.choice([v, "3u", s])),
                               "%s = %s * 3 + %s;" % (s, s, v)])
        last = [self.r.choice([
            "if (%s > %s)\n  %s = %s;" % (s, t, t, s), "%s += %s;" % (t, s),
            "if (%s > %s) {\n  %s = %s;\n  %s = (unsigned)i;\n}" % (s, t, t, s, u),
            "if ((%s & 3) == 1)\n  %s++;" % (s, u),
            "%s = %s * 5 + %s;" % (t, t, s)])]
        if self.chance(0.3):
            last.append("%s[i] = %s;" % (z.name, self.r.choice([s, t])))
        if self.chance(0.2):
            last.append("%s += %s >> 3;" % (u, t))
        stmts = [first] + last if self.chance(0.7) else last + [first]
        return block("for (int i = 0; i < n; i++)",
                     [Node(k, drop=False) for k in stmts], drop=False)

    def ways(self):
        """Variables that step on every way through an iteration, by the same
        amount as a rule."""
        x = self.array("in", 1, self.r.choice(list(INTS)), "pointer")
        z = self.array("inout", 1, self.r.choice(list(INTS)), "pointer")
        at, to = self.name("at"), self.name("to")
        ctype = self.r.choice(["int", "unsigned", "long", "unsigned char"])
        self.results += [(ctype, at, "0"), (ctype, to, "0")]
        data = "(%s[%s] & 3)" % (x.name, at)
        test = self.r.choice([data + " > 1", "m > 3", "m & 1", data])
        by = [self.r.choice(["1", "1", "2"])] * 2
        if test[0] == "m" or self.chance(0.2):
            by[1] = self.r.choice(["0", "1", "2"])
        write = "%s[%s] = (%s)(%s[%s] * 3u);" % (z.name, to, z.ctype, x.name,
                                                 at)
        step = ["%s += %s;\n%s++;" % (at, b, to) for b in by]
        form = self.r.choice(["else", "continue", "select"])
        if form == "select":
            stmts = [write, "%s += %s ? %s : %s;\n%s++;" % (
                at, test, by[0], by[1], to)]
        elif form == "else":
            stmts = [write, "if (%s) {\n  %s\n} else {\n  %s\n}" % (
                test, step[0].replace("\n", "\n  "),
                step[1].replace("\n", "\n  "))]
        else:
            stmts = ["if (%s) {\n  %s[%s] = 5;\n  %s\n  continue;\n}" % (
                test, z.name, to, step[0].replace("\n", "\n  ")), write,
                     step[1]]
        return block("for (int i = 0; i < n; i++)",
                     [Node(t, drop=False) for t in stmts], drop=False)

    def ahead(self):
        """Loops that change an array of which they read what is ahead; some
        read what they wrote."""
        z = self.array("inout", 1, self.r.choice(list(INTS) + ["float"]),
                       "pointer")
        far = self.r.choice([1, 1, 2, 3, 7, -1])
        v = z.element("i + %d" % (far + 1), None, True)
        w = z.element("i + 1", None, True)
        kind = self.r.choice(["up", "up", "down", "filter", "param"])
        if kind == "filter":
            k = self.name("k")
            self.results.append((self.r.choice(["int", "long"]), k,
                                 self.r.choice(["0", "0", "1", "2"])))
            text = "if (%s > 2)\n  %s = %s;" % (
                w, z.element(k + "++", None, True),
                self.r.choice([w, "(%s)(i & 31)" % z.ctype]))
        else:
            if kind == "param":
                v = z.element("i + m", None, True)
            value = self.r.choice(["%s", "%s", "%s / 2 + " + w])
            if z.ctype == "float":  # a recurrence is a scan, in any order
                value = "%s"
            text = "%s = (%s)(%s);" % (w, z.ctype, value % v)
            if self.chance(0.2):
                text = "if (%s != 4)\n  %s" % (v, text)
        head = "for (int i = 0; i < n; i++)"
        if kind == "down" or self.chance(0.2):
            head = "for (int i = n - 1; i >= 0; i--)"
        body = block(head, [Node(text, drop=False)], drop=False)
        if self.chance(0.2):
            return block("for (int r = 0; r < 3; r++)", [body], drop=False)
        return body

    def grid(self):
        """Elements placed by row and column of a loop over all positions."""
        z = self.array("inout", 2, self.r.choice(list(INTS) + ["float"]),
                       "pointer")
        x = self.array("in", 2, self.r.choice(list(INTS)), "pointer")
        w, h = self.r.choice([("m", "n"), ("n", "m")])
        row, column = "k / %s" % w, "k %% %s" % w
        at = self.r.choice([
            "(%s) * %s + %s" % (column, h, row),
            "(%s - 1 - %s) * %s + %s" % (h, row, w, column),
            "(%s) * %s + %s - 1 - %s" % (row, w, w, column),
            "(%s) * %s + (%s) / 2" % (row, w, column), column, row,
            "%s * %s - 1 - ((%s) * %s + %s)" % (w, h, column, h, row)])
        v = x.name + "[k]"
        value = self.r.choice([v, v, "k + " + v, "%s[%s]" % (x.name, at)])
        op = self.r.choice(["=", "=", "=", "+=", "^="])
        if z.is_float() and op == "^=":
            op = "+="
        if op != "=":
            value = "((%s) & 15)" % value
        text = "%s[%s] %s (%s)(%s);" % (z.name, at, op, z.ctype, value)
        return block("for (%s k = 0; k < n * m; k++)" %
                     self.r.choice(["int", "long"]),
                     [Node(text, drop=False)], drop=False)

    def look_back(self):
        """A scalar that is what the iteration before loaded, as a rule."""
        x = self.array("in", 1, self.r.choice(list(INTS) + ["float"]))
        z = self.array("inout", 1, "int", "pointer")
        p, v = self.name("p"), x.element("i", None, True)
        self.results.append((x.ctype, p, self.r.choice(["0", "3"])))
        stmts = []
        if self.chance(0.5):
            k = self.name("k")
            self.results.append(("int", k, "0"))
            stmts.append("if (%s != %s)\n  %s = (int)i;" % (
                v, p, z.element(k + "++", None, True)))
        else:
            stmts.append("%s = (int)(%s > %s) + (int)%s;" % (
                z.element("i", None, True), v, p, p))
        stmts.append(self.r.choice(["%s = %s;"] * 4 +
                                   ["if (i %% 3)\n  %s = %s;"]) % (p, v))
        if self.chance(0.3):
            stmts.insert(0, "if (%s == 77)\n  break;" % v)
        return block("for (int i = 0; i < n; i++)",
                     [Node(t, drop=False) for t in stmts], drop=False)

    def keyed(self):
        """Running folds by key: elements that iterations fold into and use."""
        ctype = self.r.choice(list(INTS))
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short", ctype]))
        y = self.array("inout", 1, self.r.choice(["int", "long", ctype]),
                       "pointer")
        wide = "unsigned long" if "long" in ctype else "unsigned"
        # few keys, so that few iterations are many for each
        key = self.r.choice([self.place("i"), "%s[i] / n" % self.index_array(),
                             "%s[i] / n" % self.index_array()])
        at = z.element(key, None, True)
        e = x.element("i", None, True)
        op = self.r.choice("+++-*&|^")
        v = self.r.choice(["1", "3", "i", e, "%s + i" % e, "y0"])
        step = "%s = (%s)((%s)%s %s (%s)(%s));" % (
            at, ctype, wide, at, op, wide, v)
        if self.chance(0.2):
            step = "if (%s > 2)\n  %s" % (e, step)
        use = "%s %s (%s)%s;" % (y.element("i", None, True),
                                 self.r.choice(["=", "=", "^="]), y.ctype, at)
        if self.chance(0.25):  # a place
            use = "%s = (%s)i;" % (
                y.element("(int)((unsigned)%s & 7 & (unsigned)(n - 1))" % at,
                          None, True), y.ctype)
        order = self.r.choice([[use, step], [use, step], [step, use],
                               [use, step, use]])
        stmts = [Node(text) for text in order]
        stmts.insert(0, Node("int y0 = %s > 1 ? 2 : i;" % e, drop=False))
        if self.chance(0.3):
            stmts = [block("if (%s %s)" % (e, self.r.choice(["> 1", "!= 0"])),
                           stmts, drop=False)]
        body = [block("for (int i = 0; i < n; i++)", stmts, drop=False)]
        if self.chance(0.2):
            return block("for (int j = 0; j < m; j++)", body, drop=False)
        return body[0]
