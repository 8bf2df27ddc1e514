/* main() of the unit test programs under ThreadSanitizer, and of those for other processors
 * (tests/platforms/units, tests/static/run): runs each test in a process of its own and prints a report in
 * TAP. A data race ends the test, with the sanitizer's report on standard error.
 *
 *   PROGRAM [SUITE/TEST | --except=SUITE/TEST]...
 *
 * Without SUITE/TEST, all tests run. Both can be patterns of the shell, such as 'SUITE/a*'. Other options,
 * those of Criterion, are ignored. */
#include "criterion/criterion.h"

#include <fnmatch.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Precedes the name of each test. */
#ifndef RUNNER_NAME
#define RUNNER_NAME "threads"
#endif

enum { SKIPPED = 77, SLOWER = 20, USUAL_TIMEOUT = 30 };

static struct unit_test *all, **end = &all;

/* Read by the sanitizer when the process starts. */
const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
	return "halt_on_error=1:second_deadlock_stack=1";
}

void unit_register(struct unit_test *test)
{
	*end = test;
	end = &test->next;
}

_Noreturn void unit_fail(const char *file, int line, const char *condition, const char *format, ...)
{
	va_list arguments;
	fprintf(stderr, "%s:%d: it does not hold that %s: ", file, line, condition);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	_exit(1);
}

_Noreturn void unit_skip(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	_exit(SKIPPED);
}

static struct unit_options options_of(const struct unit_test *test)
{
	struct unit_options o = test->options;
	for (const struct unit_test *suite = all; suite; suite = suite->next) {
		if (suite->name || strcmp(suite->suite, test->suite) != 0)
			continue;
		o.init = o.init ? o.init : suite->options.init;
		o.fini = o.fini ? o.fini : suite->options.fini;
		o.timeout = o.timeout > 0 ? o.timeout : suite->options.timeout;
	}
	return o;
}

static _Noreturn void run(const struct unit_test *test, const struct unit_options *options)
{
	if (options->init)
		options->init();
	test->body();
	if (options->fini)
		options->fini();
	exit(0);
}

/* Wait for the process; end it after this time. */
static int wait_for(pid_t pid, double seconds)
{
	const struct timespec pause = {.tv_nsec = 10000000};
	int status;
	for (time_t last = time(NULL) + (time_t)seconds; waitpid(pid, &status, WNOHANG) == 0;) {
		nanosleep(&pause, NULL);
		if (time(NULL) > last) {
			fprintf(stderr, "timed out\n");
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			break;
		}
	}
	return status;
}

static bool is_wanted(const char *name, char **arguments)
{
	static const char except[] = "--except=";
	bool is_selective = false, is_selected = false;
	for (; *arguments; arguments++) {
		if (!strncmp(*arguments, except, sizeof except - 1)) {
			if (!fnmatch(*arguments + sizeof except - 1, name, 0))
				return false;
		} else if (**arguments != '-') {
			is_selective = true;
			is_selected |= !fnmatch(*arguments, name, 0);
		}
	}
	return is_selected || !is_selective;
}

int main(int argc, char **argv)
{
	unsigned n = 0, failed = 0;
	char name[256];
	for (const struct unit_test *test = all; test; test = test->next) {
		snprintf(name, sizeof name, "%s/%s", test->suite, test->name ? test->name : "");
		if (!test->name || argc < 1 || !is_wanted(name, argv + 1))
			continue;
		const struct unit_options options = options_of(test);
		fflush(NULL);
		pid_t pid = fork();
		if (pid < 0)
			return 1;
		if (pid == 0)
			run(test, &options);
		int status = wait_for(pid, SLOWER * (options.timeout > 0 ? options.timeout : USUAL_TIMEOUT));
		bool is_skipped = WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED;
		bool is_good = options.signal ? WIFSIGNALED(status) && WTERMSIG(status) == options.signal
					      : is_skipped || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
		failed += !is_good;
		printf("%s %u - " RUNNER_NAME ": %s%s\n", is_good ? "ok" : "not ok", ++n, name,
		       is_skipped ? " # SKIP" : "");
	}
	printf("1..%u\n", n);
	return n == 0 || failed != 0;
}
