build-threads/libwallet/handoff/image_list.o: \
 libwallet/handoff/image_list.c libwallet/handoff/image_list.h \
 libwallet/base/bytes.h libwallet/base/error.h libwallet/crypto/types.h \
 libwallet/handoff/output_list.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/handoff/list_frame.h
libwallet/handoff/image_list.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
libwallet/handoff/output_list.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/handoff/list_frame.h:
