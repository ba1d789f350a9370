private import CBenchmark
private import Glibc
private import RunCore
private import RunSimulation

/// Polyline of a million places, beside a plain C loop that the same build optimised.
enum PolylineBenchmark {
    private static let limit = 1.5

    static func run(_ size: Benchmarks.Size) throws -> Bool {
        let count = size == .small ? 200_000 : 1_000_000
        let track = places(count)
        let text = try Polyline.encode(track)
        var back: [Coordinate] = []
        var isSame = true
        let flat = track.flatMap { [$0.latitude, $0.longitude] }

        var best = [Double](repeating: .infinity, count: 4)
        for _ in 0..<12 {
            let swiftEncode = try seconds { _ = try Polyline.encode(track) }
            let cEncode = seconds {
                var length = 0
                guard let bytes = c_polyline_encode(flat, count, 1e5, &length) else { return }
                isSame = isSame && length == text.count && memcmp(bytes, text, length) == 0
                free(bytes)
            }
            let swiftDecode = try seconds { back = try Polyline.decode(text) }
            let cDecode = seconds {
                var length = 0
                let numbers = c_polyline_decode(text, text.count, 1e5, &length)
                isSame = isSame && length == count && numbers?[1] == back[0].longitude
                free(numbers)
            }
            for (index, value) in [swiftEncode, cEncode, swiftDecode, cDecode].enumerated() {
                best[index] = min(best[index], value)
            }
        }
        isSame = isSame && back.count == count
        let encode = best[0] / best[1]
        let decode = best[2] / best[3]
        print("  \(count) places, \(text.count) bytes, same as C: \(isSame)")
        print("  encode \(milliseconds(best[0])), C \(milliseconds(best[1])): \(rounded(encode)) ×")
        print("  decode \(milliseconds(best[2])), C \(milliseconds(best[3])): \(rounded(decode)) ×")
        return isSame && encode <= limit && decode <= limit
    }

    /// A walk of about 3 m a step.
    private static func places(_ count: Int) -> [Coordinate] {
        var random = SplitMix64(seed: 1)
        var place = Coordinate(latitude: 47, longitude: 8)
        return (0..<count).map { _ in
            place.latitude += 4e-5 * (random.unit() - 0.4)
            place.longitude += 6e-5 * (random.unit() - 0.5)
            return place
        }
    }
}

/// Seconds that the work takes, on the monotonic clock.
func seconds(_ work: () throws -> Void) rethrows -> Double {
    let time = try ContinuousClock().measure(work)
    return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
}

func milliseconds(_ seconds: Double) -> String { "\(rounded(seconds * 1000)) ms" }

/// Two decimals.
func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
