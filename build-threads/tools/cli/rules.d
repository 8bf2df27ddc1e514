build-threads/tools/cli/rules.o: tools/cli/rules.c tools/cli/rules.h \
 tools/cli/options.h tools/cli/cli.h libwallet/base/error.h \
 libwallet/base/log.h
tools/cli/rules.h:
tools/cli/options.h:
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
