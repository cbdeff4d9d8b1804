// test/unit/unit_ir.c: builder, cloning, traversal, views, affine forms.
#include "analysis/analysis.h"

#include "unit.h"

// Parses "text", which must be valid.
static ir_module *
parse(loft_cx *cx, const char *text) {
  ir_module *m = ir_parse(cx, "unit", text);
  CHECK(m);
  return m;
}

// ir_walk's "user" of find_named.
typedef struct search {
  const char *name;
  ir_val *found;
} search;

// ir_walk_fn: looks for a value by name among outs and region parameters.
static bool
find_named(void *user, ir_op *op) {
  search *s = user;
  for (int i = 0; i < op->outs.n; i++)
    if (strcmp(op->outs.at[i]->name, s->name) == 0)
      s->found = op->outs.at[i];
  for (int k = 0; k < op->n_regions; k++)
    for (int i = 0; i < op->regions[k]->params.n; i++)
      if (strcmp(op->regions[k]->params.at[i]->name, s->name) == 0)
        s->found = op->regions[k]->params.at[i];
  return !s->found;
}

// The value "name" of "f".
static ir_val *
value(ir_func *f, const char *name) {
  search s = {.name = name};
  for (int i = 0; i < f->body->params.n; i++)
    if (strcmp(f->body->params.at[i]->name, name) == 0)
      return f->body->params.at[i];
  ir_walk(f->body, find_named, &s);
  CHECK(s.found);
  return s.found;
}

static const char *const nest =
    "func @f(%n: i64, %m: i32, %u: u32, %x: []f32 {read,write}) -> ([]f32) {\n"
    "  %c2: i64 = const 2\n"
    "  %y: []f32 = map (%i < %n, %j < %n) (%w = %x) {\n"
    "    %ij: i64 = mul %i, %n\n"
    "    %row: i64 = add %ij, %j\n"
    "    %ji: i64 = mul %n, %i\n"
    "    %wor: i64 = add %j, %ji\n"
    "    %three: i64 = const 3\n"
    "    %s: i64 = shl %i, %three\n"
    "    %t: i64 = sub %s, %i\n"
    "    %t2: i64 = add %t, %c2\n"
    "    %sq: i64 = mul %i, %i\n"
    "    %q: i64 = div %i, %c2\n"
    "    %qj: i64 = add %q, %j\n"
    "    %m2: i32 = add %m, %m\n"
    "    %m3: i64 = convert %m2\n"
    "    %u2: u32 = add %u, %u\n"
    "    %u3: i64 = convert %u2\n"
    "    %z: i64 = sub %row, %wor\n"
    "    %v: f32 = index %w, %row\n"
    "    %w1: []f32 = update %w, %row, %v\n"
    "    yield %w1\n"
    "  }\n"
    "  return %y\n"
    "}\n";

// Checks that the stride of "of" in "in" is "want" (an_affine_stride).
static void
check_stride(loft_cx *cx, ir_func *f, const char *of, const char *in, int want,
             int64_t want_stride) {
  int64_t stride = -99;
  an_affine form = an_affine_of(cx->arena, value(f, of));
  CHECK(an_affine_stride(&form, value(f, in), &stride) == want);
  CHECK(want < 0 || want == 2 || stride == want_stride);
}

// Polynomial forms: sums, products, shifts, cancelling, leaves.
static void
test_affine(loft_cx *cx) {
  ir_func *f = parse(cx, nest)->funcs;
  an_affine row = an_affine_of(cx->arena, value(f, "row"));
  an_affine wor = an_affine_of(cx->arena, value(f, "wor"));
  an_affine zero = an_affine_of(cx->arena, value(f, "z"));
  CHECK(row.terms.n == 2 && an_affine_eq(cx->arena, &row, &wor));
  CHECK(zero.terms.n == 0 && zero.constant == 0);
  CHECK(!an_affine_eq(cx->arena, &row, &zero));
  check_stride(cx, f, "row", "j", 1, 1);
  check_stride(cx, f, "row", "i", 2, 0);
  check_stride(cx, f, "z", "i", 0, 0);
  check_stride(cx, f, "t2", "i", 1, 7);
  check_stride(cx, f, "t2", "j", 0, 0);
  check_stride(cx, f, "sq", "i", -1, 0);
  check_stride(cx, f, "qj", "i", -1, 0);
  check_stride(cx, f, "qj", "j", 1, 1);
  check_stride(cx, f, "m3", "m", 1, 2);
  an_affine t2 = an_affine_of(cx->arena, value(f, "t2"));
  CHECK(t2.constant == 2);
  an_affine u3 = an_affine_of(cx->arena, value(f, "u3"));
  CHECK(u3.terms.n == 1 && u3.terms.at[0].factors[0] == value(f, "u2"));
}

// What a loop carries may depend on what is around it.
static void
test_stride_of_carried(loft_cx *cx) {
  ir_func *f = parse(cx, "func @f(%n: i64) -> (i64) {\n"
                         "  %c0: i64 = const 0\n"
                         "  %r: i64 = loop (%i < %n) (%s = %c0) {\n"
                         "    %a: i64 = add %i, %s\n"
                         "    yield %a\n"
                         "  }\n"
                         "  return %r\n"
                         "}\n")
                   ->funcs;
  check_stride(cx, f, "a", "i", -1, 0);
  check_stride(cx, f, "a", "n", -1, 0);
}

// Views of map and loop, storage roots through them.
static void
test_views(loft_cx *cx) {
  ir_func *f = parse(cx, nest)->funcs;
  ir_soac s;
  ir_loop l;
  CHECK(ir_match_soac(value(f, "y")->def, &s) && s.n_dims == 2 && !s.n_red);
  CHECK(s.n_dests == 1 && s.dest_params[0] == value(f, "w"));
  CHECK(s.dest_yields[0] == value(f, "w1") && s.idx[1] == value(f, "j"));
  CHECK(!ir_match_loop(value(f, "y")->def, &l));
  CHECK(ir_storage_root(value(f, "y"), NULL) == value(f, "x"));
  CHECK(ir_storage_root(value(f, "w1"), s.body) == value(f, "w"));
  CHECK(ir_storage_root(value(f, "w1"), NULL) == value(f, "x"));
  CHECK(ir_is_outside(value(f, "x"), s.body));
  CHECK(!ir_is_outside(value(f, "row"), s.body));
  CHECK(!ir_is_outside(value(f, "i"), s.body));
}

// A loop that swaps its arrays has no single storage.
static void
test_double_buffer(loft_cx *cx) {
  ir_func *f = parse(cx, "func @f(%n: i64, %a: []f32 {read,write}, "
                         "%b: []f32 {read,write}) -> ([]f32, []f32) {\n"
                         "  %p: []f32, %q: []f32 = loop (%t < %n) "
                         "(%x = %a, %y = %b) {\n"
                         "    %v: f32 = index %x, %t\n"
                         "    %y1: []f32 = update %y, %t, %v\n"
                         "    yield %y1, %x\n"
                         "  }\n"
                         "  return %p, %q\n"
                         "}\n")
                   ->funcs;
  CHECK(ir_storage_root(value(f, "p"), NULL) == value(f, "p"));
  CHECK(ir_storage_root(value(f, "y1"), NULL) == value(f, "y"));
}

// Constants through converts.
static void
test_match_int(loft_cx *cx) {
  ir_func *f = parse(cx, "func @f() -> () {\n"
                         "  %a: i32 = const -1\n"
                         "  %b: u8 = convert %a\n"
                         "  %c: i64 = convert %b\n"
                         "  %d: i64 = convert %a\n"
                         "  %e: f32 = convert %a\n"
                         "  %g: i64 = add %d, %d\n"
                         "  %h: bool = const true\n"
                         "  %k: u64 = const 0xffffffffffffffff\n"
                         "  return\n"
                         "}\n")
                   ->funcs;
  int64_t v;
  CHECK(ir_match_int(value(f, "a"), &v) && v == -1);
  CHECK(ir_match_int(value(f, "b"), &v) && v == 255);
  CHECK(ir_match_int(value(f, "c"), &v) && v == 255);
  CHECK(ir_match_int(value(f, "d"), &v) && v == -1);
  CHECK(ir_match_int(value(f, "h"), &v) && v == 1);
  CHECK(!ir_match_int(value(f, "e"), &v) && !ir_match_int(value(f, "g"), &v));
  CHECK(!ir_match_int(value(f, "k"), &v));
}

