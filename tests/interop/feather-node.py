#!/usr/bin/python3
"""Let a wallet on stagenet take a chain of `monerod --regtest` for its own.

    feather-node.py SOCKET HOST:PORT        listen on the socket file SOCKET, and ask the daemon

Feather on mainnet pays only where the chain has mainnet's number of outputs in each block (it compares a hash), and a private
chain has the genesis block of mainnet. So its first block is exchanged on the way: the hash in what the wallet sends, the block in what
the daemon answers. Both have the same length on both networks. Nothing else is touched.
"""

import os
import select
import socket
import sys
import threading

# What get_block tells of block 0, of `monerod --regtest` and of `monerod --stagenet`.
HASH_REGTEST = bytes.fromhex("418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3")
HASH_STAGENET = bytes.fromhex("76ee3cc98646292206cd3e86f74d88b4dcc1d937088645e9b0cbca84b7ce74eb")
BEGIN = "010000" + "00" * 32
BLOCK_REGTEST = bytes.fromhex(
    BEGIN + "10270000013c01ff0001ffffffffffff03029b2e4c0281c0b02e7c53291a94d1d0cbff8883f8024f5142ee494ffbbd0880712101"
    "7767aafcde9be00dcfd098715ebcf7f410daebc582fda69d24a28e9d0bc890d100"
)
BLOCK_STAGENET = bytes.fromhex(
    BEGIN + "12270000013c01ff0001ffffffffffff0302df5d56da0c7d643ddd1ce61901c7bdc5fb1738bfe39fbe69c28a3a7032729c0f2101"
    "168d0c4ca86fb55a4cf6a36d31431be1c53a3bd7411bb24e8832410289fa6f3b00"
)


def carry(source, target, old, new):
    """All bytes from one to the other. What may be the beginning of `old` waits a moment for more."""
    rest = b""
    try:
        while True:
            if rest and not select.select([source], [], [], 0.1)[0]:
                target.sendall(rest)
                rest = b""
            piece = source.recv(65536)
            if not piece:
                break
            rest = (rest + piece).replace(old, new)
            kept = min(len(rest), len(old) - 1)
            while not old.startswith(rest[len(rest) - kept :]):
                kept -= 1
            target.sendall(rest[: len(rest) - kept])
            rest = rest[len(rest) - kept :]
        target.sendall(rest)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # the other side is gone


def serve(wallet, address):
    with wallet, socket.create_connection(address) as daemon:
        answers = threading.Thread(target=carry, args=(daemon, wallet, BLOCK_REGTEST, BLOCK_STAGENET), daemon=True)
        answers.start()
        carry(wallet, daemon, HASH_STAGENET, HASH_REGTEST)
        answers.join()


def main(path, address):
    host, port = address.rsplit(":", 1)
    if os.path.exists(path):
        os.unlink(path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        while True:
            wallet, _ = listener.accept()
            threading.Thread(target=serve, args=(wallet, (host, int(port))), daemon=True).start()


main(*sys.argv[1:])
