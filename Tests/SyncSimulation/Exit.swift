// Ending the program.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Ends the program with a status of 1.
func exitWithFailure() -> Never { exit(1) }
