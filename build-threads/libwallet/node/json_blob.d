build-threads/libwallet/node/json_blob.o: libwallet/node/json_blob.c \
 libwallet/node/json_blob.h libwallet/base/bytes.h
libwallet/node/json_blob.h:
libwallet/base/bytes.h:
