#include "../../../src/base/low.h"
