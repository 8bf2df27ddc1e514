build-threads/libwallet/kernel/portable.o: libwallet/kernel/portable.c \
 libwallet/kernel/portable.h libwallet/kernel/functions.h \
 libwallet/crypto/group.h libwallet/base/error.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/crypto/types.h \
 libwallet/crypto/keccak.h libwallet/kernel/ring.h \
 libwallet/kernel/ring_points.h libwallet/kernel/multiexp.h \
 libwallet/kernel/sums.h libwallet/base/bytes.h libwallet/base/secret.h \
 libwallet/crypto/group_mul.h libwallet/kernel/ring_vartime.h \
 libwallet/crypto/hash_to_point.h
libwallet/kernel/portable.h:
libwallet/kernel/functions.h:
libwallet/crypto/group.h:
libwallet/base/error.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
libwallet/crypto/keccak.h:
libwallet/kernel/ring.h:
libwallet/kernel/ring_points.h:
libwallet/kernel/multiexp.h:
libwallet/kernel/sums.h:
libwallet/base/bytes.h:
libwallet/base/secret.h:
libwallet/crypto/group_mul.h:
libwallet/kernel/ring_vartime.h:
libwallet/crypto/hash_to_point.h:
