// report=FILE writes what became of each pragma as JSON: reasons, guards,
// transfers, rules, and the IR before and after.
// RUN: rm -f %t.json
// RUN: %clang -w -O2 -c %s -o %t.o -fplugin-arg-loft-report=%t.json
// RUN: python3 -m json.tool %t.json | FileCheck %s
// CHECK: "source": "{{.*}}report.c"
// CHECK: "output": "{{.*}}.o"
// CHECK: "function": "scale"
// CHECK-NEXT: "file": "{{.*}}report.c"
// CHECK-NEXT: "line": [[@LINE+46]]
// CHECK-NEXT: "column": 3
// CHECK-NEXT: "lifted": true
// CHECK-NEXT: "became": "{{.*}}map{{.*}}"
// CHECK-NEXT: "cpu_code": true
// CHECK-NEXT: "device_code": true
// CHECK-NEXT: "cpu_form": "1 kernel (map 1d)"
// CHECK-NEXT: "device_form": "{{.*}}kernel{{.*}}"
// CHECK-NEXT: "reasons": []
// CHECK: "kind": "no overlap"
// CHECK-NEXT: "of": "y"
// CHECK-NEXT: "and": "p->x"
// CHECK-NEXT: "may_be_same": true
// CHECK-NEXT: "may_interleave": false
// CHECK: "kind": "not written by the region"
// CHECK-NEXT: "of": "&p->x"
// CHECK: "array": "p->x"
// CHECK-NEXT: "element": "f32"
// CHECK-NEXT: "element_bytes": 4
// CHECK-NEXT: "to_device": true
// CHECK-NEXT: "from_device": false
// CHECK-NEXT: "dense": true
// CHECK-NEXT: "full": false
// CHECK-NEXT: "first": "0"
// CHECK-NEXT: "end": "n"
// CHECK: "array": "y"
// CHECK: "to_device": false
// CHECK-NEXT: "from_device": true
// CHECK-NEXT: "dense": true
// CHECK-NEXT: "full": true
// CHECK: "rule": "map_level"
// CHECK: "before": "func @scale{{.*}}loop
// CHECK: "recognised": "func @scale{{.*}}map
// CHECK: "cpu_kernels": "host scale{{.*}}launch
// CHECK: "function": "shift"
// CHECK: "lifted": false
// CHECK: "number": "LOFT140"
// CHECK-NEXT: "file": "{{.*}}report.c"
// CHECK-NEXT: "line": [[@LINE+15]]
// CHECK: "function": null
// CHECK: "number": "LOFT100"
struct pair {
  float *x;
};
void scale(struct pair *p, int n, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = 2 * p->x[i];
}

void shift(int n, float *x) {
#pragma loft
  for (int i = 1; i < n; i++)
    x[i] = x[i] / x[i - 1];
}

void misspelt(int n, float *x) {
#pragma loft qqq
  for (int i = 1; i < n; i++)
    x[i] = i;
}
