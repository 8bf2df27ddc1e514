build-threads/libwallet/crypto/random.o: libwallet/crypto/random.c \
 libwallet/crypto/random.h libwallet/crypto/types.h \
 libwallet/base/bytes.h libwallet/base/seam.h libwallet/base/secret.h \
 libwallet/base/error.h libwallet/crypto/scalar.h
libwallet/crypto/random.h:
libwallet/crypto/types.h:
libwallet/base/bytes.h:
libwallet/base/seam.h:
libwallet/base/secret.h:
libwallet/base/error.h:
libwallet/crypto/scalar.h:
