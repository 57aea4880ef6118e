#include "engine/high.h"
