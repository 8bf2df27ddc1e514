build-threads/libwallet/rpc/gate.o: libwallet/rpc/gate.c \
 libwallet/rpc/gate.h
libwallet/rpc/gate.h:
