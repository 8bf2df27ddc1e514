build-threads/libwallet/hot/decoys.o: libwallet/hot/decoys.c \
 libwallet/hot/decoys.h libwallet/base/error.h \
 libwallet/handoff/unsigned_set.h libwallet/base/bytes.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/chain/consensus.h libwallet/ringct/bulletproof_plus.h \
 libwallet/ringct/clsag.h libwallet/crypto/random.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/node/daemon.h libwallet/node/daemon_outputs.h \
 libwallet/store/wallet.h libwallet/store/wallet_blocks.h \
 libwallet/store/wallet_types.h libwallet/store/wallet_change.h \
 libwallet/store/wallet_file.h libwallet/base/log.h \
 libwallet/store/journal.h libwallet/store/journal_types.h \
 libwallet/store/wallet_images.h libwallet/store/key_images.h \
 libwallet/store/wallet_incoming.h libwallet/store/wallet_lock.h \
 libwallet/store/wallet_lookup.h libwallet/store/wallet_outputs.h \
 libwallet/store/wallet_pairs.h libwallet/store/wallet_payments.h \
 libwallet/store/wallet_rings.h libwallet/store/wallet_rollback.h \
 libwallet/store/wallet_scope.h libwallet/crypto/torsion.h \
 libwallet/hot/decoy_picker.h libwallet/hot/distribution_check.h \
 libwallet/hot/kept_ring.h libwallet/hot/ring_sanity.h
libwallet/hot/decoys.h:
libwallet/base/error.h:
libwallet/handoff/unsigned_set.h:
libwallet/base/bytes.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/node/daemon.h:
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
libwallet/crypto/torsion.h:
libwallet/hot/decoy_picker.h:
libwallet/hot/distribution_check.h:
libwallet/hot/kept_ring.h:
libwallet/hot/ring_sanity.h:
