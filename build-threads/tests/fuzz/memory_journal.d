build-threads/tests/fuzz/memory_journal.o: tests/fuzz/memory_journal.c \
 tests/fuzz/memory_journal.h libwallet/base/bytes.h \
 libwallet/store/journal.h libwallet/base/error.h libwallet/base/log.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/store/journal_types.h tests/fuzz/fuzz.h
tests/fuzz/memory_journal.h:
libwallet/base/bytes.h:
libwallet/store/journal.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/store/journal_types.h:
tests/fuzz/fuzz.h:
