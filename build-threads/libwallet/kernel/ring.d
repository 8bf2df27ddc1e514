build-threads/libwallet/kernel/ring.o: libwallet/kernel/ring.c \
 libwallet/kernel/ring.h libwallet/crypto/group.h libwallet/base/error.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/crypto/types.h libwallet/kernel/ring_points.h \
 libwallet/kernel/multiexp.h libwallet/base/secret.h \
 libwallet/crypto/group_mul.h
libwallet/kernel/ring.h:
libwallet/crypto/group.h:
libwallet/base/error.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
libwallet/kernel/ring_points.h:
libwallet/kernel/multiexp.h:
libwallet/base/secret.h:
libwallet/crypto/group_mul.h:
