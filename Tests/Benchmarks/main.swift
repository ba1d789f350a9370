private import Glibc

exit(Benchmarks.main(Array(CommandLine.arguments.dropFirst())))
