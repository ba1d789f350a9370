import Glibc
import POSIX
import TestSupport
import Testing

@Suite struct DirectoryLockTests {
    @Test("a folder has one owner at a time, and the second learns which")
    func exclusive() throws {
        let box = try Sandbox()
        do {
            let first = try DirectoryLock(directory: box.folder)
            let error = thrown(DirectoryLock.Failure.self) {
                _ = try DirectoryLock(directory: box.folder)
            }
            #expect(error == .held(by: getpid()))
            withExtendedLifetime(first) {}
        }
        #expect(throws: Never.self) { _ = try DirectoryLock(directory: box.folder) }
    }

    @Test("a folder that is not there is an error of the system")
    func absent() throws {
        let box = try Sandbox()
        let error = thrown(DirectoryLock.Failure.self) {
            _ = try DirectoryLock(directory: box.path("absent"))
        }
        #expect(error == .system(Errno(code: ENOENT, operation: "open")))
    }

    @Test("folders are made with those above them, and links replaced")
    func folders() throws {
        let box = try Sandbox()
        try Folder.make(box.path("a/b/c"))
        try Folder.make(box.path("a/b/c"))
        #expect(access(box.path("a/b/c"), W_OK) == 0)
        try Folder.link(box.path("l"), to: "/one")
        try Folder.link(box.path("l"), to: "/two")
        #expect(Executable.linkTarget(box.path("l")) == "/two")
        try Files.write("x", to: box.path("file"))
        #expect(throws: Errno.self) { try Folder.make(box.path("file/sub")) }
    }
}
