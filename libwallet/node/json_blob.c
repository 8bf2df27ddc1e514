#include "node/json_blob.h"

#include <string.h>

/* Iterates over the strings of a text; `begin` to `end` is between the quotes. */
struct strings {
	const uint8_t *p;
	size_t len, at, begin, end;
	bool failed; /* a string does not end */
};

static bool next_string(struct strings *s)
{
	const uint8_t *quote = s->at < s->len ? memchr(s->p + s->at, '"', s->len - s->at) : NULL;
	if (!quote)
		return false;
	s->begin = s->end = (size_t)(quote - s->p) + 1;
	while (s->end < s->len && s->p[s->end] != '"')
		s->end += s->p[s->end] == '\\' ? 2 : 1;
	s->failed = s->end >= s->len;
	s->at = s->end + 1;
	return !s->failed;
}

static size_t skip_space(const struct strings *s, size_t at)
{
	while (at < s->len && (s->p[at] == ' ' || s->p[at] == '\t' || s->p[at] == '\r' || s->p[at] == '\n'))
		at++;
	return at;
}

/* Whether the current string is this key and its value is a string. */
static bool is_key(const struct strings *s, const char *key)
{
	size_t len = strlen(key);
	if (s->end - s->begin != len || memcmp(s->p + s->begin, key, len) != 0)
		return false;
	size_t colon = skip_space(s, s->end + 1);
	if (colon >= s->len || s->p[colon] != ':')
		return false;
	size_t value = skip_space(s, colon + 1);
	return value < s->len && s->p[value] == '"';
}

/* Whether the `n` bytes at `p` begin with the digits of \u00XX for an ASCII character. */
static bool read_code(const uint8_t *p, size_t n, uint8_t *out)
{
	if (n < 4 || p[0] != '0' || p[1] != '0' || p[2] < '0' || p[2] > '7')
		return false;
	uint8_t low = p[3] >= '0' && p[3] <= '9'   ? p[3] - '0'
		      : p[3] >= 'a' && p[3] <= 'f' ? p[3] - 'a' + 10
		      : p[3] >= 'A' && p[3] <= 'F' ? p[3] - 'A' + 10
						   : 16;
	*out = (uint8_t)((p[2] - '0') << 4 | low);
	return low < 16;
}

static bool decode(uint8_t *p, size_t n, size_t *n_decoded)
{
	static const char escapes[] = "bfnrtv\"\\/", meanings[] = "\b\f\n\r\t\v\"\\/";
	size_t to = 0;
	for (size_t i = 0; i < n; i++) {
		if (p[i] != '\\') {
			p[to++] = p[i];
			continue;
		}
		const char *escape = ++i < n && p[i] ? strchr(escapes, p[i]) : NULL;
		if (escape) {
			p[to++] = (uint8_t)meanings[escape - escapes];
		} else if (i < n && p[i] == 'u' && read_code(p + i + 1, n - i - 1, &p[to])) {
			to++;
			i += 4;
		} else {
			return false;
		}
	}
	*n_decoded = to;
	return true;
}

bool sn_json_blob_cut(struct sn_buf *text, const char *key, size_t rest_max, struct sn_buf *rest,
		      struct sn_json_blob *out)
{
	struct strings s = {.p = text->data, .len = text->len};
	size_t begin = text->len, end = text->len;
	*out = (struct sn_json_blob){0};
	while (next_string(&s)) {
		if (!is_key(&s, key))
			continue;
		if (out->is_present || !next_string(&s))
			return false;
		out->is_present = true;
		begin = s.begin;
		end = s.end;
	}
	if (s.failed || begin + (text->len - end) > rest_max)
		return false;
	sn_put_bytes(rest, text->data, begin);
	sn_put_bytes(rest, text->data + end, text->len - end);
	if (out->is_present) {
		out->data = text->data + begin;
		return decode(text->data + begin, end - begin, &out->len);
	}
	return true;
}
