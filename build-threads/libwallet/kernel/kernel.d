build-threads/libwallet/kernel/kernel.o: libwallet/kernel/kernel.c \
 libwallet/kernel/kernel.h libwallet/base/error.h \
 libwallet/kernel/functions.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/crypto/types.h libwallet/crypto/keccak.h \
 libwallet/kernel/ring.h libwallet/kernel/ring_points.h \
 libwallet/kernel/multiexp.h libwallet/kernel/sums.h \
 libwallet/kernel/avx2.h libwallet/kernel/ifma.h \
 libwallet/kernel/portable.h
libwallet/kernel/kernel.h:
libwallet/base/error.h:
libwallet/kernel/functions.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
libwallet/crypto/keccak.h:
libwallet/kernel/ring.h:
libwallet/kernel/ring_points.h:
libwallet/kernel/multiexp.h:
libwallet/kernel/sums.h:
libwallet/kernel/avx2.h:
libwallet/kernel/ifma.h:
libwallet/kernel/portable.h:
