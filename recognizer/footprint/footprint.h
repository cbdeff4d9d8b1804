// recognizer/footprint/footprint.h: functions that run before a region: the
// footprint function, which checks sizes and tells what is touched.
//
//   range.c      bounds over a domain, as IR that computes them
//   emit.c       lets the analysis ask what is emitted
//   probe.c      reads of what C may not read
//   behind.c     reads of rows behind pointers
//   depends.c    values computed from another one
//   load.c       scalars behind pointers
//   asserted.c   loads behind assertions
//   forward.c    loads of copies, as loads of what was copied
//   gather.c     the range pass over index arrays
//   evolved.c    bounds within loops whose scalars are known before
//   bits.c       bounds of bits put together
//   repeated.c   passes that were made before
//   fixpoint.c   ranges of what is read by what was read before
//   sorted.c     places of a sort by counting
//   total.c      sums over iterations
//   tally.c      the same of a loop alone, by counting its keys
//   defined.c    reads of what a while loop stored before
//   assumptions.c  what was assumed, checked at run time
//   guard.c      the same, of what a parallel form relies on
//   table.c      the ranges of pointers to rows, and of elements in rows
//   work.c       how much a region does, about
//   lmad.c       strides and trip counts of the accesses to each array
//   unknown.c    why nobody knows what is touched, as a reason
//   coverage.c   arrays of which all elements of an interval are touched
//   footprint.c  the footprint function (recognizer.h)
//   chunk.h      some iterations of a region alone
#ifndef LOFT_REC_FOOTPRINT_H
#define LOFT_REC_FOOTPRINT_H

#include "recognizer/domain/domain.h"

// -- range.c -----------------------------------------------------------------
// Bounds computed for the ops of one region, where "side" holds, if it is not
// NULL: they are executed together. The domain of a checked op relies on the
// assumptions about ops before it alone: "checked" is that op, or NULL.
typedef struct rec_known_bound {
  const ir_region *home;
  const ir_op *checked;
  const rec_form *side;
  rec_loads loads;
  bool whole;
  an_poly form;
  ir_val *lo, *hi;
} rec_known_bound;
// The extremes of a one-dimensional set for the parameters in "context", which
// somes have: loops over the same range have the same.
typedef struct rec_known_extreme {
  isl_set *set, *context;
  bool whole;
  ir_val *lo, *hi;
} rec_known_extreme;
typedef struct rec_known_some {
  const ir_region *home;
  const ir_op *checked;
  const rec_form *side;
  rec_loads loads;
  bool whole;
  ir_val *some;
  isl_set *context; // the parameters for which that holds
} rec_known_some;

// A pass over data: a fold in the loops and ifs of "path".
enum { REC_MAX_PATH = 16 };
typedef struct rec_pass {
  ir_op *path[REC_MAX_PATH + 1]; // outermost first; path[n]: what it is for
  int n;
  ir_val *leaf;
  bool sum;       // the sum, else the extremes
  bool sampled;   // of a few iterations
  ir_val *out[2]; // the sum, or least and largest
} rec_pass;

// Emits IR that computes bounds of values, into one function.
typedef struct rec_emit rec_emit;
struct rec_emit {
  rec_an *an;           // of the region's function, scope its body
  ir_builder *b;        // top level of the function emitted
  map *subst;           // values of the region's function -> of this one
  ir_val *ok;           // all checks so far
  const ir_op *checked; // that an assumption which is being checked is about
  map *big;             // ir_val * -> its i64 value, of checked size
  map *ranges;          // ir_val * -> result of its range pass
  map *sums;            // ir_val * of an extent -> what it sums up to, about
  map *totals;          // the same, exactly
  map *evolved;         // ir_op * of a loop -> the bounds in it (evolved.c)
  map *loading;         // arrays of fixed loads that are being emitted
  bool may_look;        // it may ask what can be read
  map *looked;          // ir_op * of reads of what C may not read, asked about
  ir_op *unread;        // the last of these that may not be made, or NULL
  int n_passes;         // over data, as long as the loops around it
  an_classes *classes;
  VEC(rec_known_bound) bounds;
  VEC(rec_known_extreme) extremes;
  VEC(rec_known_some) somes;
  VEC(rec_pass) passes; // so far
  // Asks an assumption of each iteration of the loop around it; NULL, or gives
  // it: that is not known, or not needed (rec_emit_evolved_check).
  ir_val *(*each)(rec_emit *e, const rec_assume *as);
};
typedef struct rec_bounds {
  ir_val *lo, *hi; // i64, hi inclusive; of no meaning unless "some"
  ir_val *some;    // bool: the domain is not empty
} rec_bounds;
// The range [lo, hi) of an array, empty when lo >= hi; NULL: nothing yet.
typedef struct rec_extent {
  ir_val *lo, *hi;
} rec_extent;
// The value of "v" in the emitted function; NULL unless it is given, or
// emitted already.
ir_val *rec_emit_value(rec_emit *e, ir_val *v);
// True when array "v" is as it was at the region's start.
bool rec_emit_is_input(const rec_emit *e, const ir_val *v);
// The value of "p", which has invariant atoms only, or NULL.
ir_val *rec_emit_poly(rec_emit *e, const an_poly *p);
// Checks that p >= 0; false where it has other atoms.
bool rec_emit_from_zero(rec_emit *e, const an_poly *p);
// Whether the parameters are in "s" (taken), as a bool; or NULL.
ir_val *rec_emit_set(rec_emit *e, __isl_take isl_set *s);
// Bounds of "p" over "d". False when there are none.
bool rec_emit_bounds(rec_emit *e, rec_dom *d, const an_poly *p,
                     rec_bounds *out);
// True when one of the bounds "x", or both, hold of any integer of 32 bits, but
// for a few: nobody knows where the elements end.
bool rec_is_of_type(const rec_bounds *x, bool both);
// e->ok = e->ok && cond.
void rec_emit_check(rec_emit *e, ir_val *cond);
// The bounds "out" of no value, at "b": the range of nothing.
void rec_build_nothing(ir_builder *b, ir_val **out);
// Widens "ext" to the bounds "x" at "b".
void rec_build_widened(ir_builder *b, rec_extent *ext, const rec_bounds *x);
// Starts an if at "b": the place where "cond" holds.
ir_builder rec_start_where(ir_builder *b, ir_val *cond);
// Ends it with the bounds "out", which become those of nothing where the
// condition does not hold.
void rec_end_where(ir_builder *yes, ir_val **out);
// The least and largest, "out", of i64 values over "n" extents, at "b"; the
// caller puts into the region, which has the indices, what it yields twice.
ir_region *rec_build_extremes(ir_builder *b, ir_val *const *extents, int n,
                              bool ordered, ir_val **out);

// -- evolved.c ---------------------------------------------------------------
// Bounds of the subscript of access "op", one of "all", by going through the
// iterations of the outermost loop around it; "counted": of a loop with an
// extent, or of one without. False where it is not known before the region what
// that loop carries, or there are none.
bool rec_emit_evolved(rec_emit *e, const rec_accesses *all, const ir_op *op,
                      bool counted, rec_bounds *out);
// Whether assumption "as" of e->an, which is not composed, holds in all
// iterations of the counted loop outermost around it, by going through these;
// NULL where it is not known before the region what that loop carries, or known
// from more than types without that.
ir_val *rec_emit_evolved_check(rec_emit *e, const rec_assume *as);
// True when "p" at "op" goes along with a scalar of 32 bits that the outermost
// loop carries, of which domain "d" knows no more than its type does.
bool rec_is_carried_loosely(rec_dom *d, const an_poly *p, const ir_op *op);

// -- load.c ------------------------------------------------------------------
// True when it can be told when the region makes the load; only then may the
// footprint make it.
bool rec_emit_can_load(struct rec_emit *e, const rec_fixed_load *l);
// Its value as i64, 0 when the region does not make it; or NULL.
ir_val *rec_emit_load(struct rec_emit *e, const rec_fixed_load *l);

// -- depends.c ---------------------------------------------------------------
// Whether "v" is computed from "of". The values of a select count, its
// condition if "conditions" do.
bool rec_depends(arena *a, const ir_val *v, const ir_val *of, bool conditions);
// The same from any value that "is_it" holds for, conditions included.
typedef bool rec_value_test(const void *user, const ir_val *v);
bool rec_depends_on(arena *a, const ir_val *v, rec_value_test *is_it,
                    const void *user);

// -- behind.c ----------------------------------------------------------------
// Lets footprint "g" read by "op", of rows behind pointers that "told" is
// about, through the pointer. False: which that is cannot be seen, or it is not
// known from types that both numbers fit, unless "any" do.
bool rec_read_behind(ir_func *g, const rec_told *told, ir_op *op, bool any);

// -- probe.c -----------------------------------------------------------------
// Emits the check that all elements that "op" reads, of a parameter, can be
// read, and returns it, a READABLE; in a domain with ranges of data if "range".
// NULL where it is not known which these are.
ir_val *rec_emit_readable(rec_emit *e, ir_op *op, bool range);
// True when the read "op" of a parameter may be made where all checks so far
// are met: of what C may not read, after one whether that can be read, which
// is emitted. False where it is not known what that is.
bool rec_emit_may_read(rec_emit *e, ir_op *op);
// The reason why elements of parameter "array" cannot be looked at, of the
// facts "told" (may be NULL) about all.
rec_reason rec_unread_reason(const rec_told *told, const ir_val *array);
// Lets "op", a load in "g", be made where "can" holds, else be 0.
void rec_load_if(ir_func *g, ir_op *op, ir_val *can);
// Lets footprint "g" of "f" look before it reads single elements that C may not
// read and that no such check is about, and read rows through their pointers.
// False: it reads others, or rows of which these are unknown (reported).
bool rec_check_probes(loft_cx *cx, const ir_func *f, const rec_told *told,
                      ir_func *g);

// -- forward.c ---------------------------------------------------------------
// A copy of "f" in its module, under its name, the loads of which are of
// parameters where those of "f" are of copies of such; NULL: there are none.
ir_func *rec_forward_copies(ir_func *f);
// Adds all accesses of "f", without domains. Reads of a copy are of its array:
// C makes them there.
void rec_footprint_accesses(const rec_emit *e, const ir_func *f,
                            rec_accesses *out);
// The subscript that "op" touches in its array, or in that it reads a copy of.
ir_val *rec_place_of(const ir_op *op);

// -- asserted.c --------------------------------------------------------------
// Adds what folds of conditions that found nothing say of the value of "load"
// to "d", in every execution of which it is evaluated.
void rec_emit_asserted(rec_dom *d, ir_op *load);

// -- slice.c -----------------------------------------------------------------
typedef struct rec_slicer {
  rec_emit *e;
  map *subst; // what stands for values of the region's function
  map *can;   // values asked about: themselves when they can be sliced
  const ir_region *home;  // indices are in the substitution, and reads at the
  const ir_region *inner; // top level or in regions from "inner" up to "home"
                          // directly, which run; NULL: anywhere
} rec_slicer;
// A slicer into the function of "e" with the substitution there is.
rec_slicer rec_slicer_new(rec_emit *e);
// True when "v" can be recomputed given the loop indices around it.
bool rec_can_slice(rec_slicer *s, ir_val *v);
// "v" at "b"; rec_can_slice must hold, and the indices be in the substitution.
ir_val *rec_build_slice(rec_slicer *s, ir_builder *b, ir_val *v);

// -- chained.c ---------------------------------------------------------------
// Finds the rows in load "leaf"; false: it looks at none.
bool rec_find_chain(ir_op *outer, ir_op *inner, ir_val *leaf, rec_chain *out);
// Whether there are rows, each of which begins where the one before ends.
// "ordered": in order, being in a fold.
ir_val *rec_build_is_chain(rec_slicer *s, ir_builder *b, const rec_chain *c,
                           bool ordered);
// Lets the region run only where there are no rows, or rows that do. False when
// that is not known before it runs.
bool rec_emit_chain(rec_emit *e, const rec_chain *c);
// The least and the greatest value of all rows that do.
void rec_build_chain_extremes(rec_slicer *s, ir_builder *b, const rec_chain *c,
                              bool ordered, ir_val **out);

// -- walked.c ----------------------------------------------------------------
// The loop around access "op", itself in another one, that has no count; false:
// it is in none.
bool rec_match_while(const ir_op *op, ir_loop *l);
// The loop around access "op", itself in another one, that goes on for as long
// as memory says, while the subscript goes by constant steps; NULL: it is in
// none.
ir_op *rec_find_walk(const ir_op *op);
// Bounds of that subscript, by running the loop. False where it depends on what
// the region computes, or may store under another name (e->unread).
bool rec_emit_walked(rec_emit *e, ir_op *op, rec_bounds *out);

// -- ended.c -----------------------------------------------------------------
// A loop along a row behind pointers, up to a zero in it.
typedef struct rec_ended {
  ir_op *loop;
  an_poly first;  // subscript in the first iteration
  ir_val *stride; // from one row to the next
} rec_ended;
// The loop that access "op" is in, if it reads along such a row in it, and not
// beyond the first zero; false: it does something else.
bool rec_match_ended(rec_an *an, ir_op *op, rec_ended *out);
// Bounds of the subscript of "op", if that is so: a whole row from where the
// loop begins.
bool rec_emit_ended(rec_emit *e, ir_op *op, rec_bounds *out);

// -- bits.c ------------------------------------------------------------------
// Bounds of what "op" gives, where that is an or, or an exclusive or, of
// integers that have bounds and are not negative. False: it is none.
bool rec_emit_bits(rec_emit *e, ir_op *op, ir_val **out);

// -- gather.c ----------------------------------------------------------------
// Bounds of "v" as atoms of e->an: of a loaded value by reading all it takes;
// of others those that are known. False when there are none, or they cannot be
// found before the region runs.
bool rec_emit_range_pass(rec_emit *e, ir_val *v, int *lo, int *hi);
// Bounds of "v" ("most" is not NULL: up to that, of the same op), over the
// executions of "op", by going through all of them, or all where "v" is
// computed. False when that cannot be done before the region runs.
bool rec_emit_scan(rec_emit *e, ir_op *op, ir_val *v, ir_val *most,
                   rec_bounds *out);
// Bounds of the subscript of access "op", in one pass over the rows that data
// begins and ends, not their elements. False where there are none, or that
// cannot be done before the region runs.
bool rec_emit_row_ends(rec_emit *e, ir_op *op, rec_bounds *out);
// The sum of extent number "k" of "op" over the iterations around it, as f64,
// estimated by a few of them; NULL when that cannot be known before the region
// runs.
ir_val *rec_emit_trip_sum(rec_emit *e, ir_op *op, int k);

// -- rounds.c ----------------------------------------------------------------
// How often while loop "op" runs, about, as f64, if it goes through a range in
// chunks that grow (Note [Searching]); NULL for another loop, and for a range
// that is not known before the region runs.
ir_val *rec_emit_rounds(rec_emit *e, ir_op *op);
// The elements of a chunk, about, as f64, where "extent" of "op" is one of such
// a loop around "op"; else NULL.
ir_val *rec_emit_chunk(rec_emit *e, const ir_op *op, const ir_val *extent);
// The value whose range is that of "v": a loop's parameter for its result.
ir_val *rec_range_key(ir_val *v);
// Notes that "v" is always between bounds[0] and bounds[1], or has no value
// where these are in the wrong order.
void rec_emit_know_range(rec_emit *e, ir_val *v, ir_val **bounds);

// The sum of "v", where it is not negative, over the executions of "op", as
// i64. NULL when that cannot be known before the region runs.
ir_val *rec_emit_sum_pass(rec_emit *e, ir_op *op, ir_val *v);

// -- repeated.c --------------------------------------------------------------
// True when the same pass as "p" was emitted before: p->out gets its results.
bool rec_find_pass(const rec_emit *e, rec_pass *p);
// True when "op" is in the second region of the if "choice", however deep.
bool rec_is_in_else(const ir_op *choice, const ir_op *op);
// True when "op" is in a version of a loop that the original is beside.
bool rec_is_in_version(const ir_op *op);

// -- fixpoint.c ---------------------------------------------------------------
// Emits the ranges of all that the subscript of access "op" depends on, where
// it depends on itself, or on what the region stores. False when one has none.
bool rec_emit_fixpoint(rec_emit *e, ir_op *op);

// -- sorted.c ----------------------------------------------------------------
// Emits the ranges of the values that subscript "place" is made of, and that
// loops before it make by counting keys. False when there are none.
bool rec_emit_sorted(rec_emit *e, ir_val *place);
// The number of keys that were counted, where "v" is what iteration by
// iteration of a loop at the top level reads of their counts: these are no more
// together. NULL: it is no such value.
ir_val *rec_emit_count_of_all(rec_emit *e, ir_val *v);

// -- total.c -----------------------------------------------------------------
// The sum of "v", where it is not negative, over the executions of "op", or
// what is no less, as an atom of e->an. False when that cannot be known before
// the region runs.
bool rec_emit_total(rec_emit *e, ir_op *op, ir_val *v, int *atom);

// -- tally.c -----------------------------------------------------------------
// Emits the range of what is in "v", the places that loop "r" hands out, of
// elements that change by "step" with each key, by counting the keys. False
// where these are not known before the region runs.
bool rec_emit_tally(rec_emit *e, ir_val *v, const an_keyed *r, int64_t step);

// -- initial.c ---------------------------------------------------------------
// The set of values of "f" that the places it touches, and the lengths of its
// loops, are computed from.
map *rec_placing_values(arena *a, const ir_func *f);
// A copy of "f" in its module, under its name, which reads what places depend
// on of parameters where "f" reads what it has stored into elsewhere, as its
// guard checks from now on; NULL: there are no such reads.
ir_func *rec_forward_initial(loft_cx *cx, ir_func *f);

// -- defined.c ----------------------------------------------------------------
// A read in while loop "loop", or behind a loop or scan that appends, of
// elements of "array", as that is when the loop starts, below "end", a scalar
// outside of it, or of what the loop stored.
typedef struct rec_defined {
  ir_op *loop;
  ir_val *array, *end;
} rec_defined;
// True when the read "load" is of elements that the iteration around it stored.
bool rec_is_filled(rec_an *an, ir_op *load);
// Fills *out for the read "load". False: it may be of other elements.
bool rec_find_defined(rec_an *an, ir_op *load, rec_defined *out);

// -- rows.c ------------------------------------------------------------------
// True when each iteration of "l" touches a row of an array, by all its
// accesses "xs": places that inner loops count through from where data says, as
// many as data says.
bool rec_has_rows(rec_an *an, const ir_loop *l, const rec_accesses *xs,
                  rec_rows *out);
// True when besides it can be checked whether each row begins behind the one
// before.
bool rec_match_rows(rec_an *an, const ir_loop *l, const rec_accesses *xs,
                    rec_rows *out);
// Emits the check that they do. False when that is impossible.
bool rec_emit_rows(rec_emit *e, const rec_rows *rows);

// True when "v" is the outcome of such a check.
bool rec_checks_rows(const ir_val *v);

// Adds the assumptions of "from" to the guard function of "f" (made when
// missing). False when one cannot be checked at the region's start; nothing
// changes then.
bool rec_emit_guards(loft_cx *cx, ir_func *f, const rec_an *from);
// Lets the guard of "f" ask whether "cond" holds, which is computed at the top
// of "f" from scalar parameters.
void rec_guard_holds(loft_cx *cx, ir_func *f, ir_val *cond);
// Lets the region run only where "v", with which loop "l" starts, is from
// "least" to "most" (INT64_MAX: any). False when that cannot be checked.
bool rec_guard_between(loft_cx *cx, ir_func *f, const ir_loop *l, ir_val *v,
                       int64_t least, int64_t most);
// The same of "v" of 64 bits so that sums of a few such numbers do not
// overflow, nor are below 0 where it has no sign.
bool rec_guard_near(loft_cx *cx, ir_func *f, const ir_loop *l, ir_val *v);
// The guard function of "f" as it is now.
typedef struct rec_guard_mark {
  ir_func *guard; // NULL: there is none
  ir_op *last;    // its last op but the yield
  ir_val *ok;     // what it yields
} rec_guard_mark;
rec_guard_mark rec_mark_guard(arena *a, const ir_func *f);
// Drops the checks made since.
void rec_reset_guard(arena *a, ir_func *f, const rec_guard_mark *to);
// Emits the checks of what e->an assumes, from number *n on, and of what the
// checks rely on in their turn. False when that is impossible.
bool rec_emit_assumptions(rec_emit *e, int *n);

// -- special.c ---------------------------------------------------------------
// Leaves the "n" smallest special cases of lowered region "r" to the original
// loop. False: it has not so many.
bool rec_leave_out(loft_cx *cx, rec_region *r, int n);

// -- emit.c ------------------------------------------------------------------
// Lets "e" emit at "b", with "subst", for "an", which asks it.
void rec_emit_init(rec_emit *e, rec_an *an, ir_builder *b, map *subst);
// Frees the isl objects of "e".
void rec_emit_fini(rec_emit *e);

// -- same.c ------------------------------------------------------------------
// Finds the pairs of "r", which was recognised, in "plain": its reading with a
// read wherever C has one.
void rec_find_same(loft_cx *cx, rec_region *r, const rec_region *plain);
// Whether there may be such pairs.
bool rec_may_find_same(const rec_region *r);

// -- work.c ------------------------------------------------------------------
// Work, in scalar operations, what of it runs in order, and kernels, of lifted
// code; and the operations of the original; as f64.
typedef struct rec_work {
  ir_val *all, *in_order, *launches, *original;
} rec_work;
// An estimate of the work of "f"; "touched" (may be NULL): the extents that it
// may touch, one a parameter.
rec_work rec_emit_work(rec_emit *e, const ir_func *f,
                       const rec_extent *touched);
// An estimate of the number of executions of "op", as f64.
ir_val *rec_emit_executions(rec_emit *e, const ir_op *op);

// -- unknown.c ---------------------------------------------------------------
// The reason for which nothing tells which elements "op" touches; "all" are the
// accesses of the region.
rec_reason rec_unknown_reason(arena *a, const an_classes *classes,
                              const rec_accesses *all, const ir_op *op);

// -- coverage.c --------------------------------------------------------------
// True when the must-accesses among the accesses "xs" to one array, or among
// its writes, touch every element of their footprint in region "f"; must[k]
// tells whether access "k" is one of these.
bool rec_must_cover(loft_cx *cx, ir_func *f, const rec_accesses *xs,
                    bool writes, bool *must);

#endif
