/// The tables, as `sqlite3 runs.db .schema` shows them, and how an older database becomes a current one.
///
/// The comments are inside the statements on purpose: SQLite keeps them, so that they explain the
/// file to whoever opens it without this program.
enum Schema {
    /// The `user_version` that this program writes.
    static var version: Int { migrations.count }

    /// Small pages, because each batch of a few hundred bytes writes at least one (measured at 1 Hz
    /// with steps: 6.0 MB an hour with 1 KiB, 9.5 MB with 4 KiB). Counts only for a new database.
    static let pageSize = 1024

    /// Step n makes version n+1 of version n. A step that was released is never edited.
    static let migrations: [String] = [first, second, loneMarks]

    /// Brings a database up to the current version, each step in its own transaction.
    /// - Returns: the version it had.
    /// - Throws: `.newerVersion` if it was written by a later program.
    static func migrate(
        _ database: Database, to target: Int = version
    ) throws(StoreError) -> Int {
        let found = Int(try database.integer("PRAGMA user_version") ?? 0)
        try refuseNewer(database, found)
        guard found < target else { return found }
        for step in found..<target {
            try database.transaction { () throws(StoreError) in
                try database.execute(migrations[step])
                try database.execute("PRAGMA user_version = \(step + 1)")
            }
        }
        return found
    }

    /// - Throws: `.newerVersion` if `found` is one that this program does not know.
    static func refuseNewer(_ database: Database, _ found: Int) throws(StoreError) {
        guard found > version || found < 0 else { return }
        throw StoreError(
            kind: .newerVersion(found), code: 0, systemCode: 0, operation: "PRAGMA user_version",
            path: database.path, reason: "schema \(found)")
    }

    /// A distance that the person corrected.
    private static let second = """
        ALTER TABLE runs ADD COLUMN corrected_m REAL
          /* the distance that the person says is right; NULL: none. Not derived from events. */;
        """

    private static let first = """
        CREATE TABLE runs (
          -- One row is one run. Times: *_us are microseconds; *_utc_us since 1970-01-01T00:00:00Z,
          -- *_t_us on the run's own clock, which is the boot clock (CLOCK_BOOTTIME) of the boot in
          -- which it began, and goes on across a reboot.
          id INTEGER PRIMARY KEY AUTOINCREMENT,  -- the run's number; never used again
          state TEXT NOT NULL CHECK (state IN ('active', 'stopped', 'interrupted')),
          boot TEXT NOT NULL,                    -- boot id of the boot that records or recorded it
          clock_offset_us INTEGER NOT NULL DEFAULT 0,  -- run's clock minus the clock of that boot
          start_t_us INTEGER NOT NULL,
          start_utc_us INTEGER,                  -- NULL while the date is not known
          start_offset_s INTEGER,                -- local time minus UTC at the start
          zone TEXT,                             -- such as Asia/Kolkata
          stop_t_us INTEGER,
          stop_utc_us INTEGER,
          stop_offset_s INTEGER,
          activity TEXT,
          indoor INTEGER NOT NULL DEFAULT 0 CHECK (indoor IN (0, 1)),
          note TEXT,
          trashed_utc_us INTEGER,                -- in the trash since then; NULL: not in the trash
          -- All below is derived from events and can be rebuilt from them.
          elapsed_us INTEGER,
          active_us INTEGER,                     -- without pauses
          distance_m REAL,                       -- measured: gps and steps
          estimated_m REAL,                      -- only bridged, not in distance_m
          steps INTEGER,
          ascent_m REAL,
          descent_m REAL,
          summary TEXT                           -- what else the engine made of it, as JSON
        ) STRICT;

        CREATE TABLE events (
          -- What the sensors and the person said, in the order of arrival: the raw truth.
          id INTEGER PRIMARY KEY,                -- run << 32 | number within the run, from 0
          run INTEGER NOT NULL REFERENCES runs (id),
          line TEXT NOT NULL                     -- one line of the sensor log, JSON
        ) STRICT;

        CREATE VIEW readings AS
          -- The events with their parts: when it was measured and when it arrived, of what kind it is.
          SELECT run, id & 0xffffffff AS seq,
            CAST(round(json_extract(line, '$.t') * 1e6) AS INTEGER) AS t_us,
            CAST(round(json_extract(line, '$.at') * 1e6) AS INTEGER) AS at_us,
            json_extract(line, '$.type') AS type, line
          FROM events;

        CREATE TABLE laps (
          -- Derived from events.
          run INTEGER NOT NULL REFERENCES runs (id),
          number INTEGER NOT NULL,               -- from 1
          from_us INTEGER NOT NULL,              -- since the start of the run
          to_us INTEGER NOT NULL,
          distance_m REAL NOT NULL,
          PRIMARY KEY (run, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE settings (
          -- What the recorder learnt or was told: step-length model, whether the alert was heard.
          name TEXT NOT NULL PRIMARY KEY,
          value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE uploads (
          -- One row for each run and service it was or is to be sent to.
          run INTEGER NOT NULL REFERENCES runs (id),
          service TEXT NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
          remote TEXT,                           -- what the service calls it: an id or a URL
          reason TEXT,                           -- why the last attempt failed
          attempts INTEGER NOT NULL DEFAULT 0,
          next_utc_us INTEGER,                   -- when to try again
          changed_utc_us INTEGER NOT NULL,
          PRIMARY KEY (run, service)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX runs_by_start ON runs (start_utc_us);
        CREATE INDEX runs_active ON runs (id) WHERE state = 'active';
        CREATE INDEX runs_trashed ON runs (trashed_utc_us) WHERE trashed_utc_us IS NOT NULL;
        """

    private static let loneMarks = """
        CREATE TABLE marks (
          -- What was marked while no run was recorded; the marks of a run are among its events.
          number INTEGER PRIMARY KEY AUTOINCREMENT,  -- P-1, P-2, …; never used again
          utc_us INTEGER,                        -- NULL: the clock was not set
          offset_s INTEGER,                      -- local time minus UTC
          latitude REAL,                         -- NULL: no position within half a minute
          longitude REAL,
          altitude_m REAL,
          eph_m REAL,                            -- 95 % horizontal error
          age_s REAL,                            -- between the mark and the nearest fix
          text TEXT
        ) STRICT;
        """
}
