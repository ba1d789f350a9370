package import RunCore

/// What becomes of a run after an attempt to send it.
package enum UploadVerdict: Equatable, Sendable {
    /// The service has it; what it calls the run, if it said so.
    case sent(remote: String?)
    /// It may work later: tried again by itself.
    case again(after: Elapsed, reason: String)
    /// It will not work until somebody changes something.
    case failed(reason: String)

    /// - Parameter attempts: how many there were, this one included.
    package init(_ outcome: HTTPOutcome, attempts: Int, now: WallTime) {
        switch outcome {
        case .failure(let reason):
            self = .again(after: UploadVerdict.pause(attempts), reason: reason)
        case .response(let response):
            self = UploadVerdict.judge(response, attempts, now)
        }
    }

    private static func judge(
        _ response: HTTPResponse, _ attempts: Int, _ now: WallTime
    ) -> UploadVerdict {
        let said = "the server says \(response.status)\(explanation(response))"
        switch response.status {
        case 200..<300: return .sent(remote: response.headers["location"])
        case 300..<400:
            let place = response.headers["location"].map { " to \($0)" } ?? ""
            return .failed(reason: "the service has moved\(place); change the url")
        case 401, 403: return .failed(reason: "\(said): the user or secret is not accepted")
        case 413: return .failed(reason: "\(said): the file is too large for it")
        case 408, 425, 429, 500...599:
            let told = response.headers["retry-after"].flatMap { delay($0, now) }
            return .again(after: max(told ?? .zero, pause(attempts)), reason: said)
        default: return .failed(reason: said)
        }
    }

    /// One minute, two, four … six hours.
    private static func pause(_ attempts: Int) -> Elapsed {
        let doublings = min(max(attempts - 1, 0), 9)
        return Elapsed(seconds: min(21_600, 60 * Double(1 << doublings)))
    }

    /// Seconds, or a date as HTTP writes it; a day at most.
    private static func delay(_ text: String, _ now: WallTime) -> Elapsed? {
        let day = 86_400.0
        if let seconds = Double(text), seconds >= 0 { return Elapsed(seconds: min(seconds, day)) }
        guard let date = HTTPDate.parse(text) else { return nil }
        return Elapsed(seconds: min(max(0, (date - now).seconds), day))
    }

    /// The first line that the server wrote, without anything that could disturb a terminal.
    private static func explanation(_ response: HTTPResponse) -> String {
        let text = String(decoding: response.body.prefix(400), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        let clean = String(line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
        guard !clean.isEmpty, !clean.hasPrefix("<") else { return "" }
        return " (\(clean.prefix(120)))"
    }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func parse(_ text: String) -> WallTime? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
            let year = Int(parts[3]),
            let month = months.firstIndex(of: String(parts[2])), (1...31).contains(day),
            (1970...9999).contains(year)
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]),
            (0...60).contains(clock[2])
        else { return nil }
        let days = CivilDate(year: year, month: month + 1, day: day).daysSinceEpoch
        let seconds = days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
        return WallTime(microseconds: Int64(seconds) * 1_000_000)
    }
}
