build-threads/libwallet/handoff/unsigned_set.o: \
 libwallet/handoff/unsigned_set.c libwallet/handoff/unsigned_set.h \
 libwallet/base/bytes.h libwallet/base/error.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/chain/consensus.h \
 libwallet/ringct/bulletproof_plus.h libwallet/ringct/clsag.h \
 libwallet/crypto/random.h libwallet/ringct/commitment.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/base/secret.h \
 libwallet/chain/varint.h libwallet/crypto/keccak.h \
 libwallet/crypto/scalar.h libwallet/handoff/set_reader.h
libwallet/handoff/unsigned_set.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/base/secret.h:
libwallet/chain/varint.h:
libwallet/crypto/keccak.h:
libwallet/crypto/scalar.h:
libwallet/handoff/set_reader.h:
