build-threads/tests/fuzz/daemon_answer.o: tests/fuzz/daemon_answer.c \
 tests/fuzz/daemon_answer.h libwallet/base/bytes.h tests/fuzz/fuzz.h \
 libwallet/base/error.h libwallet/crypto/types.h libwallet/node/http.h
tests/fuzz/daemon_answer.h:
libwallet/base/bytes.h:
tests/fuzz/fuzz.h:
libwallet/base/error.h:
libwallet/crypto/types.h:
libwallet/node/http.h:
