build-threads/libwallet/base/file.o: libwallet/base/file.c \
 libwallet/base/file.h libwallet/base/bytes.h libwallet/base/error.h
libwallet/base/file.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
