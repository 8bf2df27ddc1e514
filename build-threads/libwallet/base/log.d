build-threads/libwallet/base/log.o: libwallet/base/log.c \
 libwallet/base/log.h libwallet/base/text.h
libwallet/base/log.h:
libwallet/base/text.h:
