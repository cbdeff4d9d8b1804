"""test/fuzz/bits.py: what is linear in bits, and elements in pairs by bits:
cyclic redundancy checks by tables and bit by bit, shift registers, transforms
of Walsh and Hadamard and sums over subsets; words between marks; and walks
through texts.
"""
from pieces import Node, block

BITS = ["checksum", "checksum", "bit_pairs", "bit_pairs", "marked_words",
        "marked_words", "signed_words", "stepped_text", "own_bytes"]


class Bits:
    """Further shapes of a program (generate.py)."""

    def checksum(self):
        """A check, or a shift register, along an array again and again."""
        ctype, width = self.r.choice([
            ("unsigned", 32), ("unsigned", 32), ("unsigned short", 16),
            ("unsigned char", 8), ("unsigned long", 64)])
        poly = self.r.getrandbits(width) | 1
        x = self.array("in", 1, self.r.choice(["unsigned char", "short", "int"]),
                       "pointer").name
        c, w = self.name("c"), self.name("w")
        self.results.append((ctype, c, self.r.choice(["0", "1", "(%s)-1" % ctype])))
        byte = "(unsigned char)%s[i %% n]" % x
        down = width > 8 and self.chance(0.4)  # the highest bit goes first
        one = ("({0} >> %d & 1 ? {0} << 1 ^ %dul : {0} << 1)" % (width - 1, poly)
               if down else "({0} & 1 ? {0} >> 1 ^ %dul : {0} >> 1)" % poly)
        one = "%s = (%s)%s;" % ("{0}", ctype, one)
        if self.chance(0.3):
            one = "{0} = (%s)({0} >> 1 ^ (%s)(-({0} & 1) & %dul));" % (
                ctype, ctype, poly)
            down = False
        taken = "%s ^= (%s)%s;" % (c, ctype, byte)
        if down:
            taken = "%s ^= (%s)((%s)%s << %d);" % (c, ctype, ctype, byte, width - 8)
        kind = self.r.choice(["table", "table", "bits", "register"])
        before = "if (n > 0) {"
        if kind == "table":
            size = self.r.choice([8, 8, 4])
            table = self.name("t")
            start = "(%s)v" % ctype
            if down:
                start = "(%s)((%s)v << %d)" % (ctype, ctype, width - size)
            before = "%s %s[%d];\nfor (int v = 0; v < %d; v++) {\n" \
                "  %s %s = %s;\n  for (int b = 0; b < %d; b++)\n    %s\n" \
                "  %s[v] = %s;\n}\n" % (
                    ctype, table, 1 << size, 1 << size, ctype, w, start, size,
                    one.format(w), table, w)
            if self.chance(0.15):  # no longer linear
                before += "%s[%d] ^= 4;\n" % (table, self.r.randrange(1 << size))
            before += "if (n > 0) {"
            mask = (1 << size) - 1
            text = "%s = (%s)(%s[(%s ^ %s) & %d] ^ %s >> %d);" % (
                c, ctype, table, c, byte, mask, c, size)
            if down:
                text = "%s = (%s)(%s[(%s >> %d ^ %s) & %d] ^ (%s)(%s << %d));" % (
                    c, ctype, table, c, width - size, byte, mask, ctype, c, size)
        elif kind == "bits":
            text = "%s\nfor (int b = 0; b < 8; b++)\n  %s" % (taken, one.format(c))
        else:
            text = one.format(c) + (" " + taken if self.chance(0.5) else "")
        self.before, self.after = before, "}"
        stmts = [Node(text, drop=False)]
        if self.chance(0.2):
            s = self.name("s")
            self.results.append(("unsigned", s, "0"))
            stmts.append(Node("%s += %s;" % (s, byte)))
        if self.chance(0.15):
            z = self.array("inout", 1, "int", "pointer").name
            stmts.append(Node("%s[i %% n] = (int)%s;" % (z, c)))
        count = self.r.choice(["40 * n", "40 * n", "n", "2048", "2047", "5000"])
        head = self.r.choice(["for (int i = 0; i < %s; i++)",
                              "for (long i = 0; i < %s; i++)",
                              "for (int i = %s; i-- > 0;)"]) % count
        return block(head, stmts, drop=False)

    def bit_pairs(self):
        """Elements in pairs whose places differ in a bit, in rounds or in one."""
        ctype = self.r.choice(["int", "unsigned", "long", "short"])
        z = self.array("inout", 1, ctype, "pointer").name
        log = self.r.choice([1, 3, 5, 6])
        self.before, self.after = "if (n >= %d) {" % (1 << log), "}"
        bit = self.r.choice(["h", "h", "(1 << b)"])
        clear = self.r.choice(["!(i & %s)", "!(i & %s)", "(i & %s) == 0", "i & %s"])
        other = "i ^ %s" if clear == "i & %s" else self.r.choice(
            ["i | %s", "i ^ %s", "i + %s"])
        if clear == "i & %s" and self.chance(0.5):
            other = "i - %s"
        a, b = "%s[i]" % z, "%s[%s]" % (z, other % bit)
        u = self.name("u")
        text = self.r.choice([
            "{t} {u} = {a};\n{a} = ({t}){SUM};\n{b} = ({t}){DIFF};",
            "{b} = ({t}){SUM};", "{a} = ({t}){SUM};",
            "{t} {u} = {a};\n{a} = {b};\n{b} = {u};",
            "{b} = ({t})({b} ^ {a});"])
        text = text.replace("{SUM}", "((unsigned){a} + (unsigned){b})").replace(
            "{DIFF}", "((unsigned){u} - (unsigned){b})").format(
                t=ctype, u=u, a=a, b=b)
        inner = block("for (int i = 0; i < %d; i++)" % (1 << log),
                      [block("if (%s)" % (clear % bit),
                             [Node(text, drop=False)], drop=False)], drop=False)
        if bit == "h":
            head = self.r.choice([
                "for (int h = 1; h < %d; h *= 2)" % (1 << log),
                "for (int h = %d; h > 0; h >>= 1)" % (1 << log - 1),
                "for (int h = 1; h < %d; h <<= 1)" % (1 << log)])
        else:
            head = "for (int b = 0; b < %d; b++)" % log
        return block(head, [inner], drop=False)

    def marked_words(self):
        """Words between marks: skipped, walked through, counted and listed."""
        x = self.array("in", 1, self.r.choice(["char", "int", "unsigned char"]),
                       "pointer").name
        y = self.array("inout", 1, "int", "pointer").name
        z = self.array("inout", 1, "int", "pointer").name
        k, i = self.name("k"), self.name("i")
        self.results.append(("int", k, "0"))
        itype = self.r.choice(["int", "int", "long", "unsigned"])
        mark = self.r.choice(["%s[{0}] & 1", "%s[{0}] %% 3 == 0", "%s[{0}] < 20",
                              "(%s[{0}] & 3) == 1"]) % x
        n = "n" if itype != "unsigned" else "(unsigned)n"
        word = "!(%s)" % mark
        skip = self.r.choice(["while ({i} < {n} && {m})\n  {i}++;\n"
                              "if ({i} >= {n})\n  break;",
                              "while ({i} < {n} && {m})\n  {i}++;\n"
                              "if ({i} == {n})\n  break;",
                              "if ({m}) {{\n  {i}++;\n  continue;\n}}"])
        use = self.r.choice([
            "{y}[{k}] = (int)b;\n{z}[{k}++] = (int)({i} - b);",
            "{y}[{k}++] = (int)({i} - b);",
            "{k} += {i} - b > 2;", "if ((int)({i} - b) > {k})\n  {k} = (int)({i} - b);"])
        walk = "const {t} b = {i};\nwhile ({i} < {n} && {w})\n  {i}++;\n"
        if self.chance(0.25):
            walk = "const {t} b = {i}++;\nwhile ({i} < {n} && {w})\n  {i}++;\n"
        if self.chance(0.25):
            use += "\n{i}++;" if "unsigned" not in itype else ""
        if self.chance(0.25):  # what is before the marks
            skip = "const {t} a = {i};\n" + skip
            use = self.r.choice([use, "{k} += {i} - a > 3;",
                                 "{y}[{k}++] = (int)(b - a);"])
            walk = self.r.choice([walk, walk + "{k} ^= (int)({i} - a);\n"])
        text = (skip + "\n" + walk + use).replace("{m}", mark.format(i)).replace(
            "{w}", word.format(i)).format(i=i, n=n, t=itype, k=k, y=y, z=z)
        self.before, self.after = "if (n > 0) {\n%s %s = 0;" % (itype, i), "}"
        return block("while (%s < %s)" % (i, n), [Node(text, drop=False)], drop=False)

    def signed_words(self):
        """Elements folded up to a mark, behind one that may be passed over."""
        x = self.array("in", 1, self.r.choice(["char", "int", "unsigned char"]),
                       "pointer").name
        y = self.array("inout", 1, "unsigned", "pointer").name
        k, i = self.name("k"), self.name("i")
        self.results.append(("int", k, "0"))
        itype = self.r.choice(["int", "int", "long", "size_t"])
        n = "(size_t)n" if itype == "size_t" else "n"
        sign = self.r.choice(["%s[{i}] & 1", "%s[{i}] %% 3 == 0", "%s[{i}] > 40"]) % x
        word = self.r.choice(["(%s[{i}] & 3) != 1", "%s[{i}] > 10",
                              "%s[{i}] %% 5 != 0"]) % x
        fold = self.r.choice(["v = v * 10 + (unsigned)%s[{i}];",
                              "v += (unsigned)%s[{i}];", "v ^= (unsigned)%s[{i}];"]) % x
        text = self.r.choice([
            "if (%s) {{\n  s = 1;\n  {i}++;\n}}\n",
            "if (!(%s)) {{\n  s = 2;\n  {i} += 1;\n}}\n"]) % sign
        text += self.r.choice(["", "b = (unsigned){i};\n"])
        text += "while ({i} < %s && %s) {{\n  %s\n  {i}++;\n}}\n" % (
            n, word, fold)
        text += self.r.choice([
            "{y}[{k}++] = s ? -v : v;", "{y}[{k}++] = v + s * 7 + b;",
            "if (s)\n  {y}[{k}++] = v;", "{k} += s && v > 50;"]) + "\n{i}++;"
        text = "unsigned v = %d, b = 0;\nint s = 0;\n" % self.r.choice([0, 0, 7]) + \
            text.format(i=i, k=k, y=y)
        self.before, self.after = "if (n > 0) {\n%s %s = 0;" % (itype, i), "}"
        return block("while (%s < %s)" % (i, n), [Node(text, drop=False)], drop=False)

    def own_bytes(self):
        """Bytes of variables, by casts of their addresses."""
        ctype, size = self.r.choice([
            ("float", 4), ("double", 8), ("int", 4), ("unsigned", 4),
            ("long", 8), ("short", 2)])
        is_float = ctype in ("float", "double")
        x = self.array("in", 1, ctype, "pointer").name
        y = self.array("inout", 1, ctype, "pointer").name
        z = self.array("out", 1, "unsigned", "pointer").name
        byte = self.r.choice(["p[%s]", "*(p + %s)", "*(%s + (unsigned char *)&v)",
                              "((const unsigned char *)&v)[%s]"])
        write = self.r.choice(["p[%s]", "*(p + %s)", "((unsigned char *)&v)[%s]"])

        def at(form):
            return form % self.r.choice([str(self.r.randrange(size)),
                                         "i %% %d" % size])

        parts = ["%s v = %s[i];" % (ctype, x),
                 "unsigned char *p = (unsigned char *)&v;", "unsigned s = 1;"]
        for _ in range(self.r.randint(1, 3)):
            part = self.r.choice(["read", "loop", "write", "turn", "if"])
            if part == "read" or (is_float and part != "loop"):
                parts.append("s = s * 31 + %s;" % at(byte))
            elif part == "loop":
                parts.append("for (int b = 0; b < %d; b++)\n  s = s * 7 + %s;" % (
                    size, byte % "b"))
            elif part == "write":
                parts.append("%s %s= %d;" % (at(write), self.r.choice("^|&+"),
                                             self.r.randrange(256)))
            elif part == "turn":
                parts.append("for (int b = 0; b < %d; b++)\n  %s ^= "
                             "((unsigned char *)&%s[i])[%d - b];" % (
                                 size, write % "b", x, size - 1))
            else:
                parts.append("if (s & 1)\n  %s = (unsigned char)s;" % at(write))
        parts.append("%s[i] = s;" % z)
        parts.append("%s[i] = v;" % y)
        return block("for (int i = 0; i < n; i++)",
                     [Node("\n".join(parts), drop=False)], drop=False)

    def stepped_text(self):
        """A walk up to the first 0 at which it stands, by steps of up to four
        elements, in front of four that are 0."""
        ctype = self.r.choice(["char", "int", "unsigned char"])
        x = self.array("inout", 1, ctype, "pointer").name
        y = self.array("inout", 1, "int", "pointer").name
        k, i = self.name("k"), self.name("i")
        self.results.append(("int", k, "0"))
        itype = self.r.choice(["int", "long", "unsigned long"])
        at, one = "%s[%s]" % (x, i), "%s[%s + 1]" % (x, i)
        step = self.r.choice([
            "({at} & 3) + 1", "{at} > 20 ? 2 : 1", "{at} > 40 ? 3 : {at} > 20 ? 2 : 1",
            "{at} > 20 && {one} ? 2 : 1", "({at} & 1) && {one} > 3 ? 2 : 1",
            "{at} % 5 == 0 ? 4 : 1"]).format(at=at, one=one)
        use = self.r.choice(["%s[%s++] = (int)%s;" % (y, k, i), "%s++;" % k,
                             "%s += %s > 9;" % (k, at),
                             "if (%s & 2)\n  %s[%s++] = %s;" % (at, y, k, at)])
        if self.chance(0.2):
            use += "\nif (%s == 77)\n  break;" % at
        text = "%s\n%s += %s;" % (use, i, step)
        self.before = "if (n > 4) {\n%s %s = 0;\nfor (int e = 1; e < 5; e++)\n" \
            "  %s[n - e] = 0;" % (itype, i, x)
        self.after = "}"
        return block("while (%s)" % at, [Node(text, drop=False)], drop=False)
