build-threads/libwallet/rpc/methods.o: libwallet/rpc/methods.c \
 libwallet/rpc/methods.h libwallet/app/session.h \
 libwallet/app/session_status.h libwallet/base/error.h \
 libwallet/base/log.h libwallet/node/daemon.h libwallet/store/wallet.h \
 libwallet/store/wallet_blocks.h libwallet/store/wallet_types.h \
 libwallet/chain/account.h libwallet/chain/address.h \
 libwallet/chain/network.h libwallet/crypto/types.h \
 libwallet/ringct/commitment.h libwallet/crypto/group.h \
 libwallet/crypto/curve.h libwallet/crypto/field.h libwallet/crypto/ct.h \
 libwallet/store/wallet_change.h libwallet/store/wallet_file.h \
 libwallet/store/journal.h libwallet/base/bytes.h \
 libwallet/store/journal_types.h libwallet/store/wallet_images.h \
 libwallet/store/key_images.h libwallet/store/wallet_incoming.h \
 libwallet/store/wallet_lock.h libwallet/store/wallet_lookup.h \
 libwallet/store/wallet_outputs.h libwallet/store/wallet_pairs.h \
 libwallet/store/wallet_payments.h libwallet/store/wallet_rings.h \
 libwallet/store/wallet_rollback.h libwallet/store/wallet_scope.h \
 libwallet/handoff/limits.h libwallet/chain/consensus.h \
 libwallet/ringct/bulletproof_plus.h libwallet/rpc/jsonrpc.h \
 libwallet/base/json.h libwallet/app/address.h libwallet/app/follow.h \
 libwallet/hot/sync.h libwallet/hot/sync_run.h \
 libwallet/chain/subaddress_table.h libwallet/hot/pool_kept.h \
 libwallet/node/daemon_pool.h libwallet/node/daemon_info.h \
 libwallet/app/pay.h libwallet/cold/review.h \
 libwallet/cold/review_result.h libwallet/handoff/unsigned_set.h \
 libwallet/ringct/clsag.h libwallet/crypto/random.h \
 libwallet/hot/compose.h libwallet/hot/compose_result.h \
 libwallet/hot/request.h libwallet/hot/sweep.h libwallet/hot/submit.h \
 libwallet/hot/submit_result.h libwallet/base/clock.h \
 libwallet/base/hex.h libwallet/cold/review_print.h \
 libwallet/hot/history.h libwallet/hot/report.h \
 libwallet/hot/report_balance.h libwallet/hot/report_history.h \
 libwallet/hot/report_payment.h
libwallet/rpc/methods.h:
libwallet/app/session.h:
libwallet/app/session_status.h:
libwallet/base/error.h:
libwallet/base/log.h:
libwallet/node/daemon.h:
libwallet/store/wallet.h:
libwallet/store/wallet_blocks.h:
libwallet/store/wallet_types.h:
libwallet/chain/account.h:
libwallet/chain/address.h:
libwallet/chain/network.h:
libwallet/crypto/types.h:
libwallet/ringct/commitment.h:
libwallet/crypto/group.h:
libwallet/crypto/curve.h:
libwallet/crypto/field.h:
libwallet/crypto/ct.h:
libwallet/store/wallet_change.h:
libwallet/store/wallet_file.h:
libwallet/store/journal.h:
libwallet/base/bytes.h:
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
libwallet/handoff/limits.h:
libwallet/chain/consensus.h:
libwallet/ringct/bulletproof_plus.h:
libwallet/rpc/jsonrpc.h:
libwallet/base/json.h:
libwallet/app/address.h:
libwallet/app/follow.h:
libwallet/hot/sync.h:
libwallet/hot/sync_run.h:
libwallet/chain/subaddress_table.h:
libwallet/hot/pool_kept.h:
libwallet/node/daemon_pool.h:
libwallet/node/daemon_info.h:
libwallet/app/pay.h:
libwallet/cold/review.h:
libwallet/cold/review_result.h:
libwallet/handoff/unsigned_set.h:
libwallet/ringct/clsag.h:
libwallet/crypto/random.h:
libwallet/hot/compose.h:
libwallet/hot/compose_result.h:
libwallet/hot/request.h:
libwallet/hot/sweep.h:
libwallet/hot/submit.h:
libwallet/hot/submit_result.h:
libwallet/base/clock.h:
libwallet/base/hex.h:
libwallet/cold/review_print.h:
libwallet/hot/history.h:
libwallet/hot/report.h:
libwallet/hot/report_balance.h:
libwallet/hot/report_history.h:
libwallet/hot/report_payment.h:
