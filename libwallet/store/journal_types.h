/* store/journal_types.h - kinds of journals, and the cost of guessing a password. */
#ifndef SN_STORE_JOURNAL_TYPES_H
#define SN_STORE_JOURNAL_TYPES_H

/* The contents of a journal. The numbers are part of the file format. */
enum sn_journal_kind {
	SN_JOURNAL_MASTER = 1,
	SN_JOURNAL_WATCH_ONLY = 2,
	SN_JOURNAL_KEY_IMAGES = 3, /* pairs that a watch-only wallet relies on */
	SN_JOURNAL_SIGNED = 4,     /* transactions signed with a master wallet */
};

/* Argon2id costs; the names are those of libsodium. */
enum sn_kdf_cost {
	SN_KDF_INTERACTIVE, /* 64 MiB */
	SN_KDF_MODERATE,    /* 256 MiB */
	SN_KDF_SENSITIVE,   /* 1 GiB, the maximum for a file */
	SN_KDF_TEST,        /* 8 KiB, for tests only */
};

#endif
