build-threads/libwallet/handoff/cbor.o: libwallet/handoff/cbor.c \
 libwallet/handoff/cbor.h libwallet/base/bytes.h
libwallet/handoff/cbor.h:
libwallet/base/bytes.h:
