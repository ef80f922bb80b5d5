import Sync

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Finds the helper beside the running program.
enum HelperProgram {
  static let name = "itemsctl-http"

  /// The helper's path.
  static func path(for remote: Remote) throws(SyncError) -> String {
    guard let own = ownPath, let slash = own.lastIndex(of: "/") else {
      throw SyncError(
        .notBuiltIn,
        "'\(remote)' needs '\(name)', but where this program is, is not known."
      )
    }
    let folder = own[..<slash]
    let path = "\(folder)/\(name)"
    guard unsafe access(path, X_OK) == 0 else {
      throw SyncError(
        .notBuiltIn,
        "'\(remote)' is reached by the program '\(name)', which is not in '\(folder)' "
          + "beside this one. Install both together, or sync with a hub file."
      )
    }
    return path
  }

  /// Where the running program is, symbolic links resolved.
  private static var ownPath: String? {
    #if canImport(Darwin)
    var size: UInt32 = 4_096
    var buffer = [CChar](repeating: 0, count: Int(size))
    guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
    let resolved = unsafe realpath(buffer, nil)
    #else
    let resolved = unsafe realpath("/proc/self/exe", nil)
    #endif
    guard let resolved = unsafe resolved else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
