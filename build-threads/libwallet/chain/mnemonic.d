build-threads/libwallet/chain/mnemonic.o: libwallet/chain/mnemonic.c \
 libwallet/chain/mnemonic.h libwallet/base/error.h \
 libwallet/chain/mnemonic_english.h libwallet/base/bytes.h \
 libwallet/base/secret.h libwallet/crypto/ct.h
libwallet/chain/mnemonic.h:
libwallet/base/error.h:
libwallet/chain/mnemonic_english.h:
libwallet/base/bytes.h:
libwallet/base/secret.h:
libwallet/crypto/ct.h:
