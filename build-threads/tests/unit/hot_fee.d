build-threads/tests/unit/hot_fee.o: tests/unit/hot_fee.c \
 libwallet/hot/fee.h libwallet/base/error.h libwallet/node/daemon.h \
 libwallet/node/daemon_load.h libwallet/base/bytes.h
libwallet/hot/fee.h:
libwallet/base/error.h:
libwallet/node/daemon.h:
libwallet/node/daemon_load.h:
libwallet/base/bytes.h:
