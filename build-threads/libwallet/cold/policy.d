build-threads/libwallet/cold/policy.o: libwallet/cold/policy.c \
 libwallet/cold/policy.h libwallet/base/error.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/cold/review_result.h libwallet/chain/account.h \
 libwallet/handoff/limits.h libwallet/chain/consensus.h \
 libwallet/ringct/bulletproof_plus.h libwallet/base/json.h \
 libwallet/base/bytes.h libwallet/chain/amount.h \
 libwallet/chain/transaction.h libwallet/chain/transaction_parts.h
libwallet/cold/policy.h:
libwallet/base/error.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/cold/review_result.h:
libwallet/chain/account.h:
libwallet/handoff/limits.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/base/json.h:
libwallet/base/bytes.h:
libwallet/chain/amount.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
