build-threads/libwallet/crypto/group.o: libwallet/crypto/group.c \
 libwallet/crypto/group.h libwallet/base/error.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/crypto/types.h \
 libwallet/base/secret.h libwallet/crypto/group_formulas.h
libwallet/crypto/group.h:
libwallet/base/error.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
libwallet/base/secret.h:
libwallet/crypto/group_formulas.h:
