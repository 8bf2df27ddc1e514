build-threads/libwallet/cold/outputs.o: libwallet/cold/outputs.c \
 libwallet/cold/outputs.h libwallet/base/bytes.h libwallet/base/error.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/chain/transaction.h libwallet/chain/transaction_parts.h \
 libwallet/ringct/bulletproof_plus.h libwallet/crypto/random.h \
 libwallet/handoff/plan.h libwallet/handoff/unsigned_set.h \
 libwallet/chain/consensus.h libwallet/ringct/clsag.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/base/seam.h libwallet/base/secret.h libwallet/chain/extra.h \
 libwallet/crypto/derive.h libwallet/crypto/group_mul.h
libwallet/cold/outputs.h:
libwallet/base/bytes.h:
libwallet/base/error.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/crypto/random.h:
libwallet/handoff/plan.h:
libwallet/handoff/unsigned_set.h:
libwallet/chain/consensus.h:
libwallet/ringct/clsag.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/base/seam.h:
libwallet/base/secret.h:
libwallet/chain/extra.h:
libwallet/crypto/derive.h:
libwallet/crypto/group_mul.h:
