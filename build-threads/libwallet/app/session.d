build-threads/libwallet/app/session.o: libwallet/app/session.c \
 libwallet/app/session.h libwallet/app/session_status.h \
 libwallet/base/error.h libwallet/base/log.h libwallet/node/daemon.h \
 libwallet/store/wallet.h libwallet/store/wallet_blocks.h \
 libwallet/store/wallet_types.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/ringct/commitment.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/store/wallet_change.h libwallet/store/wallet_file.h \
 libwallet/store/journal.h libwallet/base/bytes.h \
 libwallet/store/journal_types.h libwallet/store/wallet_images.h \
 libwallet/store/key_images.h libwallet/store/wallet_incoming.h \
 libwallet/store/wallet_lock.h libwallet/store/wallet_lookup.h \
 libwallet/store/wallet_outputs.h libwallet/store/wallet_pairs.h \
 libwallet/store/wallet_payments.h libwallet/store/wallet_rings.h \
 libwallet/store/wallet_rollback.h libwallet/store/wallet_scope.h \
 libwallet/app/follow.h libwallet/hot/sync.h libwallet/hot/sync_run.h \
 libwallet/chain/subaddress_table.h libwallet/hot/pool_kept.h \
 libwallet/node/daemon_pool.h libwallet/node/daemon_info.h \
 libwallet/app/session_internal.h libwallet/app/work.h \
 libwallet/store/signing_journal.h libwallet/base/clock.h \
 libwallet/base/parallel.h
libwallet/app/session.h:
libwallet/app/session_status.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/node/daemon.h:
libwallet/store/wallet.h:
libwallet/store/wallet_blocks.h:
libwallet/store/wallet_types.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/store/wallet_change.h:
libwallet/store/wallet_file.h:
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
libwallet/app/follow.h:
libwallet/hot/sync.h:
libwallet/hot/sync_run.h:
libwallet/chain/subaddress_table.h:
libwallet/hot/pool_kept.h:
libwallet/node/daemon_pool.h:
libwallet/node/daemon_info.h:
libwallet/app/session_internal.h:
libwallet/app/work.h:
libwallet/store/signing_journal.h:
libwallet/base/clock.h:
libwallet/base/parallel.h:
