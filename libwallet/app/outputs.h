/* app/outputs.h - freeze and thaw outputs. */
#ifndef SN_APP_OUTPUTS_H
#define SN_APP_OUTPUTS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct sn_session; /* app/session.h */

/* Call sn_outputs_freeze (hot/outputs.h), and store the wallet. */
int sn_session_freeze(struct sn_session *s, const char *const *names, size_t n, bool is_frozen,
		      size_t *changed, struct sn_error *err) SN_MUST_USE;

#endif
