build-threads/tests/unit/app_session.o: tests/unit/app_session.c \
 libwallet/app/follow.h libwallet/base/error.h libwallet/hot/sync.h \
 libwallet/hot/sync_run.h libwallet/base/log.h \
 libwallet/chain/subaddress_table.h libwallet/chain/account.h \
 libwallet/chain/address.h libwallet/chain/network.h \
 libwallet/crypto/types.h libwallet/hot/pool_kept.h \
 libwallet/node/daemon.h libwallet/node/daemon_pool.h \
 libwallet/base/bytes.h libwallet/store/wallet.h \
 libwallet/store/wallet_blocks.h libwallet/store/wallet_types.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/store/wallet_change.h libwallet/store/wallet_file.h \
 libwallet/store/journal.h libwallet/store/journal_types.h \
 libwallet/store/wallet_images.h libwallet/store/key_images.h \
 libwallet/store/wallet_incoming.h libwallet/store/wallet_lock.h \
 libwallet/store/wallet_lookup.h libwallet/store/wallet_outputs.h \
 libwallet/store/wallet_pairs.h libwallet/store/wallet_payments.h \
 libwallet/store/wallet_rings.h libwallet/store/wallet_rollback.h \
 libwallet/store/wallet_scope.h libwallet/node/daemon_info.h \
 libwallet/app/pay.h libwallet/cold/review.h \
 libwallet/cold/review_result.h libwallet/handoff/limits.h \
 libwallet/chain/consensus.h libwallet/ringct/bulletproof_plus.h \
 libwallet/handoff/unsigned_set.h libwallet/ringct/clsag.h \
 libwallet/crypto/random.h libwallet/hot/compose.h \
 libwallet/hot/compose_result.h libwallet/hot/request.h \
 libwallet/base/json.h libwallet/hot/sweep.h libwallet/hot/submit.h \
 libwallet/hot/submit_result.h libwallet/app/session.h \
 libwallet/app/session_status.h tests/unit/app_chain.h \
 libwallet/chain/transaction.h libwallet/chain/transaction_parts.h \
 tests/unit/node_server.h libwallet/cold/files.h \
 libwallet/handoff/signed_set.h libwallet/store/signing_journal.h \
 tests/unit/cold_sets.h libwallet/chain/output.h libwallet/chain/extra.h \
 libwallet/cold/sign.h libwallet/handoff/plan.h \
 libwallet/handoff/envelope.h libwallet/hot/balance.h
libwallet/app/follow.h:
libwallet/base/error.h:
libwallet/hot/sync.h:
libwallet/hot/sync_run.h:
libwallet/base/log.h:
libwallet/chain/subaddress_table.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/hot/pool_kept.h:
libwallet/node/daemon.h:
libwallet/node/daemon_pool.h:
libwallet/base/bytes.h:
libwallet/store/wallet.h:
libwallet/store/wallet_blocks.h:
libwallet/store/wallet_types.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/store/wallet_change.h:
libwallet/store/wallet_file.h:
libwallet/store/journal.h:
libwallet/store/journal_types.h:
libwallet/store/wallet_images.h:
libwallet/store/key_images.h:
libwallet/store/wallet_incoming.h:
libwallet/store/wallet_lock.h:
libwallet/store/wallet_lookup.h:
libwallet/store/wallet_outputs.h:
libwallet/store/wallet_pairs.h:
libwallet/store/wallet_payments.h:
libwallet/store/wallet_rings.h:
libwallet/store/wallet_rollback.h:
libwallet/store/wallet_scope.h:
libwallet/node/daemon_info.h:
libwallet/app/pay.h:
libwallet/cold/review.h:
libwallet/cold/review_result.h:
libwallet/handoff/limits.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/handoff/unsigned_set.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/hot/compose.h:
libwallet/hot/compose_result.h:
libwallet/hot/request.h:
libwallet/base/json.h:
libwallet/hot/sweep.h:
libwallet/hot/submit.h:
libwallet/hot/submit_result.h:
libwallet/app/session.h:
libwallet/app/session_status.h:
tests/unit/app_chain.h:
libwallet/chain/transaction.h:
libwallet/chain/transaction_parts.h:
tests/unit/node_server.h:
libwallet/cold/files.h:
libwallet/handoff/signed_set.h:
libwallet/store/signing_journal.h:
tests/unit/cold_sets.h:
libwallet/chain/output.h:
libwallet/chain/extra.h:
libwallet/cold/sign.h:
libwallet/handoff/plan.h:
libwallet/handoff/envelope.h:
libwallet/hot/balance.h:
