build-threads/libwallet/rpc/server.o: libwallet/rpc/server.c \
 libwallet/rpc/server.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/base/log.h libwallet/base/clock.h libwallet/base/parallel.h \
 libwallet/rpc/digest.h libwallet/rpc/gate.h libwallet/rpc/listen.h
libwallet/rpc/server.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/base/clock.h:
libwallet/base/parallel.h:
libwallet/rpc/digest.h:
libwallet/rpc/gate.h:
libwallet/rpc/listen.h:
