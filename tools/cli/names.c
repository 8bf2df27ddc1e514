#include "tools/cli/names.h"

#include "chain/lookalike.h"
#include "chain/payment_uri.h"

#include <stdio.h>
#include <string.h>

#define OVERRIDE \
	"compare it with an address received by another channel; if it is right, use --allow-lookalike"

static int parse(struct cli *cli, enum sn_network network, const char *text, struct sn_address *address)
{
	struct sn_payment_uri uri;
	if (!sn_payment_uri_is_one(text))
		return sn_address_parse_for(address, text, network, &cli->err);
	int ret = sn_payment_uri_parse(&uri, text, network, &cli->err);
	*address = uri.address;
	return ret;
}

int cli_names_address(struct cli *cli, const struct sn_names *names, enum sn_network network,
		      const char *name, const char *text, bool allow_lookalike, struct sn_address *address)
{
	const struct sn_contact *contact;
	if (sn_names_find_alike(names, name))
		return sn_error_hint(&cli->err,
				     sn_error_set(&cli->err, SN_REFUSED,
						  "the address book has a name already that looks the same"),
				     "choose another name");
	int ret = parse(cli, network, text, address);
	if (ret || allow_lookalike || sn_names_recognize(&contact, names, address) != SN_LOOKALIKE)
		return ret;
	return sn_error_hint(&cli->err,
			     sn_error_set(&cli->err, SN_REFUSED,
					  "the address looks like that of \"%s\", but is a different one",
					  contact->name),
			     OVERRIDE);
}

int cli_names_index(struct cli *cli, const char *what, const char *text, struct sn_subaddress_index *index)
{
	char account[24];
	uint64_t major, minor = 0;
	const char *slash = strchr(text, '/');
	const size_t len = slash ? (size_t)(slash - text) : strlen(text);
	snprintf(account, sizeof account, "%.*s", len < sizeof account ? (int)len : 0, text);
	if (!cli_is_number(account, 0, UINT32_MAX - 1, &major) ||
	    (slash && !cli_is_number(slash + 1, 0, UINT32_MAX - 1, &minor)))
		return cli_usage_error(cli, "%s takes an account, or an address as ACCOUNT/INDEX, not \"%s\"",
				       what, text);
	*index = (struct sn_subaddress_index){(uint32_t)major, (uint32_t)minor};
	return SN_OK;
}
