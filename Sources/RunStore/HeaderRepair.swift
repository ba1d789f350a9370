private import Glibc
internal import POSIX

/// Makes a readable copy of a database whose first pages, which say what the others are, are lost.
///
/// A database of this program always has its tables at the same places, because they are made in
/// the same order: so the first pages of an empty one fit any other.
struct HeaderRepair: ~Copyable {
    /// The copy; it goes with its owner.
    let path: String

    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// - Parameter folder: where the copy may be made.
    /// - Throws: `StoreError` if there is nothing to copy or no room for it.
    init(of damaged: String, in folder: String) throws(StoreError) {
        let empty = folder + "/runs.repair-empty"
        path = folder + "/runs.repair"
        Self.remove(path)
        Self.remove(empty)
        defer { Self.remove(empty) }
        let model = try Database(path: empty, mode: .create)
        try model.execute("PRAGMA page_size = \(Schema.pageSize)")
        _ = try Schema.migrate(model)
        let pages = try Self.descriptionPages(model)
        do {
            var bytes = try Files.read(damaged)
            let sound = try Files.read(empty)
            for page in pages {
                let range = (page - 1) * Schema.pageSize..<page * Schema.pageSize
                guard range.upperBound <= min(bytes.count, sound.count) else { continue }
                bytes.replaceSubrange(range, with: sound[range])
            }
            guard bytes.count > 96 else { return }
            // The size in the header counts only if the numbers at 24 and 92 are the same ("In-header
            // Database Size" in the file format); made different, the file's own size counts.
            bytes.replaceSubrange(92..<96, with: [0, 0, 0, 0])
            try Files.write(bytes, to: path)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    deinit { Self.remove(path) }

    /// The pages of an empty database that are not the beginning of a table or an index.
    private static func descriptionPages(_ model: Database) throws(StoreError) -> [Int] {
        var roots: Set<Int64> = []
        var statement = try Statement(model, "SELECT rootpage FROM sqlite_schema")
        while try statement.step() { roots.insert(statement.int64(0) ?? 0) }
        let count = try model.integer("PRAGMA page_count") ?? 0
        return (1...max(1, Int(count))).filter { !roots.contains(Int64($0)) }
    }

    private static func remove(_ path: String) {
        for suffix in suffixes { unlink(path + suffix) }
    }
}
