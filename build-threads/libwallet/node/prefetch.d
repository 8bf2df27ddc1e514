build-threads/libwallet/node/prefetch.o: libwallet/node/prefetch.c \
 libwallet/node/prefetch.h libwallet/node/daemon.h libwallet/base/error.h \
 libwallet/node/daemon_blocks.h libwallet/base/bytes.h \
 libwallet/crypto/types.h libwallet/base/clock.h \
 libwallet/base/parallel.h libwallet/node/call.h libwallet/base/json.h \
 libwallet/node/daemon_internal.h libwallet/node/http.h \
 libwallet/node/epee.h libwallet/node/json_blob.h
libwallet/node/prefetch.h:
libwallet/node/daemon.h:
libwallet/base/error.h:
libwallet/node/daemon_blocks.h:
libwallet/base/bytes.h:
libwallet/crypto/types.h:
libwallet/base/clock.h:
libwallet/base/parallel.h:
libwallet/node/call.h:
libwallet/base/json.h:
libwallet/node/daemon_internal.h:
libwallet/node/http.h:
libwallet/node/epee.h:
libwallet/node/json_blob.h:
