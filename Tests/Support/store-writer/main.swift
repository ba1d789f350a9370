private import Glibc

exit(StoreWriter.main(Array(CommandLine.arguments.dropFirst())))
