import Storage

/// Sentences that each name a place, of which the first ones are kept and the others counted.
struct ImportMessages: Hashable, Sendable {
  private(set) var messages: [String] = []
  private(set) var count = 0

  /// More of them at once are of no help.
  static let maxShown = 20

  mutating func add(_ message: String) {
    count += 1
    if messages.count < ImportMessages.maxShown { messages.append(message) }
  }

  mutating func add(_ others: ImportMessages) {
    for message in others.messages { add(message) }
    count += others.count - others.messages.count
  }

  /// Tells what is uncertain in a file, or refuses the file for it.
  mutating func tell(_ error: StorageError, isStrict: Bool) throws(StorageError) {
    guard !isStrict else { throw error }
    add(error.message)
  }

  /// The lines for a person below the sentence that tells how many there are.
  var lines: [String] {
    let more = count - messages.count
    return messages + (more == 0 ? [] : ["and \(more) more"])
  }
}
