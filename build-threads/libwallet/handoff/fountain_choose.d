build-threads/libwallet/handoff/fountain_choose.o: \
 libwallet/handoff/fountain_choose.c libwallet/handoff/fountain_choose.h \
 libwallet/base/error.h
libwallet/handoff/fountain_choose.h:
libwallet/base/error.h:
