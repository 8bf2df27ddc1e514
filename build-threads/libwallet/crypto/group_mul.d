build-threads/libwallet/crypto/group_mul.o: libwallet/crypto/group_mul.c \
 libwallet/crypto/group_mul.h libwallet/crypto/group.h \
 libwallet/base/error.h libwallet/crypto/curve.h libwallet/crypto/field.h \
 libwallet/crypto/ct.h libwallet/crypto/types.h libwallet/base/secret.h \
 libwallet/crypto/base_table.h libwallet/crypto/group_formulas.h
libwallet/crypto/group_mul.h:
libwallet/crypto/group.h:
libwallet/base/error.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
libwallet/base/secret.h:
libwallet/crypto/base_table.h:
libwallet/crypto/group_formulas.h:
