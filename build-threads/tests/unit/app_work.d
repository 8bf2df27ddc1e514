build-threads/tests/unit/app_work.o: tests/unit/app_work.c \
 libwallet/app/work.h libwallet/base/error.h
libwallet/app/work.h:
libwallet/base/error.h:
