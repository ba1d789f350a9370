/// The time zone of this machine, as its files and environment tell it.
package struct LocalZone: Equatable, Sendable {
    /// Such as `Asia/Kolkata`; nil where only the offset is known.
    package let name: String?
    package let rules: ZoneRules

    /// How files are read; the core itself touches none.
    package struct Files {
        /// The bytes of a file; nil if it cannot be read.
        package let read: (String) -> [UInt8]?
        /// Where a symbolic link points; nil if it is none.
        package let link: (String) -> String?

        package init(
            read: @escaping (String) -> [UInt8]?, link: @escaping (String) -> String?
        ) {
            self.read = read
            self.link = link
        }
    }

    private static let folder = "/usr/share/zoneinfo/"

    /// The zone by the environment, else `/etc/localtime`, else the configuration, else UTC.
    ///
    /// - Parameters:
    ///   - environment: the value of `TZ`; an empty one means UTC.
    ///   - configured: a zone's name.
    package static func find(
        environment: String?, configured: String?, files: Files
    ) -> LocalZone {
        if let environment, let zone = byEnvironment(environment, files) { return zone }
        if let zone = ofSystem(files) { return zone }
        if let configured, let zone = named(configured, files) { return zone }
        return utc
    }

    /// A zone by its name in the time-zone database; nil if it is not there or cannot be used.
    package static func named(_ name: String, _ files: Files) -> LocalZone? {
        guard isName(name), let bytes = files.read(folder + name) else { return nil }
        return rules(bytes).map { LocalZone(name: name, rules: $0) }
    }

    /// Local time with its offset; the instant is the same in every zone.
    package func offset(at time: WallTime) -> UTCOffset { rules.offset(at: time) }

    private static let utc = LocalZone(name: "UTC", rules: ZoneRules(utc: ()))

    /// Letters, digits and `_+-/`: no way out of the folder.
    private static func isName(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 64, !name.hasPrefix("/"), !name.contains("..")
        else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                UInt8(ascii: "-"), UInt8(ascii: "/"):
                true
            default: false
            }
        }
    }

    private static func byEnvironment(_ value: String, _ files: Files) -> LocalZone? {
        let text = value.hasPrefix(":") ? String(value.dropFirst()) : value
        if text.isEmpty { return utc }
        if let zone = named(text, files) { return zone }
        if text.hasPrefix("/") {
            return files.read(text).flatMap(rules).map {
                LocalZone(name: nameInPath(text), rules: $0)
            }
        }
        do {
            return LocalZone(name: nil, rules: ZoneRules(posix: try PosixZone(text)))
        } catch {
            // Neither a name nor a rule: the C library takes UTC then, the next source knows better.
            return nil
        }
    }

    private static func ofSystem(_ files: Files) -> LocalZone? {
        guard let bytes = files.read("/etc/localtime"), let rules = rules(bytes) else {
            return nil
        }
        if let target = files.link("/etc/localtime"), let name = nameInPath(target) {
            return LocalZone(name: name, rules: rules)
        }
        // A copy instead of a link: Debian keeps the name in a file beside it, which may be stale.
        let written = files.read("/etc/timezone").map { String(decoding: $0, as: UTF8.self) }
        if let name = written?.split(whereSeparator: \.isWhitespace).first.map(String.init),
            named(name, files)?.rules == rules
        {
            return LocalZone(name: name, rules: rules)
        }
        return LocalZone(name: nil, rules: rules)
    }

    /// What follows `zoneinfo/` in a path.
    private static func nameInPath(_ path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let root = parts.lastIndex(of: "zoneinfo") else { return nil }
        let name = parts[(root + 1)...].joined(separator: "/")
        return isName(name) ? name : nil
    }

    private static func rules(_ bytes: [UInt8]) -> ZoneRules? {
        do {
            return try ZoneRules(tzif: bytes)
        } catch {
            // A damaged file is as good as none: the next source is asked.
            return nil
        }
    }
}
