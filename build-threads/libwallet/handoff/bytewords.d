build-threads/libwallet/handoff/bytewords.o: \
 libwallet/handoff/bytewords.c libwallet/handoff/bytewords.h \
 libwallet/base/bytes.h libwallet/base/error.h
libwallet/handoff/bytewords.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
