import Glibc

exit(Control.run(Array(CommandLine.arguments.dropFirst())))
