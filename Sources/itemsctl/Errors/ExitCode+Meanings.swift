import CommandKit

extension ExitCode {
  /// What each code means, for help; the numbers do not change once shipped.
  static let meanings: [(ExitCode, String)] = [
    (.success, "ok"),
    (.failure, "failure, or no such item"),
    (.cancelled, "cancelled"),
    (.conflicts, "unresolved conflicts; 'itemsctl sync conflicts' lists them"),
    (.usage, "the command line is wrong"),
    (.badData, "bad data: a file or hub is malformed, damaged or from a later version"),
    (.noInput, "no input: no such file, store or space"),
    (.unavailable, "the remote cannot be reached"),
    (.bug, "a bug in itemsctl"),
    (.cannotCreate, "a file cannot be made"),
    (.inputOutput, "a read or write failed, or the disk is full; the error says what was done"),
    (.busy, "busy, or another sync is under way; try again"),
    (.protocolMismatch, "the remote speaks another protocol"),
    (.permission, "no permission"),
    (.configuration, "the configuration is wrong"),
    (.interrupted, "interrupted"),
    (.pipeClosed, "the reader of the output closed it"),
  ]
}
