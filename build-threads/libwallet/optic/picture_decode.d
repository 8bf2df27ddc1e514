build-threads/libwallet/optic/picture_decode.o: \
 libwallet/optic/picture_decode.c libwallet/optic/picture_decode.h \
 libwallet/base/error.h libwallet/optic/picture.h \
 /usr/include/libpng16/png.h /usr/include/libpng16/pnglibconf.h \
 /usr/include/libpng16/pngconf.h
libwallet/optic/picture_decode.h:
libwallet/base/error.h:
libwallet/optic/picture.h:
/usr/include/libpng16/png.h:
/usr/include/libpng16/pnglibconf.h:
/usr/include/libpng16/pngconf.h:
