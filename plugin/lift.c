// plugin/lift.c: lifts the annotated statements of a function.
#include "plugin/sites.h"
#include "plugin/swap.h"

// Lifts the statements of one function.
typedef struct lifter {
  plugin_state *s;
  ast *t;
  bool swapping; // false: report only
} lifter;

// Refuses "site" for "reason", about "what" at "loc", with a note at the
// pragma.
static bool
refuse_inside(lifter *l, const plugin_site *site, loft_loc loc,
              rec_reason reason, const char *what) {
  plugin_refuse(l->s, site->mark->says.required, loc, reason, what);
  diag_fn say = l->s->said_to;
  say(l->s->said_user, DIAG_NOTE, site->mark->loc, NULL,
      "the loop was to be lifted by this pragma");
  return false;
}

// Refuses a clause about a variable that the statement does not name.
static bool
check_variable(lifter *l, const plugin_site *site, const char *name,
               loft_loc loc) {
  if (plugin_find_variable(l->t, site->stmt, name, 0))
    return true;
  plugin_refuse(l->s, site->mark->says.required, loc, REC_PRAGMA_VARIABLE,
                name);
  return false;
}

// Whether the clauses of the pragma are about variables of the statement.
static bool
check_clauses(lifter *l, const plugin_site *site) {
  const plugin_pragma *p = &site->mark->says;
  for (int k = 0; k < p->reduces.n; k++)
    if (!check_variable(l, site, p->reduces.at[k].name, p->reduces.at[k].loc))
      return false;
  for (int k = 0; k < p->combines.n; k++)
    if (!check_variable(l, site, p->combines.at[k].name, p->combines.at[k].loc))
      return false;
  return true;
}

// Whether the statement may be lifted, as far as the pragma says.
static bool
check_site(lifter *l, const plugin_site *site) {
  const plugin_pragma *p = &site->mark->says;
  loft_loc begin = ast_begin(l->t, site->stmt);
  if (site->openmp)
    return refuse_inside(l, site, begin, REC_OPENMP, "");
  if (!site->fits) {
    plugin_refuse(l->s, p->required, site->mark->loc,
                  p->keeps.n > 0 ? REC_KEEP_STATEMENT : REC_NOT_A_LOOP, "");
    return false;
  }
  if (site->captured)
    return refuse_inside(l, site, begin, REC_CAPTURED, "the loop");
  return check_clauses(l, site);
}

// Recognises and swaps one statement. False: it stays as it was.
static bool
lift(lifter *l, const plugin_site *site) {
  if (!check_site(l, site))
    return false;
  tree *t = tree_create(l->s->cx.arena, l->t);
  plugin_region *r = plugin_recognize(
      l->s, tree_region(t, site->mark, site->stmt, site->behind), l->swapping);
  plugin_inners inner = {0};
  if (!r)
    return false;
  if (l->swapping) {
    plugin_find_inner(l->s, l->t, site, r, &inner);
    swap_region(t, r, &inner, site->stmt->slot);
  }
  site->stmt->is_lifted = true;
  return true;
}

// The pragmas inside a lifted statement have no effect.
static void
ignore_inner(lifter *l, const plugin_sites *inner) {
  for (int k = 0; k < inner->n; k++) {
    diag_report(&l->s->cx, DIAG_REMARK, inner->at[k].mark->loc, NULL,
                "this pragma is inside a lifted statement and has no effect");
    ignore_inner(l, inner->at[k].inner);
  }
}

static void lift_all(lifter *l, const plugin_sites *sites);

// Finds the arrays that the pragma of "site" keeps. False: one is none.
static bool
find_arrays(lifter *l, const plugin_site *site, plugin_arrays *out) {
  const plugin_mark *m = site->mark;
  for (int k = 0; k < m->says.keeps.n; k++) {
    const plugin_path *path = &m->says.keeps.at[k];
    arena *a = l->s->cx.arena;
    plugin_array array;
    if (!plugin_find_array(l->t, a, site->stmt, path, m->loc.raw, &array)) {
      plugin_refuse(l->s, false, path->loc,
                    array.variable ? REC_KEEP_VARIABLE : REC_PRAGMA_VARIABLE,
                    array.variable ? path->text : path->variable);
      return false;
    }
    vec_push(a, out, array);
  }
  return true;
}

// Lifts the statements inside the statement, in which results stay.
static void
keep(lifter *l, const plugin_site *site) {
  plugin_arrays arrays = {0};
  bool fits = check_site(l, site) && find_arrays(l, site, &arrays);
  lift_all(l, site->inner);
  l->s->pragma = site->mark->loc;
  if (!fits)
    return;
  for (int k = 0; k < arrays.n; k++) {
    const ast_node *e = plugin_find_access(l->t, site->stmt, &arrays.at[k]);
    if (e)
      refuse_inside(l, site, ast_begin(l->t, e), REC_KEEP_TOUCHED,
                    arrays.at[k].text);
  }
  if (l->swapping)
    swap_keep(tree_create(l->s->cx.arena, l->t), &arrays, site->stmt->slot);
}

// Lifts these statements, and those inside such as stay.
static void
lift_all(lifter *l, const plugin_sites *sites) {
  for (int k = 0; k < sites->n; k++) {
    const plugin_site *site = &sites->at[k];
    l->s->pragma = site->mark->loc;
    if (site->mark->says.keeps.n > 0)
      keep(l, site);
    else if (lift(l, site))
      ignore_inner(l, site->inner);
    else
      lift_all(l, site->inner);
  }
}

// Forgets the pragmas that have met their statement.
static void
drop_seen(plugin_state *s) {
  int n = 0;
  for (int k = 0; k < s->marks.n; k++)
    if (!s->marks.at[k].is_seen)
      s->marks.at[n++] = s->marks.at[k];
  s->marks.n = n;
}

void
plugin_lift(plugin_state *s, ast *t, bool swapping) {
  lifter l = {s, t, swapping};
  ast_decl *f = ast_around(t);
  ast_node *body = ast_function_of(t, f).body;
  const plugin_sites *sites = plugin_find_sites(s, body);
  if (sites->n && !s->options.off && !f->is_broken && !ast_has_errors(body)) {
    ast_find_live(t);
    lift_all(&l, sites);
  }
  s->pragma = (loft_loc){0};
  drop_seen(s);
}
