build-threads/libwallet/optic/detection.o: libwallet/optic/detection.c \
 libwallet/optic/detection.h libwallet/base/error.h \
 libwallet/optic/picture.h libwallet/base/bytes.h \
 libwallet/optic/binarization.h libwallet/optic/perspective.h
libwallet/optic/detection.h:
libwallet/base/error.h:
libwallet/optic/picture.h:
libwallet/base/bytes.h:
libwallet/optic/binarization.h:
libwallet/optic/perspective.h:
