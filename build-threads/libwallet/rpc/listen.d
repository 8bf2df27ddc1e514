build-threads/libwallet/rpc/listen.o: libwallet/rpc/listen.c \
 libwallet/rpc/listen.h libwallet/base/error.h
libwallet/rpc/listen.h:
libwallet/base/error.h:
