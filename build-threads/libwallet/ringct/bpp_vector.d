build-threads/libwallet/ringct/bpp_vector.o: \
 libwallet/ringct/bpp_vector.c libwallet/ringct/bpp_vector.h \
 libwallet/base/error.h libwallet/crypto/types.h libwallet/kernel/sums.h \
 libwallet/kernel/multiexp.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/base/secret.h libwallet/crypto/scalar.h \
 libwallet/kernel/kernel.h libwallet/kernel/functions.h \
 libwallet/crypto/keccak.h libwallet/kernel/ring.h \
 libwallet/kernel/ring_points.h
libwallet/ringct/bpp_vector.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
libwallet/kernel/sums.h:
libwallet/kernel/multiexp.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/base/secret.h:
libwallet/crypto/scalar.h:
libwallet/kernel/kernel.h:
libwallet/kernel/functions.h:
libwallet/crypto/keccak.h:
libwallet/kernel/ring.h:
libwallet/kernel/ring_points.h:
