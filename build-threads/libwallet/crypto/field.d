build-threads/libwallet/crypto/field.o: libwallet/crypto/field.c \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/base/bytes.h
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/base/bytes.h:
