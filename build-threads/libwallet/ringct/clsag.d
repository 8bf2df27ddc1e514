build-threads/libwallet/ringct/clsag.o: libwallet/ringct/clsag.c \
 libwallet/ringct/clsag.h libwallet/base/error.h \
 libwallet/crypto/random.h libwallet/crypto/types.h libwallet/base/seam.h \
 libwallet/base/secret.h libwallet/crypto/ct.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h \
 libwallet/crypto/group_mul.h libwallet/crypto/hash_to_point.h \
 libwallet/crypto/keccak.h libwallet/crypto/scalar.h \
 libwallet/crypto/torsion.h libwallet/kernel/hashes.h \
 libwallet/kernel/kernel.h libwallet/kernel/functions.h \
 libwallet/kernel/ring.h libwallet/kernel/ring_points.h \
 libwallet/kernel/multiexp.h libwallet/kernel/sums.h
libwallet/ringct/clsag.h:
libwallet/base/error.h:
libwallet/crypto/random.h:
libwallet/crypto/types.h:
libwallet/base/seam.h:
libwallet/base/secret.h:
libwallet/crypto/ct.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/group_mul.h:
libwallet/crypto/hash_to_point.h:
libwallet/crypto/keccak.h:
libwallet/crypto/scalar.h:
libwallet/crypto/torsion.h:
libwallet/kernel/hashes.h:
libwallet/kernel/kernel.h:
libwallet/kernel/functions.h:
libwallet/kernel/ring.h:
libwallet/kernel/ring_points.h:
libwallet/kernel/multiexp.h:
libwallet/kernel/sums.h:
