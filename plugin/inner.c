// plugin/inner.c: the inner regions of a lifted statement.
//
// A region with loops around its parallel loops, or with several of which some
// need all that others do, cannot run in chunks (recognizer/footprint/chunk.c).
// So where it takes more memory than a device has, its original runs, in which
// statements are regions of their own:
//
//   for (t...) { for (i...) for (j...) ...; for (i...) ...; }
//   =>  for (t...) { if (!inner || !__loft_region_4(...)) for (i...) ...
//                    if (!inner || !__loft_region_5(...)) for (i...) ... }
//
// These are the outermost ones that are parallel at once. All loops of the
// statement must be in, or around, one: what is left of the original is the
// code between them, which is exact. Bits are those of the region at once:
// where that is not exact, the inner regions have the same inexact ops and
// orders of folds together (region_desc.c), and never run as C has them for
// having little work.
#include "plugin/inner.h"

// A statement whose inner regions are looked for.
typedef struct finder {
  plugin_state *s;
  ast *t;
  plugin_mark mark; // of the pragma, without what is about all of the statement
  plugin_inners *found;
} finder;

static bool visit(finder *f, ast_node *n);

// Whether "n", which may be NULL, is a loop.
static bool
is_loop(const ast_node *n) {
  return n && (n->kind == AST_FOR || n->kind == AST_WHILE || n->kind == AST_DO);
}

// Whether anything in "n", which may be NULL, is of that kind.
static bool
has(const ast_node *n, ast_kind kind) {
  bool any = n && n->kind == kind;
  for (int k = 0; n && k < n->n_parts && !any; k++)
    any = has(n->parts[k], kind);
  return any;
}

// The body of a loop.
static ast_node *
body_of(const ast_node *loop) {
  return loop->kind == AST_FOR     ? loop->parts[4]
         : loop->kind == AST_WHILE ? loop->y
                                   : loop->x;
}

// Whether "r" gives scalars and arrays alone.
static bool
is_plain(const plugin_region *r) {
  for (int k = 0; k < r->rec->n_results; k++)
    if (r->rec->results[k].kind != REC_STORED &&
        r->rec->results[k].kind != REC_MOVED &&
        r->rec->results[k].kind != REC_KEPT)
      return false;
  return true;
}

// The region that statement "n" would be; NULL: none.
static plugin_region *
recognize(finder *f, const ast_node *n, tree **t) {
  f->mark.says.kind = is_loop(n) ? LT_PRAGMA_ANY : LT_PRAGMA_REGION;
  *t = tree_create(f->s->cx.arena, f->t);
  return plugin_recognize_inner(f->s, tree_region(*t, &f->mark, n, NULL));
}

// ir_walk_fn: stops at a parallel op.
static bool
is_in_order(void *user, ir_op *op) {
  (void)user;
  return !ir_is_soac(op);
}

// Whether host code of "r" repeats parallel ops, or chooses between them.
static bool
has_host_loops(const plugin_region *r) {
  ir_foreach_op (op, r->rec->func->body)
    for (int k = 0; k < op->n_regions && !ir_is_soac(op); k++)
      if (!ir_walk(op->regions[k], is_in_order, NULL))
        return true;
  return false;
}

// Whether "r" is to be an inner region, of statement "n": it runs in chunks, or
// is a loop that is parallel at once.
static bool
is_wanted(const plugin_region *r, const ast_node *n) {
  return is_plain(r) && (r->rec->chunk || (is_loop(n) && !has_host_loops(r)));
}

// Makes statement "n" an inner region where it is to be one. False: it is none.
static bool
take(finder *f, ast_node *n) {
  int before = f->s->regions.n;
  tree *t;
  plugin_region *r = n->slot ? recognize(f, n, &t) : NULL;
  if (r && is_wanted(r, n)) {
    vec_push(f->s->cx.arena, f->found, ((plugin_inner){r, t, n->slot}));
    return true;
  }
  plugin_drop_regions(f->s, before);
  return false;
}

// Finds inner regions in a loop. False: it stays as it is.
static bool
visit_loop(finder *f, ast_node *loop) {
  int before = f->found->n;
  return take(f, loop) || (visit(f, body_of(loop)) && f->found->n > before);
}

// Finds inner regions in the parts of a statement. False: some loop stays as it
// is.
static bool
visit_parts(finder *f, ast_node *n) {
  bool ok = true;
  for (int k = 0; k < n->n_parts && ok; k++)
    if (n->parts[k] && (!n->parts[k]->is_expr || n->kind == AST_BRACES))
      ok = visit(f, n->parts[k]);
  return ok;
}

// Finds inner regions in statement "n". False: some loop in it stays as it is.
static bool
visit(finder *f, ast_node *n) {
  if (is_loop(n))
    return visit_loop(f, n);
  if (n->is_expr) {
    if (has(n, AST_CALL))
      take(f, n);
    return true;
  }
  bool several = n->kind == AST_BRACES && n->n_parts > 1;
  return (several && take(f, n)) || visit_parts(f, n);
}

// Whether some of them run in chunks.
static bool
any_in_chunks(const plugin_inners *all) {
  for (int k = 0; k < all->n; k++)
    if (all->at[k].region->rec->chunk)
      return true;
  return false;
}

void
plugin_find_inner(plugin_state *s, ast *t, const plugin_site *site,
                  plugin_region *r, plugin_inners *out) {
  finder f = {.s = s, .t = t, .mark = *site->mark, .found = out};
  int before = s->regions.n;
  ast_node *n = site->stmt;
  f.mark.says.required = false;
  bool whole = r->rec->chunk && !r->rec->chunk->rows;
  if (whole || r->rec->rows || !(r->done || plugin_is_exact_between(r->rec)))
    return;
  while (n->kind == AST_ATTRIBUTED)
    n = n->x;
  if (is_loop(n) && !has_host_loops(r)) // its iterations are parallel
    return;
  bool ok = is_loop(n) ? visit(&f, body_of(n)) : visit_parts(&f, n);
  if (ok && any_in_chunks(out)) {
    plugin_add_inner(s, r, before);
    return;
  }
  out->n = 0;
  plugin_drop_regions(s, before);
}
