build-threads/libwallet/handoff/output_list.o: \
 libwallet/handoff/output_list.c libwallet/handoff/output_list.h \
 libwallet/base/bytes.h libwallet/base/error.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/chain/varint.h \
 libwallet/handoff/list_frame.h libwallet/handoff/set_reader.h
libwallet/handoff/output_list.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/chain/varint.h:
libwallet/handoff/list_frame.h:
libwallet/handoff/set_reader.h:
