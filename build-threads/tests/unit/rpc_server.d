build-threads/tests/unit/rpc_server.o: tests/unit/rpc_server.c \
 libwallet/rpc/listen.h libwallet/base/error.h libwallet/rpc/server.h \
 libwallet/base/bytes.h libwallet/base/log.h
libwallet/rpc/listen.h:
libwallet/base/error.h:
libwallet/rpc/server.h:
libwallet/base/bytes.h:
libwallet/base/log.h:
