build-threads/libwallet/crypto/curve.o: libwallet/crypto/curve.c \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/crypto/types.h
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
