build-threads/libwallet/node/host.o: libwallet/node/host.c \
 libwallet/node/host.h libwallet/base/error.h
libwallet/node/host.h:
libwallet/base/error.h:
