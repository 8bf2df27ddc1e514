build-threads/libwallet/store/index.o: libwallet/store/index.c \
 libwallet/store/index.h libwallet/base/error.h
libwallet/store/index.h:
libwallet/base/error.h:
