build-threads/tests/unit/base_parallel.o: tests/unit/base_parallel.c \
 libwallet/base/cores.h libwallet/base/parallel.h libwallet/base/error.h \
 libwallet/base/clock.h
libwallet/base/cores.h:
libwallet/base/parallel.h:
libwallet/base/error.h:
libwallet/base/clock.h:
