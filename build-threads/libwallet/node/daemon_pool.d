build-threads/libwallet/node/daemon_pool.o: libwallet/node/daemon_pool.c \
 libwallet/node/daemon_pool.h libwallet/base/bytes.h \
 libwallet/base/error.h libwallet/crypto/types.h libwallet/node/daemon.h \
 libwallet/base/hex.h libwallet/node/call.h libwallet/base/json.h \
 libwallet/node/daemon_internal.h libwallet/node/http.h \
 libwallet/node/epee.h libwallet/node/json_blob.h
libwallet/node/daemon_pool.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
libwallet/node/daemon.h:
libwallet/base/hex.h:
libwallet/node/call.h:
libwallet/base/json.h:
libwallet/node/daemon_internal.h:
libwallet/node/http.h:
libwallet/node/epee.h:
libwallet/node/json_blob.h:
