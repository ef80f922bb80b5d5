import CommandKit
import Files

/// The programs that are told of changes: the executable files of the folder `hooks` beside the user's settings.
///
/// A project's folder has none: its files may come from another person, who must not run programs.
struct HookFolder: Sendable {
  /// The folder, which need not exist.
  let path: FilePath

  /// Nil without a place for settings.
  init?(_ environment: ProcessEnvironment) {
    guard let folder = ConfigurationPath.folder(environment) else { return nil }
    path = FilePath("\(folder)/hooks")
  }

  /// The programs by name, without those that another user may have written.
  var programs: [FilePath] { executables.filter { !HookFolder.isOfOthers($0) } }

  /// The programs that are not run, since another user may have written them.
  var distrusted: [FilePath] { executables.filter { HookFolder.isOfOthers($0) } }

  /// Without hidden files and the copies that editors leave.
  private var executables: [FilePath] {
    (path.names ?? []).sorted().filter { !$0.hasPrefix(".") && !$0.hasSuffix("~") }
      .map { FilePath("\(path)/\($0)") }.filter { $0.kind == .file && $0.isExecutable }
  }

  private static func isOfOthers(_ path: FilePath) -> Bool {
    guard let status = try? path.status() else { return true }
    return !status.isOwnOrRoots || status.permissions & 0o002 != 0
  }
}
