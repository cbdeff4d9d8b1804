// plugin/report.c: -fplugin-arg-loft-report=FILE, what became of each pragma of
// a translation unit, as JSON. docs/report.md describes the members.
//
// One translation unit is one line of the file (report_file.c).
#include "plugin/region_private.h"
#include "loft/loft.h"
#include "loft/loft_text.h"

plugin_record *
plugin_start_record(plugin_state *s, loft_loc loc, const lt_region *source) {
  if (!s->options.report)
    return NULL;
  plugin_record *r = NEW(s->cx.arena, plugin_record);
  r->loc = loc;
  r->source = source;
  vec_push(s->cx.arena, &s->records, r);
  s->now = r;
  return r;
}

void
plugin_record_said(plugin_state *s, diag_level level, loft_loc loc,
                   const char *id, const char *message) {
  plugin_said said = {level, loc, id, arena_strdup(s->cx.arena, message)};
  if (s->now)
    vec_push(s->cx.arena, &s->now->said, said);
}

// -- JSON -----------------------------------------------------------------

// "text" as a JSON string; null for NULL. What is no UTF-8 becomes U+FFFD.
static void
add_text(sb *out, const char *text) {
  if (!text) {
    sb_add(out, "null");
    return;
  }
  sb_add(out, "\"");
  for (const char *p = text; *p;) {
    int n = loft_utf8_length((const unsigned char *)p);
    unsigned char c = (unsigned char)*p;
    if (c == '"' || c == '\\')
      sb_printf(out, "\\%c", c);
    else if (c == '\n')
      sb_add(out, "\\n");
    else if (c < 0x20)
      sb_printf(out, "\\u%04x", c);
    else if (n)
      sb_printf(out, "%.*s", n, p);
    else
      sb_add(out, "\\ufffd");
    p += n ? n : 1;
  }
  sb_add(out, "\"");
}

// A comma unless "out" stands behind a bracket, then the key "key" if any.
static void
add_key(sb *out, const char *key) {
  char last = out->n ? out->at[out->n - 1] : '[';
  if (last != '{' && last != '[')
    sb_add(out, ", ");
  if (key)
    sb_printf(out, "\"%s\": ", key);
}

// Adds "key" with a text; NULL is null.
static void
add_pair(sb *out, const char *key, const char *text) {
  add_key(out, key);
  add_text(out, text);
}

// Adds "key" with a number.
static void
add_int(sb *out, const char *key, int n) {
  add_key(out, key);
  sb_printf(out, "%d", n);
}

// Adds "key" with a truth value.
static void
add_bool(sb *out, const char *key, bool b) {
  add_key(out, key);
  sb_add(out, b ? "true" : "false");
}

// Opens the object or array "key" (NULL: an element) with "bracket".
static void
add_open(sb *out, const char *key, const char *bracket) {
  add_key(out, key);
  sb_add(out, bracket);
}

// The place "loc" as members of an object.
static void
add_loc(sb *out, loft_loc loc) {
  add_pair(out, "file", loc.file);
  add_int(out, "line", loc.line);
  add_int(out, "column", loc.col);
}

// -- Stages ---------------------------------------------------------------

// The IR functions "f" and "g" (either may be NULL) as text; null without any.
static void
add_ir(sb *out, arena *a, const char *key, ir_func *f, ir_func *g) {
  sb text;
  sb_init(&text, a);
  if (f)
    ir_print_func(&text, f, NULL);
  if (g)
    ir_print_func(&text, g, NULL);
  add_pair(out, key, text.n ? sb_str(&text) : NULL);
}

// Adds "key" with the text of kernels; NULL: there are none.
static void
add_kernels(sb *out, arena *a, const char *key, kn_program *p) {
  sb text;
  sb_init(&text, a);
  if (p)
    kn_print(&text, p);
  add_pair(out, key, text.n ? sb_str(&text) : NULL);
}

// The IR of "r" at all stages; of what was refused, the first.
static void
add_stages(sb *out, arena *a, const plugin_record *r) {
  loft_cx quiet = {.arena = a};
  rec_region *lowered = r->source ? rec_lower_region(&quiet, r->source) : NULL;
  add_open(out, "ir", "{");
  add_ir(out, a, "before", lowered ? lowered->func : NULL, NULL);
  if (r->region) {
    const rec_region *rec = r->region->rec;
    const plugin_code *code = r->region->code;
    add_ir(out, a, "recognised", rec->func, NULL);
    add_ir(out, a, "common", code->ir[PLUGIN_COMMON], NULL);
    add_ir(out, a, "cpu", code->ir[PLUGIN_CPU], NULL);
    add_ir(out, a, "gpu", code->ir[PLUGIN_GPU], NULL);
    add_kernels(out, a, "cpu_kernels", code->cpu);
    add_kernels(out, a, "gpu_kernels", code->gpu);
  }
  sb_add(out, "}");
}

// -- Rules ----------------------------------------------------------------

static const char *const stage_names[] = {
    [PLUGIN_COMMON] = "common",     [PLUGIN_CPU] = "cpu",
    [PLUGIN_GPU] = "gpu",           [PLUGIN_FOOTPRINT] = "footprint",
    [PLUGIN_ESTIMATE] = "estimate", [PLUGIN_INSPECTOR] = "inspector",
    [PLUGIN_ROWS] = "rows",         [PLUGIN_RANGE] = "range",
    [PLUGIN_LOOK] = "look",         [PLUGIN_LMADS] = "lmads",
    [PLUGIN_ROW_ENDS] = "row_ends", [PLUGIN_GPU_INSPECTOR] = "gpu_inspector"};

// Name and meaning of "rule", in "stage", as members of an object.
static void
add_rule(sb *out, rw_rule_id rule, plugin_stage stage) {
  add_pair(out, "rule", rw_rule_table[rule].id);
  add_pair(out, "equation", rw_rule_table[rule].equation);
  add_pair(out, "stage", stage_names[stage]);
}

// Adds how often each rule has fired in "stage".
static void
add_applied(sb *out, const plugin_code *code, plugin_stage stage) {
  for (int k = 0; k < RW_RULE__COUNT; k++) {
    if (!code->fired[stage][k])
      continue;
    add_open(out, NULL, "{");
    add_rule(out, (rw_rule_id)k, stage);
    add_int(out, "times", code->fired[stage][k]);
    sb_add(out, "}");
  }
}

// Adds which rules did not fire in "stage", where, and why.
static void
add_refused(sb *out, const plugin_code *code, plugin_stage stage) {
  for (int k = 0; k < code->refusals[stage].list.n; k++) {
    const rw_refusal *r = &code->refusals[stage].list.at[k];
    add_open(out, NULL, "{");
    add_rule(out, r->rule, stage);
    if (r->loc.line)
      add_int(out, "line", r->loc.line);
    add_pair(out, "why", r->why);
    sb_add(out, "}");
  }
}

// Adds the rules of all stages, those that fired and those that did not.
static void
add_rules(sb *out, const plugin_code *code) {
  add_open(out, "rules_applied", "[");
  for (int k = 0; k < PLUGIN_STAGE__COUNT; k++)
    add_applied(out, code, (plugin_stage)k);
  sb_add(out, "]");
  add_open(out, "rules_refused", "[");
  for (int k = 0; k < PLUGIN_STAGE__COUNT; k++)
    add_refused(out, code, (plugin_stage)k);
  sb_add(out, "]");
}

// -- Guards ---------------------------------------------------------------

// How array "k" is touched; 0 for scalars.
static int
mode_of(const rec_region *r, int k) {
  return r->func->body->params.at[k]->type.array ? r->func->param_mode[k] : 0;
}

// Whether the region also runs when captures "i" and "j" are the same array.
static bool
may_be_same(const rec_region *r, int i, int j) {
  for (int k = 0; k < r->n_pairs; k++)
    if ((r->pairs[k].read == i && r->pairs[k].written == j) ||
        (r->pairs[k].read == j && r->pairs[k].written == i))
      return true;
  return false;
}

// The pairs of arrays that must not overlap.
static void
add_overlaps(sb *out, const rec_region *r) {
  for (int i = 0; i < r->n_captures; i++)
    for (int j = 0; j < r->n_captures; j++) {
      const rec_capture *x = &r->captures[i], *y = &r->captures[j];
      bool written = mode_of(r, i) & IR_WRITE;
      bool twice = j < i && (mode_of(r, j) & IR_WRITE);
      bool apart = (x->is_restrict && y->is_restrict) || y->is_const_data;
      bool fields = x->record && x->record == y->record &&
                    !strcmp(x->name, y->name); // of the same structures
      if (i == j || !written || twice || !mode_of(r, j) || apart || fields)
        continue;
      add_open(out, NULL, "{");
      add_pair(out, "kind", "no overlap");
      add_pair(out, "of", x->name);
      add_pair(out, "and", y->name);
      add_bool(out, "may_be_same", may_be_same(r, i, j));
      add_bool(out, "may_interleave", r->lmads != NULL);
      sb_add(out, "}");
    }
}

// A condition "kind" on "what".
static void
add_about(sb *out, const char *kind, const char *what) {
  add_open(out, NULL, "{");
  add_pair(out, "kind", kind);
  add_pair(out, "of", what);
  sb_add(out, "}");
}

// The conditions at run time without which the original loop runs.
static void
add_guards(sb *out, arena *a, const plugin_region *r) {
  add_open(out, "guards", "[");
  add_overlaps(out, r->rec);
  if (r->rec->left)
    add_about(out, "not called", r->rec->left);
  if (r->rec->numerals)
    add_about(out, "reads no long numbers", r->rec->numerals);
  for (int k = 0; k < r->rec->n_captures; k++)
    for (int l = 0; l < r->rec->captures[k].n_loads; l++)
      add_about(out, "not written by the region",
                arena_printf(a, "&%s", r->rec->captures[k].loads[l].name));
  for (int k = 0; k < r->n_args; k++)
    if (r->args[k].guard)
      add_about(out, "not written by the region", r->args[k].name);
  if (r->rec->guard) {
    add_open(out, NULL, "{");
    add_pair(out, "kind", "condition");
    add_ir(out, a, "ir", r->rec->guard, NULL);
    sb_add(out, "}");
  }
  add_open(out, NULL, "{");
  add_pair(out, "kind", "sizes fit");
  add_ir(out, a, "ir", r->code->ir[PLUGIN_FOOTPRINT], NULL);
  sb_add(out, "}");
  sb_add(out, "]");
}

// -- Transfers ------------------------------------------------------------

// The form of "v" when anything is touched: the footprint gives lo = hi = 0
// otherwise (lo < hi ? lo : 0), and impossible bounds where a loop does not run
// (n >= 1 ? lo : the largest integer).
static const ir_val *
if_touched(const ir_val *v) {
  while (v->def && v->def->code == IR_OP_SELECT) {
    const ir_val *c = v->def->ins.at[0], *other = v->def->ins.at[2];
    int64_t n;
    bool order = c->def && c->def->code == IR_OP_LT &&
                 (c->def->ins.at[0] == v->def->ins.at[1] ||
                  c->def->ins.at[1] == v->def->ins.at[1]);
    bool limit =
        ir_match_int((ir_val *)other, &n) && (n == INT64_MAX || n == INT64_MIN);
    if (!order && !limit)
      break;
    v = v->def->ins.at[1];
  }
  return v;
}

static bool add_formula(sb *out, const rec_region *r, const ir_val *v,
                        int depth);

// A binary op "x word y", or "word(x, y)" for min and max.
static bool
add_binary(sb *out, const rec_region *r, const ir_op *op, int depth) {
  bool call = op->code == IR_OP_MIN || op->code == IR_OP_MAX;
  const char *word = call                    ? ", "
                     : op->code == IR_OP_ADD ? " + "
                     : op->code == IR_OP_SUB ? " - "
                     : op->code == IR_OP_MUL ? " * "
                     : op->code == IR_OP_DIV ? " / "
                                             : NULL;
  if (!word)
    return false;
  sb_printf(out, "%s(", call ? ir_op_table[op->code].mnemonic : "");
  if (!add_formula(out, r, op->ins.at[0], depth - 1))
    return false;
  sb_add(out, word);
  if (!add_formula(out, r, op->ins.at[1], depth - 1))
    return false;
  sb_add(out, ")");
  return true;
}

// "v" of the footprint as C over the captures; false when it is no formula of
// them, or a long one.
static bool
add_formula(sb *out, const rec_region *r, const ir_val *v, int depth) {
  int64_t n;
  if (!depth)
    return false;
  if (ir_match_int((ir_val *)v, &n)) {
    sb_printf(out, "%lld", (long long)n);
    return true;
  }
  if (!v->def) {
    bool param = v->param_of && !v->param_of->parent_op;
    if (param)
      sb_add(out, r->captures[v->index].name);
    return param;
  }
  const ir_op *op = v->def;
  if (op->code == IR_OP_CONVERT && !ir_is_float(op->ins.at[0]->type.elem))
    return add_formula(out, r, op->ins.at[0], depth);
  bool scalar = op->code == IR_OP_INDEX && !op->ins.at[0]->def &&
                ir_match_int(op->ins.at[1], &n) && n == 0;
  if (scalar) // a scalar behind a pointer is an array of one
    return add_formula(out, r, op->ins.at[0], depth);
  return ir_op_table[op->code].cls == IR_CLASS_BIN &&
         add_binary(out, r, op, depth);
}

// A bound of the touched elements, null when only the run can tell.
static void
add_bound(sb *out, arena *a, const char *key, const rec_region *r,
          const ir_val *v) {
  enum { DEPTH = 8 };
  sb text;
  sb_init(&text, a);
  bool known = add_formula(&text, r, if_touched(v), DEPTH);
  add_pair(out, key, known ? sb_str(&text) : NULL);
}

// The parts of each array that go to the device and come back.
static void
add_transfers(sb *out, arena *a, const plugin_region *region) {
  const rec_region *r = region->rec;
  const ir_func *footprint = region->code->ir[PLUGIN_FOOTPRINT];
  int n_arrays = 0, n = 0;
  for (int k = 0; k < r->n_captures; k++)
    n_arrays += r->func->body->params.at[k]->type.array;
  add_open(out, "transfers", "[");
  for (int k = 0; k < r->n_captures; k++) {
    if (!r->func->body->params.at[k]->type.array)
      continue;
    int mode = mode_of(r, k);
    add_open(out, NULL, "{");
    add_pair(out, "array", r->captures[k].name);
    add_pair(out, "element", ir_scalar_name(r->captures[k].elem));
    add_int(out, "element_bytes", ir_size(r->captures[k].elem));
    add_bool(out, "to_device", (mode & IR_READ) || !(mode & IR_FULL));
    add_bool(out, "from_device", mode & IR_WRITE);
    add_bool(out, "dense", mode & (IR_DENSE | IR_FULL));
    add_bool(out, "full", mode & IR_FULL);
    if (footprint) {
      const ir_vals *ends = &footprint->body->last->ins;
      int at = ends->n - 2 * n_arrays + 2 * n;
      add_bound(out, a, "first", r, ends->at[at]);
      add_bound(out, a, "end", r, ends->at[at + 1]);
    }
    sb_add(out, "}");
    n++;
  }
  sb_add(out, "]");
}

// -- Regions --------------------------------------------------------------

// Compiles what no code was made for (-fsyntax-only, a static function nobody
// calls): what that has to say goes to the record alone.
static void
complete(plugin_state *s, plugin_record *r) {
  diag_fn said_to = s->said_to;
  if (!r->region || r->region->code)
    return;
  s->said_to = NULL;
  s->now = r;
  plugin_compile(s, r->region);
  s->now = NULL;
  s->said_to = said_to;
}

// The diagnostics of "r": reasons of a refusal, or why there is less than there
// could be.
static void
add_said(sb *out, const plugin_record *r) {
  add_open(out, "reasons", "[");
  for (int k = 0; k < r->said.n; k++) {
    const plugin_said *said = &r->said.at[k];
    if (said->level == DIAG_REMARK || said->level == DIAG_NOTE)
      continue;
    add_open(out, NULL, "{");
    add_pair(out, "number", said->id);
    add_loc(out, said->loc);
    add_pair(out, "message", said->message);
    sb_add(out, "}");
  }
  sb_add(out, "]");
}

// Adds all there is to say of one annotated statement.
static void
add_record(sb *out, plugin_state *s, plugin_record *r) {
  arena *a = s->cx.arena;
  complete(s, r);
  plugin_region *region = r->region;
  const plugin_code *code = region ? region->code : NULL;
  add_open(out, NULL, "{");
  add_pair(out, "function", r->source ? r->source->name : NULL);
  add_loc(out, r->loc);
  add_bool(out, "lifted", region != NULL);
  add_pair(out, "became", region ? plugin_summary(a, region->rec) : NULL);
  add_bool(out, "cpu_code", code && code->cpu);
  add_bool(out, "device_code", code && code->gpu);
  add_pair(out, "cpu_form", code ? plugin_form(a, code, PLUGIN_CPU) : NULL);
  add_pair(out, "device_form", code ? plugin_form(a, code, PLUGIN_GPU) : NULL);
  add_said(out, r);
  if (region) {
    add_guards(out, a, region);
    add_transfers(out, a, region);
    add_rules(out, code);
  }
  add_stages(out, a, r);
  sb_add(out, "}");
}

void
plugin_write_report(plugin_state *s, const char *source, const char *output) {
  arena *a = s->cx.arena;
  if (!s->options.report)
    return;
  sb out;
  sb_init(&out, a);
  sb_add(&out, "{");
  add_pair(&out, "source", source);
  add_pair(&out, "output", output);
  sb_add(&out, ", ");
  const char *key = arena_strdup(a, sb_str(&out));
  sb_printf(&out, "\"loft\": \"%s\"", LOFT_VERSION);
  add_open(&out, "regions", "[");
  for (int k = 0; k < s->records.n; k++)
    add_record(&out, s, s->records.at[k]);
  sb_add(&out, "]}");
  const char *why = plugin_put_entry(a, s->options.report, key, sb_str(&out));
  if (why)
    diag_report(&s->cx, DIAG_WARNING, (loft_loc){0}, NULL,
                "no report is written to '%s': %s", s->options.report, why);
}
