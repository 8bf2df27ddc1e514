build-threads/libwallet/crypto/torsion.o: libwallet/crypto/torsion.c \
 libwallet/crypto/torsion.h libwallet/crypto/group.h \
 libwallet/base/error.h libwallet/crypto/curve.h libwallet/crypto/field.h \
 libwallet/crypto/ct.h libwallet/crypto/types.h
libwallet/crypto/torsion.h:
libwallet/crypto/group.h:
libwallet/base/error.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/types.h:
