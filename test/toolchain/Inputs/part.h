// part.c: scales "n" numbers.
void part_scale(int n, int *a);
