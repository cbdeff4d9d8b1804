// plugin/inner.h: regions in the original of a region, for when that is too
// large for a device.
#ifndef LOFT_INNER_H
#define LOFT_INNER_H

#include "plugin/sites.h"
#include "plugin/tree.h"

// A statement that is an inner region.
typedef struct plugin_inner {
  plugin_region *region;
  tree *t;     // of it
  void **slot; // where it is
} plugin_inner;
typedef VEC(plugin_inner) plugin_inners;

// Finds the inner regions of "site", which "r" lifts, and adds them to "r";
// none where it needs none, or not all loops are in one.
void plugin_find_inner(plugin_state *s, ast *t, const plugin_site *site,
                       plugin_region *r, plugin_inners *out);

#endif
