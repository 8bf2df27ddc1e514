/* Locks, failed writes, and processes that are killed. */
#include "store/journal.h"

#include "store/journal_replace.h"
#include "store_journal_fixture.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

TestSuite(store_journal_writers, .init = set_up, .fini = tear_down);

/* Run `body` in a child that holds the file, until `go` is written. */
static pid_t start_holder(void (*body)(struct sn_journal *), int *go)
{
	int ready[2], leave[2];
	cr_assert(pipe(ready) == 0 && pipe(leave) == 0);
	pid_t pid = fork();
	cr_assert(pid >= 0);
	if (pid == 0) {
		struct sn_buf all = {0};
		char c = 0;
		struct sn_journal *j = NULL;
		if (sn_journal_open(&j, path, true, PASSWORD, NULL, NULL, NULL) || read_all(j, &all))
			_exit(1);
		if (body)
			body(j);
		close(leave[1]);
		if (write(ready[1], "r", 1) != 1 || read(leave[0], &c, 1) < 0)
			_exit(1);
		sn_journal_close(j);
		_exit(0);
	}
	close(ready[1]);
	close(leave[0]);
	char c;
	cr_assert(read(ready[0], &c, 1) == 1);
	close(ready[0]);
	*go = leave[1];
	return pid;
}

static void end_holder(pid_t pid, int go)
{
	int status;
	close(go);
	cr_assert(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void expect_held_by(pid_t pid)
{
	struct sn_journal *j;
	char comm[64] = "", expected[200], name[40];
	snprintf(name, sizeof name, "/proc/%d/comm", (int)pid);
	FILE *f = fopen(name, "r");
	cr_assert(f && fgets(comm, sizeof comm, f));
	fclose(f);
	comm[strcspn(comm, "\n")] = 0;
	snprintf(expected, sizeof expected, "in use by process %d (%s)", (int)pid, comm);
	fails(sn_journal_open(&j, path, true, PASSWORD, NULL, NULL, &err), SN_BUSY);
	cr_assert(strstr(err.text, expected) != NULL, "%s", err.text);
}

static void replace_it(struct sn_journal *j)
{
	if (replace_file(j, "new", 3, NULL))
		_exit(2);
}

/* Opening and closing the file releases a classical record lock. */
static void read_beside(struct sn_journal *j)
{
	struct sn_journal *r;
	(void)j;
	if (sn_journal_open(&r, path, false, PASSWORD, NULL, NULL, NULL))
		_exit(2);
	sn_journal_close(r);
}

Test(store_journal_writers, second_writer_is_refused_with_the_process)
{
	int go;
	create_file(path);
	pid_t pid = start_holder(NULL, &go);
	expect_held_by(pid);
	expect_contents(path, first_words(1)); /* readers are not refused */
	end_holder(pid, go);
	struct sn_journal *j = open_file(path, true), *k;
	fails(sn_journal_open(&k, path, true, PASSWORD, NULL, NULL, &err),
	      SN_BUSY); /* the same process is refused, too */
	sn_journal_close(j);
	sn_journal_close(open_file(path, true));
}

Test(store_journal_writers, lock_survives_replacement_and_readers)
{
	int go;
	create_file(path);
	pid_t pid = start_holder(replace_it, &go);
	expect_held_by(pid);
	end_holder(pid, go);
	expect_contents(path, "new\n");

	struct sn_journal *j;
	pid = start_holder(read_beside, &go);
	fails(sn_journal_open(&j, path, true, PASSWORD, NULL, NULL, &err), SN_BUSY);
	end_holder(pid, go);
	sn_journal_close(open_file(path, true));
}

Test(store_journal_writers, exchanged_file_is_not_written)
{
	struct sn_buf all = {0};
	create_file(path);
	struct sn_journal *j = open_file(path, true);
	ok(read_all(j, &all));
	create_file(other);
	struct sn_buf before = slurp(other);
	cr_assert(rename(other, path) == 0);
	fails(sn_journal_append(j, "x", 1, &err), SN_IO);
	fails(replace_file(j, "x", 1, &err), SN_IO);
	sn_journal_close(j);
	struct sn_buf after = slurp(path);
	cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));

	j = open_file(path, true);
	ok(read_all(j, &all));
	spill(path, before.data, before.len - 1); /* same inode, other length */
	fails(sn_journal_append(j, "x", 1, &err), SN_IO);
	sn_journal_close(j);
	sn_buf_free(&before);
	sn_buf_free(&after);
	sn_buf_free(&all);
}

Test(store_journal_writers, failed_write_does_not_change_the_file)
{
	size_t e[N_WORDS];
	struct sn_buf before = three_commits(path, e), all = {0};
	struct rlimit old, tight;
	signal(SIGXFSZ, SIG_IGN);
	cr_assert(getrlimit(RLIMIT_FSIZE, &old) == 0);
	struct sn_journal *j = open_file(path, true);
	ok(read_all(j, &all));
	for (size_t more = 0; more < 100; more += 9) {
		tight = old;
		tight.rlim_cur = before.len + more; /* the commit needs more than 100 bytes */
		cr_assert(setrlimit(RLIMIT_FSIZE, &tight) == 0);
		fails(sn_journal_append(j, "four", 4, &err), SN_IO);
		tight.rlim_cur = 50 + more;
		cr_assert(setrlimit(RLIMIT_FSIZE, &tight) == 0);
		fails(replace_file(j, "four", 4, &err), SN_IO);
		cr_assert(setrlimit(RLIMIT_FSIZE, &old) == 0);
		struct sn_buf after = slurp(path);
		cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
		sn_buf_free(&after);
	}
	char temporary[sizeof path + 16];
	snprintf(temporary, sizeof temporary, "%s.compact", path);
	cr_assert(access(temporary, F_OK) != 0);
	append(j, "four");
	sn_journal_close(j);
	char text[160];
	snprintf(text, sizeof text, "%sfour\n", first_words(N_WORDS));
	expect_contents(path, text);
	sn_buf_free(&before);
	sn_buf_free(&all);
}

/* Repeatedly wait for the lock, read the number in the file, and store the next one, by an append or a
 * replacement. Exits with the number of times. */
static void count_in_turns(void)
{
	int times = 0;
	while (times < 50) {
		struct sn_journal *j;
		struct sn_buf commit = {0};
		struct sn_error why;
		bool at_end = false;
		uint32_t n = 0;
		int ret = sn_journal_open(&j, path, true, PASSWORD, NULL, NULL, &why);
		if (ret && strstr(why.text, "in use"))
			continue;
		while (!ret && !at_end) {
			ret = sn_journal_read(j, &commit, &at_end, NULL);
			if (!ret && !at_end)
				n = sn_load_u32(commit.data);
		}
		uint8_t next[4];
		sn_store_u32(next, n + 1);
		if (ret || (times % 3 ? replace_file(j, next, 4, NULL) : sn_journal_append(j, next, 4, NULL)))
			_exit(255);
		sn_journal_close(j);
		sn_buf_free(&commit);
		times++;
	}
	_exit(times);
}

Test(store_journal_writers, last_commit_can_be_taken_back)
{
	create_file(path);
	struct sn_buf all = {0};
	struct sn_journal *j = open_file(path, true);
	ok(read_all(j, &all));
	append(j, "two");
	append(j, "three");
	ok(sn_journal_take_back(j, &err));
	expect_contents(path, "one\ntwo\n");
	append(j, "four");
	expect_contents(path, "one\ntwo\nfour\n");
	ok(sn_journal_take_back(j, &err));
	sn_journal_rewind(j);
	ok(read_all(j, &all));
	cr_assert(is_text(&all, "one\ntwo\n"));
	append(j, "five");
	expect_contents(path, "one\ntwo\nfive\n");
	sn_journal_close(j);
	sn_buf_free(&all);
}

Test(store_journal_writers, writers_take_turns, .timeout = 60)
{
	enum { WRITERS = 3 };
	uint8_t zero[4] = {0};
	uint32_t sum = 0, last = 0;
	pid_t pids[WRITERS];
	ok(sn_journal_create(path, SN_JOURNAL_MASTER, SN_MAINNET, PASSWORD, SN_KDF_TEST, zero, 4, &err));
	for (int i = 0; i < WRITERS; i++) {
		pids[i] = fork();
		cr_assert(pids[i] >= 0);
		if (pids[i] == 0)
			count_in_turns();
	}
	for (int i = 0; i < WRITERS; i++) {
		int status;
		cr_assert(waitpid(pids[i], &status, 0) == pids[i] && WIFEXITED(status));
		cr_assert(WEXITSTATUS(status) != 255);
		sum += (uint32_t)WEXITSTATUS(status);
	}
	struct sn_buf commit = {0};
	bool at_end = false;
	struct sn_journal *j = open_file(path, false);
	for (;;) {
		ok(sn_journal_read(j, &commit, &at_end, &err));
		if (at_end)
			break;
		last = sn_load_u32(commit.data);
	}
	cr_assert(last == sum, "%u stored, %u found", sum, last);
	sn_journal_close(j);
	sn_buf_free(&commit);
}

/* Append 1, 2, 3, ... and sometimes replace the file. `*done` is the last stored number. */
static void write_for_ever(volatile uint32_t *done)
{
	struct sn_buf commit = {0};
	struct sn_journal *j;
	bool at_end = false;
	uint32_t n = 0;
	if (sn_journal_open(&j, path, true, PASSWORD, NULL, NULL, NULL))
		_exit(1);
	while (!at_end) {
		if (sn_journal_read(j, &commit, &at_end, NULL))
			_exit(1);
		if (!at_end)
			n = sn_load_u32(commit.data);
	}
	for (;;) {
		uint8_t data[5000] = {0};
		sn_store_u32(data, ++n);
		if (n % 8 ? sn_journal_append(j, data, sizeof data, NULL)
			  : replace_file(j, data, sizeof data, NULL))
			_exit(1);
		*done = n;
	}
}

Test(store_journal_writers, stored_commits_survive_a_kill, .timeout = 60)
{
	volatile uint32_t *done = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	cr_assert(done != MAP_FAILED);
	uint8_t zero[4] = {0};
	seed_libsodium("stored_commits_survive_a_kill");
	ok(sn_journal_create(path, SN_JOURNAL_MASTER, SN_MAINNET, PASSWORD, SN_KDF_TEST, zero, 4, &err));
	for (int round = 0; round < 30; round++) {
		pid_t pid = fork();
		cr_assert(pid >= 0);
		if (pid == 0)
			write_for_ever(done);
		usleep(10000 + randombytes_uniform(50000));
		int status;
		cr_assert(kill(pid, SIGKILL) == 0 && waitpid(pid, &status, 0) == pid && WIFSIGNALED(status));

		struct sn_buf commit = {0};
		struct sn_journal *j = open_file(path, false);
		bool at_end = false;
		uint32_t last = 0;
		for (;;) {
			ok(sn_journal_read(j, &commit, &at_end, &err));
			if (at_end)
				break;
			uint32_t n = sn_load_u32(commit.data);
			cr_assert(last == 0 || n == last + 1);
			last = n;
		}
		cr_assert(last == *done || last == *done + 1, "%u stored, %u found", *done, last);
		*done = last; /* the kill may have come between the store and the update of `done` */
		sn_journal_close(j);
		sn_buf_free(&commit);
	}
	cr_assert(*done > 30);
}
