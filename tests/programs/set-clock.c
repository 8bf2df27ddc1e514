/* set-clock - preloaded into programs, sets their clock: time(2) returns the Unix seconds in a file.
 *
 *     SN_CLOCK=FILE LD_PRELOAD=set-clock.so PROGRAM ...
 *
 * Without SN_CLOCK or the file, or for any other contents, time(2) returns -1. */
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

time_t time(time_t *out)
{
	const char *path = getenv("SN_CLOCK");
	const int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	char text[32] = "", *end;
	const ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
	if (fd >= 0)
		close(fd);
	const long long seconds = strtoll(text, &end, 10);
	const time_t now = n > 0 && (!*end || *end == '\n') ? (time_t)seconds : -1;
	if (out)
		*out = now;
	return now;
}
