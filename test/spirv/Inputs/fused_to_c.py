#!/usr/bin/env python3
"""fused_to_c.py DISASSEMBLY: the way of f32_div, f32_inv, f32_sqrt and
f32_inv_sqrt for devices that fuse, as C: float NAME_fused(operands, int *in_range).
The device's own quotients and roots go through approximate()."""
import re
import sys

BINARY = {
    "FMul": "*", "FAdd": "+", "FOrdGreaterThanEqual": ">=", "FOrdLessThan": "<",
    "LogicalAnd": "&", "BitwiseAnd": "&", "INotEqual": "!=", "ISub": "-",
    "ULessThan": "<",
}
TYPES = {"%float": "float", "%uint": "uint32_t", "%bool": "int"}


def name(operand):
    return "v" + operand[1:]


def expression(op, args):
    """The C of one instruction without its result type."""
    v = [name(a) for a in args]
    if op in BINARY:
        return f"{v[0]} {BINARY[op]} {v[1]}"
    if op == "ExtInst":
        x = [name(a) for a in args[2:]]
        return {
            "Fma": "fmaf({0}, {1}, {2})", "FAbs": "fabsf({0})",
            "InverseSqrt": "approximate(1 / sqrt((double){0}))",
        }[args[1]].format(*x)
    return {
        "FDiv": "approximate((double){0} / {1})", "FNegate": "-{0}",
        "Bitcast": "bits_of({0})",
    }[op].format(*v)


def translate(text, function):
    """The C function for the fused way of "function"."""
    body = re.search(rf"%{function} = OpFunction .*?OpFunctionEnd", text, re.S)[0]
    params = [name(p) for p in re.findall(r"(%\w+) = OpFunctionParameter", body)]
    way = body[body.index("OpBranchConditional %fused"):]
    way, result = re.match(r"(.*?)OpReturnValue (%\w+)", way, re.S).groups()
    out = [f"static float {function}_fused(" +
           ", ".join(f"float {p}" for p in params) + ", int *in_range) {"]
    for to, op, kind, args in re.findall(
            r"(%\w+) = Op(\w+) (%\w+) ([^\n]*)", way):
        out.append(f"  {TYPES[kind]} {name(to)} = {expression(op, args.split())};")
    conditions = re.findall(r"OpBranchConditional (%\w+)", way)
    out.append(f"  *in_range = {name(conditions[-1])};")
    return "\n".join(out + [f"  return {name(result)};", "}"])


text = open(sys.argv[1]).read()
for to, kind, value in re.findall(r"(%\w+) = OpConstant (%float|%uint) (\S+)", text):
    print(f"static const {TYPES[kind]} {name(to)} = {value};")
for function in ("f32_div", "f32_inv", "f32_sqrt", "f32_inv_sqrt"):
    print(translate(text, function))
