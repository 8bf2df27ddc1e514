build-threads/libwallet/hot/sync.o: libwallet/hot/sync.c \
 libwallet/hot/sync.h libwallet/base/error.h libwallet/hot/sync_run.h \
 libwallet/base/log.h libwallet/chain/subaddress_table.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/hot/pool_kept.h libwallet/node/daemon.h \
 libwallet/node/daemon_pool.h libwallet/base/bytes.h \
 libwallet/store/wallet.h libwallet/store/wallet_blocks.h \
 libwallet/store/wallet_types.h libwallet/ringct/commitment.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/store/wallet_change.h libwallet/store/wallet_file.h \
 libwallet/store/journal.h libwallet/store/journal_types.h \
 libwallet/store/wallet_images.h libwallet/store/key_images.h \
 libwallet/store/wallet_incoming.h libwallet/store/wallet_lock.h \
 libwallet/store/wallet_lookup.h libwallet/store/wallet_outputs.h \
 libwallet/store/wallet_pairs.h libwallet/store/wallet_payments.h \
 libwallet/store/wallet_rings.h libwallet/store/wallet_rollback.h \
 libwallet/store/wallet_scope.h libwallet/node/daemon_info.h \
 libwallet/chain/consensus.h libwallet/ringct/bulletproof_plus.h \
 libwallet/chain/block.h libwallet/chain/transaction.h \
 libwallet/chain/transaction_parts.h libwallet/hot/fork.h \
 libwallet/node/daemon_blocks.h libwallet/hot/pool.h libwallet/hot/scan.h \
 libwallet/hot/second_payment.h libwallet/hot/request.h \
 libwallet/base/json.h libwallet/handoff/limits.h \
 libwallet/handoff/unsigned_set.h libwallet/ringct/clsag.h \
 libwallet/crypto/random.h libwallet/node/prefetch.h
libwallet/hot/sync.h:
libwallet/base/error.h:
libwallet/hot/sync_run.h:
libwallet/base/log.h:
libwallet/chain/subaddress_table.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/hot/pool_kept.h:
libwallet/node/daemon.h:
libwallet/node/daemon_pool.h:
libwallet/base/bytes.h:
libwallet/store/wallet.h:
libwallet/store/wallet_blocks.h:
libwallet/store/wallet_types.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/store/wallet_change.h:
libwallet/store/wallet_file.h:
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
libwallet/node/daemon_info.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/chain/block.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/hot/fork.h:
libwallet/node/daemon_blocks.h:
libwallet/hot/pool.h:
libwallet/hot/scan.h:
libwallet/hot/second_payment.h:
libwallet/hot/request.h:
libwallet/base/json.h:
libwallet/handoff/limits.h:
libwallet/handoff/unsigned_set.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/node/prefetch.h:
