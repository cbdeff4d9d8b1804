# count_units.py REPORT: how many translation units, outputs, regions it has.
import json
import sys

with open(sys.argv[1]) as f:
    units = json.load(f)
print("%d units, %d outputs, %d regions" % (
    len(units), len({u["output"] for u in units}),
    sum(len(u["regions"]) for u in units)))
