// kernel/eval_memory.c: the arrays of the kernel evaluator.
//
// Every element has a shadow: whether it was set, and who read and wrote it in
// the launch at hand. Reads by several items or groups are merged into one
// record that is never less strict than the single ones.
#include "kernel/eval_private.h"

enum { SEVERAL = -1 };

ev_object *
ev_object_new(ev_machine *m, ir_scalar elem, int64_t count) {
  ev_object *o = NEW(m->arena, ev_object);
  int64_t n = count > 0 ? count : 0;
  o->array = NEW(m->arena, ir_array);
  *o->array = (ir_array){.elem = elem, .n = n};
  o->array->data = arena_alloc(m->arena, (size_t)n * (size_t)ir_size(elem));
  o->shadow = NEW_ARRAY(m->arena, ev_shadow, n);
  return o;
}

ev_object *
ev_object_of(ev_machine *m, ir_array *array) {
  ev_object *o = NEW(m->arena, ev_object);
  o->array = array;
  o->shadow = NEW_ARRAY(m->arena, ev_shadow, array->n);
  for (int64_t i = 0; i < array->n; i++)
    o->shadow[i].is_set = true;
  return o;
}

void
ev_object_reset(ev_object *o) {
  if (o->array->n)
    memset(o->shadow, 0, (size_t)o->array->n * sizeof *o->shadow);
}

// True when "earlier" and "who" may run at the same time.
static bool
is_concurrent(const ev_actor *earlier, const ev_actor *who) {
  if (!earlier->item)
    return false;
  if (earlier->group != who->group)
    return true;
  if (earlier->phase != who->phase)
    return false;
  return earlier->item != who->item ||
         (earlier->inner_phase == who->inner_phase &&
          earlier->inner != who->inner);
}

// Merges a read, or a combine, by "who" into "r".
static void
merge_read(ev_actor *r, const ev_actor *who) {
  bool same = r->group == who->group && r->item == who->item;
  if (!r->item || (r->group == who->group && r->phase != who->phase) ||
      (same && r->inner_phase != who->inner_phase)) {
    *r = *who; // reads of earlier phases are ordered before all that follows
    return;
  }
  if (r->item != who->item)
    r->item = SEVERAL;
  if (r->group != who->group)
    r->group = SEVERAL;
  if (r->inner != who->inner)
    r->inner = SEVERAL;
}

// The shadow of element "i" when "who" may touch it, else NULL (reported).
static ev_shadow *
find_shadow(ev_machine *m, ev_object *o, const char *name, int64_t i,
            const ev_actor *who) {
  int64_t k = i - o->array->base;
  if (o->is_freed) {
    ev_fail(m, "%s is used after it was freed", name);
    return NULL;
  }
  if (k < 0 || k >= o->array->n) {
    ev_fail(m, "index %lld is outside of %s, which has %lld to %lld",
            (long long)i, name, (long long)o->array->base,
            (long long)(o->array->base + o->array->n - 1));
    return NULL;
  }
  if (who && o->launch != m->launch) {
    for (int64_t e = 0; e < o->array->n; e++)
      o->shadow[e].write = o->shadow[e].read = o->shadow[e].combine =
          (ev_actor){0};
    o->launch = m->launch;
  }
  return &o->shadow[k];
}

// Reports element "i" when "who" reads it while another one changes it, or
// before it was written.
static void
check_read(ev_machine *m, const ev_shadow *s, const char *name, int64_t i,
           const ev_actor *who) {
  if (!s->is_set)
    ev_fail(m, "%s[%lld] is read before it is written", name, (long long)i);
  if (who && is_concurrent(&s->write, who))
    ev_fail(m, "race: %s[%lld] is read while another work-item writes it", name,
            (long long)i);
}

ir_bits
ev_load(ev_machine *m, ev_object *o, const char *name, int64_t i,
        const ev_actor *who) {
  ev_shadow *s = find_shadow(m, o, name, i, who);
  if (!s)
    return 0;
  check_read(m, s, name, i, who);
  if (who && is_concurrent(&s->combine, who))
    ev_fail(m, "race: %s[%lld] is read while another work-item combines it",
            name, (long long)i);
  if (who)
    merge_read(&s->read, who);
  return ir_array_get(o->array, i);
}

ir_bits
ev_combine(ev_machine *m, ev_object *o, const char *name, int64_t i,
           ir_opcode op, ir_bits bits, const ev_actor *who) {
  ev_shadow *s = find_shadow(m, o, name, i, who);
  ir_scalar type = o->array->elem;
  bool stores = op == IR_OP_UPDATE;
  if (!s)
    return 0;
  if (!stores)
    check_read(m, s, name, i, who);
  else if (is_concurrent(&s->write, who))
    ev_fail(m, "race: %s[%lld] is written by two work-items", name,
            (long long)i);
  if (is_concurrent(&s->read, who))
    ev_fail(m, "race: %s[%lld] is combined while another work-item reads it",
            name, (long long)i);
  if (is_concurrent(&s->combine, who) && s->operator != op)
    ev_fail(m, "race: %s[%lld] is combined by two operators", name,
            (long long)i);
  else if (is_concurrent(&s->combine, who) && stores &&
           ir_array_get(o->array, i) != bits)
    ev_fail(m, "race: two work-items store different values in %s[%lld]", name,
            (long long)i);
  merge_read(&s->combine, who);
  s->operator = op;
  s->is_set = true;
  ir_bits old = ir_array_get(o->array, i), args[] = {old, bits};
  ir_array_set(o->array, i,
               stores ? bits : ir_eval_scalar(op, type, type, args));
  return stores ? 0 : old;
}

void
ev_store(ev_machine *m, ev_object *o, const char *name, int64_t i, ir_bits bits,
         const ev_actor *who) {
  ev_shadow *s = find_shadow(m, o, name, i, who);
  if (!s)
    return;
  if (who && (is_concurrent(&s->write, who) || is_concurrent(&s->combine, who)))
    ev_fail(m, "race: %s[%lld] is written by two work-items", name,
            (long long)i);
  if (who && is_concurrent(&s->read, who))
    ev_fail(m, "race: %s[%lld] is written while another work-item reads it",
            name, (long long)i);
  if (who)
    s->write = *who;
  s->is_set = true;
  ir_array_set(o->array, i, bits);
}

void
ev_fail(ev_machine *m, const char *fmt, ...) {
  va_list ap;
  loft_loc loc = m->stmt ? m->stmt->loc : (loft_loc){0};
  if (m->failed)
    return;
  m->failed = true;
  va_start(ap, fmt);
  const char *text = arena_vprintf(m->cx->arena, fmt, ap);
  va_end(ap);
  diag_report(m->cx, DIAG_ERROR, loc, NULL, "in %s: %s", m->func->name, text);
}

ir_bits
ev_call(ev_machine *m, const kn_stmt *s, const ir_bits *args) {
  ir_scalar in[IR_MAX_CALL];
  ir_bits out = 0;
  for (int k = 0; k < s->n_args; k++)
    in[k] = s->args[k]->type;
  if (!ir_eval_call(s->callee, s->n_args, in, args, s->dst->type, &out))
    ev_fail(m,
            "@%s is in another file, where the evaluator has no way to call it",
            s->callee);
  return out;
}

bool
ev_step(ev_machine *m) {
  if (--m->steps < 0)
    ev_fail(m, "too many steps");
  return !m->failed;
}
