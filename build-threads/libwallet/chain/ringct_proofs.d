build-threads/libwallet/chain/ringct_proofs.o: \
 libwallet/chain/ringct_proofs.c libwallet/chain/ringct_proofs.h \
 libwallet/base/error.h libwallet/chain/transaction_parts.h \
 libwallet/base/bytes.h libwallet/crypto/types.h \
 libwallet/ringct/bulletproof_plus.h libwallet/ringct/clsag.h \
 libwallet/crypto/random.h libwallet/chain/varint.h
libwallet/chain/ringct_proofs.h:
libwallet/base/error.h:
libwallet/chain/transaction_parts.h:
libwallet/base/bytes.h:
libwallet/crypto/types.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/chain/varint.h:
