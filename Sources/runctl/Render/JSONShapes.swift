/// What every `--json` prints. Tests compare what the commands print with it, to the member.
enum JSONShapes {
    static let text = intro + "\n" + recording + "\n" + history + "\n" + upkeep + "\n" + types

    private static let intro = """
        With --json a command prints one JSON object on a line; watch prints one for each change.
        Lengths are in metres, durations in seconds, speeds in metres per second, cadence in steps a
        minute; times are RFC 3339. A member whose type begins with ? may be absent or null: it is
        not known. [] is an array, [string] an object with any names. Later versions may add members;
        those that are here stay as they are. Errors are never JSON: see the exit status.

        """

    private static let recording = """
        start:      (run: int, alarm: Alarm, notices: ?[]string)
        continue:   (run: int, alarm: Alarm, notices: ?[]string)
        stop:       (run: Status.Run)
        pause:      (state: string)
        resume:     (state: string)
        lap:        (lap: Status.Lap)
        mark:       (name: string, mark: Mark)
        segment start:
                    ()
        segment end:
                    (segment: Segment)
        status:     Status
        watch:      Status
        sensors:    (sensors: []Sensor)
        ack:        (acknowledged: bool)
        alert test: (device: string, format: string, rate: int, frames: int, first: float,
                     latency: float, complete: bool, heard: ?bool)
        alert drill:
                    (run: int, played: bool, back: ?float, device: ?string, format: ?string,
                     first: ?float, total: ?float, reason: ?string)
        alert off:  (until: string)

        """

    private static let history = """
        list:       (runs: []Run)
        list --totals:
                    (by: string, totals: []Totals)
        show:       Shown
        marks:      (marks: []Mark)
        replay:     Replayed
        edit:       Run
        delete:     (deleted: []int)
        restore:    (restored: []int)
        import:     (files: []Imported)
        uploads:    (uploads: []Upload)

        """

    private static let upkeep = """
        calibrate:  (walking: Step, running: Step)
        doctor:     (findings: []Finding)
        setup:      Setup
        config --apply:
                    (applied: bool)
        config:     [string](value: ?string, from: string)
        check:      (runs: []Check)
        backup:     (file: string)
        recover:    (file: string, runs: int, events: int, gaps: int)

        """

    private static let types = """
        Status        (version: string, state: string, run: ?Status.Run, alarm: Alarm,
                       sensors: []Sensor, store: string, backlog: int, notices: []string)
        Status.Run    (number: int, start: ?string, zone: ?string, activity: ?string, indoor: bool,
                       note: ?string, elapsed: float, active: float, distance: float,
                       estimated: float, steps: int, speed: ?float, averageSpeed: ?float,
                       cadence: ?float, heart: ?int, ascent: ?float, descent: ?float,
                       switches: int, source: Source, position: ?Position, laps: []Status.Lap,
                       marks: int, segments: []Segment, rejected: [string]int)
        Status.Lap    (number: int, from: float, to: float, distance: float)
        Mark          (number: int, name: string, text: ?string, time: ?string, elapsed: ?float,
                       distance: ?float, latitude: ?float, longitude: ?float, altitude: ?float,
                       eph: ?float, age: ?float, from: ?int, leg: ?float, straight: ?float,
                       bearing: ?float)
        Segment       (name: string, from: float, to: float, distance: float, active: float,
                       steps: int, open: bool)
        Source        (name: string, seconds: float, reason: ?string)
        Position      (latitude: float, longitude: float, altitude: ?float, eph: ?float, age: float)
        Alarm         (state: string, detail: ?string, mutedUntil: ?string, trial: ?Trial)
        Trial         (at: ?string, heard: bool, device: ?string)
        Sensor        (name: string, kind: string, alive: bool, inUse: bool, age: ?float,
                       rate: ?float, value: ?string, detail: ?string)
        Run           (number: int, state: string, start: ?string, zone: ?string,
                       activity: ?string, indoor: bool, note: ?string, elapsed: ?float,
                       active: ?float, distance: ?float, corrected: ?float, estimated: ?float,
                       steps: ?int, ascent: ?float, descent: ?float)
        Totals        (period: string, runs: int, distance: float, active: float, ascent: float,
                       steps: int)
        Replayed      (run: Replayed.Run, spans: []Span, laps: []Lap, marks: ?[]Replayed.Mark,
                       segments: ?[]Replayed.Segment, switches: int, fixes: int,
                       rejected: [string]int)
        Replayed.Run  (start: ?string, zone: ?string, elapsed: float, active: float,
                       moving: float, distance: float, estimated: float, steps: int,
                       state: string, ascent: float, descent: float, cutoff: ?bool,
                       steplength: ?float, steplengthsrc: ?string)
        Replayed.Mark (number: int, name: string, at: float, distance: ?float, latitude: ?float,
                       longitude: ?float, altitude: ?float, eph: ?float, age: ?float,
                       leg: ?float, straight: ?float, bearing: ?float)
        Replayed.Segment
                      (name: string, from: float, to: float, distance: float, active: float,
                       steps: int, open: ?bool)
        Shown         (number: int, activity: ?string, indoor: bool, note: ?string,
                       corrected: ?float, deviceDistance: ?float, heart: ?Heart,
                       run: Replayed.Run, spans: []Span, laps: []Lap, marks: ?[]Replayed.Mark,
                       segments: ?[]Replayed.Segment, switches: int, fixes: int,
                       rejected: [string]int, splits: []Split)
        Span          (source: string, from: float, to: float, distance: float, steps: int,
                       backfilled: float, estimated: ?float, why: string)
        Lap           (from: float, to: float, distance: float, active: float, steps: int,
                       cause: string)
        Split         (from: float, to: float, active: float, distance: float)
        Heart         (average: float, highest: int)
        Imported      (file: string, added: ?int, known: ?int, skipped: ?string)
        Upload        (run: int, service: string, state: string, remote: ?string,
                       reason: ?string, attempts: int, next: ?string, changed: string)
        Step          (length: float, cadence: float, origin: string, learnt: float)
        Finding       (subject: string, grade: string, text: string, remedy: ?string)
        Check         (number: int, sound: bool, events: int, missing: int,
                       problems: []Problem, differences: []Difference)
        Problem       (event: int, reason: string)
        Difference    (name: string, stored: string, computed: string)
        Setup         (receivers: []Receiver, cards: []string, counters: []string, bluetooth: bool,
                       changes: []Change, notes: []string)
        Receiver      (device: string, speaks: ?string)
        Change        (kind: string, path: ?string, before: ?string, after: ?string,
                       command: ?[]string, undo: ?[]string, why: ?string)

        """
}
