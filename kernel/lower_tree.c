// kernel/lower_tree.c: blocks of the reduction tree, and the tree by one
// work-item. The texts are tree_block.skel and tree_item.skel.
#include "kernel/kernel_private.h"

static const char block_text[] = {
#include "tree_block_text.h" // made of tree_block.skel by CMakeLists.txt
    0};

static const char item_text[] = {
#include "tree_item_text.h" // made of tree_item.skel by CMakeLists.txt
    0};

void
kn_let_blocks(kn_skeleton *t, kn_fn *f, const ir_soac *s) {
  kn_let_number(t, "LANES", IR_TREE_LANES);
  kn_let_number(t, "BLOCK", IR_TREE_BLOCK);
  kn_let_tuple(t, "identities", kn_put_identities(f, s));
  kn_put_skeleton(t, "tree_block.skel", block_text);
}

// An item's tree: the holes' "user".
typedef struct item {
  kn_fn *f;
  const ir_soac *s;
} item;

// Hole: the values of the body that was lowered.
static kn_reg **
values(void *user, const kn_hole_arg *args) {
  const item *m = user;
  (void)args;
  return kn_fold_values(m->f, m->s);
}

kn_skeleton *
kn_put_tree_begin(kn_fn *f, const ir_soac *s, kn_reg **acc) {
  kn_skeleton *t = kn_skeleton_new(f, s);
  item *m = NEW(f->low->arena, item);
  *m = (item){f, s};
  kn_let_blocks(t, f, s);
  kn_let_tuple(t, "acc", acc);
  kn_let_arrays(t, "L", kn_fold_arrays(f, s, KN_PRIVATE, IR_TREE_LANES));
  kn_let_arrays(t, "K", kn_fold_arrays(f, s, KN_PRIVATE, KN_TREE_LEVELS));
  kn_let_tuple_hole(t, "values", values, m);
  kn_put_skeleton(t, "tree_item.skel", item_text);
  return t;
}

void
kn_put_tree_value(kn_skeleton *tree) {
  kn_put_part(tree, "take_value");
}

void
kn_put_tree_end(kn_skeleton *tree) {
  kn_put_part(tree, "end");
}