// The text of "f".
static const char *
text_of(loft_cx *cx, ir_func *f) {
  sb s;
  sb_init(&s, cx->arena);
  ir_print_func(&s, f, NULL);
  return sb_str(&s);
}

// A clone prints alike and shares nothing with the original.
static void
test_clone(loft_cx *cx) {
  ir_module *m = parse(cx, nest);
  ir_module *other = ir_module_new(cx->arena);
  ir_func *copy = ir_clone_func(other, m->funcs, "f");
  const char *before = text_of(cx, m->funcs);
  CHECK(strcmp(before, text_of(cx, copy)) == 0);
  CHECK(ir_verify(cx->arena, other, NULL) == 0);
  ir_remove(value(copy, "z")->def);
  CHECK(strcmp(before, text_of(cx, m->funcs)) == 0);
  CHECK(strcmp(before, text_of(cx, copy)) != 0);
  CHECK(ir_func_find(other, "f") == copy && !ir_func_find(other, "g"));
}

// Built ops, replaced uses, counted uses, moved and removed ops.
static void
test_build(loft_cx *cx) {
  ir_module *m = ir_module_new(cx->arena);
  ir_func *f = ir_func_new(m, "f");
  ir_val *x = ir_func_add_param(f, ir_ty(IR_F32), "x", 0);
  ir_builder b = ir_at_end(f->body);
  ir_val *one = ir_build_float(&b, IR_F32, 1);
  ir_val *sum = ir_build2(&b, IR_OP_ADD, x, one);
  ir_val *less = ir_build2(&b, IR_OP_LT, sum, x);
  ir_val *pick = ir_build3(&b, IR_OP_SELECT, less, sum, one);
  ir_val *wide = ir_build_convert(&b, pick, IR_F64);
  CHECK(less->type.elem == IR_BOOL && pick->type.elem == IR_F32);
  CHECK(ir_build_convert(&b, wide, IR_F64) == wide);
  ir_build_yield(&b, &wide, 1);
  CHECK(ir_verify(cx->arena, m, NULL) == 0);
  ir_count_uses(f);
  CHECK(x->n_uses == 2 && sum->n_uses == 2 && one->n_uses == 2);
  ir_replace_uses(f, sum, x);
  ir_remove(sum->def);
  ir_builder front = ir_before(f->body->first);
  ir_val *first = ir_build_int(&front, IR_I8, -1);
  CHECK(f->body->first == first->def && first->def->bits == 0xff);
  ir_move(first->def, f->body, f->body->last);
  CHECK(f->body->last->prev == first->def);
  CHECK(ir_verify(cx->arena, m, NULL) == 0);
  ir_val *big = ir_build_int(&front, IR_F32, (1ll << 62) + (1ll << 38) + 1);
  CHECK(big->def->bits == 0x5e800001);
}

// op(identity, x) == x, on values where it matters.
static void
test_identities(void) {
  static const ir_opcode ops[] = {IR_OP_ADD, IR_OP_MUL,  IR_OP_AND,
                                  IR_OP_OR,  IR_OP_XOR,  IR_OP_MIN,
                                  IR_OP_MAX, IR_OP_CMIN, IR_OP_CMAX};
  static const uint64_t bits[] = {
      0, 1, 0x7f, 0x80, 0x80000000, 0x7f800000, 0xff800000, 0x3f800000};
  for (int s = IR_I8; s < IR_SCALAR__COUNT; s++)
    for (int k = 0; k < LOFT_COUNT(ops); k++)
      for (int i = 0; i < LOFT_COUNT(bits); i++) {
        bool logic = (ir_op_table[ops[k]].flags & IR_F_LOGIC) != 0;
        if (logic && ir_is_float((ir_scalar)s))
          continue;
        ir_bits mask = ((ir_bits)1 << ir_width((ir_scalar)s)) - 1;
        ir_bits args[] = {ir_red_identity(ops[k], (ir_scalar)s),
                          bits[i] & mask};
        CHECK(args[0] == (args[0] & mask));
        CHECK(ir_eval_scalar(ops[k], (ir_scalar)s, (ir_scalar)s, args) ==
              args[1]);
      }
  CHECK(ir_red_identity(IR_OP_AND, IR_BOOL) == 1);
}

// Only what cannot fail may be evaluated early.
static void
test_speculatable(loft_cx *cx) {
  ir_func *f = parse(cx, "func @f(%n: i64, %x: []i64 {read}) -> (i64) {\n"
                         "  %a: i64 = div %n, %n\n"
                         "  %b: i64 = index %x, %a\n"
                         "  %c: bool = lt %a, %b\n"
                         "  %d: i64 = if %c { yield %a } else { yield %n }\n"
                         "  %e: i64 = if %c {\n"
                         "    %v: i64 = index %x, %n\n"
                         "    yield %v\n"
                         "  } else { yield %n }\n"
                         "  %g: bool = loop (%k = %c) while %k { yield %k }\n"
                         "  return %d\n"
                         "}\n")
                   ->funcs;
  CHECK(ir_is_speculatable(value(f, "a")->def));
  CHECK(!ir_is_speculatable(value(f, "b")->def));
  CHECK(ir_is_speculatable(value(f, "d")->def));
  CHECK(!ir_is_speculatable(value(f, "e")->def));
  CHECK(!ir_is_speculatable(value(f, "g")->def));
}

// Values by what computes them: the operands' order where it does not count, and
// only where the value is visible.
static void
test_values(loft_cx *cx) {
  ir_func *f = ir_parse(cx, "unit",
                        "func @f(%n: i64, %c: bool) -> (i64) {\n"
                        "  %r: i64 = if %c {\n"
                        "    %s: i64 = sub %n, %n\n"
                        "    yield %s\n"
                        "  } else { yield %n }\n"
                        "  return %r\n"
                        "}\n")
                   ->funcs;
  ir_val *n = value(f, "n"), *s = value(f, "s"), *r = value(f, "r");
  ir_val *nr[] = {n, r}, *rn[] = {r, n};
  an_values *t = an_values_new(cx->arena);
  an_key sub = an_key_of(IR_OP_SUB, IR_I64, 0, 2, nr);
  CHECK(!an_values_find(t, sub, f->body));
  an_values_put(t, sub, s);
  CHECK(!an_values_find(t, sub, f->body));
  CHECK(an_values_find(t, sub, s->def->parent) == s);
  an_values_put(t, sub, r);
  CHECK(an_values_find(t, sub, f->body) == r);
  CHECK(an_values_find(t, sub, s->def->parent) == r);
  CHECK(!an_values_find(t, an_key_of(IR_OP_SUB, IR_I64, 0, 2, rn), f->body));
  for (ir_bits k = 0; k < 100; k++)
    an_values_put(t, an_key_of(IR_OP_ADD, IR_I64, k, 2, nr), k % 2 ? r : s);
  for (ir_bits k = 0; k < 100; k++)
    CHECK(an_values_find(t, an_key_of(IR_OP_ADD, IR_I64, k, 2, rn), f->body) ==
          (k % 2 ? r : NULL));
}

int
main(void) {
  loft_cx cx = {.arena = arena_create(), .diag = diag_to_file};
  test_affine(&cx);
  test_stride_of_carried(&cx);
  test_views(&cx);
  test_double_buffer(&cx);
  test_match_int(&cx);
  test_clone(&cx);
  test_build(&cx);
  test_identities();
  test_speculatable(&cx);
  test_values(&cx);
  arena_destroy(cx.arena);
  return 0;
}
