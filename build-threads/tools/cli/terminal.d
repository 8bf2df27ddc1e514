build-threads/tools/cli/terminal.o: tools/cli/terminal.c \
 tools/cli/terminal.h tools/cli/cli.h libwallet/base/error.h \
 libwallet/base/log.h libwallet/base/file.h libwallet/base/bytes.h \
 libwallet/base/secret.h tools/cli/signal_groups.h
tools/cli/terminal.h:
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/base/file.h:
libwallet/base/bytes.h:
libwallet/base/secret.h:
tools/cli/signal_groups.h:
