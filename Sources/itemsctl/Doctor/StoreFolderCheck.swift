import Files
import Storage

/// Looks at the files around a store, and fixes what it may.
struct StoreFolderCheck {
  /// The store's file; nil for one in memory.
  let path: FilePath?
  /// The file with tokens.
  let credentials: FilePath?

  /// What is not as it should be; with `isFixing`, what can be fixed is.
  func findings(isFixing: Bool) -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    if let path {
      findings += permissions(of: path, isFixing)
      findings += links(to: path)
      findings += leftovers(beside: path, isFixing)
      findings += space(for: path)
    }
    if let credentials { findings += secrets(in: credentials, isFixing) }
    return findings
  }

  private func permissions(of path: FilePath, _ isFixing: Bool) -> [DoctorFinding] {
    guard let mode = mode(of: path), mode & 0o022 != 0 else { return [] }
    var finding = DoctorFinding(
      "permissions",
      "Others may write to '\(path)' (mode \(String(mode & 0o777, radix: 8)))."
    )
    if isFixing { finding.isFixed = (try? path.setPermissions(mode & 0o7755)) != nil }
    return [finding]
  }

  /// A store in JSON can be read by any of its names, a database by none.
  private func links(to path: FilePath) -> [DoctorFinding] {
    do throws(StorageError) {
      try StoreFile(path.description).checkLinks(isLookingOnly: true)
      return []
    } catch {
      return [DoctorFinding("links", error.message)]
    }
  }

  private func secrets(in path: FilePath, _ isFixing: Bool) -> [DoctorFinding] {
    guard let mode = mode(of: path), mode & 0o077 != 0 else { return [] }
    var finding = DoctorFinding(
      "credentials",
      "Others may use '\(path)', which holds tokens (mode \(String(mode & 0o777, radix: 8)))."
    )
    if isFixing { finding.isFixed = (try? path.setPermissions(0o600)) != nil }
    return [finding]
  }

  private func mode(of path: FilePath) -> UInt32? { (try? path.status())?.permissions }

  /// Unfinished files that no process has been at for an hour: of this store, and of a copy in the same
  /// folder, such as a backup that has never got its name.
  private func leftovers(beside path: FilePath, _ isFixing: Bool) -> [DoctorFinding] {
    let unfinished = (path.folder.names ?? []).filter { name in
      guard let unfinished = UnfinishedName(name) else { return false }
      return unfinished.isFor(path.name) || unfinished.finalName.map(StorePath.isFile) == true
    }
    return unfinished.sorted().compactMap { name in
      let file = path.sibling(name)
      guard let age = (try? file.status())?.age, age > 3_600 else { return nil }
      var finding = DoctorFinding(
        "leftover",
        "'\(file)' was left unfinished by a process that was killed."
      )
      if isFixing { finding.isFixed = (try? file.remove()) != nil }
      return finding
    }
  }

  /// A store needs room for its log, and a backup for a second store.
  private func space(for path: FilePath) -> [DoctorFinding] {
    guard let free = path.folder.freeBytes, let size = path.size else { return [] }
    let wanted = UInt64(max(0, size)) + 32 << 20
    guard free < wanted else { return [] }
    return [
      DoctorFinding(
        "space",
        "The disk of '\(path)' has \(free >> 20) MiB free, less than the store and its log may need."
      )
    ]
  }
}
