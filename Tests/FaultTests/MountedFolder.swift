import ChildProcesses
import Files
import Foundation
import Testing

/// A mounted tmpfs, unmounted with its last user; needs Linux and the right to mount.
final class MountedFolder: Sendable {
  let path: String
  private let folder: TemporaryFolder

  init(kibibytes: Int) throws {
    folder = try TemporaryFolder()
    path = folder.path
    let isMounted = try Self.call(
      "mount",
      ["-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", path]
    )
    try #require(isMounted)
  }

  deinit { _ = try? Self.call("umount", ["-l", path]) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func makeReadOnly() throws {
    // A process that is being started elsewhere has our files open for a moment.
    for _ in 1...200 {
      if try Self.call("mount", ["-o", "remount,ro", path]) { return }
      usleep(5_000)
    }
    Issue.record("the file system is in use")
  }

  /// Whether this process may mount; not every superuser may.
  static let isPossible: Bool = {
    #if os(Linux)
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    let words = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.path]
    guard (try? call("mount", words)) == true else { return false }
    return (try? call("umount", [folder.path])) == true
    #else
    return false
    #endif
  }()

  /// Runs a command, and tells whether it succeeded.
  private static func call(_ command: String, _ words: [String]) throws -> Bool {
    let nothing = try FileDescriptor("/dev/null", .write)
    let child = try ChildProcess(["/bin/\(command)"] + words, variables: [:], errors: nothing)
    return child.end() == .code(0)
  }
}
