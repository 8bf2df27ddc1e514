/* Flip bits in memory while a file is opened, reviewed and signed. The output must be either empty or the
 * bytes of an undisturbed run: never an invalid transaction, never a different transaction of the same file.
 *
 * The flips happen at the signer's fault points (base/seam.h). At each point the process forks for every
 * flip: the child flips one bit and continues, the parent waits and continues undisturbed. The flips are in
 * the value of the point, and at every point also in the account and the unsigned set, permanently or until
 * the next point. The outcomes of the children are counted. A child that crashes or hangs has no output,
 * because the output leaves the process after the work returns.
 *
 * `make check` flips a few bytes at some of the points. SN_BIT_FLIPS=N flips N bytes at all points, and
 * SN_BIT_FLIPS=all (`make check-bit-flips`) every byte of each point. SN_SEED=N draws other bits and bytes.
 */
#include "seam.h"

#include "base/bytes.h"
#include "cold/files.h"
#include "cold/policy.h"
#include "crypto/random.h"
#include "handoff/envelope.h"

#include "../unit/cold_reference.h"
#include "../unit/cold_sets.h"
#include "../unit/seed.h"

#include <criterion/criterion.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum outcome {
	REFUSED,   /* an error, without output */
	IDENTICAL, /* the output of an undisturbed run */
	CRASHED,
	HUNG,      /* until an alarm ended it */
	OTHER,     /* something else is given out */
	LEAKED,    /* an error, with output */
	FORGOTTEN, /* the output of an undisturbed run, but the journal differs */
	OUTCOMES,
};

static const char *const outcome_names[OUTCOMES] = {"refused", "identical", "crashed",  "hung",
						    "other",   "leaked",    "forgotten"};

/* The exit status of the child is the outcome. */
#define STATUS_BASE 64
#define SECONDS_MAX 20

struct tally {
	const char *name;
	size_t reached, flips;
	size_t outcomes[OUTCOMES];
};

#define TALLIES_MAX 96

/* Memory that the caller holds during the work. */
struct region {
	const char *name;
	void *at;
	size_t len;
};

#define REGIONS_MAX 64

/* What is signed by, and noted in, if at all. What stands in the journal once bytes have come out is judged
 * with them. */
static struct {
	char directory[64], wallet_path[96], journal_path[112];
	struct sn_wallet *master;
	struct sn_signing signing; /* no journal: without one */
	struct sn_limits limits;
	struct sn_policy *policy;
	struct sn_signing_journal *expected; /* as it is undisturbed; NULL until then */
	char expected_path[128];             /* that is it, moved away */
} guard;

static struct {
	struct sn_random random; /* which bytes, which bits */
	size_t one_in;           /* points */
	size_t bytes_per_point;
	size_t bytes_held;  /* at each point, of one of the regions */
	const char *always; /* at points whose names begin so, whatever one_in says, and at each byte */
	const char *only;   /* flip at points of this name alone, and in no region; NULL: at all */
	struct tally tallies[TALLIES_MAX];
	size_t n_tallies;
	struct region regions[REGIONS_MAX];
	size_t n_regions;

	bool is_child;
	uint8_t *flips_back; /* at the next point; NULL: never */
	uint8_t mask;
} flips;

static struct sn_account alice, bob;

static size_t below(size_t bound)
{
	return (size_t)sn_random_below(&flips.random, bound);
}

static struct tally *tally_of(const char *name)
{
	for (size_t i = 0; i < flips.n_tallies; i++)
		if (!strcmp(flips.tallies[i].name, name))
			return &flips.tallies[i];
	cr_assert(flips.n_tallies < TALLIES_MAX);
	flips.tallies[flips.n_tallies] = (struct tally){.name = name};
	return &flips.tallies[flips.n_tallies++];
}

static enum outcome outcome_of(int status)
{
	if (WIFSIGNALED(status))
		return WTERMSIG(status) == SIGALRM ? HUNG : CRASHED;
	int code = WEXITSTATUS(status) - STATUS_BASE;
	return code >= 0 && code < OUTCOMES ? (enum outcome)code : CRASHED;
}

static off_t journal_size(void)
{
	struct stat st;
	return guard.signing.journal && !stat(guard.journal_path, &st) ? st.st_size : 0;
}

/* Whether the file, opened later, equals that of an undisturbed run, except the time. */
static bool journal_is_right(void)
{
	struct sn_signing_journal *j;
	size_t n, n_expected;
	if (sn_signing_journal_open(&j, guard.master, false, NULL))
		return false;
	const struct sn_signing_entry *list = sn_signing_journal_entries(j, &n);
	const struct sn_signing_entry *expected = sn_signing_journal_entries(guard.expected, &n_expected);
	bool is_right = n == n_expected;
	for (size_t i = 0; is_right && i < n; i++) {
		struct sn_signing_entry wanted = expected[i];
		wanted.time = list[i].time;
		is_right = sn_signing_entry_is_equal(&list[i], &wanted);
	}
	sn_signing_journal_close(j);
	return is_right;
}

/* Returns in the child, too, once the bit is flipped. */
static void flip(struct tally *tally, uint8_t *region, size_t offset, bool for_good)
{
	uint8_t *at = region + offset, mask = (uint8_t)(1 << below(8));
	int status;
	const off_t size = journal_size();
	fflush(NULL);
	pid_t child = fork();
	cr_assert(child >= 0);
	if (!child) {
		flips.is_child = true;
		flips.flips_back = for_good ? NULL : at;
		flips.mask = mask;
		signal(SIGALRM, SIG_DFL);
		alarm(SECONDS_MAX);
		*at ^= mask;
		return;
	}
	cr_assert(waitpid(child, &status, 0) == child);
	enum outcome outcome = outcome_of(status);
	if (guard.expected) {
		if (outcome == IDENTICAL && !journal_is_right())
			outcome = FORGOTTEN;
		/* For the next child, and for us. */
		cr_assert(!truncate(guard.journal_path, size));
	}
	tally->flips++;
	tally->outcomes[outcome]++;
	if (outcome >= HUNG && !flips.only)
		fprintf(stderr, "# %s: %s, the %zuth time, byte %zu, mask %#x, %s\n", outcome_names[outcome],
			tally->name, tally->reached, offset, mask,
			for_good ? "for good" : "until the next point");
}

static bool is_always(const char *name)
{
	return flips.always && !strncmp(name, flips.always, strlen(flips.always));
}

static void flip_named(const char *name, uint8_t *at, size_t len)
{
	struct tally *tally = tally_of(name);
	size_t n = len < flips.bytes_per_point || is_always(name) ? len : flips.bytes_per_point;
	tally->reached++;
	for (size_t i = 0; i < n && !flips.is_child; i++)
		flip(tally, at, n == len ? i : below(len), true);
}

static void flip_held(const struct region *region)
{
	struct tally *tally = tally_of(region->name);
	tally->reached++;
	for (size_t i = 0; i < flips.bytes_held && !flips.is_child; i++)
		flip(tally, region->at, below(region->len), below(2));
}

static void at_point(const char *name, void *at, size_t len)
{
	if (flips.is_child) {
		if (flips.flips_back)
			*flips.flips_back ^= flips.mask;
		flips.flips_back = NULL;
		return;
	}
	if (flips.only ? strcmp(name, flips.only) != 0 : below(flips.one_in) != 0 && !is_always(name))
		return;
	flip_named(name, at, len);
	if (!flips.only && !flips.is_child)
		flip_held(&flips.regions[below(flips.n_regions)]);
}

static void add_region(const char *name, void *at, size_t len)
{
	cr_assert(flips.n_regions < REGIONS_MAX);
	flips.regions[flips.n_regions++] = (struct region){name, at, len};
}

static void add_set(struct sn_unsigned_set *set)
{
	add_region("held: set", set, sizeof *set);
	for (size_t i = 0; i < set->n; i++) {
		struct sn_unsigned_tx *tx = &set->txs[i];
		add_region("held: transaction", tx, sizeof *tx);
		add_region("held: recipients", tx->destinations,
			   tx->n_destinations * sizeof *tx->destinations);
		for (size_t j = 0; j < tx->n_inputs; j++) {
			struct sn_unsigned_input *input = &tx->inputs[j];
			add_region("held: input", input, offsetof(struct sn_unsigned_input, global_index));
			add_region("held: ring", input->global_index,
				   input->n_ring * sizeof *input->global_index);
			add_region("held: ring", input->ring, input->n_ring * sizeof *input->ring);
		}
	}
}

/* ---------------------------------------------------------------- the disturbed work */

static struct {
	struct sn_buf file;
	struct sn_buf expected;
	struct sn_hash expected_hashes[2];
	bool is_reference; /* a file of the reference wallet */
} payment;

static enum outcome judge(int ret, const struct sn_buf *out, const struct sn_hash *hashes, size_t n_hashes)
{
	if (ret)
		return out->len ? LEAKED : REFUSED;
	return out->len == payment.expected.len && !memcmp(out->data, payment.expected.data, out->len) &&
			       !memcmp(hashes, payment.expected_hashes, n_hashes * sizeof *hashes)
		       ? IDENTICAL
		       : OTHER;
}

/* What the signer keeps of a file of the reference wallet for the answer. */
static void add_reference(struct sn_reference_request *reference)
{
	struct sn_unsigned_tx_set *theirs = &reference->set;
	add_region("held: request", reference, sizeof *reference);
	add_region("held: plaintext", reference->plaintext.data, reference->plaintext.len);
	add_region("held: listed outputs", reference->listed.outputs,
		   reference->listed.n * sizeof *reference->listed.outputs);
	for (size_t i = 0; i < theirs->n_txes; i++) {
		struct sn_tx_construction_data *data = &theirs->txes[i];
		add_region("held: their transaction", data, sizeof *data);
		add_region("held: their outputs", data->splitted_dsts.entries,
			   data->splitted_dsts.n * sizeof *data->splitted_dsts.entries);
		add_region("held: their dests", data->dests.entries,
			   data->dests.n * sizeof *data->dests.entries);
		add_region("held: their sources", data->sources, data->n_sources * sizeof *data->sources);
		add_region("held: their selection", data->selected_transfers,
			   data->n_selected_transfers * sizeof *data->selected_transfers);
	}
}

static enum outcome open_and_sign(size_t n_txs, struct sn_buf *out, struct sn_error *err)
{
	struct sn_reference_request reference = {.is_used = false};
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_hash hashes[2] = {{{0}}, {{0}}};
	flips.n_regions = 0;
	add_region("held: account", &alice, sizeof alice);
	guard.signing.reference = &reference;
	guard.signing.jobs = 1;
	const struct sn_signing *signing =
		guard.signing.journal || payment.is_reference ? &guard.signing : NULL;
	add_region("held: limits", &guard.limits, sizeof guard.limits);
	if (signing)
		/* Without the pointer at its end: if it leads elsewhere, the same transaction comes out in
		 * our own format. */
		add_region("held: journal", &guard.signing, offsetof(struct sn_signing, reference));
	int ret = sn_cold_open_and_review(&set, &reference, &review, &alice, &guard.limits, payment.file.data,
					  payment.file.len, 1, err);
	if (!ret) {
		if (!flips.is_child)
			add_set(&set);
		if (!flips.is_child && payment.is_reference)
			add_reference(&reference);
		/* For flips while the user reads and confirms. */
		if (seam_hook)
			seam_hook("between review and signing", review.txs, sizeof *review.txs);
		if (signing)
			ret = sn_cold_check_journal(&review, &alice, &set, signing, err);
		if (!ret)
			ret = sn_cold_sign(out, hashes, &alice, &set, &guard.limits, signing, err);
	}
	enum outcome outcome = judge(ret, out, hashes, n_txs);
	if (flips.is_child)
		_exit(STATUS_BASE + outcome);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_reference_request_free(&reference);
	if (!payment.expected.len) {
		memcpy(payment.expected_hashes, hashes, n_txs * sizeof *hashes);
		sn_put_bytes(&payment.expected, out->data, out->len);
	}
	return outcome;
}

static void print_tallies(const char *what)
{
	struct tally all = {.name = "in all"};
	fprintf(stderr, "# bit flips, %s\n# %-27s %7s %7s", what, "where", "reached", "flips");
	for (size_t k = 0; k < OUTCOMES; k++)
		fprintf(stderr, " %9s", outcome_names[k]);
	for (size_t i = 0; i <= flips.n_tallies; i++) {
		const struct tally *t = i < flips.n_tallies ? &flips.tallies[i] : &all;
		fprintf(stderr, "\n# %-27s %7zu %7zu", t->name, t->reached, t->flips);
		for (size_t k = 0; k < OUTCOMES; k++)
			fprintf(stderr, " %9zu", t->outcomes[k]);
		if (t == &all)
			break;
		all.reached += t->reached;
		all.flips += t->flips;
		for (size_t k = 0; k < OUTCOMES; k++)
			all.outcomes[k] += t->outcomes[k];
	}
	fprintf(stderr, "\n");
}

static size_t count(enum outcome outcome)
{
	size_t n = 0;
	for (size_t i = 0; i < flips.n_tallies; i++)
		n += flips.tallies[i].outcomes[outcome];
	return n;
}

static void start(size_t one_in, size_t bytes_per_point)
{
	const char *how = getenv("SN_BIT_FLIPS");
	flips.random = seed_stream("bit flips");
	flips.one_in = how ? 1 : one_in;
	flips.bytes_per_point = !how                 ? bytes_per_point
				: strcmp(how, "all") ? strtoull(how, NULL, 10)
						     : SIZE_MAX;
	flips.bytes_held = flips.bytes_per_point < 32 ? flips.bytes_per_point : 32;
	/* A number of inputs that was hit asks for gigabytes, and gets them sorted. */
	cr_assert(!setrlimit(RLIMIT_AS, &(struct rlimit){1 << 29, 1 << 29}));
	cr_assert(!setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}));
	alice = cold_account("alice");
	bob = cold_account("bob");
}

/* Check the undisturbed output: each transaction equals the result of cold_sign, which checks it. */
static void check_undisturbed(const struct sn_unsigned_set *set)
{
	struct sn_buf content = {0};
	struct sn_signed_set signed_set;
	struct cold_result looked_at = cold_sign(&alice, set);
	cr_assert(!sn_envelope_open(&content, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &alice.view_secret,
				    payment.expected.data, payment.expected.len, NULL));
	cr_assert(!sn_signed_set_decode(&signed_set, content.data, content.len, NULL));
	cr_assert_eq(signed_set.n, looked_at.set.n);
	for (size_t i = 0; i < signed_set.n; i++) {
		struct sn_hash hash;
		cr_assert(
			signed_set.txs[i].len == looked_at.set.txs[i].len &&
			!memcmp(signed_set.txs[i].bytes, looked_at.set.txs[i].bytes, signed_set.txs[i].len));
		cr_assert(!sn_tx_hash(&hash, &looked_at.txs[i]));
		cr_assert(sn_hash_is_equal(&hash, &payment.expected_hashes[i]));
	}
	sn_signed_set_free(&signed_set);
	cold_result_free(&looked_at);
	sn_buf_free(&content);
}

static void open_journal(void)
{
	struct sn_error err = {0};
	cr_assert(!sn_signing_journal_open(&guard.signing.journal, guard.master, true, &err), "%s", err.text);
}

/* Move the journal away, and start with a new one. */
static void expect_this_journal(size_t n_txs)
{
	size_t n;
	struct sn_error err = {0};
	sn_signing_journal_close(guard.signing.journal);
	cr_assert(!sn_signing_journal_open(&guard.expected, guard.master, false, &err), "%s", err.text);
	const struct sn_signing_entry *list = sn_signing_journal_entries(guard.expected, &n);
	cr_assert_eq(n, n_txs);
	for (size_t i = 0; i < n; i++)
		cr_assert(sn_hash_is_equal(&list[i].tx_hash, &payment.expected_hashes[i]));
	cr_assert(journal_is_right());
	cr_assert(!rename(guard.journal_path, guard.expected_path));
	open_journal();
	cr_assert(!journal_is_right());
}

static void set_up_guard(const char *policy)
{
	struct sn_error err = {0};
	strcpy(guard.directory, "/tmp/sn-flips-XXXXXX");
	cr_assert(mkdtemp(guard.directory) != NULL);
	snprintf(guard.wallet_path, sizeof guard.wallet_path, "%s/master", guard.directory);
	snprintf(guard.journal_path, sizeof guard.journal_path, "%s.signed", guard.wallet_path);
	snprintf(guard.expected_path, sizeof guard.expected_path, "%s.expected", guard.journal_path);
	cr_assert(!sn_wallet_create(guard.wallet_path, SN_ROLE_MASTER, &alice, 0, "x", SN_KDF_TEST, &err),
		  "%s", err.text);
	cr_assert(!sn_wallet_open(&guard.master, guard.wallet_path, SN_WALLET_READ, "x", NULL, &err), "%s",
		  err.text);
	open_journal();
	guard.signing.now = 1700000000;
	cr_assert(!sn_policy_parse(&guard.policy, alice.network, policy, strlen(policy), &err), "%s",
		  err.text);
	sn_policy_apply(&guard.limits, guard.policy);
}

static void tear_down_guard(void)
{
	sn_signing_journal_close(guard.signing.journal);
	sn_signing_journal_close(guard.expected);
	sn_wallet_close(guard.master);
	sn_policy_free(guard.policy);
	unlink(guard.expected_path);
	unlink(guard.journal_path);
	unlink(guard.wallet_path);
	cr_assert(!rmdir(guard.directory));
}

static void disturb_file(const char *what, size_t n_txs)
{
	struct sn_buf out = {0};
	struct sn_error err = {0};
	seam_hook = at_point;
	enum outcome outcome = open_and_sign(n_txs, &out, &err);
	seam_hook = NULL;
	print_tallies(what);
	cr_assert(outcome == IDENTICAL, "the parent was disturbed: %s", err.text);
	cr_assert(flips.n_tallies > 25, "only %zu points were reached: is the seam switched on?",
		  flips.n_tallies);
	cr_assert(count(REFUSED) > count(IDENTICAL), "hardly anything was noticed");
	cr_assert(count(OTHER) == 0, "another transaction came out of the same file");
	cr_assert(count(LEAKED) == 0, "something came out in spite of an error");
	cr_assert(count(FORGOTTEN) == 0, "something came out that the journal does not know");
	cr_assert(count(HUNG) == 0);
	sn_buf_free(&out);
	sn_buf_free(&payment.file);
	sn_buf_free(&payment.expected);
}

/* Undisturbed; it makes the tables that stay for the next time, too. */
static void sign_undisturbed(size_t n_txs)
{
	struct sn_buf out = {0};
	struct sn_error err = {0};
	(void)open_and_sign(n_txs, &out, &err);
	cr_assert(out.len, "%s", err.text);
	sn_buf_free(&out);
}

static void disturb(const char *what, struct sn_unsigned_set *set)
{
	struct sn_buf content = {0};
	struct sn_error err = {0};
	cr_assert(!sn_unsigned_set_encode(&content, set, &err), "%s", err.text);
	cr_assert(!sn_envelope_seal(&payment.file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &alice.view_secret,
				    content.data, content.len, NULL));
	sign_undisturbed(set->n);
	check_undisturbed(set);
	if (guard.signing.journal)
		expect_this_journal(set->n);
	disturb_file(what, set->n);
	sn_buf_free(&content);
	cold_free(set);
}

/* One input, two outputs, a payment id. */
Test(bit_flips, everyday_payment)
{
	start(1, 2);
	struct sn_unsigned_set set = cold_everyday(&alice, cold_integrated(&bob, 7));
	disturb("1 input, 2 outputs", &set);
}

/* With a journal and a policy: the journal, read later, has every transaction of the output. */
Test(bit_flips, with_journal_and_policy)
{
	start(3, 2);
	set_up_guard(
		"{\"version\": 1, \"max_amount_per_set\": 1000000000000000, \"max_fee_per_transaction\": 100000000000}");
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 1));
	flips.always = "journal's ";
	disturb("with a journal and a policy", &set);
	cr_assert(tally_of("journal's entries")->flips > 0 && tally_of("journal's records")->flips > 0);
	tear_down_guard();
}

/* Two transactions; inputs of subaddresses with other kinds of masks; additional tx keys; no change. */
Test(bit_flips, set_of_two)
{
	start(4, 1);
	struct sn_unsigned_set set = cold_set(2);
	cold_spend(&set.txs[0], &alice,
		   &(struct cold_output){
			   .amount = COLD_XMR, .to = {0, 3}, .mask_kind = SN_MASK_EXPLICIT, .index = 2});
	cold_spend(&set.txs[0], &alice, &(struct cold_output){.amount = COLD_XMR, .mask_kind = SN_MASK_ONE});
	cold_pay(&set.txs[0], cold_address(&bob, 0, 1), COLD_XMR);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_XMR - COLD_FEE);
	cold_spend_amount(&set.txs[1], &alice, COLD_XMR);
	cold_pay(&set.txs[1], cold_address(&bob, 0, 2), COLD_XMR - COLD_FEE);
	disturb("2 transactions, 3 inputs, 4 outputs", &set);
}

/* A file of the reference wallet, with listed outputs. The translation is signed like any other set: here are
 * the request that is kept for the answer, and the answer. */
Test(bit_flips, file_of_the_reference_wallet)
{
	start(3, 2);
	struct reference_file sample = reference_open("0.18.4.0", "unsigned-standard-1");
	alice = sample.account;
	reference_seal(&payment.file, &sample);
	payment.is_reference = true;
	sign_undisturbed(1);
	disturb_file("of the reference wallet", 1);
	cr_assert(tally_of("answer")->flips > 0 && tally_of("listed outputs")->flips > 0);
	reference_free(&sample);
}

/* A different payment ID is equally valid: only the second opening of the file detects it. */
static const uint8_t *payment_id;

static void change_payment_id(const char *name, void *data, size_t len)
{
	uint8_t *at = strcmp(name, "content") ? NULL : memmem(data, len, payment_id, SN_PAYMENT_ID_BYTES);
	if (at)
		at[0] ^= 1;
}

Test(bit_flips, other_valid_content_is_refused)
{
	start(1, 1);
	struct sn_address to = cold_integrated(&bob, UINT64_C(0x0123456789abcdef));
	struct sn_unsigned_set set = cold_everyday(&alice, to), opened;
	struct sn_buf content = {0}, file = {0};
	struct sn_review review;
	struct sn_error err = {0};
	cr_assert(!sn_unsigned_set_encode(&content, &set, &err), "%s", err.text);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &alice.view_secret,
				    content.data, content.len, NULL));
	payment_id = to.payment_id;
	seam_hook = change_payment_id;
	cr_assert_eq(
		sn_cold_open_and_review(&opened, NULL, &review, &alice, NULL, file.data, file.len, 1, &err),
		SN_REFUSED);
	seam_hook = NULL;
	cr_assert(strstr(err.text, "self-check"), "%s", err.text);
	sn_buf_free(&file);
	sn_buf_free(&content);
	cold_free(&set);
}

/* This test can fail: with a single signing, a flip in the random stream makes a different transaction, which
 * passes the self-check. */
Test(bit_flips, signing_once_would_miss_a_flip)
{
	start(1, 4);
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_signed_set signed_set;
	struct sn_error err = {0};
	cr_assert(!sn_sign(&signed_set, &alice, &set, NULL, 1, &err), "%s", err.text);
	sn_put_bytes(&payment.expected, signed_set.txs->bytes, signed_set.txs->len);
	sn_signed_set_free(&signed_set);

	seam_hook = at_point;
	flips.only = "stream";
	int ret = sn_sign(&signed_set, &alice, &set, NULL, 1, &err);
	struct sn_buf out = {0};
	if (!ret)
		sn_put_bytes(&out, signed_set.txs->bytes, signed_set.txs->len);
	enum outcome outcome = judge(ret, &out, NULL, 0);
	if (flips.is_child)
		_exit(STATUS_BASE + outcome);
	seam_hook = NULL;
	print_tallies("signed once, which is not how it is done");
	cr_assert(outcome == IDENTICAL);
	cr_assert(count(OTHER) > 0, "not one other transaction");
	sn_signed_set_free(&signed_set);
	sn_buf_free(&out);
	sn_buf_free(&payment.expected);
	cold_free(&set);
}
