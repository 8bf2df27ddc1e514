build-threads/libwallet/handoff/envelope.o: libwallet/handoff/envelope.c \
 libwallet/handoff/envelope.h libwallet/base/bytes.h \
 libwallet/base/error.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/base/hex.h libwallet/base/secret.h
libwallet/handoff/envelope.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/base/hex.h:
libwallet/base/secret.h:
