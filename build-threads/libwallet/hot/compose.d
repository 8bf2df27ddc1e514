build-threads/libwallet/hot/compose.o: libwallet/hot/compose.c \
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
 libwallet/handoff/envelope.h libwallet/handoff/plan.h \
 libwallet/hot/compose_inputs.h libwallet/hot/compose_tx.h \
 libwallet/node/daemon_load.h libwallet/node/daemon_outputs.h \
 libwallet/hot/decoys.h libwallet/hot/distribution_check.h \
 libwallet/hot/other_rings.h libwallet/hot/priority.h \
 libwallet/node/daemon_info.h libwallet/hot/reserve.h \
 libwallet/hot/ring_sanity.h libwallet/hot/second_payment.h \
 libwallet/hot/sync.h libwallet/hot/sync_run.h \
 libwallet/chain/subaddress_table.h libwallet/hot/pool_kept.h \
 libwallet/node/daemon_pool.h
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
libwallet/handoff/envelope.h:
libwallet/handoff/plan.h:
libwallet/hot/compose_inputs.h:
libwallet/hot/compose_tx.h:
libwallet/node/daemon_load.h:
libwallet/node/daemon_outputs.h:
libwallet/hot/decoys.h:
libwallet/hot/distribution_check.h:
libwallet/hot/other_rings.h:
libwallet/hot/priority.h:
libwallet/node/daemon_info.h:
libwallet/hot/reserve.h:
libwallet/hot/ring_sanity.h:
libwallet/hot/second_payment.h:
libwallet/hot/sync.h:
libwallet/hot/sync_run.h:
libwallet/chain/subaddress_table.h:
libwallet/hot/pool_kept.h:
libwallet/node/daemon_pool.h:
