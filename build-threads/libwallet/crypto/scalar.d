build-threads/libwallet/crypto/scalar.o: libwallet/crypto/scalar.c \
 libwallet/crypto/scalar.h libwallet/base/error.h \
 libwallet/crypto/types.h libwallet/base/bytes.h libwallet/base/secret.h \
 libwallet/crypto/ct.h libwallet/crypto/field.h libwallet/crypto/keccak.h
libwallet/crypto/scalar.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
libwallet/base/bytes.h:
libwallet/base/secret.h:
libwallet/crypto/ct.h:
libwallet/crypto/field.h:
libwallet/crypto/keccak.h:
