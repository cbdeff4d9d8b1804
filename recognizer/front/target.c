// recognizer/front/target.c: processors, as far as they matter to lifting.
#include "recognizer/loop_tree.h"

// Whether "t" is of architecture "arch".
static bool
is_arch(const lt_target *t, const char *arch) {
  return !strcmp(t->arch, arch);
}

// Whether "t" has the feature "name", which stands between spaces.
static bool
has_feature(const lt_target *t, const char *name) {
  return strstr(t->features, name) != NULL;
}

bool
lt_is_known_target(const lt_target *t) {
  return is_arch(t, "x86_64") || is_arch(t, "aarch64");
}

bool
lt_has_fma(const lt_target *t) {
  return is_arch(t, "aarch64") ||
         (is_arch(t, "x86_64") &&
          (has_feature(t, " fma ") || has_feature(t, " fma4 ")));
}

bool
lt_has_excess_precision(const lt_target *t) {
  return is_arch(t, "x86_64") && !has_feature(t, " sse2 ");
}

bool
lt_has_plain_muldc3(const lt_target *t) {
  return is_arch(t, "x86_64");
}

int
lt_vector_bytes(const lt_target *t) {
  if (is_arch(t, "aarch64"))
    return 16;
  if (!is_arch(t, "x86_64"))
    return 0;
  return has_feature(t, " avx2 ") ? 32 : has_feature(t, " sse2 ") ? 16 : 0;
}

bool
lt_has_selects(const lt_target *t) {
  return is_arch(t, "aarch64") ||
         (is_arch(t, "x86_64") && has_feature(t, " sse4.1 "));
}
