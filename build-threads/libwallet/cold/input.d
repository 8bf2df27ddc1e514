build-threads/libwallet/cold/input.o: libwallet/cold/input.c \
 libwallet/cold/input.h libwallet/base/error.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/handoff/unsigned_set.h \
 libwallet/base/bytes.h libwallet/chain/consensus.h \
 libwallet/ringct/bulletproof_plus.h libwallet/ringct/clsag.h \
 libwallet/crypto/random.h libwallet/ringct/commitment.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/base/seam.h \
 libwallet/base/secret.h libwallet/crypto/derive.h \
 libwallet/crypto/scalar.h libwallet/crypto/torsion.h
libwallet/cold/input.h:
libwallet/base/error.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/handoff/unsigned_set.h:
libwallet/base/bytes.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/base/seam.h:
libwallet/base/secret.h:
libwallet/crypto/derive.h:
libwallet/crypto/scalar.h:
libwallet/crypto/torsion.h:
