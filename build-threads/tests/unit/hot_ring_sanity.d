build-threads/tests/unit/hot_ring_sanity.o: tests/unit/hot_ring_sanity.c \
 libwallet/hot/ring_sanity.h tests/unit/cold_sets.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/base/error.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/chain/output.h \
 libwallet/chain/extra.h libwallet/base/bytes.h \
 libwallet/chain/subaddress_table.h libwallet/chain/transaction.h \
 libwallet/chain/transaction_parts.h libwallet/ringct/bulletproof_plus.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/cold/review.h libwallet/cold/review_result.h \
 libwallet/handoff/limits.h libwallet/chain/consensus.h \
 libwallet/handoff/unsigned_set.h libwallet/ringct/clsag.h \
 libwallet/crypto/random.h libwallet/cold/sign.h \
 libwallet/handoff/signed_set.h libwallet/handoff/plan.h \
 tests/unit/hot_chain.h tests/unit/daemon_answers.h \
 tests/unit/hot_wallet.h libwallet/store/wallet.h \
 libwallet/store/wallet_blocks.h libwallet/store/wallet_types.h \
 libwallet/store/wallet_change.h libwallet/store/wallet_file.h \
 libwallet/base/log.h libwallet/store/journal.h \
 libwallet/store/journal_types.h libwallet/store/wallet_images.h \
 libwallet/store/key_images.h libwallet/store/wallet_incoming.h \
 libwallet/store/wallet_lock.h libwallet/store/wallet_lookup.h \
 libwallet/store/wallet_outputs.h libwallet/store/wallet_pairs.h \
 libwallet/store/wallet_payments.h libwallet/store/wallet_rings.h \
 libwallet/store/wallet_rollback.h libwallet/store/wallet_scope.h \
 libwallet/node/daemon.h tests/unit/node_server.h \
 libwallet/node/daemon_load.h libwallet/node/daemon_outputs.h \
 libwallet/hot/decoys.h
libwallet/hot/ring_sanity.h:
tests/unit/cold_sets.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/base/error.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/chain/output.h:
libwallet/chain/extra.h:
libwallet/base/bytes.h:
libwallet/chain/subaddress_table.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/cold/review.h:
libwallet/cold/review_result.h:
libwallet/handoff/limits.h:
libwallet/chain/consensus.h:
libwallet/handoff/unsigned_set.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/cold/sign.h:
libwallet/handoff/signed_set.h:
libwallet/handoff/plan.h:
tests/unit/hot_chain.h:
tests/unit/daemon_answers.h:
tests/unit/hot_wallet.h:
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
libwallet/node/daemon.h:
tests/unit/node_server.h:
libwallet/node/daemon_load.h:
libwallet/node/daemon_outputs.h:
libwallet/hot/decoys.h:
