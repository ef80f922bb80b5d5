import ChildProcesses

extension SupervisedProcess {
  /// How it failed and the first line that it printed, as in `ended with 3: no route`; nil for one that did not.
  package func failure(limit: Duration) -> String? {
    let reason: String
    switch outcome {
    case nil, .ended(.code(0)): return nil
    case .ended(.code(let code)): reason = "ended with \(code)"
    case .ended(.signal(let signal)): reason = "was ended by signal \(signal)"
    case .tookTooLong: reason = "was ended after \(limit.components.seconds) seconds"
    }
    let line = String(decoding: printed, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return reason + (line.map { ": \($0.prefix(200))" } ?? "")
  }
}
