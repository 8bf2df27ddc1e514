build-threads/libwallet/kernel/derivations.o: \
 libwallet/kernel/derivations.c libwallet/kernel/derivations.h \
 libwallet/crypto/derive.h libwallet/base/error.h \
 libwallet/crypto/types.h libwallet/base/secret.h \
 libwallet/crypto/keccak.h libwallet/crypto/scalar.h \
 libwallet/kernel/hashes.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/kernel/kernel.h libwallet/kernel/functions.h \
 libwallet/kernel/ring.h libwallet/kernel/ring_points.h \
 libwallet/kernel/multiexp.h libwallet/kernel/sums.h \
 libwallet/kernel/portable.h
libwallet/kernel/derivations.h:
libwallet/crypto/derive.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
libwallet/base/secret.h:
libwallet/crypto/keccak.h:
libwallet/crypto/scalar.h:
libwallet/kernel/hashes.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/kernel/kernel.h:
libwallet/kernel/functions.h:
libwallet/kernel/ring.h:
libwallet/kernel/ring_points.h:
libwallet/kernel/multiexp.h:
libwallet/kernel/sums.h:
libwallet/kernel/portable.h:
