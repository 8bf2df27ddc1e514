build-threads/libwallet/base/hex.o: libwallet/base/hex.c \
 libwallet/base/hex.h libwallet/base/bytes.h libwallet/base/error.h
libwallet/base/hex.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
