build-threads/libwallet/store/lock.o: libwallet/store/lock.c \
 libwallet/store/lock.h libwallet/base/error.h
libwallet/store/lock.h:
libwallet/base/error.h:
