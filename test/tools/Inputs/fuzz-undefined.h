// A program with this in front has undefined behaviour.
static int many = 2147483647;

__attribute__((constructor)) static void
one_more(void)
{
  many++;
}
