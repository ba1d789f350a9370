internal import RunCore
internal import RunStore

extension Library {
    /// Runs something that the store may refuse.
    static func attempt<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(Failure) -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            throw failure(error)
        }
    }

    /// The same database, for changing it.
    func editor() throws(Failure) -> RunEditor {
        try Library.attempt { () throws(StoreError) in
            try RunEditor.open(directory: reader.directory.path)
        }
    }
}
