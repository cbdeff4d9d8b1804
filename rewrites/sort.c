// rewrites/sort.c: sort.loft as data of the compiler.
#include "rewrites/sort.h"

const char rw_sort_text[] = {
#include "sort_text.h" // made of sort.loft by CMakeLists.txt
    0};
