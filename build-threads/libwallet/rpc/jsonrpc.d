build-threads/libwallet/rpc/jsonrpc.o: libwallet/rpc/jsonrpc.c \
 libwallet/rpc/jsonrpc.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/base/json.h libwallet/base/text.h
libwallet/rpc/jsonrpc.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/base/json.h:
libwallet/base/text.h:
