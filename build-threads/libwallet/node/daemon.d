build-threads/libwallet/node/daemon.o: libwallet/node/daemon.c \
 libwallet/node/daemon.h libwallet/base/error.h \
 libwallet/node/daemon_internal.h libwallet/node/http.h \
 libwallet/base/bytes.h
libwallet/node/daemon.h:
libwallet/base/error.h:
libwallet/node/daemon_internal.h:
libwallet/node/http.h:
libwallet/base/bytes.h:
