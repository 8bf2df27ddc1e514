build-threads/tests/fuzz/fuzz.o: tests/fuzz/fuzz.c tests/fuzz/fuzz.h \
 libwallet/base/bytes.h libwallet/base/error.h libwallet/crypto/types.h \
 libwallet/base/text.h libwallet/optic/picture.h
tests/fuzz/fuzz.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
libwallet/base/text.h:
libwallet/optic/picture.h:
