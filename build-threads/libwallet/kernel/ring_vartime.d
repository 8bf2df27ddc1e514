build-threads/libwallet/kernel/ring_vartime.o: \
 libwallet/kernel/ring_vartime.c libwallet/kernel/ring_vartime.h \
 libwallet/kernel/ring.h libwallet/crypto/group.h libwallet/base/error.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/crypto/types.h libwallet/kernel/ring_points.h \
 libwallet/kernel/multiexp.h libwallet/crypto/base_table.h
libwallet/kernel/ring_vartime.h:
libwallet/kernel/ring.h:
libwallet/crypto/group.h:
libwallet/base/error.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
libwallet/kernel/ring_points.h:
libwallet/kernel/multiexp.h:
libwallet/crypto/base_table.h:
