build-threads/libwallet/store/journal.o: libwallet/store/journal.c \
 libwallet/store/journal.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/base/log.h libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/store/journal_types.h libwallet/base/file.h \
 libwallet/base/secret.h libwallet/store/journal_header.h \
 libwallet/store/lock.h
libwallet/store/journal.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/store/journal_types.h:
libwallet/base/file.h:
libwallet/base/secret.h:
libwallet/store/journal_header.h:
libwallet/store/lock.h:
