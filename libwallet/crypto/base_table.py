#!/usr/bin/env python3
"""Print base_table.c: python3 base_table.py > base_table.c"""

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P


def recover_x(y):
    """The even x of RFC 8032, section 5.1.3."""
    xx = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if x * x % P != xx:
        x = x * pow(2, (P - 1) // 4, P) % P
    assert x * x % P == xx
    return x if x % 2 == 0 else P - x


def add(p, q):
    (x1, y1), (x2, y2) = p, q
    k = D * x1 * x2 * y1 * y2 % P
    return ((x1 * y2 + x2 * y1) * pow(1 + k, -1, P) % P,
            (y1 * y2 + x1 * x2) * pow(1 - k, -1, P) % P)


def limbs(v):
    v %= P
    return "{{" + ", ".join("0x%x" % (v >> 51 * i & 2**51 - 1) for i in range(5)) + "}}"


def entry(point, indent):
    x, y = point
    return "%s{%s,\n%s %s,\n%s %s},\n" % (indent, limbs(y + x), indent, limbs(y - x), indent, limbs(2 * D * x * y))


def multiples(point, step, n):
    out = [point]
    while len(out) < n:
        out.append(add(out[-1], step))
    return out


Y = 4 * pow(5, -1, P) % P
G = (recover_x(Y), Y)

print("/* Printed by base_table.py. */")
print('#include "crypto/base_table.h"\n')
print("const struct sn_ge_affine sn_base_table[32][8] = {")
power = G
for i in range(32):
    print("\t{\n" + "".join(entry(p, "\t\t") for p in multiples(power, power, 8)) + "\t},")
    for _ in range(8):
        power = add(power, power)
print("};\n")
print("const struct sn_ge_affine sn_base_odd[64] = {")
print("".join(entry(p, "\t") for p in multiples(G, add(G, G), 64)) + "};")
