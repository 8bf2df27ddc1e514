/* app/notify.h - deliver the notices of hot/notices.h, in order, each until it succeeds.
 *
 * Each kind of notice has a thread, which delivers one notice at a time. A notice that fails is delivered
 * again after SN_NOTIFY_FIRST_PAUSE, then after twice the previous pause each time, up to
 * SN_NOTIFY_LONGEST_PAUSE. After each success, the new position is stored. A program that ends before that
 * delivers the notice again when it runs the next time. A delivery neither holds a lock nor counts as work:
 * however long it takes, the session follows the chain and answers. One that takes longer than
 * SN_NOTIFY_SECONDS is abandoned, and has failed. */
#ifndef SN_APP_NOTIFY_H
#define SN_APP_NOTIFY_H

#include "app/notify_sink.h"
#include "base/error.h"

struct sn_session; /* app/session.h */

#define SN_NOTIFY_FIRST_PAUSE 1     /* seconds */
#define SN_NOTIFY_LONGEST_PAUSE 300 /* seconds */
#define SN_NOTIFY_SECONDS 60
#define SN_NOTIFY_STOP_SECONDS 2 /* for an active delivery, after sn_session_stop */

/* Deliver the notices of this kind from now on, until the session stops. The data of `sink` must live until
 * sn_session_close. Notices begin as sn_notices_begin states; this is stored before the function returns.
 *
 * Returns
 *   SN_BAD_INPUT  the session is offline
 *   SN_USAGE      this kind is delivered already, or the session stops
 *   SN_IO */
int sn_session_notify(struct sn_session *s, enum sn_notice_kind kind, const struct sn_notify_sink *sink,
		      struct sn_error *err) SN_MUST_USE;

/* Private to app/. */

/* A part of a pass ended: there may be notices. */
void sn_session_note_part(struct sn_session *s);

/* Wait until the threads have ended, after sn_session_stop. */
void sn_session_join_notifiers(struct sn_session *s);

#endif
