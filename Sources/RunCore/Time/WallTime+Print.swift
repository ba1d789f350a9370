/// How many digits a printed time has after its seconds.
package enum FractionDigits: Equatable, Sendable {
    /// As few as keep the value, none for a whole second.
    case shortest
    /// 0 … 6, the rest cut off, so that a printed time is never in the future.
    case fixed(Int)
}

extension WallTime {
    /// 0000-01-01T00:00:00Z, the first moment that RFC 3339 can show.
    package static let earliest = WallTime(microseconds: -62_167_219_200_000_000)
    /// 9999-12-31T23:59:59.999999Z, the last one.
    package static let latest = WallTime(microseconds: 253_402_300_799_999_999)

    /// The most bytes that a printed time takes.
    package static let printedLimit = 32

    /// RFC 3339 in UTC, such as `2026-06-01T10:00:00Z`; clamped to the years 0000 … 9999.
    package func rfc3339(fraction: FractionDigits = .shortest) -> String {
        printed { print(offset: nil, fraction: fraction, to: $0) }
    }

    /// RFC 3339 in local time, such as `2026-05-31T23:30:00-09:30`.
    ///
    /// An offset with seconds is shown as whole minutes together with the local time that
    /// belongs to the offset shown: the printed instant is always this one.
    package func rfc3339(offset: UTCOffset, fraction: FractionDigits = .shortest) -> String {
        printed { print(offset: offset, fraction: fraction, to: $0) }
    }

    /// Writes RFC 3339 to memory of at least ``printedLimit`` bytes.
    /// - Parameter offset: nil for `Z`.
    /// - Returns: the number of bytes written.
    package func print(
        offset: UTCOffset?, fraction: FractionDigits, to out: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let shown = offset?.wholeMinutes.seconds ?? 0
        let shift = Int64(shown) * 1_000_000
        let local =
            min(
                max(microseconds, WallTime.earliest.microseconds - min(shift, 0)),
                WallTime.latest.microseconds - max(shift, 0)
            ) + shift
        let days = (local - (local < 0 ? 86_399_999_999 : 0)) / 86_400_000_000
        let ofDay = Int(local - days * 86_400_000_000)
        let date = CivilDate(daysSinceEpoch: Int(days))
        let second = ofDay / 1_000_000
        out[0] = 48 + UInt8(truncatingIfNeeded: date.year / 1000)
        out[1] = 48 + UInt8(truncatingIfNeeded: date.year / 100 % 10)
        twoDigits(date.year % 100, out + 2)
        out[4] = UInt8(ascii: "-")
        twoDigits(date.month, out + 5)
        out[7] = UInt8(ascii: "-")
        twoDigits(date.day, out + 8)
        out[10] = UInt8(ascii: "T")
        twoDigits(second / 3_600, out + 11)
        out[13] = UInt8(ascii: ":")
        twoDigits(second / 60 % 60, out + 14)
        out[16] = UInt8(ascii: ":")
        twoDigits(second % 60, out + 17)
        var length = 19 + printFraction(ofDay % 1_000_000, fraction, to: out + 19)
        if offset == nil {
            out[length] = UInt8(ascii: "Z")
            length += 1
        } else {
            out[length] = shown < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
            twoDigits(abs(shown) / 3_600, out + length + 1)
            out[length + 3] = UInt8(ascii: ":")
            twoDigits(abs(shown) / 60 % 60, out + length + 4)
            length += 6
        }
        return length
    }

    private func printFraction(
        _ microseconds: Int, _ digits: FractionDigits, to out: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let wanted: Int
        switch digits {
        case .fixed(let count): wanted = max(0, min(count, 6))
        case .shortest: wanted = microseconds == 0 ? 0 : 6
        }
        guard wanted > 0 else { return 0 }
        out[0] = UInt8(ascii: ".")
        var rest = microseconds
        for index in stride(from: 6, to: 0, by: -1) {
            out[index] = 48 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        var count = wanted
        if digits == .shortest {
            while out[count] == 48 { count -= 1 }
        }
        return count + 1
    }

    private func printed(_ body: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
        String(unsafeUninitializedCapacity: WallTime.printedLimit) { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return body(base)
        }
    }
}

private func twoDigits(_ value: Int, _ out: UnsafeMutablePointer<UInt8>) {
    out[0] = 48 + UInt8(truncatingIfNeeded: value / 10)
    out[1] = 48 + UInt8(truncatingIfNeeded: value % 10)
}
