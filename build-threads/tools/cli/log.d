build-threads/tools/cli/log.o: tools/cli/log.c tools/cli/log.h \
 tools/cli/cli.h libwallet/base/error.h libwallet/base/log.h \
 libwallet/base/file.h libwallet/base/bytes.h tools/cli/target.h \
 tools/cli/text.h
tools/cli/log.h:
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/base/file.h:
libwallet/base/bytes.h:
tools/cli/target.h:
tools/cli/text.h:
