#!/usr/bin/env python3
"""scripts/update_reasons.py [--check]: writes docs/reasons.md from
recognizer/rec_reasons.def; with --check only says whether it is up to date."""
import os
import re
import sys

HEAD = """# Why a loop stays as it was

Each annotated loop that loft does not lift gives a warning with a stable
number. What was seen, and one way to change it (`X` stands for the offending
text):

| number | name | what was seen | what to do |
|---|---|---|---|
"""

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
with open(os.path.join(root, "recognizer", "rec_reasons.def")) as f:
    text = f.read()
string = r'"((?:[^"\\]|\\.)*)"'
entry = re.compile(r'^REC_REASON\(\s*%s,\s*(\w+),\s*%s,\s*%s\)' % (
    string, string, string), re.M)
rows = ["| %s | %s | %s | %s |\n" % (
    m[1], m[2], m[3].replace("%s", "X").replace("|", "\\|"),
    m[4].replace("%s", "X").replace("|", "\\|")) for m in entry.finditer(text)]
out = HEAD + "".join(rows)
path = os.path.join(root, "docs", "reasons.md")
if "--check" in sys.argv:
    with open(path) as f:
        if f.read() != out:
            sys.exit("docs/reasons.md is old: run scripts/update_reasons.py")
else:
    with open(path, "w") as f:
        f.write(out)
