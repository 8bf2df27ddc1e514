#include "proposals.h"

#include "../unit/cold_proposal_sets.h"
#include "../unit/cold_sets.h"

#include "chain/carrot_enote.h"
#include "handoff/proposal_tx.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- an honest file */

static void spend_coins(struct scheme *s, struct sn_proposal *p, uint32_t account, size_t *next)
{
	for (size_t n = 1 + scheme_below(s, 3); n && *next < COINS; (*next)++)
		if (*next % 3 == account) {
			p->inputs[p->n_inputs++] = s->market->coins[*next].input;
			n--;
		}
}

static void pay_someone(struct scheme *s, struct sn_proposal *p, bool may_be_integrated)
{
	const struct sn_account *who = &s->market->people[BOB + scheme_below(s, 2)];
	const uint64_t amount = COLD_SMALL + scheme_below(s, COLD_XMR / 20);
	const uint32_t minor = (uint32_t)scheme_below(s, 8);
	proposal_pay(p,
		     may_be_integrated ? cold_integrated(who, 1 + scheme_below(s, UINT32_MAX))
				       : cold_address(who, minor % 3, minor),
		     amount);
}

void scheme_honest(struct scheme *s)
{
	size_t next = scheme_below(s, 8);
	s->set.n = 1 + scheme_below(s, 2);
	for (size_t i = 0; i < s->set.n; i++) {
		struct sn_proposal *p = &s->set.proposals[i];
		const uint32_t account = (uint32_t)scheme_below(s, 3);
		spend_coins(s, p, account, &next);
		for (size_t n = 1 + scheme_below(s, 3), k = 0; k < n; k++)
			pay_someone(s, p, k == 0 && scheme_below(s, 3) == 0);
		if (scheme_below(s, 4) == 0)
			proposal_pay_self(p,
					  (struct sn_subaddress_index){account, (uint32_t)scheme_below(s, 9)},
					  COLD_SMALL);
		proposal_change(p, account);
	}
}

/* ---------------------------------------------------------------- tools */

static struct sn_proposal *some(struct scheme *s)
{
	return &s->set.proposals[scheme_below(s, s->set.n)];
}

static struct sn_proposal_input *any_input(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	return &p->inputs[scheme_below(s, p->n_inputs)];
}

/* An input of this kind, in the place of another one if there is none. */
static struct sn_proposal_input *of_kind(struct scheme *s, enum sn_proposal_input_kind kind)
{
	struct sn_proposal *p = &s->set.proposals[0];
	struct sn_proposal_input *in = &p->inputs[scheme_below(s, p->n_inputs)];
	const uint32_t account = in->subaddress.major;
	for (size_t i = 0; in->kind != kind && i < p->n_inputs; i++)
		if (p->inputs[i].kind == kind)
			in = &p->inputs[i];
	if (in->kind != kind) {
		const uint64_t amount = in->amount;
		struct sn_proposal fresh = {.inputs = in};
		const struct sn_subaddress_index to = {kind == SN_PROPOSAL_COINBASE ? 0 : account, 0};
		proposal_spend(&fresh, &s->market->people[ALICE], kind, to, amount);
	}
	return in;
}

static struct sn_proposal_destination *first_destination(struct scheme *s)
{
	return &s->set.proposals[0].payments.destinations[0];
}

static struct sn_proposal_self_send *change_of(struct sn_proposal *p)
{
	return &p->payments.self_sends[p->payments.n_self_sends - 1];
}

/* ---------------------------------------------------------------- inputs */

#define FOREIGN "its one-time key does not follow from its values"

static void key(struct scheme *s)
{
	any_input(s)->key = scheme_point(s);
}

static void key_bit(struct scheme *s)
{
	any_input(s)->key.b[scheme_below(s, 32)] ^= (uint8_t)(1u << scheme_below(s, 8));
}

static void foreign(struct scheme *s)
{
	struct sn_proposal_input *in = any_input(s);
	const uint64_t amount = in->amount;
	*in = s->market->bobs.input;
	in->amount = amount;
}

static void minor(struct scheme *s)
{
	of_kind(s, (enum sn_proposal_input_kind)scheme_below(s, 3))->subaddress.minor += 1;
}

/* The sums stay right. */
static void amount_of(struct scheme *s, struct sn_proposal_input *in)
{
	const uint64_t more = 1 + scheme_below(s, COLD_XMR);
	in->amount += more;
	change_of(&s->set.proposals[0])->amount += more;
}

static void amount_normal(struct scheme *s)
{
	amount_of(s, of_kind(s, SN_PROPOSAL_NORMAL));
}

static void amount_special(struct scheme *s)
{
	amount_of(s, of_kind(s, SN_PROPOSAL_SPECIAL));
}

static void amount_old(struct scheme *s)
{
	amount_of(s, of_kind(s, SN_PROPOSAL_OLD));
}

static void mask_old(struct scheme *s)
{
	struct sn_proposal_input *in = of_kind(s, SN_PROPOSAL_OLD);
	in->mask_kind = scheme_below(s, 2) ? SN_MASK_ONE : SN_MASK_EXPLICIT;
	in->mask = cold_random_scalar();
}

static void tx_key(struct scheme *s)
{
	of_kind(s, SN_PROPOSAL_OLD)->tx_key = scheme_point(s);
}

static void position(struct scheme *s)
{
	of_kind(s, SN_PROPOSAL_OLD)->index++;
}

static void first_image(struct scheme *s)
{
	of_kind(s, scheme_below(s, 2) ? SN_PROPOSAL_NORMAL : SN_PROPOSAL_SPECIAL)->first_image =
		scheme_point(s);
}

static void anchor(struct scheme *s)
{
	of_kind(s, SN_PROPOSAL_NORMAL)->anchor[scheme_below(s, 16)] ^= (uint8_t)(1 + scheme_below(s, 255));
}

static void ephemeral(struct scheme *s)
{
	of_kind(s, SN_PROPOSAL_SPECIAL)->ephemeral[scheme_below(s, 32)] ^=
		(uint8_t)(1 + scheme_below(s, 127));
}

static void no_ephemeral(struct scheme *s)
{
	memset(of_kind(s, SN_PROPOSAL_SPECIAL)->ephemeral, 0, 32);
}

static void enote_type(struct scheme *s)
{
	of_kind(s, SN_PROPOSAL_SPECIAL)->enote_type ^= 1;
}

static void payment_id(struct scheme *s)
{
	struct sn_proposal_input *in = of_kind(s, SN_PROPOSAL_NORMAL);
	in->has_payment_id = true;
	in->payment_id[0] ^= 1;
}

static void kind(struct scheme *s)
{
	struct sn_proposal_input *in = of_kind(s, SN_PROPOSAL_NORMAL);
	in->kind = SN_PROPOSAL_SPECIAL;
	in->has_payment_id = false;
}

static void coinbase(struct scheme *s)
{
	struct sn_proposal *p = &s->set.proposals[0];
	p->inputs[0] = s->market->coins[3].input;
	p->inputs[0].kind = SN_PROPOSAL_COINBASE;
	p->inputs[0].height = 5;
	p->inputs[0].subaddress = (struct sn_subaddress_index){0, 0};
}

static void twin(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	p->inputs[p->n_inputs] = p->inputs[scheme_below(s, p->n_inputs)];
	change_of(p)->amount += p->inputs[p->n_inputs++].amount;
}

static void twin_elsewhere(struct scheme *s)
{
	s->set.n = 2;
	struct sn_proposal *p = &s->set.proposals[1];
	p->n_inputs = p->payments.n_destinations = p->payments.n_self_sends = 0;
	p->inputs[p->n_inputs++] = s->set.proposals[0].inputs[0];
	pay_someone(s, p, false);
	proposal_change(p, p->inputs[0].subaddress.major);
}

/* The same output, listed in another way that gives the same key: no payment ID is the payment ID zero. */
static void twin_in_disguise(struct scheme *s)
{
	struct sn_proposal_input *in = of_kind(s, SN_PROPOSAL_NORMAL);
	struct sn_proposal *p = &s->set.proposals[0];
	p->inputs[p->n_inputs] = *in;
	p->inputs[p->n_inputs].has_payment_id = !in->has_payment_id;
	change_of(p)->amount += p->inputs[p->n_inputs++].amount;
}

static void two_accounts(struct scheme *s)
{
	struct sn_proposal *p = &s->set.proposals[0];
	p->inputs[p->n_inputs] = s->market->coins[36 + (p->inputs[0].subaddress.major + 1) % 3].input;
	change_of(p)->amount += p->inputs[p->n_inputs++].amount;
}

/* ---------------------------------------------------------------- payments */

static void sum(struct scheme *s)
{
	change_of(some(s))->amount += scheme_below(s, 2) ? 1 : (uint64_t)-1;
}

static void overflow(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	p->payments.destinations[0].amount = UINT64_MAX - scheme_below(s, 1000);
}

static void fee(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	p->payments.fee += change_of(p)->amount;
	change_of(p)->amount = 0;
}

static void change_elsewhere(struct scheme *s)
{
	change_of(some(s))->subaddress.major += 1 + (uint32_t)scheme_below(s, 1000);
}

static void change_to_subaddress(struct scheme *s)
{
	change_of(some(s))->subaddress.minor = 1 + (uint32_t)scheme_below(s, UINT32_MAX);
}

static void no_change(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	p->payments.destinations[0].amount += change_of(p)->amount;
	change_of(p)->amount = 0;
}

/* It would not be shown. */
static void no_change_elsewhere(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	p->payments.destinations[0].amount += change_of(p)->amount;
	change_of(p)->amount = 0;
	change_of(p)->subaddress.minor = 7;
}

static void two_changes(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	const struct sn_subaddress_index to = change_of(p)->subaddress;
	p->payments.self_sends[p->payments.n_self_sends++] =
		(struct sn_proposal_self_send){.subaddress = to, .enote_type = SN_CARROT_CHANGE};
}

static void far_self_send(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	struct sn_proposal_self_send *change = change_of(p);
	change->enote_type = SN_CARROT_PAYMENT;
	change->subaddress.minor = 131072 + (uint32_t)scheme_below(s, UINT32_MAX - 131072);
}

static void only_payments_to_self(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	uint64_t rest = change_of(p)->amount;
	for (size_t i = 0; i < p->payments.n_destinations; i++)
		rest += p->payments.destinations[i].amount;
	for (size_t i = 0; i + 1 < p->payments.n_self_sends; i++)
		rest += p->payments.self_sends[i].amount;
	p->payments.n_destinations = 0;
	p->payments.n_self_sends = 2;
	for (size_t i = 0; i < 2; i++)
		p->payments.self_sends[i] = (struct sn_proposal_self_send){
			.subaddress = {0, (uint32_t)i}, .amount = i ? rest - COLD_XMR / 100 : COLD_XMR / 100};
}

static void nobody(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	p->payments.n_destinations = 0;
	p->payments.n_self_sends = 2;
	for (size_t i = 0; i < 2; i++)
		p->payments.self_sends[i] = (struct sn_proposal_self_send){.enote_type = 1};
}

static void nothing(struct scheme *s)
{
	change_of(&s->set.proposals[0])->amount += first_destination(s)->amount;
	first_destination(s)->amount = 0;
}

static void dust(struct scheme *s)
{
	change_of(&s->set.proposals[0])->amount += first_destination(s)->amount - 7;
	first_destination(s)->amount = 7;
}

static void integrated_twice(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	for (size_t i = 0; i < 2; i++)
		proposal_pay(p, cold_integrated(&s->market->people[BOB + i], 3 + i), COLD_SMALL);
	change_of(p)->amount -= 2 * COLD_SMALL;
}

static void both_kinds(struct scheme *s)
{
	struct sn_proposal *p = some(s);
	struct sn_address to = cold_address(&s->market->people[BOB], 1, 2);
	proposal_pay(p, to, COLD_SMALL);
	to.kind = SN_ADDRESS_STANDARD;
	proposal_pay(p, to, COLD_SMALL);
	change_of(p)->amount -= 2 * COLD_SMALL;
}

static void own_address(struct scheme *s)
{
	first_destination(s)->address =
		cold_address(&s->market->people[ALICE], 1, (uint32_t)scheme_below(s, 9));
}

static void own_primary_as_subaddress(struct scheme *s)
{
	first_destination(s)->address = cold_address(&s->market->people[ALICE], 0, 0);
	first_destination(s)->address.kind = SN_ADDRESS_SUBADDRESS;
}

static void own_subaddress_as_primary(struct scheme *s)
{
	first_destination(s)->address = cold_address(&s->market->people[ALICE], 1, 1);
	first_destination(s)->address.kind = SN_ADDRESS_STANDARD;
}

static void bad_key(struct scheme *s)
{
	struct sn_address *to = &first_destination(s)->address;
	struct sn_point *key = scheme_below(s, 2) ? &to->spend : &to->view;
	const uint64_t what = scheme_below(s, 3);
	if (what == 0)
		*key = cold_torsion_point();
	else if (what == 1)
		memset(key->b, 0xff, sizeof key->b);
	else
		*key = (struct sn_point){{1}}; /* the identity */
}

/* The sums stay right. */
static void other_payments(struct scheme *s)
{
	struct sn_proposal_payments *p = &some(s)->payments;
	for (size_t n = 1 + scheme_below(s, 4); n; n--) {
		struct sn_proposal_destination *a = &p->destinations[scheme_below(s, p->n_destinations)],
					       *b = &p->destinations[scheme_below(s, p->n_destinations)];
		const uint64_t part = scheme_below(s, a->amount + 1);
		const struct sn_address to = a->address;
		a->amount -= part;
		b->amount += part;
		a->address = b->address;
		b->address = to;
		if (scheme_below(s, 3) == 0)
			a->address.kind = (enum sn_address_kind)scheme_below(s, 3);
		if (a->address.kind != SN_ADDRESS_INTEGRATED)
			memset(a->address.payment_id, 0, sizeof a->address.payment_id);
		if (scheme_below(s, 3) == 0)
			p->self_sends[scheme_below(s, p->n_self_sends)].enote_type ^= 1;
		if (scheme_below(s, 9) == 0)
			b->address.view = scheme_point(s);
	}
}

/* ---------------------------------------------------------------- bytes */

static void to_bytes(struct scheme *s)
{
	struct sn_error err = {0};
	if (sn_proposal_set_encode(&s->content, &s->set, SN_MAINNET, &err))
		abort();
	s->is_bytes = true;
}

static void cut(struct scheme *s)
{
	to_bytes(s);
	s->content.len = scheme_below(s, s->content.len);
}

static void longer(struct scheme *s)
{
	to_bytes(s);
	sn_put_u8(&s->content, (uint8_t)scheme_below(s, 256));
}

static void any_bits(struct scheme *s)
{
	to_bytes(s);
	for (size_t n = 1 + scheme_below(s, 3); n; n--)
		s->content.data[scheme_below(s, s->content.len)] ^= (uint8_t)(1u << scheme_below(s, 8));
}

static void further_extra(struct scheme *s)
{
	to_bytes(s);
	s->content.data[s->content.len - 1] = 1;
	sn_put_u8(&s->content, 0);
}

static void other_kind(struct scheme *s)
{
	s->kind = SN_ENVELOPE_SIGNED_PROPOSALS;
}

static void other_wallet(struct scheme *s)
{
	s->view_secret = s->market->people[BOB].view_secret;
}

static void truth(struct scheme *s)
{
	(void)s;
}

const struct proposal_lie proposal_lies[] = {
	{"nothing but the truth", truth, ACCEPTED, 0, NULL},
	{"another one-time key", key, REFUSED, 0, FOREIGN},
	{"a bit of a one-time key", key_bit, REFUSED, 0, FOREIGN},
	{"an output of another wallet", foreign, REFUSED, 0, FOREIGN},
	{"another subaddress", minor, REFUSED, 0, FOREIGN},
	{"more in a normal output", amount_normal, REFUSED, 0, FOREIGN},
	{"more in a special output", amount_special, REFUSED, 0, FOREIGN},
	{"more in an old output: its commitment is not on the chain", amount_old, ACCEPTED, 0, NULL},
	{"another mask of an old output: its commitment is not on the chain", mask_old, ACCEPTED, 0, NULL},
	{"another tx key", tx_key, REFUSED, 0, FOREIGN},
	{"another position", position, REFUSED, 0, FOREIGN},
	{"another first key image", first_image, REFUSED, 0, FOREIGN},
	{"another anchor", anchor, REFUSED, 0, FOREIGN},
	{"another ephemeral key", ephemeral, REFUSED, 0, FOREIGN},
	{"the ephemeral key zero", no_ephemeral, REFUSED, 0, FOREIGN},
	{"another type", enote_type, REFUSED, 0, FOREIGN},
	{"a payment ID that is not there", payment_id, REFUSED, 0, FOREIGN},
	{"a normal output as a special one", kind, REFUSED, 0, FOREIGN},
	{"a normal output as coinbase", coinbase, REFUSED, 0, FOREIGN},
	{"an output twice in a transaction", twin, REFUSED, 0, "spent twice"},
	{"an output twice in a set", twin_elsewhere, REFUSED, 0, "spent twice"},
	{"an output twice, listed in two ways", twin_in_disguise, REFUSED, 0, "spent twice"},
	{"outputs of two accounts", two_accounts, REFUSED, 0, "different accounts"},
	{"a piconero too many or too few", sum, REFUSED, 0, "do not equal"},
	{"amounts that overflow", overflow, REFUSED, 0, "overflows"},
	{"all for the miner", fee, REFUSED, 0, "above the bound"},
	{"change to another account", change_elsewhere, REFUSED, 0, "the change goes to address"},
	{"change to a subaddress", change_to_subaddress, REFUSED, 0, "the change goes to address"},
	{"change of zero", no_change, ACCEPTED, 0, NULL},
	{"change of zero to a subaddress", no_change_elsewhere, REFUSED, 0, "the change goes to address"},
	{"two change outputs", two_changes, REFUSED, 0, "more than one change"},
	{"our own address, far away", far_self_send, REFUSED, 0, "would not search"},
	{"two payments to ourselves only", only_payments_to_self, REFUSED, 0,
	 "one of two must be the change"},
	{"no recipient", nobody, REFUSED, 0, "no recipient"},
	{"a payment of zero", nothing, REFUSED, 0, "gets nothing"},
	{"dust", dust, REFUSED, 0, "dust"},
	{"two integrated addresses", integrated_twice, REFUSED, 0, "integrated addresses"},
	{"the same keys as two kinds of address", both_kinds, REFUSED, 0, "the same keys"},
	{"our own address as a recipient", own_address, ACCEPTED, 0, NULL},
	{"our own primary address as a subaddress", own_primary_as_subaddress, REFUSED, 0, "declared as a"},
	{"our own subaddress as a standard address", own_subaddress_as_primary, REFUSED, 0, "declared as a"},
	{"an address with keys that are none", bad_key, REFUSED, 0, "keys of the recipient's address"},
	{"other payments with the right sums", other_payments, EITHER, 0, NULL},
	{"fewer bytes", cut, REFUSED, SN_BAD_INPUT, "malformed"},
	{"more bytes", longer, REFUSED, SN_BAD_INPUT, "malformed"},
	{"further tx extra", further_extra, REFUSED, SN_BAD_INPUT, "tx extra"},
	{"any bits", any_bits, EITHER, 0, NULL},
	{"an answer as a request", other_kind, REFUSED, SN_BAD_INPUT, "signed"},
	{"sealed for another wallet", other_wallet, REFUSED, SN_BAD_INPUT, "another wallet"},
	{NULL, NULL, EITHER, 0, NULL},
};
