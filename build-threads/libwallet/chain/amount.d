build-threads/libwallet/chain/amount.o: libwallet/chain/amount.c \
 libwallet/chain/amount.h libwallet/base/error.h
libwallet/chain/amount.h:
libwallet/base/error.h:
