// plugin/sites.c: which statement a pragma stands before.
//
// The preprocessor told us the location of the first token after each pragma
// (shim_pragma.cc); the annotated statement is the outermost one that begins
// there. Locations are compared as they are, so macros and headers need no
// special care.
#include "plugin/sites.h"

static void walk(plugin_state *s, ast_node *n, bool captured,
                 plugin_sites *out);

// Whether the pragma may stand before "n".
static bool
does_fit(const ast_node *n, const plugin_pragma *p) {
  if (p->keeps.n > 0)
    return n->kind != AST_DECL && !ast_has_entries(n, false);
  while (n->kind == AST_ATTRIBUTED)
    n = n->x;
  if (n->kind == AST_BRACES)
    return p->kind == LT_PRAGMA_REGION && !p->independent;
  return n->kind == AST_FOR || n->kind == AST_WHILE || n->kind == AST_DO;
}

// The last pragma whose statement begins between these places, or NULL.
static plugin_mark *
mark_between(plugin_state *s, uint32_t begin, uint32_t end) {
  for (int k = s->marks.n; k-- > 0;) {
    plugin_mark *m = &s->marks.at[k];
    if (m->target && m->target >= begin && m->target <= end)
      return m;
  }
  return NULL;
}

// The pragma before "n", or NULL. Behind one before an OpenMP construct comes a
// token of the construct's own line.
static plugin_mark *
mark_of(plugin_state *s, const ast_node *n) {
  plugin_mark *m = mark_between(s, n->begin, n->begin);
  if (!m && n->kind == AST_OPENMP)
    m = mark_between(s, n->begin, n->end);
  return m;
}

// Adds what "n" is, or what is in it. "openmp": it is what an OpenMP construct
// stands before; "behind": the next statement.
static void
visit(plugin_state *s, ast_node *n, bool captured, bool openmp,
      const ast_node *behind, plugin_sites *out) {
  plugin_mark *m = n ? mark_of(s, n) : NULL;
  if (!n)
    return;
  if (!m || m->is_seen) {
    walk(s, n, captured, out);
    return;
  }
  m->is_seen = true;
  while (n->kind == AST_LABEL)
    n = n->x;
  plugin_site site = {.mark = m,
                      .stmt = n,
                      .captured = captured,
                      .openmp = openmp || n->kind == AST_OPENMP,
                      .fits = does_fit(n, &m->says),
                      .behind = behind,
                      .inner = NEW(s->cx.arena, plugin_sites)};
  walk(s, n, captured, site.inner);
  vec_push(s->cx.arena, out, site);
}

// Adds the statements in "n".
static void
walk(plugin_state *s, ast_node *n, bool captured, plugin_sites *out) {
  if (n->kind == AST_BLOCK_EXPR || n->kind == AST_CAPTURED) {
    walk(s, n->x, true, out);
    return;
  }
  if (n->kind == AST_OPENMP) {
    visit(s, n->x, true, true, NULL, out);
    return;
  }
  for (int k = 0; k < n->n_parts; k++) {
    bool has_next = n->kind == AST_BRACES && k + 1 < n->n_parts;
    visit(s, n->parts[k], captured, false, has_next ? n->parts[k + 1] : NULL,
          out);
  }
}

plugin_sites *
plugin_find_sites(plugin_state *s, ast_node *body) {
  plugin_sites *out = NEW(s->cx.arena, plugin_sites);
  walk(s, body, false, out);
  return out;
}
