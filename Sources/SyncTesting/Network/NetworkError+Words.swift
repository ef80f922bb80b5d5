import Sync

extension NetworkError {
  /// Whether no words of the error, or of what caused it, hold a text.
  func isSilent(about text: String) -> Bool {
    var dumped = ""
    dump(self, to: &dumped)
    let words =
      [message, "\(self)", String(reflecting: self), dumped]
      + (cause.map { ["\($0)", String(reflecting: $0)] } ?? [])
    return !words.contains { $0.contains(text) }
  }
}
