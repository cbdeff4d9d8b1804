// rewrites/rw_private.h: shared by the passes. Not for other folders.
#ifndef LOFT_RW_PRIVATE_H
#define LOFT_RW_PRIVATE_H

#include "analysis/analysis.h"
#include "rewrites/rewrites.h"

// -- rw_util.c: small questions and edits -----------------------------
// "v" is the integer or bool constant "c".
bool rw_is_int(const ir_val *v, int64_t c);
// "v" is a floating constant with exactly the value and sign of "c".
bool rw_is_float(const ir_val *v, double c);
// The only result's type of a scalar op.
ir_scalar rw_out_elem(const ir_op *op);
// Clears "user" of every value of "f".
void rw_clear_user(ir_func *f);
// True when some enclosing op of "r" is a map or reduce.
bool rw_in_soac(const ir_region *r);
// The type of elements that hold values of "type": there are no arrays of
// bools.
ir_scalar rw_stored_type(ir_scalar type);
// The value of "type" that element "at" of such an array holds.
ir_val *rw_build_load(ir_builder *b, ir_val *array, ir_val *at, ir_scalar type);
// Ends the body of map "op", at "in": each of "values" is stored in the dest of
// that number, at "at". "arrays" are the map's results.
void rw_end_with_stores(ir_builder *in, ir_op *op, ir_val *const *values,
                        ir_val *at, ir_val **arrays);
// Adds "array" to the carried values of "op" (ir_add_carried), under its own
// name.
ir_val *rw_add_dest(ir_op *op, ir_val *array);
// Gives "op" dest "k" of "like"; its parameter.
ir_val *rw_add_dest_of(ir_op *op, const ir_soac *like, int k);
// Gives the soac "op", which has no folds or dests yet, a further dimension of
// "extent" iterations; its index, called "name", stands for "i" in "subst".
void rw_add_dim(ir_op *op, ir_val *extent, ir_val *i, const char *name,
                map *subst);
// True when "op" iterates or allocates: it is no step of a straight line.
bool rw_iterates(const ir_op *op);
// True when "op", of the region "body" of a loop or a fold, reads the same
// element in each iteration.
bool rw_is_fixed_read(const ir_op *op, const ir_region *body);
// A fold in order: a reduce without dests, or a loop that carries scalars
// alone, seen as one whose values are the next state. Points into itself: not
// to be copied.
typedef struct rw_fold {
  ir_soac s;        // op NULL: none
  ir_loop loop;     // where it is a loop
  ir_val **carried; // its state in an iteration; NULL for a reduce
} rw_fold;
bool rw_match_fold(ir_op *op, rw_fold *fold);
// Whether "fold" is of opcodes alone whose order changes no bits.
bool rw_is_orderless(const rw_fold *fold);
// A loop whose scalars are replaced together where one of them, the rival, wins
// a comparison with its old value: the least element and its place.
typedef struct rw_winner {
  int rival;           // which of them
  const ir_op *op;     // the comparison
  bool is_left, holds; // the new one is its left one; wins where it holds
  bool strict;         // not where both are equal
} rw_winner;
// Whether "fold" keeps a winner, so that winners of its parts, from losers on,
// may be compared in order.
bool rw_match_winner(arena *a, const rw_fold *fold, rw_winner *w);
// The value for scalar "k" of "fold" that changes none: of one that keeps
// winner "w" (op NULL: of opcodes), which wins against none.
ir_val *rw_build_none(ir_builder *b, const rw_fold *fold, const rw_winner *w,
                      int k);
// Whether the rival "new" wins against "old".
ir_val *rw_build_wins(ir_builder *b, const rw_winner *w, ir_val *new,
                      ir_val *old);
// Lets each of the "n" values be that of "states" where that wins.
void rw_build_winner(ir_builder *b, const rw_winner *w, ir_val **values,
                     ir_val *const *states, int n);
// A loop that may carry arrays as well: they are the dests.
bool rw_match_loop_fold(ir_op *op, rw_fold *fold);
// Which dest of "map" has the storage of each dest of the loop "s" in it; NULL
// where one has its own.
int *rw_dests_of(const ir_soac *map, const ir_soac *s);
// The operand that "v" = op("carried", other) folds: other, and the operator;
// NULL when it is no fold. t - x folds -x, by IR_OP_ADD.
ir_val *rw_folded_value(const ir_val *v, const ir_val *carried,
                        ir_opcode *code);
// An op like the fold over "extents" at "b", with room for "n" folds and no
// values yet.
ir_op *rw_build_fold(ir_builder *b, const rw_fold *like, ir_val **extents,
                     int n);
// Adds fold "k" of "like", starting from "init", to "op": its result. The state
// it carries goes to "subst".
ir_val *rw_add_fold(ir_op *op, const rw_fold *like, int k, ir_val *init,
                    map *subst);
// True when "op" or an op nested in it satisfies "test".
bool rw_any(ir_op *op, bool (*test)(const ir_op *));
// How many ops "r" holds, nested ones included.
int rw_size(ir_region *r);
// The map of a loop body that is otherwise scalar ops and reads of arrays from
// outside the loop; or NULL.
ir_op *rw_find_map(const ir_loop *l);
// True when the loop carries exactly the dests of the map in it, through that.
bool rw_are_dests_carried(const ir_loop *l, const ir_soac *m);
// Ends "r", a branch, with a copy of "op" under "subst", and yields its
// results.
void rw_end_with_copy(ir_region *r, ir_op *op, map *subst);
// Lets the if "choice", whose branches yield the result of "op", replace it.
void rw_replace_by_choice(ir_func *f, ir_op *op, ir_op *choice);
// Lets the if "choice", whose only branch yields what "op" computes, replace
// it; the other branch is "op" as it is.
void rw_add_else(ir_func *f, ir_op *choice, ir_op *op);
// Equal as polynomials (or the same value).
bool rw_same_index(ir_val *x, ir_val *y);
// x - y as a constant, when it is one.
bool rw_index_distance(ir_val *x, ir_val *y, int64_t *distance);

// Adds the operator of one more fold, the last one, whose operand, yield and
// result the caller adds.
void rw_add_code(ir_op *op, ir_opcode code);
// Drops dest / reduction / dimension "k" of a SOAC with its operand, parameter,
// yields and result, whose uses the caller has replaced. Without folds left a
// reduce is a map, and so is what a scan writes.
void rw_drop_dest(ir_op *op, int k);
void rw_drop_red(ir_op *op, int k);
void rw_drop_dim(ir_op *op, int k);
// The replacement of "v": follows "user", where passes leave replacements.
ir_val *rw_resolve(ir_val *v);
// Resolves every operand in "r".
void rw_resolve_inside(ir_region *r);
// Resolves every operand of "f", then clears "user".
void rw_resolve_all(ir_func *f);
// Replaces uses of "from" by "to" in "op" and those behind it in their region /
// in "r" only / everywhere in "f" but in "r".
void rw_replace_from(ir_op *op, ir_val *from, ir_val *to);
void rw_replace_inside(ir_region *r, ir_val *from, ir_val *to);
void rw_replace_outside(ir_func *f, ir_region *r, ir_val *from, ir_val *to);
// True when "v" depends on "x" through ops of "body", where "x" is an index.
bool rw_varies(const ir_region *body, const ir_val *v, const ir_val *x);
// The number of uses of "v" and of the values that it replaces, counted afresh.
int rw_n_uses(const ir_val *v);

// -- rw_join.c: fusions of two loops of one region -----------------------
// Moves the ops between p and q out of the way: those that need p behind q,
// the others before p. False when q needs one that needs p.
bool rw_bring_together(arena *a, ir_op *p, ir_op *q);
// True when q uses a scalar that p folds.
bool rw_uses_fold_of(arena *a, const ir_op *p, ir_op *q);
// Which dest of p (by result) the value "v" is, or -1.
int rw_dest_out(const ir_soac *p, const ir_val *v);
// True when an op of "r" iterates or allocates.
bool rw_has_loops(ir_region *r);
// True when all ops of "r" are steps of a straight line, ifs among them, that
// share no elements.
bool rw_is_straight(ir_region *r);
// Values of region "r" of a map or a scan that are computed again elsewhere.
typedef struct rw_slice {
  const ir_region *r;
  const ir_region *row; // NULL, or a map's in "r", whose index is there as well
  bool top;             // values at the top of "r" are there
  bool dests;           // and so are the contents of dests before the op
  map *known;           // ops, as keys
  ir_vals arrays;       // from outside, read
  int n_ops;            // but constants
  bool is_heavy;        // has an op that is not light
} rw_slice;
// Adds what "v" is computed from in s->r: scalar ops, reads of arrays from
// outside, ifs of these. False when it is anything else.
bool rw_add_slice(arena *a, rw_slice *s, const ir_val *v);
// Adds the dests of "q" that "p", a scan, does not hand on to it, which yields
// them as they are. "slot" gets for each dest of q which of p's it is.
void rw_add_scan_dests(const ir_soac *p, const ir_soac *q, int *slot);
// Adds a fold, its last one, of "value" to the scan "op".
void rw_add_scan_fold(ir_op *op, ir_opcode code, ir_val *init, ir_val *value,
                      const char *name);

// -- rw_survivors.c: the iterations that a scan counts, and what they append
// A bool, or an integer that is not 0, as it is in iterations that count.
typedef struct rw_fact {
  const ir_val *v;
  bool truth;
} rw_fact;

// The iterations of a scan whose fold "c" counts 1; others count 0. Or those
// that append rows, where "c" counts elements.
typedef struct rw_survivors {
  ir_soac s;
  int c;
  ir_soac row;  // the map of a row, in the second region; op NULL: none
  ir_op *guard; // the if around the map that is all there; NULL: none
  ir_val *before, *after; // the count before and with an iteration
  bool from_zero;         // counted from 0
  VEC(rw_fact) facts;     // in the scan's body
} rw_survivors;
// Sees fold "c" of the scan "s" as one that counts survivors.
bool rw_match_survivors(arena *a, const ir_soac *s, int c, rw_survivors *v);
// The same as one that counts the elements of rows.
bool rw_match_appended(arena *a, const ir_soac *s, int c, rw_survivors *v);
// True when "x" is where an iteration of the scan stores: the count before it,
// in a row plus the number of the element there.
bool rw_is_place(const rw_survivors *v, const ir_val *x);
// True when "v" is "x" through conversions that lose nothing of a count.
bool rw_is_number(const ir_val *v, const ir_val *x);
// True when "extent" is the count "k", or max(k, 0).
bool rw_is_count(const ir_val *extent, const ir_val *k);
// True when a survivor stores, at its place, one value in the array that "x" is
// a later state of; *stored is NULL or that value.
bool rw_find_stored(arena *a, const rw_survivors *v, const ir_val *x,
                    ir_val **stored);

// -- rw_consumers.c: loops over the elements that a scan stored ----------
// A read of an element.
typedef struct rw_reading {
  ir_op *op;
  ir_val *stored; // in the scan's second region, or the row there
} rw_reading;

// A loop over the elements.
typedef struct rw_consumer {
  ir_soac s;
  VEC(rw_reading) reads;
} rw_consumer;
// Sees "op" as a loop over what iterations of "scan" stored, and these as *v.
bool rw_match_consumer(arena *a, ir_op *scan, ir_op *op, rw_survivors *v,
                       rw_consumer *q);
// True when "r", of q's iterations, uses its number "i" but to read elements.
bool rw_uses_number(const rw_consumer *q, ir_region *r, const ir_val *i);
// True when folds of "q" give the same bits whatever else is folded between.
bool rw_folds_exactly(const rw_consumer *q);
// True when "s" has a dest with the storage "root".
bool rw_writes_to(const ir_soac *s, const ir_val *root);
// rw_add_slice of all that was stored and "q" reads.
bool rw_add_stored(arena *a, rw_slice *s, const rw_consumer *q);
// The op like "q" over "extents" at "b", with indices named as "idx" and folds
// from "inits", without a body or dests.
ir_op *rw_start_like(ir_builder *b, const rw_consumer *q,
                     const ir_vals *extents, ir_val *const *idx,
                     ir_val *const *inits);
// Replaces in "r", where q's body was cloned under "subst", the reads of
// elements by what was stored, under "stored".
void rw_put_reads(ir_region *r, const rw_consumer *q, const map *subst,
                  const map *stored);

// -- rw_append.c: loops over appended rows ------------------------------
// True when "q" can run in rows like those of "v", where it is now.
bool rw_may_go_by_rows(arena *a, const rw_survivors *v, const rw_consumer *q);
// True when what "q" does with an element can be done in the rows themselves.
bool rw_may_join_rows(const rw_consumer *q);
// Replaces "q" by a loop over rows with one over the row's elements in it.
void rw_put_rows(ir_func *f, const rw_survivors *v, const rw_consumer *q);
// Puts what "q", a map, does with an element in the rows of "v".
void rw_join_rows(ir_func *f, const rw_survivors *v, const rw_consumer *q);

// -- rw_steps.c: steps of folds in maps, written out ------------------
enum { RW_LEAST_STEPS = 4 };
// A fold in order over one dimension in a map at host level, without dests or
// loops in it.
typedef struct rw_steps {
  arena *a;
  ir_func *f;
  ir_soac map;
  rw_fold fold;
  map *late; // ops in the fold that need its state, as keys
} rw_steps;
// Tries the folds in maps at host level of "f", or in one, z->map. True when
// one changed it.
typedef bool (*rw_steps_fn)(rw_steps *z, rw_options *o, ir_op *op);
bool rw_try_steps(ir_func *f, rw_options *o, rw_steps_fn try);
bool rw_try_steps_in(rw_steps *z, rw_options *o, rw_steps_fn try);
// Sees "op" in z->map as such a fold, not of a short constant length; one
// written as a loop reads, so that there is something to wait for.
bool rw_match_steps(rw_steps *z, ir_op *op);
// Adds value "k" of the state, "init" at first, to what loop "op" carries: what
// it is in the loop.
ir_val *rw_add_state(ir_op *op, const rw_steps *z, int k, ir_val *init);
// Clones what the fold's body does without the state at "subst", but reads
// that "subst" has.
void rw_put_values(const rw_steps *z, ir_builder *b, map *subst);
// The step at "subst" behind that takes "state" further.
void rw_put_step(const rw_steps *z, ir_builder *b, map *subst, ir_val **state);
// The steps from number "done" on, from "state" on, as a fold that replaces the
// old one.
void rw_put_rest(rw_steps *z, ir_builder *b, ir_val *done, ir_val **state);

// -- rw_try.c: the ops that a pass tries --------------------------------
// Rewrites "op" if it can: true when that changed "f". "op" may be gone then.
typedef bool (*rw_try_fn)(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op);
// Tries all ops of "f", those in an op's regions before it. True when one
// changed it.
bool rw_try_all(loft_cx *cx, ir_func *f, rw_options *o, rw_try_fn try);
// The same for the ops at host level: those outside of maps, reduces and scans.
bool rw_try_host(loft_cx *cx, ir_func *f, rw_options *o, rw_try_fn try);
// The same, an op, which "try" leaves there, before those in its regions.
bool rw_try_host_down(loft_cx *cx, ir_func *f, rw_options *o, rw_try_fn try);

// -- pass_rfactor.c ----------------------------------------------------------
// Few floats that are folded over many rows have parts of the rows folded first
// from here on, in an order of their own (docs/numerics.md, "Sums of columns").
enum { RW_FEW_COLUMNS = 4095 };
// Factors "op", a map over columns with a fold over rows in it, by that order;
// false: it cannot be.
bool rw_factor_columns(ir_func *f, rw_options *o, ir_op *op);

// -- simplify: one scalar op ------------------------------------------
typedef struct rw_simp {
  loft_cx *cx;
  ir_func *f;
  rw_options *o;
  arena *a, *scratch; // "scratch" lives as long as the walk
  bool changed;
} rw_simp;
// A rule on a scalar op: the value its result may be replaced by, or NULL.
// New ops go before "op".
typedef ir_val *(*rw_scalar_fn)(rw_simp *s, ir_op *op);
typedef struct rw_scalar_rule {
  rw_rule_id id;
  rw_scalar_fn fn;
} rw_scalar_rule;
extern const rw_scalar_rule rw_algebra_rules[], rw_divide_rules[],
    rw_convert_rules[];
extern const int rw_n_algebra_rules, rw_n_divide_rules, rw_n_convert_rules;

// -- rw_control.c: if, loop, map, reduce of known shape ---------------
// Tries every control rule on "op", whose operands are resolved. True when one
// changed it; the walk then goes on behind the op before "op". Values that
// disappear get their replacement in "user".
bool rw_simplify_control(rw_simp *s, ir_op *op);

// -- rw_ragged.c: maps of rows whose lengths are data ------------------
// Sees "op" as a one-dimensional map of rows, each of which has one map; its
// extent is read from memory.
bool rw_match_ragged(ir_op *op, an_ragged *r);
// True when "v" is computed from loads in "body".
bool rw_is_read(const ir_val *v, const ir_region *body);

// -- rw_pieces.c: folds in pieces --------------------------------------
// Cuts "op", a fold over one dimension seen as "fold", in pieces: what takes
// its place, or NULL where it cannot be cut.
ir_op *rw_cut_in_pieces(ir_func *f, rw_options *o, ir_op *op,
                        const rw_fold *fold);

// -- pass_hoist.c ------------------------------------------------------
// Makes the array of "op", before "loop", empty where no iteration would have
// made it, unless it is small.
void rw_make_at_need(ir_op *op, const ir_op *loop);

// -- pass_group.c ------------------------------------------------------
// The fold in a row of "op", a map or a reduction at host level seen as *m,
// that a work-group may share with those of other rows; NULL: none.
ir_op *rw_group_fold(loft_cx *cx, ir_op *op, ir_soac *m);

// -- pass_rare.c -------------------------------------------------------
// True when "r" is a straight line but for branches with arrays of their own,
// where the other branch has none.
bool rw_has_rare(arena *a, const ir_region *r);

// -- rw_rows.c: loops of rows -----------------------------------------
// A loop that does nothing but run a map of one dimension.
typedef struct rw_rows {
  arena *a;
  ir_loop loop;
  ir_soac map;
  an_accesses all; // in the loop
} rw_rows;
bool rw_match_rows(arena *a, ir_op *op, rw_rows *z);
// The write to "root" that all others but "except" (may be NULL) are like: an
// element for each index of the map, in rows of *stride, one an iteration of
// the loop. NULL when there is none, or something combines.
const an_access *rw_row_write(const rw_rows *z, const ir_val *root,
                              const ir_op *except, an_affine *stride);
// True when "x" touches the columns that "w", a row write, is in: the elements
// of index j of the map there in any iterations of the loop, and no others'.
bool rw_is_in_column(const rw_rows *z, const an_access *x, const an_access *w,
                     const an_affine *stride);
// Replaces the loop by a map around it: map (j) { loop (k) {A} }.
void rw_turn_loop(ir_func *f, const ir_loop *l, const ir_soac *m);
// True when the element "to" is where "from" is in a later iteration, whatever
// the indices of the loops around "x"; each row is "stride" from the one
// before.
bool rw_is_later(const rw_rows *z, const an_access *x, const an_affine *from,
                 const an_affine *to, const an_affine *stride);

// -- pass_columns.c: folds of columns ---------------------------------
// Folds the columns that the nest "op" of maps at host level combines into by
// "combine", in C's order, however many there are. False, and nothing changed,
// when they cannot be.
bool rw_fold_columns(ir_func *f, rw_options *o, ir_op *op, ir_op *combine);

// -- rw_cse.c: scopes of known values ---------------------------------
typedef struct rw_scope rw_scope;
// The scope of "r", in "outer" (NULL: none).
rw_scope *rw_scope_new(arena *a, const ir_region *r, const rw_scope *outer);
// The value already computed that "op" would compute, or NULL; "op" is
// remembered when there is none.
ir_val *rw_scope_find(const rw_scope *s, ir_op *op);
// The known result of reading "array" at "index", or NULL.
ir_val *rw_scope_find_read(const rw_scope *s, ir_val *array, ir_val *index);

// -- rw_memory.c: reads and writes of one array -----------------------
// The value that the index or update "op" may be replaced by, or NULL. Counts
// its rule.
ir_val *rw_simplify_memory(rw_simp *s, const rw_scope *scope, ir_op *op);

// -- rw_map.c: levels -------------------------------------------------
// Gives every op of
// "f" its level (Note [Mapped IR]); "outer" is GRID or THREAD.
bool rw_map_levels(loft_cx *cx, ir_func *f, rw_options *o, ir_level outer);

// -- rw_privatise.c ---------------------------------------------------
// Lets "op", if it is a map at host level that combines floats, or that
// combines but no floats, do so in copies of the elements.
bool rw_privatise(ir_func *f, rw_options *o, bool floats, ir_op *op);

// -- rw_dce.c ---------------------------------------------------------
// Removes all that neither results nor visible arrays need.
bool rw_dce(ir_func *f, rw_options *o);

#endif
