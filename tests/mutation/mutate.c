/* tests/mutation/mutate - list small changes to C sources, each of which makes a program wrong, or ought to.
 *
 *     mutate FILE...                 all that there are
 *     mutate --draw SEED N FILE...   N of them, drawn at random without repetition
 *
 * One change a line, fields separated by tabs: FILE, offset and length of the bytes that are replaced, line
 * number, operator, their replacement, the first line that changes, and what it becomes (both without
 * indentation). The replacement never holds a tab or a newline. An output depends on the arguments and the
 * bytes of the files alone.
 *
 * The operators:
 *
 *     relation    < <= > >= == != become another one: the bound moves, or the meaning is reversed
 *     arithmetic  + - * / % << >> & | ^ and their assignments, ++ and --
 *     logic       && and || become each other; a ! is dropped
 *     condition   what follows if or while is negated, what follows return, if it compares, too
 *     constant    an integer is one more, or one less
 *     return      another value: 0, SN_OK, SN_IO, true or false
 *     delete      a statement that is a call, an assignment, break, continue or goto
 *
 * Only function bodies change, and there neither comments, strings, preprocessor lines nor declarations
 * without a value. This is no parser: it relies on the style of this project (CONTRIBUTING.md), and what does
 * not compile is no mutant. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct source {
	const char *name;
	char *text; /* as it is */
	char *code; /* the same with blanks for what is not to change */
	size_t len;
	bool *is_body;
};

struct mutant {
	const struct source *source;
	size_t at, len;
	const char *operator;
	char with[200];
};

static struct mutant *mutants;
static size_t n_mutants, cap_mutants;

static void fail(const char *what)
{
	fprintf(stderr, "mutate: error: %s\n", what);
	exit(1);
}

static void add(const struct source *s, size_t at, size_t len, const char *operator, const char * with)
{
	struct mutant m = {.source = s, .at = at, .len = len, .operator= operator};
	if (strlen(with) >= sizeof m.with)
		return;
	strcpy(m.with, with);
	if (n_mutants == cap_mutants) {
		cap_mutants = 2 * cap_mutants + 1024;
		mutants = realloc(mutants, cap_mutants * sizeof *mutants);
		if (!mutants)
			fail("out of memory");
	}
	mutants[n_mutants++] = m;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool starts_word(const struct source *s, size_t at, const char *word)
{
	size_t n = strlen(word);
	return !strncmp(s->code + at, word, n) && !is_word(s->code[at + n]) &&
	       (at == 0 || !is_word(s->code[at - 1]));
}

/* ------------------------------------------------------------------ what may change */

static size_t skip_quoted(struct source *s, size_t at)
{
	char quote = s->code[at];
	size_t end = at + 1;
	while (end < s->len && s->code[end] != quote)
		end += s->code[end] == '\\' ? 2 : 1;
	for (size_t i = at + 1; i < end && i < s->len; i++)
		s->code[i] = '\''; /* no blank: an operand stands here */
	return end + 1;
}

static void blank(struct source *s, size_t from, size_t end)
{
	for (size_t i = from; i < end && i < s->len; i++)
		if (s->code[i] != '\n')
			s->code[i] = ' ';
}

static void blank_comments(struct source *s)
{
	for (size_t i = 0; i < s->len;) {
		char *c = s->code + i;
		if (!strncmp(c, "/*", 2) || !strncmp(c, "//", 2)) {
			const char *end = strstr(c + 2, c[1] == '*' ? "*/" : "\n");
			size_t to = end ? (size_t)(end - s->code) + (c[1] == '*' ? 2 : 0) : s->len;
			blank(s, i, to);
			i = to;
		} else if (*c == '"' || *c == '\'') {
			i = skip_quoted(s, i);
		} else if (*c == '#' && (i == 0 || c[-1] == '\n')) {
			size_t to = i;
			while (to < s->len && (s->code[to] != '\n' || s->code[to - 1] == '\\'))
				to++;
			blank(s, i, to);
			i = to;
		} else {
			i++;
		}
	}
}

/* A brace at the left margin opens a function, and one there closes it. */
static void find_bodies(struct source *s)
{
	bool is_body = false;
	for (size_t i = 0; i < s->len; i++) {
		bool is_margin = i == 0 || s->code[i - 1] == '\n';
		if (is_margin && s->code[i] == '{')
			is_body = true;
		if (is_margin && s->code[i] == '}')
			is_body = false;
		s->is_body[i] = is_body;
	}
}

static bool is_type(const char *word, size_t n)
{
	static const char *const types[] = {"const",    "static", "struct", "enum", "union",
					    "unsigned", "int",    "bool",   "char", "long",
					    "double",   "void",   "float",  "short"};
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strlen(types[i]) == n && !strncmp(word, types[i], n))
			return true;
	return n > 2 && !strncmp(word + n - 2, "_t", 2);
}

/* The end of the statement that begins here: its semicolon, or the brace or parenthesis that ends it
 * otherwise. */
static size_t end_of_statement(const struct source *s, size_t at)
{
	int depth = 0;
	for (; at < s->len; at++) {
		char c = s->code[at];
		if (c == '(' || c == '[' || c == '{')
			depth++;
		if (c == ')' || c == ']' || c == '}')
			depth--;
		if (depth < 0 || (c == ';' && depth == 0))
			break;
	}
	return at;
}

/* What is declared has a size and a name: only its value may change. */
static void blank_declaration(struct source *s, size_t at)
{
	size_t end = end_of_statement(s, at), value = at;
	while (value < end && s->code[value] != '=')
		value++;
	blank(s, at, value < end ? value + 1 : end);
}

/* ------------------------------------------------------------------ operators */

static const struct {
	const char *from, *to;
	const char *operator;
} swaps[] = {
	/* Longer ones first. */
	{"<<=", ">>=", "arithmetic"}, {">>=", "<<=", "arithmetic"}, {"<<", ">>", "arithmetic"},
	{">>", "<<", "arithmetic"},   {"<=", "<", "relation"},      {"<=", ">", "relation"},
	{">=", ">", "relation"},      {">=", "<", "relation"},      {"==", "!=", "relation"},
	{"!=", "==", "relation"},     {"&&", "||", "logic"},        {"||", "&&", "logic"},
	{"+=", "-=", "arithmetic"},   {"-=", "+=", "arithmetic"},   {"*=", "+=", "arithmetic"},
	{"/=", "*=", "arithmetic"},   {"|=", "&=", "arithmetic"},   {"&=", "|=", "arithmetic"},
	{"^=", "|=", "arithmetic"},   {"%=", "*=", "arithmetic"},   {"<", "<=", "relation"},
	{"<", ">=", "relation"},      {">", ">=", "relation"},      {">", "<=", "relation"},
	{"+", "-", "arithmetic"},     {"-", "+", "arithmetic"},     {"*", "/", "arithmetic"},
	{"/", "*", "arithmetic"},     {"%", "*", "arithmetic"},     {"&", "|", "arithmetic"},
	{"|", "&", "arithmetic"},     {"^", "|", "arithmetic"},
};

/* Operators with two operands stand between blanks. */
static void list_swaps(const struct source *s, size_t at)
{
	size_t n = 0;
	if (at && isspace((unsigned char)s->code[at - 1]))
		while (ispunct((unsigned char)s->code[at + n]) && !strchr("_()[]{};,'\"", s->code[at + n]))
			n++;
	for (size_t i = 0; n && isspace((unsigned char)s->code[at + n]) && i < sizeof swaps / sizeof *swaps;
	     i++)
		if (strlen(swaps[i].from) == n && !strncmp(s->code + at, swaps[i].from, n))
			add(s, at, n, swaps[i].operator, swaps[i].to);
	if (!strncmp(s->code + at, "++", 2))
		add(s, at, 2, "arithmetic", "--");
	else if (!strncmp(s->code + at, "--", 2))
		add(s, at, 2, "arithmetic", "++");
	if (s->code[at] == '!' && s->code[at + 1] != '=')
		add(s, at, 1, "logic", "");
}

static void list_constant(const struct source *s, size_t at)
{
	char *end, more[32], less[32];
	if (!isdigit((unsigned char)s->code[at]) ||
	    (at && (is_word(s->code[at - 1]) || s->code[at - 1] == '.')))
		return;
	unsigned long long n = strtoull(s->code + at, &end, 0);
	size_t len = (size_t)(end - (s->code + at));
	if (*end == '.' || n > INT64_MAX / 2)
		return;
	bool is_hex = s->code[at + 1] == 'x';
	snprintf(more, sizeof more, is_hex ? "0x%llx" : "%llu", n + 1);
	snprintf(less, sizeof less, is_hex ? "0x%llx" : "%llu", n - 1);
	add(s, at, len, "constant", more);
	if (n)
		add(s, at, len, "constant", less);
}

static void list_condition(const struct source *s, size_t at)
{
	if (!starts_word(s, at, "if") && !starts_word(s, at, "while"))
		return;
	size_t from = at + strcspn(s->code + at, "("), end = end_of_statement(s, from + 1);
	char with[200];
	if (s->code[from] != '(' || s->code[end] != ')' || end - from > 180 ||
	    memchr(s->text + from, '\n', end - from)) {
		/* Over several lines: what opens it will do, and what closes it stays. */
		return;
	}
	snprintf(with, sizeof with, "(!%.*s)", (int)(end + 1 - from), s->text + from);
	add(s, from, end + 1 - from, "condition", with);
}

static bool has(const char *text, size_t n, const char *part)
{
	return memmem(text, n, part, strlen(part)) != NULL;
}

static void list_return(const struct source *s, size_t at)
{
	if (!starts_word(s, at, "return"))
		return;
	size_t from = at + 6 + strspn(s->code + at + 6, " "), end = end_of_statement(s, from), n = end - from;
	const char *value = s->code + from;
	if (n == 0)
		return;
	if (n == 4 && !strncmp(value, "true", n)) {
		add(s, from, n, "return", "false");
	} else if (n == 5 && !strncmp(value, "false", n)) {
		add(s, from, n, "return", "true");
	} else if (n == 5 && !strncmp(value, "SN_OK", n)) {
		add(s, from, n, "return", "SN_IO");
	} else if (n == 1 && *value == '0') {
		add(s, from, n, "return", "1");
	} else {
		add(s, from, n, "return", "0");
		char with[200];
		if (n < 180 && !memchr(value, '\n', n) &&
		    (has(value, n, "&&") || has(value, n, "||") || has(value, n, "==") ||
		     has(value, n, "!="))) {
			snprintf(with, sizeof with, "!(%.*s)", (int)n, s->text + from);
			add(s, from, n, "condition", with);
		}
	}
}

/* Calls and assignments begin with a name, ++ or *, and are no declarations. */
static void list_deletion(const struct source *s, size_t at)
{
	size_t line = at;
	while (line && (s->code[line - 1] == '\t' || s->code[line - 1] == ' '))
		line--;
	if (line == at || (line && s->code[line - 1] != '\n'))
		return;
	/* The rest of a statement that began a line earlier is none. */
	size_t before = line;
	while (before && isspace((unsigned char)s->code[before - 1]))
		before--;
	if (before && !strchr(";{}):", s->code[before - 1]) && strncmp(s->code + before - 4, "else", 4))
		return;
	if (!isalpha((unsigned char)s->code[at]) && s->code[at] != '*' && s->code[at] != '+' &&
	    s->code[at] != '-')
		return;
	static const char *const others[] = {"if",     "else", "for",     "while",  "do",
					     "switch", "case", "default", "return", "sizeof"};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (starts_word(s, at, others[i]))
			return;
	size_t end = end_of_statement(s, at);
	if (s->code[end] != ';' || memchr(s->code + at, '{', end - at))
		return;
	bool is_jump =
		starts_word(s, at, "goto") || starts_word(s, at, "break") || starts_word(s, at, "continue");
	const char *text = s->code + at;
	size_t n = end - at;
	if (is_jump || has(text, n, "(") || has(text, n, "=") || has(text, n, "++") || has(text, n, "--"))
		add(s, at, end - at, "delete", "");
}

static void list_all(struct source *s)
{
	for (size_t i = 0; i < s->len; i++) {
		size_t n = 0;
		if (!s->is_body[i] || isspace((unsigned char)s->code[i]))
			continue;
		bool is_start = i == 0 || !is_word(s->code[i - 1]);
		while (is_start && is_word(s->code[i + n]))
			n++;
		if (n && is_type(s->code + i, n) && s->code[i + n] == ' ' && s->code[i - 1] == '\t') {
			blank_declaration(s, i);
			continue;
		}
		list_swaps(s, i);
		list_constant(s, i);
		list_condition(s, i);
		list_return(s, i);
		if (is_start)
			list_deletion(s, i);
	}
}

static void read_source(struct source *s, const char *name)
{
	FILE *f = fopen(name, "r");
	*s = (struct source){.name = name,
			     .text = calloc(1, 1 << 20),
			     .code = calloc(1, 1 << 20),
			     .is_body = calloc(1, 1 << 20)};
	if (!f || !s->text || !s->code || !s->is_body)
		fail(name);
	s->len = fread(s->text, 1, (1 << 20) - 8, f);
	fclose(f);
	memcpy(s->code, s->text, s->len);
	blank_comments(s);
	find_bodies(s);
}

/* ------------------------------------------------------------------ output */

/* The first line that changes, before and after, without indentation and tabs. */
static void print(const struct mutant *m)
{
	const struct source *s = m->source;
	size_t line = 1, from = m->at, end = m->at + m->len, to;
	for (size_t i = 0; i < m->at; i++)
		line += s->text[i] == '\n';
	while (from && s->text[from - 1] != '\n')
		from--;
	from += strspn(s->text + from, "\t ");
	for (to = from; to < s->len && s->text[to] != '\n'; to++)
		;
	printf("%s\t%zu\t%zu\t%zu\t%s\t%s\t%.*s\t%.*s%s%.*s\n", s->name, m->at, m->len, line, m->operator,
	       m->with, (int)(to - from), s->text + from, (int)(m->at - from), s->text + from, m->with,
	       end < to ? (int)(to - end) : 0, s->text + end);
}

/* splitmix64. Source: Vigna, https://prng.di.unimi.it/splitmix64.c (public domain). */
static uint64_t state;

static uint64_t next_random(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

int main(int argc, char **argv)
{
	bool is_drawn = argc > 4 && !strcmp(argv[1], "--draw");
	int first = is_drawn ? 4 : 1;
	if (argc <= first || (argv[first][0] == '-')) {
		fprintf(stderr, "usage: mutate [--draw SEED N] FILE...\n");
		return 2;
	}
	struct source *sources = calloc((size_t)argc, sizeof *sources);
	if (!sources)
		fail("out of memory");
	for (int i = first; i < argc; i++) {
		read_source(&sources[i], argv[i]);
		list_all(&sources[i]);
	}
	size_t n = is_drawn ? strtoull(argv[3], NULL, 10) : n_mutants;
	if (n > n_mutants)
		n = n_mutants;
	state = is_drawn ? strtoull(argv[2], NULL, 10) : 0;
	for (size_t i = 0; i < n; i++) {
		size_t pick = is_drawn ? i + next_random() % (n_mutants - i) : i;
		struct mutant m = mutants[pick];
		mutants[pick] = mutants[i];
		print(&m);
	}
	for (int i = first; i < argc; i++) {
		free(sources[i].text);
		free(sources[i].code);
		free(sources[i].is_body);
	}
	free(sources);
	free(mutants);
	return 0;
}
