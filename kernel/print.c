// kernel/print.c: a program as C-like text, which parse.c reads (KERNEL.md).
//
// Deterministic. Names are the source's where possible, numbered on clash.
// A register that is assigned once, by a constant, is printed as the constant
// where it is used; others show their type at their first assignment.
#include "kernel/kernel_private.h"

// The printing of one function.
typedef struct printer {
  sb *out;
  arena *arena;
  const kn_func *f;
  const char **reg_names, **buf_names; // by id
  bool *is_declared;                   // registers, by id
  bool unnamed;                        // numbers stand for names
  int n_names;                         // given so far
} printer;

// -- Names ----------------------------------------------------------------
// How often each register is assigned, and its constant if that is all.
typedef struct defs {
  int *count;
  const kn_stmt **constant;
} defs;

// Counts the assignments in "b".
static void
count_defs(const kn_block *b, defs *d) {
  for (int i = 0; i < b->n; i++) {
    const kn_stmt *s = b->at[i];
    if (s->dst) {
      d->count[s->dst->id]++;
      d->constant[s->dst->id] = s->kind == KN_CONST ? s : NULL;
    }
    count_defs(&s->body[0], d);
    count_defs(&s->body[1], d);
  }
}

// "name" if nobody has it and it is a name here, else with a number.
static const char *
unique_name(printer *p, smap *taken, const char *name) {
  if (p->unnamed)
    return arena_printf(p->arena, "t%d", p->n_names++);
  const char *base = name ? name : "t";
  if (strspn(base, "0123456789.") > 0)
    base = arena_printf(p->arena, "t%s", base);
  const char *found = base;
  for (int k = 1; smap_has(taken, found) || kn_is_word(found); k++)
    found = arena_printf(p->arena, "%s_%d", base, k);
  smap_put(taken, found, p);
  return found;
}

// A floating constant: decimal that reads back exactly, f behind an f32, l
// behind an f80 and a point in an f64; an unusual value as its bits.
static const char *
float_text(arena *a, ir_scalar type, ir_bits bits) {
  static const struct {
    int digits;
    const char *suffix;
  } forms[] = {[IR_F32] = {9, "f"}, [IR_F64] = {17, ""}, [IR_F80] = {21, "l"}};
  long double x = ir_float_value(type, bits);
  const char *text = arena_printf(a, "%.*Lg", forms[type].digits, x);
  const char *suffix = forms[type].suffix;
  ir_bits back = ir_red_identity(IR_OP_MIN, type); // the usual NaN
  if (x == x && !ir_scalar_from_text(text, type, &back))
    back = ~bits;
  if (back != bits)
    return arena_printf(a, "%s:%s", ir_bits_text(a, bits),
                        ir_scalar_name(type));
  bool shows = *suffix || strpbrk(text, ".ein");
  return arena_printf(a, "%s%s%s", text, suffix, shows ? "" : ".0");
}

// The constant "bits" of "type", which shows in it.
static const char *
const_text(arena *a, ir_scalar type, ir_bits all) {
  int unused = 64 - 8 * ir_size(type);
  uint64_t bits = (uint64_t)all;
  if (type == IR_BOOL)
    return bits ? "true" : "false";
  if (ir_is_float(type))
    return float_text(a, type, all);
  const char *suffix = type == IR_I64 ? "" : ir_scalar_name(type);
  if (ir_is_unsigned(type))
    return arena_printf(a, "%llu%s", (unsigned long long)bits, suffix);
  return arena_printf(a, "%lld%s",
                      (long long)((int64_t)(bits << unused) >> unused), suffix);
}

// Names for all registers and buffers of p->f.
static void
choose_names(printer *p) {
  const kn_func *f = p->f;
  smap *taken = smap_new(p->arena);
  defs d = {NEW_ARRAY(p->arena, int, f->regs.n),
            NEW_ARRAY(p->arena, const kn_stmt *, f->regs.n)};
  p->reg_names = NEW_ARRAY(p->arena, const char *, f->regs.n);
  p->buf_names = NEW_ARRAY(p->arena, const char *, f->bufs.n);
  p->is_declared = NEW_ARRAY(p->arena, bool, f->regs.n);
  count_defs(&f->body, &d);
  for (int i = 0; i < f->params.n; i++) {
    const kn_reg *r = f->params.at[i].reg;
    if (!r)
      continue;
    p->reg_names[r->id] = unique_name(p, taken, r->name);
    p->is_declared[r->id] = true;
  }
  for (int i = 0; i < f->bufs.n; i++)
    p->buf_names[i] = unique_name(p, taken, f->bufs.at[i]->name);
  for (int i = 0; i < f->regs.n; i++) {
    const kn_reg *r = f->regs.at[i];
    if (p->reg_names[i])
      continue;
    p->reg_names[i] = d.count[i] == 1 && d.constant[i]
                          ? const_text(p->arena, r->type, d.constant[i]->bits)
                          : unique_name(p, taken, r->name);
    p->is_declared[i] = d.count[i] == 1 && d.constant[i];
  }
}

// -- Registers read further up than they are assigned -----------------------
// The context that a statement is printed in.
typedef struct order {
  bool *is_set, *is_early; // registers, by id
} order;

// "r", which may be NULL, is read here.
static void
note_read(order *o, const kn_reg *r) {
  if (r && !o->is_set[r->id])
    o->is_early[r->id] = true;
}

// Notes the reads and assignments of "b", in the order of the text.
static void
note_block(order *o, const kn_block *b) {
  for (int i = 0; i < b->n; i++) {
    const kn_stmt *s = b->at[i];
    for (int k = 0; k < s->n_args; k++)
      note_read(o, s->args[k]);
    for (int d = 0; d < LOFT_COUNT(s->items); d++)
      note_read(o, s->items[d]);
    for (int k = 0; s->kernel && k < s->kernel->params.n; k++)
      note_read(o, s->launch[k].reg);
    const kn_reg *others[] = {s->count, s->cond, s->loop_bound, s->work};
    for (int k = 0; k < LOFT_COUNT(others); k++)
      note_read(o, others[k]);
    if (s->dst)
      o->is_set[s->dst->id] = true;
    note_block(o, &s->body[0]);
    note_block(o, &s->body[1]);
  }
}

// Declares them.
static void
print_early(printer *p) {
  const kn_func *f = p->f;
  order o = {NEW_ARRAY(p->arena, bool, f->regs.n),
             NEW_ARRAY(p->arena, bool, f->regs.n)};
  note_block(&o, &f->body);
  for (int i = 0; i < f->regs.n; i++) {
    if (!o.is_early[i] || p->is_declared[i])
      continue;
    sb_printf(p->out, "  %s %s\n", ir_scalar_name(f->regs.at[i]->type),
              p->reg_names[i]);
    p->is_declared[i] = true;
  }
}

// -- Statements -----------------------------------------------------------
static void print_block(printer *p, const kn_block *b, int depth);

// The name of "r" in the text.
static const char *
reg_name(const printer *p, const kn_reg *r) {
  return p->reg_names[r->id];
}

// The name of "b" in the text.
static const char *
buf_name(const printer *p, const kn_buf *b) {
  return p->buf_names[b->id];
}

kn_buf *
kn_array_param(const kn_func *f, int k) {
  for (int i = 0; i < f->params.n; i++)
    if (f->params.at[i].buf && k-- == 0)
      return f->params.at[i].buf;
  return NULL;
}

// "type dst = ", the type at the first assignment only.
static void
print_dst(printer *p, const kn_reg *r) {
  if (!p->is_declared[r->id])
    sb_printf(p->out, "%s ", ir_scalar_name(r->type));
  p->is_declared[r->id] = true;
  sb_printf(p->out, "%s = ", reg_name(p, r));
}

const char *
kn_infix(ir_opcode op) {
  static const char *const infix[IR_OP__COUNT] = {
      [IR_OP_ADD] = "+",  [IR_OP_SUB] = "-", [IR_OP_MUL] = "*",
      [IR_OP_DIV] = "/",  [IR_OP_REM] = "%", [IR_OP_AND] = "&",
      [IR_OP_OR] = "|",   [IR_OP_XOR] = "^", [IR_OP_SHL] = "<<",
      [IR_OP_SHR] = ">>", [IR_OP_EQ] = "==", [IR_OP_NE] = "!=",
      [IR_OP_LT] = "<",   [IR_OP_LE] = "<=", [IR_OP_GT] = ">",
      [IR_OP_GE] = ">="};
  return infix[op];
}

// Prints an OP: infix, ?:, as a cast, or by its mnemonic.
static void
print_op(printer *p, const kn_stmt *s) {
  const char *infix = kn_infix(s->op);
  print_dst(p, s->dst);
  if (infix) {
    sb_printf(p->out, "%s %s %s", reg_name(p, s->args[0]), infix,
              reg_name(p, s->args[1]));
  } else if (s->op == IR_OP_SELECT) {
    sb_printf(p->out, "%s ? %s : %s", reg_name(p, s->args[0]),
              reg_name(p, s->args[1]), reg_name(p, s->args[2]));
  } else if (s->op == IR_OP_CONVERT) {
    sb_printf(p->out, "(%s)%s", ir_scalar_name(s->dst->type),
              reg_name(p, s->args[0]));
  } else {
    sb_printf(p->out, "%s(", ir_op_table[s->op].mnemonic);
    for (int k = 0; k < s->n_args; k++)
      sb_printf(p->out, "%s%s", k ? ", " : "", reg_name(p, s->args[k]));
    sb_add(p->out, ")");
  }
}

// Prints an IF with its blocks, at "depth".
static void
print_if(printer *p, const kn_stmt *s, int depth) {
  sb_printf(p->out, "if (%s) {\n", reg_name(p, s->args[0]));
  print_block(p, &s->body[0], depth + 1);
  if (s->body[1].n) {
    sb_printf(p->out, "%*s} else {\n", 2 * depth, "");
    print_block(p, &s->body[1], depth + 1);
  }
  sb_printf(p->out, "%*s}", 2 * depth, "");
}

// Prints a for or while with its block, at "depth".
static void
print_loop(printer *p, const kn_stmt *s, int depth) {
  if (s->parallel)
    sb_add(p->out, "parallel ");
  if (s->count) {
    p->is_declared[s->dst->id] = true;
    sb_printf(p->out, "for (%s < %s", reg_name(p, s->dst),
              reg_name(p, s->count));
    if (s->cond)
      sb_printf(p->out, " && %s", reg_name(p, s->cond));
  } else {
    sb_printf(p->out, "while (%s", s->cond ? reg_name(p, s->cond) : "true");
  }
  sb_add(p->out, ")");
  if (s->ahead)
    sb_printf(p->out, " ahead %s", buf_name(p, s->ahead));
  sb_add(p->out, " {\n");
  print_block(p, &s->body[0], depth + 1);
  sb_printf(p->out, "%*s}", 2 * depth, "");
}

// Prints a LAUNCH: grid, arguments, estimates.
static void
print_launch(printer *p, const kn_stmt *s) {
  sb_printf(p->out, "launch %s<", s->kernel->name);
  for (int d = 0; d < 3 && s->items[d]; d++)
    sb_printf(p->out, "%s%s", d ? ", " : "", reg_name(p, s->items[d]));
  sb_add(p->out, ">(");
  for (int i = 0; i < s->kernel->params.n; i++) {
    const kn_arg *a = &s->launch[i];
    sb_printf(p->out, "%s%s", i ? ", " : "",
              a->reg ? reg_name(p, a->reg) : buf_name(p, a->buf));
  }
  sb_printf(p->out, "), loops %s, work %s", reg_name(p, s->loop_bound),
            reg_name(p, s->work));
}

const char *
kn_builtin_name(kn_builtin which) {
  static const char *const names[KN_N_BUILTINS] = {
      [KN_ITEM_X] = "item.x",    [KN_ITEM_Y] = "item.y",
      [KN_ITEM_Z] = "item.z",    [KN_GROUP_X] = "group.x",
      [KN_LOCAL_X] = "local.x",  [KN_RANGE_LO] = "range.lo",
      [KN_RANGE_HI] = "range.hi"};
  return names[which];
}

bool
kn_at_builtin(const lexer *l, kn_builtin *which) {
  for (int k = 0; k < KN_N_BUILTINS; k++)
    if (lex_is_word(l, kn_builtin_name((kn_builtin)k)))
      return *which = (kn_builtin)k, true;
  return false;
}

bool
kn_is_word(const char *text) {
  static const char *const words[] = {
      "if",   "else",   "for",  "while", "parallel", "barrier", "launch",
      "free", "return", "true", "false", "inf",      "fetch",   "inff",
      "infl", "nan",    "nanf", "nanl",  "shared",   "private"};
  ir_scalar type;
  for (int k = 0; k < LOFT_COUNT(words); k++)
    if (strcmp(text, words[k]) == 0)
      return true;
  for (int k = 0; k < KN_N_BUILTINS; k++)
    if (strcmp(text, kn_builtin_name((kn_builtin)k)) == 0)
      return true;
  return ir_scalar_from_name(text, &type);
}

// A statement on a buffer and registers.
static void
print_access(printer *p, const kn_stmt *s) {
  const char *b = buf_name(p, s->buf);
  if (s->kind == KN_LOAD) {
    print_dst(p, s->dst);
    sb_printf(p->out, "%s[%s]", b, reg_name(p, s->args[0]));
  } else if (s->kind == KN_STORE) {
    sb_printf(p->out, "%s[%s] = %s", b, reg_name(p, s->args[0]),
              reg_name(p, s->args[1]));
  } else if (s->kind == KN_COMBINE) {
    if (s->dst) {
      print_dst(p, s->dst);
      sb_add(p->out, "fetch ");
    }
    sb_printf(p->out, "%s[%s] %s= %s", b, reg_name(p, s->args[0]),
              ir_op_table[s->op].mnemonic, reg_name(p, s->args[1]));
  } else {
    sb_printf(p->out, "%s = alloc %s[%s]", b, ir_scalar_name(s->buf->elem),
              reg_name(p, s->args[0]));
  }
}

// One statement, without its indentation and end of line.
static void
print_stmt(printer *p, const kn_stmt *s, int depth) {
  switch (s->kind) {
  case KN_CONST:
    print_dst(p, s->dst);
    sb_add(p->out, const_text(p->arena, s->dst->type, s->bits));
    return;
  case KN_COPY:
    print_dst(p, s->dst);
    sb_add(p->out, reg_name(p, s->args[0]));
    return;
  case KN_OP:
    print_op(p, s);
    return;
  case KN_CALL:
    print_dst(p, s->dst);
    sb_printf(p->out, "@%s(", s->callee);
    for (int k = 0; k < s->n_args; k++)
      sb_printf(p->out, "%s%s", k ? ", " : "", reg_name(p, s->args[k]));
    sb_add(p->out, ")");
    return;
  case KN_LOAD:
  case KN_STORE:
  case KN_COMBINE:
  case KN_ALLOC:
    print_access(p, s);
    return;
  case KN_IF:
    print_if(p, s, depth);
    return;
  case KN_LOOP:
    print_loop(p, s, depth);
    return;
  case KN_BARRIER:
    sb_add(p->out, "barrier");
    return;
  case KN_BUILTIN:
    print_dst(p, s->dst);
    sb_add(p->out, kn_builtin_name(s->builtin));
    return;
  case KN_LAUNCH:
    print_launch(p, s);
    return;
  case KN_THREADS:
    print_dst(p, s->dst);
    sb_printf(p->out, "threads(%s)", reg_name(p, s->args[0]));
    return;
  case KN_BOUND:
    print_dst(p, s->dst);
    sb_printf(p->out, "%s(%s)", ir_op_table[s->op].mnemonic,
              buf_name(p, kn_array_param(p->f, s->index)));
    return;
  case KN_READABLE:
    print_dst(p, s->dst);
    sb_printf(p->out, "readable(%s, %s, %s)", buf_name(p, s->buf),
              reg_name(p, s->args[0]), reg_name(p, s->args[1]));
    return;
  case KN_FREE:
    sb_printf(p->out, "free %s", buf_name(p, s->buf));
    return;
  case KN_REBIND:
    sb_printf(p->out, "%s := %s", buf_name(p, s->buf), buf_name(p, s->buf2));
    return;
  case KN_RETURN_REG:
    sb_printf(p->out, "return[%d] = %s", s->index, reg_name(p, s->args[0]));
    return;
  case KN_RETURN_BUF:
    sb_printf(p->out, "return[%d] = %s", s->index, buf_name(p, s->buf));
    return;
  }
}

// Prints the statements of "b" at "depth", without constants that stand
// where they are used.
static void
print_block(printer *p, const kn_block *b, int depth) {
  for (int i = 0; i < b->n; i++) {
    const kn_stmt *s = b->at[i];
    bool inlined = s->kind == KN_CONST && p->is_declared[s->dst->id] &&
                   reg_name(p, s->dst)[0] != 0 &&
                   !strcmp(reg_name(p, s->dst),
                           const_text(p->arena, s->dst->type, s->bits));
    if (inlined)
      continue;
    sb_printf(p->out, "%*s", 2 * depth, "");
    print_stmt(p, s, depth);
    sb_add(p->out, "\n");
  }
}

// -- Functions --------------------------------------------------------------
// "in", "out", "inout" of a kernel's buffer.
static const char *
access_text(const kn_buf *b) {
  if (b->is_written)
    return b->is_read ? "inout " : "out ";
  return b->is_read ? "in " : "";
}

// "indirect", with the bytes behind each pointer where these are not one and 0.
static void
print_loads(printer *p, const kn_buf *b) {
  if (b->n_loads == 0)
    return;
  sb_add(p->out, "indirect");
  for (int k = 0; k < b->n_loads && (b->n_loads > 1 || b->loads[0]); k++)
    sb_printf(p->out, "%s%lld%s", k ? ", " : "(", (long long)b->loads[k],
              k + 1 == b->n_loads ? ")" : "");
  sb_add(p->out, " ");
}

// Prints the parameters, separated by commas.
static void
print_params(printer *p) {
  for (int i = 0; i < p->f->params.n; i++) {
    const kn_param *q = &p->f->params.at[i];
    sb_add(p->out, i ? ", " : "");
    if (q->reg)
      sb_printf(p->out, "%s %s", ir_scalar_name(q->reg->type),
                reg_name(p, q->reg));
    else {
      sb_add(p->out, access_text(q->buf));
      print_loads(p, q->buf);
      sb_printf(p->out, "%s %s[]", ir_scalar_name(q->buf->elem),
                buf_name(p, q->buf));
    }
  }
}

// Shared and private arrays.
static void
print_locals(printer *p) {
  for (int i = 0; i < p->f->bufs.n; i++) {
    const kn_buf *b = p->f->bufs.at[i];
    if (b->space != KN_GLOBAL)
      sb_printf(p->out, "  %s %s %s[%lld]\n",
                b->space == KN_SHARED ? "shared" : "private",
                ir_scalar_name(b->elem), buf_name(p, b), (long long)b->count);
  }
}

// Prints the function behind its name; "note" is a comment, or empty.
static void
print_rest(printer *p, const char *note) {
  const kn_func *f = p->f;
  sb_add(p->out, "(");
  print_params(p);
  sb_add(p->out, ")");
  if (f->local[0])
    sb_printf(p->out, " local %d", f->local[0]);
  if (f->tall)
    sb_add(p->out, " tall");
  sb_add(p->out, " {");
  if (*note)
    sb_printf(p->out, " // %s", note);
  sb_add(p->out, "\n");
  print_locals(p);
  print_early(p);
  print_block(p, &f->body, 1);
  sb_add(p->out, "}\n");
}

void
kn_print_func(sb *out, arena *a, const kn_func *f) {
  printer p = {.out = out, .arena = a, .f = f};
  choose_names(&p);
  sb_printf(out, "%s %s", f->is_host ? "host" : "kernel", f->name);
  print_rest(&p, f->is_host ? "" : f->what);
}

void
kn_print_unnamed(sb *out, arena *a, const kn_func *f) {
  printer p = {.out = out, .arena = a, .f = f, .unnamed = true};
  choose_names(&p);
  print_rest(&p, "");
}

void
kn_print(sb *out, const kn_program *p) {
  if (p->host)
    kn_print_func(out, p->arena, p->host);
  for (int i = 0; i < p->kernels.n; i++)
    kn_print_func(out, p->arena, p->kernels.at[i]);
}
