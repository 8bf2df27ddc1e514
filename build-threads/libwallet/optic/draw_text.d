build-threads/libwallet/optic/draw_text.o: libwallet/optic/draw_text.c \
 libwallet/optic/draw_text.h libwallet/base/bytes.h \
 libwallet/base/error.h libwallet/optic/code.h
libwallet/optic/draw_text.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/optic/code.h:
