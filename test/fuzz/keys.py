"""test/fuzz/keys.py: sorts by counting, elements by key that iterations exchange,
and runs of equal elements.
"""
from pieces import INTS, Node, block

KEYS = ["counting_sort", "counting_sort", "handed_out",
        "exchange", "exchange", "runs", "runs", "transposed", "transposed"]
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

    def handed_out(self):
        """Places that a loop hands out by key, from starts that are there, at
        most as many as fit; sometimes they meet."""
        z = self.array("inout", 1, "int", "pointer").name
        x = self.array("in", 1, "int", "pointer").name
        start = self.name("start")
        idx = self.index_array()
        key = self.r.choice(["%s[i] & 7" % idx, "(%s[i] ^ i) & 7" % idx])
        first = self.r.choice(["k * 3", "k * n", "9 - k"])
        self.before = ("%s %s[8];\nfor (int k = 0; k < 8; k++)\n"
                       "  %s[k] = %s;" % (
                           self.r.choice(["int", "long", "unsigned"]), start,
                           start, first))
        use = self.r.choice([
            "%s[%s[%s]++] = %s[i];" % (z, start, key, x),
            "int to = (int)%s[%s];\n%s[%s] += 1;\n%s[to + 1] = i;" % (
                start, key, start, key, z)])
        if self.chance(0.4):
            use = "if (%s[i] > 1) {\n  %s\n}" % (x, use.replace("\n", "\n  "))
        return block(self.r.choice([LOOP, DOWN]), [Node(use, drop=False)],
                     drop=False)

    def transposed(self):
        """Places by key for the elements of rows that follow one another, of
        rows of one length too: counted before, or in the region."""
        idx, ptr, count = self.index_array(), self.name("ptr"), self.name("count")
        first, length = self.r.choice([
            ("0", "idx[i] & 3"), ("0", "idx[i] & 3"), ("n / 4", "idx[i] % 3"),
            ("n / 4", "idx[i] % 4 - 1"), ("0", "i & 3")])
        self.before = ("int %s[40] = {%s}, %s[9] = {0};\n"
                       "for (int i = 0; i < n / 4; i++)\n"
                       "  %s[i + 1] = %s[i] + (%s);" % (
                           ptr, first, count, ptr, ptr,
                           length.replace("idx", idx)))
        inner, k = "for (int k = %s[i]; k < %s[i + 1]; k++)" % (ptr, ptr), "k"
        if self.chance(0.25):
            inner, k = "for (int j = 0; j < 3; j++)", "i * 3 + j"
        names = {"z": self.array("inout", 1, "int", "pointer").name,
                 "y": self.array("inout", 1, "int", "pointer").name,
                 "x": self.array("in", 1, "short", "pointer").name,
                 "c": count, "k": k, "key": self.r.choice(
                     ["%s[%s] & 7", "(%s[%s] ^ i) & 7"]) % (idx, k)}
        use = self.r.choice([
            "int q = {c}[{key}]++;\n{z}[q] = i;\n{y}[q] = {x}[{k}];",
            "{z}[{c}[{key}]] = i;\n{y}[{c}[{key}]++] = {x}[{k}];",
            "{z}[{c}[{key}]++] = {x}[{k}];", "{z}[{k}] = {c}[{key}]++;",
            "{z}[{k}] = {c}[{key}];\n{c}[{key}] = i;"]).format(**names)
        if self.chance(0.2):
            use = "if (%s[%s] > 1) {\n  %s\n}" % (
                names["x"], k, use.replace("\n", "\n  "))

        def nest(text):
            return block("for (int i = 0; i < n / 4; i++)", [
                block(inner, [Node(text, drop=False)], drop=False)], drop=False)
        counting = nest("%s[(%s) + 1]++;" % (count, names["key"]))
        sums = Node("for (int k = 1; k < 9; k++)\n  %s[k] += %s[k - 1];" % (
            count, count), drop=False)
        if self.chance(0.5):
            self.pragma = "#pragma loft region"
            return block("", [counting, sums, nest(use)], drop=False)
        self.before += "\n" + counting.text() + "\n" + sums.text()
        return nest(use)

    def exchange(self):
        """What the last iteration before with this key stored, or what was
        there: heads of lists, last places, last values."""
        ctype = self.r.choice(list(INTS) + ["float", "double"])
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, self.r.choice(["int", "short", "float"]))
        y = self.array("inout", 1, self.r.choice([ctype, ctype, "int"]),
                       "pointer")
        key = self.r.choice([self.place("i"), "%s[i] / n" % self.index_array(),
                             "%s[i] / 2" % self.index_array()])
        at, e = z.element(key, None, True), x.element("i", None, True)
        v = "(%s)(%s)" % (ctype, self.r.choice(
            ["i", "i", "n - i", "i * 3 + 1", "%s > 2 ? i : -i" % e,
             "%s > 3 ? 3 : 1" % e]))
        take = "%s = (%s)%s;" % (y.element("i", None, True), y.ctype, at)
        store = "%s = %s;" % (at, v)
        if self.chance(0.2):
            store = "if (%s > 1)\n  %s" % (e, store)
        order = [take, store] if self.chance(0.85) else [take, store, take]
        stmts = [Node(text, drop=False) for text in order]
        if self.chance(0.3):
            stmts = [block("if (%s %s)" % (e, self.r.choice(["> 0", "< 3"])),
                           stmts, drop=False)]
        body = [block(self.r.choice([LOOP, LOOP, DOWN]), stmts, drop=False)]
        if self.chance(0.2):
            return block("for (int j = 0; j < m; j++)", body, drop=False)
        return body[0]

    def runs(self):
        """Runs of equal elements, and what follows from where they end."""
        ctype = self.r.choice(["int", "short", "long", "unsigned char"])
        x = self.array("in", 1, ctype, "pointer").name
        val = self.array("inout", 1, ctype, "pointer").name
        length = self.array("inout", 1, self.r.choice(["int", "long"]),
                            "pointer").name
        k, start = self.name("k"), self.name("at")
        self.results.append(("int", k, "0"))
        element = "%s[i] / 8" % x if self.chance(0.1) else "%s[i]" % x

        def at(place):
            return element.replace("[i]", "[%s]" % place)
        use = "%s[%s] = %s[%s];\n%s[%s++] = j - %s;" % (
            val, k, x, start, length, k, start)
        most = self.r.choice([None, None, None, "1", "2", "3", "7", "m"])
        place = self.r.choice(["int", "int", "unsigned", "size_t"])
        if self.chance(0.3):
            use = "if (j - %s > 1) {\n  %s\n}" % (
                start, use.replace("\n", "\n  "))
        form = self.r.choice(["while", "for", "flat", "value", "in_place"])
        if form == "in_place":
            y = self.array("inout", 1, ctype, "pointer").name
            first = self.r.choice(["1", "m"])
            self.before = "if (n > 0 && %s <= n) {\n%s = %s;" % (
                first, k, first)
            self.after = "}"
            return block("for (int i = %s; i < n; i++)" % first, [
                Node("if (%s[i] != %s[%s - 1])\n  %s[%s++] = %s[i];" % (
                    y, y, k, y, k, y), drop=False)], drop=False)
        if form == "value":
            c, n = self.name("c"), self.name("run")
            self.results.append((ctype, c, "3"))
            self.results.append(("int", n, "0"))
            return block("for (int i = 0; i < n; i++)", [
                Node("if (%s[i] == %s%s)\n  %s++;\nelse {\n  %s[%s] = %s;\n"
                     "  %s[%s++] = %s;\n  %s = %s[i];\n  %s = 1;\n}" % (
                         x, c, " && %s < %s" % (n, most) if most else "", n,
                         val, k, c, length, k, n, c, x, n),
                     drop=False)], drop=False)
        if form == "flat":
            place = "int"
        end = "n"
        if place != "int":
            end = self.name("end")
            self.before = "if (n > 0) {\nconst %s %s = n;" % (place, end)
            self.after = "}"
        self.results.append((place, start, self.r.choice(["0", "0", "n / 3"])))
        if form == "flat":
            return block("for (int j = %s + 1; j <= n; j++)" % start, [
                block("if (j == n || %s != %s%s)" % (
                    at("j"), at(start),
                    " || j - %s == %s" % (start, most) if most else ""), [
                    Node(use + "\n%s = j;" % start, drop=False)], drop=False)],
                drop=False)
        inner = "while (j < %s && %s%s == %s)\n  j++;" % (
            end, "j - %s < %s && " % (start, most) if most else "", at("j"),
            at(start))
        if form == "while" and self.chance(0.3):
            run = self.name("run")
            tests = ["j < %s" % end, "%s == %s" % (at("j"), at(start))]
            if most:
                tests.append("%s < %s" % (run, most))
            steps = ["j++;", "%s++;" % run]
            self.r.shuffle(steps)
            inner = "int %s = 1;\nwhile (%s) {\n  %s\n  %s\n}" % (
                run, " && ".join(tests), *steps)
            use = "%s[%s++] = %s + (int)(j - %s);" % (length, k, run, start)
        if form == "while":
            return block("while (%s < %s)" % (start, end), [
                Node("%s j = %s + 1;\n%s\n%s\n%s = j;" % (
                    place, start, inner, use, start), drop=False)], drop=False)
        return block("for (; %s < %s;)" % (start, end), [
            Node("%s run = 1;\nwhile (%s + run < %s && %s%s == %s)\n  run++;\n"
                 "%s j = %s + run;\n%s\n%s += run;" % (
                     place, start, end, "run < %s && " % most if most else "",
                     at("%s + run" % start), at(start), place, start, use,
                     start), drop=False)], drop=False)
