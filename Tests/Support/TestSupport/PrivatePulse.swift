/// A PulseAudio server of the test's own with one sink that leads nowhere, and what it is given.
package final class PrivatePulse {
    private let box: Sandbox
    private let folder: String
    private var server: Child?
    private var recorder: Child?

    /// Why there is none here; nil if there can be.
    package static var obstacle: String? {
        for program in ["pulseaudio", "pactl", "parec"] where Programs.find(program) == nil {
            return "\(program) is not installed"
        }
        return nil
    }

    private var socket: String { "unix:\(folder)/native" }
    private var capture: String { folder + "/heard.raw" }

    /// ALSA's names `pulse` for the sink and for its mixer.
    package var configuration: String {
        "pcm.pulse { type pulse server \"\(socket)\" }\nctl.pulse { type pulse server \"\(socket)\" }\n"
    }

    package init(in box: Sandbox) throws(Failure) {
        self.box = box
        folder = box.path("pulse")
        try Files.makeFolder(folder, mode: 0o700)
        // Without rewinds a recording of the sink is the sound, bit by bit.
        try Files.write(
            """
            load-module module-null-sink sink_name=tap rate=48000 channels=2 format=s16le norewinds=1
            load-module module-native-protocol-unix socket=\(folder)/native auth-anonymous=1
            set-default-sink tap

            """, to: folder + "/server.pa")
    }

    private var environment: [String: String] {
        ["PULSE_RUNTIME_PATH": folder, "PULSE_SERVER": socket, "XDG_RUNTIME_DIR": folder]
    }

    /// Starts the server and records what its sink is given.
    package func start() throws(Failure) {
        server = try box.start(
            [
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                "--disable-shm=yes", "--high-priority=no", "--realtime=no", "-F",
                folder + "/server.pa",
            ], environment: environment)
        var isUp = false
        for _ in 0..<200 where !isUp {
            isUp = try box.run(["pactl", "info"], environment: environment).succeeded
            if !isUp { pause(seconds: 0.05) }
        }
        guard isUp else { throw Failure("pulseaudio did not start: \(server?.errors ?? "")") }
        recorder = try box.start(
            [
                "sh", "-c",
                "exec parec -d tap.monitor --format=s16le --rate=48000 --channels=2 "
                    + "--latency-msec=20 --raw > \(capture)",
            ], environment: environment)
        guard eventually(within: 20, { !(Files.bytes(capture) ?? []).isEmpty }) else {
            throw Failure("parec records nothing: \(recorder?.errors ?? "")")
        }
    }

    /// Sends a signal to the server.
    package func signal(_ number: Int32) { server?.signal(number) }

    /// What the sink was given, silence left out.
    package var samples: [Int16] {
        let bytes = Files.bytes(capture) ?? []
        return stride(from: 0, to: bytes.count - 1, by: 2)
            .map { Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) }
            .filter { $0 != 0 }
    }

    @discardableResult
    package func pactl(_ words: String...) throws(Failure) -> String {
        try box.run(["pactl"] + words, environment: environment).output
    }
}
