build-threads/libwallet/store/wallet_incoming.o: \
 libwallet/store/wallet_incoming.c libwallet/store/wallet_incoming.h \
 libwallet/base/error.h libwallet/store/wallet_types.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/store/wallet_records.h libwallet/base/bytes.h \
 libwallet/store/key_images.h libwallet/store/journal.h \
 libwallet/base/log.h libwallet/store/journal_types.h \
 libwallet/store/wallet_state.h libwallet/store/index.h
libwallet/store/wallet_incoming.h:
libwallet/base/error.h:
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
libwallet/store/wallet_records.h:
libwallet/base/bytes.h:
libwallet/store/key_images.h:
libwallet/store/journal.h:
libwallet/base/log.h:
libwallet/store/journal_types.h:
libwallet/store/wallet_state.h:
libwallet/store/index.h:
