/// What the process tells its caller; the numbers are those of sysexits(3), as for `itemsctl`.
struct ExitCode: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  static let success = ExitCode(rawValue: 0)
  static let failure = ExitCode(rawValue: 1)
  static let usage = ExitCode(rawValue: 64)
  static let badData = ExitCode(rawValue: 65)
  static let noInput = ExitCode(rawValue: 66)
  static let unavailable = ExitCode(rawValue: 69)
  static let bug = ExitCode(rawValue: 70)
  static let cannotCreate = ExitCode(rawValue: 73)
  static let inputOutput = ExitCode(rawValue: 74)
  static let busy = ExitCode(rawValue: 75)
  static let permission = ExitCode(rawValue: 77)
  static let configuration = ExitCode(rawValue: 78)

  /// What each code means, for help; the numbers do not change once shipped.
  static let meanings: [(ExitCode, String)] = [
    (.success, "ok"),
    (.failure, "failure, or no such space or token"),
    (.usage, "the command line is wrong"),
    (.badData, "bad data: a file is malformed, damaged or from a later version"),
    (.noInput, "no input: no such file or store"),
    (.unavailable, "no hub is running, or it cannot listen on its address"),
    (.bug, "a bug in itemshub"),
    (.cannotCreate, "a file cannot be made"),
    (.inputOutput, "reading or writing failed, or the disk is full"),
    (.busy, "another process uses the store; try again"),
    (.permission, "no permission"),
    (.configuration, "the settings are wrong"),
  ]
}
