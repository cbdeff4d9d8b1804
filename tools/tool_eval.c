// tools/tool_eval.c: evaluating inputs and comparing outcomes.
#include "tools/tool.h"

#include <math.h>

// A copy of array "from" in "a".
static ir_array *
copy_array(arena *a, const ir_array *from) {
  ir_array *to = NEW(a, ir_array);
  size_t size = (size_t)from->n * (size_t)ir_size(from->elem);
  *to = *from;
  to->data = arena_alloc(a, size);
  if (size)
    memcpy(to->data, from->data, size);
  return to;
}

// A copy of "d", array and all, in "a".
static ir_datum
copy_datum(arena *a, const ir_datum *d) {
  ir_datum copy = *d;
  if (d->type.array)
    copy.array = copy_array(a, d->array);
  return copy;
}

// The table of rows that "f" takes behind the arguments of "in", the "n"-th
// one: the rows of a stride that it uses no more (pass follow).
static ir_datum
make_table(arena *a, const ir_func *f, const tool_input *in, int n) {
  enum { ROWS = 4096 };
  int64_t stride = 0, *at = NEW_ARRAY(a, int64_t, ROWS);
  for (int i = 0; i < in->n_args && n >= 0; i++)
    if ((in->modes[i] & IR_ROWS) && !(f->param_mode[i] & IR_ROWS) && n-- == 0)
      stride = (int64_t)in->args[i].bits;
  for (int i = 0; i < ROWS; i++)
    at[i] = i * stride;
  ir_array *table = NEW(a, ir_array);
  *table = (ir_array){.elem = IR_I64, .n = ROWS, .data = at};
  return (ir_datum){.type = {IR_I64, true}, .array = table};
}

// Copies the "n_results" results, then the arrays among "args", to "out".
static void
keep_outcome(arena *a, tool_outcome *out, const ir_datum *results,
             const ir_datum *args, int n_args) {
  out->data = NEW_ARRAY(a, ir_datum, out->n_results + n_args);
  for (int i = 0; i < out->n_results; i++)
    out->data[out->n_data++] = copy_datum(a, &results[i]);
  for (int i = 0; i < n_args; i++)
    if (args[i].type.array)
      out->data[out->n_data++] = copy_datum(a, &args[i]);
}

tool_outcome
tool_evaluate_by(loft_cx *cx, arena *a, ir_func *f, const tool_input *input,
                 tool_run_fn run, void *user) {
  loft_cx own = *cx; // what is made on the way dies here
  own.arena = arena_create();
  int n = f->body->params.n;
  tool_outcome out = {.n_results = f->body->last->ins.n};
  ir_datum *args = NEW_ARRAY(own.arena, ir_datum, n);
  ir_datum *results = NEW_ARRAY(own.arena, ir_datum, out.n_results);
  for (int i = 0; i < n; i++)
    args[i] = i < input->n_args
                  ? copy_datum(own.arena, &input->args[i])
                  : make_table(own.arena, f, input, i - input->n_args);
  out.ok = run(user, &own, f, args, results);
  if (out.ok)
    keep_outcome(a, &out, results, args, input->n_args);
  cx->n_errors = own.n_errors;
  arena_destroy(own.arena);
  return out;
}

// tool_run_fn: ir_eval; "user" is its options.
static bool
run_ir(void *user, loft_cx *cx, ir_func *f, const ir_datum *args,
       ir_datum *results) {
  return ir_eval(cx, f, args, results, user);
}

tool_outcome
tool_evaluate(loft_cx *cx, arena *a, ir_func *f, const tool_input *input,
              int64_t max_steps) {
  ir_eval_opts opts = {.max_steps = max_steps};
  return tool_evaluate_by(cx, a, f, input, run_ir, &opts);
}

void
tool_print_outcome(sb *out, const tool_input *in, const tool_outcome *got,
                   const ir_func *f) {
  int k = 0;
  sb_printf(out, "eval %s\n", in->text);
  for (; k < got->n_results; k++) {
    sb_printf(out, "  result %d: ", k);
    tool_print_datum(out, &got->data[k]);
    sb_add(out, "\n");
  }
  for (int i = 0; i < in->n_args; i++) {
    const ir_val *param = f->body->params.at[i];
    if (!param->type.array)
      continue;
    sb_printf(out, "  %s: ", param->name);
    tool_print_datum(out, &got->data[k++]);
    sb_add(out, "\n");
  }
}

// True when two scalars of type "s" agree.
static bool
same_scalar(ir_scalar s, ir_bits x, ir_bits y, double tolerance) {
  if (x == y)
    return true;
  if (!ir_is_float(s))
    return false;
  long double a = ir_float_value(s, x), b = ir_float_value(s, y);
  if (a != a || b != b)
    return a != a && b != b;
  return tolerance > 0 &&
         fabsl(a - b) <= tolerance * fmaxl(1, fmaxl(fabsl(a), fabsl(b)));
}

// "12 and 13"
static const char *
both(arena *a, ir_scalar s, ir_bits x, ir_bits y) {
  sb out;
  sb_init(&out, a);
  tool_print_scalar(&out, s, x, true);
  sb_add(&out, " and ");
  tool_print_scalar(&out, s, y, true);
  return sb_str(&out);
}

// The difference between "x" and "y", called "what", or NULL.
static const char *
datum_difference(arena *a, const char *what, const ir_datum *x,
                 const ir_datum *y, double tolerance) {
  ir_scalar s = x->type.elem;
  if (!ir_type_eq(x->type, y->type))
    return arena_printf(a, "%s changes its type", what);
  if (!x->type.array)
    return same_scalar(s, x->bits, y->bits, tolerance)
               ? NULL
               : arena_printf(a, "%s is %s", what,
                              both(a, s, x->bits, y->bits));
  if (x->array->n != y->array->n)
    return arena_printf(a, "%s changes its length", what);
  for (int64_t i = 0; i < x->array->n; i++) {
    ir_bits p = tool_element(x->array, i), q = tool_element(y->array, i);
    if (!same_scalar(s, p, q, tolerance))
      return arena_printf(a, "element %lld of %s is %s",
                          (long long)(i + x->array->base), what,
                          both(a, s, p, q));
  }
  return NULL;
}

const char *
tool_difference(arena *a, const tool_outcome *x, const tool_outcome *y,
                double tolerance) {
  if (x->n_results != y->n_results || x->n_data != y->n_data)
    return "the number of results differs";
  for (int i = 0; i < x->n_data; i++) {
    const char *what = i < x->n_results ? arena_printf(a, "result %d", i)
                                        : arena_printf(a, "array argument %d",
                                                       i - x->n_results);
    const char *found =
        datum_difference(a, what, &x->data[i], &y->data[i], tolerance);
    if (found)
      return found;
  }
  return NULL;
}
