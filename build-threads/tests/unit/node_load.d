build-threads/tests/unit/node_load.o: tests/unit/node_load.c \
 libwallet/node/daemon.h libwallet/base/error.h \
 libwallet/node/daemon_load.h libwallet/base/bytes.h \
 tests/unit/node_server.h
libwallet/node/daemon.h:
libwallet/base/error.h:
libwallet/node/daemon_load.h:
libwallet/base/bytes.h:
tests/unit/node_server.h:
