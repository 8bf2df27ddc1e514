build-threads/libwallet/hot/report_internal.o: \
 libwallet/hot/report_internal.c libwallet/hot/report_internal.h \
 libwallet/base/bytes.h libwallet/base/error.h libwallet/base/json.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h
libwallet/hot/report_internal.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/base/json.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
