build-threads/libwallet/base/json.o: libwallet/base/json.c \
 libwallet/base/json.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/base/hex.h libwallet/base/secret.h libwallet/base/text.h
libwallet/base/json.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/base/hex.h:
libwallet/base/secret.h:
libwallet/base/text.h:
