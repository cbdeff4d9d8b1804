// rewrites/rw_lanes.c: one block of a nest in lanes, as pass_interchange.c
// wants it: first values, the loops of the fold around a step of all lanes, and
// what follows the fold.
#include "rewrites/rw_lanes.h"

// An array of the block, one element a lane.
static ir_val *
build_private(rw_nest *z, ir_builder *b, const ir_val *like, const char *name) {
  int64_t full;
  bool is_wide = z->wide && !ir_match_int(z->len, &full);
  ir_val *n = ir_build_int(b, IR_I64, is_wide ? z->wide : z->lanes);
  return ir_build_alloc(b, like->type.elem, n, IR_SPACE_PRIVATE, name);
}

// A copy of the list.
static ir_vals
copy_vals(const rw_nest *z, const ir_vals *v) {
  ir_vals c = {0};
  for (int k = 0; k < v->n; k++)
    vec_push(z->a, &c, v->at[k]);
  return c;
}

// A map over the lanes of the block, being built.
typedef struct lanes {
  ir_op *op;
  ir_builder in;
  ir_val *l;
  map *rows[RW_MOST_ROWS]; // values by row, j included
} lanes;

// Makes the map "op" a reduce in order of one bool a lane: whether one is true.
static void
fold_any(rw_nest *z, ir_op *op, ir_val *none) {
  op->code = IR_OP_REDUCE;
  op->seq = true;
  op->n_red = 1;
  op->red_ops = NEW_ARRAY(z->a, ir_opcode, 1);
  op->red_ops[0] = IR_OP_OR;
  ir_add_in(op, none);
  ir_add_out(op, ir_ty(IR_BOOL), "any");
}

// Starts a map over the lanes with the arrays "dests", which are replaced by
// their parameters. With "none" (false) it also folds a bool.
static lanes
start_lanes(rw_nest *z, ir_builder *b, ir_vals *dests, ir_val *none) {
  lanes s = {.op = ir_build_raw(b, IR_OP_MAP)};
  ir_region *r = ir_add_region(s.op);
  s.op->n_dims = 1;
  ir_add_in(s.op, z->len);
  s.l = ir_region_add_param(r, ir_ty(IR_I64), "l");
  if (none)
    fold_any(z, s.op, none);
  for (int k = 0; k < dests->n; k++)
    dests->at[k] = rw_add_dest(s.op, dests->at[k]);
  s.in = ir_at_end(r);
  ir_val *j = ir_build2(&s.in, IR_OP_ADD, z->base, s.l);
  for (int row = 0; row < z->n_rows; row++) {
    s.rows[row] = map_copy(z->a, z->rows[row]);
    map_put(s.rows[row], z->j, j);
  }
  return s;
}

// Ends the lanes: yields "dests", behind "folded" if they fold, and replaces
// them by the results.
static void
end_lanes(lanes *s, ir_vals *dests, ir_val *folded) {
  int n_red = s->op->n_red;
  ir_op *yield = ir_build_yield(&s->in, &folded, n_red);
  for (int k = 0; k < dests->n; k++) {
    ir_add_in(yield, dests->at[k]);
    dests->at[k] = s->op->outs.at[n_red + k];
  }
}

// Copies the ops before the fold for "row"; with "saved" those kept are read
// back instead.
static void
copy_pre(rw_nest *z, lanes *s, int row, bool saved) {
  map *subst = s->rows[row];
  for (int k = 0; saved && k < z->saved.n; k++)
    map_put(subst, z->saved.at[k],
            ir_build_index(&s->in, z->sav.at[row * z->saved.n + k], s->l));
  for (ir_op *op = z->map.body->first; op != z->fold.s.op; op = op->next)
    if (!map_has(subst, op->outs.at[0]))
      ir_clone_op(&s->in, op, subst);
}

// map (l) { acc[l] = init; saved[l] = value }, where "dests" are these arrays.
static void
fill_first(rw_nest *z, ir_builder *b, ir_vals *dests) {
  lanes s = start_lanes(z, b, dests, NULL);
  for (int row = 0; row < z->n_rows; row++)
    copy_pre(z, &s, row, false);
  for (int k = 0; k < dests->n; k++) {
    int n = k < z->acc.n ? z->fold.s.n_red : z->saved.n;
    int at = k < z->acc.n ? k : k - z->acc.n;
    ir_val *v = k < z->acc.n ? z->fold.s.inits[at % n] : z->saved.at[at % n];
    dests->at[k] = ir_build_update(&s.in, dests->at[k], s.l,
                                   ir_substituted(s.rows[at / n], v));
  }
  end_lanes(&s, dests, NULL);
}

// Lets all rows know "starts" as "value".
static void
set_starts(rw_nest *z, ir_val *value) {
  for (int row = 0; row < z->n_rows; row++)
    map_put(z->rows[row], z->starts, value);
}

// if starts { fill_first } else { fill_first }, where each knows which it is.
static void
fill_either(rw_nest *z, ir_builder *b, ir_vals *dests) {
  ir_val *starts = ir_substituted(z->rows[0], z->starts);
  ir_op *choice = ir_start_if(b, starts);
  for (int known = 1; known >= 0; known--) {
    ir_vals d = copy_vals(z, dests);
    ir_builder in = ir_at_end(ir_add_region(choice));
    set_starts(z, ir_build_int(&in, IR_BOOL, known));
    fill_first(z, &in, &d);
    ir_build_yield(&in, d.at, d.n);
  }
  set_starts(z, starts);
  for (int k = 0; k < dests->n; k++)
    dests->at[k] = ir_add_out(choice, dests->at[k]->type, dests->at[k]->name);
}

// The accumulators and saved values, in the lanes before the first step.
static void
build_first(rw_nest *z, ir_builder *b) {
  ir_vals dests = {0};
  for (int k = 0; k < z->acc.n; k++)
    vec_push(z->a, &dests, z->acc.at[k]);
  for (int k = 0; k < z->sav.n; k++)
    vec_push(z->a, &dests, z->sav.at[k]);
  if (z->starts)
    fill_either(z, b, &dests);
  else
    fill_first(z, b, &dests);
  for (int k = 0; k < dests.n; k++)
    *(k < z->acc.n ? &z->acc.at[k] : &z->sav.at[k - z->acc.n]) = dests.at[k];
}

// The read "p" in the lanes of a full block: many ? copy[at] : array[at]
static ir_val *
build_packed_read(rw_nest *z, lanes *s, const rw_pack *p) {
  ir_builder *b = &s->in;
  ir_val *k = ir_substituted(s->rows[0], z->fold.s.idx[0]);
  ir_val *at = ir_build2(b, IR_OP_MUL, z->block, p->next);
  at = ir_build2(b, IR_OP_ADD, at, p->first);
  at = ir_build2(b, IR_OP_ADD, at, ir_build2(b, IR_OP_MUL, k, p->step));
  at = ir_build2(b, IR_OP_ADD, at, s->l);
  ir_builder yes, no;
  ir_build_if(b, z->many, &yes, &no);
  ir_val *v = ir_build_index(&yes, p->copy, at);
  ir_val *w = ir_build_index(&no, p->read->ins.at[0], at);
  return ir_end_if(&yes, v, &no, w, p->read->outs.at[0]->name);
}

// Copies the fold's body for "row"; "values" gets its yields.
static void
copy_body(rw_nest *z, lanes *s, int row, ir_val **values) {
  map *subst = s->rows[row];
  bool packed = z->many && z->n_rows == z->tile;
  for (int k = 0; packed && k < z->packs.n; k++) {
    rw_pack *p = &z->packs.at[k];
    if (row == 0)
      p->element = build_packed_read(z, s, p);
    map_put(subst, p->read->outs.at[0], p->element);
  }
  for (ir_op *op = z->fold.s.body->first; op->code != IR_OP_YIELD;
       op = op->next)
    if (op->outs.n == 0 || !map_has(subst, op->outs.at[0]))
      ir_clone_op(&s->in, op, subst);
  for (int k = 0; k < z->fold.s.n_red; k++)
    values[k] = ir_substituted(subst, z->fold.s.values[k]);
}

// One step of "row" in the lanes: acc[l] = op(acc[l], value), or the next
// carried values.
static void
build_row_step(rw_nest *z, lanes *s, int row) {
  int n = z->fold.s.n_red;
  ir_val **values = NEW_ARRAY(z->a, ir_val *, n);
  ir_val **old = NEW_ARRAY(z->a, ir_val *, n);
  ir_val **acc = &z->acc.at[row * n];
  for (int k = 0; k < n; k++) {
    old[k] = ir_build_index(&s->in, acc[k], s->l);
    if (z->fold.carried)
      map_put(s->rows[row], z->fold.carried[k], old[k]);
  }
  for (int k = 0; k < z->written.n; k++)
    map_put(s->rows[row], z->fold.s.dest_params[k], z->written.at[k]);
  copy_body(z, s, row, values);
  for (int k = 0; k < n; k++) {
    if (!z->fold.carried)
      values[k] =
          ir_build2(&s->in, z->fold.s.op->red_ops[k], old[k], values[k]);
    acc[k] = ir_build_update(&s->in, acc[k], s->l, values[k]);
  }
  for (int k = 0; k < z->written.n; k++)
    z->written.at[k] = ir_substituted(s->rows[row], z->fold.s.dest_yields[k]);
}

// What the steps change: the accumulators, and the arrays that they write.
static ir_vals
start_state(const rw_nest *z) {
  ir_vals state = copy_vals(z, &z->acc);
  for (int k = 0; k < z->written.n; k++)
    vec_push(z->a, &state, z->written.at[k]);
  return state;
}

// Lets "state" be the accumulators and the written arrays from here on.
static void
set_state(rw_nest *z, const ir_vals *state) {
  for (int k = 0; k < z->acc.n; k++)
    z->acc.at[k] = state->at[k];
  for (int k = 0; k < z->written.n; k++)
    z->written.at[k] = state->at[z->acc.n + k];
}

// map (l) { acc[l] = op(acc[l], value) }
static void
build_step(rw_nest *z, ir_builder *b) {
  ir_vals state = start_state(z);
  lanes s = start_lanes(z, b, &state, NULL);
  set_state(z, &state);
  for (int row = 0; row < z->n_rows; row++) {
    copy_pre(z, &s, row, true);
    build_row_step(z, &s, row);
  }
  state = start_state(z);
  end_lanes(&s, &state, NULL);
  set_state(z, &state);
}

// The loops of the fold from dimension "d" on, around the step.
static void
build_loops(rw_nest *z, ir_builder *b, int d) {
  if (d == z->fold.s.n_dims) {
    build_step(z, b);
    return;
  }
  ir_val *n = ir_substituted(z->rows[0], z->fold.s.extents[d]);
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, n, z->fold.s.idx[d]->name);
  ir_region *r = op->regions[0];
  ir_val *i = r->params.at[0];
  for (int row = 0; row < z->n_rows; row++)
    map_put(z->rows[row], z->fold.s.idx[d], i);
  ir_vals state = start_state(z);
  for (int k = 0; k < state.n; k++)
    state.at[k] = rw_add_dest(op, state.at[k]);
  set_state(z, &state);
  ir_builder in = ir_at_end(r);
  build_loops(z, &in, d + 1);
  state = start_state(z);
  ir_build_yield(&in, state.at, state.n);
  set_state(z, &op->outs);
}

// One step of a loop that ends lane by lane: lanes that have ended keep their
// values. Gives whether some lane goes on.
static ir_val *
build_live_step(rw_nest *z, ir_builder *b) {
  int n = z->fold.s.n_red;
  ir_val **values = NEW_ARRAY(z->a, ir_val *, n);
  ir_val **old = NEW_ARRAY(z->a, ir_val *, n);
  lanes s = start_lanes(z, b, &z->acc, ir_build_int(b, IR_BOOL, 0));
  for (int k = 0; k < n; k++) {
    old[k] = ir_build_index(&s.in, z->acc.at[k], s.l);
    map_put(s.rows[0], z->fold.carried[k], old[k]);
  }
  copy_pre(z, &s, 0, true);
  copy_body(z, &s, 0, values);
  for (int k = 0; k < n; k++) {
    values[k] = k ? ir_build3(&s.in, IR_OP_SELECT, old[0], values[k], old[k])
                  : ir_build2(&s.in, IR_OP_AND, old[0], values[k]);
    z->acc.at[k] = ir_build_update(&s.in, z->acc.at[k], s.l, values[k]);
  }
  end_lanes(&s, &z->acc, values[0]);
  return s.op->outs.at[0];
}

// The loop around the step of a loop that ends lane by lane: it goes on as long
// as some lane does.
static void
build_while(rw_nest *z, ir_builder *b) {
  ir_val *yes = ir_build_int(b, IR_BOOL, 1);
  ir_op *op = ir_build_raw(b, IR_OP_LOOP);
  ir_region *r = ir_add_region(op);
  op->n_dims = z->fold.s.n_dims;
  op->has_while = true;
  for (int d = 0; d < op->n_dims; d++) {
    ir_add_in(op, ir_substituted(z->rows[0], z->fold.s.extents[d]));
    map_put(z->rows[0], z->fold.s.idx[d],
            ir_region_add_param(r, ir_ty(IR_I64), z->fold.s.idx[d]->name));
  }
  ir_add_carried(op, yes, "any", "any");
  for (int k = 0; k < z->acc.n; k++)
    z->acc.at[k] = rw_add_dest(op, z->acc.at[k]);
  ir_builder in = ir_at_end(r);
  ir_val *any = build_live_step(z, &in);
  ir_op *yield = ir_build_yield(&in, &any, 1);
  for (int k = 0; k < z->acc.n; k++) {
    ir_add_in(yield, z->acc.at[k]);
    z->acc.at[k] = op->outs.at[1 + k];
  }
}

// map (l) { s = acc[l]; what follows the fold }; gives the dests.
static void
build_last(rw_nest *z, ir_builder *b, ir_vals *dests) {
  lanes s = start_lanes(z, b, dests, NULL);
  for (int row = 0; row < z->n_rows; row++) {
    map *subst = s.rows[row];
    for (int k = 0; k < dests->n; k++)
      map_put(subst, z->map.dest_params[k], dests->at[k]);
    for (int k = 0; k < z->fold.s.n_dests; k++)
      map_put(subst, z->fold.s.dest_outs[k], dests->at[z->place[k]]);
    copy_pre(z, &s, row, true);
    for (int k = 0; k < z->fold.s.n_red; k++) {
      ir_val *acc = z->acc.at[row * z->fold.s.n_red + k];
      map_put(subst, z->fold.s.results[k], ir_build_index(&s.in, acc, s.l));
    }
    for (ir_op *p = z->fold.s.op->next; p->code != IR_OP_YIELD; p = p->next)
      ir_clone_op(&s.in, p, subst);
    for (int k = 0; k < dests->n; k++)
      dests->at[k] = ir_substituted(subst, z->map.dest_yields[k]);
  }
  end_lanes(&s, dests, NULL);
}

// Copies the ops that do not depend on j to the front of the block.
static void
copy_invariant(rw_nest *z, ir_builder *b) {
  for (int row = 0; row < z->n_rows; row++)
    for (ir_op *op = z->map.body->first; op != z->fold.s.op; op = op->next)
      if (!rw_varies(z->map.body, op->outs.at[0], z->j))
        ir_clone_op(b, op, z->rows[row]);
}

// One block of lanes and rows at "b", which changes "dests". The caller has
// set rows and len.
static void
build_block(rw_nest *z, ir_builder *b, ir_vals *dests) {
  z->acc = z->sav = z->written = (ir_vals){0};
  for (int row = 0; row < z->n_rows; row++)
    for (int k = 0; k < dests->n; k++)
      map_put(z->rows[row], z->map.dest_params[k], dests->at[k]);
  copy_invariant(z, b);
  for (int k = 0; k < z->n_rows * z->fold.s.n_red; k++)
    vec_push(
        z->a, &z->acc,
        build_private(z, b, z->fold.s.results[k % z->fold.s.n_red], "acc"));
  for (int k = 0; k < z->n_rows * z->saved.n; k++) {
    ir_val *v = z->saved.at[k % z->saved.n];
    vec_push(z->a, &z->sav, build_private(z, b, v, v->name));
  }
  for (int k = 0; k < z->fold.s.n_dests; k++)
    vec_push(z->a, &z->written, dests->at[z->place[k]]);
  build_first(z, b);
  if (z->fold.loop.op && z->fold.loop.op->has_while)
    build_while(z, b);
  else
    build_loops(z, b, 0);
  for (int k = 0; k < z->fold.s.n_dests; k++)
    dests->at[z->place[k]] = z->written.at[k];
  build_last(z, b, dests);
}

// Makes row "row" the values of "outer" and index i the value "i".
static void
set_row(rw_nest *z, int row, const map *outer, ir_val *i) {
  z->rows[row] = map_copy(z->a, outer);
  if (z->tile)
    map_put(z->rows[row], z->map.idx[z->map.n_dims - 2], i);
}

void
rw_lanes_full(rw_nest *z, ir_region *r, const map *outer, ir_val *row0,
              const ir_vals *dests) {
  ir_builder b = ir_at_end(r);
  ir_vals d = copy_vals(z, dests);
  z->len = ir_build_int(&b, IR_I64, z->lanes);
  z->n_rows = z->tile ? z->tile : 1;
  for (int row = 0; row < z->n_rows; row++) {
    ir_val *at = row0;
    if (row)
      at = ir_build2(&b, IR_OP_ADD, row0, ir_build_int(&b, IR_I64, row));
    set_row(z, row, outer, at);
  }
  build_block(z, &b, &d);
  ir_build_yield(&b, d.at, d.n);
}

void
rw_lanes_rest(rw_nest *z, ir_region *r, const map *outer, ir_val *row0,
              ir_val *rows, ir_val *len, const ir_vals *dests) {
  ir_builder b = ir_at_end(r);
  ir_vals d = copy_vals(z, dests);
  z->n_rows = 1;
  z->len = len;
  if (!z->tile) {
    set_row(z, 0, outer, NULL);
    build_block(z, &b, &d);
    ir_build_yield(&b, d.at, d.n);
    return;
  }
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_region *body = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, rows);
  ir_val *i = ir_region_add_param(body, ir_ty(IR_I64), "row");
  for (int k = 0; k < d.n; k++)
    d.at[k] = rw_add_dest(op, d.at[k]);
  ir_builder in = ir_at_end(body);
  set_row(z, 0, outer, ir_build2(&in, IR_OP_ADD, row0, i));
  build_block(z, &in, &d);
  ir_build_yield(&in, d.at, d.n);
  ir_build_yield(&b, op->outs.at, op->outs.n);
}
