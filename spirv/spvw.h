// spirv/spvw.h: a writer of SPIR-V modules, one word buffer a section.
//
// Instructions are written with one begin/end pair, which patches the word
// count; ids are given in program order, types and constants are shared, and
// capabilities come out sorted: the same calls give the same words.
// Insiders of spirv/ only.
#ifndef LOFT_SPVW_H
#define LOFT_SPVW_H

#include "base/base.h"

typedef VEC(uint32_t) spvw_words;

// The sections of a module, in the order of the SPIR-V specification, 2.4.
typedef enum spvw_section {
  SPVW_CAPABILITIES,
  SPVW_IMPORTS,
  SPVW_MEMORY_MODEL,
  SPVW_ENTRY_POINTS,
  SPVW_EXECUTION_MODES,
  SPVW_NAMES,
  SPVW_DECORATIONS,
  SPVW_TYPES, // types, constants, module variables
  SPVW_CODE,
  SPVW_SECTION__COUNT
} spvw_section;

// A type or constant already written: its words without the result id.
typedef struct spvw_shared {
  uint32_t id, op;
  int n;
  const uint32_t *words;
} spvw_shared;

typedef struct spvw {
  arena *a;
  spvw_words sections[SPVW_SECTION__COUNT];
  VEC(spvw_shared) shared;
  VEC(uint32_t) capabilities; // sorted
  uint32_t next_id;
  spvw_section open; // section of the instruction being written
  int start;         // its first word
} spvw;

// An empty module on arena "a".
void spvw_init(spvw *w, arena *a);
// A fresh id.
uint32_t spvw_id(spvw *w);
// Starts instruction "op" in "section"; words follow, then spvw_end.
void spvw_begin(spvw *w, spvw_section section, uint32_t op);
void spvw_word(spvw *w, uint32_t word);
// A literal string, NUL-padded to words.
void spvw_string(spvw *w, const char *s);
void spvw_end(spvw *w);
// A whole instruction without result.
void spvw_emit(spvw *w, spvw_section section, uint32_t op, int n,
               const uint32_t *words);
// A whole instruction of the code section: result type, new result id, then
// "n" words. Returns the id.
uint32_t spvw_result(spvw *w, uint32_t op, uint32_t type, int n,
                     const uint32_t *words);
// A type: result id, then the words. The same words give the same id.
uint32_t spvw_type(spvw *w, uint32_t op, int n, const uint32_t *words);
// A constant: type, result id, then the words. Shared likewise.
uint32_t spvw_constant(spvw *w, uint32_t op, uint32_t type, int n,
                       const uint32_t *words);
// Declares "capability" (once).
void spvw_capability(spvw *w, uint32_t capability);
void spvw_name(spvw *w, uint32_t id, const char *name);
void spvw_decorate(spvw *w, uint32_t id, uint32_t decoration, int n,
                   const uint32_t *words);
// The finished module of SPIR-V "version" (0x00010500 is 1.5); *n_words is its
// length.
uint32_t *spvw_finish(spvw *w, uint32_t version, int *n_words);

#define SPVW_WORDS(...)                                                        \
  LOFT_COUNT(((const uint32_t[]){__VA_ARGS__})), (const uint32_t[]) {          \
    __VA_ARGS__                                                                \
  }

#endif
