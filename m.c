#include "h.h"
int f(const a *x);
int g(void) { return f(A(.axis = 3)); }
