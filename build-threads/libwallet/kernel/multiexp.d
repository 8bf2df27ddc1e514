build-threads/libwallet/kernel/multiexp.o: libwallet/kernel/multiexp.c \
 libwallet/kernel/multiexp.h libwallet/crypto/group.h \
 libwallet/base/error.h libwallet/crypto/curve.h libwallet/crypto/field.h \
 libwallet/crypto/ct.h libwallet/crypto/types.h libwallet/base/secret.h \
 libwallet/crypto/group_formulas.h
libwallet/kernel/multiexp.h:
libwallet/crypto/group.h:
libwallet/base/error.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
libwallet/base/secret.h:
libwallet/crypto/group_formulas.h:
