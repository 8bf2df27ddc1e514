build-threads/tests/unit/base_bytes.o: tests/unit/base_bytes.c \
 libwallet/base/bytes.h
libwallet/base/bytes.h:
