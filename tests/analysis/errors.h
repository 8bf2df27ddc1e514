/* Force-included into each source that the static analyser reads: the functions of base/error.h return the
 * code that they are given. The analyser does not see their bodies, and would follow paths on which an error
 * returns 0. */
#include "base/error.h"

#define sn_error_set(err, code, ...) ((void)sn_error_set((err), (code), __VA_ARGS__), (int)(code))
#define sn_error_because(err, code, reason, ...) \
	((void)sn_error_because((err), (code), (reason), __VA_ARGS__), (int)(code))
#define sn_error_errno(err, ...) ((void)sn_error_errno((err), __VA_ARGS__), (int)SN_IO)
#define sn_error_hint(err, code, ...) ((void)sn_error_hint((err), SN_IO, __VA_ARGS__), (int)(code))
#define sn_error_memory(err) ((void)sn_error_memory(err), (int)SN_IO)
