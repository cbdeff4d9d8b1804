// runtime/vk/quirks.c: errors of drivers that they do not tell.
//
// One line a quirk; all lines that match a device apply. What is not known to
// be right counts as wrong: shaders then do it by what is right everywhere.
#include <stdio.h>
#include <string.h>

#include "runtime/vk/private.h"

typedef struct quirk {
  VkDriverId driver;    // 0: all
  const char *info;     // the start of the driver's text; NULL: all
  int64_t max_loops;    // as in rt_vk_quirks; 0: no statement
  bool fused;           // fma is, of f32 and f64
  bool exact;           // f32 division and square root are rounded right
  bool exact64;         // those of f64
  bool harmed_by_fork;  // as in rt_vk_quirks
  bool hide_bits, wide; // hide_bits, hide_wide of rt_vk_quirks
  const char *text;     // shown to users; NULL: not worth it
} quirk;

static const quirk table[] = {
    // gallivm leaves every loop silently after LP_MAX_TGSI_LOOP_ITERATIONS
    // iterations of a work-item, all its loops together.
    {.driver = VK_DRIVER_ID_MESA_LLVMPIPE,
     .max_loops = 65535,
     .exact = true,
     .exact64 = true,
     .text = "loops end silently after 65535 iterations of a work-item: longer "
             "ones run on the CPU"},
    // The order of a widened i32 and a constant is wrong in 22.3, for a slip in
    // the optimiser that all of Mesa's drivers share.
    {.info = "Mesa ", .wide = true},
    // The driver's exit handler of a child works on the parent's device: with
    // 580.159 the child ended in a signal or never, and the parent never.
    {.driver = VK_DRIVER_ID_NVIDIA_PROPRIETARY,
     .fused = true,
     .exact64 = true,
     .harmed_by_fork = true,
     .text = "closed before fork: a child's exit would crash or hang both"},
    // Wrong high halves of 64-bit integers of which the compiler knows
    // something: of i > 2 ? i - 2 : 0, where i is known to fit in 32, and of
    // the 0 that b is compared with where only its lowest bit counts (x * (b &
    // 1)).
    {.driver = VK_DRIVER_ID_NVIDIA_PROPRIETARY, .hide_bits = true},
};

// Whether a line of the table is about this device.
static bool
matches(const quirk *q, const rt_vk_phys *p) {
  const char *info = p->driver.driverInfo;
  return (q->driver == 0 || q->driver == p->driver.driverID) &&
         (!q->info || strncmp(info, q->info, strlen(q->info)) == 0);
}

// Adds a sentence to the quirks' text.
static void
add_text(rt_vk_quirks *to, const char *text) {
  size_t n = strlen(to->text);
  snprintf(to->text + n, sizeof to->text - n, "%s%s", n ? "; " : "", text);
}

void
rt_vk_quirks_find(rt_vk_phys *phys) {
  rt_vk_quirks *to = &phys->quirks;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const quirk *q = &table[i];
    if (!matches(q, phys))
      continue;
    if (q->max_loops)
      to->max_loops = q->max_loops;
    to->fma_fused |= q->fused;
    to->exact |= q->exact;
    to->exact64 |= q->exact64;
    to->harmed_by_fork |= q->harmed_by_fork;
    to->hide_bits |= q->hide_bits;
    to->hide_wide |= q->wide;
    if (q->text)
      add_text(to, q->text);
  }
}
