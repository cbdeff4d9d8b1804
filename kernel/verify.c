// kernel/verify.c: the rules of valid kernels.
//
// The rules are those of KERNEL.md. The emitters and the evaluator rely on
// them, so that text from anywhere may be read.
#include "kernel/kernel_private.h"

typedef struct verifier {
  loft_cx *cx;
  const kn_func *f;
  bool failed;
} verifier;

// Reports an error in "s", or in the function (NULL), once.
LOFT_PRINTF(3, 4)
// Reports the first error, at "s".
static void
wrong(verifier *v, const kn_stmt *s, const char *fmt, ...) {
  if (v->failed)
    return;
  v->failed = true;
  va_list ap;
  va_start(ap, fmt);
  const char *message = arena_vprintf(v->cx->arena, fmt, ap);
  va_end(ap);
  diag_report(v->cx, DIAG_ERROR, s ? s->loc : v->f->loc, NULL, "%s: %s",
              v->f->name, message);
}

// Reports when register "r", "what" of "s", is not of "type".
static void
expect_type(verifier *v, const kn_stmt *s, const kn_reg *r, ir_scalar type,
            const char *what) {
  if (r->type != type)
    wrong(v, s, "%s is %s, not %s", what, ir_scalar_name(r->type),
          ir_scalar_name(type));
}

// -- Scalar ops -------------------------------------------------------------
// How many operands op "code" of a kernel has; 0: kernels have no such op.
static int
count_operands(ir_opcode code) {
  static const int counts[] = {[IR_CLASS_BIN] = 2,   [IR_CLASS_CMP] = 2,
                               [IR_CLASS_UN] = 1,    [IR_CLASS_TERN] = 3,
                               [IR_CLASS_CONV] = 1,  [IR_CLASS_SELECT] = 3,
                               [IR_CLASS_MATH1] = 1, [IR_CLASS_MATH2] = 2};
  ir_class cls = ir_op_table[code].cls;
  return (int)cls < LOFT_COUNT(counts) ? counts[cls] : 0;
}

// CONVERT, BITCAST
static void
check_conversion(verifier *v, const kn_stmt *s) {
  ir_scalar from = s->args[0]->type, to = s->dst->type;
  if (s->op == IR_OP_BITCAST &&
      (ir_size(from) != ir_size(to) || from == IR_BOOL || to == IR_BOOL))
    wrong(v, s, "a bitcast of %s to %s", ir_scalar_name(from),
          ir_scalar_name(to));
}

// Reports an OP whose operands or result do not fit it.
static void
check_op(verifier *v, const kn_stmt *s) {
  int n = count_operands(s->op);
  const char *name = ir_op_table[s->op].mnemonic;
  bool choice = s->op == IR_OP_SELECT;
  if (n != s->n_args || !n) {
    wrong(v, s, "%s with %d operands", name, s->n_args);
    return;
  }
  if (ir_op_table[s->op].cls == IR_CLASS_CONV) {
    check_conversion(v, s);
    return;
  }
  ir_scalar type = s->args[choice]->type;
  if (choice)
    expect_type(v, s, s->args[0], IR_BOOL, "the condition");
  if (!ir_is_defined_on(s->op, type) || ir_is_in_mathlib(s->op, type))
    wrong(v, s, "%s of %s", name, ir_scalar_name(type));
  for (int k = choice; k < n; k++)
    expect_type(v, s, s->args[k], type, "an operand");
  bool compares = ir_op_table[s->op].cls == IR_CLASS_CMP;
  expect_type(v, s, s->dst, compares ? IR_BOOL : type, "the result");
}

// -- Statements -------------------------------------------------------------
static void check_block(verifier *v, const kn_block *b);

// LOAD, STORE, COMBINE
static void
check_access(verifier *v, const kn_stmt *s) {
  expect_type(v, s, s->args[0], IR_I64, "the index");
  expect_type(v, s, s->kind == KN_LOAD ? s->dst : s->args[1], s->buf->elem,
              "the element");
}

