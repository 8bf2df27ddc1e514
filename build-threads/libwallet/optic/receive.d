build-threads/libwallet/optic/receive.o: libwallet/optic/receive.c \
 libwallet/optic/receive.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/base/secret.h libwallet/handoff/ur.h
libwallet/optic/receive.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/base/secret.h:
libwallet/handoff/ur.h:
