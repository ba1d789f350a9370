import Testing

@testable import runctl

@Suite("Naming a run")
struct RunSelectorTests {
    private let runs: [RunSelector.Candidate] = [
        .init(number: 1, day: 100, note: "Along the river"),
        .init(number: 2, day: 101, note: nil),
        .init(number: 5, day: 101, note: "to the hill"),
        .init(number: 7, day: nil, note: "hill repeats"),
        .init(number: 8, day: 102, note: "7"),
    ]

    @Test("a number, last, yesterday and a part of the note each find their run")
    func found() throws {
        let cases: [(String, Int64)] = [
            ("1", 1), ("7", 7), ("last", 8), ("yesterday", 5), ("RIVER", 1), ("repeats", 7),
        ]
        for (word, number) in cases {
            #expect(try RunSelector(word).find(among: runs, today: 102) == number, "\(word)")
        }
    }

    @Test(
        "a run that is not there, and one that is not the only one, are refused with what there is")
    func refused() {
        let cases: [(String, String, String)] = [
            ("3", "there is no run 3", "runctl list shows the runs"),
            ("lake", "no run has \"lake\" in its note", "runctl list shows the runs"),
            ("hill", "2 runs have \"hill\" in their notes", "say which: 5 or 7"),
        ]
        for (word, message, hint) in cases {
            #expect(throws: Failure(.negative, message, hints: [hint])) {
                try RunSelector(word).find(among: runs, today: 102)
            }
        }
        #expect(throws: Failure.self) {
            try RunSelector("yesterday").find(among: runs, today: 300)
        }
        #expect(
            throws: Failure(.negative, "there is no run yet", hints: ["runctl start begins one"])
        ) {
            try RunSelector("last").find(among: [], today: 0)
        }
    }
}

@Suite("Where rund is looked for")
struct PlacesTests {
    @Test("RUND_SOCKET is the only socket that is tried, and the database is looked for beside it")
    func overridden() {
        let places = Places(Environment(["RUND_SOCKET": "/t/run/control"]), isRoot: true)
        #expect(places.controlSockets == ["/t/run/control"])
        #expect(places.stateFolders(option: nil) == ["/t/run/state", "/var/lib/rund"])
        #expect(places.stateFolders(option: "/s") == ["/s"])
    }

    @Test("a user's own service comes before the system's")
    func user() {
        let environment = Environment(["XDG_RUNTIME_DIR": "/run/user/7", "HOME": "/home/u"])
        let places = Places(environment, isRoot: false)
        #expect(places.controlSockets == ["/run/user/7/rund/control", "/run/rund/control"])
        #expect(
            places.stateFolders(option: nil) == [
                "/run/user/7/rund/state", "/run/rund/state", "/home/u/.local/state/rund",
                "/var/lib/rund",
            ])
        #expect(Places(environment, isRoot: true).controlSockets == ["/run/rund/control"])
    }
}
