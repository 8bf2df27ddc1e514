build-threads/libwallet/node/epee.o: libwallet/node/epee.c \
 libwallet/node/epee.h libwallet/base/bytes.h
libwallet/node/epee.h:
libwallet/base/bytes.h:
