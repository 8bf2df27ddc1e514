build-threads/libwallet/optic/perspective.o: \
 libwallet/optic/perspective.c libwallet/optic/perspective.h \
 libwallet/base/error.h libwallet/optic/picture.h
libwallet/optic/perspective.h:
libwallet/base/error.h:
libwallet/optic/picture.h:
