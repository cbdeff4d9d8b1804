// plugin/emit.c: -fplugin-arg-loft-emit=STAGE, the text of one stage.
#include "plugin/region_private.h"

// Where the text goes: the file asked for, opened on first use, or stderr.
static FILE *
open_output(plugin_state *s) {
  if (s->emit_file)
    return s->emit_file;
  s->emit_file = stderr;
  if (s->options.emit_to) {
    FILE *f = fopen(s->options.emit_to, "w");
    if (f)
      s->emit_file = f;
    else
      diag_report(&s->cx, DIAG_ERROR, (loft_loc){0}, NULL, "cannot write '%s'",
                  s->options.emit_to);
  }
  return s->emit_file;
}

// Prints "f" unless it is NULL.
static void
print_func(sb *out, ir_func *f) {
  if (f)
    ir_print_func(out, f, NULL);
}

// Prints the stage asked for of recognised "r".
static void
print_stage(plugin_state *s, plugin_region *r, sb *out) {
  static const struct {
    const char *name;
    plugin_stage stage;
  } ir_stages[] = {{"common", PLUGIN_COMMON},
                   {"gpu", PLUGIN_GPU},
                   {"cpu", PLUGIN_CPU},
                   {"footprint", PLUGIN_FOOTPRINT}};
  const char *stage = s->options.emit;
  if (!strcmp(stage, "soac")) {
    print_func(out, r->rec->func);
    print_func(out, r->rec->guard);
    return;
  }
  plugin_code *code = plugin_compile(s, r);
  for (int k = 0; k < LOFT_COUNT(ir_stages); k++)
    if (!strcmp(stage, ir_stages[k].name))
      print_func(out, code->ir[ir_stages[k].stage]);
  if (!strcmp(stage, "kernel-gpu") && code->gpu)
    kn_print(out, code->gpu);
  else if (!strcmp(stage, "kernel-cpu") && code->cpu)
    kn_print(out, code->cpu);
}

void
plugin_emit(plugin_state *s, const lt_region *source, plugin_region *r) {
  const char *stage = s->options.emit;
  FILE *f = open_output(s);
  sb out;
  sb_init(&out, s->cx.arena);
  if (!strcmp(stage, "lower")) {
    rec_region *lowered = rec_lower(&s->cx, source);
    print_func(&out, lowered ? lowered->func : NULL);
    print_func(&out, lowered ? lowered->guard : NULL);
  } else if (r)
    print_stage(s, r, &out);
  fputs(sb_str(&out), f);
  fflush(f);
}

// -- What a region became, in words ------------------------------------------

static void describe_region(sb *out, arena *a, ir_region *r);

// How many parallel or sequential loops are directly in "r"; the only one.
static int
count_loops(ir_region *r, ir_op **only) {
  int n = 0;
  ir_foreach_op (op, r) {
    if (op->code == IR_OP_MAP || op->code == IR_OP_REDUCE ||
        op->code == IR_OP_LOOP) {
      *only = op;
      n++;
    }
    for (int k = 0; op->code == IR_OP_IF && k < op->n_regions; k++)
      n += count_loops(op->regions[k], only);
  }
  return n;
}

// " 2d" for more than one dimension.
static void
describe_dims(sb *out, int dims) {
  if (dims > 1)
    sb_printf(out, " %dd", dims);
}

// " of ..." for what is inside "r".
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

// A map; maps directly inside one another are one of more dimensions.
static void
describe_map(sb *out, arena *a, ir_op *op) {
  int dims = op->n_dims;
  ir_region *body = op->regions[0];
  ir_op *only = NULL;
  while (count_loops(body, &only) == 1 && only->code == IR_OP_MAP) {
    dims += only->n_dims;
    body = only->regions[0];
  }
  sb_add(out, "map");
  describe_dims(out, dims);
  describe_inner(out, a, body);
}

// A reduction with its operators.
static void
describe_reduce(sb *out, arena *a, ir_op *op) {
  sb_add(out, op->seq ? "sequential reduce" : "reduce");
  describe_dims(out, op->n_dims);
  for (int k = 0; k < op->n_red; k++)
    sb_printf(out, "%s%s", k ? ", " : " ",
              ir_op_table[op->red_ops[k]].mnemonic);
  describe_inner(out, a, op->regions[0]);
}

// The loops directly in "r", joined by " + ".
static void
describe_region(sb *out, arena *a, ir_region *r) {
  int start = out->n;
  ir_foreach_op (op, r) {
    ir_op *only;
    bool nested = op->code == IR_OP_IF && (count_loops(op->regions[0], &only) ||
                                           count_loops(op->regions[1], &only));
    bool is_loop = op->code == IR_OP_MAP || op->code == IR_OP_REDUCE ||
                   op->code == IR_OP_LOOP;
    if (!nested && !is_loop)
      continue;
    if (out->n > start)
      sb_add(out, " + ");
    if (op->code == IR_OP_MAP)
      describe_map(out, a, op);
    else if (op->code == IR_OP_REDUCE)
      describe_reduce(out, a, op);
    else if (is_loop) {
      sb_add(out, "loop");
      describe_inner(out, a, op->regions[0]);
    } else
      for (int k = 0; k < op->n_regions; k++)
        describe_region(out, a, op->regions[k]);
  }
}

const char *
plugin_summary(arena *a, const rec_region *r) {
  sb out;
  sb_init(&out, a);
  sb_add(&out, "lifted to ");
  describe_region(&out, a, r->func->body);
  const char *sep = "; ";
  for (int k = 0; k < r->n_captures; k++) {
    int mode = r->func->param_mode[k];
    if (!r->func->body->params.at[k]->type.array)
      continue;
    bool is_read = mode & IR_READ, is_written = mode & IR_WRITE;
    sb_printf(&out, "%s%s %s", sep, r->captures[k].name,
              is_read && is_written ? "read and written"
              : is_written          ? "written"
                                    : "read");
    sep = ", ";
  }
  return sb_str(&out);
}
