/// Why a piece of a test's surroundings could not be set up.
package struct Failure: Error, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
}
