build-threads/tests/unit/base_json.o: tests/unit/base_json.c \
 libwallet/base/json.h libwallet/base/bytes.h libwallet/base/error.h
libwallet/base/json.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
