build-threads/libwallet/base/cores.o: libwallet/base/cores.c \
 libwallet/base/cores.h
libwallet/base/cores.h:
