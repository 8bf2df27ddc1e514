build-threads/libwallet/hot/fee.o: libwallet/hot/fee.c \
 libwallet/hot/fee.h libwallet/base/error.h libwallet/node/daemon.h \
 libwallet/node/daemon_load.h libwallet/base/bytes.h \
 libwallet/chain/transaction.h libwallet/chain/transaction_parts.h \
 libwallet/crypto/types.h libwallet/ringct/bulletproof_plus.h
libwallet/hot/fee.h:
libwallet/base/error.h:
libwallet/node/daemon.h:
libwallet/node/daemon_load.h:
libwallet/base/bytes.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/crypto/types.h:
libwallet/ringct/bulletproof_plus.h:
