private import Glibc
internal import POSIX
internal import RunCore

/// What setup has changed so far, on disk before each change is made, so that it can be taken back.
struct SetupJournal {
    static let path = "/var/lib/rund/setup.json"

    private let machine: Machine
    private(set) var changes: [SetupChange]

    /// - Throws: `Failure` for a journal that cannot be understood.
    init(_ machine: Machine) throws(Failure) {
        self.machine = machine
        guard let text = machine.text(SetupJournal.path) else {
            changes = []
            return
        }
        let array = (try? JSONValue(parsing: Array(text.utf8)))?.array
        let known = array?.compactMap { SetupChange(json: $0) }
        guard let array, let known, known.count == array.count else {
            throw Failure(
                .data, "\(machine.path(SetupJournal.path)) is no record of runctl setup",
                hints: ["move it away; what it told of can then not be taken back"])
        }
        changes = known
    }

    /// Makes a change. Commands are left out on a machine that does not run.
    /// - Throws: `Failure` where it cannot be made; what was done before is in the journal.
    mutating func make(_ change: SetupChange) throws(Failure) {
        if case .command = change, !machine.isThisOne { return }
        changes.append(change)
        try save()
        do throws(Failure) {
            switch change {
            case .file(let path, _, let after): try machine.write(after, to: path)
            case .command(let words, _, _): try SetupJournal.run(words)
            }
        } catch {
            changes.removeLast()
            try save()
            throw error
        }
    }

    /// Takes everything back, files first, so that services which are told to read them see the old ones.
    /// - Parameter tell: gets a line for each.
    /// - Returns: false if something had to be left.
    mutating func undo(_ tell: (String) -> Void) throws(Failure) -> Bool {
        var left: [SetupChange] = []
        let isFile = { (change: SetupChange) -> Bool in
            if case .file = change { true } else { false }
        }
        for change in changes.reversed().filter(isFile) + changes.reversed().filter({ !isFile($0) })
        {
            do throws(Failure) {
                if let line = try takeBack(change) { tell(line) }
            } catch {
                tell("left: \(error.message)")
                left.append(change)
            }
        }
        changes = left.reversed()
        if changes.isEmpty { try machine.remove(SetupJournal.path) } else { try save() }
        return changes.isEmpty
    }

    private func takeBack(_ change: SetupChange) throws(Failure) -> String? {
        switch change {
        case .file(let path, let before, let after):
            guard machine.text(path) == after else {
                throw Failure(.negative, "\(path) was changed since, by somebody else")
            }
            guard let before else {
                try machine.remove(path)
                return "removed \(path)"
            }
            try machine.write(before, to: path)
            return "put back \(path)"
        case .command(_, let undo, _):
            guard let undo else { return nil }
            try SetupJournal.run(undo)
            return SetupChange.text(undo)
        }
    }

    private func save() throws(Failure) {
        let text = JSONValue.array(changes.map(\.json)).text + "\n"
        try machine.write(text, to: SetupJournal.path)
    }

    private static func run(_ words: [String]) throws(Failure) {
        do throws(Errno) {
            let code = try Launch.andWait(words)
            guard code == 0 else {
                throw Errno(code: ECANCELED, operation: "")
            }
        } catch {
            throw Failure(.negative, "\(SetupChange.text(words)) did not succeed")
        }
    }
}
