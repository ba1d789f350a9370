/// The version of the three programs, which are built and shipped together.
package enum Version {
    package static let current = "0.1.0"
}
