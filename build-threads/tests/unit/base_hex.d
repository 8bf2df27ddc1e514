build-threads/tests/unit/base_hex.o: tests/unit/base_hex.c \
 libwallet/base/hex.h libwallet/base/bytes.h libwallet/base/error.h
libwallet/base/hex.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
