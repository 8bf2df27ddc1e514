build-threads/tools/cli/cli.o: tools/cli/cli.c tools/cli/cli.h \
 libwallet/base/error.h libwallet/base/log.h libwallet/chain/amount.h \
 tools/cli/text.h
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/chain/amount.h:
tools/cli/text.h:
