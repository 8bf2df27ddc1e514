build-threads/tests/unit/node_server.o: tests/unit/node_server.c \
 tests/unit/node_server.h libwallet/base/bytes.h
tests/unit/node_server.h:
libwallet/base/bytes.h:
