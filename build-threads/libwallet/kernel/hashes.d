build-threads/libwallet/kernel/hashes.o: libwallet/kernel/hashes.c \
 libwallet/kernel/hashes.h libwallet/crypto/group.h \
 libwallet/base/error.h libwallet/crypto/curve.h libwallet/crypto/field.h \
 libwallet/crypto/ct.h libwallet/crypto/types.h libwallet/crypto/keccak.h \
 libwallet/kernel/kernel.h libwallet/kernel/functions.h \
 libwallet/kernel/ring.h libwallet/kernel/ring_points.h \
 libwallet/kernel/multiexp.h libwallet/kernel/sums.h
libwallet/kernel/hashes.h:
libwallet/crypto/group.h:
libwallet/base/error.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
libwallet/crypto/keccak.h:
libwallet/kernel/kernel.h:
libwallet/kernel/functions.h:
libwallet/kernel/ring.h:
libwallet/kernel/ring_points.h:
libwallet/kernel/multiexp.h:
libwallet/kernel/sums.h:
