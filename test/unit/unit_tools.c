// test/unit/unit_tools.c: --check-eval notices what a pass breaks.
#include "tools/opt.h"

#include "unit.h"

static const char *const sums =
    "func @f(%n: i64, %x: []f32 {read,write}) -> (f32) {\n"
    "  %z: f32 = const 0\n"
    "  %s: f32 = reduce (%i < %n) [add %z] {seq} {\n"
    "    %v: f32 = index %x, %i\n"
    "    yield %v\n"
    "  }\n"
    "  return %s\n"
    "}\n";

// The last diagnostic.
typedef struct sink {
  char last[500];
} sink;

// diag_fn: keeps the message.
static void
keep(void *user, diag_level level, loft_loc loc, const char *id,
     const char *message) {
  sink *s = user;
  (void)level, (void)loc, (void)id;
  snprintf(s->last, sizeof s->last, "%s", message);
}

// "sums" with "from" replaced by "to".
static ir_module *
variant(loft_cx *cx, const char *from, const char *to) {
  const char *at = strstr(sums, from);
  CHECK(at);
  const char *text = arena_printf(cx->arena, "%.*s%s%s", (int)(at - sums), sums,
                                  to, at + strlen(from));
  ir_module *m = ir_parse(cx, "unit", text);
  CHECK(m);
  return m;
}

// Checks "m" after a pass called "pass"; true when it finds nothing.
static bool
passes(loft_cx *cx, const char *eval, const char *pass, ir_module *m) {
  opt_options options = {0};
  opt_checker c = {.cx = cx, .options = &options};
  tool_inputs inputs = {0};
  ir_module *before = ir_parse(cx, "unit", sums);
  CHECK(tool_find_inputs(cx, before, "unit", eval, &inputs));
  CHECK(opt_check_begin(&c, before, &inputs));
  CHECK(c.cases.n == (*eval ? 1 : 8));
  return opt_check_after(&c, pass, m);
}

int
main(void) {
  sink s = {""};
  loft_cx cx = {.arena = arena_create(), .diag = keep, .diag_user = &s};
  const char *eval = "// EVAL: @f 33, [16777216, 1 x 32]\n";
  ir_module *other = variant(&cx, "seq", "level=seq,seq");
  CHECK(passes(&cx, eval, "p", other) && passes(&cx, "", "p", other));
  other = variant(&cx, "const 0", "const 5"); // other value
  CHECK(!passes(&cx, eval, "p", other));
  CHECK(strstr(s.last, "pass 'p' changes @f: result 0 is 16777216"));
  CHECK(!passes(&cx, "", "p", other) && strstr(s.last, "random input @f"));
  other = variant(&cx, " {seq}", ""); // other order: other bits
  CHECK(!passes(&cx, eval, "p", other));
  CHECK(passes(&cx, eval, "soac", other));
  other = variant(&cx, "index %x, %i", "index %x, %n"); // out of bounds
  CHECK(!passes(&cx, eval, "p", other));
  CHECK(strstr(s.last, "does not evaluate any more"));
  other = variant(&cx, "@f", "@g");
  CHECK(!passes(&cx, eval, "p", other) && strstr(s.last, "is gone"));
  other = variant(&cx, "%n: i64", "%n: i64, %k: i64");
  CHECK(!passes(&cx, eval, "p", other) && strstr(s.last, "other arguments"));
  arena_destroy(cx.arena);
  return 0;
}
