build-threads/libwallet/optic/slides.o: libwallet/optic/slides.c \
 libwallet/optic/slides.h libwallet/base/error.h libwallet/optic/code.h \
 libwallet/base/bytes.h libwallet/handoff/fountain.h \
 libwallet/handoff/ur.h
libwallet/optic/slides.h:
libwallet/base/error.h:
libwallet/optic/code.h:
libwallet/base/bytes.h:
libwallet/handoff/fountain.h:
libwallet/handoff/ur.h:
