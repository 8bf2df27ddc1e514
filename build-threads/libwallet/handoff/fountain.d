build-threads/libwallet/handoff/fountain.o: libwallet/handoff/fountain.c \
 libwallet/handoff/fountain.h libwallet/base/bytes.h \
 libwallet/base/error.h libwallet/handoff/bytewords.h \
 libwallet/handoff/fountain_choose.h
libwallet/handoff/fountain.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/handoff/bytewords.h:
libwallet/handoff/fountain_choose.h:
