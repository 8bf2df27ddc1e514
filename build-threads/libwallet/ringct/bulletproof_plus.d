build-threads/libwallet/ringct/bulletproof_plus.o: \
 libwallet/ringct/bulletproof_plus.c libwallet/ringct/bulletproof_plus.h \
 libwallet/crypto/types.h
libwallet/ringct/bulletproof_plus.h:
libwallet/crypto/types.h:
