build-threads/libwallet/optic/code.o: libwallet/optic/code.c \
 libwallet/optic/code.h libwallet/base/error.h libwallet/base/secret.h
libwallet/optic/code.h:
libwallet/base/error.h:
libwallet/base/secret.h:
