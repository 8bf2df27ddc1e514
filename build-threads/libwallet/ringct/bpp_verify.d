build-threads/libwallet/ringct/bpp_verify.o: \
 libwallet/ringct/bpp_verify.c libwallet/ringct/bpp_verify.h \
 libwallet/base/error.h libwallet/ringct/bulletproof_plus.h \
 libwallet/crypto/types.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/crypto/scalar.h libwallet/kernel/kernel.h \
 libwallet/kernel/functions.h libwallet/crypto/keccak.h \
 libwallet/kernel/ring.h libwallet/kernel/ring_points.h \
 libwallet/kernel/multiexp.h libwallet/kernel/sums.h \
 libwallet/ringct/bpp_generators.h
libwallet/ringct/bpp_verify.h:
libwallet/base/error.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/crypto/types.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/scalar.h:
libwallet/kernel/kernel.h:
libwallet/kernel/functions.h:
libwallet/crypto/keccak.h:
libwallet/kernel/ring.h:
libwallet/kernel/ring_points.h:
libwallet/kernel/multiexp.h:
libwallet/kernel/sums.h:
libwallet/ringct/bpp_generators.h:
