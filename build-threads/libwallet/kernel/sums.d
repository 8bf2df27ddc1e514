build-threads/libwallet/kernel/sums.o: libwallet/kernel/sums.c \
 libwallet/kernel/sums.h libwallet/crypto/types.h \
 libwallet/kernel/multiexp.h libwallet/crypto/group.h \
 libwallet/base/error.h libwallet/crypto/curve.h libwallet/crypto/field.h \
 libwallet/crypto/ct.h libwallet/base/secret.h \
 libwallet/crypto/group_formulas.h
libwallet/kernel/sums.h:
libwallet/crypto/types.h:
libwallet/kernel/multiexp.h:
libwallet/crypto/group.h:
libwallet/base/error.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/base/secret.h:
libwallet/crypto/group_formulas.h:
