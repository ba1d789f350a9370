private import Glibc
private import TestSupport

exit(NMEAFeed.main(Array(CommandLine.arguments.dropFirst())))
