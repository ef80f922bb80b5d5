import Files
import NetworkFrames
import Storage
import Sync
import SyncHTTP

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The program `itemsctl-http`: frames come by standard input, and go by standard output.
@main
struct Main {
  static var version: String { PackageRelease.version }

  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    switch CommandLine.arguments.dropFirst() {
    case []:
      await HelperSession(output: FramePipe(.standardOutput)).run(FramePipe(.standardInput))
    case ["--version"]:
      print("itemsctl-http \(version)")
    default:
      FramePipe(.standardError).write(
        "Error: 'itemsctl' runs this program; it is not meant to be run by hand.\n"
      )
      exit(64)
    }
  }

  /// Makes requests go directly to their servers.
  static func useNoProxy() { unsafe setenv("no_proxy", "*", 1) }
}
