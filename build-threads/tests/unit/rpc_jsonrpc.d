build-threads/tests/unit/rpc_jsonrpc.o: tests/unit/rpc_jsonrpc.c \
 libwallet/rpc/jsonrpc.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/base/json.h
libwallet/rpc/jsonrpc.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/base/json.h:
