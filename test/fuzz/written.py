"""test/fuzz/written.py: loops as C programmers write them: macros of several
statements, scalars that lag behind, places of extrema.
"""
from pieces import FLOATS, INTS, Array, Node, block

WRITTEN = ["once", "once", "asserted", "ahead", "left", "left", "mapped", "lags", "lags", "winner",
           "winner", "winner", "pointed",
           "triangular", "triangular",
           "distances", "distances", "scaled", "scaled", "paired"]


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

    def asserted(self):
        """Gathers and stores at places that data says, of which assertions
        say something."""
        k = Array(self.name("idx"), self.r.choice(
            ["int", "unsigned", "long", "short", "unsigned char"]), "in", 1)
        self.arrays.append(k)
        x = self.array("in", 1, self.r.choice(list(INTS) + ["float"]),
                       "pointer")
        z = self.array("inout", 1, x.ctype, "pointer")
        self.before = "jmp_buf out;\n  if (!setjmp(out)) {"
        self.after = "}"
        inner = self.chance(0.3)
        place = "%s[%s]" % (k.name, "(i + j) / 2" if inner else
                            self.r.choice(["i", "i", "i", "i / 2", "n - 1 - i"]))
        bound = self.r.choice(["n", "n", "n", "n - 1", "m", "100", "n + 2"])
        wrong = self.r.choice([
            "{k} < 0 || {k} >= {b}", "!({k} >= 0 && {k} < {b})",
            "{k} >= {b}", "(unsigned){k} >= (unsigned)({b})", "{k} > {b} - 1",
            "i > 3 && ({k} < 0 || {k} >= {b})", "{k} < 0"])
        call = "if (%s)\n  longjmp(out, 1);" % wrong.format(k=place, b=bound)
        at = self.r.choice(["{k}", "{k}", "{k} + 1", "{b} - {k}"])
        at = at.format(k=place, b="n")
        stmts = [call, "%s[i] %s (%s)(%s[%s] * 2);" % (
            z.name, self.r.choice(["=", "+="]) if z.is_float() else "=",
            z.ctype, x.name, at)]
        if self.chance(0.2):
            stmts[1] = "%s[%s] = (%s)3;" % (z.name, place, z.ctype)
        if self.chance(0.2):
            stmts.reverse()
        nodes = [Node(t, drop=False) for t in stmts]
        if inner:
            nodes = [block("for (int j = i; j < %s; j++)" % self.r.choice(
                ["n", "(i + 2 < n ? i + 2 : n)"]), nodes, drop=False)]
        return block("for (int i = 0; i < n; i++)", nodes, drop=False)

    def ahead(self):
        """Calls that do not return, behind what may not be computed where C
        would not reach it: a loop without an end, a division by zero, a
        subscript outside of a work array."""
        x = self.array("in", 1, self.r.choice(["int", "short", "signed char"]),
                       "pointer")
        z = self.array("inout", 1, "int", "pointer")
        self.before = "jmp_buf out;\n  if (!setjmp(out)) {"
        self.after = "}"
        s = self.name("s")
        v = "%s[%s]" % (x.name, self.r.choice(["i", "i", "n - 1 - i", "i / 2"]))
        ends = "if (%s)" + self.r.choice([
            "\n  longjmp(out, 1);", "\n  longjmp(out, 1);",
            " {\n  printf(\"at %%d\\n\", i);\n  longjmp(out, 1);\n}"])
        parts = [
            (["{v} < 0", "!({v} >= 0)", "{v} < 1"],
             ["for (int v = {v}; v != 0; v >>= 1)\n  {s}++;",
              "{{\n  int v = {v};\n  while (v) {{\n    {s} += v & 1;\n"
              "    v /= 2;\n  }}\n}}",
              "for (int j = 0; j < 3; j++)\n"
              "  for (int v = {v} + j; v != 0; v >>= 2)\n    {s} += j;"]),
            (["{v} == 0", "!{v}", "{v} < 1"],
             ["{s} += 100 / {v};", "{s} += (i + 7) % {v};"]),
            (["{v} < 0 || {v} > 6", "(unsigned){v} > 6", "{v} < 2 || {v} == 5"],
             ["{{\n  int t[7] = {{1, 2}};\n  for (int j = 0; j < 5; j++)\n"
              "    t[j] += j + i;\n  t[{v} % 7] += {s};\n"
              "  {s} += t[{v} % 7] + t[3];\n}}"])]
        nodes = [Node("int %s = 0;" % s, drop=False)]
        for _ in range(self.r.choice([1, 2, 2, 3])):
            tests, works = self.r.choice(parts)
            nodes.append(Node(ends % self.r.choice(tests).format(v=v),
                              drop=False))
            nodes.append(Node(self.r.choice(works).format(v=v, s=s)))
        nodes.append(Node(ends % ("%s %s" % (s, self.r.choice(
            ["> 40", "== 3", "< -20", "> 1000"])))))
        nodes.append(Node("%s %s %s;" % (z.element("i", None, True),
                                         self.r.choice(["=", "+="]), s),
                          drop=False))
        return block("for (int i = 0; i < n; i++)", nodes, drop=False)

    def left(self):
        """Messages under conditions, with what else happens there: the original
        loop is left to write them."""
        x = self.array("in", 1, self.r.choice(["int", "short", "signed char"]),
                       "pointer")
        z = self.array("inout", 1, "int", "pointer")
        s = self.name("s")
        v = "%s[%s]" % (x.name, self.r.choice(["i", "i", "n - 1 - i", "i / 2"]))
        own = z.element("i", None, True)
        inner = self.chance(0.3)
        at = "i, j" if inner else "i, 0"
        message = "printf(\"%%d %%d\\n\", %s);" % at
        test = self.r.choice([
            "{v} < -{k}", "{v} == {k}", "{v} > {k} && i > 3", "{z} > {k} * 9",
            "m > {k}", "{v} < 0 || {v} > {k}", "!({v} < {k})", "i == {k}"])
        test = test.format(v=v, z=own, k=self.r.choice([2, 7, 50, 99, 120]))
        arm = self.r.choice([
            message, "{z} = 3;\n  " + message, message + "\n  {z} = 5;",
            message + "\n  continue;", message + "\n  break;",
            "if ({s}++ < 3)\n    " + message,
            "{s}++;\n  if ({v} < 60)\n    " + message + "\n  continue;"])
        arm = "if (%s) {\n  %s\n}" % (test, arm.format(z=own, s=s, v=v))
        if self.chance(0.2):
            arm = "switch (%s) {\ncase 0:\n  break;\ndefault:\n  %s\n}" % (
                test, message)
        stmts = ["%s %s %s * 2;" % (own, self.r.choice(["=", "+="]), v),
                 arm, "%s += %s & 7;" % (s, v)]
        if self.chance(0.5):
            stmts[0], stmts[1] = stmts[1], stmts[0]
        nodes = [Node(t, drop=False) for t in stmts]
        if inner:
            nodes = [block("for (int j = 0; j < 3; j++)", nodes, drop=False)]
        self.before = "int %s = 0;" % s
        self.after = "printf(\"%%d\\n\", %s);" % s
        return block("for (int i = 0; i < n; i++)", nodes, drop=False)

    def mapped(self):
        """Elements that a table replaces, of which few bits are a place in it:
        as many as the table has, without a look at them."""
        z = self.array("inout", 1, self.r.choice(["unsigned char",
                                                  "unsigned short", "int"]),
                       "pointer")
        wide = z.ctype != "unsigned char"
        v = z.element("i", None, True)
        byte = "(%s & 255)" % v if wide else v
        at = self.r.choice([
            "{b} & 0xd4", "({b} & 0x30) << 2 | ({b} & 5)", "{b} >> 3 << 2",
            "({b} >> m % 3) + 256", "({b} & 15) << 4 | {b} >> 4",
            "{b} ^ 0x55", "({b} & 6) * 70 + {b} / 5", "{b} % 9 << 5 ^ {b} >> 1",
            "({b} | 64) + (i & 7)"]).format(b=byte)
        t = self.name("tab%d_" % self.number)
        self.extra.append("static %s %s[700] = {%s};" % (
            self.r.choice(["int", "unsigned char", "float"]), t,
            ", ".join(str(self.r.randint(0, 99)) for _ in range(60))))
        body = [Node("%s = (%s)%s[%s];" % (v, z.ctype, t, at), drop=False)]
        if self.chance(0.3):
            body.append(Node("%s += (%s)%s[%s];" % (v, z.ctype, t, at)))
        return block("for (int i = 0; i < n; i++)", body, drop=False)

    def lags(self):
        """Scalars that lag behind the index, stepped in the header or in the
        body; toggles."""
        x = self.array("in", 1, self.r.choice(["int", "short", "float"]),
                       "pointer")
        down = self.chance(0.2)
        start, other = ("n - 1", "0") if down else ("0", "n - 1")
        names = [self.name("j") for _ in range(self.r.choice([1, 1, 2, 3]))]
        inits = [self.r.choice([other, other, "0", "n / 2"]) for _ in names]
        # the last lags behind the one before, the first behind the index
        steps = ["%s = %s" % (b, a) for a, b in zip(names, names[1:])][::-1]
        step = "i--" if down else "i++"
        in_header = self.chance(0.5)
        if in_header and self.chance(0.6):
            steps.append("%s = %s" % (names[0], step))
        else:
            steps.append("%s = i" % names[0])
            if in_header:
                steps.append(step)
        value = " + ".join("%d * %s[%s]" % (k + 1, x.name, j)
                           for k, j in enumerate(names))
        v = "(%s - %s[i])" % (value, x.name)
        stmts = []
        if self.chance(0.5):
            z = self.array("out", 1, "double", "pointer")
            stmts.append("%s[i] = %s;" % (z.name, v))
        if self.chance(0.5) or not stmts:
            s = self.name("s")
            self.results.append(("long", s, "0"))
            stmts.append("%s += (long)%s;" % (s, v))
        if self.chance(0.4):
            c = self.name("c")
            self.results.append((self.r.choice(["int", "_Bool", "char"]), c,
                                 self.r.choice(["0", "1", "1", "3"])))
            stmts.append(self.r.choice([
                "if (%s > 20) {c} = !{c};" % v, "{c} = !{c};",
                "{c} = %s > 0 ? !{c} : {c};" % v,
                "if (%s > 9) {c} = {c} || %s[i] > 3;" % (v, x.name)]).format(
                    c=c))
        if self.chance(0.2):
            stmts.insert(0, "if (%s < -30)\n  continue;" % v if in_header else
                         "if (%s < -900)\n  break;" % v)
        nodes = [Node(t, drop=False) for t in stmts]
        if not in_header:
            nodes += [Node(t + ";", drop=False) for t in steps]
        head = "for (int %s; %s; %s)" % (
            ", ".join(["i = " + start] + ["%s = %s" % p for p in
                                          zip(names, inits)]),
            "i >= 0" if down else "i < n",
            ", ".join(steps) if in_header else step)
        loop = block(head, nodes, drop=False)
        if self.chance(0.2):
            return block("for (int k = 0; k < m; k++)", [loop], drop=False)
        return loop

    def winner(self):
        """Places of extrema, by what is there alone or beside the number, with
        conditions, in a nest, of structures."""
        ctype = self.r.choice(FLOATS + FLOATS + ["int", "long", "unsigned",
                                                 "signed char", "short"])
        is_float = ctype in FLOATS
        self.special, self.exact_floats = is_float, False
        nest = self.chance(0.25)
        x = self.array("in", 1, ctype, "pointer")
        k = self.array("in", 1, self.r.choice(["int", "signed char"]),
                       "pointer")
        place = "{i} * m + {j}" if nest else "{i}"
        value = self.r.choice([
            "{x}[{p}]", "{x}[{p}]", "{x}[{p}] * 2" if not is_float else
            "fabs({x}[{p}])", "-{x}[{p}]" if ctype != "unsigned" else
            "{x}[{p}] / 3", "({x}[{p}] > 3 ? {x}[{p}] : 3)"])

        def number(i, j):
            return value.format(x=x.name, p=place.format(i=i, j=j))

        at, row = self.name("at"), self.name("row")
        itype = self.r.choice(["int", "int", "long", "unsigned"])
        unset = self.chance(0.3)
        start = "-1" if unset and itype != "unsigned" else "0"
        here = "j" if nest else "i"
        sets = ["%s = %s;" % (at, here)]
        self.results.append((itype, at, start))
        if nest:
            self.results.append(("int", row, "0"))
            sets.append("%s = i;" % row)
        best = self.name("best")
        rival, held = number("i", "j"), number(row, at)
        if not nest:
            held = number(at, at)
        if self.chance(0.35):
            self.results.append((ctype, best, self.r.choice(["0", "3", "50"])))
            sets.append("%s = %s;" % (best, rival))
            held = best
            if is_float:
                self.after += "%s += 0; " % best
        if self.chance(0.3):  # what else is there
            more = self.name("w")
            self.results.append(("int", more, "7"))
            sets.append("%s = %s[%s] + 1;" % (more, k.name, here))
        op = self.r.choice(["<", ">", "<=", ">="])
        cond = "%s %s %s" % (rival, op, held)
        if self.chance(0.2):
            cond = "%s %s %s" % (held, {"<": ">", ">": "<", "<=": ">=",
                                        ">=": "<="}[op], rival)
        if not is_float and self.chance(0.1):
            cond = "!(%s)" % cond
        if self.chance(0.3):  # ties, or numbers beside NaN
            cond = self.tied(cond, rival, held, is_float, k.name, here, sets, at)
        if start == "-1":
            cond = "%s || %s" % (self.r.choice([
                "%s < 0", "%s == -1", "!(%s >= 0)"]) % at, cond)
            cond = "(%s)" % cond
        masks = ["%s[%s] > 40" % (k.name, here), "%s[%s]" % (k.name, here),
                 "%s %% 3 != 1" % here]
        for _ in range(self.r.choice([0, 0, 1, 1, 2])):
            mask = self.r.choice(masks)
            cond = "%s && %s" % ((mask, cond) if self.chance(0.7) else
                                 (cond, mask))
        self.r.shuffle(sets)
        text = "if (%s) {\n  %s\n}" % (cond, "\n  ".join(sets))
        if self.chance(0.25):
            text = "if (%s) {\n  %s\n}" % (self.r.choice(masks),
                                           text.replace("\n", "\n  "))
        stmts = [Node(text, drop=False)]
        if self.chance(0.2):
            s = self.name("s")
            self.results.append(("int", s, "0"))
            stmts.append(Node("%s += %s[%s] > 9;" % (s, k.name, here)))
        if self.chance(0.15) and not nest:
            z = self.array("out", 1, "int", "pointer")
            stmts.append(Node("%s[i] = (int)%s;" % (z.name, at)))
        if nest:
            stmts = [block("for (int j = 0; j < m; j++)", stmts, drop=False)]
        return block(self.r.choice(["for (int i = 0; i < n; i++)",
                                    "for (int i = n - 1; i >= 0; i--)",
                                    "for (int i = 1; i < n; i++)"]),
                     stmts, drop=False)

    def tied(self, cond, rival, held, is_float, other, here, sets, at):
        """"cond", which compares "rival" with "held", or another condition
        beside it."""
        if is_float and self.chance(0.4):
            return self.r.choice(["(%s != %s || %s)" % (held, held, cond),
                                  "(__builtin_isnan(%s) || %s)" % (rival, cond),
                                  "(%s || __builtin_isnan(%s))" % (cond, held)])
        second = "%s[%s] %s %s[%s]" % (other, here, self.r.choice(["<", ">="]),
                                       other, at)
        if self.chance(0.4):
            y = self.name("y")
            self.results.append(("int", y, "9"))
            sets.append("%s = %s[%s];" % (y, other, here))
            second = "%s[%s] %s %s" % (other, here, self.r.choice(["<", ">"]),
                                       y)
        return self.r.choice([
            "(%s || (%s == %s && %s))", "(%s || (%s == %s && %s))",
            "((%s) && (%s != %s || %s))"]) % (cond, rival, held, second)

    def pointed(self):
        """Pointers that are set to places in another's array."""
        ctype = self.r.choice(FLOATS + ["int", "unsigned char", "long"])
        self.special, self.exact_floats = ctype in FLOATS, False
        x = self.array("in", 1, ctype, "pointer")
        k = self.array("in", 1, "int", "pointer")
        q, r = self.name("q"), self.name("r")
        start = self.r.choice([x.name, "%s + n / 2" % x.name,
                               "%s + 1" % x.name])
        self.before = "const %s *%s = %s;" % (ctype, q, start)
        self.results.append(("long", r, "0"))
        self.after = "%s = %s - %s;" % (r, q, x.name)
        cond = self.r.choice([
            "{x}[i] < *{q}", "{x}[i] > *{q}", "{x}[i] <= *{q}",
            "*{q} <= {x}[i]", "{k}[i] > 60 && {x}[i] > *{q}",
            "{x}[i] >= *{q} && {k}[i] % 2", "{k}[i] == 7", "{x}[i] > 3",
            "{x}[i] + 1 > {q}[0]"]).format(x=x.name, q=q, k=k.name)
        to = self.r.choice(["&%s[i]", "%s + i", "%s + i", "&%s[n - 1 - i]"])
        stmts = [Node("if (%s)\n  %s = %s;" % (cond, q, to % x.name),
                      drop=False)]
        if self.chance(0.3):
            s = self.name("s")
            self.results.append(("int", s, "0"))
            stmts.append(Node("%s += %s[i] > 9;" % (s, k.name)))
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def triangular(self):
        """Elements that sum up others of their array, of which some come
        later and some are themselves."""
        ctype = self.r.choice(["unsigned", "unsigned", "unsigned long",
                               "double", "unsigned char"])
        if ctype == "double":
            self.pragma = "#pragma loft exact"
        flat = self.chance(0.4)
        z = self.array("inout", 1 if flat else 2, ctype)
        x = self.array("in", 1, "int")
        rows = "(n < m ? n : m)"

        def at(i, j):
            if flat:
                return z.element(i, None, True)
            return z.element(i, j, True)

        op = self.r.choice(["-=", "+=", "-="])
        other = self.r.choice(["k", "k", "k", "k + 1", "i - 1 - k", "k / 2",
                               "i"])
        inner = self.r.choice(["k = 0; k < i;", "k = i + 1; k < %s;" % rows,
                               "k = i - 1; k >= 0;", "k = 0; k < %s;" % rows,
                               "k = 0; k <= i;"])
        step = "k--" if ">=" in inner else "k++"
        if "k + 1" in other:
            inner = inner.replace("< %s" % rows, "< %s - 1" % rows)
        if other == "i - 1 - k" and "k < i" not in inner and \
                "k--" not in step:
            other = "k"
        value = "(%s)(%s[k] & 7)" % (ctype, x.name) if x.form == "pointer" \
            else "(%s)(%s & 7)" % (ctype, x.element("k", None, True))
        if flat:
            text = "%s %s %s * %s;" % (at("i", ""), op, at(other, ""), value)
            nodes = [block("for (int %s %s)" % (inner, step),
                           [Node(text, drop=False)], drop=False)]
        else:
            pairs = self.r.choice([
                ("i", "k", "j", "k"), ("i", "k", "k", "j"), ("k", "i", "j", "k"),
                ("j", "k", "i", "k"), ("i", "j", "j", "k")])
            text = "%s %s %s * %s;" % (at("i", "j"), op, at(*pairs[:2]),
                                       at(*pairs[2:]))
            below = self.r.choice(["j", "j", "i"])
            fold = block("for (int k = 0; k < %s; k++)" % below,
                         [Node(text, drop=False)], drop=False)
            more = [Node("%s = %s / 3 + 1;" % (at("i", "j"), at("i", "j")))]
            nodes = [block("for (int j = 0; j < %s; j++)" % self.r.choice(
                ["i", "i", rows]), [fold] + more, drop=False)]
        if self.chance(0.5):
            nodes.append(Node("%s = %s / 2 + 1;" % (at("i", "i"),
                                                    at("i", "i"))))
        if self.chance(0.3):
            nodes.insert(0, Node("%s = (%s)%s;" % (
                at("i", "i"), ctype, x.element("i", None, True))))
        head = "for (int i = 0; i < %s; i++)" % rows
        if self.chance(0.3):
            head = "for (int i = %s - 1; i >= 0; i--)" % rows
        return block(head, nodes, drop=False)

    def distances(self):
        """Accesses of one array at distances that parameters tell."""
        ctype = self.r.choice(["int", "unsigned", "short", "float"])
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, "int")
        half = "n / 2"
        size = max(self.n, 0) // 2
        kinds = ["int", "int", "int", "long", "unsigned"]
        names = []
        for _ in range(self.r.choice([1, 1, 2])):
            name = self.name("k")
            names.append(name)
            self.typed.append((self.r.choice(kinds), name, self.r.choice(
                [0, 1, 2, size, size + 1, max(size - 1, 0), size + 5])))
        step = self.r.choice(["", "", "", "2 * "]) if self.n < 90 else ""
        back = self.chance(0.3)

        def at():
            i = step + ("i" if not back else "(n / 2 - 1 - i)")
            k = self.r.choice(names + [None, names[0]])
            return z.element(i if not k else "%s + %s" % (i, k), None, True)

        one, two = at(), at()
        form = self.r.choice([
            "{a} = ({t})({b} / 2 + {x});", "{a} = ({t})({b} + 1);",
            "{a} = ({t})({a} / 3 + {b} / 4);",
            "{t} u = {a}, v = {b};\n{a} = ({t})(u / 2 + v / 3);\n"
            "{b} = ({t})(u / 4 - v / 5);",
            "if ({x} > 20)\n  {a} = ({t})({b} / 2 + 3);"])
        text = form.format(a=one, b=two, t=ctype,
                           x=x.element("i", None, True))
        head = self.r.choice([
            "for (int i = 0; i < %s; i++)" % half,
            "for (int i = %s - 1; i >= 0; i--)" % half])
        loop = block(head, [Node(text, drop=False)], drop=False)
        if self.chance(0.2):
            return block("for (int r = 0; r < 3; r++)", [loop], drop=False)
        return loop

    def scaled(self):
        """Steps and distances that a loop around multiplies or divides:
        butterflies, running sums by doubling, strides, trees."""
        t = self.r.choice(["int", "int", "long"])
        elem = self.r.choice(["int", "float", "short"])
        z = self.array("inout", 1, elem, "pointer").name
        h, i, j = self.name("h"), self.name("i"), self.name("j")
        if self.chance(0.7):
            start, test = self.r.choice(["1", "1", "2", "3"]), "%s < n" % h
            step = self.r.choice(["%s *= 2", "%s <<= 1", "%s *= 3",
                                  "%s = %s * 2", "%s = 2 * %s",
                                  "%s = %s << 2"])
        else:
            start, test = "n / 2", self.r.choice(["%s > 0", "%s >= 1"]) % h
            step = self.r.choice(["%s /= 2", "%s >>= 1", "%s = %s / 3"])
        step = step.replace("%s", h)
        kind = self.r.randint(0, 3)
        last = "%s + %s * 2 <= n" % (i, h)
        if kind == 0:
            u, v = self.name("u"), self.name("v")
            inner = self.r.choice([
                ("%s = %s; %s < %s + %s" % (j, i, j, i, h), j),
                ("%s = 0; %s < %s" % (j, j, h), "%s + %s" % (i, j))])
            body = ("for (%s %s = 0; %s; %s += %s * 2)\n"
                    "  for (%s %s; %s++) {\n"
                    "    %s %s = %s[%s], %s = %s[%s + %s];\n"
                    "    %s[%s] = %s + %s;\n    %s[%s + %s] = %s - %s;\n  }" % (
                        t, i, last, i, h, t, inner[0], j,
                        elem, u, z, inner[1], v, z, inner[1], h,
                        z, inner[1], u, v, z, inner[1], h, u, v))
        elif kind == 1:
            y = self.array("inout", 1, elem, "pointer").name
            body = ("for (%s %s = %s; %s < n; %s++)\n"
                    "  %s[%s] = %s[%s] + %s[%s - %s];\n"
                    "for (%s %s = %s; %s < n; %s++)\n  %s[%s] = %s[%s];" % (
                        t, i, h, i, i, y, i, z, i, z, i, h,
                        t, i, h, i, i, z, i, y, i))
        elif kind == 2:
            body = "for (%s %s = 0; %s < n; %s += %s)\n  %s[%s] += %s;" % (
                t, i, i, i, h, z, i, h)
        else:
            body = ("for (%s %s = 0; %s; %s += 2 * %s)\n"
                    "  %s[%s] += %s[%s + %s];" % (
                        t, i, last, i, h, z, i, z, i, h))
        if self.chance(0.2):
            s = self.name("s")
            return block("for (int %s = 0; %s < %d; %s++)" % (
                s, s, self.r.choice([3, 6, 9]), s),
                         [Node("%s %s = 1 << %s;" % (t, h, s), drop=False),
                          Node(body, drop=False)], drop=False)
        if self.chance(0.3):
            self.pragma = "#pragma loft region"
            return Node("{", [
                Node("%s %s = %s;" % (t, h, start), drop=False),
                block("while (%s)" % test,
                      [Node(body, drop=False), Node("%s;" % step, drop=False)],
                      drop=False)], "}", drop=False)
        return block("for (%s %s = %s; %s; %s)" % (t, h, start, test, step),
                     [Node(body, drop=False)], drop=False)

    def paired(self):
        """Elements that iterations exchange, or combine, in pairs."""
        t = self.r.choice(["int", "int", "long", "unsigned"])
        elem = self.r.choice(["int", "float", "short", "unsigned char"])
        z = self.array("inout", 1, elem, "pointer").name
        i, l, old = self.name("i"), self.name("l"), self.name("old")
        by = self.r.choice(["1", "2", "5", "(m & 3)", "8"])
        above = self.chance(0.7)
        other = "%s ^ %s" % ((i, by) if self.chance(0.7) else (by, i))
        if self.chance(0.3):
            k = Array(self.name("idx"), self.r.choice(["int", "unsigned"]), "in",
                      1)
            self.arrays.append(k)
            other = self.r.choice(["{t}[{i}]", "{t}[{i}]", "n - 1 - {i}",
                                   "{i} / 4 * 4 + 3 - {i} % 4"]).format(
                                       t=k.name, i=i)
        inside = "%s %s %s && %s < (%s)n" % (l, "><"[not above], i, l, t)
        swap = "%s %s = %s[%s];\n%s[%s] = %s[%s];\n%s[%s] = %s;" % (
            elem, old, z, i, z, i, z, l, z, l, old)
        if self.chance(0.3):
            swap = "%s[%s] += %s[%s];" % (z, i, z, l)
        case = "%s[%s] > %s[%s]" % (z, i, z, l)
        if self.chance(0.5):
            case = "((%s & %s) == 0) == (%s)" % (i, self.r.choice("248"), case)
        kind = self.r.randint(0, 3)
        stmts = [Node("%s %s = %s;" % (t, l, other), drop=False)]
        if kind == 0:
            stmts.append(Node("if (%s && %s) {\n  %s\n}" % (
                inside, case, swap.replace("\n", "\n  ")), drop=False))
        elif kind == 1:
            stmts.append(Node("if (%s)\n  if (%s) {\n    %s\n  }" % (
                inside, case, swap.replace("\n", "\n    ")), drop=False))
        elif kind == 2:
            stmts.append(Node("if (%s) {\n  %s\n}" % (
                inside, swap.replace("\n", "\n  ")), drop=False))
        else:  # both of a pair touch the elements
            stmts.append(Node("if (%s < (%s)n) {\n  %s\n}" % (
                l, t, swap.replace("\n", "\n  ")), drop=False))
        stmts = [Node("if (n < 0)\n  break;", drop=False)] * (t == "unsigned") \
            + stmts
        return block("for (%s %s = 0; %s < (%s)n; %s++)" % (t, i, i, t, i),
                     stmts, drop=False)
