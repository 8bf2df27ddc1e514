#include "cold/approvals.h"

#include "cold/approval_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The names of all keys in one message. */
#define NAMES_MAX (SN_APPROVAL_KEYS_MAX * (SN_APPROVAL_NAME_MAX + 2) + 1)

int sn_approvals_add(struct sn_approvals *approvals, const char *name, struct sn_buf *file,
		     struct sn_error *err)
{
	const size_t i = approvals->n;
	int ret = SN_OK;
	if (i == SN_APPROVALS_MAX)
		ret = sn_error_set(err, SN_REFUSED, "more than %d approvals", SN_APPROVALS_MAX);
	else if ((ret = sn_detached_signature_parse(&approvals->list[i].signature, file->data, file->len,
						    err)))
		ret = sn_error_prefix(err, ret, "%s", name);
	else if (!(approvals->list[i].name = strdup(name)))
		ret = sn_error_memory(err);
	if (ret) {
		sn_buf_free(file);
		return ret;
	}
	approvals->list[i].file = *file;
	approvals->n++;
	*file = (struct sn_buf){0};
	return SN_OK;
}

void sn_approvals_free(struct sn_approvals *approvals)
{
	for (size_t i = 0; i < approvals->n; i++) {
		free(approvals->list[i].name);
		sn_buf_free(&approvals->list[i].file);
	}
	approvals->n = 0;
}

/* The index of the key with this number; keys->n: none. */
static size_t find_key(const struct sn_approval_keys *keys, const struct sn_detached_signature *signature)
{
	size_t i = 0;
	while (i < keys->n && memcmp(keys->keys[i].key.number, signature->number, sizeof signature->number))
		i++;
	return i;
}

static int check_one(struct sn_review_approvals *result, const struct sn_approval_keys *keys,
		     const struct sn_detached_signature *signature, const void *file, size_t len,
		     struct sn_error *err)
{
	const size_t i = find_key(keys, signature);
	if (i == keys->n) {
		char number[SN_DETACHED_NUMBER_TEXT_MAX];
		sn_detached_number_format(number, signature->number);
		return sn_error_set(err, SN_REFUSED, "signed with the key %s, which the policy does not have",
				    number);
	}
	if (!sn_detached_signature_is_valid(signature, &keys->keys[i].key, file, len))
		return sn_error_hint(err,
				     sn_error_set(err, SN_REFUSED,
						  "not a valid signature of this unsigned file by %s",
						  keys->keys[i].name),
				     "sign exactly this file, without changing it afterwards");
	result->is_given[i] = true;
	return SN_OK;
}

int sn_approvals_check(struct sn_review_approvals *result, const struct sn_policy *policy,
		       const struct sn_approvals *approvals, const void *file, size_t len,
		       const struct sn_hash *digest, struct sn_error *err)
{
	const struct sn_approval_keys *keys = sn_policy_approval_keys(policy);
	int ret = SN_OK;
	*result = (struct sn_review_approvals){0};
	if (!keys)
		return SN_OK;
	for (size_t i = 0; !ret && approvals && i < approvals->n; i++) {
		ret = check_one(result, keys, &approvals->list[i].signature, file, len, err);
		if (ret)
			sn_error_prefix(err, ret, "approval %s", approvals->list[i].name);
	}
	if (ret) {
		*result = (struct sn_review_approvals){0};
		return ret;
	}
	result->required = keys->required;
	result->n = keys->n;
	result->digest = *digest;
	for (size_t i = 0; i < keys->n; i++)
		strcpy(result->names[i], keys->keys[i].name);
	return SN_OK;
}

size_t sn_approvals_count(const struct sn_review_approvals *approvals)
{
	size_t count = 0;
	for (size_t i = 0; i < approvals->n; i++)
		count += approvals->is_given[i];
	return count;
}

static int refuse_missing(const struct sn_review_approvals *given, size_t required, struct sn_error *err)
{
	char names[NAMES_MAX] = "";
	const size_t n_missing = required - sn_approvals_count(given);
	for (size_t i = 0, at = 0; i < given->n; i++)
		if (!given->is_given[i])
			at += (size_t)snprintf(names + at, sizeof names - at, "%s%s", at ? ", " : "",
					       given->names[i]);
	return sn_error_hint(
		err,
		sn_error_set(err, SN_REFUSED,
			     "policy: %zu of %zu required approvals %s missing; not approved by %s",
			     n_missing, required, n_missing == 1 ? "is" : "are", names),
		"sign the unsigned file with minisign or signify, and use --approval=FILE");
}

int sn_approvals_refuse(const struct sn_policy *policy, struct sn_error *err)
{
	const struct sn_approval_keys *keys = sn_policy_approval_keys(policy);
	if (!keys)
		return SN_OK;
	return sn_error_hint(
		err,
		sn_error_set(err, SN_REFUSED,
			     "policy: %zu approval%s required, which only cold-sign can check",
			     keys->required, keys->required == 1 ? " is" : "s are"),
		"prepare the payment with a watch-only wallet, and sign the unsigned file with cold-sign");
}

int sn_approvals_need(const struct sn_policy *policy, const struct sn_review_approvals *given,
		      const struct sn_hash *digest, struct sn_error *err)
{
	const struct sn_approval_keys *keys = sn_policy_approval_keys(policy);
	if (!keys)
		return SN_OK;
	if (!given)
		return sn_approvals_refuse(policy, err);
	if (!sn_hash_is_equal(&given->digest, digest))
		return sn_error_set(err, SN_REFUSED,
				    "internal error: the approvals are those of another file");
	return sn_approvals_count(given) < keys->required ? refuse_missing(given, keys->required, err)
							  : SN_OK;
}
