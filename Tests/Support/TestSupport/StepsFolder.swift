/// A step counter as the kernel's IIO shows it, made of plain files.
package struct StepsFolder: Sendable {
    /// What `steps.sysfs-root` of the configuration wants.
    package let root: String

    /// - Parameter root: made if it is absent.
    package init(root: String, count: Int) throws(Failure) {
        self.root = root
        try Files.makeFolder(device)
        try Files.write("lsm6dsox\n", to: device + "/name")
        try Files.write("1\n", to: device + "/in_steps_en")
        try set(count)
    }

    /// What the counter shows from now on.
    package func set(_ count: Int) throws(Failure) {
        try Files.write("\(count)\n", to: device + "/in_steps_input")
    }

    private var device: String { root + "/iio:device0" }
}
