build-threads/libwallet/node/call.o: libwallet/node/call.c \
 libwallet/base/hex.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/node/call.h libwallet/base/json.h libwallet/crypto/types.h \
 libwallet/node/daemon.h libwallet/node/daemon_internal.h \
 libwallet/node/http.h libwallet/node/epee.h libwallet/node/json_blob.h
libwallet/base/hex.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/node/call.h:
libwallet/base/json.h:
libwallet/crypto/types.h:
libwallet/node/daemon.h:
libwallet/node/daemon_internal.h:
libwallet/node/http.h:
libwallet/node/epee.h:
libwallet/node/json_blob.h:
