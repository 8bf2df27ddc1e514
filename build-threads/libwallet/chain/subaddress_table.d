build-threads/libwallet/chain/subaddress_table.o: \
 libwallet/chain/subaddress_table.c libwallet/chain/subaddress_table.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/base/error.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/base/bytes.h
libwallet/chain/subaddress_table.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/base/error.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/base/bytes.h:
