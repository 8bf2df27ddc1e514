build-threads/tests/unit/node_host.o: tests/unit/node_host.c \
 libwallet/node/host.h libwallet/base/error.h libwallet/node/http.h \
 libwallet/base/bytes.h
libwallet/node/host.h:
libwallet/base/error.h:
libwallet/node/http.h:
libwallet/base/bytes.h:
