import TestSupport
import Testing

@Suite("the sandbox of the integration tests")
struct SandboxTests {
    @Test("a program's output, errors and exit code come back")
    func result() throws {
        let sandbox = try Sandbox()
        let result = try sandbox.run(["sh", "-c", "echo out; echo err >&2; exit 3"])
        #expect(result.ending == .exited(3))
        #expect(result.output == "out\n")
        #expect(result.errors == "err\n")
    }

    @Test("a program that outlives its deadline is an error that shows what it wrote")
    func deadline() throws {
        let sandbox = try Sandbox()
        let failure = thrown(Failure.self) {
            _ = try sandbox.run(["sh", "-c", "echo waiting; sleep 60"], seconds: 0.5)
        }
        #expect(failure?.description.contains("waiting") == true)
    }

    @Test("a program that does not exist is an error that names it")
    func absent() throws {
        let sandbox = try Sandbox()
        let failure = thrown(Failure.self) {
            _ = try sandbox.run(["/nonexistent/program"])
        }
        #expect(failure?.description.contains("/nonexistent/program") == true)
    }

    @Test("closing it kills a detached grandchild that ignores SIGTERM, and removes the folder")
    func cleanup() throws {
        let sandbox = try Sandbox()
        let script = "trap '' TERM; setsid sh -c \"trap '' TERM; sleep 300\" & exit 0"
        #expect(try sandbox.run(["sh", "-c", script]).succeeded)
        #expect(eventually(within: 5) { !sandbox.processes.isEmpty })
        let folder = sandbox.folder
        sandbox.close()
        #expect(sandbox.processes.isEmpty)
        #expect(!Files.exists(folder))
    }
}
