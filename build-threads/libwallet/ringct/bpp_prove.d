build-threads/libwallet/ringct/bpp_prove.o: libwallet/ringct/bpp_prove.c \
 libwallet/ringct/bpp_prove.h libwallet/base/error.h \
 libwallet/crypto/random.h libwallet/crypto/types.h \
 libwallet/ringct/bulletproof_plus.h libwallet/base/seam.h \
 libwallet/base/secret.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/crypto/group_mul.h libwallet/crypto/scalar.h \
 libwallet/kernel/kernel.h libwallet/kernel/functions.h \
 libwallet/crypto/keccak.h libwallet/kernel/ring.h \
 libwallet/kernel/ring_points.h libwallet/kernel/multiexp.h \
 libwallet/kernel/sums.h libwallet/ringct/bpp_generators.h \
 libwallet/ringct/bpp_vector.h libwallet/ringct/commitment.h
libwallet/ringct/bpp_prove.h:
libwallet/base/error.h:
libwallet/crypto/random.h:
libwallet/crypto/types.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/base/seam.h:
libwallet/base/secret.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/group_mul.h:
libwallet/crypto/scalar.h:
libwallet/kernel/kernel.h:
libwallet/kernel/functions.h:
libwallet/crypto/keccak.h:
libwallet/kernel/ring.h:
libwallet/kernel/ring_points.h:
libwallet/kernel/multiexp.h:
libwallet/kernel/sums.h:
libwallet/ringct/bpp_generators.h:
libwallet/ringct/bpp_vector.h:
libwallet/ringct/commitment.h:
