build-threads/libwallet/store/wallet_state.o: \
 libwallet/store/wallet_state.c libwallet/store/wallet_state.h \
 libwallet/base/bytes.h libwallet/base/error.h libwallet/store/index.h \
 libwallet/store/journal.h libwallet/base/log.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/store/journal_types.h \
 libwallet/store/key_images.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/store/wallet_types.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/base/secret.h libwallet/chain/subaddress_table.h \
 libwallet/store/wallet_lock.h
libwallet/store/wallet_state.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/store/index.h:
libwallet/store/journal.h:
libwallet/base/log.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/store/journal_types.h:
libwallet/store/key_images.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/store/wallet_types.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/base/secret.h:
libwallet/chain/subaddress_table.h:
libwallet/store/wallet_lock.h:
