build-threads/tests/unit/rpc_digest.o: tests/unit/rpc_digest.c \
 libwallet/rpc/digest.h libwallet/base/error.h
libwallet/rpc/digest.h:
libwallet/base/error.h:
