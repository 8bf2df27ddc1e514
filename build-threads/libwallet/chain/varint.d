build-threads/libwallet/chain/varint.o: libwallet/chain/varint.c \
 libwallet/chain/varint.h libwallet/base/bytes.h
libwallet/chain/varint.h:
libwallet/base/bytes.h:
