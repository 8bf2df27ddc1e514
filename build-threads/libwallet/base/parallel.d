build-threads/libwallet/base/parallel.o: libwallet/base/parallel.c \
 libwallet/base/parallel.h libwallet/base/error.h libwallet/base/cores.h
libwallet/base/parallel.h:
libwallet/base/error.h:
libwallet/base/cores.h:
