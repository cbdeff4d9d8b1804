// An unknown plugin option or stage is an error that names the known ones.
// RUN: not %clang -c -fplugin-arg-loft-remark %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not %clang -c -fplugin-arg-loft-emit=soap %s -o %t.o 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not %clang -c -fplugin-arg-loft-report= %s -o %t.o 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not %clang -c -fplugin-arg-loft-division=3 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: %clang -c -fplugin-arg-loft-division=16 %s -o %t.o
// ROWS: error: -fplugin-arg-loft-: unknown option 'division=3';
// EMPTY: error: -fplugin-arg-loft-: unknown option 'report=';
// OPTION: error: -fplugin-arg-loft-: unknown option 'remark'; the options are remarks, off, ranks, report=FILE, emit=STAGE, emit-to=FILE, division=auto|lane|scan|shuffled|ROWS
// STAGE: error: -fplugin-arg-loft-: unknown stage 'soap'; the stages are lower, soac, common, gpu, cpu, footprint, kernel-gpu, kernel-cpu
int x;
