private import Glibc
private import POSIX
package import RunCore

/// The time zone of this system, from its environment and its files.
package enum SystemZone {
    /// The largest time-zone file that is read; those of the time-zone database stay below 4 kB.
    private static let limit = 1 << 18

    /// What holds now: read anew each time, so a change of zone during the life of the program is seen.
    /// - Parameter configured: the name in the configuration, for systems that have none themselves.
    package static func current(configured: String? = nil) -> LocalZone {
        LocalZone.find(
            environment: getenv("TZ").map { String(cString: $0) }, configured: configured,
            files: files)
    }

    /// A zone by its name; nil if this system does not know it.
    package static func named(_ name: String) -> LocalZone? { LocalZone.named(name, files) }

    private static var files: LocalZone.Files {
        LocalZone.Files(
            read: { path in
                do {
                    return try SmallFile.read(path, limit: limit)
                } catch {
                    // A zone that cannot be read is a zone that is not there.
                    return nil
                }
            },
            link: { SmallFile.link($0) })
    }
}
