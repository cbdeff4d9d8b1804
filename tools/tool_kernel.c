// tools/tool_kernel.c: kernels as text, for the tools.
#include "tools/tool_kernel.h"

// The text of "p".
static const char *
text_of(arena *a, const kn_program *p) {
  sb text;
  sb_init(&text, a);
  kn_print(&text, p);
  return sb_str(&text);
}

kn_program *
tool_reread(loft_cx *cx, const kn_program *p) {
  const char *text = text_of(cx->arena, p);
  kn_program *again = kn_parse(cx, "kernels", text);
  if (again && strcmp(text, text_of(cx->arena, again)) == 0)
    return again;
  diag_report(cx, DIAG_INTERNAL, (loft_loc){0}, NULL,
              "the kernels do not round-trip:\n%s---\n%s", text,
              again ? text_of(cx->arena, again) : "");
  return NULL;
}

// A value of the type that the host returns as result "k".
static ir_val *
build_result(ir_builder *b, const kn_func *host, int k) {
  for (int i = 0; i < host->body.n; i++) {
    const kn_stmt *s = host->body.at[i];
    if (s->kind == KN_RETURN_REG && s->index == k)
      return ir_build_bits(b, s->args[0]->type, 0);
    if (s->kind == KN_RETURN_BUF && s->index == k)
      return ir_build_alloc(b, s->buf->elem, ir_build_int(b, IR_I64, 0),
                            IR_SPACE_GLOBAL, "result");
  }
  return ir_build_int(b, IR_I64, 0);
}

ir_module *
tool_signature(loft_cx *cx, const kn_program *p) {
  const kn_func *host = p->host;
  if (!host) {
    diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL,
                "kernels alone do not run: there is no host function");
    return NULL;
  }
  ir_module *m = ir_module_new(cx->arena);
  ir_func *f = ir_func_new(m, host->name);
  for (int i = 0; i < host->params.n; i++) {
    const kn_param *q = &host->params.at[i];
    if (q->reg)
      ir_func_add_param(f, ir_ty(q->reg->type), q->reg->name, 0);
    else
      ir_func_add_param(f, ir_array_ty(q->buf->elem), q->buf->name,
                        (q->buf->is_read ? IR_READ : 0) |
                            (q->buf->is_written ? IR_WRITE : 0));
  }
  ir_builder b = ir_at_end(f->body);
  ir_val **results = NEW_ARRAY(cx->arena, ir_val *, host->n_results);
  for (int k = 0; k < host->n_results; k++)
    results[k] = build_result(&b, host, k);
  ir_build_yield(&b, results, host->n_results);
  return m;
}
