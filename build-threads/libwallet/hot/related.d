build-threads/libwallet/hot/related.o: libwallet/hot/related.c \
 libwallet/hot/related.h libwallet/base/error.h libwallet/store/wallet.h \
 libwallet/store/wallet_blocks.h libwallet/store/wallet_types.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/store/wallet_change.h libwallet/store/wallet_file.h \
 libwallet/base/log.h libwallet/store/journal.h libwallet/base/bytes.h \
 libwallet/store/journal_types.h libwallet/store/wallet_images.h \
 libwallet/store/key_images.h libwallet/store/wallet_incoming.h \
 libwallet/store/wallet_lock.h libwallet/store/wallet_lookup.h \
 libwallet/store/wallet_outputs.h libwallet/store/wallet_pairs.h \
 libwallet/store/wallet_payments.h libwallet/store/wallet_rings.h \
 libwallet/store/wallet_rollback.h libwallet/store/wallet_scope.h
libwallet/hot/related.h:
libwallet/base/error.h:
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
