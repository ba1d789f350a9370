private import POSIX

/// A device of Linux's Industrial I/O subsystem: one folder under the sysfs root.
struct IIODevice {
    let folder: String
    /// The driver's name; the folder's own where it has none.
    let name: String

    /// The devices under `root`, in the order of their names; none where there is no such folder.
    static func all(under root: String) -> [IIODevice] {
        // A machine without the subsystem has no such folder: the usual case, not an error.
        guard let names = try? Folder.names(root) else { return [] }
        return names.map { entry in
            let folder = root + "/" + entry
            let given = try? SmallFile.readText(folder + "/name")  // optional in the ABI
            return IIODevice(folder: folder, name: given ?? entry)
        }
    }

    func path(_ attribute: String) -> String { folder + "/" + attribute }

    func has(_ attribute: String) -> Bool {
        // A file that cannot be read is as good as none: the device is not for us.
        (try? SmallFile.read(path(attribute))) != nil
    }

    func number(_ attribute: String) throws(SensorFault) -> Double {
        let path = path(attribute)
        let text: String
        do { text = try SmallFile.readText(path) } catch { throw .system(path: path, error) }
        guard let value = Double(text), value.isFinite else {
            throw .notANumber(path: path, found: String(text.prefix(40)))
        }
        return value
    }

    /// The first of these attributes that is there and a number.
    func optionalNumber(_ attributes: [String]) -> Double? {
        // Each is optional in the ABI; one that cannot be read is taken for absent.
        attributes.lazy.compactMap { try? number($0) }.first
    }
}
