build-threads/libwallet/rpc/digest.o: libwallet/rpc/digest.c \
 libwallet/rpc/digest.h libwallet/base/error.h libwallet/base/bytes.h \
 libwallet/base/hex.h libwallet/base/secret.h
libwallet/rpc/digest.h:
libwallet/base/error.h:
libwallet/base/bytes.h:
libwallet/base/hex.h:
libwallet/base/secret.h:
