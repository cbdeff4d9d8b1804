// spirv/spvw.c: the SPIR-V writer of spvw.h. Layout rules: SPIR-V
// specification, sections 2.3 (physical layout) and 2.4 (logical layout).
#include "spirv/spvw.h"

#include <spirv/unified1/spirv.h>

void
spvw_init(spvw *w, arena *a) {
  memset(w, 0, sizeof *w);
  w->a = a;
  w->next_id = 1;
}

uint32_t
spvw_id(spvw *w) {
  return w->next_id++;
}

void
spvw_begin(spvw *w, spvw_section section, uint32_t op) {
  w->open = section;
  w->start = w->sections[section].n;
  spvw_word(w, op);
}

void
spvw_word(spvw *w, uint32_t word) {
  vec_push(w->a, &w->sections[w->open], word);
}

void
spvw_string(spvw *w, const char *s) {
  size_t len = strlen(s) + 1;
  for (size_t i = 0; i < len; i += 4) {
    uint32_t word = 0;
    for (size_t k = 0; k < 4 && i + k < len; k++)
      word |= (uint32_t)(unsigned char)s[i + k] << (8 * k);
    spvw_word(w, word);
  }
}

void
spvw_end(spvw *w) {
  spvw_words *s = &w->sections[w->open];
  s->at[w->start] |= (uint32_t)(s->n - w->start) << SpvWordCountShift;
}

void
spvw_emit(spvw *w, spvw_section section, uint32_t op, int n,
          const uint32_t *words) {
  spvw_begin(w, section, op);
  for (int i = 0; i < n; i++)
    spvw_word(w, words[i]);
  spvw_end(w);
}

uint32_t
spvw_result(spvw *w, uint32_t op, uint32_t type, int n, const uint32_t *words) {
  uint32_t id = spvw_id(w);
  spvw_begin(w, SPVW_CODE, op);
  spvw_word(w, type);
  spvw_word(w, id);
  for (int i = 0; i < n; i++)
    spvw_word(w, words[i]);
  spvw_end(w);
  return id;
}

// The id of a type or constant with these words, or 0 when there is none yet.
static uint32_t
find_shared(const spvw *w, uint32_t op, int n, const uint32_t *words) {
  for (int i = 0; i < w->shared.n; i++) {
    const spvw_shared *s = &w->shared.at[i];
    if (s->op == op && s->n == n &&
        (!n || !memcmp(s->words, words, (size_t)n * sizeof *words)))
      return s->id;
  }
  return 0;
}

// Remembers that "id" is the type or constant with these words.
static void
add_shared(spvw *w, uint32_t id, uint32_t op, int n, const uint32_t *words) {
  uint32_t *copy = NEW_ARRAY(w->a, uint32_t, n);
  if (n) // OpTypeVoid and the like have no words
    memcpy(copy, words, (size_t)n * sizeof *words);
  spvw_shared s = {id, op, n, copy};
  vec_push(w->a, &w->shared, s);
}

// The id of the type or constant by "op" of "n" words, new if need be;
// "typed": the first word is the type, which stands in front of the id.
static uint32_t
put_shared(spvw *w, uint32_t op, bool typed, int n, const uint32_t *words) {
  uint32_t id = find_shared(w, op, n, words);
  if (id)
    return id;
  id = spvw_id(w);
  add_shared(w, id, op, n, words);
  spvw_begin(w, SPVW_TYPES, op);
  if (typed)
    spvw_word(w, words[0]);
  spvw_word(w, id);
  for (int i = typed; i < n; i++)
    spvw_word(w, words[i]);
  spvw_end(w);
  return id;
}

uint32_t
spvw_type(spvw *w, uint32_t op, int n, const uint32_t *words) {
  return put_shared(w, op, false, n, words);
}

uint32_t
spvw_constant(spvw *w, uint32_t op, uint32_t type, int n,
              const uint32_t *words) {
  uint32_t *key = NEW_ARRAY(w->a, uint32_t, n + 1);
  key[0] = type;
  if (n)
    memcpy(key + 1, words, (size_t)n * sizeof *words);
  return put_shared(w, op, true, n + 1, key);
}

void
spvw_capability(spvw *w, uint32_t capability) {
  int k = 0;
  while (k < w->capabilities.n && w->capabilities.at[k] < capability)
    k++;
  if (k < w->capabilities.n && w->capabilities.at[k] == capability)
    return;
  vec_push(w->a, &w->capabilities, capability);
  for (int i = w->capabilities.n - 1; i > k; i--)
    w->capabilities.at[i] = w->capabilities.at[i - 1];
  w->capabilities.at[k] = capability;
}

void
spvw_name(spvw *w, uint32_t id, const char *name) {
  spvw_begin(w, SPVW_NAMES, SpvOpName);
  spvw_word(w, id);
  spvw_string(w, name);
  spvw_end(w);
}

void
spvw_decorate(spvw *w, uint32_t id, uint32_t decoration, int n,
              const uint32_t *words) {
  spvw_begin(w, SPVW_DECORATIONS, SpvOpDecorate);
  spvw_word(w, id);
  spvw_word(w, decoration);
  for (int i = 0; i < n; i++)
    spvw_word(w, words[i]);
  spvw_end(w);
}

uint32_t *
spvw_finish(spvw *w, uint32_t version, int *n_words) {
  for (int i = 0; i < w->capabilities.n; i++)
    spvw_emit(w, SPVW_CAPABILITIES, SpvOpCapability, 1, &w->capabilities.at[i]);
  int n = 5;
  for (int s = 0; s < SPVW_SECTION__COUNT; s++)
    n += w->sections[s].n;
  uint32_t *out = NEW_ARRAY(w->a, uint32_t, n);
  out[0] = SpvMagicNumber;
  out[1] = version;
  out[2] = 0; // generator: unregistered
  out[3] = w->next_id;
  out[4] = 0; // schema
  int at = 5;
  for (int s = 0; s < SPVW_SECTION__COUNT; s++) {
    if (!w->sections[s].n)
      continue;
    memcpy(out + at, w->sections[s].at, (size_t)w->sections[s].n * sizeof *out);
    at += w->sections[s].n;
  }
  *n_words = n;
  return out;
}
