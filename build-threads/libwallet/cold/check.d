build-threads/libwallet/cold/check.o: libwallet/cold/check.c \
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
 libwallet/base/seam.h libwallet/base/secret.h libwallet/chain/extra.h \
 libwallet/chain/ringct_proofs.h libwallet/crypto/derive.h \
 libwallet/crypto/scalar.h libwallet/ringct/bpp_verify.h
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
libwallet/base/seam.h:
libwallet/base/secret.h:
libwallet/chain/extra.h:
libwallet/chain/ringct_proofs.h:
libwallet/crypto/derive.h:
libwallet/crypto/scalar.h:
libwallet/ringct/bpp_verify.h:
