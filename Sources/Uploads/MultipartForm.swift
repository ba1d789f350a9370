/// A form with one file (RFC 7578).
struct MultipartForm {
    struct File {
        let field: String
        let name: String
        let type: String
        let bytes: [UInt8]
    }

    let contentType: String
    let bytes: [UInt8]

    init(fields: [(String, String)], file: File) {
        let boundary = MultipartForm.boundary(for: file.bytes)
        contentType = "multipart/form-data; boundary=\(boundary)"
        var bytes: [UInt8] = []
        for (name, value) in fields {
            let head =
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(name))\""
            bytes += "\(head)\r\n\r\n\(value)\r\n".utf8
        }
        bytes += "--\(boundary)\r\nContent-Disposition: form-data; ".utf8
        bytes +=
            "name=\"\(Self.quoted(file.field))\"; filename=\"\(Self.quoted(file.name))\"\r\n".utf8
        bytes += "Content-Type: \(file.type)\r\n\r\n".utf8
        bytes += file.bytes
        bytes += "\r\n--\(boundary)--\r\n".utf8
        self.bytes = bytes
    }

    /// The same for the same file, so that a request can be compared; its hash is not in the file itself.
    private static func boundary(for bytes: [UInt8]) -> String {
        // FNV-1a.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return "rund-form-\(String(hash, radix: 16))"
    }

    /// Browsers' way with quotes and line ends in names.
    private static func quoted(_ text: String) -> String {
        text.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
