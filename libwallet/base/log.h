/* base/log.h - where the library says what it does, if anybody listens.
 *
 * The caller owns the sink; there is no global one, and `write` is called from whatever thread is at work. A
 * NULL `struct sn_log` is silence. */
#ifndef SN_BASE_LOG_H
#define SN_BASE_LOG_H

enum sn_log_level {
	SN_LOG_ERROR, /* 0 on a command line, and so on */
	SN_LOG_WARNING,
	SN_LOG_INFO,
	SN_LOG_DEBUG,
	SN_LOG_TRACE,
};

struct sn_log {
	enum sn_log_level level; /* lines above it are dropped */
	void (*write)(void *context, enum sn_log_level level, const char *line);
	void *context;
};

/* One line, no newline, no secret. */
void sn_log(const struct sn_log *log, enum sn_log_level level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
