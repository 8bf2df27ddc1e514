build-threads/tests/unit/node_tls.o: tests/unit/node_tls.c \
 libwallet/node/http.h libwallet/base/bytes.h libwallet/base/error.h \
 tests/unit/node_server.h
libwallet/node/http.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
tests/unit/node_server.h:
