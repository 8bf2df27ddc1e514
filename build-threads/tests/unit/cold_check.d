build-threads/tests/unit/cold_check.o: tests/unit/cold_check.c \
 libwallet/cold/check.h libwallet/base/error.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/cold/input.h \
 libwallet/handoff/unsigned_set.h libwallet/base/bytes.h \
 libwallet/chain/consensus.h libwallet/ringct/bulletproof_plus.h \
 libwallet/ringct/clsag.h libwallet/crypto/random.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/cold/outputs.h libwallet/chain/transaction.h \
 libwallet/chain/transaction_parts.h libwallet/handoff/plan.h \
 libwallet/cold/review.h libwallet/cold/review_result.h \
 libwallet/handoff/limits.h libwallet/handoff/signed_set.h \
 libwallet/cold/construct.h tests/unit/cold_sets.h \
 libwallet/chain/output.h libwallet/chain/extra.h \
 libwallet/chain/subaddress_table.h libwallet/cold/sign.h
libwallet/cold/check.h:
libwallet/base/error.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/cold/input.h:
libwallet/handoff/unsigned_set.h:
libwallet/base/bytes.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/cold/outputs.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/handoff/plan.h:
libwallet/cold/review.h:
libwallet/cold/review_result.h:
libwallet/handoff/limits.h:
libwallet/handoff/signed_set.h:
libwallet/cold/construct.h:
tests/unit/cold_sets.h:
libwallet/chain/output.h:
libwallet/chain/extra.h:
libwallet/chain/subaddress_table.h:
libwallet/cold/sign.h:
