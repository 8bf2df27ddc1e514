build-threads/libwallet/chain/output.o: libwallet/chain/output.c \
 libwallet/base/secret.h libwallet/base/error.h libwallet/chain/output.h \
 libwallet/chain/extra.h libwallet/base/bytes.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/chain/subaddress_table.h libwallet/chain/account.h \
 libwallet/chain/transaction.h libwallet/chain/transaction_parts.h \
 libwallet/ringct/bulletproof_plus.h libwallet/ringct/commitment.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/crypto/derive.h \
 libwallet/crypto/scalar.h libwallet/kernel/derivations.h
libwallet/base/secret.h:
libwallet/base/error.h:
libwallet/chain/output.h:
libwallet/chain/extra.h:
libwallet/base/bytes.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/chain/subaddress_table.h:
libwallet/chain/account.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/crypto/derive.h:
libwallet/crypto/scalar.h:
libwallet/kernel/derivations.h:
