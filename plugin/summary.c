// plugin/summary.c: the lifted form of a region, in one line:
//
//   lifted to map 2d of sequential reduce add; a read, c written: iterations of
//   2 nested loops run at once, each adds up in order
//
// first in the terms of the IR, which tools and tests look for, then in words
// for somebody who knows C alone.
#include "plugin/region_private.h"

// How many parallel or sequential loops are directly in "r"; the only one.
static int
count_loops(ir_region *r, ir_op **only) {
  int n = 0;
  ir_foreach_op (op, r) {
    if (ir_iterates(op)) {
      *only = op;
      n++;
    }
    for (int k = 0; op->code == IR_OP_IF && k < op->n_regions; k++)
      n += count_loops(op->regions[k], only);
  }
  return n;
}

// The dimensions of map "op": maps directly inside one another are one of more
// dimensions. "body" gets the innermost body.
static int
match_nest(ir_op *op, ir_region **body) {
  int dims = op->n_dims;
  ir_op *only = NULL;
  *body = op->regions[0];
  while (count_loops(*body, &only) == 1 && only->code == IR_OP_MAP) {
    dims += only->n_dims;
    *body = only->regions[0];
  }
  return dims;
}

// -- In terms of the IR ------------------------------------------------------

// " 2d" for more than one dimension.
static void
describe_dims(sb *out, int dims) {
  if (dims > 1)
    sb_printf(out, " %dd", dims);
}

static void describe_region(sb *out, arena *a, ir_region *r);

// " of ..." for the ops inside "r".
static void
describe_inner(sb *out, arena *a, ir_region *r) {
  ir_op *only;
  int n = count_loops(r, &only);
  if (n == 0)
    return;
  sb_add(out, n == 1 ? " of " : " of (");
  describe_region(out, a, r);
  if (n > 1)
    sb_add(out, ")");
}

// A map.
static void
describe_map(sb *out, arena *a, ir_op *op) {
  ir_region *body;
  int dims = match_nest(op, &body);
  sb_add(out, "map");
  describe_dims(out, dims);
  describe_inner(out, a, body);
}

// A reduction or scan with its operators.
static void
describe_fold(sb *out, arena *a, ir_op *op) {
  sb_printf(out, "%s%s", op->seq ? "sequential " : "",
            ir_op_table[op->code].mnemonic);
  describe_dims(out, op->n_dims);
  for (int k = 0; k < op->n_red && op->red_ops; k++)
    sb_printf(out, "%s%s", k ? ", " : " ",
              ir_op_table[op->red_ops[k]].mnemonic);
  if (!op->red_ops)
    sb_printf(out, " of %d value%s", op->n_red, op->n_red > 1 ? "s" : "");
  describe_inner(out, a, op->regions[0]);
}

// The loops in the branches of "op".
static void
describe_branches(sb *out, arena *a, const ir_op *op) {
  ir_op *only;
  bool either = count_loops(op->regions[0], &only) > 0;
  describe_region(out, a, op->regions[0]);
  if (either && count_loops(op->regions[1], &only))
    sb_add(out, " or ");
  describe_region(out, a, op->regions[1]);
}

// The loops directly in "r", joined by " + ".
static void
describe_region(sb *out, arena *a, ir_region *r) {
  int start = out->n;
  ir_foreach_op (op, r) {
    ir_op *only;
    bool nested = op->code == IR_OP_IF && (count_loops(op->regions[0], &only) ||
                                           count_loops(op->regions[1], &only));
    bool is_loop = ir_iterates(op);
    if (!nested && !is_loop)
      continue;
    if (out->n > start)
      sb_add(out, " + ");
    if (op->code == IR_OP_MAP)
      describe_map(out, a, op);
    else if (ir_is_soac(op))
      describe_fold(out, a, op);
    else if (is_loop) {
      sb_add(out, "loop");
      describe_inner(out, a, op->regions[0]);
    } else
      describe_branches(out, a, op);
  }
}

// -- In words ----------------------------------------------------------------

// The verbs of the folds of "op", each kind once.
static void
say_folds(sb *out, const ir_op *op) {
  if (!op->red_ops && op->n_red == 1)
    sb_add(out, "folds its values");
  else if (!op->red_ops)
    sb_printf(out, "folds %d values together", op->n_red);
  for (int k = 0; k < op->n_red && op->red_ops; k++) {
    bool said = false;
    for (int j = 0; j < k; j++)
      said |=
          !strcmp(ir_fold_words(op->red_ops[j]), ir_fold_words(op->red_ops[k]));
    if (!said)
      sb_printf(out, "%s%s", k ? " and " : "", ir_fold_words(op->red_ops[k]));
  }
}

// Says what is in a region, the first behind "sep"; returns what comes before
// the next.
typedef const char *say_fn(sb *out, ir_region *r, const char *sep);

// What "say" says of the branches of "op", the second behind "either".
static const char *
say_branches(sb *out, const ir_op *op, say_fn *say, const char *sep,
             const char *either) {
  int start = out->n;
  sep = say(out, op->regions[0], sep);
  bool first = out->n > start;
  start = out->n;
  const char *next = say(out, op->regions[1], first ? either : sep);
  return out->n > start ? next : sep;
}

