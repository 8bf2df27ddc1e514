build-threads/libwallet/handoff/plan.o: libwallet/handoff/plan.c \
 libwallet/handoff/plan.h libwallet/base/error.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/handoff/unsigned_set.h libwallet/base/bytes.h \
 libwallet/chain/consensus.h libwallet/ringct/bulletproof_plus.h \
 libwallet/ringct/clsag.h libwallet/crypto/random.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/chain/transaction.h libwallet/chain/transaction_parts.h \
 libwallet/chain/varint.h
libwallet/handoff/plan.h:
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
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/chain/varint.h:
