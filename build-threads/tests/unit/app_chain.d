build-threads/tests/unit/app_chain.o: tests/unit/app_chain.c \
 tests/unit/app_chain.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/base/error.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/chain/transaction.h libwallet/base/bytes.h \
 libwallet/chain/transaction_parts.h libwallet/ringct/bulletproof_plus.h \
 libwallet/node/daemon.h tests/unit/node_server.h libwallet/base/hex.h \
 libwallet/chain/block.h libwallet/chain/extra.h libwallet/chain/varint.h \
 tests/unit/cold_sets.h libwallet/chain/output.h \
 libwallet/chain/subaddress_table.h libwallet/ringct/commitment.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/cold/review.h \
 libwallet/cold/review_result.h libwallet/handoff/limits.h \
 libwallet/chain/consensus.h libwallet/handoff/unsigned_set.h \
 libwallet/ringct/clsag.h libwallet/crypto/random.h libwallet/cold/sign.h \
 libwallet/handoff/signed_set.h libwallet/handoff/plan.h \
 libwallet/crypto/derive.h libwallet/crypto/keccak.h \
 libwallet/crypto/scalar.h tests/unit/daemon_answers.h \
 libwallet/node/epee.h
tests/unit/app_chain.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/base/error.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/chain/transaction.h:
libwallet/base/bytes.h:
libwallet/chain/transaction_parts.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/node/daemon.h:
tests/unit/node_server.h:
libwallet/base/hex.h:
libwallet/chain/block.h:
libwallet/chain/extra.h:
libwallet/chain/varint.h:
tests/unit/cold_sets.h:
libwallet/chain/output.h:
libwallet/chain/subaddress_table.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/cold/review.h:
libwallet/cold/review_result.h:
libwallet/handoff/limits.h:
libwallet/chain/consensus.h:
libwallet/handoff/unsigned_set.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/cold/sign.h:
libwallet/handoff/signed_set.h:
libwallet/handoff/plan.h:
libwallet/crypto/derive.h:
libwallet/crypto/keccak.h:
libwallet/crypto/scalar.h:
tests/unit/daemon_answers.h:
libwallet/node/epee.h:
