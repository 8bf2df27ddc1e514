build-threads/libwallet/node/http.o: libwallet/node/http.c \
 libwallet/node/http.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/base/clock.h libwallet/base/hex.h libwallet/base/secret.h \
 libwallet/node/host.h
libwallet/node/http.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/base/clock.h:
libwallet/base/hex.h:
libwallet/base/secret.h:
libwallet/node/host.h:
