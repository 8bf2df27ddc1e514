build-threads/libwallet/base/bytes.o: libwallet/base/bytes.c \
 libwallet/base/bytes.h libwallet/base/secret.h libwallet/base/error.h
libwallet/base/bytes.h:
libwallet/base/secret.h:
libwallet/base/error.h:
