build-threads/libwallet/base/clock.o: libwallet/base/clock.c \
 libwallet/base/clock.h
libwallet/base/clock.h:
