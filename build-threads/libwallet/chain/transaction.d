build-threads/libwallet/chain/transaction.o: \
 libwallet/chain/transaction.c libwallet/chain/transaction.h \
 libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/chain/transaction_parts.h libwallet/crypto/types.h \
 libwallet/ringct/bulletproof_plus.h libwallet/chain/consensus.h \
 libwallet/chain/ringct_proofs.h libwallet/ringct/clsag.h \
 libwallet/crypto/random.h libwallet/chain/varint.h \
 libwallet/crypto/keccak.h
libwallet/chain/transaction.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/chain/transaction_parts.h:
libwallet/crypto/types.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/chain/consensus.h:
libwallet/chain/ringct_proofs.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/chain/varint.h:
libwallet/crypto/keccak.h:
