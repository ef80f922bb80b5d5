/// The probe's command line.
struct DeviceOptions: Sendable {
  let store: String
  let remote: String
  let tokenFile: String
  let log: String
  let name: String
  let seed: UInt64
  let from: Int
  let follows: Bool

  struct UsageError: Error {}

  init(_ words: [String]) throws(UsageError) {
    guard words.count >= 5 else { throw UsageError() }
    (store, remote, tokenFile, log) = (words[1], words[2], words[3], words[4])
    var values: [Substring: Substring] = [:]
    for word in words.dropFirst(5) {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { throw UsageError() }
      values[parts[0]] = parts[1]
    }
    name = values["name"].map(String.init) ?? "a"
    seed = values["seed"].flatMap { UInt64($0) } ?? 1
    from = values["from"].flatMap { Int($0) } ?? 1
    follows = values["follows"] == "yes"
  }
}
