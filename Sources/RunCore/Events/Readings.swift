/// A reading of a cumulative step counter.
package struct StepReading: Equatable, Sendable {
    /// Steps (both feet) since the counter's own zero; only differences mean anything.
    package var count: Int64
    /// The boot in which the counter counts; another one means that it began anew.
    package var boot: String?

    package init(count: Int64, boot: String? = nil) {
        self.count = count
        self.boot = boot
    }
}

/// A report of a foot pod.
package struct FootReading: Equatable, Sendable {
    /// Metres per second.
    package var speed: Double?
    /// Steps per minute, both feet.
    package var cadence: Double?
    /// Metres since the pod's own zero.
    package var distance: Double?

    package init(speed: Double? = nil, cadence: Double? = nil, distance: Double? = nil) {
        self.speed = speed
        self.cadence = cadence
        self.distance = distance
    }
}

package struct HeartReading: Equatable, Sendable {
    /// Beats per minute.
    package var bpm: Int

    package init(bpm: Int) { self.bpm = bpm }
}

/// Acceleration with gravity, in m/s² along the sensor's axes.
package struct Acceleration: Equatable, Sendable {
    package var x: Double
    package var y: Double
    package var z: Double

    package init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }
}

package struct PressureReading: Equatable, Sendable {
    /// Air pressure in pascal.
    package var pascal: Double

    package init(pascal: Double) { self.pascal = pascal }
}
