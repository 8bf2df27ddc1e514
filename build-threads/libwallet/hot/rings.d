build-threads/libwallet/hot/rings.o: libwallet/hot/rings.c \
 libwallet/hot/rings.h libwallet/crypto/types.h libwallet/base/bytes.h
libwallet/hot/rings.h:
libwallet/crypto/types.h:
libwallet/base/bytes.h:
