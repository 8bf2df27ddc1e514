build-threads/tools/cli/target.o: tools/cli/target.c tools/cli/target.h \
 tools/cli/cli.h libwallet/base/error.h libwallet/base/log.h \
 libwallet/base/file.h libwallet/base/bytes.h libwallet/store/journal.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/store/journal_types.h
tools/cli/target.h:
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/base/file.h:
libwallet/base/bytes.h:
libwallet/store/journal.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/store/journal_types.h:
