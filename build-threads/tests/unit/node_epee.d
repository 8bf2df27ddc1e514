build-threads/tests/unit/node_epee.o: tests/unit/node_epee.c \
 libwallet/node/epee.h libwallet/base/bytes.h
libwallet/node/epee.h:
libwallet/base/bytes.h:
