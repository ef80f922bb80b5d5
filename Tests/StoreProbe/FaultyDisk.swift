import FaultySystem

/// The system's calls as this process meets them.
enum FaultyDisk {
  static let everything = UInt32.max

  /// Sets up what holds for the whole run.
  ///
  /// `syncs=no` waits for no disk, `die=N` kills the process at its Nth call on the store's files,
  /// and `space=N` leaves room for that many bytes.
  static func prepare(_ arguments: ProbeArguments) {
    faulty_skip_syncs(arguments.text("syncs") == "no")
    watch(folder(of: arguments.path))
    if let nth = arguments.number("die") { arm(nth: nth, error: FAULTY_DIE) }
    if let space = arguments.number("space") { faulty_limit(Int64(space)) }
  }

  static func watch(_ folder: String) { unsafe faulty_watch(folder) }

  static func arm(nth: Int, error: Int32, lasting: Bool = false, kinds: UInt32 = everything) {
    faulty_arm(kinds, Int64(nth), error, lasting)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

extension FaultyDisk {
  static func freeSpace() { faulty_limit(-1) }
}
