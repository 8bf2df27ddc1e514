build-threads/tests/unit/node_http.o: tests/unit/node_http.c \
 libwallet/node/http.h libwallet/base/bytes.h libwallet/base/error.h \
 tests/unit/node_server.h
libwallet/node/http.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
tests/unit/node_server.h:
