build-threads/libwallet/hot/decoy_picker.o: libwallet/hot/decoy_picker.c \
 libwallet/hot/decoy_picker.h libwallet/base/error.h \
 libwallet/chain/consensus.h libwallet/ringct/bulletproof_plus.h \
 libwallet/crypto/types.h libwallet/node/daemon_outputs.h \
 libwallet/node/daemon.h
libwallet/hot/decoy_picker.h:
libwallet/base/error.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/crypto/types.h:
libwallet/node/daemon_outputs.h:
libwallet/node/daemon.h:
