build-threads/libwallet/crypto/base_table.o: \
 libwallet/crypto/base_table.c libwallet/crypto/base_table.h \
 libwallet/crypto/group.h libwallet/base/error.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/crypto/types.h
libwallet/crypto/base_table.h:
libwallet/crypto/group.h:
libwallet/base/error.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
