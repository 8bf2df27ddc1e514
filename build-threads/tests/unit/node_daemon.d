build-threads/tests/unit/node_daemon.o: tests/unit/node_daemon.c \
 libwallet/node/daemon.h libwallet/base/error.h \
 libwallet/node/daemon_blocks.h libwallet/base/bytes.h \
 libwallet/crypto/types.h libwallet/node/daemon_info.h \
 libwallet/chain/network.h libwallet/node/daemon_internal.h \
 libwallet/node/http.h libwallet/node/daemon_load.h \
 libwallet/node/daemon_outputs.h libwallet/node/daemon_pool.h \
 libwallet/node/daemon_send.h libwallet/node/epee.h \
 tests/unit/node_server.h
libwallet/node/daemon.h:
libwallet/base/error.h:
libwallet/node/daemon_blocks.h:
libwallet/base/bytes.h:
libwallet/crypto/types.h:
libwallet/node/daemon_info.h:
libwallet/chain/network.h:
libwallet/node/daemon_internal.h:
libwallet/node/http.h:
libwallet/node/daemon_load.h:
libwallet/node/daemon_outputs.h:
libwallet/node/daemon_pool.h:
libwallet/node/daemon_send.h:
libwallet/node/epee.h:
tests/unit/node_server.h:
