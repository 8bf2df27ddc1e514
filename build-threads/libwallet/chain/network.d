build-threads/libwallet/chain/network.o: libwallet/chain/network.c \
 libwallet/chain/network.h libwallet/base/error.h \
 libwallet/crypto/types.h
libwallet/chain/network.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
