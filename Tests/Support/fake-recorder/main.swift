private import Glibc

exit(FakeRecorder.run(Array(CommandLine.arguments.dropFirst())))
