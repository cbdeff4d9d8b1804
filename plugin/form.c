// plugin/form.c: the form of the code for one target after the passes:
//
//   2 kernels (map 3d, map 2d), loops interchanged, tiles of 4 x 8, an operand
//   copied in blocks
#include "plugin/region_private.h"

// How the rules of strategies that somebody who measures wants to know of are
// told; those of neighbouring lines with the same words once.
static const struct {
  rw_rule_id rule;
  const char *words;
} strategies[] = {
    {RW_RULE_fuse_vertical, "loops fused"},
    {RW_RULE_fuse_horizontal, "loops fused"},
    {RW_RULE_fuse_scan, "loops fused"},
    {RW_RULE_fuse_scans, "loops fused"},
    {RW_RULE_fuse_before_scan, "loops fused"},
    {RW_RULE_filter_reduce, "filters fused with what reads them"},
    {RW_RULE_filter_map, "filters fused with what reads them"},
    {RW_RULE_filter_filter, "filters fused with what reads them"},
    {RW_RULE_append_reduce, "filters fused with what reads them"},
    {RW_RULE_append_map, "filters fused with what reads them"},
    {RW_RULE_pull, "elements recomputed where they are read"},
    {RW_RULE_distribute, "loops distributed"},
    {RW_RULE_fission, "loops distributed"},
    {RW_RULE_map_out, "loops interchanged"},
    {RW_RULE_map_down, "loops interchanged"},
    {RW_RULE_scan_out, "loops interchanged"},
    {RW_RULE_reorder, "loops interchanged"},
    {RW_RULE_interchange, "loops interchanged"},
    {RW_RULE_jam, "unroll and jam"},
    {RW_RULE_pack, "an operand copied in blocks"},
    {RW_RULE_subdiv, "blocks of 32 x 32"},
    {RW_RULE_lockstep, "loops that end by data in step"},
    {RW_RULE_square, "inner loops padded to the longest"},
    {RW_RULE_flatten, "nested loops collapsed"},
    {RW_RULE_unite, "rows of one list united"},
    {RW_RULE_expand, "inner iterations balanced by a scan of their counts"},
    {RW_RULE_share, "inner iterations shared out in groups"},
    {RW_RULE_group, "folds shared out in groups"},
    {RW_RULE_pieces, "long folds in pieces"},
    {RW_RULE_rfactor, "few long rows in parts"},
    {RW_RULE_winner, "a winner for each lane"},
    {RW_RULE_scan_rows, "running values of all rows at once"},
    {RW_RULE_columns, "sums of columns as folds"},
    {RW_RULE_scalars, "few sums as scalars of one fold"},
    {RW_RULE_order, "combined by key in a fixed order"},
    {RW_RULE_keyed, "combined by key in a fixed order"},
    {RW_RULE_sort, "sorted by key"},
    {RW_RULE_privatise, "private copies of what is combined into"},
    {RW_RULE_speculate, "exits tested every few iterations"},
    {RW_RULE_table, "a table of values that do not depend on the outer loop"},
    {RW_RULE_split, "borders split off"},
    {RW_RULE_unswitch, "conditions moved outside"},
};

// The kind of kernel "k". Scans and reductions are several kernels and loops
// over levels: one kind each.
static const char *
kind_of(const kn_func *k) {
  static const char *const several[] = {"scan", "reduce"};
  for (int i = 0; i < LOFT_COUNT(several); i++)
    if (!strncmp(k->what, several[i], strlen(several[i])))
      return several[i];
  return k->what;
}

// Whether "block" has a loop that launches maps.
static bool
has_steps(const kn_block *block, bool in_loop) {
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    bool inside = in_loop || s->kind == KN_LOOP;
    if (s->kind == KN_LAUNCH && in_loop && !strncmp(s->kernel->what, "map", 3))
      return true;
    for (int i = 0; i < 2; i++)
      if (has_steps(&s->body[i], inside))
        return true;
  }
  return false;
}

// Lists the kinds of the kernels of "p", each once: " (map 2d, reduce)".
static void
list_kernels(sb *out, const kn_program *p) {
  const char *sep = " (";
  for (int k = 0; k < p->kernels.n; k++) {
    const char *kind = kind_of(p->kernels.at[k]);
    bool is_new = *kind;
    for (int i = 0; i < k && is_new; i++)
      is_new = strcmp(kind_of(p->kernels.at[i]), kind) != 0;
    if (!is_new)
      continue;
    sb_printf(out, "%s%s", sep, kind);
    sep = ", ";
  }
  sb_add(out, *sep == ',' ? ")" : "");
}

// Whether strategy number "k" was applied in "common" or in "stage".
static bool
is_applied(const plugin_code *code, plugin_stage stage, int k) {
  rw_rule_id rule = strategies[k].rule;
  return code->fired[PLUGIN_COMMON][rule] || code->fired[stage][rule];
}

// Lists the strategies of "stage".
static void
list_strategies(sb *out, const plugin_code *code, plugin_stage stage) {
  const char *said = "";
  const int *tile = code->tile[stage];
  for (int k = 0; k < LOFT_COUNT(strategies); k++) {
    const char *words = strategies[k].words;
    if (!is_applied(code, stage, k) || !strcmp(words, said))
      continue;
    sb_printf(out, ", %s", words);
    said = words;
  }
  if (tile[0] * tile[1] > 1)
    sb_printf(out, ", tiles of %d x %d", tile[0], tile[1]);
}

const char *
plugin_form(arena *a, const plugin_code *code, plugin_stage stage) {
  const kn_program *p = stage == PLUGIN_CPU ? code->cpu : code->gpu;
  if (!p)
    return NULL;
  sb out;
  sb_init(&out, a);
  int n = p->kernels.n;
  sb_printf(&out, "%d kernel%s", n, n == 1 ? "" : "s");
  list_kernels(&out, p);
  sb_add(&out, has_steps(&p->host->body, false) ? " launched by a loop" : "");
  list_strategies(&out, code, stage);
  return sb_str(&out);
}
