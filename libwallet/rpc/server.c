#include "rpc/server.h"
