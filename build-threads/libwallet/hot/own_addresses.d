build-threads/libwallet/hot/own_addresses.o: \
 libwallet/hot/own_addresses.c libwallet/hot/own_addresses.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/base/error.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/store/index.h libwallet/base/bytes.h
libwallet/hot/own_addresses.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/base/error.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/store/index.h:
libwallet/base/bytes.h:
