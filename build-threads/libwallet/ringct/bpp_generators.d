build-threads/libwallet/ringct/bpp_generators.o: \
 libwallet/ringct/bpp_generators.c libwallet/ringct/bpp_generators.h \
 libwallet/base/error.h libwallet/crypto/types.h libwallet/kernel/sums.h \
 libwallet/kernel/multiexp.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/ringct/bulletproof_plus.h libwallet/crypto/hash_to_point.h \
 libwallet/crypto/keccak.h libwallet/crypto/scalar.h \
 libwallet/kernel/hashes.h libwallet/kernel/kernel.h \
 libwallet/kernel/functions.h libwallet/kernel/ring.h \
 libwallet/kernel/ring_points.h libwallet/ringct/commitment.h
libwallet/ringct/bpp_generators.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
libwallet/kernel/sums.h:
libwallet/kernel/multiexp.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/crypto/hash_to_point.h:
libwallet/crypto/keccak.h:
libwallet/crypto/scalar.h:
libwallet/kernel/hashes.h:
libwallet/kernel/kernel.h:
libwallet/kernel/functions.h:
libwallet/kernel/ring.h:
libwallet/kernel/ring_points.h:
libwallet/ringct/commitment.h:
