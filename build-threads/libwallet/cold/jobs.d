build-threads/libwallet/cold/jobs.o: libwallet/cold/jobs.c \
 libwallet/cold/jobs.h libwallet/base/error.h libwallet/base/secret.h
libwallet/cold/jobs.h:
libwallet/base/error.h:
libwallet/base/secret.h:
