build-threads/tests/unit/base_log.o: tests/unit/base_log.c \
 libwallet/base/log.h
libwallet/base/log.h:
