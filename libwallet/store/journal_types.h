/* store/journal_types.h - what a journal holds, and the cost of its password. */
#ifndef SN_STORE_JOURNAL_TYPES_H
#define SN_STORE_JOURNAL_TYPES_H

/* What a journal holds. The numbers are part of the file format. */
enum sn_journal_kind {
	SN_JOURNAL_MASTER = 1,
	SN_JOURNAL_WATCH_ONLY = 2,
	SN_JOURNAL_KEY_IMAGES = 3, /* pairs that a watch-only wallet relies on */
	SN_JOURNAL_SIGNED = 4,     /* what a master wallet has signed */
};

/* How hard the password is to guess: Argon2id cost, as libsodium names it. */
enum sn_kdf_cost {
	SN_KDF_INTERACTIVE, /* 64 MiB */
	SN_KDF_MODERATE,    /* 256 MiB */
	SN_KDF_SENSITIVE,   /* 1 GiB; a file that asks for more is refused before any is allocated */
	SN_KDF_TEST,        /* 8 KiB, for tests only */
};

#endif
