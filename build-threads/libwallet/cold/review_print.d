build-threads/libwallet/cold/review_print.o: \
 libwallet/cold/review_print.c libwallet/cold/review_print.h \
 libwallet/base/bytes.h libwallet/base/error.h libwallet/base/json.h \
 libwallet/cold/review_result.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/cold/review.h \
 libwallet/handoff/limits.h libwallet/chain/consensus.h \
 libwallet/ringct/bulletproof_plus.h libwallet/handoff/unsigned_set.h \
 libwallet/ringct/clsag.h libwallet/crypto/random.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/base/hex.h libwallet/chain/amount.h \
 libwallet/chain/transaction.h libwallet/chain/transaction_parts.h
libwallet/cold/review_print.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/base/json.h:
libwallet/cold/review_result.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/cold/review.h:
libwallet/handoff/limits.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/handoff/unsigned_set.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/base/hex.h:
libwallet/chain/amount.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
