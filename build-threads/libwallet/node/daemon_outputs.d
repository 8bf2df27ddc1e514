build-threads/libwallet/node/daemon_outputs.o: \
 libwallet/node/daemon_outputs.c libwallet/node/daemon_outputs.h \
 libwallet/base/error.h libwallet/crypto/types.h libwallet/node/daemon.h \
 libwallet/chain/varint.h libwallet/base/bytes.h libwallet/node/call.h \
 libwallet/base/json.h libwallet/node/daemon_internal.h \
 libwallet/node/http.h libwallet/node/epee.h libwallet/node/json_blob.h
libwallet/node/daemon_outputs.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
libwallet/node/daemon.h:
libwallet/chain/varint.h:
libwallet/base/bytes.h:
libwallet/node/call.h:
libwallet/base/json.h:
libwallet/node/daemon_internal.h:
libwallet/node/http.h:
libwallet/node/epee.h:
libwallet/node/json_blob.h:
