build-threads/tools/cli/options.o: tools/cli/options.c \
 tools/cli/options.h tools/cli/cli.h libwallet/base/error.h \
 libwallet/base/log.h libwallet/base/secret.h tools/cli/glob.h
tools/cli/options.h:
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/base/secret.h:
tools/cli/glob.h:
