build-threads/libwallet/hot/ring_sanity.o: libwallet/hot/ring_sanity.c \
 libwallet/hot/ring_sanity.h
libwallet/hot/ring_sanity.h:
