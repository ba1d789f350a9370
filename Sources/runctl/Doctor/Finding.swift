internal import RunCore

/// What was found about one link of the chain from the sensors to the sound.
struct Finding: Equatable {
    enum Grade: String, Equatable {
        case good
        /// It works, though not as well as it could.
        case weak
        /// Something that was promised does not hold.
        case bad
    }

    var subject: String
    var grade: Grade
    /// What is so.
    var text: String
    /// How to put it right.
    var remedy: String?

    static func good(_ subject: String, _ text: String) -> Finding {
        Finding(subject: subject, grade: .good, text: text)
    }

    static func weak(_ subject: String, _ text: String, _ remedy: String) -> Finding {
        Finding(subject: subject, grade: .weak, text: text, remedy: remedy)
    }

    static func bad(_ subject: String, _ text: String, _ remedy: String) -> Finding {
        Finding(subject: subject, grade: .bad, text: text, remedy: remedy)
    }

    var json: JSONValue {
        let object: JSONObject = [
            "subject": .string(subject), "grade": .string(grade.rawValue), "text": .string(text),
            "remedy": remedy.map { .string($0) },
        ]
        return .object(object)
    }

    /// The lines for a person.
    var lines: [String] {
        let sign =
            switch grade {
            case .good: "ok  "
            case .weak: "weak"
            case .bad: "BAD "
            }
        return ["\(sign)  \(Text.padded(subject, 9))\(text)"]
            + (remedy.map { ["        hint: \($0)"] } ?? [])
    }
}
