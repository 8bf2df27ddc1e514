build-threads/tests/unit/cold_jobs.o: tests/unit/cold_jobs.c \
 libwallet/cold/jobs.h libwallet/base/error.h libwallet/cold/review.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/cold/review_result.h libwallet/handoff/limits.h \
 libwallet/chain/consensus.h libwallet/ringct/bulletproof_plus.h \
 libwallet/handoff/unsigned_set.h libwallet/base/bytes.h \
 libwallet/ringct/clsag.h libwallet/crypto/random.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/cold/review_print.h libwallet/base/json.h \
 tests/unit/cold_sets.h libwallet/chain/output.h libwallet/chain/extra.h \
 libwallet/chain/subaddress_table.h libwallet/chain/transaction.h \
 libwallet/chain/transaction_parts.h libwallet/cold/sign.h \
 libwallet/handoff/signed_set.h libwallet/handoff/plan.h
libwallet/cold/jobs.h:
libwallet/base/error.h:
libwallet/cold/review.h:
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
libwallet/cold/review_print.h:
libwallet/base/json.h:
tests/unit/cold_sets.h:
libwallet/chain/output.h:
libwallet/chain/extra.h:
libwallet/chain/subaddress_table.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/cold/sign.h:
libwallet/handoff/signed_set.h:
libwallet/handoff/plan.h:
