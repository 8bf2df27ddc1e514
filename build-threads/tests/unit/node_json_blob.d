build-threads/tests/unit/node_json_blob.o: tests/unit/node_json_blob.c \
 libwallet/node/json_blob.h libwallet/base/bytes.h
libwallet/node/json_blob.h:
libwallet/base/bytes.h:
