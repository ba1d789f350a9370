"""Writes lines.txt: pairs of places and their distance by GeographicLib (pip install geographiclib).

One line each: latitude and longitude of both places in degrees, metres. Same seed, same file.
"""
import math
import random

from geographiclib.geodesic import Geodesic

random.seed(20260601)
wgs = Geodesic.WGS84
pairs = []


def near(lat, lon, metres):
    end = wgs.Direct(lat, lon, random.uniform(0, 360), metres)
    pairs.append((lat, lon, end["lat2"], end["lon2"]))


for metres in (1, 3, 10, 19, 50, 100, 300, 999):
    for _ in range(25):
        near(math.degrees(math.asin(random.uniform(-1, 1))), random.uniform(-180, 180), metres)
    for lat in (0, 44.9, 45.1, 80, -85, 88.9):
        near(lat, 179.99999, metres)
for metres in (1001, 5e3, 1e4, 1e5, 1e6, 1e7, 1.9e7):
    for _ in range(20):
        near(math.degrees(math.asin(random.uniform(-1, 1))), random.uniform(-180, 180), metres)
pairs += [
    (0, 0, 0, 179.3), (0, 0, 0.5, 179.5), (0, 0, 0.5, 179.7), (0, 0, 0, 179.9), (10, 20, -10, -160),
    (30, 0, -30, 179.8), (-41, 174, 41, -5.5), (90, 0, -90, 0), (89.9, 10, 89.9, -170),
    (90, 0, 89.999, 77), (0, 179.99999, 0, -179.99999), (45, -180, 45, 180), (0, 0, 0, 0),
    (52.5, 13.4, 52.5, 13.4), (1e-9, 0, 0, 1e-9),
]
with open("lines.txt", "w") as out:
    for a, b, c, d in pairs:
        a, b, c, d = (float(repr(v)) for v in (a, b, c, d))
        out.write(f"{a!r} {b!r} {c!r} {d!r} {wgs.Inverse(a, b, c, d)['s12']!r}\n")
