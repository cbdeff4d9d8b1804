// While results stay nobody looks for pages that were written since the step
// before: each only asks how its arrays are mapped.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %S/Inputs/heat_solve.c %S/Inputs/heat_step.c -o %t \
// RUN:   %link
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.right
// DEFINE: %{run} = env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1
// RUN: %{run} LOFT_TEST_FAULT=sys:1000 %run%t > %t.stay 2> %t.log
// RUN: cmp %t.right %t.stay
// RUN: not grep "test:" %t.log
// RUN: %{run} LOFT_TEST_STAGING=16 LOFT_TEST_FAULT=sys:1000 %run%t > %t.stay 2> %t.log
// RUN: cmp %t.right %t.stay
// RUN: not grep "test:" %t.log