// What one iteration of a map with body "r" does about loops, joined by "sep".
static const char *
say_iteration(sb *out, ir_region *r, const char *sep) {
  ir_foreach_op (op, r) {
    bool loop = op->code == IR_OP_MAP || op->code == IR_OP_LOOP;
    if (op->code == IR_OP_IF)
      sep = say_branches(out, op, say_iteration, sep, " or ");
    if (!loop && op->code != IR_OP_REDUCE)
      continue;
    sb_add(out, sep);
    sep = " and ";
    if (loop)
      sb_add(out, "runs a loop");
    else
      say_folds(out, op);
    if (!loop && rw_is_cut(op))
      sb_printf(out, " in pieces of %d", IR_PIECE);
    else
      sb_add(out, " in order");
  }
  return sep;
}

static const char *say_region(sb *out, ir_region *r, const char *sep);

// Says how often "op", a loop of one dimension, runs if that is a constant, in
// front of "what".
static void
say_count(sb *out, ir_op *op, const char *what) {
  ir_loop l;
  ir_soac s;
  int64_t n;
  const ir_val *extent = NULL;
  if (op->code == IR_OP_LOOP)
    extent = ir_match_loop(op, &l) ? l.extent : NULL;
  else if (ir_match_soac(op, &s) && s.n_dims == 1)
    extent = s.extents[0];
  if (extent && ir_match_int(extent, &n) && n > 1 && !op->has_while)
    sb_printf(out, "%lld ", (long long)n);
  sb_add(out, what);
}

// What "op", a loop of any kind, does.
static void
say_loop(sb *out, ir_op *op) {
  ir_region *body = op->regions[0];
  ir_op *only;
  if (op->code == IR_OP_MAP) {
    int dims = match_nest(op, &body);
    if (dims == 1)
      say_count(out, op, "iterations");
    else
      sb_add(out, "iterations");
    if (dims > 1)
      sb_printf(out, " of %d nested loops", dims);
    sb_add(out, " run at once");
    say_iteration(out, body, ", each ");
  } else if (ir_is_soac(op)) {
    sb_add(out, op->seq ? "a loop " : "parts of the loop run at once, each ");
    say_folds(out, op);
    sb_add(out, op->seq ? " in order" : "");
    if (op->code == IR_OP_SCAN)
      sb_add(out, ", then iterations run at once with the running values");
  } else if (rec_goes_by_chunks(op)) {
    sb_add(out, "chunks of the loop run at once, each folds by key in order");
  } else if (count_loops(body, &only)) {
    say_count(out, op, "steps run in order, in each of them ");
    say_region(out, body, "");
  } else
    sb_add(out, "a loop runs in order");
}

// The loops directly in "r", the first behind "sep".
static const char *
say_region(sb *out, ir_region *r, const char *sep) {
  ir_foreach_op (op, r) {
    if (op->code == IR_OP_IF)
      sep = say_branches(out, op, say_region, sep, ", or ");
    if (!ir_is_soac(op) && op->code != IR_OP_LOOP)
      continue;
    sb_add(out, sep);
    say_loop(out, op);
    sep = ", then ";
  }
  return sep;
}

// -- The line ----------------------------------------------------------------

// How the array of capture "k" is touched; where several captures are fields of
// the same structures, the last of them: how all are. 0 for the others.
static int
mode_of(const rec_region *r, int k) {
  const rec_capture *c = r->captures;
  int mode = r->func->param_mode[k];
  for (int j = 0; c[k].record && j < r->n_captures; j++)
    if (c[j].record == c[k].record && !strcmp(c[j].name, c[k].name)) {
      if (j > k)
        return 0;
      mode |= r->func->param_mode[j];
    }
  return mode;
}

const char *
plugin_summary(arena *a, const rec_region *r) {
  sb out;
  sb_init(&out, a);
  sb_add(&out, "lifted to ");
  describe_region(&out, a, r->func->body);
  const char *sep = "; ";
  for (int k = 0; k < r->n_captures; k++) {
    int mode = mode_of(r, k);
    if (!mode || !r->func->body->params.at[k]->type.array ||
        r->captures[k].kind == REC_MESSAGES)
      continue;
    bool is_read = mode & IR_READ, is_written = mode & IR_WRITE;
    sb_printf(&out, "%s%s %s", sep, r->captures[k].name,
              is_read && is_written ? "read and written"
              : is_written          ? "written"
                                    : "read");
    sep = ", ";
  }
  say_region(&out, r->func->body, ": ");
  const char *small = plugin_least_size(a, r);
  if (small)
    sb_printf(&out, "; by default the original loop runs %s", small);
  if (r->left)
    sb_printf(&out, "; the original loop runs where '%s' is called", r->left);
  if (r->special)
    sb_printf(&out, "; the original loop runs where it gets to line %s",
              r->special);
  if (r->n_says)
    sb_printf(&out, "; what '%s' writes comes when it has ended",
              r->says[0]->func->name);
  if (r->numerals)
    sb_printf(&out, "; the original loop runs where '%s' reads long numbers",
              r->numerals);
  return sb_str(&out);
}

void
plugin_remark(plugin_state *s, plugin_region *r, bool is_compiled) {
  const char *cpu = NULL, *gpu = NULL;
  arena *a = s->cx.arena;
  sb out;
  sb_init(&out, a);
  sb_add(&out, plugin_summary(a, r->rec));
  if (is_compiled) {
    const plugin_code *code = plugin_compile(s, r);
    cpu = plugin_form(a, code, PLUGIN_CPU);
    gpu = plugin_form(a, code, PLUGIN_GPU);
  }
  if (cpu)
    sb_printf(&out, "; CPU code: %s", cpu);
  if (gpu)
    sb_printf(&out, "; GPU code: %s", gpu);
  diag_report(&s->cx, DIAG_REMARK, r->rec->source->stmt->loc, NULL, "%s",
              sb_str(&out));
}
