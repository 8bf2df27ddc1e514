/* base/log.h - log lines of the library.
 *
 * The caller owns the sink; there is no global one. `write` may be called from any thread. A NULL
 * `struct sn_log` discards all lines. */
#ifndef SN_BASE_LOG_H
#define SN_BASE_LOG_H

enum sn_log_level {
	SN_LOG_ERROR, /* --log-level=0, and so on */
	SN_LOG_WARNING,
	SN_LOG_INFO,
	SN_LOG_DEBUG,
	SN_LOG_TRACE,
};

struct sn_log {
	enum sn_log_level level; /* lines above this level are dropped */
	void (*write)(void *context, enum sn_log_level level, const char *line);
	void *context;
};

/* Log one line, without a newline and without secrets. */
void sn_log(const struct sn_log *log, enum sn_log_level level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
