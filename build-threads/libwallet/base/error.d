build-threads/libwallet/base/error.o: libwallet/base/error.c \
 libwallet/base/error.h libwallet/base/text.h
libwallet/base/error.h:
libwallet/base/text.h:
