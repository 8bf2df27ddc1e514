build-threads/libwallet/ringct/commitment.o: \
 libwallet/ringct/commitment.c libwallet/ringct/commitment.h \
 libwallet/base/error.h libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/crypto/types.h \
 libwallet/base/bytes.h libwallet/base/secret.h \
 libwallet/crypto/group_mul.h libwallet/crypto/keccak.h \
 libwallet/crypto/scalar.h libwallet/kernel/multiexp.h
libwallet/ringct/commitment.h:
libwallet/base/error.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
libwallet/base/bytes.h:
libwallet/base/secret.h:
libwallet/crypto/group_mul.h:
libwallet/crypto/keccak.h:
libwallet/crypto/scalar.h:
libwallet/kernel/multiexp.h:
