/// The error of that type that `body` throws; nil if it throws none or another.
///
/// `#expect(throws:)` of Swift 6.0 does not hand the error out.
package func thrown<Problem: Error, Value>(
    _ type: Problem.Type, by body: () throws -> Value
) -> Problem? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? Problem
    }
}
