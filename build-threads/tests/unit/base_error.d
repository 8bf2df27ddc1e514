build-threads/tests/unit/base_error.o: tests/unit/base_error.c \
 libwallet/base/error.h
libwallet/base/error.h:
