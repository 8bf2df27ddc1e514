build-threads/libwallet/base/secret.o: libwallet/base/secret.c \
 libwallet/base/secret.h libwallet/base/error.h
libwallet/base/secret.h:
libwallet/base/error.h:
