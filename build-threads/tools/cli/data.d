build-threads/tools/cli/data.o: tools/cli/data.c tools/cli/data.h \
 tools/cli/cli.h libwallet/base/error.h libwallet/base/log.h \
 libwallet/base/bytes.h libwallet/base/json.h libwallet/base/file.h \
 libwallet/base/hex.h tools/cli/target.h
tools/cli/data.h:
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/base/bytes.h:
libwallet/base/json.h:
libwallet/base/file.h:
libwallet/base/hex.h:
tools/cli/target.h:
