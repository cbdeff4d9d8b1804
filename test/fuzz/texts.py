"""test/fuzz/texts.py: loops along a text up to the zero that ends it: counts,
places, tokens, copies; and loops along those of a list of pointers.
"""
from pieces import Node, block

TEXTS = ["walked", "walked", "listed", "listed", "text_words"]


class Texts:
    """Further shapes of a program (generate.py)."""

    def walked(self):
        """A loop that ends where the text does, by an index of some type or a
        pointer."""
        s, idx = self.name("text"), self.index_array()
        ctype = self.r.choice(["char", "char", "unsigned char", "short"])
        letters = self.r.choice(["% 3 + 1", "% 2 + 7", "+ 1"])
        self.before = ("%s %s[128] = {0};\nfor (int i = 0; i < n; i++)\n"
                       "  %s[i] = (%s)(%s[i] %s);" % (
                           ctype, s, s, ctype, idx, letters))
        itype = self.r.choice(["int", "int", "long", "size_t", "unsigned"])
        here = self.r.choice(["{s}[i] == 2", "{s}[i] != 2", "{s}[i] & 1"])
        before = self.r.choice(["i == 0 || {s}[i - 1] == 2",
                                "i < 1 || {s}[i - 1] != {s}[i]",
                                "i > 0 && {s}[i - 1] & 1"])
        behind = self.r.choice(["!{s}[i + 1] || {s}[i + 1] == 2",
                                "{s}[i + 1] == 2", "{s}[i + 1] != {s}[i]"])
        z = self.array("inout", 1, "int", "pointer").name
        y = self.array("inout", 1, "int", "pointer").name
        k, m, inside = self.name("k"), self.name("m"), self.name("in")
        self.results += [("int", k, "0"), ("int", m, "0")]
        stmt = self.r.choice([
            "if ({here})\n  {k}++;",
            "if ({here} && ({before}))\n  {z}[{k}++] = (int)i;",
            "if ({here} && ({before}))\n  {z}[{k}++] = (int)i;\n"
            "if ({here} && ({behind}))\n  {y}[{m}++] = (int)i + 1;",
            "{z}[i] = {s}[i] + 1;\n{k} += {here};",
            "if ({before})\n  {z}[i] = 3;",
            "if ({here})\n  {inside} = 0;\nelse if (!{inside}) {{\n"
            "  {inside} = 1;\n  {z}[{k}++] = (int)i;\n}}",
            "if ({here}) {{\n  if ({inside})\n    {y}[{m}++] = (int)i;\n"
            "  {inside} = 0;\n}} else {{\n  if (!{inside})\n"
            "    {z}[{k}++] = (int)i;\n  {inside} = 1;\n}}",
        ])
        if "{inside}" in stmt:
            self.results.append(("int", inside, "0"))
        text = stmt.replace("{here}", here).replace(
            "{before}", before).replace("{behind}", behind).format(
                s=s, k=k, m=m, z=z, y=y, inside=inside)
        head = "for (%s i = 0; %s[i]; i++)" % (itype, s)
        if self.chance(0.15):
            head = "for (%s i = 0; %s[i] != 3 && %s[i]; i++)" % (itype, s, s)
        return block(head, [Node(text, drop=False)], drop=False)

    def text_words(self):
        """Words of a text up to the zero that ends it: skipped, walked through
        by loops that test first or step first, counted, listed and folded."""
        s, idx = self.name("text"), self.index_array()
        ctype = self.r.choice(["char", "char", "unsigned char", "short"])
        self.before = ("%s %s[128] = {0};\nfor (int i = 0; i < n; i++)\n"
                       "  %s[i] = (%s)(%s[i] %s);" % (
                           ctype, s, s, ctype, idx,
                           self.r.choice(["% 3 + 1", "% 2 + 7", "+ 1"])))
        z = self.array("inout", 1, "int", "pointer").name
        y = self.array("inout", 1, "int", "pointer").name
        k = self.name("k")
        self.results.append(("int", k, "0"))
        itype = self.r.choice(["int", "long", "size_t", ctype + " *"])
        here = "*p" if "*" in itype else s + "[p]"
        mark = self.r.choice(["{h} == 2", "{h} & 1", "{h} > 7"])
        word = here + " && !(%s)" % mark
        if self.chance(0.2):
            mark, word = "{h} != 0 && {h} < 3", "{h} >= 3"
        skip = self.r.choice(["while ({m})\n  p++;\nif (!{h})\n  break;",
                              "if ({m}) {{\n  p++;\n  continue;\n}}"])
        fold = self.r.choice(["", "", "v += {h};", "v = v * 3 + {h};"])
        walk = self.r.choice(["while ({w}) {{\n  {f}\n  p++;\n}}",
                              "do {{\n  {f}\n  p++;\n}} while ({w});",
                              "p++;\nwhile ({w}) {{\n  {f}\n  p++;\n}}"])
        use = self.r.choice(["{k}++;", "{y}[{k}++] = (int)(p - b);",
                             "{y}[{k}] = (int)v;\n{z}[{k}++] = (int)(p - b);",
                             "if ((int)(p - b) > {k})\n  {k} = (int)(p - b);"])
        text = "const {t} b = p;\nunsigned v = 7;\n" + walk + "\n" + use
        text = (skip + "\n" + text).replace("{m}", mark).replace(
            "{w}", word).replace("{f}", fold).replace("{h}", here).format(
                y=y, z=z, k=k, t=itype.replace(ctype + " *", ctype + " *const"))
        text = text.replace("*const b", "* b")
        self.before += "\n{\n%s p = %s;" % (itype, s if "*" in itype else "0")
        self.after = "}"
        return block("while (%s)" % here, [Node(text, drop=False)], drop=False)

    def listed(self):
        """Loops along rows behind pointers, to the zero that ends each."""
        pool, w, idx = self.name("pool"), self.name("w"), self.index_array()
        ctype = self.r.choice(["char", "char", "signed char", "unsigned char",
                               "short", "int"])
        self.before = (
            "%s %s[512] = {0}, *%s[128] = {0};\n"
            "for (int i = 0; i < 500 && n > 0; i++)\n"
            "  %s[i] = (%s)(%s[i %% n] %% %d + i %% 3);\n"
            "for (int i = 0; i < n; i++)\n  %s[i] = %s + %s[i] * %s;" % (
                ctype, pool, w, pool, ctype, idx, self.r.choice([1, 3, 9, 60]),
                w, pool, idx, self.r.choice(["5", "1", "(i & 3)"])))
        row = self.r.choice(["i", "i", "n - 1 - i", "i / 2", idx + "[i]"])
        z = self.array("inout", 1, "int", "pointer").name
        y = self.array("inout", 1, "int", "pointer").name
        k, total = self.name("k"), self.name("total")
        self.results += [("int", total, "0")]
        at = "%s[%s]" % (w, row)
        more = self.r.choice(["", "", " && {at}[{k}] != 2",
                              " && {at}[{k}] != {at}[0] + 1"])
        walk = self.r.choice([
            "while ({at}[{k}]" + more + ")\n  {k}++;\n{z}[i] = {k};",
            "for (; {at}[{k}] != 0" + more + "; {k}++)\n"
            "  s = s * 3u + (unsigned){at}[{k}];\n{z}[i] = (int)s;",
            "for (const {t} *p = {at}; *p; p++)\n"
            "  s = s * 5u + (*p == 3 ? 2u : (unsigned)*p);\n{z}[i] = (int)s;",
            "const {t} *p = {at};\nwhile (*p)\n  {k} += *p++ > 2;\n"
            "{z}[i] = {k};",
            "for ({k} = 0; {at}[{k}]; {k}++)\n  if ({at}[{k}] == 2)\n"
            "    break;\n{z}[i] = {k};",
            "while ({at}[{k}])\n  {total} += {at}[{k}++] & 1;",
            "do\n  {k}++;\nwhile ({at}[{k} - 1]);\n{z}[i] = {k};"])
        if self.chance(0.2):
            walk = "if ({y}[i] > 2) {{\n" + walk + "\n}}"
        text = ("int {k} = 0;\nunsigned s = 0;\n(void)s;\n" + walk).replace(
            "{at}", at).format(k=k, z=z, y=y, t=ctype, total=total)
        return block("for (int i = 0; i < n; i++)", [Node(text, drop=False)],
                     drop=False)
