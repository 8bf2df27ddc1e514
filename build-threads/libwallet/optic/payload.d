build-threads/libwallet/optic/payload.o: libwallet/optic/payload.c \
 libwallet/optic/payload.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/base/hex.h libwallet/handoff/envelope.h \
 libwallet/chain/network.h libwallet/crypto/types.h
libwallet/optic/payload.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/base/hex.h:
libwallet/handoff/envelope.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
