import RunCore
import RunStore
import TestSupport
import Testing

@Suite("changing recorded runs")
struct EditorTests {
    let directory: TemporaryDirectory
    let store: RunStore
    let now = WallTime(microseconds: 1_780_294_500_000_000)

    /// Two ended runs and one that goes on.
    init() throws {
        directory = try TemporaryDirectory()
        store = try RunStore.open(directory)
        for _ in 0..<3 {
            let run = store.begin()
            for index in 0..<10 { store.append(fixLine(index), to: run, at: .s(Double(index))) }
            if run < 3 { store.endRun(run, RunEnd(stop: .s(10)), at: .s(10)) }
        }
        #expect(store.commit(now: .s(10)) == .written(35))
    }

    @Test("a run goes to the trash and comes back whole")
    func trash() throws {
        let editor = try RunEditor.open(directory: directory.path)
        try editor.trash(1, now: now)
        #expect(try editor.reader.runs().map(\.number) == [3, 2])
        #expect(try editor.reader.runs(.trashed).map(\.number) == [1])
        #expect(try editor.reader.run(1).trashed == now)
        try editor.restore(1)
        #expect(try editor.reader.runs().map(\.number) == [3, 2, 1])
        #expect(try editor.reader.allEvents(of: 1).count == 10)
    }

    @Test("after 30 days it is gone, with all that belongs to it; its number is not used again")
    func emptyTrash() throws {
        let editor = try RunEditor.open(directory: directory.path)
        try editor.setUpload(UploadRecord(run: 2, service: "osm", state: .sent, changed: now))
        try editor.trash(2, now: now)
        let almost = now + Elapsed(microseconds: RunEditor.trashTime.microseconds)
        #expect(try editor.emptyTrash(now: almost) == [])
        #expect(try editor.emptyTrash(now: almost + Elapsed(microseconds: 1)) == [2])
        #expect(try editor.reader.allEvents(of: 2).isEmpty)
        #expect(try editor.reader.uploads(of: 2).isEmpty)
        #expect(try editor.reader.allEvents(of: 1).count == 10)
        let error = thrown(StoreError.self) { try editor.restore(2) }
        #expect(error?.kind == .noSuchRun)
        #expect(store.begin() == 4)
    }

    @Test("a corrected distance and another activity stand beside what was recorded")
    func corrections() throws {
        let editor = try RunEditor.open(directory: directory.path)
        let totals = RunTotals(elapsed: .zero, active: .zero, distance: 4980.5, steps: 10)
        try editor.setTotals(totals, of: 1)
        try editor.setCorrectedDistance(of: 1, 5000)
        try editor.setActivity(of: 1, "walk")
        let run = try RunReader.open(directory: directory.path).run(1)
        #expect(run.corrected == 5000)
        #expect(run.totals?.distance == 4980.5)
        #expect(run.activity == "walk")
        #expect(try editor.reader.run(2).corrected == nil)
        try editor.setCorrectedDistance(of: 1, nil)
        try editor.setActivity(of: 1, nil)
        #expect(try editor.reader.run(1).corrected == nil)
        #expect(try editor.reader.run(1).activity == nil)
        let error = thrown(StoreError.self) { try editor.setCorrectedDistance(of: 9, 1) }
        #expect(error?.kind == .noSuchRun)
        // A second salvage keeps it too.
        try editor.setCorrectedDistance(of: 2, 12.5)
        let copy = directory.path + "/copy.db"
        try editor.reader.backup(to: copy)
        let target = directory.path + "/salvaged.db"
        _ = try Recovery.run(from: copy, to: target)
        #expect(
            runCommand(
                "sqlite3 \(target) 'SELECT corrected_m FROM runs WHERE id=2' | grep -qx 12.5")
                == 0)
    }

    @Test("the run that goes on cannot be put into the trash")
    func active() throws {
        let editor = try RunEditor.open(directory: directory.path)
        let error = thrown(StoreError.self) { try editor.trash(3, now: now) }
        #expect(error?.kind == .active)
        #expect(error?.hint == "stop it first: runctl stop")
        #expect(try editor.reader.run(3).trashed == nil)
    }

    @Test("an upload is noted once for each run and service")
    func uploads() throws {
        let editor = try RunEditor.open(directory: directory.path)
        var upload = UploadRecord(
            run: 1, service: "osm", state: .waiting, next: now, changed: now)
        try editor.setUpload(upload)
        try editor.setUpload(
            UploadRecord(run: 2, service: "osm", state: .sent, remote: "77", changed: now))
        #expect(try editor.reader.uploads() == [upload])
        upload.state = .failed
        upload.reason = "503"
        upload.attempts = 2
        try editor.setUpload(upload)
        #expect(try editor.reader.uploads(of: 1) == [upload])
        #expect(try editor.reader.uploads(of: 2).first?.remote == "77")
    }

    @Test("a note can be set and removed; a run that is not there is an error")
    func note() throws {
        let editor = try RunEditor.open(directory: directory.path)
        try editor.setNote(of: 1, "ran with Ö")
        #expect(try editor.reader.run(1).note == "ran with Ö")
        try editor.setNote(of: 1, nil)
        #expect(try editor.reader.run(1).note == nil)
        #expect(throws: StoreError.self) { try editor.setNote(of: 9, "x") }
    }

    @Test("a run from elsewhere is added whole")
    func importing() throws {
        let editor = try RunEditor.open(directory: directory.path)
        let number = try editor.importRun(
            NewRun(boot: "", start: .s(0), wall: now), lines: (0..<5).map(stepsLine),
            end: RunEnd(stop: .s(5)), totals: nil)
        #expect(number == 4)
        #expect(try editor.reader.run(4).state == .stopped)
        #expect(try editor.reader.allEvents(of: 4).map(\.line) == (0..<5).map(stepsLine))
    }

    @Test("a backup made while recording has everything, is one file, and overwrites nothing")
    func backup() throws {
        store.append(fixLine(10), to: 3, at: .s(11))
        let reader = try RunReader.open(directory: directory.path)
        let folder = directory.path + "/backup"
        try Files.makeFolder(folder)
        var reports: [RunReader.BackupProgress] = []
        try reader.backup(to: folder + "/runs.db") {
            reports.append($0)
            store.append(fixLine(11), to: 3, at: .s(12))
            _ = store.commit(now: .s(12))
        }
        #expect(Files.names(in: folder) == ["runs.db"])
        #expect(reports.last.map { $0.pagesDone == $0.pagesInAll } == true)
        let copy = try RunReader.open(directory: folder)
        #expect(try copy.runs().map(\.number) == [3, 2, 1])
        #expect(try copy.allEvents(of: 3).prefix(11).map(\.line) == (0..<11).map(fixLine))
        let error = thrown(StoreError.self) {
            try reader.backup(to: folder + "/runs.db")
        }
        #expect(error?.kind == .exists)
    }

    @Test("runs can be picked by the civil time of their start")
    func picking() throws {
        let day = Elapsed(seconds: 86_400)
        for index in 1...3 as ClosedRange<Int64> {
            store.setStart(
                of: index, wall: now + Elapsed(microseconds: day.microseconds * index),
                utcOffset: 7200, at: .s(20))
        }
        let reader = try store.reader()
        #expect(try reader.runs(since: now + day, until: now + day + day).map(\.number) == [1])
        #expect(try reader.runs(since: now + day + day).map(\.number) == [3, 2])
        #expect(try reader.runs(limit: 1).map(\.number) == [3])
        #expect(try reader.run(1).startOffset == 7200)
    }
}
