import TestSupport
import Testing

@Suite("README")
struct ReadmeTests {
    @Test("its transcripts of commands that need no recorder are what the commands print")
    func transcripts() throws {
        let readme = Files.text(Programs.sourceFolder + "/README.md")
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var checked = 0
        let box = try Sandbox()
        for (index, line) in lines.enumerated() where line.hasPrefix("    $ runctl replay ") {
            let words = line.dropFirst(6).split(separator: " ").map(String.init)
            let expected = lines[(index + 1)...]
                .prefix { $0.hasPrefix("    ") && !$0.hasPrefix("    $") }
                .map { String($0.dropFirst(4)) }
            let files = words.dropFirst().map {
                $0.hasPrefix("Tests/") ? Programs.sourceFolder + "/" + $0 : $0
            }
            let result = try box.run([Programs.built("runctl")] + files)
            #expect(result.output == expected.map { $0 + "\n" }.joined(), "\(line)")
            checked += 1
        }
        #expect(checked > 0, "README shows no transcript that can be checked")
    }

    @Test("every file and script that it names is there")
    func names() {
        let readme = Files.text(Programs.sourceFolder + "/README.md")
        let pattern = readme.split { !($0.isLetter || $0.isNumber || "/._-".contains($0)) }
        for word in Set(pattern)
        where word.hasPrefix("scripts/") || word.hasPrefix("Tests/") || word.hasPrefix("debian/") {
            let path = word.hasSuffix(".") ? String(word.dropLast()) : String(word)
            #expect(Files.exists(Programs.sourceFolder + "/" + path), "\(word)")
        }
    }
}
