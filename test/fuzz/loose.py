"""test/fuzz/loose.py: accesses at strides that nothing relates: rows within
planes or planes within rows, and groups of accesses a stride apart. Whether
iterations meet depends on sizes that the caller alone knows.
"""
from pieces import FLOATS, INTS, Node, block

LOOSE = ["loose", "loose"]
BASE = 640  # where arrays are pointed at: this many elements are on either side


class Loose:
    """A further shape of a program (generate.py)."""

    def loose_sizes(self):
        """Trip counts and strides {name: value}: one stride fits into the other,
        or just not, or is none."""
        k = self.r.choice([0, 1, 1, 2, 3, 5, 6])
        j = self.r.choice([1, 1, 2, 3, 4])
        s = self.r.choice([1, 2, 3, 4, 7])
        near = self.r.choice([0, 0, 0, -1, 1, 2])
        t = max(self.r.choice([k, k, j, 2, 3]), 1) * s + near
        if self.chance(0.5):
            s, t = t, s
        if self.chance(0.1):
            s = self.r.choice([0, t, -s])
        if self.chance(0.1):
            t = self.r.choice([0, 2 * s, -t])
        return {"k": k, "j": j, "s": s, "t": t}

    def loose(self):
        """A nest, or a loop, over one array whose accesses are in groups, and
        maybe over others."""
        self.n, self.m = 24, 40  # room in the arrays
        ctype = self.r.choice(FLOATS * 2 + list(INTS))
        self.keep_order(ctype)
        sizes = self.loose_sizes()
        signed = min(sizes["s"], sizes["t"]) < 0
        # where a group is, beside the place of the iteration
        apart = self.r.choice([["0"], ["0", "{t}"], ["0", "{t}", "2 * {t}"],
                               ["0", "{t}", "{s}"], ["0", "{t}", "{t} + 1"],
                               ["0", "-{t}", "{t}"], ["0", "1"]])
        index = self.r.choice(["int", "long", "long"] if signed or
                              "-{t}" in apart else
                              ["int", "long", "unsigned", "size_t"])
        names = {v: self.name(v) for v in sizes}
        for v, x in sizes.items():
            self.typed.append((index, names[v], x))
        place = self.r.choice(["k * {s}", "k * {s}", "k * {s} + j",
                               "k * {s} + j * {t}", "k * {s} + j * {t}",
                               "(k + 1) * {s} + j * {t}", "2 * k * {s} + j"])
        places = [(p if q == "0" else "%s + %s" % (p, q)).format(
            **names).replace("+ -", "- ") for p in [place] for q in apart]
        z = self.array("inout", 2, ctype, "pointer")
        arrays = [z] + [self.array("in", 2, ctype, "pointer")
                        for _ in range(self.r.choice([0, 0, 1]))]
        self.before = " ".join("%s += %d;" % (a.name, BASE) for a in arrays)
        for a in arrays[1:]:
            self.calls.append({a.name: "%s + %d" % (
                z.name, self.r.choice([0, 1, sizes["k"], 90]))})
        stmts = self.loose_updates(ctype, places, arrays)
        if "j" in place:
            stmts = [block("for ({i} j = 0; j < {j}; j++)".format(
                i=index, **names), stmts, drop=False)]
        return block("for ({i} k = 0; k < {k}; k++)".format(i=index, **names),
                     stmts, drop=False)

    def loose_updates(self, ctype, places, arrays):
        """Statements that write the first of "arrays" at some of "places", and
        read the arrays at all."""
        z = arrays[0].name
        reads = ["%s[%s]" % (a.name, p) for a in arrays for p in places]
        writes = self.r.sample(places, self.r.randint(1, len(places)))
        if self.chance(0.5):  # one after the other
            return [Node("%s[%s] = %s;" % (z, p, self.mixed(
                ctype, self.r.sample(reads, min(len(reads), 2)))))
                for p in writes]
        values = [(self.name("v"), r) for r in reads]
        return [Node("%s %s = %s;" % (ctype, v, r), drop=False)
                for v, r in values] + [
            Node("%s[%s] = %s;" % (z, p, self.mixed(
                ctype, [v for v, _ in self.r.sample(
                    values, min(len(values), 3))]))) for p in writes]
