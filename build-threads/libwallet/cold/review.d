build-threads/libwallet/cold/review.o: libwallet/cold/review.c \
 libwallet/cold/review.h libwallet/base/error.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/cold/review_result.h \
 libwallet/handoff/limits.h libwallet/chain/consensus.h \
 libwallet/ringct/bulletproof_plus.h libwallet/handoff/unsigned_set.h \
 libwallet/base/bytes.h libwallet/ringct/clsag.h \
 libwallet/crypto/random.h libwallet/ringct/commitment.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/chain/transaction.h libwallet/chain/transaction_parts.h \
 libwallet/cold/policy.h libwallet/base/seam.h libwallet/base/secret.h \
 libwallet/chain/amount.h libwallet/chain/subaddress_table.h \
 libwallet/cold/input.h libwallet/cold/jobs.h \
 libwallet/crypto/group_mul.h libwallet/handoff/plan.h
libwallet/cold/review.h:
libwallet/base/error.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/cold/review_result.h:
libwallet/handoff/limits.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/handoff/unsigned_set.h:
libwallet/base/bytes.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/cold/policy.h:
libwallet/base/seam.h:
libwallet/base/secret.h:
libwallet/chain/amount.h:
libwallet/chain/subaddress_table.h:
libwallet/cold/input.h:
libwallet/cold/jobs.h:
libwallet/crypto/group_mul.h:
libwallet/handoff/plan.h:
