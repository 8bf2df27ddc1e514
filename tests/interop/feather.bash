# tests/interop/feather.bash - the real Feather wallet on a screen that nobody sees, pressed through the accessibility bus.
#
#     source lib.bash; source feather.bash
#     feather_available || skip ...
#     feather_screen                    # in setup_file
#     feather_start NAME [online]       # a home directory of its own; loopback is all the network it has
#     ui press button:Next              # see feather-ui.py
#     feather_stop
#
# One Feather runs at a time. Everything is in $RT_DIR, whose guard (lib.bash) ends the processes.

feather_tests=$(cd "${BASH_SOURCE[0]%/*}" && pwd)

# The unpacked package, with all libraries that it needs.
FEATHER_ROOT=${FEATHER_ROOT:-${XDG_CACHE_HOME:-$HOME/.cache}/sneakernote/peers/feather}

# Prints what is missing.
feather_missing() {
	local program missing=()
	[ -x "$FEATHER_ROOT/usr/bin/feather" ] || missing+=(feather-wallet)
	for program in Xvfb dbus-daemon socat unshare ip; do
		command -v "$program" >/dev/null || missing+=("$program")
	done
	[ -e /usr/share/defaults/at-spi2/accessibility.conf ] || missing+=(at-spi2-core)
	/usr/bin/python3 -c 'import gi; gi.require_version("Atspi", "2.0")' 2>/dev/null || missing+=(gir1.2-atspi-2.0 python3-gi)
	local FEATHER_COMMAND=(true)
	feather_alone command 2>/dev/null || missing+=("the right to make a network namespace")
	((${#missing[@]} == 0)) || echo "${missing[*]}"
}

# feather_alone FUNCTION-OR-PROGRAM...: call it with a command line after it that has loopback only for a network, and whose
# processes all end when the first one does.
feather_alone() {
	local as=()
	[ "$(id -u)" -eq 0 ] || as=(--map-current-user --keep-caps)
	# shellcheck disable=SC2016 # the inner shell's
	"$@" unshare "${as[@]}" --net --pid --fork --kill-child sh -c 'ip link set lo up && exec "$@"' sh "${FEATHER_COMMAND[@]}"
}

# feather_process NAME PROGRAM [ARGUMENT]...: in the background, known to the guard.
feather_process() {
	local name=$1
	shift
	"$@" </dev/null >"$FEATHER_HOME/$name.out" 2>&1 3>&- &
	echo $! >"$RT_DIR/pids/feather-$name"
	disown
}

# Wait until COMMAND says yes.
feather_until() {
	local deadline=$((SECONDS + 30))
	until "$@"; do
		((SECONDS < deadline)) || return 1
		sleep 0.1
	done
}

# A screen, and the bus on which programs describe what they show on it. All Feathers of a test file use them.
feather_screen() {
	local configuration=/usr/share/defaults/at-spi2/accessibility.conf
	FEATHER_HOME=$RT_DIR
	mkdir "$RT_DIR/run"
	feather_process screen Xvfb -displayfd 1 -screen 0 1280x1000x24 -nolisten tcp
	feather_until grep -qx '[0-9]*' "$RT_DIR/screen.out" || return
	DISPLAY=:$(grep -x '[0-9]*' "$RT_DIR/screen.out")
	# No bus is to be started for what asks for a session.
	export DISPLAY AT_SPI_BUS_ADDRESS=unix:path=$RT_DIR/run/bus DBUS_SESSION_BUS_ADDRESS=unix:path=$RT_DIR/run/none
	feather_process bus dbus-daemon --config-file="$configuration" --nofork --address="$AT_SPI_BUS_ADDRESS"
	feather_until test -S "$RT_DIR/run/bus"
}

# feather_start NAME [online]: with the wallets that the same NAME had before. "online": the node is $RT_DAEMON, and Feather
# believes that this chain is stagenet (see feather-node.py).
feather_start() {
	local lib=$FEATHER_ROOT/usr/lib/x86_64-linux-gnu offline=true network=()
	feather_stop
	FEATHER_HOME=$RT_DIR/feather-$1
	mkdir -p "$FEATHER_HOME/.config/feather" "$FEATHER_HOME/wallets" "$FEATHER_HOME/files"
	if [ "${2:-}" = online ]; then
		offline=false
		network=(--stagenet)
	fi
	[ -e "$FEATHER_HOME/.config/feather/settings.json" ] ||
		feather_settings "$offline" >"$FEATHER_HOME/.config/feather/settings.json"
	# The node is outside of the namespace. A socket that is a file leads out of it.
	if [ "$offline" = false ]; then
		feather_process node /usr/bin/python3 "$feather_tests/feather-node.py" "$RT_DIR/run/node" "$RT_DAEMON"
		feather_until test -S "$RT_DIR/run/node"
	fi
	FEATHER_COMMAND=(env HOME="$FEATHER_HOME" QT_QPA_PLATFORM=xcb QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 LC_ALL=C.UTF-8
		QT_PLUGIN_PATH="$lib/qt6/plugins" XKB_CONFIG_ROOT="$FEATHER_ROOT/usr/share/X11/xkb"
		"$feather_tests/feather-alone" "${RT_DAEMON#*:}" "$RT_DIR/run/node"
		"$lib/ld-linux-x86-64.so.2" --library-path "$lib:$lib/pulseaudio:$lib/libproxy" "$FEATHER_ROOT/usr/bin/feather" "${network[@]}")
	feather_alone feather_process feather
}

# What a person would have set in the dialogs: a node of one's own, no proxy, no websocket, files instead of QR codes, no questions
# of a first start.
feather_settings() {
	jq -n --argjson offline "$1" --arg node "$RT_DAEMON" --arg home "$FEATHER_HOME" '{
		firstRun: false, warnOnStagenet: false, nodeSource: 1, nodes: {"2": {custom: [$node], ws: []}}, proxy: 0, disableWebsocket: true,
		offlineMode: $offline, offlineTxSigningMethod: 1, walletDirectory: ($home + "/wallets"),
		lastPath: ($home + "/files"), showTrayIcon: false, disableLogging: false, logLevel: 1, enabledPlugins: [],
		multiBroadcast: false, showHistorySyncNotice: false, donateBeg: 0, warnOnExternalLink: false}'
}

feather_stop() {
	local name
	for name in feather node; do
		[ ! -e "$RT_DIR/pids/feather-$name" ] || rt_end_process "$RT_DIR/pids/feather-$name"
	done
}

# ui COMMAND [ARGUMENT]...
ui() {
	/usr/bin/python3 "$feather_tests/feather-ui.py" "$@"
}

# feather_picture FILE.png: the screen, for a person to look at.
feather_picture() {
	import -display "$DISPLAY" -window root "$1"
}

# ---- what a person does ------------------------------------------------------------------------

# feather_restore_view NAME ADDRESS VIEW-KEY HEIGHT: a view-only wallet, by the wizard of the first start.
feather_restore_view() {
	ui press 'radio button:Keys' && ui press 'push button:Next >' &&
		ui set '#line_viewkey' "$3" && ui set '#line_address' "$2" && ui press 'push button:Next >' &&
		feather_restored "$1" "$4"
}

# feather_restore_seed NAME FILE HEIGHT: a wallet that can sign, of the 25 words in FILE.
feather_restore_seed() {
	ui press 'radio button:Seed' && ui press 'push button:Next >' && ui press '#radio25' &&
		ui set '#seedEdit' "$(xargs <"$2")" && ui press 'push button:Next >' &&
		feather_restored "$1" "$3"
}

# The pages that both have: height, name of the file, no password.
feather_restored() {
	ui type '#line_restoreHeight' "$2" && ui press 'push button:Next >' &&
		ui set '#line_walletName' "$1" && ui press 'push button:Next >' &&
		ui wait '#line_confirmPassword' && ui press 'push button:Create/Open wallet' &&
		ui wait "frame:$1*" 60
}

# feather_open_file FILE, feather_save_file FILE: in the dialog for it.
feather_open_file() {
	ui set '#fileNameEdit' "$1" && ui press 'push button:Open'
}

feather_save_file() {
	ui set '#fileNameEdit' "$1" && ui press 'push button:Save'
}

# feather_sign UNSIGNED SIGNED: the offline wallet reviews and signs. What it showed is in $RT_DIR/review.
feather_sign() {
	ui press '#btn_signTransaction' && ui press 'push button:Import from file' && feather_open_file "$1" &&
		ui wait '#btn_sign' && ui dump >"$RT_DIR/review" && ui press '#btn_sign' &&
		ui wait 'label:4. Export signed transaction' && ui press 'push button:Export to file' && feather_save_file "$2" &&
		ui wait 'label:Transaction saved successfully' && ui press 'push button:OK' && ui press 'push button:Finish'
}

# feather_key_images OUTPUTS IMAGES: the offline wallet. The name of IMAGES ends with _keyImages.
feather_key_images() {
	ui press '#btn_signTransaction' && ui press 'push button:Import from file' && feather_open_file "$1" &&
		ui wait 'label:2. Export key images' && ui press 'push button:Export to file' && feather_save_file "$2" &&
		ui wait 'label:Successfully exported key images' && ui press 'push button:OK' && ui press 'push button:Cancel'
}

# feather_pay ADDRESS AMOUNT: fill the form in and send. The wizard opens, at "1. Export outputs" if Feather lacks key images,
# or at "3. Export unsigned transaction".
feather_pay() {
	ui press 'page tab:Send' && ui set '#lineAddress' "$1" && ui type '#lineAmount' "$2" && ui press '#btnSend' &&
		ui wait 'label:1. Export outputs|label:3. Export unsigned transaction' 60
}

# feather_export FILE SUCCESS: on a page of the wizard, then to the next page.
feather_export() {
	ui press 'push button:Export to file' && feather_save_file "$1" && ui wait "label:$2" && ui press 'push button:OK' &&
		ui press 'push button:Next >'
}

# feather_export_outputs FILE, feather_import_images FILE, feather_export_unsigned FILE: pages 1, 2, 3.
feather_export_outputs() {
	feather_export "$1" 'Successfully exported outputs'
}

# A new Feather asks whether the node may learn the key images.
feather_import_images() {
	ui press 'push button:Import from file' && feather_open_file "$1" && ui press 'push button:Yes'
}

feather_export_unsigned() {
	feather_export "$1" 'Successfully exported unsigned transaction'
}

# feather_import_signed FILE: page 4. What Feather then asks to confirm is in $RT_DIR/review.
feather_import_signed() {
	ui press 'push button:Import from file' && feather_open_file "$1" &&
		ui wait 'dialog:Confirm transaction|dialog:Transaction' && ui dump >"$RT_DIR/review"
}

# feather_load_signed FILE: the same without the wizard.
feather_load_signed() {
	ui press 'menu item:Tools' && ui press 'menu item:Broadcast transaction' && ui press '#actionLoadSignedTxFromFile' &&
		feather_open_file "$1" && ui wait dialog:Transaction && ui dump >"$RT_DIR/review"
}

# feather_send: broadcast what is shown.
feather_send() {
	ui press 'push button:Send' && ui wait 'label:Successfully sent 1 transaction(s).' && ui press 'push button:OK'
}
