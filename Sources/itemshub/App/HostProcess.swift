import CommandKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The process as the system knows it.
enum HostProcess {
  /// Its number.
  static var number: Int { Int(getpid()) }

  /// The number of the user that it acts for.
  static var user: UInt32 { geteuid() }

  /// The variables of its environment.
  static var variables: [String: String] { ProcessInfo.processInfo.environment }

  /// Whether standard output is a terminal, which a person reads.
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// A user's name, or the number after `#`, as `sudo -u` takes both.
  static func name(ofUser number: UInt32) -> String {
    unsafe getpwuid(number).map { unsafe String(cString: $0.pointee.pw_name) } ?? "#\(number)"
  }

  /// Makes a closed pipe and a file that grows beyond the shell's limit errors of a write, and new files those of the
  /// user alone: tokens and the store are in them.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    umask(0o077)
  }

  /// Ends the process.
  static func end(_ code: ExitCode) -> Never { exit(code.rawValue) }
}
