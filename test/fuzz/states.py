"""test/fuzz/states.py: loops whose iterations depend on one another in ways that
a parameter or a bound decides.
"""
from pieces import INTS, Node, block

STATES = ["switched", "reversed_bits", "clamped", "clamped", "set_elements",
          "overwritten", "modular", "divided", "best_sums", "best_sums", "machine", "machine", "leaps", "leaps",
           "sequences", "sequences", "set_once", "set_once", "rings"]


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

    def best_sums(self):
        """Two scalars that are the best of sums with one another."""
        x = self.array("in", 1, self.r.choice(["int", "short", "signed char"]))
        names = [self.name("s"), self.name("t")]
        for name in names:
            self.results.append(("int", name, str(self.r.randint(-50, 50))))
        order = self.r.choice([">", ">=", "<", "<="])

        def weighed(name):
            weight = self.r.choice([
                x.element("i", None, True), x.element("i + 1", None, True),
                "%s / 3" % x.element("i", None, True), "m", "5", "i % 7"])
            return self.r.choice(["%s + %s", "%s - %s", "%s"]).replace(
                "%s", name, 1).replace("%s", weight)

        stmts = []
        for name in ("best", "other"):
            a, b = weighed(names[0]), weighed(names[1])
            text = "int %s = %s %s %s ? %s : %s;" % (name, a, order, b, a, b)
            if self.chance(0.3):
                text = "int %s = %s, %s2 = %s;\nif (%s2 %s %s)\n  %s = %s2;" % (
                    name, a, name, b, name, order, name, name, name)
            if self.chance(0.3):
                text += "\n%s += %s;" % (name, x.element("i", None, True))
            stmts.append(text)
        stmts += ["%s = best;" % names[0], "%s = other;" % names[1]]
        if self.chance(0.5):
            y = self.array("out", 1, "int")
            stmts.insert(self.r.choice([0, len(stmts)]), "%s = %s - %s;" % (
                y.element("i", None, True), names[0], names[1]))
        return block("for (int i = 0; i < n; i++)",
                     [Node(t, drop=False) for t in stmts], drop=False)

    def machine(self):
        """A state that goes on by what is read, or two of them, and what is
        done in it."""
        x = self.array("in", 1, self.r.choice(["int", "short", "unsigned char"]))
        c = x.element("i", None, True)
        ctype = self.r.choice(["int", "int", "unsigned", "unsigned char"])
        s, most = self.name("s"), self.r.choice([1, 1, 2, 3, 3, 6, 11])
        if most == 1 and self.chance(0.5):
            ctype = "_Bool"
        self.results.append((ctype, s, self.r.choice(
            ["0", "0", "1", "n & 1", "m"])))
        other = None
        if most < 4 and self.chance(0.3):
            other = self.name("t")
            self.results.append((ctype, other, "0"))

        def tests():
            return self.r.choice(["%s & 1", "%s > 3", "%s == 2", "!(%s & 3)",
                                  "%s < i %% 5"]) % ("(%s)" % c)

        def become():
            to = [str(self.r.randint(0, most)), str(self.r.randint(0, most)),
                  s, "(%s)" % tests()]
            if most == 1:
                to.append("!%s" % s)
            return "%s = %s;" % (s, self.r.choice(to))

        def going():
            text = become()
            if self.chance(0.7):
                text = "if (%s)\n  %s" % (tests(), text)
                if self.chance(0.4):
                    text += "\nelse\n  %s" % become()
            return text

        if self.chance(0.5):
            text = "\n".join("case %d:\n%s\nbreak;" % (k, going())
                             for k in range(most + 1))
            stmts = [Node("switch (%s) {\n%s\n}" % (s, text))]
        else:
            stmts = [Node(self.r.choice(["if (%s) {\n%s\n} else {\n%s\n}",
                                         "if (!%s) {\n%s\n} else {\n%s\n}"]) % (
                                             s, going(), going()))]
            if self.chance(0.3):
                stmts.append(Node(going()))
        if other:
            stmts.append(Node("if (%s%s)\n  %s = !%s;" % (
                self.r.choice(["", "!"]), s, other, other)))
        seen = other or s
        if self.chance(0.6):
            z = self.array("out", 1, "int", "pointer")
            stmts.insert(self.r.randint(0, len(stmts)), Node("%s = (int)%s;" % (
                z.element("i", None, True), seen)))
        if self.chance(0.6):
            count = self.name("count")
            self.results.append(("int", count, "0"))
            stmts.insert(self.r.randint(0, len(stmts)), Node(
                "if (%s == %d)\n  %s++;" % (seen, self.r.randint(0, most), count)))
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def leaps(self):
        """A walk whose steps are data, with ends of its own."""
        x = self.array("in", 1, self.r.choice(["int", "short", "unsigned char"]))
        i, k = self.name("at"), self.name("k")
        t = self.r.choice(["int", "int", "long", "unsigned", "unsigned long"])
        self.results += [(t, i, self.r.choice(["0", "0", "1", "n / 3"])),
                         ("int", k, "0")]
        c = "(%s)" % x.element(i, None, True)
        most = self.r.choice([1, 1, 3, 7, 15, 16, 31, 255, 1023])
        then = self.r.choice(["%s++;" % i, "%s += 1;" % i])
        step = self.r.choice([
            "%s += %s & 1 ? %d : 1;" % (i, c, most + 1),
            "if (%s & 1)\n  %s += 2;\nelse\n  %s" % (c, i, then),
            "%s += (%s)(%s & %d) + 1;" % (i, t, c, most),
            "%s += (%s)(%s & %d) + (%s == 3 ? 2 : 1);" % (i, t, c, most, c),
            "%s += (%s)(%s & 3) + %s;" % (i, t, c, self.r.choice(["1", "0"])),
            "if (%s == 3 && %s + 1 < (%s)n)\n  %s++;\n%s" % (c, i, t, i, then),
            "if (%s & 1) {\n  %s += 3;\n  continue;\n}\n%s" % (c, i, then)])
        if "& 3) + 0" in step:
            step = "if (!(%s & 3))\n  break;\n%s" % (c, step)
        stmts = []
        if self.chance(0.6):
            z = self.array("out", 1, "int", "pointer")
            stmts.append(Node("%s = (int)%s;" % (z.element(
                self.r.choice([i, k]), None, True), c)))
        stmts.append(Node("%s++;" % k, drop=False))
        if self.chance(0.4):
            stmts.insert(self.r.randint(0, len(stmts)), Node(
                "if (%s == %d)\n  %s;" % (c, self.r.choice([5, 77]), self.r.choice(
                    ["break", "break", "{ %s++; break; }" % i]))))
        if self.chance(0.3):
            s = self.name("s")
            self.results.append(("int", s, "0"))
            stmts.append(Node("%s = %s;" % (s, self.r.choice(
                ["!%s" % s, "%s & 1" % c, "(int)%s" % i]))))
        test = self.r.choice(["%s < n", "%s < n", "%s <= n - 1",
                              "%s + 2 < n"]) % i
        if t.startswith("unsigned"):
            test = "%s < (%s)(n > 0 ? n : 0)" % (i, t)
        if self.chance(0.3):
            test += " && %s != %d" % (c, self.r.choice([5, 77]))
        return block("while (%s)" % test, stmts + [Node(step, drop=False)],
                     drop=False)

    def sequences(self):
        """A walk over sequences of a few elements, the first of which tells how
        many there are; an inner loop looks at the others."""
        s, i, k = self.name("text"), self.name("at"), self.name("k")
        idx, z = self.index_array(), self.array("inout", 1, "int", "pointer").name
        ctype = self.r.choice(["unsigned char", "unsigned char", "short", "int"])
        rare = self.r.choice([3, 17, 1000])
        self.before = (
            "%s %s[160] = {0};\nfor (int i = 0, left = 0; i < n; i++) {\n"
            "  %s[i] = (%s)(left > 0 ? 100 + left : %s[i] & 3);\n"
            "  left = left > 0 ? left - 1 : %s[i];\n"
            "  if (%s[(i * 7) %% n] %% %d == 2)\n    %s[i] = 50;\n}" % (
                ctype, s, s, ctype, idx, s, idx, rare, s))
        t = self.r.choice(["int", "int", "size_t", "long", "unsigned"])
        lt = self.r.choice(["int", "int", t])
        self.results += [(t, i, "0"), ("int", k, "0")]
        bad = self.r.choice(["{s}[{i} + {j}] < 100", "{s}[{i} + {j}] == 50",
                             "!({s}[{i} + {j}] & 96)"])
        length = self.r.choice([
            "{lt} len = ({lt})({s}[{i}] & 3);",
            "{lt} len = {s}[{i}] == 1 ? 1 : {s}[{i}] == 2 ? 2 : 0;",
            "int len = {s}[{i}] < 4 ? {s}[{i}] & 3 : -1;\n"
            "if (len < 0)\n  {exit}",
            "int len;\nif ({s}[{i}] == 1)\n  len = 1;\n"
            "else if ({s}[{i}] == 2)\n  len = 2;\nelse if ({s}[{i}] < 4)\n"
            "  len = 0;\nelse\n  {exit}"])
        stop = self.r.choice(["{{ {k} = -{k}; break; }}", "{{ ok = 0; break; }}",
                              "ok = 0;"])
        rest = self.r.choice([
            "for ({lt} j = 1; j <= ({lt})len; j++)\n  if (BAD)\n    STOP",
            "for ({lt} j = 1; j <= ({lt})len; j++) {{\n  {k} += {s}[{i} + j];\n"
            "  if (BAD)\n    STOP\n}}",
            "int v = {s}[{i}];\nfor ({lt} j = 1; j <= ({lt})len; j++) {{\n"
            "  if (BAD)\n    STOP\n  v = v * 2 + {s}[{i} + j];\n}}\n"
            "{z}[{i}] = v;"])
        rest = rest.replace("BAD", bad.replace("{j}", "j")).replace("STOP", stop)
        ends = "if (!ok)\n  {exit}" if "ok = 0" in stop else ""
        limit = self.r.choice(["", "if ({i} + ({t})len >= ({t})n)\n  {exit}"])
        step = self.r.choice(["{i} += ({t})len + 1;", "{i} += ({t})(len + 1);"])
        if "len < 0" in length and self.chance(0.3):
            step = "if ({s}[{i}] == 0) {{\n  {i}++;\n  continue;\n}}\n" + step
        lines = [length, limit] + (["int ok = 1;"] if ends else []) + [
            rest, ends, self.r.choice(["{k}++;", ""]), step]
        exit_ = self.r.choice(["break;", "{ %s = -7; break; }" % k])
        names = dict(s=s, i=i, k=k, z=z, t=t, lt=lt, exit=exit_)
        stmts = [Node(text.format(**names), drop=False)
                 for text in lines if text]
        return block("while (%s < (%s)(n > 0 ? n : 0))" % (i, t), stmts,
                     drop=False)

    def clamped(self):
        """Numbers that grow or decay within bounds, in the manners of C; floats
        have values that no order rounds."""
        x = self.array("in", 1, self.r.choice(["int", "short", "signed char",
                                               "unsigned char"]))
        v = self.name("v")
        ctype = self.r.choice(["int", "int", "int", "long", "double"])
        self.results.append((ctype, v, self.r.choice(["0", "3", "-7"])))
        by = "%s %% %d" % (x.element("i", None, True),
                           self.r.choice([3, 50, 100]))
        by = self.r.choice(["%s", "(%s + i %% 3)", "(%s - 20)"]) % ("(%s)" % by)
        low, high = self.r.choice([("0", "100"), ("-5", "20"), ("m - 30", "m"),
                                   ("5", "-5"), (by, "60")])
        least = self.r.choice([
            "if ({v} < {l}) {v} = {l};", "{v} = {v} > {l} ? {v} : {l};",
            "if ({v} <= {l})\n  {v} = {l};", "{v} = {l} >= {v} ? {l} : {v};"])
        most = self.r.choice([
            "if ({v} > {h}) {v} = {h};", "{v} = {v} < {h} ? {v} : {h};",
            "if ({h} < {v}) {v} = {h};"])
        grow = self.r.choice(["{v} += {b};", "{v} = {v} + {b};", "{v} -= {b};"])
        lines = self.r.choice([
            [grow, least], [grow, most], [grow, least, most],
            [grow, most, least], [least, grow], [least, grow, most],
            ["{v} = {v} > 0 ? {v} + {b} : {b};"],
            ["if ({v} < 0) {v} = {b}; else {v} += {b};"],
            ["if ({v} > {l}) {v} += {b};"],  # no bound
            ["{v} -= {v} < {b} ? {v} : {b};", "{v} += i % 5;"],
            ["{v} -= {b} > {v} ? {b} : {v};"],
            ["if ({v} > {b}) {v} -= {b}; else {v} = 0;"],
            [grow, "if ({v} < 0) {v} = 0; else if ({v} > 90) {v} = 90;"],
            [grow, "{v} = {v} < {l} ? {l} : {v} > {h} ? {h} : {v};"],
            [grow, "if ({v} > 0) {v} = 9; else if ({v} < -9) {v} = -9;"],
            ["if (i & 1) {{ %s %s }} else {{ %s }}" % (grow, least, grow)],
        ])
        if ctype == "double" and self.chance(0.4):
            lines = self.r.choice([
                ["{v} *= 0.5;", least.replace("{l}", "{b}")],
                ["{v} = {b} > {v} * 0.5 ? {b} : {v} * 0.5;"],
                ["{v} = fmax({v} * 0.5, {b});", most],
                ["{v} = 0.5 * fmin({v}, {b});"]])
        stmts = [Node(t.format(v=v, b=by, l=low, h=high)) for t in lines]
        if self.chance(0.5):
            best = self.name("best")
            self.results.append(("long", best, "0"))
            stmts.append(Node("if (%s > %s) %s = %s;" % (v, best, best, v)))
        if self.chance(0.6):
            z = self.array("out", 1, "int", "pointer")
            stmts.insert(self.r.randint(0, len(stmts)), Node(
                "%s = (int)%s;" % (z.element("i", None, True), v)))
        return block("for (%s i = 0; i < n; i++)" % self.r.choice(
            ["int", "int", "long"]), stmts, drop=False)

    def reversed_bits(self):
        """Counters that count from their highest bit on, or do not quite."""
        z = self.array("out", 1, "int", "pointer")
        j, k = self.name("j"), self.name("k")
        ctype = self.r.choice(["int", "int", "long", "unsigned"])
        self.results.append((ctype, j, self.r.choice(["0", "0", "0", "2"])))
        top = self.r.choice(["1", "4", "64", "256", "6", "m", "n / 2"])
        test = self.r.choice(["{j} & {k}", "{k} & {j}", "({j} & {k}) != 0",
                              "{k} > 0 && {k} <= {j}"])
        clear = self.r.choice(["{j} ^= {k};", "{j} -= {k};"])
        down = self.r.choice(["{k} >>= 1", "{k} >>= 1", "{k} /= 2", "{k}--"])
        add = self.r.choice(["{j} |= {k};", "{j} ^= {k};", "{j} += {k};"])
        stmts = [Node(t.format(j=j, k=k)) for t in [
            "%s {k} = (%s) < 0 ? 0 : (%s);" % (ctype, top, top),
            "for (; %s; %s)\n  %s" % (test, down, clear), add]]
        stmts.insert(self.r.choice([0, len(stmts)]), Node(
            "%s = (int)%s;" % (z.element("i", None, True), j)))
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def set_elements(self):
        """Single elements that conditions set, on running values too."""
        x = self.array("in", 1, self.r.choice(["int", "short"]))
        s = self.name("s")
        self.results.append(("long", s, self.r.choice(["0", "40"])))
        v = x.element("i", None, True)
        stmts = [Node(self.r.choice([
            "%s += %s;" % (s, v), "if (%s > %s) %s = %s;" % (v, s, s, v),
            "%s = %s / 2 + %s;" % (s, s, v)]))]
        for _ in range(self.r.choice([1, 1, 2])):
            z = self.array("inout", 1, self.r.choice(
                list(INTS) + ["float", "double"]), "pointer")
            at = self.r.choice(["0", "3", "n / 2", "m", "i / 4"])
            text = "%s = (%s)(%s);" % (
                z.element(at if at != "m" or self.m < self.n else "1", None,
                          True), z.ctype,
                self.r.choice(["i", "%s %% 100" % s, v, "7"]))
            where = self.r.choice(["%s > 50" % s, "%s > 3" % v,
                                   "%s > %s" % (v, s), "%s == m" % s])
            text = "if (%s) %s" % (where, text)
            if self.chance(0.2):
                text += " else if (i %% 5 == 2) %s = 1;" % z.element(
                    at if at != "m" or self.m < self.n else "1", None, True)
            stmts.insert(self.r.randint(0, len(stmts)), Node(text))
        return block(self.r.choice(["for (int i = 0; i < n; i++)",
                                    "for (int i = n - 1; i >= 0; i--)"]), stmts,
                     drop=False)

    def overwritten(self):
        """Stores of which later iterations overwrite some, some after a
        read."""
        z = self.array("inout", 1, self.r.choice(list(INTS)), "pointer")
        x = self.array("in", 1, "int")
        step = self.r.choice([1, 1, 1, 2])
        stmts = []
        for _ in range(self.r.choice([2, 2, 3])):
            at = z.element("%d * i + %d" % (step, self.r.choice([0, 1, 2, 4])),
                           None, True)
            value = "%s + i" % x.element("i", None, True)
            if self.chance(0.3):
                value = "%s / 2 + 1" % z.element(
                    "%d * i + %d" % (step, self.r.choice([0, 1, 2, 3])), None,
                    True)
            text = "%s = (%s)(%s);" % (at, z.ctype, value)
            if self.chance(0.15):
                text = "if (%s > 3) %s" % (x.element("i", None, True), text)
            stmts.append(Node(text))
        return block(self.r.choice(["for (int i = 0; i < n; i++)",
                                    "for (int i = n - 1; i >= 0; i--)"]), stmts,
                     drop=False)

    def divided(self):
        """Floats that are linear in themselves, and divided by what makes every
        order exact; none is -0."""
        ctype = self.r.choice(["float", "double", "double", "long double"])
        x = self.array("in", 1, self.r.choice([ctype, "float", "unsigned char"]))
        k = self.array("in", 1, "int")
        at, s = x.element("i", None, True), self.name("s")
        self.results.append((ctype, s, self.r.choice(["0", "1", "-6"])))
        sign = self.r.choice(["-1", "1", "(%s & 1 ? -1 : 1)" %
                              k.element("i", None, True)])
        whole = self.r.choice(["1", "0.5f", "(%s & 1 ? 0.5f : 1)" %
                               k.element("i", None, True)])
        stmts = [Node("%s %s;" % (s, self.r.choice([
            "= %s / %s + 0.0f" % (s, sign), "= (%s + %s) / %s + 0.0f" % (s, at, sign),
            "= (%s - %s) / %s + 0.0f" % (at, s, sign),
            "+= (%s - %s) / %s + 0.0f" % (at, s, whole)])), drop=False)]
        if self.chance(0.4):
            t = self.name("t")  # reads what runs
            self.results.append(("double", t, "0"))
            stmts.append(Node("%s += (%s - %s) * %s;" % (t, at, s, at)))
        if self.chance(0.4):
            z = self.array("out", 1, self.r.choice(["double", ctype]), "pointer")
            stmts.append(Node("%s = %s;" % (z.element("i", None, True), s)))
        if self.chance(0.4):
            self.r.shuffle(stmts)
        return block(self.r.choice(["for (int i = 0; i < n; i++)",
                                    "for (int i = n - 1; i >= 0; i--)"]), stmts,
                     drop=False)

    def modular(self):
        """Integers that are linear in one another modulo a constant; some of
        them wrap."""
        ctype = self.r.choice(["unsigned", "int", "unsigned long", "long"])
        p = self.r.choice([2, 7, 97, 1009, 65521, 1000003, 1000000007])
        x = self.array("in", 1, self.r.choice(["unsigned char", "unsigned char",
                                               "signed char"]))
        a, b = self.name("a"), self.name("b")
        for name in (a, b):
            self.results.append((ctype, name, self.r.choice(["0", "1", "6"])))
        v = self.r.choice(["%s", "(%s & 15)", "(unsigned char)%s"]) % \
            x.element("i", None, True)
        by = self.r.choice([1, 1, 2, 10, 31])
        if ctype in ("int", "long") and by * p > (1 << 31) - 300:
            by = 1
            p = min(p, 1000003)
        texts = ["%s = (%s * %d + %s) %% %d;" % (a, a, by, v, p),
                 "%s = (%s + %s) %% %d;" % (
                     b, b, a, self.r.choice([p, p, p, p + 4]))]
        stmts = [Node(t) for t in texts[:self.r.choice([1, 2, 2])]]
        self.r.shuffle(stmts)
        if self.chance(0.4):
            z = self.array("out", 1, "long", "pointer")
            stmts.append(Node("%s = (long)%s;" % (
                z.element("i", None, True), self.r.choice([a, b]))))
        if self.chance(0.2):
            stmts[0] = block("if (%s > 2)" % x.element("i", None, True),
                             [stmts[0]], drop=False)
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def rings(self):
        """Places of rings, which count around, also from one inner loop to the
        next."""
        ctype = self.r.choice(["int", "int", "unsigned", "short", "long"])
        x = self.array("in", 1, None, "pointer")
        z = self.array("inout", 1, "int", "pointer")
        k = self.name("k")
        top = self.r.choice(["m", "m", "5", "64", "(m + 3)"])
        self.before, self.after = "if (m > 0) {", "}"
        self.results.append((ctype, k, self.r.choice(
            ["0", "0", "%s - 1" % top, "%s / 2" % top])))
        last = "%s - 1" % top
        steps = ["if (%s-- == 0)\n  %s = %s;" % (k, k, last),
                 "%s = %s > 0 ? %s - 1 : %s;" % (k, k, k, last),
                 "%s = %s ? %s - 1 : %s;" % (k, k, k, last),
                 "if (%s == 0)\n  %s = %s;\n%s--;" % (k, k, top, k),
                 "if (++%s >= %s)\n  %s -= %s;" % (k, top, k, top),
                 "%s++;\nif (%s == %s)\n  %s = 0;" % (k, k, top, k),
                 "%s = (%s + 1) %% %s;" % (k, k, top),
                 "%s = (%s + 3) %% %s;" % (k, k, top)]
        if top == "64":
            steps += ["%s = (%s - 3) & 63;" % (k, k),
                      "%s = (%s + 1) & 63;" % (k, k)]
        nest = self.chance(0.5)
        at = z.element("i * m + j" if nest else "i", None, True)
        stmts = [Node("%s = (int)((unsigned)%s * 3u + (unsigned)(int)%s);" % (
            at, at, self.r.choice(["%s[%s]" % (x.name, k), k])), drop=False),
                 Node(self.r.choice(steps), drop=False)]
        if self.chance(0.3):
            stmts.reverse()
        if not nest:
            return block(self.r.choice([
                "for (int i = 0; i < n; i++)",
                "for (int i = n - 1; i >= 0; i--)"]), stmts, drop=False)
        inner = block("for (int j = 0; j < m; j++)", stmts, drop=False)
        return block("for (int i = 0; i < n; i++)", [inner], drop=False)

    def set_once(self):
        """Scalars that the first iteration of some sets, and that tell whether
        it was: places, flags, values beside them."""
        nest = self.chance(0.2)
        x = self.array("in", 1, self.r.choice(
            ["int", "short", "float", "unsigned char"]),
            *(["pointer"] if nest else []))
        k = self.array("in", 1, "int", "pointer")
        at = x.element("i", None, True)
        if nest:
            at = "%s[i * m + j]" % x.name
        found = ["%s > 40" % at, "%s == 3" % at, "%s[i] > 60" % k.name,
                 "%s[i] %% 7 == 2" % k.name]
        stmts = []
        for _ in range(self.r.choice([1, 1, 2])):
            b, ctype = self.name("b"), self.r.choice(
                ["int", "int", "long", "unsigned", "short", "signed char",
                 "_Bool"])
            place = "(%s)(i & 127)" % ctype if ctype in (
                "short", "signed char") else "i"
            unset, none, value = self.r.choice([
                ("%s < 0", "-1", place), ("%s == -1", "-1", place),
                ("!(%s >= 0)", "-5", place), ("%s == n", "n", "i"),
                ("!%s", "0", "1"), ("!%s", "0", place),
                ("%s == 0", "0", "1"), ("%s != 0", "1", "0"),
                ("%s == 7", "7", "%s[i]" % k.name)])
            if ctype == "_Bool":
                unset, none, value = self.r.choice([
                    ("!%s", "0", "1"), ("%s", "1", "0")])
            if ctype == "unsigned" and none.startswith("-"):
                unset, none = "%s == ~0u", "~0u"
            if ctype in ("short", "signed char") and none == "n":
                unset, none = "%s < 0", "-1"
            if self.chance(0.15):
                none = self.r.choice(["3", "1"])  # set before
            self.results.append((ctype, b, none))
            sets = ["%s = %s;" % (b, value)]
            for _ in range(self.r.choice([0, 0, 1, 2])):
                other, kind = self.name("v"), self.r.choice(
                    ["int", "long", x.ctype])
                self.results.append((kind, other, self.r.choice(["0", "9"])))
                sets.append("%s = %s;" % (other, self.r.choice(
                    [at, "i", "5", "i + 1"] if kind == x.ctype else
                    ["i", "5", "2 * i", "%s[i] / 2" % k.name])))
            self.r.shuffle(sets)
            test, hit = unset % b, self.r.choice(found)
            hit = "(%s)" % self.condition({"i": "i"}) if self.chance(0.2) else hit
            counts = self.name("c") if self.chance(0.4) else None
            if counts:
                self.results.append(("unsigned", counts, "1"))
                counts = "%s += %s;" % (counts, self.r.choice(
                    ["1", "%s[i]" % k.name, "(unsigned)%s" % b]))
            body = "\n  ".join(sets)
            if nest:
                body = body.replace("= i;", self.r.choice(
                    ["= i;", "= i * m + j;", "= j;"]))
            form = self.r.randint(0, 3)
            if form == 0 and counts:
                stmts.append(Node("if (%s) {\n  if (%s) {\n  %s\n  }\n  %s\n}"
                                  % (hit, test, body, counts), drop=False))
            elif form == 1 and counts:
                stmts.append(Node("if (%s) {\n  if (%s) {\n  %s\n  }\n} else\n"
                                  "  %s" % (test, hit, body, counts),
                                  drop=False))
            else:
                cond = "%s && %s" % ((test, hit) if form % 2 else (hit, test))
                stmts.append(Node("if (%s) {\n  %s\n}" % (cond, body),
                                  drop=False))
            if self.chance(0.2) and not nest:
                z = self.array("out", 1, "long", "pointer")
                stmts.append(Node("%s = (long)%s;" % (
                    z.element("i", None, True), b)))
        if nest:
            stmts = [block("for (int j = 0; j < m; j++)", stmts, drop=False)]
        if self.chance(0.3):
            stmts.append(self.write({"i": "i"}, self.array("inout", 1, "int")))
        return block(self.r.choice(["for (int i = 0; i < n; i++)",
                                    "for (int i = n - 1; i >= 0; i--)",
                                    "for (int i = 2; i < n; i += 3)"]), stmts,
                     drop=False)
