# monerod with TLS, and wo-sync with --daemon-ca-file: good and bad certificates (tests/tls/make-certificates).

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	regtest_available || skip "needs monerod, monero-wallet-rpc, curl and jq"
	command -v openssl >/dev/null || skip "needs openssl"
	regtest_start
	export CERTIFICATES=$RT_DIR/certificates
	mkdir "$CERTIFICATES"
	"$BATS_TEST_DIRNAME/../tls/make-certificates" "$CERTIFICATES"
	our_new ours
	cp "$RT_DIR/ours/ours.watch" "$RT_DIR/ours/as-new"
}

teardown_file() {
	regtest_stop
}

rt_monerod_tls() {
	RT_CHAIN=$RT_DIR/chain.$CERTIFICATE rt_monerod "$1" --rpc-ssl enabled \
		--rpc-ssl-private-key "$CERTIFICATES/$CERTIFICATE.key" --rpc-ssl-certificate "$CERTIFICATES/$CERTIFICATE.pem"
}

# daemon_with CERTIFICATE: start another daemon, which offers this one, in place of one before. Sets RT_PORT.
daemon_with() {
	CERTIFICATE=$1
	[ ! -e "$RT_DIR/pids/monerod-$1" ] || rt_end_process "$RT_DIR/pids/monerod-$1"
	rt_start_on_free_ports "monerod-$1" rt_monerod_tls
}

setup() {
	cp "$RT_DIR/ours/as-new" "$RT_DIR/ours/ours.watch"
}

# sync_with HOST AUTHORITY [OPTION]...
sync_with() {
	local host=$1 authority=$2
	shift 2
	OUR_DAEMON=https://$host:$RT_PORT hot ours wo-sync --daemon-ca-file="$CERTIFICATES/$authority.pem" "$@"
}

# refused HOST AUTHORITY: status 5, a message that names the daemon, and the wallet file has not changed.
refused() {
	run --separate-stderr sync_with "$1" "$2"
	echo "$stderr"
	[ "$status" -eq 5 ]
	[ -z "$output" ]
	[[ $stderr = *"wo-sync: error: no trusted TLS connection to the daemon at https://$1:$RT_PORT: "?* ]]
	cmp "$RT_DIR/ours/ours.watch" "$RT_DIR/ours/as-new"
}

@test "a valid certificate is accepted, by name and by address" {
	daemon_with right
	refused localhost stranger
	sync_with localhost ca
	sync_with 127.0.0.1 ca
}

@test "a certificate of an unknown authority is refused" {
	daemon_with right
	OUR_DAEMON=https://localhost:$RT_PORT run --separate-stderr hot ours wo-sync
	[ "$status" -eq 5 ]
	[[ $stderr = *"no trusted TLS connection"* ]]
}

@test "invalid certificates are refused" {
	for certificate in other-name expired untrusted self; do
		daemon_with "$certificate"
		refused localhost ca
		rt_end_process "$RT_DIR/pids/monerod-$certificate"
	done
}

@test "TLS never falls back to plain HTTP" {
	RT_PORT=${RT_DAEMON#*:}
	run --separate-stderr sync_with 127.0.0.1 ca
	[ "$status" -eq 5 ]
	[[ $stderr = *"the daemon at https://127.0.0.1:$RT_PORT"* ]]
}
