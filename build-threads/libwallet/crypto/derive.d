build-threads/libwallet/crypto/derive.o: libwallet/crypto/derive.c \
 libwallet/crypto/derive.h libwallet/base/error.h \
 libwallet/crypto/types.h libwallet/base/seam.h libwallet/base/secret.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/crypto/group_mul.h libwallet/crypto/hash_to_point.h \
 libwallet/crypto/keccak.h libwallet/crypto/scalar.h \
 libwallet/crypto/torsion.h
libwallet/crypto/derive.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
libwallet/base/seam.h:
libwallet/base/secret.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/group_mul.h:
libwallet/crypto/hash_to_point.h:
libwallet/crypto/keccak.h:
libwallet/crypto/scalar.h:
libwallet/crypto/torsion.h:
