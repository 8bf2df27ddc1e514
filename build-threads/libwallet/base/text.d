build-threads/libwallet/base/text.o: libwallet/base/text.c \
 libwallet/base/text.h
libwallet/base/text.h:
