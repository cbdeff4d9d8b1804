// test/unit/unit_skeleton.c: what skeletons put, and what is wrong with them.
#include "kernel/kernel_private.h"

#include "unit.h"

// diag_fn: keeps the message.
static void
keep(void *user, diag_level level, loft_loc loc, const char *id,
     const char *message) {
  (void)level, (void)loc, (void)id;
  snprintf(user, 300, "%s", message);
}

// The hole "twice": a sum.
static kn_reg *
put_twice(void *user, const kn_hole_arg *args) {
  return kn_put2(user, IR_OP_ADD, args[0].reg, args[0].reg, "sum");
}

// Whether "text" puts what "want" is, or is reported with it.
static bool
gives(const char *text, const char *want) {
  char message[300] = "";
  loft_cx cx = {.arena = arena_create(), .diag = keep, .diag_user = message};
  kn_lowering low = {.cx = &cx, .arena = cx.arena};
  kn_fn *f = kn_fn_new(&low, NULL, "k");
  ir_soac none = {0};
  f->fn->what = "";
  sb out;
  kn_skeleton *t = kn_skeleton_new(f, &none);
  kn_let_number(t, "N", 3);
  kn_let_reg(t, "n", kn_put_builtin(f, KN_ITEM_X, "n"));
  kn_let_hole(t, "twice", put_twice, f);
  kn_put_skeleton(t, "unit", text);
  sb_init(&out, cx.arena);
  kn_print_func(&out, cx.arena, f->fn);
  const char *got = low.failed ? message : sb_str(&out);
  bool as_wanted = strstr(got, want) != NULL && low.failed == !!*message;
  if (!as_wanted)
    fprintf(stderr, "got: %s\n", got);
  arena_destroy(cx.arena);
  return as_wanted;
}

// Operators bind as in C; numbers are computed, and a zero is not added.
static void
test_expressions(void) {
  CHECK(gives("a = n + n * (2 * N - 1)", "i64 t = n * 5\n  i64 a = n + t\n"));
  CHECK(gives("a = n - 1 - N", "i64 t = n - 1\n  i64 a = t - 3\n"));
  CHECK(gives("a = n + (N - 3) b = a * 2", "i64 b = n * 2\n"));
  CHECK(gives("c = n < 4 & n >= N", "bool c = t & t_1\n"));
  CHECK(
      gives("a = twice(min(n, 7))", "i64 t = min(n, 7)\n  i64 sum = t + t\n"));
}

// What is decided and unrolled now, and what the kernel does.
static void
test_statements(void) {
  CHECK(
      gives("when (N == 3) { a = n * 2 } else { a = n * 9 }", "a = n * 2\n}"));
  CHECK(gives("when (N < 3) { a = n * 2 } else { a = n * 9 }", "a = n * 9\n}"));
  CHECK(gives("each (c < 2) { a = n * (c + 4) }",
              "i64 a = n * 4\n  i64 a_1 = n * 5\n"));
  CHECK(gives("each (c < 0) { a = n * 9 } b = n * 7", "n = item.x\n  i64 b"));
  CHECK(gives("if (n > N) { barrier }", "if (t) {\n    barrier\n  }"));
  CHECK(gives("for (q < n) { a = q * 2 }",
              "for (q < n) {\n    i64 a = q * 2\n  }"));
  CHECK(gives("i64 m = n while (m > 1) { m = m >> 1 } a = m * 2",
              "i64 m = n\n  bool t = m > 1\n  bool more = t\n"
              "  while (more) {\n    i64 t_1 = m >> 1\n    m = t_1\n"
              "    bool t_2 = m > 1\n    more = t_2\n  }\n"
              "  i64 a = m * 2\n"));
  CHECK(gives("parallel for (q < N) { a = q * 2 }", "parallel for (q < 3) {"));
}

// A part sees the names of what runs it, and keeps its own to itself.
static void
test_parts(void) {
  CHECK(gives("part p(x) { a = x * m } m = n + 1 p(n)", "i64 a = n * m\n"));
  CHECK(gives("part p(n) { a = n * 2 } p(N) b = n * 5", "i64 b = n * 5\n"));
  CHECK(gives("part p(use) { use(4) } part t(x) { a = n * x } p(t)",
              "i64 a = n * 4\n"));
}

// Errors, with their place.
static void
test_errors(void) {
  CHECK(gives("a = n * m", "unknown name"));
  CHECK(gives("when (n) { }", "expected a number"));
  CHECK(gives("each (c < 2) { a = }", "unknown name"));
  CHECK(gives("if (n > 1) { a = n * 2", "expected '}'"));
  CHECK(gives("tuple t[2] t[2] = t[0]", "expected a number of a tuple"));
  CHECK(gives("n(3)", "expected '='"));
}

int
main(void) {
  test_expressions();
  test_statements();
  test_parts();
  test_errors();
}
