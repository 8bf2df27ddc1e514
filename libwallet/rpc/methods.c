#include "rpc/methods.h"
