#!/usr/bin/env python3
"""Print tests/vectors/handoff.txt.

A second implementation of the layouts in doc/reference/formats.md, written from that text alone, in
Python's standard library; nothing of libwallet is used. --check-cipher compares its
XChaCha20-Poly1305 with the published vector (draft-irtf-cfrg-xchacha-03, appendix A.3.1); --corpus DIR
writes the same examples as seeds for tests/fuzz.
"""
import hashlib
import os
import struct
import sys


def rotate(v, n):
    return (v << n | v >> (32 - n)) & 0xFFFFFFFF


def chacha_rounds(state):
    s = list(state)
    for _ in range(10):
        for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                           (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            for x, y, z, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                s[x] = (s[x] + s[y]) & 0xFFFFFFFF
                s[z] = rotate(s[z] ^ s[x], n)
    return s


SIGMA = struct.unpack("<4I", b"expand 32-byte k")


def chacha_block(key, counter, nonce):
    state = SIGMA + struct.unpack("<8I", key) + (counter,) + struct.unpack("<3I", nonce)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(state, chacha_rounds(state))))


def hchacha(key, nonce):
    s = chacha_rounds(SIGMA + struct.unpack("<8I", key) + struct.unpack("<4I", nonce))
    return struct.pack("<8I", *s[:4], *s[12:])


def poly1305(key, data):
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    acc = 0
    for i in range(0, len(data), 16):
        acc = (acc + int.from_bytes(data[i:i + 16] + b"\x01", "little")) * r % (2**130 - 5)
    return ((acc + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def pad16(data):
    return data + bytes(-len(data) % 16)


def xchacha_seal(key, nonce, ad, plain):
    key, nonce = hchacha(key, nonce[:16]), bytes(4) + nonce[16:]
    stream = b"".join(chacha_block(key, 1 + i, nonce) for i in range((len(plain) + 63) // 64))
    cipher = bytes(a ^ b for a, b in zip(plain, stream))
    tagged = pad16(ad) + pad16(cipher) + struct.pack("<QQ", len(ad), len(cipher))
    return cipher + poly1305(chacha_block(key, 0, nonce)[:32], tagged)


def blake2b(size, key, data):
    return hashlib.blake2b(data, digest_size=size, key=key).digest()


SIZES = [1752] + [4096 << i for i in range(12)] + [55 + 4 + 15 * 2**20]
SMALLER_SIZES = {1: [], 2: [300, 700]}  # by version


def pad(version, content):
    """The plaintext of an envelope."""
    plain = struct.pack("<I", len(content)) + content
    return plain + bytes(next(n for n in SMALLER_SIZES[version] + SIZES if n >= 55 + len(plain)) - 55 - len(plain))


def envelope(view_secret, version, kind, network, content):
    content = pad(version, content)
    domain = b"sneakernote envelope" + bytes([version, kind])
    keys = [blake2b(32, view_secret, domain + bytes([purpose])) for purpose in (1, 2, 3)]
    prefix = b"SNKN" + bytes([version, kind, network])
    nonce = blake2b(24, keys[1], prefix + content)
    header = prefix + nonce + blake2b(32, keys[2], nonce)[:8]
    return header + xchacha_seal(keys[0], nonce, header, content)


def varint(v):
    out = b""
    while v >= 0x80:
        out += bytes([v & 0x7F | 0x80])
        v >>= 7
    return out + bytes([v])


def made_up(label, size=32):
    """Bytes that look like keys; what they are does not matter to the formats."""
    return hashlib.blake2b(label.encode(), digest_size=size).digest()


def make_input(name, index, subaddress, amount, mask_kind, indices):
    mask = bytes(32)
    if mask_kind == 2:
        mask = made_up(name + " mask", 31) + b"\x00"
    key = made_up(name + " R")
    data = key + varint(index) + varint(subaddress[0]) + varint(subaddress[1]) + varint(amount)
    data += bytes([mask_kind])
    if mask_kind == 2:
        data += mask
    data += varint(len(indices))
    data += b"".join(varint(v - last) for v, last in zip(indices, [0] + indices[:-1]))
    text = "input %d of %s subaddress %d/%d amount %d mask %d %s\n" % (
        index, key.hex(), *subaddress, amount, mask_kind, mask.hex())
    for i, v in enumerate(indices):
        member = made_up("%s P %d" % (name, i)), made_up("%s C %d" % (name, i))
        data += member[0] + member[1]
        text += "member %d %s %s\n" % (v, member[0].hex(), member[1].hex())
    return data, text


def make_destination(name, network, kind, amount):
    spend, view, payment_id = made_up(name + " spend"), made_up(name + " view"), bytes(8)
    data = bytes([kind]) + spend + view
    if kind == 2:
        payment_id = made_up(name + " id", 8)
        data += payment_id
    return data + varint(amount), "destination network %d kind %d %s %s %s amount %d\n" % (
        network, kind, spend.hex(), view.hex(), payment_id.hex(), amount)


def make_tx(inputs, destinations, change, fee, unlock_time):
    data = varint(len(inputs)) + b"".join(d for d, _ in inputs)
    data += varint(len(destinations)) + b"".join(d for d, _ in destinations)
    text = "tx fee %d unlock_time %d" % (fee, unlock_time)
    if change:
        data += varint(change[0]) + varint(change[1]) + varint(change[2])
        text += " change %d to %d/%d" % change
    else:
        data += varint(0)
    return data + varint(fee) + varint(unlock_time), text + "\n" + "".join(
        t for _, t in inputs + destinations)


def make_unsigned_set(network, txs):
    return varint(len(txs)) + b"".join(d for d, _ in txs), "".join(t for _, t in txs)


def make_signed_set(txs):
    data, text = varint(len(txs)), ""
    for tx, spent, created in txs:
        data += varint(len(tx)) + tx + varint(len(spent)) + b"".join(spent) + varint(len(created))
        text += "tx %s\n" % tx.hex() + "".join("spent %s\n" % s.hex() for s in spent)
        for index, image in created:
            data += varint(index) + image
            text += "created %d %s\n" % (index, image.hex())
    return data, text


def make_output_list(outputs, carrot=()):
    data, text = varint(len(outputs)), ""
    for key, tx_key, index, major, minor, tx_hash in sorted(outputs):
        data += key + tx_key + varint(index) + varint(major) + varint(minor) + tx_hash
        text += "output %s %s %d %d/%d %s\n" % (key.hex(), tx_key.hex(), index, major, minor, tx_hash.hex())
    if carrot:
        data += varint(len(carrot)) + b"".join(entry for _, entry, _ in sorted(carrot))
        text += "".join(line for _, _, line in sorted(carrot))
    return data, text


# Inputs of version 2: the one-time key, the bytes, the text.

def make_old_input(name, index, subaddress, amount, mask_kind):
    key, tx_key, mask = made_up(name), made_up(name + " R"), bytes(32)
    if mask_kind == 2:
        mask = made_up(name + " mask", 31) + b"\x00"
    data = b"\x00" + key + tx_key + varint(index) + varint(subaddress[0]) + varint(subaddress[1])
    data += varint(amount) + bytes([mask_kind]) + (mask if mask_kind == 2 else b"")
    return key, data, "old %s %s %d %d/%d amount %d mask %d %s\n" % (
        key.hex(), tx_key.hex(), index, *subaddress, amount, mask_kind, mask.hex())


def make_normal_input(name, subaddress, amount, has_payment_id):
    key, first_image, anchor = made_up(name), made_up(name + " L"), made_up(name + " anchor", 16)
    payment_id = made_up(name + " id", 8) if has_payment_id else b""
    data = b"\x01" + key + first_image + varint(subaddress[0]) + varint(subaddress[1]) + varint(amount)
    data += anchor + bytes([has_payment_id]) + payment_id
    return key, data, "normal %s %s %d/%d amount %d anchor %s payment_id %s\n" % (
        key.hex(), first_image.hex(), *subaddress, amount, anchor.hex(), payment_id.hex() or "-")


def make_special_input(name, subaddress, amount, enote_type):
    key, first_image, ephemeral = made_up(name), made_up(name + " L"), made_up(name + " D_e")
    data = b"\x02" + key + first_image + varint(subaddress[0]) + varint(subaddress[1]) + varint(amount)
    data += ephemeral + bytes([enote_type])
    return key, data, "special %s %s %d/%d amount %d D_e %s type %d\n" % (
        key.hex(), first_image.hex(), *subaddress, amount, ephemeral.hex(), enote_type)


def make_coinbase_input(name, height, amount):
    key, anchor = made_up(name), made_up(name + " anchor", 16)
    data = b"\x03" + key + varint(height) + varint(amount) + anchor
    return key, data, "coinbase %s height %d amount %d anchor %s\n" % (key.hex(), height, amount, anchor.hex())


def make_payments(destinations, self_sends, fee):
    data = varint(len(destinations)) + b"".join(d for d, _ in destinations) + varint(len(self_sends))
    text = "".join(t for _, t in destinations)
    for major, minor, enote_type, amount in self_sends:
        data += varint(major) + varint(minor) + bytes([enote_type]) + varint(amount)
        text += "self_send %d/%d type %d amount %d\n" % (major, minor, enote_type, amount)
    return data + varint(fee) + varint(0), text + "fee %d\n" % fee


def make_proposals(txs):
    data, text = varint(len(txs)), ""
    for inputs, payments in txs:
        data += varint(len(inputs)) + b"".join(entry for _, entry, _ in inputs) + payments[0]
        text += "tx\n" + "".join(line for _, _, line in inputs) + payments[1]
    return data, text


def make_signed_proposals(txs):
    data, text = varint(len(txs)), ""
    for names, payments, seed, created in txs:
        data += varint(len(names))
        text += "tx\n"
        for name in names:
            proof = b"".join(made_up("%s proof %d" % (name, i)) for i in range(12))
            data += made_up(name) + made_up(name + " image") + proof
            text += "signed %s %s %s\n" % (made_up(name).hex(), made_up(name + " image").hex(), proof.hex())
        data += payments[0] + seed + varint(len(created))
        text += payments[1] + "seed %s\n" % seed.hex()
        for index, image in created:
            data += varint(index) + image
            text += "created %d %s\n" % (index, image.hex())
    return data, text


def make_image_list(pairs):
    pairs = sorted(pairs)
    return (varint(len(pairs)) + b"".join(key + image for key, image in pairs),
            "".join("image %s %s\n" % (key.hex(), image.hex()) for key, image in pairs))


# Multiples of the base point of Ed25519: B, 2B, 3B.
POINTS = [bytes.fromhex(point) for point in (
    "5866666666666666666666666666666666666666666666666666666666666666",
    "c9a3f86aae465f0e56513864510f3997561fa2c9e85ea21dc2292309f3cd6022",
    "d4b4f5784868c3020403246717ec169ff79e26608ea126a1ab69ee77d1b16712")]


def make_text(text):
    return bytes([len(text.encode())]) + text.encode()


def make_names(contacts, labels):
    contacts = sorted(contacts, key=lambda contact: contact[0].encode())
    labels = sorted(labels)
    data, text = varint(len(contacts)), ""
    for name, kind, spend, view, payment_id in contacts:
        data += make_text(name) + bytes([kind]) + POINTS[spend] + POINTS[view] + payment_id
        text += "contact %d %s %s %s %s\n" % (
            kind, POINTS[spend].hex(), POINTS[view].hex(), payment_id.hex() or "-", name)
    data += varint(len(labels))
    for major, minor, label in labels:
        data += varint(major) + varint(minor) + make_text(label)
        text += "label %d/%d %s\n" % (major, minor, label)
    return data, text


RING = [11873, 60210413, 98001200, 104550000, 107999872, 109100000, 109800127, 109900128, 109950000,
        109981000, 109990016, 109995000, 109998191, 109999001, 109999873, 110000000]


VIEW_SECRET = bytes([0x5A]) + made_up("view secret", 30) + b"\x01"

EVERYDAY = make_unsigned_set(0, [make_tx(
    [make_input("everyday", 1, (0, 150), 12345678901234, 0, RING)],
    [make_destination("baker", 0, 1, 1250000000000)], (11095648241234, 0, 0), 30660000, 0)])

CORNERS = make_unsigned_set(2, [
    make_tx([make_input("a", 2**32 - 1, (2**32 - 1, 2**32 - 1), 2**64 - 1, 2, [2**64 - 1]),
             make_input("b", 0, (0, 0), 0, 1, [0, 1, 129])],
            [make_destination("c", 2, 0, 0), make_destination("d", 2, 1, 127),
             make_destination("e", 2, 2, 128)],
            None, 2**64 - 1, 500000000),
    make_tx([make_input("f", 127, (128, 16383), 16384, 0, [5])],
            [make_destination("g", 2, 2, 2**64 - 1)], (1, 2**32 - 1, 2**32 - 1), 0, 2**64 - 1)])

SIGNED = make_signed_set([
    (made_up("tx 1", 64) * 3, [made_up("spent 1"), made_up("spent 2")],
     [(0, made_up("image 0")), (15, made_up("image 15"))]),
    (b"\x02", [made_up("spent 3")], [])])

OUTPUTS = make_output_list([
    (made_up("wanted 1"), made_up("wanted 1 R"), 0, 0, 0, made_up("wanted 1 txid")),
    (made_up("wanted 2"), made_up("wanted 2 R"), 127, 128, 16383, made_up("wanted 2 txid")),
    (made_up("wanted 3"), made_up("wanted 3 R"), 2**32 - 1, 2**32 - 1, 2**32 - 1, made_up("wanted 3 txid"))])

CARROT_OUTPUTS = make_output_list(
    [(made_up("wanted 1"), made_up("wanted 1 R"), 0, 0, 0, made_up("wanted 1 txid"))],
    [make_normal_input("wanted 4", (0, 0), 1250000000000, False),
     make_normal_input("wanted 5", (2**32 - 1, 2**32 - 1), 2**64 - 1, True),
     make_special_input("wanted 6", (0, 128), 127, 1), make_coinbase_input("wanted 7", 3700123, 600000000000)])

ONLY_CARROT_OUTPUTS = make_output_list([], [make_coinbase_input("wanted 8", 2**64 - 1, 2**64 - 1)])

EVERYDAY_PROPOSAL = make_proposals([(
    [make_normal_input("everyday carrot", (0, 150), 12345678901234, False)],
    make_payments([make_destination("baker", 0, 1, 1250000000000)], [(0, 0, 1, 11095648241234)], 30660000))])

CORNER_PAYMENTS = make_payments(
    [make_destination("h", 2, 0, 0), make_destination("i", 2, 1, 127), make_destination("j", 2, 2, 2**64 - 1)],
    [(2**32 - 1, 2**32 - 1, 0, 2**64 - 1), (0, 0, 1, 0)], 2**64 - 1)

SELF_PAYMENTS = make_payments([], [(1, 128, 0, 16384), (0, 0, 1, 0)], 0)

CORNER_PROPOSALS = make_proposals([
    ([make_old_input("k", 2**32 - 1, (2**32 - 1, 2**32 - 1), 2**64 - 1, 2), make_old_input("l", 0, (0, 0), 0, 0),
      make_old_input("m", 127, (128, 16383), 16384, 1), make_normal_input("n", (2**32 - 1, 0), 2**64 - 1, True),
      make_special_input("o", (0, 2**32 - 1), 0, 0), make_special_input("p", (1, 0), 128, 1),
      make_coinbase_input("q", 2**64 - 1, 2**64 - 1), make_coinbase_input("r", 0, 0)], CORNER_PAYMENTS),
    ([make_normal_input("s", (0, 0), 1, False)], SELF_PAYMENTS)])

SIGNED_PROPOSALS = make_signed_proposals([
    (["k", "l"], CORNER_PAYMENTS, made_up("seed 1"),
     [(0, made_up("image 0")), (4, made_up("image 4"))]),
    (["s"], SELF_PAYMENTS, made_up("seed 2"), [(0, made_up("image 0")), (1, made_up("image 1"))])])

EVERYDAY_SIGNED = make_signed_proposals([(
    ["everyday carrot"],
    make_payments([make_destination("baker", 0, 1, 1250000000000)], [(0, 0, 1, 11095648241234)], 30660000),
    made_up("everyday seed"), [(1, made_up("everyday image"))])])

IMAGES = make_image_list([(made_up("wanted %d" % i), made_up("wanted %d image" % i)) for i in (1, 2, 3)])

NAMES = make_names(
    [("Zo\u00eb", 0, 0, 1, b""), ("baker", 1, 1, 2, b""), ("Exchange, customer 7", 2, 2, 0, made_up("payment id", 8)),
     ("b" * 64, 1, 0, 2, b"")],
    [(0, 0, "Main"), (0, 128, "-5 %, until May"), (2**32 - 1, 2**32 - 1, "monero:"), (1, 0, "l" * 64)])

ENVELOPES = (
    (1, 1, 0, b""), (1, 1, 0, b"pay the baker"), (1, 1, 2, b"pay the baker"), (1, 2, 0, b"pay the baker"),
    (1, 3, 1, bytes(64)), (1, 4, 0, bytes(range(256))), (1, 1, 0, EVERYDAY[0]), (1, 2, 0, SIGNED[0]),
    (1, 5, 1, NAMES[0]), (1, 5, 0, b"\0\0"), (1, 3, 0, CARROT_OUTPUTS[0]),
    (2, 1, 0, EVERYDAY_PROPOSAL[0]), (2, 1, 1, EVERYDAY_PROPOSAL[0]), (2, 2, 0, EVERYDAY_SIGNED[0]),
    (2, 1, 0, bytes(241)), (2, 1, 0, bytes(242)), (2, 2, 0, bytes(641)), (2, 2, 0, bytes(642)),
    (2, 1, 2, CORNER_PROPOSALS[0]))


def print_vectors():
    print("""# Test vectors for doc/reference/formats.md.
# Source: tests/vectors/handoff.py, an implementation of that text apart from the library.
#
# "envelope VIEW_SECRET VERSION KIND NETWORK CONTENT ENVELOPE", hexadecimal but for the three numbers; "-" is no
# content.
# "unsigned NETWORK BYTES", "signed BYTES", "outputs BYTES", "images BYTES" and "names NETWORK BYTES", and of version 2
# "proposals NETWORK BYTES" and "signed_proposals NETWORK BYTES", followed by what they hold, a value a line, to an
# empty line.
""")
    for version, kind, network, content in ENVELOPES:
        print("envelope", VIEW_SECRET.hex(), version, kind, network, content.hex() or "-",
              envelope(VIEW_SECRET, version, kind, network, content).hex())
    print()
    print("unsigned 0 %s\n%s" % (EVERYDAY[0].hex(), EVERYDAY[1]))
    print("unsigned 2 %s\n%s" % (CORNERS[0].hex(), CORNERS[1]))
    print("signed %s\n%s" % (SIGNED[0].hex(), SIGNED[1]))
    print("outputs %s\n%s" % (OUTPUTS[0].hex(), OUTPUTS[1]))
    print("outputs %s\n%s" % (CARROT_OUTPUTS[0].hex(), CARROT_OUTPUTS[1]))
    print("outputs %s\n%s" % (ONLY_CARROT_OUTPUTS[0].hex(), ONLY_CARROT_OUTPUTS[1]))
    print("images %s\n%s" % (IMAGES[0].hex(), IMAGES[1]))
    print("names 1 %s\n%s" % (NAMES[0].hex(), NAMES[1]))
    print("proposals 0 %s\n%s" % (EVERYDAY_PROPOSAL[0].hex(), EVERYDAY_PROPOSAL[1]))
    print("proposals 2 %s\n%s" % (CORNER_PROPOSALS[0].hex(), CORNER_PROPOSALS[1]))
    print("signed_proposals 0 %s\n%s" % (EVERYDAY_SIGNED[0].hex(), EVERYDAY_SIGNED[1]))
    print("signed_proposals 2 %s\n%s" % (SIGNED_PROPOSALS[0].hex(), SIGNED_PROPOSALS[1]))


def write_corpus(directory):
    small = envelope(VIEW_SECRET, 1, 1, 0, b"pay the baker")
    seeds = {
        "envelope/binary": small,
        "envelope/hex": b"\n".join(small.hex().encode()[i:i + 32] for i in range(0, 2 * len(small), 32)),
        "envelope/signed": envelope(VIEW_SECRET, 1, 2, 0, b"pay the baker"),
        "envelope/reference-wallet": b"Monero unsigned tx set\x05",
        "unsigned_set/everyday": EVERYDAY[0],
        "unsigned_set/corners": CORNERS[0],
        "signed_set/two": SIGNED[0],
        "output_list/carrot": CARROT_OUTPUTS[0],
    }
    for name, data in seeds.items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(data)


def check_cipher():
    plain = (b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for "
             b"the future, sunscreen would be it.")
    sealed = xchacha_seal(bytes(range(0x80, 0xA0)), bytes(range(0x40, 0x58)),
                          bytes.fromhex("50515253c0c1c2c3c4c5c6c7"), plain)
    assert sealed[-16:].hex() == "c0875924c1c7987947deafd8780acf49"
    assert sealed[:8].hex() == "bd6d179d3e83d43b"


if sys.argv[1:] == ["--check-cipher"]:
    check_cipher()
elif sys.argv[1:2] == ["--corpus"]:
    write_corpus(sys.argv[2])
else:
    print_vectors()
