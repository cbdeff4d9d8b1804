// ir/print.c: the IR as text.
//
// Deterministic, and parse(print(x)) prints the same. The printer must also
// show broken IR (the verifier prints it with its errors), so an op whose
// shape does not fit its view falls back to a plain list of operands, and a
// missing operand prints as %<none>.
#include "ir/ir.h"

#include <stdlib.h>

// -- Names ----------------------------------------------------------------
// State of ir_name_values.
typedef struct namer {
  arena *arena;
  smap *used;  // names given, value unused
  smap *count; // stem -> how many suffixes were tried, as (char *)n
} namer;

// "name" in text: characters no name can have become '_'.
static char *
clean_name(arena *a, const char *name) {
  char *clean = arena_strdup(a, name);
  for (char *c = clean; *c; c++)
    if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
          (*c >= '0' && *c <= '9') || *c == '_' || *c == '.'))
      *c = '_';
  return clean;
}

// The name wished for "v": its own, or one after the op that makes it.
static const char *
wished_name(namer *n, const ir_val *v) {
  if (v->name && *v->name)
    return clean_name(n->arena, v->name);
  if (!v->def)
    return "p";
  if (v->def->code == IR_OP_CONST)
    return "c";
  return ir_op_table[v->def->code].mnemonic;
}

// A free name: "name" without its digits at the end, and a number.
static const char *
suffixed_name(namer *n, const char *name) {
  size_t len = strlen(name);
  while (len && name[len - 1] >= '0' && name[len - 1] <= '9')
    len--;
  const char *stem = len ? arena_strndup(n->arena, name, len) : "t";
  uintptr_t k = (uintptr_t)smap_get(n->count, stem);
  const char *full;
  do
    full = arena_printf(n->arena, "%s%u", stem, (unsigned)++k);
  while (smap_has(n->used, full));
  smap_put(n->count, stem, (void *)k);
  return full;
}

// Names "v".
static void
name_value(namer *n, ir_val *v) {
  const char *name = wished_name(n, v);
  if (smap_has(n->used, name))
    name = suffixed_name(n, name);
  smap_put(n->used, name, NULL);
  if (!v->name || strcmp(v->name, name) != 0)
    v->name = name;
}

// Names the values of "vals" in order.
static void
name_all(namer *n, const ir_vals *vals) {
  for (int i = 0; i < vals->n; i++)
    name_value(n, vals->at[i]);
}

// Names everything in "r", in the order of its regions.
static void
name_region(namer *n, ir_region *r) {
  name_all(n, &r->params);
  ir_foreach_op (op, r) {
    name_all(n, &op->outs);
    for (int k = 0; k < op->n_regions; k++)
      name_region(n, op->regions[k]);
  }
}

void
ir_name_values(ir_func *f) {
  arena *a = f->module->arena;
  namer n = {a, smap_new(a), smap_new(a)};
  name_region(&n, f->body);
}

// -- Pieces ---------------------------------------------------------------
typedef struct printer {
  sb *out;
  const ir_notes *notes; // or NULL
  int indent;
} printer;

// Starts a line.
static void
print_indent(printer *p) {
  for (int i = 0; i < p->indent; i++)
    sb_add(p->out, "  ");
}

// "[]f32"
static void
print_type(printer *p, ir_type t) {
  sb_printf(p->out, "%s%s", t.array ? "[]" : "", ir_scalar_name(t.elem));
}

// "%x"; "v" may be NULL in broken IR.
static void
print_val(printer *p, const ir_val *v) {
  sb_printf(p->out, "%%%s", v && v->name ? v->name : "<none>");
}

// "%x: f32"
static void
print_typed(printer *p, const ir_val *v) {
  print_val(p, v);
  sb_add(p->out, ": ");
  print_type(p, v->type);
}

// " %a, %b" for "n" values; nothing for none.
static void
print_vals(printer *p, ir_val **vals, int n) {
  for (int i = 0; i < n; i++) {
    sb_add(p->out, i ? ", " : " ");
    print_val(p, vals[i]);
  }
}

// " (%i < %n, %j < %m)" for the "n" pairs of "left" and "right".
static void
print_pairs(printer *p, ir_val **left, const char *between, ir_val **right,
            int n) {
  if (!n)
    return;
  sb_add(p->out, " (");
  for (int i = 0; i < n; i++) {
    sb_add(p->out, i ? ", " : "");
    print_val(p, left[i]);
    sb_add(p->out, between);
    print_val(p, right[i]);
  }
  sb_add(p->out, ")");
}

// The notes about "op", as comments.
static void
print_notes(printer *p, const ir_op *op) {
  for (int i = 0; p->notes && i < p->notes->n; i++)
    if (p->notes->at[i].op == op) {
      print_indent(p);
      sb_printf(p->out, "// ^ %s\n", p->notes->at[i].message);
    }
}

// -- Constants ------------------------------------------------------------
const char *
ir_bits_text(arena *a, ir_bits bits) {
  unsigned long long low = (unsigned long long)bits;
  unsigned long long high = (unsigned long long)(bits >> 64);
  return high ? arena_printf(a, "0x%llx%016llx", high, low)
              : arena_printf(a, "0x%llx", low);
}

// A float; every bit pattern can be read back.
static void
print_float(printer *p, bool is_double, uint64_t bits) {
  uint64_t magnitude = is_double ? ~0ull >> 1 : 0x7fffffffu;
  uint64_t inf = is_double ? 0x7ff0000000000000ull : 0x7f800000u;
  uint64_t nan = is_double ? 0x7ff8000000000000ull : 0x7fc00000u;
  const char *sign = (bits & ~magnitude) ? "-" : "";
  double d = 0;
  float f = 0;
  if ((bits & magnitude) == inf)
    sb_printf(p->out, "%sinf", sign);
  else if (bits == nan)
    sb_add(p->out, "nan");
  else if ((bits & magnitude) > inf)
    sb_printf(p->out, "0x%llx:bits", (unsigned long long)bits);
  else {
    memcpy(&f, &bits, sizeof f);
    memcpy(&d, &bits, sizeof d);
    sb_printf(p->out, "%a", is_double ? d : (double)f);
  }
}

// The same of an f80, whose bits are not all those of a number.
static void
print_f80(printer *p, ir_bits bits) {
  long double x = ir_float_value(IR_F80, bits);
  arena *a = p->out->a;
  const char *text = x == x ? arena_printf(a, "%La", x) : "nan";
  long double back = strtold(text, NULL);
  bool reads_back = memcmp(&back, &bits, ir_value_bytes(IR_F80)) == 0;
  sb_printf(p->out, "%s%s", reads_back ? text : ir_bits_text(a, bits),
            reads_back ? "" : ":bits");
}

// The literal of a constant of type "s".
static void
print_literal(printer *p, ir_scalar s, ir_bits all) {
  if (s == IR_F80) {
    print_f80(p, all);
    return;
  }
  int drop = 64 - 8 * ir_size(s);
  uint64_t bits = (uint64_t)all << drop >> drop;
  if (s == IR_BOOL)
    sb_add(p->out, bits ? "true" : "false");
  else if (ir_is_float(s))
    print_float(p, s == IR_F64, bits);
  else if (ir_is_signed(s))
    sb_printf(p->out, "%lld", (long long)((int64_t)(bits << drop) >> drop));
  else
    sb_printf(p->out, "%llu", (unsigned long long)bits);
}

// -- Ops ------------------------------------------------------------------
// " {a,b=c}", keys sorted; nothing when all are at their defaults.
static void
print_attrs(printer *p, const ir_op *op) {
  const char *sep = " {";
  if (op->exact) {
    sb_printf(p->out, "%sexact", sep);
    sep = ",";
  }
  if (op->independent) {
    sb_printf(p->out, "%sindependent", sep);
    sep = ",";
  }
  if (op->level != IR_LEVEL_NONE) {
    sb_printf(p->out, "%slevel=%s", sep, ir_level_name(op->level));
    sep = ",";
  }
  if (op->rows) {
    sb_printf(p->out, "%srows=%d", sep, op->rows);
    sep = ",";
  }
  if (op->seq) {
    sb_printf(p->out, "%sseq", sep);
    sep = ",";
  }
  if (op->space != IR_SPACE_GLOBAL) {
    sb_printf(p->out, "%sspace=private", sep);
    sep = ",";
  }
  if (op->stride) {
    sb_printf(p->out, "%sstride=%d", sep, op->stride);
    sep = ",";
  }
  if (op->versions) {
    sb_printf(p->out, "%sversions", sep);
    sep = ",";
  }
  sb_add(p->out, *sep == ',' ? "}" : "");
}

static void print_op(printer *p, const ir_op *op);

// " {", the ops one deeper, "}" without a line end. "head" is the op whose
// notes go first.
static void
print_body(printer *p, const ir_region *r, const ir_op *head) {
  sb_add(p->out, " {\n");
  p->indent++;
  if (head)
    print_notes(p, head);
  ir_foreach_op (op, r)
    print_op(p, op);
  p->indent--;
  print_indent(p);
  sb_add(p->out, "}");
}

// " (%a, %b)": the parameters of "r".
static void
print_params(printer *p, const ir_region *r) {
  sb_add(p->out, " (");
  for (int i = 0; i < r->params.n; i++) {
    sb_add(p->out, i ? ", " : "");
    print_val(p, r->params.at[i]);
  }
  sb_add(p->out, ")");
}

// " [add %a, min %b]", or " [%a, %b by (%l, ...) { ... }]"; nothing for a map.
static void
print_folds(printer *p, const ir_soac *s) {
  for (int k = 0; k < s->n_red; k++) {
    sb_add(p->out, k ? ", " : " [");
    if (!s->combine)
      sb_printf(p->out, "%s ", ir_op_table[s->op->red_ops[k]].mnemonic);
    print_val(p, s->inits[k]);
  }
  if (s->combine) {
    sb_add(p->out, " by");
    print_params(p, s->combine);
    print_body(p, s->combine, NULL);
  }
  sb_add(p->out, s->n_red ? "]" : "");
}

// "map (%i < %n) (%w = %x) {...} { ... }", reduce, and scan with its "then".
static void
print_soac(printer *p, const ir_op *op, const ir_soac *s) {
  print_pairs(p, s->idx, " < ", s->extents, s->n_dims);
  print_folds(p, s);
  print_pairs(p, s->dest_params, " = ", s->dests, s->n_dests);
  print_attrs(p, op);
  print_body(p, s->body, op);
  if (!s->then)
    return;
  sb_add(p->out, " then");
  print_params(p, s->then);
  print_body(p, s->then, NULL);
}

// "loop (%i < %n) (%c = %c0) while %c {...} { ... }"
static void
print_loop(printer *p, const ir_op *op, const ir_loop *l) {
  if (l->i)
    print_pairs(p, (ir_val *[]){l->i}, " < ", (ir_val *[]){l->extent}, 1);
  print_pairs(p, l->carried, " = ", l->inits, l->n_carried);
  if (op->has_while) {
    sb_add(p->out, " while");
    print_vals(p, l->carried, l->n_carried ? 1 : 0);
  }
  print_attrs(p, op);
  print_body(p, l->body, op);
}

// "if %c [attrs] { ... } else { ... }"; an else that gives nothing is left out.
static void
print_if(printer *p, const ir_op *op) {
  print_vals(p, op->ins.at, op->ins.n);
  print_attrs(p, op);
  print_body(p, op->regions[0], op);
  const ir_region *other = op->regions[1];
  bool empty = other->first && other->first->code == IR_OP_YIELD &&
               !other->first->next && !other->first->ins.n;
  if (!empty || op->outs.n) {
    sb_add(p->out, " else");
    print_body(p, other, NULL);
  }
}

// The operator of a combine, operands, attributes and whatever regions there
// are.
static void
print_plain(printer *p, const ir_op *op) {
  if (op->code == IR_OP_COMBINE)
    sb_printf(p->out, " %s", ir_op_table[op->combiner].mnemonic);
  print_vals(p, op->ins.at, op->ins.n);
  print_attrs(p, op);
  for (int k = 0; k < op->n_regions; k++)
    print_body(p, op->regions[k], k ? NULL : op);
}

// "@name(%x, %y)"
static void
print_call(printer *p, const ir_op *op) {
  sb_printf(p->out, " @%s(", op->callee);
  for (int k = 0; k < op->ins.n; k++) {
    sb_add(p->out, k ? ", " : "");
    print_val(p, op->ins.at[k]);
  }
  sb_add(p->out, ")");
}

// Everything of "op" behind its mnemonic, but the line end.
static void
print_tail(printer *p, const ir_op *op) {
  ir_soac s;
  ir_loop l;
  if (op->code == IR_OP_CONST && op->outs.n == 1) {
    sb_add(p->out, " ");
    print_literal(p, op->outs.at[0]->type.elem, op->bits);
  } else if (ir_match_fold((ir_op *)op, &s))
    print_soac(p, op, &s);
  else if (ir_match_loop((ir_op *)op, &l))
    print_loop(p, op, &l);
  else if (op->code == IR_OP_IF && op->n_regions == 2)
    print_if(p, op);
  else if (op->code == IR_OP_CALL)
    print_call(p, op);
  else
    print_plain(p, op);
}

// One op, with its line end and its notes.
static void
print_op(printer *p, const ir_op *op) {
  print_indent(p);
  for (int i = 0; i < op->outs.n; i++) {
    sb_add(p->out, i ? ", " : "");
    print_typed(p, op->outs.at[i]);
  }
  sb_add(p->out, op->outs.n ? " = " : "");
  bool is_return = op->code == IR_OP_YIELD && !op->parent->parent_op;
  sb_add(p->out, is_return ? "return" : ir_op_table[op->code].mnemonic);
  print_tail(p, op);
  sb_add(p->out, "\n");
  if (!op->n_regions)
    print_notes(p, op);
}

// -- Functions ------------------------------------------------------------
// " {read,write}", or nothing for a mode of 0.
static void
print_mode(printer *p, int mode) {
  static const struct {
    int bit;
    const char *name;
  } names[] = {
      {IR_COPY, "copy"}, {IR_COUNTS, "counts"}, {IR_DENSE, "dense"},
      {IR_FULL, "full"}, {IR_PROBE, "probe"},   {IR_PRODUCTS, "products"},
      {IR_READ, "read"}, {IR_SUMS, "sums"},     {IR_WRITE, "write"}};
  const char *sep = " {";
  for (int i = 0; i < LOFT_COUNT(names); i++)
    if (mode & names[i].bit) {
      sb_printf(p->out, "%s%s", sep, names[i].name);
      sep = ",";
    }
  if (mode & IR_ROWS) {
    sb_printf(p->out, "%srows=%d", sep, mode >> IR_UNIT);
    sep = ",";
  }
  sb_add(p->out, *sep == ',' ? "}" : "");
}

// "func @f(%x: []f32 {read}) -> (f32)"
static void
print_signature(printer *p, const ir_func *f) {
  sb_printf(p->out, "func @%s(", f->name);
  for (int i = 0; i < f->body->params.n; i++) {
    sb_add(p->out, i ? ", " : "");
    print_typed(p, f->body->params.at[i]);
    print_mode(p, f->param_mode[i]);
  }
  sb_add(p->out, ") -> (");
  const ir_op *end = f->body->last;
  for (int i = 0; end && end->code == IR_OP_YIELD && i < end->ins.n; i++) {
    sb_add(p->out, i ? ", " : "");
    if (end->ins.at[i])
      print_type(p, end->ins.at[i]->type);
  }
  sb_add(p->out, f->exact ? ") exact" : ")");
}

void
ir_print_func(sb *out, ir_func *f, const ir_notes *notes) {
  printer p = {out, notes, 0};
  ir_name_values(f);
  print_signature(&p, f);
  print_body(&p, f->body, NULL);
  sb_add(out, "\n");
}

void
ir_print_module(sb *out, ir_module *m, const ir_notes *notes) {
  printer p = {out, notes, 0};
  for (ir_func *f = m->funcs; f; f = f->next) {
    sb_add(out, f == m->funcs ? "" : "\n");
    ir_print_func(out, f, notes);
  }
  print_notes(&p, NULL);
}
