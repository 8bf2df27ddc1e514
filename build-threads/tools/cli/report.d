build-threads/tools/cli/report.o: tools/cli/report.c tools/cli/report.h \
 tools/cli/cli.h libwallet/base/error.h libwallet/base/log.h \
 libwallet/base/bytes.h libwallet/base/json.h tools/cli/data.h
tools/cli/report.h:
tools/cli/cli.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/base/bytes.h:
libwallet/base/json.h:
tools/cli/data.h:
