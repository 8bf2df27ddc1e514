build-threads/libwallet/chain/base58.o: libwallet/chain/base58.c \
 libwallet/chain/base58.h libwallet/base/error.h
libwallet/chain/base58.h:
libwallet/base/error.h:
