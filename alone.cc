#include <weir/weir.h>
