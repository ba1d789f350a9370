private import Glibc
private import POSIX
internal import RunCore

/// A damaged database that was moved out of the way, never deleted.
package struct SetAside: Equatable, Sendable {
    /// Where it is now.
    package var path: String
    /// What was wrong with it.
    package var damage: StoreError
    /// What could be read from it.
    package var salvaged: Salvage.Report?
}

extension StateDirectory {
    /// Moves the database and its log to a name with the date. Corresponds to C `rename`.
    func setAside(_ damage: StoreError, wall: WallTime) throws(StoreError) -> SetAside {
        let target = freeName(wall: wall)
        do {
            // The log first: a log without its database is nothing, but a new database beside an
            // old log would be filled from it.
            for suffix in ["-wal", "-shm", ""] where access(database + suffix, F_OK) == 0 {
                _ = try check("rename") { rename(database + suffix, target + suffix) }
            }
        } catch {
            throw StoreError(error, path: database)
        }
        return SetAside(path: target, damage: damage)
    }

    /// A name that is not taken. It has a date only if the clock is believable.
    private func freeName(wall: WallTime) -> String {
        var base = path + "/runs-damaged"
        if wall >= .earliestBelievable {
            base += "-" + wall.compactDate
        }
        var name = base + ".db"
        var number = 2
        while access(name, F_OK) == 0 || access(name + "-wal", F_OK) == 0 {
            name = "\(base)-\(number).db"
            number += 1
        }
        return name
    }
}

extension WallTime {
    /// Such as `20260601-061500`, UTC.
    fileprivate var compactDate: String {
        let seconds = Int(microseconds / 1_000_000)
        let date = CivilDate(daysSinceEpoch: seconds / 86_400)
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map(digits).joined()
        return "\(date.year)\(digits(date.month))\(digits(date.day))-\(time)"
    }
}
