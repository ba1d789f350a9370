private import Glibc
private import POSIX

/// Reads the passwords and tokens of services; they are never on a command line or in a log.
package enum Secret {
    /// The first line of the secret's file.
    /// - Parameter credentials: the folder of systemd's credentials for this process.
    /// - Throws: a reason that names the file and never its content.
    package static func read(
        _ place: UploadTarget.SecretPlace, credentials: String?
    ) throws(UploadError) -> String {
        let path: String
        switch place {
        case .file(let file):
            path = file
            try refuseOpenFile(file)
        case .credential(let name):
            guard !name.contains("/"), name != "..", name != "." else {
                throw UploadError(.settings, "expected the name of a credential, not a path")
            }
            guard let credentials else {
                throw UploadError(
                    .settings, "the credential \(name) is only there for services of systemd",
                    hint: "LoadCredential= in the unit gives it, or use secret-file")
            }
            path = "\(credentials)/\(name)"
        }
        let text: String
        do {
            text = try SmallFile.readText(path)
        } catch {
            throw UploadError(.settings, "\(path): \(error)")
        }
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        guard !line.isEmpty else { throw UploadError(.settings, "\(path) is empty") }
        return line
    }

    /// Corresponds to C `stat`.
    private static func refuseOpenFile(_ path: String) throws(UploadError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw UploadError(.settings, "\(path): \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw UploadError(
                .settings, "\(path) may be read by others", hint: "chmod 600 \(path)")
        }
    }
}
