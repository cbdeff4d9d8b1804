# usage: marked.py TRACE INFO: of 24 calls, 4 with the same keys in a row, the
# last ones do not compute their footprint where memory can be watched, as INFO,
# what loft-info printed, says; the first ones do.
import json
import sys

with open(sys.argv[1]) as f:
    trace = json.load(f)
with open(sys.argv[2]) as f:
    watches = "PAGEMAP_SCAN" in f.read()
events = trace["traceEvents"] if isinstance(trace, dict) else trace
events = [e for e in events if e.get("ph") == "X"]
calls = sorted((e["ts"], e["dur"]) for e in events if e["name"] == "gather")
looks = [e["ts"] for e in events if e["name"].startswith("gather_footprint")]
looked = [any(at <= t <= at + d for t in looks) for at, d in calls]
assert len(calls) == 24, len(calls)
assert all(looked[0::4]), looked
assert not watches or not any(looked[3::4]), looked
