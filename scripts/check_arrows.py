#!/usr/bin/env python3
"""scripts/check_arrows.py [-v]: calls between the files of a folder run one way.

An arrow a -> b: file a uses a function or table that b defines. Put in the
order in which fewest arrows run back up, those that still do are counted for
each folder, and may only become fewer. -v lists them."""
import glob
import os
import re
import sys

# How many arrows may run back, and the order of the subfolders, the lowest
# first: none may use one behind it.
MOST = {
    "base": (0, []),
    "ir": (1, []),
    "analysis": (0, []),
    "recognizer": (3, ["common", "domain", "footprint", "shapes"]),
    "rewrites": (0, []),
    "kernel": (1, []),
    "spirv": (0, []),
    "cpu": (0, []),
    "runtime": (3, ["core", "cpu", "vk"]),
    "plugin": (1, []),
}


def tokens_of(path):
    """The text of a file without comments and strings."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', " ", text,
                  flags=re.S)


def defined_in(text):
    """The names that a file defines for others: the return type stands in the
    line above a function's name."""
    names = set()
    for m in re.finditer(r"^([^\n]*)\n(\w+)\(", text, re.M):
        if m[1] and not m[1].startswith(("static", " ", "#", "}")):
            names.add(m[2])
    names |= set(re.findall(r"^const [\w ]*\b(\w+)(?:\[\w*\])? = ", text, re.M))
    return names


def arrows_of(folder):
    """(file, other file) -> the names used."""
    texts = {p[len(folder) + 1:-2]: tokens_of(p)
             for p in glob.glob(folder + "/**/*.c", recursive=True)}
    home = {n: f for f, t in sorted(texts.items()) for n in defined_in(t)}
    arrows = {}
    for f, text in texts.items():
        for n in set(re.findall(r"\w+", text)):
            if n in home and home[n] != f:
                arrows.setdefault((f, home[n]), []).append(n)
    return arrows


def components(arrows):
    """The sets of files that use each other in a circle."""
    out = {}
    for a, b in arrows:
        out.setdefault(a, set()).add(b)

    def reach(f):
        seen, todo = set(), [f]
        while todo:
            for g in out.get(todo.pop(), ()):
                if g not in seen:
                    seen.add(g)
                    todo.append(g)
        return seen
    reached = {f: reach(f) for f in out}
    circles = {frozenset(g for g in reached[f]
                         if f in reached.get(g, ()))
               for f in reached if f in reached[f]}
    return sorted(circles, key=sorted)


def back_arrows(files, arrows):
    """The fewest arrows found that must go for no circle to be left: each file
    in turn moves to its best place, from every rotation of the names."""
    best = None
    for start in range(len(files)):
        order = files[start:] + files[:start]
        moved = True
        while moved:
            moved = False
            for f in files:
                at = order.index(f)
                rest = order[:at] + order[at + 1:]
                cost = [sum((g, f) in arrows for g in rest)]
                for g in rest:
                    cost.append(cost[-1] - ((g, f) in arrows)
                                + ((f, g) in arrows))
                if min(cost) < cost[at]:
                    rest.insert(cost.index(min(cost)), f)
                    order, moved = rest, True
        place = {f: i for i, f in enumerate(order)}
        back = sorted((a, b) for a, b in arrows
                      if a in place and b in place and place[a] > place[b])
        if best is None or len(back) < len(best):
            best = back
    return best


status = 0
for folder, (most, order) in MOST.items():
    arrows = arrows_of(folder)
    back = [x for files in components(arrows)
            for x in back_arrows(sorted(files), arrows)]
    for a, b in arrows:
        x, y = os.path.dirname(a), os.path.dirname(b)
        if x in order and y in order and order.index(x) < order.index(y):
            print("%s: %s uses %s of %s" % (folder, a,
                                            ", ".join(arrows[a, b]), b))
            status = 1
    if len(back) > most or "-v" in sys.argv:
        print("%s: %d arrows of %d run back up, at most %d may" % (
            folder, len(back), len(arrows), most))
        for a, b in back:
            print("  %s -> %s: %s" % (a, b, " ".join(sorted(arrows[a, b]))))
        status |= len(back) > most
sys.exit(status)
