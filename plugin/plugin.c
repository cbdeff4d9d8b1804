// plugin/plugin.c: one translation unit's regions: recognising them, and which
// arguments their functions get.
//
// A region function gets one argument per parameter of the IR function (a
// capture), then the guards, then one per result. A guard is the address of
// memory that an earlier argument was loaded from (`p->n`, a global): were the
// region to write there, hoisting the load would have been wrong, so the
// run-time check of overlaps gets that memory as well.
#include "plugin/plugin.h"

static const char *const stages[] = {"lower",      "soac",      "common",
                                     "gpu",        "cpu",       "footprint",
                                     "kernel-gpu", "kernel-cpu"};

// The diag_fn of a plugin_state: notes for the report, then reports.
static void
note_and_pass_on(void *user, diag_level level, loft_loc loc, const char *id,
                 const char *message) {
  plugin_state *s = user;
  if (level != DIAG_FIX)
    plugin_record_said(s, level, loc, id, message);
  if (s->said_to)
    s->said_to(s->said_user, level, loc, id, message);
}

plugin_state *
plugin_create(const plugin_options *options, diag_fn diag, void *diag_user) {
  arena *a = arena_create();
  plugin_state *s = NEW(a, plugin_state);
  s->cx.arena = a;
  s->said_to = diag;
  s->said_user = diag_user;
  s->cx.diag = note_and_pass_on;
  s->cx.diag_user = s;
  s->options = *options;
  s->cx.remarks = options->remarks;
  if (options->emit)
    s->options.emit = arena_strdup(a, options->emit);
  if (options->emit_to)
    s->options.emit_to = arena_strdup(a, options->emit_to);
  if (options->report)
    s->options.report = arena_strdup(a, options->report);
  if (options->fail)
    s->options.fail = arena_strdup(a, options->fail);
  return s;
}

void
plugin_destroy(plugin_state *s) {
  if (s->emit_file && s->emit_file != stderr)
    fclose(s->emit_file);
  arena_destroy(s->cx.arena);
}

bool
plugin_is_stage(const char *name) {
  for (int i = 0; i < LOFT_COUNT(stages); i++)
    if (!strcmp(stages[i], name))
      return true;
  return false;
}

void
plugin_stage_names(sb *out) {
  for (int i = 0; i < LOFT_COUNT(stages); i++)
    sb_printf(out, "%s%s", i ? ", " : "", stages[i]);
}

// -- Arguments ---------------------------------------------------------------

typedef VEC(plugin_arg) arg_list;

// Whether "x" and "y" name the same place.
static bool
is_same_place(const lt_expr *x, const lt_expr *y) {
  if (!x || !y || x->kind != y->kind)
    return x == y;
  switch (x->kind) {
  case LT_VAR:
    return x->var == y->var;
  case LT_MEMBER:
    return x->arrow == y->arrow && x->member->origin == y->member->origin &&
           x->member->offset == y->member->offset && is_same_place(x->a, y->a);
  case LT_DEREF:
  case LT_ADDR:
    return is_same_place(x->a, y->a);
  case LT_INT:
  case LT_FLOAT:
  case LT_INDEX:
  case LT_UNARY:
  case LT_BINARY:
  case LT_ASSIGN:
  case LT_ASSIGN_OP:
  case LT_INCDEC:
  case LT_COND:
  case LT_COMMA:
  case LT_CAST:
  case LT_CALL:
  case LT_INIT_LIST:
  case LT_COMPOUND:
  case LT_EXPR_UNSUPPORTED:
    return x == y;
  }
  return false;
}

// Whether no pointer of the region can point at the lvalue "e": a local
// variable whose address is not taken, a constant, or part of one.
static bool
is_private(const lt_expr *e) {
  while (e->kind == LT_MEMBER && !e->arrow)
    e = e->a;
  return e->kind == LT_VAR && (!e->var->origin || e->var->is_const_data ||
                               (!e->var->is_static && !e->var->address_taken));
}

static void guard_value(arena *a, arg_list *out, lt_expr *e);

// The place "e" as C writes it.
static const char *
place_name(arena *a, const lt_expr *e) {
  if (e->kind == LT_VAR)
    return e->var->name;
  if (e->kind == LT_MEMBER)
    return arena_printf(a, "%s%s%s", place_name(a, e->a), e->arrow ? "->" : ".",
                        e->member->name);
  if (e->kind == LT_DEREF)
    return arena_printf(a, "*%s", place_name(a, e->a));
  return e->a ? place_name(a, e->a) : "...";
}

// Guards the values loaded to know where the lvalue "e" is.
static void
guard_place(arena *a, arg_list *out, lt_expr *e) {
  if (e->kind == LT_MEMBER && !e->arrow)
    guard_place(a, out, e->a);
  else if (e->kind != LT_VAR) {
    if (e->a)
      guard_value(a, out, e->a);
    if (e->b)
      guard_value(a, out, e->b);
  }
}

// Guards the load of the lvalue "e" itself.
static void
guard_load(arena *a, arg_list *out, lt_expr *e) {
  bool is_pointer = e->type->kind == LT_TYPE_POINTER;
  if (is_private(e) || (!is_pointer && e->type->kind != LT_TYPE_SCALAR))
    return;
  for (int i = 0; i < out->n; i++)
    if (out->at[i].guard && is_same_place(out->at[i].expr, e))
      return;
  plugin_arg arg = {.kind = PLUGIN_ARG_ADDRESS,
                    .expr = e,
                    .elem = is_pointer ? IR_U64 : e->type->elem,
                    .capture = -1,
                    .result = -1,
                    .guard = true,
                    .name = place_name(a, e)};
  vec_push(a, out, arg);
}

// Guards every load that the value of "e" takes.
static void
guard_value(arena *a, arg_list *out, lt_expr *e) {
  bool is_place = e->kind == LT_VAR || e->kind == LT_MEMBER ||
                  e->kind == LT_DEREF || e->kind == LT_INDEX;
  if (is_place) {
    guard_place(a, out, e);
    guard_load(a, out, e);
  } else if (e->kind == LT_ADDR)
    guard_place(a, out, e->a);
  else {
    if (e->a)
      guard_value(a, out, e->a);
    if (e->b)
      guard_value(a, out, e->b);
    if (e->c)
      guard_value(a, out, e->c);
  }
}

// The argument for capture "k".
static plugin_arg
capture_arg(const rec_region *r, int k) {
  const rec_capture *c = &r->captures[k];
  plugin_arg arg = {
      .expr = c->from, .elem = c->elem, .capture = k, .result = -1};
  switch (c->kind) {
  case REC_VALUE:
    arg.kind = PLUGIN_ARG_VALUE;
    break;
  case REC_POINTER:
    arg.kind = c->n_loads ? PLUGIN_ARG_ADDRESS : PLUGIN_ARG_POINTER;
    break;
  case REC_ADDRESS:
  case REC_INDIRECT:
    arg.kind = PLUGIN_ARG_ADDRESS;
    break;
  case REC_NUMBERS:
  case REC_MESSAGES:
    arg.kind = PLUGIN_ARG_GIVEN;
    arg.expr = NULL;
    break;
  }
  return arg;
}

// Whether result "r" is a pointer variable's, which is stored behind the
// region.
static bool
moves_variable(const rec_result *r) {
  return r->kind == REC_KEPT || (r->kind == REC_STORED && r->offset >= 0);
}

// Whether the region writes to any of its arrays, or moves pointers.
static bool
has_writes(const rec_region *r) {
  for (int k = 0; k < r->n_captures; k++)
    if (r->func->param_mode[k] & IR_WRITE)
      return true;
  for (int k = 0; k < r->n_results; k++)
    if (r->results[k].kind == REC_MOVED || moves_variable(&r->results[k]))
      return true;
  return false;
}

// Guards the pointer variables that "r" moves.
static void
guard_moved(arena *a, arg_list *out, const rec_region *r) {
  for (int k = 0; k < r->n_results; k++) {
    const rec_result *x = &r->results[k];
    if (!moves_variable(x))
      continue;
    guard_load(a, out, x->target);
    for (int i = 0; i < out->n; i++)
      out->at[i].replaced |=
          out->at[i].guard && is_same_place(out->at[i].expr, x->target);
  }
}

// All arguments of "r": captures, guards, results.
static void
collect_args(arena *a, plugin_region *r) {
  const rec_region *rec = r->rec;
  arg_list list = {0};
  for (int k = 0; k < rec->n_captures; k++)
    vec_push(a, &list, capture_arg(rec, k));
  for (int k = 0; k < rec->n_captures && has_writes(rec); k++) {
    const rec_capture *c = &rec->captures[k];
    if (c->n_loads == 0 && (c->kind == REC_VALUE || c->kind == REC_POINTER))
      guard_value(a, &list, c->expr);
    else
      guard_place(a, &list, c->from);
  }
  guard_moved(a, &list, rec);
  for (int k = 0; k < rec->n_results; k++) {
    static const plugin_arg_kind kinds[] = {
        [REC_STORED] = PLUGIN_ARG_RESULT,
        [REC_MOVED] = PLUGIN_ARG_MOVED,
        [REC_KEPT] = PLUGIN_ARG_MOVED,
        [REC_RETURNS] = PLUGIN_ARG_RETURNS,
        [REC_RETURNED] = PLUGIN_ARG_RETURNED,
        [REC_EXITED] = PLUGIN_ARG_EXITED,
        [REC_TRAPPED] = PLUGIN_ARG_TRAPPED};
    if (rec->results[k].kind == REC_DRAWN || rec->results[k].kind == REC_SAID)
      continue;
    plugin_arg arg = {.kind = kinds[rec->results[k].kind],
                      .expr = rec->results[k].target,
                      .capture = -1,
                      .result = k};
    vec_push(a, &list, arg);
  }
  r->args = list.at;
  r->n_args = list.n;
}

// Whether the shim can write "e" at the region: it is built of what
// recognizer.h says, over variables visible there.
static bool
can_write(const lt_expr *e) {
  if (e->kind == LT_VAR)
    return !e->var->is_local;
  if (e->kind == LT_INT)
    return true;
  if (e->kind == LT_BINARY && e->op == LT_SUB)
    return can_write(e->a) && can_write(e->b);
  bool known = e->kind == LT_MEMBER || e->kind == LT_DEREF ||
               e->kind == LT_ADDR || e->kind == LT_CAST;
  return known && e->a && can_write(e->a);
}

// can_write for all arguments; reports one that cannot be written.
static bool
check_args(plugin_state *s, const plugin_region *r) {
  for (int k = 0; k < r->n_args; k++)
    if (r->args[k].expr && !can_write(r->args[k].expr)) {
      diag_report(&s->cx, DIAG_INTERNAL, r->rec->source->stmt->loc, NULL,
                  "argument %d of %s is not an expression of the region", k,
                  r->name);
      return false;
    }
  return true;
}

// -- Recognising -------------------------------------------------------------

// The region of "rec" with its arguments. NULL when it cannot be called
// (reported).
static plugin_region *
add_region(plugin_state *s, rec_region *rec) {
  arena *a = s->cx.arena;
  plugin_region *r = NEW(a, plugin_region);
  r->rec = rec;
  r->name = arena_printf(a, "__loft_region_%d", rec->source->number);
  if (plugin_is_exact(rec))
    r->done = arena_printf(a, "%s_done", r->name);
  collect_args(a, r);
  if (!check_args(s, r))
    return NULL;
  vec_push(a, &s->regions, r);
  return r;
}

plugin_region *
plugin_recognize_inner(plugin_state *s, lt_region *source) {
  diag_fn said_to = s->cx.diag;
  int n_errors = s->cx.n_errors;
  source->number = s->regions.n;
  source->required = false;
  s->cx.diag = NULL;
  rec_region *rec = rec_recognize(&s->cx, source);
  plugin_region *r = rec ? add_region(s, rec) : NULL;
  s->cx.diag = said_to;
  s->cx.n_errors = n_errors;
  if (r)
    r->is_inner = true;
  return r;
}

void
plugin_drop_regions(plugin_state *s, int n) {
  s->regions.n = n;
}

void
plugin_add_inner(plugin_state *s, plugin_region *r, int n) {
  arena *a = s->cx.arena;
  plugin_arg *args = NEW_ARRAY(a, plugin_arg, r->n_args + 1);
  for (int k = n; k < s->regions.n; k++)
    vec_push(a, &r->inner, s->regions.at[k]);
  memcpy(args, r->args, sizeof *args * (size_t)r->n_args);
  args[r->n_args++] =
      (plugin_arg){.kind = PLUGIN_ARG_INNER, .capture = -1, .result = -1};
  r->args = args;
}

plugin_region *
plugin_recognize(plugin_state *s, lt_region *source, bool is_compiled) {
  source->number = s->regions.n;
  plugin_record *record = plugin_start_record(s, source->stmt->loc, source);
  bool lower_only = s->options.emit && !strcmp(s->options.emit, "lower");
  rec_region *rec = lower_only ? NULL : rec_recognize(&s->cx, source);
  plugin_region *r = rec ? add_region(s, rec) : NULL;
  if (r)
    r->record = record;
  if (record)
    record->region = r;
  if (s->options.emit)
    plugin_emit(s, source, r);
  s->now = NULL;
  if (r && s->options.remarks)
    plugin_remark(s, r, is_compiled);
  return r;
}
