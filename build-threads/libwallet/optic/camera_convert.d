build-threads/libwallet/optic/camera_convert.o: \
 libwallet/optic/camera_convert.c libwallet/optic/camera_convert.h \
 libwallet/base/error.h libwallet/optic/picture.h \
 libwallet/optic/picture_decode.h
libwallet/optic/camera_convert.h:
libwallet/base/error.h:
libwallet/optic/picture.h:
libwallet/optic/picture_decode.h:
