#include "tools/cli/config.h"

#include "base/file.h"
#include "tools/cli/rules.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES_MAX = 65536, VARIABLE_MAX = 64 };

static const struct key {
	const char *name; /* of the option */
	bool is_path;     /* the value is a path, and an environment variable can set it */
} keys[] = {
	{"wallet-file", true},    {"password-file", true}, {"watch-password-file", true},
	{"policy", true},         {"max-fee", false},      {"daemon-address", false},
	{"daemon-ca-file", true}, {"proxy", false},        {"network", false},
	{"wait", false},          {"kdf", false},          {"subaddress-lookahead", false},
	{"log-level", false},     {"log-file", true},      {"log-format", false},
};

enum { N_KEYS = sizeof keys / sizeof *keys };

/* Where values come from: the environment or the file. */
struct source {
	struct cli *cli;
	const struct cli_options *table;
	bool has_wallet;      /* a stronger source names the wallet, or excludes one */
	bool is_seen[N_KEYS]; /* the key is in the file already */
};

static const struct cli_option *find_option(const struct source *source, const char *name)
{
	return cli_options_find(source->table, name, strlen(name));
}

static struct source make_source(struct cli *cli, const struct cli_options *table)
{
	struct source source = {.cli = cli, .table = table};
	const struct cli_option *wallet = find_option(&source, "wallet-file");
	source.has_wallet =
		wallet && (cli_option_is_given(wallet) || !cli_rules_combine(cli, table, wallet, ""));
	return source;
}

static const struct key *find_key(const char *name, size_t len)
{
	for (size_t i = 0; i < N_KEYS; i++)
		if (strlen(keys[i].name) == len && !memcmp(keys[i].name, name, len))
			return &keys[i];
	return NULL;
}

/* A copy of `text`, with the home directory instead of a ~ at the beginning. */
static char *expand(const char *text)
{
	const char *home = text[0] == '~' ? secure_getenv("HOME") : NULL;
	if (!home)
		return strdup(text);
	const size_t size = strlen(home) + strlen(text);
	char *path = malloc(size);
	if (path)
		snprintf(path, size, "%s%s", home, text + 1);
	return path;
}

/* Set the option, unless a stronger source or an option that excludes it is there. */
static int set(struct source *source, const struct key *key, const char *value)
{
	struct cli *cli = source->cli;
	const struct cli_option *option = find_option(source, key->name);
	if (!option || cli_option_is_given(option) ||
	    (source->has_wallet && !strcmp(key->name, "password-file")))
		return SN_OK;
	if (!cli_rules_combine(cli, source->table, option, value))
		return SN_OK;
	assert(cli->n_defaults < CLI_DEFAULTS_MAX);
	char *copy = key->is_path ? expand(value) : strdup(value);
	if (!copy)
		return sn_error_memory(&cli->err);
	cli->defaults[cli->n_defaults++] = copy;
	*option->text = copy;
	return SN_OK;
}

/* SNEAKERNOTE_WALLET_FILE for wallet-file. */
static void name_variable(char name[VARIABLE_MAX], const char *key)
{
	snprintf(name, VARIABLE_MAX, "SNEAKERNOTE_%s", key);
	for (char *at = name; *at; at++)
		*at = *at == '-' ? '_' : (char)toupper((unsigned char)*at);
}

static int apply_environment(struct cli *cli, const struct cli_options *table)
{
	struct source source = make_source(cli, table);
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < N_KEYS; i++) {
		char name[VARIABLE_MAX];
		name_variable(name, keys[i].name);
		const char *value = keys[i].is_path ? secure_getenv(name) : NULL;
		if (value && *value)
			ret = set(&source, &keys[i], value);
	}
	return ret;
}

static char *trim(char *text)
{
	text += strspn(text, " \t");
	size_t len = strlen(text);
	while (len && strchr(" \t\r", text[len - 1]))
		len--;
	text[len] = '\0';
	return text;
}

static int check_key(struct source *source, const char *name, const struct key *key)
{
	struct sn_error *err = &source->cli->err;
	if (!key)
		return sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "unknown key \"%.40s\"", name),
				     "see sneakernote(7) for the keys; secrets cannot be in this file");
	if (source->is_seen[key - keys])
		return sn_error_set(err, SN_BAD_INPUT, "%s is set twice", key->name);
	source->is_seen[key - keys] = true;
	return SN_OK;
}

/* A relative path would name another file in each working directory. */
static int check_value(struct source *source, const struct key *key, const char *value)
{
	struct sn_error *err = &source->cli->err;
	if (!*value)
		return sn_error_set(err, SN_BAD_INPUT, "%s has no value", key->name);
	if (key->is_path && value[0] != '/' && strncmp(value, "~/", 2)) {
		int ret = sn_error_set(err, SN_BAD_INPUT, "%s \"%s\" does not begin with / or ~/", key->name,
				       value);
		return strchr("\"'", value[0]) ? sn_error_hint(err, ret, "write the value without quotes")
					       : ret;
	}
	return SN_OK;
}

static int apply_line(struct source *source, char *line)
{
	line = trim(line);
	if (!*line || *line == '#')
		return SN_OK;
	char *value = strchr(line, '=');
	if (!value)
		return sn_error_set(&source->cli->err, SN_BAD_INPUT, "the line is not KEY = VALUE");
	*value++ = '\0';
	const char *name = trim(line);
	const struct key *key = find_key(name, strlen(name));
	value = trim(value);
	int ret = check_key(source, name, key);
	if (!ret)
		ret = check_value(source, key, value);
	return ret ? ret : set(source, key, value);
}

/* `text` has `len` bytes and a NUL after them. */
static int apply_lines(struct source *source, const char *path, char *text, size_t len)
{
	struct sn_error *err = &source->cli->err;
	int ret = SN_OK;
	if (memchr(text, '\0', len))
		return sn_error_set(err, SN_BAD_INPUT, "%s is not a text", path);
	for (size_t number = 1; !ret && text; number++) {
		char *end = strchr(text, '\n');
		if (end)
			*end++ = '\0';
		ret = apply_line(source, text);
		if (ret)
			sn_error_prefix(err, ret, "%s, line %zu", path, number);
		text = end;
	}
	return ret;
}

/* Another user who can change the file could choose the daemon. */
static int check_owner(struct sn_error *err, const char *path, const struct stat *status)
{
	if ((status->st_uid == geteuid() || status->st_uid == 0) && !(status->st_mode & (S_IWGRP | S_IWOTH)))
		return SN_OK;
	return sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "another user can change %s", path),
			     "make it your own file, and run 'chmod go-w' on it");
}

/* Whether `path`, which names no file, leads to a symbolic link without a target. The target may be in a file
 * system that is not mounted. True also when out of memory. */
static bool is_broken_link(const char *path)
{
	struct stat status;
	char *part = strdup(path), *slash = part;
	while (slash && *part && lstat(part, &status))
		if ((slash = strrchr(part, '/')))
			*slash = '\0';
	const bool is_broken = !part || (slash && *part && S_ISLNK(status.st_mode) && stat(part, &status));
	free(part);
	return is_broken;
}

static int apply_file(struct cli *cli, const struct cli_options *table, const char *path, bool is_required)
{
	struct source source = make_source(cli, table);
	struct sn_buf text = {0};
	struct stat status;
	if (stat(path, &status)) {
		const int reason = errno;
		if (!is_required && (reason == ENOENT || reason == ENOTDIR) && !is_broken_link(path))
			return SN_OK;
		errno = reason;
		return sn_error_errno(&cli->err, "cannot open %s", path);
	}
	int ret = check_owner(&cli->err, path, &status);
	if (!ret)
		ret = sn_file_read(path, FILE_BYTES_MAX, &text, &cli->err);
	if (!ret) {
		sn_put_u8(&text, 0);
		ret = text.failed ? sn_error_memory(&cli->err)
				  : apply_lines(&source, path, (char *)text.data, text.len - 1);
	}
	sn_buf_free(&text);
	return ret;
}

/* $XDG_CONFIG_HOME, which must be absolute, or ~/.config; NULL without a home directory. Free it. */
static char *default_path(void)
{
	static const char file[] = "/sneakernote/config";
	const char *directory = secure_getenv("XDG_CONFIG_HOME"), *home = secure_getenv("HOME");
	const bool is_set = directory && directory[0] == '/';
	if (!is_set && (!home || home[0] != '/'))
		return NULL;
	if (!is_set)
		directory = home;
	const size_t size = strlen(directory) + sizeof "/.config" + sizeof file;
	char *path = malloc(size);
	if (path)
		snprintf(path, size, "%s%s%s", directory, is_set ? "" : "/.config", file);
	return path;
}

int cli_config_apply(struct cli *cli, const struct cli_options *table)
{
	int ret = apply_environment(cli, table);
	const char *path = secure_getenv("SNEAKERNOTE_CONFIG");
	if (ret || (path && !*path))
		return ret;
	if (path)
		return apply_file(cli, table, path, true);
	char *found = default_path();
	if (found)
		ret = apply_file(cli, table, found, false);
	free(found);
	return ret;
}

bool cli_config_has(const struct cli *cli, const char *value)
{
	for (size_t i = 0; i < cli->n_defaults; i++)
		if (cli->defaults[i] == value)
			return true;
	return false;
}

void cli_config_free(struct cli *cli)
{
	while (cli->n_defaults)
		free(cli->defaults[--cli->n_defaults]);
}
