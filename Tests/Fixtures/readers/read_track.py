"""Reads a track with somebody else's library and prints what it found as one JSON object.

usage: read_track.py gpxpy|tcxparser|fitdecode|garmin FILE
"""
import json
import sys
import warnings
from datetime import datetime, timezone


def seconds(moment):
    if moment is None:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return moment.timestamp()


def read_gpxpy(path):
    import gpxpy

    with open(path, encoding="utf-8") as file:
        gpx = gpxpy.parse(file)
    segments = [s for t in gpx.tracks for s in t.segments]
    points = []
    for point in [p for s in segments for p in s.points]:
        texts = {}
        for extension in point.extensions:
            for element in extension.iter():
                texts[element.tag.split("}")[-1]] = element.text
        points.append({
            "time": seconds(point.time), "lat": point.latitude, "lon": point.longitude,
            "ele": point.elevation, "hr": texts.get("hr"), "cad": texts.get("cad"),
            "source": texts.get("source"), "distance": texts.get("distance"),
        })
    return {
        "name": gpx.name, "type": gpx.tracks[0].type if gpx.tracks else None,
        "segments": [len(s.points) for s in segments], "points": points,
        "marks": [[w.name, w.latitude, w.longitude, seconds(w.time)] for w in gpx.waypoints],
    }


def read_tcxparser(path):
    import tcxparser

    track = tcxparser.TCXParser(path)
    return {
        "distance": float(track.distance), "duration": float(track.duration),
        "type": track.activity_type, "points": len(track.position_values()),
        "hr": int(track.hr_avg),
        "started": track.started_at,
    }


FIT_RECORD = ["timestamp", "position_lat", "position_long", "enhanced_altitude", "altitude",
              "distance", "heart_rate", "cadence", "fractional_cadence", "speed"]


def summary(get, names):
    found = {name: get(name) for name in names}
    return {k: seconds(v) if isinstance(v, datetime) else v for k, v in found.items()}


LAP = ["timestamp", "start_time", "total_elapsed_time", "total_timer_time", "total_distance",
       "avg_heart_rate", "sport", "num_laps", "total_cycles", "total_strides"]


def read_fitdecode(path):
    import fitdecode

    result = {"messages": [], "points": [], "laps": [], "sessions": [], "events": []}
    options = {"check_crc": fitdecode.CrcCheck.RAISE, "error_handling": fitdecode.ErrorHandling.RAISE}
    with fitdecode.FitReader(path, **options) as fit:
        for frame in fit:
            if frame.frame_type != fitdecode.FIT_FRAME_DATA:
                continue
            get = lambda name: frame.get_value(name, fallback=None)
            result["messages"].append(frame.name)
            if frame.name == "record":
                result["points"].append(summary(get, FIT_RECORD))
            elif frame.name in ("lap", "session"):
                result[frame.name + "s"].append(summary(get, LAP))
            elif frame.name == "event":
                result["events"].append([get("event"), get("event_type"), seconds(get("timestamp"))])
    return result


def read_garmin(path):
    from garmin_fit_sdk import Decoder, Stream

    # A decoder that has checked a file has also used it up.
    checker = Decoder(Stream.from_file(path))
    result = {"is_fit": checker.is_fit(), "integrity": checker.check_integrity()}
    messages, errors = Decoder(Stream.from_file(path)).read()
    result["errors"] = [str(e) for e in errors]
    result["messages"] = {key: len(value) for key, value in messages.items()}
    pick = lambda key, names: [summary(m.get, names) for m in messages.get(key, [])]
    result["points"] = pick("record_mesgs", FIT_RECORD)
    result["laps"] = pick("lap_mesgs", LAP)
    result["sessions"] = pick("session_mesgs", LAP)
    result["events"] = [
        [m.get("event"), m.get("event_type"), seconds(m.get("timestamp"))]
        for m in messages.get("event_mesgs", [])
    ]
    result["activity"] = [str(m.get("local_timestamp")) for m in messages.get("activity_mesgs", [])]
    return result


READERS = {
    "gpxpy": read_gpxpy, "tcxparser": read_tcxparser, "fitdecode": read_fitdecode,
    "garmin": read_garmin,
}

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    found = READERS[sys.argv[1]](sys.argv[2])
    found["warnings"] = [str(w.message) for w in caught]
print(json.dumps(found, default=str))
