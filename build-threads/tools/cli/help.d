build-threads/tools/cli/help.o: tools/cli/help.c tools/cli/help.h \
 tools/cli/options.h tools/cli/cli.h libwallet/base/error.h \
 libwallet/base/log.h
tools/cli/help.h:
tools/cli/options.h:
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
