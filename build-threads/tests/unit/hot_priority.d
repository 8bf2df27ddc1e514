build-threads/tests/unit/hot_priority.o: tests/unit/hot_priority.c \
 libwallet/hot/priority.h libwallet/base/error.h libwallet/node/daemon.h \
 libwallet/node/daemon_info.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/node/daemon_load.h \
 libwallet/base/bytes.h
libwallet/hot/priority.h:
libwallet/base/error.h:
libwallet/node/daemon.h:
libwallet/node/daemon_info.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/node/daemon_load.h:
libwallet/base/bytes.h:
