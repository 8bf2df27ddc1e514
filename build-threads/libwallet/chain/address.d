build-threads/libwallet/chain/address.o: libwallet/chain/address.c \
 libwallet/chain/address.h libwallet/base/error.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/chain/base58.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/crypto/keccak.h libwallet/crypto/torsion.h
libwallet/chain/address.h:
libwallet/base/error.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/chain/base58.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/keccak.h:
libwallet/crypto/torsion.h:
