// tools/tool_args.c: inputs of functions: read from text, made up, printed.
#include "tools/tool.h"

#include <errno.h>
#include <stdlib.h>

// -- Elements -------------------------------------------------------------
ir_bits
tool_element(const ir_array *array, int64_t i) {
  return ir_array_get(array, array->base + i);
}

// Sets element "i" (counted from 0) to the low bits of "bits".
static void
set_element(ir_array *array, int64_t i, ir_bits bits) {
  ir_array_set(array, array->base + i, bits);
}

// A new array of "n" elements.
static ir_array *
new_array(arena *a, ir_scalar elem, int64_t n) {
  ir_array *array = NEW(a, ir_array);
  array->elem = elem;
  array->n = n;
  array->data = arena_alloc(a, (size_t)n * (size_t)ir_size(elem));
  return array;
}

// -- Reading --------------------------------------------------------------
typedef struct reader {
  arena *arena;
  const char *at;
  const char *error; // the first one, or NULL
} reader;

// Skips blanks; true (and skipped) when "c" follows.
static bool
accept(reader *r, char c) {
  while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')
    r->at++;
  if (*r->at != c)
    return false;
  r->at++;
  return true;
}

// Remembers an error at the current place.
static void
fail(reader *r, const char *what) {
  if (!r->error)
    r->error = arena_printf(r->arena, "%s before '%.20s'", what, r->at);
}

// Skips "word" if it stands here.
static bool
accept_word(reader *r, const char *word) {
  size_t n = strlen(word);
  accept(r, ' ');
  if (strncmp(r->at, word, n) != 0)
    return false;
  r->at += n;
  return true;
}

// An integer of type "s".
static uint64_t
read_int(reader *r, ir_scalar s) {
  char *end;
  int width = 8 * ir_size(s);
  uint64_t ones = ~0ull >> (64 - width);
  bool minus = accept(r, '-');
  errno = 0;
  uint64_t value = strtoull(r->at, &end, 0);
  uint64_t limit = ir_is_signed(s) ? (ones >> 1) + minus : minus ? 0 : ones;
  if (end == r->at || *r->at == '-' || *r->at == '+')
    fail(r, "expected an integer");
  else if (errno || value > limit)
    fail(r, "value out of range");
  r->at = end;
  return (minus ? -value : value) & ones;
}

// A scalar of type "s" as bits.
static ir_bits
read_scalar(reader *r, ir_scalar s) {
  char *end;
  if (accept_word(r, "true"))
    return 1;
  if (accept_word(r, "false"))
    return 0;
  if (!ir_is_float(s))
    return s == IR_BOOL ? read_int(r, IR_I64) != 0 : read_int(r, s);
  ir_bits bits;
  strtold(r->at, &end);
  if (!ir_scalar_from_text(
          arena_strndup(r->arena, r->at, (size_t)(end - r->at)), s, &bits))
    fail(r, "expected a number");
  r->at = end;
  return bits;
}

// '[' element (',' element)* ']' ['@' base]; element: scalar ['x' count].
static ir_array *
read_array(reader *r, ir_scalar s) {
  VEC(ir_bits) bits = {0};
  if (!accept(r, '['))
    fail(r, "expected '['");
  while (!r->error && !accept(r, ']')) {
    ir_bits value = read_scalar(r, s);
    int64_t count = accept(r, 'x') ? (int64_t)read_int(r, IR_I32) : 1;
    if (count > 1 << 24)
      fail(r, "too many elements");
    for (; count > 0 && !r->error; count--)
      vec_push(r->arena, &bits, value);
    if (!accept(r, ',') && *r->at != ']')
      fail(r, "expected ',' or ']'");
  }
  ir_array *array = new_array(r->arena, s, bits.n);
  for (int i = 0; i < bits.n; i++)
    set_element(array, i, bits.at[i]);
  if (accept(r, '@'))
    array->base = (int64_t)read_int(r, IR_I64);
  return array;
}

// One argument of type "type".
static ir_datum
read_datum(reader *r, ir_type type) {
  ir_datum d = {.type = type};
  if (type.array)
    d.array = read_array(r, type.elem);
  else
    d.bits = read_scalar(r, type.elem);
  return d;
}

// '@' name of a function of "m".
static ir_func *
read_func(reader *r, ir_module *m) {
  if (!accept(r, '@')) {
    fail(r, "expected a function like @f");
    return NULL;
  }
  size_t n = strcspn(r->at, " \t\r,");
  ir_func *f = ir_func_find(m, arena_strndup(r->arena, r->at, n));
  if (!f)
    fail(r, "unknown function");
  r->at += n;
  return f;
}

// The input of "f" that has its arguments yet to be made; "text" as above.
static tool_input
new_input(arena *a, ir_func *f, const char *text) {
  int n = f->body->params.n, *modes = NEW_ARRAY(a, int, n + 1);
  memcpy(modes, f->param_mode, sizeof *modes * (size_t)n);
  return (tool_input){.func = f,
                      .func_name = f->name,
                      .args = NEW_ARRAY(a, ir_datum, n),
                      .modes = modes,
                      .n_args = n,
                      .text = text};
}

// One EVAL line.
static tool_input
read_input(reader *r, ir_module *m) {
  const char *text = r->at;
  ir_func *f = read_func(r, m);
  if (!f)
    return (tool_input){.text = text};
  tool_input in = new_input(r->arena, f, text);
  for (int i = 0; i < in.n_args && !r->error; i++) {
    if (i && !accept(r, ','))
      fail(r, "expected ','");
    in.args[i] = read_datum(r, in.func->body->params.at[i]->type);
  }
  accept(r, ' ');
  if (*r->at)
    fail(r, "too many arguments");
  return in;
}

bool
tool_find_inputs(loft_cx *cx, ir_module *m, const char *file, const char *text,
                 tool_inputs *inputs) {
  bool ok = true;
  for (int line = 1; *text; line++) {
    size_t n = strcspn(text, "\n");
    char *copy = arena_strndup(cx->arena, text, n);
    char *mark = strstr(copy, "// EVAL:");
    if (mark) {
      reader r = {.arena = cx->arena, .at = mark + strlen("// EVAL:")};
      accept(&r, ' ');
      tool_input in = read_input(&r, m);
      loft_loc loc = {.file = file, .line = line, .col = 1};
      loc.col += (int)(r.at - copy);
      if (r.error)
        diag_report(cx, DIAG_ERROR, loc, NULL, "EVAL: %s", r.error);
      else
        vec_push(cx->arena, inputs, in);
      ok = ok && !r.error;
    }
    text += n + (text[n] == '\n');
  }
  return ok;
}

// -- Making up ------------------------------------------------------------
// The next number of a xorshift generator.
static uint32_t
next_random(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

// A seventh of "n", rounded to the float type "s".
static ir_bits
random_float(ir_scalar s, int n) {
  ir_bits args[2] = {(ir_bits)(unsigned)n, 7};
  args[0] = ir_eval_scalar(IR_OP_CONVERT, IR_I32, s, &args[0]);
  args[1] = ir_eval_scalar(IR_OP_CONVERT, IR_I32, s, &args[1]);
  return ir_eval_scalar(IR_OP_DIV, s, s, args);
}

// A scalar of type "s": 0 to 7, or a float that rounds in most operations.
static ir_bits
random_scalar(ir_scalar s, uint32_t *state) {
  uint32_t r = next_random(state) >> 4;
  if (s == IR_BOOL)
    return r & 1;
  if (ir_is_float(s))
    return random_float(s, (int)(r % 2000) - 1000);
  return r % 8;
}

tool_input
tool_random_input(arena *a, ir_func *f, uint32_t seed) {
  enum { N = 64 };
  uint32_t state = seed * 2654435761u + 88172645u;
  tool_input in = new_input(a, f, NULL);
  for (int i = 0; i < f->body->params.n; i++) {
    ir_type type = f->body->params.at[i]->type;
    in.args[i].type = type;
    if (!type.array) {
      in.args[i].bits = random_scalar(type.elem, &state);
      continue;
    }
    in.args[i].array = new_array(a, type.elem, N);
    for (int k = 0; k < N; k++)
      set_element(in.args[i].array, k, random_scalar(type.elem, &state));
  }
  return in;
}

// -- Printing -------------------------------------------------------------
// The shortest decimal that reads back as the float "bits", "x".
static void
print_shortest(sb *out, ir_scalar s, ir_bits bits, long double x) {
  char text[60];
  ir_bits back;
  if (x - x == 0 && x > -1e15 && x < 1e15 && x == (long double)(int64_t)x) {
    sb_printf(out, "%.0Lf", x);
    return;
  }
  for (int digits = 1; digits <= 21; digits++) {
    snprintf(text, sizeof text, "%.*Lg", digits, x);
    if (ir_scalar_from_text(text, s, &back) && back == bits)
      break;
  }
  sb_add(out, text);
}

// A float of type "s".
static void
print_float(sb *out, ir_scalar s, ir_bits bits, bool exact) {
  long double x = ir_float_value(s, bits);
  if (x != x)
    sb_add(out, "nan");
  else
    print_shortest(out, s, bits, x);
  if (!exact || x - x != 0)
    return;
  if (s == IR_F80)
    sb_printf(out, " (%La)", x);
  else
    sb_printf(out, " (%a)", (double)x);
}

void
tool_print_scalar(sb *out, ir_scalar type, ir_bits all, bool exact) {
  int drop = 64 - 8 * ir_size(type);
  uint64_t bits = (uint64_t)all;
  if (ir_is_float(type))
    print_float(out, type, all, exact);
  else if (type == IR_BOOL)
    sb_add(out, bits & 1 ? "true" : "false");
  else if (ir_is_signed(type))
    sb_printf(out, "%lld", (long long)((int64_t)(bits << drop) >> drop));
  else
    sb_printf(out, "%llu", (unsigned long long)bits);
}

void
tool_print_datum(sb *out, const ir_datum *d) {
  sb_printf(out, "%s%s = ", d->type.array ? "[]" : "",
            ir_scalar_name(d->type.elem));
  if (!d->type.array) {
    tool_print_scalar(out, d->type.elem, d->bits, true);
    return;
  }
  sb_add(out, "[");
  for (int64_t i = 0; i < d->array->n; i++) {
    sb_add(out, i ? ", " : "");
    tool_print_scalar(out, d->type.elem, tool_element(d->array, i), false);
  }
  sb_add(out, "]");
}
