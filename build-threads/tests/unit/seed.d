build-threads/tests/unit/seed.o: tests/unit/seed.c tests/unit/seed.h \
 libwallet/crypto/random.h libwallet/crypto/types.h \
 libwallet/base/bytes.h
tests/unit/seed.h:
libwallet/crypto/random.h:
libwallet/crypto/types.h:
libwallet/base/bytes.h:
