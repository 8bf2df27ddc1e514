build-threads/libwallet/chain/block.o: libwallet/chain/block.c \
 libwallet/chain/block.h libwallet/chain/transaction.h \
 libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/chain/transaction_parts.h libwallet/crypto/types.h \
 libwallet/ringct/bulletproof_plus.h libwallet/chain/varint.h \
 libwallet/crypto/keccak.h
libwallet/chain/block.h:
libwallet/chain/transaction.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/chain/transaction_parts.h:
libwallet/crypto/types.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/chain/varint.h:
libwallet/crypto/keccak.h:
