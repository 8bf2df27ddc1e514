# packaging/static/programs.sh - what ./bootstrap static links statically: the programs for the offline machine. Sourced.

static_programs="cold-new cold-export cold-prove cold-seed cold-show cold-sign ki-restore wallet-names wallet-passwd
	qr-scan qr-show"
