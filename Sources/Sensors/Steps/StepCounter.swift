package import POSIX

/// A hardware step counter of Linux's Industrial I/O subsystem: one folder under the sysfs root
/// with `in_steps_input` (steps since power-up) and, mostly, `in_steps_en` (whether it counts).
///
/// Files are opened anew for each reading: a counter that is unplugged is noticed at once, and the
/// next one found under the same name is used without ado.
package struct StepCounter: Equatable, Sendable {
    /// The folder, such as `/sys/bus/iio/devices/iio:device0`.
    package let folder: String
    /// The driver's name, such as `lsm6dsox_steps`; the folder's own where it has none.
    package let name: String
    /// It was off and we switched it on, so that it is ours to switch off.
    package private(set) var wasOff = false

    /// Why a counter gave no number.
    package enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        case system(path: String, Errno)
        /// What was read is no whole number from 0 up.
        case notACount(path: String, found: String)

        package var description: String {
            switch self {
            case .system(let path, let error): "\(path): \(error.reason)"
            case .notACount(let path, let found):
                "\(path): expected a number of steps, found '\(found)'"
            }
        }
    }

    /// The counters under `root` in the order of their names; none where there is no such folder.
    package static func all(under root: String) -> [StepCounter] {
        // A machine without the subsystem has no such folder: that is the usual case, not an error.
        guard let names = try? Folder.names(root) else { return [] }
        return names.compactMap { StepCounter(folder: root + "/" + $0) }
    }

    /// The counter in that folder; nil where the folder has no readable step channel.
    package init?(folder: String) {
        // Any failure here means that this device is something else or not for us.
        guard (try? SmallFile.read(folder + "/in_steps_input")) != nil else { return nil }
        self.folder = folder
        let given = try? SmallFile.readText(folder + "/name")  // optional in the ABI
        let last = folder.lastIndex(of: "/").map { String(folder[folder.index(after: $0)...]) }
        name = given ?? last ?? folder
    }

    /// More than any number takes.
    private static let longestCount = 64

    /// Steps, both feet, since the counter's own zero.
    package func read() throws(Fault) -> Int64 {
        let path = folder + "/in_steps_input"
        let text: String
        do {
            text = try SmallFile.readText(path, limit: Self.longestCount)
        } catch { throw .system(path: path, error) }
        guard let count = Int64(text), count >= 0 else {
            throw .notACount(path: path, found: String(text.prefix(40)))
        }
        return count
    }

    /// Switches counting on where it is off. A counter without a switch always counts.
    package mutating func enable() throws(Fault) {
        let path = folder + "/in_steps_en"
        // No such file: nothing to switch.
        guard let state = try? SmallFile.readText(path), state == "0" else { return }
        do { try SmallFile.write("1", to: path) } catch { throw .system(path: path, error) }
        wasOff = true
    }

    /// Puts the switch back as `enable` found it.
    package mutating func putBack() throws(Fault) {
        guard wasOff else { return }
        wasOff = false
        let path = folder + "/in_steps_en"
        do { try SmallFile.write("0", to: path) } catch { throw .system(path: path, error) }
    }
}
