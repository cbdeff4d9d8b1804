// rewrites/pipelines.c: named lists of passes.
//
// "common" brings a function into one shape whatever the source looked like;
// "gpu" and "cpu" then choose for a device. Orders that are not obvious:
//  - flatten before fuse: loops over the same space must have the same number
//    of dimensions to meet; and again after it, as fusing perfects nests.
//  - map-out before promote: the loop it brings inside may be a fold; fuse
//    between them, so that the element is known before the loop; hoist, so that
//    its index is.
//  - columns before order, which is for what has few columns; simplify and
//    hoist before it: values that the fold needs are in front of the inner map.
//  - last before what fuses: it takes folds apart, and leaves maps of scans.
//  - epoch first: stamps are still as the recognizer made them.
//  - keyed before promote and fuse, which look at its loops and maps.
//  - behind before ahead, beside them, for what is left of loops around maps of
//    rows: it leaves loops that touch their own row alone.
//  - expand for GPUs alone, which have more threads than there are rows; first,
//    while rows are as they were written.
//  - scan-rows for GPUs alone, likewise; behind scan-out, which leaves loops of
//    rows in a map where these are many.
//  - flag beside it, for the same GPUs; its maps are then shared out.
//  - rounds for GPUs alone, where the host waits for each.
//  - square for GPUs alone, where a work-item without work costs little; before
//    distribute and flatten, which want lengths that do not change.
//  - distribute for GPUs alone, and after fuse, which would undo some of it.
//  - simplify after fuse: it forwards the stored values and drops temporaries.
//  - filter after fuse, which makes one loop of all over the same survivors,
//  and
//    before it: what filters leave is over the space that they went through.
//  - pull after fuse, which keeps values that several loops of one space need.
//  - table right before math: it looks for the functions that math writes out.
//  - math last in "common": what reads "exp" as one op has decided by then, and
//    the arithmetic it becomes is folded once for both devices.
//  - pieces last in "common": folds of one length fuse before, and what is data
//    is known.
//  - rfactor-gpu before tile and group, for the folds of its maps.
//  - hoist before unswitch: a condition on rows must stand outside the map over
//    columns; interchange after it: it looks for folds without ifs around.
//  - group after tile, whose elements share reads, and before strip, which
//    leaves its folds alone; fission before it makes maps for it.
//  - prefetch before strip, which takes what is left of its folds.
//  - tile before strip: the fold of a whole tile is what takes several steps.
//  - speculate for GPUs alone: a CPU predicts the exit branch and would have to
//    wait for the discarded iterations (Collatz 1.1, gcd by subtraction 1.6,
//    Mandelbrot in f32 1.45 times the time, Zen 5, one thread).
//  - whole for CPUs alone: a GPU's work-items wait for the longest row.
//  - winner for CPUs alone, behind interchange, whose lanes are rows.
//  - compare for CPUs alone, whose bytes are as fast as words; before what
//    looks at ifs, since an element may be one already.
//  - unite for CPUs alone, first, while rows are as they were written; narrow
//    after it, which would put selections between the folds.
//  - privatise after interchange, so that a block of lanes computes what it
//    then combines; interchange again for the folds of the copies.
//  - rare behind interchange, which makes blocks for it, and before hoist: the
//    blocks of its own have invariants, too.
//  - follow for CPUs alone, last: no subscript of a row is affine after it.
//  - interchange before map-cpu, hoist after it: blocks are built naively and
//    their invariants (rows, a[i,k]) then move out of the lanes.
#include "rewrites/rewrites.h"

const rw_pipeline rw_pipelines[] = {
    {"common",
     "simplify,last,epoch,hoist,columns,behind,ahead,order,keyed,simplify,"
     "hoist,"
     "flatten,"
     "fuse,simplify,map-out,fuse,hoist,promote,"
     "simplify,hoist,flatten,fuse,filter,simplify,fuse,pull,simplify,table,"
     "math,"
     "simplify,pieces,simplify",
     "device independent, before a device is chosen"},
    {"gpu",
     "sort,scan-out,scan-rows,map-down,expand,flag,rounds,square,distribute,"
     "simplify,flatten,reorder,simplify,rfactor-gpu,tile,fission,group,"
     "simplify,"
     "hoist,prefetch,strip,speculate,simplify,hoist,map-gpu,simplify,sink",
     "levels for Vulkan"},
    {"cpu",
     "whole,unite,compare,narrow,rfactor-cpu,reorder,subdiv,split,simplify,"
     "hoist,unswitch,"
     "unroll,"
     "simplify,"
     "interchange,winner,"
     "simplify,"
     "privatise,simplify,hoist,interchange,simplify,"
     "hoist,rare,simplify,hoist,"
     "map-cpu,simplify,follow,simplify",
     "levels for threads and vectors"},
    {"before", "simplify,narrow,simplify",
     "what one thread looks at before a region"},
};
const int rw_n_pipelines = LOFT_COUNT(rw_pipelines);
