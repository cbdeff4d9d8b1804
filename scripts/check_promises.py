#!/usr/bin/env python3
"""scripts/check_promises.py: each promise of docs/promises.md has a test, and
what any page of docs/ names in the folders of loft exists."""
import glob
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
FOLDERS = ("test scripts bench examples base ir analysis recognizer mathlib "
           "rewrites kernel spirv cpu runtime plugin tools include").split()
NAMED = re.compile(r"`((?:%s)/[^\s`]+)" % "|".join(FOLDERS))
PATTERN = re.compile(r"<\w+>|NAME") # stands for some file

os.chdir(ROOT)
errors = 0


def error(path, number, text):
    """Reports one finding."""
    global errors
    print("%s:%d: %s" % (path, number, text))
    errors += 1


for path in ["README.md", "HACKING.md"] + sorted(glob.glob("docs/*.md")):
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            for name in NAMED.findall(line):
                if not glob.glob(PATTERN.sub("*", name.rstrip(".,:"))):
                    error(path, number, "there is no %s" % name)
            cells = line.split("|")
            is_promise = (path == "docs/promises.md" and len(cells) > 3 and
                          cells[1].strip() not in ("promise", "---"))
            if is_promise and not re.search(r"`test/", cells[2]):
                error(path, number, "no test is named beside it")
            for name in re.findall(r"`([\w*-]+\.(?:c|loft|test))`",
                                   cells[2] if is_promise else ""):
                error(path, number, "%s is named without its folder" % name)
sys.exit(1 if errors else 0)
