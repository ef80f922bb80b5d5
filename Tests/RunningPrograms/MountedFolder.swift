import ChildProcesses
import Files
import Foundation

/// A mounted tmpfs, unmounted with its last user; needs Linux and the right to mount.
package final class MountedFolder: Sendable {
  /// It could not be mounted.
  package struct MountError: Error {
    package let command: String
  }

  package let path: String

  package init(kibibytes: Int) throws {
    path = try Self.makeFolder()
    let words = ["-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", path]
    guard try Self.call("mount", words) else { throw MountError(command: "mount") }
  }

  deinit {
    _ = try? Self.call("umount", ["-l", path])
    try? FileManager.default.removeItem(atPath: path)
  }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  package func makeReadOnly() throws {
    // A process that is being started elsewhere has our files open for a moment. The tries come to several seconds of
    // that: it is a moment between two calls of the system, however busy the machine is.
    for _ in 1...2_000 {
      if try Self.call("mount", ["-o", "remount,ro", path]) { return }
      usleep(5_000)
    }
    throw MountError(command: "mount -o remount,ro")
  }

  /// Takes away what is free, or gives so much that this size is reached.
  package func resize(kibibytes: Int = 0) throws {
    // Whoever writes may need more between the look and the change, which is refused then.
    for _ in 1...2_000 {
      let disk = try FileManager.default.attributesOfFileSystem(forPath: path)
      let (all, free) = (disk[.systemSize] as? NSNumber, disk[.systemFreeSize] as? NSNumber)
      let used = ((all?.intValue ?? 0) - (free?.intValue ?? 0)) / 1_024
      let size = max(kibibytes, used + 4)
      if try Self.call("mount", ["-o", "remount,size=\(size)k", path]) { return }
      usleep(5_000)
    }
    throw MountError(command: "mount -o remount,size")
  }

  /// Writes zeros to a file until nothing fits.
  package func fill(_ name: String) throws {
    try Data().write(to: URL(filePath: file(name)))
    let file = try FileHandle(forWritingTo: URL(filePath: file(name)))
    while (try? file.write(contentsOf: Data(count: 4_096))) != nil {}
    try file.close()
  }

  /// Gives a file's space back.
  ///
  /// Removing it would not: a process that another test starts may have it open for a moment.
  package func empty(_ name: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: file(name)))
    try file.truncate(atOffset: 0)
    try file.close()
  }

  /// Whether this process may mount; not every superuser may.
  package static let isPossible: Bool = {
    #if os(Linux)
    guard geteuid() == 0, let folder = try? makeFolder() else { return false }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let words = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]
    guard (try? call("mount", words)) == true else { return false }
    return (try? call("umount", [folder])) == true
    #else
    return false
    #endif
  }()

  private static func makeFolder() throws -> String {
    let path =
      FileManager.default.temporaryDirectory
      .appending(path: "item-store-mounted-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Runs a command, and tells whether it succeeded.
  private static func call(_ command: String, _ words: [String]) throws -> Bool {
    let nothing = try FileDescriptor("/dev/null", .write)
    let child = try ChildProcess(["/bin/\(command)"] + words, variables: [:], errors: nothing)
    return child.end() == .code(0)
  }
}
