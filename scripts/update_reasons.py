#!/usr/bin/env python3
"""scripts/update_reasons.py [--check]: writes docs/reasons.md from
recognizer/reasons.def and the examples in docs/reasons/; with --check only
says whether it is up to date.

An example is named after its reason and holds, in this order: why (a comment),
`// flags: ...` if it takes some, code that gets exactly this reason, and
behind `// -- instead` code that gets none. scripts/check_reasons.py compiles
both."""
import collections
import os
import re
import sys

HEAD = """# Why a loop stays as it was

Each annotated loop that loft does not lift gives a warning with a stable
number. What was seen, and one way to change it (`X` stands for the offending
text). Below, each with an example.

| number | name | what was seen | what to do |
|---|---|---|---|
"""

Reason = collections.namedtuple("Reason", "number name text hint")
Example = collections.namedtuple("Example", "why flags bad good")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def reasons():
    """All reasons of the table, in its order."""
    with open(os.path.join(ROOT, "recognizer", "reasons.def")) as f:
        text = f.read()
    string = r'"((?:[^"\\]|\\.)*)"'
    entry = re.compile(r"^REC_REASON\(\s*%s,\s*(\w+),\s*%s,\s*%s\)" % (
        string, string, string), re.M)
    found = [Reason(m[1], m[2], m[3].replace("%s", "X"),
                    m[4].replace("%s", "X")) for m in entry.finditer(text)]
    for number, times in collections.Counter(r.number for r in found).items():
        if times > 1:
            sys.exit("%s is the number of %d reasons" % (number, times))
    return found


def example(reason):
    """The example of a reason; ends the program when there is none."""
    name = reason.name.lower().replace("_", "-") + ".c"
    path = os.path.join(ROOT, "docs", "reasons", name)
    if not os.path.exists(path):
        sys.exit("%s has no example: docs/reasons/%s" % (reason.number, name))
    with open(path) as f:
        lines = f.read().splitlines(keepends=True)
    why, flags = [], ""
    while lines and lines[0].startswith("// "):
        line = lines.pop(0)[3:].strip()
        if line.startswith("flags: "):
            flags = line[7:]
        else:
            why.append(line)
    bad, _, good = "".join(lines).partition("// -- instead\n")
    return Example(" ".join(why), flags, bad, good)


def entry(reason):
    """The section of one reason."""
    e = example(reason)
    out = "\n## %s: %s\n\n%s\n\n```c\n%s```\n" % (
        reason.number, reason.text, e.why, e.bad)
    if e.flags:
        out += "\ncompiled with `%s`\n" % e.flags
    out += "\nTo do: %s.\n" % reason.hint
    if e.good:
        out += "\n```c\n%s```\n" % e.good
    return out


def page():
    """The text of docs/reasons.md."""
    rows = ["| [%s](#%s) | %s | %s | %s |\n" % (
        r.number, anchor(r), r.name, r.text.replace("|", "\\|"),
        r.hint.replace("|", "\\|")) for r in reasons()]
    return HEAD + "".join(rows) + "".join(entry(r) for r in reasons())


def anchor(reason):
    """What a heading's link is on the usual sites."""
    text = ("%s: %s" % (reason.number, reason.text)).lower()
    return re.sub(r"[^\w -]", "", text).replace(" ", "-")


def main():
    path = os.path.join(ROOT, "docs", "reasons.md")
    if "--check" not in sys.argv:
        with open(path, "w") as f:
            f.write(page())
        return
    with open(path) as f:
        if f.read() != page():
            sys.exit("docs/reasons.md is old: run scripts/update_reasons.py")


if __name__ == "__main__":
    main()
