build-threads/libwallet/hot/pool_kept.o: libwallet/hot/pool_kept.c \
 libwallet/hot/pool_kept.h libwallet/node/daemon.h libwallet/base/error.h \
 libwallet/node/daemon_pool.h libwallet/base/bytes.h \
 libwallet/crypto/types.h
libwallet/hot/pool_kept.h:
libwallet/node/daemon.h:
libwallet/base/error.h:
libwallet/node/daemon_pool.h:
libwallet/base/bytes.h:
libwallet/crypto/types.h:
