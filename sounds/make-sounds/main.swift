import Alert
import Glibc
import SentinelProtocol

// Writes alert.aiff and all the others, the same bytes on every machine.
guard CommandLine.arguments.count == 2 else {
    print("usage: make-sounds FOLDER")
    exit(64)
}
for sound in Sound.kept {
    let path = "\(CommandLine.arguments[1])/\(sound.rawValue).aiff"
    let bytes = AIFFWriter.bytes(SoundDesign.clip(sound))
    guard let file = fopen(path, "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count,
        fclose(file) == 0
    else {
        perror("make-sounds: error: \(path)")
        exit(74)
    }
}
