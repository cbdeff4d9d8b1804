"""test/fuzz/words.py: maps over words of 32 and 64 bits: unsigned arithmetic,
which wraps, with the masks, shifts and small divisors of which compilers know
what they leave, beside a quotient, for which drivers have functions of their own.
"""
from pieces import Node

WIDTH = {"uint32_t": 32, "uint64_t": 64}
CONSTANTS = [0, 1, 1, 2, 2, 3, 5, 7, 8, 15, 16, 31, 63, 97, 127, 128, 255, 256,
             1 << 15, (1 << 16) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 63,
             2654435761, (1 << 64) - 2, (1 << 64) - 1]


class Words:
    """A further shape of a program (generate.py)."""

    def word(self, leaves, depth):
        """An expression of any bits: (text, type)."""
        t = self.r.choice(list(WIDTH))
        if depth == 0 or self.chance(0.1):
            if self.chance(0.3):
                return self.word_constant(t), t
            return "(%s)%s" % (t, self.r.choice(leaves)), t
        a, b = (self.word_as(t, leaves, depth - 1) for _ in range(2))
        c, k = self.word_constant(t), self.r.randrange(WIDTH[t])
        s = t[1:]  # the signed type
        small = self.r.choice([2, 2, 2, 3, 7, 8, 10, 64, 128, 200])
        return "(%s)" % self.r.choice([
            "{a} + {b}", "{a} - {b}", "{a} * {b}", "{a} * {b}", "{a} & {b}",
            "{a} | {b}", "{a} ^ {b}", "~{a}", "-{a}", "({t})!{a}",
            "{a} * {c}", "{a} & {c}", "{a} & {c}", "{a} & 1", "{a} | {c}",
            "{a} + {c}", "{c} - {a}", "{a} << {k}", "{a} >> {k}",
            "{a} >> {k} & 1", "{a} << {k} >> {k}",
            "{a} >> ({b} & {last})", "{a} << ({b} & {last})",
            "({t})(({s}){a} >> {k})", "({t})(({s})({a} << {k}) >> {k})",
            "{a} / {small}", "{a} % {small}", "{a} / ({b} | 1)",
            "{a} % ({b} | 1)", "({t})(({s}){a} / {small})",
            "({t})(({s}){a} % {small})", "({t})({a} < {b})",
            "({t})(({s}){a} < ({s}){b})", "({t})({a} == {c})",
            "{a} < {b} ? {a} : {b}", "{a} > {c} ? {a} : {c}",
            "{a} & 1 ? {b} : {c}", "({s}){a} < 0 ? -{a} : {a}",
            "({t})(uint8_t){a}", "({t})(uint16_t){a}", "({t})(int8_t){a}",
            "({t})(uint32_t){a}", "({t})(int32_t){a}",
            "__builtin_rotateleft{w}({a}, {b})", "__builtin_bitreverse{w}({a})",
            "__builtin_rotateright{w}({a}, {k})",
            "(__extension__({{ {t} z; __builtin_{o}_overflow({a}, {b}, &z) ? {c} : z; }}))",
            "({t})(__extension__({{ {s} z; __builtin_{o}_overflow(({s}){a}, ({s}){b}, &z)"
            " ? ({s}){c} : z; }}))",
        ]).format(a=a, b=b, c=c, k=k, s=s, t=t, small=small, w=WIDTH[t],
                  last=WIDTH[t] - 1, o=self.r.choice(["add", "sub", "mul"])), t

    def word_as(self, t, leaves, depth):
        """The same, as a value of the type "t"."""
        text, own = self.word(leaves, depth)
        return text if own == t else "(%s)%s" % (t, text)

    def word_constant(self, t):
        """A constant of the type."""
        return "(%s)%du" % (t, self.r.choice(CONSTANTS) % (1 << WIDTH[t]))

    def words(self):
        """Words of what hashing and counting are made of, and a quotient."""
        x, x2 = (self.array("in", 1, "unsigned long", "pointer").name
                 for _ in range(2))
        y = self.array("out", 1, self.r.choice(["unsigned long", "unsigned"]),
                       "pointer").name
        f = self.array("in", 1, "double", "pointer").name
        q = self.array("out", 1, "double", "pointer").name
        h, k = self.name("h"), self.name("k")
        lines = ["uint64_t %s = %s[i] * 0x9e3779b97f4a7c15u, "
                 "%s = %s[i] * 2654435761u << 7;" % (h, x, k, x2)]
        lines.append(self.r.choice([
            "{q}[i] = {f}[i] / {f}[i + 1];", "{h} -= ~{h} / 7;",
            "{q}[i] = sqrt(fabs({f}[i]));", "{h} ^= {k} / ({h} >> 9 | 1);",
            "{k} += {h} % 1000003;", ""]).format(q=q, f=f, h=h, k=k))
        leaves = [h, k, h, k, "i", "(uint32_t)(%s >> 32)" % h]
        lines.append("%s[i] = %s;" % (y, self.word(
            leaves, self.r.randint(2, 4))[0]))
        return self.map_of("\n".join(lines))
