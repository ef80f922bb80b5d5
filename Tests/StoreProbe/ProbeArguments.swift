/// The probe's command line.
struct ProbeArguments: Sendable {
  let command: String
  let path: String
  private let values: [String: String]

  init?(_ words: [String]) {
    guard words.count >= 3 else { return nil }
    command = words[1]
    path = words[2]
    var values: [String: String] = [:]
    for word in words.dropFirst(3) {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return nil }
      values[parts[0]] = parts[1]
    }
    self.values = values
  }

  func text(_ name: String) -> String? { values[name] }

  func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  func flag(_ name: String) -> Bool { values[name] == "yes" }
}
