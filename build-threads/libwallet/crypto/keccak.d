build-threads/libwallet/crypto/keccak.o: libwallet/crypto/keccak.c \
 libwallet/crypto/keccak.h libwallet/crypto/types.h \
 libwallet/base/bytes.h libwallet/base/secret.h libwallet/base/error.h
libwallet/crypto/keccak.h:
libwallet/crypto/types.h:
libwallet/base/bytes.h:
libwallet/base/secret.h:
libwallet/base/error.h:
