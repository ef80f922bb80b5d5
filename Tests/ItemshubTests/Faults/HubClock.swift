#if Hub
import Foundation
import RunningPrograms
import Testing

/// A wall clock of a daemon that a test sets, by `Tests/ShiftedClock`; what nobody sets goes on as it is.
struct HubClock {
  private let library: String
  private let file: String

  /// The compiler for the library; nil where there is none, or no way to give a program another clock.
  static let compiler: String? = {
    #if os(Linux)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let folders = path.split(separator: ":").map(String.init)
    return ["cc", "clang"].lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    #else
    return nil
    #endif
  }()

  /// A clock that is right at first.
  init(in workplace: HubWorkplace) async throws {
    library = "\(workplace.path)/clock.so"
    file = "\(workplace.path)/clock"
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../ShiftedClock/clock.c").path
    let compiler = try #require(HubClock.compiler)
    let result = try await workplace.run("'\(compiler)' -shared -fPIC -o clock.so '\(source)'")
    #expect(result.code == 0, "\(result)")
    try set(.zero)
  }

  /// Makes it wrong by so much, for daemons that run, too.
  func set(_ offset: Duration) throws {
    var milliseconds = Int64(offset / .milliseconds(1)).littleEndian
    let bytes = unsafe withUnsafeBytes(of: &milliseconds) { unsafe Data($0) }
    // In its place: a new file would be another one than the daemon looks at.
    if let handle = FileHandle(forUpdatingAtPath: file) {
      try handle.write(contentsOf: bytes)
      try handle.close()
    } else {
      try bytes.write(to: URL(filePath: file))
    }
  }

  /// What a program with this clock is started with.
  var variables: [String: String] { ["LD_PRELOAD": library, "SHIFTED_CLOCK": file] }
}
#endif