// Whether "block" ends as the body of loop "s" is to, by the element that says
// whether there is another iteration.
static bool
ends_by_answer(const kn_stmt *s, const kn_block *block) {
  int k = block->n - 1;
  if (k < 2 || block->at[k]->kind != KN_COPY || block->at[k]->dst != s->cond)
    return false;
  const kn_reg *cond = block->at[k--]->args[0];
  const kn_stmt *test = block->at[k--];
  k -= block->at[k]->kind == KN_CONST;
  return test->kind == KN_OP && test->op == IR_OP_NE && test->dst == cond &&
         k >= 0 && block->at[k]->kind == KN_LOAD &&
         block->at[k]->buf == s->ahead && block->at[k]->dst == test->args[0];
}

// Checks a loop: the types of its registers, then its block.
static void
check_loop(verifier *v, const kn_stmt *s) {
  if (s->count && s->count->type != IR_I64 &&
      (v->f->is_host || s->count->type != IR_I32))
    wrong(v, s, "the count is %s", ir_scalar_name(s->count->type));
  if (s->count)
    expect_type(v, s, s->dst, s->count->type, "the counter");
  if (s->cond)
    expect_type(v, s, s->cond, IR_BOOL, "the condition");
  if (s->ahead && !v->f->is_host)
    wrong(v, s, "a kernel runs nothing ahead");
  else if (s->ahead && (!s->cond || s->ahead->elem != IR_U32 ||
                        !ends_by_answer(s, &s->body[0])))
    wrong(v, s, "the body does not end with the answer in %s", s->ahead->name);
  check_block(v, &s->body[0]);
}

// Whether "b" is a parameter of the function.
static bool
is_param(const verifier *v, const kn_buf *b) {
  for (int k = 0; k < v->f->params.n; k++)
    if (v->f->params.at[k].buf == b)
      return true;
  return false;
}

// Reports a LAUNCH whose grid or arguments do not fit the kernel.
static void
check_launch(verifier *v, const kn_stmt *s) {
  const kn_func *k = s->kernel;
  for (int d = 0; d < LOFT_COUNT(s->items) && s->items[d]; d++)
    expect_type(v, s, s->items[d], IR_I64, "an extent");
  expect_type(v, s, s->loop_bound, IR_I64, "the bound of loops");
  expect_type(v, s, s->work, IR_I64, "the work");
  for (int i = 0; i < k->params.n; i++) {
    const kn_param *q = &k->params.at[i];
    const kn_arg *a = &s->launch[i];
    ir_scalar want = q->reg ? q->reg->type : q->buf->elem;
    if (!q->reg != !a->reg)
      wrong(v, s, "argument %d is %s array", i, a->reg ? "no" : "an");
    else if ((a->reg ? a->reg->type : a->buf->elem) != want)
      wrong(v, s, "argument %d is not %s", i, ir_scalar_name(want));
  }
}

// A statement that gives a handle its array.
static void
check_handle(verifier *v, const kn_stmt *s) {
  if (is_param(v, s->buf))
    wrong(v, s, "%s is a parameter", s->buf->name);
  if (s->kind == KN_ALLOC)
    expect_type(v, s, s->args[0], IR_I64, "the size");
  else if (s->buf->elem != s->buf2->elem)
    wrong(v, s, "%s has elements of another type", s->buf->name);
}

// Reports a statement that is not where it may be.
static void
check_place(verifier *v, const kn_stmt *s) {
  bool hosts = s->kind >= KN_LAUNCH; // ORDER KN_KIND
  bool kernels = s->kind >= KN_COMBINE && !hosts;
  if (v->f->is_host ? kernels : hosts)
    wrong(v, s, "%s",
          kernels ? "a kernel's statement on the host"
                  : "a host statement in a kernel");
}
_Static_assert(KN_COMBINE == KN_LOOP + 1 && KN_LAUNCH == KN_READABLE + 1,
               "ORDER KN_KIND");

// Reports a COMBINE whose element before is asked for, where that cannot be
// given.
static void
check_fetch(verifier *v, const kn_stmt *s) {
  expect_type(v, s, s->dst, s->buf->elem, "the element before");
  if (s->buf->space != KN_GLOBAL || !kn_combines_in_group(s->op, s->buf->elem))
    wrong(v, s, "such an element cannot be fetched");
}

// Checks one statement and those inside it.
static void
check_stmt(verifier *v, const kn_stmt *s) {
  check_place(v, s);
  switch (s->kind) {
  case KN_CONST:
  case KN_CALL:
  case KN_BARRIER:
  case KN_FREE:
  case KN_RETURN_REG:
  case KN_RETURN_BUF:
    return;
  case KN_COPY:
    expect_type(v, s, s->args[0], s->dst->type, "the value");
    return;
  case KN_OP:
    check_op(v, s);
    return;
  case KN_LOAD:
  case KN_STORE:
    check_access(v, s);
    return;
  case KN_COMBINE:
    check_access(v, s);
    if (s->op == IR_OP__COUNT || !ir_may_combine(s->op, s->buf->elem) ||
        (s->op != IR_OP_UPDATE && ir_is_float(s->buf->elem)))
      wrong(v, s, "no operator of %s", ir_scalar_name(s->buf->elem));
    else if (s->buf->space == KN_PRIVATE)
      wrong(v, s, "%s is no one else's", s->buf->name);
    else if (s->buf->space == KN_SHARED &&
             !kn_combines_in_group(s->op, s->buf->elem))
      wrong(v, s, "a group does not share such an element");
    else if (s->dst)
      check_fetch(v, s);
    return;
  case KN_IF:
    expect_type(v, s, s->args[0], IR_BOOL, "the condition");
    check_block(v, &s->body[0]);
    check_block(v, &s->body[1]);
    return;
  case KN_LOOP:
    check_loop(v, s);
    return;
  case KN_READABLE:
    expect_type(v, s, s->args[0], IR_I64, "the first index");
    expect_type(v, s, s->args[1], IR_I64, "the last index");
    expect_type(v, s, s->dst, IR_BOOL, "the result");
    return;
  case KN_THREADS:
    expect_type(v, s, s->args[0], IR_I64, "the work");
    expect_type(v, s, s->dst, IR_I64, "the result");
    return;
  case KN_BUILTIN:
  case KN_BOUND:
    expect_type(v, s, s->dst, IR_I64, "the result");
    return;
  case KN_LAUNCH:
    check_launch(v, s);
    return;
  case KN_ALLOC:
  case KN_REBIND:
    check_handle(v, s);
    return;
  }
}

// Checks statements up to the first error.
static void
check_block(verifier *v, const kn_block *b) {
  for (int i = 0; i < b->n && !v->failed; i++)
    check_stmt(v, b->at[i]);
}

// -- Functions --------------------------------------------------------------
// Arrays of a group and of a work-item are no larger than devices have room.
static void
check_arrays(verifier *v) {
  for (int i = 0; i < v->f->bufs.n; i++) {
    const kn_buf *b = v->f->bufs.at[i];
    if (b->space != KN_GLOBAL && v->f->is_host)
      wrong(v, NULL, "%s is of a kernel", b->name);
    else if (b->space == KN_PRIVATE &&
             b->count > IR_MAX_PRIVATE / ir_size(b->elem))
      wrong(v, NULL, "%s has more than %d bytes", b->name, IR_MAX_PRIVATE);
  }
  if (kn_shared_bytes(v->f) > KN_LEAST_SHARED)
    wrong(v, NULL, "a group shares more than %d bytes", KN_LEAST_SHARED);
}

// Every result is returned by the outermost block, whatever happens.
static void
check_results(verifier *v) {
  const kn_func *f = v->f;
  for (int k = 0; k < f->n_results; k++) {
    bool found = false;
    for (int i = 0; i < f->body.n; i++) {
      const kn_stmt *s = f->body.at[i];
      found |= (s->kind == KN_RETURN_REG || s->kind == KN_RETURN_BUF) &&
               s->index == k;
    }
    if (!found)
      wrong(v, NULL, "result %d is not returned", k);
  }
}

bool
kn_verify_func(loft_cx *cx, const kn_func *f) {
  verifier v = {.cx = cx, .f = f};
  check_arrays(&v);
  check_results(&v);
  check_block(&v, &f->body);
  return !v.failed;
}

bool
kn_verify(loft_cx *cx, const kn_program *p) {
  bool ok = !p->host || kn_verify_func(cx, p->host);
  for (int k = 0; k < p->kernels.n && ok; k++)
    ok = kn_verify_func(cx, p->kernels.at[k]);
  return ok;
}
