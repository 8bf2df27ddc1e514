build-threads/libwallet/handoff/ur.o: libwallet/handoff/ur.c \
 libwallet/handoff/ur.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/handoff/bytewords.h libwallet/handoff/cbor.h \
 libwallet/handoff/fountain.h
libwallet/handoff/ur.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/handoff/bytewords.h:
libwallet/handoff/cbor.h:
libwallet/handoff/fountain.h:
