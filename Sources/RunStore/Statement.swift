private import CSQLite

/// One prepared statement. Corresponds to C `sqlite3_prepare_v3`, `sqlite3_finalize`.
struct Statement: ~Copyable {
    private let raw: OpaquePointer
    private let database: Database

    /// - Parameter kept: it lives as long as its database.
    init(_ database: Database, _ sql: String, kept: Bool = false) throws(StoreError) {
        var statement: OpaquePointer?
        let flags = kept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(database.raw, sql, -1, flags, &statement, nil)
        guard code == SQLITE_OK else { throw database.failure(code, sql) }
        guard let statement else {
            throw StoreError(
                kind: .other, code: 0, systemCode: 0, operation: "sqlite3_prepare_v3",
                path: database.path, reason: "empty statement")
        }
        raw = statement
        self.database = database
    }

    deinit { sqlite3_finalize(raw) }

    /// Binds in order, from the first parameter. Corresponds to C `sqlite3_bind_*`.
    borrowing func bind(_ values: Value...) { bind(all: values) }

    borrowing func bind(all values: [Value]) {
        for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
    }

    private borrowing func bind(_ value: Value, at index: Int32) {
        switch value {
        case .null: sqlite3_bind_null(raw, index)
        case .integer(let number): sqlite3_bind_int64(raw, index, number)
        case .real(let number): sqlite3_bind_double(raw, index, number)
        case .text(let bytes):
            bytes.withUnsafeBytes { buffer in
                let start = buffer.bindMemory(to: CChar.self).baseAddress
                // A null pointer would bind NULL where the text is empty.
                if let start {
                    _ = rund_bind_text(raw, index, start, Int32(buffer.count))
                } else {
                    _ = rund_bind_text(raw, index, "", 0)
                }
            }
        }
    }

    /// Goes to the next row. Corresponds to C `sqlite3_step`.
    /// - Returns: whether there is one.
    mutating func step() throws(StoreError) -> Bool {
        let code = sqlite3_step(raw)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let sql = sqlite3_sql(raw).map { String(cString: $0) } ?? "sqlite3_step"
            let error = database.failure(code, sql)
            sqlite3_reset(raw)
            throw error
        }
    }

    /// Runs a statement that answers no rows, and makes it ready to run again.
    mutating func run() throws(StoreError) {
        while try step() {}
        reset()
    }

    /// Makes it ready to run again. Corresponds to C `sqlite3_reset`.
    borrowing func reset() { sqlite3_reset(raw) }

    borrowing func int64(_ column: Int32) -> Int64? {
        isNull(column) ? nil : sqlite3_column_int64(raw, column)
    }

    borrowing func double(_ column: Int32) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(raw, column)
    }

    borrowing func string(_ column: Int32) -> String? {
        sqlite3_column_text(raw, column).map { String(cString: $0) }
    }

    /// The bytes of a text, empty if it is NULL. Corresponds to C `sqlite3_column_blob`.
    borrowing func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(raw, column) else { return [] }
        return [UInt8](
            UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column))))
    }

    private borrowing func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(raw, column) == SQLITE_NULL
    }
}

/// Something to bind to a parameter.
enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])

    init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
    init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
    init(_ string: String?) { self = string.map { .text([UInt8]($0.utf8)) } ?? .null }
}
