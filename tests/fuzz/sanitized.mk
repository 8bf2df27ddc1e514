# Build the library, the fuzz targets, run-corpus and the unit test programs with sanitizers, in a separate directory.
# The rules in tests/local.am call this file with these variables:
#
#   top_srcdir, OUT         the source tree, the directory to build in
#   CC, SANITIZE, FLAGS     the compiler, the sanitizer flags, all other flags
#   SOURCES, LIBS           sources of the library, and the libraries that it needs
#   ENGINE                  the flag that links a fuzz target: -fsanitize=fuzzer
#   UNITS                   the unit test programs to build: base, crypto, ...
#   SOURCES_base, LINK_base sources of the program base, and its own linker flags, if any; so for each program
#   CLI_SOURCES             sources of libcli, which the program tools needs
#   UNIT_FLAGS, UNIT_LIBS   further flags and libraries of the unit test programs
#
# Goals: $(OUT)/run-corpus; `targets`: $(OUT)/fuzz_NAME for each tests/fuzz/fuzz_NAME.c; `units`: $(OUT)/unit/NAME for
# each name in UNITS. GNU make.

FUZZ = $(top_srcdir)/tests/fuzz
NAMES := $(sort $(patsubst $(FUZZ)/fuzz_%.c,%,$(wildcard $(FUZZ)/fuzz_*.c)))
SUPPORT = tests/fuzz/fuzz.c tests/fuzz/daemon_answer.c tests/fuzz/memory_journal.c \
	tests/fuzz/memory_wallet.c tests/fuzz/check_wallet.c
LIBRARY := $(patsubst %.c,$(OUT)/%.o,$(filter %.c,$(SOURCES)) $(SUPPORT))
ONE_EACH := $(NAMES:%=$(OUT)/tests/fuzz/fuzz_%.o)
TOGETHER := $(NAMES:%=$(OUT)/together/fuzz_%.o)

# The functions that the support files replace.
WRAPPED = sn_journal_open sn_journal_close sn_journal_kind sn_journal_network sn_journal_path sn_journal_log \
	sn_journal_size sn_journal_is_writable sn_journal_read sn_journal_rewind sn_journal_is_at_path sn_journal_has_tail \
	sn_journal_position sn_journal_go_to sn_journal_create_like sn_journal_append sn_journal_take_back \
	sn_journal_open_companion sn_journal_remove_leftover \
	access stat realpath sn_http_post sn_http_address sn_http_set_patience sn_http_set_apart sn_http_was_cut sodium_malloc sodium_free sn_picture_new
LINK = $(CC) $(SANITIZE)
LINK_END = $(OUT)/libwallet.a $(WRAPPED:%=-Wl,--wrap=%) $(LIBS)
COMPILE = @mkdir -p $(@D) && $(CC) $(FLAGS) $(OWN_FLAGS) $(SANITIZE) -I$(FUZZ) -I$(OUT) -MMD -MP -c -o $@ $<

.PHONY: targets units force
targets: $(NAMES:%=$(OUT)/fuzz_%)
units: $(UNITS:%=$(OUT)/unit/%)

$(OUT)/fuzz_%: $(OUT)/tests/fuzz/fuzz_%.o $(OUT)/libwallet.a
	@$(LINK) $(ENGINE) -o $@ $< $(LINK_END)

$(OUT)/run-corpus: $(OUT)/tests/fuzz/run-corpus.o $(TOGETHER) $(OUT)/libwallet.a
	@$(LINK) -o $@ $< $(TOGETHER) $(LINK_END)

$(OUT)/libwallet.a: $(LIBRARY)
	@rm -f $@ && $(AR) cr $@ $^

objects = $(patsubst %.c,$(OUT)/%.o,$(filter %.c,$(1)))

define unit
$(if $(SOURCES_$(1)),,$(error no sources are known for tests/unit/$(1): add SOURCES_$(1) to tests/local.am))
UNIT_OBJECTS += $(call objects,$(SOURCES_$(1)))
$(OUT)/unit/$(1): $(call objects,$(SOURCES_$(1))) $(OUT)/libcli.a $(OUT)/libwallet.a
	@mkdir -p $$(@D) && $(LINK) $(LINK_$(1)) -o $$@ $$^ $(UNIT_LIBS) $(LIBS)
endef
$(foreach name,$(UNITS),$(eval $(call unit,$(name))))
$(sort $(UNIT_OBJECTS)) $(call objects,$(CLI_SOURCES)): OWN_FLAGS = $(UNIT_FLAGS)

$(OUT)/libcli.a: $(call objects,$(CLI_SOURCES))
	@rm -f $@ && $(AR) cr $@ $^

# Arithmetic of points takes most of the time: with -O1 three times as much.
$(patsubst %.c,$(OUT)/%.o,$(filter libwallet/kernel/%.c,$(SOURCES))): OWN_FLAGS = -O2

# libFuzzer's entry function gets a name of its own for each target.
$(OUT)/together/%.o: $(FUZZ)/%.c
	$(COMPILE) -DLLVMFuzzerTestOneInput=$*

$(OUT)/%.o: $(top_srcdir)/%.c
	$(COMPILE)

$(OUT)/tests/fuzz/run-corpus.o: $(OUT)/targets.h
$(OUT)/targets.h: force
	@mkdir -p $(@D) && echo '#define TARGETS $(foreach name,$(NAMES),X($(name)))' >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.SECONDARY: $(ONE_EACH)
-include $(LIBRARY:.o=.d) $(UNIT_OBJECTS:.o=.d) $(patsubst %.o,%.d,$(call objects,$(CLI_SOURCES))) $(ONE_EACH:.o=.d) $(TOGETHER:.o=.d) $(OUT)/tests/fuzz/run-corpus.d
