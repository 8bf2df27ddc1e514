build-threads/tests/unit/daemon_answers.o: tests/unit/daemon_answers.c \
 tests/unit/daemon_answers.h libwallet/base/bytes.h \
 libwallet/crypto/types.h libwallet/chain/varint.h libwallet/node/epee.h
tests/unit/daemon_answers.h:
libwallet/base/bytes.h:
libwallet/crypto/types.h:
libwallet/chain/varint.h:
libwallet/node/epee.h:
