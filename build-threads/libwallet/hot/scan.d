build-threads/libwallet/hot/scan.o: libwallet/hot/scan.c \
 libwallet/hot/scan.h libwallet/base/error.h \
 libwallet/chain/subaddress_table.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/chain/transaction.h \
 libwallet/base/bytes.h libwallet/chain/transaction_parts.h \
 libwallet/ringct/bulletproof_plus.h libwallet/hot/sync_run.h \
 libwallet/base/log.h libwallet/hot/pool_kept.h libwallet/node/daemon.h \
 libwallet/node/daemon_pool.h libwallet/store/wallet.h \
 libwallet/store/wallet_blocks.h libwallet/store/wallet_types.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/store/wallet_change.h libwallet/store/wallet_file.h \
 libwallet/store/journal.h libwallet/store/journal_types.h \
 libwallet/store/wallet_images.h libwallet/store/key_images.h \
 libwallet/store/wallet_incoming.h libwallet/store/wallet_lock.h \
 libwallet/store/wallet_lookup.h libwallet/store/wallet_outputs.h \
 libwallet/store/wallet_pairs.h libwallet/store/wallet_payments.h \
 libwallet/store/wallet_rings.h libwallet/store/wallet_rollback.h \
 libwallet/store/wallet_scope.h libwallet/node/daemon_blocks.h \
 libwallet/base/secret.h libwallet/chain/block.h libwallet/chain/output.h \
 libwallet/chain/extra.h libwallet/crypto/derive.h \
 libwallet/hot/prepare.h libwallet/ringct/clsag.h \
 libwallet/crypto/random.h
libwallet/hot/scan.h:
libwallet/base/error.h:
libwallet/chain/subaddress_table.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/chain/transaction.h:
libwallet/base/bytes.h:
libwallet/chain/transaction_parts.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/hot/sync_run.h:
libwallet/base/log.h:
libwallet/hot/pool_kept.h:
libwallet/node/daemon.h:
libwallet/node/daemon_pool.h:
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
libwallet/node/daemon_blocks.h:
libwallet/base/secret.h:
libwallet/chain/block.h:
libwallet/chain/output.h:
libwallet/chain/extra.h:
libwallet/crypto/derive.h:
libwallet/hot/prepare.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
