private import CCurl

/// Sends requests through libcurl: certificates are checked, redirects are not followed.
///
/// A redirect of a POST would arrive elsewhere as a GET and be answered by 200: a run that was never
/// sent would count as sent.
package struct HTTPClient: ~Copyable {
    private let handle: UnsafeMutableRawPointer?

    /// Corresponds to C `curl_easy_init`.
    package init() {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        handle = curl_easy_init()
    }

    deinit {
        if let handle { curl_easy_cleanup(handle) }
    }

    /// Waits for the answer. Corresponds to C `curl_easy_perform`.
    package func send(_ request: HTTPRequest) -> HTTPOutcome {
        guard let handle else { return .failure(reason: "no memory for libcurl") }
        curl_easy_reset(handle)
        let transfer = Transfer(body: request.body)
        let user = Unmanaged.passUnretained(transfer).toOpaque()
        let lines = HeaderLines(request)
        configure(handle, request)
        rund_curl_set_pointer(handle, CURLOPT_HTTPHEADER, lines.list)
        rund_curl_set_pointer(handle, CURLOPT_READDATA, user)
        rund_curl_set_pointer(handle, CURLOPT_WRITEDATA, user)
        rund_curl_set_pointer(handle, CURLOPT_HEADERDATA, user)
        var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let code = message.withUnsafeMutableBufferPointer { buffer in
            rund_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, buffer.baseAddress)
            defer { rund_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, nil) }
            return withExtendedLifetime(transfer) { curl_easy_perform(handle) }
        }
        guard code == CURLE_OK else {
            let detail = String(
                decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let general = curl_easy_strerror(code).map { String(cString: $0) } ?? "no answer"
            return .failure(reason: detail.isEmpty ? general : detail)
        }
        var status = 0
        rund_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        return .response(
            HTTPResponse(status: status, headers: transfer.headers, body: transfer.answer))
    }

    private func configure(_ handle: UnsafeMutableRawPointer, _ request: HTTPRequest) {
        rund_curl_set_text(handle, CURLOPT_URL, request.url)
        // What stands in the URL goes over the wire byte for byte.
        rund_curl_set_long(handle, CURLOPT_PATH_AS_IS, 1)
        rund_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
        rund_curl_set_long(handle, CURLOPT_UPLOAD, 1)
        rund_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(request.body.count))
        rund_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        rund_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        rund_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        rund_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1)
        rund_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2)
        if let authorities = request.authorities {
            rund_curl_set_text(handle, CURLOPT_CAINFO, authorities)
        }
        let milliseconds = Int((request.timeout * 1_000).rounded())
        rund_curl_set_long(handle, CURLOPT_TIMEOUT_MS, milliseconds)
        rund_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, 15_000))
        rund_curl_set_transfer(handle, CURLOPT_READFUNCTION) { bytes, size, count, user in
            guard let bytes, let user else { return 0 }
            return Unmanaged<Transfer>.fromOpaque(user).takeUnretainedValue()
                .fill(bytes, limit: size * count)
        }
        rund_curl_set_transfer(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, user in
            guard let bytes, let user else { return 0 }
            return Unmanaged<Transfer>.fromOpaque(user).takeUnretainedValue()
                .take(bytes, count: size * count)
        }
        rund_curl_set_transfer(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, user in
            guard let bytes, let user else { return 0 }
            return Unmanaged<Transfer>.fromOpaque(user).takeUnretainedValue()
                .takeHeader(bytes, count: size * count)
        }
    }
}

/// The list of headers in curl's own form.
private final class HeaderLines {
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    init(_ request: HTTPRequest) {
        for header in request.headers {
            list = curl_slist_append(list, "\(header.name): \(header.value)")
        }
        // Without this curl waits a second for servers that do not know 100-continue.
        list = curl_slist_append(list, "Expect:")
    }

    deinit { curl_slist_free_all(list) }
}

/// What goes out and what comes in during one request.
private final class Transfer {
    private static let answerLimit = 65_536

    private let body: [UInt8]
    private var offset = 0
    private(set) var answer: [UInt8] = []
    private(set) var headers: [String: String] = [:]

    init(body: [UInt8]) { self.body = body }

    func fill(_ memory: UnsafeMutablePointer<CChar>, limit: Int) -> Int {
        let count = min(limit, body.count - offset)
        body[offset..<offset + count].withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: memory, count: count).copyMemory(from: $0)
        }
        offset += count
        return count
    }

    func take(_ memory: UnsafeMutablePointer<CChar>, count: Int) -> Int {
        let room = max(0, Transfer.answerLimit - answer.count)
        answer += UnsafeRawBufferPointer(start: memory, count: min(count, room))
        return count
    }

    func takeHeader(_ memory: UnsafeMutablePointer<CChar>, count: Int) -> Int {
        let line = String(
            decoding: UnsafeRawBufferPointer(start: memory, count: count), as: UTF8.self)
        if let colon = line.firstIndex(of: ":"), headers.count < 200 {
            let value = line[line.index(after: colon)...]
            let isSpace: (Character) -> Bool = { $0.isWhitespace }
            let trimmed = value.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
            headers[line[..<colon].lowercased()] = String(trimmed)
        }
        return count
    }
}
