import Foundation
import RunCore
import Testing

@Suite struct ControlInterfaceTests {
    @Test("the description that is served is the file that tools read")
    func sameText() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appendingPathComponent(
            "../../../Sources/RunCore/Control/org.rund.Recorder.varlink")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(ControlInterface.description == text)
    }
}
