// analysis/cost.c: the cost of an op, by the prices in cost.def.
#include "analysis/analysis.h"

typedef enum kind {
#define AN_COST(kind, latency, work) KIND_##kind,
#include "analysis/cost.def"
#undef AN_COST
} kind;

static const struct {
  int latency, work;
} prices[] = {
#define AN_COST(kind, latency, work) {latency, work},
#include "analysis/cost.def"
#undef AN_COST
};

// The line of "op" in cost.def.
static kind
kind_of(const ir_op *op) {
  static const kind of[] = {[IR_WEIGHT_NONE] = KIND_NONE,
                            [IR_WEIGHT_LIGHT] = KIND_LIGHT,
                            [IR_WEIGHT_DIVISION] = KIND_DIVISION,
                            [IR_WEIGHT_MATH] = KIND_MATH,
                            [IR_WEIGHT_CALL] = KIND_CALL};
  int64_t n;
  kind k = of[ir_weight_of(op->code)];
  bool by =
      k == KIND_DIVISION && op->ins.n == 2 && ir_match_int(op->ins.at[1], &n);
  return by ? KIND_DIVISION_BY : k;
}

int
an_latency(const ir_op *op) {
  return prices[kind_of(op)].latency;
}

int
an_work(const ir_op *op) {
  return prices[kind_of(op)].work;
}
