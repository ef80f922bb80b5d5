// Ending the program.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Ends the program, with a status of 1 if it failed.
func exit(failing: Bool) -> Never { exit(failing ? 1 : 0) }
