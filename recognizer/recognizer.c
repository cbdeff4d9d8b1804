// recognizer/recognizer.c: from a loop tree to a recognised region.
#include "recognizer/footprint/footprint.h"
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/scalars.h"
#include "recognizer/shapes/search.h"

// Counts what goes through it; makes warnings errors where lifting is
// required.
typedef struct relay {
  loft_cx *cx;
  bool required;
  int n_reported;
} relay;

static void
relay_diag(void *user, diag_level level, loft_loc loc, const char *id,
           const char *message) {
  relay *r = user;
  r->n_reported += level != DIAG_FIX;
  if (level == DIAG_WARNING && r->required)
    level = DIAG_ERROR;
  diag_report(r->cx, level, loc, id, "%s", message);
}

// A context for a part of the work for "cx" that reports to "fn" with "user".
static loft_cx
reporting_cx(const loft_cx *cx, diag_fn fn, void *user) {
  return (loft_cx){.arena = cx->arena,
                   .diag = cx->diag ? fn : NULL,
                   .diag_user = user,
                   .remarks = cx->remarks,
                   .n_shares = cx->n_shares,
                   .asked = cx->asked,
                   .written = cx->written,
                   .assigned = cx->assigned};
}

// -- What the pragma says -------------------------------------------------

// ir_walk: notes in *user (bool) that there is a reduce.
static bool
find_reduce(void *user, ir_op *op) {
  *(bool *)user |= ir_is_soac(op) && op->n_red > 0;
  return !*(bool *)user;
}

// The outermost loop-like op of "r" that is no map, or NULL.
static ir_op *
find_non_map(ir_region *r) {
  ir_foreach_op (op, r) {
    if ((ir_is_soac(op) && op->n_red > 0) || op->code == IR_OP_LOOP)
      return op;
    for (int k = 0; op->code == IR_OP_IF && k < op->n_regions; k++) {
      ir_op *found = find_non_map(op->regions[k]);
      if (found)
        return found;
    }
  }
  return NULL;
}

// Warns with "reason" at "loc"; the region is lifted all the same. The word at
// "word" should be "fix"; NULL: nothing can be proposed.
static void
warn_kind(loft_cx *cx, loft_loc loc, rec_reason reason, const char *what,
          loft_loc word, const char *fix) {
  if (fix && word.line)
    diag_report(cx, DIAG_FIX, word, NULL, "%s", fix);
  diag_report(cx, DIAG_WARNING, loc, rec_reason_table[reason].number, "%s",
              rec_reason_text(cx->arena, reason, rec_written(cx, what)));
}

// The result of the region that "name" is, or NULL.
static const ir_val *
result_named(const rec_region *r, const char *name) {
  for (int k = 0; k < r->n_results; k++) {
    const lt_expr *t = r->results[k].target;
    if (t && t->kind == LT_VAR && !strcmp(t->var->name, name))
      return r->func->body->last->ins.at[r->results[k].value];
  }
  return NULL;
}

// True when "v" is computed by a reduction with "op".
static bool
is_reduced_by(const ir_val *v, ir_opcode op) {
  v = ir_before_converts(v);
  const ir_op *def = v->def;
  return def && def->red_ops && v->index < def->n_red &&
         def->red_ops[v->index] == op;
}

// How a clause writes the operator that "v" is reduced by; NULL: it cannot.
static const char *
operator_of(const ir_val *v) {
  static const char *const words[IR_OP__COUNT] = {
      [IR_OP_ADD] = "+",   [IR_OP_MUL] = "*", [IR_OP_MIN] = "min",
      [IR_OP_MAX] = "max", [IR_OP_AND] = "&", [IR_OP_OR] = "|",
      [IR_OP_XOR] = "^"};
  v = ir_before_converts(v);
  return words[v->def->red_ops[v->index]];
}

// True when claim "k" of "src" shares its operator with no other variable.
static bool
has_own_operator(const lt_region *src, int k) {
  for (int i = 0; i < src->n_reduces; i++)
    if (i != k && src->reduces[i].op_loc.raw == src->reduces[k].op_loc.raw)
      return false;
  return true;
}

// Compares the outcome with the claim of the pragma.
static void
check_kind(loft_cx *cx, const rec_region *r) {
  const lt_region *src = r->source;
  bool reduces = false;
  ir_op *other = find_non_map(r->func->body);
  ir_walk(r->func->body, find_reduce, &reduces);
  if (src->kind == LT_PRAGMA_MAP && other)
    warn_kind(cx, src->loc, REC_KIND_NOT_MAP,
              other->outs.n && other->outs.at[0]->name ? other->outs.at[0]->name
                                                       : "it",
              src->kind_loc, reduces ? "reduce" : "");
  if (src->kind == LT_PRAGMA_REDUCE && !reduces)
    warn_kind(cx, src->loc, REC_KIND_NOT_REDUCE, NULL, src->kind_loc,
              src->n_reduces ? NULL
              : other        ? ""
                             : "map");
  for (int k = 0; k < src->n_reduces && reduces; k++) {
    const lt_reduce *claim = &src->reduces[k];
    const ir_val *v = result_named(r, claim->name);
    if (v && v->def && v->def->red_ops && !is_reduced_by(v, claim->op))
      warn_kind(cx, claim->loc, REC_KIND_OPERATOR, claim->name, claim->op_loc,
                has_own_operator(src, k) ? operator_of(v) : NULL);
  }
}

// -- Driver ---------------------------------------------------------------

// The integer with these bits, of type "t".
static int64_t
as_integer(uint64_t bits, ir_scalar t) {
  int unused = 64 - 8 * ir_size(t);
  return ir_is_signed(t) ? (int64_t)(bits << unused) >> unused : (int64_t)bits;
}

// The facts in C about the elements of array "c".
static rec_told
told_of(const rec_capture *c) {
  const int64_t big = INT64_C(1) << 61;
  rec_told told = {.declared = c->declared};
  if (c->kind == REC_NUMBERS) {
    told.has_values = true;
    told.most = c->elem == IR_I32 ? INT32_MAX : (INT64_C(1) << 48) - 1;
    return told;
  }
  const lt_var *v = c->expr->kind == LT_VAR ? c->expr->var : NULL;
  if (c->kind != REC_POINTER || !c->is_const_data || !v || v->n_init < 1 ||
      v->type->kind != LT_TYPE_ARRAY || !ir_is_int(c->elem) ||
      c->elem == IR_BOOL)
    return told;
  told.least = big;
  told.most = -big;
  for (int64_t k = 0; k < v->n_init; k++) {
    int64_t x = as_integer(v->init[k], c->elem);
    told.least = x < told.least ? x : told.least;
    told.most = x > told.most ? x : told.most;
  }
  told.has_values = told.least > -big && told.most < big &&
                    (ir_is_signed(c->elem) || told.least >= 0);
  return told;
}

// Notes which parameters of "f", the function of "r" or of its chunks, are
// constant tables.
static void
note_tables(loft_cx *cx, const rec_region *r, const ir_func *f) {
  for (int k = 0; k < r->n_captures; k++) {
    rec_told told = told_of(&r->captures[k]);
    if (told.has_values)
      rec_note_table(cx, f->body->params.at[k], told.declared, told.least,
                     told.most);
  }
}

// ir_walk_fn: stops at a loop.
static bool
is_straight(void *user, ir_op *op) {
  (void)user;
  return !ir_iterates(op);
}

// The reason for which region "r" stays, where none was found for a loop of it.
static rec_reason
find_reason(const rec_region *r) {
  lt_stmt_kind kind = r->source->stmt->kind;
  bool is_loop = kind == LT_FOR || kind == LT_WHILE || kind == LT_DO;
  if (!r->func->body->last->ins.n)
    return REC_NO_RESULT;
  return is_loop && ir_walk(r->func->body, is_straight, NULL) ? REC_NO_ITERATION
                                                              : REC_NO_PARALLEL;
}

// Turns loops into SOACs; says why those that stay do.
static bool
find_soacs(loft_cx *cx, rec_region *r) {
  const lt_region *src = r->source;
  relay why = {.cx = cx, .required = src->required};
  loft_cx inner = reporting_cx(cx, relay_diag, &why);
  note_tables(&inner, r, r->func);
  bool found = rec_find_soacs(&inner, r->func, src->assoc, true);
  r->trusts = inner.trusts;
  if (found)
    return true;
  if (!why.n_reported)
    rec_refuse(cx, src->required, src->stmt->loc, find_reason(r), NULL);
  return false;
}

// Tells about the arrays of row pointers that rows are behind. True when there
// are some.
static bool
tell_tables(const rec_region *r, rec_told *told) {
  bool any = false;
  for (int k = 0; k < r->n_captures; k++) {
    const rec_capture *c = &r->captures[k];
    if (!c->table || c->kind == REC_VALUE)
      continue;
    any = true;
    told[k].n_levels = c->table->n_levels;
    told[k].word = c->table->word;
    told[k].scale = c->table->unit / ir_size(c->elem);
    for (int l = 0; l < REC_TABLE_LEVELS; l++)
      told[k].stride[l] = -1;
    for (int i = 0; i < r->n_captures; i++)
      if (r->captures[i].table == c->table && r->captures[i].kind == REC_VALUE)
        told[k].stride[r->captures[i].level] = i;
  }
  return any;
}

// Cuts the loop that the region consists of, as it was "lowered"; NULL: it
// cannot be.
static rec_chunk *
cut_loop(loft_cx *cx, const rec_region *r, const ir_func *lowered,
         const rec_told *told) {
  rec_cut *cut = NEW(cx->arena, rec_cut);
  loft_cx quiet = {.arena = cx->arena};
  if (!lowered || !rec_cut_loop(lowered, r->func, cut))
    return NULL;
  note_tables(&quiet, r, cut->chunk.func);
  bool ok = rec_find_soacs(&quiet, cut->chunk.func, r->source->assoc, false) &&
            rec_settle_cut(cx, r->func, told, cut);
  return ok ? &cut->chunk : NULL;
}

// Adds what runs the region, which was "lowered" so, in chunks, if it can.
static void
add_chunk(loft_cx *cx, rec_region *r, const ir_func *lowered,
          const rec_told *told, bool any_rows) {
  rec_chunk *c = NEW(cx->arena, rec_chunk);
  r->whole = any_rows ? "its rows are found through pointers"
                      : rec_build_chunk(cx, r->func, told, c);
  if (r->whole && !any_rows)
    c = cut_loop(cx, r, lowered, told);
  else if (r->whole)
    c = NULL;
  r->chunk = c;
  r->whole = c ? NULL : r->whole;
}

// True when C keeps the arrays "a" and "b" apart.
static bool
are_apart(const rec_capture *a, const rec_capture *b) {
  return (a->is_restrict && b->is_restrict) || a->is_const_data ||
         a->kind == REC_MESSAGES || b->kind == REC_MESSAGES ||
         (a->declared >= 0 && b->declared >= 0);
}

// True when every element of its extent is touched, by a parameter's "mode".
static bool
is_filled(int mode) {
  return (mode & (IR_FULL | IR_DENSE)) != 0;
}

// True when the extents of arrays "i" and "k" of "r" may overlap without a
// common element, and the one is written: C does not keep them apart, and some
// element of an extent may not be touched.
static bool
may_interleave(const rec_region *r, int i, int k) {
  const int *modes = r->func->param_mode;
  return i != k && (modes[i] & IR_WRITE) &&
         r->func->body->params.at[k]->type.array &&
         !(is_filled(modes[i]) && is_filled(modes[k])) &&
         !are_apart(&r->captures[i], &r->captures[k]);
}

// Tells which arrays of "r" may interleave with another. False: none does.
static bool
tell_interleaving(const rec_region *r, rec_told *told) {
  bool any = false;
  for (int i = 0; i < r->n_captures; i++)
    for (int k = 0; k < r->n_captures; k++)
      if (may_interleave(r, i, k))
        any = told[i].may_interleave = told[k].may_interleave = true;
  return any;
}

// A region whose footprint counts, and the facts about its arrays.
typedef struct counting {
  const rec_region *r;
  rec_told *told;
} counting;

// rec_decides_fn: notes where the region may store through another name what
// "read" reads: C could end before the footprint does, so that this looks at
// memory before it reads.
static bool
note_ending(void *user, ir_op *read) {
  const counting *c = user;
  const ir_val *array = read->ins.at[0];
  const rec_capture *all = c->r->captures;
  const int *modes = c->r->func->param_mode;
  bool found = false;
  if (array->param_of != c->r->func->body || c->told[array->index].n_levels)
    return true; // rows are found, and kept apart, before anything is stored
  for (int k = 0; k < c->r->n_captures && !found; k++)
    found = k != array->index && (modes[k] & IR_WRITE) &&
            !are_apart(&all[array->index], &all[k]);
  c->told[array->index].may_end |= found;
  return true;
}

// ir_walk_fn: note_ending for "op", if it is a read.
static bool
note_read(void *user, ir_op *op) {
  return op->code != IR_OP_INDEX || note_ending(user, op);
}

// ir_walk_fn: note_ending for all reads of the loop that the footprint runs for
// access "op", if it does.
static bool
note_walk(void *user, ir_op *op) {
  bool is_access = ir_accesses_element(op);
  const ir_op *loop = is_access ? rec_find_walk(op) : NULL;
  return !loop || ir_walk(loop->regions[0], note_read, user);
}

// Lets all that "r" reads be looked at, where C may end before the footprint
// does; in loops inside others nothing is read then.
static void
probe_endings(loft_cx *cx, rec_region *r, rec_told *told) {
  counting c = {r, told};
  bool found = false;
  rec_each_deciding(cx, r->func, note_ending, &c);
  for (int k = 0; k < r->n_captures; k++)
    found |= told[k].may_end;
  for (int k = 0; k < r->n_captures && found; k++)
    if (r->func->param_mode[k] & IR_READ)
      r->func->param_mode[k] |= IR_PROBE;
  ir_walk(r->func->body, note_walk, &c);
}

// A diagnostic that may be reported later.
typedef struct kept_diag {
  diag_level level;
  loft_loc loc;
  const char *id, *message;
} kept_diag;
typedef struct kept_diags {
  arena *a;
  VEC(kept_diag) list;
} kept_diags;

// diag_fn: keeps the diagnostic.
static void
keep_diag(void *user, diag_level level, loft_loc loc, const char *id,
          const char *message) {
  kept_diags *k = user;
  kept_diag d = {level, loc, id, message};
  vec_push(k->a, &k->list, d);
}

// A context that reports into "k".
static loft_cx
keeping_cx(loft_cx *cx, kept_diags *k) {
  *k = (kept_diags){.a = cx->arena};
  return reporting_cx(cx, keep_diag, k);
}

// Reports the kept messages.
static void
report_kept(loft_cx *cx, const kept_diags *k) {
  for (int i = 0; i < k->list.n; i++) {
    const kept_diag *d = &k->list.at[i];
    diag_report(cx, d->level, d->loc, d->id, "%s", d->message);
  }
}

// Adds the functions that tell what "r" touches, of "f", its function or a copy
// that reads the same. False when there can be none (reported).
static bool
build_touched(loft_cx *cx, rec_region *r, ir_func *f, rec_told *told,
              bool any_rows) {
  r->guard = rec_guard_find(cx->arena, f);
  r->footprint = rec_build_footprint(cx, f, told, &r->estimate);
  if (r->footprint && any_rows)
    r->rows = rec_build_rows(cx, f, told);
  if (r->rows)
    r->row_ends = rec_build_row_ends(cx, f, told);
  if (r->footprint && any_rows && !r->rows)
    rec_drop_companion(r->footprint);
  return r->footprint && (r->rows || !any_rows);
}

// The same where "r" may read what it stores into. What is reported is about
// the function as it is.
static bool
find_touched(loft_cx *cx, rec_region *r, rec_told *told, bool any_rows) {
  kept_diags said;
  loft_cx inner = keeping_cx(cx, &said);
  if (build_touched(&inner, r, r->func, told, any_rows)) {
    report_kept(cx, &said);
    return true;
  }
  loft_cx quiet = {.arena = cx->arena, .n_shares = cx->n_shares};
  ir_func *g = rec_forward_initial(&quiet, r->func);
  bool ok = g && build_touched(&quiet, r, g, told, any_rows);
  for (int k = 0; ok && k < r->n_captures; k++)
    r->func->param_mode[k] = g->param_mode[k];
  if (g)
    rec_drop_companion(g);
  if (!ok)
    report_kept(cx, &said);
  return ok;
}

// Whether parameter "k" of "f", which may be NULL, is used.
static bool
uses_param(ir_func *f, int k) {
  if (f)
    ir_count_uses(f);
  return f && f->body->params.at[k]->n_uses > 0;
}

// True when capture "k" of "r", which the runtime gives as long as the
// footprint says, is used before that: by the footprint itself, or by a guard.
static bool
needs_early(const rec_region *r, int k) {
  ir_func *const early[] = {r->guard, r->footprint, r->estimate,
                            r->lmads, r->rows,      r->row_ends};
  bool any = false;
  for (int i = 0; i < LOFT_COUNT(early); i++)
    any |= uses_param(early[i], k);
  return any;
}

// Refuses "r" where what the runtime gives, numbers of rand or room for
// messages, decides which elements it touches. Such regions have no chunks.
static bool
check_given(loft_cx *cx, rec_region *r) {
  for (int k = 0; k < r->n_captures; k++) {
    const rec_capture *c = &r->captures[k];
    if (c->kind != REC_NUMBERS && c->kind != REC_MESSAGES)
      continue;
    if (needs_early(r, k)) {
      rec_refuse(cx, r->source->required, c->expr->loc, REC_FOOTPRINT,
                 rec_written(cx, r->func->body->params.at[k]->name));
      return false;
    }
    r->chunk = NULL;
    r->whole = c->kind == REC_NUMBERS ? "it takes numbers of rand"
                                      : "texts are written behind it";
  }
  return true;
}

// Adds the footprint function, and what runs the region, which was "lowered" so
// (NULL: not asked for), in chunks; when there can be no footprint, says why.
static bool
add_footprint(loft_cx *cx, rec_region *r, const ir_func *lowered) {
  const lt_region *src = r->source;
  relay why = {.cx = cx, .required = src->required};
  loft_cx inner = reporting_cx(cx, relay_diag, &why);
  rec_told *told = NEW_ARRAY(cx->arena, rec_told, r->n_captures);
  for (int k = 0; k < r->n_captures; k++)
    told[k] = told_of(&r->captures[k]);
  bool any_rows = tell_tables(r, told);
  probe_endings(&inner, r, told);
  bool ok = find_touched(&inner, r, told, any_rows);
  if (ok && !any_rows && tell_interleaving(r, told))
    r->lmads = rec_build_lmads(cx, r->func, told);
  if (!ok && !why.n_reported)
    rec_refuse(cx, src->required, src->stmt->loc, REC_FOOTPRINT, "the arrays");
  if (ok) {
    rec_search_counts(cx, r->func);
    add_chunk(cx, r, lowered, told, any_rows);
  }
  return ok && check_given(cx, r);
}

// Asks before "r" whether it reaches a call that only the original loop makes.
// False, reported, where only the loop itself can find out.
static bool
ask_ahead(loft_cx *cx, rec_region *r) {
  if (!r->trap)
    return true;
  ir_func *g = rec_ask_trap(r);
  rec_read_ahead(cx, g);
  if (rec_split_trap(cx, r, g))
    return true;
  rec_refuse(cx, r->source->required, r->trap->loc, r->trap->reason,
             r->trap->callee);
  return false;
}

// ir_walk_fn: counts loops in *user.
static bool
count_loop(void *user, ir_op *op) {
  *(int *)user += op->code == IR_OP_LOOP;
  return true;
}

// How many times the steps of a small region one with the loops of "f" may
// take to be analysed.
static int
count_shares(const ir_func *f) {
  enum { EACH = 6, MOST = 4 };
  int n = 0;
  ir_walk(f->body, count_loop, &n);
  return n / EACH < MOST ? n / EACH : MOST;
}

// Takes region "r", lowered (or NULL), to its end. NULL when it is refused.
static rec_region *
complete(loft_cx *cx, rec_region *r) {
  const ir_func *lowered = NULL;
  if (!r || !ask_ahead(cx, r))
    return NULL;
  if (!r->trap)
    lowered = ir_clone_func(ir_module_new(cx->arena), r->func, r->func->name);
  cx->n_shares = count_shares(r->func);
  if (!find_soacs(cx, r) || !add_footprint(cx, r, lowered))
    return NULL;
  if (!ir_check(cx, r->module, "recognize"))
    return NULL;
  check_kind(cx, r);
  return r;
}

// Whether a reason is a call that may write, under the names that checks of
// sizes give it, too.
static bool
is_about_writing(const kept_diags *k) {
  const char *writes = rec_reason_table[REC_CALL_IO].number,
             *checked = rec_reason_table[REC_CALL_LIBRARY].number;
  bool any = false;
  for (int i = 0; i < k->list.n; i++) {
    const char *id = k->list.at[i].id;
    any |= id && (!strcmp(id, writes) || !strcmp(id, checked));
  }
  return any;
}

// Whether the region is a map if its pragma says so.
static bool
is_as_asked(const rec_region *r) {
  return r->source->kind != LT_PRAGMA_MAP || !find_non_map(r->func->body);
}

enum { MAX_SPECIAL = 2 };

// Takes "region" to its end without "n" special cases. NULL where that is
// refused; else "said" is what is reported.
static rec_region *
complete_special(loft_cx *cx, const lt_region *region, int n,
                 kept_diags *said) {
  kept_diags now;
  loft_cx inner = keeping_cx(cx, &now);
  rec_region *r = rec_lower_region(&inner, region);
  if (!r || !rec_leave_out(&inner, r, n))
    return NULL;
  r = complete(&inner, r);
  if (r)
    *said = now;
  return r;
}

// Takes "region" to its end with "which" of its messages behind it. NULL where
// there are none, or that is refused; else "said" is what is reported.
static rec_region *
complete_said(loft_cx *cx, const lt_region *region, rec_said_which which,
              kept_diags *said) {
  if (!rec_lower_mark_said(cx->arena, region, which))
    return NULL;
  loft_cx inner = keeping_cx(cx, said);
  rec_region *r = complete(&inner, rec_lower_region(&inner, region));
  return r && (which == REC_SAID_ALL || is_as_asked(r)) ? r : NULL;
}

// A pointer made of another is taken as a place in the same array first: the
// dependences are exact then. Where that is refused, or no map as the pragma
// says, iterations may still be independent for some sizes (y = x + 1024, and a
// loop to n): the second try has two arrays, which are compared at run time. A
// region that is refused for what it writes is read with that behind it, and
// one that writes at regular distances is so at once.
rec_region *
rec_recognize(loft_cx *cx, const lt_region *region) {
  kept_diags said[3], unsaid;
  loft_cx inner;
  if (!cx->asked)
    cx->asked = smap_new(cx->arena);
  rec_region *lowered = NULL;
  rec_region *r = complete_said(cx, region, REC_SAID_PERIODIC, &said[2]);
  int best = r ? 2 : 0;
  if (!r) {
    rec_lower_mark_said(cx->arena, region, REC_SAID_NONE);
    inner = keeping_cx(cx, &said[0]);
    lowered = rec_lower_region(&inner, region);
    r = complete(&inner, lowered);
  }
  if (lowered && lowered->derives_far && !(r && is_as_asked(r))) {
    inner = keeping_cx(cx, &said[1]);
    rec_region *apart =
        complete(&inner, rec_lower_region_apart(&inner, region));
    r = apart ? apart : r;
    best = apart ? 1 : 0;
  }
  if (!r && is_about_writing(&said[best])) {
    r = complete_said(cx, region, REC_SAID_ALL, &said[2]);
    best = r ? 2 : best;
  }
  bool whole = r != NULL;
  for (int n = 1; !r && lowered && n <= MAX_SPECIAL; n++)
    r = complete_special(cx, region, n, &said[best]);
  report_kept(cx, &said[best]);
  if (whole && rec_may_find_same(r)) {
    inner = keeping_cx(cx, &unsaid);
    lowered = rec_lower_region_plain(&inner, region, best == 1);
    if (lowered) {
      rec_close_scalars(&inner, lowered->func);
      rec_close_wraps(&inner, lowered->func);
      rec_find_same(&inner, r, lowered);
    }
  }
  return r;
}
