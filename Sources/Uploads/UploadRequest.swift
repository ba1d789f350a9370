import RunCore
package import RunFormats

/// Makes the request that sends one run to one service.
package struct UploadRequest {
    /// What is known of the run, for the placeholders of URLs and forms.
    package struct Run: Sendable {
        package let number: Int64
        package let activity: Activity

        package init(number: Int64, activity: Activity) {
            self.number = number
            self.activity = activity
        }
    }

    package let request: HTTPRequest
    /// What the format could not hold.
    package let warnings: [String]

    /// - Parameter secret: the password or token; nil if there is none.
    package init(
        _ target: UploadTarget, _ run: Run, secret: String?
    ) throws(UploadError) {
        guard let encoded = target.format.encode(run.activity), encoded.report.written > 0 else {
            throw UploadError(
                .data, "run \(run.number) has no point that \(target.format.name) can hold")
        }
        warnings = encoded.report.lines
        let values = UploadRequest.values(target, run)
        let url: String
        do {
            url = try target.url.expanded(with: values)
        } catch {
            throw UploadError(.settings, "upload.\(target.name).url: \(error.reason)")
        }
        var headers = try UploadRequest.authentication(target, secret)
        let name = values["name"] ?? "run"
        let type = target.format.mediaType
        var body = encoded.bytes
        switch target.body {
        case .file: headers.append(HTTPHeader("Content-Type", type))
        case .form(let field):
            let form = MultipartForm(
                fields: target.fields.map { ($0.name, UploadRequest.fill($0.value, values)) },
                file: MultipartForm.File(field: field, name: name, type: type, bytes: body))
            headers.append(HTTPHeader("Content-Type", form.contentType))
            body = form.bytes
        }
        request = HTTPRequest(
            method: target.method.rawValue, url: url, headers: headers, body: body,
            authorities: target.authorities, timeout: target.timeout)
    }

    /// What `--dry-run` prints: everything but the secret and the bytes of the file.
    package var text: String {
        var lines = ["\(request.method) \(request.url)"]
        for header in request.headers {
            let shown = header.isSecret ? UploadRequest.masked(header.value) : header.value
            lines.append("\(header.name): \(shown)")
        }
        lines.append("Content-Length: \(request.body.count)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The scheme of an authorisation stays, what follows does not.
    private static func masked(_ value: String) -> String {
        let scheme = value.split(separator: " ", maxSplits: 1)
        return scheme.count == 2 ? "\(scheme[0]) ********" : "********"
    }

    private static func values(_ target: UploadTarget, _ run: Run) -> [String: String] {
        let header = run.activity.header
        let start = header.start ?? WallTime(microseconds: 0)
        let local = start.rfc3339(offset: header.startOffset ?? .utc, fraction: .fixed(0))
        let date = String(local.prefix(10))
        let clock = local.dropFirst(11).prefix(5).filter { $0 != ":" }
        var values = [
            "id": "\(run.number)", "date": date, "kind": header.kind.rawValue,
            "format": target.format.name,
            "name": "\(date)-\(clock)-\(header.kind.rawValue).\(target.format.extensions[0])",
            "note": header.note ?? "",
        ]
        values["user"] = target.user
        return values
    }

    /// Replaces `{name}` in a form's field; braces around anything else stay, since JSON has them too.
    private static func fill(_ text: String, _ values: [String: String]) -> String {
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            if let close = rest.firstIndex(of: "}"),
                let value = values[String(rest[rest.index(after: open)..<close])]
            {
                result += value
                rest = rest[rest.index(after: close)...]
            } else {
                result += "{"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    private static func authentication(
        _ target: UploadTarget, _ secret: String?
    ) throws(UploadError) -> [HTTPHeader] {
        guard target.authentication != .none else { return [] }
        guard let secret, !secret.isEmpty, secret.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
            throw UploadError(.settings, "the secret of upload.\(target.name) is no line of text")
        }
        switch target.authentication {
        case .none: return []
        case .basic:
            return [HTTPHeader.basic(user: target.user ?? "", password: secret)]
        case .bearer: return [HTTPHeader("Authorization", "Bearer \(secret)", isSecret: true)]
        case .header(let name): return [HTTPHeader(name, secret, isSecret: true)]
        }
    }
}

/// RFC 4648, as basic authentication wants it.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word =
                group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0..<4 {
                let index = Int(word >> UInt32(18 - 6 * place)) & 0x3F
                result.append(place <= group.count ? alphabet[index] : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
