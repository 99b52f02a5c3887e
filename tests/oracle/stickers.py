"""The cube as 54 stickers, turned as geometry has it."""
import itertools

FACES = "URFDLB"
NORMALS = [(0, 1, 0), (1, 0, 0), (0, 0, 1), (0, -1, 0), (-1, 0, 0), (0, 0, -1)]


def cross(a, b):
    return tuple(a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for i in range(3))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def turned(v, axis):
    """Clockwise as seen from where the axis points."""
    along = dot(v, axis)
    return tuple(along * a - c for a, c in zip(axis, cross(axis, v)))


STICKERS = [(p, n) for p in itertools.product((-1, 0, 1), repeat=3) for n in NORMALS if dot(p, n) == 1]
NUMBER = {sticker: i for i, sticker in enumerate(STICKERS)}
KIND = [sum(map(abs, p)) for p, _ in STICKERS]  # 3: corner, 2: edge
SOLVED = bytes(range(54))
PAD = bytes(202)


def first_then(a, b):
    """Sticker a[b[i]] of the solved cube is at i."""
    return b.translate(a + PAD)


def inverse(a):
    out = bytearray(54)
    for i, x in enumerate(a):
        out[x] = i
    return bytes(out)


def quarter(face):
    axis = NORMALS[face]
    out = bytearray(SOLVED)
    for i, (p, n) in enumerate(STICKERS):
        if dot(p, axis) == 1:
            out[NUMBER[turned(p, axis), turned(n, axis)]] = i
    return bytes(out)


TURNS = []  # by face * 3 + quarter turns - 1
for f in range(6):
    once = quarter(f)
    twice = first_then(once, once)
    TURNS += [once, twice, first_then(twice, once)]


def read(text):
    return [FACES.index(w[0]) * 3 + {"": 0, "2": 1, "'": 2}[w[1:]] for w in text.split()]


def write(moves):
    return " ".join(FACES[m // 3] + ("", "2", "'")[m % 3] for m in moves)


def after(state, moves):
    for m in moves:
        state = first_then(state, TURNS[m])
    return state


def undone(moves):
    return [m // 3 * 3 + 2 - m % 3 for m in reversed(moves)]


def sequences(n):
    """All of up to n moves, once each, with what they make."""
    level = [((), SOLVED)]
    for k in range(n + 1):
        yield from level
        if k < n:
            level = [(s + (m,), first_then(c, TURNS[m])) for s, c in level for m in range(18)
                     if not s or (s[-1] // 3 != m // 3 and not (s[-1] // 9 == 1 and m // 3 == s[-1] // 3 - 3))]
