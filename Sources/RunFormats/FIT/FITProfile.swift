import RunCore

/// Numbers of the FIT profile (Garmin FIT SDK, Profile.xlsx) that an activity file is made of.
enum FITProfile {
    /// Seconds from 1970 to FIT's epoch, 1989-12-31T00:00:00Z.
    static let epoch: Int64 = 631_065_600
    /// Smaller timestamps count from the device's power-up, not from the epoch.
    static let firstAbsolute: UInt32 = 0x1000_0000

    /// Global message numbers.
    enum Message: UInt16 {
        case fileID = 0
        case sport = 12
        case session = 18
        case lap = 19
        case record = 20
        case event = 21
        case deviceInfo = 23
        case activity = 34
        case fileCreator = 49
    }

    /// Base types with the value that means "nothing here".
    enum BaseType: UInt8 {
        case enumeration = 0x00
        case sint8 = 0x01
        case uint8 = 0x02
        case string = 0x07
        case uint8z = 0x0A
        case byte = 0x0D
        case sint16 = 0x83
        case uint16 = 0x84
        case sint32 = 0x85
        case uint32 = 0x86
        case float32 = 0x88
        case float64 = 0x89
        case uint16z = 0x8B
        case uint32z = 0x8C
        case sint64 = 0x8E
        case uint64 = 0x8F
        case uint64z = 0x90

        /// Bytes of one value.
        var size: Int {
            switch self {
            case .enumeration, .sint8, .uint8, .string, .uint8z, .byte: 1
            case .sint16, .uint16, .uint16z: 2
            case .sint32, .uint32, .float32, .uint32z: 4
            case .float64, .sint64, .uint64, .uint64z: 8
            }
        }
    }

    static func sport(_ kind: Kind) -> UInt8 {
        switch kind {
        case .other: 0
        case .run: 1
        case .ride: 2
        case .walk: 11
        case .hike: 17
        }
    }

    static func kind(sport: Int64) -> Kind {
        switch sport {
        case 1: .run
        case 2: .ride
        case 11: .walk
        case 17: .hike
        default: .other
        }
    }

    /// Nil for a moment that FIT cannot say: before July 1998 or after 2126.
    static func timestamp(_ time: WallTime) -> UInt32? {
        let seconds = time.rounded(to: 1_000_000).microseconds / 1_000_000 - epoch
        guard let value = UInt32(exactly: seconds), value >= firstAbsolute, value != .max else {
            return nil
        }
        return value
    }

    static func time(_ timestamp: UInt32) -> WallTime {
        WallTime(microseconds: (Int64(timestamp) + epoch) * 1_000_000)
    }

    /// 2^31 semicircles are 180°.
    static func semicircles(_ degrees: Double) -> Int32 {
        let scaled = (degrees * (2_147_483_648 / 180)).rounded(.toNearestOrAwayFromZero)
        // 180° east is 180° west; the largest number means "no position".
        let value = Int32(truncatingIfNeeded: Int64(scaled))
        return value == .max ? .max - 1 : value
    }

    static func degrees(_ semicircles: Int32) -> Double {
        Double(semicircles) * (180 / 2_147_483_648)
    }
}
