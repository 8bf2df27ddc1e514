build-threads/libwallet/optic/y4m.o: libwallet/optic/y4m.c \
 libwallet/optic/y4m.h libwallet/base/error.h libwallet/optic/picture.h
libwallet/optic/y4m.h:
libwallet/base/error.h:
libwallet/optic/picture.h:
