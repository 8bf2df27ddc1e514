build-threads/tools/cli/daemon.o: tools/cli/daemon.c tools/cli/daemon.h \
 tools/cli/cli.h libwallet/base/error.h libwallet/base/log.h \
 libwallet/node/daemon.h
tools/cli/daemon.h:
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/node/daemon.h:
