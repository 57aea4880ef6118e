#include <weir/weir.h>
#include <weir/weir.h>
int main(void) { return WEIR_OK; }
