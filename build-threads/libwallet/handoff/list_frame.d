build-threads/libwallet/handoff/list_frame.o: \
 libwallet/handoff/list_frame.c libwallet/handoff/list_frame.h \
 libwallet/base/bytes.h libwallet/base/error.h libwallet/crypto/types.h \
 libwallet/base/secret.h libwallet/chain/varint.h \
 libwallet/handoff/set_reader.h
libwallet/handoff/list_frame.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
libwallet/base/secret.h:
libwallet/chain/varint.h:
libwallet/handoff/set_reader.h:
