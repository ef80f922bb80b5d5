// What an import came to.

import Storage

/// What an import did, in numbers of items.
struct ImportCounts: Sendable, Hashable {
  var added = 0
  var updated = 0
  var unchanged = 0
}

/// Records of a file that cannot be items, for which nothing of the file is imported.
struct ImportRejections: Error, Hashable {
  /// The first of them, each with its place.
  private(set) var messages: [String] = []
  private(set) var count = 0
  /// How many records there were, good and bad.
  var recordCount = 0

  /// More than this help nobody at once.
  static let mostShown = 20

  mutating func add(_ error: StorageError) {
    count += 1
    if messages.count < ImportRejections.mostShown { messages.append(error.message) }
  }

  /// The lines for a person below the sentence that tells how many there are.
  var lines: [String] {
    let more = count - messages.count
    return messages + (more == 0 ? [] : ["and \(more) more"])
  }

  /// This in the clothes of the store's error, to leave the body of a write.
  var asStorageError: StorageError {
    StorageError(.malformedFile, messages.first ?? "", cause: self)
  }
}
