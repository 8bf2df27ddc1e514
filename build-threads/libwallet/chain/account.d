build-threads/libwallet/chain/account.o: libwallet/chain/account.c \
 libwallet/base/bytes.h libwallet/base/seam.h libwallet/base/secret.h \
 libwallet/base/error.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/crypto/derive.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/crypto/group_mul.h libwallet/crypto/keccak.h \
 libwallet/crypto/scalar.h libwallet/kernel/hashes.h \
 libwallet/kernel/kernel.h libwallet/kernel/functions.h \
 libwallet/kernel/ring.h libwallet/kernel/ring_points.h \
 libwallet/kernel/multiexp.h libwallet/kernel/sums.h
libwallet/base/bytes.h:
libwallet/base/seam.h:
libwallet/base/secret.h:
libwallet/base/error.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/crypto/derive.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/group_mul.h:
libwallet/crypto/keccak.h:
libwallet/crypto/scalar.h:
libwallet/kernel/hashes.h:
libwallet/kernel/kernel.h:
libwallet/kernel/functions.h:
libwallet/kernel/ring.h:
libwallet/kernel/ring_points.h:
libwallet/kernel/multiexp.h:
libwallet/kernel/sums.h:
