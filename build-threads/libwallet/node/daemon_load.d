build-threads/libwallet/node/daemon_load.o: libwallet/node/daemon_load.c \
 libwallet/node/daemon_load.h libwallet/base/bytes.h \
 libwallet/base/error.h libwallet/node/daemon.h libwallet/node/call.h \
 libwallet/base/json.h libwallet/crypto/types.h \
 libwallet/node/daemon_internal.h libwallet/node/http.h \
 libwallet/node/epee.h libwallet/node/json_blob.h
libwallet/node/daemon_load.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/node/daemon.h:
libwallet/node/call.h:
libwallet/base/json.h:
libwallet/crypto/types.h:
libwallet/node/daemon_internal.h:
libwallet/node/http.h:
libwallet/node/epee.h:
libwallet/node/json_blob.h:
