private import Glibc
internal import RunCore

/// Copies what can be read from a damaged database into a new one: `runctl recover FILE`.
package enum Recovery {
    /// - Parameters:
    ///   - file: the damaged database; it is not changed. Its log is read if it lies beside it.
    ///   - target: the new database; must not exist.
    /// - Throws: `.missing`, `.exists`, or an error of the new file.
    package static func run(from file: String, to target: String) throws(StoreError)
        -> Salvage.Report
    {
        try require(access(file, F_OK) == 0, .missing, file)
        try require(access(target, F_OK) != 0, .exists, target)
        let fresh = try Database(path: target, mode: .create)
        try fresh.execute("PRAGMA page_size = \(Schema.pageSize); PRAGMA synchronous = NORMAL")
        _ = try Schema.migrate(fresh)
        var salvage = Salvage(from: file, into: fresh)
        return try salvage.run()
    }

    private static func require(
        _ condition: Bool, _ kind: StoreError.Kind, _ path: String
    ) throws(StoreError) {
        guard condition else {
            throw StoreError(
                kind: kind, code: 0, systemCode: 0, operation: "recover", path: path,
                reason: kind == .exists ? "it exists" : "it is not there")
        }
    }
}
