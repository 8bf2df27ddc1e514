build-threads/tests/unit/base_secret.o: tests/unit/base_secret.c \
 libwallet/base/secret.h libwallet/base/error.h
libwallet/base/secret.h:
libwallet/base/error.h:
