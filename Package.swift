// swift-tools-version: 6.0
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func cLibrary(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
        name: name, pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func support(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/Support/\(name)",
        swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "rund",
    products: [
        .executable(name: "rund", targets: ["rund"]),
        .executable(name: "runctl", targets: ["runctl"]),
        .executable(name: "run-sentinel", targets: ["run-sentinel"]),
        // A sound device for tests, loaded by alsa-lib.
        .library(name: "asound_module_pcm_rtsink", type: .dynamic, targets: ["rtsink"]),
        // Preloaded by tests to make a disk fail.
        .library(name: "faultdisk", type: .dynamic, targets: ["faultdisk"]),
    ],
    targets: [
        cLibrary("CALSA", pkgConfig: "alsa", apt: "libasound2-dev"),
        cLibrary("CSndfile", pkgConfig: "sndfile", apt: "libsndfile1-dev"),
        cLibrary("CGPS", pkgConfig: "libgps", apt: "libgps-dev"),
        cLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        cLibrary("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
        cLibrary("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
        cLibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        cLibrary("CMosquitto", pkgConfig: "libmosquitto", apt: "libmosquitto-dev"),
        cLibrary("CINI", pkgConfig: "inih", apt: "libinih-dev"),
        cLibrary("CLinux"),

        .target(
            name: "RunCore", exclude: ["Control/org.rund.Recorder.varlink"], swiftSettings: strict),
        library("RunFormats", ["RunCore", "CExpat"]),
        library("POSIX", ["CLinux"]),
        library("EventLoop", ["POSIX", "CSystemd", "CLinux"]),
        library("RunStore", ["RunCore", "POSIX", "CSQLite", "CLinux"]),
        library("Sensors", ["RunCore", "POSIX", "CGPS"]),
        library("Services", ["RunCore", "EventLoop", "POSIX"]),
        library("SentinelProtocol"),
        library("SentinelLink", ["SentinelProtocol", "POSIX", "CLinux"]),
        library("Alert", ["SentinelProtocol", "POSIX", "CSndfile", "CLinux"]),
        library("Control", ["RunCore", "POSIX"]),
        library("Uploads", ["RunCore", "RunFormats", "POSIX", "CCurl"]),
        library("Live", ["RunCore", "Uploads", "CMosquitto"]),
        library("Settings", ["RunCore", "POSIX", "CINI"]),

        program(
            "rund",
            [
                "RunCore", "POSIX", "EventLoop", "Services", "RunStore", "Sensors", "Alert",
                "Control",
                "Settings", "SentinelLink", "SentinelProtocol",
            ]),
        program(
            "runctl",
            [
                "RunCore", "RunFormats", "POSIX", "RunStore", "Control", "Settings", "Uploads",
                "Live",
                "SentinelLink", "SentinelProtocol",
            ]),
        program("run-sentinel", ["SentinelProtocol", "POSIX", "CALSA", "CLinux"]),

        tests("RunCoreTests", ["TestSupport", "RunSimulation", "RunCore"]),
        tests("RunFormatsTests", ["TestSupport", "RunFormats", "RunCore"]),
        tests("POSIXTests", ["TestSupport", "POSIX"]),
        tests("EventLoopTests", ["TestSupport", "EventLoop", "POSIX"]),
        tests("RunStoreTests", ["TestSupport", "RunStore", "RunCore"]),
        tests("SensorsTests", ["TestSupport", "Sensors", "RunCore", "POSIX"]),
        tests("ServicesTests", ["TestSupport", "Services", "EventLoop", "RunCore", "POSIX"]),
        tests("SentinelProtocolTests", ["SentinelProtocol"]),
        tests("AlertTests", ["TestSupport", "Alert", "SentinelProtocol", "POSIX"]),
        tests("ControlTests", ["TestSupport", "Control", "RunCore", "POSIX"]),
        tests("UploadsTests", ["TestSupport", "Uploads", "Settings", "RunFormats", "RunCore"]),
        tests("LiveTests", ["TestSupport", "Live", "Uploads", "RunCore"]),
        tests("SettingsTests", ["TestSupport", "Settings", "RunCore"]),
        tests(
            "rundTests",
            ["TestSupport", "rund", "Control", "POSIX", "RunCore", "RunStore", "Settings"]),
        tests(
            "runctlTests", ["TestSupport", "runctl", "RunCore", "RunFormats", "RunStore", "POSIX"]),
        tests("PropertyTests", ["RunCore", "RunFormats", "RunSimulation"]),
        tests(
            "IntegrationTests",
            [
                "TestSupport", "Alert", "SentinelLink", "SentinelProtocol", "RunCore", "RunStore",
                "POSIX",
            ]),

        support("TestSupport", ["RunCore"]),
        .target(
            name: "RunSimulation", dependencies: ["RunCore"], path: "Tests/Support/RunSimulation",
            swiftSettings: strict),
        .target(name: "CBenchmark", path: "Tests/Support/CBenchmark"),
        .target(
            name: "rtsink", path: "Tests/Support/rtsink",
            cSettings: [.define("PIC"), .define("_GNU_SOURCE")],
            linkerSettings: [.linkedLibrary("asound")]),
        .executableTarget(
            name: "nmea-feed", dependencies: ["TestSupport"], path: "Tests/Support/nmea-feed",
            swiftSettings: strict),
        .executableTarget(
            name: "make-sounds", dependencies: ["Alert", "SentinelProtocol"],
            path: "sounds/make-sounds", swiftSettings: strict),
        .executableTarget(
            name: "fake-recorder",
            dependencies: ["Alert", "SentinelLink", "SentinelProtocol", "POSIX"],
            path: "Tests/Support/fake-recorder", swiftSettings: strict),
        .executableTarget(
            name: "store-writer", dependencies: ["RunStore", "RunCore"],
            path: "Tests/Support/store-writer", swiftSettings: strict),
        .target(name: "faultdisk", path: "Tests/Support/faultdisk"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "TestSupport", "RunSimulation", "CBenchmark", "CExpat", "RunCore", "RunFormats",
                "RunStore", "Alert", "SentinelProtocol", "POSIX",
            ],
            path: "Tests/Benchmarks", swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
