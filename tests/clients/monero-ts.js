// monero-ts.js DIRECTORY HOT COLD USER PASS - the library monero-ts, installed in DIRECTORY, as the client of two servers of
// sneakernote: HOT, with a login by MD5, has the watch-only wallet, COLD the master wallet. Makes a payment from one account to
// the other, and prints what tests/clients/clients.bats compares, as one JSON object. Ends with an error if a call fails.
"use strict";
const [directory, hotUri, coldUri, username, password] = process.argv.slice(2);
const monero = require(require.resolve("monero-ts", {paths: [directory]}));

async function main() {
	const XMR = 1000000000000n;
	const hot = await monero.connectToWalletRpc({uri: hotUri, username, password});
	const cold = await monero.connectToWalletRpc(coldUri);
	const said = {};
	said.isViewOnly = await hot.isViewOnly();
	said.isConnected = await hot.isConnectedToDaemon();
	await hot.sync();
	said.primary = await hot.getPrimaryAddress();
	said.height = await hot.getHeight();
	said.balance = (await hot.getBalance()).toString();
	said.unlocked = (await hot.getUnlockedBalance()).toString();

	const account = await hot.createAccount("shop");
	const order = await hot.createSubaddress(account.getIndex(), "order 1");
	said.account = account.getIndex();
	said.order = order.getAddress();
	const index = await hot.getAddressIndex(said.order);
	said.index = [index.getAccountIndex(), index.getIndex()];
	await hot.setSubaddressLabel(account.getIndex(), order.getIndex(), "order 1, paid");
	said.label = (await hot.getSubaddresses(account.getIndex()))[order.getIndex()].getLabel();
	said.integrated = (await hot.getIntegratedAddress(undefined, "0123456789abcdef")).getIntegratedAddress();
	said.uri = await hot.getPaymentUri(new monero.MoneroTxConfig({address: said.order, amount: XMR, note: "order 1"}));
	said.parsed = (await hot.parsePaymentUri(said.uri)).getAddress();

	const tx = await hot.createTx({accountIndex: 0, address: said.order, amount: XMR, relay: false});
	const unsigned = tx.getTxSet().getUnsignedTxHex();
	said.fee = tx.getFee().toString();
	said.described = (await hot.describeUnsignedTxSet(unsigned)).getTxs()[0].getFee().toString();
	const signed = await cold.signTxs(unsigned);
	said.hash = (await hot.submitTxs(signed.getSignedTxHex()))[0];
	await hot.sync();
	said.outgoing = (await hot.getOutgoingTransfers()).map((t) => t.getTx().getHash());
	await hot.setTxNote(said.hash, "for order 1");
	said.note = await hot.getTxNote(said.hash);
	said.outputs = (await hot.getOutputs({isSpent: false})).length;
	said.transactions = (await hot.getTxs()).length;
	said.exported = (await hot.exportOutputs(true)).length;
	await hot.save();
	console.log(JSON.stringify(said));
}

main().then(() => process.exit(0), (error) => {
	console.error("monero-ts: " + error.message);
	process.exit(1);
});
