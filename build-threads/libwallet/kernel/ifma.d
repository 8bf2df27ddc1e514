build-threads/libwallet/kernel/ifma.o: libwallet/kernel/ifma.c \
 libwallet/kernel/ifma.h libwallet/kernel/functions.h \
 libwallet/crypto/group.h libwallet/base/error.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/crypto/types.h \
 libwallet/crypto/keccak.h libwallet/kernel/ring.h \
 libwallet/kernel/ring_points.h libwallet/kernel/multiexp.h \
 libwallet/kernel/sums.h libwallet/kernel/lanes/kernel.h \
 libwallet/kernel/lanes/add_base.h libwallet/base/secret.h \
 libwallet/crypto/base_table.h libwallet/crypto/group_mul.h \
 libwallet/kernel/lanes/group.h libwallet/crypto/group_formulas.h \
 libwallet/kernel/lanes/field.h libwallet/kernel/lanes/lane.h \
 libwallet/base/bytes.h libwallet/kernel/lanes/field_51.h \
 libwallet/kernel/lanes/decode.h libwallet/kernel/lanes/derive.h \
 libwallet/crypto/scalar.h libwallet/kernel/lanes/hash_to_point.h \
 libwallet/crypto/hash_to_point.h libwallet/kernel/lanes/keccak.h \
 libwallet/kernel/lanes/ring.h libwallet/kernel/lanes/mul.h \
 libwallet/kernel/lanes/sums.h libwallet/kernel/lanes/fold.h
libwallet/kernel/ifma.h:
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
libwallet/kernel/lanes/kernel.h:
libwallet/kernel/lanes/add_base.h:
libwallet/base/secret.h:
libwallet/crypto/base_table.h:
libwallet/crypto/group_mul.h:
libwallet/kernel/lanes/group.h:
libwallet/crypto/group_formulas.h:
libwallet/kernel/lanes/field.h:
libwallet/kernel/lanes/lane.h:
libwallet/base/bytes.h:
libwallet/kernel/lanes/field_51.h:
libwallet/kernel/lanes/decode.h:
libwallet/kernel/lanes/derive.h:
libwallet/crypto/scalar.h:
libwallet/kernel/lanes/hash_to_point.h:
libwallet/crypto/hash_to_point.h:
libwallet/kernel/lanes/keccak.h:
libwallet/kernel/lanes/ring.h:
libwallet/kernel/lanes/mul.h:
libwallet/kernel/lanes/sums.h:
libwallet/kernel/lanes/fold.h:
