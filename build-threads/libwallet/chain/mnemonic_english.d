build-threads/libwallet/chain/mnemonic_english.o: \
 libwallet/chain/mnemonic_english.c libwallet/chain/mnemonic_english.h
libwallet/chain/mnemonic_english.h:
