/// The interface that `rund` serves, as others see it.
package enum ControlInterface {
    package static let name = "org.rund.Recorder"

    /// The interface description in Varlink's own language: the text of
    /// `org.rund.Recorder.varlink`, which other programs' tools read (a test compares the two).
    package static let description = """
        # Controls a rund recorder: one run at a time, recorded from GPS and steps.
        #
        # Lengths are in metres, durations in seconds, speeds in metres per second; times are RFC 3339.
        interface org.rund.Recorder

        # What records distance at this moment, for how long, and why.
        type Source (
          name: (gps, pedometer, none, paused),
          seconds: float,
          reason: ?string
        )

        type LapInfo (number: int, from: float, to: float, distance: float)

        # A moment and place that the person marked: P-1, P-2, … `age` lies between the mark and the nearest
        # fix. `leg` (along the run), `straight` and `bearing` (degrees) lead here from mark `from`.
        type MarkInfo (
          number: int,
          name: string,
          text: ?string,
          time: ?string,
          elapsed: ?float,
          distance: ?float,
          latitude: ?float,
          longitude: ?float,
          altitude: ?float,
          eph: ?float,
          age: ?float,
          from: ?int,
          leg: ?float,
          straight: ?float,
          bearing: ?float
        )

        # A stretch of the run that the person named; `active` is its time without pauses.
        type Segment (
          name: string,
          from: float,
          to: float,
          distance: float,
          active: float,
          steps: int,
          open: bool
        )

        type Position (latitude: float, longitude: float, altitude: ?float, eph: ?float, age: float)

        # One sensor: where it was found, whether it is alive, and whether it is in use.
        type Sensor (
          name: string,
          kind: string,
          alive: bool,
          inUse: bool,
          age: ?float,
          rate: ?float,
          value: ?string,
          detail: ?string
        )

        # What the person said when the alert was tried last.
        type Trial (at: ?string, heard: bool, device: ?string)

        # state of the alarm: off (no run), armed, muted, playing, failed
        type Alarm (state: string, detail: ?string, mutedUntil: ?string, trial: ?Trial)

        # What a sentinel finds where it runs: the device that opens, the volume of its mixer in percent, how
        # many bytes of memory it may lock (absent: no limit), whether it has real-time priority, and its
        # control group, which it should not share with rund.
        type AlarmFacts (
          device: ?string,
          trouble: ?string,
          volume: ?int,
          muted: bool,
          lockable: ?int,
          urgent: bool,
          sharesGroup: bool,
          group: string
        )

        type Run (
          number: int,
          start: ?string,
          zone: ?string,
          activity: ?string,
          indoor: bool,
          note: ?string,
          elapsed: float,
          active: float,
          distance: float,
          estimated: float,
          steps: int,
          speed: ?float,
          averageSpeed: ?float,
          cadence: ?float,
          heart: ?int,
          ascent: ?float,
          descent: ?float,
          switches: int,
          source: Source,
          position: ?Position,
          laps: []LapInfo,
          marks: int,
          segments: []Segment,
          rejected: [string]int
        )

        # state: idle, recording, paused. `notices` are sentences for a person, the gravest first.
        type StatusInfo (
          version: string,
          state: string,
          run: ?Run,
          alarm: Alarm,
          sensors: []Sensor,
          store: string,
          backlog: int,
          notices: []string
        )

        # Begins a run. `alarm` is the state of the alarm once the sentinel has answered (2 s at most).
        method Start(activity: ?string, indoor: ?bool, note: ?string) -> (run: int, alarm: Alarm, notices: []string)

        # Ends the run; answers when it is on disk and the alarm is off.
        method Stop() -> (run: Run)

        method Pause() -> ()
        method Resume() -> ()

        # Ends the current lap and begins the next; answers with the lap that ended.
        method Lap() -> (lap: LapInfo)

        # Marks this moment, or an earlier one: a civil time `at`, or `ago` seconds. Also without a run.
        method Mark(text: ?string, at: ?string, ago: ?float) -> (name: string, mark: MarkInfo)

        # Begins and ends a named stretch of the run; without a name the one that was begun last ends.
        method SegmentStart(name: string) -> ()
        method SegmentEnd(name: ?string) -> (segment: Segment)

        # The state now; with `more`, again whenever it changes, once a second at most.
        method Status() -> (status: StatusInfo)

        # Reopens a run that was stopped by mistake.
        method Continue(run: ?int) -> (run: int, alarm: Alarm)

        # Silences an alert that is sounding or will sound again.
        method Acknowledge() -> ()

        # Plays the alert the real way. `frames` were accepted by `device` at `rate` frames a second, the first
        # of them `first` seconds after the call; each is heard `latency` seconds after that.
        method AlertTest(sound: ?string) -> (device: string, format: string, rate: int, frames: int, first: float, latency: float, complete: bool)

        # Keeps what the person said after AlertTest.
        method AlertHeard(heard: bool, device: ?string) -> ()

        # Tries the alarm without a sound.
        method AlertCheck() -> (facts: AlarmFacts)

        # Mutes the alarm; never longer than 12 h.
        method AlertOff(duration: float) -> (until: string)
        method AlertOn() -> ()

        # Reads the settings anew; `applied` is false if they wait for the end of the run. Settings with a
        # fault are refused, and those in force stay.
        method Reload() -> (applied: bool)

        error NoActiveRun ()
        error RunActive (run: int)
        error NotPaused ()
        error AlreadyPaused ()
        error NoSuchRun (run: int)
        error NotPermitted (reason: string)
        error AlertFailed (reason: string)
        error Refused (reason: string)

        """

    /// The description of the interface that every Varlink service has (varlink.org).
    package static let serviceDescription = """
        # What every Varlink service offers.
        interface org.varlink.service

        # Who serves, and which interfaces.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The description of one interface.
        method GetInterfaceDescription(interface: string) -> (description: string)

        error InterfaceNotFound (interface: string)
        error MethodNotFound (method: string)
        error MethodNotImplemented (method: string)
        error InvalidParameter (parameter: string)
        error PermissionDenied ()
        error ExpectedMore ()

        """
}
