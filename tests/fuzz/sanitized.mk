# The library, the fuzz targets and run-corpus with the sanitizers, in a directory of their own. Called by the rules in
# tests/local.am, which hand over:
#
#   top_srcdir, OUT      the source tree, and where to build
#   CC, SANITIZE, FLAGS  the compiler, what instruments, and all other flags
#   SOURCES, LIBS        of the library, and what it needs
#   ENGINE               what links a fuzz target: -fsanitize=fuzzer
#
# Goals: $(OUT)/run-corpus, or `targets`: $(OUT)/fuzz_NAME for each tests/fuzz/fuzz_NAME.c. GNU make.

FUZZ = $(top_srcdir)/tests/fuzz
NAMES := $(sort $(patsubst $(FUZZ)/fuzz_%.c,%,$(wildcard $(FUZZ)/fuzz_*.c)))
SUPPORT = tests/fuzz/fuzz.c tests/fuzz/daemon_answer.c tests/fuzz/memory_journal.c \
	tests/fuzz/memory_wallet.c tests/fuzz/check_wallet.c
LIBRARY := $(patsubst %.c,$(OUT)/%.o,$(filter %.c,$(SOURCES)) $(SUPPORT))
ONE_EACH := $(NAMES:%=$(OUT)/tests/fuzz/fuzz_%.o)
TOGETHER := $(NAMES:%=$(OUT)/together/fuzz_%.o)

# What the support files take the place of.
WRAPPED = sn_journal_open sn_journal_close sn_journal_kind sn_journal_network sn_journal_path sn_journal_log \
	sn_journal_size sn_journal_is_writable sn_journal_read sn_journal_rewind sn_journal_is_at_path sn_journal_has_tail \
	sn_journal_position sn_journal_go_to sn_journal_create_like sn_journal_append sn_journal_take_back \
	access stat realpath sn_http_post sn_http_address sn_http_set_patience sn_http_set_apart sodium_malloc sodium_free sn_picture_new
LINK = $(CC) $(SANITIZE)
LINK_END = $(OUT)/libwallet.a $(WRAPPED:%=-Wl,--wrap=%) $(LIBS)
COMPILE = @mkdir -p $(@D) && $(CC) $(FLAGS) $(SANITIZE) -I$(FUZZ) -I$(OUT) -MMD -MP -c -o $@ $<

.PHONY: targets force
targets: $(NAMES:%=$(OUT)/fuzz_%)

$(OUT)/fuzz_%: $(OUT)/tests/fuzz/fuzz_%.o $(OUT)/libwallet.a
	@$(LINK) $(ENGINE) -o $@ $< $(LINK_END)

$(OUT)/run-corpus: $(OUT)/tests/fuzz/run-corpus.o $(TOGETHER) $(OUT)/libwallet.a
	@$(LINK) -o $@ $< $(TOGETHER) $(LINK_END)

$(OUT)/libwallet.a: $(LIBRARY)
	@rm -f $@ && $(AR) cr $@ $^

# The function that libFuzzer looks for, under a name for each target.
$(OUT)/together/%.o: $(FUZZ)/%.c
	$(COMPILE) -DLLVMFuzzerTestOneInput=$*

$(OUT)/%.o: $(top_srcdir)/%.c
	$(COMPILE)

$(OUT)/tests/fuzz/run-corpus.o: $(OUT)/targets.h
$(OUT)/targets.h: force
	@mkdir -p $(@D) && echo '#define TARGETS $(foreach name,$(NAMES),X($(name)))' >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.SECONDARY: $(ONE_EACH)
-include $(LIBRARY:.o=.d) $(ONE_EACH:.o=.d) $(TOGETHER:.o=.d) $(OUT)/tests/fuzz/run-corpus.d
