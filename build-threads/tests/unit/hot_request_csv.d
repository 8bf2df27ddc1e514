build-threads/tests/unit/hot_request_csv.o: tests/unit/hot_request_csv.c \
 libwallet/hot/compose.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/hot/compose_result.h libwallet/hot/request.h \
 libwallet/base/json.h libwallet/chain/consensus.h \
 libwallet/ringct/bulletproof_plus.h libwallet/crypto/types.h \
 libwallet/handoff/limits.h libwallet/handoff/unsigned_set.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/ringct/clsag.h \
 libwallet/crypto/random.h libwallet/ringct/commitment.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/store/wallet.h \
 libwallet/store/wallet_blocks.h libwallet/store/wallet_types.h \
 libwallet/store/wallet_change.h libwallet/store/wallet_file.h \
 libwallet/base/log.h libwallet/store/journal.h \
 libwallet/store/journal_types.h libwallet/store/wallet_images.h \
 libwallet/store/key_images.h libwallet/store/wallet_incoming.h \
 libwallet/store/wallet_lock.h libwallet/store/wallet_lookup.h \
 libwallet/store/wallet_outputs.h libwallet/store/wallet_pairs.h \
 libwallet/store/wallet_payments.h libwallet/store/wallet_rings.h \
 libwallet/store/wallet_rollback.h libwallet/store/wallet_scope.h \
 libwallet/hot/sweep.h libwallet/node/daemon.h \
 libwallet/hot/request_csv.h tests/unit/cold_sets.h \
 libwallet/chain/output.h libwallet/chain/extra.h \
 libwallet/chain/subaddress_table.h libwallet/chain/transaction.h \
 libwallet/chain/transaction_parts.h libwallet/cold/review.h \
 libwallet/cold/review_result.h libwallet/cold/sign.h \
 libwallet/handoff/signed_set.h libwallet/handoff/plan.h
libwallet/hot/compose.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/hot/compose_result.h:
libwallet/hot/request.h:
libwallet/base/json.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/crypto/types.h:
libwallet/handoff/limits.h:
libwallet/handoff/unsigned_set.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/store/wallet.h:
libwallet/store/wallet_blocks.h:
libwallet/store/wallet_types.h:
libwallet/store/wallet_change.h:
libwallet/store/wallet_file.h:
libwallet/base/log.h:
libwallet/store/journal.h:
libwallet/store/journal_types.h:
libwallet/store/wallet_images.h:
libwallet/store/key_images.h:
libwallet/store/wallet_incoming.h:
libwallet/store/wallet_lock.h:
libwallet/store/wallet_lookup.h:
libwallet/store/wallet_outputs.h:
libwallet/store/wallet_pairs.h:
libwallet/store/wallet_payments.h:
libwallet/store/wallet_rings.h:
libwallet/store/wallet_rollback.h:
libwallet/store/wallet_scope.h:
libwallet/hot/sweep.h:
libwallet/node/daemon.h:
libwallet/hot/request_csv.h:
tests/unit/cold_sets.h:
libwallet/chain/output.h:
libwallet/chain/extra.h:
libwallet/chain/subaddress_table.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/cold/review.h:
libwallet/cold/review_result.h:
libwallet/cold/sign.h:
libwallet/handoff/signed_set.h:
libwallet/handoff/plan.h:
