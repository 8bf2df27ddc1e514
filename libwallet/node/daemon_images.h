/* node/daemon_images.h - whether key images are spent. */
#ifndef SN_NODE_DAEMON_IMAGES_H
#define SN_NODE_DAEMON_IMAGES_H

#include "base/error.h"
#include "crypto/types.h"
#include "node/daemon.h"

/* Store in is_spent[i] whether a transaction in the chain or in the pool spends images[i], as the daemon
 * claims. The request reveals to the daemon which key images interest the user. An answer with another number
 * of states is refused. */
int sn_daemon_get_spent(struct sn_daemon *d, const struct sn_point images[], size_t count, bool is_spent[],
			struct sn_error *err) SN_MUST_USE;

#endif
