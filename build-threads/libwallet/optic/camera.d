build-threads/libwallet/optic/camera.o: libwallet/optic/camera.c \
 libwallet/optic/camera.h libwallet/base/error.h \
 libwallet/optic/picture.h libwallet/optic/camera_convert.h
libwallet/optic/camera.h:
libwallet/base/error.h:
libwallet/optic/picture.h:
libwallet/optic/camera_convert.h:
