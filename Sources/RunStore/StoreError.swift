/// What went wrong with the database or the files beside it, and where.
package struct StoreError: Error, Equatable, Sendable {
    package var kind: Kind
    /// The extended result code of SQLite, or 0 if another call failed.
    package var code: Int32
    /// The errno behind it, or 0.
    package var systemCode: Int32
    /// The C function or the statement that failed.
    package var operation: String
    /// The file it is about.
    package var path: String
    /// The library's own words.
    package var reason: String

    package enum Kind: Equatable, Sendable {
        /// No space left on the file system.
        case full
        /// The person's quota is used up.
        case quota
        /// The file or its file system cannot be written.
        case readOnly
        /// The disk answered with an error.
        case io
        /// The disk has not answered for a while.
        case stalled
        /// The file is not a sound database.
        case corrupt
        /// Another program held a lock for longer than the wait.
        case busy
        /// Written by a later version of rund; its schema has this number.
        case newerVersion(Int)
        /// Written by an earlier version of rund, which only rund brings up to date.
        case olderVersion(Int)
        /// There is no database yet.
        case missing
        /// The file may not be opened by this user.
        case denied
        /// The file could not be opened.
        case cannotOpen
        /// There is no such run.
        case noSuchRun
        /// The run goes on, and may not be touched.
        case active
        /// A file of that name is there already.
        case exists
        /// Anything else, such as a constraint.
        case other
    }

    /// Whether waiting and trying again can help without anyone's doing more than making room.
    package var isTemporary: Bool {
        switch kind {
        case .full, .quota, .readOnly, .io, .stalled, .busy, .cannotOpen, .denied, .missing: true
        case .corrupt, .newerVersion, .olderVersion, .noSuchRun, .active, .exists, .other: false
        }
    }
}

extension StoreError: CustomStringConvertible {
    package var description: String {
        switch kind {
        case .full: "no space left on the disk for \(path)"
        case .quota: "the disk quota for \(path) is used up"
        case .readOnly: "\(path) cannot be written: \(reason)"
        case .io: "the disk of \(path) failed in \(operation): \(reason)"
        case .stalled: "the disk of \(path) stands still"
        case .corrupt: "\(path) is damaged: \(reason)"
        case .busy: "\(path) is in use by another program"
        case .newerVersion(let found):
            "\(path) was written by a newer version of rund"
                + " (schema \(found), this one knows \(Schema.version))"
        case .olderVersion: "\(path) was written by an older version of rund"
        case .missing: "no database at \(path)"
        case .denied: "no permission to open \(path)"
        case .cannotOpen: "cannot open \(path): \(reason)"
        case .noSuchRun, .active: reason
        case .exists: "\(path) exists already"
        case .other: "\(operation) on \(path): \(reason)"
        }
    }

    /// What to do about it, if a person can do anything.
    package var hint: String? {
        switch kind {
        case .full, .quota: "free some space; nothing is lost while rund runs"
        case .readOnly: "check the permissions and the mount of the state directory"
        case .corrupt: "save what can be read with: runctl recover \(path)"
        case .newerVersion: "install the newer version again"
        case .olderVersion: "start rund once; it brings the database up to date"
        case .missing: "no run was recorded here yet, or --state-dir names another place"
        case .denied: "run as a member of the group that owns the directory"
        case .active: "stop it first: runctl stop"
        case .exists: "choose another name; nothing is overwritten"
        case .io, .stalled, .busy, .cannotOpen, .noSuchRun, .other: nil
        }
    }
}
