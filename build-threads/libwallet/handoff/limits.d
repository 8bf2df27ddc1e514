build-threads/libwallet/handoff/limits.o: libwallet/handoff/limits.c \
 libwallet/handoff/limits.h libwallet/base/error.h \
 libwallet/chain/consensus.h libwallet/ringct/bulletproof_plus.h \
 libwallet/crypto/types.h libwallet/chain/amount.h
libwallet/handoff/limits.h:
libwallet/base/error.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/crypto/types.h:
libwallet/chain/amount.h:
