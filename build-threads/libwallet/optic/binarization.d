build-threads/libwallet/optic/binarization.o: \
 libwallet/optic/binarization.c libwallet/optic/binarization.h \
 libwallet/base/error.h libwallet/optic/picture.h
libwallet/optic/binarization.h:
libwallet/base/error.h:
libwallet/optic/picture.h:
