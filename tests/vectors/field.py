#!/usr/bin/env python3
"""Print field.txt: python3 field.py > field.txt

The numbers are at the edges of p = 2^255 - 19, of limbs of 51, 26 and 25 bits, and of words."""

P = 2**255 - 19
I = pow(2, (P - 1) // 4, P)

EDGES = [0, 1, 2, 19, 38, P - 2, P - 1, P, P + 1, P + 19, 2**255 - 1, 2**255, 2 * P - 1, 2 * P, 2 * P + 1, 2**256 - 1,
         (P - 1) // 2, (P + 1) // 2, I, P - I]
# All limbs the same: the largest, and around the half, where a signed limb changes its sign.
EDGES += [sum(l << 51 * i for i in range(5)) for l in (2**51 - 1, 2**50 - 1, 2**50, 2**26 - 1, 2**25, 2**25 - 1)]
EDGES += [sum(l << 51 * i for i in range(5)) for l in (2**51 - 2**26, 2**50 - 2**26, 2**25 | 2**50, 2**50 + 2**25 - 1)]
EDGES += [2**k for k in (25, 26, 50, 51, 63, 64, 127, 128, 204, 230, 254)]
EDGES += [2**k - 1 for k in (26, 51, 77, 102, 204, 230, 254)]


def text(v):
    return v.to_bytes(32, "little").hex()


def line(name, a, b, result):
    print(name, text(a), text(b), text(result))


def sqrt(u, v):
    """The square of √(u/v), or of √(√-1·u/v); bit 255: whether u/v is a square."""
    ratio = u * pow(v, -1, P) % P
    is_square = pow(ratio, (P - 1) // 2, P) != P - 1
    return (ratio if is_square else ratio * I % P) | is_square << 255


def main():
    print("# Operations modulo p = 2^255 - 19 (tests/unit/fields.h): name, two numbers, result. Little-endian.")
    print("# Source: the integers of Python, tests/vectors/field.py.")
    for n, a in enumerate(EDGES):
        line("encode", a, 0, a % P)
        line("encode255", a, 0, a % 2**255 % P)
        line("neg", a, 0, -a % P)
        line("sqr", a, 0, a * a % P)
        line("invert", a, 0, pow(a, P - 2, P))
        for b in EDGES[n % 7::7]:
            line("mul", a, b, a * b % P)
            line("mul_small", a, b, a * (b % 2**20) % P)
            line("add", a, b, (a + b) % P)
            line("sub", a, b, (a - b) % P)
        for b in EDGES[n % 11::11]:
            line("compare", a, b, (a % P == b % P) + (a % P == 0) * 2**8 + a % P % 2 * 2**16)
            if b % P:
                line("sqrt", a, b, sqrt(a, b))


if __name__ == "__main__":
    main()
