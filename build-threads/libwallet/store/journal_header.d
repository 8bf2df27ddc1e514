build-threads/libwallet/store/journal_header.o: \
 libwallet/store/journal_header.c libwallet/store/journal_header.h \
 libwallet/base/error.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/store/journal_types.h \
 libwallet/base/bytes.h
libwallet/store/journal_header.h:
libwallet/base/error.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/store/journal_types.h:
libwallet/base/bytes.h:
