import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Looks at the files around a store, and fixes what it may.
struct StoreFolderCheck {
  /// The store's file; nil for one in memory.
  let path: String?
  /// The file with tokens.
  let credentials: String?

  /// What is not as it should be; with `isFixing`, what can be fixed is.
  func findings(isFixing: Bool) -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    if let path {
      findings += permissions(of: path, isFixing)
      findings += leftovers(beside: path, isFixing)
      findings += space(for: path)
    }
    if let credentials { findings += secrets(in: credentials, isFixing) }
    return findings
  }

  private func permissions(of path: String, _ isFixing: Bool) -> [DoctorFinding] {
    guard let mode = mode(of: path), mode & 0o022 != 0 else { return [] }
    var finding = DoctorFinding(
      "permissions",
      "Others may write to '\(path)' (mode \(String(mode & 0o777, radix: 8)))."
    )
    if isFixing { finding.isFixed = unsafe chmod(path, mode & 0o7755) == 0 }
    return [finding]
  }

  private func secrets(in path: String, _ isFixing: Bool) -> [DoctorFinding] {
    guard let mode = mode(of: path), mode & 0o077 != 0 else { return [] }
    var finding = DoctorFinding(
      "credentials",
      "Others may use '\(path)', which holds tokens (mode \(String(mode & 0o777, radix: 8)))."
    )
    if isFixing { finding.isFixed = unsafe chmod(path, 0o600) == 0 }
    return [finding]
  }

  private func mode(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// Unfinished files that no process has been at for an hour.
  private func leftovers(beside path: String, _ isFixing: Bool) -> [DoctorFinding] {
    let place = StoreFile(path)
    let names = Folders.names(in: place.folder) ?? []
    let unfinished = names.filter { UnfinishedName($0)?.concerns(place) == true }
    return unfinished.sorted().compactMap { name in
      let file = "\(place.folder)/\(name)"
      guard isOld(file) else { return nil }
      var finding = DoctorFinding("leftover", "'\(file)' was never finished.")
      if isFixing { finding.isFixed = unsafe unlink(file) == 0 }
      return finding
    }
  }

  private func isOld(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    #if canImport(Darwin)
    let changed = status.st_mtimespec.tv_sec
    #else
    let changed = status.st_mtim.tv_sec
    #endif
    return time(nil) - changed > 3_600
  }

  /// A store needs room for its log, and a backup for a second store.
  private func space(for path: String) -> [DoctorFinding] {
    var system = statvfs()
    var status = stat()
    guard unsafe statvfs(StoreFile(path).folder, &system) == 0, unsafe stat(path, &status) == 0
    else {
      return []
    }
    // Some file systems tell the greatest number there is, for having no limit.
    let (bytes, isUnlimited) = UInt64(system.f_bavail)
      .multipliedReportingOverflow(by: UInt64(system.f_frsize))
    let free = isUnlimited ? .max : bytes
    let wanted = UInt64(max(0, status.st_size)) + 32 << 20
    guard free < wanted else { return [] }
    return [
      DoctorFinding(
        "space",
        "The disk of '\(path)' has \(free >> 20) MiB left, less than the store and its log may need."
      )
    ]
  }
}
