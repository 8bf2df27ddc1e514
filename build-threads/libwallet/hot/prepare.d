build-threads/libwallet/hot/prepare.o: libwallet/hot/prepare.c \
 libwallet/hot/prepare.h libwallet/base/error.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/chain/output.h \
 libwallet/chain/extra.h libwallet/base/bytes.h \
 libwallet/chain/subaddress_table.h libwallet/chain/transaction.h \
 libwallet/chain/transaction_parts.h libwallet/ringct/bulletproof_plus.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/node/daemon.h libwallet/node/daemon_blocks.h \
 libwallet/base/clock.h libwallet/base/parallel.h libwallet/base/secret.h \
 libwallet/chain/block.h libwallet/crypto/derive.h \
 libwallet/hot/distribution_check.h libwallet/node/daemon_outputs.h \
 libwallet/store/wallet.h libwallet/store/wallet_blocks.h \
 libwallet/store/wallet_types.h libwallet/store/wallet_change.h \
 libwallet/store/wallet_file.h libwallet/base/log.h \
 libwallet/store/journal.h libwallet/store/journal_types.h \
 libwallet/store/wallet_images.h libwallet/store/key_images.h \
 libwallet/store/wallet_incoming.h libwallet/store/wallet_lock.h \
 libwallet/store/wallet_lookup.h libwallet/store/wallet_outputs.h \
 libwallet/store/wallet_pairs.h libwallet/store/wallet_payments.h \
 libwallet/store/wallet_rings.h libwallet/store/wallet_rollback.h \
 libwallet/store/wallet_scope.h libwallet/kernel/derivations.h
libwallet/hot/prepare.h:
libwallet/base/error.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
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
libwallet/node/daemon.h:
libwallet/node/daemon_blocks.h:
libwallet/base/clock.h:
libwallet/base/parallel.h:
libwallet/base/secret.h:
libwallet/chain/block.h:
libwallet/crypto/derive.h:
libwallet/hot/distribution_check.h:
libwallet/node/daemon_outputs.h:
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
libwallet/kernel/derivations.h:
