build-threads/tests/unit/hot_kept_ring.o: tests/unit/hot_kept_ring.c \
 libwallet/hot/kept_ring.h libwallet/base/error.h \
 libwallet/hot/decoy_picker.h libwallet/chain/consensus.h \
 libwallet/ringct/bulletproof_plus.h libwallet/crypto/types.h \
 libwallet/node/daemon_outputs.h libwallet/node/daemon.h \
 libwallet/store/wallet.h libwallet/store/wallet_blocks.h \
 libwallet/store/wallet_types.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/store/wallet_change.h libwallet/store/wallet_file.h \
 libwallet/base/log.h libwallet/store/journal.h libwallet/base/bytes.h \
 libwallet/store/journal_types.h libwallet/store/wallet_images.h \
 libwallet/store/key_images.h libwallet/store/wallet_incoming.h \
 libwallet/store/wallet_lock.h libwallet/store/wallet_lookup.h \
 libwallet/store/wallet_outputs.h libwallet/store/wallet_pairs.h \
 libwallet/store/wallet_payments.h libwallet/store/wallet_rings.h \
 libwallet/store/wallet_rollback.h libwallet/store/wallet_scope.h \
 tests/unit/cold_sets.h libwallet/chain/output.h libwallet/chain/extra.h \
 libwallet/chain/subaddress_table.h libwallet/chain/transaction.h \
 libwallet/chain/transaction_parts.h libwallet/cold/review.h \
 libwallet/cold/review_result.h libwallet/handoff/limits.h \
 libwallet/handoff/unsigned_set.h libwallet/ringct/clsag.h \
 libwallet/crypto/random.h libwallet/cold/sign.h \
 libwallet/handoff/signed_set.h libwallet/handoff/plan.h \
 libwallet/hot/decoy_chance.h libwallet/hot/decoys.h \
 tests/unit/hot_chain.h tests/unit/daemon_answers.h \
 tests/unit/hot_wallet.h tests/unit/node_server.h \
 libwallet/node/daemon_load.h tests/unit/seed.h
libwallet/hot/kept_ring.h:
libwallet/base/error.h:
libwallet/hot/decoy_picker.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/crypto/types.h:
libwallet/node/daemon_outputs.h:
libwallet/node/daemon.h:
libwallet/store/wallet.h:
libwallet/store/wallet_blocks.h:
libwallet/store/wallet_types.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/store/wallet_change.h:
libwallet/store/wallet_file.h:
libwallet/base/log.h:
libwallet/store/journal.h:
libwallet/base/bytes.h:
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
tests/unit/cold_sets.h:
libwallet/chain/output.h:
libwallet/chain/extra.h:
libwallet/chain/subaddress_table.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/cold/review.h:
libwallet/cold/review_result.h:
libwallet/handoff/limits.h:
libwallet/handoff/unsigned_set.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/cold/sign.h:
libwallet/handoff/signed_set.h:
libwallet/handoff/plan.h:
libwallet/hot/decoy_chance.h:
libwallet/hot/decoys.h:
tests/unit/hot_chain.h:
tests/unit/daemon_answers.h:
tests/unit/hot_wallet.h:
tests/unit/node_server.h:
libwallet/node/daemon_load.h:
tests/unit/seed.h:
