/* Forged unsigned sets by the thousand, given to the signer; see hostile.h and judge.h. The output is TAP
 * with one case per kind of lie.
 *
 *   SN_HOSTILE_SETS=N     number of sets (default 600)
 *   SN_SEED=N             other sets (tests/unit/seed.h)
 *   SN_HOSTILE_WORKERS=N  number of processes (default: one per core)
 *   SN_HOSTILE_FORMAT=F   only sets of one format, "own" or "reference"; K counts these
 *   SN_HOSTILE_ONLY=K/N   only set N of lie K (its number in the TAP), with its outcome
 *
 * Seed, lie and number determine a set, independent of the process that makes it. */
#include "judge.h"

#include "../unit/cold_sets.h"
#include "../unit/seed.h"

#include "base/json.h"
#include "cold/files.h"
#include "cold/policy.h"
#include "cold/review_print.h"
#include "cold/sign.h"
#include "store/wallet.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#define LIES_MAX 320
#define N_OWN 7 /* lists of lies in our own format, which come first */
#define WORKERS_MAX 16
#define WEIGHT_USUAL 10
#define AGAIN_EVERY 10    /* that many accepted sets: signed once more from the file */
#define CONFLICT_EVERY 30 /* with a journal; and another that spends the same is brought */

struct tally {
	size_t sets, accepted, refused, again, conflicts, failures;
	struct leaning leaning[2];
	char failure[700]; /* the first one */
};

/* Memory that the processes share. Each process writes to its own tally. */
struct shared {
	size_t next; /* set to be made */
	struct tally tallies[WORKERS_MAX][LIES_MAX];
	size_t at_lie[WORKERS_MAX], at_set[WORKERS_MAX];
};

static struct {
	struct world world;
	struct sn_names names; /* of the victim */
	const struct lie *lies[LIES_MAX];
	size_t first[LIES_MAX + 1]; /* number of the first set of each lie */
	size_t n_lies;
	struct sn_random random;
	struct shared *shared;
	bool tells; /* what becomes of a set */

	/* Of this process. */
	char directory[64];
	struct sn_wallet *master;
	struct sn_signing_journal *journal;
	struct past past; /* what it holds */
	size_t n_accepted;
} run;

static uint64_t setting(const char *name, uint64_t usual)
{
	const char *text = getenv(name);
	return text && *text ? strtoull(text, NULL, 10) : usual;
}

static void fail(struct tally *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void fail(struct tally *t, const char *fmt, ...)
{
	va_list ap;
	if (t->failures++)
		return;
	va_start(ap, fmt);
	vsnprintf(t->failure, sizeof t->failure, fmt, ap);
	va_end(ap);
}

/* ---------------------------------------------------------------- policies and journals */

static void add_bound(cJSON *object, const char *key, uint64_t bound)
{
	if (bound != NO_BOUND && sn_json_add_u64(object, key, bound))
		abort();
}

static const char *const period_keys[] = {"max_amount_per_period", "max_fee_per_period",
					  "max_transactions_per_period"};

static struct sn_policy *parse_rules(const struct rules *r)
{
	cJSON *root = cJSON_CreateObject();
	struct sn_policy *policy;
	struct sn_buf text = {0};
	struct sn_error err;
	add_bound(root, "version", SN_POLICY_VERSION);
	add_bound(root, "max_amount_per_transaction", r->max_amount_per_tx);
	add_bound(root, "max_amount_per_set", r->max_amount_per_set);
	add_bound(root, "max_fee_per_transaction", r->max_fee_per_tx);
	add_bound(root, "max_fee_basis_points", r->max_basis_points);
	add_bound(root, "max_recipients_per_transaction", r->max_recipients_per_tx);
	if (r->has_period && r->period)
		add_bound(root, "period", r->period);
	else if (r->has_period)
		cJSON_AddStringToObject(root, "period", "day");
	for (size_t i = 0; r->has_period && i < 3; i++)
		add_bound(root, period_keys[i], r->max_in_period[i]);
	if (r->allow_unlock_time)
		cJSON_AddBoolToObject(root, "allow_unlock_time", true);
	cJSON *list = r->has_list ? cJSON_AddArrayToObject(root, "allowed_recipients") : NULL;
	for (size_t i = 0; list && i < r->n_allowed; i++) {
		char address[SN_ADDRESS_TEXT_MAX];
		sn_address_format(address, &r->allowed[i]);
		cJSON_AddItemToArray(list, cJSON_CreateString(address));
	}
	if (list && r->lists_own)
		cJSON_AddItemToArray(list, cJSON_CreateString("own"));
	if (sn_json_print(&text, root, false) ||
	    sn_policy_parse(&policy, SN_MAINNET, (const char *)text.data, text.len, &err)) {
		fprintf(stderr, "the policy is none: %s\n", err.text);
		abort();
	}
	sn_buf_free(&text);
	sn_json_free(root);
	return policy;
}

static void open_journal(void)
{
	char path[96];
	struct sn_error err = {.text = ""};
	strcpy(run.directory, "/tmp/sn-hostile-XXXXXX");
	if (!mkdtemp(run.directory))
		abort();
	snprintf(path, sizeof path, "%s/master", run.directory);
	if (sn_wallet_create(path, SN_ROLE_MASTER, &run.world.people[ALICE], 0, "", SN_KDF_TEST, &err) ||
	    sn_wallet_open(&run.master, path, SN_WALLET_READ, "", NULL, &err) ||
	    sn_signing_journal_open(&run.journal, run.master, true, &err)) {
		fprintf(stderr, "no journal: %s\n", err.text);
		abort();
	}
}

static void close_journal(void)
{
	char path[96];
	past_clear(&run.past);
	sn_signing_journal_close(run.journal);
	sn_wallet_close(run.master);
	snprintf(path, sizeof path, "%s/master", run.directory);
	unlink(path);
	snprintf(path, sizeof path, "%s/master.signed", run.directory);
	unlink(path);
	rmdir(run.directory);
}

/* The victim knows Bob, and an account of Carol's with a payment ID: her other addresses with the same keys
 * resemble it. */
static void make_names(void)
{
	const struct sn_address bob = cold_address(&run.world.people[BOB], 0, 0),
				carol = cold_integrated(&run.world.people[CAROL], 7);
	if (sn_names_add(&run.names, "Bob", &bob, NULL) || sn_names_add(&run.names, "Carol", &carol, NULL) ||
	    sn_names_set_label(&run.names, (struct sn_subaddress_index){0, 0}, "Main", NULL) ||
	    sn_names_set_label(&run.names, (struct sn_subaddress_index){1, 0}, "Savings", NULL))
		abort();
}

/* ---------------------------------------------------------------- the signer */

struct outcome {
	int ret;
	struct sn_error err;
	struct sn_buf signed_file, json, text;
	struct sn_hash hashes[8];
};

static void outcome_free(struct outcome *o)
{
	sn_buf_free(&o->signed_file);
	sn_buf_free(&o->json);
	sn_buf_free(&o->text);
}

/* Process a file like cold-sign. Returns false if it was refused, but there was output. */
static bool sign_file(struct outcome *o, const struct forge *f, const struct sn_buf *file,
		      const struct sn_signing *with)
{
	const struct sn_limits *limits = &f->limits;
	struct sn_reference_request request = {.options = f->theirs.options};
	struct sn_signing signing = with ? *with : (struct sn_signing){.jobs = 1};
	const struct sn_account *alice = &run.world.people[ALICE];
	struct sn_unsigned_set set;
	struct sn_review review;
	*o = (struct outcome){.ret = 0};
	signing.reference = &request;
	o->ret = sn_cold_open_and_review(&set, &request, &review, alice, limits, file->data, file->len, 1,
					 &o->err);
	if (o->ret) {
		sn_reference_request_free(&request);
		return !set.n && !set.txs && !review.n && !review.txs;
	}
	if (with && (o->ret = cold_set_check_journal(&review, alice, &set, limits, &signing, &o->err)))
		goto out;
	if (sn_review_json(&o->json, &review) || sn_review_text(&o->text, &review, SN_REVIEW_TO_SIGN))
		abort();
	o->ret = set.n > 8
			 ? SN_REFUSED
			 : cold_set_sign(&o->signed_file, o->hashes, alice, &set, limits, &signing, &o->err);
out:
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_reference_request_free(&request);
	return !o->ret || !o->signed_file.len;
}

/* Once more from the file, in this process: the same bytes. */
static void sign_again(struct tally *t, const struct forge *f, const struct outcome *first,
		       const struct sn_signing *signing)
{
	struct outcome o;
	const struct sn_signing noted = {.journal = run.journal, .now = f->clock};
	if (!signing && f->rules.has_period) /* which requires a journal */
		signing = &noted;
	(void)sign_file(&o, f, &f->file, signing);
	t->again++;
	if (o.ret)
		fail(t, "signed, and when asked again: %s", o.err.text);
	else if (o.signed_file.len != first->signed_file.len ||
		 memcmp(o.signed_file.data, first->signed_file.data, o.signed_file.len))
		fail(t, "signed twice, with two results");
	outcome_free(&o);
}

/* Another file for the same coins: one piconero of the fee goes elsewhere. */
static bool make_conflict(struct sn_buf *file, const struct forge *f)
{
	const struct sn_account *alice = &run.world.people[ALICE];
	struct sn_buf content = {0};
	struct sn_unsigned_set set;
	struct wire w = {.n = 0};
	if (f->is_theirs)
		return theirs_conflict(file, f->world, &f->file);
	if (sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &alice->view_secret,
			     f->file.data, f->file.len, NULL) ||
	    sn_unsigned_set_decode(&set, SN_MAINNET, content.data, content.len, NULL))
		abort();
	struct sn_unsigned_tx *tx = &set.txs[set.n - 1];
	bool is_made = tx->fee > 0;
	if (is_made) {
		tx->fee--;
		*(tx->has_change ? &tx->change : &tx->destinations[0].amount) += 1;
		wire_encode(&w, &set);
		if (sn_envelope_seal(file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &alice->view_secret,
				     w.bytes.data, w.bytes.len, NULL))
			abort();
	}
	wire_free(&w);
	sn_buf_free(&content);
	sn_unsigned_set_free(&set);
	return is_made;
}

/* A set in the journal is signed again; another set that spends the same outputs is not. */
static void try_conflict(struct tally *t, const struct forge *f, const struct outcome *first)
{
	struct sn_signing signing = {.journal = run.journal, .allow_respend = true, .now = 1};
	struct sn_buf file = {0};
	struct outcome o = {.ret = 0};
	sign_again(t, f, first, &signing);
	signing.allow_respend = false;
	sign_again(t, f, first, &signing);
	if (!make_conflict(&file, f))
		return;
	t->conflicts++;
	/* A policy may be exactly at its bound. */
	if (!sign_file(&o, f, &file, &signing) || o.ret != SN_REFUSED ||
	    (o.err.reason != SN_REASON_DOUBLE_SPEND && !f->has_rules))
		fail(t, "signed with a journal; for another that spends the same it says: %s", o.err.text);
	outcome_free(&o);
	sn_buf_free(&file);
}

/* ---------------------------------------------------------------- one set */

static bool has_words(const char *text, const char *words)
{
	char one[80];
	while (words) {
		size_t n = strcspn(words, "|");
		snprintf(one, sizeof one, "%.*s", (int)n, words);
		if (strstr(text, one))
			return true;
		words = words[n] ? words + n + 1 : NULL;
	}
	return false;
}

static void check_refused(struct tally *t, const struct lie *lie, const struct outcome *o)
{
	int code = lie->code ? lie->code : SN_REFUSED;
	t->refused++;
	if (lie->expected == ACCEPTED)
		fail(t, "refused, and nothing is wrong with it: %s", o->err.text);
	else if (lie->expected == EITHER ? o->ret != SN_REFUSED && o->ret != SN_BAD_INPUT : o->ret != code)
		fail(t, "refused as %d: %s", o->ret, o->err.text);
	else if (!*o->err.text || (lie->expected == REFUSED && !has_words(o->err.text, lie->words)))
		fail(t, "refused for another reason: %s", o->err.text);
}

static void add_leaning(struct leaning *sum, const struct leaning *l)
{
	sum->off += l->off;
	sum->spread += l->spread;
}

static void check_accepted(struct tally *t, const struct lie *lie, const struct forge *f,
			   const struct outcome *o)
{
	const struct files files = {&f->file, &o->signed_file};
	struct verdict v;
	judge(&v, f, &run.past, &files, o->hashes, &o->json, &o->text);
	for (size_t i = 0; i < 2; i++)
		add_leaning(&t->leaning[i], &v.leaning[i]);
	if (*v.text)
		fail(t, "signed, and it does harm: %s", v.text);
	else if (lie->expected == REFUSED)
		fail(t, "signed, and should have been refused; the judge sees no harm in it");
	if (run.n_accepted % AGAIN_EVERY == 0)
		sign_again(t, f, o, NULL);
	if (run.n_accepted % CONFLICT_EVERY == 1)
		try_conflict(t, f, o);
	run.n_accepted++;
	t->accepted++;
}

/* All of them, one after another, with a journal of their own. */
static void sign_earlier(struct tally *t, const struct forge *f, struct outcome *earlier)
{
	struct sn_signing signing = {.journal = run.journal, .allow_respend = true};
	for (size_t i = 0; i < f->n_earlier; i++) {
		signing.now = f->earlier_clock[i];
		const struct files files = {&f->earlier[i], &earlier[i].signed_file};
		struct verdict v;
		(void)sign_file(&earlier[i], f, &f->earlier[i], &signing);
		if (earlier[i].ret) {
			fail(t, "an earlier file is refused: %s", earlier[i].err.text);
			return;
		}
		judge_remembers(&v, &run.past, f->world, &files, earlier[i].hashes, f->earlier_clock[i]);
		if (*v.text)
			fail(t, "an earlier file: %s", v.text);
	}
}

static void check_both(struct tally *t, const struct forge *f, const struct outcome *earlier,
		       const struct outcome *o)
{
	const struct files second = {&f->file, &o->signed_file};
	struct verdict v;
	for (size_t i = 0; i < f->n_earlier; i++) {
		const struct files first = {&f->earlier[i], &earlier[i].signed_file};
		if (f->file.len == f->earlier[i].len &&
		    !memcmp(f->file.data, f->earlier[i].data, f->file.len))
			continue;
		size_t n = judge_both(&v, f->world, &first, &second);
		if (*v.text)
			fail(t, "signed after another file of the same coins: %s", v.text);
		else if (!n && f->n_earlier == 1)
			fail(t, "two files that should spend the same coins do not");
	}
}

static void tell(const struct outcome *o)
{
	printf("# %s\n", o->ret ? o->err.text : "signed");
	if (o->json.len)
		printf("%.*s\n%.*s", (int)o->json.len, (const char *)o->json.data, (int)o->text.len,
		       (const char *)o->text.data);
}

static void try_set(struct tally *t, size_t lie_number, size_t number)
{
	const struct lie *lie = run.lies[lie_number];
	struct sn_signing signing = {.now = 1};
	struct sn_random random;
	struct forge f;
	struct outcome o, earlier[EARLIER_MAX] = {{.ret = 0}};
	sn_random_fork(&random, &run.random, lie->name, 0);
	forge_init(&f, &run.world, &random, number);
	lie->tell(&f);
	if (!f.is_sealed)
		forge_seal(&f);
	struct sn_policy *policy = f.has_rules ? parse_rules(&f.rules) : NULL;
	sn_policy_apply(&f.limits, policy);
	/* With a policy, a resemblance is refused (tests/unit/cold_review_names.c). */
	f.limits.names = policy ? NULL : &run.names;
	size_t failures = t->failures;
	signing.now = f.clock;
	if (f.n_earlier || f.rules.has_period) {
		close_journal();
		open_journal();
		sign_earlier(t, &f, earlier);
		signing.journal = run.journal;
		signing.allow_respend = f.insists;
	}

	t->sets++;
	if (!sign_file(&o, &f, &f.file, &signing))
		fail(t, "refused, and something is given out all the same: %s", o.err.text);
	if (run.tells)
		tell(&o);
	if (o.ret)
		check_refused(t, lie, &o);
	else
		check_accepted(t, lie, &f, &o);
	if (!o.ret)
		check_both(t, &f, earlier, &o);
	if (t->failures && !failures)
		snprintf(t->failure + strlen(t->failure), sizeof t->failure - strlen(t->failure),
			 " (SN_HOSTILE_ONLY=%zu/%zu)", lie_number + 1, number);
	for (size_t i = 0; i < f.n_earlier; i++)
		outcome_free(&earlier[i]);
	past_clear(&run.past);
	outcome_free(&o);
	sn_policy_free(policy);
	forge_free(&f);
}

/* ---------------------------------------------------------------- all of them */

static void collect(const struct lie *lies)
{
	for (; lies->name; lies++) {
		if (run.n_lies == LIES_MAX)
			abort();
		run.lies[run.n_lies++] = lies;
	}
}

/* Each lie is used at least once. */
static void share_out(size_t sets)
{
	uint64_t all = 0;
	for (size_t i = 0; i < run.n_lies; i++)
		all += run.lies[i]->weight ? run.lies[i]->weight : WEIGHT_USUAL;
	for (size_t i = 0; i < run.n_lies; i++) {
		uint64_t weight = run.lies[i]->weight ? run.lies[i]->weight : WEIGHT_USUAL;
		size_t n = (size_t)((sets * weight + all - 1) / all);
		run.first[i + 1] = run.first[i] + (n ? n : 1);
	}
}

static void work(size_t worker)
{
	struct shared *s = run.shared;
	size_t n, lie;
	open_journal();
	while ((n = __atomic_fetch_add(&s->next, 1, __ATOMIC_RELAXED)) < run.first[run.n_lies]) {
		for (lie = 0; run.first[lie + 1] <= n;)
			lie++;
		s->at_lie[worker] = lie;
		s->at_set[worker] = n - run.first[lie];
		try_set(&s->tallies[worker][lie], lie, n - run.first[lie]);
	}
	close_journal();
}

static void work_all(size_t n_workers)
{
	pid_t pids[WORKERS_MAX];
	fflush(NULL);
	for (size_t i = 0; i < n_workers; i++) {
		pids[i] = fork();
		if (pids[i] < 0)
			abort();
		if (!pids[i]) {
			work(i);
			_exit(0);
		}
	}
	for (size_t i = 0; i < n_workers; i++) {
		int status = -1;
		if (waitpid(pids[i], &status, 0) == pids[i] && WIFEXITED(status) && !WEXITSTATUS(status))
			continue;
		size_t lie = run.shared->at_lie[i];
		fail(&run.shared->tallies[i][lie],
		     "the process ended with status %d (SN_HOSTILE_ONLY=%zu/%zu)", status, lie + 1,
		     run.shared->at_set[i]);
	}
}

static struct tally sum_up(size_t lie, size_t n_workers)
{
	struct tally sum = {.sets = 0};
	for (size_t i = 0; i < n_workers; i++) {
		const struct tally *t = &run.shared->tallies[i][lie];
		sum.sets += t->sets;
		sum.accepted += t->accepted;
		sum.refused += t->refused;
		sum.again += t->again;
		sum.conflicts += t->conflicts;
		sum.failures += t->failures;
		for (size_t j = 0; j < 2; j++)
			add_leaning(&sum.leaning[j], &t->leaning[j]);
		if (*t->failure && !*sum.failure)
			memcpy(sum.failure, t->failure, sizeof sum.failure);
	}
	return sum;
}

/* How far from the middle, in standard deviations, squared. */
static double leans(const struct leaning *l)
{
	return l->spread ? 3 * (double)l->off * (double)l->off / (double)l->spread : 0;
}

/* A deviation of five standard deviations in the position of the first or the last output, which is mostly
 * the change, occurs by chance in one run of a million. */
static bool report_order(size_t number, const struct leaning *first, const struct leaning *last)
{
	bool is_right = leans(first) < 25 && leans(last) < 25;
	printf("%sok %zu - the order of outputs: the first paid leans by %.1f variances to one end, the last by %.1f\n",
	       is_right ? "" : "not ", number, leans(first), leans(last));
	return is_right;
}

static bool report(size_t n_workers, uint64_t seed, time_t seconds)
{
	struct tally all = {.sets = 0};
	bool is_complete = true;
	printf("1..%zu\n", run.n_lies + 2);
	for (size_t i = 0; i < run.n_lies; i++) {
		struct tally t = sum_up(i, n_workers);
		bool is_whole = t.sets == run.first[i + 1] - run.first[i] && t.accepted + t.refused == t.sets;
		is_complete &= is_whole;
		printf("%sok %zu - %s: %zu sets, %zu accepted and harmless, %zu refused\n",
		       t.failures || !is_whole ? "not " : "", i + 1, run.lies[i]->name, t.sets, t.accepted,
		       t.refused);
		if (t.failures)
			printf("# %zu times, first: %s\n", t.failures, t.failure);
		all.sets += t.sets;
		all.accepted += t.accepted;
		all.refused += t.refused;
		all.again += t.again;
		all.conflicts += t.conflicts;
		all.failures += t.failures;
		for (size_t j = 0; j < 2; j++)
			add_leaning(&all.leaning[j], &t.leaning[j]);
	}
	bool is_shuffled = report_order(run.n_lies + 1, &all.leaning[0], &all.leaning[1]);
	bool is_right = !all.failures && is_complete && is_shuffled;
	printf("%sok %zu - in all: %zu sets, %zu accepted, %s; %zu refused; %zu signed again, %zu conflicts; "
	       "seed %" PRIu64 ", %lld s\n",
	       is_right ? "" : "not ", run.n_lies + 2, all.sets, all.accepted,
	       is_right ? "every one harmless" : "see above", all.refused, all.again, all.conflicts, seed,
	       (long long)seconds);
	return is_right;
}

static int try_only(const char *which)
{
	struct tally *t = calloc(1, sizeof *t);
	size_t lie, number;
	if (!t || sscanf(which, "%zu/%zu", &lie, &number) != 2 || lie < 1 || lie > run.n_lies)
		return 2;
	run.tells = true;
	open_journal();
	try_set(t, lie - 1, number);
	close_journal();
	printf("# %s: %s\n", run.lies[lie - 1]->name, t->failures ? t->failure : "as it should be");
	int status = t->failures != 0;
	free(t);
	return status;
}

int main(void)
{
	static const struct lie *const all[] = {
		lies_inputs, lies_payment, lies_recipients,     lies_policy,       lies_period,
		lies_form,   lies_random,  lies_their_payments, lies_their_inputs, lies_their_bytes};
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	size_t n_workers = setting("SN_HOSTILE_WORKERS", cores > 0 ? (uint64_t)cores : 1);
	const char *only = getenv("SN_HOSTILE_ONLY"), *format = getenv("SN_HOSTILE_FORMAT");
	time_t start = time(NULL);
	if (sodium_init() < 0)
		return 1;
	n_workers = n_workers < 1 ? 1 : n_workers > WORKERS_MAX ? WORKERS_MAX : n_workers;
	world_make(&run.world);
	make_names();
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!format || !*format || (strcmp(format, "own") == 0) == (i < N_OWN))
			collect(all[i]);
	run.random = seed_stream("hostile");
	share_out(setting("SN_HOSTILE_SETS", 600));
	if (only && *only) {
		int status = try_only(only);
		sn_names_free(&run.names);
		world_free(&run.world);
		return status;
	}

	run.shared =
		mmap(NULL, sizeof *run.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (run.shared == MAP_FAILED)
		return 1;
	work_all(n_workers);
	bool is_right = report(n_workers, seed_number(NULL), time(NULL) - start);
	sn_names_free(&run.names);
	world_free(&run.world);
	return !is_right;
}
