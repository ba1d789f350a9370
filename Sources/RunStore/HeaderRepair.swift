private import Glibc
internal import POSIX

/// Makes a readable copy of a database whose first pages, which say what the others are, are lost.
///
/// A database of this program always has its tables at the same places, because they are made in
/// the same order: so the first pages of an empty one of the same version fit any other.
struct HeaderRepair: ~Copyable {
    /// The copy; it goes with its owner.
    let path: String

    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// - Parameter folder: where the copy may be made.
    /// - Throws: `StoreError` if there is nothing to copy or no room for it.
    init(of damaged: String, in folder: String) throws(StoreError) {
        path = folder + "/runs.repair"
        Self.remove(path)
        var bytes = try Self.read(damaged)
        let model = try Model.fitting(bytes, at: folder + "/runs.repair-empty")
        for page in model.pages where model.isWithin(bytes, page) {
            bytes.replaceSubrange(Model.range(page), with: model.bytes[Model.range(page)])
        }
        guard bytes.count > 96 else { return }
        // The size in the header counts only if the numbers at 24 and 92 are the same ("In-header
        // Database Size" in the file format); made different, the file's own size counts.
        bytes.replaceSubrange(92..<96, with: [0, 0, 0, 0])
        do {
            try Files.write(bytes, to: path)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    deinit { Self.remove(path) }

    /// An empty database of some version.
    private struct Model {
        var bytes: [UInt8]
        /// Those that are not the beginning of a table or an index: they hold the description.
        var pages: Set<Int>

        init(version: Int, at path: String) throws(StoreError) {
            HeaderRepair.remove(path)
            defer { HeaderRepair.remove(path) }
            let database = try Database(path: path, mode: .create)
            try database.execute("PRAGMA page_size = \(Schema.pageSize)")
            _ = try Schema.migrate(database, to: version)
            pages = Set(1...max(1, Int(try database.integer("PRAGMA page_count") ?? 0)))
            var statement = try Statement(database, "SELECT rootpage FROM sqlite_schema")
            while try statement.step() { pages.remove(Int(statement.int64(0) ?? 0)) }
            bytes = try HeaderRepair.read(path)
        }

        /// The newest version of whose own pages the damaged file has any; else the first one.
        static func fitting(_ damaged: [UInt8], at path: String) throws(StoreError) -> Model {
            var newer = try Model(version: Schema.version, at: path)
            for version in (1..<Schema.version).reversed() {
                let older = try Model(version: version, at: path)
                let own = newer.pages.subtracting(older.pages)
                if own.isEmpty || own.contains(where: { newer.isSame(damaged, $0) }) { break }
                newer = older
            }
            return newer
        }

        static func range(_ page: Int) -> Range<Int> {
            (page - 1) * Schema.pageSize..<page * Schema.pageSize
        }

        func isWithin(_ other: [UInt8], _ page: Int) -> Bool {
            Self.range(page).upperBound <= min(bytes.count, other.count)
        }

        func isSame(_ other: [UInt8], _ page: Int) -> Bool {
            isWithin(other, page) && other[Self.range(page)] == bytes[Self.range(page)]
        }
    }

    private static func read(_ path: String) throws(StoreError) -> [UInt8] {
        do {
            return try Files.read(path)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private static func remove(_ path: String) {
        for suffix in suffixes { unlink(path + suffix) }
    }
}
