#include "rpc/jsonrpc.h"
