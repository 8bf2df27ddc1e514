build-threads/tests/unit/base_file.o: tests/unit/base_file.c \
 libwallet/base/file.h libwallet/base/bytes.h libwallet/base/error.h
libwallet/base/file.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
