build-threads/libwallet/store/wallet_lock.o: \
 libwallet/store/wallet_lock.c libwallet/store/wallet_lock.h \
 libwallet/store/wallet_types.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/base/error.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h
libwallet/store/wallet_lock.h:
libwallet/store/wallet_types.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/base/error.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
