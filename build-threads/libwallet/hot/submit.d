build-threads/libwallet/hot/submit.o: libwallet/hot/submit.c \
 libwallet/hot/submit.h libwallet/base/error.h \
 libwallet/hot/submit_result.h libwallet/crypto/types.h \
 libwallet/node/daemon.h libwallet/store/wallet.h \
 libwallet/store/wallet_blocks.h libwallet/store/wallet_types.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/ringct/commitment.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/store/wallet_change.h libwallet/store/wallet_file.h \
 libwallet/base/log.h libwallet/store/journal.h libwallet/base/bytes.h \
 libwallet/store/journal_types.h libwallet/store/wallet_images.h \
 libwallet/store/key_images.h libwallet/store/wallet_incoming.h \
 libwallet/store/wallet_lock.h libwallet/store/wallet_lookup.h \
 libwallet/store/wallet_outputs.h libwallet/store/wallet_pairs.h \
 libwallet/store/wallet_payments.h libwallet/store/wallet_rings.h \
 libwallet/store/wallet_rollback.h libwallet/store/wallet_scope.h \
 libwallet/handoff/envelope.h libwallet/hot/pool.h \
 libwallet/hot/sync_run.h libwallet/chain/subaddress_table.h \
 libwallet/hot/pool_kept.h libwallet/node/daemon_pool.h \
 libwallet/hot/scan.h libwallet/chain/transaction.h \
 libwallet/chain/transaction_parts.h libwallet/ringct/bulletproof_plus.h \
 libwallet/node/daemon_blocks.h libwallet/hot/submit_age.h \
 libwallet/hot/submit_candidate.h libwallet/handoff/signed_set.h \
 libwallet/handoff/unsigned_set.h libwallet/chain/consensus.h \
 libwallet/ringct/clsag.h libwallet/crypto/random.h \
 libwallet/hot/submit_check.h libwallet/hot/sync.h \
 libwallet/node/daemon_info.h libwallet/node/daemon_send.h
libwallet/hot/submit.h:
libwallet/base/error.h:
libwallet/hot/submit_result.h:
libwallet/crypto/types.h:
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
libwallet/handoff/envelope.h:
libwallet/hot/pool.h:
libwallet/hot/sync_run.h:
libwallet/chain/subaddress_table.h:
libwallet/hot/pool_kept.h:
libwallet/node/daemon_pool.h:
libwallet/hot/scan.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/node/daemon_blocks.h:
libwallet/hot/submit_age.h:
libwallet/hot/submit_candidate.h:
libwallet/handoff/signed_set.h:
libwallet/handoff/unsigned_set.h:
libwallet/chain/consensus.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/hot/submit_check.h:
libwallet/hot/sync.h:
libwallet/node/daemon_info.h:
libwallet/node/daemon_send.h:
