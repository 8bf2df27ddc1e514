build-threads/libwallet/app/work.o: libwallet/app/work.c \
 libwallet/app/work.h libwallet/base/error.h
libwallet/app/work.h:
libwallet/base/error.h:
