#if Hub
import Foundation

/// Programs that tests use where they are installed.
enum Tool {
  /// The path of a program; also those of the superuser are looked through, as proxies are.
  static func path(_ name: String) -> String? { paths(name).first }

  /// Every path of a program.
  static func paths(_ name: String) -> [String] {
    let variable = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = variable.split(separator: ":").map(String.init)
    let others = ["/usr/bin", "/bin", "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]
    return (folders + others).map { "\($0)/\(name)" }
      .filter { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// A Python that has a module of its standard library or of others; nil if there is none.
  static func python(importing module: String) async throws -> String? {
    let workplace = try HubWorkplace()
    for path in paths("python3")
    where try await workplace.run("'\(path)' -c 'import \(module)'").code == 0 {
      return path
    }
    return nil
  }
}
#endif
