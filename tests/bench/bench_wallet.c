/* A wallet of a million owned outputs: what the programs need for it, against what they may need. Their
 * passwords' hash is left out by a wallet file that asks for next to none (SN_KDF_TEST); what the daemon
 * takes is measured by a stand-in and taken off. Times are by the wall clock, files synced to the disk and
 * all, of the least disturbed of some rounds; the processor's time beside them tells a slow program from a
 * busy machine. */
#include "bench.h"
#include "bench_compose.h"
#include "bench_daemon.h"
#include "bench_hoard.h"

#include "chain/address.h"
#include "store/wallet.h"

#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 5
#define PROGRAM_MS 1000.0
#define MEMORY_MIB 350.0
#define APPENDED_KIB 4.0 /* by a block with one output */
#define OUTPUT_BYTES 200.0
#define GROWTH_PERCENT 2.0 /* of the server's memory, from the first half of the time to the second */
#define NO_GOAL 0.0
#define TWO_INPUTS 800000000000 /* piconero: more than one output of the hoard has */

extern char **environ;

struct bench {
	const char *tools;
	char directory[64], wallet[96], other[96]; /* the other one with the usual password hash */
	char to[SN_ADDRESS_TEXT_MAX];
	struct bench_daemon *daemon;
	unsigned seconds; /* of load, for each method */
	unsigned n_goals, n_missed, n_failed;
};

static void put_row(struct bench *b, const char *what, double figure, const char *unit, double goal,
		    bool is_least)
{
	printf("hoard: %-58s %9.1f %-3s", what, figure, unit);
	if (goal > 0) {
		bool is_met = is_least ? figure >= goal : figure <= goal;
		printf("  goal: at %s %.0f %s, %s", is_least ? "least" : "most", goal, unit,
		       is_met ? "reached" : "MISSED");
		b->n_goals++;
		b->n_missed += !is_met;
	}
	puts("");
}

static void row(struct bench *b, const char *what, double figure, const char *unit, double goal)
{
	put_row(b, what, figure, unit, goal, false);
}

static void failure(struct bench *b, const char *what)
{
	printf("hoard: %-58s failed\n", what);
	b->n_failed++;
}

static double least(const double *v, size_t n)
{
	double x = v[0];
	for (size_t i = 1; i < n; i++)
		x = v[i] < x ? v[i] : x;
	return x;
}

/* ---------------------------------------------------------------- in a process of its own */

/* What it costs to run `work`, in a child, so that this process stays small: its figure, or negative. */
static double in_child(double (*work)(const struct bench *b), const struct bench *b)
{
	int ends[2], status;
	double figure = -1;
	if (pipe(ends))
		return -1;
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		figure = work(b);
		_exit(write(ends[1], &figure, sizeof figure) != sizeof figure);
	}
	close(ends[1]);
	if (child < 0 || read(ends[0], &figure, sizeof figure) != sizeof figure)
		figure = -1;
	close(ends[0]);
	if (child > 0)
		waitpid(child, &status, 0);
	return figure;
}

static double make_hoard(const struct bench *b)
{
	struct sn_error err;
	struct sn_hash top = bench_daemon_top(b->daemon);
	double start = bench_now_us();
	if (hoard_create(b->wallet, SN_KDF_TEST, &top, &err) ||
	    hoard_create(b->other, SN_KDF_INTERACTIVE, &top, &err)) {
		fprintf(stderr, "bench: error: %s\n", err.text);
		return -1;
	}
	return bench_now_us() - start;
}

static double time_open(const struct bench *b)
{
	double us[ROUNDS];
	for (size_t i = 0; i < ROUNDS; i++) {
		struct sn_wallet *w;
		struct sn_error err;
		double start = bench_now_us();
		if (sn_wallet_open(&w, b->wallet, SN_WALLET_WRITE, HOARD_PASSWORD, NULL, &err)) {
			fprintf(stderr, "bench: error: %s\n", err.text);
			return -1;
		}
		us[i] = bench_now_us() - start;
		sn_wallet_close(w);
	}
	return least(us, ROUNDS);
}

/* A small wallet with the usual hash. */
static double time_hash(const struct bench *b)
{
	double us[ROUNDS];
	char path[128];
	struct sn_account account;
	struct sn_error err;
	hoard_account(&account);
	snprintf(path, sizeof path, "%s/small", b->directory);
	if (sn_wallet_create(path, SN_ROLE_WATCH_ONLY, &account, 0, HOARD_PASSWORD, SN_KDF_INTERACTIVE, &err))
		return -1;
	for (size_t i = 0; i < ROUNDS; i++) {
		struct sn_wallet *w;
		double start = bench_now_us();
		if (sn_wallet_open(&w, path, SN_WALLET_READ, HOARD_PASSWORD, NULL, &err))
			return -1;
		us[i] = bench_now_us() - start;
		sn_wallet_close(w);
	}
	unlink(path);
	return least(us, ROUNDS);
}

/* ---------------------------------------------------------------- programs */

struct cost {
	double ms;           /* wall time, without what the daemon took */
	double cpu_ms;       /* user and system */
	double mib;          /* peak resident memory */
	double appended_kib; /* to the wallet file and its key-image file */
};

static off_t size_of_files(const struct bench *b)
{
	struct stat st;
	char images[128];
	off_t size = stat(b->wallet, &st) ? 0 : st.st_size;
	snprintf(images, sizeof images, "%s.outkey2ki", b->wallet);
	return size + (stat(images, &st) ? 0 : st.st_size);
}

#define ARGUMENTS_MAX 16

/* Run TOOLS/NAME on a wallet with more arguments, up to a NULL. */
static bool run(struct bench *b, struct cost *cost, const char *name, const char *wallet,
		const char *const more[])
{
	char path[4096], daemon[64];
	const char *argv[ARGUMENTS_MAX] = {path, "--wallet-file", wallet, "--password=" HOARD_PASSWORD};
	size_t n = 4;
	snprintf(path, sizeof path, "%s/%s", b->tools, name);
	snprintf(daemon, sizeof daemon, "--daemon-address=%s", bench_daemon_address(b->daemon));
	if (!strcmp(name, "wo-sync") || !strcmp(name, "wo-transfer"))
		argv[n++] = daemon;
	for (size_t i = 0; more[i] && n + 1 < ARGUMENTS_MAX; i++)
		argv[n++] = more[i];

	posix_spawn_file_actions_t unheard;
	posix_spawn_file_actions_init(&unheard);
	posix_spawn_file_actions_addopen(&unheard, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	off_t before = size_of_files(b);
	struct rusage used;
	pid_t child;
	int status = -1;
	bench_daemon_take_time(b->daemon);
	double start = bench_now_us();
	int failed = posix_spawn(&child, path, &unheard, NULL, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&unheard);
	if (failed || wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status))
		return false;
	*cost = (struct cost){
		.ms = (bench_now_us() - start - bench_daemon_take_time(b->daemon)) / 1e3,
		.cpu_ms = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
			  (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3,
		.mib = (double)used.ru_maxrss / 1024,
		.appended_kib = (double)(size_of_files(b) - before) / 1024,
	};
	return true;
}

/* Time and memory of a program, the least and the largest of some rounds. */
static void measure(struct bench *b, const char *what, double goal_ms, const char *name,
		    const char *const more[])
{
	const double goal_mib = goal_ms > 0 ? MEMORY_MIB : NO_GOAL;
	double ms[ROUNDS], cpu_ms[ROUNDS], mib = 0, kib = 0;
	char text[128];
	for (size_t i = 0; i < ROUNDS; i++) {
		struct cost cost;
		if (!run(b, &cost, name, b->wallet, more)) {
			failure(b, what);
			return;
		}
		ms[i] = cost.ms;
		cpu_ms[i] = cost.cpu_ms;
		mib = cost.mib > mib ? cost.mib : mib;
		kib = cost.appended_kib > kib ? cost.appended_kib : kib;
	}
	row(b, what, least(ms, ROUNDS), "ms", goal_ms);
	snprintf(text, sizeof text, "%*s  processor time", (int)strlen(name), "");
	row(b, text, least(cpu_ms, ROUNDS), "ms", NO_GOAL);
	snprintf(text, sizeof text, "%*s  peak memory", (int)strlen(name), "");
	row(b, text, mib, "MiB", goal_mib);
	if (kib > 0) {
		snprintf(text, sizeof text, "%*s  appended", (int)strlen(name), "");
		row(b, text, kib, "KiB", NO_GOAL);
	}
}

static void measure_reading(struct bench *b)
{
	static const char *const text[] = {NULL}, *const json[] = {"--json", NULL},
				 *const last[] = {"--json", "--limit=100", NULL},
				 *const csv[] = {"--csv", NULL};
	struct cost cost;
	if (run(b, &cost, "wo-balance", b->other, text))
		row(b, "wo-balance, peak memory with the usual password hash", cost.mib, "MiB", MEMORY_MIB);
	else
		failure(b, "wo-balance");
	measure(b, "wo-balance", PROGRAM_MS, "wo-balance", text);
	measure(b, "wo-balance --json", NO_GOAL, "wo-balance", json);
	measure(b, "wo-history --json, the last 100", PROGRAM_MS, "wo-history", last);
	measure(b, "wo-history", NO_GOAL, "wo-history", text);
	measure(b, "wo-history --json", NO_GOAL, "wo-history", json);
	measure(b, "wo-history --csv", NO_GOAL, "wo-history", csv);
}

static void measure_sync(struct bench *b, const char *what, double goal_kib)
{
	static const char *const nothing[] = {NULL};
	struct cost cost;
	char text[128];
	if (!run(b, &cost, "wo-sync", b->wallet, nothing)) {
		failure(b, what);
		return;
	}
	row(b, what, cost.ms, "ms", NO_GOAL);
	row(b, "         peak memory", cost.mib, "MiB", NO_GOAL);
	snprintf(text, sizeof text, "         appended");
	row(b, text, cost.appended_kib, "KiB", goal_kib);
}

#define POOL 1000 /* payments to us: as many as a wallet takes note of */

static void measure_syncs(struct bench *b)
{
	measure_sync(b, "wo-sync, nothing new", NO_GOAL);

	bench_daemon_send(b->daemon, 1, UINT64_MAX);
	bench_daemon_mine(b->daemon, 1);
	measure_sync(b, "wo-sync, a block that brings one output", APPENDED_KIB);

	for (uint64_t i = 0; i < 16; i++)
		bench_daemon_send(b->daemon, 16, 20 * (HOARD_OUTPUTS / 20) - 20 * i - 19);
	bench_daemon_mine(b->daemon, 16);
	measure_sync(b, "wo-sync, a block with 16 payments to us of 16 outputs", NO_GOAL);

	for (size_t i = 0; i < POOL; i++)
		bench_daemon_send(b->daemon, 1, UINT64_MAX);
	measure_sync(b, "wo-sync, 1,000 payments to us in the pool", NO_GOAL);
	bench_daemon_send(b->daemon, 1, UINT64_MAX);
	bench_daemon_mine(b->daemon, 1);
	measure_sync(b, "wo-sync, a block that takes one of them, one more came", NO_GOAL);
	for (size_t i = 0; i < POOL / 5; i++)
		bench_daemon_send(b->daemon, 1, UINT64_MAX);
	bench_daemon_mine(b->daemon, POOL / 10);
	measure_sync(b, "wo-sync, a block that takes 100, 200 more came", NO_GOAL);
}

static void measure_transfers(struct bench *b)
{
	const char *const one[] = {"--output=/dev/null", b->to, "0.3", NULL};
	const char *const two[] = {"--output=/dev/null", b->to, "0.8", NULL};
	const char *const many[] = {"--output=/dev/null", b->to, "25", NULL};
	measure(b, "wo-transfer, one input", NO_GOAL, "wo-transfer", one);
	measure(b, "wo-transfer, two inputs", PROGRAM_MS, "wo-transfer", two);
	measure(b, "wo-transfer, about 100 inputs", NO_GOAL, "wo-transfer", many);
}

/* ---------------------------------------------------------------- the server */

#define CLIENTS "200"
#define LOAD_SECONDS 20
#define BLOCK_US 2000000 /* a block with a payment to us arrives */

/* Start a program, with its output to a new pipe, of which *out is the end to read. */
static pid_t spawn(int *out, int descriptor, const char *const argv[])
{
	int ends[2];
	pid_t child;
	posix_spawn_file_actions_t actions;
	if (pipe2(ends, O_CLOEXEC))
		return -1;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor);
	int failed = posix_spawn(&child, argv[0], &actions, NULL, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	*out = ends[0];
	if (failed)
		close(ends[0]);
	return failed ? -1 : child;
}

/* Read what a program prints, until `words` or its end. Without words, a block arrives from time to time. */
static bool read_output(struct bench *b, int fd, char *text, size_t size, const char *words)
{
	size_t len = 0;
	for (;;) {
		struct pollfd ready = {.fd = fd, .events = POLLIN};
		int n = poll(&ready, 1, words ? 30000 : BLOCK_US / 1000);
		if (n == 0 && words)
			return false;
		if (n == 0) {
			bench_daemon_send(b->daemon, 1, UINT64_MAX);
			bench_daemon_mine(b->daemon, 1);
			continue;
		}
		ssize_t got = n < 0 ? -1 : read(fd, text + len, size - 1 - len);
		if (got <= 0)
			return got == 0 && !words;
		len += (size_t)got;
		text[len] = '\0';
		if (words && strstr(text, words))
			return true;
	}
}

/* What so many clients get that ask for the same as soon as they have an answer. */
static void load(struct bench *b, pid_t server, const char *port, const char *method, double goal_rate,
		 double goal_ms)
{
	char path[4096], pid[32], only[48], seconds[32], what[96], text[65536] = "";
	double rate, median, most;
	unsigned long early, late;
	int out, status;
	snprintf(path, sizeof path, "%s/../tests/bench/rpc-load", b->tools);
	snprintf(pid, sizeof pid, "--pid=%ld", (long)server);
	snprintf(only, sizeof only, "--only=%s", method);
	snprintf(seconds, sizeof seconds, "--seconds=%u", b->seconds);
	const char *const argv[] = {path, "--clients=" CLIENTS, seconds, pid, only, port, NULL};
	pid_t child = spawn(&out, STDOUT_FILENO, argv);
	bool done = child > 0 && read_output(b, out, text, sizeof text, NULL);
	if (child > 0) {
		close(out);
		done = waitpid(child, &status, 0) == child && !status && done;
	}
	const char *line = strstr(text, "load: "), *memory = strstr(text, "resident ");
	if (!done || !line || !memory || sscanf(memory, "resident %lu %lu", &early, &late) != 2 ||
	    sscanf(line, "load: %*u clients, %*u answers, %lf/s, median %lf ms, 99 %% within %lf ms", &rate,
		   &median, &most) != 3) {
		failure(b, method);
		return;
	}
	snprintf(what, sizeof what, "%s, " CLIENTS " clients, blocks arriving", method);
	put_row(b, what, rate, "/s", goal_rate, true);
	row(b, "  99 % of the answers within", most, "ms", goal_ms);
	row(b, "  resident memory, first half", (double)early / 1024, "MiB", NO_GOAL);
	row(b, "  resident memory, second half", (double)late / 1024, "MiB", NO_GOAL);
	row(b, "  growth", 100.0 * ((double)late - (double)early) / (double)early, "%", GROWTH_PERCENT);
}

static void measure_server(struct bench *b)
{
	char path[4096], daemon[64], text[4096] = "", port[16] = "";
	int out, status;
	snprintf(path, sizeof path, "%s/sneakernote", b->tools);
	snprintf(daemon, sizeof daemon, "--daemon-address=%s", bench_daemon_address(b->daemon));
	const char *const argv[] = {path,   "--wallet-file",     b->wallet, "--password=" HOARD_PASSWORD,
				    daemon, "--rpc-bind-port=0", NULL};
	pid_t server = spawn(&out, STDERR_FILENO, argv);
	if (server < 0 || !read_output(b, out, text, sizeof text, "/json_rpc") ||
	    sscanf(strstr(text, "http://"), "http://127.0.0.1:%15[0-9]", port) != 1)
		failure(b, "sneakernote");
	if (*port) {
		load(b, server, port, "get_balance", 10000, 60);
		load(b, server, port, "get_transfers", 1000, 200);
	}
	if (server > 0) {
		kill(server, SIGTERM);
		waitpid(server, &status, 0);
		close(out);
	}
}

static bool start(struct bench *b)
{
	const char *tmp = getenv("TMPDIR");
	struct sn_account account;
	struct sn_address address;
	hoard_account(&account);
	sn_account_address(&address, &account, (struct sn_subaddress_index){0, 3});
	sn_address_format(b->to, &address);
	snprintf(b->directory, sizeof b->directory, "%s/sn-hoard-XXXXXX",
		 tmp && strlen(tmp) < 40 ? tmp : "/tmp");
	if (!mkdtemp(b->directory)) {
		perror("bench: no directory");
		b->directory[0] = '\0';
		return false;
	}
	snprintf(b->wallet, sizeof b->wallet, "%s/wallet", b->directory);
	snprintf(b->other, sizeof b->other, "%s/other", b->directory);
	b->daemon = bench_daemon_start();
	return b->daemon && in_child(make_hoard, b) >= 0;
}

static void clean_up(struct bench *b)
{
	const char *const names[] = {b->wallet, b->other};
	bench_daemon_stop(b->daemon);
	if (!b->directory[0])
		return;
	for (size_t i = 0; i < 2; i++) {
		char images[128];
		snprintf(images, sizeof images, "%s.outkey2ki", names[i]);
		unlink(names[i]);
		unlink(images);
	}
	rmdir(b->directory);
}

static unsigned finish(struct bench *b)
{
	clean_up(b);
	printf("hoard: %u goals, %u MISSED%s\n", b->n_goals, b->n_missed,
	       b->n_failed ? ", and some could not be measured" : "");
	return b->n_missed + b->n_failed;
}

unsigned bench_server(const char *tools, unsigned seconds)
{
	struct bench b = {.tools = tools, .seconds = seconds};
	if (start(&b))
		measure_server(&b);
	else
		failure(&b, "making the wallet");
	return finish(&b);
}

unsigned bench_wallet(const char *tools)
{
	struct bench b = {.tools = tools, .seconds = LOAD_SECONDS};
	if (start(&b)) {
		double open_us = in_child(time_open, &b), hash_us = in_child(time_hash, &b);
		row(&b, "wallet file and key-image file", (double)size_of_files(&b) / (1 << 20), "MiB",
		    NO_GOAL);
		row(&b, "the same for each output", (double)size_of_files(&b) / HOARD_OUTPUTS, "B",
		    OUTPUT_BYTES);
		row(&b, "password hash, not part of what follows", hash_us / 1e3, "ms", NO_GOAL);
		if (open_us < 0)
			failure(&b, "open");
		else
			row(&b, "open", open_us / 1e3, "ms", NO_GOAL);
		measure_reading(&b);
		measure_syncs(&b);
		measure_transfers(&b);
		measure_server(&b);
		/* In this process, after all that measures the memory of children. */
		if (!bench_compose(b.wallet, b.daemon, b.to, TWO_INPUTS))
			failure(&b, "the parts of wo-transfer");
	} else {
		failure(&b, "making the wallet");
	}
	return finish(&b);
}
