internal import RunCore

/// `runctl sensors`: each sensor, alive or not, in use or not.
struct SensorsCommand: Subcommand, Equatable {
    var json: Bool

    static let syntax = Syntax(
        name: "sensors",
        usage: """
            usage: runctl sensors [OPTION …]

            Shows each sensor: where it was found, whether it is alive and in use, its last value.

              --json  print one JSON object

            """,
        options: [.json])

    init(_ arguments: Arguments) throws(UsageError) { json = arguments.flag("json") }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let sensors = try RecorderLink(context).status().sensors
        if json {
            let list: JSONObject = ["sensors": .array(sensors.map { .object($0.json) })]
            context.out.writeLine(JSONValue.object(list).text)
        } else if sensors.isEmpty {
            context.out.writeLine("no sensors")
        } else {
            SensorsCommand.table(sensors).lines.forEach(context.out.writeLine)
        }
        return .success
    }

    static func table(_ sensors: [ControlSensor]) -> Table {
        var table = Table([
            ("kind", .left), ("name", .left), ("alive", .left), ("in use", .left),
            ("rate", .right), ("last", .right), ("value", .left), ("detail", .left),
        ])
        for sensor in sensors {
            table.add([
                sensor.kind, Text.safe(sensor.name), sensor.alive ? "yes" : "no",
                sensor.inUse ? "yes" : "no",
                sensor.rate.map { "\(Decimal.fixed($0, 1)) Hz" } ?? "",
                sensor.age.map { Stopwatch.rough($0) } ?? "", Text.safe(sensor.value ?? ""),
                Text.safe(sensor.detail ?? ""),
            ])
        }
        return table
    }
}
