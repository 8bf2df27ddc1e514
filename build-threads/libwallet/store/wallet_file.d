build-threads/libwallet/store/wallet_file.o: \
 libwallet/store/wallet_file.c libwallet/store/wallet_file.h \
 libwallet/base/error.h libwallet/base/log.h libwallet/store/journal.h \
 libwallet/base/bytes.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/store/journal_types.h \
 libwallet/store/wallet_types.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/ringct/commitment.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/base/secret.h \
 libwallet/store/key_images.h libwallet/store/wallet_images.h \
 libwallet/store/wallet_records.h libwallet/store/wallet_replay.h \
 libwallet/store/wallet_state.h libwallet/store/index.h
libwallet/store/wallet_file.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/store/journal.h:
libwallet/base/bytes.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/store/journal_types.h:
libwallet/store/wallet_types.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/base/secret.h:
libwallet/store/key_images.h:
libwallet/store/wallet_images.h:
libwallet/store/wallet_records.h:
libwallet/store/wallet_replay.h:
libwallet/store/wallet_state.h:
libwallet/store/index.h:
