/// An AIFF file of 16-bit samples, read without the library that the product uses.
package struct SoundFile {
    package var channels: Int
    /// Frames a second.
    package var rate: Int
    /// Interleaved.
    package var samples: [Int16]

    /// - Throws: `Failure` if it is not a plain AIFF file of 16 bits.
    package init(_ path: String) throws(Failure) {
        guard let bytes = Files.bytes(path), bytes.count > 12,
            bytes[0..<4].elementsEqual("FORM".utf8), bytes[8..<12].elementsEqual("AIFF".utf8)
        else { throw Failure("\(path): no AIFF file") }
        func number(_ at: Int, _ count: Int) -> Int {
            bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
        }
        channels = 0
        rate = 0
        samples = []
        var place = 12
        while place + 8 <= bytes.count {
            let size = number(place + 4, 4)
            let body = place + 8
            if bytes[place..<place + 4].elementsEqual("COMM".utf8) {
                channels = number(body, 2)
                guard number(body + 6, 2) == 16 else { throw Failure("\(path): not 16 bits") }
                // An 80-bit number: the exponent counts from 16383 for the top bit of the rest.
                rate = number(body + 10, 4) >> (31 - (number(body + 8, 2) - 16_383))
            } else if bytes[place..<place + 4].elementsEqual("SSND".utf8) {
                let first = body + 8 + number(body, 4)
                samples = stride(from: first, to: body + size - 1, by: 2).map {
                    Int16(bitPattern: UInt16(number($0, 2)))
                }
            }
            place = body + size + size % 2
        }
    }

    package var frames: Int { channels > 0 ? samples.count / channels : 0 }

    /// The samples as a device with so many channels gets them.
    package func samples(channels wanted: Int) -> [Int16] {
        if wanted == channels { return samples }
        return (0..<frames).flatMap { frame in
            (0..<wanted).map { samples[frame * channels + $0 % channels] }
        }
    }
}

/// Where and how often one sequence of samples occurs in another, exactly.
package func occurrences(of sound: [Int16], in capture: [Int16]) -> [Int] {
    guard let loud = sound.firstIndex(where: { $0 != 0 }) else { return [] }
    let core = Array(sound[loud...])
    var found: [Int] = []
    var start = 0
    while start + core.count <= capture.count {
        if capture[start] == core[0], capture[start..<start + core.count].elementsEqual(core) {
            found.append(start - loud)
            start += core.count
        } else {
            start += 1
        }
    }
    return found
}
