build-threads/libwallet/handoff/set_reader.o: \
 libwallet/handoff/set_reader.c libwallet/handoff/set_reader.h \
 libwallet/base/bytes.h libwallet/base/error.h libwallet/chain/varint.h
libwallet/handoff/set_reader.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/chain/varint.h:
