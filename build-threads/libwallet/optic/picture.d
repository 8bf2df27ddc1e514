build-threads/libwallet/optic/picture.o: libwallet/optic/picture.c \
 libwallet/optic/picture.h libwallet/base/error.h libwallet/base/secret.h
libwallet/optic/picture.h:
libwallet/base/error.h:
libwallet/base/secret.h:
