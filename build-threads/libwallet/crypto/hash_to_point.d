build-threads/libwallet/crypto/hash_to_point.o: \
 libwallet/crypto/hash_to_point.c libwallet/crypto/hash_to_point.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/crypto/types.h libwallet/crypto/group.h libwallet/base/error.h \
 libwallet/crypto/group_formulas.h libwallet/crypto/keccak.h
libwallet/crypto/hash_to_point.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
libwallet/crypto/group.h:
libwallet/base/error.h:
libwallet/crypto/group_formulas.h:
libwallet/crypto/keccak.h:
