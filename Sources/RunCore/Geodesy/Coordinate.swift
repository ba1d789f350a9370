/// A place on the WGS-84 ellipsoid, in degrees.
package struct Coordinate: Hashable, Sendable {
    /// Degrees north, -90 … 90.
    package var latitude: Double
    /// Degrees east, -180 … 180.
    package var longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Finite and on the globe.
    package var isValid: Bool {
        latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
    }
}
