build-threads/libwallet/store/key_images.o: libwallet/store/key_images.c \
 libwallet/store/key_images.h libwallet/base/bytes.h \
 libwallet/base/error.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/store/journal.h libwallet/base/log.h \
 libwallet/store/journal_types.h libwallet/base/file.h
libwallet/store/key_images.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/store/journal.h:
libwallet/base/log.h:
libwallet/store/journal_types.h:
libwallet/base/file.h:
