// test/unit/unit_kernel.c: what the kernel evaluator reports. Correct programs
// are broken in one place each.
#include "kernel/kernel.h"

#include "unit.h"

static const char *const sum =
    "func @f(%n: i64, %x: []i64 {read}) -> (i64) {\n"
    "  %zero: i64 = const 0\n"
    "  %s: i64 = reduce (%i < %n) [add %zero] {level=grid} {\n"
    "    %e: i64 = index %x, %i\n"
    "    yield %e\n"
    "  }\n"
    "  return %s\n"
    "}\n";

static const char *const copy =
    "func @f(%n: i64, %x: []i64 {read,write}) -> () {\n"
    "  %y: []i64 = map (%i < %n) (%w = %x) {level=thread} {\n"
    "    %z: []i64 = update %w, %i, %i\n"
    "    yield %z\n"
    "  }\n"
    "  return\n"
    "}\n";

static const char *const rows =
    "func @f(%n: i64, %x: []i64 {read,write}) -> () {\n"
    "  %y: []i64 = map (%i < %n) (%w = %x) {level=grid} {\n"
    "    %s: i64 = reduce (%j < %n) [add %n] {level=seq,seq} {\n"
    "      yield %j\n"
    "    }\n"
    "    %z: []i64 = update %w, %i, %s\n"
    "    yield %z\n"
    "  }\n"
    "  return\n"
    "}\n";

// diag_fn: keeps the message.
static void
keep(void *user, diag_level level, loft_loc loc, const char *id,
     const char *message) {
  (void)level, (void)loc, (void)id;
  char *to = user;
  snprintf(to, 200, "%s", message);
}

// A program, and what its evaluation says.
typedef struct test {
  loft_cx cx;
  char message[200];
  kn_program *p;
} test;

static void
begin(test *t, const char *text) {
  *t = (test){.cx = {.arena = arena_create(), .diag = keep}};
  t->cx.diag_user = t->message;
  ir_module *m = ir_parse(&t->cx, "unit", text);
  CHECK(m);
  bool cpu = strstr(text, "thread") != NULL;
  t->p = kn_lower(&t->cx, m->funcs, cpu ? KN_CPU : KN_GPU);
  CHECK(t->p);
}

// Runs the program on 40 elements; true when "want" is part of the message
// (NULL: no error).
static bool
end(test *t, const char *want) {
  int64_t data[40] = {1, 2, 3};
  ir_array x = {.elem = IR_I64, .n = 40, .data = data};
  ir_datum args[2] = {{.type = ir_ty(IR_I64), .bits = 40},
                      {.type = ir_array_ty(IR_I64), .array = &x}};
  ir_datum result[1];
  bool ok = kn_eval(&t->cx, t->p, args, result, 16);
  bool as_wanted = want ? !ok && strstr(t->message, want) : ok;
  if (!as_wanted)
    fprintf(stderr, "got: %s\n", t->message);
  arena_destroy(t->cx.arena);
  return as_wanted;
}

// The "skip"-th statement of "kind" in "b" or below; its place in *at.
static kn_block *
find(kn_block *b, kn_kind kind, int *skip, int *at) {
  for (int i = 0; i < b->n; i++) {
    if (b->at[i]->kind == kind && (*skip)-- == 0) {
      *at = i;
      return b;
    }
    for (int k = 0; k < 2; k++) {
      kn_block *found = find(&b->at[i]->body[k], kind, skip, at);
      if (found)
        return found;
    }
  }
  return NULL;
}

// The statement of find.
static kn_stmt *
statement(kn_func *f, kn_kind kind, int skip) {
  int at;
  kn_block *b = find(&f->body, kind, &skip, &at);
  CHECK(b);
  return b->at[at];
}

// Takes that statement out.
static kn_stmt *
cut(kn_func *f, kn_kind kind, int skip) {
  int at;
  kn_block *b = find(&f->body, kind, &skip, &at);
  CHECK(b);
  kn_stmt *s = b->at[at];
  for (b->n--; at < b->n; at++)
    b->at[at] = b->at[at + 1];
  return s;
}

// Programs that nobody broke.
static void
test_right(void) {
  test t;
  begin(&t, sum);
  CHECK(end(&t, NULL));
  begin(&t, copy);
  CHECK(end(&t, NULL));
  begin(&t, rows);
  CHECK(end(&t, NULL));
}

// Each barrier of the tree is needed but the last, behind which an item reads
// what it wrote itself.
static void
test_missing_barrier(void) {
  for (int k = 0; k < 5; k++) {
    test t;
    begin(&t, sum);
    cut(t.p->kernels.at[0], KN_BARRIER, k);
    CHECK(end(&t, "race: s["));
  }
}

// A barrier under a condition.
static void
test_divergent_barrier(void) {
  test t;
  begin(&t, sum);
  kn_stmt *barrier = cut(t.p->kernels.at[0], KN_BARRIER, 2);
  kn_stmt *s = statement(t.p->kernels.at[0], KN_IF, 0);
  vec_push(t.cx.arena, &s->body[0], barrier);
  CHECK(end(&t, "a barrier is not reached by all of its work-group"));
}

// Iterations of a parallel loop, and ranges, that write the same element.
static void
test_race(void) {
  test t;
  begin(&t, copy);
  kn_func *k = t.p->kernels.at[0];
  statement(k, KN_STORE, 0)->args[0] = statement(k, KN_STORE, 0)->args[1];
  kn_stmt *lo = statement(k, KN_BUILTIN, 0);
  statement(k, KN_STORE, 0)->args[0] = lo->dst;
  CHECK(end(&t, "race: x[0] is written by two work-items"));
}

// Fewer iterations promised than done.
static void
test_loop_bound(void) {
  test t;
  begin(&t, rows);
  kn_stmt *launch = statement(t.p->host, KN_LAUNCH, 0);
  launch->loop_bound = launch->items[0];
  CHECK(end(&t, NULL));
  begin(&t, rows);
  int at, skip = 0;
  kn_block *b = find(&t.p->host->body, KN_LAUNCH, &skip, &at);
  kn_stmt *less = NEW(t.cx.arena, kn_stmt);
  *less = (kn_stmt){.kind = KN_CONST, .bits = 39};
  less->dst = kn_reg_new(t.cx.arena, t.p->host, IR_I64, "less");
  b->at[at]->loop_bound = less->dst;
  vec_push(t.cx.arena, b, b->at[at]);
  b->at[at] = less;
  CHECK(end(&t, "does more than the 39 loop iterations promised"));
}

// Arrays that are freed never, twice, too early.
static void
test_lifetime(void) {
  test t;
  begin(&t, sum);
  cut(t.p->host, KN_FREE, 1);
  CHECK(end(&t, "is never freed"));
  begin(&t, sum);
  kn_stmt *partials = statement(t.p->host, KN_FREE, 1);
  kn_stmt *result = statement(t.p->host, KN_FREE, 2);
  result->buf = partials->buf;
  CHECK(end(&t, "is freed twice"));
  begin(&t, sum);
  partials = statement(t.p->host, KN_FREE, 1);
  partials->buf = statement(t.p->host, KN_FREE, 2)->buf;
  CHECK(end(&t, "is used after it was freed"));
}

// Elements outside, and elements nobody wrote.
static void
test_bounds(void) {
  test t;
  begin(&t, rows);
  kn_stmt *s = statement(t.p->kernels.at[0], KN_STORE, 0);
  kn_reg *value = s->args[1];
  s->args[1] = s->args[0];
  s->args[0] = value; // x[sum] = i
  CHECK(end(&t, "is outside of x, which has 0 to 39"));
  begin(&t, sum);
  cut(t.p->kernels.at[0], KN_STORE, 9); // the partials
  CHECK(end(&t, "s_partials[0] is read before it is written"));
}

int
main(void) {
  test_right();
  test_missing_barrier();
  test_divergent_barrier();
  test_race();
  test_loop_bound();
  test_lifetime();
  test_bounds();
  return 0;
}
