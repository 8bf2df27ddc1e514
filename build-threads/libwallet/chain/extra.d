build-threads/libwallet/chain/extra.o: libwallet/chain/extra.c \
 libwallet/chain/extra.h libwallet/base/bytes.h libwallet/chain/address.h \
 libwallet/base/error.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/base/secret.h \
 libwallet/chain/varint.h libwallet/crypto/keccak.h
libwallet/chain/extra.h:
libwallet/base/bytes.h:
libwallet/chain/address.h:
libwallet/base/error.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/base/secret.h:
libwallet/chain/varint.h:
libwallet/crypto/keccak.h:
