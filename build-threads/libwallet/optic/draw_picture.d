build-threads/libwallet/optic/draw_picture.o: \
 libwallet/optic/draw_picture.c libwallet/optic/draw_picture.h \
 libwallet/base/bytes.h libwallet/base/error.h libwallet/optic/code.h \
 libwallet/optic/picture.h /usr/include/libpng16/png.h \
 /usr/include/libpng16/pnglibconf.h /usr/include/libpng16/pngconf.h
libwallet/optic/draw_picture.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/optic/code.h:
libwallet/optic/picture.h:
/usr/include/libpng16/png.h:
/usr/include/libpng16/pnglibconf.h:
/usr/include/libpng16/pngconf.h:
