build-threads/tests/unit/node_prefetch.o: tests/unit/node_prefetch.c \
 libwallet/node/prefetch.h libwallet/node/daemon.h libwallet/base/error.h \
 libwallet/node/daemon_blocks.h libwallet/base/bytes.h \
 libwallet/crypto/types.h tests/unit/app_chain.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/chain/transaction.h \
 libwallet/chain/transaction_parts.h libwallet/ringct/bulletproof_plus.h \
 tests/unit/node_server.h libwallet/base/clock.h libwallet/chain/block.h \
 tests/unit/cold_sets.h libwallet/chain/output.h libwallet/chain/extra.h \
 libwallet/chain/subaddress_table.h libwallet/ringct/commitment.h \
 libwallet/crypto/group.h libwallet/crypto/curve.h \
 libwallet/crypto/field.h libwallet/crypto/ct.h libwallet/cold/review.h \
 libwallet/cold/review_result.h libwallet/handoff/limits.h \
 libwallet/chain/consensus.h libwallet/handoff/unsigned_set.h \
 libwallet/ringct/clsag.h libwallet/crypto/random.h libwallet/cold/sign.h \
 libwallet/handoff/signed_set.h libwallet/handoff/plan.h
libwallet/node/prefetch.h:
libwallet/node/daemon.h:
libwallet/base/error.h:
libwallet/node/daemon_blocks.h:
libwallet/base/bytes.h:
libwallet/crypto/types.h:
tests/unit/app_chain.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
libwallet/ringct/bulletproof_plus.h:
tests/unit/node_server.h:
libwallet/base/clock.h:
libwallet/chain/block.h:
tests/unit/cold_sets.h:
libwallet/chain/output.h:
libwallet/chain/extra.h:
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
